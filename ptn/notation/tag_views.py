"""Tags as values: a date, a time, a clock, numbers. What can't be read is None and keeps its text.

``TagViews.problems`` says what is odd about the values that are read here; what is wrong with those that set up a game
is said by ``read_setup``.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from ptn.core.board import BoardState
from ptn.core.board_terms import Color
from ptn.core.codes import BAD_TAG_VALUE
from ptn.core.result import Result
from ptn.core.setup import Opening, Setup
from ptn.notation.explain import quoted
from ptn.notation.record import Tag, Tags
from ptn.notation.tags import TagRemark, read_setup, result_of_tag

_DATE: Final = re.compile(r"([0-9]{4})([.\-/])([0-9]{1,2})\2([0-9]{1,2})")
_UNKNOWN_DATE: Final = re.compile(r"([0-9?]{4})\.([0-9]{1,2}|\?{1,2})\.([0-9]{1,2}|\?{1,2})")
_TIME: Final = re.compile(r"([0-9]{1,2}):([0-9]{2})(?::([0-9]{2}))?")
_MOMENT: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T([0-9]{2}:[0-9]{2}:[0-9]{2})(?:\.[0-9]{1,9})?Z")
_NUMBER: Final = re.compile(r"[+-]?[0-9]{1,12}")
_DURATION: Final = r"(?:(?:[0-9]{1,4}:)?[0-9]{1,4}:[0-9]{1,2}|[0-9]{1,9})"
_CLOCK: Final = re.compile(
    rf"({_DURATION})(?:\s+\+\s*([0-9]{{1,6}})(n?))?(?:\s+@\s*([0-9]{{1,6}})\s+\+\s*({_DURATION}))?"
)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time a player has, in seconds.

    ``increment`` comes with every ply; when it is ``scaled`` it is multiplied by the move number. On reaching the move
    ``bonus_move`` a player gets ``bonus`` once; None where there is no such move.

    >>> Clock.parse("10:0 +20 @35 +10:0")
    Clock(base=600, increment=20, scaled=False, bonus_move=35, bonus=600)
    >>> str(Clock(10800, 1, scaled=True)), Clock.parse("1.5:30 +5")
    ('3:0:0 +1n', None)
    """

    base: int
    increment: int = 0
    scaled: bool = False
    bonus_move: int | None = None
    bonus: int = 0

    @classmethod
    def parse(cls, text: str) -> Clock | None:
        """Return the clock of ``[H:]M:S +inc[n] [@move +[M:]S]`` or of bare seconds; None for any other text."""
        match = _CLOCK.fullmatch(text.strip())
        if match is None:
            return None
        base = _seconds(match[1])
        bonus = 0 if match[5] is None else _seconds(match[5])
        if base is None or bonus is None:
            return None
        move = None if match[4] is None else int(match[4])
        return cls(base, int(match[2] or 0), match[3] == "n", move, bonus)

    def __str__(self) -> str:
        text = duration(self.base)
        if self.increment:
            text += f" +{self.increment}{'n' if self.scaled else ''}"
        if self.bonus_move is not None:
            text += f" @{self.bonus_move} +{duration(self.bonus)}"
        return text


def _seconds(text: str) -> int | None:
    """Return the seconds of ``H:M:S``, ``M:S`` or ``S``; None when a part is too large beside a greater one."""
    *greater, seconds = map(int, text.split(":"))
    if greater and seconds > 59:
        return None
    if len(greater) == 2 and greater[1] > 59:
        return None
    for index, part in enumerate(reversed(greater), 1):
        seconds += part * 60**index
    return seconds


def duration(seconds: int) -> str:
    """Write seconds as the tag ``Clock`` has them: ``1:0:0``, ``3:0``, ``45``."""
    if seconds < 60:
        return str(seconds)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes}:{seconds}" if hours else f"{minutes}:{seconds}"


def _date(text: str) -> datetime.date | None:
    match = _DATE.fullmatch(text)
    if match is None:
        return None
    try:
        return datetime.date(int(match[1]), int(match[3]), int(match[4]))
    except ValueError:
        return None


def _time(text: str) -> datetime.time | None:
    moment = _MOMENT.fullmatch(text)
    match = _TIME.fullmatch(moment[1] if moment else text)
    if match is None:
        return None
    try:
        return datetime.time(int(match[1]), int(match[2]), int(match[3] or 0))
    except ValueError:
        return None


def _number(text: str) -> int | None:
    return int(text) if _NUMBER.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class TagViews:
    """The tags of a game as values. A tag that is missing, empty, ``?`` or can't be read is None.

    >>> views = TagViews(Tags((Tag.of("Date", "2024.5.1"), Tag.of("Clock", "10:0 +20"), Tag.of("Rating1", "?"))))
    >>> views.date, views.clock, views.rating1
    (datetime.date(2024, 5, 1), Clock(base=600, increment=20, scaled=False, bonus_move=None, bonus=0), None)
    """

    tags: Tags

    def text(self, name: str) -> str | None:
        """The value of any tag without blanks around it."""
        return _known(self.tags.get(name, ""))

    @property
    def date(self) -> datetime.date | None:
        """The day of ``Date``; None also where a part of it is unknown (``2024.??.??``)."""
        text = self.text("Date")
        return None if text is None else _date(text)

    @property
    def time(self) -> datetime.time | None:
        """The time of ``Time``, as it is written: the tag names no zone."""
        text = self.text("Time")
        return None if text is None else _time(text)

    @property
    def clock(self) -> Clock | None:
        """The clock of ``Clock``."""
        text = self.text("Clock")
        return None if text is None else Clock.parse(text)

    def rating(self, color: Color) -> int | None:
        """The rating of a player, of ``Rating1`` or ``Rating2``."""
        return self._number(f"Rating{color.digit}")

    @property
    def rating1(self) -> int | None:
        """White's rating."""
        return self.rating(Color.WHITE)

    @property
    def rating2(self) -> int | None:
        """Black's rating."""
        return self.rating(Color.BLACK)

    def player(self, color: Color) -> str | None:
        """The name of a player, of ``Player1`` or ``Player2``."""
        return self.text(f"Player{color.digit}")

    @property
    def points(self) -> int | None:
        """The points of ``Points``."""
        return self._number("Points")

    @property
    def playtak_id(self) -> int | None:
        """The number of the game on PlayTak, of ``PlayTakID``."""
        return self._number("PlayTakID")

    @property
    def result(self) -> Result | None:
        """The result of ``Result``; None for ``*``, too."""
        return result_of_tag(self.tags.get("Result", ""))

    @property
    def setup(self) -> Setup | None:
        """The setup that all tags together give: reserves come from several of them. None when one can't be used."""
        return read_setup(self.tags).setup

    @property
    def size(self) -> int | None:
        """The board size of ``Size``, 3 to 8, else that of ``TPS``."""
        setup = self._setup_of("Size", "TPS")
        return setup.size if setup else None

    @property
    def half_komi(self) -> int | None:
        """The komi of ``Komi`` in half points: 5 for 2.5, negative where it helps White."""
        setup = self._setup_of("Komi")
        return setup.half_komi if setup else None

    @property
    def komi(self) -> int | float | None:
        """The komi of ``Komi`` in points: a whole number as int, otherwise a multiple of 0.5."""
        setup = self._setup_of("Komi")
        return setup.komi if setup else None

    @property
    def opening(self) -> Opening | None:
        """The opening of ``Opening``."""
        setup = self._setup_of("Opening")
        return setup.opening if setup else None

    @property
    def start(self) -> BoardState | None:
        """The start position of ``TPS``."""
        setup = self._setup_of("TPS")
        return setup.start if setup else None

    def pieces(self, name: str) -> int | None:
        """The number of one of the tags ``Flats``, ``Caps``, ``Flats1``, ``Flats2``, ``Caps1`` and ``Caps2``."""
        if name not in ("Flats", "Caps", "Flats1", "Flats2", "Caps1", "Caps2"):
            raise ValueError(f"{name!r} is not a tag that counts pieces")
        setup = self._setup_of(name)
        if setup is None:
            return None
        reserve = setup.black if name.endswith("2") else setup.white
        return reserve.caps if name.startswith("Caps") else reserve.flats

    def problems(self) -> Iterator[TagRemark]:
        """Yield a remark for every value that is not in the form the standard gives, whether it is understood or not.

        The tags are ``Date``, ``Time``, ``Clock``, ``Rating1``, ``Rating2``, ``Points`` and ``PlayTakID``.
        """
        for index, tag in enumerate(self.tags.items_in_order):
            remark = value_remark(tag)
            if remark is not None:
                yield TagRemark(BAD_TAG_VALUE, remark[0], index, remark[1])

    def _number(self, name: str) -> int | None:
        text = self.text(name)
        return None if text is None else _number(text)

    def _setup_of(self, *names: str) -> Setup | None:
        """Return a setup that these tags alone give, on a board of some size; None when none of them has a value."""
        given = tuple([Tag.of(name, self.tags[name]) for name in names if self.text(name) is not None])
        if not given:
            return None
        return read_setup(Tags(given), None if names[-1] == "TPS" else 5).setup


def _known(value: str) -> str | None:
    value = value.strip()
    return None if value in ("", "?") else value


_Remark = tuple[str, str] | None


def _check_date(name: str, value: str) -> _Remark:
    hint = "a date is written YYYY.MM.DD"
    day = _date(value)
    if day is not None:
        return None if "." in value else (f"{name} {quoted(value)} is read as {day:%Y.%m.%d}", hint)
    unknown = _UNKNOWN_DATE.fullmatch(value)
    if unknown is None:
        return f"{name} {quoted(value)} is not a date", hint
    if "?" in value and not _beyond(unknown[2], 12) and not _beyond(unknown[3], 31):
        return None
    return f"{name} {quoted(value)} is not a day of the calendar", hint


def _beyond(part: str, most: int) -> bool:
    return "?" not in part and not 1 <= int(part) <= most


def _check_time(name: str, value: str) -> _Remark:
    hint = "a time is written HH:MM:SS"
    time = _time(value)
    if time is None:
        return f"{name} {quoted(value)} is not a time of day", hint
    return None if _TIME.fullmatch(value) else (f"{name} {quoted(value)} is read as {time:%H:%M:%S}", hint)


def _check_clock(name: str, value: str) -> _Remark:
    if Clock.parse(value) is not None:
        return None
    hint = "a clock is written 10:0 +20, 1:30:0 +5n or 10:0 +20 @35 +10:0, in minutes, seconds and an increment"
    return f"{name} {quoted(value)} is not understood", hint


def _check_number(name: str, value: str) -> _Remark:
    number = _number(value)
    if number is not None:
        return None if value == str(number) else (f"{name} {quoted(value)} is read as {number}", "")
    if re.fullmatch(r"[+-]?[0-9]+", value):
        return f"{name} {quoted(value)} is out of range", f"from -{'9' * 12} to {'9' * 12}"
    return f"{name} {quoted(value)} is not a whole number", ""


_CHECKS: Final[dict[str, Callable[[str, str], _Remark]]] = {
    "Date": _check_date,
    "Time": _check_time,
    "Clock": _check_clock,
    **dict.fromkeys(("Rating1", "Rating2", "Points", "PlayTakID"), _check_number),
}


def value_remark(tag: Tag) -> tuple[str, str] | None:
    """Return a message and a hint for a value that is not in the form the standard gives, None when it is."""
    value = _known(tag.value)
    check = _CHECKS.get(tag.name)
    if value is None or check is None:
        return None
    remark = check(tag.name, value)
    if remark is None and tag.value != value and check is not _check_clock:  # which is free text
        return f"{tag.name} {quoted(tag.value)} is read as {value}", "no blanks stand around a value"
    return remark
