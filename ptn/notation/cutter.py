"""A text of many games, cut into the texts of single games in one pass that knows only comments, tags and results.

A game ends at its result, or where a tag follows movetext; never at a blank line. Comments behind a result belong to
the game before it, and so do branches. After a fault - a ``{`` that is never closed, a ``[`` that begins no tag - the
game goes on to the next line that begins a tag block, so that one broken game can't swallow the next.
"""

from __future__ import annotations

import re
from typing import Final

TAG: Final = r'\[[ \t]*[A-Za-z0-9_]+[ \t]*"(?:[^"\\\r\n]++|\\[^\r\n])*+"[ \t]*\]'
_END: Final = r"(?![^\s\[{])"
_BOM: Final = "\ufeff"
# Every alternative begins with a plain character: then the search looks for these first, at four times the speed.
# What only looks like a result, such as `R-1`, ends no game: it is a fault of the game it stands in.
_MARKERS: Final = (
    r"\{"
    rf"|\[(?:{TAG[2:]}(?:\s*+{TAG})*+)?"
    + "".join(rf"|{letter}-0{_END}" for letter in "RrFf")
    + rf"|0-[RrFf01]{_END}|1(?:-0|/2(?:-1/2)?|-2-1-2){_END}|½-½{_END}|\*{_END}"
)
_MARKER: Final = re.compile(_MARKERS)
# Where byte order marks are, one before a tag is a marker, too: it stands where a file was appended to another one.
_BEFORE_TAG: Final = rf"[ \t{_BOM}]{{0,64}}\["
_MARKER_OR_BOM: Final = re.compile(
    _MARKERS.replace(_END, rf"(?![^\s\[{{{_BOM}]|{_BOM}(?!{_BEFORE_TAG}))") + rf"|{_BOM}(?={_BEFORE_TAG})"
)
_WORD: Final = re.compile(r"\S")
_WORD_END: Final = re.compile(r"[\s\[{]")
_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_TAG_HEAD: Final = re.compile(r'\[[ \t]*[A-Za-z0-9_]+[ \t]*"')
_TAG_LINE: Final = re.compile(rf"(?:^|(?<=[\r\n]))[ \t{_BOM}]*{_TAG_HEAD.pattern}")
_REST_OF_TAG_BLOCK: Final = re.compile(rf"[^\r\n]*+(?:(?:\r\n|\r|\n)(?:[ \t{_BOM}]*(?:\[[^\r\n]*+)?(?=[\r\n]|\Z)))*+")
_REST_OF_LINES: Final = re.compile(rf"[^\r\n]*+(?:(?:\r\n|\r|\n)[ \t{_BOM}]*\[[^\r\n]*+)*+")
_LABEL: Final = re.compile(r"\{(?:[0-9]{1,6}[wb][0-9]{0,6}/)*([0-9]{1,6})[wb][0-9]{0,6}\}")
# Comments may stand between a label and its number, but no other label: so no comment is looked at for two labels.
_GAP: Final = re.compile(rf"\s*+(?:(?!{_LABEL.pattern})\{{[^}}]*+\}}\s*+)*+")
_NUMBER: Final = re.compile(r"([0-9]{1,6})\.")


def is_branch_label(text: str, start: int, final: bool = True) -> bool | None:
    """Whether the comment that begins at ``start`` opens a branch: a blank line before it, a move number behind it.

    Comments may stand between them when the number is that of the label. None when the text is not ``final`` and ends
    too early to tell.
    """
    label = _LABEL.match(text, start)
    if label is None or not _follows_blank_line(text, start):
        return False
    gap = _GAP.match(text, label.end())
    assert gap is not None
    at = gap.end()
    number = _NUMBER.match(text, at)
    if number is not None:
        return "{" not in gap[0] or int(number[1]) == int(label[1])
    if final:
        return False
    rest = text[at : at + 7]
    complete = text.find("}", at) >= 0 if rest[:1] == "{" else len(rest) == 7 or (rest != "" and not rest.isdigit())
    return False if complete else None


def _follows_blank_line(text: str, place: int) -> bool:
    """Whether a blank line stands before a place: two line ends or more among the blanks in front of it."""
    start = place
    while start and text[start - 1].isspace():  # no blank is walked over for two labels
        start -= 1
    line_end = _LINE_END.search(text, start, place)
    return line_end is not None and _LINE_END.search(text, line_end.end(), place) is not None


def _begins_tag_line(text: str, place: int, start: int) -> bool:
    """Whether a line of the game from ``start`` begins with the ``[`` at a place, and a tag's name with it."""
    line = text.rfind("\n", start, place) + 1
    line = max(line, text.rfind("\r", max(start, line), place) + 1, start)
    return _TAG_HEAD.match(text, place) is not None and not text[line:place].replace(_BOM, "").strip()


def next_tag_block(text: str, fault: int, start: int, *, in_movetext: bool) -> int | None:
    """Return where reading goes on after a fault: the next line that begins a tag block; None when there is none.

    A fault within a tag block takes the rest of that block with it, so that one fault costs one game; behind movetext
    such a block ends at a blank line. ``start`` is where the game begins; what stands before it, even in the same line,
    is of no account.
    """
    at = fault
    if text[fault] == "[":
        line_start = text.rfind("\n", start, fault) + 1
        line_start = max(line_start, text.rfind("\r", max(start, line_start), fault) + 1, start)
        if text[line_start:fault].replace(_BOM, "").strip()[:1] in ("", "["):
            rest = (_REST_OF_LINES if in_movetext else _REST_OF_TAG_BLOCK).match(text, fault)
            assert rest is not None
            at = rest.end()
    line_end = _LINE_END.search(text, at)
    block = _TAG_LINE.search(text, line_end.end()) if line_end else None
    return block.start() if block else None


def cut(text: str, final: bool = True, boms: list[int] | None = None) -> list[int]:
    """Return the offsets at which the games of a text end, in order.

    ``boms`` gets the offsets of the byte order marks before tags, which count as blanks; one in a comment or a tag's
    value is text like any.

    When the text is not ``final``, more of it may follow: games that may go on with it are left out, and the rest must
    be given again together with what follows. Every call begins at the start of a game.
    """
    ends: list[int] = []
    start = at = 0
    in_movetext = ended = False
    last_brace = text.rfind("}")
    marker = _MARKER_OR_BOM if _BOM in text else _MARKER
    while True:
        match = marker.search(text, at)
        gap_end = match.start() if match else len(text)
        if at < gap_end and (word := _WORD.search(text, at, gap_end)):
            if ended:
                if match is None and not final and _WORD_END.search(text, word.end()) is None:
                    return ends  # more of it may make it a result
                start = word.start()
                ends.append(start)
                ended = False
            in_movetext = True
        if match is None:
            break
        place, at = match.start(), match.end()
        kind = text[place]
        if kind == _BOM:
            if boms is not None:
                boms.append(place)
            continue
        if kind not in "{[":
            if place == 0 or text[place - 1].isspace() or text[place - 1] in "}]":
                if at == len(text) and not final:
                    return ends
                ended = True
            in_movetext = True
            continue
        if at - place > 1:  # a block of tags
            if in_movetext:
                start = place
                ends.append(start)
                in_movetext = ended = False
            continue
        if kind == "{" and at <= last_brace:
            at = text.index("}", at) + 1
            if ended:
                branch = is_branch_label(text, place, final)
                if branch is None:
                    return ends
                ended = not branch
            continue
        if not final and (kind == "{" or _LINE_END.search(text, at) is None):
            return ends
        if in_movetext and kind == "[" and (ended or _begins_tag_line(text, place, start)):
            start = place  # a broken tag behind movetext begins a game as a good one does
            ends.append(start)
            in_movetext = False
        resume = next_tag_block(text, place, start, in_movetext=in_movetext)
        if resume is None:
            if not final:
                return ends
            break
        start = at = resume
        ends.append(start)
        in_movetext = ended = False
    if final and _WORD.search(text, start):
        ends.append(len(text))
    elif final and ends:
        ends[-1] = len(text)
    return ends
