"""A text of many games as pieces: some games each, cut out and not yet read, so that they can be read anywhere."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

from ptn.core.codes import CONTROL_CHARACTER, TOO_LONG, UNTAGGED, Code
from ptn.core.errors import Diagnostic
from ptn.core.source import Source
from ptn.notation.cutter import cut
from ptn.notation.decoding import Undecodable
from ptn.notation.fine import count_bytes
from ptn.notation.game import read_game
from ptn.notation.record import Entry, Game

_CONTROL: Final = re.compile(r"[\x00\x1a]")
_BLANKS_AND_CONTROLS: Final = string.whitespace + "\x00\x1a"
_LONGEST: Final = 1 << 22
_AROUND_BOM: Final = " \t\ufeff"
_LAST_BOMS: Final = re.compile(rf"\ufeff[{_AROUND_BOM}]*+\Z")
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
            if end - start > _LONGEST and len(game.strip()) > _LONGEST:
                entry = _broken(place.source(name, ""), number, _too_long())
            else:
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

    An ``Entry`` stands for a fault that ends the input: bytes that are no text, or a game of more characters than any.
    Whole games in front of it are cut out first.
    """
    place = _Place()
    number = 1  # of the next game
    tagged = final = False
    pending = ""  # the beginning of a game that may go on
    wanted = 1  # how much text to wait for before cutting again: more and more while a long game stays open
    parts: list[str] = []
    fault: Undecodable | None = None
    while not final and fault is None:
        try:
            block = next(blocks, None)
        except Undecodable as error:
            block, fault = "", error
        final = block is None
        if block is not None:
            parts.append(block)
            wanted -= len(block)
            if wanted > 0 and fault is None:
                continue
        text = "".join([pending, *parts])
        parts.clear()
        if not place.offset and text.startswith("\ufeff"):
            place.offset, place.byte_offset, text = 1, len("\ufeff".encode()), text[1:]
        known, at = text, None  # without the control characters that may turn out to be the end
        control = _CONTROL.search(text, len(text.rstrip(_BLANKS_AND_CONTROLS)))
        if control:
            known = text[: control.start()]
            if final:
                at = control.start()
                text = known = known + " " * (len(text) - at)
        if not final and fault is None and "\ufeff" in known:  # whether a tag follows is not known yet
            last = _LAST_BOMS.search(known, len(known.rstrip(_AROUND_BOM)))
            known = known[: last.start()] if last else known
        boms: list[int] = []
        ends = cut(known, final, boms) if fault is None else cut(known, True, boms)[:-1]  # all but the torn one
        if boms:
            text, known = _blanked(text, boms), _blanked(known, boms)
        if ends:
            untagged = set()
            for game, start in enumerate([0, *ends[:-1]], number):
                if _TAGGED.match(known, start):
                    tagged = True
                elif tagged:
                    untagged.add(game)
            cut_out = text[: ends[-1]]
            yield Piece(place.source(name, cut_out), tuple(ends), number, frozenset(untagged), at)
            number += len(ends)
            place.advance(cut_out)
            text = text[ends[-1] :]
        if fault is None and len(text) > _LONGEST:
            if text.isspace():  # blanks between games are nobody's
                place.advance(text)
                text = ""
            elif len(text.lstrip()) > _LONGEST:
                fault = _too_long()
        pending, wanted = text, 1 if ends else 2 * len(text)
    if fault is not None:
        if fault.kind is not TOO_LONG:
            place.advance(pending)
        yield _broken(place.source(name, ""), number, fault)


def _too_long() -> Undecodable:
    hint = "a } or a quotation mark may be missing, or this is no file of games"
    return Undecodable(TOO_LONG, f"a game goes on for more than {_LONGEST:,} characters", hint)


def _broken(source: Source, number: int, fault: Undecodable) -> Entry:
    """Return what stands for a game that can't be read at all."""
    said = Diagnostic.of(fault.kind, str(fault), hint=fault.hint, where=source.locate(0), game=number)
    return Entry(number, Source(source.name, ""), Game(number=number), (said,), main_line_whole=False)


def _blanked(text: str, places: list[int]) -> str:
    """Return a text with blanks for the characters at some offsets."""
    starts = [0, *(place + 1 for place in places)]
    return " ".join(text[start:end] for start, end in zip(starts, [*places, len(text)], strict=True))


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
            lines = text.count("\n") + text.count("\r") - text.count("\r\n")
            last = max(text.rfind("\n"), text.rfind("\r")) + 1
        else:
            lines, last = text.count("\n"), text.rfind("\n") + 1
        self.line += lines
        self.column = len(text) - last + 1 if lines else self.column + len(text)


def _with(entry: Entry, kind: Code, message: str, at: int) -> Entry:
    diagnostic = Diagnostic.of(kind, message, where=entry.source.locate(at), game=entry.number)
    return replace(entry, diagnostics=(*entry.diagnostics, diagnostic))
