"""Records to standard PTN: one tag a line, one move a line, every spelling in its minimal form."""

from __future__ import annotations

import enum
from typing import Final

from ptn.core.errors import PtnError
from ptn.notation.explain import quoted
from ptn.notation.ply import Comment, Ply, spelled
from ptn.notation.record import TAG_NAME, Branch, Game, Tag, standard_numbers


class Style(enum.Enum):
    """How plies are spelled: shortest, with counts and drops always, or as found, and then the move numbers too."""

    MINIMAL = "minimal"
    VERBOSE = "verbose"
    KEEP = "keep"


_ARROWS: Final = str.maketrans("+-<>", "↑↓←→")


def write_game(game: Game, style: Style = Style.MINIMAL, *, arrows: bool = False) -> str:
    """Return a game as standard PTN, which reads as an equal game; the text ends with a line end.

    A game with nothing in it is a lone move number. ``arrows`` writes the directions of spreads as ``↑ ↓ ← →``. Raises
    ``PtnError`` for what PTN can't hold: a ``}`` in a comment, a line end in a tag, a tag's name with other characters
    than letters, digits and ``_``.
    """
    blocks: list[str] = []
    if game.tags:
        blocks.append("\n".join(map(tag_line, game.tags.items_in_order)))
    main = _line(game, game.first, style, arrows)
    if main:
        blocks.append(main)
    starts: list[int] = []
    for branch in game.branches:
        first = (game.first if branch.parent is None else starts[branch.parent]) + branch.at
        starts.append(first)
        blocks.append(f"{{{branch.label}}}\n{_line(branch, first, style, arrows)}")
    return "\n\n".join(blocks or ["1."]) + "\n"


def _spelled(ply: Ply, style: Style) -> str:
    if style is Style.KEEP and ply.text:
        return ply.text
    return (ply.move.verbose if style is Style.VERBOSE else str(ply.move)) + spelled(ply.marks)


def tag_line(tag: Tag) -> str:
    """Return the line of a tag; raise ``PtnError`` for a name or a value that PTN can't hold."""
    if not TAG_NAME.fullmatch(tag.name):
        raise PtnError(f"{quoted(tag.name)} can't be the name of a tag in PTN: letters, digits and _ are expected")
    if "\n" in tag.value or "\r" in tag.value:
        raise PtnError(f"the value of the tag {tag.name} has a line end, which PTN can't hold")
    return str(tag)


def _comment(comment: Comment) -> str:
    if "}" in comment.text:
        raise PtnError("a comment has a }, which PTN can't hold")
    return str(comment)


def _numbers(line: Game | Branch, first: int, style: Style) -> dict[int, list[str]]:
    """Return what is written before plies to number them, by their index in the line."""
    found = line.move_numbers if style is Style.KEEP else None
    is_branch = isinstance(line, Branch)
    if found is None or (is_branch and not (found and found[0].before == 0 and found[0].text[0].isdigit())):
        return standard_numbers(first, len(line.plies), branch=is_branch)  # no branch is read without its number
    words: dict[int, list[str]] = {}
    for number in found:
        words.setdefault(number.before, []).append(number.text)
    return words


def _line(line: Game | Branch, first: int, style: Style, arrows: bool) -> str:
    """Write the main line or a branch; the move number comes first in a branch, for without it there is none."""
    numbers = _numbers(line, first, style)
    leading = [_comment(comment) for comment in line.comments]
    words = list(numbers.get(0, ()))
    if isinstance(line, Branch):
        words, leading = words + leading, []
    lines = leading
    for index, ply in enumerate(line.plies):
        if index:
            if (first + index) % 2 == 0:
                lines.append(" ".join(words))
                words = []
            words += numbers.get(index, ())
        word = _spelled(ply, style)
        words.append(word.translate(_ARROWS) if arrows else word)
        words += map(_comment, ply.comments)
    end = len(line.plies)
    if end and end in numbers:
        if (first + end) % 2 == 0:
            lines.append(" ".join(words))
            words = []
        words += numbers[end]
    if line.terminator is not None:
        words.append(str(line.terminator.result or "*"))
    words += map(_comment, line.closing)
    if words:
        lines.append(" ".join(words))
    return "\n".join(lines)
