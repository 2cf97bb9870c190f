"""A game of the record played out on the board: every ply with its position, or the reason why it is illegal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ptn.core.board_terms import Color, Stone
from ptn.core.errors import IllegalMoveError, PtnError
from ptn.core.moves import Move, Place
from ptn.core.setup import Opening, Setup
from ptn.notation.ply import Ply
from ptn.notation.record import Game
from ptn.notation.tags import read_setup
from ptn.rules.engine import Engine, engine_at_start
from ptn.rules.position import Position


@dataclass(frozen=True, slots=True)
class Replayed:
    """How far a line of plies could be played from a position, and where that led.

    ``smashes`` holds the indices, from 0, of the plies that smashed a wall; ``illegal`` is why the ply at index
    ``played`` is none, None when all could be played. ``old_stack`` is the move ``2a1`` when the line began with ``a1``
    where the opening ``double black stack`` has that one, otherwise None.
    """

    engine: Engine
    played: int
    smashes: list[int]
    illegal: IllegalMoveError | None
    old_stack: Place | None = None


def setup_of(game: Game, size: int | None = None) -> Setup:
    """Return the setup of a game; ``size`` (3-8) is for games whose tags give none.

    Raises ``PtnError`` that says what is wrong with the tags when they give no setup.
    """
    reading = read_setup(game.tags, size)
    if reading.setup is None:
        raise PtnError(next(remark.message for remark in reading.remarks if remark.kind.severity.value == "error"))
    return reading.setup


def play_line(engine: Engine, plies: Sequence[Ply]) -> Replayed:
    """Play plies on an engine, in place, up to the first illegal one."""
    moves: list[Move] = [ply.move for ply in plies]
    old_stack: Place | None = None
    if (
        moves
        and engine.first_ply_due
        and engine.setup.opening is Opening.DOUBLE_BLACK_STACK
        and engine.turn is Color.WHITE
    ):
        first = moves[0]
        if isinstance(first, Place) and first.stone is Stone.FLAT and first.count == 1:
            moves[0] = old_stack = Place(first.square, Stone.FLAT, 2)
    run = engine.run(moves)
    return Replayed(engine, run.played, run.smashes, run.error, old_stack)


def branch_starts(game: Game, setup: Setup) -> list[Engine | None]:
    """Return for every branch an engine at the position in which it leaves its parent, in one pass over all lines.

    None stands where an illegal ply is in the way.
    """
    starts: list[Engine | None] = [None] * len(game.branches)
    leaving: dict[int | None, list[int]] = {}
    for number, branch in enumerate(game.branches):
        leaving.setdefault(branch.parent, []).append(number)
    for parent in sorted(leaving, key=lambda number: -1 if number is None else number):
        above = starts[parent] if parent is not None else engine_at_start(setup)
        engine = None if above is None else above.copy()
        plies = game.plies if parent is None else game.branches[parent].plies
        done = 0
        for number in sorted(leaving[parent], key=lambda number: game.branches[number].at):
            at = game.branches[number].at
            if engine is not None and play_line(engine, plies[done:at]).illegal is not None:
                engine = None
            starts[number], done = None if engine is None else engine.copy(), at
    return starts


def replay(game: Game, size: int | None = None) -> Iterator[tuple[Ply, Position]]:
    """Yield every ply of the main line with the position after it; ``size`` is for games whose tags give none.

    Raises ``PtnError`` when the tags give no setup and ``IllegalMoveError`` at the first illegal ply.
    """
    engine = engine_at_start(setup_of(game, size))
    for ply in game.plies:
        replayed = play_line(engine, (ply,))
        if replayed.illegal is not None:
            raise replayed.illegal
        yield ply, Position.from_engine(engine)


def start_position(game: Game, size: int | None = None) -> Position:
    """Return the position a game starts from; raise ``PtnError`` when the tags give no setup."""
    return Position.from_engine(engine_at_start(setup_of(game, size)))


def final_position(game: Game, size: int | None = None) -> Position:
    """Return the position after the last ply of the main line.

    Raises ``PtnError`` when the tags give no setup and ``IllegalMoveError`` at the first illegal ply.
    """
    replayed = play_line(engine_at_start(setup_of(game, size)), game.plies)
    if replayed.illegal is not None:
        raise replayed.illegal
    return Position.from_engine(replayed.engine)
