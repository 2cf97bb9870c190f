"""The engine and the immutable position, rule by rule, with what is said about a ply that breaks one."""

import copy
import pickle
import random

import pytest
from naive import read_move, read_tps

from ptn.core import codes
from ptn.core.board import BoardState
from ptn.core.board_terms import SIZES, Color, Reserve, Square, Stone
from ptn.core.codes import Code
from ptn.core.errors import IllegalMoveError, SetupError
from ptn.core.moves import Place, Spread
from ptn.core.setup import Opening, Setup
from ptn.rules.engine import Engine
from ptn.rules.geometry import geometry
from ptn.rules.perft import perft
from ptn.rules.position import Position
from ptn.rules.roads import has_road, road_groups, shortest_road, straight_roads


def at(tps: str, setup: Setup | None = None) -> Position:
    return Position.from_board(read_tps(tps), setup)


def after(tps: str, *moves: str, setup: Setup | None = None) -> Position:
    position = at(tps, setup)
    for move in moves:
        position = position.play(read_move(move))
    return position


def opened(opening: Opening, *moves: str, size: int = 5) -> Position:
    position = Position.start(setup=Setup.standard(size, opening=opening))
    for move in moves:
        position = position.play(read_move(move))
    return position


def why(position: Position, move: str) -> tuple[Code, str]:
    error = position.why_illegal(read_move(move))
    assert error is not None, move
    with pytest.raises(IllegalMoveError) as raised:
        position.play(read_move(move))
    assert (raised.value.reason, raised.value.message) == (error.reason, error.message)
    assert not position.is_legal(read_move(move))
    assert read_move(move) not in position.legal_moves()
    return error.reason, error.message


# Openings


@pytest.mark.parametrize(
    ("opening", "moves", "tps", "white", "black"),
    [
        (Opening.SWAP, ["a1"], "x5/x5/x5/x5/2,x4 2 1", (21, 1), (20, 1)),
        (Opening.SWAP, ["a1", "e5"], "x4,1/x5/x5/x5/2,x4 1 2", (20, 1), (20, 1)),
        (Opening.NO_SWAP, ["a1"], "x5/x5/x5/x5/1,x4 2 1", (20, 1), (21, 1)),
        (Opening.NO_SWAP, ["a1", "e5"], "x4,2/x5/x5/x5/1,x4 1 2", (20, 1), (20, 1)),
        (Opening.DOUBLE_BLACK_STACK, ["2a1"], "x5/x5/x5/x5/22,x4 2 1", (21, 1), (19, 1)),
        (Opening.DOUBLE_BLACK_STACK, ["2a1", "e5"], "x4,1/x5/x5/x5/22,x4 1 2", (20, 1), (19, 1)),
    ],
)
def test_the_first_stones_and_the_reserve_they_come_out_of(
    opening: Opening, moves: list[str], tps: str, white: tuple[int, int], black: tuple[int, int]
) -> None:
    position = opened(opening, *moves)
    assert position.to_tps() == tps
    assert (position.reserve(Color.WHITE), position.reserve(Color.BLACK)) == (white, black)
    assert position.first_ply_due == (len(moves) < 2)


@pytest.mark.parametrize("opening", Opening)
def test_from_the_second_ply_on_players_place_their_own_stones(opening: Opening) -> None:
    first = "2a1" if opening is Opening.DOUBLE_BLACK_STACK else "a1"
    position = opened(opening, first, "e5", "Sc3", "Cc4")
    assert position.stack(Square.from_name("c3")) == read_tps("x3/x,1S,x/x3 1 1").stacks[4]
    assert str(position.stack(Square.from_name("c4"))) == "2C"


@pytest.mark.parametrize("move", ["Sa1", "Ca1", "a1+"])
@pytest.mark.parametrize("opening", Opening)
def test_white_s_first_ply_is_a_flat(opening: Opening, move: str) -> None:
    code, message = why(opened(opening), move)
    assert code is codes.OPENING_PLY
    stones = {
        Opening.SWAP: "a black flat",
        Opening.NO_SWAP: "a white flat",
        Opening.DOUBLE_BLACK_STACK: "a stack of two black flats",
    }[opening]
    what = {"Sa1": ", not a wall", "Ca1": ", not a capstone", "a1+": ", and spreads nothing"}[move]
    assert message == f"White's first ply places {stones} on an empty square{what}"


@pytest.mark.parametrize(
    ("move", "code", "message"),
    [
        ("Sb1", codes.OPENING_PLY, "Black's first ply places a white flat on an empty square, not a wall"),
        ("a1+", codes.OPENING_PLY, "Black's first ply places a white flat on an empty square, and spreads nothing"),
        ("a1", codes.OCCUPIED, "a1 is not empty: a black flat is there"),
        ("f1", codes.OFF_BOARD, "f1 is not on a 5x5 board"),
    ],
)
def test_black_s_first_ply_is_a_flat_on_an_empty_square(move: str, code: Code, message: str) -> None:
    assert why(opened(Opening.SWAP, "a1"), move) == (code, message)


def test_the_double_black_stack_is_written_with_its_two() -> None:
    assert why(opened(Opening.DOUBLE_BLACK_STACK), "a1") == (
        codes.OPENING_STACK,
        "White's first ply places a stack of two black flats on an empty square: 2a1, not a1",
    )
    stack = "a stack is placed only as White's first ply of the opening double black stack"
    for position in (
        opened(Opening.SWAP),
        opened(Opening.SWAP, "b1", "e5"),
        opened(Opening.DOUBLE_BLACK_STACK, "2b1", "e5"),
    ):
        assert why(position, "2a1") == (codes.OPENING_STACK, f"White places one flat here, not two: {stack}")
    black = opened(Opening.DOUBLE_BLACK_STACK, "2b1")
    assert why(black, "2a1") == (codes.OPENING_STACK, f"Black places one flat here, not two: {stack}")


def test_first_stones_that_their_owner_does_not_have() -> None:
    poor = Setup(5, Reserve(0, 1), Reserve(1, 1), Opening.DOUBLE_BLACK_STACK)
    position = Position.start(setup=poor)
    assert position.legal_moves() == []
    assert why(position, "2a1") == (codes.EMPTY_RESERVE, "Black has only 1 flat left, and the first ply takes 2")
    swap = Position.start(setup=Setup(5, Reserve(0, 1), Reserve(1, 1))).play(read_move("a1"))
    assert why(swap, "b1") == (codes.EMPTY_RESERVE, "White has no flats (Flats 0)")
    assert swap.legal_moves() == []


@pytest.mark.parametrize(
    ("opening", "tps", "due"),
    [
        (Opening.SWAP, "x3/x3/x3 1 1", True),
        (Opening.SWAP, "x3/x3/x3 1 2", False),
        (Opening.SWAP, "x3/x3/x3 2 1", False),
        (Opening.SWAP, "x3/x3/2,x2 2 1", True),
        (Opening.SWAP, "x3/x3/2,x2 1 1", False),
        (Opening.SWAP, "x3/x3/2,x2 2 2", False),
        (Opening.SWAP, "x3/x3/2S,x2 2 1", False),
        (Opening.SWAP, "x3/x3/1,x2 2 1", False),
        (Opening.SWAP, "x3/x3/22,x2 2 1", False),
        (Opening.SWAP, "x3/x3/2,x,2 2 1", False),
        (Opening.NO_SWAP, "x3/x3/1,x2 2 1", True),
        (Opening.NO_SWAP, "x3/x3/2,x2 2 1", False),
        (Opening.DOUBLE_BLACK_STACK, "x3/x3/22,x2 2 1", True),
        (Opening.DOUBLE_BLACK_STACK, "x3/x3/2,x2 2 1", False),
    ],
)
def test_a_first_ply_is_due_from_tps_exactly_when_the_rules_say(opening: Opening, tps: str, due: bool) -> None:
    position = at(tps, Setup.standard(3, opening=opening))
    assert position.first_ply_due == due
    assert position.is_legal(Place(Square.from_name("c3"), Stone.WALL)) != due


def test_a_position_is_what_its_tps_says_also_when_the_only_stone_was_moved() -> None:
    """White's spread leaves what White's first ply of this opening would have left, and so Black's first ply is due."""
    position = at("x3/x3/x2,1 1 1", Setup.standard(3, opening=Opening.NO_SWAP))
    assert not position.first_ply_due
    moved = position.play(read_move("c1<"))
    assert moved.first_ply_due
    assert moved == Position.from_board(moved.board, moved.setup)
    assert why(moved, "Sa1")[0] is codes.OPENING_PLY
    assert perft(position, 3) == perft(position, 3, count_last=True)
    engine = position.to_engine()
    engine.push(read_move("c1<"))
    engine.pop()
    assert Position.from_engine(engine) == position
    assert engine.push(read_move("Sa1")) is False
    assert not engine.first_ply_due


# Placing


def test_a_placement_comes_from_the_own_reserve() -> None:
    position = after("x4,1/x5/x5/x5/2,x4 1 2", "Sc3", "Cc4", "d1")
    assert position.reserve(Color.WHITE) == (18, 1)
    assert position.reserve(Color.BLACK) == (20, 0)
    assert position.to_tps() == "x4,1/x2,2C,x2/x2,1S,x2/x5/2,x2,1,x 2 3"


@pytest.mark.parametrize(
    ("square", "content"),
    [("a1", "a white wall"), ("b1", "a black capstone"), ("c1", "a stack of 3 with a black flat on top")],
)
def test_a_placement_needs_an_empty_square(square: str, content: str) -> None:
    position = at("x5/x5/x5/x5/1S,2C,112,x2 1 7")
    assert why(position, square) == (codes.OCCUPIED, f"{square} is not empty: {content} is there")


@pytest.mark.parametrize(
    ("white", "move", "message"),
    [
        (Reserve(5, 0), "Ca5", "White has no capstones (Caps 0)"),
        (Reserve(5, 1), "Ca5", "White has no capstone left"),
        (Reserve(2, 2), "a5", "White has no flat left"),
        (Reserve(2, 2), "Sa5", "White has no flat left to stand up as a wall"),
    ],
)
def test_a_placement_needs_a_piece_in_hand(white: Reserve, move: str, message: str) -> None:
    cap = "1C" if white.caps else "1"
    position = at(
        f"x5/x5/x5/x5/1,1,{cap},2,x 1 7", Setup(5, Reserve(white.flats + (not white.caps), white.caps), white)
    )
    assert why(position, move) == (codes.EMPTY_RESERVE, message)


def test_no_flats_in_the_setup_and_no_piece_is_a_better_reason_than_an_occupied_square() -> None:
    position = at("x5/x5/x5/x5/x4,1C 1 7", Setup(5, Reserve(0, 2), Reserve(5, 1)))
    assert why(position, "a1") == (codes.EMPTY_RESERVE, "White has no flats (Flats 0)")
    assert why(position, "e1") == (codes.EMPTY_RESERVE, "White has no flats (Flats 0)")


# Spreads


def test_a_spread_drops_from_the_bottom() -> None:
    position = after("x5/x5/x5/x5/1122,x3,1 2 9", "3a1>12")
    assert position.to_tps() == "x5/x5/x5/x5/1,1,22,x,1 1 10"


def test_a_spread_reveals_what_lies_below() -> None:
    position = after("x5/x5/x5/x5/21S,x3,2 1 9", "a1+")
    assert position.to_tps() == "x5/x5/x5/1S,x4/2,x3,2 2 9"
    assert position.flat_count(Color.BLACK) == 2
    assert position.flat_count(Color.WHITE) == 0


@pytest.mark.parametrize(
    ("move", "code", "message"),
    [
        ("f3<", codes.OFF_BOARD, "f3 is not on a 5x5 board"),
        ("b2+", codes.EMPTY_SQUARE, "b2 is empty: there is nothing to move"),
        ("b1+", codes.NOT_CONTROLLED, "b1 is not White's to move: a stack of 2 with a black wall on top is there"),
        ("c1+", codes.NOT_CONTROLLED, "c1 is not White's to move: a black capstone is there"),
        ("6a5>51", codes.CARRY_LIMIT, "6a5>51 lifts 6 pieces: the carry limit on a 5x5 board is 5"),
        ("7a5>61", codes.CARRY_LIMIT, "7a5>61 lifts 7 pieces: the carry limit on a 5x5 board is 5"),
        ("3a3>", codes.STACK_TOO_LOW, "3a3> lifts 3 pieces: the stack on a3 has only 2 pieces"),
        ("2d1+", codes.STACK_TOO_LOW, "2d1+ lifts 2 pieces: the stack on d1 has only 1 piece"),
        ("a3<", codes.LEAVES_BOARD, "a3< leaves the board to the left of a3"),
        ("2a5+", codes.LEAVES_BOARD, "2a5+ leaves the board above a5"),
        ("2d5>11", codes.LEAVES_BOARD, "2d5>11 leaves the board to the right of e5"),
        ("d1-", codes.LEAVES_BOARD, "d1- leaves the board below d1"),
        ("d1<", codes.ONTO_CAPSTONE, "nothing may be dropped on the capstone at c1"),
        ("a1>", codes.ONTO_WALL, "no flat may be dropped on the wall at b1"),
        ("e2+", codes.ONTO_WALL, "no wall may be dropped on the wall at e3"),
        (
            "2e4-11",
            codes.ONTO_WALL,
            "no flat may be dropped on the wall at e3: a capstone smashes a wall only with its last drop",
        ),
        ("2e4-", codes.ONTO_WALL, "only a capstone alone may be dropped on the wall at e3, not with flats below it"),
    ],
)
def test_what_a_spread_may_not_do(move: str, code: Code, message: str) -> None:
    position = at("111111,x2,11,x/x4,11C/11,x3,2S/x4,1S/1,12S,2C,1,x 1 20", Setup(5, Reserve(30, 1), Reserve(30, 1)))
    assert why(position, move) == (code, message)


def test_the_first_obstacle_on_the_way_is_named() -> None:
    position = at("x5/x5/x5/x5/111,x,2S,2C,x 1 9")
    assert why(position, "3a1>111")[1] == "no flat may be dropped on the wall at c1"
    assert why(position, "2a1>11")[1] == "no flat may be dropped on the wall at c1"
    assert position.is_legal(read_move("2a1>"))


@pytest.mark.parametrize("size", SIZES)
def test_the_carry_limit_is_the_size_of_the_board(size: int) -> None:
    tall = "1" * (size + 1)
    position = at("/".join(["x" + str(size)] * (size - 1) + [f"{tall},x{size - 1}"]) + " 1 12")
    assert position.is_legal(Spread(Square.from_name("a1"), read_move("a1>").direction, (size,)))  # type: ignore[union-attr]
    if size < 8:
        assert why(position, f"{size + 1}a1>")[0] is codes.CARRY_LIMIT


# Smashing


@pytest.mark.parametrize(
    ("tps", "move", "result"),
    [
        ("x5/x5/x5/x5/1C,2S,x3 1 9", "a1>", "x5/x5/x5/x5/x,21C,x3 2 9"),
        ("x5/x5/x5/x5/1C,1S,x3 1 9", "a1>", "x5/x5/x5/x5/x,11C,x3 2 9"),
        ("x5/x5/x5/x5/211C,2,x,12S,x 1 9", "3a1>111", "x5/x5/x5/x5/x,22,1,121C,x 2 9"),
        ("x5/x5/x5/x5/2,x,22S,x,212C 2 9", "2e1<11", "x5/x5/x5/x5/2,x,222C,1,2 1 10"),
    ],
)
def test_a_capstone_alone_smashes_a_wall_at_any_distance(tps: str, move: str, result: str) -> None:
    position = at(tps)
    assert position.smashes(read_move(move))
    engine = position.to_engine()
    assert engine.push(read_move(move)) is True
    assert engine.walls == 0
    assert engine.board().tps == result
    engine.pop()
    assert engine.board().tps == tps


def test_other_plies_smash_nothing() -> None:
    position = at("x5/x5/x5/2,x4/11C,x,2S,1,x 1 9")
    assert not position.smashes(read_move("a1>"))
    assert not position.smashes(read_move("Sb1"))
    assert not position.smashes(read_move("d1<"))  # illegal
    assert position.smashes(read_move("2a1>11"))
    assert position.to_engine().push(read_move("a1>")) is False


# The end


def test_a_road_of_the_mover_comes_first() -> None:
    position = after("x4/1,1,12,1/2,2,x,2/x4 2 9", "c3-")
    assert str(position.result) == "0-R"
    assert position.road(Color.BLACK) == frozenset(Square.from_name(name) for name in ("a2", "b2", "c2", "d2"))
    assert position.road(Color.WHITE) == frozenset(Square.from_name(name) for name in ("a3", "b3", "c3", "d3"))


def test_a_ply_may_complete_the_opponent_s_road() -> None:
    position = after("x4/x4/1,1,12,1/2,x3 2 9", "c2+")
    assert str(position.result) == "R-0"


def test_a_spread_may_hand_the_opponent_the_square_that_joins() -> None:
    position = after("x4/x2,12,x/1,1,x,1/x4 2 9", "2c3-")
    assert position.result is None
    assert str(after("x4/x2,2212,x/1,1,x,1/x4 2 9", "2c3-11").result) == "R-0"


def test_a_capstone_is_part_of_a_road_and_a_wall_is_not() -> None:
    assert str(after("x5/x5/1C,1,1,1,x/x5/2,2,2,2,x 1 5", "e3").result) == "R-0"
    assert after("x3/1S,1,x/2,2,x 1 5", "c2").result is None
    assert after("x3/1,1,x/2,2,x 1 5", "Sc2").result is None


def test_a_smash_may_complete_a_road() -> None:
    assert str(after("x5/x3,1C,x/1,1,1,2S,1/x5/2,2,2,2,x 1 9", "d4-").result) == "R-0"


def test_diagonal_squares_are_no_road() -> None:
    assert after("x,x,1/x,1,x/2,2,x 1 5", "a3").result is None


def test_a_road_may_wind_and_does_not_wrap_around_the_board() -> None:
    winding = "1,1,1,1,x/x5/1,1,1,1,x/1,x4/1,1,1,1,x 1 20"
    assert str(after(winding, "d4", setup=Setup(5, Reserve(30, 0), Reserve(10, 0))).result) == "R-0"
    # e4 and a5 are neighbours in no direction, although their bits nearly are.
    assert after("1,1,x3/x2,1,1,x/2,2,x3/x5/x5 1 9", "e4").result is None


def test_a_full_board_is_counted() -> None:
    position = after("1,2,1/2,1S,1/1,2,x 1 9", "Sc1")
    assert str(position.result) == "F-0"
    assert (position.flat_count(Color.WHITE), position.flat_count(Color.BLACK)) == (4, 3)


def test_a_spread_may_fill_the_board() -> None:
    position = after("1,2,2/2,1S,11/2,2,x 1 9", "c2-")
    assert str(position.result) == "0-F"


def test_the_last_piece_of_a_player_ends_the_game() -> None:
    setup = Setup(5, Reserve(3, 1), Reserve(10, 1))
    position = after("x5/x5/x5/2,x4/1,1,x3 1 4", "c1", setup=setup)
    assert position.result is None  # the capstone is still in hand
    assert str(position.play(read_move("b2")).play(read_move("Ce5")).result) == "F-0"


def test_a_player_out_of_flats_plays_on_with_a_capstone() -> None:
    setup = Setup(5, Reserve(2, 1), Reserve(10, 1))
    position = at("x5/x5/x5/2,x4/1,1,x3 1 4", setup)
    assert [
        move for move in position.legal_moves() if isinstance(move, Place) and move.stone is not Stone.CAPSTONE
    ] == []
    assert position.is_legal(read_move("Ce5"))


def test_the_last_stone_in_the_opening_ends_the_game_of_its_owner() -> None:
    position = Position.start(setup=Setup(5, Reserve(5, 0), Reserve(1, 0))).play(read_move("a1"))
    assert str(position.result) == "0-F"


@pytest.mark.parametrize(
    ("half_komi", "result"), [(0, "F-0"), (1, "F-0"), (2, "1/2-1/2"), (3, "0-F"), (-1, "F-0"), (-2, "F-0")]
)
def test_komi_goes_to_black(half_komi: int, result: str) -> None:
    position = after("1,2,1/2,1S,1/1,2,x 1 9", "Sc1", setup=Setup.standard(3, half_komi=half_komi))
    assert str(position.result) == result


def test_a_ply_after_the_end_is_illegal_whatever_else_is_wrong_with_it() -> None:
    position = after("x3/1,1,x/2,2,x 1 5", "c2")
    for move in ("c3", "a1", "h8", "a2>"):
        assert why(position, move) == (codes.GAME_OVER, "the game is over (R-0)")
    assert position.legal_moves() == []
    assert position.is_over


@pytest.mark.parametrize(
    ("tps", "result"),
    [
        ("x3/2,2,2/1,1,1 1 9", "0-R"),  # Black moved last
        ("x3/2,2,2/1,1,1 2 9", "R-0"),
        ("x3/2,2,2/1,1S,1 2 9", "0-R"),  # White uncovered it
        ("1,2,1/2,1,2/1,2,1S 2 9", "1/2-1/2"),
        ("x3/x3/1111111111,x2 2 9", "F-0"),
        ("x3/x3/x3 1 1", "None"),
    ],
)
def test_a_finished_position_is_finished_and_the_player_not_to_move_moved_last(tps: str, result: str) -> None:
    position = at(tps)
    assert str(position.result) == result
    assert bool(position.legal_moves()) == (result == "None")


def test_a_game_in_which_a_player_has_nothing_at_all_is_over_before_it_begins() -> None:
    position = Position.start(setup=Setup(5, Reserve(0, 0), Reserve(21, 1), half_komi=1))
    assert str(position.result) == "0-F"
    assert why(position, "a1")[0] is codes.GAME_OVER


# Reserves


def test_pieces_on_the_board_that_nobody_has_are_refused() -> None:
    with pytest.raises(SetupError, match="White has 2 capstones on the board, but the game gives 1"):
        at("11C,1C,x3/x5/x5/x5/x5 1 9")
    with pytest.raises(SetupError, match="Black has 1 capstone on the board, but the game gives 0"):
        at("x3/x3/2C,x2 1 9")
    with pytest.raises(SetupError, match="Black has 4 flats on the board, but the game gives 3"):
        at("x3/22S,x2/212,x2 1 9", Setup(3, Reserve(9, 0), Reserve(3, 0)))


def test_a_board_and_a_setup_of_different_sizes_are_refused() -> None:
    with pytest.raises(SetupError, match="3x3"):
        Position.from_board(BoardState.empty(3), Setup.standard(4))
    with pytest.raises(SetupError, match="size 4 is not the size 5"):
        Position.start(4, setup=Setup.standard(5))
    with pytest.raises(SetupError, match="a size or a setup"):
        Position.start()
    with pytest.raises(SetupError, match="3x3"):
        Engine(Setup.standard(4), BoardState.empty(3))


# Taking back, and bulk play


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize("size", SIZES)
def test_undo_restores_everything_and_counting_agrees_with_listing(size: int, opening: Opening) -> None:
    rng = random.Random(size)
    engine = Engine(Setup(size, Reserve(size * 2, 1), Reserve(size * 2, 1), opening))
    positions = [Position.from_engine(engine)]
    moves = []
    while legal := engine.legal_moves():
        assert engine.count_legal() == len(legal) == len(set(legal))
        moves.append(rng.choice(legal))
        engine.push(moves[-1])
        positions.append(positions[-1].play(moves[-1]))
        assert Position.from_engine(engine) == positions[-1]
        assert positions[-1].to_tps() == engine.board().tps
    assert engine.result is not None
    assert engine.count_legal() == 0
    run = Engine(engine.setup).run(moves)
    assert (run.played, run.error) == (len(moves), None)
    while len(positions) > 1:
        positions.pop()
        engine.pop()
        assert Position.from_engine(engine) == positions[-1]
        assert engine.legal_moves() == positions[-1].legal_moves()
    with pytest.raises(IndexError, match="no ply to take back"):
        engine.pop()


def test_run_stops_before_the_first_illegal_ply_and_names_the_smashes() -> None:
    engine = Engine(Setup.standard(5, start=read_tps("x5/x5/x5/x5/1C,x,2S,x2 1 9")))
    moves = [read_move(text) for text in ("a1>", "a5", "b1>", "b5", "c1+", "Sa5", "a1")]
    run = engine.run(moves)
    assert (run.played, run.smashes) == (5, [2])
    assert run.error is not None
    assert (run.error.reason, run.error.move) == (codes.OCCUPIED, read_move("Sa5"))
    assert engine.board().tps == "2,2,x3/x5/x5/x2,1C,x2/x2,2,x2 2 11"


def test_a_run_leaves_no_way_back_but_what_is_played_behind_it_has_one() -> None:
    engine = Engine(Setup.standard(5))
    engine.push(read_move("a1"))
    run = engine.run([read_move("e5"), read_move("c3"), read_move("c3")])
    assert (run.played, run.error is None) == (2, False)
    with pytest.raises(IndexError, match="no ply to take back"):
        engine.pop()
    before = Position.from_engine(engine)
    engine.push(read_move("d4"))
    engine.pop()
    assert Position.from_engine(engine) == before


def test_a_refused_ply_changes_nothing() -> None:
    engine = Engine(Setup.standard(5, start=read_tps("x5/x5/x5/x5/11C,x,2S,x2 1 9")))
    before = Position.from_engine(engine)
    for text in ("a1", "a1<", "3a1>", "Ca2", "3a1>111", "2b1+", "f1", "c1+", "6a1+"):
        with pytest.raises(IllegalMoveError):
            engine.push(read_move(text))
        assert Position.from_engine(engine) == before


# The position as a value


def test_the_order_of_the_legal_moves_is_fixed() -> None:
    position = at("2S,x,x/x3/1111,x2 1 9", Setup(3, Reserve(8, 1), Reserve(8, 1)))
    moves = [str(move) for move in position.legal_moves()]
    assert moves[:7] == ["b1", "Sb1", "Cb1", "c1", "Sc1", "Cc1", "a2"]
    spreads = moves[21:]
    assert spreads == ["a1+", "2a1+", "3a1+", "a1>", "2a1>", "2a1>11", "3a1>", "3a1>21", "3a1>12"]


def test_positions_are_values() -> None:
    position = after("x5/x5/x5/x5/x5 1 1", "a1", "e5")
    other = after("x5/x5/x5/x5/x5 1 1", "a1", "e5")
    assert position == other
    assert hash(position) == hash(other)
    assert len({position, other}) == 1
    assert position != position.play(read_move("b1"))
    assert position != "x4,1/x5/x5/x5/2,x4 1 2"
    assert at("x4,1/x5/x5/x5/2,x4 1 7") == position  # the move counter is not compared
    assert at("x4,1/x5/x5/x5/2,x4 2 2") != position
    assert at("x4,1/x5/x5/x5/2,x4 1 2", Setup.standard(5, half_komi=4)) != position
    assert at("x4,1/x5/x5/x5/2,x4 1 2", Setup(5, Reserve(21, 1), Reserve(21, 0))) != position
    assert opened(Opening.NO_SWAP) != opened(Opening.SWAP)
    assert opened(Opening.NO_SWAP, "a1", "e5") == at("x4,2/x5/x5/x5/1,x4 1 2")
    with pytest.raises(AttributeError, match="can't be changed"):
        position.turn = Color.BLACK  # type: ignore[misc]
    with pytest.raises(AttributeError, match="can't be changed"):
        del position._engine


def test_a_position_can_be_pickled_and_shown() -> None:
    position = opened(Opening.DOUBLE_BLACK_STACK, "2a1")
    twin = pickle.loads(pickle.dumps(position))
    assert twin == position
    assert (twin.setup, twin.first_ply_due) == (position.setup, True)
    assert str(position) == "x5/x5/x5/x5/22,x4 2 1"
    assert repr(position) == "<Position x5/x5/x5/x5/22,x4 2 1>"
    assert repr(at("x3/1,1,1/2,2,x 2 4")) == "<Position x3/1,1,1/2,2,x 2 4 R-0>"


def test_what_a_position_says() -> None:
    position = after("x5/x5/x5/x5/x5 1 1", "a1", "e5", "Cc3")
    assert (position.size, position.turn, position.move_number) == (5, Color.BLACK, 2)
    assert position.board == read_tps("x4,1/x5/x2,1C,x2/x5/2,x4 2 2")
    assert position.stack(Square.from_name("b2")) is None
    assert (position.flat_count(Color.WHITE), position.flat_count(Color.BLACK)) == (1, 1)
    assert position.road(Color.WHITE) is None
    with pytest.raises(ValueError, match="f1 is not on a 5x5 board"):
        position.stack(Square.from_name("f1"))


def test_an_illegal_move_shows_the_position() -> None:
    position = Position.start(size=3)
    with pytest.raises(IllegalMoveError) as raised:
        position.play(read_move("Sa1"))
    assert raised.value.tps == "x3/x3/x3 1 1"
    assert str(raised.value).splitlines()[1].strip() == "in x3/x3/x3 1 1"
    assert raised.value.move == read_move("Sa1")
    assert pickle.loads(pickle.dumps(raised.value)).tps == raised.value.tps


def test_the_shortest_road_leaves_out_what_hangs_on_it() -> None:
    position = at("x,1,x3/x,1,1,1,x/x,1,x,1,x/2,1,1,1,x/2,1,x3 2 9")
    assert position.road(Color.WHITE) == frozenset(Square.from_name(f"b{rank}") for rank in range(1, 6))


def test_an_engine_and_the_position_made_of_it_are_apart() -> None:
    engine = Engine(Setup.standard(5))
    position = Position.from_engine(engine)
    engine.push(read_move("a1"))
    assert position.to_tps() == "x5/x5/x5/x5/x5 1 1"
    position.to_engine().push(read_move("b1"))
    assert position == Position.start(size=5)


# Road search


def test_every_group_that_joins_edges_is_found_whole() -> None:
    engine = at("1,x,1,1,1/1,x,1,x2/x5/1,1,1,1,1/x,1,x,1,x 2 20").to_engine()
    assert road_groups(engine.road_pieces(Color.BLACK), engine.geometry) == []
    [group] = road_groups(engine.road_pieces(Color.WHITE), engine.geometry)
    assert {str(square) for square in engine.geometry.squares_of(group)} == {"a2", "b2", "c2", "d2", "e2", "b1", "d1"}
    two = at("1,1,1,1,1/x5/1,1,1,1,1/x5/x5 2 20").to_engine()
    assert road_groups(two.theirs, two.geometry) == straight_roads(two.theirs, two.geometry)
    assert len(road_groups(two.theirs, two.geometry)) == 2


@pytest.mark.parametrize("size", SIZES)
def test_every_whole_line_is_a_road_and_its_own_shortest(size: int) -> None:
    board = geometry(size)
    assert len(set(board.lines)) == 2 * size
    for line in board.lines:
        assert line.bit_count() == size
        assert has_road(line, board)
        assert straight_roads(line, board) == [line]
        assert shortest_road(line, board) == line
        for index in board.squares:
            if line >> index & 1:
                assert not has_road(line ^ 1 << index, board)
                assert shortest_road(line ^ 1 << index, board) == 0
    assert straight_roads(board.full, board) == list(board.lines)
    assert shortest_road(board.full, board) == board.left


def test_there_is_no_geometry_of_other_sizes() -> None:
    for size in (2, 9):
        with pytest.raises(ValueError, match=f"size {size} is outside 3-8"):
            geometry(size)


def test_a_spread_that_fits_no_board_of_a_size_has_no_compiled_form() -> None:
    board = geometry(4)
    for text in ("e1<", "5a1>", "a1<", "2d1>11", "4a1>1111"):
        spread = read_move(text)
        assert isinstance(spread, Spread)
        assert board.compile_spread(spread) is None
        assert spread.key not in board.spreads
    fits = read_move("3a1>111")
    assert isinstance(fits, Spread)
    assert board.compile_spread(fits) == board.spreads[fits.key]


def test_from_tps_reads_text_and_applies_the_setup() -> None:
    position = Position.from_tps("x3/x,1,x/2,x2 1 2", Setup(3, Reserve(5, 1), Reserve(5, 1), half_komi=3))
    assert position == at("x3/x,1,x/2,x2 1 2", Setup(3, Reserve(5, 1), Reserve(5, 1), half_komi=3))
    assert position.reserve(Color.WHITE) == (4, 1)
    assert position.setup.start == position.board


def test_copies_of_a_position_are_itself() -> None:
    position = Position.start(size=3)
    assert copy.copy(position) is position
    assert copy.deepcopy([position])[0] is position
