"""Measure how long the marks of a game take: tak alone, and tinuë in one for the whole game.

    python benchmarks/marks.py

The games are those of the random ones of ``make_games.py`` that have 60 to 100 plies, the same for the same seed. Each
time is that of one game, as the best of some rounds; what is wanted is 100 ms for tak and a few seconds for tinuë, in a
game of 80 plies.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator

from make_games import games

from ptn import __version__
from ptn.annotation import NODE_LIMIT, examine_marks
from ptn.notation.reader import parse_game
from ptn.notation.record import Game

ROUNDS = 3
PLIES = range(60, 101)


def chosen(count: int, seed: int) -> list[Game]:
    """Return so many of the random games that are about as long as a real one."""

    def fitting() -> Iterator[Game]:
        for text in games(50 * count, seed):
            game = parse_game(text)
            if len(game.plies) in PLIES:
                yield game

    return [game for game, _ in zip(fitting(), range(count), strict=False)]


def milliseconds(game: Game, depth: int) -> float:
    """Return how long the marks of a game take, scaled to 80 plies."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        examine_marks(game, tinue_depth=depth)
        times.append(time.process_time() - start)
    return 1000 * min(times) * 80 / len(game.plies)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="measure how long the marks of a game take")
    parser.add_argument("--games", type=int, default=50, help="how many games (50)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--depth", type=int, default=1, help="the deepest tinuë to look for (1)")
    options = parser.parse_args()
    found = chosen(options.games, options.seed)
    plies = [len(game.plies) for game in found]
    print(f"ptn {__version__}, Python {sys.version.split()[0]}")
    print(f"{len(found)} games of {min(plies)} to {max(plies)} plies; ms a game, scaled to 80 plies\n")
    print(f"| {'marks':24} | {'median':>8} | {'most':>8} | {'added':>5} | {'unknown':>7} | wanted |")
    print(f"|{'-' * 26}|{'-' * 9}:|{'-' * 9}:|{'-' * 6}:|{'-' * 8}:|-------:|")
    for depth in range(options.depth + 1):
        times = [milliseconds(game, depth) for game in found]
        reports = [examine_marks(game, tinue_depth=depth) for game in found]
        name = "tak" if not depth else f"tak and tinuë in {depth}"
        wanted = {0: "100", 1: "3000"}.get(depth, "")
        added = sum(len(report.faults) for report in reports)
        unknown = sum(len(report.unknown) for report in reports)
        row = (f"{name:24}", f"{statistics.median(times):8.1f}", f"{max(times):8.1f}", f"{added:5}", f"{unknown:7}")
        print(f"| {' | '.join(row)} | {wanted:>6} |")
    print(f"\nat most {NODE_LIMIT:,} nodes for a ply")


if __name__ == "__main__":
    main()
