"""Texts, streams and files to games, one after another, in constant memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from ptn.core.errors import PtnError, PtnSyntaxError
from ptn.notation.decoding import decoded
from ptn.notation.pieces import pieces
from ptn.notation.record import Entry, Game


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
    return _read(decoded(stream, encoding), name, size)


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


def _read(blocks: Iterator[str], name: str, size: int | None) -> Iterator[Entry]:
    for piece in pieces(blocks, name):
        if isinstance(piece, Entry):
            yield piece
        else:
            yield from piece.entries(size)
