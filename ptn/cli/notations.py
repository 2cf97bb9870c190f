"""Games in other notations than PTN, as the entries that reading PTN gives: server notation, JSON and links."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, Final

from ptn.core.codes import BAD_GZIP, BAD_JSON, NOT_UTF8
from ptn.core.errors import Diagnostic, PtnError, PtnSyntaxError
from ptn.core.source import Source
from ptn.notation.reader import read_text
from ptn.notation.record import Entry, Game, Tag, Tags

_GZIP_MAGIC: Final = b"\x1f\x8b"


def read_notation(kind: str, stream: BinaryIO, name: str, size: int | None, encoding: str) -> Iterator[Entry]:
    """Yield the games of a stream that holds ``playtak``, ``json`` or ``link``; never raises on content.

    These are read whole: they hold some games, not archives.
    """
    data = stream.read()
    try:
        if data.startswith(_GZIP_MAGIC):
            data = gzip.decompress(data)
        text = data.decode(encoding).removeprefix("\ufeff")
    except (OSError, EOFError, zlib.error) as error:
        yield _broken(name, 1, Diagnostic.of(BAD_GZIP, f"the compressed data is damaged: {error}"))
        return
    except UnicodeError as error:
        yield _broken(name, 1, Diagnostic.of(NOT_UTF8, f"the input is not {encoding}: {error}"))
        return
    if kind == "playtak":
        yield from _server(text, name, size)
    elif kind == "json":
        yield from _json(text, name)
    else:
        yield from _links(text, name, size)


def _broken(name: str, number: int, diagnostic: Diagnostic) -> Entry:
    where = diagnostic.where or Source(name, "").locate(0)
    found = replace(diagnostic, game=number, where=replace(where, file=name))
    return Entry(number, Source(name, ""), Game(number=number), (found,), main_line_whole=False)


def _server(text: str, name: str, size: int | None) -> Iterator[Entry]:
    from ptn.formatting import standardized
    from ptn.notation.playtak import read_server_log

    tags = Tags(() if size is None else (Tag.of("Size", str(size)),))
    try:
        games = read_server_log(text, tags=tags, name=name)
    except PtnSyntaxError as error:
        yield _broken(name, 1, error.diagnostic)
        return
    for number, game in enumerate(games.values(), 1):
        yield _entry(name, number, standardized(game, size))  # the server has no mark for a smash, PTN does


def _json(text: str, name: str) -> Iterator[Entry]:
    from ptn.notation.jsonio import read_json

    try:
        games = read_json(text)
    except PtnError as error:
        yield _broken(name, 1, Diagnostic.of(BAD_JSON, str(error)))
        return
    for number, game in enumerate(games, 1):
        yield _entry(name, number, game)


def _links(text: str, name: str, size: int | None) -> Iterator[Entry]:
    """Yield the games of links, one a line; places are those in the PTN that a link holds."""
    from ptn.notation.link import parse_link

    number = 0
    for line_number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        try:
            held = parse_link(line)
        except PtnSyntaxError as error:
            number += 1
            where = error.diagnostic.where
            assert where is not None
            yield _broken(name, number, replace(error.diagnostic, where=replace(where, line=line_number)))
            continue
        for entry in read_text(held.text, f"{name}, link on line {line_number}", size):
            number += 1
            yield _renumbered(entry, number)


def _renumbered(entry: Entry, number: int) -> Entry:
    found = tuple(replace(diagnostic, game=number) for diagnostic in entry.diagnostics)
    return replace(entry, number=number, partial=replace(entry.partial, number=number), diagnostics=found)


def _entry(name: str, number: int, game: Game) -> Entry:
    return Entry(number, Source(name, ""), replace(game, number=number))
