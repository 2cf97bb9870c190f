"""`ptn validate`, as its users see it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, ENCYCLOPEDIA_END, THREE_GAMES, run


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game of the encyclopedia as `game.ptn` in the current directory."""
    monkeypatch.chdir(tmp_path)
    path = Path("game.ptn")
    path.write_text(ENCYCLOPEDIA, encoding="utf-8")
    return path


def test_text_shows_place_caret_and_hint(game: Path) -> None:
    ran = run("validate", game)
    assert ran.out == (
        "game.ptn:1:1: PTN203 the game lacks the tags Player1, Player2, Date and Result\n"
        '  [Size "5"]\n'
        "  ^\n"
        "  hint: the PTN standard asks for Player1 Player2 Date Size Result\n"
        "game.ptn:3:78: PTN421 b3- smashes a wall: the mark * is missing\n"
        "  1. e2 c3 2. c4 c1 3. b1 b2 4. Cb4 c2 5. Sa2 Cb3 6. c3- c1+ 7. d2 2c2> 8. a2> b3- 9. a2 2b2< 0-R\n"
        "                                                                               ^^^\n"
        "  hint: it is written b3-*\n"
    )
    assert ran.err == "1 game (1 good, 0 bad): 0 errors, 2 warnings\n"
    assert ran.status == 0


def test_strict_makes_warnings_errors(game: Path) -> None:
    ran = run("validate", "--strict", "--format", "jsonl", game)
    assert [json.loads(line)["severity"] for line in ran.lines] == ["error", "error"]
    assert ran.err == "1 game (0 good, 1 bad): 2 errors, 0 warnings\n"
    assert ran.status == 1


def test_concise_is_one_line_each(game: Path) -> None:
    ran = run("validate", "--format", "concise", game)
    assert ran.lines == [
        "game.ptn:1:1: PTN203 the game lacks the tags Player1, Player2, Date and Result",
        "game.ptn:3:78: PTN421 b3- smashes a wall: the mark * is missing",
    ]


def test_github_annotates(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a,b:c.ptn").write_text('[Size "3"]\n[Mood "100%"]\n1. a1 a1 1-0\n', encoding="utf-8")
    ran = run("validate", "--format", "github", "-v", "--ignore", "missing-tag", "a,b:c.ptn")
    notice, error = ran.lines
    assert notice == (
        "::notice file=a%2Cb%3Ac.ptn,line=2,col=1,endColumn=14,title=PTN210 unknown-tag"
        "::the tag `Mood` is not a known one; it is kept as it is"
    )
    assert error.startswith(
        "::error file=a%2Cb%3Ac.ptn,line=3,col=7,endColumn=9,title=PTN402 occupied::1... a1 is illegal: "
    )
    ran = run("validate", "--format", "github", "--select", "missing-tag", "a,b:c.ptn")
    assert "%0Ahint: the PTN standard" in ran.out


DIAGNOSTIC_KEYS = [
    "schema", "file", "game", "line", "column", "end_column", "code", "name", "severity", "ply", "message", "hint",
]  # fmt: skip


def test_jsonl_is_as_documented() -> None:
    ran = run("validate", "--format", "jsonl", "--select", "101", stdin="")
    assert ran.status == 2
    ran = run("validate", "--format", "jsonl", "--select", "PTN101,PTN104", stdin=THREE_GAMES.replace("zz9", "3a1>11"))
    [line] = ran.lines
    assert line.startswith('{"schema":1,"file":"-","game":2,"line":5,"column":17,"end_column":19,"code":"PTN104",')
    found = json.loads(line)
    assert list(found) == DIAGNOSTIC_KEYS
    assert {key: found[key] for key in DIAGNOSTIC_KEYS[:9]} == {
        "schema": 1, "file": "-", "game": 2, "line": 5, "column": 17, "end_column": 19, "code": "PTN104",
        "name": "drop-count", "severity": "error",
    }  # fmt: skip


def test_json_is_one_array_of_the_same_objects(game: Path) -> None:
    lines = run("validate", "--format", "jsonl", game).lines
    whole = run("validate", "--format", "json", game).out
    assert json.loads(whole) == [json.loads(line) for line in lines]
    assert len(lines) == 2
    assert run("validate", "--format", "json", "--select", "PTN1", game).out == "[]\n"


def test_json_has_null_where_there_is_nothing() -> None:
    [line] = run("validate", "--format", "jsonl", stdin="").lines
    assert json.loads(line) == {
        "schema": 1, "file": "-", "game": None, "line": 1, "column": 1, "end_column": 2, "code": "PTN003",
        "name": "no-game", "severity": "error", "ply": None, "message": "the input holds no game", "hint": None,
    }  # fmt: skip


def test_infos_are_for_json_and_the_verbose() -> None:
    text = '[Size "3"]\n[Mood "x"]\n1. a1\n'
    only = ("--select", "unknown-tag")
    assert run("validate", *only, stdin=text).out == ""
    assert run("validate", *only, "-v", "--format", "concise", stdin=text).lines == [
        "-:2:1: PTN210 the tag `Mood` is not a known one; it is kept as it is"
    ]
    [line] = run("validate", *only, "--format", "jsonl", stdin=text).lines
    assert json.loads(line)["severity"] == "info"
    ran = run("validate", *only, "--strict", stdin=text)
    assert (ran.status, ran.err) == (0, "1 game (1 good, 0 bad): 0 errors, 0 warnings\n")


@pytest.mark.parametrize(
    ("options", "codes"),
    [
        ((), ["PTN203", "PTN421"]),
        (("--select", "PTN4"), ["PTN421"]),
        (("--select", "ptn203,missing-smash"), ["PTN203", "PTN421"]),
        (("--select", "PTN203", "--select", "PTN1"), ["PTN203"]),
        (("--ignore", "missing-tag"), ["PTN421"]),
        (("--select", "PTN", "--ignore", "PTN421,PTN2"), []),
    ],
)
def test_select_and_ignore(game: Path, options: tuple[str, ...], codes: list[str]) -> None:
    ran = run("validate", "--format", "jsonl", *options, game)
    assert [json.loads(line)["code"] for line in ran.lines] == codes
    assert ran.status == 0


@pytest.mark.parametrize(("word", "near"), [("missing-tagg", "'missing-tag'"), ("PTN10l", "'PTN10"), ("?", "")])
def test_unknown_codes_are_wrong_usage(game: Path, word: str, near: str) -> None:
    ran = run("validate", "--ignore", f"PTN1,{word}", game)
    assert ran.status == 2
    assert f"{word!r} is no code" in ran.err
    assert near in ran.err
    assert ran.out == ""


def test_what_is_ignored_does_not_count() -> None:
    ran = run("validate", "--ignore", "PTN101,PTN203", stdin=THREE_GAMES)
    assert (ran.status, ran.out, ran.err) == (0, "", "3 games (3 good, 0 bad): 0 errors, 0 warnings\n")


# ---- cases ----------------------------------------------------------------------------------------------------------


def test_k16_unclosed() -> None:
    ran = run("validate", "--format", "concise", stdin="1. a1 {good")
    assert ran.lines == ["-:1:7: PTN301 the comment that begins on line 1 is not closed at the end of the input"]
    assert ran.status == 1
    ran = run("validate", "--format", "concise", stdin='[Size "3"\n1. a1')
    assert ran.lines == ["-:1:1: PTN202 ] missing after the tag on line 1"]
    assert ran.status == 1


def test_k19_one_bad_game_among_three() -> None:
    ran = run("validate", "--ignore", "missing-tag", stdin=THREE_GAMES)
    assert ran.lines[:3] == ["-:5:13: PTN101 `zz9` is not a move", "  1. a1 c3 2. zz9 R-0", "              ^^^"]
    assert ran.err == "3 games (2 good, 1 bad): 1 error, 0 warnings\n"
    assert ran.status == 1
    [line] = run("validate", "--select", "not-a-move", "--format", "jsonl", stdin=THREE_GAMES).lines
    found = json.loads(line)
    assert (found["game"], found["line"], found["column"], found["ply"]) == (2, 5, 13, "2w")


def test_k24_movetext_only() -> None:
    ran = run("validate", "--ignore", "missing-tag", "--format", "concise", stdin="1. a1 c3 2. a2")
    assert ran.lines == ["-:1:1: PTN204 no Size and no TPS tag; give --size N"]
    assert ran.status == 1
    ran = run("validate", "--ignore", "missing-tag", "--size", "3", stdin="1. a1 c3 2. a2")
    assert (ran.status, ran.out, ran.err) == (0, "", "1 game (1 good, 0 bad): 0 errors, 0 warnings\n")
    ran = run("validate", "--format", "concise", "--select", "PTN4", "--size", "3", stdin="1. a1 c3 2. d2")
    assert ran.lines == ["-:1:13: PTN401 2. d2 is illegal: d2 is not on a 3x3 board"]


# ---- positions ------------------------------------------------------------------------------------------------------


def test_positions_one_a_line() -> None:
    ran = run("validate", "--format", "concise", stdin=f"{ENCYCLOPEDIA_END}\n\nx3/x3/x2 1 1\nx3/x3/X3 1 1\n")
    assert ran.lines == [
        "-:3:7: PTN602 row 1 has 2 squares: 3 expected",
        "-:4:1: PTN621 the TPS is not spelled in the standard way",
    ]
    assert ran.err == "3 positions (2 good, 1 bad): 1 error, 1 warning\n"
    assert ran.status == 1


def test_a_position_with_too_many_pieces() -> None:
    ran = run("validate", "--format", "jsonl", "--select", "PTN607", stdin="1C,x2/x3/x3 1 5\n")
    [found] = [json.loads(line) for line in ran.lines]
    assert (found["game"], found["line"], found["column"], found["end_column"]) == (1, 1, 1, 3)
    assert ran.status == 1


def test_games_and_positions_together(game: Path) -> None:
    Path("x.tps").write_text(f"{ENCYCLOPEDIA_END}\n", encoding="utf-8")
    ran = run("validate", "-q", game, "x.tps")
    assert ran.err == ""
    ran = run("validate", "--select", "PTN1", game, "x.tps")
    assert ran.err == "1 game and 1 position (2 good, 0 bad): 0 errors, 0 warnings\n"


def test_nothing_in_it_is_an_error() -> None:
    ran = run("validate", stdin=" \n")
    assert (ran.status, ran.out) == (1, "-:1:1: PTN003 the input holds no game\n")
    assert ran.err == "0 games (0 good, 0 bad): 1 error, 0 warnings\n"
    assert "no position" in run("validate", "--from", "tps", stdin=" \n").out
    assert run("validate", "--ignore", "no-game", stdin=" \n").status == 0


# ---- one game of many -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [("2", [2]), ("1,3", [1, 3]), ("2-3", [2, 3]), ("3, 1-2", [1, 2, 3]), ("1-1,1", [1]), ("1-2,2-3", [1, 2, 3])],
)
def test_only_some_games(wanted: str, numbers: list[int]) -> None:
    text = THREE_GAMES.replace("zz9", "a2")
    found = [json.loads(line) for line in run("score", "--format", "jsonl", "--game", wanted, stdin=text).lines]
    assert [one["game"] for one in found] == [number for number in numbers if number != 2]  # whose result is wrong
    ran = run("validate", "-q", "--select", "missing-tag", "--format", "jsonl", "--game", wanted, stdin=text)
    assert [json.loads(line)["game"] for line in ran.lines] == numbers
    ran = run("convert", "--to", "tps", "--game", wanted, stdin="\n".join(["x3/x3/x3 1 1"] * 3))
    assert len(ran.lines) == len(numbers)


@pytest.mark.parametrize("wanted", ["0", "-1", "x", "", "1,", "3-2", "1-", "1.5", "\u0661"])
def test_what_names_no_games(wanted: str) -> None:
    ran = run("validate", f"--game={wanted}", stdin=THREE_GAMES)
    assert (ran.status, ran.out) == (2, "")
    assert "names no games" in ran.err


def test_games_that_are_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("three.ptn").write_text(THREE_GAMES, encoding="utf-8")
    Path("one.ptn").write_text(ENCYCLOPEDIA, encoding="utf-8")
    for command in (("validate",), ("convert", "--to", "tps"), ("score",), ("show",)):
        ran = run(*command, "--game", "1,3-5,9", "three.ptn", "one.ptn")
        assert ran.status == 1
        missing = [line for line in ran.err.splitlines() if "there is no" in line]
        assert missing == [
            "three.ptn: there is no game 4-5, 9: it has 3",
            "one.ptn: there is no game 3-5, 9: it has 1",
        ]
        assert ran.out
    ran = run("convert", "--to", "tps", "--game", "2", stdin="x3/x3/x3 1 1")
    assert (ran.status, ran.out, ran.err) == (1, "", "-: there is no position 2: it has 1\n")


def test_why_there_are_no_more_games_is_said() -> None:
    damaged = gzip.compress(THREE_GAMES.encode())[:-12]
    for data in (damaged, b"x3/x3/x3 1 1\n" + bytes(1)):
        assert run("validate", "--game", "99", stdin=data).status == 1
    assert "PTN004" in run("validate", "--game", "99", stdin=damaged).out
    assert "PTN703" in run("validate", "--game", "99", stdin='{"schema":1,"tags":[').out
    ran = run("validate", "--game", "1", stdin=" \n")
    assert (ran.status, ran.out) == (1, "-:1:1: PTN003 the input holds no game\n")


def test_nothing_is_read_behind_the_last_game_wanted() -> None:
    assert run("validate", "--game", "1", "--ignore", "PTN2", stdin=THREE_GAMES + "{").out == ""


def test_nothing_more_than_needed_is_imported() -> None:
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"  # not empty when coverage is measured
        "from ptn.cli import main\n"
        "try:\n    main(['validate', '-q'])\n"
        "finally:\n    print(*(set(sys.modules) - before), file=sys.stderr)\n"
    )
    game = b'[Size "3"]\n1. a1 c3'
    done = subprocess.run([sys.executable, "-c", code], input=game, capture_output=True, timeout=60, check=True)
    unwanted = {"csv", "sqlite3", "ptn.annotation", "ptn.rules.tak", "ptn.formatting", "ptn.notation.jsonio"}
    unwanted |= {"ptn.notation.link", "ptn.notation.playtak", "ptn.cli.notations", "ptn.scoring", "multiprocessing"}
    assert not unwanted & set(done.stderr.decode().split())


@pytest.mark.parametrize("option", ["--select", "--ignore"])
@pytest.mark.parametrize("value", ["", ",", " , "])
def test_no_code_is_not_every_code(option: str, value: str) -> None:
    ran = run("validate", option, value, stdin=ENCYCLOPEDIA)
    assert (ran.status, ran.out) == (2, "")
    assert "no code is named" in ran.err
