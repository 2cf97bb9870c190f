"""Plies that other programs test as legal or not, from the shared table: each with the reason we give."""

import csv
from pathlib import Path

from naive import read_move, read_tps

from ptn.core import codes
from ptn.core.setup import Setup
from ptn.rules.position import Position

REASONS = {
    "occupied": codes.OCCUPIED,
    "opening-must-be-flat": codes.OPENING_PLY,
    "empty-square": codes.EMPTY_SQUARE,
    "stack-not-owned": codes.NOT_CONTROLLED,
    "off-board-slide": codes.LEAVES_BOARD,
    "off-board": codes.OFF_BOARD,
    "onto-capstone": codes.ONTO_CAPSTONE,
    "game-over": codes.GAME_OVER,
    "no-capstone-left": codes.EMPTY_RESERVE,
    "no-stones-left": codes.EMPTY_RESERVE,
}


def test_every_row_is_as_legal_as_the_table_says(corpus: Path) -> None:
    with (corpus / "legality.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) > 15
    reasons = set()
    for row in rows:
        start = read_tps(row["start_tps"]) if row["start_tps"] else None
        position = Position.start(setup=Setup.standard(int(row["size"]), start=start))
        for move in row["setup_moves"].split():
            position = position.play(read_move(move))
        assert position.to_tps() == row["tps_before"], row
        verdict, _, detail = row["expected(source)"].partition(":")
        move = read_move(row["move"])
        error = position.why_illegal(move)
        if verdict == "illegal":
            assert error is not None, row
            assert error.reason is REASONS[detail], (row, error)
            reasons.add(detail)
        else:
            assert error is None, (row, error)
            position = position.play(move)
            assert str(position.result) == detail, row
        assert position.to_tps() == row["tps_after"], row
    assert reasons == set(REASONS)
