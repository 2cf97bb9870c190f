"""Processes that are asked to end, and streams that take nothing: no half file, no traceback, nothing lost unsaid."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, command, environment, process, run

import ptn

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals and redirections of POSIX"),
    pytest.mark.usefixtures("heeded_signals"),
]

GAME = '[Size "3"]\n1. a1 c3 2. a2\n'
FULL = pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
ENDINGS = [(signal.SIGTERM, -signal.SIGTERM), (signal.SIGHUP, -signal.SIGHUP), (signal.SIGINT, 130)]


def started(folder: Path, *arguments: str | Path, data: bytes) -> subprocess.Popen[bytes]:
    """Start a command that goes on waiting for more input; return when its temporary file is there."""
    running = subprocess.Popen(
        command(*arguments), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=folder,
        env=environment(),
    )  # fmt: skip
    assert running.stdin is not None
    running.stdin.write(data)
    running.stdin.flush()
    for _ in range(1200):
        if any(name.endswith(".tmp") for name in os.listdir(folder)):
            return running
        time.sleep(0.05)
    running.kill()
    pytest.fail("the file is not being written beside its place")


@pytest.mark.parametrize(("number", "status"), ENDINGS, ids=lambda value: str(value))
@pytest.mark.parametrize("words", [("convert", "--to", "tps", "-o", "out"), ("fmt", "-o", "out", "-")])
def test_who_is_asked_to_end_leaves_no_half_file(
    words: tuple[str, ...], number: signal.Signals, status: int, tmp_path: Path
) -> None:
    (tmp_path / "out").write_bytes(b"what was there before")
    with started(tmp_path, *words, "--force", data=GAME.encode()) as running:
        running.send_signal(number)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (status, b"", b"")
    assert os.listdir(tmp_path) == ["out"]
    assert (tmp_path / "out").read_bytes() == b"what was there before"


def test_a_signal_that_the_caller_ignores_is_ignored(tmp_path: Path) -> None:
    code = "import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN); from ptn.cli import main; main()"
    words = [sys.executable, "-c", code, "convert", "--to", "tps", "-o", "out"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, cwd=tmp_path, env=environment()) as running:
        for _ in range(1200):
            if os.listdir(tmp_path):
                break
            time.sleep(0.05)
        running.send_signal(signal.SIGHUP)
        running.communicate(GAME.encode(), timeout=60)
    assert running.returncode == 0
    assert os.listdir(tmp_path) == ["out"]


def test_a_shell_sees_143(tmp_path: Path) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    program = f"'{sys.executable}' -m ptn"
    line = f"{program} validate '{fifo}' & exec 3>'{fifo}'; kill -TERM $!; wait $!; echo $?"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, timeout=60, check=True, env=environment())
    assert done.stdout == "143\n"


@pytest.mark.parametrize(
    "line", ["ptn --version >/dev/full", "ptn --help >/dev/full", "ptn fmt -h >/dev/full", "ptn fmt - <g >/dev/full",
             "ptn convert g --to tps -o /dev/full", "ptn fmt -q --diff g >/dev/full", "ptn explain PTN104 >/dev/full"],
)  # fmt: skip
@FULL
def test_output_that_is_not_taken_is_said(line: str, tmp_path: Path) -> None:
    (tmp_path / "g").write_text(GAME, encoding="utf-8")
    assert shell(line, tmp_path) == (2, "", "ptn: output: No space left on device\n")


@pytest.mark.parametrize(
    "line", ["ptn validate g >&-", "ptn convert g --to tps >&-", "ptn score g >&-", "ptn fmt - <g >&-",
             "ptn fmt --check g >&-", "ptn show g >&-", "ptn moves x3/x3/x3 1 1 >&-", "ptn explain PTN104 >&-",
             "ptn --version >&-", "ptn -V >&-", "ptn --help >&-", "ptn -h >&-", "ptn fmt --help >&-"],
)  # fmt: skip
def test_results_that_nobody_can_have_are_not_lost_in_silence(line: str, tmp_path: Path) -> None:
    (tmp_path / "g").write_text(GAME, encoding="utf-8")
    status, out, err = shell(line, tmp_path)
    assert (status, out) == (2, "")
    assert "ptn: output: standard output is closed\n" in err


def test_a_command_without_results_needs_no_output(tmp_path: Path) -> None:
    (tmp_path / "g").write_text(GAME, encoding="utf-8")
    assert shell("ptn fmt g >&-", tmp_path) == (0, "", "1 file changed, 0 in standard form already\n")


@pytest.mark.parametrize(
    ("line", "status"), [("ptn score g missing", 2), ("ptn score g", 0), ("ptn scor", 2), ("ptn score --x", 2)]
)
@pytest.mark.parametrize("where", [">&-", pytest.param(">/dev/full", marks=FULL)])
def test_messages_that_nobody_can_have_change_nothing(line: str, status: int, where: str, tmp_path: Path) -> None:
    (tmp_path / "g").write_text(GAME, encoding="utf-8")
    results = run("score", stdin=GAME).out.replace("-, game", "g, game") if " g" in line else ""
    assert shell(f"{line} 2{where}", tmp_path) == (status, results, "")


@pytest.mark.parametrize("where", [">&-", pytest.param(">/dev/full", marks=FULL)])
def test_a_summary_that_nobody_can_have_is_no_failure(where: str, tmp_path: Path) -> None:
    (tmp_path / "g").write_text(GAME, encoding="utf-8")
    found = run("validate", "--format", "concise", stdin=GAME).out.replace("-:", "g:")
    assert found
    assert shell(f"ptn validate --format concise g 2{where}", tmp_path) == (0, found, "")


def shell(line: str, folder: Path) -> tuple[int, str, str]:
    """Run a line of the shell in which ``ptn`` is this one; return status, output and messages."""
    words = line.replace("ptn ", f"'{sys.executable}' -m ptn ", 1)
    done = subprocess.run(
        words, shell=True, capture_output=True, text=True, timeout=60, check=False, cwd=folder, env=environment(),
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr


# ---- pipes -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["validate --format concise g", "score g", "fmt --diff g", "convert --to tps --all g",
                                  "show --all g", "explain --list"])  # fmt: skip
def test_the_head_of_any_output(line: str, tmp_path: Path) -> None:
    (tmp_path / "g").write_text(ENCYCLOPEDIA * 1_000, encoding="utf-8")
    program = f"'{sys.executable}' -m ptn {line}"
    done = subprocess.run(
        ["bash", "-c", f"{program} | head -n 1; echo ${{PIPESTATUS[0]}}"], capture_output=True, text=True, timeout=60,
        check=True, cwd=tmp_path, env=environment(),
    )  # fmt: skip
    *shown, status = done.stdout.splitlines()
    assert len(shown) == 1
    assert done.stderr == ""
    assert status in ("0", "1")


def test_a_bug_loses_nothing_that_was_printed_and_names_the_version() -> None:
    code = (
        "import ptn.scoring\n"
        "right, count = ptn.scoring.score_end, 0\n"
        "def broken(*words, **options):\n"
        "    global count\n    count += 1\n"
        "    if count == 2: raise RuntimeError('boom')\n"
        "    return right(*words, **options)\n"
        "ptn.scoring.score_end = broken\n"
        "from ptn.cli import main\n"
        "main(['score'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=f"{GAME}\n{GAME}", capture_output=True, text=True, timeout=60, check=False,
        env=environment(),
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout == run("score", stdin=GAME).out
    assert done.stderr.startswith(f"ptn: internal error in version {ptn.__version__}: RuntimeError: boom\n")


# ---- what is no file -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["fmt", "annotate"])
def test_a_named_pipe_is_not_waited_for(name: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "g").write_text(GAME, encoding="utf-8")
    ran = process(name, "fifo", "g", cwd=tmp_path)
    assert ran.status == 2
    assert ran.err.startswith("ptn: fifo: not a file that can be changed; -o FILE or - < fifo\n")
    assert (tmp_path / "g").read_text() != GAME


def test_what_comes_through_a_pipe_with_a_name_can_be_compared(tmp_path: Path) -> None:
    (tmp_path / "g").write_text(GAME, encoding="utf-8")
    program = f"'{sys.executable}' -m ptn"
    for options in ("--check", "--diff", "-o -"):
        line = f"{program} fmt -q {options} <(cat g)"
        done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=60, check=False, cwd=tmp_path)
        assert done.returncode == (0 if options == "-o -" else 1)
        assert done.stdout
