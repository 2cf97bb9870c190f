"""The command line: thin modules, one a command. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import errno
import io
import os
import sys
from collections.abc import Sequence
from typing import BinaryIO, NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells give it."""


class Ended(BaseException):
    """The process was asked to end: passes through all that is half done, so that it is cleared away."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class _Closed(io.TextIOBase):
    """Stands for a standard output that the caller closed: what is written there is no result that anybody has."""

    def write(self, _: str) -> NoReturn:
        raise OSError(errno.EBADF, "standard output is closed")

    @property
    def buffer(self) -> BinaryIO:
        return self.write("")


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run ``ptn`` with these arguments (those of the process when left out) and end the process."""
    if sys.stderr is None:  # closed by the caller; click would print wrong usage among the results
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stdout is None:  # click would drop the help and the version without a word
        sys.stdout = _Closed()
    try:
        from ptn.cli.app import app
        from ptn.cli.console import Console

        console = Console(owns_process=True)
        try:
            app.main(None if arguments is None else list(arguments), prog_name="ptn", obj=console)
        except OSError as error:  # a stream that does not even take the help, the version or wrong usage
            console.abandon()
            console.fail(f"output: {error.strerror}")
            sys.exit(console.status)
        except Exception:
            if not os.environ.get("_PTN_COMPLETE"):
                raise
            sys.exit(2)  # whatever is said while a shell completes a line, spoils that line
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Ended as ended:
        os.kill(os.getpid(), ended.number)  # by now it ends the process, and who waits for it sees what ended it
    raise AssertionError("click ends the process")
