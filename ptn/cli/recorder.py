"""What is to be said, kept until its turn comes: of work done in advance or in another process."""

from __future__ import annotations

from typing import Any

from ptn.cli.console import Console


class Recorder(Console):
    """A console that keeps what it is told; it says as much, and in such colours, as the one it stands for."""

    def __init__(self, like: Console | None = None) -> None:
        super().__init__()
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        if like is not None:
            self.quiet, self.verbose, self.color = like.quiet, like.verbose, like.color

    def fail(self, message: str) -> None:
        """Keep a failure."""
        self.calls.append(("fail", (message,)))

    def error_line(self, line: str) -> None:
        """Keep a line for standard error."""
        self.calls.append(("error_line", (line,)))

    def found(self) -> None:
        """Keep that the input has errors."""
        self.calls.append(("found", ()))


def say(calls: list[tuple[str, tuple[Any, ...]]], console: Console) -> None:
    """Say to a console what a ``Recorder`` kept."""
    for name, arguments in calls:
        getattr(console, name)(*arguments)
