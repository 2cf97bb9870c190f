"""What the tags of a game mean: its setup and its result."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ptn.core.board import BoardState
from ptn.core.board_terms import DEFAULT_RESERVES, MAX_SIZE, MIN_SIZE, SIZES, Color, Reserve
from ptn.core.codes import (
    BAD_SETUP_TAG,
    NO_SIZE,
    SIZE_MISMATCH,
    TPS_SURPLUS,
    Code,
)  # fmt: skip
from ptn.core.result import RESULTS, Result
from ptn.core.setup import MAX_RESERVE, Opening, Setup, check_size
from ptn.notation.explain import quoted
from ptn.notation.ply import Remark
from ptn.notation.record import Tag, Tags
from ptn.notation.tps import first_surplus, read_tps


@dataclass(frozen=True, slots=True)
class TagRemark:
    """Something to say about a tag: its index in the order of the tags (None: about the game as a whole).

    ``start`` and ``end`` are offsets in the value; both 0 mean the whole tag.
    """

    kind: Code
    message: str
    index: int | None = None
    hint: str = ""
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class SetupReading:
    """The setup that the tags give, None when they give none, and what is wrong with them."""

    setup: Setup | None
    remarks: tuple[TagRemark, ...]
    first: int | None = 0
    """The plies before the first one by turn and counter of ``TPS``; None when its value can't be read."""


SETUP_TAGS: Final = ("Size", "Komi", "Opening", "Flats", "Caps", "Flats1", "Flats2", "Caps1", "Caps2", "TPS")


def read_setup(tags: Tags, size: int | None = None) -> SetupReading:
    """Return the setup of a game; ``size`` (3-8) is for games whose tags give none.

    Every value that can't be used has a remark, and then there is no setup: nothing is guessed. Raises ``SetupError``
    for a ``size`` that no board has.
    """
    if size is not None:
        check_size(size)
    return _read_setup(tuple(map(tags._values.get, SETUP_TAGS)), size)


def setup_remarks(tags: Tags, reading: SetupReading) -> Iterator[TagRemark]:
    """Yield the remarks of a setup reading with their places: the index of the tag that each speaks of."""
    for remark in reading.remarks:
        if remark.index is None:
            yield remark
            continue
        name = SETUP_TAGS[remark.index]
        index = next(index for index, tag in enumerate(tags.items_in_order) if tag.name == name)
        yield TagRemark(remark.kind, remark.message, index, remark.hint, remark.start, remark.end)


@lru_cache(maxsize=1024)
def _read_setup(values: tuple[str | None, ...], default_size: int | None) -> SetupReading:
    remarks: list[TagRemark] = []
    given = dict(zip(SETUP_TAGS, values, strict=True))

    def fault(
        name: str, message: str, hint: str = "", kind: Code = BAD_SETUP_TAG, start: int = 0, end: int = 0
    ) -> None:
        remarks.append(TagRemark(kind, message, SETUP_TAGS.index(name), hint, start, end))

    def whole_number(name: str) -> int | None:
        text = (given[name] or "").strip()
        if text in ("", "?"):
            return None
        if re.fullmatch(r"[0-9]{1,6}", text) and int(text) <= MAX_RESERVE:
            return int(text)
        wrong = "is out of range" if re.fullmatch(r"[0-9]+", text) else "is not a number of pieces"
        fault(name, f"{name} {quoted(text)} {wrong}", f"a whole number from 0 to {MAX_RESERVE}")
        return None

    start: BoardState | None = None
    first: int | None = 0
    if (given["TPS"] or "").strip() not in ("", "?"):
        tps = given["TPS"] or ""
        reading = read_tps(tps)
        if isinstance(reading, Remark):
            fault("TPS", reading.message, reading.hint, reading.kind, reading.start, reading.end)
            first = None
        else:
            start = reading.board
            first = 2 * (start.counter - 1) + start.turn
            for remark in reading.remarks:
                fault("TPS", remark.message, remark.hint, remark.kind, remark.start, remark.end)
    size = default_size
    text = (given["Size"] or "").strip()
    if text not in ("", "?"):
        if re.fullmatch(r"[0-9]{1,2}", text) and int(text) in SIZES:
            size = int(text)
            if start is not None and start.size != size:
                fault(
                    "Size", f"Size {size} and the {start.size}x{start.size} board of TPS contradict each other",
                    "one of the two tags is wrong", SIZE_MISMATCH,
                )  # fmt: skip
                start = None
        else:
            size = None
            fault("Size", f"Size {quoted(text)} is not a board size", f"a whole number from {MIN_SIZE} to {MAX_SIZE}")
    elif start is not None:
        size = start.size
    elif size is None and not remarks:
        remarks.append(
            TagRemark(
                NO_SIZE, "no Size and no TPS tag; give --size N", None, 'add a tag such as [Size "6"], or give --size N'
            )
        )
    half_komi = 0
    text = (given["Komi"] or "").strip()
    if text not in ("", "?"):
        match = re.fullmatch(r"([+-]?)0*([0-9]{1,4})(?:\.([05])0*)?", text)
        if match is None and re.fullmatch(r"[+-]?[0-9]{5,}(?:\.[0-9]*)?", text):
            fault("Komi", f"Komi {quoted(text)} is out of range", "from -9999.5 to 9999.5")
        elif match is None:
            fault("Komi", f"Komi {quoted(text)} is not a multiple of 0.5", "such as 0, 2 or -1.5")
        else:
            half_komi = (2 * int(match[2]) + (match[3] == "5")) * (-1 if match[1] == "-" else 1)
    opening = Opening.SWAP
    text = (given["Opening"] or "").strip()
    if text not in ("", "?"):
        try:
            opening = Opening(text.lower())
        except ValueError:
            known = ", ".join(str(opening) for opening in Opening)
            fault("Opening", f"Opening {quoted(text)} is not known", f"one of {known}")
    numbers = {name: whole_number(name) for name in SETUP_TAGS if name.startswith(("Flats", "Caps"))}
    if size is None or any(remark.kind.severity.value == "error" for remark in remarks):
        return SetupReading(None, tuple(remarks), first)

    def reserve(player: str) -> Reserve:
        default = DEFAULT_RESERVES[size]
        parts = []
        for name, usual in (("Flats", default.flats), ("Caps", default.caps)):
            own, both = numbers[name + player], numbers[name]
            parts.append(own if own is not None else both if both is not None else usual)
        return Reserve(*parts)

    setup = Setup(size, reserve("1"), reserve("2"), opening, half_komi, start)
    if start is not None:
        for color in Color:
            on_board, owned = start.pieces(color), setup.reserve(color)
            for what, there, most in zip(("flats", "capstones"), on_board, owned, strict=True):
                if there > most:
                    square, at, end = first_surplus(given["TPS"] or "", color, most, caps=what == "capstones")
                    fault(
                        "TPS",
                        f"the TPS has {there} {color.title} {what}, {color.title} starts with {most}: "
                        f"too many from {square} on",
                        "the tags Flats and Caps set other numbers", TPS_SURPLUS, at, end,
                    )  # fmt: skip
    if any(remark.kind is TPS_SURPLUS for remark in remarks):
        return SetupReading(None, tuple(remarks), first)
    return SetupReading(setup, tuple(remarks), first)


def opens_with_stack(tags: Tags) -> bool:
    """Whether White's first ply may place two flats: asked of the tag itself, for the setup may be unknown."""
    return tags.get("Opening", "").strip().lower() == Opening.DOUBLE_BLACK_STACK.value


RESULT_SPELLINGS: Final[dict[str, Result | None]] = {
    **RESULTS,
    **{code.lower(): result for code, result in RESULTS.items()},
    "1/2": RESULTS["1/2-1/2"], "½-½": RESULTS["1/2-1/2"], "1-2-1-2": RESULTS["1/2-1/2"], "*": None, "0-0": None,
}  # fmt: skip
"""Every spelling of a result that is read; None means that there is no result."""


def result_of_tag(value: str) -> Result | None:
    """Return the result that the tag ``Result`` gives; None when it gives none or can't be read."""
    return RESULT_SPELLINGS.get(value.strip())


TAG_PARTS: Final = re.compile(r'\[[ \t]*([A-Za-z0-9_]+)[ \t]*"((?:[^"\\\r\n]|\\[^\r\n])*+)"[ \t]*\]')
ESCAPE: Final = re.compile(r"\\(.)")
"""A backslash with the character behind it."""
_tag_cache: Final[dict[str, Tag]] = {}


def read_tag(text: str) -> Tag:
    """Return the tag of a text such as ``[Size "5"]``, which must be well formed."""
    tag = _tag_cache.get(text)
    if tag is None:
        parts = TAG_PARTS.fullmatch(text)
        assert parts is not None, text
        if len(_tag_cache) >= 4096:  # bounded, whatever is read
            _tag_cache.clear()
        tag = _tag_cache[text] = Tag.of(parts[1], _unescaped(parts[2]))
    return tag


def _unescaped(value: str) -> str:
    """Resolve the escapes of a tag's value; a backslash before any other character stays."""
    if "\\" not in value:
        return value
    return ESCAPE.sub(lambda match: match[1] if match[1] in '"\\' else match[0], value)


def conflicting_tag(tags: Tags) -> str | None:
    """Return the name of a tag of the setup that stands twice with different values, None when there is none."""
    if len(tags) == len(tags.items_in_order):
        return None
    return next(
        (tag.name for tag in tags.items_in_order if tag.name in SETUP_TAGS and tag.value != tags[tag.name]), None
    )
