"""Every move there is, written and read again in every spelling."""

from __future__ import annotations

import copy
import pickle
import re
from functools import cache

import pytest
from hypothesis import given
from naive import all_moves, read_move, ways_to_drop
from strategies import moves

from ptn.core.board_terms import SIZES, Direction, Square, Stone
from ptn.core.moves import DROPS, Move, Place, Spread
from ptn.notation.ply import parse_move

A1 = Square.at(1, 1)


@cache
def every_move() -> tuple[Move, ...]:
    """All moves of the sizes 3-8, each once."""
    return tuple({move.verbose: move for size in SIZES for move in all_moves(size)}.values())


def spellings(move: Move) -> set[str]:
    """Everything a player may write for a move, besides its standard and its long form."""
    if isinstance(move, Place):
        if move.count > 1:
            return set()
        return {move.stone.letter + move.square.name}
    count, drops = str(sum(move.drops)), "".join(map(str, move.drops))
    counts = {count, ""} if count == "1" else {count}
    tails = {drops, ""} if len(move.drops) == 1 else {drops}
    plain = {
        number + move.square.name + direction + tail
        for number in counts
        for direction in (move.direction.symbol, move.direction.arrow)
        for tail in tails
    }
    behind = {str(move) + "FSC"[move.key % 3], move.verbose + "SCF"[move.key % 3]}
    before = {letter + move.square.name + move.direction.symbol for letter in "FSC"} if move.drops == (1,) else set()
    return plain | behind | before


# The moves themselves


def test_all_moves_of_all_sizes_are_moves_of_the_largest() -> None:
    assert set(every_move()) == set(all_moves(8))
    assert len(every_move()) == len(all_moves(8))


def test_the_drops_are_every_way_to_drop_one_to_eight_pieces() -> None:
    assert DROPS[0] == ()
    assert sorted(DROPS[1:]) == sorted(drops for lifted in range(1, 9) for drops in ways_to_drop(lifted))
    for pattern, drops in enumerate(DROPS[1:], start=1):
        spread = Spread(A1, Direction.UP, drops)
        assert spread.pattern == pattern
        assert spread.count == sum(drops)


def test_keys_are_unique_and_tell_placements_from_spreads() -> None:
    by_key = {move.key: move for move in every_move()}
    assert len(by_key) == len(every_move())
    for key, move in by_key.items():
        assert (key < 0x10000) is isinstance(move, Place)
        assert hash(move) == key


def test_texts_are_unique() -> None:
    assert len({str(move) for move in every_move()}) == len(every_move())
    assert len({move.verbose for move in every_move()}) == len(every_move())


def test_texts_are_read_right_by_a_reader_that_shares_no_code() -> None:
    for move in every_move():
        assert read_move(str(move)) == read_move(move.verbose) == move


@pytest.mark.parametrize(
    ("move", "text", "verbose"),
    [
        (Place(A1), "a1", "a1"),
        (Place(A1, Stone.FLAT, 2), "2a1", "2a1"),
        (Place(Square.at(8, 8), Stone.WALL), "Sh8", "Sh8"),
        (Place(Square.at(4, 5), Stone.CAPSTONE), "Cd5", "Cd5"),
        (Spread(A1, Direction.UP, (1,)), "a1+", "1a1+1"),
        (Spread(A1, Direction.RIGHT, (1, 1)), "2a1>11", "2a1>11"),
        (Spread(Square.at(3, 4), Direction.DOWN, (3,)), "3c4-", "3c4-3"),
        (Spread(Square.at(8, 1), Direction.LEFT, (2, 1, 5)), "8h1<215", "8h1<215"),
        (Spread(Square.at(8, 1), Direction.LEFT, (8,)), "8h1<", "8h1<8"),
    ],
)
def test_standard_and_long_form(move: Move, text: str, verbose: str) -> None:
    assert str(move) == text
    assert move.verbose == verbose
    assert text in repr(move)


@pytest.mark.parametrize("count", [-1, 0, 3, 8])
def test_a_placement_is_of_one_piece_or_two_flats(count: int) -> None:
    with pytest.raises(ValueError, match=str(count)):
        Place(A1, Stone.FLAT, count)


@pytest.mark.parametrize("stone", [Stone.WALL, Stone.CAPSTONE])
def test_two_walls_are_no_placement(stone: Stone) -> None:
    with pytest.raises(ValueError, match="two flats"):
        Place(A1, stone, 2)


@pytest.mark.parametrize("drops", [(), (0,), (1, 0), (0, 1), (-1, 2), (9,), (8, 1), (1,) * 9, (4, 5)])
def test_impossible_drops(drops: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=re.escape(str(drops))):
        Spread(A1, Direction.UP, drops)


@given(moves())
def test_moves_are_values(move: Move) -> None:
    for twin in (pickle.loads(pickle.dumps(move)), copy.copy(move), copy.deepcopy(move)):
        assert twin == move
        assert hash(twin) == hash(move)
        assert type(twin) is type(move)
        assert str(twin) == str(move)
    assert move != str(move)
    assert move != move.key
    for name in (*move.__slots__, "anything"):
        with pytest.raises(AttributeError):
            setattr(move, name, 1)
        with pytest.raises(AttributeError):
            delattr(move, name)


@given(moves(), moves())
def test_moves_are_equal_exactly_when_their_long_forms_are(one: Move, other: Move) -> None:
    assert (one == other) is (one.verbose == other.verbose)


# Their texts, read


def test_every_move_reads_back_from_its_standard_form() -> None:
    assert [move for move in every_move() if parse_move(str(move)) != move] == []


def test_every_move_reads_back_from_its_long_form() -> None:
    assert [move for move in every_move() if parse_move(move.verbose) != move] == []


def test_every_spelling_of_a_move_gives_the_same_value() -> None:
    wrong = [(move, text) for move in every_move() for text in spellings(move) if parse_move(text) != move]
    assert wrong == []


def test_the_spellings_are_those_meant() -> None:
    assert spellings(Place(A1)) == {"Fa1"}
    of_one = spellings(Spread(A1, Direction.UP, (1,)))
    assert {"a1+", "1a1+", "a1+1", "1a1+1", "a1↑", "1a1↑1", "Ca1+", "Fa1+", "Sa1+"} <= of_one
    assert {text[-1] for text in of_one} & set("FSC")
    assert {"3a1>3", "3a1→", "3a1>"} <= spellings(Spread(A1, Direction.RIGHT, (3,)))


@pytest.mark.parametrize("letter", "FSC")
def test_a_letter_says_nothing_about_the_move(letter: str) -> None:
    for text in ("a1+", "1a1+1", "3c3>", "3c3>12", "8h8<"):
        assert parse_move(text + letter) == read_move(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a1", "Sa1"),
        ("a1", "Ca1"),
        ("a1+", "a1-"),
        ("2a1>", "2a1>11"),
        ("3a1>12", "3a1>21"),
        ("a1", "a2"),
        ("a1", "2a1"),
    ],
)
def test_different_moves_stay_different(one: str, other: str) -> None:
    assert parse_move(one) != parse_move(other)
