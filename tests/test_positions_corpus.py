"""Every position of the shared collection against another engine's results, flat counts, plies and reserves."""

import csv
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from naive import read_tps

from ptn.core.board_terms import Color
from ptn.core.errors import SetupError
from ptn.rules.position import Position


def test_all_positions(corpus: Path) -> None:
    """They agree but for one thing: the other engine takes every position with counter 1 for an opening.

    By the rules the first ply is due on an empty board, or on one that holds just White's first stone; any other board
    with counter 1 is play as usual, and so has the same plies as with counter 2.
    """
    with (corpus / "positions.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    seen: Counter[str] = Counter()
    for row in rows:
        tps, validity = row["tps"], row["own:validity"]
        if validity.startswith("valid; over-count"):
            with pytest.raises(SetupError, match="on the board, but the game gives"):
                Position.from_board(read_tps(tps))
            seen["too many pieces"] += 1
        if validity != "valid":
            continue
        board = read_tps(tps)
        position = Position.from_board(board)
        white, black = position.reserve(Color.WHITE), position.reserve(Color.BLACK)
        assert str(position.result or "ongoing") == row["own:result(komi 0)"], tps
        assert f"{position.flat_count(Color.WHITE)}-{position.flat_count(Color.BLACK)}" == row["own:flats W-B"], tps
        reserves = f"{white.flats}/{white.caps} {black.flats}/{black.caps}"
        assert reserves == row["own:reserves W stones/caps B stones/caps"], tps
        moves = len(position.legal_moves())
        if board.counter == 1 and not position.is_over and not position.first_ply_due:
            assert int(row["own:legal_moves"]) == board.stacks.count(None), tps
            assert moves == len(Position.from_board(replace(board, counter=2)).legal_moves()), tps
            seen["counter 1"] += 1
        else:
            assert moves == int(row["own:legal_moves"]), tps
            seen["agree"] += 1
        seen["over" if position.is_over else "going on"] += 1
    assert seen["agree"] > 1200
    assert seen["counter 1"] < 50
    assert seen["too many pieces"] > 10
    assert seen["over"] > 100
