"""Random setups, positions, games and moves for property tests, and a count of what happened in them.

Games come from a seeded ``random.Random``: hypothesis draws the seed, so that a failing game can be played again.
Uniform random play hardly ever smashes a wall, stacks high or finishes on a large board; the styles below lean towards
what the rules are intricate about, and ``events`` names what a ply did, so that a test can ask whether it saw enough.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from hypothesis import strategies as st
from naive import NaiveGame, Pile

from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import DEFAULT_RESERVES, SIZES, Color, Direction, Reserve, Square, Stone
from ptn.core.moves import DROPS, Move, Place, Spread
from ptn.core.result import How
from ptn.core.setup import Opening, Setup

OPENINGS = tuple(Opening)

# How eager a style is for each kind of ply.
STYLES: dict[str, dict[str, float]] = {
    "plain": {"flat": 6, "wall": 1, "capstone": 1, "spread": 3, "capture": 3, "smash": 6},
    "lines": {"flat": 20, "wall": 1, "capstone": 1, "spread": 1, "capture": 2, "smash": 4},
    "walls": {"flat": 4, "wall": 6, "capstone": 4, "spread": 6, "capture": 2, "smash": 60},
    "stacks": {"flat": 5, "wall": 0.5, "capstone": 2, "spread": 4, "capture": 14, "smash": 20},
    "fill": {"flat": 6, "wall": 5, "capstone": 2, "spread": 0.3, "capture": 0.3, "smash": 1},
}


# Moves


def random_move(rng: random.Random, size: int) -> Move:
    """Return any move that a text can name, most of them on a board of this size, few of them legal."""
    edge = size if rng.random() < 0.95 else 8
    square = Square.at(rng.randint(1, edge), rng.randint(1, edge))
    if rng.random() < 0.3:
        stone = rng.choice(list(Stone))
        return Place(square, stone, 2 if stone is Stone.FLAT and rng.random() < 0.3 else 1)
    longest = (1 << size) - 1 if rng.random() < 0.9 else 255
    return Spread(square, rng.choice(list(Direction)), DROPS[rng.randint(1, longest)])


def nearby_move(rng: random.Random, game: NaiveGame) -> Move:
    """Return a move that asks a close question of this position: mostly a spread that a pile is high enough for."""
    occupied = [
        Square.at(file, rank)
        for rank in range(1, game.size + 1)
        for file in range(1, game.size + 1)
        if game.pile(Square.at(file, rank))
    ]
    if not occupied or rng.random() < 0.25:
        return random_move(rng, game.size)
    square = rng.choice(occupied)
    lifted = min(8, max(1, len(game.pile(square)) + rng.choice((-2, -1, 0, 0, 0, 1))))
    pattern = rng.randrange(1 << (lifted - 1), 1 << lifted)
    return Spread(square, rng.choice(list(Direction)), DROPS[pattern])


# Setups


def random_reserves(rng: random.Random, size: int) -> tuple[Reserve, Reserve]:
    """Return reserves for both players: the usual ones, or few pieces so that games end, or different ones."""
    kind = rng.random()
    if kind < 0.4:
        return DEFAULT_RESERVES[size], DEFAULT_RESERVES[size]
    few = size * size // 2
    if kind < 0.7:
        both = Reserve(rng.randint(2, few), rng.randint(0, 2))
        return both, both
    white, black = (Reserve(rng.choice((1, 1, 2, 3, few)), rng.choice((0, 0, 1, 3))) for _ in Color)
    if kind > 0.97:
        white = Reserve(0, rng.randint(0, 2))
    return white, black


def random_setup(rng: random.Random, size: int, opening: Opening) -> Setup:
    """Return a setup that begins with the empty board."""
    white, black = random_reserves(rng, size)
    return Setup(size, white, black, opening, rng.choice((0, 0, 0, rng.randint(-10, 10))))


def random_board(rng: random.Random, size: int) -> BoardState:
    """Return a board strewn with piles: crowded, tall or nearly a road, as play seldom gets to within few plies."""
    density = rng.choice((0.2, 0.5, 0.8, 0.95, 1.0, 1.0))
    tall = rng.choice((0.05, 0.3, 0.6))
    stones = rng.choice(((40, 1, 1), (6, 2, 1), (2, 2, 2)))
    stacks: list[Stack | None] = []
    favourite = rng.choice(list(Color))
    for _ in range(size * size):
        if rng.random() >= density:
            stacks.append(None)
            continue
        colors = [rng.choice(list(Color))]
        while rng.random() < tall and len(colors) < 12:
            colors.append(rng.choice(list(Color)))
        if rng.random() < 0.3:
            colors[-1] = favourite
        stacks.append(Stack.of(colors, rng.choices(list(Stone), stones)[0]))
    if density == 1.0:  # a board with one gap: the next placement is the last
        stacks[rng.randrange(size * size)] = None
    return BoardState(size, tuple(stacks), rng.choice(list(Color)), rng.choice((1, 2, 7, 40)))


def crossroads(rng: random.Random, size: int) -> BoardState:
    """Return a board where a spread, off the gap in one road onto the gap in another, can complete both."""
    mover = rng.choice(list(Color))
    turned = rng.random() < 0.5
    gap, line = rng.randrange(size), rng.randrange(size)
    beside = rng.choice([other for other in (line - 1, line + 1) if 0 <= other < size])
    stacks: list[Stack | None] = [None] * (size * size)
    for step in range(size):
        for lane, owner in ((line, mover), (beside, mover.other)):
            below = rng.choices(list(Color), k=rng.choice((0, 0, 1, 3)))
            stack: Stack | None = Stack.of([*below, owner])
            if step == gap:
                stack = None if lane == line else Stack.of([*below, owner, mover])
            stacks[lane * size + step if turned else step * size + lane] = stack
    return BoardState(size, tuple(stacks), mover, rng.randint(5, 30))


def strewn_setup(rng: random.Random, size: int, opening: Opening) -> Setup:
    """Return a setup that begins with such a board and has few pieces beyond it."""
    finished_too = rng.random() < 0.2
    while True:
        start = random_board(rng, size) if rng.random() < 0.7 else crossroads(rng, size)
        more = (0, 1, 5, 20) if finished_too else (1, 2, 5, 20)
        white, black = (
            Reserve(start.pieces(color).flats + rng.choice(more), start.pieces(color).caps + rng.choice((0, 0, 1)))
            for color in Color
        )
        setup = Setup(size, white, black, opening, rng.choice((0, 0, rng.randint(-10, 10))), start)
        if finished_too or NaiveGame(setup).result is None:
            return setup


def midgame_setup(rng: random.Random, size: int, opening: Opening) -> Setup:
    """Return a setup that begins with a position of a random game."""
    setup = random_setup(rng, size, opening)
    game = NaiveGame(setup)
    player = RandomPlayer(rng)
    for _ in range(rng.randint(0, 3 * size * size)):
        move = player.choose(game)
        if move is None:
            break
        game.play(move)
    return Setup(size, setup.white, setup.black, opening, setup.half_komi, game.board_state())


def any_setup(rng: random.Random, size: int, opening: Opening) -> Setup:
    """Return one of the three kinds of setups."""
    make = rng.choices((random_setup, strewn_setup, midgame_setup), (5, 3, 2))[0]
    return make(rng, size, opening)


# Games


class RandomPlayer:
    """Plays both sides of one game in one style."""

    def __init__(self, rng: random.Random, style: str | None = None) -> None:
        self.rng = rng
        self.weights = STYLES[style or rng.choice(list(STYLES))]
        self.by_file = {color: rng.random() < 0.5 for color in Color}
        self.line = {color: rng.randint(1, 8) for color in Color}

    def choose(self, game: NaiveGame, legal: list[Move] | None = None) -> Move | None:
        """Return a legal move, None when there is none."""
        kinds: dict[str, list[Move]] = {}
        for move in game.legal_moves() if legal is None else legal:
            kinds.setdefault(kind_of(game, move), []).append(move)
        if not kinds:
            return None
        last_square = game.piles().count([]) == 1
        if (last_square or self.rng.random() < 0.3) and (road := self._sudden_road(game, kinds)) is not None:
            return road
        names = list(kinds)
        [kind] = self.rng.choices(names, [self.weights[name] for name in names])
        moves = kinds[kind]
        move = self.rng.choice(moves)
        if kind == "flat" and self.rng.random() < 0.6:
            line = (self.line[game.turn] - 1) % game.size + 1
            by_file = self.by_file[game.turn]
            on_line = [m for m in moves if (m.square.file if by_file else m.square.rank) == line]
            move = self.rng.choice(on_line or moves)
        elif isinstance(move, Spread) and self.rng.random() < 0.7:
            other = self.rng.choice(moves)
            if isinstance(other, Spread) and other.count > move.count:
                move = other
        return move

    def _sudden_road(self, game: NaiveGame, kinds: dict[str, list[Move]]) -> Move | None:
        """Return a ply that ends the game by a road if a short look finds one: for preference one of both players."""
        tops = [pile[-1][0] for pile in game.piles() if pile and pile[-1][1] is not Stone.WALL]
        if max(map(tops.count, Color)) < game.size - 1:
            return None
        found = None
        for kind, moves in kinds.items():
            few = 12 if kind in ("spread", "capture") else 5
            for move in self.rng.sample(moves, min(few, len(moves))):
                after = game.copy()
                after.play(move)
                roads = [after.has_road(color) for color in Color]
                if all(roads):
                    return move
                if any(roads):
                    found = move
        return found


def kind_of(game: NaiveGame, move: Move) -> str:
    """Return which kind of ply, in the words of ``STYLES``, a legal move is."""
    if isinstance(move, Place):
        return str(move.stone)
    if game.smashes(move):
        return "smash"
    return "capture" if any(pile and pile[-1][0] is not game.turn for pile in passed(game, move)) else "spread"


def passed(game: NaiveGame, move: Spread) -> Iterator[Pile]:
    """Yield the piles that a legal spread drops on."""
    square: Square | None = move.square
    for _ in move.drops:
        assert square is not None
        square = square.neighbour(move.direction)
        assert square is not None
        yield game.pile(square)


def events(before: NaiveGame, move: Move, after: NaiveGame) -> Iterator[str]:
    """Name everything of interest that a ply did."""
    kind = kind_of(before, move)
    yield kind
    mover = before.turn
    if before.first_ply_due():
        yield "first ply"
    if isinstance(move, Spread):
        yield "long spread" if len(move.drops) > 2 else "short spread"
        if move.count == before.size:
            yield "full carry"
        if len(before.pile(move.square)) > before.size:
            yield "from a pile above the carry limit"
        if kind == "smash":
            *_, target = passed(before, move)
            yield "smash of an own wall" if target[-1][0] is mover else "smash of an opponent's wall"
            if len(move.drops) > 1:
                yield "smash at a distance"
    result = after.result
    if result is None:
        return
    yield f"end: {result.how}"
    if result.how is How.ROAD:
        yield "road by a spread" if isinstance(move, Spread) else "road by a placement"
        if after.has_road(Color.WHITE) and after.has_road(Color.BLACK):
            yield "double road"
        elif result.winner is not mover:
            yield "road of the opponent uncovered"
        if kind == "smash":
            yield "road by a smash"
        if after.is_full():
            yield "road on a full board"
        if after.is_out_of_pieces():
            yield "road with the last piece"
        return
    yield "full board" if after.is_full() else "out of pieces"
    white, black = after.flat_count(Color.WHITE), after.flat_count(Color.BLACK)
    if result.winner is not (None if white == black else Color.WHITE if white > black else Color.BLACK):
        yield "komi decides"


# For hypothesis

sizes = st.sampled_from(SIZES)
openings = st.sampled_from(OPENINGS)
squares = st.builds(Square, st.integers(0, 63))
directions = st.sampled_from(Direction)
randoms = st.builds(random.Random, st.integers(0, 2**32 - 1))


def moves(size: int = 8) -> st.SearchStrategy[Move]:
    """Any move from a square of this board that lifts no more than its carry limit; spreads may leave the board."""
    line = st.integers(1, size)
    here = st.builds(Square.at, line, line)
    return st.one_of(
        st.builds(Place, here, st.sampled_from(Stone)),
        st.builds(Place, here, st.just(Stone.FLAT), st.just(2)),
        st.builds(Spread, here, directions, st.sampled_from(DROPS[1 : 1 << size])),
    )


reserves = st.builds(Reserve, st.sampled_from((1, 2, 3, 5, 8, 13, 21, 50)), st.integers(0, 3))
half_komis = st.integers(-10, 10)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    """Draw a setup that begins with the empty board: any size and opening, usual and small reserves, komi -5 to 5."""
    size = draw(sizes)
    white, black = draw(st.one_of(st.just((DEFAULT_RESERVES[size],) * 2), st.tuples(reserves, reserves)))
    return Setup(size, white, black, draw(openings), draw(half_komis))


@st.composite
def started_setups(draw: st.DrawFn) -> Setup:
    """Draw a setup that begins in the middle: a position of random play, or a strewn board."""
    make = draw(st.sampled_from((midgame_setup, strewn_setup)))
    return make(draw(randoms), draw(sizes), draw(openings))


@st.composite
def games(draw: st.DrawFn, most_plies: int = 60) -> tuple[Setup, list[Move]]:
    """Draw a setup and the moves of a random game from it, finished or cut off."""
    rng = draw(randoms)
    setup = any_setup(rng, draw(sizes), draw(openings))
    game, player = NaiveGame(setup), RandomPlayer(rng)
    played: list[Move] = []
    while len(played) < most_plies and (move := player.choose(game)) is not None:
        game.play(move)
        played.append(move)
    return setup, played
