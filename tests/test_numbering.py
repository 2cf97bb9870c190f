"""Move numbers and placeholders: what is said of all that can stand between two plies, one thing at most."""

from __future__ import annotations

from itertools import product

import pytest
from findings import moves

from ptn.notation.reader import read_text

WHITE_BEGINS = '[Size "4"]\n'
BLACK_BEGINS = '[TPS "x4/x4/x4/1,x3 2 1"]\n'
WHITE_DUE = WHITE_BEGINS + "1. a1 d4\n"
BLACK_DUE = WHITE_DUE + "2. c3\n"
WORDS = ("1.", "2.", "2", "2..", "2...", "2 ...", "3.", "3...", "--", "...", ".", "{c}")


def said(text: str) -> list[str]:
    [entry] = read_text(text)
    return [f"{diagnostic.code} {diagnostic.message}" for diagnostic in entry.diagnostics]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (WHITE_DUE, "a3"),
        (WHITE_DUE, "R-0"),
        (BLACK_DUE, "b3"),
        (BLACK_DUE, ""),
        (WHITE_BEGINS, "a3"),
        (WHITE_BEGINS, ""),
        (BLACK_BEGINS, "a3"),
        (BLACK_BEGINS, "R-0"),
        (BLACK_DUE + "b3\n\n{2w1} 2. ", "a3"),
        (BLACK_DUE + "b3\n\n{2b1} 2. ", "a3"),
        (BLACK_DUE + "b3\n\n{2b1} 2. ", ""),
    ],
)
def test_of_all_that_stands_in_front_of_a_ply_one_thing_is_said_at_most(before: str, after: str) -> None:
    for count in range(3):
        for words in product(WORDS, repeat=count):
            text = f"{before}{' '.join(words)} {after}"
            [entry] = read_text(text)
            assert len(entry.diagnostics) <= 1, text
            assert not entry.broken or entry.diagnostics[0].code == "PTN311", text
            game = entry.partial
            read = " ".join((moves(game), *map(moves, game.branches)))
            assert entry.broken or read.endswith(after) or after == "R-0", text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (WHITE_DUE + "2 . a3", "PTN303 the dots of the move number 2 stand apart from it"),
        (WHITE_DUE + "2. 2. a3", "PTN303 the move number 2 stands twice"),
        (WHITE_DUE + "2. 3. a3", "PTN303 the move number 3 stands where 2 is due"),
        (WHITE_DUE + "2.. a3", "PTN303 2.. announces Black's ply, but White is to move"),
        (WHITE_DUE + "2. -- a3", "PTN304 the placeholder `--` is ignored"),
        (
            WHITE_DUE + "3. ... a3",
            "PTN303 the move number 3 stands where 2 is due, and the placeholder `...` is ignored",
        ),
        (WHITE_DUE + "... 12", "PTN303 no ply follows the move number"),
        (WHITE_DUE + "... {c} --", "PTN304 the placeholder `...` is ignored"),
        (BLACK_DUE + "2. b3", "PTN303 the move number 2 stands before Black's ply"),
        (BLACK_DUE + "2. -- b3", "PTN304 the placeholder `--` is ignored"),
        (
            BLACK_DUE + "-- 3. b3 b2 4. b1 c1 5. c2",
            "PTN303 the move number 3 stands where 2 is due, and the placeholder `--` is ignored",
        ),
        (WHITE_BEGINS + "1 . a1", "PTN303 the dots of the move number 1 stand apart from it"),
        (WHITE_BEGINS + "1.. a1", "PTN303 1.. announces Black's ply, but White is to move"),
        (WHITE_BEGINS + ". a1", "PTN304 the placeholder `.` is ignored"),
        (WHITE_BEGINS + "1. ... a1", "PTN311 the text begins with Black's ply, but White is to move"),
        (WHITE_BEGINS + "1... a1", "PTN311 the text begins with Black's ply, but White is to move"),
        (WHITE_BEGINS + "9. -- a1", "PTN311 the text begins with Black's ply, but White is to move"),
        (BLACK_BEGINS + "1. -- ... a2", "PTN304 the placeholder `--` is ignored"),
        (
            BLACK_DUE + "b3\n\n{2w1}\n2... b1",
            "PTN311 the branch begins with Black's ply, but its label says White's",
        ),
    ],
)  # fmt: skip
def test_what_is_said(text: str, expected: str) -> None:
    assert said(text) == [expected]


@pytest.mark.parametrize("number", ["2...", "2..", "2...b3"])
def test_a_number_before_blacks_ply_in_mid_move_needs_its_dots_only(number: str) -> None:
    assert said(f"{BLACK_DUE}{{c}} {number}{'' if number.endswith('3') else ' b3'} 3. b1") == []


def test_a_number_that_does_not_fit_is_said_once_and_counted_from() -> None:
    assert said(WHITE_DUE + "3. a3 b3 4. b1 b2 5. c1") == ["PTN303 the move number 3 stands where 2 is due"]
    [entry] = read_text(BLACK_DUE + "3. b3 b2 4. b1 c1 5. c2")
    [warning] = entry.diagnostics
    assert (warning.message, warning.hint) == (
        "the move number 3 stands where 2 is due", "perhaps a ply of Black is missing before it",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("2. c3 c4\n{2w1}\n2. d3 d4", ["{2w1}"]),
        ("2. c3 c4 {2w1} 2. d3 d4", ["{2w1}"]),
        ("2. c3 c4 {2w1} {why} 2. d3 d4", ["{2w1}"]),
        ("2. c3 c4\r\n{2b1}\r\n2... d3", ["{2b1}"]),
        ("2. c3 {2w1} 2. d3", ["{2w1}"]),
        ("2. c3 c4\n\n{2b1} 2... d3 3. d2\n{2b1/3w1} 3. b1", ["{2b1/3w1}"]),
        ("2. c3 c4 {2w1} 1. d3", [""]),
        ("2. c3 c4 {2w1 } 2. d3", [""]),
        ("2. c3 c4 {2w} 2. d3", [""]),
        ("2. c3 c4 {4w1} 4. d3", [""]),
        ("2. c3 {2b1} 2. d3", [""]),
        ("2. c3 {2w1} c4 2. d3", [""]),
        ("2. {2w1} c3 c4 2. d3", [""]),
        ("2. c3 c4 {2w1} -- 2. d3", [""]),
        ("2. c3 c4 {2w1} 2 d3", [""]),
        ("2. c3 c4\n\n{2w1}\n2. d3 d4", []),
    ],
)
def test_a_label_that_only_lacks_its_blank_line_is_told_so(text: str, hints: list[str]) -> None:
    [entry] = read_text(WHITE_BEGINS + "1. a1 d4\n" + text)
    assert {diagnostic.code for diagnostic in entry.diagnostics} <= {"PTN303"}
    expected = [hint and f"a branch needs a blank line before its label {hint}" for hint in hints]
    assert [diagnostic.hint for diagnostic in entry.diagnostics] == expected


@pytest.mark.parametrize(
    ("gap", "branches"),
    [
        ("\n\n", 1), ("\r\r", 1), ("\r\n\r\n", 1), ("\n \t\n", 1), ("\n" + " " * 300 + "\n", 1),
        ("\n\n" + " " * 300, 1), ("\n", 0), ("\r\n", 0), ("\r", 0), (" " * 300, 0), (" \r\n ", 0),
    ],
)  # fmt: skip
def test_a_blank_line_before_a_label_may_hold_any_number_of_blanks(gap: str, branches: int) -> None:
    for result in ("", " R-0") if branches else ("",):
        [entry] = read_text(f"{WHITE_DUE}2. c3 c4{result}{gap}{{2w1}}\n2. d3 d4")
        assert len(entry.partial.branches) == branches
