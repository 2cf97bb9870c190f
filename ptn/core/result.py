"""How a game ended, and the result codes of PTN."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from ptn.core.board_terms import Color


class How(enum.Enum):
    """The kind of an ending."""

    ROAD = "road"
    FLATS = "flats"
    OTHER = "resignation or time"
    DRAW = "draw"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a finished game: the winner (None for a draw) and how it was reached.

    >>> str(Result(Color.BLACK, How.FLATS)), Result.from_code("R-0")
    ('0-F', Result(winner=<Color.WHITE: 0>, how=<How.ROAD: 'road'>))
    """

    winner: Color | None
    how: How

    def __post_init__(self) -> None:
        """Raise ``ValueError`` when a draw has a winner or a win has none."""
        if (self.winner is None) != (self.how is How.DRAW):
            raise ValueError("a draw has no winner, and every other result has one")

    @property
    def code(self) -> str:
        """The standard code, such as ``R-0`` or ``1/2-1/2``."""
        return _CODES[self]

    @classmethod
    def from_code(cls, code: str) -> Result:
        """Return the result of a standard code; raise ``ValueError`` for any other text."""
        result = RESULTS.get(code)
        if result is None:
            raise ValueError(f"{code!r} is not a result: one of {' '.join(RESULTS)} expected")
        return result

    def __str__(self) -> str:
        return _CODES[self]


RESULTS: Final[dict[str, Result]] = {
    "R-0": Result(Color.WHITE, How.ROAD),
    "0-R": Result(Color.BLACK, How.ROAD),
    "F-0": Result(Color.WHITE, How.FLATS),
    "0-F": Result(Color.BLACK, How.FLATS),
    "1-0": Result(Color.WHITE, How.OTHER),
    "0-1": Result(Color.BLACK, How.OTHER),
    "1/2-1/2": Result(None, How.DRAW),
}
"""The result codes of PTN, by their standard spelling."""

_CODES: Final = {result: code for code, result in RESULTS.items()}
