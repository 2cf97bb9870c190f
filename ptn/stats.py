"""Statistics of many games, for every board size: results, lengths, openings up to symmetry, players."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Final

from ptn.core.board import BoardState
from ptn.core.board_terms import Color
from ptn.core.result import RESULTS, Result
from ptn.notation.record import Game
from ptn.replaying import final_position
from ptn.rules.position import Position
from ptn.rules.symmetry import canonical_line
from ptn.scoring import agreed_result


@dataclass(frozen=True, slots=True)
class Outcomes:
    """How games ended for one side: for White, or for the side that a player had."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    unfinished: int = 0

    @property
    def games(self) -> int:
        """The number of games, unfinished ones included."""
        return self.finished + self.unfinished

    @property
    def finished(self) -> int:
        """The number of games that have a result."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float | None:
        """The part of the finished games that was won, from 0 to 1, a draw as half; None without finished games."""
        return (2 * self.wins + self.draws) / (2 * self.finished) if self.finished else None


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games are, in plies: the extremes, the three quartiles and the mean.

    A quartile between two lengths is found by going the same part of the way from one to the other.
    """

    shortest: int
    lower_quartile: float
    median: float
    upper_quartile: float
    longest: int
    mean: float


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the games of one board size (3-8) have in common.

    ``results`` holds every result of PTN in the order of the standard, then None for unfinished games, each with its
    number of games. ``openings`` are the lines of the first ``depth`` plies in their canonical form, such as
    ``a1 e5 b3 c3``, with how the games ended for White; the most frequent is the first. ``players`` are names with how
    the games ended for them; those with the most games come first, and among equals the best score.
    """

    size: int
    results: tuple[tuple[Result | None, int], ...]
    lengths: Lengths
    depth: int
    openings: tuple[tuple[str, Outcomes], ...]
    players: tuple[tuple[str, Outcomes], ...]

    @property
    def games(self) -> int:
        """The number of games."""
        return self.white.games

    @property
    def white(self) -> Outcomes:
        """How the games ended for White, who moves first."""
        counts = [0, 0, 0, 0]
        for result, count in self.results:
            counts[_outcome(result, Color.WHITE)] += count
        return Outcomes(*counts)


class Tally:
    """Counts games one by one. Memory grows with the number of different players, openings and lengths only.

    Tallies of parts, made one after another or in several processes, merge into that of the whole.

    >>> from ptn.notation.reader import parse_games
    >>> tally = Tally(depth=2)
    >>> for game in parse_games('[Size "5"] 1. e5 a1 1-0 [Size "5"] 1. a5 e1 0-1 [Size "5"] 1. a1 e1 2. c3 1-0'):
    ...     tally.add(game)
    >>> [five] = tally.statistics()
    >>> five.white.wins, five.lengths.median, five.openings[0]
    (2, 2.0, ('a1 e5', Outcomes(wins=1, draws=0, losses=1, unfinished=0)))
    """

    def __init__(self, depth: int = 4) -> None:
        """Make an empty tally; ``depth`` is the number of plies of an opening, from 1 on (``ValueError`` below).

        With 4 plies both players have put a stone for the other and one of their own.
        """
        if depth < 1:
            raise ValueError(f"an opening has at least 1 ply, not {depth}")
        self.depth = depth
        self._sizes: dict[int, _Counts] = {}

    def add(self, game: Game, size: int | None = None, *, end: Position | None = None) -> None:
        """Count a game; ``size`` (3-8) is for games whose tags give none, ``end`` the final position where it is known.

        The recorded result counts, and where none is recorded that of the board. Games that start from another
        position than the empty board, or have fewer plies than an opening, have no opening. Who is named ``?`` or not
        at all is no player. Raises ``PtnError``, and counts nothing, when the tags give no setup, when a ply is illegal
        and when the recorded result contradicts the board.
        """
        if end is None:
            end = final_position(game, size)
        agreed = agreed_result(game.result, end.result)
        result = game.result or agreed
        counts = self._sizes.setdefault(end.size, _Counts())
        counts.results[result] += 1
        counts.lengths[len(game.plies)] += 1
        for color in Color:
            name = game.tags.get(f"Player{color + 1}", "")
            if name.strip() not in ("", "?"):
                _count(counts.players, name, _outcome(result, color))
        if len(game.plies) >= self.depth and end.setup.start in (None, BoardState.empty(end.size)):
            line, _ = canonical_line([ply.move for ply in game.plies[: self.depth]], end.size)
            _count(counts.openings, " ".join(map(str, line)), _outcome(result, Color.WHITE))

    def merge(self, other: Tally) -> None:
        """Add all that another tally has counted; raise ``ValueError`` when its openings have another depth."""
        if other.depth != self.depth:
            raise ValueError(f"openings of {other.depth} plies can't be added to openings of {self.depth}")
        for size, counts in other._sizes.items():
            self._sizes.setdefault(size, _Counts()).merge(counts)

    def statistics(self) -> tuple[Statistics, ...]:
        """Return what was counted so far, one value for every board size that there was, the smallest first."""
        return tuple(self._sizes[size].statistics(size, self.depth) for size in sorted(self._sizes))


@dataclass(slots=True)
class _Counts:
    """The counts of one size; those of a name or line are numbers of games in the order of ``Outcomes``."""

    results: Counter[Result | None] = field(default_factory=Counter)
    lengths: Counter[int] = field(default_factory=Counter)
    openings: dict[str, list[int]] = field(default_factory=dict)
    players: dict[str, list[int]] = field(default_factory=dict)

    def merge(self, other: _Counts) -> None:
        self.results.update(other.results)
        self.lengths.update(other.lengths)
        for mine, others in ((self.openings, other.openings), (self.players, other.players)):
            for key, counts in others.items():
                mine[key] = [a + b for a, b in zip(mine.get(key, _NOTHING), counts, strict=True)]

    def statistics(self, size: int, depth: int) -> Statistics:
        results = tuple((result, self.results[result]) for result in (*RESULTS.values(), None))
        openings = sorted(_pairs(self.openings), key=lambda pair: (-pair[1].games, pair[0]))
        players = sorted(_pairs(self.players), key=lambda pair: (-pair[1].games, -(pair[1].score or 0), pair[0]))
        return Statistics(size, results, _lengths(self.lengths), depth, tuple(openings), tuple(players))


_NOTHING: Final = (0, 0, 0, 0)


def _outcome(result: Result | None, side: Color) -> int:
    """Return which field of ``Outcomes``, from 0, a result is for a side."""
    if result is None:
        return 3
    if result.winner is None:
        return 1
    return 0 if result.winner is side else 2


def _count(counts: dict[str, list[int]], key: str, outcome: int) -> None:
    counts.setdefault(key, [*_NOTHING])[outcome] += 1


def _pairs(counts: dict[str, list[int]]) -> Iterator[tuple[str, Outcomes]]:
    return ((key, Outcomes(*numbers)) for key, numbers in counts.items())


def _lengths(counts: Counter[int]) -> Lengths:
    """Return the figures of lengths that are given as length: number of games; there is at least one."""
    lengths = sorted(counts)
    ends = list(accumulate(counts[length] for length in lengths))
    games = ends[-1]

    def quartile(number: int) -> float:
        below, part = divmod((games - 1) * number, 4)
        low, high = (lengths[bisect_right(ends, min(index, games - 1))] for index in (below, below + 1))
        return low + (high - low) * part / 4

    mean = sum(length * count for length, count in counts.items()) / games
    return Lengths(lengths[0], quartile(1), quartile(2), quartile(3), lengths[-1], mean)
