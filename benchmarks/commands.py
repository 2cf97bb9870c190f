"""What whole processes cost: start-up, one game, many games with one process and with two, memory.

Part of ``python benchmarks/run.py``. Wall time counts here, for that is what a user waits for; both sides of a ratio
take turns, and medians are compared.
"""

from __future__ import annotations

import statistics
import subprocess
import time
from pathlib import Path


def seconds(words: list[str], folder: Path) -> float:
    """Return the wall time of a process, in seconds; run in a folder without a checkout."""
    start = time.perf_counter()
    subprocess.run(words, check=True, capture_output=True, cwd=folder)
    return time.perf_counter() - start


def ratio(words: list[str], other: list[str], rounds: int, folder: Path) -> tuple[float, float]:
    """Let two processes take turns; return how many times longer the first takes, and its time in seconds."""
    pairs = [(seconds(words, folder), seconds(other, folder)) for _ in range(rounds)]
    return statistics.median(one / two for one, two in pairs), statistics.median(one for one, _ in pairs)


def peak_memory(python: str, path: Path) -> float:
    """Return the peak memory in MB of a process that validates a file.

    Linux only: the peak that ``getrusage`` gives is that of the parent before the process was its own.
    """
    code = (
        "import atexit, re, sys\n"
        "from ptn.cli import main\n"
        "atexit.register(lambda: print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1]))\n"
        "main(['validate', '-q', sys.argv[1]])\n"
    )
    done = subprocess.run([python, "-c", code, str(path)], capture_output=True, text=True, check=True, cwd=path.parent)
    return int(done.stdout) / 1024


def print_commands(python: str, path: Path, games: int, folder: Path) -> None:
    """Print the table for a file of so many games, and ten times as many; ``python`` is that of an environment."""
    ptn, bare = [python, "-m", "ptn"], [python, "-c", "pass"]
    text = path.read_text(encoding="utf-8")
    one, many, most = folder / "one.ptn", folder / "many.ptn", folder / "most.ptn"
    one.write_text(text[: text.index("[Site", 1)], encoding="utf-8")
    many.write_text(f"{text}\n" * 10, encoding="utf-8")
    most.write_text(f"{text}\n" * 40, encoding="utf-8")
    print(f"\n| {'command':44} | {'seconds':>8} | {'ratio':>6} | wanted |")
    print(f"|{'-' * 46}|{'-' * 9}:|{'-' * 7}:|-------:|")
    for arguments, wanted in (
        (["--version"], "4.5"),
        (["--help"], "4.5"),
        (["validate", str(one)], "12"),
        (["score", str(one)], ""),
        (["convert", "--to", "tps", str(one)], ""),
    ):
        times, spent = ratio([*ptn, *arguments], bare, 15, folder)
        shown = " ".join(word for word in arguments if not word.startswith("/"))
        print(f"| {f'ptn {shown}, to python -c pass':44} | {spent:8.3f} | {times:6.2f} | {wanted:>6} |", flush=True)
    for command, wanted in ((["validate"], "1.8"), (["score", "--format", "jsonl"], ""), (["stats"], "")):
        alone, two = ([*ptn, *command, "-j", jobs, str(many)] for jobs in ("1", "2"))
        times, spent = ratio(alone, two, 5, folder)
        shown = f"ptn {command[0]} {10 * games:,} games, -j 1 to -j 2"
        print(f"| {shown:44} | {spent:8.2f} | {times:6.2f} | {wanted:>6} |", flush=True)
    memory = [peak_memory(python, file) for file in (path, many, most)]
    counts = (games, 10 * games, 40 * games)
    shown = [f"{size:.1f} MB for {count:,} games" for size, count in zip(memory, counts, strict=True)]
    print(f"\npeak memory: {', '.join(shown)}")
