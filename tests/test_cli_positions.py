"""`ptn show`, `moves`, `perft` and `explain`, as their users see them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, ENCYCLOPEDIA_END, run

from ptn.cli.explanations import EXPLANATIONS
from ptn.core.board_terms import Square
from ptn.core.codes import CODES
from ptn.core.moves import Place
from ptn.core.setup import Setup
from ptn.notation.reader import read_text
from ptn.notation.tps import parse_tps
from ptn.render.terminal import draw
from ptn.rules.position import Position
from ptn.validation import validate_entry

# ---- show -----------------------------------------------------------------------------------------------------------


def test_the_board_of_a_game() -> None:
    ran = run("show", stdin=ENCYCLOPEDIA)
    assert ran.out == (
        "-, game 1\n"
        "5x5, 0-R: Black wins by a road\n"
        "\n"
        "    ┌──────┬──────┬──────┬──────┬──────┐\n"
        "  5 │      │      │      │      │      │\n"
        "    ├──────┼──────┼──────┼──────┼──────┤\n"
        "  4 │      │ wC   │ w    │      │      │\n"
        "    ├──────┼──────┼──────┼──────┼──────┤\n"
        "  3 │      │      │      │      │      │\n"
        "    ├──────┼──────┼──────┼──────┼──────┤\n"
        "  2 │[wwbC]│(b)   │ b    │ wwb  │ b    │\n"
        "    ├──────┼──────┼──────┼──────┼──────┤\n"
        "  1 │      │ w    │      │      │      │\n"
        "    └──────┴──────┴──────┴──────┴──────┘\n"
        "      a      b      c      d      e\n"
        "\n"
        "Last ply: 9... 2b2<\n"
        "White: 15 flats, 0 capstones in hand, 2 flats on top\n"
        "Black: 17 flats, 0 capstones in hand, 4 flats on top\n"
    )
    assert (ran.status, ran.err) == (0, "")


def test_the_board_of_a_position_in_ascii() -> None:
    expected = (
        "3x3, move 2, White to move\n"
        "\n"
        "    +---+---+---+\n"
        "  3 |   |   |   |\n"
        "    +---+---+---+\n"
        "  2 |   | w |   |\n"
        "    +---+---+---+\n"
        "  1 | b |   |   |\n"
        "    +---+---+---+\n"
        "      a   b   c\n"
        "\n"
        "White: 9 flats in hand, 1 flat on top\n"
        "Black: 9 flats in hand, 1 flat on top\n"
    )
    assert run("show", "--ascii", "x3/x,1,x/2,x2 1 2").out == expected
    assert run("show", "--ascii", "x3/x,1,x/2,x2", "1", "2").out == expected
    assert run("show", "--ascii", stdin="x3/x,1,x/2,x2 1 2").out == f"-, position 1\n{expected}"
    ran = run("show", "x3/x,1,x/2,x3 1 2")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("TPS:1:10: PTN602")


def test_show_a_ply_and_every_position() -> None:
    ran = run("show", "--ply", "1w", stdin=ENCYCLOPEDIA)
    assert "Last ply: 1. e2\n" in ran.out
    assert "│[b]│" in ran.out
    ran = run("show", "--ply", "start", stdin=ENCYCLOPEDIA)
    assert "move 1, White to move" in ran.out
    assert "Last ply" not in ran.out
    ran = run("show", "--all", stdin=ENCYCLOPEDIA)
    assert ran.out.count("-, game 1\n") == 19
    ran = run("show", "--ply", "12b", stdin=ENCYCLOPEDIA)
    assert (ran.status, ran.out, ran.err) == (1, "", "-, game 1: there is no such ply: the game has 1w to 9b\n")
    assert run("show", "--ply", "1w", "--all", stdin=ENCYCLOPEDIA).status == 2


def test_show_one_of_many_games(tmp_path: Path) -> None:
    path = tmp_path / "games.ptn"
    path.write_text(ENCYCLOPEDIA + '[Size "3"]\n1. b2\n', encoding="utf-8")
    assert re.findall("game ([0-9])", run("show", path).out) == ["1", "2"]
    assert re.findall("game ([0-9])", run("show", "--game", "2", path).out) == ["2"]
    assert run("show", "--game", "1", "x3/x3/x3 1 1").status == 2
    ran = run("show", "--game", "9", path)
    assert (ran.status, ran.out, ran.err) == (1, "", f"{path}: there is no game 9: it has 2\n")


@pytest.mark.parametrize(
    ("text", "last", "code"),
    [
        ('[Size "3"]\n1. a1 c3 2. a1', "1... c3", "PTN402"),
        ('[Size "3"]\n1. a1 c3 2. zz9', "1... c3", "PTN101"),
        ("1. a1", None, "PTN204"),
    ],
)
def test_show_draws_what_there_is_before_a_fault(text: str, last: str | None, code: str) -> None:
    ran = run("show", stdin=text)
    assert ran.status == 1
    assert code in ran.err
    assert (f"Last ply: {last}\n" in ran.out) if last else ran.out == ""


def test_high_stacks_and_narrow_terminals() -> None:
    setup = Setup.standard(5, start=parse_tps("x5/x5/x2,1212121212121212C,x2/x5/2,x4 1 20"))
    position = Position.start(setup=setup)
    wide = draw(position, width=200)
    assert "│ wbwbwbwbwbwbwbwbC │" in wide
    narrow = draw(position, width=60)
    board, reserves = narrow.split("\n\n")[1:]
    assert max(map(len, board.splitlines())) <= 60
    assert "│ …wbwbwbC │" in board
    assert reserves.splitlines()[-1] == "c3: wbwbwbwbwbwbwbwbC"
    assert "| ..bwbwbC |" in draw(position, width=60, ascii_only=True)
    assert "│ …bC │" in draw(position, width=10)
    assert "| ..bC |" in draw(position, width=10, ascii_only=True)


def test_the_drawing_is_the_same_in_colour() -> None:
    position = Position.from_tps(ENCYCLOPEDIA_END)
    last = Place(Square.from_name("b1"))
    coloured = draw(position, last=last, label="9. b1", color=True)
    assert "\x1b[" in coloured
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == draw(position, last=last, label="9. b1")
    assert "\x1b[" in run("show", "--color", stdin=ENCYCLOPEDIA).out
    assert "\x1b[" not in run("show", stdin=ENCYCLOPEDIA).out


def test_komi_is_shown() -> None:
    assert "on top, komi 2.5\n" in run("show", stdin='[Size "3"]\n[Komi "2.5"]\n1. a1\n').out


# ---- moves ----------------------------------------------------------------------------------------------------------


def test_moves_in_standard_form_one_a_line() -> None:
    assert run("moves", "x3/x3/x3 1 1").lines == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]
    lines = run("moves", "x5/x5/x5/x5/21C,2S,x3", "1", "5").lines
    assert lines[:2] == ["c1", "Sc1"]
    assert lines[-4:] == ["a1+", "2a1+", "2a1+11", "a1>*"]


def test_moves_that_win_or_threaten() -> None:
    assert run("moves", "--win", "1,1,x/2,x,2/x3 1 3").lines == ["c3"]
    assert run("moves", "--win", "--count", "x3/x3/x3 1 1").lines == ["0"]
    assert run("moves", "--tak", "x3/x,1,x/2,x2 1 2").lines == ["b1", "a2", "c2", "b3"]
    assert run("moves", "--count", "x3/x3/x3 1 1").lines == ["9"]
    assert run("moves", ENCYCLOPEDIA_END).lines == []


def test_a_threat_that_stood_before_counts() -> None:
    both = "1,1,x/x3/2,2,x 1 4"
    assert "Sc1" in run("moves", "--tak", both).lines  # White's threat c3 stood before
    ran = run("moves", "--tak", "--win", both)
    assert (ran.status, ran.out) == (2, "")
    assert "--win and --tak can't both hold: a ply that wins threatens nothing more." in ran.err
    assert "a threat that stood before counts too" in " ".join(run("moves", "--help").out.split())


@pytest.mark.parametrize("name", [["moves"], ["perft"]])
def test_a_file_is_no_tps(name: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.ptn").write_text(ENCYCLOPEDIA, encoding="utf-8")
    Path("x.tps").write_text(ENCYCLOPEDIA_END, encoding="utf-8")
    depth = ["2"] if name == ["perft"] else []
    shown = "perft DEPTH" if depth else "moves"
    hints = {"game.ptn": f"ptn convert game.ptn --to tps | ptn {shown}", "x.tps": f"ptn {shown} < x.tps"}
    holds = {"game.ptn": "games", "x.tps": "a list of positions"}
    for file, hint in hints.items():
        ran = run(*name, file, *depth)
        assert (ran.status, ran.out) == (2, "")
        assert f"A TPS is expected, and {file} is a file that holds {holds[file]}.\n  hint: {hint}\n" in ran.err
    Path("x3").mkdir()
    ran = run(*name, "x3", *depth)
    assert (ran.status, ran.out) == (2, "")
    assert "A TPS is expected, not the name of a file. x3: Is a directory\n" in ran.err


def test_a_comment_among_positions_is_called_a_comment() -> None:
    for text in ("# openings\nx3/x3/x3 1 1\n", "x3/x3/x3 1 1\n  # openings\n"):
        ran = run("validate", "--format", "concise", stdin=text)
        assert [line.split(": ", 1)[1] for line in ran.lines] == ["PTN601 this is a comment, not a TPS"]
        assert (ran.status, ran.err) == (1, "2 positions (1 good, 1 bad): 1 error, 0 warnings\n")
    assert run("convert", "--to", "tps", stdin="# openings\nx3/x3/x3 1 1\n").lines == ["x3/x3/x3 1 1"]


def test_moves_from_a_pipe() -> None:
    assert run("moves", "--count", stdin="x3/x3/x3 1 1\n").lines == ["9"]
    assert run("moves", "--count", "-", stdin="x3/x3/x3 1 1\n").lines == ["9"]
    for text in ("", "x3/x3/x3 1 1\nx3/x3/x3 1 1\n"):
        ran = run("moves", stdin=text)
        assert (ran.status, ran.out) == (2, "")
        assert "One position is expected" in ran.err
    ran = run("moves", "nonsense")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("TPS:1:1: PTN60")


# ---- perft ----------------------------------------------------------------------------------------------------------


def test_perft() -> None:
    assert run("perft", "--size", "5", "3").lines == ["43320"]
    assert run("perft", "x3/x3/x3 1 1", "3").lines == ["1200"]
    assert run("perft", "x3/x3/x3", "1", "1", "3").lines == ["1200"]
    assert run("perft", "--size", "4", "0").lines == ["1"]
    assert run("perft", "2", stdin="x3/x3/x3 1 1\n").lines == ["72"]


def test_perft_divide() -> None:
    lines = run("perft", "--divide", "--size", "3", "2").lines
    assert lines[0] == "a1 8"
    assert len(lines) == 10
    assert lines[-1] == "72"


@pytest.mark.parametrize(
    "arguments",
    [("--size", "5"), ("--size", "5", "x"), ("--size", "5", "x3/x3/x3 1 1", "2"), ("--size", "5", "--divide", "0")],
)
def test_perft_wrong_usage(arguments: tuple[str, ...]) -> None:
    ran = run("perft", *arguments)
    assert (ran.status, ran.out) == (2, "")


def test_perft_without_a_position() -> None:
    for arguments in (("3",), ("-", "3")):
        ran = run("perft", *arguments)
        assert (ran.status, ran.out) == (2, "")
        assert "One position is expected, standard input holds none. Give a TPS or --size N.\n" in ran.err


# ---- explain --------------------------------------------------------------------------------------------------------


def test_explain() -> None:
    ran = run("explain", "missing-smash")
    assert ran.out == (
        "PTN421 missing-smash (warning)\n"
        "\n"
        f"{CODES['PTN421'].summary[0].upper()}{CODES['PTN421'].summary[1:]}.\n"
        "\n"
        "Example:\n"
        '  [TPS "x3/x3/1C,2S,x 1 9"]\n'
        '  [Caps "1"]\n'
        "  9. a1>\n"
        "  -> line 3, column 4: a1> smashes a wall: the mark * is missing\n"
        "\n"
        "A spread that smashes a wall is written with *: a1>*\n"
    )
    assert run("explain", "ptn421").out == ran.out
    assert run("explain", "PTN421", "PTN101").out.count("Example:") == 2
    assert run("explain", "PTN2").out.count("PTN2") >= 10


def test_explain_lists() -> None:
    lines = run("explain", "--list").lines
    assert [line.split()[0] for line in lines] == list(CODES)
    assert [line.split()[0] for line in run("explain", "--list", "PTN00").lines] == [
        "PTN001",
        "PTN002",
        "PTN003",
        "PTN004",
        "PTN005",
    ]
    assert run("explain").status == 2
    ran = run("explain", "mising-smash")
    assert ran.status == 2
    assert "Did you mean 'missing-smash'?" in ran.err


def test_every_code_is_explained() -> None:
    assert list(EXPLANATIONS) == list(CODES), "ptn/cli/explanations.py has an entry for every code, in order"
    for code, (_, mend) in EXPLANATIONS.items():
        assert mend, code
        assert run("explain", code).status == 0


@pytest.mark.parametrize("code", [code for code, (example, _) in EXPLANATIONS.items() if example])
def test_every_example_has_its_fault(code: str) -> None:
    text = EXPLANATIONS[code][0]
    found = {diagnostic.code for entry in read_text(text) for diagnostic in validate_entry(entry).diagnostics}
    assert code in found
    assert found <= {code, "PTN203", "PTN431", "PTN432"}


def test_json_of_moves_and_perft() -> None:
    smashing = ("x5/x5/x5/x5/21C,2S,x3", "1", "5")
    for words in ((), ("--tak",), ("--win",)):
        plain = run("moves", *words, *smashing).lines
        rows = [json.loads(line) for line in run("moves", "--format", "jsonl", *words, *smashing).lines]
        assert [row["ply"] + "*" * row["smash"] for row in rows] == plain
        assert json.loads(run("moves", "--format", "json", *words, *smashing).out) == rows
    assert run("moves", "--format", "json", ENCYCLOPEDIA_END).out == "[]\n"
    assert run("moves", "--format", "json", "--count", *smashing).status == 2
    for words in ((), ("--divide",)):
        plain = run("perft", "--size", "4", "2", *words).lines
        rows = [json.loads(line) for line in run("perft", "--size", "4", "2", "--format", "jsonl", *words).lines]
        assert [f"{row['ply']} {row['nodes']}".removeprefix("None ") for row in rows] == plain
        assert json.loads(run("perft", "--size", "4", "2", "--format", "json", *words).out) == rows


@pytest.mark.parametrize(("text", "column"), [("x3 / x3 / x3 1 1", 3), ("x3/x3 /x3 1 1", 6), ("x3/ x3/x3 1 1", 4)])
def test_a_blank_within_the_rows_is_named(text: str, column: int) -> None:
    ran = run("validate", "--format", "concise", stdin=text)
    assert ran.lines == [f"-:1:{column}: PTN601 a blank stands within the rows"]


@pytest.mark.parametrize("comment", ['{"eval":0.5}', '{"":0}', '{\n\n"a":1\n}', '{"wdl":[1,2,3]}'])
@pytest.mark.parametrize("game", ['\n[Size "5"]\n\n1. a1 e5\n', " 1. a1 e5\n", "\na1 e5\n", " *\n"])
def test_a_comment_that_looks_like_json_begins_a_game(comment: str, game: str) -> None:
    assert run("convert", "--to", "jsonl", "--size", "5", stdin=comment + game) == run(
        "convert", "--to", "jsonl", "--size", "5", "--from", "ptn", stdin=comment + game
    )


@pytest.mark.parametrize(
    "text", ['{"x":1}', '{"x":1}\n{"x":2}', '[{"x":1}]', '{"tags":[],"plies":[]}', '{"x":{"y":1},"z":2}', '{"x":1},']
)
def test_json_is_still_json(text: str) -> None:
    assert "PTN70" in run("validate", "--format", "concise", stdin=text).out


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_named_with_other_letters_too(encoding: str) -> None:
    text = '[Size "5"]\n1. a1 {café ↑ 大} e5\n2. c3 c4\n'
    ran = run("validate", "--format", "concise", stdin=text.encode(encoding))
    assert ran.lines == [f"-:1:1: PTN001 the input is not UTF-8: it looks like {encoding.upper()}"]
