"""Measure ptn against python-chess in one run and print one table of ratios.

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
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess
import chess.pgn
from make_games import games

from ptn import __version__
from ptn.notation.reader import read_games
from ptn.notation.tps import parse_tps
from ptn.replaying import replay
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


def peak_memory(path: Path) -> float:
    """Return the peak memory in MB of a process of its own that validates a file game by game.

    Linux only: the peak that ``getrusage`` gives is that of the parent before the process was its own.
    """
    code = (
        "import re, sys\n"
        "from ptn.notation.reader import read_games\n"
        "from ptn.validation import validate_entry\n"
        "for entry in read_games(sys.argv[1]): validate_entry(entry)\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1])\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout) / 1024


def startup(arguments: list[str]) -> float:
    """Return the median wall time in ms of a whole process."""
    times = []
    for _ in range(3 * ROUNDS):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        times.append(time.perf_counter() - start)
    return 1000 * statistics.median(times)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description="measure ptn against python-chess")
    parser.add_argument("--games", type=int, default=2000, help="how many games of Tak (2000)")
    parser.add_argument("--memory", action="store_true", help="stream 20,000 games too, and start processes")
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
            compare("read, replay, check results (plies)", lambda: read_and_check(path), lambda: read_chess(pgn), "5")
        )
        rows.append(
            compare("the same, annotated games (plies)", lambda: read_and_check(annotated), lambda: read_chess(pgn))
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
        some = [entry.partial for entry, _ in zip(read_games(path), range(100), strict=False)]
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
        print(f"ptn {__version__}, python-chess {chess.__version__}, Python {sys.version.split()[0]}\n")
        print(f"| {'what':36} | {'ptn /s':>10} | {'python-chess /s':>15} | {'ratio':>6} | wanted |")
        print(f"|{'-' * 38}|{'-' * 11}:|{'-' * 16}:|{'-' * 7}:|-------:|")
        for row in rows:
            print(f"| {row.name:36} | {row.ours:10,.0f} | {row.theirs:15,.0f} | {row.ratio:6.2f} | {row.wanted:>6} |")
        if options.memory:
            many = Path(folder, "many.ptn")
            text = path.read_text(encoding="utf-8")
            sizes = []
            for copies in (1, 10):
                many.write_text(text * copies, encoding="utf-8")
                sizes.append(peak_memory(many))
            print(
                f"\npeak memory: {sizes[0]:.1f} MB for {options.games:,} games, "
                f"{sizes[1]:.1f} MB for {10 * options.games:,}"
            )
            bare = startup(["-c", "pass"])
            for arguments in (["-m", "ptn", "--version"], ["-m", "ptn", "--help"]):
                print(f"{' '.join(arguments[1:])}: {startup(arguments) / bare:.1f} times a bare python -c pass")


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
