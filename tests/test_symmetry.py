"""The eight symmetries (docs/rules.md, "Symmetry"; K56): a group that commutes with play; one canonical form."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import NaiveGame, all_moves, read_move, read_tps
from strategies import OPENINGS, RandomPlayer, any_setup, games, moves, started_setups

from ptn.core.board import BoardState
from ptn.core.board_terms import SIZES, Color, Direction, Square
from ptn.core.moves import Move, Place, Spread
from ptn.core.setup import Opening, Setup
from ptn.rules.perft import perft
from ptn.rules.position import Position
from ptn.rules.symmetry import Symmetry, canonical, canonical_line, compose, inverse
from ptn.rules.tak import is_tak, is_tinue, threats

symmetries = st.sampled_from(Symmetry)

K56 = """a1 e5 b3
e1 a5 d3
a5 e1 b3
e5 a1 d3
a1 e5 c2
e1 a5 c2
a5 e1 c4
e5 a1 c4"""
LINES = [tuple(map(read_move, line.split())) for line in K56.splitlines()]


def play(position: Position, line: tuple[Move, ...]) -> Position:
    for move in line:
        position = position.play(move)
    return position


# The group


def test_the_eight_of_a_corner() -> None:
    """They differ, and each is the turn or the mirror its name says."""
    where = {
        symmetry.name: tuple(str(symmetry.square(Square.from_name(name), 5)) for name in ("a1", "b1"))
        for symmetry in Symmetry
    }
    assert where == {
        "IDENTITY": ("a1", "b1"),
        "MIRROR_FILES": ("e1", "d1"),
        "MIRROR_RANKS": ("a5", "b5"),
        "HALF_TURN": ("e5", "d5"),
        "DIAGONAL": ("a1", "a2"),
        "TURN_RIGHT": ("a5", "a4"),
        "TURN_LEFT": ("e1", "e2"),
        "ANTIDIAGONAL": ("e5", "e4"),
    }


@pytest.mark.parametrize("first", Symmetry)
@pytest.mark.parametrize("second", Symmetry)
def test_compose_is_one_after_the_other(first: Symmetry, second: Symmetry) -> None:
    both = compose(first, second)
    assert both is first.then(second)
    for size in SIZES:
        for square in squares(size):
            assert both.square(square, size) == second.square(first.square(square, size), size)
    for direction in Direction:
        assert both.direction(direction) is second.direction(first.direction(direction))


@pytest.mark.parametrize("symmetry", Symmetry)
def test_inverse(symmetry: Symmetry) -> None:
    assert inverse(symmetry) is symmetry.inverse
    assert compose(symmetry, inverse(symmetry)) is compose(inverse(symmetry), symmetry) is Symmetry.IDENTITY
    assert compose(symmetry) is symmetry
    assert compose() is Symmetry.IDENTITY


def test_turns_and_mirrors() -> None:
    left = Symmetry.TURN_LEFT
    assert compose(left, left) is Symmetry.HALF_TURN
    assert compose(left, left, left) is Symmetry.TURN_RIGHT
    assert compose(left, left, left, left) is Symmetry.IDENTITY
    mirrors = [Symmetry.MIRROR_FILES, Symmetry.MIRROR_RANKS, Symmetry.DIAGONAL, Symmetry.ANTIDIAGONAL]
    assert all(mirror.inverse is mirror for mirror in mirrors)


def squares(size: int) -> list[Square]:
    return [Square.at(file, rank) for rank in range(1, size + 1) for file in range(1, size + 1)]


@pytest.mark.parametrize("symmetry", Symmetry)
@pytest.mark.parametrize("size", SIZES)
def test_neighbours_stay_neighbours(size: int, symmetry: Symmetry) -> None:
    """Squares and directions are turned alike, and every square has one image."""
    images = {symmetry.square(square, size) for square in squares(size)}
    assert images == set(squares(size))
    for square in squares(size):
        for direction in Direction:
            beside = square.neighbour(direction)
            turned = symmetry.square(square, size).neighbour(symmetry.direction(direction))
            if beside is not None and beside.on_board(size):
                assert turned == symmetry.square(beside, size)
            else:
                assert turned is None or not turned.on_board(size)


def test_squares_off_the_board() -> None:
    with pytest.raises(ValueError, match="f1 is not on a 5x5 board"):
        Symmetry.IDENTITY.square(Square.from_name("f1"), 5)
    with pytest.raises(ValueError, match="f1 is not on a 5x5 board"):
        Symmetry.DIAGONAL.move(read_move("f1"), 5)
    with pytest.raises(ValueError, match="f1 is not on a 5x5 board"):
        canonical_line((read_move("a2"), read_move("f1")), 5)


# Plies


def test_spreads_turn_with_the_board() -> None:
    """K56: slide directions turn too, and drops keep their order."""
    images = {str(symmetry.move(read_move("4b1+121"), 5)) for symmetry in Symmetry}
    assert images == {f"4{ply}121" for ply in ("b1+", "d1+", "b5-", "d5-", "a2>", "a4>", "e2<", "e4<")}
    assert str(Symmetry.TURN_LEFT.move(read_move("4b1+121"), 5)) == "4e2<121"
    assert [str(move) for move in Symmetry.TURN_RIGHT.moves(LINES[0], 5)] == ["a5", "e1", "c4"]


def test_placements_keep_their_stones() -> None:
    images = {str(symmetry.move(read_move(ply), 3)) for symmetry in Symmetry for ply in ("Ca1", "Sa1", "2a1")}
    assert images == {f"{stone}{corner}" for stone in ("C", "S", "2") for corner in ("a1", "a3", "c1", "c3")}


@given(moves(6), symmetries)
def test_moves_come_back(move: Move, symmetry: Symmetry) -> None:
    assert inverse(symmetry).move(symmetry.move(move, 6), 6) == move


# Play


@given(games(most_plies=30), symmetries)
def test_transforming_commutes_with_play(game: tuple[Setup, list[Move]], symmetry: Symmetry) -> None:
    """K56: transforming moves and then playing is playing and then transforming; results and legal plies go along."""
    setup, line = game
    size = setup.size
    position = Position(setup)
    image = symmetry.position(position)
    for move in line:
        assert set(image.legal_moves()) == set(symmetry.moves(position.legal_moves(), size))
        assert set(threats(image)) == set(symmetry.moves(threats(position), size))
        assert image.smashes(symmetry.move(move, size)) == position.smashes(move)
        position, image = position.play(move), image.play(symmetry.move(move, size))
        assert image == symmetry.position(position)
        assert image.board == symmetry.board(position.board)
        assert image.result == position.result
        assert image.first_ply_due == position.first_ply_due
        assert is_tak(image) == is_tak(position)
        assert canonical(image)[0] == canonical(position)[0]
    if not position.is_over and size < 5:
        assert is_tinue(image) == is_tinue(position)
    assert symmetry.inverse.position(image) == position


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize("size", SIZES)
def test_whole_games_of_all_sizes(size: int, opening: Opening) -> None:
    """A random game and its eight images are the same game."""
    rng = random.Random(size * 10 + OPENINGS.index(opening))
    setup = any_setup(rng, size, opening)
    game, player = NaiveGame(setup), RandomPlayer(rng)
    line: list[Move] = []
    while len(line) < 60 and (move := player.choose(game)) is not None:
        game.play(move)
        line.append(move)
    end = play(Position(setup), tuple(line))
    for symmetry in Symmetry:
        image = play(Position(symmetry.setup(setup)), symmetry.moves(line, size))
        assert image.to_tps() == symmetry.board(end.board).tps
        assert image.result == end.result
        assert [image.reserve(color) for color in Color] == [end.reserve(color) for color in Color]


@pytest.mark.parametrize("symmetry", Symmetry)
def test_perft_does_not_change(symmetry: Symmetry) -> None:
    """The number of games is the same from all images, and equals that of the shared table from an empty board."""
    assert perft(symmetry.position(Position.start(size=3)), 3) == 1200
    board = read_tps("x,2,1S,x/x,12,221C,2/1,x,21,x/x,1,2S,x 1 9")
    setup = Setup.standard(5, opening=Opening.NO_SWAP)
    position = Position.from_board(board, Setup(4, setup.white, setup.black, setup.opening, 3))
    image = symmetry.position(position)
    assert image.setup.half_komi == 3
    assert image.setup.opening is Opening.NO_SWAP
    assert perft(image, 2, count_last=True) == perft(position, 2, count_last=True) > 1000


@given(started_setups(), symmetries)
def test_the_start_position_of_a_setup_turns_along(setup: Setup, symmetry: Symmetry) -> None:
    """Turn, counter, reserves, komi and opening stay (docs/rules.md, "Symmetry")."""
    image = symmetry.setup(setup)
    assert setup.start is not None
    assert image.start == symmetry.board(setup.start)
    assert (image.start.turn, image.start.counter) == (setup.start.turn, setup.start.counter)
    assert (image.white, image.black, image.half_komi, image.opening) == (
        setup.white,
        setup.black,
        setup.half_komi,
        setup.opening,
    )
    position = symmetry.position(Position(setup))
    assert position == Position(image)
    assert position.setup == image


def test_an_empty_start_stays_as_it_is() -> None:
    setup = Setup.standard(6)
    assert Symmetry.TURN_LEFT.setup(setup) is setup
    assert Symmetry.TURN_LEFT.position(Position(setup)) == Position(setup)


# The canonical form


def test_k56_one_canonical_form() -> None:
    """The eight lines of K56 lead to one canonical position; the side to move and the counter are kept."""
    forms = [canonical(play(Position.start(size=5), line)) for line in LINES]
    assert len({board.tps for board, _ in forms}) == 1
    assert {symmetry for _, symmetry in forms} == set(Symmetry)
    [tps] = {board.tps for board, _ in forms}
    assert tps == min(play(Position.start(size=5), line).to_tps() for line in LINES)
    assert tps.endswith(" 2 2")


def test_k56_one_canonical_line() -> None:
    found = [canonical_line(line, 5) for line in LINES]
    assert {line for line, _ in found} == {tuple(map(read_move, ("a1", "e5", "b3")))}
    assert {symmetry for _, symmetry in found} == set(Symmetry)


@given(started_setups(), symmetries)
def test_canonical_is_the_smallest_board_string(setup: Setup, symmetry: Symmetry) -> None:
    """The smallest of the eight TPS board strings, compared as text (docs/rules.md, "Symmetry")."""
    assert setup.start is not None
    board, leads_there = canonical(setup.start)
    assert board == leads_there.board(setup.start)
    assert board.board_tps == min(image.board(setup.start).board_tps for image in Symmetry)
    assert all(earlier.board(setup.start).board_tps > board.board_tps for earlier in Symmetry if earlier < leads_there)
    assert canonical(symmetry.board(setup.start))[0] == board
    assert canonical(Position(setup)) == (board, leads_there)
    assert canonical(board) == (board, Symmetry.IDENTITY)


@given(games(most_plies=12), symmetries, st.integers(0, 12))
def test_canonical_line(game: tuple[Setup, list[Move]], symmetry: Symmetry, length: int) -> None:
    """It is the same for all images, the smallest ply by ply, and its beginning is that of the beginning."""
    setup, line = game
    found, leads_there = canonical_line(line, setup.size)
    assert found == leads_there.moves(line, setup.size)
    assert canonical_line(symmetry.moves(line, setup.size), setup.size)[0] == found
    written = [[str(move) for move in image.moves(line, setup.size)] for image in Symmetry]
    assert [str(move) for move in found] == min(written)
    assert canonical_line(line[:length], setup.size)[0] == found[:length]


def test_the_canonical_line_of_nothing() -> None:
    assert canonical_line((), 5) == ((), Symmetry.IDENTITY)


@pytest.mark.parametrize("size", [3, 4])
def test_every_move_has_one_image_of_its_kind(size: int) -> None:
    everything = all_moves(size)
    for symmetry in Symmetry:
        images = symmetry.moves(everything, size)
        assert set(images) == set(everything)
        for move, image in zip(everything, images, strict=True):
            if isinstance(move, Spread):
                assert isinstance(image, Spread)
                assert image.drops == move.drops
            else:
                assert isinstance(image, Place)
                assert (image.stone, image.count) == (move.stone, move.count)


def test_the_canonical_empty_board() -> None:
    assert canonical(BoardState.empty(8)) == (BoardState.empty(8), Symmetry.IDENTITY)
