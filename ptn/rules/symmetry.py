"""The eight symmetries of the board: what they make of squares, plies and positions (docs/rules.md, "Symmetry")."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Final

from ptn.core.board import BoardState
from ptn.core.board_terms import Direction, Square
from ptn.core.moves import Move, Place, Spread
from ptn.core.setup import Setup
from ptn.rules.engine import Engine
from ptn.rules.position import Position


class Symmetry(enum.IntEnum):
    """A symmetry of the board: a quarter turn to the left 0 to 3 times, with or without a mirror.

    The value says how it is made: 1 mirrors the files (a becomes the last one), 2 the ranks, and 4 then swaps files and
    ranks. Turns are as White sees the board.

    >>> Symmetry.TURN_LEFT.square(Square.from_name("a1"), 5), Symmetry.TURN_LEFT.direction(Direction.RIGHT)
    (Square('e1'), <Direction.UP: 0>)
    """

    IDENTITY = 0
    MIRROR_FILES = 1
    MIRROR_RANKS = 2
    HALF_TURN = 3
    DIAGONAL = 4
    """Files and ranks change places; a1 stays where it is."""
    TURN_RIGHT = 5
    TURN_LEFT = 6
    ANTIDIAGONAL = 7
    """Files and ranks change places; a1 becomes the corner opposite of it."""

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return _INVERSE[self]

    def then(self, other: Symmetry) -> Symmetry:
        """Return the symmetry that is this one followed by another."""
        return _THEN[self][other]

    def square(self, square: Square, size: int) -> Square:
        """Return the image of a square; raise ``ValueError`` when it is not on a board of this size."""
        if not square.on_board(size):
            raise ValueError(f"{square} is not on a {size}x{size} board")
        file, rank = square.file, square.rank
        if self & 1:
            file = size + 1 - file
        if self & 2:
            rank = size + 1 - rank
        return Square.at(rank, file) if self & 4 else Square.at(file, rank)

    def direction(self, direction: Direction) -> Direction:
        """Return the image of a direction."""
        return _DIRECTIONS[self][direction]

    def move(self, move: Move, size: int) -> Move:
        """Return the image of a ply; raise ``ValueError`` when its square is not on a board of this size."""
        square = self.square(move.square, size)
        if isinstance(move, Place):
            return Place(square, move.stone, move.count)
        return Spread(square, self.direction(move.direction), move.drops)

    def moves(self, moves: Iterable[Move], size: int) -> tuple[Move, ...]:
        """Return the images of plies; raise ``ValueError`` when a square is not on a board of this size."""
        return tuple(self.move(move, size) for move in moves)

    def board(self, board: BoardState) -> BoardState:
        """Return the image of a board; turn and counter stay."""
        sources = _sources(self, board.size)
        return BoardState(board.size, tuple(board.stacks[source] for source in sources), board.turn, board.counter)

    def setup(self, setup: Setup) -> Setup:
        """Return a setup whose start position is the image of the one given; all else stays."""
        return setup if setup.start is None else replace(setup, start=self.board(setup.start))

    def position(self, position: Position) -> Position:
        """Return the image of a position: turn, counter and reserves stay, and the setup but for its start position."""
        return Position.from_engine(Engine(self.setup(position.setup), self.board(position.board)))


@cache
def _sources(symmetry: Symmetry, size: int) -> tuple[int, ...]:
    """Return, for every square of an image in the order a1, b1, ..., where it was in the original."""
    squares = [Square.at(file, rank) for rank in range(1, size + 1) for file in range(1, size + 1)]
    origins = (symmetry.inverse.square(square, size) for square in squares)
    return tuple((origin.rank - 1) * size + origin.file - 1 for origin in origins)


def _corner(symmetry: Symmetry) -> tuple[Square, Square]:
    """Return the images of a1 and b1, which tell all symmetries apart."""
    return symmetry.square(Square.at(1, 1), 3), symmetry.square(Square.at(2, 1), 3)


def _direction(symmetry: Symmetry, direction: Direction) -> Direction:
    """Turn a direction as the symmetry does with the squares in the middle of a 3x3 board."""
    center = Square.at(2, 2)
    step = center.neighbour(direction)
    assert step is not None
    image = symmetry.square(step, 3)
    return next(turned for turned in Direction if center.neighbour(turned) == image)


def _then(first: Symmetry, second: Symmetry) -> Symmetry:
    corner = tuple(second.square(square, 3) for square in _corner(first))
    return next(symmetry for symmetry in Symmetry if _corner(symmetry) == corner)


_DIRECTIONS: Final = tuple(tuple(_direction(symmetry, way) for way in Direction) for symmetry in Symmetry)
_THEN: Final = tuple(tuple(_then(first, second) for second in Symmetry) for first in Symmetry)
_INVERSE: Final = tuple(Symmetry(row.index(Symmetry.IDENTITY)) for row in _THEN)


def compose(*symmetries: Symmetry) -> Symmetry:
    """Return the symmetry that is all of these one after another, the first one first; of none, the identity.

    >>> compose(Symmetry.TURN_LEFT, Symmetry.TURN_LEFT)
    <Symmetry.HALF_TURN: 3>
    """
    whole = Symmetry.IDENTITY
    for symmetry in symmetries:
        whole = whole.then(symmetry)
    return whole


def inverse(symmetry: Symmetry) -> Symmetry:
    """Return the symmetry that undoes this one."""
    return symmetry.inverse


def canonical(subject: Position | BoardState) -> tuple[BoardState, Symmetry]:
    """Return the canonical form of a position and the symmetry that leads to it.

    It is the image whose TPS board string is the smallest of the eight, compared as text; turn and counter stay. Of
    several symmetries that lead there it is the one with the smallest value.

    >>> board, symmetry = canonical(BoardState.empty(3))
    >>> board.tps, symmetry
    ('x3/x3/x3 1 1', <Symmetry.IDENTITY: 0>)
    """
    board = subject.board if isinstance(subject, Position) else subject
    images = [(symmetry.board(board), symmetry) for symmetry in Symmetry]
    return min(images, key=lambda image: image[0].board_tps)


def canonical_line(moves: Sequence[Move], size: int) -> tuple[tuple[Move, ...], Symmetry]:
    """Return the canonical form of a line of plies from the empty board, and the symmetry that leads to it.

    It is the smallest of the eight images, where two lines compare by the first ply in which they differ, written in
    the standard form and compared as text. So the canonical form of the first plies of a line is the beginning of the
    canonical form of the line, and lines can be counted ply by ply. Of several symmetries that lead there (the plies
    don't tell them apart) it is the one with the smallest value. Raise ``ValueError`` when a square is not on a board
    of this size.

    >>> line, symmetry = canonical_line((Place(Square.from_name("e5")), Place(Square.from_name("e1"))), 5)
    >>> [str(move) for move in line]
    ['a1', 'a5']
    """
    left = list(Symmetry)
    for move in moves:
        images = [str(symmetry.move(move, size)) for symmetry in left]
        smallest = min(images)
        left = [symmetry for symmetry, image in zip(left, images, strict=True) if image == smallest]
        if len(left) == 1:
            break
    return left[0].moves(moves, size), left[0]
