"""The command line: thin modules, one a command. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Sequence
from typing import Final, NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells give it."""

_ENDINGS: Final = ("SIGTERM", "SIGHUP")


class Ended(BaseException):
    """The process was asked to end: passes through all that is half done, so that it is cleared away."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run ``ptn`` with these arguments (those of the process when left out) and end the process."""
    if sys.stderr is None:  # closed by the caller; click would print wrong usage among the results
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        _heed_signals()
        from ptn.cli.app import app

        app.main(None if arguments is None else list(arguments), prog_name="ptn")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Ended as ended:
        os.kill(os.getpid(), ended.number)  # by now it ends the process, and who waits for it sees what ended it
    except OSError as error:  # a stream that does not even take the help, the version or wrong usage
        from ptn.cli.console import Console

        console = Console()
        console.abandon()
        console.fail(f"output: {error.strerror}")
        sys.exit(console.status)
    raise AssertionError("click ends the process")


def _heed_signals() -> None:
    """Let the signals that end a process raise ``Ended`` once; what the caller ignores stays ignored."""
    ours = os.getpid()

    def end(number: int, _: object) -> None:
        signal.signal(number, signal.SIG_DFL)
        if os.getpid() != ours:  # a process that was forked off for a part of the work has nothing to clear away
            os.kill(os.getpid(), number)
        raise Ended(number)

    for name in _ENDINGS:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is not None and signal.getsignal(number) is signal.SIG_DFL:
            with contextlib.suppress(ValueError):  # not in the main thread
                signal.signal(number, end)
