"""The points of docs/rules.md, "Points": every sentence of it on a board made for it."""

import pytest
from naive import read_tps

from ptn.core.board import BoardState
from ptn.core.board_terms import Color, Reserve
from ptn.core.result import RESULTS, Result
from ptn.core.setup import Setup
from ptn.rules.points import Bonus, Points, PointsItem, score_position
from ptn.rules.position import Position

ALL = ("straight", "no-capstone", "singles", "stacks")


def score(tps: str, result: str, *bonuses: str, setup: Setup | None = None) -> Points:
    return score_position(Position.from_board(read_tps(tps), setup), RESULTS[result], bonuses)


def unplayed_factor(points: Points, unplayed: int, squares: int) -> int:
    factor, rest = divmod(points.white + points.black - squares, unplayed)
    assert rest == 0
    return factor


def held(points: Points) -> dict[str, bool]:
    return {item.name: item.held for item in points.makeup if item.held is not None}


def test_the_example_of_the_rules() -> None:
    """5x5, a road win with 12 flats and 1 capstone in hand: 25 + 13 = 38."""
    setup = Setup(5, Reserve(17, 1), Reserve(21, 1))
    points = score("x5/x5/2,2,2,2,x/x5/1,1,1,1,1 2 6", "R-0", setup=setup)
    assert (points.white, points.black) == (38, 0)
    assert points.makeup == (PointsItem("board", 25), PointsItem("unplayed", 13))


@pytest.mark.parametrize(("result", "white", "black"), [("1-0", 39, 0), ("F-0", 39, 0), ("0-1", 0, 39), ("0-F", 0, 39)])
def test_every_kind_of_win_scores_and_the_loser_has_nothing(result: str, white: int, black: int) -> None:
    setup = Setup(5, Reserve(15, 1), Reserve(16, 0))  # two flats of each are on the board
    points = score("x5/x5/2,2,x3/x5/1,1,x3 1 3", result, setup=setup)
    assert (points.white, points.black) == (white, black)


def test_a_draw_and_a_game_that_goes_on_score_nothing() -> None:
    position = Position.start(size=5)
    assert score_position(position, RESULTS["1/2-1/2"], ALL) == Points(0, 0, ())
    assert score_position(position, None, ALL) == Points(0, 0, ())


def test_walls_and_stacked_pieces_are_played_pieces() -> None:
    # White has 3 flats (one of them captive under Black) and 1 wall on the board: 21 - 4 flats and 1 capstone are left.
    points = score("x5/x5/x5/x5/1,11,12,1S,x 1 9", "1-0")
    assert points.white == 25 + 21 - 5 + 1
    assert points.of(Color.WHITE) == points.white
    assert points.of(Color.BLACK) == 0


@pytest.mark.parametrize(
    ("tps", "expected"),
    [
        ("x5/x5/2,2,2,x2/x5/1,1,1,1,1 2 6", True),  # a rank
        ("x2,1,x2/x2,1,2,x/x2,1,2,x/x2,1C,2,x/x2,1,x2 2 6", True),  # a file, with a capstone in it
        ("x5/x5/2,2,2,1,1/x3,1,x/1,1,1,1,x 2 6", False),  # a road with a bend
    ],
)
def test_straight_is_a_whole_rank_or_file(tps: str, expected: bool) -> None:
    points = score(tps, "R-0", "straight")
    assert held(points) == {"straight": expected}
    assert points.makeup[2].factor == 2


def test_a_bent_road_beside_a_whole_line_is_still_straight() -> None:
    points = score("x5/x5/2,2,2,1,x/1,1,1,1,x/1,1,1,1,1 2 6", "R-0", "straight")
    assert held(points) == {"straight": True}


@pytest.mark.parametrize(
    ("caps", "tps", "expected"),
    [
        (1, "x5/x5/2,2,2C,x2/x5/1,1,1,1,1 2 6", True),
        (1, "x5/x5/2,2,2,1C,x/x5/1,1,1,1,1 2 6", False),
        (0, "x5/x5/2,2,2,x2/x5/1,1,1,1,1 2 6", False),  # had none to play
        (2, "x5/x5/2,2,2,1C,x/x5/1,1,1,1,1 2 6", False),  # one of two is played
    ],
)
def test_no_capstone_needs_one_to_play(caps: int, tps: str, expected: bool) -> None:
    setup = Setup(5, Reserve(21, caps), Reserve(21, 1))
    assert held(score(tps, "R-0", "no-capstone", setup=setup)) == {"no-capstone": expected}


@pytest.mark.parametrize("result", ["F-0", "1-0"])
def test_no_capstone_is_about_every_win_and_a_road_bonus_about_a_road_win(result: str) -> None:
    points = score("x5/x5/2,2,2,x2/x5/1,1,1,1,1 2 6", result, *ALL)
    assert held(points) == {"straight": False, "no-capstone": True, "singles": False, "stacks": False}


def test_a_recorded_road_that_is_not_on_the_board_has_no_road_bonus() -> None:
    points = score("x5/x5/2,2,2,x2/x5/1,1,1,1,x 2 6", "R-0", *ALL)
    assert held(points) == {"straight": False, "no-capstone": True, "singles": False, "stacks": False}


@pytest.mark.parametrize(
    ("row", "name", "expected"),
    [
        ("1,1,1,1,1C", "singles", True),
        ("1,1,21,1,1", "singles", False),
        ("21,11,221,11,21C", "stacks", True),
        ("21,11,1,11,21C", "stacks", False),
    ],
)
def test_singles_and_stacks_are_about_every_square_of_the_road(row: str, name: str, expected: bool) -> None:
    assert held(score(f"x5/x5/2,2,2,x2/x5/{row} 2 6", "R-0", name)) == {name: expected}


def test_a_road_is_a_way_and_not_its_whole_group() -> None:
    """A stack that hangs on a road of singles is not part of the road."""
    points = score("x5/x5/2,2,21,x2/x2,221,x2/1,1,1,1,1 2 9", "R-0", "singles")
    assert held(points) == {"singles": True}


def test_of_several_roads_the_one_with_the_most_counts() -> None:
    # Rank 1 is straight with a stack in it (2), the bent way by c2 is singles (2), and both are in one group; rank 4 is
    # straight and of stacks (6).
    bent = "1,1,11,1,1"
    around = "x,1,1,1,x"
    base = f"x5/x5/x5/{around}/{bent} 2 9"
    assert held(score(base, "R-0", "straight", "singles")) == {"straight": True, "singles": False}
    assert held(score(base, "R-0", "singles")) == {"singles": True}
    stacked = f"x5/11,21,11,21,11/x5/{around}/{bent} 2 9"
    points = score(stacked, "R-0", "straight", "singles", "stacks")
    assert held(points) == {"straight": True, "singles": False, "stacks": True}


def test_bonuses_must_hold_for_one_same_road() -> None:
    """A straight road with one stack and a road of singles with a bend don't add up to both."""
    base = "x5/x5/x5/x,1,1,1,x/1,1,11,1,1 2 9"
    assert unplayed_factor(score(base, "R-0", "straight", "singles"), 21 - 9 + 1, 25) == 2
    both = "x5/x5/x5/x5/1,1,1,1,1 2 9"
    assert unplayed_factor(score(both, "R-0", "straight", "singles"), 21 - 5 + 1, 25) == 4


def test_stacks_outweigh_singles_and_straight_alone() -> None:
    # File a to e: rank 1 straight and mixed (2); ranks 2-3 a bent road of stacks (3).
    tps = "x5/x5/11,11,x3/x,11,11,11,11/1,1,1,1,11 2 9"
    assert held(score(tps, "R-0", *ALL))["stacks"] is True
    assert unplayed_factor(score(tps, "R-0", "straight", "singles", "stacks"), 21 - 18 + 1, 25) == 3


def test_bonuses_multiply_the_unplayed_pieces_only_and_the_make_up_adds_up() -> None:
    points = score("x5/x5/2,2,2,x2/x5/1,1,1,1,1 2 6", "R-0", *reversed(ALL))
    assert points.white == 25 + (16 + 1) * 8
    assert points.makeup == (
        PointsItem("board", 25),
        PointsItem("unplayed", 17),
        PointsItem("straight", 17, True, 2),
        PointsItem("no-capstone", 34, True, 2),
        PointsItem("singles", 68, True, 2),
        PointsItem("stacks", 0, False, 3),
    )
    assert sum(item.points for item in points.makeup) == points.white


def test_the_bonus_belongs_to_the_winner() -> None:
    tps = "x5/x5/22,2,2,2,2/x5/1,1,1,1,1 1 6"  # both have a road, Black moved last and wins
    position = Position.from_board(read_tps(tps))
    assert position.result == RESULTS["0-R"]
    points = score_position(position, position.result, [Bonus.SINGLES, Bonus.STRAIGHT])
    assert (points.white, points.black) == (0, 25 + (21 - 6 + 1) * 2)
    assert held(points) == {"straight": True, "singles": False}


def test_an_unknown_bonus_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match="'curved' is not a bonus: one of straight, no-capstone, singles, stacks"):
        score_position(Position.from_board(BoardState.empty(5)), Result.from_code("1-0"), ["curved"])


def test_the_bonuses_and_their_factors() -> None:
    assert {str(bonus): bonus.factor for bonus in Bonus} == {"straight": 2, "no-capstone": 2, "singles": 2, "stacks": 3}
