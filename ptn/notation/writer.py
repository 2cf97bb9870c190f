"""Records to standard PTN: one tag a line, one move a line, every spelling in its minimal form."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Sequence

from ptn.core.errors import PtnError
from ptn.notation.ply import Comment, Ply, spelled
from ptn.notation.record import Game, Tag, Terminator


class Style(enum.Enum):
    """How plies are spelled: shortest, with counts and drops always, or as the record's source has them."""

    MINIMAL = "minimal"
    VERBOSE = "verbose"
    KEEP = "keep"


def write_game(game: Game, style: Style = Style.MINIMAL) -> str:
    """Return a game as standard PTN, which reads as an equal game; the text ends with a line end.

    A game with nothing in it is a lone move number. Raises ``PtnError`` for what PTN can't hold: a ``}`` in a comment,
    a line end in a tag.
    """
    blocks: list[str] = []
    if game.tags:
        blocks.append("\n".join(map(_tag, game.tags.items_in_order)))
    main = _line(game.comments, game.plies, game.first, game.terminator, game.closing, style)
    if main:
        blocks.append(main)
    starts: list[int] = []
    for branch in game.branches:
        first = (game.first if branch.parent is None else starts[branch.parent]) + branch.at
        starts.append(first)
        line = _line(branch.comments, branch.plies, first, branch.terminator, branch.closing, style, branch=True)
        blocks.append(f"{{{branch.label}}}\n{line}")
    return "\n\n".join(blocks or ["1."]) + "\n"


def write_games(games: Iterable[Game], style: Style = Style.MINIMAL) -> str:
    """Return games as one text, a blank line between two of them."""
    return "\n".join(write_game(game, style) for game in games)


def _spelled(ply: Ply, style: Style) -> str:
    if style is Style.KEEP and ply.text:
        return ply.text
    return (ply.move.verbose if style is Style.VERBOSE else str(ply.move)) + spelled(ply.marks)


def _tag(tag: Tag) -> str:
    if "\n" in tag.value or "\r" in tag.value:
        raise PtnError(f"the value of the tag {tag.name} has a line end, which PTN can't hold")
    return str(tag)


def _comment(comment: Comment) -> str:
    if "}" in comment.text:
        raise PtnError("a comment has a }, which PTN can't hold")
    return str(comment)


def _line(
    leading: Sequence[Comment],
    plies: Sequence[Ply],
    first: int,
    terminator: Terminator | None,
    closing: Sequence[Comment],
    style: Style,
    *,
    branch: bool = False,
) -> str:
    """Write the main line or a branch; the move number comes first in a branch, for without it there is none."""
    lines = [] if branch else [_comment(comment) for comment in leading]
    words = [f"{first // 2 + 1}.", *map(_comment, leading)] if branch and not plies else []
    for ordinal, ply in enumerate(plies, first):
        if ordinal % 2 == 0 or ordinal == first:
            if words:
                lines.append(" ".join(words))
            words = [f"{ordinal // 2 + 1}.", "--"] if ordinal % 2 else [f"{ordinal // 2 + 1}."]
            if branch and ordinal == first:
                words += map(_comment, leading)
        words.append(_spelled(ply, style))
        words += map(_comment, ply.comments)
    if terminator is not None:
        words.append(str(terminator.result or "*"))
    words += map(_comment, closing)
    if words:
        lines.append(" ".join(words))
    return "\n".join(lines)
