"""What engines write into comments, as values: ``{name:"Bot" +0.14/12 1234 nodes 2960ms pv> a1 b2}``.

A note stays a comment; reading it changes nothing. A comment that begins with ``*`` is a person's, and one that holds
anything but the parts of a note is plain text: no part is picked out of a sentence.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from ptn.core.moves import Move
from ptn.notation.ply import Comment, Ply, read_ply

# Digits are counted, so that no number of absurd length is built.
_PART: Final = re.compile(
    r"""\s*+(?:
        name:"(?P<name>[^"]*+)"
      | wdl:(?P<wdl>[0-9]{1,9},[0-9]{1,9},[0-9]{1,9})
      | cp:(?P<cp>[+-]?[0-9]{1,9})
      | (?P<evaluation>[+-][0-9]{1,15}(?:\.[0-9]{1,15})?)(?:/(?P<depth>[0-9]{1,9}))?
      | (?P<nodes>[0-9]{1,18})[ ]nodes?
      | (?P<visits>[0-9]{1,18})[ ]visits?
      | (?P<ms>[0-9]{1,15}(?:\.[0-9]{1,15})?)ms
      | (?P<s>[0-9]{1,12}(?:\.[0-9]{1,15})?)s
      | (?P<pv>pv>(?!\S)[^"]*+)
    )(?!\S)""",
    re.VERBOSE,
)
_WORD: Final = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class EngineNote:
    """What an engine says about a ply; every part may be missing.

    ``evaluation`` is the value for White in points, ``depth`` how many plies were looked ahead, ``wdl`` the chances of
    a win, a draw and a loss and ``cp`` a score, both as the engine counts them; ``seconds`` is the time used; ``pv``
    the moves expected after the ply.
    """

    name: str | None = None
    evaluation: float | None = None
    depth: int | None = None
    wdl: tuple[int, int, int] | None = None
    cp: int | None = None
    nodes: int | None = None
    visits: int | None = None
    seconds: float | None = None
    pv: tuple[Move, ...] = ()

    def __str__(self) -> str:
        """The text of the comment, without braces, in the usual order of its parts."""
        parts: list[str] = []
        if self.name is not None:
            parts.append(f'name:"{self.name}"')
        if self.wdl is not None:
            parts.append(f"wdl:{','.join(map(str, self.wdl))}")
        if self.cp is not None:
            parts.append(f"cp:{self.cp}")
        if self.evaluation is not None:
            depth = "" if self.depth is None else f"/{self.depth}"
            parts.append(f"{_decimal(self.evaluation):+f}{depth}")
        if self.nodes is not None:
            parts.append(f"{self.nodes} nodes")
        if self.visits is not None:
            parts.append(f"{self.visits} visits")
        if self.seconds is not None:
            parts.append(f"{_plain(_decimal(self.seconds) * 1000)}ms")
        if self.pv:
            parts.append(f"pv> {' '.join(map(str, self.pv))}")
        return " ".join(parts)


def parse_note(comment: Comment | str) -> EngineNote | None:
    """Return the note that a comment holds, None when it is no engine's. The text is that between the braces.

    >>> note = parse_note('name:"Bot 7s" +0.14/12 2960ms pv> a1 b2')
    >>> note.name, note.evaluation, note.depth, note.seconds, [str(move) for move in note.pv]
    ('Bot 7s', 0.14, 12, 2.96, ['a1', 'b2'])
    >>> parse_note("pushed +3 squares") is None
    True
    """
    text = comment.text if isinstance(comment, Comment) else comment
    end = len(text.rstrip())
    if not end or text.lstrip().startswith("*"):
        return None
    found: dict[str, str] = {}
    at = 0
    while at < end:
        part = _PART.match(text, at)
        if part is None:
            return None
        at = part.end()
        for key, value in part.groupdict().items():
            if value is None:
                continue
            if key in ("ms", "s"):
                key, value = "seconds", str(Decimal(value) / (1000 if key == "ms" else 1))
            if key in found:
                return None
            found[key] = value
    pv = _moves(found.get("pv", ""))
    if pv is None:
        return None
    wdl = found.get("wdl")
    win, draw, loss = map(int, wdl.split(",")) if wdl else (0, 0, 0)
    return EngineNote(
        found.get("name"),
        float(found["evaluation"]) if "evaluation" in found else None,
        _number(found.get("depth")),
        (win, draw, loss) if wdl else None,
        _number(found.get("cp")),
        _number(found.get("nodes")),
        _number(found.get("visits")),
        float(found["seconds"]) if "seconds" in found else None,
        pv,
    )


def engine_notes(ply: Ply) -> tuple[EngineNote, ...]:
    """Return the notes of engines among the comments of a ply, in order."""
    notes = map(parse_note, ply.comments)
    return tuple(note for note in notes if note is not None)


def _moves(line: str) -> tuple[Move, ...] | None:
    """Return the moves behind ``pv>``; None when a word is no ply."""
    moves: list[Move] = []
    for word in _WORD.findall(line)[1:]:
        ply = read_ply(word)
        if ply is None:
            return None
        moves.append(ply.move)
    return tuple(moves)


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _decimal(value: float) -> Decimal:
    """Return the shortest decimal number that reads as this one."""
    return Decimal(repr(value))


def _plain(value: Decimal) -> str:
    text = f"{value:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
