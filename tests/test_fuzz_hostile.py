"""Hostile input: a clear answer in linear time and bounded memory, whatever is repeated a million times.

Time is compared between a size and four times that size: linear work takes about 4 times as long, work that grows with
the square 16 times. The best of several tries counts, so that a busy machine makes nothing red.
"""

from __future__ import annotations

import gzip
import io
import time
import tracemalloc
from collections.abc import Callable
from itertools import islice

import pytest
from findings import MISSING_TAGS

from ptn.core.errors import PtnError
from ptn.core.findings import MOST_OF_A_KIND
from ptn.notation.reader import read_stream, read_text
from ptn.notation.tps import parse_tps
from ptn.validation import validate_entry

SIZE = '[Size "5"]\n'

Make = Callable[[int], str]


def codes_of(text: str) -> set[str]:
    """Read and validate everything, and ask every diagnostic for its text."""
    codes = set()
    for entry in read_text(text, "game.ptn"):
        for diagnostic in validate_entry(entry).diagnostics:
            codes.add(diagnostic.code)
            if len(codes) < 3:
                assert len(diagnostic.text) < 2000
    return codes - {MISSING_TAGS}


def seconds(make: Make, count: int) -> tuple[float, set[str]]:
    text = make(count)
    start = time.process_time()
    codes = codes_of(text)
    return time.process_time() - start, codes


def grows_linearly(make: Make, count: int) -> set[str]:
    codes_of(make(10))  # whatever is built once
    times = []
    for _ in range(4):
        few, _ = seconds(make, count // 4)
        many, codes = seconds(make, count)
        if many < 9 * few + 0.05:
            return codes
        times.append((few, many))
    raise AssertionError(f"seconds for {count // 4} and {count}: {times}")


# name: how a text of n repetitions is made, n, the codes that come out
TEXTS: dict[str, tuple[Make, int, set[str]]] = {
    "[": (lambda n: "[" * n, 1_000_000, {"PTN201"}),
    "[ behind tags": (lambda n: SIZE + "[" * n, 1_000_000, {"PTN201"}),
    "[ behind a ply": (lambda n: SIZE + "a1 " + "[" * n, 1_000_000, {"PTN201"}),
    "lines of [": (lambda n: SIZE + "a1\n" + "[\n" * n, 200_000, {"PTN201"}),
    "lines of open tags": (lambda n: SIZE + "a1\n" + '[a "\n' * n, 40_000, {"PTN202", "PTN204"}),
    "{": (lambda n: "{" * n, 1_000_000, {"PTN301"}),
    "{ in lines": (lambda n: SIZE + "a1 {\n" * n, 200_000, {"PTN301"}),
    "{}": (lambda n: SIZE + "{}" * n, 40_000, set()),
    "{} behind a ply": (lambda n: SIZE + "a1 " + "{}" * n, 40_000, set()),
    "(": (lambda n: SIZE + "(" * n, 1_000_000, {"PTN101"}),
    "digits": (lambda n: SIZE + "1" * n, 1_000_000, {"PTN101"}),
    "numbers": (lambda n: SIZE + "1. " * n, 100_000, {"PTN303"}),
    "dots": (lambda n: SIZE + "." * n, 1_000_000, {"PTN304"}),
    "placeholders": (lambda n: SIZE + "-- " * n, 20_000, {"PTN304"}),
    "one word": (lambda n: SIZE + "a" * n, 1_000_000, {"PTN101"}),
    "one ply with marks": (lambda n: SIZE + "a1" + "'" * n, 1_000_000, set()),
    "one ply with curly marks": (lambda n: SIZE + "a1" + "’" * n, 1_000_000, {"PTN122"}),
    "lone marks": (lambda n: SIZE + "a1" + " ' !" * (n // 2), 4_000, {"PTN124"}),
    "one comment": (lambda n: SIZE + "a1 {" + "x" * n + "} c3", 1_000_000, set()),
    "one comment of lines": (lambda n: SIZE + "a1 {" + "\n" * n + "} c3", 1_000_000, set()),
    "one comment of tags": (lambda n: SIZE + "a1 {" + '\n[a "x"]' * n + "} c3", 100_000, {"PTN302"}),
    "one value": (lambda n: f'{SIZE}[Event "{"x" * n}"]', 1_000_000, set()),
    "one value of backslashes": (lambda n: f'{SIZE}[Event "{chr(92) * 2 * n}"]', 500_000, set()),
    "one value of bad escapes": (lambda n: f'{SIZE}[Event "{chr(92)}{"x" + chr(92) * n}', 500_000, {"PTN202"}),
    "one value of quotes": (lambda n: SIZE + '[Event "' + '"' * n, 1_000_000, {"PTN202"}),
    "blank lines": (lambda n: SIZE + "\n" * n + "a1", 1_000_000, set()),
    "blanks": (lambda n: SIZE + "a1" + " " * n + "c3", 1_000_000, set()),
    "carriage returns": (lambda n: SIZE + "\r" * n + "a1", 500_000, set()),
    "tags": (lambda n: SIZE + "".join(f'[a{index} "x"]\n' for index in range(n)), 40_000, {"PTN210"}),
    "the same tag": (lambda n: SIZE * n + "a1", 20_000, {"PTN205"}),
    "results": (lambda n: SIZE + "a1 " + "1-0 " * n, 20_000, {"PTN309"}),
    "tiny games": (lambda n: (SIZE + "a1 1-0\n") * n, 6_000, set()),
    "tiny games without results": (lambda n: (SIZE + "a1\n\n") * n, 6_000, set()),
    "bad games": (lambda n: (SIZE + "a1 zz9\n") * n, 6_000, {"PTN101"}),
    "games with a bad tag": (lambda n: ('[Size "5"\na1\n') * n, 6_000, {"PTN202"}),
    "games with a bad tag behind others": (lambda n: ('a1\n\n[Size "5"\nb1\n') * n, 6_000, {"PTN202", "PTN204"}),
    "games with an open comment": (lambda n: (SIZE + "a1 {\n") * n, 6_000, {"PTN301"}),
    "a line of plies": (lambda n: SIZE + "a1 b1 " * n, 100_000, {"PTN402"}),
    "plies that are none": (lambda n: SIZE + "a1 b1 " + "c1x " * n, 100_000, {"PTN108"}),
    "branches": (
        lambda n: SIZE + "1. a1 b1\n\n" + "".join(f"{{1w{number + 1}}}\n1. c1\n\n" for number in range(n)), 1_200, set()
    ),
    "nested branches": (
        lambda n: (
            SIZE + "1. a1 b1\n\n" + "".join(f"{{{'/'.join(['1w1'] * depth)}}}\n1. c1\n\n" for depth in range(1, n))
        ),
        64, set(),
    ),
    "byte order marks": (lambda n: SIZE + "\ufeff" * n, 1_000_000, {"PTN101"}),
    "NULs": (lambda n: SIZE + "\0" * n, 1_000_000, {"PTN002"}),
    "NULs before a word": (lambda n: SIZE + "\0" * n + "a1", 1_000_000, {"PTN101"}),
    "comments behind a label": (lambda n: SIZE + "a1 0-1\n\n{1w1}" + "{}" * n + "1. b1", 40_000, set()),
    "labels with comments": (lambda n: SIZE + "a1 0-1" + "\n\n{1w1}{}" * n, 20_000, set()),
    "NULs between letters": (lambda n: SIZE + "\0a" * n, 500_000, {"PTN101"}),
    "bytes that are no text": (lambda n: SIZE + "a1 " + "\udcff" * n, 1_000_000, {"PTN001"}),
    "squares of a TPS": (lambda n: f'[TPS "{"x1," * n}!"]', 300_000, {"PTN602", "PTN603"}),
    "rows of a TPS": (lambda n: f'[TPS "{"x/" * n}"]', 300_000, {"PTN603"}),
    "a stack of a TPS": (lambda n: f'[TPS "{"12" * n},x2/x3/x3 1 1"]', 100_000, {"PTN607"}),
    "a run of a TPS": (lambda n: f'[TPS "x{"9" * n}/x3/x3 1 1"]', 1_000_000, {"PTN604"}),
    "a counter of a TPS": (lambda n: f'[TPS "x3/x3/x3 1 {"9" * n}"]', 1_000_000, {"PTN606"}),
    "blanks of a TPS": (lambda n: f'[TPS "x3/x3/x3{" " * n}1 1"]', 1_000_000, {"PTN621"}),
}  # fmt: skip


@pytest.mark.parametrize("name", TEXTS)
def test_time_grows_with_the_text(name: str) -> None:
    make, count, expected = TEXTS[name]
    codes = grows_linearly(make, count)
    assert codes <= expected if len(expected) > 1 else codes == expected


@pytest.mark.parametrize(
    "name",
    [
        "[",
        "{",
        "(",
        "digits",
        "one word",
        "one comment",
        "blanks",
        "tags",
        "a line of plies",
        "blank lines",
        "carriage returns",
        "one ply with marks",
        "lone marks",
        "placeholders",
        "numbers",
        "plies that are none",
        "the same tag",
        "NULs",
    ],
)
def test_memory_grows_with_the_text(name: str) -> None:
    """The whole text is in memory here; what reading adds to it stays in proportion."""
    make, count, _ = TEXTS[name]
    text = make(count // 4)
    codes_of(make(10))
    tracemalloc.start()
    codes_of(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60 * len(text) + 5_000_000


def test_many_diagnostics_of_a_kind_are_counted_and_not_listed() -> None:
    [entry] = read_text(SIZE + "a1 " + "1-0 " * 200_000)
    assert len(entry.diagnostics) == MOST_OF_A_KIND + 1
    assert entry.diagnostics[-1].message == f"{199_999 - MOST_OF_A_KIND} more of these in the game"
    assert entry.diagnostics[-1].code == "PTN309"
    [entry] = read_text("".join(f'[a{number} "x"]' for number in range(5000)) + SIZE)
    unknown = [found.message for found in validate_entry(entry).diagnostics if found.code == "PTN210"]
    assert unknown[-2:] == ["the tag `a999` is not a known one; it is kept as it is", "4000 more of these in the game"]


def test_a_small_file_that_unpacks_to_a_huge_word_is_refused() -> None:
    data = gzip.compress(f"{SIZE}a1 1-0\n{SIZE}".encode() + b"a" * 200_000_000, 1)
    assert len(data) < 1_000_000
    tracemalloc.start()
    good, bad = read_stream(io.BytesIO(data))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert not good.broken
    [diagnostic] = bad.diagnostics
    assert (diagnostic.code, str(diagnostic.where and diagnostic.where.line)) == ("PTN005", "3")
    assert peak < 200_000_000


class Repeated(io.RawIOBase):
    """A stream that says the same again and again, and is nowhere held as a whole."""

    def __init__(self, data: bytes, count: int) -> None:
        self.block = data * 100
        self.left = len(data) * count
        self.total = self.left

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        size = min(size if size >= 0 else self.left, self.left)
        start = (self.total - self.left) % len(self.block)
        self.left -= size
        return (self.block * (size // len(self.block) + 2))[start : start + size]


@pytest.mark.parametrize("game", [SIZE + "a1 c3 1-0\n", SIZE + "1. a1 c3\n2. zz9\n", SIZE + "a1 {why} c3\n\n"])
def test_a_stream_is_read_in_constant_memory(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here in small blocks, so that a small stream is many blocks."""
    monkeypatch.setattr("ptn.notation.decoding._BLOCK", 4096)
    count = 4_000
    tracemalloc.start()
    number = 0
    for entry in read_stream(Repeated(game.encode(), count)):  # type: ignore[arg-type]
        number = entry.number
        if number == count // 4:
            tracemalloc.reset_peak()
            early, _ = tracemalloc.get_traced_memory()
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert number == count
    assert peak - early < 500_000


def test_the_first_games_of_an_endless_stream_are_there_at_once() -> None:
    entries = list(islice(read_stream(Repeated((SIZE + "a1 c3\n\n").encode(), 10**9)), 1000))  # type: ignore[arg-type]
    assert [entry.number for entry in entries] == list(range(1, 1001))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("x1," * 200 + "!", "PTN603"),
        ("x999999999/x3/x3 1 1", "PTN604"),
        ("x3/x3/x3 1 999999999999", "PTN606"),
        ("[" * 1_000_000, "PTN601"),
        ("1" * 1_000_000, "PTN603"),
    ],
)
def test_hostile_positions(text: str, code: str) -> None:
    start = time.process_time()
    with pytest.raises(PtnError) as caught:
        parse_tps(text)
    assert time.process_time() - start < 5  # at once; a generous limit all the same
    assert getattr(caught.value, "code", None) == code
    assert len(str(caught.value)) < 1000


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tags", 100_000), ("tiny games", 100_000), ("bad games", 100_000), ("a line of plies", 200_000),
        ("games with a bad tag", 100_000), ("the same tag", 100_000), ("results", 100_000),
    ],
)  # fmt: skip
def test_time_grows_with_the_text_at_length(name: str, count: int) -> None:
    make, _, expected = TEXTS[name]
    assert grows_linearly(make, count) == expected
