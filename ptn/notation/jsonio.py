"""Game records as JSON and back, without loss. ``docs/game-json.md`` describes the form field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn

from ptn.core.board_terms import Stone
from ptn.core.codes import BLACK_FIRST
from ptn.core.errors import PtnError
from ptn.core.moves import Place
from ptn.core.result import RESULTS, Result
from ptn.core.source import Source
from ptn.notation.explain import explain, quoted
from ptn.notation.json_values import fields_of, inside, kind_of, list_of, number_of, shown, text_of, value_fault
from ptn.notation.numbering import Announcement
from ptn.notation.ply import Comment, Ply, marks_of, read_ply, spelled
from ptn.notation.record import (
    STANDARD_LABEL,
    TAG_NAME,
    Branch,
    Game,
    MoveNumber,
    Tag,
    Tags,
    Terminator,
    ply_label,
)  # fmt: skip
from ptn.notation.tags import RESULT_SPELLINGS, opens_with_stack, read_setup

SCHEMA: Final = 1
"""The number of the form that is written; the only one that is read so far."""

_MARKS: Final = ("*", "'", "''", "?", "!", "??", "!!", "?!", "!?")
_BLANK: Final = re.compile(r"[ \t\r\n]*+")
_MOST: Final = 10**9
_BRANCH_NUMBER: Final = re.compile(r"[0-9]+\.+")

# ---- writing ---------------------------------------------------------------------------------------------------------


def game_to_json(game: Game) -> dict[str, Any]:
    """Return a game as JSON's values: dictionaries, lists, texts, whole numbers and None.

    All of the record is in it but where it was read from. Fields that say nothing are left out.

    >>> from ptn.notation.reader import parse_game
    >>> game_to_json(parse_game('[Size "3"] 1. a1 {why} R-0'))["plies"]
    [{'move': 'a1', 'comments': ['why'], 'text': 'a1'}]
    """
    data: dict[str, Any] = {"schema": SCHEMA, "tags": [_tag_to_json(tag) for tag in game.tags.items_in_order]}
    if game.first:
        data["first"] = game.first
    data |= _line_to_json(game)
    if game.branches:
        data["branches"] = [
            {"label": branch.label, "parent": branch.parent, "at": branch.at, **_line_to_json(branch)}
            for branch in game.branches
        ]
    return data


def write_json(game: Game, indent: int | None = None) -> str:
    """Return a game as JSON text: on one line, or set out with so many blanks a level."""
    return json.dumps(game_to_json(game), ensure_ascii=False, indent=indent)


def _tag_to_json(tag: Tag) -> dict[str, str]:
    data = {"name": tag.name, "value": tag.value}
    if tag.written not in ("", tag.name):
        data["written"] = tag.written
    return data


def _line_to_json(line: Game | Branch) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if line.comments:
        data["comments"] = _texts(line.comments)
    data["plies"] = [_ply_to_json(ply) for ply in line.plies]
    if line.move_numbers is not None:
        data["numbers"] = [{"before": number.before, "text": number.text} for number in line.move_numbers]
    if line.terminator is not None:
        result = line.terminator.result
        data["terminator"] = {"text": line.terminator.text, "result": None if result is None else result.code}
    if line.closing:
        data["closing"] = _texts(line.closing)
    return data


def _ply_to_json(ply: Ply) -> dict[str, Any]:
    data: dict[str, Any] = {"move": str(ply.move)}
    if ply.marks:
        data["marks"] = list(ply.marks)
    if ply.comments:
        data["comments"] = _texts(ply.comments)
    if ply.letter is not None:
        data["letter"] = ply.letter.letter
    if ply.text:
        data["text"] = ply.text
    return data


def _texts(comments: Sequence[Comment]) -> list[str]:
    return [comment.text for comment in comments]


# ---- reading ---------------------------------------------------------------------------------------------------------


def game_from_json(data: object) -> Game:
    """Return the game of JSON's values, as ``game_to_json`` gives them.

    Raises ``PtnError`` that names the place, such as ``plies[3].move``, for anything that is missing, unknown or wrong.
    """
    return _game(data, "")


def read_json(text: str) -> list[Game]:
    """Return the games of a JSON text: one game, a list of games, or one game a line.

    Raises ``PtnError`` that names the line for what is no JSON, and the place for what is no game.
    """
    games = []
    for found in json_games(text):
        if isinstance(found, JsonFault):
            raise PtnError(found.in_full(text))
        games.append(found)
    return games


@dataclass(frozen=True, slots=True)
class JsonFault:
    """What is wrong with one game of a JSON text.

    ``start`` and ``end`` are offsets in the text: of that game, or of what is no JSON in it (``is_json`` tells which).
    ``row`` is the line of the game, from 1, where one game stands on each.
    """

    start: int
    end: int
    what: str
    is_json: bool = True
    row: int | None = None

    @property
    def message(self) -> str:
        """What is wrong, for a place that is told apart."""
        return self.what if self.is_json else f"no JSON: {self.what}"

    def in_full(self, text: str) -> str:
        """Return the message with the place in the text, as far as it doesn't name it itself."""
        if self.is_json:
            return self.what if self.row is None else f"line {self.row}: {self.what}"
        where = Source("", text).locate(self.start)
        return f"no JSON at line {where.line}, column {where.column}: {self.what}"


def json_games(text: str) -> Iterator[Game | JsonFault]:
    """Yield the games of a JSON text as ``read_json`` reads it, and for those that are none what is wrong with them.

    A game that is none costs the others nothing; what is no JSON costs its line where one game stands on each, and
    otherwise all that follows.
    """
    start = _blank_end(text, 1 if text.startswith("\ufeff") else 0)
    if text.startswith("[", start):
        yield from _listed_games(text, start + 1)
        return
    value, end, fault = _decoded(text, start)
    if fault is None and _blank_end(text, end) < len(text):
        fault = _not_json(text, _blank_end(text, end))
    if fault is None:
        yield _game_at(value, "", start, end)
        return
    rows = [(number, row, start) for number, row, start in _rows(text)]
    if len(rows) > 1 and (
        _object(rows[0][1]) is not None or any("schema" in (_object(row) or ()) for _, row, _ in rows)
    ):
        for number, row, start in rows:
            yield _game_of_row(row, start, number)
    else:
        yield fault


def _rows(text: str) -> Iterator[tuple[int, str, int]]:
    """Yield the lines that are not blank: the number of each, what stands on it and its offset."""
    start = 0
    for number, line in enumerate(text.split("\n"), 1):
        begin = _blank_end(line, 1 if line.startswith("\ufeff") else 0)
        if begin < len(line):
            yield number, line[begin:].rstrip(), start + begin
        start += len(line) + 1


def _object(row: str) -> dict[object, object] | None:
    """Return the JSON object that a line holds by itself."""
    value, end, fault = _decoded(row, 0)
    return value if fault is None and end == len(row) and isinstance(value, dict) else None


def _game_of_row(row: str, start: int, number: int) -> Game | JsonFault:
    value, end, fault = _decoded(row, 0)
    if fault is None and end < len(row):
        fault = _not_json(row, _blank_end(row, end))
    found = fault or _game_at(value, "", 0, len(row))
    if isinstance(found, JsonFault):
        return replace(found, start=start + found.start, end=start + found.end, row=number)
    return found


def _listed_games(text: str, at: int) -> Iterator[Game | JsonFault]:
    """Yield the games of a list whose ``[`` stands before an offset."""
    at = _blank_end(text, at)
    index = 0
    while index or not text.startswith("]", at):
        value, end, fault = _decoded(text, at)
        yield fault or _game_at(value, f"[{index}]", at, end)
        if fault is not None and end == at:
            return  # where it ends is not known
        at = _blank_end(text, end)
        if text.startswith("]", at):
            break
        if not text.startswith(",", at):
            yield _not_json(text, at)
            return
        at = _blank_end(text, at + 1)
        index += 1
    at = _blank_end(text, at + 1)
    if at < len(text):
        yield _not_json(text, at)


def _game_at(value: object, path: str, start: int, end: int) -> Game | JsonFault:
    try:
        return _game(value, path)
    except PtnError as error:
        return JsonFault(start, end, str(error))


def _blank_end(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    assert blank is not None
    return blank.end()


def _not_json(text: str, at: int) -> JsonFault:
    at = _blank_end(text, at)
    what = f"{quoted(text[at])} can't stand there" if at < len(text) else "the text ends too early"
    return JsonFault(at, at + 1, what, is_json=False)


def _decoded(text: str, at: int) -> tuple[object, int, JsonFault | None]:
    """Read a value of JSON strictly, no name twice, no NaN: return it, where it ends, and what is wrong with it.

    Where the end of a wrong one can't be found, ``at`` is returned. What is nested too deep or too large a number is a
    fault like any.
    """
    try:
        return *_STRICT.raw_decode(text, at), None
    except json.JSONDecodeError as error:
        return None, at, _not_json(text, error.pos)
    except RecursionError:
        return None, at, JsonFault(at, at + 1, "the JSON is nested too deep for a game")
    except PtnError as error:
        fault = JsonFault(at, at + 1, str(error))
        try:
            return None, _LENIENT.raw_decode(text, at)[1], fault
        except (ValueError, RecursionError):
            return None, at, fault
    except ValueError:  # a whole number with thousands of digits
        return None, at, JsonFault(at, at + 1, "the JSON holds a number that is too large for a game")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data: dict[str, object] = {}
    for name, value in pairs:
        if name in data:
            raise PtnError(f"the name {quoted(name)} stands twice in one object of the JSON")
        data[name] = value
    return data


def _no_constant(word: str) -> NoReturn:
    raise PtnError(f"{word} is no value of JSON")


_STRICT: Final = json.JSONDecoder(object_pairs_hook=_unique, parse_constant=_no_constant)
_LENIENT: Final = json.JSONDecoder(parse_int=len, parse_float=len)
"""Finds the end of a value that is none of a game."""


_LINE: Final = ("comments", "plies", "numbers", "terminator", "closing")


def _game(data: object, path: str) -> Game:
    if not isinstance(data, Mapping):
        raise value_fault(path, f"an object expected, {kind_of(data)} found")
    if "schema" not in data:
        raise value_fault(path, 'the field "schema" is missing: this is not the JSON of a game')
    schema = data["schema"]
    if type(schema) is not int or schema != SCHEMA:
        raise value_fault(inside(path, "schema"), f"{SCHEMA} expected, {shown(schema)} found")
    if "tags" not in data and not isinstance(data.get("plies"), list):  # such as a score, whose plies are a number
        raise value_fault(path, "there are no tags and no list of plies: this is not the JSON of a game")
    fields = fields_of(data, path, ("schema", "tags", "plies"), ("first", "branches", *_LINE))
    tags = list_of(fields, "tags", path, _tag)
    comments, plies, terminator, closing, numbers = _line(fields, path)
    first = _first(fields, path, Tags(tags))
    _check_line(Tags(tags), plies, numbers, first, path)
    game = Game(Tags(tags), plies, comments, terminator, closing, (), first, move_numbers=numbers)
    branches = _Branches(game)
    for index, item in enumerate(list_of(fields, "branches", path, lambda item, _: item)):
        branches.add(item, f"{inside(path, 'branches')}[{index}]")
    return replace(game, branches=tuple(branches.found))


def _first(fields: Mapping[str, object], path: str, tags: Tags) -> int:
    first = number_of(fields.get("first", 0), inside(path, "first"), _MOST)
    told = read_setup(tags).first
    if first != (told or 0):
        why = "by the tags" if told is not None else "where the tags can't be read"
        raise value_fault(inside(path, "first"), f"{told or 0} expected {why}, {shown(first)} found")
    return first


class _Branches:
    """The branches of a game, each of which has to be where its label says."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.found: list[Branch] = []
        self._firsts: list[int] = []  # of each, the plies before its first one
        self._labels: set[str] = set()

    def add(self, data: object, path: str) -> None:
        fields = fields_of(data, path, ("label", "parent", "at", "plies"), _LINE)
        parent: int | None = None
        line: Game | Branch = self.game
        if fields["parent"] is not None:
            what = "the index of an earlier branch"
            parent = number_of(fields["parent"], inside(path, "parent"), len(self.found), what)
            line = self.found[parent]
        at = number_of(fields["at"], inside(path, "at"), len(line.plies), "the index of a ply of the line it leaves")
        first = at + (self.game.first if parent is None else self._firsts[parent])
        label = self._label(fields, path, parent, first)
        comments, plies, terminator, closing, numbers = _line(fields, path)
        if numbers is not None and not (
            numbers and numbers[0].before == 0 and _BRANCH_NUMBER.fullmatch(numbers[0].text)
        ):
            raise value_fault(inside(path, "numbers"), "a branch begins with a move number and its dot")
        _check_line(self.game.tags, plies, numbers, first, path)
        self._labels.add(label)
        self._firsts.append(first)
        self.found.append(Branch(label, parent, at, plies, comments, terminator, closing, numbers))

    def _label(self, fields: Mapping[str, object], path: str, parent: int | None, first: int) -> str:
        path = inside(path, "label")
        label = text_of(fields["label"], path)
        if not STANDARD_LABEL.fullmatch(label):
            raise value_fault(path, f"{quoted(label)} is not a label such as 14b1 or 14b1/15w1")
        place = ("" if parent is None else f"{self.found[parent].label}/") + ply_label(first)
        if not label.startswith(place) or not label[len(place) :].isdigit():
            raise value_fault(path, f"{quoted(label)} is not its place: {place} and a count expected")
        if label in self._labels:
            raise value_fault(path, f"the branch {quoted(label)} stands twice")
        return label


def _check_line(tags: Tags, plies: Sequence[Ply], numbers: Sequence[MoveNumber] | None, first: int, path: str) -> None:
    """Refuse what the reading of a text refuses: a stack placed too late, numbers that give White's ply to Black."""
    stack_at = 0 if first == 0 and opens_with_stack(tags) else None
    for index, ply in enumerate(plies):
        if isinstance(ply.move, Place) and ply.move.count == 2 and index != stack_at:
            message = "only White's first ply of the opening double black stack places two flats"
            raise value_fault(f"{inside(path, 'plies')}[{index}].move", message)
    words = [number.text for number in numbers or () if number.before == 0]
    if words and plies and read_setup(tags).first is not None:
        remark = Announcement(words).remark(first, "", opens=True, strict=True, branch=False)
        if remark is not None and remark.kind is BLACK_FIRST:
            raise value_fault(inside(path, "numbers"), f"{quoted(' '.join(words))} stands before a ply of White")


def _line(
    fields: Mapping[str, object], path: str
) -> tuple[tuple[Comment, ...], tuple[Ply, ...], Terminator | None, tuple[Comment, ...], tuple[MoveNumber, ...] | None]:
    terminator = fields.get("terminator")
    plies = list_of(fields, "plies", path, _ply)
    closing = list_of(fields, "closing", path, _comment)
    if closing and terminator is None:
        raise value_fault(inside(path, "closing"), "there is no terminator for the comments to stand behind")
    return (
        list_of(fields, "comments", path, _comment),
        plies,
        None if terminator is None else _terminator(terminator, inside(path, "terminator")),
        closing,
        _numbers(fields, path, len(plies)),
    )


def _numbers(fields: Mapping[str, object], path: str, plies: int) -> tuple[MoveNumber, ...] | None:
    if fields.get("numbers") is None:
        return None
    earliest = 0

    def number(data: object, path: str) -> MoveNumber:
        nonlocal earliest
        item = fields_of(data, path, ("before", "text"), ())
        what = f"the index of a ply, {earliest} or more," if earliest else "the index of a ply"
        before = number_of(item["before"], inside(path, "before"), plies + 1, what, earliest)
        earliest = before
        text = text_of(item["text"], inside(path, "text"))
        try:
            return MoveNumber(before, text)
        except ValueError:
            message = f"{quoted(text)} is neither a move number such as 12. nor a placeholder such as --"
            raise value_fault(inside(path, "text"), message) from None

    return list_of(fields, "numbers", path, number)


def _tag(data: object, path: str) -> Tag:
    fields = fields_of(data, path, ("name", "value"), ("written",))
    name = text_of(fields["name"], inside(path, "name"))
    written = text_of(fields.get("written", name), inside(path, "written"))
    for field, text in (("name", name), ("written", written)):
        if not TAG_NAME.fullmatch(text):
            raise value_fault(
                inside(path, field), f"{quoted(text)} is not a tag's name: letters, digits and _ expected"
            )
    value = text_of(fields["value"], inside(path, "value"))
    if "\n" in value or "\r" in value:
        raise value_fault(inside(path, "value"), "the value has a line end, which PTN can't hold")
    tag = Tag.of(written, value)
    if tag.name != Tag.of(name, "").name:
        raise value_fault(inside(path, "written"), f"{quoted(written)} is not the tag {name}")
    return tag


def _ply(data: object, path: str) -> Ply:
    fields = fields_of(data, path, ("move",), ("marks", "comments", "letter", "text"))
    word = text_of(fields["move"], inside(path, "move"))
    read = read_ply(word)
    if read is None:
        raise value_fault(inside(path, "move"), explain(word).message)
    if read.marks or read.letter is not None:
        raise value_fault(inside(path, "move"), f"{quoted(word)} has more than the move: marks and letter are fields")
    marks = list_of(fields, "marks", path, _mark)
    if "*" in marks and isinstance(read.move, Place):
        where = f"{inside(path, 'marks')}[{marks.index('*')}]"
        raise value_fault(where, "the mark * needs a spread: a placement smashes nothing")
    joined = marks_of(spelled(marks))
    if joined != marks:
        message = f"{quoted(' '.join(marks))} can't stand side by side, where they read as {quoted(' '.join(joined))}"
        raise value_fault(inside(path, "marks"), message)
    letter: Stone | None = None
    if fields.get("letter") is not None:
        try:
            letter = Stone.from_letter(text_of(fields["letter"], inside(path, "letter")))
        except PtnError:
            raise
        except ValueError:
            raise value_fault(inside(path, "letter"), f"F, S or C expected, {shown(fields['letter'])} found") from None
        if isinstance(read.move, Place):
            raise value_fault(inside(path, "letter"), "only a spread has a letter besides its move")
    comments = list_of(fields, "comments", path, _comment)
    text = text_of(fields.get("text", ""), inside(path, "text"))
    found = read_ply(text) if text else read
    if found is None or found.move != read.move:
        raise value_fault(inside(path, "text"), f"{quoted(text)} does not spell the move {read.move}")
    if text and found.marks != marks:
        said = quoted(" ".join(marks)) if marks else "none"
        raise value_fault(inside(path, "text"), f"{quoted(text)} does not spell the marks of the ply: {said}")
    return Ply(read.move, marks, comments, letter, text, found.remarks if text else ())


def _mark(data: object, path: str) -> str:
    mark = text_of(data, path)
    if mark not in _MARKS:
        raise value_fault(path, f"{quoted(mark)} is not a mark: one of {' '.join(_MARKS)} expected")
    return mark


def _terminator(data: object, path: str) -> Terminator:
    fields = fields_of(data, path, ("text", "result"), ())
    result: Result | None = None
    if fields["result"] is not None:
        code = text_of(fields["result"], inside(path, "result"))
        if code not in RESULTS:
            raise value_fault(
                inside(path, "result"), f"{quoted(code)} is not a result: one of {' '.join(RESULTS)} expected"
            )
        result = RESULTS[code]
    text = text_of(fields["text"], inside(path, "text"))
    if text not in RESULT_SPELLINGS or RESULT_SPELLINGS[text] != result:
        raise value_fault(inside(path, "text"), f"{quoted(text)} does not spell the result {result or 'none'}")
    return Terminator(text, result)


def _comment(data: object, path: str) -> Comment:
    text = text_of(data, path)
    if "}" in text:
        raise value_fault(path, "a comment has a }, which PTN can't hold")
    return Comment(text)
