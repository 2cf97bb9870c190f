"""What a game starts from: size, opening, reserves, komi and the start position."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from ptn.core.board import BoardState
from ptn.core.board_terms import DEFAULT_RESERVES, MAX_SIZE, MIN_SIZE, SIZES, Color, Reserve
from ptn.core.errors import SetupError

MAX_RESERVE = 1000
"""The most flats or capstones a setup may give a player; far above any game, so that nothing is built without bound."""


def check_size(size: object) -> None:
    """Raise ``SetupError`` for a size outside 3-8, ``TypeError`` for what is no whole number."""
    if not isinstance(size, int):
        raise TypeError(f"a size is a whole number from {MIN_SIZE} to {MAX_SIZE}, not {type(size).__name__}")
    if size not in SIZES:
        raise SetupError(f"size {size} is outside {MIN_SIZE}-{MAX_SIZE}")


class Opening(enum.Enum):
    """Who owns the first stones. The values are those of the tag ``Opening``."""

    SWAP = "swap"
    NO_SWAP = "no-swap"
    DOUBLE_BLACK_STACK = "double black stack"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Setup:
    """The setup of a game.

    ``white`` and ``black`` are the reserves at the start of the game, before any piece of a start position is taken off
    them. ``half_komi`` is Black's bonus in half points (komi 2.5 is 5; negative helps White). ``start`` is the position
    the game begins from, None for the empty board.
    """

    size: int
    white: Reserve
    black: Reserve
    opening: Opening = Opening.SWAP
    half_komi: int = 0
    start: BoardState | None = None

    def __post_init__(self) -> None:
        """Raise ``SetupError`` for what no game can start from."""
        check_size(self.size)
        for color, reserve in ((Color.WHITE, self.white), (Color.BLACK, self.black)):
            if not (0 <= reserve.flats <= MAX_RESERVE and 0 <= reserve.caps <= MAX_RESERVE):
                raise SetupError(
                    f"{color.title} can't start with {reserve.flats} flats and {reserve.caps} capstones: "
                    f"0 to {MAX_RESERVE} of each expected"
                )
        if self.start is not None and self.start.size != self.size:
            raise SetupError(
                f"the start position is {self.start.size}x{self.start.size}, the game {self.size}x{self.size}"
            )

    @classmethod
    def standard(
        cls, size: int, *, opening: Opening = Opening.SWAP, half_komi: int = 0, start: BoardState | None = None
    ) -> Setup:
        """Return the setup with the default reserves of a size 3-8; raise ``SetupError`` outside of it.

        >>> Setup.standard(5).white
        Reserve(flats=21, caps=1)
        """
        check_size(size)
        reserve = DEFAULT_RESERVES[size]
        return cls(size, reserve, reserve, opening, half_komi, start)

    def reserve(self, color: Color) -> Reserve:
        """Return the reserve of a player at the start of the game."""
        return self.black if color is Color.BLACK else self.white

    @property
    def komi(self) -> int | float:
        """Komi in points: a whole number as int, otherwise a multiple of 0.5."""
        return self.half_komi // 2 if self.half_komi % 2 == 0 else self.half_komi / 2
