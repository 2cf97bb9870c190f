"""Validate a file of a million small games, as a user does, and say what it took.

    python benchmarks/scale.py [GAMES] [-j N]

The games are made on the spot: random games of 3x3 and 4x4, each with its own tags. Linux only: memory is read from
/proc, as the peak of the first process and of all together (pages that they share count once for each of them).
"""

from __future__ import annotations

import argparse
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from make_games import random_game

DISTINCT = 2000


def write_games(path: Path, count: int) -> int:
    """Write so many small games; return the number of plies."""
    chance = random.Random(1)
    kept = [(size, *random_game(chance, size)) for size in (3, 4) for _ in range(DISTINCT // 2)]
    texts = []
    for size, words, result in kept:
        moves = " ".join(f"{index // 2 + 1}. {' '.join(words[index : index + 2])}" for index in range(0, len(words), 2))
        texts.append((f'[Size "{size}"]\n[Result "{result}"]\n\n{moves} {result}\n\n', len(words)))
    plies = 0
    with path.open("w", encoding="utf-8") as stream:
        for number in range(count):
            text, length = chance.choice(texts)
            stream.write(f'[Player1 "p{number % 9973}"]\n[Player2 "p{number % 9967}"]\n')
            stream.write(f'[Date "2026.{number % 12 + 1:02}.01"]\n{text}')
            plies += length
    return plies


def resident(pid: int) -> int:
    """Return the resident memory of a process in kB, 0 when it is gone."""
    try:
        found = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(encoding="utf-8"))
    except OSError:
        return 0
    return int(found[1]) if found else 0


def watched(running: subprocess.Popen[bytes]) -> tuple[int, int]:
    """Wait for a process; return the peak of its memory and that of it and its children together, in kB."""
    alone = together = 0
    while running.poll() is None:
        first = resident(running.pid)
        try:
            children = Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text(encoding="utf-8").split()
        except OSError:
            children = []
        alone = max(alone, first)
        together = max(together, first + sum(resident(int(child)) for child in children))
        time.sleep(0.1)
    return alone, together


def main() -> None:
    """Make the file, validate it, and interrupt a second try in its midst."""
    parser = argparse.ArgumentParser(description="validate a file of very many small games")
    parser.add_argument("games", type=int, nargs="?", default=1_000_000)
    parser.add_argument("-j", "--jobs", default="0")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.ptn")
        plies = write_games(path, options.games)
        print(f"{options.games:,} games, {plies:,} plies, {path.stat().st_size / 1e6:,.0f} MB, {os.cpu_count()} cores")
        words = [sys.executable, "-m", "ptn", "validate", "-j", options.jobs, str(path)]
        start = time.perf_counter()
        with subprocess.Popen(words, stderr=subprocess.PIPE) as running:
            alone, together = watched(running)
            assert running.stderr is not None
            summary = running.stderr.read().decode().strip()
        spent = time.perf_counter() - start
        print(summary)
        print(f"-j {options.jobs}: {spent:,.0f} s, {plies / spent:,.0f} plies a second")
        print(f"peak memory: {alone / 1024:.0f} MB in the first process, {together / 1024:.0f} MB in all together")
        with subprocess.Popen(words, stderr=subprocess.PIPE, start_new_session=True) as running:
            time.sleep(min(5.0, spent / 2))
            start = time.perf_counter()
            os.killpg(running.pid, signal.SIGINT)
            _, said = running.communicate()
        print(f"Ctrl-C: ended after {1000 * (time.perf_counter() - start):.0f} ms with status {running.returncode}")
        print(said.decode().strip())


if __name__ == "__main__":
    main()
