"""Perft: counting the leaves of the tree of legal plies, the classic check of a move generator.

A finished position has no plies, so it counts at the last depth only (docs/rules.md).
"""

from __future__ import annotations

from ptn.core.moves import Move
from ptn.rules.engine import Engine
from ptn.rules.position import Position


def perft(position: Position, depth: int, *, count_last: bool = False) -> int:
    """Count the sequences of ``depth`` legal plies from a position; raise ``ValueError`` for a depth below 0.

    Every leaf is played, so that playing is tested and timed too. ``count_last`` is many times faster: it counts the
    plies of the last level without playing them.

    >>> perft(Position.start(size=3), 3)
    1200
    """
    if depth < 0:
        raise ValueError(f"a depth of {depth} is below 0")
    if depth == 0:
        return 1
    return _count(position.to_engine(), depth, count_last)


def divide(position: Position, depth: int, *, count_last: bool = True) -> dict[Move, int]:
    """Return how many leaves lie below each legal ply, in the order of ``legal_moves``; their sum is ``perft``.

    Raise ``ValueError`` for a depth below 1.
    """
    if depth < 1:
        raise ValueError(f"a depth of {depth} is below 1")
    return {move: perft(position.play(move), depth - 1, count_last=count_last) for move in position.legal_moves()}


def _count(engine: Engine, depth: int, count_last: bool) -> int:
    if depth == 1 and count_last:
        return engine.count_legal()
    if engine.ply < 2:
        return _count_first(engine, depth, count_last)
    total = 0
    keys = engine.legal_keys()
    if depth == 1:
        for key in keys:
            engine.push_key(key)
            engine.pop()
        return len(keys)
    for key in keys:
        engine.push_key(key)
        total += _count(engine, depth - 1, count_last)
        engine.pop()
    return total


def _count_first(engine: Engine, depth: int, count_last: bool) -> int:
    """Count below a ply of move 1, which ``push_key`` does not always play."""
    total = 0
    for move in engine.legal_moves():
        engine.push(move)
        total += _count(engine, depth - 1, count_last) if depth > 1 else 1
        engine.pop()
    return total
