"""Bytes and files to games, one after another: decoding, cutting and reading in constant memory."""

from __future__ import annotations

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Final

from ptn.core.codes import BAD_GZIP, CONTROL_CHARACTER, NOT_UTF8, UNTAGGED, Code
from ptn.core.errors import Diagnostic, PtnError, PtnSyntaxError
from ptn.core.source import Source
from ptn.notation.cutter import cut
from ptn.notation.fine import count_bytes
from ptn.notation.game import read_game
from ptn.notation.record import Entry, Game

_BLOCK: Final = 1 << 18
GZIP_MAGIC: Final = b"\x1f\x8b"
"""The first bytes of anything that gzip has compressed."""
_TRAILING_CONTROLS: Final = re.compile(r"[\x00\x1a][\x00\x1a\s]*\Z")
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_MOST_CONTROLS: Final = 4096
_STRAY_BOM: Final = re.compile("\ufeff(?=[ \t\ufeff]{0,64}\\[)")


def read_text(text: str, name: str = "<text>", size: int | None = None) -> Iterator[Entry]:
    """Yield the games of a text; ``size`` (3-8) is for games whose tags give none. Never raises on content."""
    if not isinstance(text, str):
        raise TypeError(f"a text is expected, not {type(text).__name__}; read_games reads files, read_stream bytes")
    return _read(iter((text,)), name, size)


def read_stream(
    stream: BinaryIO, name: str = "-", *, size: int | None = None, encoding: str = "utf-8"
) -> Iterator[Entry]:
    """Yield the games of a stream of bytes, plain or gzip; never raises on content.

    Raises ``LookupError`` for an unknown encoding and ``OSError`` when the stream can't be read.
    """
    return _read(_decoded(stream, name, encoding), name, size)


def read_games(path: str | Path, *, size: int | None = None, encoding: str = "utf-8") -> Iterator[Entry]:
    """Yield the games of a file one after another, in constant memory; never raises on content.

    ``size`` (3-8) is for games whose tags give none. Raises ``OSError`` when the file can't be read.
    """
    with open(path, "rb") as stream:
        yield from read_stream(stream, str(path), size=size, encoding=encoding)


def parse_games(text: str, *, size: int | None = None) -> list[Game]:
    """Return the games of a text; raise ``PtnSyntaxError`` at the first broken one."""
    games = []
    for entry in read_text(text, size=size):
        for diagnostic in entry.diagnostics:
            if diagnostic.is_error:
                raise PtnSyntaxError(diagnostic)
        games.append(entry.partial)
    return games


def parse_game(text: str, *, size: int | None = None) -> Game:
    """Return the one game of a text; raise ``PtnSyntaxError`` when it is broken, ``PtnError`` for none or several."""
    games = parse_games(text, size=size)
    if len(games) != 1:
        raise PtnError(f"exactly one game was expected, the text holds {len(games)}; parse_games reads any number")
    return games[0]


class _Undecodable(Exception):
    """Bytes that the decoder or the decompressor refuses."""

    def __init__(self, kind: Code, message: str, name: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.name = name


def _decoded(stream: BinaryIO, name: str, encoding: str) -> Iterator[str]:
    """Yield text in blocks; bytes that are not UTF-8 stay as lone surrogates, for the reading of the game to report."""
    head = stream.read(2)
    rest: BinaryIO = io.BufferedReader(PutBack(head, stream))
    if head == GZIP_MAGIC:
        rest = gzip.GzipFile(fileobj=rest)  # type: ignore[assignment]
    utf8 = codecs.lookup(encoding).name == "utf-8"
    decoder = codecs.getincrementaldecoder(encoding)(errors="surrogateescape" if utf8 else "strict")
    done = 0
    while True:
        try:
            block = rest.read(_BLOCK)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise _Undecodable(BAD_GZIP, f"the compressed data is damaged: {error}", name) from None
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            offset = done + len(block) - len(error.object) + error.start  # the object begins with bytes held back
            message = f"the byte 0x{error.object[error.start]:02x} at offset {offset} is not {encoding}"
            raise _Undecodable(NOT_UTF8, message, name) from None
        except UnicodeError as error:  # such as UTF-16 without the mark that tells the order of bytes
            raise _Undecodable(NOT_UTF8, f"the input is not {encoding}: {error}", name) from None
        done += len(block)
        if text:
            yield text
        if not block:
            return


class PutBack(io.RawIOBase):
    """A stream with bytes that were read from it put back in front."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head = head
        self._stream = stream

    def readable(self) -> bool:
        """Whether it can be read: it can."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer as far as bytes come at once, and return how many; 0 is the end."""
        if self._head:
            count = min(len(self._head), len(buffer))
            buffer[:count], self._head = self._head[:count], self._head[count:]
            return count
        block = self._stream.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)


@dataclass(slots=True)
class _Position:
    """How far into the input the next game begins."""

    line: int = 1
    column: int = 1
    offset: int = 0
    byte_offset: int = 0

    def source(self, name: str, text: str) -> Source:
        return Source(name, text, self.line, self.column, self.offset, self.byte_offset)

    def advance(self, text: str) -> None:
        self.offset += len(text)
        self.byte_offset += count_bytes(text)
        if "\r" in text:
            ends = list(_LINE_END.finditer(text))
            lines, last = len(ends), ends[-1].end()
        else:
            lines, last = text.count("\n"), text.rfind("\n") + 1
        self.line += lines
        self.column = len(text) - last + 1 if lines else self.column + len(text)


def _read(blocks: Iterator[str], name: str, size: int | None) -> Iterator[Entry]:
    position = _Position()
    number = 0
    tagged = final = False
    pending = ""  # the beginning of a game that may go on
    wanted = 1  # how much text to wait for before cutting again: more and more while a long game stays open
    parts: list[str] = []
    while not final:
        try:
            block = next(blocks, None)
        except _Undecodable as error:
            fault = Diagnostic.of(error.kind, error.args[0], where=Source(name, "").locate(0), game=number + 1)
            yield Entry(number + 1, Source(name, ""), Game(number=number + 1), (fault,), main_line_whole=False)
            return
        final = block is None
        if block is not None:
            parts.append(block)
            wanted -= len(block)
            if wanted > 0:
                continue
        text = "".join([pending, *parts])
        parts.clear()
        if not position.offset and text.startswith("\ufeff"):
            position.offset, position.byte_offset, text = 1, len("\ufeff".encode()), text[1:]
        if "\ufeff" in text:  # of a file that was appended to another one
            text = _STRAY_BOM.sub(" ", text)
        controls = _TRAILING_CONTROLS.search(text, max(0, len(text) - _MOST_CONTROLS))
        known = text  # without the control characters that may turn out to be the end
        if controls:
            known = text[: controls.start()]
            if final:
                text = known = known + " " * (controls.end() - controls.start())
        start = 0
        for end in cut(known, final):
            number += 1
            piece = text[start:end]
            entry = read_game(position.source(name, piece), number, size)
            if tagged and not entry.partial.tags and not piece.lstrip().startswith("["):
                # Whatever else is wrong with it, this is what has to be mended.
                entry = _with(
                    replace(entry, diagnostics=(), main_line_whole=False),
                    UNTAGGED,
                    "moves follow the result of a game without tags of their own",
                    0,
                )
            if controls and final and end == len(text):
                message = "a NUL or end-of-file character stands at the end and is ignored"
                entry = _with(entry, CONTROL_CHARACTER, message, controls.start() - start)
            yield entry
            tagged = tagged or bool(entry.partial.tags)
            position.advance(piece)
            start = end
        pending = text[start:]
        wanted = 1 if start else 2 * len(pending)


def _with(entry: Entry, kind: Code, message: str, at: int) -> Entry:
    diagnostic = Diagnostic.of(kind, message, where=entry.source.locate(at), game=entry.number)
    return replace(entry, diagnostics=(*entry.diagnostics, diagnostic))
