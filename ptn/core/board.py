"""A board as a value: what a TPS says, typed, before any rule is asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ptn.core.board_terms import SIZES, Color, Reserve, Square, Stone


@dataclass(frozen=True, slots=True)
class Stack:
    """The pieces of one square.

    ``bits`` holds the colours (0 White, 1 Black), the top piece in the lowest bit, under a leading one:
    ``112`` (Black on top of two White) is ``0b1001``. ``top`` is the kind of the top piece; all others are flats.

    >>> str(Stack.of((Color.WHITE, Color.BLACK), Stone.CAPSTONE))
    '12C'
    """

    bits: int
    top: Stone

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for a stack without pieces."""
        if self.bits < 2:
            raise ValueError("a stack has at least one piece")

    @classmethod
    def of(cls, colors: Sequence[Color], top: Stone = Stone.FLAT) -> Stack:
        """Make a stack of colours from bottom to top; raise ``ValueError`` when there are none."""
        bits = 1
        for color in colors:
            bits = bits << 1 | color
        return cls(bits, top)

    @property
    def height(self) -> int:
        """The number of pieces, from 1."""
        return self.bits.bit_length() - 1

    @property
    def color(self) -> Color:
        """The colour of the top piece, who controls the stack."""
        return Color.BLACK if self.bits & 1 else Color.WHITE

    def pieces(self, color: Color) -> Reserve:
        """Count the pieces of a colour that are in the stack."""
        black = self.bits.bit_count() - 1
        flats = black if color is Color.BLACK else self.height - black
        caps = int(self.top is Stone.CAPSTONE and self.color is color)
        return Reserve(flats - caps, caps)

    @property
    def colors(self) -> tuple[Color, ...]:
        """The colours of all pieces, from bottom to top."""
        return tuple(Color.BLACK if bit == "1" else Color.WHITE for bit in f"{self.bits:b}"[1:])

    def __str__(self) -> str:
        digits = f"{self.bits:b}"[1:].translate(_TO_DIGITS)
        return digits + self.top.letter if self.top else digits


_TO_DIGITS = str.maketrans("01", "12")


@dataclass(frozen=True, slots=True)
class BoardState:
    """The squares of a board, whose turn it is and the move counter: the content of a TPS.

    ``stacks`` has ``size * size`` entries, rank 1 first and file a first within a rank; None is an empty square.
    ``counter`` is the number of the move that comes next, from 1.
    """

    size: int
    stacks: tuple[Stack | None, ...]
    turn: Color
    counter: int

    def __post_init__(self) -> None:
        """Raise ``ValueError`` for a size outside 3-8, a wrong number of squares or a counter below 1."""
        if self.size not in SIZES:
            raise ValueError(f"size {self.size} is outside 3-8")
        if len(self.stacks) != self.size**2:
            raise ValueError(f"{len(self.stacks)} squares given, {self.size**2} expected")
        if self.counter < 1:
            raise ValueError("the move counter starts at 1")

    @classmethod
    def empty(cls, size: int) -> BoardState:
        """Return the empty board of a size 3-8 before White's first ply."""
        return cls(size, (None,) * size**2, Color.WHITE, 1)

    def at(self, square: Square) -> Stack | None:
        """Return the stack on a square, None when it is empty; raise ``ValueError`` outside the board."""
        if not square.on_board(self.size):
            raise ValueError(f"{square} is not on a {self.size}x{self.size} board")
        return self.stacks[(square.rank - 1) * self.size + square.file - 1]

    def pieces(self, color: Color) -> Reserve:
        """Count the pieces of a colour that are on the board."""
        counts = [stack.pieces(color) for stack in self.stacks if stack is not None]
        return Reserve(sum(count.flats for count in counts), sum(count.caps for count in counts))

    @property
    def board_tps(self) -> str:
        """The rows of the standard TPS, without turn and counter."""
        size = self.size
        rows: list[str] = []
        for first in range(size * (size - 1), -1, -size):
            cells: list[str] = []
            empty = 0
            for stack in self.stacks[first : first + size]:
                if stack is None:
                    empty += 1
                    continue
                if empty:
                    cells.append("x" if empty == 1 else f"x{empty}")
                    empty = 0
                cells.append(str(stack))
            if empty:
                cells.append("x" if empty == 1 else f"x{empty}")
            rows.append(",".join(cells))
        return "/".join(rows)

    @property
    def tps(self) -> str:
        """The standard TPS.

        >>> BoardState.empty(3).tps
        'x3/x3/x3 1 1'
        """
        return f"{self.board_tps} {self.turn.digit} {self.counter}"

    def __str__(self) -> str:
        return self.tps
