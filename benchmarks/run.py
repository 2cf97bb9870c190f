"""Measure ptn against python-chess in one run and print the ratios; then what its commands cost as whole processes.

    python benchmarks/run.py

Machines are noisy, so both sides take turns for some rounds, each is timed by its own processor time, and the median of
the ratios of neighbours is what counts. The games are made on the spot from a seed: 2,000 random games of Tak of sizes
5 and 6, and random games of chess with as many plies.
"""

from __future__ import annotations

import argparse
import gc
import io
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn
from commands import print_commands
from make_games import games

from ptn import __version__
from ptn.formatting import format_game
from ptn.notation.reader import read_games
from ptn.notation.record import Game
from ptn.notation.tps import parse_tps
from ptn.replaying import replay
from ptn.rules.build import build
from ptn.rules.perft import perft
from ptn.rules.position import Position
from ptn.validation import validate_entry

ROUNDS = 5


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was done, how often a second by either side, and the ratio that is asked for."""

    name: str
    ours: float
    theirs: float | None
    ratio: float | None
    wanted: str


def chess_games(plies: int, seed: int = 1) -> str:
    """Return random chess games as PGN with at least so many plies in all."""
    chance = random.Random(seed)
    texts: list[str] = []
    done = 0
    while done < plies:
        board = chess.Board()
        game = chess.pgn.Game()
        node: chess.pgn.GameNode = game
        for _ in range(80):
            moves = list(board.legal_moves)
            if not moves:
                break
            move = chance.choice(moves)
            board.push(move)
            node = node.add_variation(move)
            done += 1
        game.headers["Result"] = board.result()
        texts.append(str(game))
    return "\n\n".join(texts) + "\n"


def timed(work: Callable[[], int]) -> float:
    """Return how many units a second of processor time a piece of work does."""
    gc.collect()
    start = time.process_time()
    units = work()
    return units / (time.process_time() - start)


def compare(name: str, ours: Callable[[], int], theirs: Callable[[], int], wanted: str = "") -> Row:
    """Let both take turns and return the medians."""
    pairs = [(timed(ours), timed(theirs)) for _ in range(ROUNDS)]
    ratio = statistics.median(mine / other for mine, other in pairs)
    return Row(name, statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs), ratio, wanted)


def read_chess(text: str) -> int:
    """Read all games as python-chess does, every move checked; return the plies."""
    stream, plies = io.StringIO(text), 0
    while (game := chess.pgn.read_game(stream)) is not None:
        assert not game.errors
        plies += game.end().ply()
    return plies


def read_only(path: Path) -> int:
    """Read all games without replaying them; return the plies."""
    return sum(len(entry.partial.plies) for entry in read_games(path))


def read_and_check(path: Path) -> int:
    """Read all games, replay every ply and compare the results; return the plies."""
    plies = 0
    for entry in read_games(path):
        assert validate_entry(entry).ok
        plies += len(entry.partial.plies)
    return plies


def write_games(some: list[Game]) -> int:
    """Write games in standard form, with the proof that they are the same; return the plies."""
    return sum(len(game.plies) for game in some if format_game(game))


def _chess_written(game: chess.pgn.Game) -> int:
    return game.end().ply() if str(game) else 0


def _chess_games_read(pgn: str, count: int) -> list[chess.pgn.Game]:
    stream = io.StringIO(pgn)
    read = (chess.pgn.read_game(stream) for _ in range(count))
    return [game for game in read if game is not None]


def chess_perft(board: chess.Board, depth: int) -> int:
    """Count leaves, making every one."""
    if depth == 0:
        return 1
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft(board, depth - 1)
        board.pop()
    return total


def chess_perft_counted(board: chess.Board, depth: int) -> int:
    """Count leaves, the last ply without making it."""
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += chess_perft_counted(board, depth - 1)
        board.pop()
    return total


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="measure ptn against python-chess")
    parser.add_argument("--games", type=int, default=2000, help="how many games of Tak (2000)")
    parser.add_argument(
        "--python", default=sys.executable, metavar="PATH",
        help="whose ptn runs as a command: best that of a fresh environment, as users have it",
    )  # fmt: skip
    parser.add_argument("--no-commands", action="store_true", help="leave out whole processes")
    options = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder:
        path, annotated = Path(folder, "games.ptn"), Path(folder, "annotated.ptn")
        path.write_text("\n".join(games(options.games)), encoding="utf-8")
        annotated.write_text("\n".join(games(options.games, annotated=True)), encoding="utf-8")
        pgn = chess_games(read_only(path))
        read_and_check(annotated)  # both sides begin with their tables built
        rows.append(compare("read (plies)", lambda: read_only(path), lambda: read_chess(pgn)))
        rows.append(
            compare("read, replay, check results (plies)", lambda: read_and_check(path), lambda: read_chess(pgn), "6")
        )
        rows.append(
            compare(
                "the same, annotated games (plies)", lambda: read_and_check(annotated), lambda: read_chess(pgn), "3"
            )
        )
        some = [entry.partial for entry, _ in zip(read_games(path), range(100), strict=False)]
        others = _chess_games_read(pgn, 100)
        rows.append(
            compare("games written (plies)", lambda: write_games(some), lambda: sum(map(_chess_written, others)))
        )
        start, board = Position.start(size=5), chess.Board()
        rows.append(
            compare("perft, every leaf made (leaves)", lambda: perft(start, 3), lambda: chess_perft(board, 3), "3")
        )
        rows.append(
            compare(
                "perft, last ply counted (leaves)", lambda: perft(start, 4, count_last=True),
                lambda: chess_perft_counted(board, 4), "20",
            )
        )  # fmt: skip
        tps = [position.to_tps() for game in some for _, position in replay(game)]
        fens = _fens(pgn, len(tps))
        rows.append(
            compare(
                "position text read",
                lambda: len([parse_tps(text) for text in tps]),
                lambda: len([chess.Board(fen) for fen in fens]),
            )
        )
        positions = [position for game in some for _, position in replay(game)]
        boards = [chess.Board(fen) for fen in fens]
        rows.append(
            compare(
                "position text written",
                lambda: len([p.to_tps() for p in positions]),
                lambda: len([b.fen() for b in boards]),
            )
        )
        print(f"ptn {__version__} ({build()}), python-chess {chess.__version__}, Python {sys.version.split()[0]}\n")
        print(f"| {'what':36} | {'ptn /s':>10} | {'python-chess /s':>15} | {'ratio':>6} | wanted |")
        print(f"|{'-' * 38}|{'-' * 11}:|{'-' * 16}:|{'-' * 7}:|-------:|")
        for row in rows:
            print(f"| {row.name:36} | {row.ours:10,.0f} | {row.theirs:15,.0f} | {row.ratio:6.2f} | {row.wanted:>6} |")
        if not options.no_commands:
            print_commands(options.python, path, options.games, Path(folder))


def _fens(pgn: str, count: int) -> list[str]:
    """Return the positions of chess games as FEN."""
    fens: list[str] = []
    stream = io.StringIO(pgn)
    while len(fens) < count and (game := chess.pgn.read_game(stream)) is not None:
        board = game.board()
        for move in game.mainline_moves():
            board.push(move)
            fens.append(board.fen())
    return fens[:count]


if __name__ == "__main__":
    main()
