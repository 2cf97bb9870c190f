"""Show what a ply costs as the work grows: by length of the game, height of a stack, branches, comments, size of file.

    python benchmarks/growth.py

Every table gives the processor time for reading and checking per ply (or comment), also as a multiple of that of its
first row; flat is right. Short times are those of many repetitions.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

from make_games import games

from ptn.notation.reader import read_text
from ptn.validation import validate_entry

ROUNDS = 3
LEAST = 0.2
"""Seconds that a measurement lasts at least."""


def check(text: str) -> int:
    """Read and check the games of a text; return the number of plies, those of branches too, and of comments."""
    count = 0
    for entry in read_text(text):
        report = validate_entry(entry)
        assert report.ok, report.diagnostics
        game = entry.partial
        count += len(game.plies) + sum(len(branch.plies) for branch in game.branches)
        count += sum(len(ply.comments) for ply in game.plies)
    return count


def per_ply(text: str) -> float:
    """Return the least processor time per ply of some rounds, in seconds."""
    best = float("inf")
    for _ in range(ROUNDS):
        plies = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < LEAST:
            plies += check(text)
        best = min(best, spent / plies)
    return best


def moves(words: Iterable[str]) -> str:
    """Return words with move numbers, ten moves a line."""
    numbered = [f"{index // 2 + 1}. {word}" if index % 2 == 0 else word for index, word in enumerate(words)]
    return "\n".join(" ".join(numbered[at : at + 20]) for at in range(0, len(numbered), 20))


def long_game(plies: int) -> str:
    """Return a game of so many plies: two capstones walk to and fro."""
    walk = ("a4>", "h5<", "b4<", "g5>")
    words = ["h8", "a1", "Ca4", "Ch5", *(walk[index % 4] for index in range(plies - 4))]
    return f'[Size "8"]\n\n{moves(words)} *\n'


def high_stack(height: int) -> str:
    """Return a game in which a capstone walks off and onto a stack of so many pieces."""
    stack = ("12" * height)[: height - 1] + "1C" if height > 1 else "1C"
    walk = ("a1+", "h8-", "a2-", "h7+")
    tps = f"x7,2/x8/x8/x8/x8/x8/x8/{stack},x7 1 60"
    words = [walk[index % 4] for index in range(200)]
    return f'[Size "8"]\n[TPS "{tps}"]\n\n{moves(words)} *\n'.replace("1. ", "60. ", 1)


def with_branches(count: int) -> str:
    """Return a game of 200 plies with so many branches of ten plies."""
    text = long_game(200).replace(" *\n", "")
    walk = ("a4+", "h5-", "a5-", "h4+")
    for number in range(1, count + 1):
        at = 3 + 2 * (number % 40)
        line = " ".join(f"{at + step}. {walk[2 * step % 4]} {walk[(2 * step + 1) % 4]}" for step in range(5))
        text += f"\n\n{{{at}w{number}}}\n{line}"
    return text + "\n"


def with_comments(count: int) -> str:
    """Return a game of 200 plies with so many comments behind the first of them."""
    head, rest = long_game(200).split("Ca4 ", 1)
    return f"{head}Ca4 {' '.join('{a thought}' for _ in range(count))} {rest}"


def table(title: str, made: Callable[[int], str], sizes: Iterable[int], unit: str) -> None:
    """Print one table."""
    first = 0.0
    print(f"\n| {title:>24} | {'us ' + unit:>12} | to the first |")
    print(f"|{'-' * 25}:|{'-' * 13}:|{'-' * 13}:|")
    for size in sizes:
        spent = per_ply(made(size))
        first = first or spent
        print(f"| {size:24,} | {1e6 * spent:12.2f} | {spent / first:12.2f} |", flush=True)


def main() -> None:
    """Print the tables."""
    check(long_game(100))  # builds what is built once
    table("plies of one game", long_game, (100, 1000, 10_000, 100_000), "a ply")
    table("pieces in one stack", high_stack, (1, 10, 30, 90), "a ply")
    table("branches of one game", with_branches, (1, 10, 100, 1000, 5000), "a ply")
    table("comments of one ply", with_comments, (0, 100, 1000, 10_000), "a piece")
    table("games of one file", lambda count: "\n".join(games(count)), (10, 100, 1000, 4000), "a ply")


if __name__ == "__main__":
    main()
