"""Work grows in proportion to the input, nowhere with its square: told by counting calls, not by a clock."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from ptn.annotation import annotate
from ptn.formatting import format_game, stripped
from ptn.notation.jsonio import game_from_json, game_to_json
from ptn.notation.playtak import read_server_game, write_server_game
from ptn.notation.reader import parse_game, read_text
from ptn.notation.tps import parse_tps
from ptn.notation.tree import promote_branch, remove_branch
from ptn.replaying import replay
from ptn.scoring import score
from ptn.validation import validate_entry

FEW, MANY = 100, 400


def calls(work: Callable[[], object]) -> int:
    """Return how many functions a piece of work calls, those of C too."""
    count = 0

    def note(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def long_game(plies: int, between: str = " ") -> str:
    walk = ("a4>", "h5<", "b4<", "g5>")
    words = ["h8", "a1", "Ca4", "Ch5", *(walk[index % 4] for index in range(plies - 4))]
    return f'[Size "8"]\n\n{between.join(words)} *\n'


def branched(count: int, nested: bool = False) -> str:
    text = long_game(12).replace(" *\n", "")
    label = ""
    for number in range(1, count + 1):
        label = f"{label}/3w{number}" if nested and label else f"3w{number}"
        text += f"\n\n{{{label}}}\n3. a4+ h5-"
    return text + "\n"


TEXTS: dict[str, Callable[[int], str]] = {
    "plies": long_game,
    "plies with a fault at the end": lambda count: long_game(count).replace("*", "c9"),
    "plies with an illegal one at the end": lambda count: long_game(count).replace("*", "a7>"),
    "comments": lambda count: long_game(count, " {a thought} "),
    "comments of one ply": lambda count: long_game(8) + "{a thought}" * count,
    "marks": lambda count: long_game(count, "!? "),
    "marks apart": lambda count: f'[Size "5"] a1 {"! " * count}',
    "placeholders": lambda count: f'[Size "5"] a1 {"-- " * count}',
    "wrong numbers": lambda count: long_game(count, " 7. "),
    "results": lambda count: f'[Size "5"] a1 {"R-0 " * count}',
    "branches": branched,
    "tags": lambda count: "".join(f'[Note{n} "x"]\n' for n in range(count)) + long_game(8),
    "the same tag": lambda count: '[Event "x"]\n' * count + long_game(8),
    "games": lambda count: long_game(8) * count,
    "games without tags": lambda count: long_game(8) + "a1 a2 R-0\n" * count,
    "broken games": lambda count: '[Size "5"\n\na1 a2 R-0\n\n' * count,
    "unclosed comments": lambda count: '[Size "5"]\na1 { a2 R-0\n\n' * count,
    "stray brackets": lambda count: '[Size "5"]\na1 ' + "[" * count,
    "blank lines": lambda count: "\n" * count + long_game(8),
}


def checked(text: str) -> None:
    for entry in read_text(text):
        validate_entry(entry)


@pytest.mark.parametrize("name", TEXTS)
def test_reading_and_checking(name: str) -> None:
    made = TEXTS[name]
    for count in (FEW, MANY):  # so that no table is built for the first time while calls are counted
        checked(made(count))
    few, many = (calls(partial(checked, made(count))) for count in (FEW, MANY))
    assert many < 1.1 * MANY / FEW * few


def _written(text: str) -> object:
    return format_game(parse_game(text))


def _through_json(text: str) -> object:
    return game_from_json(game_to_json(parse_game(text)))


def _through_the_server(text: str) -> object:
    return read_server_game(write_server_game(parse_game(text)))


WORK: dict[str, tuple[Callable[[int], str], Callable[[str], object]]] = {
    "positions": (long_game, lambda text: [position.to_tps() for _, position in replay(parse_game(text))]),
    "scoring": (long_game, lambda text: score(parse_game(text.replace("*", "1-0")))),
    "writing": (long_game, _written),
    "writing comments": (TEXTS["comments"], _written),
    "writing branches": (branched, _written),
    "stripping branches": (branched, lambda text: stripped(parse_game(text), ())),
    "JSON": (long_game, _through_json),
    "JSON of branches": (branched, _through_json),
    "server notation": (long_game, _through_the_server),
    "marks": (long_game, lambda text: annotate(parse_game(text), tinue_depth=0)),
    "removing a branch": (branched, lambda text: remove_branch(parse_game(text), 0)),
    "promoting a branch": (branched, lambda text: promote_branch(parse_game(text), 0)),
    "a high stack": (lambda count: f"{'12' * (count // 20)},x7/x8/x8/x8/x8/x8/x8/x8 1 60", parse_tps),
}


@pytest.mark.parametrize("name", WORK)
def test_other_work(name: str) -> None:
    made, work = WORK[name]
    for count in (FEW, MANY):
        work(made(count))
    few, many = (calls(partial(work, made(count))) for count in (FEW, MANY))
    assert many < 1.1 * MANY / FEW * few


def test_the_count_sees_a_square() -> None:
    def quadratic(size: int) -> Any:
        return [max(range(inner + 1)) for outer in range(size) for inner in range(outer)]

    assert calls(lambda: quadratic(MANY)) > 12 * calls(lambda: quadratic(FEW))
