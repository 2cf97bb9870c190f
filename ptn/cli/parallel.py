"""Work over many games in several processes: the same results in the same order as in one.

The first process reads the input and cuts games out; each of the others has one group of them in hand at a time. No
process is ever written to before it has been listened to, so that none waits for one that waits for it.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, TypeVar

import click

from ptn.cli.console import Console
from ptn.cli.inputs import Batch, Item, results_of
from ptn.cli.recorder import Recorder, say

Result = TypeVar("Result")
_GROUP: Final = 1 << 17
"""Characters of games that are worth the way to another process and back."""


def cores() -> int:
    """Return how many processes can run at once."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class _Ended(Exception):
    """A process is gone that should be at work."""


@dataclass(slots=True, eq=False)
class _Step(Generic[Result]):
    """A part of the work in its place: a group of games for any process, or something that only the first can do."""

    group: list[Batch] | None = None
    here: Callable[[], Iterable[Result]] | None = None
    results: list[Result] | None = None


@dataclass(slots=True, eq=False)
class _Worker(Generic[Result]):
    """Another process, the way to it, and what it has in hand."""

    process: BaseProcess
    connection: Connection
    step: _Step[Result] | None = None

    def give(self, step: _Step[Result]) -> None:
        """Hand a step over; the process must have nothing in hand."""
        try:
            self.connection.send(step.group)
        except OSError:
            raise _Ended from None
        self.step = step

    def take(self) -> None:
        """Wait for the results of the step in hand; raise the exception that came in place of them."""
        assert self.step is not None
        try:
            answer = self.connection.recv()
        except (EOFError, OSError):
            raise _Ended from None
        if isinstance(answer, Exception):
            raise answer
        self.step.results, self.step = answer, None


class Crew(Generic[Result]):
    """The processes that work on one task, and what is done for them in this one.

    ``task`` and what it returns must be picklable. 0 ``jobs`` are one for every core.
    """

    def __init__(self, task: Callable[[Item], Result], console: Console, jobs: int) -> None:
        self._task = task
        self._console = console
        self._jobs = jobs or cores()
        self._workers: list[_Worker[Result]] = []

    def run(self, parts: Callable[[Console], Iterator[Item | Batch | Callable[[], Result]]]) -> Iterator[Result]:
        """Yield the results. What is said about files comes between them, where one process would say it."""
        steps = self._steps(parts)
        first = list(islice(steps, 2))
        if len(first) == 1 and first[0].group is not None:  # not enough for two
            yield from _worked(self._task, first[0].group)
            return
        self._start()
        try:
            yield from self._in_order(chain(first, steps))
        except _Ended:
            self._stop()
            why = "a process that worked on the games was ended from outside, perhaps for want of memory"
            self._console.fail(f"{why}: the work is not complete")
            click.get_current_context().exit(self._console.status)
        for worker in self._workers:
            worker.connection.close()  # at which it ends
            worker.process.join()

    def _steps(
        self, parts: Callable[[Console], Iterator[Item | Batch | Callable[[], Result]]]
    ) -> Iterator[_Step[Result]]:
        said = Recorder()
        group: list[Batch] = []
        size = 0
        for part in chain(parts(said), (None,)):
            if group and (said.calls or size >= _GROUP or not isinstance(part, Batch)):
                yield _Step(group)
                group, size = [], 0
            if said.calls:
                yield _Step(here=partial(self._say, said.calls))
                said.calls = []
            if isinstance(part, Batch):
                group.append(part)
                size += len(part.piece.source.text)
            elif part is not None:
                yield _Step(here=partial(results_of, self._task, part))

    def _say(self, calls: list[tuple[str, tuple[Any, ...]]]) -> list[Result]:
        say(calls, self._console)
        return []

    def _in_order(self, steps: Iterator[_Step[Result]]) -> Iterator[Result]:
        # So many steps are cut out ahead that nobody has to wait, and no more: memory stays bounded.
        most = 2 * self._jobs + 2
        open_: deque[_Step[Result]] = deque()
        waiting: deque[_Step[Result]] = deque()
        idle = list(self._workers)
        step: _Step[Result] | None = None
        ended = False
        while open_ or not ended:
            full = ended or len(open_) >= most
            if not full:
                step = next(steps, None)
                if step is None:
                    ended = True
                else:
                    open_.append(step)
                    if step.group is not None:
                        waiting.append(step)
            while idle and waiting:
                idle.pop().give(waiting.popleft())
            busy = [worker for worker in self._workers if worker.step is not None]
            ready = wait([worker.connection for worker in busy], None if full and open_[0].here is None else 0)
            for worker in busy:
                if worker.connection not in ready:
                    continue
                worker.take()
                if waiting:
                    worker.give(waiting.popleft())
                else:
                    idle.append(worker)
            while open_ and (open_[0].here is not None or open_[0].results is not None):
                first = open_.popleft()
                yield from first.here() if first.here is not None else first.results or []

    # -- the processes ----

    def _start(self) -> None:
        context = multiprocessing.get_context("fork" if sys.platform == "linux" else None)
        forked = context.get_start_method() == "fork"
        if forked:  # a hundredth of the cost of a new interpreter; what waits to be written must not be written twice
            from ptn.notation.parser import game_tokens

            game_tokens("")  # builds the parser once for all
            self._console.flush()
        click.get_current_context().call_on_close(self._stop)
        for _ in range(self._jobs):
            ours, theirs = context.Pipe()
            inherited = [worker.connection for worker in self._workers] + [ours] if forked else []
            process = context.Process(target=_serve, args=(self._task, theirs, inherited), daemon=True)
            process.start()
            theirs.close()
            self._workers.append(_Worker(process, ours))

    def _stop(self) -> None:
        """End the processes, also in the midst of their work."""
        for worker in self._workers:
            worker.process.kill()
            worker.process.join()
            worker.connection.close()
        self._workers.clear()


def _serve(task: Callable[[Item], Result], connection: Connection, inherited: list[Connection]) -> None:
    """Work on groups of games until the first process ends or closes the way to it."""
    for other in inherited:  # held open here, they would hide the end of the others
        other.close()
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # they go to all, and the first process ends the others
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    while True:
        try:
            group: list[Batch] = connection.recv()
        except (EOFError, OSError):
            return
        answer: list[Result] | Exception
        try:
            answer = _worked(task, group)
        except Exception as error:
            answer = error
        try:
            connection.send(answer)
        except OSError:
            return


def _worked(task: Callable[[Item], Result], group: list[Batch]) -> list[Result]:
    return [result for batch in group for result in results_of(task, batch)]
