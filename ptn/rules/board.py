"""A board to play on and to take back: for those who search, walk games, or need to know what was before."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Final

from ptn.core import codes
from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import Color, Reserve, Square
from ptn.core.errors import IllegalMoveError, SetupError
from ptn.core.moves import Move, Place
from ptn.core.result import RESULTS, Result
from ptn.core.setup import Setup
from ptn.rules.engine import Engine
from ptn.rules.position import Position

SERVER_QUIET_LIMIT: Final = 50
"""After so many plies with neither a placement nor a smash a server draws the game."""


class Board:
    """A position that changes: ``push`` plays a ply, ``pop`` takes the last one back.

    It has the answers of the immutable ``Position`` beside it, and the history. Two boards are equal when play goes on
    alike from their positions, as with ``Position``; how they came there is not compared. Since a board changes it
    can't be hashed: use ``key()`` or ``position`` in sets and dictionaries.

    >>> from ptn.core.moves import Place
    >>> board = Board.start(5)
    >>> board.push(Place(Square.from_name("a1")))
    False
    >>> board.to_tps(), board.pop(), board.to_tps()
    ('x5/x5/x5/x5/2,x4 2 1', <Place a1>, 'x5/x5/x5/x5/x5 1 1')
    """

    __slots__ = ("_engine", "_moves", "_quiet", "_start", "quiet_limit")

    def __init__(self, setup: Setup, *, quiet_limit: int | None = None) -> None:
        """Begin where the setup says; raise ``SetupError`` when no game can start so.

        ``quiet_limit``, from 1, draws the game after so many quiet plies, as a server does with
        ``SERVER_QUIET_LIMIT``; None, the rules of the game, never does.
        """
        self._begin(Engine(setup), quiet_limit)

    @classmethod
    def start(cls, size: int, *, quiet_limit: int | None = None) -> Board:
        """Return the board of the usual setup of a size 3-8; raise ``SetupError`` outside of it."""
        return cls(Setup.standard(size), quiet_limit=quiet_limit)

    @classmethod
    def from_position(cls, position: Position, *, quiet_limit: int | None = None) -> Board:
        """Return a board that begins at a position."""
        board = cls.__new__(cls)
        board._begin(position.to_engine(), quiet_limit)
        return board

    def _begin(self, engine: Engine, quiet_limit: int | None) -> None:
        if quiet_limit is not None and quiet_limit < 1:
            raise SetupError(f"a limit of {quiet_limit} quiet plies is below 1")
        self._engine = engine
        self._start = engine.board()
        self._moves: list[Move] = []
        self._quiet: list[int] = [0]
        self.quiet_limit = quiet_limit

    # Playing

    def push(self, move: Move) -> bool:
        """Play a ply; return whether it smashed a wall.

        Raise ``IllegalMoveError`` and change nothing when the rules forbid it: ``.reason`` is the code, ``.tps`` this
        position.
        """
        try:
            drawn = self._drawn(move)
            if drawn is not None:
                raise drawn
            smashed = self._engine.push(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, error.message, move, tps=self.to_tps()) from None
        self._moves.append(move)
        self._quiet.append(0 if smashed or isinstance(move, Place) else self._quiet[-1] + 1)
        return smashed

    def pop(self) -> Move:
        """Take back the last ply and return it; raise ``IndexError`` where the board began."""
        self._engine.pop()
        self._quiet.pop()
        return self._moves.pop()

    def push_all(self, moves: Iterable[Move]) -> None:
        """Play plies one after another; raise ``IllegalMoveError`` at the first illegal one and stand before it."""
        for move in moves:
            self.push(move)

    def copy(self) -> Board:
        """Return a board with the same position and history that shares nothing that changes."""
        twin = type(self).__new__(type(self))
        twin._begin(self._engine.copy(history=True), self.quiet_limit)
        twin._start = self._start
        twin._moves = self._moves.copy()
        twin._quiet = self._quiet.copy()
        return twin

    # The history

    @property
    def moves(self) -> tuple[Move, ...]:
        """The plies played on this board, the first one first."""
        return tuple(self._moves)

    def peek(self) -> Move:
        """Return the last ply; raise ``IndexError`` where the board began."""
        if not self._moves:
            raise IndexError("no ply has been played")
        return self._moves[-1]

    @property
    def ply(self) -> int:
        """The number of plies since the start of the game, by turn and move counter: 0 before White's first one."""
        return self._engine.ply

    @property
    def quiet_plies(self) -> int:
        """The number of plies since the last placement or smash, or since the board began."""
        return self._quiet[-1]

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position is on this board for at least the ``count``-th time, from 1; positions that are equal.

        The rules know no draw by repetition; this is for those who have one. Raise ``ValueError`` for a count below 1.
        """
        if count < 1:
            raise ValueError(f"a count of {count} is below 1")
        quiet = self._quiet[-1]
        # The same position comes back after four plies at the earliest: each player moves away and back.
        if quiet < 4 * (count - 1):
            return False
        engine = self._engine.copy(history=True)
        key = engine.identity()
        seen = 1
        while seen < count and quiet:
            engine.pop()
            quiet -= 1
            seen += engine.identity() == key
        return seen >= count

    # What the board says

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self._engine.setup

    @property
    def size(self) -> int:
        """The size of the board, 3-8."""
        return self._engine.size

    @property
    def position(self) -> Position:
        """The position as a value that stays when the board goes on."""
        return Position.from_engine(self._engine)

    @property
    def state(self) -> BoardState:
        """The squares, the turn and the move counter as a plain value."""
        return self._engine.board()

    @property
    def turn(self) -> Color:
        """Whose turn it is; when the game is over, whose it would be."""
        return self._engine.turn

    @property
    def move_number(self) -> int:
        """The number of the move that comes next, from 1: the move counter of TPS."""
        return self._engine.ply // 2 + 1

    @property
    def first_ply_due(self) -> bool:
        """Whether the player to move has still to make the first ply, that of the opening."""
        return self._engine.first_ply_due

    @property
    def result(self) -> Result | None:
        """How the game ended on the board, or by the limit of quiet plies; None while it goes on."""
        result = self._engine.result
        if result is None and self.quiet_limit is not None and self._quiet[-1] >= self.quiet_limit:
            return RESULTS["1/2-1/2"]
        return result

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def legal_moves(self) -> list[Move]:
        """Return all legal plies, in the order of ``Position.legal_moves``; none when the game is over."""
        return [] if self.is_over else self._engine.legal_moves()

    def why_illegal(self, move: Move) -> IllegalMoveError | None:
        """Return the error that ``push`` would raise for a move, None when it is legal."""
        error = self._drawn(move) or self._engine.why_illegal(move)
        return None if error is None else IllegalMoveError(error.reason, error.message, move, tps=self.to_tps())

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow a ply."""
        return self.why_illegal(move) is None

    def smashes(self, move: Move) -> bool:
        """Whether a ply smashes a wall; False also for an illegal one."""
        return self._engine.smashes(move) and not self.is_over

    def stack(self, square: Square) -> Stack | None:
        """Return the stack on a square, None when it is empty; raise ``ValueError`` outside the board."""
        index = self._engine.geometry.indices.get(square)
        if index is None:
            raise ValueError(f"{square} is not on a {self.size}x{self.size} board")
        return self._engine.stack(index)

    def reserve(self, color: Color) -> Reserve:
        """Return the pieces a player has not yet played."""
        return self._engine.reserve(color)

    def flat_count(self, color: Color) -> int:
        """Count the flats of a player that are on top of a stack, without komi."""
        return self._engine.flat_count(color)

    def to_tps(self) -> str:
        """Return the standard TPS."""
        return self._engine.board().tps

    def key(self) -> Hashable:
        """Return a value that is the same for equal boards, to be used in sets and dictionaries.

        It holds all that matters for play, but not the history: what a limit of quiet plies needs beside it is
        ``quiet_plies``.
        """
        return self._engine.identity()

    # Being an object

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Board):
            return self._engine.identity() == other._engine.identity()
        return NotImplemented

    def __copy__(self) -> Board:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Board:
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[Setup, BoardState, tuple[Move, ...], int | None]]:
        return _restore, (self.setup, self._start, self.moves, self.quiet_limit)

    def __str__(self) -> str:
        return self.to_tps()

    def __repr__(self) -> str:
        over = f" {self.result}" if self.is_over else ""
        return f"<Board {self.to_tps()}{over}>"

    def _drawn(self, move: Move) -> IllegalMoveError | None:
        """Return why a move is illegal when the limit of quiet plies has ended the game, None when it has not."""
        if self.quiet_limit is None or self._quiet[-1] < self.quiet_limit or self._engine.result is not None:
            return None
        message = f"the game is over ({self.result} after {self.quiet_plies} plies without a placement or a smash)"
        return IllegalMoveError(codes.GAME_OVER, message, move)


def _restore(setup: Setup, start: BoardState, moves: tuple[Move, ...], quiet_limit: int | None) -> Board:
    """Make a pickled board again."""
    board = Board.from_position(Position.from_engine(Engine(setup, start)), quiet_limit=quiet_limit)
    board.push_all(moves)
    return board
