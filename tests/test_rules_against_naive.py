"""The engine and the position, compared ply by ply with the naive model on random games of every size and opening.

Every comparison counts what happened in its games, and fails when something that the rules are intricate about was not
seen often enough: an agreement about games without smashes and roads would be worth little.
"""

from __future__ import annotations

import dataclasses
import math
import pickle
import random
from collections import Counter
from collections.abc import Iterable

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from naive import NaiveGame, all_moves, read_move, read_tps
from strategies import (
    OPENINGS,
    RandomPlayer,
    events,
    kind_of,
    midgame_setup,
    moves,
    nearby_move,
    random_setup,
    randoms,
    setups,
    started_setups,
    strewn_setup,
)

from ptn.core.board_terms import SIZES, Color, Direction, Reserve, Square, Stone
from ptn.core.errors import IllegalMoveError
from ptn.core.moves import DROPS, Move, Place, Spread
from ptn.core.setup import Opening, Setup
from ptn.rules.engine import Engine
from ptn.rules.position import Position

# How many of each a comparison must have seen, for every thousand plies that it played.
ENOUGH: dict[str, float] = {
    "flat": 100,
    "wall": 50,
    "capstone": 10,
    "spread": 100,
    "capture": 100,
    "first ply": 20,
    "long spread": 10,
    "full carry": 4,
    "from a pile above the carry limit": 2,
    "smash of an own wall": 10,
    "smash of an opponent's wall": 10,
    "smash at a distance": 8,
    "end: road": 10,
    "end: flats": 8,
    "end: draw": 1.5,
    "road by a placement": 5,
    "road by a spread": 4,
    "road of the opponent uncovered": 1,
    "double road": 0.3,
    "road on a full board": 0.3,
    "road with the last piece": 0.3,
    "full board": 2,
    "out of pieces": 8,
    "komi decides": 1,
    "start: finished": 2,
    "start: strewn": 2,
    "start: midgame": 2,
    "start: Black to move": 2,
}


def compare(position: Position, game: NaiveGame) -> None:
    """Compare everything that can be seen of a position, its legal plies apart."""
    board = position.board
    assert position.to_tps() == game.tps()
    assert board == game.board_state()
    assert position.turn is game.turn
    assert position.move_number == game.counter
    assert position.result == game.result
    assert position.is_over is (game.result is not None)
    assert position.first_ply_due is game.first_ply_due()
    for color in Color:
        reserve, start = position.reserve(color), game.setup.reserve(color)
        assert reserve == game.reserve(color)
        on_board = board.pieces(color)
        assert on_board == game.on_board(color)
        assert (on_board.flats + reserve.flats, on_board.caps + reserve.caps) == start
        assert position.flat_count(color) == game.flat_count(color)
        assert (position.road(color) is not None) is game.has_road(color)


def compare_engine(engine: Engine, game: NaiveGame) -> None:
    """Compare an engine that is being played on."""
    assert engine.board() == game.board_state()
    assert engine.turn is game.turn
    assert engine.result == game.result
    assert engine.first_ply_due is game.first_ply_due()
    assert [engine.reserve(color) for color in Color] == [game.reserve(color) for color in Color]
    assert [engine.flat_count(color) for color in Color] == [game.flat_count(color) for color in Color]


def compare_move(position: Position, engine: Engine, game: NaiveGame, move: Move) -> str | None:
    """Compare what is said about any move, most of them illegal; return the reason."""
    reasons = game.reasons(move)
    error = position.why_illegal(move)
    assert position.is_legal(move) is (error is None) is (not reasons), f"{move} in {game.tps()}: {error}, {reasons}"
    if error is None:
        assert position.smashes(move) is engine.smashes(move) is game.smashes(move)
        assert engine.why_illegal(move) is None
        return None
    assert error.reason in reasons, f"{move} in {game.tps()}: {error.reason.name} {error}, {reasons}"
    assert error.move == move
    assert not position.smashes(move)
    assert not engine.smashes(move)
    for play in (position.play, engine.push):
        with pytest.raises(IllegalMoveError) as caught:
            play(move)
        assert (caught.value.reason, caught.value.message, caught.value.move) == (error.reason, error.message, move)
    return error.reason.name


def in_documented_order(legal: Iterable[Move]) -> list[Move]:
    """Sort placements by square and stone, spreads by square, direction, number lifted, larger first drops first."""
    return sorted(
        legal,
        key=lambda move: (
            (0, move.square, move.stone, move.count)
            if isinstance(move, Place)
            else (1, move.square, move.direction, sum(move.drops), [-drop for drop in move.drops])
        ),
    )


class Comparison:
    """Plays random games in the naive model, the position and the engine side by side, and counts what happens."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.plies = 0

    def play_game(self, setup: Setup, most_plies: int = 150) -> None:
        """Play a game to its end, or to a number of plies, and take it back."""
        game, position, engine = NaiveGame(setup), Position.start(setup=setup), Engine(setup)
        player = RandomPlayer(self.rng)
        self._count_start(game)
        before: list[tuple[Position, NaiveGame]] = []
        played: list[Move] = []
        while True:
            compare(position, game)
            legal = game.legal_moves()
            assert position.legal_moves() == in_documented_order(legal)
            assert engine.legal_moves() == position.legal_moves()
            assert engine.count_legal() == len(legal)
            for asked in (nearby_move(self.rng, game) for _ in range(4)):
                self.reasons[compare_move(position, engine, game, asked) or "legal"] += 1
            compare_engine(engine, game)
            move = player.choose(game, legal)
            if move is None or len(played) == most_plies:
                break
            before.append((position, game.copy()))
            played.append(move)
            assert engine.push(move) is game.smashes(move) is position.smashes(move)
            position = position.play(move)
            game.play(move)
            self.seen.update(events(before[-1][1], move, game))
        self.plies += len(played)
        self.seen["no legal ply"] += game.result is None and not legal
        self._check_run(setup, played, position)
        for position, game in reversed(before):
            engine.pop()
            compare_engine(engine, game)
            assert position.to_tps() == game.tps()
        assert engine.legal_moves() == Engine(setup).legal_moves()
        with pytest.raises(IndexError):
            engine.pop()

    def _count_start(self, game: NaiveGame) -> None:
        self.seen["start: finished"] += game.result is not None
        self.seen["start: Black to move"] += game.turn is Color.BLACK

    @staticmethod
    def _check_run(setup: Setup, played: list[Move], position: Position) -> None:
        engine = Engine(setup)
        run = engine.run(played)
        assert (run.played, run.error) == (len(played), None)
        assert Position.from_engine(engine) == position
        assert engine.board() == position.board
        replay = Position.start(setup=setup)
        smashes = []
        for index, move in enumerate(played):
            if replay.smashes(move):
                smashes.append(index)
            replay = replay.play(move)
        assert list(run.smashes) == smashes

    def run(self, plies: int) -> None:
        """Go through all sizes, openings and kinds of setups until a number of plies was played."""
        kinds = (random_setup, strewn_setup, midgame_setup, strewn_setup)
        games = 0
        while self.plies < plies:
            size = SIZES[games % 6]
            opening = OPENINGS[games // 6 % 3]
            make = kinds[games // 18 % 4]
            self.seen[f"size {size}"] += 1
            self.seen[f"opening {opening}"] += 1
            self.seen["start: " + make.__name__.removesuffix("_setup")] += 1
            self.play_game(make(self.rng, size, opening))
            games += 1
        self.seen["games"] = games

    def report(self) -> str:
        """Write all counts."""
        return f"{self.plies} plies; " + ", ".join(
            f"{name}: {count}" for name, count in [*self.seen.most_common(), *self.reasons.most_common()]
        )

    def assert_enough(self) -> None:
        """Fail when too little of something was seen."""
        rare = {
            name: self.seen[name]
            for name, count in ENOUGH.items()
            if self.seen[name] < math.ceil(count * self.plies / 1000)
        }
        assert not rare, f"too few {rare} in {self.report()}"
        for reason in ALL_REASONS:
            assert self.reasons[reason] >= 5, f"{reason} was given too seldom: {self.report()}"


ALL_REASONS = [
    "off-board",
    "occupied",
    "opening-ply",
    "empty-reserve",
    "empty-square",
    "not-controlled",
    "carry-limit",
    "stack-too-low",
    "leaves-board",
    "onto-wall",
    "onto-capstone",
    "game-over",
    "opening-stack",
]


def test_random_games_of_every_size_and_opening() -> None:
    comparison = Comparison(seed=21)
    comparison.run(3_000)
    print(comparison.report())
    comparison.assert_enough()


@pytest.mark.soak
def test_many_random_games() -> None:
    comparison = Comparison(seed=random.randrange(2**32))
    comparison.run(200_000)
    print(comparison.report())
    comparison.assert_enough()


@pytest.mark.parametrize("size", SIZES)
def test_every_move_there_is_against_some_positions(size: int) -> None:
    """``m in legal_moves()`` exactly when the rules allow ``m``, for the illegal moves of the size too."""
    rng = random.Random(size)
    everything = all_moves(size)
    for opening in OPENINGS:
        for make in (random_setup, strewn_setup, midgame_setup):
            setup = make(rng, size, opening)
            position, game = Position.start(setup=setup), NaiveGame(setup)
            legal = set(position.legal_moves())
            asked = everything if size < 6 else rng.sample(everything, 1500)
            for move in asked:
                assert position.is_legal(move) is (move in legal) is game.is_legal(move), f"{move} in {game.tps()}"


@given(st.one_of(setups(), started_setups()), st.data())
def test_any_move_in_any_setup(setup: Setup, data: st.DataObject) -> None:
    game, position, engine = NaiveGame(setup), Position.start(setup=setup), Engine(setup)
    compare(position, game)
    for move in data.draw(st.lists(st.one_of(moves(), moves(setup.size)), min_size=5, max_size=20)):
        note(f"{move} in {game.tps()}")
        compare_move(position, engine, game, move)
        assert position.is_legal(move) is (move in position.legal_moves())
    compare_engine(engine, game)


@given(started_setups())
def test_a_position_is_the_same_however_it_is_made(setup: Setup) -> None:
    position = Position.start(setup=setup)
    assert setup.start is not None
    same = [
        Position(setup),
        Position.from_board(setup.start, dataclasses.replace(setup, start=None)),
        Position.from_engine(Engine(setup)),
        Position.from_engine(position.to_engine()),
        pickle.loads(pickle.dumps(position)),
    ]
    for other in same:
        assert other == position
        assert hash(other) == hash(position)
        compare(other, NaiveGame(setup))
        assert other.legal_moves() == position.legal_moves()


@given(started_setups())
def test_a_road_is_a_shortest_one(setup: Setup) -> None:
    position, game = Position.start(setup=setup), NaiveGame(setup)
    for color in Color:
        road = position.road(color)
        line = range(1, game.size + 1)
        squares = [Square.at(file, rank) for file in line for rank in line]
        own = {s for s in squares if game.pile(s)[-1:] in ([(color, Stone.FLAT)], [(color, Stone.CAPSTONE)])}
        if road is None:
            assert shortest_road(own, game.size) is None
        else:
            assert road <= own
            assert shortest_road(set(road), game.size) == len(road) == shortest_road(own, game.size)


def shortest_road(squares: set[Square], size: int) -> int | None:
    """The number of squares of a shortest road within some squares, None when they join no opposite edges."""
    lengths = []
    for axis in ("file", "rank"):
        length = {square: 1 for square in squares if getattr(square, axis) == 1}
        reached = list(length)
        for square in reached:
            for direction in Direction:
                following = square.neighbour(direction)
                if following in squares and following is not None and following not in length:
                    length[following] = length[square] + 1
                    reached.append(following)
        lengths += [length[square] for square in reached if getattr(square, axis) == size]
    return min(lengths, default=None)


def test_positions_are_equal_when_play_goes_on_alike() -> None:
    setup = Setup.standard(5)
    position = Position.start(setup=setup)
    for ply in ("a1", "e5"):
        position = position.play(read_move(ply))
    once = position
    for ply in ("e5-", "a1+", "e4+", "a2-"):
        position = position.play(read_move(ply))
        assert (position == once) is (ply == "a2-")
    assert hash(position) == hash(once)
    assert (once.move_number, position.move_number) == (2, 4)
    placed = Position.start(setup=dataclasses.replace(setup, start=read_tps("x4,1/x5/x5/x5/2,x4 1 2")))
    assert placed == once
    assert hash(placed) == hash(once)
    later = Position.start(setup=dataclasses.replace(setup, start=read_tps("x4,1/x5/x5/x5/2,x4 1 9")))
    assert later == once
    assert hash(later) == hash(once)
    assert later.to_tps() != once.to_tps()
    assert Position.start(setup=dataclasses.replace(setup, half_komi=1)) != Position.start(setup=setup)
    black = dataclasses.replace(setup, start=read_tps("x4,1/x5/x5/x5/2,x4 2 2"))
    assert Position.start(setup=black) != once


class Play(RuleBasedStateMachine):
    """Plays, takes back, copies and asks, in any order, and compares after every step."""

    game: NaiveGame
    position: Position
    engine: Engine

    def __init__(self) -> None:
        super().__init__()
        self.past: list[tuple[NaiveGame, Position]] = []
        self.way_back = 0
        self.kept: list[tuple[NaiveGame, Position, Engine]] = []

    @initialize(setup=st.one_of(setups(), started_setups()))
    def begin(self, setup: Setup) -> None:
        self.game, self.position, self.engine = NaiveGame(setup), Position.start(setup=setup), Engine(setup)

    def _play(self, move: Move) -> None:
        note(f"play {move} in {self.game.tps()}")
        self.past.append((self.game.copy(), self.position))
        self.way_back += 1
        assert self.engine.push(move) is self.game.smashes(move)
        self.position = self.position.play(move)
        self.game.play(move)

    @rule(kind=st.sampled_from(["flat", "wall", "capstone", "spread", "capture", "smash"]), pick=st.integers(0, 9999))
    def play(self, kind: str, pick: int) -> None:
        legal = self.game.legal_moves()
        assert self.position.legal_moves() == self.engine.legal_moves() == in_documented_order(legal)
        chosen = [move for move in legal if kind_of(self.game, move) == kind] or legal
        if chosen:
            self._play(chosen[pick % len(chosen)])

    @rule(rng=randoms, plies=st.integers(1, 10))
    def play_on(self, rng: random.Random, plies: int) -> None:
        player = RandomPlayer(rng)
        for _ in range(plies):
            move = player.choose(self.game)
            if move is not None:
                self._play(move)

    @rule(move=moves())
    def ask(self, move: Move) -> None:
        compare_move(self.position, self.engine, self.game, move)

    @rule(rng=randoms)
    def ask_nearby(self, rng: random.Random) -> None:
        compare_move(self.position, self.engine, self.game, nearby_move(rng, self.game))

    @precondition(lambda self: self.past)
    @rule(plies=st.integers(1, 10))
    def take_back(self, plies: int) -> None:
        for _ in range(min(plies, len(self.past))):
            self.game, self.position = self.past.pop()
            if self.way_back:
                self.engine.pop()
                self.way_back -= 1
            else:
                with pytest.raises(IndexError):
                    self.engine.pop()
                self.engine = self.position.to_engine()

    @rule(copied=st.booleans())
    def copy(self, copied: bool) -> None:
        self.kept.append((self.game.copy(), self.position, self.engine))
        self.engine = self.engine.copy() if copied else self.position.to_engine()
        self.way_back = 0

    @rule()
    def forget(self) -> None:
        self.engine.forget()
        self.way_back = 0

    @rule()
    def make_again(self) -> None:
        self.position = Position.from_board(self.position.board, self.game.setup)

    @precondition(lambda self: self.kept)
    @rule()
    def return_to_a_copy(self) -> None:
        self.game, self.position, self.engine = self.kept.pop()
        self.past.clear()
        self.engine.forget()
        self.way_back = 0

    @invariant()
    def all_agree(self) -> None:
        for game, position, engine in [*self.kept, (self.game, self.position, self.engine)]:
            compare(position, game)
            compare_engine(engine, game)
        for game, position in self.past[-3:]:
            compare(position, game)


Play.TestCase.settings = settings(max_examples=25, stateful_step_count=25)
TestPlay = Play.TestCase


@pytest.mark.soak
def test_many_plays() -> None:
    run_state_machine_as_test(Play, settings=settings(max_examples=1000, stateful_step_count=60))


# What random play hardly meets


FEW = [Reserve(0, 0), Reserve(0, 1), Reserve(1, 0), Reserve(1, 1), Reserve(2, 0), Reserve(3, 0)]


def both(tps: str, opening: Opening = Opening.SWAP, **reserves: Reserve) -> tuple[Position, NaiveGame]:
    """The same start in the engine's words and in the naive model's."""
    start = read_tps(tps)
    plenty = Reserve(50, 10)
    setup = Setup(start.size, reserves.get("white", plenty), reserves.get("black", plenty), opening, 0, start)
    return Position.start(setup=setup), NaiveGame(setup)


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize(
    "tps",
    [
        "x3/x3/x3 1 1",
        "x3/x3/x3 2 1",
        "x3/x3/x3 1 2",
        "x3/x3/x2,2 2 1",
        "x3/x3/x2,1 2 1",
        "x3/x3/x2,22 2 1",
        "x3/x3/x2,2 1 1",
        "x3/x3/x2,1 1 1",
        "x3/x3/x2,22 1 1",
        "x3/x3/x2,2 2 2",
        "x3/x3/x2,2S 2 1",
        "x3/x3/x2,2C 2 1",
        "x3/x3/x2,12 2 1",
        "x3/x3/x2,222 2 1",
        "x3/x3/2,x,2 2 1",
        "x3/x3/1,x,2 1 1",
    ],
)
def test_when_first_plies_are_due(tps: str, opening: Opening) -> None:
    """Also after one ply from there, when a board may look like one after a first ply."""
    setup = Setup(3, Reserve(9, 3), Reserve(9, 3), opening, 0, read_tps(tps))
    position, game = Position.start(setup=setup), NaiveGame(setup)
    compare(position, game)
    assert set(position.legal_moves()) == set(game.legal_moves())
    for move in game.legal_moves():
        after, naive_after = position.play(move), played(game, move)
        compare(after, naive_after)
        assert set(after.legal_moves()) == set(naive_after.legal_moves()), f"{move} in {game.tps()}"


def test_a_position_is_what_its_text_says_when_the_first_stone_was_moved() -> None:
    """A White spread that gives a board as after White's first ply, where Black's is due."""
    position, game = both("x3/x3/x2,1 1 1", Opening.NO_SWAP)
    for ply in ("c1+", "c1<"):
        move = read_move(ply)
        after = position.play(move)
        again = Position.from_board(after.board, position.setup)
        assert again.legal_moves() == in_documented_order(played(game, move).legal_moves())
        assert after.legal_moves() == again.legal_moves()
        assert len(after.legal_moves()) == 8
        assert after == again


@pytest.mark.parametrize("opening", OPENINGS)
@pytest.mark.parametrize("white", FEW)
@pytest.mark.parametrize("black", FEW)
def test_hardly_any_pieces(opening: Opening, white: Reserve, black: Reserve) -> None:
    setup = Setup(3, white, black, opening)
    position, game = Position.start(setup=setup), NaiveGame(setup)
    rng = random.Random(0)
    for _ in range(12):
        compare(position, game)
        legal = game.legal_moves()
        assert set(position.legal_moves()) == set(legal)
        if not legal:
            break
        move = rng.choice(legal)
        position = position.play(move)
        game.play(move)


@pytest.mark.parametrize(
    ("tps", "ply", "code"),
    [
        ("2,2,1/2,1,2/1,1,x 1 9", "c1", "R-0"),  # the last square
        ("2,1,2/2,1S,2/x,1,1 2 9", "a1", "0-R"),
        ("2,1,2/2,1S,2/x,1,1 2 9", "Sa1", "0-F"),
        ("1,2,x/x,21,x/1,2,x 1 9", "b2<", "R-0"),  # a road of both
        ("1,2,x/1,21,x/x,2,x 1 9", "b2<", "0-R"),  # a road of the opponent alone
        ("x,12C,x/2,1S,2/x3 2 9", "b3-", "0-R"),  # by a smash
        ("x3/x,1S,x/1,12C,1 2 9", "b1+", "R-0"),  # uncovered by a smash
    ],
)
def test_ends(tps: str, ply: str, code: str) -> None:
    position, game = both(tps)
    assert game.result is None
    after, naive_after = position.play(read_move(ply)), played(game, read_move(ply))
    compare(after, naive_after)
    assert after.result is not None
    assert after.result.code == code


def test_the_tallest_pile_there_can_be() -> None:
    tall = "12" * 49 + "1C"
    position, game = both(f"x7,{tall}/x8/x8/x8/x8/x8/x8/x7,2S 1 60", white=Reserve(60, 1), black=Reserve(60, 0))
    compare(position, game)
    assert set(position.legal_moves()) == set(game.legal_moves())
    spread = Spread(Square.from_name("h8"), Direction.DOWN, (1,) * 7)
    compare(position.play(spread), played(game, spread))


def played(game: NaiveGame, move: Move) -> NaiveGame:
    """A copy of a game with one more ply."""
    after = game.copy()
    after.play(move)
    return after


def test_every_drop_pattern_is_played_right() -> None:
    """From a pile of eight in the corner of 8x8, with everything dropped where it belongs."""
    for top in ("", "S", "C"):
        for pile in ("11112221", "1221121221"):
            position, game = both(f"x8/x8/x8/x8/x8/x8/x8/{pile}{top},2,1,x,12,x,21,2S 1 30")
            seen = set()
            for move in game.legal_moves():
                if isinstance(move, Spread) and move.square == Square.at(1, 1):
                    seen.add((move.direction, move.drops))
                    compare(position.play(move), played(game, move))
            assert {drops for direction, drops in seen if direction is Direction.UP} == set(DROPS[1:255])
