"""The board to play on: push and pop, history, repetition and quiet plies; the same answers as the position."""

from __future__ import annotations

import copy
import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import read_move, read_tps
from strategies import OPENINGS, any_setup, games, randoms

from ptn.core import codes
from ptn.core.board_terms import Color, Reserve, Square
from ptn.core.errors import IllegalMoveError, SetupError
from ptn.core.moves import Move, Place
from ptn.core.setup import Opening, Setup
from ptn.rules.board import SERVER_QUIET_LIMIT, Board
from ptn.rules.position import Position


def moves_of(line: str) -> list[Move]:
    return [read_move(word) for word in line.split()]


def board_after(line: str, size: int = 5, quiet_limit: int | None = None) -> Board:
    board = Board.start(size, quiet_limit=quiet_limit)
    board.push_all(moves_of(line))
    return board


def same_answers(board: Board, position: Position) -> None:
    assert board.to_tps() == str(board) == position.to_tps()
    assert board.position == position
    assert board.state == position.board
    assert (board.size, board.setup, board.turn, board.move_number) == (
        position.size,
        position.setup,
        position.turn,
        position.move_number,
    )
    assert (board.result, board.is_over, board.first_ply_due) == (
        position.result,
        position.is_over,
        position.first_ply_due,
    )
    assert board.legal_moves() == position.legal_moves()
    for color in Color:
        assert board.reserve(color) == position.reserve(color)
        assert board.flat_count(color) == position.flat_count(color)
    middle = Square.at(2, 2)
    assert board.stack(middle) == position.stack(middle)


@given(games(most_plies=25))
def test_push_and_pop_have_the_answers_of_the_position(game: tuple[Setup, list[Move]]) -> None:
    """Undo restores: going forth and back, the board is what the immutable positions are."""
    setup, line = game
    board, positions = Board(setup), [Position(setup)]
    for number, move in enumerate(line):
        same_answers(board, positions[-1])
        assert board.smashes(move) == positions[-1].smashes(move)
        assert board.is_legal(move)
        assert board.ply == positions[0].board.turn + 2 * (positions[0].move_number - 1) + number
        smashed = board.push(move)
        assert smashed == positions[-1].smashes(move)
        positions.append(positions[-1].play(move))
        assert board.peek() == move
    assert board.moves == tuple(line)
    for move in reversed(line):
        same_answers(board, positions.pop())
        assert board.pop() == move
    same_answers(board, positions.pop())
    assert board.moves == ()


@given(randoms, st.data())
def test_forth_and_back_at_random(rng: random.Random, data: st.DataObject) -> None:
    """However a board wandered, it equals one that was led here straight, with the same history."""
    setup = any_setup(rng, data.draw(st.sampled_from((3, 4, 5))), rng.choice(OPENINGS))
    board = Board(setup)
    for _ in range(60):
        legal = board.legal_moves()
        if legal and (not board.moves or rng.random() < 0.65):
            board.push(rng.choice(legal))
        elif board.moves:
            board.pop()
    straight = Board(setup)
    straight.push_all(board.moves)
    assert straight == board
    assert straight.key() == board.key()
    assert straight.to_tps() == board.to_tps()
    assert straight.result == board.result
    assert straight.quiet_plies == board.quiet_plies
    assert straight.is_repetition(2) == board.is_repetition(2)


def test_the_beginning() -> None:
    board = Board.start(6)
    assert board == Board(Setup.standard(6))
    assert repr(board) == "<Board x6/x6/x6/x6/x6/x6 1 1>"
    with pytest.raises(IndexError, match="no ply to take back"):
        board.pop()
    with pytest.raises(IndexError, match="no ply has been played"):
        board.peek()
    assert (board.moves, board.quiet_plies, board.ply) == ((), 0, 0)
    with pytest.raises(SetupError, match="size 9"):
        Board.start(9)
    with pytest.raises(ValueError, match="d4 is not on a 3x3 board"):
        Board.start(3).stack(Square.from_name("d4"))


def test_a_board_from_a_position_ends_there_on_the_way_back() -> None:
    position = Position.from_board(read_tps("x3/x,1,x/2,x2 1 2"))
    board = Board.from_position(position)
    board.push(read_move("b2<"))
    assert position.to_tps() == "x3/x,1,x/2,x2 1 2"
    assert board.pop() == read_move("b2<")
    with pytest.raises(IndexError):
        board.pop()
    assert board.position == position


def test_an_illegal_ply_changes_nothing() -> None:
    """The error is the one of the position, with its TPS."""
    board = board_after("a1 e5")
    before = board.to_tps()
    error = board.why_illegal(read_move("a1+"))
    with pytest.raises(IllegalMoveError) as raised:
        board.push(read_move("a1+"))
    assert error is not None
    assert str(raised.value) == str(error)
    assert raised.value.reason is codes.NOT_CONTROLLED
    assert raised.value.tps == before == board.to_tps()
    assert board.moves == (read_move("a1"), read_move("e5"))
    assert not board.is_legal(read_move("a1+"))
    assert not board.smashes(read_move("a1+"))
    with pytest.raises(IllegalMoveError):
        board.push_all(moves_of("b2 a1 c3"))
    assert board.moves == tuple(moves_of("a1 e5 b2"))


def test_after_the_end() -> None:
    board = board_after("a1 c3 a2 b1 b2 a3 c2", size=3)
    assert str(board.result) == "R-0"
    assert repr(board).endswith(" R-0>")
    assert board.legal_moves() == []
    with pytest.raises(IllegalMoveError, match="the game is over"):
        board.push(read_move("b3"))
    board.pop()
    assert board.result is None
    assert board.is_legal(read_move("b3"))


# Being an object


def test_copies_share_nothing() -> None:
    board = board_after("a1 e5 b2 d4 b2+ d4-")
    for twin in (board.copy(), copy.copy(board), copy.deepcopy(board), pickle.loads(pickle.dumps(board))):
        assert twin is not board
        assert twin == board
        assert twin.moves == board.moves
        assert twin.quiet_plies == board.quiet_plies == 2
        twin.push(read_move("c1"))
        assert twin != board
        assert board.moves == tuple(moves_of("a1 e5 b2 d4 b2+ d4-"))
        while twin.moves:
            twin.pop()
        assert twin == Board.start(5)
    assert board.to_tps() == board_after("a1 e5 b2 d4 b2+ d4-").to_tps()


def test_a_pickled_board_from_a_position_keeps_its_beginning_and_its_limit() -> None:
    setup = Setup.standard(5, half_komi=5, opening=Opening.NO_SWAP)
    position = Position.start(setup=setup).play(read_move("a1"))
    board = Board.from_position(position, quiet_limit=7)
    board.push(read_move("e5"))
    twin = pickle.loads(pickle.dumps(board))
    assert (twin.setup, twin.quiet_limit, twin.moves) == (setup, 7, board.moves)
    twin.pop()
    assert twin.to_tps() == position.to_tps()


def test_equality_is_about_what_matters_for_play() -> None:
    """As with positions: the counter and the way there are not compared; reserves, komi and the turn are."""
    one = board_after("a1 e5 b2 d4 b2+ d4- b3- d3+")
    other = board_after("a1 e5 b2 d4")
    assert one == other
    assert one.to_tps() != other.to_tps()
    assert one.key() == other.key()
    assert hash(one.position) == hash(other.position)
    assert len({one.key(), other.key()}) == 1
    assert other != board_after("a1 e5 b2 d5")
    assert Board(Setup.standard(5)) != Board(Setup.standard(5, half_komi=4))
    assert Board(Setup.standard(5)) != Board(Setup(5, Reserve(20, 1), Reserve(21, 1)))
    assert Board(Setup.standard(5)) != Board(Setup.standard(5, opening=Opening.NO_SWAP))
    assert Board.start(5) != "x5/x5/x5/x5/x5 1 1"
    assert Board.start(5) != Position.start(5)


def test_a_board_has_no_hash() -> None:
    with pytest.raises(TypeError, match="unhashable"):
        hash(Board.start(5))


# Repetition and quiet plies

ROUND = "b2+ d4- b3- d3+ "


def test_repetition() -> None:
    """A position is there for the third time when it came back twice; the counter does not matter."""
    start = "a1 e5 b2 d4 "
    assert not board_after(start).is_repetition(2)
    assert board_after(start).is_repetition(1)
    assert board_after(start + ROUND).is_repetition(2)
    assert not board_after(start + ROUND).is_repetition()
    board = board_after(start + ROUND * 2)
    assert board.is_repetition()
    assert not board.is_repetition(4)
    board.pop()
    assert not board.is_repetition()
    assert board.is_repetition(2)
    with pytest.raises(ValueError, match="a count of 0 is below 1"):
        board.is_repetition(0)


def test_asking_for_repetition_changes_nothing() -> None:
    board = board_after("a1 e5 b2 d4 " + ROUND * 2)
    before = board.copy()
    assert board.is_repetition(3)
    assert board.to_tps() == before.to_tps()
    assert board.moves == before.moves
    assert board.pop() == before.pop()
    assert board == before


@given(randoms)
def test_repetition_counted_in_full(rng: random.Random) -> None:
    """Looking back to the last placement or smash is enough: it equals counting all positions of the game."""
    board = Board.start(3)
    board.push_all(moves_of("a1 c3"))
    seen = [board.position]
    for _ in range(40):
        legal = board.legal_moves()
        spreads = [move for move in legal if not isinstance(move, Place)]
        if not legal:
            break
        board.push(rng.choice(spreads if spreads and rng.random() < 0.9 else legal))
        seen.append(board.position)
        for count in (1, 2, 3, 4):
            assert board.is_repetition(count) == (seen.count(board.position) >= count)


def test_quiet_plies() -> None:
    """Plies since the last placement or smash (docs/rules.md)."""
    board = Board.from_position(Position.from_board(read_tps("x5/x5/x2,21C,x,2S/x5/2,2,x3 1 9")))
    counts = []
    for move in moves_of("c3+ a1+ c4- a2- 2c3>11 a1+ d1 e4 d1+"):
        board.push(move)
        counts.append(board.quiet_plies)
    assert counts == [1, 2, 3, 4, 0, 1, 0, 0, 1]  # the fifth ply smashes the wall at e3
    while board.moves:
        assert board.quiet_plies == counts.pop()
        board.pop()
    assert board.quiet_plies == 0


def test_the_draw_after_quiet_plies_is_off_by_default() -> None:
    """A server draws after 50 plies with neither a placement nor a smash; the rules don't (docs/rules.md)."""
    assert SERVER_QUIET_LIMIT == 50
    line = "a1 e5 b2 d4 " + ROUND * 13
    board = board_after(line)
    assert board.quiet_plies == 52
    assert board.result is None


def test_the_draw_after_quiet_plies() -> None:
    board = board_after("a1 e5 b2 d4 " + ROUND * 12, quiet_limit=SERVER_QUIET_LIMIT)
    board.push(read_move("b2+"))
    assert board.result is None
    board.push(read_move("d4-"))
    assert str(board.result) == "1/2-1/2"
    assert board.is_over
    assert board.legal_moves() == []
    error = board.why_illegal(read_move("c1"))
    assert error is not None
    assert error.reason is codes.GAME_OVER
    assert error.message == "the game is over (1/2-1/2 after 50 plies without a placement or a smash)"
    with pytest.raises(IllegalMoveError) as raised:
        board.push(read_move("c1"))
    assert str(raised.value) == str(error)
    assert board.copy().is_over
    board.pop()
    assert not board.is_over
    board.push(read_move("c1"))
    assert board.quiet_plies == 0


def test_a_road_with_the_last_quiet_ply_wins() -> None:
    """The board comes first: a road made by the ply that reaches the limit is a road."""
    position = Position.from_board(read_tps("x3/1,x,1/2,1,2 1 5"))
    board = Board.from_position(position, quiet_limit=1)
    board.push(read_move("b1+"))
    assert board.quiet_plies == 1
    assert str(board.result) == "R-0"


def test_a_limit_below_1() -> None:
    with pytest.raises(SetupError, match="a limit of 0 quiet plies is below 1"):
        Board.start(5, quiet_limit=0)
