"""Facts of Tak, each written down by hand, that the naive model must know before it may judge the engine."""

from __future__ import annotations

import random

import pytest
from naive import NaiveGame, all_moves, read_move, read_tps, ways_to_drop
from strategies import OPENINGS, RandomPlayer, any_setup

from ptn.core.board_terms import DEFAULT_RESERVES, SIZES, Color, Reserve
from ptn.core.errors import SetupError
from ptn.core.setup import Opening, Setup

PLENTY = Reserve(50, 10)


def begin(tps: str, opening: Opening = Opening.SWAP, reserves: Reserve = PLENTY, half_komi: int = 0) -> NaiveGame:
    """A game from a TPS, with reserves far above need unless they are given."""
    start = read_tps(tps)
    return NaiveGame(Setup(start.size, reserves, reserves, opening, half_komi, start))


def after(plies: str, tps: str = "x5/x5/x5/x5/x5 1 1", *, opening: Opening = Opening.SWAP) -> NaiveGame:
    """A game after some plies."""
    game = begin(tps, opening=opening)
    for ply in plies.split():
        game.play(read_move(ply))
    return game


def reasons(game: NaiveGame, ply: str) -> set[str]:
    """The names of the rules that a ply breaks."""
    return {code.name for code in game.reasons(read_move(ply))}


def code(game: NaiveGame) -> str | None:
    """The result code of a finished game."""
    return None if game.result is None else game.result.code


# Setup


def test_reserves_are_the_printed_ones() -> None:
    pieces = {size: tuple(NaiveGame(Setup.standard(size)).reserve(Color.BLACK)) for size in SIZES}
    assert pieces == {3: (10, 0), 4: (15, 0), 5: (21, 1), 6: (30, 1), 7: (40, 2), 8: (50, 2)}


def test_a_start_position_takes_its_pieces_off_the_reserve() -> None:
    game = begin("x3,12C/x4/1S,x3/x2,221,x 1 4", reserves=Reserve(15, 1))
    assert game.reserve(Color.WHITE) == (12, 1)
    assert game.reserve(Color.BLACK) == (13, 0)
    assert game.on_board(Color.WHITE) == (3, 0)
    assert game.on_board(Color.BLACK) == (2, 1)


def test_a_start_position_can_not_hold_more_than_there_is() -> None:
    with pytest.raises(SetupError):
        begin("1,1,1/x3/x3 1 4", reserves=Reserve(2, 5))
    with pytest.raises(SetupError):
        begin("1C,x2/x3/x3 1 4", reserves=Reserve(2, 0))


# Openings


@pytest.mark.parametrize(
    ("opening", "first", "second", "tps"),
    [
        (Opening.SWAP, "a1", "c2", "x3/x2,1/2,x2 1 2"),
        (Opening.NO_SWAP, "a1", "c2", "x3/x2,2/1,x2 1 2"),
        (Opening.DOUBLE_BLACK_STACK, "2a1", "c2", "x3/x2,1/22,x2 1 2"),
    ],
)
def test_who_owns_the_first_stones(opening: Opening, first: str, second: str, tps: str) -> None:
    game = NaiveGame(Setup.standard(3, opening=opening))
    game.play(read_move(first))
    assert game.turn is Color.BLACK
    assert game.counter == 1
    game.play(read_move(second))
    assert game.tps() == tps
    game.play(read_move("b2"))
    assert game.tps().startswith("x3/x,1,"), "from the second ply on everybody places own stones"


def test_first_stones_come_from_their_owners_reserve() -> None:
    game = NaiveGame(Setup(4, Reserve(15, 0), Reserve(15, 0), Opening.DOUBLE_BLACK_STACK))
    game.play(read_move("2a1"))
    assert (game.flats[Color.WHITE], game.flats[Color.BLACK]) == (15, 13)
    game.play(read_move("b1"))
    assert (game.flats[Color.WHITE], game.flats[Color.BLACK]) == (14, 13)


@pytest.mark.parametrize("opening", OPENINGS)
def test_first_plies_are_flats_on_empty_squares(opening: Opening) -> None:
    game = NaiveGame(Setup.standard(5, opening=opening))
    first = "2a1" if opening is Opening.DOUBLE_BLACK_STACK else "a1"
    assert reasons(game, first) == set()
    assert len(game.legal_moves()) == 25
    assert "opening-ply" in reasons(game, "Sa1")
    assert "opening-ply" in reasons(game, "Ca1")
    assert {"opening-ply", "empty-square"} <= reasons(game, "a1+")
    game.play(read_move(first))
    assert len(game.legal_moves()) == 24
    assert reasons(game, "a2") == set()
    assert reasons(game, "a1") == {"occupied", "opening-ply"}
    assert "opening-ply" in reasons(game, "Sa2")
    assert "opening-ply" in reasons(game, "a1+"), "no slide, not even of an own stone"


def test_two_flats_go_down_at_once_in_one_place_only() -> None:
    stack = NaiveGame(Setup.standard(5, opening=Opening.DOUBLE_BLACK_STACK))
    assert reasons(stack, "a1") == {"opening-stack"}
    stack.play(read_move("2a1"))
    assert reasons(stack, "2b1") == {"opening-stack"}
    assert reasons(NaiveGame(Setup.standard(5)), "2a1") == {"opening-stack"}
    assert reasons(after("a1 b1"), "2c1") == {"opening-stack"}


@pytest.mark.parametrize(
    ("tps", "opening", "due"),
    [
        ("x3/x3/x3 1 1", Opening.SWAP, True),
        ("x3/x3/x3 1 2", Opening.SWAP, False),
        ("x3/x3/x3 2 1", Opening.SWAP, False),
        ("x3/x3/x2,2 2 1", Opening.SWAP, True),
        ("x3/x3/x2,1 2 1", Opening.SWAP, False),
        ("x3/x3/x2,2S 2 1", Opening.SWAP, False),
        ("x3/x3/x2,22 2 1", Opening.SWAP, False),
        ("x3/x3/2,x,2 2 1", Opening.SWAP, False),
        ("x3/x3/x2,2 2 2", Opening.SWAP, False),
        ("x3/x3/x2,2 1 1", Opening.SWAP, False),
        ("x3/x3/x2,1 2 1", Opening.NO_SWAP, True),
        ("x3/x3/x2,2 2 1", Opening.NO_SWAP, False),
        ("x3/x3/x2,22 2 1", Opening.DOUBLE_BLACK_STACK, True),
        ("x3/x3/x2,2 2 1", Opening.DOUBLE_BLACK_STACK, False),
        ("x3/x3/x2,21 2 1", Opening.DOUBLE_BLACK_STACK, False),
        ("x3/x3/2,x,2 2 1", Opening.DOUBLE_BLACK_STACK, False),
    ],
)
def test_when_a_first_ply_is_due(tps: str, opening: Opening, due: bool) -> None:
    game = begin(tps, opening=opening)
    assert game.first_ply_due() is due
    assert ("opening-ply" in reasons(game, "Sa3")) is due


# Placements


def test_placements() -> None:
    game = begin("x3,12C/x4/1S,x3/x2,221,x 1 4", reserves=Reserve(6, 1))
    for ply in ("a1", "Sa1", "Ca1", "d3"):
        assert reasons(game, ply) == set()
    assert reasons(game, "c1") == reasons(game, "Sc1") == reasons(game, "Ca2") == reasons(game, "d4") == {"occupied"}
    assert reasons(game, "e1") == reasons(game, "a5") == {"off-board"}


def test_placements_need_a_piece() -> None:
    no_caps = begin("x3/x3/1,2,x 1 2", reserves=Reserve(2, 0))
    assert reasons(no_caps, "c1") == reasons(no_caps, "Sc1") == set()
    assert reasons(no_caps, "Cc1") == {"empty-reserve"}
    no_flats = begin("x3/x3/1,2,x 1 2", reserves=Reserve(1, 1))
    assert reasons(no_flats, "c1") == reasons(no_flats, "Sc1") == {"empty-reserve"}
    assert reasons(no_flats, "Cc1") == set()


def test_walls_and_flats_are_the_same_stones() -> None:
    game = after("a1 e5 Sc3 b1 Cd3")
    assert game.reserve(Color.WHITE) == (48, 9)
    assert game.reserve(Color.BLACK) == (48, 10)
    assert game.tps() == "x4,1/x5/x2,1S,1C,x/x5/2,2,x3 2 3"


# Spreads


def test_pieces_drop_from_the_bottom() -> None:
    game = begin("x5/x5/x5/x5/1212C,x4 2 9")
    game.play(read_move("4a1>112"))
    assert game.tps() == "x5/x5/x5/x5/x,1,2,12C,x 1 10"
    game = begin("x5/x5/x5/x5/11221S,x4 1 9")
    game.play(read_move("3a1+12"))
    assert game.tps() == "x5/x5/21S,x4/2,x4/11,x4 2 9"


@pytest.mark.parametrize(
    ("ply", "tps"),
    [
        ("b2+", "x,1,x/x3/x3 2 4"),
        ("b2-", "x3/x3/x,1,x 2 4"),
        ("b2>", "x3/x2,1/x3 2 4"),
        ("b2<", "x3/1,x2/x3 2 4"),
    ],
)
def test_four_directions(ply: str, tps: str) -> None:
    game = begin("x3/x,1,x/x3 1 4")
    game.play(read_move(ply))
    assert game.tps() == tps


def test_who_may_move_a_pile() -> None:
    game = begin("x3/1,2,x/x,12,21 1 4")
    assert reasons(game, "a2+") == reasons(game, "2c1+") == reasons(game, "2c1+11") == set()
    assert reasons(game, "b2+") == reasons(game, "b1>") == {"not-controlled"}
    assert reasons(game, "a1+") == {"empty-square"}
    assert reasons(game, "d1<") == {"off-board"}
    assert reasons(game, "3c1+") == {"stack-too-low"}


def test_the_carry_limit_is_the_size() -> None:
    game = begin("x3/x3/111111,x2 1 4")
    assert reasons(game, "3a1+") == reasons(game, "3a1+12") == reasons(game, "3a1>21") == set()
    assert reasons(game, "4a1+") == reasons(game, "4a1+22") == {"carry-limit"}
    assert reasons(game, "7a1+") == {"carry-limit", "stack-too-low"}


def test_the_path_stays_on_the_board() -> None:
    game = begin("x3/x,111,x/x3 1 4")
    assert reasons(game, "3b2+") == set()
    for direction in "+-<>":
        assert reasons(game, f"2b2{direction}11") == {"leaves-board"}
    assert reasons(begin("x8/x8/x8/x8/x8/x8/x8/x7,1 1 4"), "h1>") == {"leaves-board"}


def test_flats_may_be_covered_walls_and_capstones_not() -> None:
    game = begin("x,2,x/1S,111,2S/x,1C,x 1 4")
    assert reasons(game, "b2+") == set()
    assert reasons(game, "b2<") == reasons(game, "b2>") == {"onto-wall"}
    assert reasons(game, "b2-") == {"onto-capstone"}
    game.play(read_move("3b2+"))
    assert game.tps() == "x,2111,x/1S,x,2S/x,1C,x 2 4"


def test_a_wall_or_capstone_on_top_of_what_moves_may_cover_flats() -> None:
    for top in "SC":
        game = begin(f"x3/x3/11{top},2,x 1 4")
        assert reasons(game, "a1>") == reasons(game, "2a1>") == reasons(game, "2a1>11") == set()


@pytest.mark.parametrize("wall", ["1S", "2S", "12S", "221S"])
def test_a_capstone_alone_smashes_a_wall(wall: str) -> None:
    game = begin(f"x4/x4/x4/1C,{wall},x2 1 4")
    assert game.smashes(read_move("a1>"))
    game.play(read_move("a1>"))
    assert game.tps() == f"x4/x4/x4/x,{wall[:-1]}1C,x2 2 4"
    assert game.board[0][1][-2][0] is (Color.WHITE if wall[-2] == "1" else Color.BLACK)


def test_a_smash_at_a_distance() -> None:
    game = begin("x4/x4/x4/1211C,x,1,2S 1 4")
    assert reasons(game, "4a1>211") == set()
    assert game.smashes(read_move("4a1>211"))
    assert not game.smashes(read_move("4a1>22"))
    game.play(read_move("4a1>211"))
    assert game.tps() == "x4/x4/x4/x,12,11,21C 2 4"


def test_what_does_not_smash() -> None:
    game = begin("1S,x3/x4/x4/11C,2S,x2 1 4")
    assert reasons(game, "2a1>") == {"onto-wall"}, "the capstone must be alone"
    assert reasons(game, "2a1>11") == {"onto-wall"}, "and last"
    assert reasons(game, "a1>") == set()
    game = begin("x4/x4/x4/11,2S,1S,x 1 4")
    assert reasons(game, "a1>") == {"onto-wall"}, "a flat does not"
    assert reasons(game, "c1<") == {"onto-wall"}, "a wall does not"
    game = begin("x4/x4/x4/11C,x,2S,x 1 4")
    assert reasons(game, "2a1>11") == set()
    assert reasons(game, "2a1>2") == set()
    game = begin("x4/x4/x4/11C,x,2C,x 1 4")
    assert reasons(game, "2a1>11") == {"onto-capstone"}, "capstones are never covered"
    game = begin("x4/x4/x4/111C,x,2S,x 1 4")
    assert reasons(game, "3a1>12") == {"onto-wall"}
    assert reasons(game, "3a1>111") == {"onto-wall"}


def test_a_smashed_wall_is_a_flat_of_its_colour_and_counts_again() -> None:
    game = begin("x3/x3/1C,2S,x 1 4")
    game.play(read_move("a1>"))
    game.play(read_move("a3"))
    game.play(read_move("b1>"))
    assert game.tps() == "2,x2/x3/x,2,1C 2 5"
    assert game.flat_count(Color.BLACK) == 2


# Ends


@pytest.mark.parametrize(
    ("tps", "winner"),
    [
        ("x3/1,1,1/x3 2 4", "R-0"),
        ("x,2,x/x,2,x/x,2,x 1 4", "0-R"),
        ("x,2,x/x,2C,x/x,12,x 1 4", "0-R"),
        ("x,2,x/x,2S,x/x,2,x 1 4", None),
        ("x,2,x/x,21,x/x,2,x 1 4", None),
        ("x,1,1/1,1,x/x3 2 4", "R-0"),
        ("1,x,x/x,1,x/x,x,1 2 4", None),
        ("x2,1/x,1,1/1,1,x 2 4", "R-0"),
        ("1,1,x/1,x,x/1,x,x 2 4", "R-0"),
        ("1,1,x/1,x,x/2,x,x 2 4", None),
        ("x,1,x,1,x/1,1,x,1,1/x5/x5/x5 2 9", None),
        ("x,1,1,1,x/1,1,x,1,1/x5/x5/x5 2 9", "R-0"),
        ("1,1,1,1,x/x3,1,x/x,1,1,1,x/x,1,x3/x,1,x3 2 20", "R-0"),
    ],
)
def test_roads(tps: str, winner: str | None) -> None:
    assert code(begin(tps)) == winner


def test_a_road_ends_the_game_at_once() -> None:
    game = begin("x3/1,1,x/2,x2 1 3")
    game.play(read_move("c2"))
    assert code(game) == "R-0"
    assert game.legal_moves() == []
    assert reasons(game, "a3") == {"game-over"}
    assert game.tps() == "x3/1,1,1/2,x2 2 3"


def test_the_mover_wins_a_double_road() -> None:
    for turn, winner in ((1, "R-0"), (2, "0-R")):
        game = begin(f"12,12,12/x3/1,1,1 {3 - turn} 9")
        assert code(game) == winner, "the player who is not to move moved last"
    game = begin("1,2,x/1,21,x/x,2,x 1 9")
    game.play(read_move("b2<"))
    assert code(game) == "0-R", "White opens Black's road and has none"
    game = begin("1,2,x/x,21,x/1,2,x 1 9")
    game.play(read_move("b2<"))
    assert game.has_road(Color.WHITE)
    assert game.has_road(Color.BLACK)
    assert code(game) == "R-0"


def test_a_smash_opens_the_opponents_road() -> None:
    game = begin("x3/2,12S,2/x,1C,x 1 9")
    game.play(read_move("b1+"))
    assert code(game) is None
    game.play(read_move("c3"))
    game.play(read_move("b2+"))
    assert code(game) == "0-R"


def test_a_full_board_is_counted() -> None:
    game = begin("1,2,1/2,1,2/1,2,x 1 9")
    game.play(read_move("Sc1"))
    assert (game.flat_count(Color.WHITE), game.flat_count(Color.BLACK)) == (4, 4)
    assert code(game) == "1/2-1/2"
    game = begin("1,2,1/2,1,2/1,2,x 1 9")
    game.play(read_move("c1"))
    assert code(game) == "F-0"
    game = begin("1,2,1S/2,1,2/1,2,x 1 9")
    game.play(read_move("Cc1"))
    assert code(game) == "0-F", "walls and capstones count for nobody"


@pytest.mark.parametrize(
    ("half_komi", "result"),
    [(0, "F-0"), (1, "F-0"), (2, "1/2-1/2"), (3, "0-F"), (4, "0-F"), (-1, "F-0"), (-8, "F-0")],
)
def test_komi_is_added_to_blacks_count(half_komi: int, result: str) -> None:
    game = begin("1,2,1/2,1,2/1,2,x 1 9", half_komi=half_komi)
    game.play(read_move("c1"))
    assert (game.flat_count(Color.WHITE), game.flat_count(Color.BLACK)) == (5, 4)
    assert code(game) == result


def test_negative_komi_helps_white() -> None:
    draw = "1,2,1/2,1,2/1,2,1S 2 9"
    assert [code(begin(draw, half_komi=half)) for half in (-1, 0, 1)] == ["F-0", "1/2-1/2", "0-F"]


def test_a_player_without_pieces_ends_the_game() -> None:
    game = begin("x3/x3/1,2,x 1 2", reserves=Reserve(2, 0))
    game.play(read_move("Sc1"))
    assert code(game) == "1/2-1/2"
    game = begin("x3/x3/1,2,x 1 2", reserves=Reserve(2, 0))
    game.play(read_move("c1"))
    assert code(game) == "F-0"
    game = begin("x3/x3/1,2,x 1 2", reserves=Reserve(2, 1))
    game.play(read_move("c1"))
    assert code(game) is None, "the capstone is still in hand"
    game.play(read_move("a3"))
    game.play(read_move("a1+"))
    game.play(read_move("Ca1"))
    assert code(game) == "1/2-1/2"


def test_a_player_may_end_the_game_by_the_opponents_last_stone() -> None:
    game = NaiveGame(Setup(3, Reserve(5, 0), Reserve(1, 0)))
    game.play(read_move("a1"))
    assert code(game) == "0-F", "Black's only stone is placed by White"


def test_a_road_comes_before_the_count() -> None:
    game = begin("2,2,1/2,1,2/1,1,x 1 9")
    game.play(read_move("c1"))
    assert code(game) == "R-0"
    game = begin("x3/2,2,x/x3 2 9", reserves=Reserve(3, 0), half_komi=-20)
    game.play(read_move("c2"))
    assert code(game) == "0-R"


def test_a_finished_start_position_is_finished() -> None:
    game = begin("1,2,1/2,1,2/1,2,1 2 9")
    assert code(game) == "F-0"
    assert game.legal_moves() == []
    assert reasons(game, "a1") == {"game-over", "occupied"}


# The model as a whole


def test_ways_to_drop() -> None:
    assert ways_to_drop(3) == [(1, 1, 1), (1, 2), (2, 1), (3,)]
    assert [len(ways_to_drop(pieces)) for pieces in range(1, 9)] == [1, 2, 4, 8, 16, 32, 64, 128]


def test_the_number_of_moves_by_size() -> None:
    # On 3x3: 27 placements and 9 stacks of two. Each of the 6 lines is walked both ways: its first square has the drops
    # 1, 2, 3, 11, 12, 21, its middle square 1, 2, 3.
    assert len(all_moves(3)) == 27 + 9 + 12 * (6 + 3)
    for size in SIZES:
        assert len(set(all_moves(size))) == len(all_moves(size))


@pytest.mark.parametrize("size", SIZES)
def test_legal_moves_are_all_moves_that_break_no_rule(size: int) -> None:
    everything = all_moves(size)
    for seed in range(10 if size < 7 else 2):
        rng = random.Random(seed)
        game = NaiveGame(any_setup(rng, size, OPENINGS[seed % 3]))
        player = RandomPlayer(rng)
        for _ in range(rng.randint(0, 2 * size)):
            move = player.choose(game)
            if move is None:
                break
            game.play(move)
        assert set(game.legal_moves()) == {move for move in everything if not game.reasons(move)}


def test_a_copy_shares_nothing() -> None:
    game = after("a1 e5 c3 c4")
    copied = game.copy()
    copied.play(read_move("c3+"))
    assert game.tps() == "x4,1/x2,2,x2/x2,1,x2/x5/2,x4 1 3"
    assert copied.tps() == "x4,1/x2,21,x2/x5/x5/2,x4 2 3"
    assert game.reserve(Color.WHITE) == copied.reserve(Color.WHITE) == (48, 10)


def test_text_of_a_position() -> None:
    text = "x5/x5/x2,12C,x2/x5/2,1,x3 1 4"
    assert begin(text).tps() == text
    assert begin("1,x,1S,x2/x5/x4,2/2C,x4/x,1,x,1,x 2 14").tps() == "1,x,1S,x2/x5/x4,2/2C,x4/x,1,x,1,x 2 14"


def test_the_standard_setups_start_with_nothing_but_first_plies() -> None:
    for size in SIZES:
        assert DEFAULT_RESERVES[size].flats > size
        assert len(NaiveGame(Setup.standard(size)).legal_moves()) == size * size
