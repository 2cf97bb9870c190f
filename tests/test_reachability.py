"""Which start positions no game can have come to (K45, K47; docs/rules.md).

Two things matter: a position of a game never raises a doubt, and the impossible ones that players write are named.
"""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import NaiveGame, read_tps
from strategies import (
    OPENINGS,
    RandomPlayer,
    games,
    openings,
    random_board,
    random_setup,
    randoms,
    sizes,
    strewn_setup,
)

from ptn.core import codes
from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import Color, Reserve, Stone
from ptn.core.codes import Severity
from ptn.core.setup import Opening, Setup
from ptn.rules.engine import Engine
from ptn.rules.position import Position
from ptn.rules.reachability import Doubt, doubts

DBS = Opening.DOUBLE_BLACK_STACK


def told(tps: str, opening: Opening = Opening.SWAP, reserve: Reserve | None = None) -> list[str]:
    """Return the doubts as lines: the code and the message."""
    board = read_tps(tps)
    setup = Setup.standard(board.size, opening=opening)
    if reserve is not None:
        setup = replace(setup, white=reserve, black=reserve)
    return [f"{doubt.kind} {doubt.message}" for doubt in doubts(board, setup)]


# The cases of real users


@pytest.mark.parametrize(
    ("tps", "message"),
    [
        (
            "x5/x5/x5/x5/x4,1C 1 1",
            "PTN431 no black piece is on the board, but White's first ply places a black flat (swap)",
        ),
        (
            "x4,1/x5/x5/x5/x5 1 1",
            "PTN431 no black piece is on the board, but White's first ply places a black flat (swap)",
        ),
        ("x5/x5/x5/x5/x5 2 1", "PTN431 Black is to move on an empty board, but White moves first"),
    ],
)
def test_k45_impossible_but_well_formed(tps: str, message: str) -> None:
    assert told(tps) == [message]


def test_k47_counter_1_on_a_board_with_both_colours() -> None:
    """Any other board with counter 1 is play as usual, with a warning about the counter (docs/rules.md)."""
    assert told("x3/x3/2,x2 2 1") == []
    assert told("x3/x,1,x/2,x2 1 1") == [
        "PTN432 counter 1 with White to move means 0 plies so far, but the 1 white and 1 black pieces on the board "
        "take at least 2: the counter is 2 or more"
    ]


def test_both_kinds_are_warnings() -> None:
    """Puzzles are often written so: they can be played on."""
    assert codes.CANNOT_ARISE.severity is codes.COUNTER.severity is Severity.WARNING


def test_a_doubt_is_a_value() -> None:
    doubt = Doubt(codes.COUNTER, "words")
    assert doubt == Doubt(codes.COUNTER, "words")
    assert hash(doubt) == hash(Doubt(codes.COUNTER, "words"))
    with pytest.raises(FrozenInstanceError):
        doubt.message = "others"  # type: ignore[misc]


# Pieces, turn and counter


@pytest.mark.parametrize(
    ("opening", "tps"),
    [
        (Opening.SWAP, "x5/x5/x5/x5/x5 1 1"),
        (Opening.SWAP, "x5/x5/x5/x5/2,x4 2 1"),
        (Opening.SWAP, "x4,1/x5/x5/x5/2,x4 1 2"),
        (Opening.SWAP, "x4,1/x5/x5/x5/2,x2,1S,x 2 2"),
        (Opening.SWAP, "x4,1/x5/x5/x2,2C,x2/2,x2,1S,x 1 3"),
        (Opening.SWAP, "x4,1/x5/x5/x5/2,x4 1 40"),
        (Opening.NO_SWAP, "x5/x5/x5/x5/1,x4 2 1"),
        (Opening.NO_SWAP, "x4,1/x5/x5/x5/2,x4 1 2"),
        (DBS, "x5/x5/x5/x5/22,x4 2 1"),
        (DBS, "x5/x5/x5/x,1,x3/22,x4 1 2"),
        (DBS, "x5/x5/x5/x,1,x3/2,2,x3 1 3"),
    ],
)
def test_positions_of_the_first_moves(opening: Opening, tps: str) -> None:
    assert told(tps, opening) == []


FIRST = "the board holds only what White's first ply puts there"


@pytest.mark.parametrize(
    ("opening", "tps", "message"),
    [
        (Opening.SWAP, "x5/x5/x5/x5/x5 1 4", "PTN432 the counter is 4 on an empty board, where it can only be 1"),
        (Opening.SWAP, "x3/x3/2,x2 1 1", f"PTN431 White is to move, but {FIRST}, so it is Black's turn"),
        (Opening.SWAP, "x3/x3/2,x2 2 3", f"PTN432 the counter is 3, but {FIRST}: it can only be 1"),
        (Opening.NO_SWAP, "x3/x3/1,x2 1 1", f"PTN431 White is to move, but {FIRST}, so it is Black's turn"),
        (DBS, "x3/x3/22,x2 2 2", f"PTN432 the counter is 2, but {FIRST}: it can only be 1"),
        (
            Opening.SWAP,
            "x3/x3/1,x2 2 1",
            "PTN431 no black piece is on the board, but White's first ply places a black flat (swap)",
        ),
        (
            Opening.NO_SWAP,
            "x3/x3/2,x2 2 1",
            "PTN431 no white piece is on the board, but White's first ply places a white flat (no-swap)",
        ),
        (
            Opening.SWAP,
            "x3/x3/2,2,x 1 5",
            "PTN431 no white piece is on the board, but Black's first ply places a white flat (swap)",
        ),
        (
            Opening.NO_SWAP,
            "x3/x3/1,1,x 1 5",
            "PTN431 no black piece is on the board, but Black's first ply places a black flat (no-swap)",
        ),
        (
            Opening.SWAP,
            "x3/x3/2,2,1S 1 5",
            "PTN431 White has walls and capstones on the board but no flat, yet Black's first ply places a white flat "
            "(swap)",
        ),
        (
            DBS,
            "x3/x3/2,1,2S 1 5",
            "PTN431 only one black flat is on the board, but White's first ply places two black flats "
            "(double black stack)",
        ),
    ],
)
def test_the_first_plies(opening: Opening, tps: str, message: str) -> None:
    assert told(tps, opening) == [message]


@pytest.mark.parametrize(
    ("tps", "message"),
    [
        (
            "x4,1/x5/x5/x5/2,x2,1S,x 2 1",
            "White has a wall on d1 at counter 1, before White's second ply, the first that can place one: the counter "
            "is 2 or more",
        ),
        (
            "x4,1/x5/x5/x5/2,x2,1S,x 1 2",
            "White has a wall on d1 at counter 2, before White's second ply, the first that can place one: the counter "
            "is 3 or more",
        ),
        (
            "x4,1/x,1,x3/x5/x5/2,x2,2C,x 2 2",
            "Black has a capstone on d1 at counter 2, before Black's second ply, the first that can place one: the "
            "counter is 3 or more",
        ),
        (
            "x4,1/x,1,x3/x5/x5/2,x2,2,x 2 2",
            "counter 2 with Black to move means 3 plies so far, but the 2 white and 2 black pieces on the board take "
            "at least 5: the counter is 3 or more",
        ),
        (
            "x4,12/x5/x5/x5/2,x4 1 2",
            "counter 2 with White to move means 2 plies so far, but the 1 white and 2 black pieces on the board, 1 of "
            "them on top of others, take at least 4: the counter is 3 or more",
        ),
        (
            "x4,1/x5/x5/x5/2,x4 2 1",
            "counter 1 with Black to move means 1 ply so far, but the 1 white and 1 black pieces on the board take at "
            "least 3: the counter is 2 or more",
        ),
    ],
)
def test_counter_too_low(tps: str, message: str) -> None:
    """Every ply but the first of each player places at most one piece, an own one, or is a spread."""
    found = told(tps)
    assert found == [f"PTN432 {message}"]


def test_the_counter_asked_for_is_enough() -> None:
    """With the counter that the message names the doubt is gone."""
    for tps, enough in [
        ("x4,1/x5/x5/x5/2,x2,1S,x 2 1", "x4,1/x5/x5/x5/2,x2,1S,x 2 2"),
        ("x4,12/x5/x5/x5/2,x4 1 2", "x4,12/x5/x5/x5/2,x4 1 3"),
        ("x4,1/x5/x5/x5/2,x4 2 1", "x4,1/x5/x5/x5/2,x4 2 2"),
    ]:
        assert told(tps) != []
        assert told(enough) == []


def test_the_stack_of_the_opening_costs_no_spread() -> None:
    """Two black flats on one another are White's first ply in ``double black stack``; elsewhere they take a spread."""
    assert told("x3/x,1,x/22,x2 1 2", DBS) == []
    assert told("x3/x,1,x/22,x2 1 2")[0].startswith("PTN432 counter 2 with White to move means 2 plies")
    assert told("x3/x,1,x/2,x,2 1 2", DBS)[0].startswith("PTN432 counter 2 with White to move means 2 plies")
    assert told("x3/x3/x,212,x 1 2", DBS)[0].startswith("PTN432")


# The last ply


@pytest.mark.parametrize(
    ("tps", "message"),
    [
        (
            "1,1,1/x3/2,2,2 1 9",
            "both players have a road, White (a3 b3 c3) and Black (a1 b1 c1), but no last ply of Black's can have led "
            "to that",
        ),
        (
            "1,1,1/x3/2,2,x 1 9",
            "White has a road (a3 b3 c3) with White to move, but no last ply of Black's can have uncovered it",
        ),
        (
            "1,1,1/2,2,x/1,1,1 2 9",
            "White has a road (a1 b1 c1) with Black to move, but no last ply of White's can have completed it",
        ),
        ("x3/x3/12,x2 2 9", "Black is to move, but White, who moved last, has no piece on top of a stack"),
        (
            "1,1S,1/1S,12,1S/1,1S,1 1 9",
            "the board is full, but no last ply of Black's can have filled it",
        ),
    ],
)
def test_no_last_ply(tps: str, message: str) -> None:
    """Every ply that may have been the last one is looked at: before none of them was the game still open."""
    assert told(tps, reserve=Reserve(10, 1))[0] == f"PTN431 {message}"


@pytest.mark.parametrize(
    "tps",
    [
        "1,1,1/2,2,2/x3 1 9",  # Black's spread off the white road completed his own: b3- or the like
        "1,1,1/x3/2,2,x 2 9",
        "1,1,1/1,x2/1,x,2 2 9",  # both white roads need a3
        "1,2S,1/1S,1,2S/2,1S,2 2 9",
    ],
)
def test_finished_positions_that_can_arise(tps: str) -> None:
    assert told(tps) == []


def test_a_smash_can_have_been_the_last_ply() -> None:
    """Black's capstone came onto a white wall, or the white road on rank 2 would have been there before.

    Black has no other ply to have made, and leaves a white flat below the capstone however many pieces came with it.
    """
    reserve = Reserve(15, 2)
    assert told("x4/x4/1,1C,111112C,1C/x,21,x2 1 20", reserve=reserve) == []
    assert told("x4/x4/1,1C,111112,1C/x,21,x2 1 20", reserve=reserve) == [
        "PTN431 White is to move, but no last ply of Black's can have led to this position"
    ]


def test_a_wall_that_stepped_aside_can_have_been_the_last_ply() -> None:
    """Black's wall came from b1, where it was no part of a road; no other ply can have completed rank 1."""
    board = "1,x2/1S,2S,1S/2222,2222,2222 1 30"
    assert told(board, reserve=Reserve(30, 0)) == []
    assert told(board.replace("2S", "x"), reserve=Reserve(30, 0)) == [
        "PTN431 Black has a road (a1 b1 c1) with White to move, but no last ply of Black's can have completed it"
    ]


def test_a_spread_off_a_full_board_was_no_last_ply() -> None:
    """Black's stack can only have come from a1, and then leaves no square empty: the game was over."""
    reserve = Reserve(20, 0)
    assert told("1S,1S,1S/1S,1S,1S/x,1112,1S 1 20", reserve=reserve) == [
        "PTN431 White is to move, but no last ply of Black's can have led to this position"
    ]
    assert told("1S,1S,1S/1S,1S,1S/x,112,1S 1 20", reserve=reserve) == []
    assert told("1S,1S,1S/1S,1S,x/x,1112,1S 1 20", reserve=reserve) == []


def test_a_flat_of_the_first_plies_was_no_last_ply() -> None:
    """Black's only flat was placed by White, and nothing can have come to a1 past the walls."""
    assert told("x2,1/1S,x2/2,1S,x 1 9") == [
        "PTN431 White is to move, but no last ply of Black's can have led to this position"
    ]
    assert told("x2,1/1S,x2/2,1S,2 1 9") == []
    assert told("x2,1/1,x2/2,1S,x 1 9") == []


def test_a_player_without_pieces() -> None:
    """Who plays the last piece ends the game with that ply (docs/rules.md)."""
    last = Reserve(3, 0)
    assert told("1,2,1/2,1,x/x3 2 4", reserve=last) == []
    assert told("1,2,1/2,1,x/x3 1 4", reserve=last) == [
        "PTN431 White has no piece left and is to move, but the game was over when the last one was placed"
    ]
    stacked = "x3/12,x2/x,21,21 2 7"
    assert told(stacked, reserve=Reserve(3, 1)) == []
    assert told(stacked, reserve=last) == [
        "PTN431 Black has no piece left and is to move, but the game was over when the last one was placed"
    ]
    assert told("x3/x3/2,11,x 2 9", reserve=Reserve(2, 0)) == [
        "PTN431 White has no piece left, but no last ply of White's can have placed the last one"
    ]


def test_at_most_one_of_each_kind() -> None:
    """The one that no counter mends comes first."""
    found = told("1,1,1/x3/2,2,2 1 2")
    assert [line[:6] for line in found] == ["PTN431", "PTN432"]


def test_more_pieces_than_the_setup_gives_is_none_of_these() -> None:
    board = read_tps("2,2,1/x3/x3 2 3")
    assert doubts(board, Setup(3, Reserve(1, 0), Reserve(1, 0))) == ()


# Nothing that can arise is doubted


@given(games(most_plies=40))
def test_no_position_of_a_game_is_doubted(game: tuple[Setup, list[object]]) -> None:
    setup, _ = game
    rng = random.Random(setup.size)
    engine = Engine(replace(setup, start=None))
    for _ in range(40):
        assert doubts(engine.board(), engine.setup) == ()
        legal = engine.legal_moves()
        if not legal:
            break
        engine.push(rng.choice(legal))


def test_no_position_of_lively_games_is_doubted() -> None:
    """All openings, odd reserves, and games that end in every way: none of their positions raises a doubt."""
    rng = random.Random(431)
    ends: Counter[object] = Counter()
    for _ in range(250):
        setup = random_setup(rng, rng.choice((3, 3, 3, 4, 4, 5, 6)), rng.choice(OPENINGS))
        game, engine, player = NaiveGame(setup), Engine(setup), RandomPlayer(rng)
        for _ in range(60):
            move = player.choose(game, engine.legal_moves())
            if move is None:
                break
            game.play(move)
            engine.push(move)
            assert doubts(engine.board(), setup) == (), (engine.board().tps, setup)
        result = engine.result
        ends["finished"] += result is not None
        ends["uncovered"] += result is not None and result.winner is engine.turn and result.code in ("R-0", "0-R")
    assert ends["finished"] > 100
    assert ends["uncovered"] > 3


@pytest.mark.parametrize("opening", Opening)
def test_all_short_games(opening: Opening) -> None:
    """On 3x3, what is reachable within three plies is not doubted; and before three plies all else is."""
    setup = Setup(3, Reserve(10, 3), Reserve(10, 3), opening)
    layers = [{Engine(setup).board()}]
    for _ in range(3):
        after: set[BoardState] = set()
        for board in layers[-1]:
            position = Position.from_board(board, setup)
            after.update(position.play(move).board for move in position.legal_moves())
        layers.append(after)
    assert [len(layer) for layer in layers] == [1, 9, 72, 1341]
    rng = random.Random(3)
    for board in sorted(set().union(*layers), key=str):
        assert doubts(board, setup) == ()
        for turn, counter in ((Color.WHITE, 1), (Color.BLACK, 1), (Color.WHITE, 2)):
            for near in (board, beside(board, rng)):
                other = replace(near, turn=turn, counter=counter)
                reachable = other in layers[2 * (counter - 1) + turn]
                assert (doubts(other, setup) == ()) is reachable, other.tps


def beside(board: BoardState, rng: random.Random) -> BoardState:
    """Return the board with one square changed."""
    stacks = list(board.stacks)
    stack = rng.choice((None, Stack(rng.randint(2, 7), rng.choice(list(Stone)))))
    stacks[rng.randrange(len(stacks))] = stack
    return replace(board, stacks=tuple(stacks))


def test_one_ply_from_an_open_position_is_a_last_ply() -> None:
    """From any board that raises no doubt but about its counter, all plies lead to boards like it.

    The boards are strewn at random, full, tall or nearly roads, as games seldom get to: so finished positions of all
    kinds come out, double roads among them, whose last ply the search must find.
    """
    rng = random.Random(432)
    seen: Counter[str] = Counter()
    for _ in range(2500):
        setup = strewn_setup(rng, rng.choice((3, 3, 4, 5)), rng.choice(OPENINGS))
        assert setup.start is not None
        position = Position(setup)
        few = setup.start.stacks.count(None) > setup.size**2 - 2
        if position.is_over or few or cannot_arise(setup.start, setup):
            continue
        moves = position.legal_moves()
        over = [move for move in moves if position.play(move).is_over] if len(moves) < 150 else []
        for move in rng.sample(over, min(6, len(over))) + rng.sample(moves, min(2, len(moves))):
            after = position.play(move)
            assert not cannot_arise(after.board, setup), (position.to_tps(), str(move), setup)
            if after.result is not None:
                roads = [after.road(color) is not None for color in Color]
                seen["double road" if all(roads) else str(after.result.how)] += 1
                seen["uncovered"] += any(roads) and after.result.winner is after.turn
    assert min(seen["road"], seen["flats"]) > 300
    assert min(seen["double road"], seen["uncovered"]) > 30


def cannot_arise(board: BoardState, setup: Setup) -> list[Doubt]:
    return [doubt for doubt in doubts(board, setup) if doubt.kind is codes.CANNOT_ARISE]


@given(randoms, sizes, openings, st.integers(1, 10**30))
def test_never_raises(rng: random.Random, size: int, opening: Opening, counter: int) -> None:
    """Any board with any setup, also with too many pieces or of another size, gives at most two doubts."""
    board = replace(random_board(rng, size), counter=counter)
    setup = random_setup(rng, rng.choice((3, size)), opening)
    found = doubts(board, setup)
    assert len(found) <= 2
    assert [doubt.kind for doubt in found] in (
        [],
        [codes.COUNTER],
        [codes.CANNOT_ARISE],
        [codes.CANNOT_ARISE, codes.COUNTER],
    )
    assert all(doubt.message for doubt in found)
