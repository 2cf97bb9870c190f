"""Doubts about a start position: whether any game can have come to it.

Everything claimed here is proven from the pieces, the turn and the counter, or by looking at every ply that can have
been the last one; a position without doubts may still be out of reach. A position that can't arise can be played on all
the same (puzzles are often written so), which is why doubts are warnings.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ptn.core import codes
from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import Color, Stone
from ptn.core.codes import Code
from ptn.core.setup import Opening, Setup
from ptn.rules.geometry import Geometry, geometry
from ptn.rules.openings import first_stones
from ptn.rules.roads import has_road, shortest_road


@dataclass(frozen=True, slots=True)
class Doubt:
    """One reason why a position can't arise, in words.

    ``kind`` is ``codes.COUNTER`` when another move counter would remove the doubt, else ``codes.CANNOT_ARISE``.
    """

    kind: Code
    message: str


def doubts(board: BoardState, setup: Setup) -> tuple[Doubt, ...]:
    """Return what makes a position impossible by any sequence of plies from the empty board; nothing when none is sure.

    The most telling doubt comes first, and there are at most two: one about the counter, one that no counter mends.
    Of a board with more pieces than the setup gives, an error of another kind (``codes.TPS_SURPLUS``), nothing is said.
    The start position of the setup is not looked at. Never raises.

    >>> from ptn.core.board_terms import Color
    >>> empty = BoardState.empty(5)
    >>> doubts(BoardState(5, empty.stacks, Color.BLACK, 1), Setup.standard(5))[0].message
    'Black is to move on an empty board, but White moves first'
    """
    content = _Content(board, setup)
    if content.surplus:
        return ()
    early = _doubt_of_move_1(content)
    if early is not None:
        return early
    lacking = _lacking(content)
    if lacking:
        return (Doubt(codes.CANNOT_ARISE, lacking),)
    found: list[Doubt] = []
    least = content.least_plies()
    if content.plies < least:
        found.append(Doubt(codes.COUNTER, _too_early(content, least)))
    # The position just after both first plies is the only one here whose last ply was none as usual.
    if max(content.plies, least) > 2 and not any(_is_open(before) for before in _befores(content)):
        found.insert(0, Doubt(codes.CANNOT_ARISE, _no_last_ply(content)))
    return tuple(found)


class _Content:
    """A board with its pieces counted; colours are 0 White and 1 Black.

    ``flats`` counts the flats that don't stand and ``stones`` the walls and capstones on the board, ``first`` the flats
    that the first plies of both players put there (docs/rules.md), ``out`` whether a player has played every
    piece, ``surplus`` whether one has more than the setup gives. ``plies`` is the number of plies that turn and counter
    speak of.
    """

    def __init__(self, board: BoardState, setup: Setup) -> None:
        self.board: Final = board
        self.setup: Final = setup
        self.plies: Final = 2 * (board.counter - 1) + board.turn
        self.geometry: Final[Geometry] = geometry(board.size)
        self.stacks: Final[dict[int, Stack]] = {
            index: stack for index, stack in zip(self.geometry.squares, board.stacks, strict=True) if stack is not None
        }
        self.flats: Final = [0, 0]
        self.stones: Final = [0, 0]
        self.roads: Final = [0, 0]
        self.out: Final = [False, False]
        self.first: Final = [0, 0]
        self.surplus = False
        for index, stack in self.stacks.items():
            black = stack.bits.bit_count() - 1
            self.flats[0] += stack.height - black
            self.flats[1] += black
            if stack.top is not Stone.FLAT:
                self.flats[stack.color] -= 1
                self.stones[stack.color] += 1
            if stack.top is not Stone.WALL:
                self.roads[stack.color] |= 1 << index
        for color in Color:
            played, given = board.pieces(color), setup.reserve(color)
            self.out[color] = played == given
            self.surplus |= played.flats > given.flats or played.caps > given.caps
        for ply in (0, 1):
            owner, count = first_stones(setup.opening, ply)
            self.first[owner] += count

    def pieces(self, color: int) -> int:
        """Count the pieces of a colour."""
        return self.flats[color] + self.stones[color]

    @property
    def full(self) -> bool:
        """Whether every square has a piece."""
        return len(self.stacks) == self.board.size**2

    def is_first_ply(self) -> bool:
        """Whether the board holds just what White's first ply puts there."""
        owner, count = first_stones(self.setup.opening, 0)
        wanted = Stack.of((Color(owner),) * count)
        return list(self.stacks.values()) == [wanted]

    def least_plies(self) -> int:
        """Return the fewest plies, from 2, that can have led to these pieces with this player to move.

        Every ply after the two first ones places one piece of its player or is a spread, and a spread empties at most
        one square: so there were at least as many spreads as there are pieces on other pieces.
        """
        placed = [self.pieces(color) - self.first[color] for color in Color]
        spreads = sum(stack.height - 1 for stack in self.stacks.values())
        if self.setup.opening is Opening.DOUBLE_BLACK_STACK:
            # One piece was placed on another one; while nothing is spread that stack stays as it is.
            untouched = Stack.of((Color.BLACK, Color.BLACK)) in self.stacks.values()
            spreads = spreads - 1 if spreads > 1 or untouched else 1
        white, black = placed
        turn = self.board.turn
        # After n plies White has made (n - 1) // 2 and Black (n - 2) // 2 plies beside the first ones.
        least = max(2 * white + 1 if white else 2, 2 * black + 2, 2 + white + black + spreads)
        return least + (least & 1 != turn)


def _doubt_of_move_1(content: _Content) -> tuple[Doubt, ...] | None:
    """Judge the empty board and the board after White's first ply; return None for any other."""
    turn, counter = content.board.turn, content.board.counter
    if not content.stacks:
        if turn is Color.BLACK:
            return (Doubt(codes.CANNOT_ARISE, "Black is to move on an empty board, but White moves first"),)
        if counter == 1:
            return ()
        return (Doubt(codes.COUNTER, f"the counter is {counter} on an empty board, where it can only be 1"),)
    if not content.is_first_ply():
        return None
    if turn is Color.WHITE:
        message = "White is to move, but the board holds only what White's first ply puts there, so it is Black's turn"
        return (Doubt(codes.CANNOT_ARISE, message),)
    if counter == 1:
        return ()
    message = f"the counter is {counter}, but the board holds only what White's first ply puts there: it can only be 1"
    return (Doubt(codes.COUNTER, message),)


def _lacking(content: _Content) -> str:
    """Say which flat of the first plies is not there; the empty text when all are."""
    for color in (Color.BLACK, Color.WHITE):
        there, needed = content.flats[color], content.first[color]
        if there >= needed:
            continue
        player = color if content.setup.opening is Opening.NO_SWAP else color.other
        flats = f"a {color} flat" if needed == 1 else f"two {color} flats"
        why = f"{player.title}'s first ply places {flats} ({content.setup.opening})"
        if there:
            return f"only one {color} flat is on the board, but {why}"
        if content.stones[color]:
            return f"{color.title} has walls and capstones on the board but no flat, yet {why}"
        return f"no {color} piece is on the board, but {why}"
    return ""


def _too_early(content: _Content, least: int) -> str:
    """Say that the counter is too low for the pieces, which take at least so many plies."""
    board, plies = content.board, content.plies
    needed = f"the counter is {least // 2 + 1} or more"
    for color in Color:
        if content.stones[color] and plies < 3 + color:
            index, stack = next(
                (index, stack)
                for index, stack in content.stacks.items()
                if stack.top is not Stone.FLAT and stack.color is color
            )
            square = content.geometry.squares[index]
            return (
                f"{color.title} has a {stack.top} on {square} at counter {board.counter}, before {color.title}'s "
                f"second ply, the first that can place one: {needed}"
            )
    counts = " and ".join(f"{content.pieces(color)} {color}" for color in Color)
    stacked = sum(stack.height - 1 for stack in content.stacks.values())
    piled = f", {stacked} of them on top of others," if stacked else ""
    return (
        f"counter {board.counter} with {board.turn.title} to move means {_plies(plies)} so far, but the {counts} "
        f"pieces on the board{piled} take at least {least}: {needed}"
    )


@dataclass(frozen=True, slots=True)
class _Before:
    """What decides whether a game was still going on before its last ply: the road pieces of both, and the rest."""

    roads: tuple[int, int]
    full: bool
    out: bool
    geometry: Geometry


def _is_open(before: _Before) -> bool:
    """Whether the game was not over yet (docs/rules.md, "Roads", "Counting flats")."""
    if before.full or before.out:
        return False
    return not any(has_road(pieces, before.geometry) for pieces in before.roads)


def _befores(content: _Content) -> Iterator[_Before]:
    """Make every position from which a ply as usual of the player who moved last leads here."""
    mover = content.board.turn.other
    for index, stack in content.stacks.items():
        if stack.height == 1 and stack.color is mover:
            # The flats of the first plies are not among those that the mover placed later.
            if stack.top is Stone.FLAT and content.flats[mover] <= content.first[mover]:
                continue
            without = ~(1 << index)
            roads = (content.roads[0] & without, content.roads[1] & without)
            yield _Before(roads, False, content.out[mover.other], content.geometry)
    if any(content.out):
        return  # a spread takes nothing from a reserve: the game was over before it
    for index, stack in content.stacks.items():
        if stack.color is mover:
            for shift in range(4):
                yield from _before_spreads(content, index, shift)


def _before_spreads(content: _Content, end: int, back: int) -> Iterator[_Before]:
    """Make the positions before the spreads that ended on a square, whose starts lie in the direction ``back``."""
    board, stacks = content.geometry, content.stacks
    top = stacks[end].top
    mover = stacks[end].color
    ray = board.rays[end][back]
    empty = board.size**2 - len(stacks)
    roads = content.roads

    def go(white: int, black: int, emptied: int, lifted: int, depth: int) -> Iterator[_Before]:
        """Put the lifted pieces back on the next square of the ray, or leave some of the drops below them there."""
        if depth == len(ray):
            return
        start = ray[depth]
        stack = stacks.get(start)
        if stack is not None and stack.top is not Stone.FLAT:
            return  # what stays behind has a flat on top, and so has a square that is passed
        bit = 1 << start
        start_roads = [white & ~bit, black & ~bit]
        if top is not Stone.WALL:
            start_roads[mover] |= bit
        full = emptied == 0 and empty == (1 if stack is None else 0)
        yield _Before((start_roads[0], start_roads[1]), full, False, board)
        if stack is None:
            return
        for drop in range(1, min(stack.height, board.size - lifted) + 1):
            new_white, new_black, gone = _uncovered(stack, drop, bit, white, black)
            yield from go(new_white, new_black, emptied + gone, lifted + drop, depth + 1)

    stack = stacks[end]
    bit = 1 << end
    for drop in range(1, min(stack.height, board.size) + 1):
        white, black, gone = _uncovered(stack, drop, bit, roads[0], roads[1])
        yield from go(white, black, gone, drop, 0)
        if drop == 1 and not gone and top is Stone.CAPSTONE:
            yield from go(white & ~bit, black & ~bit, gone, drop, 0)  # the flat below was a wall that was smashed


def _uncovered(stack: Stack, drop: int, bit: int, white: int, black: int) -> tuple[int, int, int]:
    """Return both colours' road pieces after pieces are taken off a stack, and 1 when nothing is left of it."""
    rest = stack.bits >> drop
    white &= ~bit
    black &= ~bit
    if rest == 1:
        return white, black, 1
    return (white, black | bit, 0) if rest & 1 else (white | bit, black, 0)


def _no_last_ply(content: _Content) -> str:
    """Say that no ply of the player who is not to move can have led here, and what is in the way."""
    turn = content.board.turn
    mover = turn.other
    last = f"no last ply of {mover.title}'s"
    roads = [shortest_road(content.roads[color], content.geometry) for color in Color]
    if all(roads):
        both = " and ".join(f"{color.title} ({_names(content, roads[color])})" for color in Color)
        return f"both players have a road, {both}, but {last} can have led to that"
    for color in Color:
        if roads[color]:
            done = "completed" if color is mover else "uncovered"
            road = f"{color.title} has a road ({_names(content, roads[color])}) with {turn.title} to move"
            return f"{road}, but {last} can have {done} it"
    if content.out[turn]:
        return f"{turn.title} has no piece left and is to move, but the game was over when the last one was placed"
    if content.out[mover]:
        return f"{mover.title} has no piece left, but {last} can have placed the last one"
    if content.full:
        return f"the board is full, but {last} can have filled it"
    if not any(stack.color is mover for stack in content.stacks.values()):
        return f"{turn.title} is to move, but {mover.title}, who moved last, has no piece on top of a stack"
    return f"{turn.title} is to move, but {last} can have led to this position"


def _names(content: _Content, bits: int) -> str:
    return " ".join(square.name for index, square in content.geometry.squares.items() if bits >> index & 1)


def _plies(count: int) -> str:
    return "1 ply" if count == 1 else f"{count} plies"
