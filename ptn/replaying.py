"""A game of the record played out on the board: every ply with its position, or the reason why it is illegal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ptn.core.board_terms import Color, Stone
from ptn.core.codes import GAME_OVER, NO_SIZE, Severity
from ptn.core.errors import IllegalMoveError, PtnError
from ptn.core.moves import Move, Place
from ptn.core.setup import Opening, Setup
from ptn.notation.ply import Ply
from ptn.notation.record import Game, numbered
from ptn.notation.tags import conflicting_tag, read_setup
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
        wrong = next(remark for remark in reading.remarks if remark.kind.severity is Severity.ERROR)
        raise PtnError("no Size and no TPS tag: give the size" if wrong.kind is NO_SIZE else wrong.message)
    double = conflicting_tag(game.tags)
    if double is not None:
        raise PtnError(f"{double} stands twice with different values")
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


def named_in_game(line: Replayed, plies: Sequence[Ply], first: int) -> IllegalMoveError:
    """Return why a line stopped, with the number of the illegal ply, and of the one that ended the game before it.

    ``first`` is the number of plies before those of the line.
    """
    error, index = line.illegal, line.played
    assert error is not None
    message = error.message
    if error.reason is GAME_OVER and index:
        message = f"the game ended with {numbered(first + index - 1)} {plies[index - 1].move} ({line.engine.result})"
    said = f"{numbered(first + index)} {plies[index].move} is illegal: {message}"
    return IllegalMoveError(error.reason, said, error.move, error.tps)


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
    for index, ply in enumerate(game.plies):
        line = play_line(engine, (ply,))
        if line.illegal is not None:
            raise named_in_game(replace(line, played=index), game.plies, game.first)
        yield ply, Position.from_engine(engine)


def start_position(game: Game, size: int | None = None) -> Position:
    """Return the position a game starts from; raise ``PtnError`` when the tags give no setup."""
    return Position.from_engine(engine_at_start(setup_of(game, size)))


def final_position(game: Game, size: int | None = None) -> Position:
    """Return the position after the last ply of the main line.

    Raises ``PtnError`` when the tags give no setup and ``IllegalMoveError`` at the first illegal ply.
    """
    line = play_line(engine_at_start(setup_of(game, size)), game.plies)
    if line.illegal is not None:
        raise named_in_game(line, game.plies, game.first)
    return Position.from_engine(line.engine)
