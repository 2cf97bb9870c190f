"""The words of the board: colours, stones, directions, squares, sizes and default reserves.

Everything here is a small immutable value without text parsing and without a board.
"""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

MIN_SIZE: Final = 3
MAX_SIZE: Final = 8
SIZES: Final = range(MIN_SIZE, MAX_SIZE + 1)
FILE_LETTERS: Final = "abcdefgh"


class Color(enum.IntEnum):
    """A player, or the colour of a piece. White moves first."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> Color:
        """The opponent.

        >>> Color.WHITE.other
        <Color.BLACK: 1>
        """
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    @property
    def digit(self) -> str:
        """The colour as TPS writes it: ``1`` for White, ``2`` for Black."""
        return "1" if self is Color.WHITE else "2"

    @property
    def title(self) -> str:
        """The colour as a word for messages: ``White`` or ``Black``."""
        return "White" if self is Color.WHITE else "Black"

    def __str__(self) -> str:
        return "white" if self is Color.WHITE else "black"


class Stone(enum.IntEnum):
    """The three kinds of pieces. A wall is a flat's stone standing up."""

    FLAT = 0
    WALL = 1
    CAPSTONE = 2

    @property
    def letter(self) -> str:
        """The letter of PTN: ``F``, ``S`` or ``C``."""
        return "FSC"[self]

    @classmethod
    def from_letter(cls, letter: str) -> Stone:
        """Return the stone of an upper-case PTN letter; raise ``ValueError`` for any other text."""
        if len(letter) != 1 or letter not in "FSC":
            raise ValueError(f"{letter!r} is not a piece letter: F, S or C expected")
        return cls("FSC".index(letter))

    def __str__(self) -> str:
        return ("flat", "wall", "capstone")[self]


class Direction(enum.IntEnum):
    """The four directions of a spread, as White sees the board."""

    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3

    @property
    def symbol(self) -> str:
        """The direction in PTN: ``+`` up, ``>`` right, ``-`` down, ``<`` left."""
        return "+>-<"[self]

    @property
    def arrow(self) -> str:
        """The direction as an arrow, which PTN readers know too."""
        return "↑→↓←"[self]

    @property
    def step(self) -> tuple[int, int]:
        """The change of (file, rank) for one square."""
        return ((0, 1), (1, 0), (0, -1), (-1, 0))[self]

    @classmethod
    def from_symbol(cls, symbol: str) -> Direction:
        """Return the direction of one of ``+ - < >`` or an arrow; raise ``ValueError`` for any other text."""
        where = "+>-<↑→↓←".find(symbol) if len(symbol) == 1 else -1
        if where < 0:
            raise ValueError(f"{symbol!r} is not a direction: one of + - < > expected")
        return cls(where % 4)

    def __str__(self) -> str:
        return self.name.lower()


class Square(int):
    """A square, ``a1`` to ``h8``: an integer 0-63 that is ``(rank - 1) * 8 + (file - 1)`` on every board size.

    >>> Square.from_name("c2"), int(Square.from_name("c2")), Square.at(3, 2).name
    (Square('c2'), 10, 'c2')
    """

    __slots__ = ()

    def __new__(cls, index: int) -> Square:
        """Make the square of an index 0-63; raise ``ValueError`` outside of it."""
        if not 0 <= index < MAX_SIZE * MAX_SIZE:
            raise ValueError(f"square index {index} is outside 0-63")
        return super().__new__(cls, index)

    @classmethod
    def at(cls, file: int, rank: int) -> Square:
        """Return the square of a file and a rank, both from 1 to 8; raise ``ValueError`` outside of them."""
        if not (1 <= file <= MAX_SIZE and 1 <= rank <= MAX_SIZE):
            raise ValueError(f"file {file}, rank {rank} is outside 1-8")
        return cls((rank - 1) * MAX_SIZE + file - 1)

    @classmethod
    def from_name(cls, name: str) -> Square:
        """Return the square of a name such as ``a1``; raise ``ValueError`` for any other text."""
        if len(name) != 2 or name[0] not in FILE_LETTERS or name[1] not in "12345678":
            raise ValueError(f"{name!r} is not a square: a file a-h and a rank 1-8 expected")
        return cls.at(FILE_LETTERS.index(name[0]) + 1, int(name[1]))

    @property
    def file(self) -> int:
        """The file from 1 (``a``) to 8 (``h``)."""
        return self % MAX_SIZE + 1

    @property
    def rank(self) -> int:
        """The rank from 1, White's first row, to 8."""
        return self // MAX_SIZE + 1

    @property
    def name(self) -> str:
        """The square as PTN writes it, such as ``c3``."""
        return FILE_LETTERS[self % MAX_SIZE] + str(self // MAX_SIZE + 1)

    def on_board(self, size: int) -> bool:
        """Whether the square lies on a board of this size."""
        return self % MAX_SIZE < size and self // MAX_SIZE < size

    def neighbour(self, direction: Direction) -> Square | None:
        """Return the next square in a direction, None beyond the edge of an 8x8 board."""
        step_file, step_rank = direction.step
        file, rank = self.file + step_file, self.rank + step_rank
        if 1 <= file <= MAX_SIZE and 1 <= rank <= MAX_SIZE:
            return Square.at(file, rank)
        return None

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Square({self.name!r})"


class Reserve(NamedTuple):
    """The pieces of one player that are not on the board: flats (which are also the walls) and capstones."""

    flats: int
    caps: int


DEFAULT_RESERVES: Final[dict[int, Reserve]] = {
    3: Reserve(10, 0),
    4: Reserve(15, 0),
    5: Reserve(21, 1),
    6: Reserve(30, 1),
    7: Reserve(40, 2),
    8: Reserve(50, 2),
}
"""Pieces of each player at the start, by board size (the printed rules of Tak; 7x7 as played online: 2 capstones)."""
