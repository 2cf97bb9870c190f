"""Games in other notations than PTN, as the entries that reading PTN gives: server notation, JSON and links."""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import BinaryIO, Final

from ptn.core.codes import BAD_GZIP, BAD_JSON, BAD_LINK, LINK_PLY, NO_SIZE, NOT_UTF8
from ptn.core.errors import Diagnostic, PtnError, PtnSyntaxError
from ptn.core.source import Location, Source
from ptn.notation.decoding import GZIP_MAGIC
from ptn.notation.link import Link
from ptn.notation.reader import read_text
from ptn.notation.record import Entry, Game, Tag, Tags

_BYTE_ORDER_MARK: Final = re.compile("^\ufeff+", re.MULTILINE)  # also where two files were joined
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_SERVER_GAME: Final = re.compile(r"^[ \t]*+Game#([0-9]{1,18})(?!\S)", re.MULTILINE)


def read_notation(kind: str, stream: BinaryIO, name: str, size: int | None, encoding: str) -> Iterator[Entry]:
    """Yield the games of a stream that holds ``playtak``, ``json`` or ``link``; never raises on content.

    These are read whole: they hold some games, not archives.
    """
    data = stream.read()
    try:
        if data.startswith(GZIP_MAGIC):
            data = gzip.decompress(data)
        text = _BYTE_ORDER_MARK.sub("", data.decode(encoding))
    except (OSError, EOFError, zlib.error) as error:
        yield _broken(1, Source(name, ""), Diagnostic.of(BAD_GZIP, f"the compressed data is damaged: {error}"))
        return
    except UnicodeError as error:
        yield _broken(1, Source(name, ""), Diagnostic.of(NOT_UTF8, f"the input is not {encoding}: {error}"))
        return
    if kind == "playtak":
        yield from _server(text, name, size)
    elif kind == "json":
        yield from _json(text, name)
    else:
        yield from _links(text, name, size)


def _broken(number: int, source: Source, diagnostic: Diagnostic, partial: Game | None = None) -> Entry:
    where = diagnostic.where or source.locate(0)
    found = replace(diagnostic, game=number, where=replace(where, file=source.name))
    return Entry(number, source, replace(partial or Game(), number=number), (found,), main_line_whole=False)


def _server(text: str, name: str, size: int | None) -> Iterator[Entry]:
    from ptn.formatting import standardized
    from ptn.notation.playtak import server_games

    tags = Tags(() if size is None else (Tag.of("Size", str(size)),))
    source = Source(name, text)
    begins: dict[int | None, tuple[int, int]] = {}
    for match in _SERVER_GAME.finditer(text):
        begins.setdefault(int(match[1]), match.span())
    for number, found in enumerate(server_games(text, tags=tags, name=name), 1):
        if found.fault is not None:
            yield _broken(number, source, found.fault, found.game)
        elif size is None:
            where = source.locate(*begins.get(found.number, (0, 0)))
            message = "the notation of the server does not say how large the board is"
            yield _broken(number, source, Diagnostic.of(NO_SIZE, message, hint="give --size N", where=where))
        else:  # the server has no mark for a smash, PTN does
            yield _entry(name, number, standardized(found.game, size))


def _json(text: str, name: str) -> Iterator[Entry]:
    from ptn.notation.jsonio import JsonFault, json_games

    source = Source(name, text)
    for number, found in enumerate(json_games(text), 1):
        if isinstance(found, JsonFault):
            where = source.locate(found.start, found.end)
            diagnostic = Diagnostic.of(BAD_JSON, found.message, where=where)
            # Without lines of their own for games, there are no more behind what is no JSON.
            last = not found.is_json and found.row is None
            yield _broken(number, Source(name, "") if last else source, diagnostic)
        else:
            yield _entry(name, number, found)


def _links(text: str, name: str, size: int | None) -> Iterator[Entry]:
    """Yield the games of links, one a line."""
    from ptn.notation.link import parse_link

    number = 0
    for line_number, line in enumerate(_LINE_END.split(text), 1):
        if not line.strip():
            continue
        outside = Source(name, line, line_number)
        try:
            held = parse_link(line)
        except PtnSyntaxError as error:
            number += 1
            where = error.diagnostic.where
            assert where is not None
            yield _broken(number, outside, replace(error.diagnostic, where=replace(where, line=line_number)))
            continue
        except PtnError as error:  # the package that unpacks links is missing
            number += 1
            yield _broken(number, outside, Diagnostic.of(BAD_LINK, str(error)))
            continue
        link = outside.locate(len(line) - len(line.lstrip()), len(line.rstrip()))
        for entry in read_text(held.text, name, size):
            number += 1
            yield _within(entry, number, link, held)
            held = replace(held, name=None, ply=None, others=())  # they belong to the first


@dataclass(frozen=True, slots=True)
class LocationInLink(Location):
    """The place of a link, for something in the game that it holds; ``inside`` is the place in the text of that game.

    The offset is that of ``inside``, so that places sort as they stand in the game.
    """

    inside: Location = field(kw_only=True)

    @property
    def words(self) -> str:
        """Where it is, as the beginning of a message."""
        return f"in the game of the link, line {self.inside.line}, column {self.inside.column}: "

    def excerpt(self) -> str:
        """Return the line of the game with carets."""
        return self.inside.excerpt()


@dataclass(frozen=True, slots=True)
class SourceInLink(Source):
    """The text of a game that a link holds, and what the link says beside it."""

    link: Location = field(kw_only=True)
    held: Link = field(kw_only=True)

    def locate(self, start: int, end: int | None = None) -> Location:
        """Return the place of the link, with the place in the game inside."""
        return _located(self.link, Source.locate(self, start, end))


def _located(link: Location, inside: Location) -> Location:
    return LocationInLink(
        link.file, link.line, link.column, link.end_column, inside.offset, inside.text, inside=inside
    )  # fmt: skip


def _within(entry: Entry, number: int, link: Location, held: Link) -> Entry:
    """Return an entry read from the text in a link, with the places of the input that holds the link."""
    inside = entry.source
    source = SourceInLink(
        inside.name, inside.text, inside.line, inside.column, inside.offset, inside.byte_offset, link=link, held=held
    )
    found = tuple(
        replace(diagnostic, game=number, where=_located(link, diagnostic.where) if diagnostic.where else None)
        for diagnostic in entry.diagnostics
    )
    game = entry.game
    if game is not None and held.ply is not None:
        plies = len(game.plies) + sum(len(branch.plies) for branch in game.branches)
        if held.ply >= max(1, plies):
            message = f"the link asks for ply {held.ply}, but its game has {plies}, counted from 0"
            found += (Diagnostic.of(LINK_PLY, message, where=link, game=number),)
    return replace(
        entry, number=number, source=source, partial=replace(entry.partial, number=number, source=source),
        diagnostics=found,
    )  # fmt: skip


def _entry(name: str, number: int, game: Game) -> Entry:
    return Entry(number, Source(name, ""), replace(game, number=number))
