"""Games as JSON and back: nothing is lost, the documented example is real, and what is wrong is named by its place."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from conftest import ROOT
from hypothesis import given
from hypothesis import strategies as st
from strategies import random_move

from ptn.core.board_terms import Stone
from ptn.core.errors import PtnError
from ptn.core.moves import Place
from ptn.core.result import RESULTS
from ptn.notation.jsonio import game_from_json, game_to_json, read_json, write_json
from ptn.notation.ply import Comment, Ply, marks_of, read_ply
from ptn.notation.reader import parse_game, read_games, read_text
from ptn.notation.record import Branch, Game, Tag, Tags, Terminator, ply_label
from ptn.notation.tags import RESULT_SPELLINGS
from ptn.notation.writer import Style, write_game


def everything(game: Game) -> list[object]:
    """All that a record holds, also what takes no part in equality; not where it was read from."""

    def line(line: Game | Branch) -> list[object]:
        plies = [(ply.move, ply.marks, ply.comments, ply.letter, ply.text, ply.remarks) for ply in line.plies]
        end = (line.terminator.text, line.terminator.result) if line.terminator else None
        return [line.comments, plies, end, line.closing, line.move_numbers]

    tags = [(tag.name, tag.value, tag.written) for tag in game.tags.items_in_order]
    branches = [(branch.label, branch.parent, branch.at, line(branch)) for branch in game.branches]
    return [tags, game.first, line(game), branches]


def is_kept(game: Game) -> None:
    data = game_to_json(game)
    back = game_from_json(data)
    assert back == game
    assert everything(back) == everything(game)
    assert game_to_json(back) == data
    for indent in (None, 2):
        assert read_json(write_json(game, indent)) == [game]


def is_held_by_ptn(game: Game) -> None:
    """What the JSON of a game may say, a text can."""
    for style in (Style.MINIMAL, Style.VERBOSE):
        [entry] = read_text(write_game(game, style))
        assert not entry.broken
        assert entry.partial == game


# The documentation


def documented() -> tuple[str, dict[str, Any]]:
    page = (ROOT / "docs" / "game-json.md").read_text(encoding="utf-8")
    [ptn] = re.findall(r"```ptn\n(.*?)```", page, re.DOTALL)
    [example] = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    return ptn, json.loads(example)


def test_the_documented_example() -> None:
    ptn, example = documented()
    game = parse_game(ptn)
    assert game_to_json(game) == example
    assert list(game_to_json(game)) == list(example)  # in the documented order, too
    assert game_from_json(example) == game
    is_kept(game)


def test_every_field_is_documented() -> None:
    page = (ROOT / "docs" / "game-json.md").read_text(encoding="utf-8")
    fields = set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE))
    _, example = documented()
    used = set(example) | {"first"}
    branches = example["branches"]
    for objects in (example["tags"], example["plies"], branches, branches[0]["numbers"], [example["terminator"]]):
        for item in objects:
            used |= set(item)
    assert fields == used


# Round trips


def test_games_of_the_collection(corpus: Path) -> None:
    seen = broken = branches = 0
    for path in sorted((corpus / "games").glob("*.ptn")):
        for entry in read_games(path):
            is_kept(entry.partial)
            seen += 1
            broken += entry.broken
            branches += len(entry.partial.branches)
    assert seen > 300
    assert branches > 40
    assert broken


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[Size "3"]',
        "*",
        "1. a1 1... c3 b2 7 b1 -- .. 4.\n\n{1b1} 1. a2 2.b1 ..",
        '[size "3"][size "4"][x_1 "\\"\\\\ é \U0001f600"] 1. a1',
        '[Size "3"][TPS "x3/x,1,x/2,x2 2 2"] 2. -- c3 3. A2 0-0 {end}',
        '[Size "5"][Opening "double black stack"] 1. 2a1 e5 2. Cd3 b2” ! {} { } R-0',
    ],
)
def test_odd_games(text: str) -> None:
    games = [entry.partial for entry in read_text(text)] or [Game()]
    for game in games:
        is_kept(game)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n}"), max_size=12)
comments = st.lists(texts.map(Comment), max_size=2).map(tuple)
tags = st.lists(
    st.builds(
        Tag.of,
        st.sampled_from(["Size", "size", "KOMI", "Komi", "x", "Player1", "a_1"])
        | st.from_regex(r"\A[A-Za-z0-9_]{1,9}\Z"),
        texts,
    ),
    max_size=4,
)
terminators = st.none() | st.sampled_from(sorted(RESULT_SPELLINGS)).map(
    lambda text: Terminator(text, RESULT_SPELLINGS[text])
)

endings = st.tuples(terminators, comments).map(lambda end: end if end[0] else (None, ()))


@st.composite
def plies(draw: st.DrawFn) -> Ply:
    move = random_move(random.Random(draw(st.integers(0, 2**32))), 8)
    if isinstance(move, Place):
        move = Place(move.square, move.stone)  # two at once are a matter of the first ply
    marks = draw(st.lists(st.sampled_from(["'", "''", "?", "!", "??", "!!", "?!", "!?"]), max_size=3))
    letter = None
    if not isinstance(move, Place):
        marks += draw(st.sampled_from([[], ["*"]]))
        letter = draw(st.sampled_from([None, *Stone]))
    marks = list(marks_of("".join(marks)))
    text = draw(st.sampled_from(["", str(move), move.verbose, str(move).upper()]))
    text += "".join(marks) if text else ""
    ply = Ply(move, tuple(marks), draw(comments), letter, text)
    if text:
        read = read_ply(text)
        text = text if read is not None and read.move == move else ""
        ply = Ply(move, ply.marks, ply.comments, letter, text, read.remarks if read is not None and text else ())
    return ply


@st.composite
def games(draw: st.DrawFn) -> Game:
    lines = st.lists(plies(), max_size=6).map(tuple)
    main = draw(lines)
    first = draw(st.integers(0, 50))
    position = (Tag.of("TPS", f"x3/x3/x3 {first % 2 + 1} {first // 2 + 1}"),) if first else ()
    branches: list[Branch] = []
    starts: list[int] = []
    for index in range(draw(st.integers(0, 3))):
        parent = draw(st.none() | st.integers(0, len(branches) - 1)) if branches else None
        own = main if parent is None else branches[parent].plies
        if not own:
            continue
        at = draw(st.integers(0, len(own) - 1))
        start = (first if parent is None else starts[parent]) + at
        label = f"{ply_label(start)}{index + 1}"
        if parent is not None:
            label = f"{branches[parent].label}/{label}"
        starts.append(start)
        branches.append(Branch(label, parent, at, draw(lines), draw(comments), *draw(endings)))
    return Game(Tags((*draw(tags), *position)), main, draw(comments), *draw(endings), tuple(branches), first)


@given(games())
def test_generated_games(game: Game) -> None:
    is_kept(game)
    is_held_by_ptn(game)


def test_several_games() -> None:
    one, two = parse_game('[Size "3"] 1. a1'), parse_game('[Size "4"] {é\u2028} 1. b1 c1')
    rows = f"{write_json(one)}\n\n{write_json(two)}\r\n"
    assert read_json(rows) == [one, two]
    assert read_json(f"[{write_json(one)}, {write_json(two, 2)}]") == [one, two]
    assert read_json("\ufeff" + write_json(one)) == [one]
    assert read_json("[]") == []


# Faults


def changed(path: str, value: object) -> dict[str, Any]:
    """The documented example with one value changed; ``...`` takes it out."""
    _, data = documented()
    *keys, last = [int(key) if key.isdigit() else key for key in re.findall(r"\w+", path)]
    inner: Any = data
    for key in keys:
        inner = inner[key]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("schema", ..., 'the game: the field "schema" is missing: this is not the JSON of a game'),
        ("schema", 2, "schema: 1 expected, `2` found"),
        ("schema", True, "schema: 1 expected, true or false found"),
        ("schema", "1", "schema: 1 expected, `1` found"),
        ("tags", ..., 'the game: the field "tags" is missing'),
        ("plies", ..., 'the game: the field "plies" is missing'),
        ("plies", None, "plies: a list expected, null found"),
        ("plies", "a1", "plies: a list expected, a text found"),
        ("ply", [], "the game: `ply` is not a field of it: "
                    "schema, tags, plies, first, branches, comments, numbers, terminator, closing are"),
        ("tags[1]", ["Size", "3"], "tags[1]: an object expected, a list found"),
        ("tags[1].name", "a b", "tags[1].name: `a b` is not a tag's name: letters, digits and _ expected"),
        ("tags[1].name", "", "tags[1].name: `` is not a tag's name: letters, digits and _ expected"),
        ("tags[0].written", "Komi", "tags[0].written: `Komi` is not the tag Size"),
        ("tags[0].value", 3, "tags[0].value: a text expected, a number found"),
        ("tags[0].value", "\ud800", "tags[0].value: the text holds half a character (a lone surrogate)"),
        ("comments[0]", None, "comments[0]: a text expected, null found"),
        ("comments", {"a": 1}, "comments: a list expected, an object found"),
        ("first", -1, "first: a whole number from 0 expected, `-1` found"),
        ("first", 1.5, "first: a whole number from 0 expected, `1.5` found"),
        ("first", 10**40, "first: a whole number from 0 expected, a huge number found"),
        ("first", True, "first: a whole number from 0 expected, true or false found"),
        ("first", 7, "first: 0 expected by the tags, `7` found"),
        ("plies[3]", "b1", "plies[3]: an object expected, a text found"),
        ("plies[3].move", ..., 'plies[3]: the field "move" is missing'),
        ("plies[3].move", "zz9", "plies[3].move: `zz9` is not a move"),
        ("plies[3].move", "c", "plies[3].move: the rank is missing after c"),
        ("plies[3].move", "b1'", "plies[3].move: `b1'` has more than the move: marks and letter are fields"),
        ("plies[3].move", "b2", "plies[3].text: `b1'` does not spell the move b2"),
        ("plies[3].text", "nothing", "plies[3].text: `nothing` does not spell the move b1"),
        ("plies[3].text", "b1", "plies[3].text: `b1` does not spell the marks of the ply: `'`"),
        ("plies[3].text", "b1''", "plies[3].text: `b1''` does not spell the marks of the ply: `'`"),
        ("plies[3].marks", ..., "plies[3].text: `b1'` does not spell the marks of the ply: none"),
        ("plies[4].marks", ["!?", "'"], "plies[4].text: `1a2>1C?!` does not spell the marks of the ply: `!? '`"),
        ("branches[0].plies[0].text", "c1?",
         "branches[0].plies[0].text: `c1?` does not spell the marks of the ply: none"),
        ("plies[3].marks[0]", "+", "plies[3].marks[0]: `+` is not a mark: one of * ' '' ? ! ?? !! ?! !? expected"),
        ("plies[3].marks[0]", "*", "plies[3].marks[0]: the mark * needs a spread: a placement smashes nothing"),
        ("plies[3].letter", "C", "plies[3].letter: only a spread has a letter besides its move"),
        ("plies[4].letter", "X", "plies[4].letter: F, S or C expected, `X` found"),
        ("plies[4].letter", 7, "plies[4].letter: a text expected, a number found"),
        ("plies[3].comments[1]", 7, "plies[3].comments[1]: a text expected, a number found"),
        ("plies[3].comment", "x", "plies[3]: `comment` is not a field of it: move, marks, comments, letter, text are"),
        ("terminator", "R-0", "terminator: an object expected, a text found"),
        ("terminator.result", "X-0",
         "terminator.result: `X-0` is not a result: one of R-0 0-R F-0 0-F 1-0 0-1 1/2-1/2 expected"),
        ("terminator.result", None, "terminator.text: `1/2` does not spell the result none"),
        ("terminator.text", "R-0", "terminator.text: `R-0` does not spell the result 1/2-1/2"),
        ("terminator.text", "x}", "terminator.text: `x}` does not spell the result 1/2-1/2"),
        ("branches[0].label", "a}", "branches[0].label: `a}` is not a label such as 14b1 or 14b1/15w1"),
        ("branches[0].parent", 0, "branches[0].parent: the index of an earlier branch expected, `0` found"),
        ("branches[0].at", 6, "branches[0].at: the index of a ply of the line it leaves expected, `6` found"),
        ("branches[0].plies[0].move", "a9", "branches[0].plies[0].move: `9` is not a rank: ranks are 1-8 here"),
        ("branches[0].plies", ..., 'branches[0]: the field "plies" is missing'),
        ("branches[0].label", "2b01", "branches[0].label: `2b01` is not a label such as 14b1 or 14b1/15w1"),
        ("branches[0].label", "2b", "branches[0].label: `2b` is not a label such as 14b1 or 14b1/15w1"),
        ("branches[0].label", "7b3", "branches[0].label: `7b3` is not its place: 2b and a count expected"),
        ("branches[0].label", "2w1", "branches[0].label: `2w1` is not its place: 2b and a count expected"),
        ("branches[0].label", "2b1/2b1", "branches[0].label: `2b1/2b1` is not its place: 2b and a count expected"),
        ("branches[0].at", 2, "branches[0].label: `2b1` is not its place: 2w and a count expected"),
        ("branches[0].closing", ["x"], "branches[0].closing: there is no terminator for the comments to stand behind"),
        ("branches[0].numbers", [], "branches[0].numbers: a branch begins with a move number and its dot"),
        ("branches[0].numbers[0].text", "--", "branches[0].numbers: a branch begins with a move number and its dot"),
        ("branches[0].numbers[0].text", "2", "branches[0].numbers: a branch begins with a move number and its dot"),
        ("branches[0].numbers[0].before", 1, "branches[0].numbers: a branch begins with a move number and its dot"),
        ("numbers", [{"before": 0, "text": "1"}, {"before": 0, "text": "--"}],
         "numbers: `1 --` stands before a ply of White"),
        ("terminator", None, "closing: there is no terminator for the comments to stand behind"),
        ("plies[3].marks", ["?", "?"], "plies[3].marks: `? ?` can't stand side by side, where they read as `??`"),
        ("plies[3].marks", ["?", "?!"], "plies[3].marks: `? ?!` can't stand side by side, where they read as `?? !`"),
        ("plies[3].marks", ["'", "'"], "plies[3].marks: `' '` can't stand side by side, where they read as `''`"),
        ("plies[3].move", "2b1", "plies[3].text: `b1'` does not spell the move 2b1"),
        ("plies[3]", {"move": "2b1"},
         "plies[3].move: only White's first ply of the opening double black stack places two flats"),
        ("plies[0]", {"move": "2b1"},
         "plies[0].move: only White's first ply of the opening double black stack places two flats"),
        ("plies[3].comments[1]", "a}", "plies[3].comments[1]: a comment has a }, which PTN can't hold"),
        ("tags[0].value", "3\n", "tags[0].value: the value has a line end, which PTN can't hold"),
        ("branches[0].numbers[0].before", 2, "branches[0].numbers[0].before: the index of a ply expected, `2` found"),
        ("numbers", [{"before": 2, "text": "2."}, {"before": 1, "text": "2."}],
         "numbers[1].before: the index of a ply, 2 or more, expected, `1` found"),
        ("numbers", [{"before": 0, "text": "1.a1"}],
         "numbers[0].text: `1.a1` is neither a move number such as 12. nor a placeholder such as --"),
        ("numbers", "1.", "numbers: a list expected, a text found"),
    ],
)  # fmt: skip
def test_faults_name_their_place(path: str, value: object, message: str) -> None:
    with pytest.raises(PtnError) as caught:
        game_from_json(changed(path, value))
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no JSON at line 1, column 1: the text ends too early"),
        ("nonsense", "no JSON at line 1, column 1: `n` can't stand there"),
        ("null", "the game: an object expected, null found"),
        ('{\n"a": 1,\nb\n}\n', "no JSON at line 3, column 1: `b` can't stand there"),
        ('{"schema": 1, "tags": [], "plies": []} x', "no JSON at line 1, column 40: `x` can't stand there"),
        ('{"a": 1}', 'the game: the field "schema" is missing: this is not the JSON of a game'),
        ('{"schema": 1, "schema": 1}', "the name `schema` stands twice in one object of the JSON"),
        ('{"schema": NaN}', "NaN is no value of JSON"),
        ("[" * 1_000_000, "the JSON is nested too deep for a game"),
        ('{"schema": ' + "1" * 5000 + "}", "the JSON holds a number that is too large for a game"),
        ('[{"schema": 1, "tags": [], "plies": []}, {}]',
         '[1]: the field "schema" is missing: this is not the JSON of a game'),
        ('{"schema": 1, "tags": [], "plies": []}\n{"schema": 1, "tags": [], "plies": [{"move": "c"}]}\n',
         "line 2: plies[0].move: the rank is missing after c"),
        ('[{"schema": 1, "tags": [], "plies": []} 1]', "no JSON at line 1, column 41: `1` can't stand there"),
        ('[{"schema": 1, "tags": [], "plies": []},]', "no JSON at line 1, column 41: `]` can't stand there"),
        ('[{"schema": 1, "tags": [], "plies": []}', "no JSON at line 1, column 40: the text ends too early"),
        ("[]\n x", "no JSON at line 2, column 2: `x` can't stand there"),
        ('[{"a": NaN, "b"', "NaN is no value of JSON"),
        ('{"schema": 1, "tags": [], "plies": []}\n{"schema"', "no JSON at line 2, column 10: the text ends too early"),
    ],
)  # fmt: skip
def test_broken_texts(text: str, message: str) -> None:
    with pytest.raises(PtnError) as caught:
        read_json(text)
    assert str(caught.value) == message


@pytest.mark.parametrize("tps", ["x3/x3/x3 3 4", "x3/x3/x2 2 4"])
def test_a_game_whose_start_can_not_be_read_begins_with_0(tps: str) -> None:
    data: dict[str, Any] = {"schema": 1, "tags": [{"name": "TPS", "value": tps}], "plies": [{"move": "a1"}]}
    assert game_from_json(data).first == 0
    data["first"] = 7
    with pytest.raises(PtnError) as caught:
        game_from_json(data)
    assert str(caught.value) == "first: 0 expected where the tags can't be read, `7` found"


def test_curly_marks_and_marks_apart_agree_with_their_text() -> None:
    is_kept(parse_game('[Size "3"] 1. a1’ c3” 2. b2 \' ! b1‘‘'))


NAMES = [
    "schema", "tags", "plies", "first", "branches", "comments", "terminator", "closing", "move", "marks", "name",
    "value", "label", "parent", "at",
]  # fmt: skip
PLACES = [
    "schema", "tags", "first", "plies[3]", "plies[3].move", "plies[4].letter", "plies[3].marks", "plies[3].text",
    "terminator", "terminator.text", "branches", "branches[0].parent", "branches[0].at", "closing", "tags[0].name",
]  # fmt: skip

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.sampled_from(["a1", "R-0", "*", "2b1"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=10,
)


@given(json_values, st.sampled_from(PLACES))
def test_any_value_is_read_or_refused(value: object, place: str) -> None:
    for data in (value, changed(place, value)):
        try:
            game = game_from_json(data)
        except PtnError as error:
            message = str(error)
        else:
            message = ""
            is_kept(game)
            is_held_by_ptn(game)
        assert len(message) < 1000


def test_results_are_all_known() -> None:
    for code, result in RESULTS.items():
        data = {"schema": 1, "tags": [], "plies": [], "terminator": {"text": code, "result": code}}
        assert game_from_json(data).result == result


def test_a_label_stands_once_and_below_that_of_its_parent() -> None:
    data = game_to_json(
        parse_game('[Size "5"] 1. a1 e5 2. c3\n\n{1b1}\n1. -- d5 2. c4\n\n{1b1/2w1}\n2. b4\n\n{1b2}\n1. -- a5')
    )
    assert len(game_from_json(data).branches) == 3
    for label, message in (
        ("1b1", "branches[2].label: the branch `1b1` stands twice"),
        ("1b1/1b1", "branches[2].label: `1b1/1b1` is not its place: 1b and a count expected"),
    ):
        data["branches"][2]["label"] = label
        with pytest.raises(PtnError) as caught:
            game_from_json(data)
        assert str(caught.value) == message
    data["branches"][1]["label"] = "2w1"
    with pytest.raises(PtnError, match=r"branches.1..label: `2w1` is not its place: 1b1/2w and a count expected"):
        game_from_json(data)
