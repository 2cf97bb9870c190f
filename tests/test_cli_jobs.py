"""``-j``: several processes give what one gives, in the same order."""

from __future__ import annotations

import multiprocessing
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path

import click
import pytest
from cli_helpers import THREE_GAMES, command, environment, run

from ptn.cli import parallel
from ptn.cli.console import Console
from ptn.cli.inputs import Batch, Item, Reading, read_parts, work

pytestmark = pytest.mark.usefixtures("heeded_signals")

GOOD = '[Size "3"]\n1. a1 c3 2. b2 a2 1-0\n\n'
COMMANDS = [
    ("validate",),
    ("validate", "--format", "json"),
    ("validate", "--format", "jsonl", "--strict"),
    ("validate", "--game", "3,100-110,230"),
    ("validate", "--marks", "-q"),
    ("convert", "--to", "tps", "--ply", "2w"),
    ("convert", "--to", "tps", "--all", "-v"),
    ("convert", "--to", "json"),
    ("convert", "--to", "ptn"),
    ("convert", "--to", "playtak"),
    ("convert", "--to", "playtak", "-q", "--color"),
    ("score", "-v"),
    ("score", "--format", "jsonl", "--bonus", "all"),
    ("score", "--total", "--format", "json"),
    ("stats",),
    ("stats", "--format", "json"),
    ("stats", "--format", "csv", "--table", "players"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of all kinds of input, with groups of games so small that several are made of it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(parallel, "_GROUP", 200)
    monkeypatch.setattr("ptn.notation.decoding._BLOCK", 1000)
    (tmp_path / "many.ptn").write_text(THREE_GAMES * 80 + "1. a1", encoding="utf-8")
    (tmp_path / "tps.ptn").write_text("x3/x3/x3 1 1\nx3/x3/x2,3 1 1\n", encoding="utf-8")
    (tmp_path / "empty.ptn").write_text("", encoding="utf-8")
    (tmp_path / "late.ptn").write_bytes(GOOD.encode() * 30 + b"\xff" + GOOD.encode() * 30 + b"\x00\x1a")
    (tmp_path / "cut.ptn.gz").write_bytes(b"\x1f\x8b\x08\x00abc")
    (tmp_path / "untagged.ptn").write_text("1. a1 c3 R-0\n" * 100 + GOOD + "1. a1 c3 0-R\n" * 100, encoding="utf-8")
    below = tmp_path / "below"
    below.mkdir()
    for number in range(40):
        (below / f"{number}.ptn").write_text(GOOD * (number % 3), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("jobs", ["2", "5"])
def test_the_same_from_several_processes(command: tuple[str, ...], jobs: str, folder: Path) -> None:  # noqa: ARG001
    files = ("missing.ptn", "many.ptn", "nothing", ".", "tps.ptn", "also missing.ptn")
    alone = run(*command, *files)
    assert (alone.status, bool(alone.out)) == (2, True)
    assert run(*command, *files, "-j", jobs) == alone
    assert run(*command, "-j", jobs, stdin=GOOD * 500) == run(*command, stdin=GOOD * 500)


@pytest.mark.parametrize("command", [("fmt",), ("annotate",), ("fmt", "--diff"), ("annotate", "--check")], ids=" ".join)
def test_files_are_rewritten_the_same_by_several_processes(command: tuple[str, ...], folder: Path) -> None:
    """With many games in a file, and with many files; the broken ones stay, and are named in their places."""
    (folder / "good.ptn").write_text(GOOD * 100, encoding="utf-8")
    files = ("missing.ptn", "good.ptn", "many.ptn", "tps.ptn", "below", "late.ptn", "also missing.ptn")
    outcomes = []
    for jobs in ("1", "3"):
        with tempfile.TemporaryDirectory() as copy:
            shutil.copytree(folder, copy, dirs_exist_ok=True)
            os.chdir(copy)
            ran = run(*command, *files, "-j", jobs)
            outcomes.append((ran, {path.name: path.read_bytes() for path in Path(copy).rglob("*") if path.is_file()}))
            os.chdir(folder)
    assert outcomes[0] == outcomes[1]
    ran, after = outcomes[0]
    assert ran.status == 2
    assert (after["good.ptn"] != (folder / "good.ptn").read_bytes()) == (len(command) == 1)
    assert after["many.ptn"] == (folder / "many.ptn").read_bytes()


def worked(task: Callable[[Item], object], files: tuple[str, ...], jobs: int, console: Console) -> list[object]:
    with click.Context(click.Command("test")):
        return list(work(task, files, Reading(), console, jobs))


def own_process(_: Item) -> int:
    return os.getpid()


def test_work_is_done_elsewhere_where_there_is_enough(folder: Path) -> None:
    (folder / "small.ptn").write_text(GOOD, encoding="utf-8")
    console = Console()
    assert set(worked(own_process, ("many.ptn",), 1, console)) == {os.getpid()}
    elsewhere = worked(own_process, ("many.ptn",), 3, console)
    assert len(elsewhere) == 241
    assert os.getpid() not in elsewhere
    assert 1 <= len(set(elsewhere)) <= 3
    assert worked(own_process, ("small.ptn",), 3, console) == [os.getpid()]
    assert not multiprocessing.active_children()


def number_and_file(item: Item) -> tuple[str, int]:
    return item.file, item.number


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_any_way_of_starting_processes(method: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip(f"no {method} on this system")
    context = multiprocessing.get_context(method)
    monkeypatch.setattr("multiprocessing.get_context", lambda _: context)
    files = ("many.ptn", "late.ptn")
    assert worked(number_and_file, files, 2, Console()) == worked(number_and_file, files, 1, Console())


def dies(_: Item) -> None:
    os._exit(9)


@pytest.mark.skipif(sys.platform != "linux", reason="needs fork")
def test_a_process_that_is_ended_from_outside_is_named(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:  # noqa: ARG001
    console = Console()
    with pytest.raises(click.exceptions.Exit):
        worked(dies, ("many.ptn",), 2, console)
    assert console.status == 2
    assert capsys.readouterr().err.startswith("ptn: a process that worked on the games was ended from outside")
    assert not multiprocessing.active_children()


def fails(item: Item) -> None:
    raise ZeroDivisionError(item.number)


def test_a_bug_in_another_process_is_raised_here(folder: Path) -> None:  # noqa: ARG001
    with pytest.raises(ZeroDivisionError):
        worked(fails, ("many.ptn",), 2, Console())
    assert not multiprocessing.active_children()


def test_reading_ahead_is_bounded(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """However many games there are, only so many are in memory: the reading waits for the results to be taken."""
    begun = 0

    def counted(files: tuple[str, ...], reading: Reading, console: Console) -> Iterator[Item | Batch]:
        nonlocal begun
        for part in read_parts(files, reading, console):
            begun += 1
            yield part

    monkeypatch.setattr("ptn.cli.inputs.read_parts", counted)
    with click.Context(click.Command("test")):
        results = work(own_process, ("many.ptn",), Reading(), Console(), 2)
        next(results)
        assert 0 < begun < 12
        assert len(list(results)) == 240


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_ctrl_c_ends_all_processes_at_once(tmp_path: Path) -> None:
    """A search for tinuë of minutes in the other processes must not be waited for."""
    heavy = '[Size "8"]\n' + " ".join(f"{n + 1}. {f}{r}" for n, (f, r) in enumerate(product("abcdefgh", "12345678")))
    (tmp_path / "many.ptn").write_text(f"{heavy[:300]} *\n\n" * 2000, encoding="utf-8")
    words = command("validate", "--marks", "--tinue-depth", "9", "-j", "2", "many.ptn")
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as running:
        time.sleep(2)
        assert running.poll() is None
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert b"Traceback" not in err
    with pytest.raises(ProcessLookupError):  # nobody of the group is left
        os.killpg(running.pid, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_signal_for_all_processes_is_that_of_the_first(tmp_path: Path) -> None:
    """As ``timeout`` and managers of services send it: the others must not end before, and be taken for casualties."""
    (tmp_path / "many.ptn").write_text('[Size "3"]\n1. a9\n\n' * 100_000, encoding="utf-8")
    words = command("validate", "-q", "-j", "4", "many.ptn")
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        children = [
            int(child) for child in Path(f"/proc/{running.pid}/task/{running.pid}/children").read_text().split()
        ]
        for child in children:  # even when it reaches them first
            os.kill(child, signal.SIGTERM)
        time.sleep(0.2)
        os.killpg(running.pid, signal.SIGTERM)
        _, err = running.communicate(timeout=20)
    assert (running.returncode, err) == (-signal.SIGTERM, b"")
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_says_how_far_the_work_has_come(jobs: str, tmp_path: Path) -> None:
    (tmp_path / "many.ptn").write_text('[Size "3"]\n1. a9\n\n' * 100_000, encoding="utf-8")
    words = command("validate", "--format", "concise", "-j", jobs, "many.ptn")
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as running:
        assert running.stdout is not None
        running.stdout.readline()
        os.killpg(running.pid, signal.SIGINT)
        _, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert re.fullmatch(rb"interrupted after [0-9,]+ games\n", err)
    assert int(err.split()[2].replace(b",", b"")) < 100_000


@pytest.mark.skipif(sys.platform == "win32", reason="pipes of POSIX")
def test_a_closed_pipe_ends_all_processes(tmp_path: Path) -> None:
    (tmp_path / "many.ptn").write_text('[Size "3"]\n1. a9\n\n' * 20_000, encoding="utf-8")
    words = command("validate", "--format", "concise", "-j", "2", "many.ptn")
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b"many.ptn:2:5: PTN102 ")
        running.stdout.close()
        assert running.stderr.read() == b""
        running.wait(timeout=20)
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_when_the_first_process_is_killed_the_others_end(tmp_path: Path) -> None:
    (tmp_path / "many.ptn").write_text('[Size "3"]\n1. a1\n\n' * 20_000, encoding="utf-8")
    words = command("validate", "-j", "3", "many.ptn")
    with subprocess.Popen(
        words, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE, start_new_session=True
    ) as first:
        children = Path(f"/proc/{first.pid}/task/{first.pid}/children")
        while len(children.read_text(encoding="utf-8").split()) < 3:
            assert first.poll() is None
            time.sleep(0.01)
        first.kill()
    for _ in range(100):
        try:
            os.killpg(first.pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    raise AssertionError("processes are left")
