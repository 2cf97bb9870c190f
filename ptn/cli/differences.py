"""The difference between a file of games and its new text, as a unified diff that ``patch`` applies.

The games are compared one by one, so that the work grows with the number of games and not with its square.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from typing import Final

_CONTEXT: Final = 3
_MOST: Final = 100_000
"""Pairs of lines up to which the two forms of one game are compared line by line; beyond, all of it is replaced."""

_ESCAPES: Final = {code: f"\\{code:03o}" for code in range(32)} | {
    ord(character): f"\\{letter}" for character, letter in zip('\a\b\t\n\v\f\r"\\', 'abtnvfr"\\', strict=True)
}

Change = tuple[int, int, int, int]
"""Lines that are replaced: first and behind the last of the old ones, first and behind the last of the new ones."""


def unified_diff(name: str, before: bytes, games: Sequence[tuple[int, str]]) -> Iterator[bytes]:
    r"""Yield the lines of the difference, each with its ``\n``; nothing when there is none.

    ``games`` are the new texts, a blank line between two, each with the offset in ``before`` at which the game begins.
    """
    old = io.BytesIO(before).readlines()  # \n alone ends a line here, as it does for patch
    new: list[bytes] = []
    changes: list[Change] = []
    old_start = new_start = 0
    for number, ((_, text), old_end) in enumerate(zip(games, _ends(old, games), strict=True)):
        if number:
            new.append(b"\n")
        new += io.BytesIO(text.encode()).readlines()
        changes += _changes(old, old_start, old_end, new, new_start)
        old_start, new_start = old_end, len(new)
    if changes:
        label = _label(name)
        yield b"--- %s\n" % label
        yield b"+++ %s\n" % label
    for hunk in _hunks(changes):
        yield from _written(hunk, old, new)


def _label(name: str) -> bytes:
    """Return the name of a file as a header has it; quoted as in C where GNU diff does so, which ``patch`` reads."""
    quoted = name.translate(_ESCAPES)
    label = f'"{quoted}"' if quoted != name else f"{name}\t" if " " in name else name
    return label.encode("utf-8", "surrogateescape")


def _ends(old: list[bytes], games: Sequence[tuple[int, str]]) -> Iterator[int]:
    """Yield for every game the number of the old line at which the next one takes over, from 0.

    Blank lines between two games belong to the second, as in the new text.
    """
    line = offset = end = 0
    for begin, _ in games[1:]:
        while line < len(old) and offset < begin:
            offset += len(old[line])
            line += 1
        least, end = end, line
        while end > least and not old[end - 1].strip():
            end -= 1
        yield end
    yield len(old)


def _changes(old: list[bytes], start: int, end: int, new: list[bytes], new_start: int) -> Iterator[Change]:
    """Yield what differs between the old lines from ``start`` to ``end`` and the new ones from ``new_start`` on."""
    new_end = len(new)
    while start < end and new_start < new_end and old[start] == new[new_start]:
        start, new_start = start + 1, new_start + 1
    while start < end and new_start < new_end and old[end - 1] == new[new_end - 1]:
        end, new_end = end - 1, new_end - 1
    if start == end and new_start == new_end:
        return
    if (end - start) * (new_end - new_start) > _MOST:
        yield start, end, new_start, new_end
        return
    matcher = SequenceMatcher(None, old[start:end], new[new_start:new_end])
    for kind, i1, i2, j1, j2 in matcher.get_opcodes():
        if kind != "equal":
            yield start + i1, start + i2, new_start + j1, new_start + j2


def _hunks(changes: list[Change]) -> Iterator[list[Change]]:
    """Yield changes that are so near to each other that their context would meet, together."""
    hunk: list[Change] = []
    for change in changes:
        if hunk and change[0] - hunk[-1][1] > 2 * _CONTEXT:
            yield hunk
            hunk = []
        hunk.append(change)
    if hunk:
        yield hunk


def _written(hunk: list[Change], old: list[bytes], new: list[bytes]) -> Iterator[bytes]:
    start, end = max(0, hunk[0][0] - _CONTEXT), min(len(old), hunk[-1][1] + _CONTEXT)
    new_start, new_end = hunk[0][2] - (hunk[0][0] - start), hunk[-1][3] + (end - hunk[-1][1])
    yield f"@@ -{_range(start, end)} +{_range(new_start, new_end)} @@\n".encode()
    at = start
    for i1, i2, j1, j2 in hunk:
        yield from _marked(b" ", old[at:i1])
        yield from _marked(b"-", old[i1:i2])
        yield from _marked(b"+", new[j1:j2])
        at = i2
    yield from _marked(b" ", old[at:end])


def _range(start: int, end: int) -> str:
    count = end - start
    return f"{start + (count > 0)}" + ("" if count == 1 else f",{count}")


def _marked(mark: bytes, lines: list[bytes]) -> Iterator[bytes]:
    for line in lines:
        yield mark + line if line.endswith(b"\n") else mark + line + b"\n\\ No newline at end of file\n"
