"""The points of a finished game and their make-up (docs/rules.md, "Points")."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass
from math import prod

from ptn.core.board_terms import Color
from ptn.core.result import How, Result
from ptn.rules.engine import Engine
from ptn.rules.position import Position
from ptn.rules.roads import has_road, straight_roads


class Bonus(enum.Enum):
    """The bonuses of the alternative scoring, in the order of the make-up. The values are their names for users."""

    STRAIGHT = "straight"
    NO_CAPSTONE = "no-capstone"
    SINGLES = "singles"
    STACKS = "stacks"

    @classmethod
    def _missing_(cls, value: object) -> Bonus:
        names = ", ".join(bonus.value for bonus in cls)
        raise ValueError(f"{value!r} is not a bonus: one of {names} expected")

    @property
    def factor(self) -> int:
        """What the points for unplayed pieces are multiplied by."""
        return 3 if self is Bonus.STACKS else 2

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class PointsItem:
    """One line of the make-up: its name (``board``, ``unplayed`` or that of a bonus) and the points it adds.

    ``held`` and ``factor`` belong to a bonus and are None elsewhere. A bonus adds what it makes of the points for
    unplayed pieces after the bonuses above it, and 0 when it did not hold.
    """

    name: str
    points: int
    held: bool | None = None
    factor: int | None = None


@dataclass(frozen=True, slots=True)
class Points:
    """The points of both players and, line by line, how the winner's came about.

    The points in ``makeup`` add up to the winner's; it is empty when nobody won.
    """

    white: int
    black: int
    makeup: tuple[PointsItem, ...]

    def of(self, color: Color) -> int:
        """Return the points of a player."""
        return self.black if color is Color.BLACK else self.white


def score_position(position: Position, result: Result | None, bonuses: Iterable[Bonus | str] = ()) -> Points:
    """Return the points for a game that ended in ``position`` with ``result`` (None while it goes on: no points).

    The winner has one point for every square of the board and one for every piece not yet played, which the bonuses
    that are asked for and hold multiply. Bonuses about a road need a win by road that is on the board, and hold for
    one and the same road, the one for which they give the most. Raise ``ValueError`` for a name that is no bonus.

    >>> score_position(Position.start(size=5), Result(Color.WHITE, How.OTHER)).white
    47
    """
    wanted = {Bonus(bonus) for bonus in bonuses}
    if result is None or result.winner is None:
        return Points(0, 0, ())
    winner = result.winner
    engine = position.to_engine()
    held: set[Bonus] = set()
    if result.how is How.ROAD:
        held |= _best_road(engine, winner, wanted)
    if engine.setup.reserve(winner).caps and engine.reserve(winner).caps == engine.setup.reserve(winner).caps:
        held.add(Bonus.NO_CAPSTONE)
    unplayed = sum(engine.reserve(winner))
    makeup = [PointsItem("board", engine.size**2), PointsItem("unplayed", unplayed)]
    for bonus in Bonus:
        if bonus in wanted:
            added = unplayed * (bonus.factor - 1) if bonus in held else 0
            makeup.append(PointsItem(bonus.value, added, bonus in held, bonus.factor))
            unplayed += added
    total = sum(item.points for item in makeup)
    return Points(0, total, tuple(makeup)) if winner is Color.BLACK else Points(total, 0, tuple(makeup))


def _best_road(engine: Engine, winner: Color, wanted: set[Bonus]) -> set[Bonus]:
    """Return the bonuses of the winner's road for which the wanted ones give the most; none when there is no road.

    A road is any way from edge to edge, not the whole group it is part of: a group with stacks in it has a road of
    single pieces when its single pieces alone still join the edges. Among equals the first of the list below counts.
    """
    board, pieces = engine.geometry, engine.road_pieces(winner)
    singles = sum(1 << index for index in board.squares if engine.stacks[index].bit_length() == 2) & pieces
    stacks = pieces ^ singles
    kinds: list[set[Bonus]] = []
    if straight_roads(singles, board):
        kinds.append({Bonus.STRAIGHT, Bonus.SINGLES})
    if straight_roads(stacks, board):
        kinds.append({Bonus.STRAIGHT, Bonus.STACKS})
    if straight_roads(pieces, board):
        kinds.append({Bonus.STRAIGHT})
    if has_road(singles, board):
        kinds.append({Bonus.SINGLES})
    if has_road(stacks, board):
        kinds.append({Bonus.STACKS})
    return max(kinds, key=lambda kind: prod(bonus.factor for bonus in kind & wanted), default=set())
