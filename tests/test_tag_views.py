"""Tags as values: what they say, None for what they don't, and a remark with its place."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptn.core.board_terms import Color, Reserve
from ptn.core.result import RESULTS
from ptn.core.setup import Opening
from ptn.notation.reader import read_games
from ptn.notation.record import KNOWN_TAGS, Tag, Tags
from ptn.notation.tag_views import Clock, TagViews


def views(**values: str) -> TagViews:
    return TagViews(Tags(tuple(Tag.of(name, value) for name, value in values.items())))


def problems(of: TagViews) -> list[str]:
    return [f"{remark.index} {remark.kind} {remark.message}" for remark in of.problems()]


# Clock


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        # K50
        ("10:0 +20", Clock(600, 20)),
        ("30 +20", Clock(30, 20)),
        ("1:0:0 +20", Clock(3600, 20)),
        ("3:0:0 +1n", Clock(10800, 1, scaled=True)),
        ("10:0 +20 @35 +10:0", Clock(600, 20, bonus_move=35, bonus=600)),
        ("1.5:30 +5", None),
        ("garbage", None),
        # more
        ("15:00 +10", Clock(900, 10)),
        ("10:0", Clock(600)),
        ("900", Clock(900)),
        ("0", Clock(0)),
        ("90:0 +5", Clock(5400, 5)),
        ("2:5:7 +0", Clock(7507)),
        (" 10:0  + 20  @ 35  + 45 ", Clock(600, 20, bonus_move=35, bonus=45)),
        ("10:0 @35 +1:0:0", Clock(600, bonus_move=35, bonus=3600)),
        ("1:60 +5", None),
        ("1:60:0 +5", None),
        ("10:0 +20 @35", None),
        ("10:0 +20 @35 +1:99", None),
        ("10:0 +2:0", None),
        ("10:0+20", None),
        ("10:0 20", None),
        ("-5", None),
        ("10:", None),
        (":10", None),
        ("1:2:3:4", None),
        ("١٠:٠", None),
        ("9" * 10, None),
        ("", None),
        ("15 minutes", None),
    ],
)
def test_clocks(text: str, clock: Clock | None) -> None:
    tags = views(Clock=text)
    assert Clock.parse(text) == tags.clock == clock
    said = [] if clock is not None or not text else [f"0 PTN208 Clock `{text.strip()}` is not understood"]
    assert problems(tags) == said
    assert tags.tags["Clock"] == text
    if clock is not None:
        assert Clock.parse(str(clock)) == clock


def test_clocks_are_written_as_playtak_does() -> None:
    for text in ("10:0 +20", "30 +20", "1:0:0 +20", "3:0:0 +1n", "10:0 +20 @35 +10:0", "45", "59:59"):
        assert str(Clock.parse(text)) == text


@given(
    st.builds(
        Clock,
        st.integers(0, 10**7),
        st.integers(1, 999),
        st.booleans(),
        st.none() | st.integers(1, 999),
        st.just(0),
    )
)
def test_clocks_round_trip(clock: Clock) -> None:
    if clock.bonus_move is not None:
        clock = Clock(clock.base, clock.increment, clock.scaled, clock.bonus_move, 90)
    assert Clock.parse(str(clock)) == clock


# Date and time


@pytest.mark.parametrize(
    ("text", "day", "problem"),
    [
        ("2024.05.01", datetime.date(2024, 5, 1), ""),
        ("2024.5.1", datetime.date(2024, 5, 1), ""),
        (" 2024.05.01 ", datetime.date(2024, 5, 1), "Date ` 2024.05.01 ` is read as 2024.05.01"),
        ("2016-08-31", datetime.date(2016, 8, 31), "Date `2016-08-31` is read as 2016.08.31"),
        ("2016/8/31", datetime.date(2016, 8, 31), "Date `2016/8/31` is read as 2016.08.31"),
        ("2024.02.30", None, "Date `2024.02.30` is not a day of the calendar"),
        ("2024.13.01", None, "Date `2024.13.01` is not a day of the calendar"),
        ("0000.01.01", None, "Date `0000.01.01` is not a day of the calendar"),
        ("2024.??.??", None, ""),
        ("2024.05.??", None, ""),
        ("????.??.??", None, ""),
        ("2024.13.??", None, "Date `2024.13.??` is not a day of the calendar"),
        ("2024.??.32", None, "Date `2024.??.32` is not a day of the calendar"),
        ("2024.05-01", None, "Date `2024.05-01` is not a date"),
        ("01.05.2024", None, "Date `01.05.2024` is not a date"),
        ("2024", None, "Date `2024` is not a date"),
        ("yesterday", None, "Date `yesterday` is not a date"),
        ("?", None, ""),
        ("", None, ""),
    ],
)
def test_dates(text: str, day: datetime.date | None, problem: str) -> None:
    tags = views(Event="x", Date=text)
    assert tags.date == day
    assert problems(tags) == ([f"1 PTN208 {problem}"] if problem else [])


@pytest.mark.parametrize(
    ("text", "time", "problem"),
    [
        ("14:19:10", datetime.time(14, 19, 10), ""),
        ("14:19", datetime.time(14, 19), ""),
        ("9:05:00", datetime.time(9, 5), ""),
        ("14:19 ", datetime.time(14, 19), "Time `14:19 ` is read as 14:19"),
        ("2016-08-31T22:40:48Z", datetime.time(22, 40, 48), "Time `2016-08-31T22:40:48Z` is read as 22:40:48"),
        ("2016-08-31T22:40:48.594Z", datetime.time(22, 40, 48), "Time `2016-08-31T22:40:48.594Z` is read as 22:40:48"),
        ("2016-08-31T22:40:48+02:00", None, "Time `2016-08-31T22:40:48+02:00` is not a time of day"),
        ("24:00", None, "Time `24:00` is not a time of day"),
        ("12:60", None, "Time `12:60` is not a time of day"),
        ("12:5", None, "Time `12:5` is not a time of day"),
        ("noon", None, "Time `noon` is not a time of day"),
        ("?", None, ""),
    ],
)
def test_times(text: str, time: datetime.time | None, problem: str) -> None:
    tags = views(Time=text)
    assert tags.time == time
    assert problems(tags) == ([f"0 PTN208 {problem}"] if problem else [])


# Numbers and names


@pytest.mark.parametrize(
    ("text", "number", "problem"),
    [
        ("1500", 1500, ""), ("0", 0, ""), ("-12", -12, ""), ("+7", 7, "is read as 7"), (" 8 ", 8, "is read as 8"),
        ("007", 7, "is read as 7"), ("?", None, ""), (" ? ", None, ""), ("", None, ""),
        ("1500?", None, "is not a whole number"), ("1.5", None, "is not a whole number"),
        ("٣", None, "is not a whole number"), ("9" * 13, None, "is out of range"),
        ("-1" + "0" * 12, None, "is out of range"),
    ],
)  # fmt: skip
def test_numbers(text: str, number: int | None, problem: str) -> None:
    tags = views(Rating1=text, Rating2=text, Points=text, PlayTakID=text)
    assert [tags.rating1, tags.rating2, tags.points, tags.playtak_id] == [number] * 4
    assert [tags.rating(color) for color in Color] == [number] * 2
    said = [f"{index} PTN208 {name} `{text}` {problem}" for index, name in enumerate(tags.tags)]
    assert problems(tags) == (said if problem else [])


def test_players_and_other_texts() -> None:
    tags = views(Player1=" Ann ", Player2="?", event="x", Annotator="me")
    assert [tags.player(color) for color in Color] == ["Ann", None]
    assert [tags.text("Event"), tags.text("Annotator"), tags.text("Site")] == ["x", "me", None]


def test_of_a_repeated_tag_the_first_counts_and_each_is_looked_at() -> None:
    tags = TagViews(Tags((Tag.of("Rating1", "7"), Tag.of("rating1", "x"))))
    assert tags.rating1 == 7
    assert problems(tags) == ["1 PTN208 Rating1 `x` is not a whole number"]


def test_no_tags() -> None:
    nothing = TagViews(Tags())
    names = (
        "date",
        "time",
        "clock",
        "rating1",
        "points",
        "playtak_id",
        "result",
        "setup",
        "size",
        "komi",
        "opening",
        "start",
    )
    assert [getattr(nothing, name) for name in names] == [None] * len(names)
    assert problems(nothing) == []


# Setup


def test_what_sets_up_a_game() -> None:
    tags = views(Size="6", Komi="-2.5", Opening="No-Swap", Flats="20", Flats2="19", Caps1="0", Result="0-F")
    assert (tags.size, tags.komi, tags.half_komi, tags.opening) == (6, -2.5, -5, Opening.NO_SWAP)
    assert [tags.pieces(name) for name in ("Flats", "Flats1", "Flats2", "Caps", "Caps1")] == [20, None, 19, None, 0]
    assert tags.result == RESULTS["0-F"]
    assert tags.setup is not None
    assert (tags.setup.white, tags.setup.black) == (Reserve(20, 0), Reserve(19, 1))
    assert tags.start is None
    with pytest.raises(ValueError, match="not a tag that counts pieces"):
        tags.pieces("Komi")


def test_one_bad_value_leaves_the_others() -> None:
    tags = views(Size="9", Komi="1.3", Opening="mine", Flats="many", Caps="2", Result="X-0", TPS="x3/x,1,x/2,x2 2 2")
    assert (tags.komi, tags.half_komi, tags.opening, tags.pieces("Flats"), tags.result) == (None,) * 5
    assert tags.size is None
    assert tags.pieces("Caps") == 2
    assert tags.setup is None
    assert tags.start is not None
    assert tags.start.size == 3
    assert problems(tags) == []  # said by the reading of the setup
    assert views(TPS="x3/x,1,x/2,x2 2 2").size == 3
    assert views(Komi="2").komi == 2


# All


@given(
    st.lists(st.tuples(st.sampled_from(KNOWN_TAGS), st.text(st.sampled_from("0123456789:.-+@n?x /TZ"), max_size=12)))
)
def test_any_values(pairs: list[tuple[str, str]]) -> None:
    tags = Tags(tuple(Tag.of(name, value) for name, value in pairs))
    seen = TagViews(tags)
    for name in dir(TagViews):
        if not name.startswith("_") and isinstance(getattr(TagViews, name), property):
            getattr(seen, name)
    for remark in seen.problems():
        assert remark.index is not None
        tag = tags.items_in_order[remark.index]
        assert remark.message.startswith(f"{tag.name} `{tag.value.strip()}` is ")


def test_the_collection(corpus: Path) -> None:
    """Every date, time and clock there is understood."""
    counts = dict.fromkeys(("Date", "Time", "Clock"), 0)
    for path in sorted((corpus / "games").glob("*.ptn")):
        for entry in read_games(path):
            tags = TagViews(entry.partial.tags)
            for name, value in (("Date", tags.date), ("Time", tags.time), ("Clock", tags.clock)):
                assert (value is None) == (tags.text(name) is None), tags.tags.get(name)
                counts[name] += value is not None
            for remark in tags.problems():
                assert "is read as" in remark.message
    assert counts["Date"] > 150
    assert counts["Time"] > 100
    assert counts["Clock"] >= 10
