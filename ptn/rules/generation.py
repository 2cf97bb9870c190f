"""Which plies are legal, listed or only counted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptn.rules.geometry import PATTERNS
from ptn.rules.openings import first_stones

if TYPE_CHECKING:
    from ptn.rules.engine import Engine

_COUNTS: Final = tuple(tuple((len(plain), len(smashing)) for plain, smashing in by_reach) for by_reach in PATTERNS)
"""How many spreads ``PATTERNS`` lists."""


def legal_keys(engine: Engine) -> list[int]:
    """Return the ``move.key`` of all legal plies, in the order of ``legal_moves``."""
    if engine.result is not None:
        return []
    board = engine.geometry
    turn = engine.ply & 1
    empty = board.full ^ (engine.mine | engine.theirs | engine.walls)
    if engine.first_ply_due:
        owner, count = first_stones(engine.setup.opening, engine.ply)
        if engine.reserves[owner] < count:
            return []
        return [square | (count - 1) << 8 for index, square in board.squares.items() if empty >> index & 1]
    keys: list[int] = []
    place_keys = board.place_keys[(1 if engine.reserves[turn] else 0) + (2 if engine.reserves[turn + 2] else 0)]
    while empty:
        low = empty & -empty
        keys += place_keys[low.bit_length()]
        empty ^= low
    for index, direction, lift, reach, smash in _fans(engine):
        keys += board.fan(index, direction, lift, reach, smash)
    return keys


def count_legal(engine: Engine) -> int:
    """Count the legal plies without listing them."""
    if engine.result is not None:
        return 0
    if engine.first_ply_due:
        return len(legal_keys(engine))
    turn = engine.ply & 1
    empty = engine.geometry.full ^ (engine.mine | engine.theirs | engine.walls)
    each = (2 if engine.reserves[turn] else 0) + (1 if engine.reserves[turn + 2] else 0)
    count = empty.bit_count() * each
    for _, _, lift, reach, smash in _fans(engine):
        count += _COUNTS[lift][reach][smash]
    return count


def _fans(engine: Engine) -> list[tuple[int, int, int, int, bool]]:
    """List, for every stack of the player to move and every direction that is open, how spreads may go there.

    Each entry is the index of the square, the direction, how many pieces may be lifted, how many squares are free
    and whether the capstone may smash a wall behind them.
    """
    stacks, turn = engine.stacks, engine.ply & 1
    walls, caps, blocked = engine.walls, engine.caps, engine.walls | engine.caps
    size, rays = engine.geometry.size, engine.geometry.rays
    fans: list[tuple[int, int, int, int, bool]] = []
    own = engine.mine | walls
    while own:
        low = own & -own
        own ^= low
        index = low.bit_length() - 1
        stack = stacks[index]
        if stack & 1 != turn:
            continue
        lift = stack.bit_length() - 1
        if lift > size:
            lift = size
        for direction, ray in enumerate(rays[index]):
            reach = 0
            smash = False
            for where in ray:
                if blocked >> where & 1:
                    smash = bool(caps & low and walls >> where & 1)
                    break
                reach += 1
                if reach == lift:
                    break
            if reach or smash:
                fans.append((index, direction, lift, reach, smash))
    return fans
