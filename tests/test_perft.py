"""Node counts: of the start positions, which many engines agree on, and of the shared table."""

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from naive import read_tps

from ptn.core.setup import Opening, Setup
from ptn.rules.perft import divide, perft
from ptn.rules.position import Position

START = {
    3: (1, 9, 72, 1200),
    4: (1, 16, 240, 7440),
    5: (1, 25, 600, 43320),
    6: (1, 36, 1260, 132720),
    7: (1, 49, 2352, 339696),
    8: (1, 64, 4032, 764064),
}
SOAK_NODES = 20_000_000
"""Deeper rows of the shared table have billions of leaves."""


@pytest.mark.parametrize("size", START)
def test_the_start_positions_have_the_known_counts_to_depth_3(size: int) -> None:
    for depth, nodes in enumerate(START[size]):
        assert perft(Position.start(size=size), depth, count_last=True) == nodes
        if nodes < 50_000:
            assert perft(Position.start(size=size), depth) == nodes


def rows(corpus: Path) -> Iterator[tuple[str, int, int]]:
    with (corpus / "perft.tsv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            yield row["tps"], int(row["depth"]), int(row["nodes"])


def test_the_shared_table_to_depth_2(corpus: Path) -> None:
    checked = 0
    for tps, depth, nodes in rows(corpus):
        if depth > 2:
            continue
        position = Position.from_board(read_tps(tps))
        assert perft(position, depth, count_last=True) == nodes, (tps, depth)
        if nodes < 20_000:
            assert perft(position, depth) == nodes, (tps, depth)
        checked += 1
    assert checked > 30


@pytest.mark.soak
def test_the_shared_table_as_deep_as_time_allows(corpus: Path) -> None:
    checked = 0
    for tps, depth, nodes in rows(corpus):
        if depth > 2 and nodes <= SOAK_NODES:
            assert perft(Position.from_board(read_tps(tps)), depth, count_last=True) == nodes, (tps, depth)
            checked += 1
    assert checked > 15


def test_divide_names_every_ply_in_order_and_adds_up() -> None:
    position = Position.from_board(read_tps("x3/x,1S,2/2,x,1 1 3"))
    parts = divide(position, 2)
    assert list(parts) == position.legal_moves()
    assert sum(parts.values()) == perft(position, 2)
    assert divide(position, 2, count_last=False) == parts
    assert set(divide(position, 1).values()) == {1}


def test_a_finished_position_has_no_plies() -> None:
    over = Position.from_board(read_tps("x3/1,1,1/2,2,x 2 4"))
    assert [perft(over, depth) for depth in (0, 1, 2)] == [1, 0, 0]
    assert divide(over, 1) == {}
    # One ply before the end: the plies that end the game have nothing below them.
    position = Position.from_board(read_tps("x3/1,1,x/2,2,x 1 4"))
    ending = [move for move in position.legal_moves() if position.play(move).is_over]
    assert ending
    assert all(divide(position, 2)[move] == 0 for move in ending)


@pytest.mark.parametrize("opening", Opening)
def test_openings_count_every_square_for_each_first_ply(opening: Opening) -> None:
    position = Position.start(setup=Setup.standard(4, opening=opening))
    assert [perft(position, depth) for depth in (1, 2)] == [16, 16 * 15]
    assert perft(position, 3) == perft(position, 3, count_last=True)


def test_impossible_depths() -> None:
    with pytest.raises(ValueError, match="below 0"):
        perft(Position.start(size=3), -1)
    with pytest.raises(ValueError, match="below 1"):
        divide(Position.start(size=3), 0)
