"""Threats, tak and tinuë (docs/rules.md, "Tak and tinuë"; K54), by hand and against trying out every legal ply."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from naive import read_move, read_tps
from strategies import OPENINGS, any_setup, randoms, started_setups, strewn_setup

from ptn.core.board_terms import SIZES, Color, Reserve
from ptn.core.moves import Move, Spread
from ptn.core.result import How
from ptn.core.setup import Opening, Setup
from ptn.rules.engine import Engine
from ptn.rules.geometry import geometry
from ptn.rules.position import Position
from ptn.rules.roads import completing, has_road
from ptn.rules.tak import TinueSearch, is_tak, is_tinue, search_tinue, threats, tinue_in


def at(tps: str, setup: Setup | None = None) -> Position:
    return Position.from_board(read_tps(tps), setup)


def play(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(read_move(move))
    return position


def names(moves: tuple[Move, ...]) -> list[str]:
    return [str(move) for move in moves]


# What the rules say, tried out ply by ply


def roads_by_trial(engine: Engine) -> tuple[Move, ...]:
    """Play every legal ply and keep those after which the mover has won by a road."""
    mover, found = engine.turn, []
    for move in engine.legal_moves():
        engine.push(move)
        if engine.result is not None and engine.result.how is How.ROAD and engine.result.winner is mover:
            found.append(move)
        engine.pop()
    return tuple(found)


def tak_by_trial(position: Position) -> bool | None:
    """Hand the turn to the player who moved last and try; None where the board with that turn would be finished."""
    board = replace(position.board, turn=position.turn.other, counter=max(2, position.move_number))
    passed = Engine(replace(position.setup, start=None), board)
    return None if passed.result is not None else bool(roads_by_trial(passed))


def tinue_by_trial(position: Position) -> bool:
    engine = position.to_engine()
    attacker, replies = engine.turn.other, engine.legal_moves()
    for move in replies:
        engine.push(move)
        result = engine.result
        road = result is not None and result.how is How.ROAD and result.winner is attacker
        good = road if result is not None else bool(roads_by_trial(engine))
        engine.pop()
        if not good:
            return False
    return bool(replies)


def forced_by_trial(position: Position, depth: int) -> bool:
    """Search by threats as docs/rules.md words it: each attacker's ply is tak, each reply stops every threat."""
    if roads_by_trial(position.to_engine()):
        return True
    if depth == 0:
        return False
    attacker = position.turn
    for move in position.legal_moves():
        tak = position.play(move)
        if tak.is_over or not tak_by_trial(tak):
            continue
        held = True
        for reply in tak.legal_moves():
            after = tak.play(reply)
            if after.result is not None:
                held = after.result.winner is attacker and after.result.how is How.ROAD
            elif not roads_by_trial(after.to_engine()):
                held = depth > 1 and forced_by_trial(after, depth - 1)
            if not held:
                break
        if held:
            return True
    return False


# Tak


def test_k54_marks() -> None:
    """A mark on 3. b2 is wrong, on 3... c4 and 4. c2 right, though 4. c2 loses at once to d4."""
    position = play(Position.start(size=4), "a4", "d1", "a2", "b4", "b2")
    assert not is_tak(position)
    position = play(position, "c4")
    assert is_tak(position)
    after = play(position, "c2")
    assert is_tak(after)
    white = replace(after.board, turn=Color.WHITE)
    assert names(threats(Position.from_board(white))) == ["c1", "d2", "d1+"]
    assert names(threats(after)) == ["d4"]
    end = play(after, "d4")
    assert end.to_tps() == "2,2,2,2/x4/1,1,1,x/x3,1 1 5"
    assert not is_tak(end)  # the game is over
    assert threats(end) == ()


def test_threats_of_a_capstone_and_of_flats() -> None:
    """A capstone counts for a road, a wall does not (docs/rules.md)."""
    few = Setup(5, Reserve(4, 1), Reserve(21, 1))
    assert names(threats(at("x5/x5/1,1,1,1,x/x5/2,2,x3 1 9"))) == ["e3", "Ce3"]
    assert names(threats(at("x5/x5/1,1,1,1,x/x5/2,2,x3 1 9", few))) == ["Ce3"]
    assert threats(at("x5/x5/1,1,1,1S,x/x5/2,2,x3 1 9")) == ()
    assert names(threats(at("x5/x5/1,1,1,1,2/x3,2,1C/2,2,x3 1 9"))) == ["e2+"]


def test_threats_by_spreads() -> None:
    """The colours of the pieces dropped on the way count, and what stays behind."""
    assert names(threats(at("x3/1,x,1/x,121,x 1 9"))) == ["b2", "b1+", "2b1+", "3b1+", "3b1+12"]
    assert names(threats(at("x5/x5/x5/11111,x4/x,1,x3 1 9"))) == ["4a2>1111"]
    assert threats(at("x5/x5/x5/21111,x4/x,1,x3 1 9")) == ()


def test_threat_that_uncovers_a_road_of_the_opponent_too() -> None:
    """The mover wins a double road (docs/rules.md)."""
    position = at("x4/1,1,12,1/2,2,x,2/x4 2 9")
    assert "c3-" in names(threats(position))
    assert str(play(position, "c3-").result) == "0-R"


def test_threat_by_a_smash() -> None:
    """A capstone alone smashes the wall in the gap; with a flat below it can't."""
    assert names(threats(at("x5/x5/1,1,2S,1,1/x2,1C,x2/2,2,x3 1 9"))) == ["c2+"]
    assert names(threats(at("x5/x5/1,1,2S,1,1/x2,11C,x2/2,2,x3 1 9"))) == ["c2+"]
    assert threats(at("x5/x5/1,1,2S,1,1/x2,1,x2/2,2,x3 1 9")) == ()


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize("size", SIZES)
def test_no_threat_in_the_opening(size: int, opening: Opening) -> None:
    """A first ply completes no road, and none can be completed after it: a road takes three squares at least."""
    position = Position.start(setup=Setup.standard(size, opening=opening))
    for _ in range(2):
        assert threats(position) == ()
        assert not is_tak(position)
        assert not is_tinue(position)
        position = position.play(position.legal_moves()[0])


@pytest.mark.parametrize("size", SIZES)
def test_squares_that_complete_a_road(size: int) -> None:
    rng, board = random.Random(size), geometry(size)
    seen = 0
    for _ in range(300):
        share = rng.random()
        pieces = sum(1 << index for index in board.squares if rng.random() < share)
        if has_road(pieces, board):
            continue
        expected = sum(
            1 << index for index in board.squares if not pieces >> index & 1 and has_road(pieces | 1 << index, board)
        )
        assert completing(pieces, board) == expected
        seen += expected != 0
    assert seen > 20


def test_threats_tak_and_tinue_by_trial() -> None:
    """On random positions of all sizes and openings they are what trying out every ply says."""
    rng = random.Random(54)
    seen: Counter[str] = Counter()
    for number in range(900):
        size = rng.choice((3, 4, 4, 5, 5, 6, 7, 8) if number % 8 else (7, 8))
        opening = rng.choice(OPENINGS)
        setup = strewn_setup(rng, size, opening) if rng.random() < 0.7 else any_setup(rng, size, opening)
        position = Position(setup)
        for _ in range(6):
            compare(position, seen, rng)
            moves = position.legal_moves()
            if not moves:
                break
            position = position.play(rng.choice(moves))
    assert seen["finished"] > 100
    assert seen["threat"] > 300
    assert seen["threat by spreads only"] > 100
    assert seen["threat by a long spread"] > 100
    assert seen["threat by a smash"] > 10
    assert seen["tak"] > 300
    assert seen["tinue"] > 25
    assert seen["no tinue"] > 300


def compare(position: Position, seen: Counter[str], rng: random.Random) -> None:
    engine = position.to_engine()
    expected = roads_by_trial(engine)
    assert threats(position) == expected, position.to_tps()
    spreads = [move for move in expected if isinstance(move, Spread)]
    seen["finished"] += position.is_over
    seen["threat"] += bool(expected)
    seen["threat by spreads only"] += bool(expected) and len(spreads) == len(expected)
    seen["threat by a long spread"] += any(len(move.drops) > 1 for move in spreads)
    seen["threat by a smash"] += any(map(position.smashes, expected))
    if position.is_over:
        assert not is_tak(position)
        assert not is_tinue(position)
        return
    tak = tak_by_trial(position)
    if tak is not None:
        assert is_tak(position) is tak, position.to_tps()
        seen["tak"] += tak
    if position.size < 6 and (tak or rng.random() < 0.1):
        tinue = tinue_by_trial(position)
        assert is_tinue(position) is tinue, position.to_tps()
        seen["tinue" if tinue else "no tinue"] += 1


@given(started_setups())
def test_nothing_changes_a_position_by_asking(setup: Setup) -> None:
    position = Position(setup)
    before = position.to_tps()
    threats(position)
    is_tak(position)
    is_tinue(position)
    tinue_in(position, 1, 50)
    assert position.to_tps() == before
    assert position == Position(setup)


# Tinuë

CROSS = "2,x,1,x/x2,1,x/1,1,1,x/2,x3 2 9"
"""White threatens d2 and c1; no black ply stops both."""


def test_tinue_is_the_counterpart_of_checkmate() -> None:
    assert is_tak(at(CROSS))
    assert is_tinue(at(CROSS))
    for reply in at(CROSS).legal_moves():
        assert threats(at(CROSS).play(reply))


@pytest.mark.parametrize(
    ("tps", "why"),
    [
        ("2,x,1,x/x2,1,2/1,1,1,x/2,x3 2 9", "d3< breaks the file, but the rank stays; d3- the other way round"),
        ("2,x,1,x/x,2,1,x/1,1,1,x/x4 2 9", "b3> takes the file and b3- the rank, neither both"),
        ("x,1,x2,2/x,1,x3/x,1,x3/1,1,1,1,x/2,x,2,2,x 2 9", "b1 and e2 can't both be stopped"),
    ],
)
def test_tinue(tps: str, why: str) -> None:
    assert is_tinue(at(tps)), why
    assert tinue_by_trial(at(tps))


@pytest.mark.parametrize(
    ("tps", "why"),
    [
        ("2,x,1,x/x2,1,x/1,1,x,x/2,x3 2 9", "it is no tak at all"),
        ("2,x2,1/x4/1,1,1,x/2,x3 2 9", "the only threat, d2, is answered by a stone there"),
        ("2,x,1,x/x,2,1,x/1,12,1,x/x4 2 9", "b2> takes c2, which both roads need"),
        ("2,x,1,x/x2,1,x/1,1,1,2/2,x,2,x 2 9", "c1+ takes c2"),
    ],
)
def test_no_tinue(tps: str, why: str) -> None:
    assert not is_tinue(at(tps)), why
    assert not tinue_by_trial(at(tps))


def test_a_win_of_the_opponent_refutes_tinue() -> None:
    """No reply of the opponent may win: White threatens b1 and e2, but Black completes a road at b1."""
    position = at("x,1,x3/x,1,x3/x,1,x3/1,1,1,1,x/2,x,2,2,2 2 9")
    assert names(threats(position)) == ["b1", "Cb1"]
    assert is_tak(position)
    assert not is_tinue(position)


def test_a_reply_that_ends_the_game_by_flats_refutes_tinue() -> None:
    """After Black's last piece the flats are counted, and White has no ply left to complete a road."""
    last = Setup(4, Reserve(15, 0), Reserve(3, 0))
    more = Setup(4, Reserve(15, 0), Reserve(4, 0))
    assert str(play(at(CROSS, last), "d4").result) == "F-0"
    assert not is_tinue(at(CROSS, last))
    assert is_tinue(at(CROSS, more))


def test_a_reply_that_uncovers_the_road_refutes_nothing() -> None:
    position = at("x,11,1/12,x2/x,1,x 2 1")
    assert str(play(position, "2a2>11").result) == "R-0"
    assert is_tinue(position)


def test_a_finished_game_is_neither_tak_nor_tinue() -> None:
    end = play(at(CROSS), "a1>", "d2")
    assert str(end.result) == "R-0"
    assert not is_tak(end)
    assert not is_tinue(end)
    assert tinue_in(end, 3) is False


def test_no_reply_at_all_is_no_tinue() -> None:
    """Black's first ply takes a White flat, and there is none: nothing is proven by that."""
    setup = Setup(3, Reserve(0, 1), Reserve(5, 0))
    position = play(Position.start(setup=setup), "a1")
    assert position.legal_moves() == []
    assert position.result is None
    assert not is_tinue(position)


# Tinuë in n


def test_tinue_in_0_is_a_road_now() -> None:
    position = at("x5/x5/1,1,1,1,x/x5/2,2,x3 1 9")
    assert search_tinue(position, 0) == TinueSearch(True, (read_move("e3"),), 0)


def test_tinue_in_1() -> None:
    position = at("2,x,1,x/x2,1,x/1,1,x2/2,x3 1 9")
    assert tinue_in(position, 0) is False
    found = search_tinue(position, 1)
    assert found.forced is True
    assert len(found.line) == 1
    assert is_tinue(position.play(found.line[0]))


def test_the_line_of_a_deep_one_holds() -> None:
    """From a game on a 5x5 board: every ply of White is tak, the last gives tinuë, and each reply stops all threats."""
    position = at("x3,112/x,1,2221,21S/x,121,2,x/1,x2,2 1 17")
    assert tinue_in(position, 1) is False
    found = search_tinue(position, 3)
    assert found.forced is True
    for number, move in enumerate(found.line):
        position = position.play(move)
        if number % 2 == 0:
            assert is_tak(position)
        else:
            assert threats(position) == ()
    assert is_tinue(position)


def test_a_search_without_nodes_says_unknown() -> None:
    """Never a guess: what the limit leaves open is None, and more nodes only turn None into an answer."""
    position = at("x3,112/x,1,2221,21S/x,121,2,x/1,x2,2 1 17")
    answers = [search_tinue(position, 3, limit) for limit in (0, 1, 50, 200, 400, 800, 1600)]
    assert [answer.forced for answer in answers] == [None, None, None, None, True, True, True]
    assert all(answer.nodes <= limit for answer, limit in zip(answers, (0, 1, 50, 200, 400, 800, 1600), strict=True))
    assert all((answer.forced is None) is (answer.line == ()) for answer in answers)
    assert search_tinue(at("x5/x5/1,1,1,1,x/x5/2,2,x3 1 9"), 3, 0).forced is True


@pytest.mark.parametrize(("depth", "limit"), [(-1, 10), (1, -1)])
def test_numbers_below_0(depth: int, limit: int) -> None:
    with pytest.raises(ValueError, match="both must be 0 or more"):
        tinue_in(Position.start(size=5), depth, limit)


def test_search_from_the_first_ply() -> None:
    assert tinue_in(Position.start(size=3), 2, 100_000) is False


def test_tinue_in_n_by_trial() -> None:
    """On small boards the search finds what trying out every threat and every reply finds."""
    rng = random.Random(2)
    seen: Counter[object] = Counter()
    for _ in range(1500):
        position = Position(strewn_setup(rng, rng.choice((3, 3, 4)), OPENINGS[0]))
        if position.is_over or len(position.legal_moves()) > 60:
            continue
        shallow, deep = tinue_in(position, 1), tinue_in(position, 2)
        assert shallow is forced_by_trial(position, 1), position.to_tps()
        if not shallow and seen[2, deep] < 40:
            assert deep is forced_by_trial(position, 2), position.to_tps()
            seen[2, deep] += 1
        seen[1, shallow] += 1
    assert min(seen[1, True], seen[1, False]) > 50
    assert seen[2, True] > 5
    assert seen[2, False] > 20


def test_positions_met_again_are_judged_alike() -> None:
    """Here two orders of plies lead to one position, of which the search remembers that it fails."""
    setup = Setup(3, Reserve(7, 1), Reserve(22, 1))
    position = at("1,x,11S/1S,x,1/2,1,2 1 7", setup)
    assert tinue_in(position, 3) is forced_by_trial(position, 3) is False


@given(randoms)
def test_a_deeper_search_finds_what_a_shallow_one_found(rng: random.Random) -> None:
    position = Position(strewn_setup(rng, 3, OPENINGS[0]))
    if tinue_in(position, 1, 2000):
        assert tinue_in(position, 2, 2000)
