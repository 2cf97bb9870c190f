"""A ply as the text of a game spells it, and the dictionary of all spellings met so far.

Every distinct word is parsed once by the fine rule of the grammar and then found in a dictionary: a whole archive has
only some thousands of them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ptn.core.board_terms import Direction, Square, Stone
from ptn.core.codes import CURLY_QUOTE, DROP_COUNT, LEADING_LETTER, LETTER_CASE, PLACEMENT_COUNT, PLACEMENT_SMASH, Code
from ptn.core.errors import Diagnostic, PtnSyntaxError
from ptn.core.moves import Move, Place, Spread
from ptn.core.source import Source
from ptn.notation.parser import NotRead, PlyParts, ply_parts


@dataclass(frozen=True, slots=True)
class Remark:
    """Something to say about a part of a word: ``start`` and ``end`` are offsets in the word."""

    kind: Code
    message: str
    start: int
    end: int
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment: the text between its braces, exactly as it stands."""

    text: str

    def __str__(self) -> str:
        return f"{{{self.text}}}"


@dataclass(frozen=True, slots=True)
class Ply:
    """A move of a game's text with all that is written at it.

    ``marks`` are kept in the order written (a tinuë mark ``"`` is given as ``''``); ``letter`` is the piece letter of a
    spread, which the board must agree with; ``text`` is the word as it stands in the source, with no part in equality.
    """

    move: Move
    marks: tuple[str, ...] = ()
    comments: tuple[Comment, ...] = ()
    letter: Stone | None = field(default=None, compare=False)
    text: str = field(default="", compare=False)
    remarks: tuple[Remark, ...] = field(default=(), compare=False, repr=False)

    @property
    def smash(self) -> bool:
        """Whether the ply is written with the mark ``*``."""
        return "*" in self.marks

    def __str__(self) -> str:
        return str(self.move) + spelled(self.marks)


def spelled(marks: Sequence[str]) -> str:
    """Return marks as one text that is read as the same marks: behind a ``'`` the tinuë mark is spelled ``"``."""
    text = "".join(marks)
    if "'''" not in text:
        return text
    words: list[str] = []
    for mark in marks:
        words.append('"' if mark == "''" and words[-1:] == ["'"] else mark)
    return "".join(words)


def marks_of(text: str) -> tuple[str, ...]:
    """Return the marks that a text of nothing but marks spells."""
    ply = read_ply(f"a1>{text}")
    assert ply is not None, text
    return ply.marks


_MARK: Final = re.compile(r"""\*|''|'|"|\?\?|\?!|\?|!!|!\?|!|[‘’“”]""")  # as in the grammar
_BLANK: Final = re.compile(r"\s")
_LONG: Final = 256
_MOST_REMARKS: Final = 100
_MARKS: Final = {'"': "''"}
_STRAIGHT: Final = str.maketrans("‘’“”", "''\"\"")
_KNOWN_LIMIT: Final = 1 << 16
_known: dict[str, Ply | None] = {}

plain_plies: Final[dict[str, Ply]] = {}
"""The plies that need no second look: in standard spelling or a spelling that calls for no remark."""


def read_ply(word: str) -> Ply | None:
    """Return the ply that a word spells, None when it is none; ``explain`` says why."""
    try:
        return _known[word]
    except KeyError:
        pass
    ply = _parse(word)
    if len(_known) >= _KNOWN_LIMIT:  # bounded, whatever is read
        _known.clear()
        plain_plies.clear()
    if len(word) <= 32:
        _known[word] = ply
        if ply is not None and not ply.remarks and not (isinstance(ply.move, Place) and ply.move.count == 2):
            plain_plies[word] = ply
    return ply


def word_parts(word: str) -> PlyParts:
    """Return the parts of a word; raise ``NotRead``.

    The marks of a long one are not left to the parser, whose tokens are large.
    """
    if len(word) <= _LONG:
        return ply_parts(word)
    bare = word.rstrip("*'\"?!‘’“”")
    same: dict[str, str] = {}
    marks = tuple(same.setdefault(mark, mark) for mark in _MARK.findall(word, len(bare)))
    return replace(ply_parts(bare), marks=marks)


def _parse(word: str) -> Ply | None:
    if _BLANK.search(word):  # which the grammar passes over
        return None
    try:
        parts = word_parts(word)
    except NotRead:
        return None
    if broken_parts(parts) is not None:
        return None
    remarks: list[Remark] = []
    at = len(parts.lead or "") + len(parts.count or "")
    if parts.lead is not None and not parts.lead.isupper():
        remarks.append(Remark(LETTER_CASE, f"the piece letter {parts.lead} is written {parts.lead.upper()}", 0, 1))
    if parts.direction is not None and parts.lead is not None:
        remarks.append(
            Remark(LEADING_LETTER, f"the piece letter {parts.lead.upper()} stands in front of a spread", 0, 1,
                   "a spread needs no piece letter; if it has one, the letter stands behind")
        )  # fmt: skip
    if parts.square[0].isupper():
        remarks.append(Remark(LETTER_CASE, f"the square {parts.square} is written {parts.square.lower()}", at, at + 2))
    at += 2 + len(parts.direction or "") + len(parts.drops or "")
    if parts.top is not None and not parts.top.isupper():
        remarks.append(Remark(LETTER_CASE, f"the piece letter {parts.top} is written {parts.top.upper()}", at, at + 1))
    at += len(parts.top or "")
    for mark in parts.marks:
        if mark in "‘’“”" and len(remarks) < _MOST_REMARKS:
            plain = mark.translate(_STRAIGHT)
            message = f"the curly quotation mark {mark} stands for the mark {_MARKS.get(plain, plain)}"
            remarks.append(Remark(CURLY_QUOTE, message, at, at + 1))
        at += len(mark)
    written = "".join(parts.marks)
    straight = written.translate(_STRAIGHT)  # two curly quotation marks are one mark, as two straight ones are
    marks = tuple(
        _MARKS.get(mark, mark) for mark in (parts if straight == written else word_parts(f"a1>{straight}")).marks
    )
    square = Square.from_name(parts.square.lower())
    letter = parts.top or parts.lead
    stone = Stone.from_letter(letter.upper()) if letter else None
    move: Move
    if parts.direction is None:
        move = Place(square, stone or Stone.FLAT, int(parts.count or 1))
    else:
        count = int(parts.count or 1)
        drops = tuple(map(int, parts.drops)) if parts.drops else (count,)
        move = Spread(square, Direction.from_symbol(parts.direction), drops)
    return Ply(move, marks, (), stone if parts.direction is not None else None, word, tuple(remarks))


def broken_parts(parts: PlyParts) -> Remark | None:
    """Say what is wrong with a word whose parts are well formed each by itself; None when nothing is."""
    lead, count = len(parts.lead or ""), len(parts.count or "")
    at = lead + count + 2
    if parts.direction is None:
        # Two flats on one square are White's first ply of one opening; the game's reader knows whether it is that ply.
        if count and (parts.count != "2" or (parts.lead or "F") not in "Ff"):
            return Remark(
                PLACEMENT_COUNT, f"a placement has no count: {parts.count} stands before {parts.square}",
                lead, lead + 1, "for a spread, write the direction + - < or > behind the square",
            )  # fmt: skip
        for mark in parts.marks:
            if mark == "*":
                return Remark(PLACEMENT_SMASH, "the mark * needs a spread: a placement smashes nothing", at, at + 1)
            at += len(mark)
        return None
    lifted = int(parts.count or 1)
    if parts.drops is not None and sum(map(int, parts.drops)) != lifted:
        dropped = sum(map(int, parts.drops))
        return Remark(
            DROP_COUNT, f"{lifted} lifted, {dropped} dropped: the drops {parts.drops} must add up to {lifted}",
            at + 1, at + 1 + len(parts.drops), "the first digit is the number lifted, the digits behind are drops",
        )  # fmt: skip
    if parts.lead is not None and parts.top is not None:
        at += 1 + len(parts.drops or "")
        if parts.lead.upper() != parts.top.upper():
            from ptn.core.codes import WRONG_LETTER

            return Remark(WRONG_LETTER, f"the piece letters {parts.lead} and {parts.top} differ", at, at + 1)
    return None


def parse_ply(text: str) -> Ply:
    """Return the ply of a text such as ``3c3>12*'``; raise ``PtnSyntaxError`` when it is none.

    Blanks may stand around it, but none within.

    >>> parse_ply("Cc4''").marks
    ("''",)
    """
    word = text.strip()
    ply = read_ply(word)
    if ply is None:
        from ptn.notation.explain import explain

        fault, at = explain(word), text.index(word)
        where = Source("<ply>", text).locate(at + fault.start, at + fault.end)
        raise PtnSyntaxError(Diagnostic.of(fault.kind, fault.message, hint=fault.hint, where=where))
    return ply


def parse_move(text: str) -> Move:
    """Return the move of a text such as ``3c3>12``; marks are read and left out. Raise ``PtnSyntaxError``.

    >>> parse_move("1a1>1") == parse_move("a1>")
    True
    """
    return parse_ply(text).move
