"""The rules of Tak on a mutable board: play a ply, take it back, and always know whether the game is over.

``Engine`` is built for speed and lies below the immutable ``ptn.rules.position.Position``, which has the same answers
with names. Squares are indices and bits as ``ptn.rules.geometry`` lays them out, colours are 0 White and 1 Black. What
makes a ply illegal is put into words elsewhere (``ptn.rules.illegal``), so that this path stays short.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import Color, Reserve, Stone
from ptn.core.errors import IllegalMoveError, SetupError
from ptn.core.moves import Move, Place
from ptn.core.result import RESULTS, Result
from ptn.core.setup import Setup
from ptn.rules.generation import count_legal, legal_keys
from ptn.rules.geometry import (
    EMPTY_STACK,
    FIRST_SPREAD_KEY,
    CompiledPlace,
    CompiledSpread,
    Geometry,
    Step,
    geometry,
)
from ptn.rules.illegal import explain
from ptn.rules.openings import first_stones, stack_of
from ptn.rules.roads import has_road, road_through

_ROAD: Final = (RESULTS["R-0"], RESULTS["0-R"])
_FLATS: Final = (RESULTS["F-0"], RESULTS["0-F"])
_DRAW: Final = RESULTS["1/2-1/2"]

# While no move can be played as usual (the game is over, or a first ply is due) the engine looks moves up in these.
_NO_PLACES: Final[dict[int, CompiledPlace]] = {}
_NO_SPREADS: Final[dict[int, CompiledSpread]] = {}

_Undo = tuple[int, int, tuple[Step, ...], int, int, int, int, int, int]
"""Index of the start, its stack before, the drops, the four bitboards before, the reserve that paid and how much."""


class Run(NamedTuple):
    """What ``Engine.run`` did: plies played, the indices (from 0) of those that smashed a wall, and what stopped it."""

    played: int
    smashes: list[int]
    error: IllegalMoveError | None


class Engine:
    """A game in progress: the board, the reserves, whose turn it is, the result, and the way back.

    ``stacks`` holds the stack of every index as ``Stack.bits``, 1 where it is empty. ``reserves`` are the pieces not
    yet played: White's flats, Black's flats, White's capstones, Black's capstones. ``mine`` and ``theirs`` are the
    road pieces (flats and capstones on top) of the player to move and of the opponent, ``walls`` and ``caps`` the
    walls and capstones of both. ``ply`` counts the plies since the start of the game, so that ``ply & 1`` is the
    player to move and ``ply // 2 + 1`` the move counter of TPS. ``result`` is None while the game goes on, and
    ``first_ply_due`` says whether the player to move has still to make the first ply, that of the opening. All of
    these are for reading; only ``push`` and ``pop`` change them.
    """

    __slots__ = (
        "_history",
        "_places",
        "_spreads",
        "caps",
        "first_ply_due",
        "geometry",
        "mine",
        "ply",
        "reserves",
        "result",
        "setup",
        "stacks",
        "theirs",
        "walls",
    )

    def __init__(self, setup: Setup, board: BoardState | None = None, twin: Engine | None = None) -> None:
        """Begin at ``board``, or where the setup says; raise ``SetupError`` when pieces are on it that nobody has.

        ``twin`` is for ``copy``.
        """
        if twin is not None:
            self._become(twin)
            return
        if board is None:
            board = setup.start if setup.start is not None else BoardState.empty(setup.size)
        elif board.size != setup.size:
            raise SetupError(f"the board is {board.size}x{board.size}, the game {setup.size}x{setup.size}")
        self.setup: Setup = setup
        self.geometry: Geometry = geometry(setup.size)
        self.ply: int = 2 * (board.counter - 1) + board.turn
        self.stacks: list[int] = [EMPTY_STACK] * (self.geometry.stride * setup.size)
        roads = [0, 0]
        self.walls: int = 0
        self.caps: int = 0
        for index, stack in zip(self.geometry.squares, board.stacks, strict=True):
            if stack is None:
                continue
            self.stacks[index] = stack.bits
            if stack.top is Stone.WALL:
                self.walls |= 1 << index
                continue
            roads[stack.bits & 1] |= 1 << index
            if stack.top is Stone.CAPSTONE:
                self.caps |= 1 << index
        self.mine: int = roads[board.turn]
        self.theirs: int = roads[1 - board.turn]
        white, black = (self._left(color, board.pieces(color)) for color in Color)
        self.reserves: list[int] = [white.flats, black.flats, white.caps, black.caps]
        self.result: Result | None = None
        self._history: list[_Undo] | None = []  # None while nobody wants to go back
        self._places: dict[int, CompiledPlace] = _NO_PLACES
        self._spreads: dict[int, CompiledSpread] = _NO_SPREADS
        self.first_ply_due: bool = False
        self.result = self._result_at_start()
        self._arm()

    def _left(self, color: Color, played: Reserve) -> Reserve:
        """Take the pieces on the board off the setup's reserve; raise ``SetupError`` when there are too many."""
        total = self.setup.reserve(color)
        for name, count, most in (("flat", played.flats, total.flats), ("capstone", played.caps, total.caps)):
            if count > most:
                pieces = name if count == 1 else f"{name}s"
                raise SetupError(f"{color.title} has {count} {pieces} on the board, but the game gives {most}")
        return Reserve(total.flats - played.flats, total.caps - played.caps)

    def _is_first_ply(self) -> bool:
        """Whether the first ply of the player to move is still due (docs/rules.md, "The first plies").

        White's is when the counter is 1 and the board is empty; Black's when the counter is 1 and the board holds
        just what White's first ply puts there.
        """
        if self.ply > 1:
            return False
        stacks = [stack for stack in self.stacks if stack != EMPTY_STACK]
        if self.ply == 0:
            return not stacks
        owner, count = first_stones(self.setup.opening, 0)
        return not self.walls | self.caps and stacks == [stack_of(owner, count)]

    def _result_at_start(self) -> Result | None:
        """Judge the position as if the player who is not to move had just moved."""
        mover = 1 - self.turn
        if has_road(self.theirs, self.geometry):
            return _ROAD[mover]
        if has_road(self.mine, self.geometry):
            return _ROAD[1 - mover]
        left = self.reserves
        full = self.mine | self.theirs | self.walls == self.geometry.full
        return self._count() if full or not (left[0] or left[2]) or not (left[1] or left[3]) else None

    def _arm(self) -> None:
        """See whether a first ply is due, and choose where moves are looked up: nowhere when none is played as usual.

        White's first ply is never looked up, not even when it is none of the opening because the board is not empty: a
        spread of the only stone may leave the board as White's first ply would, and then Black's first ply is due.
        """
        self.first_ply_due = self._is_first_ply()
        if self.result is None and not self.first_ply_due and self.ply:
            self._places, self._spreads = self.geometry.places, self.geometry.spreads
        else:
            self._places, self._spreads = _NO_PLACES, _NO_SPREADS

    # What the board says

    @property
    def size(self) -> int:
        """The size of the board, 3-8."""
        return self.geometry.size

    @property
    def turn(self) -> Color:
        """Whose turn it is; when the game is over, whose it would be."""
        return Color.BLACK if self.ply & 1 else Color.WHITE

    def road_pieces(self, color: int) -> int:
        """Return the bitboard of the squares with a flat or capstone of a colour on top."""
        return self.mine if color == self.ply & 1 else self.theirs

    def flat_count(self, color: int) -> int:
        """Count the flats of a colour that are on top, without komi."""
        pieces = self.road_pieces(color)
        return (pieces ^ (pieces & self.caps)).bit_count()

    def reserve(self, color: int) -> Reserve:
        """Return the pieces a player has not yet played."""
        return Reserve(self.reserves[color], self.reserves[color + 2])

    def stack(self, index: int) -> Stack | None:
        """Return the stack on the square of an index, None when it is empty."""
        bits = self.stacks[index]
        if bits == EMPTY_STACK:
            return None
        top = Stone.WALL if self.walls >> index & 1 else Stone.CAPSTONE if self.caps >> index & 1 else Stone.FLAT
        return Stack(bits, top)

    def board(self) -> BoardState:
        """Return the board, the turn and the move counter as a value."""
        stacks = tuple(map(self.stack, self.geometry.squares))
        return BoardState(self.geometry.size, stacks, self.turn, self.ply // 2 + 1)

    def identity(self) -> tuple[object, ...]:
        """Return all that matters for how play can go on, to compare and to hash; the move counter is no part of it.

        It is the size, the board, the turn, the reserves and komi, and the first stones where a first ply is due.
        """
        due = first_stones(self.setup.opening, self.ply) if self.first_ply_due else None
        return (
            self.geometry.size,
            tuple(self.stacks),
            self.walls,
            self.caps,
            self.ply & 1,
            tuple(self.reserves),
            self.setup.half_komi,
            due,
        )

    def copy(self, history: bool = False) -> Engine:
        """Return an engine with the same position that shares nothing that changes.

        It can't go back beyond this position unless it is given the history too.
        """
        twin = Engine(self.setup, None, self)
        if history:
            twin._history = list(self._history or ())
        return twin

    def _become(self, twin: Engine) -> None:
        self.setup = twin.setup
        self.geometry = twin.geometry
        self.ply = twin.ply
        self.stacks = twin.stacks.copy()
        self.walls = twin.walls
        self.caps = twin.caps
        self.mine = twin.mine
        self.theirs = twin.theirs
        self.reserves = twin.reserves.copy()
        self.result = twin.result
        self._history = []
        self._places = twin._places
        self._spreads = twin._spreads
        self.first_ply_due = twin.first_ply_due

    # Playing

    def push(self, move: Move) -> bool:
        """Play a ply; return whether it smashed a wall.

        Raise ``IllegalMoveError`` and change nothing when the rules forbid it; ``ptn.rules.illegal.explain`` says which
        reason is given when there are several.
        """
        outcome = self.push_key(move.key)
        if outcome < 0:
            return self._push_uncommon(move)
        return outcome == 1

    def push_key(self, key: int) -> int:
        """Play the ply of a ``move.key``: return 1 when it smashed a wall, 0 when not, -1 when nothing was played.

        -1 means illegal, or one of the first two plies, or a spread not yet compiled: ``push`` sorts that out.
        """
        ply = self.ply
        turn = ply & 1
        stacks = self.stacks
        mine, theirs, walls = self.mine, self.theirs, self.walls
        if key < FIRST_SPREAD_KEY:
            try:
                index, bit, stone, slot, around = self._places[key]
            except KeyError:
                return -1
            slot += turn
            left = self.reserves[slot]
            taken = mine | theirs | walls
            if taken & bit or not left:
                return -1
            if self._history is not None:
                self._history.append((index, EMPTY_STACK, (), mine, theirs, walls, self.caps, slot, 1))
            stacks[index] = 2 | turn
            self.reserves[slot] = left - 1
            if stone == 1:
                self.walls = walls | bit
                around = 0
            else:
                around &= mine
                mine |= bit
                if stone == 2:
                    self.caps |= bit
            self.mine = theirs
            self.theirs = mine
            self.ply = ply + 1
            # A road leaves the new square to two neighbours, or to one when the square is on an edge.
            if (
                around
                and (around & (around - 1) or bit & self.geometry.edges)
                and road_through(mine, bit, self.geometry)
            ):
                self.result = _ROAD[turn]
            elif taken | bit == self.geometry.full or (left == 1 and not self.reserves[slot ^ 2]):
                self.result = self._count()
            else:
                return 0
            self._places, self._spreads = _NO_PLACES, _NO_SPREADS
            return 0
        try:
            index, bit, lift, path, off, target, last, alone, around, steps = self._spreads[key]
        except KeyError:
            return -1
        stack = stacks[index]
        rest = stack >> lift
        if not rest or stack & 1 != turn:
            return -1
        caps = self.caps
        blocked = walls | caps
        smashed = 0
        if path & blocked:
            # A capstone alone smashes the wall on the last square; anything else in the way is illegal.
            if not (alone and bit & caps and path & blocked == last and last & walls):
                return -1
            smashed = 1
        if self._history is not None:
            self._history.append((index, stack, steps, mine, theirs, walls, caps, 0, 0))
        stacks[index] = rest
        new_mine = mine & off
        new_theirs = theirs & off
        gift = 0  # squares that have a piece of the opponent on top now
        if rest != EMPTY_STACK:
            if rest & 1 == turn:
                new_mine |= bit
            else:
                gift = bit
        if lift == 1:
            stacks[target] = stacks[target] << 1 | turn
            new_mine |= last
        else:
            for where, square, drop, held, cut in steps:
                stacks[where] = top = stacks[where] << drop | stack >> held & cut
                if top & 1 == turn:
                    new_mine |= square
                else:
                    gift |= square
        if bit & blocked:
            if bit & walls:
                self.walls = walls = walls ^ (bit | last)
                new_mine ^= last
            else:
                self.caps = caps ^ (bit | last)
                if smashed:
                    self.walls = walls = walls ^ last
        if gift:
            new_theirs |= gift
        self.mine = new_theirs
        self.theirs = new_mine
        self.ply = ply + 1
        fresh = (mine ^ new_mine) & new_mine
        if fresh and around & new_mine and road_through(new_mine, fresh, self.geometry):
            self.result = _ROAD[turn]
        elif gift and gift & theirs != gift and road_through(new_theirs, gift, self.geometry):
            self.result = _ROAD[1 - turn]
        elif rest != EMPTY_STACK and new_mine | new_theirs | walls == self.geometry.full:
            self.result = self._count()
        else:
            return smashed
        self._places, self._spreads = _NO_PLACES, _NO_SPREADS
        return smashed

    def _push_uncommon(self, move: Move) -> bool:
        """Play what ``push_key`` left alone, a ply of move 1 or a spread not yet compiled, or say why it is illegal."""
        if self.first_ply_due and self._push_first(move):  # every game has two of them: no long questions
            return False
        error = explain(self, move)
        if error is not None:
            raise error
        assert not self.first_ply_due, move
        if not isinstance(move, Place):
            self.geometry.compile_spread(move)
        self._places, self._spreads = self.geometry.places, self.geometry.spreads
        outcome = self.push_key(move.key)
        assert outcome >= 0, move
        if self.ply == 1:
            self._arm()
        return outcome == 1

    def _push_first(self, move: Move) -> bool:
        """Play a player's first ply, whose stones belong to the player the opening says.

        Return False when the move is no legal one; which rule it breaks is for ``explain`` to say.
        """
        owner, count = first_stones(self.setup.opening, self.ply)
        index = self.geometry.indices.get(move.square)
        if (
            index is None
            or self.result is not None
            or not isinstance(move, Place)
            or move.stone != Stone.FLAT
            or move.count != count
            or self.stacks[index] != EMPTY_STACK
            or self.reserves[owner] < count
        ):
            return False
        if self._history is not None:
            undo = (index, EMPTY_STACK, (), self.mine, self.theirs, self.walls, self.caps, owner, count)
            self._history.append(undo)
        self.stacks[index] = stack_of(owner, count)
        self.reserves[owner] -= count
        roads = [self.mine, self.theirs]
        roads[owner != self.ply & 1] |= 1 << index
        self.theirs, self.mine = roads
        self.ply += 1
        if not self.reserves[owner] and not self.reserves[owner + 2]:
            self.result = self._count()
        self._arm()
        return True

    def _count(self) -> Result:
        """Count the flats, with komi, at the end of a game without a road."""
        lead = 2 * (self.flat_count(0) - self.flat_count(1)) - self.setup.half_komi
        return _DRAW if lead == 0 else _FLATS[lead < 0]

    def pop(self) -> None:
        """Take back the last ply; raise ``IndexError`` at the position the engine began with."""
        if not self._history:
            raise IndexError("there is no ply to take back")
        index, stack, steps, self.mine, self.theirs, self.walls, self.caps, slot, paid = self._history.pop()
        stacks = self.stacks
        for where, _, drop, _, _ in steps:
            stacks[where] >>= drop
        stacks[index] = stack
        self.reserves[slot] += paid
        self.ply -= 1
        if self.result is not None or self.ply < 2:
            self.result = None
            self._arm()

    def forget(self) -> None:
        """Give up the way back: ``pop`` ends here."""
        self._history = []

    def run(self, moves: Iterable[Move]) -> Run:
        """Play moves until one is illegal; a quick way to replay a game, without a way back: ``pop`` ends there.

        The illegal one is ``moves[played]``, and ``error`` says why; the engine stands before it.
        """
        self._history = None  # what goes into it is a third of the work
        try:
            return self._run(moves)
        finally:
            self._history = []

    def _run(self, moves: Iterable[Move]) -> Run:
        smashes: list[int] = []
        played = 0
        for move in moves:
            outcome = self.push_key(move.key)
            if outcome:
                if outcome < 0:
                    try:
                        outcome = self._push_uncommon(move)
                    except IllegalMoveError as error:
                        return Run(played, smashes, error)
                if outcome:
                    smashes.append(played)
            played += 1
        return Run(played, smashes, None)

    # Which plies there are

    def why_illegal(self, move: Move) -> IllegalMoveError | None:
        """Return the error that ``push`` would raise for a move, None when it is legal."""
        return explain(self, move)

    def smashes(self, move: Move) -> bool:
        """Whether a legal move smashes a wall; False for any other."""
        if isinstance(move, Place) or explain(self, move) is not None:
            return False
        compiled = self.geometry.compile_spread(move)
        return compiled is not None and bool(compiled[6] & self.walls)

    def legal_moves(self) -> list[Move]:
        """Return all legal plies, none when the game is over.

        The order is fixed: placements first, square by square (a1, b1, ..., a2, ...), on each flat, wall, capstone;
        then spreads by square, direction (up, right, down, left) and ``Spread.pattern``, that is by the number
        lifted, and among equal numbers the larger first drops first.
        """
        moves = self.geometry.moves
        return [moves[key] for key in self.legal_keys()]

    def legal_keys(self) -> list[int]:
        """Return the ``move.key`` of all legal plies, in the order of ``legal_moves``."""
        return legal_keys(self)

    def count_legal(self) -> int:
        """Count the legal plies without listing them."""
        return count_legal(self)


@lru_cache(maxsize=256)
def _at_start(setup: Setup) -> Engine:
    return Engine(setup)


def engine_at_start(setup: Setup) -> Engine:
    """Return an engine where a setup begins: a copy of one made before, at a tenth of the cost.

    Raises ``SetupError`` when pieces are on the board that nobody has.
    """
    return _at_start(setup).copy()
