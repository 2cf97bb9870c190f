"""Where a command prints: results on standard output, everything else on standard error, and how it will end."""

from __future__ import annotations

import contextlib
import io
import os
import re
import sys
import time
from typing import IO, Any, BinaryIO, Final

FINDINGS: Final = 1
"""Exit status: the input has errors."""
FAILURE: Final = 2
"""Exit status: wrong usage, a file that can't be read, a bug."""

_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_STYLES: Final = {
    "error": "1;31", "warning": "1;33", "info": "1;36", "caret": "1;32", "bold": "1", "hint": "36", "added": "32",
    "removed": "31",
}  # fmt: skip


def first_line(text: str, most: int = 200) -> str:
    """Return text as one line that is safe to show; what is longer than ``most`` characters is cut."""
    from ptn.core.source import printable

    return printable(text if len(text) <= most else text[: most - 3] + "...")


class Console:
    """The two streams of a command, how much it says, in what colours, and the exit status so far."""

    def __init__(self, *, owns_process: bool = False) -> None:
        """``owns_process`` tells that the process is there for the command, so that its signals are the command's."""
        self.owns_process = owns_process
        self.quiet = False
        self.verbose = False
        self.color: bool | None = None
        self.status = 0
        self.said = 0  # lines on standard error
        self._out: BinaryIO | None = None
        self._flush_each = False
        self._reached: tuple[int, str] | None = None
        self._progress = ""
        self._next_progress: float | None = None
        self._shows_progress: bool | None = None

    # -- results ----

    def result(self, line: str) -> None:
        r"""Write a line for people to standard output; what its encoding lacks is written as ``\x..``."""
        encoding = getattr(sys.stdout, "encoding", None) or "utf-8"
        self.write(f"{line}\n".encode(encoding, "backslashreplace"))

    def data(self, text: str) -> None:
        """Write text for programs to standard output, as UTF-8 whatever the terminal speaks."""
        self.write(text.encode("utf-8", "backslashreplace"))

    def write(self, data: bytes) -> None:
        """Write bytes to standard output; raises ``OSError`` when it takes none."""
        self._clear_progress()
        if self._out is None:
            sys.stdout.flush()
            self._out, self._flush_each = sys.stdout.buffer, sys.stdout.isatty()
            if isinstance(self._out, io.RawIOBase):  # python -u: a raw stream may take only a part of what it is given
                self._out, self._flush_each = io.BufferedWriter(self._out), True
        self._out.write(data)
        if self._flush_each:
            self._out.flush()

    def flush(self) -> None:
        """Bring what was written on its way; raises ``OSError`` when that is not possible."""
        if self._out is not None:
            self._out.flush()

    def abandon(self) -> None:
        """Flush the streams; give up those that take no more, so that nothing is tried on them again at the end."""
        self._clear_progress()
        for stream in (self._out, sys.stdout, sys.stderr):
            if stream is not None:
                _flush_or_drop(stream)

    # -- everything else ----

    def note(self, line: str) -> None:
        """Say something on standard error, unless asked to be quiet."""
        if not self.quiet:
            self.error_line(line)

    def fail(self, message: str) -> None:
        """Name a failure on standard error: a file that can't be read, a bug. The exit status becomes 2."""
        self.error_line(f"ptn: {message}")
        self.status = FAILURE

    def found(self) -> None:
        """Remember that the input has errors: the exit status becomes 1, or stays 2."""
        self.status = max(self.status, FINDINGS)

    def error_line(self, line: str) -> None:
        """Write a line to standard error, behind all that was written to standard output before."""
        self._clear_progress()
        self.flush()
        self.said += 1
        if sys.stderr is None:
            return
        encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
        with contextlib.suppress(OSError):  # nobody is left to be told
            sys.stderr.write(line.encode(encoding, "backslashreplace").decode(encoding) + "\n")
        _flush_or_drop(sys.stderr)

    def progress(self, count: int, noun: str) -> None:
        """Say on a terminal, after a second, how far long work has come; the next output wipes it away."""
        self._reached = count, noun
        now = time.monotonic()
        if self._next_progress is None:
            self._next_progress = now + 1.0
        if now < self._next_progress:
            return
        self._next_progress = now + 0.25
        if self._shows_progress is None:
            self._shows_progress = not self.quiet and sys.stderr is not None and sys.stderr.isatty()
        if self._shows_progress:
            self._progress = f"{count:,} {noun} ..."
            self._on_terminal(f"\r{self._progress}")

    def interrupted(self) -> None:
        """Bring out what was found so far, and say how far that is."""
        self.abandon()
        if self._reached is not None:
            count, noun = self._reached
            self.note(f"interrupted after {count:,} {noun}")

    def _clear_progress(self) -> None:
        if self._progress:
            self._on_terminal(f"\r{' ' * len(self._progress)}\r")
            self._progress = ""

    def _on_terminal(self, text: str) -> None:
        with contextlib.suppress(OSError):  # a terminal that was closed
            sys.stderr.write(text)
            sys.stderr.flush()

    # -- colours ----

    def paints(self, stream: Any = None) -> bool:
        """Whether colours are for a stream (standard output when left out): asked for, or on a terminal."""
        if self.color is not None:
            return self.color
        if os.environ.get("NO_COLOR"):
            return False
        if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
            return True
        stream = sys.stdout if stream is None else stream
        return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def _flush_or_drop(stream: IO[Any]) -> None:
    """Flush a stream; when it takes nothing, let what it holds and all that will come go nowhere."""
    try:
        stream.flush()
    except OSError:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, stream.fileno())
        os.close(nothing)
        stream.flush()


def painted(text: str, style: str) -> str:
    """Return text in a style of this program (the keys of ``_STYLES``)."""
    return f"\x1b[{_STYLES[style]}m{text}\x1b[0m"


def to_json(value: object) -> str:
    r"""Return a value as one line of JSON, valid UTF-8: a byte that could not be decoded reads ``\x..`` in it."""
    import json

    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if _LONE_SURROGATE.search(text) is None:
        return text
    from ptn.core.source import printable

    return _LONE_SURROGATE.sub(lambda match: "\\" + printable(match[0]), text)
