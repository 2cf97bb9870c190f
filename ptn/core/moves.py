"""Typed moves: a placement or a spread, without a board.

``str(move)`` is the standard form of PTN and ``move.verbose`` the long one. Whether a spread smashes a wall is known to
the board only, so the mark ``*`` is not part of a move.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from ptn.core.board_terms import MAX_SIZE, Direction, Square, Stone


def _pattern(drops: tuple[int, ...]) -> int:
    """Write drops as bits: a one and ``d - 1`` zeros for every drop, so its length is the number of pieces lifted."""
    bits = 0
    for drop in drops:
        bits = (bits << 1 | 1) << (drop - 1)
    return bits


class Place:
    """Put a flat, wall or capstone on an empty square.

    ``count`` is 1, or 2 for White's first ply of the opening ``double black stack`` (two Black flats on one square).

    >>> str(Place(Square.from_name("a3"))), str(Place(Square.from_name("d4"), Stone.WALL))
    ('a3', 'Sd4')
    """

    __slots__ = ("count", "key", "square", "stone")

    square: Square
    stone: Stone
    count: int
    key: int
    """An integer that is the same for equal moves and differs for all others (below 65536 for placements)."""

    def __init__(self, square: Square, stone: Stone = Stone.FLAT, count: int = 1) -> None:
        """Raise ``ValueError`` when ``count`` is not 1, or 2 with a flat."""
        if count != 1 and (count != 2 or stone != Stone.FLAT):
            raise ValueError(f"a placement of {count} is not possible: one piece, or two flats on the first ply")
        put = object.__setattr__
        put(self, "square", square)
        put(self, "stone", stone)
        put(self, "count", count)
        put(self, "key", square | stone << 6 | (count - 1) << 8)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move can't be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a move can't be changed ({name})")

    def __reduce__(self) -> tuple[type[Place], tuple[Square, Stone, int]]:
        return Place, (self.square, self.stone, self.count)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Place | Spread):
            return self.key == other.key
        return NotImplemented

    def __hash__(self) -> int:
        return self.key

    @property
    def verbose(self) -> str:
        """The long form: the same as the standard one, for a placement has nothing to leave out."""
        return str(self)

    def __str__(self) -> str:
        count = str(self.count) if self.count != 1 else ""
        letter = self.stone.letter if self.stone else ""
        return f"{count}{letter}{self.square.name}"

    def __repr__(self) -> str:
        return f"<Place {self}>"


class Spread:
    """Lift pieces off a stack, move in one direction, drop at least one on every square passed, from the bottom.

    ``drops`` are the numbers dropped, the next square first; their sum is the number lifted, 1 to 8.

    >>> spread = Spread(Square.from_name("c3"), Direction.RIGHT, (1, 2))
    >>> str(spread), spread.count, str(Spread(Square.from_name("a1"), Direction.UP, (1,)))
    ('3c3>12', 3, 'a1+')
    """

    __slots__ = ("direction", "drops", "key", "pattern", "square")

    square: Square
    direction: Direction
    drops: tuple[int, ...]
    pattern: int
    """The drops as bits (1-255): for every drop a one and ``drop - 1`` zeros; its bit length is the number lifted."""
    key: int
    """An integer that is the same for equal moves and differs for all others (65536 and more for spreads)."""

    def __init__(self, square: Square, direction: Direction, drops: tuple[int, ...]) -> None:
        """Raise ``ValueError`` when the drops are empty, one is below 1, or their sum is above 8."""
        if not drops or min(drops) < 1 or sum(drops) > MAX_SIZE:
            raise ValueError(f"the drops {drops} are not possible: each at least 1, together at most {MAX_SIZE}")
        put = object.__setattr__
        put(self, "square", square)
        put(self, "direction", direction)
        put(self, "drops", drops)
        put(self, "pattern", _pattern(drops))
        put(self, "key", 0x10000 | self.pattern << 8 | direction << 6 | square)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move can't be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a move can't be changed ({name})")

    def __reduce__(self) -> tuple[type[Spread], tuple[Square, Direction, tuple[int, ...]]]:
        return Spread, (self.square, self.direction, self.drops)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Place | Spread):
            return self.key == other.key
        return NotImplemented

    def __hash__(self) -> int:
        return self.key

    @property
    def count(self) -> int:
        """The number of pieces lifted, 1 to 8."""
        return self.pattern.bit_length()

    @property
    def verbose(self) -> str:
        """The long form, with count and drops always: ``1a1>1``."""
        return f"{self.count}{self.square.name}{self.direction.symbol}{''.join(map(str, self.drops))}"

    def __str__(self) -> str:
        count = str(self.count) if self.count > 1 else ""
        drops = "".join(map(str, self.drops)) if len(self.drops) > 1 else ""
        return f"{count}{self.square.name}{self.direction.symbol}{drops}"

    def __repr__(self) -> str:
        return f"<Spread {self}>"


Move: TypeAlias = Place | Spread
"""What a player does in one ply."""


def _drops_of(pattern: int) -> tuple[int, ...]:
    drops: list[int] = []
    for bit in f"{pattern:b}":
        if bit == "1":
            drops.append(1)
        else:
            drops[-1] += 1
    return tuple(drops)


DROPS: Final[tuple[tuple[int, ...], ...]] = ((), *(_drops_of(pattern) for pattern in range(1, 256)))
"""The drops of every ``Spread.pattern`` (1-255; index 0 is unused)."""
