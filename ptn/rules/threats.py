"""The plies with which a player would complete a road, found without playing them.

Made for ``ptn.rules.tak``: most positions are settled by the four floods of ``completing``, and a spread is looked at
only where all squares it could reach, taken together, would make a road.
"""

from __future__ import annotations

from collections.abc import Iterator

from ptn.rules.engine import Engine
from ptn.rules.geometry import EMPTY_STACK
from ptn.rules.roads import completing, has_road


def road_keys(engine: Engine, color: int) -> Iterator[int]:
    """Yield the ``move.key`` of every ply that would complete a road of a colour if it were that player's turn.

    The order is that of ``Engine.legal_moves``. The game must not be over. Where a first ply is due there is no road
    to complete, so nothing comes out then.
    """
    board = engine.geometry
    mine = engine.road_pieces(color)
    single = completing(mine, board)
    if single:
        yield from _placements(engine, color, single)
    yield from _spreads(engine, color, mine, single)


def has_road_ply(engine: Engine, color: int) -> bool:
    """Whether ``road_keys`` yields anything."""
    return next(road_keys(engine, color), None) is not None


def _placements(engine: Engine, color: int, single: int) -> Iterator[int]:
    """Yield the placements of a flat or a capstone on the empty ones of the squares that complete a road."""
    board, places = engine.geometry, engine.geometry.places
    squares = single & ~(engine.mine | engine.theirs | engine.walls)
    if not squares:
        return
    place_keys = board.place_keys[(1 if engine.reserves[color] else 0) + (2 if engine.reserves[color + 2] else 0)]
    while squares:
        low = squares & -squares
        squares ^= low
        for key in place_keys[low.bit_length()]:
            if places[key][2] != 1:  # a wall is no part of a road
                yield key


def _spreads(engine: Engine, color: int, mine: int, single: int) -> Iterator[int]:
    """Yield the spreads that complete a road; ``single`` are the squares each of which would do so alone."""
    board, stacks = engine.geometry, engine.stacks
    walls, caps = engine.walls, engine.caps
    blocked = walls | caps
    size = board.size
    own = mine | walls
    while own:
        low = own & -own
        own ^= low
        index = low.bit_length() - 1
        stack = stacks[index]
        if stack & 1 != color:
            continue
        lift = stack.bit_length() - 1
        if lift == 1:
            # A single piece gains one square, and a wall gains none.
            if low & walls or not board.neighbours[index] & single:
                continue
        elif lift > size:
            lift = size
        for direction, ray in enumerate(board.rays[index]):
            reach = 0
            smash = False
            gained = mine | low
            for where in ray:
                if blocked >> where & 1:
                    if caps & low and walls >> where & 1:
                        smash = True
                        gained |= 1 << where
                    break
                gained |= 1 << where
                reach += 1
                if reach == lift:
                    break
            if (reach or smash) and has_road(gained, board):
                yield from _fan(engine, color, mine, board.fan(index, direction, lift, reach, smash))


def _fan(engine: Engine, color: int, mine: int, keys: tuple[int, ...]) -> Iterator[int]:
    """Yield those of the spreads from one square in one direction that complete a road."""
    board = engine.geometry
    spreads, walls = board.spreads, engine.walls
    judged: dict[int, bool] = {mine: False}
    for key in keys:
        index, bit, lift, _, off, _, last, _, _, steps = spreads[key]
        stack = engine.stacks[index]
        rest = stack >> lift
        after = mine & off
        if rest != EMPTY_STACK and rest & 1 == color:
            after |= bit
        for _, square, _, held, _ in steps:
            if stack >> held & 1 == color:
                after |= square
        if bit & walls:
            after ^= last
        road = judged.get(after)
        if road is None:
            road = judged[after] = has_road(after, board)
        if road:
            yield key
