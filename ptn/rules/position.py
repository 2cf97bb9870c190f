"""The position: an immutable value that knows the rules."""

from __future__ import annotations

from dataclasses import replace

from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import Color, Reserve, Square
from ptn.core.errors import IllegalMoveError, SetupError
from ptn.core.moves import Move, Place, Spread
from ptn.core.result import Result
from ptn.core.setup import Setup
from ptn.rules.engine import Engine
from ptn.rules.roads import shortest_road


class Position:
    """A position in a game of Tak: the board, the reserves, whose turn it is, and the setup it belongs to.

    Positions never change: ``play`` returns a new one. Two are equal when play goes on alike from them: the same board,
    turn, reserves and komi, and the same first stones where a player's first ply is still due. The move counter is not
    compared, so a repeated position is equal to the earlier one although its TPS differs.

    >>> from ptn.core.moves import Move, Place, Spread
    >>> position = Position.start(size=3).play(Place(Square.from_name("a1")))
    >>> position.to_tps(), position.reserve(Color.BLACK)
    ('x3/x3/2,x2 2 1', Reserve(flats=9, caps=0))
    """

    __slots__ = ("_engine",)

    _engine: Engine

    def __init__(self, setup: Setup) -> None:
        """Make the position a game with this setup begins from, as ``start`` does."""
        object.__setattr__(self, "_engine", Engine(setup))

    # Making positions

    @classmethod
    def start(cls, size: int | None = None, *, setup: Setup | None = None) -> Position:
        """Return the position a game begins from: give a size 3-8 for the usual setup, or a setup.

        Raise ``SetupError`` when neither is given, both are given and differ, or no game can start so.
        """
        if setup is None:
            if size is None:
                raise SetupError("a size or a setup is needed to start a game")
            setup = Setup.standard(size)
        elif size is not None and size != setup.size:
            raise SetupError(f"size {size} is not the size {setup.size} of the setup")
        return cls(setup)

    @classmethod
    def from_board(cls, board: BoardState, setup: Setup | None = None) -> Position:
        """Return the position of a board, in a game with this setup (the usual one when left out).

        What the setup says about its own start position is replaced by the board. Raise ``SetupError`` when the sizes
        differ or a player has more pieces on the board than the setup gives.
        """
        return cls(Setup.standard(board.size, start=board) if setup is None else replace(setup, start=board))

    @classmethod
    def from_tps(cls, text: str, setup: Setup | None = None) -> Position:
        """Return the position of a TPS, as ``from_board``; raise ``PtnSyntaxError`` when the text is none."""
        from ptn.notation.tps import parse_tps  # the one place where rules meet text, for the convenience of callers

        return cls.from_board(parse_tps(text), setup)

    @classmethod
    def from_engine(cls, engine: Engine) -> Position:
        """Return the position an engine stands at; later plies of the engine don't change it."""
        return cls._of(engine.copy())

    @classmethod
    def _of(cls, engine: Engine) -> Position:
        """Wrap an engine that nobody else will change."""
        position = cls.__new__(cls)
        object.__setattr__(position, "_engine", engine)
        return position

    def to_engine(self) -> Engine:
        """Return an engine that stands at this position, for the caller to play on."""
        return self._engine.copy()

    # Playing

    def play(self, move: Move) -> Position:
        """Return the position after a ply.

        Raise ``IllegalMoveError`` when the rules forbid it: ``.reason`` is the code, ``.tps`` this position. Raise
        ``TypeError`` for what is no move.
        """
        if not isinstance(move, Place | Spread):
            raise TypeError(f"{move!r} is not a move: ptn.parse_move makes one of its text")
        engine = self._engine.copy()
        try:
            engine.push(move)
        except IllegalMoveError as error:
            raise IllegalMoveError(error.reason, error.message, move, tps=self.to_tps()) from None
        engine.forget()
        return Position._of(engine)

    def why_illegal(self, move: Move) -> IllegalMoveError | None:
        """Return the error that ``play`` raises for a move, None when it is legal."""
        error = self._engine.why_illegal(move)
        return None if error is None else IllegalMoveError(error.reason, error.message, move, tps=self.to_tps())

    def is_legal(self, move: Move) -> bool:
        """Whether the rules allow a ply."""
        return self._engine.why_illegal(move) is None

    def legal_moves(self) -> list[Move]:
        """Return all legal plies, none when the game is over.

        The order is fixed: placements first, square by square (a1, b1, ..., a2, ...), on each flat, wall, capstone;
        then spreads by square, direction (up, right, down, left) and number lifted, and among equal numbers the
        larger first drops first.
        """
        return self._engine.legal_moves()

    def smashes(self, move: Move) -> bool:
        """Whether a ply smashes a wall; False also for an illegal one."""
        return self._engine.smashes(move)

    # What the position says

    @property
    def setup(self) -> Setup:
        """The setup of the game."""
        return self._engine.setup

    @property
    def size(self) -> int:
        """The size of the board, 3-8."""
        return self._engine.size

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
        """How the game ended on the board, None while it goes on."""
        return self._engine.result

    @property
    def is_over(self) -> bool:
        """Whether the game has ended on the board."""
        return self._engine.result is not None

    @property
    def board(self) -> BoardState:
        """The squares, the turn and the move counter as a plain value."""
        return self._engine.board()

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

    def road(self, color: Color) -> frozenset[Square] | None:
        """Return the squares of a player's road, None when there is none.

        Of several roads, or several ways through one group, it is one with as few squares as possible.
        """
        road = shortest_road(self._engine.road_pieces(color), self._engine.geometry)
        return self._engine.geometry.squares_of(road) if road else None

    def to_tps(self) -> str:
        """Return the standard TPS."""
        return self._engine.board().tps

    # Being a value

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Position):
            return self._engine.identity() == other._engine.identity()
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._engine.identity())

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a position can't be changed ({name})")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a position can't be changed ({name})")

    def __copy__(self) -> Position:
        return self

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[object, tuple[BoardState, Setup]]:
        return _restore, (self.board, self.setup)

    def __str__(self) -> str:
        return self.to_tps()

    def __repr__(self) -> str:
        over = f" {self.result}" if self.result is not None else ""
        return f"<Position {self.to_tps()}{over}>"


def _restore(board: BoardState, setup: Setup) -> Position:
    """Make a pickled position again."""
    return Position._of(Engine(setup, board))
