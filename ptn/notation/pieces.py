"""A text of many games as pieces: some games each, cut out and not yet read, so that they can be read anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ptn.core.codes import CONTROL_CHARACTER, UNTAGGED, Code
from ptn.core.errors import Diagnostic
from ptn.core.source import Source
from ptn.notation.cutter import cut
from ptn.notation.decoding import Undecodable
from ptn.notation.fine import count_bytes
from ptn.notation.game import read_game
from ptn.notation.record import Entry, Game

_TRAILING_CONTROLS: Final = re.compile(r"[\x00\x1a][\x00\x1a\s]*\Z")
_MOST_CONTROLS: Final = 4096
_LINE_END: Final = re.compile(r"\r\n|\n|\r")
_STRAY_BOM: Final = re.compile("\ufeff(?=[ \t\ufeff]{0,64}\\[)")
_TAGGED: Final = re.compile(r"\s*+(?:\{[^}]*+\}\s*+)*+\[")


@dataclass(frozen=True, slots=True)
class Piece:
    """Some games of an input: a part of its text, and where in it each of them ends.

    ``number`` is that of the first game, from 1. ``untagged`` holds the numbers of games without tags behind one that
    has some. ``controls`` is where control characters at the end of the input begin, which are blanks in the text.
    """

    source: Source
    ends: tuple[int, ...]
    number: int
    untagged: frozenset[int] = frozenset()
    controls: int | None = None

    def entries(self, size: int | None = None) -> Iterator[Entry]:
        """Read the games; ``size`` (3-8) is for those whose tags give none. Never raises on content."""
        name, text = self.source.name, self.source.text
        place = _Place(self.source.line, self.source.column, self.source.offset, self.source.byte_offset)
        start = 0
        for number, end in enumerate(self.ends, self.number):
            game = text[start:end]
            entry = read_game(place.source(name, game), number, size)
            if number in self.untagged:
                # Whatever else is wrong with it, this is what has to be mended.
                entry = _with(
                    replace(entry, diagnostics=(), main_line_whole=False),
                    UNTAGGED,
                    "moves follow the result of a game without tags of their own",
                    0,
                )
            if self.controls is not None and end == len(text):
                message = "a NUL or end-of-file character stands at the end and is ignored"
                entry = _with(entry, CONTROL_CHARACTER, message, self.controls - start)
            yield entry
            place.advance(game)
            start = end


def pieces(blocks: Iterator[str], name: str) -> Iterator[Piece | Entry]:
    """Cut the games out of a text that comes in blocks, in memory that no number of games makes grow.

    An ``Entry`` stands for a fault that ends the input: bytes that are no text.
    """
    place = _Place()
    number = 1  # of the next game
    tagged = final = False
    pending = ""  # the beginning of a game that may go on
    wanted = 1  # how much text to wait for before cutting again: more and more while a long game stays open
    parts: list[str] = []
    while not final:
        try:
            block = next(blocks, None)
        except Undecodable as error:
            fault = Diagnostic.of(error.kind, error.args[0], where=Source(name, "").locate(0), game=number)
            yield Entry(number, Source(name, ""), Game(number=number), (fault,), main_line_whole=False)
            return
        final = block is None
        if block is not None:
            parts.append(block)
            wanted -= len(block)
            if wanted > 0:
                continue
        text = "".join([pending, *parts])
        parts.clear()
        if not place.offset and text.startswith("\ufeff"):
            place.offset, place.byte_offset, text = 1, len("\ufeff".encode()), text[1:]
        if "\ufeff" in text:  # of a file that was appended to another one
            text = _STRAY_BOM.sub(" ", text)
        controls = _TRAILING_CONTROLS.search(text, max(0, len(text) - _MOST_CONTROLS))
        known = text  # without the control characters that may turn out to be the end
        if controls:
            known = text[: controls.start()]
            if final:
                text = known = known + " " * (controls.end() - controls.start())
        ends = cut(known, final)
        if not ends:
            pending, wanted = text, 2 * len(text)
            continue
        untagged = set()
        for game, start in enumerate([0, *ends[:-1]], number):
            if _TAGGED.match(known, start):
                tagged = True
            elif tagged:
                untagged.add(game)
        cut_out = text[: ends[-1]]
        at = controls.start() if controls and final else None
        yield Piece(place.source(name, cut_out), tuple(ends), number, frozenset(untagged), at)
        number += len(ends)
        place.advance(cut_out)
        pending, wanted = text[ends[-1] :], 1


@dataclass(slots=True)
class _Place:
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


def _with(entry: Entry, kind: Code, message: str, at: int) -> Entry:
    diagnostic = Diagnostic.of(kind, message, where=entry.source.locate(at), game=entry.number)
    return replace(entry, diagnostics=(*entry.diagnostics, diagnostic))
