"""A text with a name: offsets become lines and columns, and a place becomes an excerpt with a caret."""

from __future__ import annotations

import re
import unicodedata
from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import lru_cache

_LINE_END = re.compile(r"\r\n|\n|\r")
_EXCERPT_WIDTH = 100
_KEPT_WIDTH = 1000
"""Characters of a long line that a place keeps, so that many places in one huge line stay small."""


@dataclass(frozen=True, slots=True)
class Location:
    """A place in a file: lines and columns from 1, ``end_column`` just behind the last character.

    ``text`` is the source line; of a very long one only the part around the place, beginning in ``text_column``. A
    place that goes on over several lines ends with its first one here. ``offset`` counts characters from the start of
    the input, from 0.
    """

    file: str
    line: int
    column: int
    end_column: int
    offset: int
    text: str
    text_column: int = 1

    def excerpt(self) -> str:
        """Return the source line and, below it, carets under the place; long lines are cut around the place.

        >>> print(Location("a.ptn", 1, 4, 7, 3, "1. zz9 c3").excerpt())
        1. zz9 c3
           ^^^
        """
        start = self.column - self.text_column
        end = max(self.end_column - self.text_column, start + 1)
        first = max(0, min(start - _EXCERPT_WIDTH // 3, len(self.text) - _EXCERPT_WIDTH))
        last = min(len(self.text), first + _EXCERPT_WIDTH)
        before = "..." if first or self.text_column > 1 else ""
        after = "..." if last < len(self.text) or len(self.text) == _KEPT_WIDTH else ""
        shown = before + printable(self.text[first:last]) + after
        margin = " " * _width(before + printable(self.text[first:start]))
        marked = _width(printable(self.text[start : min(end, last)]))
        return f"{shown}\n{margin}{'^' * max(1, marked)}"


@dataclass(frozen=True, slots=True)
class Source:
    r"""A text, or a part of a longer one: ``line``, ``column`` and ``offset`` say where in the whole input it begins.

    Lines and columns count from 1, offsets from 0 in characters. ``\n``, ``\r\n`` and ``\r`` end a line.
    """

    name: str
    text: str
    line: int = 1
    column: int = 1
    offset: int = 0
    byte_offset: int = 0

    def locate(self, start: int, end: int | None = None) -> Location:
        """Return the place of the characters from ``start`` up to ``end`` (one character when left out).

        Offsets outside of the text are taken as its nearest end, so that the end of the input has a place too.
        """
        text = self.text
        start = min(max(start, 0), len(text))
        end = start + 1 if end is None else max(start, min(end, len(text)))
        starts = _line_starts(text)
        index = bisect_right(starts, start) - 1
        line_start = starts[index]
        stop = starts[index + 1] if index + 1 < len(starts) else len(text)
        while stop > line_start and text[stop - 1] in "\r\n":  # a line has one end, of one or two characters
            stop -= 1
        kept = max(line_start, start - _KEPT_WIDTH // 2)
        shown = text[kept : min(stop, kept + _KEPT_WIDTH)]
        shift = 1 - line_start + (self.column - 1 if index == 0 else 0)
        end_column = max(start + 1, min(end, stop)) + shift
        return Location(
            self.name, self.line + index, start + shift, end_column, self.offset + start, shown, kept + shift
        )


@lru_cache(maxsize=8)
def _line_starts(text: str) -> array[int]:
    """Return the offsets at which lines begin; cached, since one text often has many places."""
    starts = array("I" if len(text) < 1 << 32 else "Q", (0,))  # small also for a text of nothing but line ends
    starts.extend(match.end() for match in _LINE_END.finditer(text))
    return starts


def printable(text: str) -> str:
    r"""Return text that is safe to show: tabs as a blank, control characters and undecodable bytes as ``\x..``."""
    if text.isprintable():
        return text
    return "".join(map(_printable_character, text))


def _printable_character(character: str) -> str:
    if character.isprintable():
        return character
    if character in "\t\r\n":
        return " "
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that could not be decoded, kept as a lone surrogate
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def _width(text: str) -> int:
    """Count the terminal columns of printable text."""
    return len(text) if text.isascii() else sum(map(_character_width, text))


def _character_width(character: str) -> int:
    """Return 2 for a wide character and 0 for a mark on another one (``unicodedata.combining`` misses many)."""
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
