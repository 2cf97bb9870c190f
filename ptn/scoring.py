"""The score of a game or a bare position: result, flat count and points with their make-up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ptn.core.board_terms import Color, Reserve
from ptn.core.errors import PtnError
from ptn.core.result import How, Result
from ptn.notation.record import Game
from ptn.replaying import final_position
from ptn.rules.points import Bonus, Points, score_position
from ptn.rules.position import Position


@dataclass(frozen=True, slots=True)
class Score:
    """What a game came to.

    ``result`` is None while the game goes on; then nobody has points. ``plies`` counts those of the game, or for a bare
    position those before it. ``flats`` are counted without komi; ``komi`` is in points, a multiple of 0.5, for Black.
    ``unplayed`` are the reserves of White and Black.
    """

    size: int
    result: Result | None
    plies: int
    flats: tuple[int, int]
    komi: int | float
    unplayed: tuple[Reserve, Reserve]
    points: Points

    @property
    def finished(self) -> bool:
        """Whether there is a result."""
        return self.result is not None

    @property
    def winner(self) -> Color | None:
        """Who won; None for a draw and for an unfinished game."""
        return self.result.winner if self.result else None


def score(subject: Game | Position, bonuses: Iterable[Bonus | str] = (), *, size: int | None = None) -> Score:
    """Score a game or a position; ``size`` (3-8) is for games whose tags give none.

    The board decides where it shows a result; otherwise a recorded resignation, win on time or draw does. Raises
    ``PtnError`` when the tags give no setup, when a ply is illegal and when the recorded result contradicts the board,
    and ``ValueError`` for a name that is no bonus. The points are those of docs/rules.md, "Points".
    """
    if isinstance(subject, Position):
        plies = 2 * (subject.move_number - 1) + subject.turn
        return _score(subject, subject.result, plies, bonuses)
    return score_end(subject, final_position(subject, size), bonuses)


def score_end(game: Game, position: Position, bonuses: Iterable[Bonus | str] = ()) -> Score:
    """Score a game whose plies were played already and led to this position; raises as ``score`` does."""
    return _score(position, agreed_result(game.result, position.result), len(game.plies), bonuses)


def _score(position: Position, result: Result | None, plies: int, bonuses: Iterable[Bonus | str]) -> Score:
    return Score(
        position.size,
        result,
        plies,
        (position.flat_count(Color.WHITE), position.flat_count(Color.BLACK)),
        position.setup.komi,
        (position.reserve(Color.WHITE), position.reserve(Color.BLACK)),
        score_position(position, result, bonuses),
    )


def agreed_result(recorded: Result | None, board: Result | None) -> Result | None:
    """Return the result that board and record agree on; raise ``PtnError`` when they contradict each other."""
    if recorded is None:
        return board
    if board is None:
        if recorded.how in (How.OTHER, How.DRAW):
            return recorded
        raise PtnError(f"the recorded result is {recorded}, but the board shows no end by {recorded.how}")
    if board.winner != recorded.winner or (recorded != board and recorded.how is not How.OTHER):
        raise PtnError(f"the recorded result is {recorded}, but the board shows {board}")
    return board
