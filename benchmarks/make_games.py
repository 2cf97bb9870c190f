"""Make a file of random games of Tak, the same for the same seed.

    python benchmarks/make_games.py 2000 > games.ptn

Plies are drawn with a leaning towards flats, so that games reach roads, counts and stacks; a part of the games ends by
resignation. With ``--annotated`` a tenth of the plies has a comment or marks.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from ptn.core.board_terms import Color
from ptn.core.moves import Move, Place
from ptn.core.result import RESULTS
from ptn.core.setup import Setup
from ptn.rules.engine import Engine

SIZES = (5, 6)


def random_game(chance: random.Random, size: int) -> tuple[list[str], str]:
    """Return the words of a game's plies in standard form, smash marks included, and its result."""
    engine = Engine(Setup.standard(size))
    words: list[str] = []
    while engine.result is None:
        if len(words) > 10 and chance.random() < 0.002:
            return words, "0-1" if engine.turn is Color.WHITE else "1-0"
        moves = list(engine.legal_moves())
        move = _choose(chance, moves)
        smashed = engine.push(move)
        words.append(f"{move}*" if smashed else str(move))
    return words, engine.result.code


def _choose(chance: random.Random, moves: list[Move]) -> Move:
    """Prefer flats a little, so that a game is no mere shuffling of stacks."""
    if chance.random() < 0.35:
        flats = [move for move in moves if isinstance(move, Place) and not move.stone]
        if flats:
            return chance.choice(flats)
    return chance.choice(moves)


def game_text(chance: random.Random, number: int, *, annotated: bool) -> str:
    """Return one game as PTN, with the tags that a server writes."""
    size = SIZES[number % len(SIZES)]
    words, result = random_game(chance, size)
    if annotated:
        for index, word in enumerate(words):
            if index % 10 == 3:
                words[index] = f"{word} {{a thought about ply {index}}}" if index % 20 == 3 else f"{word}!?"
    lines = [
        '[Site "PlayTak.com"]', '[Event "Online Play"]', f'[Date "2026.{number % 12 + 1:02}.{number % 28 + 1:02}"]',
        f'[Player1 "White {number % 97}"]', f'[Player2 "Black {number % 89}"]', f'[Size "{size}"]', '[Komi "0"]',
        f'[Result "{result}"]', "",
    ]  # fmt: skip
    for index in range(0, len(words), 2):
        lines.append(f"{index // 2 + 1}. {' '.join(words[index : index + 2])}")
    assert result in RESULTS
    return "\n".join(lines) + f" {result}\n"


def games(count: int, seed: int = 1, *, annotated: bool = False) -> Iterator[str]:
    """Yield the texts of random games, the same for the same seed."""
    chance = random.Random(seed)
    for number in range(count):
        yield game_text(chance, number, annotated=annotated)


def main() -> None:
    """Write games to the standard output."""
    parser = argparse.ArgumentParser(description="make a file of random games of Tak")
    parser.add_argument("count", type=int, help="how many games")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--annotated", action="store_true", help="comments and marks on a tenth of the plies")
    options = parser.parse_args()
    for text in games(options.count, options.seed, annotated=options.annotated):
        sys.stdout.write(text + "\n")


if __name__ == "__main__":
    main()
