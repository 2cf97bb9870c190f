"""Files that are written whole or not at all, and never over another one without being asked."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Sequence
from types import TracebackType
from typing import BinaryIO

import click

from ptn.cli.console import Console, first_line


class Target:
    """Where a command writes its data: standard output (no name, or ``-``), or a file.

    A file is written beside its place and gets its name at the end, when all went well and something was written.
    """

    def __init__(self, name: str | None, console: Console, *, force: bool, end: str = "", nothing: str = "") -> None:
        """``end`` is written at the end when something was written before, else to standard output ``nothing``.

        Raise ``click.UsageError`` for a file that exists already, unless forced, or can't be written.
        """
        self.is_empty = True
        self.added = 0  # texts that add wrote
        self._end = end
        self._nothing = nothing
        self._console = console
        self._temporary = ""
        self._stream: BinaryIO | None = None
        if name in (None, "-"):
            return
        assert name is not None
        if not name:
            raise click.UsageError("The name of the file for -o is empty.")
        self._place = os.path.realpath(name)
        try:
            self._open(name, force=force)
        except (OSError, ValueError) as error:
            raise click.UsageError(f"{first_line(name)}: {getattr(error, 'strerror', None) or error}") from None

    def _open(self, name: str, *, force: bool) -> None:
        self._mode: int | None = None
        with contextlib.suppress(FileNotFoundError):
            self._mode = os.stat(self._place).st_mode
        if self._mode is not None:
            if stat.S_ISDIR(self._mode):
                raise click.UsageError(f"{first_line(name)} is a directory.")
            if not stat.S_ISREG(self._mode):  # a device or a pipe: there is nothing to be lost
                self._stream = open(self._place, "wb")  # noqa: SIM115
                return
            if not force:
                raise click.UsageError(f"{first_line(name)} exists already; --force overwrites it.")
        folder, base = os.path.split(self._place)
        self._temporary = os.path.join(folder, f".{base[:100]}.{secrets.token_hex(4)}.tmp")
        self._stream = open(self._temporary, "xb")  # noqa: SIM115

    def write(self, text: str) -> None:
        """Write text, as UTF-8."""
        self.is_empty = False
        if self._stream is None:
            self._console.data(text)
        else:
            self._stream.write(text.encode("utf-8", "backslashreplace"))

    def add(self, text: str, first: str = "", between: str = "") -> None:
        """Write text behind ``first`` when it is the first, else behind ``between``."""
        self.write((first if self.is_empty else between) + text)
        self.added += 1

    def add_games(self, texts: Sequence[str], place: str, mend: str) -> bool:
        """Write games in PTN behind those written before; False, and a report, when the first can't stand there.

        Without a tag at its beginning, what stands behind a game is more of that game. ``place`` names the first game,
        ``mend`` is the hint.
        """
        if not self.is_empty and not texts[0].startswith("["):
            self._console.error_line(
                f"{place}: it begins without a tag and would be read as a part of the game before it: left out\n"
                f"  hint: {mend}"
            )
            self._console.found()
            return False
        self.add("\n".join(texts), between="\n")
        return True

    def __enter__(self) -> Target:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self._end and kind is None and not self.is_empty:
            self.write(self._end)
        if self._stream is None:
            if self._nothing and kind is None and self.is_empty:
                self._console.data(self._nothing)
            return
        try:
            self._stream.close()
            if self._temporary and kind is None and not self.is_empty:
                if self._mode is not None:
                    os.chmod(self._temporary, stat.S_IMODE(self._mode))
                os.replace(self._temporary, self._place)
                self._temporary = ""
        finally:
            if self._temporary:
                with contextlib.suppress(OSError):
                    os.unlink(self._temporary)


class Targets:
    """One target for all inputs, or with a directory (a name that ends with ``/``, or is one) a file for each."""

    def __init__(self, name: str | None, kind: str, console: Console, *, force: bool) -> None:
        """Raise ``click.UsageError`` for what can't be written; ``kind`` is the notation and the ending of files."""
        self._console = console
        self._force = force
        self._kind = kind
        self._folder = name if name is not None and (name.endswith("/") or os.path.isdir(name)) else None
        self._file, self._number = "", 0
        self._used: set[str] = set()
        self._target: Target | None = None
        if self._folder is None:
            self._target = self._open(name)
        else:
            try:
                os.makedirs(self._folder, exist_ok=True)
            except OSError as error:
                raise click.UsageError(f"{first_line(self._folder)}: {error.strerror}") from None

    def _open(self, name: str | None) -> Target:
        end, nothing = ("\n]\n", "[]\n") if self._kind == "json" else ("", "")
        return Target(name, self._console, force=self._force, end=end, nothing=nothing).__enter__()

    def of(self, file: str, number: int) -> Target | None:
        """Return where a game of an input file goes; None, once with a message, when it can't go there.

        A ``number`` that does not rise tells that the file is read again.
        """
        if self._folder is not None:
            if file != self._file or number <= self._number:
                self._close(None)
                self._target = self._in_folder(self._folder, file)
            self._file, self._number = file, number
        return self._target

    def _in_folder(self, folder: str, file: str) -> Target | None:
        base = "stdin" if file == "-" else os.path.basename(file)
        for ending in (".gz", ".ptn", ".tps"):
            base = base.removesuffix(ending)
        place = os.path.join(folder, f"{base}.{self._kind}")
        if place in self._used:
            self._console.fail(f"{first_line(file)}: left out; {first_line(place)} is for an input before it")
            return None
        self._used.add(place)
        try:
            return self._open(place)
        except click.UsageError as error:
            self._console.fail(f"{first_line(file)}: left out; {error.message}")
            return None

    def _close(self, kind: type[BaseException] | None) -> None:
        if self._target is not None:
            target, self._target = self._target, None
            target.__exit__(kind, None, None)

    def __enter__(self) -> Targets:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._close(kind)
