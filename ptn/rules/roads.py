"""Road search on bitboards.

A road joins two opposite edges of the board by squares that are neighbours along ranks and files and that have a flat
or a capstone of one colour on top (docs/rules.md, "Roads"). ``road_pieces`` is always the bitboard of these
squares.
"""

from __future__ import annotations

from ptn.rules.geometry import Geometry


def flood(road_pieces: int, seed: int, stride: int) -> int:
    """Return the squares of ``road_pieces`` that are connected with those of ``seed``, which must be among them."""
    reached = seed
    while True:
        grown = (reached | reached << 1 | reached >> 1 | reached << stride | reached >> stride) & road_pieces
        if grown == reached:
            return reached
        reached = grown


def has_road(road_pieces: int, board: Geometry) -> bool:
    """Whether the squares hold a road."""
    stride = board.stride
    first, last = road_pieces & board.bottom, board.top
    if first and road_pieces & last and flood(road_pieces, first, stride) & last:
        return True
    first, last = road_pieces & board.left, board.right
    return bool(first and road_pieces & last and flood(road_pieces, first, stride) & last)


def road_through(road_pieces: int, fresh: int, board: Geometry) -> bool:
    """Whether the squares hold a road that uses one of the ``fresh`` ones.

    Where there was no road without the fresh squares, this is whether there is one now; it costs less than
    ``has_road``, since it looks at the groups of the fresh squares only.
    """
    group, stride = 0, board.stride
    grown = fresh
    while grown != group:
        group = grown
        grown = (group | group << 1 | group >> 1 | group << stride | group >> stride) & road_pieces
    if (group & board.bottom and group & board.top) or (group & board.left and group & board.right):
        # Several fresh squares may belong to several groups, each of which touches one edge.
        return fresh & (fresh - 1) == 0 or has_road(group, board)
    return False


def completing(road_pieces: int, board: Geometry) -> int:
    """Return the squares each of which, added to ``road_pieces``, would make a road; there must be none yet.

    Such a square is on or beside what is connected with one edge, and on or beside what is connected with the opposite
    edge.
    """
    stride = board.stride
    left = flood(road_pieces, road_pieces & board.left, stride)
    right = flood(road_pieces, road_pieces & board.right, stride)
    bottom = flood(road_pieces, road_pieces & board.bottom, stride)
    top = flood(road_pieces, road_pieces & board.top, stride)
    across = (board.left | left << 1 | left >> 1 | left << stride | left >> stride) & (
        board.right | right << 1 | right >> 1 | right << stride | right >> stride
    )
    along = (board.bottom | bottom << 1 | bottom >> 1 | bottom << stride | bottom >> stride) & (
        board.top | top << 1 | top >> 1 | top << stride | top >> stride
    )
    free = board.full ^ road_pieces
    return (across | along) & free


def road_groups(road_pieces: int, board: Geometry) -> list[int]:
    """Return every connected group that joins two opposite edges, in the order of their first squares."""
    groups: list[int] = []
    rest = road_pieces
    while rest:
        group = flood(rest, rest & -rest, board.stride)
        rest ^= group
        if (group & board.bottom and group & board.top) or (group & board.left and group & board.right):
            groups.append(group)
    return groups


def straight_roads(road_pieces: int, board: Geometry) -> list[int]:
    """Return the ranks, from 1, and files, from a, that are roads all by themselves."""
    return [line for line in board.lines if road_pieces & line == line]


def shortest_road(road_pieces: int, board: Geometry) -> int:
    """Return the squares of a road with as few squares as possible, 0 when there is none.

    Of several shortest ones the choice is fixed: a road from the first rank to the last before one from the first
    file to the last, then the one whose squares come first in the order a1, b1, ... seen from its end.
    """
    best = 0
    for first, last in ((board.bottom, board.top), (board.left, board.right)):
        road = _shortest_between(road_pieces, road_pieces & first, last, board)
        if road and (not best or road.bit_count() < best.bit_count()):
            best = road
    return best


def _shortest_between(road_pieces: int, first: int, last: int, board: Geometry) -> int:
    """Return the squares of a shortest path from the squares ``first`` to the edge ``last``, 0 when there is none."""
    stride = board.stride
    layers = [first]  # the squares that are 0, 1, 2, ... steps away from the first edge
    seen = first
    while not layers[-1] & last:
        front = layers[-1]
        front = (front << 1 | front >> 1 | front << stride | front >> stride) & road_pieces & ~seen
        if not front:
            return 0
        seen |= front
        layers.append(front)
    square = layers.pop() & last
    square &= -square
    path = square
    for layer in reversed(layers):
        square = (square << 1 | square >> 1 | square << stride | square >> stride) & layer
        square &= -square
        path |= square
    return path
