"""Single inputs on which other tools have tests or opinions. They disagree with each other: our decision stands here.

Where nothing is listed for a row, we agree with it; where something is, it is what we do and why.
"""

from __future__ import annotations

import csv
from pathlib import Path

from findings import examine, examine_all, found, moves

from ptn.core.errors import PtnSyntaxError
from ptn.notation.ply import parse_move
from ptn.notation.tps import parse_tps

Row = dict[str, str]


def rows_of(corpus: Path, table: str) -> list[Row]:
    with (corpus / table).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


# Moves


MOVES_OTHERWISE = {
    ("H8", "8"): ("h8", "letter case is a warning: `H8` can mean only one thing"),
    ("8a3>11111111", "8"): (
        "8a3>11111111",
        "a word of the right form; that it leaves the board is a matter of the rules",
    ),
    ("5d4-22", "8"): ("PTN104", "drops that don't add up are neither completed nor trimmed"),
    ("c2<", "5"): ("c2<", "a missing count means 1, as everywhere else"),
}
"""By token and board size: the move we read or the code we report, and why."""

MOVES_OF_THE_RULES = {
    ("4a1+", "3"): ("1111,x2", "PTN407"),
    ("3a1>111", "3"): ("1111,x2", "PTN409"),
    ("a1-", "3"): ("1111,x2", "PTN409"),
    ("a7", "5"): ("x5", "PTN401"),
    ("8a3>11111111", "8"): ("x8/x8/11111111,x7/x8/x8", "PTN409"),
}
"""Moves that a reader with a board refuses; with us the rules do. The lowest rows of a position, and the code."""


def test_moves(corpus: Path) -> None:
    seen = set()
    for row in rows_of(corpus, "edge_moves.tsv"):
        key = row["token"], row["board_size_or_limit"]
        ours = ""
        try:
            move = parse_move(row["token"])
        except PtnSyntaxError as error:
            ours = error.code
        if key in MOVES_OTHERWISE:
            seen.add(key)
            expected, _ = MOVES_OTHERWISE[key]
            assert (ours or str(move)) == expected, row
        elif key in MOVES_OF_THE_RULES:
            assert row["verdict"] == "invalid", row
            assert not ours, row
        elif row["verdict"] == "valid":
            assert not ours, row
            assert move == parse_move(row["canonical"]), row
        else:
            assert ours.startswith("PTN1"), row
        if key in MOVES_OF_THE_RULES:
            seen.add(key)
            lowest, code = MOVES_OF_THE_RULES[key]
            size = int(row["board_size_or_limit"])
            rows = lowest.split("/")
            tps = "/".join([f"x{size}"] * (size - len(rows)) + rows)
            _, report = examine(f'[TPS "{tps} 1 9"]\n{row["token"]}')
            assert f"2:1 {code}" in found(report.diagnostics), row
    assert seen == MOVES_OTHERWISE.keys() | MOVES_OF_THE_RULES.keys()


# Positions


SIZES_ONLY = "boards have 3 to 8 squares a side"
TPS_OTHERWISE = {
    3: ("PTN603", "boards have 3 to 8 squares a side"),
    4: ("PTN603", "boards have 3 to 8 squares a side"),
    17: ("PTN604", "a run of no squares stands for nothing"),
    30: ("warned", "a leading zero changes nothing"),
    37: ("warned", "lower case can mean only one thing"),
    39: ("warned", "well formed; that it can't arise is a warning"),
    41: ("valid", "7x7 is a board"),
    43: ("PTN602", "short rows are not filled up"),
    44: ("PTN601", "turn and counter are part of a TPS and not guessed"),
    45: ("PTN601", "the wrapper is the tag TPS, with its quotation marks"),
    46: ("PTN601", "the wrapper is the tag TPS, with its name"),
    47: ("PTN601", "turn and counter are part of a TPS and not guessed"),
    50: ("PTN602", "short rows are not filled up"),
    55: ("warned", "well formed; that it can't arise is a warning"),
    56: ("warned", "well formed; that it can't arise is a warning"),
}
"""By line of the table: the code we report, or that we read it, with a warning or without, and why."""


def test_positions(corpus: Path) -> None:
    seen = set()
    for line, row in enumerate(rows_of(corpus, "edge_tps.tsv"), 2):
        text = row["tps"]
        whole = f"x3/{text[5:]},x2/x3 1 4" if text.startswith("cell:") else text
        ours = "valid"
        try:
            board = parse_tps(whole)
        except PtnSyntaxError as error:
            ours = error.code
        if line in TPS_OTHERWISE:
            seen.add(line)
            expected, _ = TPS_OTHERWISE[line]
            if expected == "warned":
                assert ours == "valid", row
                _, report = examine(f'[TPS "{whole}"]')
                assert report.ok, row
                assert found(report.diagnostics), row
            else:
                assert ours == expected, row
                assert row["verdict"].startswith("valid") or expected == "valid", row
        elif row["verdict"].startswith("valid"):
            assert ours == "valid", row
            if row["canonical"] and not text.startswith("cell:"):
                assert board.tps == row["canonical"], row
        else:
            assert ours.startswith("PTN6"), row
    assert seen == TPS_OTHERWISE.keys()


# Games


GAMES: list[tuple[str, list[tuple[str, list[str]]], str]] = [
    # what the row is about; per game the plies and what is found; agree, or what differs and why
    ("a tag without a blank", [("", ["1:1 PTN210"])], "agree"),
    ("brackets in a value", [("", ["1:1 PTN210"])], "agree"),
    ("a name of three words", [("", ["1:9 PTN201"])], "differs: a tag's name is one word of letters, digits and _"),
    ("a name of backslashes", [("", ["1:1 PTN201"])], "differs: a tag's name is one word of letters, digits and _"),
    ("a blank before a tag", [("", ["1:2 PTN210"])], "differs: blanks before a tag mean nothing"),
    ("a bad escape", [("", ["1:1 PTN210", "1:7 PTN211"])], "differs: the backslash is kept, with a warning"),
    ("an empty value", [("", ["1:1 PTN210"])], "differs: an empty value is unknown; servers write it"),
    ("comments everywhere", [("a6 f6 d4 c4 d3 c3 d5 c5", [])], "agree"),
    ("no numbers", [("a3 a2 a3- b2 d4 b3 b4 c4 c3 b5 a4 a3 c5 b6 d4< a5 c6 a3- Sa3", [])], "agree"),
    ("no tags", [("a3 a2 a3- b2 d4", ["1:1 PTN204"])], "agree; but there is no size, which is an error"),
    ("a spread off the board", [("a1 a5 b1 a1-", ["3:7 PTN409"])], "agree"),
    ("a spread from an empty square", [("a1 a2 b1 5b2>", ["3:7 PTN405"])], "agree"),
    ("a ply after the end", [("a1 a5 a3 a2 b3 a4 c3 b4 d3 b2 e3 e1", ["7:7 PTN412"])], "agree"),
    ("a result alone on its line", [("a1 a2", [])], "agree"),
    ("marks", [("a1 a2 b1 b2", [])], "agree"),
    ("a mark that stands alone", [("a1 a2", ["2:7 PTN124"])], "agree; the mark is kept, with a warning"),
    (
        "a * that smashes nothing",
        [("a1 a5 b1 b2 Cc1 d1 c1> e1", ["5:4 PTN422"])],
        "agree; but a * that smashes nothing is a warning",
    ),
    ("an open comment", [("a1", ["2:7 PTN301"])], "agree"),
    ("a skipped number", [("a1 a2 b1 b2", ["3:1 PTN303"])], "differs: numbers are aids, a wrong one a warning"),
    ("a number within a move", [("a1 a2 b1 c1", ["3:7 PTN303"])], "differs: numbers are aids, a wrong one a warning"),
    ("a ply behind the result", [("a1 a2", ["2:10 PTN501"]), ("b1", ["2:14 PTN308"])], "agree"),
    ("half a move", [("a1 a2 b1", [])], "agree"),
    ("blanks before tags", [("a1 a2", [])], "agree"),
    ("a byte order mark", [("a3 c2", [])], "agree"),
    (
        "any text as result",
        [("", ["1:1 PTN204", "1:1 PTN208"])],
        "agree, with a warning; but there is no size, which is an error",
    ),
]
"""In the order of the table."""


def test_games(corpus: Path) -> None:
    rows = rows_of(corpus, "edge_ptn.tsv")
    for row, (what, expected, decision) in zip(rows, GAMES, strict=True):
        text = row["ptn(escaped \\n)"].replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
        games = examine_all(text, None if "no size" in decision else 6)
        assert [(moves(entry.partial), sorted(found(report.diagnostics))) for entry, report in games] == [
            (plies, sorted(codes)) for plies, codes in expected
        ], (what, text)
