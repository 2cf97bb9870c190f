"""A second model of Tak's rules, as plain as it can be: lists of lists of pieces, and every question asked anew.

It shares the vocabulary of `ptn.core` with the engine and nothing else, and it prefers the slow obvious way everywhere,
so that a rule that is wrong in one of the two is wrong in one only. Nothing remembers how a position came about: whose
first ply is due and who owns the next stone is read off the board, the turn and the counter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from ptn.core import codes
from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import Color, Direction, Reserve, Square, Stone
from ptn.core.codes import Code
from ptn.core.errors import SetupError
from ptn.core.moves import Move, Place, Spread
from ptn.core.result import How, Result
from ptn.core.setup import Opening, Setup

Piece: TypeAlias = tuple[Color, Stone]
Pile: TypeAlias = list[Piece]


class NaiveGame:
    """A running game. ``board[rank - 1][file - 1]`` is the pile of a square, its lowest piece first."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self.size = setup.size
        self.board: list[list[Pile]] = [[[] for _ in range(self.size)] for _ in range(self.size)]
        self.flats = {color: setup.reserve(color).flats for color in Color}
        self.caps = {color: setup.reserve(color).caps for color in Color}
        self.turn = Color.WHITE
        self.counter = 1
        if setup.start is not None:
            self._set_up(setup.start)
        self.result = self._result_after_ply_of(self.turn.other)

    def _set_up(self, start: BoardState) -> None:
        for index, stack in enumerate(start.stacks):
            if stack is None:
                continue
            pile = self.board[index // self.size][index % self.size]
            for color in stack.colors:
                pile.append((color, Stone.FLAT))
            pile[-1] = (pile[-1][0], stack.top)
            for color, stone in pile:
                self._take_from_reserve(color, stone, 1)
        for color in Color:
            if self.flats[color] < 0 or self.caps[color] < 0:
                raise SetupError(f"more {color} pieces on the board than there are")
        self.turn = start.turn
        self.counter = start.counter

    def copy(self) -> NaiveGame:
        """Return a game that shares no list with this one."""
        other = NaiveGame.__new__(NaiveGame)
        other.setup, other.size = self.setup, self.size
        other.board = [[list(pile) for pile in rank] for rank in self.board]
        other.flats, other.caps = dict(self.flats), dict(self.caps)
        other.turn, other.counter, other.result = self.turn, self.counter, self.result
        return other

    # What a player may see

    def pile(self, square: Square) -> Pile:
        """Return the pile of a square that is on the board."""
        return self.board[square.rank - 1][square.file - 1]

    def piles(self) -> list[Pile]:
        """Return all piles, empty ones too."""
        return [pile for rank in self.board for pile in rank]

    def reserve(self, color: Color) -> Reserve:
        """Return what a player has not played yet."""
        return Reserve(self.flats[color], self.caps[color])

    def on_board(self, color: Color) -> Reserve:
        """Count the pieces of a colour that lie on the board, anywhere in a pile."""
        pieces = [stone for pile in self.piles() for owner, stone in pile if owner is color]
        caps = pieces.count(Stone.CAPSTONE)
        return Reserve(len(pieces) - caps, caps)

    def flat_count(self, color: Color) -> int:
        """Count the squares with a flat of a colour on top; komi is not in it."""
        return sum(1 for pile in self.piles() if pile and pile[-1] == (color, Stone.FLAT))

    def tps(self) -> str:
        """Write the position as text, square by square."""
        rows = []
        for rank in reversed(self.board):
            row = ""
            gap = 0
            for pile in [*rank, None]:
                if pile == []:
                    gap += 1
                    continue
                if gap > 0:
                    row += "," if row else ""
                    row += "x" if gap == 1 else "x" + str(gap)
                    gap = 0
                if pile is not None:
                    row += "," if row else ""
                    for color, _ in pile:
                        row += "1" if color is Color.WHITE else "2"
                    row += {Stone.FLAT: "", Stone.WALL: "S", Stone.CAPSTONE: "C"}[pile[-1][1]]
            rows.append(row)
        return "/".join(rows) + (" 1 " if self.turn is Color.WHITE else " 2 ") + str(self.counter)

    def board_state(self) -> BoardState:
        """Return the position as a value, such as a setup starts from."""
        stacks = [Stack.of([color for color, _ in pile], pile[-1][1]) if pile else None for pile in self.piles()]
        return BoardState(self.size, tuple(stacks), self.turn, self.counter)

    # What may be played

    def first_ply_due(self) -> bool:
        """Whether the player to move places the first stone of the opening."""
        if self.counter != 1:
            return False
        pieces = [piece for pile in self.piles() for piece in pile]
        if self.turn is Color.WHITE:
            return pieces == []
        if self.setup.opening is Opening.NO_SWAP:
            return pieces == [(Color.WHITE, Stone.FLAT)]
        if self.setup.opening is Opening.SWAP:
            return pieces == [(Color.BLACK, Stone.FLAT)]
        return [pile for pile in self.piles() if pile] == [[(Color.BLACK, Stone.FLAT), (Color.BLACK, Stone.FLAT)]]

    def stack_due(self) -> bool:
        """Whether the next ply is the stack of two Black flats."""
        return self.first_ply_due() and self.turn is Color.WHITE and self.setup.opening is Opening.DOUBLE_BLACK_STACK

    def owner_of_next(self) -> Color:
        """Return whose stone the player to move would place."""
        if self.first_ply_due() and self.setup.opening is not Opening.NO_SWAP:
            return self.turn.other
        return self.turn

    def reasons(self, move: Move) -> set[Code]:
        """Return every rule that a move breaks, whichever a reader would be told first; nothing for a legal move."""
        return set(self._broken(move))

    def is_legal(self, move: Move) -> bool:
        """Whether a move breaks no rule."""
        return next(self._broken(move), None) is None

    def _broken(self, move: Move) -> Iterator[Code]:
        if self.result is not None:
            yield codes.GAME_OVER
        if isinstance(move, Place):
            yield from self._broken_by_place(move)
        else:
            yield from self._broken_by_spread(move)

    def _broken_by_place(self, move: Place) -> Iterator[Code]:
        occupied = False
        if not move.square.on_board(self.size):
            yield codes.OFF_BOARD
        elif self.pile(move.square):
            occupied = True
            yield codes.OCCUPIED
        if self.first_ply_due() and (move.stone is not Stone.FLAT or occupied):
            yield codes.OPENING_PLY
        if move.count != (2 if self.stack_due() else 1):
            yield codes.OPENING_STACK
        owner = self.owner_of_next()
        if (self.caps if move.stone is Stone.CAPSTONE else self.flats)[owner] < move.count:
            yield codes.EMPTY_RESERVE

    def _broken_by_spread(self, move: Spread) -> Iterator[Code]:
        lifted = sum(move.drops)
        if lifted > self.size:
            yield codes.CARRY_LIMIT
        top: Piece | None = None
        if not move.square.on_board(self.size):
            yield codes.OFF_BOARD
        else:
            pile = self.pile(move.square)
            if not pile:
                yield codes.EMPTY_SQUARE
            else:
                top = pile[-1]
                if top[0] is not self.turn:
                    yield codes.NOT_CONTROLLED
                if lifted > len(pile):
                    yield codes.STACK_TOO_LOW
        step_file, step_rank = move.direction.step
        file, rank = move.square.file, move.square.rank
        for number, drop in enumerate(move.drops, start=1):
            file += step_file
            rank += step_rank
            if not (1 <= file <= self.size and 1 <= rank <= self.size):
                yield codes.LEAVES_BOARD
                break
            target = self.board[rank - 1][file - 1]
            if not target:
                continue
            if target[-1][1] is Stone.CAPSTONE:
                yield codes.ONTO_CAPSTONE
            if target[-1][1] is Stone.WALL:
                last = number == len(move.drops)
                capstone_alone = drop == 1 and top is not None and top[1] is Stone.CAPSTONE
                if not (last and capstone_alone):
                    yield codes.ONTO_WALL
        if self.first_ply_due():
            yield codes.OPENING_PLY
            if self.stack_due():
                yield codes.OPENING_STACK

    def legal_moves(self) -> list[Move]:
        """Try every placement, and every way to drop the pieces of every own pile in every direction."""
        return [move for move in self._candidates() if self.is_legal(move)]

    def _candidates(self) -> Iterator[Move]:
        for rank in range(1, self.size + 1):
            for file in range(1, self.size + 1):
                square = Square.at(file, rank)
                pile = self.pile(square)
                if not pile:
                    yield from (Place(square, stone) for stone in Stone)
                    yield Place(square, Stone.FLAT, 2)
                elif pile[-1][0] is self.turn:
                    for lifted in range(1, min(len(pile), self.size) + 1):
                        for drops in ways_to_drop(lifted):
                            yield from (Spread(square, direction, drops) for direction in Direction)

    def smashes(self, move: Move) -> bool:
        """Whether a legal move flattens a wall."""
        if isinstance(move, Place):
            return False
        last = self.board[move.square.rank - 1 + move.direction.step[1] * len(move.drops)][
            move.square.file - 1 + move.direction.step[0] * len(move.drops)
        ]
        return bool(last) and last[-1][1] is Stone.WALL

    # What a ply does

    def play(self, move: Move) -> None:
        """Play a move, which must be legal."""
        reasons = self.reasons(move)
        assert not reasons, f"{move} in {self.tps()}: {reasons}"
        if isinstance(move, Place):
            owner = self.owner_of_next()
            for _ in range(move.count):
                self.pile(move.square).append((owner, move.stone))
            self._take_from_reserve(owner, move.stone, move.count)
        else:
            self._spread(move)
        mover = self.turn
        if mover is Color.BLACK:
            self.counter += 1
        self.turn = mover.other
        self.result = self._result_after_ply_of(mover)

    def _take_from_reserve(self, color: Color, stone: Stone, count: int) -> None:
        if stone is Stone.CAPSTONE:
            self.caps[color] -= count
        else:
            self.flats[color] -= count

    def _spread(self, move: Spread) -> None:
        pile = self.pile(move.square)
        hand: Pile = []
        for _ in range(sum(move.drops)):
            hand.insert(0, pile.pop())
        file, rank = move.square.file, move.square.rank
        for drop in move.drops:
            file += move.direction.step[0]
            rank += move.direction.step[1]
            target = self.board[rank - 1][file - 1]
            if target and target[-1][1] is Stone.WALL:
                target[-1] = (target[-1][0], Stone.FLAT)
            for _ in range(drop):
                target.append(hand.pop(0))

    # How a game ends

    def has_road(self, color: Color) -> bool:
        """Whether a colour joins two opposite edges."""
        line = range(self.size)
        mine = set()
        for rank in line:
            for file in line:
                pile = self.board[rank][file]
                if pile and (pile[-1] == (color, Stone.FLAT) or pile[-1] == (color, Stone.CAPSTONE)):
                    mine.add((file, rank))
        end = self.size - 1
        left_to_right = self._can_walk(mine, {(0, rank) for rank in line}, {(end, rank) for rank in line})
        bottom_to_top = self._can_walk(mine, {(file, 0) for file in line}, {(file, end) for file in line})
        return left_to_right or bottom_to_top

    @staticmethod
    def _can_walk(mine: set[tuple[int, int]], start: set[tuple[int, int]], goal: set[tuple[int, int]]) -> bool:
        """Walk over neighbouring squares of ``mine`` as far as one can, and say whether a goal is among them."""
        to_visit = list(start & mine)
        visited: set[tuple[int, int]] = set()
        while to_visit:
            file, rank = to_visit.pop()
            visited.add((file, rank))
            for next_square in ((file + 1, rank), (file - 1, rank), (file, rank + 1), (file, rank - 1)):
                if next_square in mine and next_square not in visited:
                    to_visit.append(next_square)
        return bool(visited & goal)

    def is_full(self) -> bool:
        """Whether no square is empty."""
        return all(self.piles())

    def is_out_of_pieces(self) -> bool:
        """Whether one of the players has no piece left at all."""
        return any(self.flats[color] == 0 and self.caps[color] == 0 for color in Color)

    def _result_after_ply_of(self, mover: Color) -> Result | None:
        if self.has_road(mover):
            return Result(mover, How.ROAD)
        if self.has_road(mover.other):
            return Result(mover.other, How.ROAD)
        if self.is_full() or self.is_out_of_pieces():
            white = 2 * self.flat_count(Color.WHITE)
            black = 2 * self.flat_count(Color.BLACK) + self.setup.half_komi
            if white == black:
                return Result(None, How.DRAW)
            return Result(Color.WHITE if white > black else Color.BLACK, How.FLATS)
        return None


def ways_to_drop(pieces: int) -> list[tuple[int, ...]]:
    """Return every way to write a number of pieces as drops of at least one."""
    if pieces == 0:
        return [()]
    return [(first, *rest) for first in range(1, pieces + 1) for rest in ways_to_drop(pieces - first)]


def all_moves(size: int) -> list[Move]:
    """Return every move that has all its squares on a board of this size and lifts no more than the carry limit."""
    squares = [Square.at(file, rank) for rank in range(1, size + 1) for file in range(1, size + 1)]
    moves: list[Move] = [Place(square, stone) for square in squares for stone in Stone]
    moves += [Place(square, Stone.FLAT, 2) for square in squares]
    for square in squares:
        for direction in Direction:
            for lifted in range(1, size + 1):
                for drops in ways_to_drop(lifted):
                    last_file = square.file + direction.step[0] * len(drops)
                    last_rank = square.rank + direction.step[1] * len(drops)
                    if 1 <= last_file <= size and 1 <= last_rank <= size:
                        moves.append(Spread(square, direction, drops))
    return moves


def read_tps(text: str) -> BoardState:
    """Read a TPS of the standard form; no good for faulty ones."""
    rows, turn, counter = text.split()
    stacks: list[Stack | None] = []
    for row in reversed(rows.split("/")):
        for cell in row.split(","):
            if cell.startswith("x"):
                stacks += [None] * int(cell[1:] or 1)
            else:
                digits = cell.rstrip("SC")
                top = Stone.from_letter(cell[-1]) if cell != digits else Stone.FLAT
                stacks.append(Stack.of([Color.WHITE if digit == "1" else Color.BLACK for digit in digits], top))
    return BoardState(rows.count("/") + 1, tuple(stacks), Color.WHITE if turn == "1" else Color.BLACK, int(counter))


def read_move(text: str) -> Move:
    """Read a ply of the standard form; no good for faulty ones."""
    direction = next((Direction.from_symbol(letter) for letter in text if letter in "+-<>"), None)
    if direction is None:
        stone = Stone.from_letter(text[0]) if text[0] in "FSC" else Stone.FLAT
        return Place(Square.from_name(text[-2:]), stone, int(text[0]) if text[0].isdigit() else 1)
    front, drops = text.split(direction.symbol)
    lifted = int(front[:-2] or 1)
    return Spread(Square.from_name(front[-2:]), direction, tuple(map(int, drops)) or (lifted,))
