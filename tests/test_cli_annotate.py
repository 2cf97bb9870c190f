"""`ptn annotate` and `ptn validate --marks`, as their users see them."""

from __future__ import annotations

import gzip
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, THREE_GAMES, process, run

from ptn.annotation import NODE_LIMIT
from ptn.notation.reader import parse_games
from ptn.notation.record import Game

K54 = """[Size "4"]

1. a4 d1
2. a2 b4
3. b2' c4
4. c2'! {a fork} d4 0-R
"""
K54_RIGHT = """[Size "4"]

1. a4 d1
2. a2 b4
3. b2 c4'
4. c2'! {a fork} d4 0-R
"""
ILLEGAL = '[Size "3"]\n1. a1 c3 2. a1\n'
WRONG_RESULT = '[Size "3"]\n1. a1 c3 R-0\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def unmarked(text: str) -> list[Game]:
    """The games of a text without their marks."""
    return [
        replace(game, plies=tuple(replace(ply, marks=()) for ply in game.plies), terminator=None)
        for game in parse_games(text)
    ]


def test_k54_in_place() -> None:
    path = write("game.ptn", K54)
    path.chmod(0o640)
    ran = run("annotate", path)
    assert (ran.status, ran.out) == (0, "")
    assert ran.err == "1 file changed, 0 right already; 1 mark missing, 1 wrong\n"
    assert path.read_text() == K54_RIGHT
    assert path.stat().st_mode & 0o777 == 0o640
    before = path.stat().st_mtime_ns
    assert run("annotate", path).err == "0 files changed, 1 right already; 0 marks missing, 0 wrong\n"
    assert path.stat().st_mtime_ns == before
    assert os.listdir() == ["game.ptn"]


@pytest.mark.parametrize("files", [("-",), ()])
def test_a_pipe_goes_to_standard_output(files: tuple[str, ...]) -> None:
    ran = run("annotate", *files, stdin=K54)
    assert (ran.status, ran.out, ran.err) == (0, K54_RIGHT, "1 mark missing, 1 wrong\n")
    assert run("annotate", *files, "-q", stdin=gzip.compress(K54.encode())).out == K54_RIGHT


def test_as_a_process() -> None:
    ran = process("annotate", "-", stdin=K54.encode())
    assert (ran.status, ran.out) == (0, K54_RIGHT)


def test_another_file() -> None:
    path, other = write("game.ptn", K54), write("b/two.ptn", '[Size "3"] 1. a1 c3 2. c2')
    assert run("annotate", path, other, "-o", "new.ptn").status == 0
    assert Path("new.ptn").read_text() == f'{K54_RIGHT}\n[Size "3"]\n\n1. a1 c3\n2. c2\'\n'
    assert path.read_text() == K54
    ran = run("annotate", path, "-o", "new.ptn")
    assert ran.status == 2
    assert "new.ptn exists already; --force overwrites it." in ran.err
    assert run("annotate", path, "-o", "new.ptn", "--force").status == 0
    assert Path("new.ptn").read_text() == K54_RIGHT
    assert run("annotate", path, "-o", "-").out == K54_RIGHT


def test_only_marks_and_form_change() -> None:
    """What is written says the same as before, but for marks; and its form is that of `ptn fmt`."""
    ran = run("annotate", "-", stdin=ENCYCLOPEDIA)
    assert unmarked(ran.out) == [replace(game, terminator=None) for game in unmarked(ENCYCLOPEDIA)]
    assert "8. a2> b3-*" in ran.out
    assert run("fmt", "-", stdin=ran.out).out == ran.out
    assert ran.out.replace("'", "") == run("fmt", "-", stdin=ENCYCLOPEDIA).out


@pytest.mark.parametrize(
    ("text", "code"),
    [(THREE_GAMES, "PTN101"), (ILLEGAL, "PTN402"), (WRONG_RESULT, "PTN501"), ('[Player1 "x"]\n1. a1 c3', "PTN204")],
)
def test_a_file_with_errors_is_left_as_it_is(text: str, code: str) -> None:
    """One broken game is enough; the other files are annotated all the same."""
    bad, good = write("a.ptn", K54 + "\n" + text), write("b.ptn", K54)
    ran = run("annotate", bad, good)
    assert ran.status == 1
    assert f"{code} " in ran.err
    assert "a.ptn:" in ran.err
    assert bad.read_text() == K54 + "\n" + text
    assert good.read_text() == K54_RIGHT
    assert sorted(os.listdir()) == ["a.ptn", "b.ptn"]
    ran = run("annotate", "-", stdin=text)
    assert (ran.status, ran.out) == (1, "")
    assert run("annotate", "a.ptn", "-o", "new.ptn").status == 1
    assert not Path("new.ptn").exists()


def test_a_broken_branch_is_an_error() -> None:
    text = f"{K54}\n{{3w1}}\n3. b2 d1\n"
    path = write("a.ptn", text)
    ran = run("annotate", path)
    assert (ran.status, path.read_text()) == (1, text)
    assert "PTN402 3... d1 is illegal" in ran.err


def test_a_size_for_games_without() -> None:
    assert run("annotate", "--size", "3", "-", stdin="1. a1 c3 2. c2").out == "1. a1 c3\n2. c2'\n"


def test_check_and_diff_change_nothing() -> None:
    path = write("game.ptn", K54)
    right = write("right.ptn", K54_RIGHT)
    ran = run("annotate", "--check", path, right)
    assert (ran.status, ran.out) == (1, "game.ptn: marks or spelling would change\n")
    assert ran.err == "1 file would change, 1 right already; 1 mark missing, 1 wrong\n"
    ran = run("annotate", "--diff", path, right)
    assert ran.status == 1
    assert ran.out.splitlines()[2:] == [
        "@@ -2,5 +2,5 @@", " ", " 1. a4 d1", " 2. a2 b4", "-3. b2' c4", "+3. b2 c4'", " 4. c2'! {a fork} d4 0-R",
    ]  # fmt: skip
    assert path.read_text() == K54
    assert run("annotate", "--check", right).status == 0
    assert run("annotate", "--check", "-", stdin=K54).lines == ["-: marks or spelling would change"]
    assert run("annotate", "--check", "-o", "x", path).status == 2


def test_directories_and_what_is_no_file_of_games() -> None:
    path, tps = write("games/a.ptn", K54), write("x.tps", "x3/x3/x3 1 1\n")
    Path("games/b.ptn.gz").write_bytes(gzip.compress(K54.encode()))
    empty = write("empty.ptn", "")
    ran = run("annotate", "games", tps, empty, "missing.ptn")
    assert ran.status == 2
    assert path.read_text() == K54_RIGHT
    assert "b.ptn.gz: compressed, left as it is\n" in ran.err
    assert "x.tps: this is a list of positions, not a file of games\n" in ran.err
    assert "empty.ptn: no game in it; left as it is\n" in ran.err
    assert "missing.ptn: No such file or directory\n" in ran.err
    assert tps.read_text() == "x3/x3/x3 1 1\n"
    assert empty.read_text() == ""


def test_a_failure_while_writing_leaves_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    path = write("game.ptn", K54)
    monkeypatch.setattr(os, "replace", broken)
    ran = run("annotate", path)
    assert ran.status == 2
    assert "No space left on device" in ran.err
    assert path.read_text() == K54
    assert os.listdir() == ["game.ptn"]


def test_text_that_would_not_read_the_same_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    from ptn import formatting
    from ptn.notation.writer import Style, write_game

    def forgetful(game: Game, style: Style, *, arrows: bool) -> str:
        return write_game(game, style, arrows=arrows).replace("c4", "c3")

    path = write("game.ptn", K54)
    monkeypatch.setattr(formatting, "write_game", forgetful)
    ran = run("annotate", path)
    assert ran.status == 1
    assert "game.ptn, game 1: the game would not read the same" in ran.err
    assert path.read_text() == K54


# ---- tinuë ----------------------------------------------------------------------------------------------------------

CROSS = '[TPS "2,x,1,x/x2,1,x/1,1,x2/2,x3 1 9"]\n\n'
"""White's c2 threatens d2 and c1, and no reply stops both."""

DEEP = '[TPS "x3,112/x,1,2221,21S/x,121,2,x/1,x2,2 1 17"]\n\n'
"""White's b1 is tinuë in 2."""


@pytest.mark.parametrize(
    ("board", "depth", "marks"), [(CROSS, "0", "c2'"), (CROSS, "1", "c2''"), (DEEP, "1", "b1'"), (DEEP, "2", "b1''")]
)
def test_tinue_depth(board: str, depth: str, marks: str) -> None:
    ran = run("annotate", "--tinue-depth", depth, "-", stdin=board + marks.rstrip("'"))
    assert ran.out.split()[-1] == marks
    assert run("annotate", "-", stdin=board + marks.rstrip("'")).out.endswith("''\n") is (board == CROSS)


def test_a_search_that_runs_out_of_nodes_is_said() -> None:
    text = f"{CROSS}9. c2''\n\n{{9w1}}\n9. c2\n"
    ran = run("annotate", "--nodes", "3", "-", stdin=text)
    assert ran.out == text.replace("9. c2\n", "9. c2'\n")
    said = "-, game 1: the search for tinuë after {} ran out of nodes; a '' is neither added nor removed"
    assert ran.err.splitlines() == [said.format("9w"), said.format("9w of the branch 9w1"), "1 mark missing, 0 wrong"]
    assert ran.status == 0


# ---- validate --marks -----------------------------------------------------------------------------------------------


def test_validate_marks() -> None:
    path = write("game.ptn", K54)
    assert run("validate", "--ignore", "PTN2", path).out == ""
    ran = run("validate", "--marks", "--ignore", "PTN2", path)
    assert ran.out == (
        "game.ptn:5:4: PTN425 b2 threatens no road: the mark ' is wrong\n"
        "  3. b2' c4\n"
        "     ^^^\n"
        "  hint: it is written b2\n"
    )
    assert (ran.status, ran.err) == (0, "1 game (1 good, 0 bad): 0 errors, 1 warning\n")
    assert run("validate", "--marks", "--strict", "--ignore", "PTN2", path).status == 1
    ran = run("validate", "--marks", "-v", "--format", "concise", "--select", "missing-tak", path)
    assert ran.lines == ["game.ptn:5:8: PTN426 c4 threatens d4, which completes a road: the mark ' is missing"]
    [_, wrong, missing] = [json.loads(line) for line in run("validate", "--marks", "--format", "jsonl", path).lines]
    assert (wrong["code"], wrong["severity"], wrong["ply"]) == ("PTN425", "warning", "3w")
    assert (missing["code"], missing["severity"], missing["ply"]) == ("PTN426", "info", "3b")


def test_validate_after_annotate_finds_nothing() -> None:
    for depth in ("1", "2"):
        for board, ply in ((CROSS, "c2"), (DEEP, "b1")):
            text = run("annotate", "--tinue-depth", depth, "-", stdin=board + ply).out
            ran = run("validate", "--marks", "--tinue-depth", depth, "--select", "PTN42", "-v", stdin=text)
            assert ran.out == ""
    ran = run("validate", "--marks", "--select", "PTN42", "--format", "concise", stdin=f"{DEEP}b1''")
    assert ran.lines == ["-:3:1: PTN427 b1 is tak but no tinuë, c2< answers it: the mark '' is wrong"]


def test_a_depth_without_marks_is_wrong_usage() -> None:
    ran = run("validate", "--tinue-depth", "2", stdin=K54)
    assert ran.status == 2
    assert "--tinue-depth is for --marks." in ran.err


def test_the_help_names_the_limit() -> None:
    assert f"[default: {NODE_LIMIT}]" in " ".join(run("annotate", "--help").out.split())


def test_codes_of_marks_are_explained() -> None:
    for code in ("PTN425", "PTN426", "PTN427", "PTN428", "PTN429", "PTN505"):
        ran = run("explain", code)
        assert ran.status == 0
        assert len(ran.lines) > 1
