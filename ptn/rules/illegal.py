"""Why a ply is illegal, in words. The engine asks here only after it has refused a ply."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ptn.core import codes
from ptn.core.board_terms import Color, Direction, Square, Stone
from ptn.core.errors import IllegalMoveError
from ptn.core.moves import Move, Place, Spread
from ptn.core.setup import Opening
from ptn.rules.geometry import EMPTY_STACK
from ptn.rules.openings import first_stones

if TYPE_CHECKING:
    from ptn.rules.engine import Engine

_BEYOND: Final = {
    Direction.UP: "above",
    Direction.RIGHT: "to the right of",
    Direction.DOWN: "below",
    Direction.LEFT: "to the left of",
}


def explain(engine: Engine, move: Move) -> IllegalMoveError | None:
    """Return why a move is illegal in the engine's position, None when it is legal.

    One reason is given where several hold, the first of this list:

    1. the game is over (PTN412); 2. the move's square is not on the board (PTN401);
    3. on a player's first ply, and for two flats at once: the opening asks for something else (PTN403, PTN413), the
    square is not empty (PTN402), the reserve of the stones' owner is too small (PTN404);
    4. a placement: the player has no such piece left (PTN404), the square is not empty (PTN402);
    5. a spread: its square is empty (PTN405), the stack is the opponent's (PTN406), more is lifted than the carry
    limit (PTN407) or the stack (PTN408) allows, it leaves the board (PTN409), and then the first square of its path
    on which it may not drop, a wall (PTN410) or a capstone (PTN411).
    """
    if engine.result is not None:
        return IllegalMoveError(codes.GAME_OVER, f"the game is over ({engine.result})", move)
    if not move.square.on_board(engine.size):
        message = f"{move.square} is not on a {engine.size}x{engine.size} board"
        return IllegalMoveError(codes.OFF_BOARD, message, move)
    if isinstance(move, Place):
        return _explain_place(engine, move)
    if engine.first_ply_due:
        return IllegalMoveError(codes.OPENING_PLY, f"{_first_ply(engine)}, and spreads nothing", move)
    return _explain_spread(engine, move)


def _explain_place(engine: Engine, place: Place) -> IllegalMoveError | None:
    turn, first, taken = engine.turn, engine.first_ply_due, None
    index = engine.geometry.indices[place.square]
    if engine.stacks[index] != EMPTY_STACK:
        taken = IllegalMoveError(codes.OCCUPIED, f"{place.square} is not empty: {_content(engine, index)}", place)
    if first:
        if place.stone is not Stone.FLAT:
            return IllegalMoveError(codes.OPENING_PLY, f"{_first_ply(engine)}, not a {place.stone}", place)
        owner, count = first_stones(engine.setup.opening, engine.ply)
        if place.count < count:
            message = f"{_first_ply(engine)}: {Place(place.square, count=2)}, not {place}"
            return IllegalMoveError(codes.OPENING_STACK, message, place)
    else:
        owner, count = int(turn), 1
    if place.count > count:
        message = (
            f"{turn.title} places one flat here, not two: a stack is placed only as White's first ply of the opening "
            f"{Opening.DOUBLE_BLACK_STACK}"
        )
        return IllegalMoveError(codes.OPENING_STACK, message, place)
    if first and taken is not None:
        return taken
    reserve = engine.reserve(owner)
    left = reserve.caps if place.stone is Stone.CAPSTONE else reserve.flats
    if left < count:
        return IllegalMoveError(
            codes.EMPTY_RESERVE, _nothing_left(engine, place.stone, Color(owner), count, left), place
        )
    return taken


def _explain_spread(engine: Engine, spread: Spread) -> IllegalMoveError | None:
    start, size, lift = spread.square, engine.size, spread.count
    index = engine.geometry.indices[start]
    stack = engine.stacks[index]
    height = stack.bit_length() - 1
    if stack == EMPTY_STACK:
        return IllegalMoveError(codes.EMPTY_SQUARE, f"{start} is empty: there is nothing to move", spread)
    if stack & 1 != engine.turn:
        message = f"{start} is not {engine.turn.title}'s to move: {_content(engine, index)}"
        return IllegalMoveError(codes.NOT_CONTROLLED, message, spread)
    if lift > size:
        message = f"{spread} lifts {lift} pieces: the carry limit on a {size}x{size} board is {size}"
        return IllegalMoveError(codes.CARRY_LIMIT, message, spread)
    if lift > height:
        pieces = "1 piece" if height == 1 else f"{height} pieces"
        message = f"{spread} lifts {lift} pieces: the stack on {start} has only {pieces}"
        return IllegalMoveError(codes.STACK_TOO_LOW, message, spread)
    ray = engine.geometry.rays[index][spread.direction]
    if len(spread.drops) > len(ray):
        edge = engine.geometry.squares[ray[-1] if ray else index]
        message = f"{spread} leaves the board {_BEYOND[spread.direction]} {edge}"
        return IllegalMoveError(codes.LEAVES_BOARD, message, spread)
    capstone = bool(engine.caps >> index & 1)
    for number, (where, drop) in enumerate(zip(ray, spread.drops, strict=False), 1):
        square = engine.geometry.squares[where]
        if engine.caps >> where & 1:
            message = f"nothing may be dropped on the capstone at {square}"
            return IllegalMoveError(codes.ONTO_CAPSTONE, message, spread)
        if engine.walls >> where & 1:
            last = number == len(spread.drops)
            if not (capstone and last and drop == 1):
                top = Stone.WALL if engine.walls >> index & 1 else Stone.FLAT
                return IllegalMoveError(codes.ONTO_WALL, _no_smash(square, capstone, top, last), spread)
    return None


def _no_smash(square: Square, capstone: bool, top: Stone, last: bool) -> str:
    """Say why a drop on a wall is no smash: ``top`` is the lifted stack's top unless that is a capstone."""
    if capstone and last:
        return f"only a capstone alone may be dropped on the wall at {square}, not with flats below it"
    if capstone:
        return f"no flat may be dropped on the wall at {square}: a capstone smashes a wall only with its last drop"
    return f"no {top if last else Stone.FLAT} may be dropped on the wall at {square}"


def _first_ply(engine: Engine) -> str:
    """Say what the first ply of the player to move is: the beginning of a message."""
    owner, count = first_stones(engine.setup.opening, engine.ply)
    stones = f"a {Color(owner)} flat" if count == 1 else f"a stack of two {Color(owner)} flats"
    return f"{engine.turn.title}'s first ply places {stones} on an empty square"


def _nothing_left(engine: Engine, stone: Stone, owner: Color, count: int, left: int) -> str:
    """Say that a reserve can't pay for a placement, and whether the game gave the player such pieces at all."""
    total = engine.setup.reserve(owner)
    if stone is Stone.CAPSTONE:
        return f"{owner.title} has no capstone left" if total.caps else f"{owner.title} has no capstones (Caps 0)"
    if left:
        return f"{owner.title} has only {left} flat left, and the first ply takes {count}"
    message = f"{owner.title} has no flat left" if total.flats else f"{owner.title} has no flats (Flats 0)"
    return f"{message} to stand up as a wall" if stone is Stone.WALL and total.flats else message


def _content(engine: Engine, index: int) -> str:
    """Say what stands on a square that is not empty."""
    stack = engine.stack(index)
    assert stack is not None
    if stack.height == 1:
        return f"a {stack.color} {stack.top} is there"
    return f"a stack of {stack.height} with a {stack.color} {stack.top} on top is there"
