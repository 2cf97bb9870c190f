"""The cases of real users that are about the rules, by their numbers in the shared list."""

import pytest
from naive import read_move, read_tps

from ptn.core import codes
from ptn.core.board import BoardState
from ptn.core.board_terms import Color, Reserve
from ptn.core.codes import Code
from ptn.core.result import RESULTS
from ptn.core.setup import Opening, Setup
from ptn.rules.points import score_position
from ptn.rules.position import Position


def at(tps: str, setup: Setup | None = None) -> Position:
    return Position.from_board(read_tps(tps), setup)


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(read_move(move))
    return position


def reason(position: Position, move: str) -> Code | None:
    error = position.why_illegal(read_move(move))
    return error.reason if error is not None else None


@pytest.mark.parametrize(
    ("move", "tps"),
    [
        ("3a1+", "x5/x5/x5/121,x4/x4,2 2 9"),
        ("3a1+3", "x5/x5/x5/121,x4/x4,2 2 9"),
        ("3a1+12", "x5/x5/21,x4/1,x4/x4,2 2 9"),
        ("3a1+111", "x5/1,x4/2,x4/1,x4/x4,2 2 9"),
    ],
)
def test_k28_drop_lists(move: str, tps: str) -> None:
    assert play(at("x5/x5/x5/x5/121,x3,2 1 9"), move).to_tps() == tps


def test_k28_both_spellings_are_one_move() -> None:
    assert read_move("3a1+3") == read_move("3a1+")
    assert str(read_move("3a1+3")) == "3a1+"


def test_k29_carry_limit_and_edge() -> None:
    tall = at("x5/x5/x5/x5/212121,x3,2 1 9")
    assert reason(tall, "6a1>51") is codes.CARRY_LIMIT
    assert play(tall, "5a1>41").to_tps() == "x5/x5/x5/x5/2,1212,1,x,2 2 9"
    edge = at("x,2121,x3/x5/x5/x5/2,x4 1 9")
    assert reason(edge, "4b5<22") is codes.LEAVES_BOARD
    assert play(edge, "4b5<").to_tps() == "2121,x4/x5/x5/x5/2,x4 2 9"


def test_k30_smash() -> None:
    position = at("x5/x5/x2,21C,x,2S/x5/2,2,x3 1 9")
    assert position.smashes(read_move("2c3>11"))
    assert play(position, "2c3>11").to_tps() == "x5/x5/x3,2,21C/x5/2,2,x3 2 9"
    assert reason(at("x5/x5/x3,21C,2S/x5/2,2,x3 1 9"), "2d3>") is codes.ONTO_WALL


def test_k31_own_wall() -> None:
    position = at("x5/x5/x3,1C,1S/x5/2,2,x3 1 9")
    assert position.smashes(read_move("d3>"))
    assert play(position, "d3>").to_tps() == "x5/x5/x4,11C/x5/2,2,x3 2 9"


@pytest.mark.parametrize("opening", Opening)
def test_k32_first_turn(opening: Opening) -> None:
    start = Position.start(setup=Setup.standard(5, opening=opening))
    assert reason(start, "Sa1") is codes.OPENING_PLY
    first = play(start, "2a1" if opening is Opening.DOUBLE_BLACK_STACK else "a1")
    assert reason(first, "Ce5") is codes.OPENING_PLY
    assert reason(first, "a1+") is codes.OPENING_PLY
    owner = Color.WHITE if opening is Opening.NO_SWAP else Color.BLACK
    assert {stack.color for stack in first.board.stacks if stack} == {owner}
    assert {stack.color for stack in play(first, "e5").board.stacks if stack} == set(Color)


def test_k33_both_roads() -> None:
    position = play(at("x4/1,1,12,1/2,2,x,2/x4 2 9"), "c3-")
    assert position.to_tps() == "x4/1,1,1,1/2,2,2,2/x4 1 10"
    assert position.road(Color.WHITE) is not None
    assert position.road(Color.BLACK) is not None
    assert str(position.result) == "0-R"


def test_k35_road_before_count() -> None:
    position = play(at("1,2,1/2,1,1/1,2,x 1 9"), "c1")
    assert position.board.stacks.count(None) == 0
    assert str(position.result) == "R-0"


@pytest.mark.parametrize(
    ("half_komi", "result"), [(0, "F-0"), (1, "F-0"), (2, "1/2-1/2"), (3, "0-F"), (-2, "F-0"), (-1, "F-0"), (5, "0-F")]
)
def test_k36_komi(half_komi: int, result: str) -> None:
    setup = Setup.standard(5, half_komi=half_komi)
    position = play(at("1,2,1,2,1/2,1,2,1,2/1,2,1S,2,1/2,1,2,1,2C/1,2,1,2,x 1 13", setup), "e1")
    assert (position.flat_count(Color.WHITE), position.flat_count(Color.BLACK)) == (12, 11)
    assert str(position.result) == result


def test_k39_defaults() -> None:
    defaults = {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1), 7: (40, 2), 8: (50, 2)}
    for size, pieces in defaults.items():
        assert {Position.start(size=size).reserve(color) for color in Color} == {Reserve(*pieces)}
    first = play(Position.start(size=5), "a1")
    assert (first.reserve(Color.WHITE), first.reserve(Color.BLACK)) == ((21, 1), (20, 1))
    second = play(first, "e5")
    assert (second.reserve(Color.WHITE), second.reserve(Color.BLACK)) == ((20, 1), (20, 1))


def test_k40_draws_by_other_means() -> None:
    """A draw may be agreed on a board that is not finished: it says so and has no points."""
    position = play(Position.start(size=5), "a1", "e5")
    assert position.result is None
    points = score_position(position, RESULTS["1/2-1/2"])
    assert (points.white, points.black) == (0, 0)


def test_k41_swap_in_tps() -> None:
    assert play(Position.start(size=6), "a1", "f6").to_tps() == "x5,1/x6/x6/x6/x6/2,x5 1 2"
    own = Position.start(setup=Setup.standard(6, opening=Opening.NO_SWAP))
    assert play(own, "a1", "f6").to_tps() == "x5,2/x6/x6/x6/x6/1,x5 1 2"


def test_k47_swap_due_from_tps() -> None:
    position = at("x3/x3/2,x2 2 1")
    assert play(position, "c3").to_tps() == "x2,1/x3/2,x2 1 2"
    assert reason(position, "Sc3") is codes.OPENING_PLY
    assert reason(position, "a1+") is codes.OPENING_PLY
    both = at("x3/x,1,x/2,x2 1 1")
    assert play(both, "Sc3").to_tps() == "x2,1S/x,1,x/2,x2 2 1"
    assert play(both, "b2>").to_tps() == "x3/x2,1/2,x2 2 1"


def test_k12_caps_0_is_a_value() -> None:
    setup = Setup(5, Reserve(21, 0), Reserve(21, 0))
    error = play(Position.start(setup=setup), "a1", "e5").why_illegal(read_move("Ca2"))
    assert error is not None
    assert error.message == "White has no capstones (Caps 0)"


def test_k45_impossible_positions_can_be_played_on() -> None:
    for tps in ("x5/x5/x5/x5/x4,1C 1 1", "x4,1/x5/x5/x5/x5 1 1", "x5/x5/x5/x5/x5 2 1"):
        position = at(tps)
        assert not position.first_ply_due
        assert play(position, "Sa1").stack(read_move("a1").square) is not None
    assert Position.start(size=5).board == BoardState.empty(5)
