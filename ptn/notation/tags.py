"""What the tags of a game mean: its setup, its result, and what is odd about their values."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ptn.core.board import BoardState
from ptn.core.board_terms import DEFAULT_RESERVES, MAX_SIZE, MIN_SIZE, SIZES, Color, Reserve
from ptn.core.codes import (
    BAD_SETUP_TAG,
    BAD_TAG_VALUE,
    CONFLICTING_TAG,
    DUPLICATE_TAG,
    MISSING_TAG,
    NO_SIZE,
    NOT_A_RESULT,
    SIZE_MISMATCH,
    TAG_CASE,
    TPS_SURPLUS,
    UNKNOWN_TAG,
    Code,
)  # fmt: skip
from ptn.core.result import RESULTS, Result
from ptn.core.setup import MAX_RESERVE, Opening, Setup
from ptn.notation.explain import looks_like_result, quoted
from ptn.notation.ply import Remark
from ptn.notation.record import REQUIRED_TAGS, Tag, Tags
from ptn.notation.tps import read_tps


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


_SETUP_TAGS: Final = ("Size", "Komi", "Opening", "Flats", "Caps", "Flats1", "Flats2", "Caps1", "Caps2", "TPS")


def read_setup(tags: Tags, size: int | None = None) -> SetupReading:
    """Return the setup of a game; ``size`` (3-8) is for games whose tags give none.

    Every value that can't be used has a remark, and then there is no setup: nothing is guessed.
    """
    values = tags._values
    return _read_setup(tuple([values.get(name) for name in _SETUP_TAGS]), size)


def setup_remarks(tags: Tags, reading: SetupReading) -> Iterator[TagRemark]:
    """Yield the remarks of a setup reading with their places: the index of the tag that each speaks of."""
    for remark in reading.remarks:
        if remark.index is None:
            yield remark
            continue
        name = _SETUP_TAGS[remark.index]
        index = next(index for index, tag in enumerate(tags.items_in_order) if tag.name == name)
        yield TagRemark(remark.kind, remark.message, index, remark.hint, remark.start, remark.end)


@lru_cache(maxsize=1024)
def _read_setup(values: tuple[str | None, ...], default_size: int | None) -> SetupReading:
    remarks: list[TagRemark] = []
    given = dict(zip(_SETUP_TAGS, values, strict=True))

    def fault(
        name: str, message: str, hint: str = "", kind: Code = BAD_SETUP_TAG, start: int = 0, end: int = 0
    ) -> None:
        remarks.append(TagRemark(kind, message, _SETUP_TAGS.index(name), hint, start, end))

    def whole_number(name: str) -> int | None:
        text = (given[name] or "").strip()
        if text in ("", "?"):
            return None
        if not re.fullmatch(r"[0-9]{1,6}", text) or int(text) > MAX_RESERVE:
            fault(name, f"{name} {quoted(text)} is not a number of pieces", f"a whole number from 0 to {MAX_RESERVE}")
            return None
        return int(text)

    start: BoardState | None = None
    if (given["TPS"] or "").strip() not in ("", "?"):
        tps = given["TPS"] or ""
        reading = read_tps(tps)
        if isinstance(reading, Remark):
            fault("TPS", reading.message, reading.hint, reading.kind, reading.start, reading.end)
        else:
            start = reading.board
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
        match = re.fullmatch(r"([+-]?)([0-9]{1,4})(?:\.([05])0*)?", text)
        if match is None:
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
    numbers = {name: whole_number(name) for name in _SETUP_TAGS if name.startswith(("Flats", "Caps"))}
    if size is None or any(remark.kind.severity.value == "error" for remark in remarks):
        return SetupReading(None, tuple(remarks))

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
            for what, there, most in (("flats", on_board.flats, owned.flats), ("capstones", on_board.caps, owned.caps)):
                if there > most:
                    fault(
                        "TPS", f"the TPS has {there} {color.title} {what}, {color.title} starts with {most}",
                        "the tags Flats and Caps set other numbers", TPS_SURPLUS,
                    )  # fmt: skip
    if any(remark.kind is TPS_SURPLUS for remark in remarks):
        return SetupReading(None, tuple(remarks))
    return SetupReading(setup, tuple(remarks))


RESULT_SPELLINGS: Final[dict[str, Result | None]] = {
    **RESULTS,
    **{code.lower(): result for code, result in RESULTS.items()},
    "1/2": RESULTS["1/2-1/2"], "½-½": RESULTS["1/2-1/2"], "1-2-1-2": RESULTS["1/2-1/2"], "*": None, "0-0": None,
}  # fmt: skip
"""Every spelling of a result that is read; None means that there is no result."""


def result_of_tag(value: str) -> Result | None:
    """Return the result that the tag ``Result`` gives; None when it gives none or can't be read."""
    return RESULT_SPELLINGS.get(value.strip())


_DATE: Final = re.compile(r"([0-9?]{4})\.([0-9?]{1,2})\.([0-9?]{1,2})")
_TIME: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?")
_NUMBER: Final = re.compile(r"-?[0-9]{1,12}")


def _date_is_fine(value: str) -> bool:
    match = _DATE.fullmatch(value)
    if match is None:
        return False
    month, day = match[2], match[3]
    return ("?" in month or 1 <= int(month) <= 12) and ("?" in day or 1 <= int(day) <= 31)


def _time_is_fine(value: str) -> bool:
    match = _TIME.fullmatch(value)
    return match is not None and int(match[1]) < 24 and int(match[2]) < 60 and int(match[3] or 0) < 60


_FORMS: Final[dict[str, tuple[Callable[[str], bool], str]]] = {
    "Date": (_date_is_fine, "a date is written YYYY.MM.DD"),
    "Time": (_time_is_fine, "a time is written HH:MM:SS"),
    "Result": (lambda value: value in RESULTS or value == "*", "results are " + " ".join(RESULTS)),
    **dict.fromkeys(
        ("Rating1", "Rating2", "Points", "PlayTakID"),
        (lambda value: _NUMBER.fullmatch(value) is not None, "a whole number is expected"),
    ),
}  # fmt: skip


def tag_remarks(tags: Tags) -> Iterator[TagRemark]:
    """Yield what is odd about tags apart from the setup: missing, repeated, unknown ones, unusual names and values."""
    seen: dict[str, str] = {}
    for index, tag in enumerate(tags.items_in_order):
        for kind, message, hint in _remarks_on(tag.name, tag.value, tag.written):
            yield TagRemark(kind, message, index, hint)
        first = seen.get(tag.name)
        if first is None:
            seen[tag.name] = tag.value
        elif first != tag.value and tag.name in _SETUP_TAGS:
            yield TagRemark(
                CONFLICTING_TAG, f"{tag.name} stands twice, {quoted(first)} and {quoted(tag.value)}", index,
                "remove the wrong one",
            )  # fmt: skip
        else:
            yield TagRemark(
                DUPLICATE_TAG, f"{tag.name} stands twice; the first one counts", index, "remove one of them"
            )
    missing = [name for name in REQUIRED_TAGS if name not in seen]
    if missing:
        yield TagRemark(
            MISSING_TAG,
            f"the game has no {_listed(missing)} tag",
            None,
            "the PTN standard asks for " + " ".join(REQUIRED_TAGS),
        )


@lru_cache(maxsize=4096)
def _remarks_on(name: str, value: str, written: str) -> tuple[tuple[Code, str, str], ...]:
    """Remember by what the tag was written as, too: tags are equal however they are written."""
    tag = Tag(name, value, written)
    if not tag.known:
        return ((UNKNOWN_TAG, f"the tag {quoted(tag.name)} is not a known one; it is kept as it is", ""),)
    found: list[tuple[Code, str, str]] = []
    if tag.written != tag.name:
        found.append((TAG_CASE, f"the tag {quoted(tag.written)} is written {tag.name}", ""))
    form = _FORMS.get(tag.name)
    value = tag.value.strip()
    if form is not None and value not in ("", "?") and not form[0](value):
        if tag.name == "Result" and value in RESULT_SPELLINGS:
            known = RESULT_SPELLINGS[value]
            found.append((BAD_TAG_VALUE, f"the result {quoted(value)} means {known or 'no result'}", form[1]))
        elif tag.name == "Result" and looks_like_result(value):
            found.append((NOT_A_RESULT, f"{quoted(value)} is not a result", form[1]))
        else:
            found.append((BAD_TAG_VALUE, f"{tag.name} {quoted(value)} is not in the standard form", form[1]))
    return tuple(found)


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
