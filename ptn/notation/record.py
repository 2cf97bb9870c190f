"""Game records: what a text said, in order and without loss, and nothing about the rules."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from ptn.core.errors import Diagnostic
from ptn.core.result import Result
from ptn.core.source import Source
from ptn.notation.ply import Comment, Ply

REQUIRED_TAGS = ("Player1", "Player2", "Date", "Size", "Result")
"""The tags that the PTN standard asks for."""

KNOWN_TAGS = (
    *REQUIRED_TAGS, "Time", "Event", "Site", "Round", "Komi", "Opening", "Flats", "Caps", "Flats1", "Flats2", "Caps1",
    "Caps2", "TPS", "Clock", "Rating1", "Rating2", "Points", "PlayTakID",
)  # fmt: skip
"""The tags this package knows, in their standard spelling."""

_MOVE_NUMBER: Final = re.compile(r"[0-9]{1,6}\.*+|[-.]++")
STANDARD_LABEL: Final = re.compile(r"[1-9][0-9]{0,5}[wb][1-9][0-9]{0,5}(?:/[1-9][0-9]{0,5}[wb][1-9][0-9]{0,5})*+")
"""The label of a branch."""
TAG_NAME: Final = re.compile(r"[A-Za-z0-9_]+")
"""What the name of a tag is made of."""

_STANDARD = {name.lower(): name for name in KNOWN_TAGS}


@dataclass(frozen=True, slots=True)
class Tag:
    """One tag: its name in standard spelling, its value with escapes resolved, and the name as it was written."""

    name: str
    value: str
    written: str = field(default="", compare=False, repr=False)

    @classmethod
    def of(cls, written: str, value: str) -> Tag:
        """Make a tag; a known name in any case gets its standard spelling, any other stays as it is."""
        return cls(_STANDARD.get(written.lower(), written), value, written)

    @property
    def known(self) -> bool:
        """Whether the name is one of ``KNOWN_TAGS``."""
        return self.name.lower() in _STANDARD

    def __str__(self) -> str:
        escaped = self.value.replace("\\", "\\\\").replace('"', '\\"')
        return f'[{self.name} "{escaped}"]'


class Tags(Mapping[str, str]):
    """The tags of a game, in order. Known names are found in any case; of a repeated tag the first one counts.

    >>> tags = Tags((Tag.of("size", "5"), Tag.of("Annotator", "x")))
    >>> tags["Size"], list(tags), tags.get("Komi")
    ('5', ['Size', 'Annotator'], None)
    """

    __slots__ = ("_values", "items_in_order")

    def __init__(self, tags: Iterable[Tag] = ()) -> None:
        self.items_in_order = tags = tuple(tags)
        values: dict[str, str] = {}
        for tag in tags:
            values.setdefault(tag.name, tag.value)
        self._values = values

    def __getitem__(self, name: str) -> str:
        value = self._values.get(name)
        if value is None:
            value = self._values[_STANDARD.get(name.lower(), name)]
        return value

    def __contains__(self, name: object) -> bool:
        return name in self._values or (isinstance(name, str) and _STANDARD.get(name.lower()) in self._values)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Tags):
            return self.items_in_order == other.items_in_order
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self.items_in_order)

    def __repr__(self) -> str:
        return f"Tags({self.items_in_order!r})"


@dataclass(frozen=True, slots=True)
class Terminator:
    """The result behind the moves: the text as written, and what it says (None for ``*`` and ``0-0``: no result)."""

    text: str = field(compare=False)
    result: Result | None


@dataclass(frozen=True, slots=True)
class MoveNumber:
    """A move number or placeholder as the text has it, such as ``12.``, ``12...``, ``12`` or ``--``.

    ``before`` is the index, in its line, of the ply that follows it; behind the last ply it is the number of plies.
    Raises ``ValueError`` for a text that is neither a number of at most six digits nor a run of ``-`` and ``.``.
    """

    before: int
    text: str

    def __post_init__(self) -> None:
        if not _MOVE_NUMBER.fullmatch(self.text):
            raise ValueError(f"{self.text!r} is neither a move number nor a placeholder")


@dataclass(frozen=True, slots=True)
class Branch:
    """A line that leaves another one: an alternative to one of its plies.

    ``label`` is as written, such as ``14b1/15w1``: the last part names the move number and the side whose ply it
    replaces, the parts before it the branch it leaves. ``parent`` is the index of that branch in ``Game.branches``,
    None for the main line; ``at`` is the index of the replaced ply within the parent's own plies. ``move_numbers`` are
    those of the text where they differ from the standard form, otherwise None.
    """

    label: str
    parent: int | None
    at: int
    plies: tuple[Ply, ...]
    comments: tuple[Comment, ...] = ()
    terminator: Terminator | None = None
    closing: tuple[Comment, ...] = ()
    move_numbers: tuple[MoveNumber, ...] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Game:
    """One game as its text gives it. Two games are equal when they say the same, however it is spelled.

    ``comments`` stand before the first ply, ``closing`` behind the result; all others belong to a ply. ``first`` is the
    number of plies before the first one by move counter and turn: 0 for White's ply of move 1, 1 for Black's.
    ``move_numbers`` are those of the main line's text where they differ from the standard form, otherwise None; like
    all spelling they have no part in equality.
    """

    tags: Tags = field(default_factory=Tags)
    plies: tuple[Ply, ...] = ()
    comments: tuple[Comment, ...] = ()
    terminator: Terminator | None = None
    closing: tuple[Comment, ...] = ()
    branches: tuple[Branch, ...] = ()
    first: int = 0
    source: Source | None = field(default=None, compare=False, repr=False)
    number: int = field(default=1, compare=False, repr=False)
    move_numbers: tuple[MoveNumber, ...] | None = field(default=None, compare=False)

    @property
    def result(self) -> Result | None:
        """The recorded result: that behind the moves, otherwise that of the tag ``Result``; None when there is none."""
        if self.terminator is not None and self.terminator.result is not None:
            return self.terminator.result
        from ptn.notation.tags import result_of_tag

        return result_of_tag(self.tags.get("Result", ""))

    @property
    def size(self) -> int | None:
        """The board size that ``Size`` or ``TPS`` gives, 3 to 8; None when neither can be read."""
        from ptn.notation.tags import read_setup

        setup = read_setup(self.tags).setup
        return setup.size if setup else None

    def label(self, index: int) -> str:
        """Return move number and side of the ply at an index of the main line, such as ``6w``.

        Indices count from 0; ``ValueError`` is raised for one below.
        """
        if index < 0:
            raise ValueError(f"there is no ply at index {index}")
        return ply_label(self.first + index)

    def to_ptn(self) -> str:
        """Return the game as standard PTN."""
        from ptn.notation.writer import write_game

        return write_game(self)


def ply_label(ordinal: int) -> str:
    """Return the name of the ply with so many plies before it: 0 is ``1w``, 1 is ``1b``, 2 is ``2w``."""
    return f"{ordinal // 2 + 1}{'wb'[ordinal % 2]}"


def standard_numbers(first: int, plies: int, *, branch: bool) -> dict[int, list[str]]:
    """Return what the standard form writes before plies to number them, by their index in the line.

    ``first`` is the number of plies before the line. A branch has a number even without a ply.
    """
    words = {at: [f"{(first + at) // 2 + 1}."] for at in range(first % 2, plies, 2)}
    if plies and first % 2:
        words[0] = [f"{first // 2 + 1}.", "--"]
    elif branch:
        words[0] = [f"{first // 2 + 1}."]
    return words


def numbered(ordinal: int) -> str:
    """Return the number of a ply as a text writes it before the ply: ``4.`` for White, ``4...`` for Black."""
    return f"{ordinal // 2 + 1}{'...' if ordinal % 2 else '.'}"


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of an input and what reading it found: ``number`` counts from 1.

    ``partial`` holds the game up to the first fault; ``game`` is None when there was a fault. ``main_line_whole`` tells
    that the fault, if any, is in a branch, so that the main line is all there.
    """

    number: int
    source: Source
    partial: Game
    diagnostics: tuple[Diagnostic, ...] = ()
    main_line_whole: bool = True

    @property
    def broken(self) -> bool:
        """Whether reading met a fault, so that the record ends early."""
        return any(diagnostic.is_error for diagnostic in self.diagnostics)

    @property
    def game(self) -> Game | None:
        """The game, None when it could not be read whole."""
        return None if self.broken else self.partial
