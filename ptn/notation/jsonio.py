"""Game records as JSON and back, without loss. ``docs/game-json.md`` describes the form field by field."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NoReturn, TypeVar

from ptn.core.board_terms import Stone
from ptn.core.errors import PtnError
from ptn.core.moves import Place
from ptn.core.result import RESULTS, Result
from ptn.core.source import Source
from ptn.notation.explain import explain, quoted
from ptn.notation.ply import Comment, Ply, read_ply
from ptn.notation.record import TAG_NAME, Branch, Game, MoveNumber, Tag, Tags, Terminator
from ptn.notation.tags import RESULT_SPELLINGS, read_setup

SCHEMA: Final = 1
"""The number of the form that is written; the only one that is read so far."""

_MARKS: Final = ("*", "'", "''", "?", "!", "??", "!!", "?!", "!?")
_LABEL: Final = re.compile(r"[0-9]{1,6}[wb][0-9]{0,6}(?:/[0-9]{1,6}[wb][0-9]{0,6})*")
_BLANK: Final = re.compile(r"[ \t\r\n]*+")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MOST: Final = 10**9

_T = TypeVar("_T")


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
    if len(rows) > 1 and any(_is_game(row) for _, row, _ in rows):
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


def _is_game(row: str) -> bool:
    """Whether a line by itself is a JSON object that says it is a game."""
    value, end, fault = _decoded(row, 0)
    return fault is None and end == len(row) and isinstance(value, dict) and "schema" in value


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


def _fault(path: str, message: str) -> PtnError:
    return PtnError(f"{path or 'the game'}: {message}")


def _inside(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


_LINE: Final = ("comments", "plies", "numbers", "terminator", "closing")


def _game(data: object, path: str) -> Game:
    if not isinstance(data, Mapping):
        raise _fault(path, f"an object expected, {_kind(data)} found")
    if "schema" not in data:
        raise _fault(path, 'the field "schema" is missing: this is not the JSON of a game')
    schema = data["schema"]
    if type(schema) is not int or schema != SCHEMA:
        raise _fault(_inside(path, "schema"), f"{SCHEMA} expected, {_shown(schema)} found")
    if "tags" not in data and not isinstance(data.get("plies"), list):  # such as a score, whose plies are a number
        raise _fault(path, "there are no tags and no list of plies: this is not the JSON of a game")
    fields = _fields(data, path, ("schema", "tags", "plies"), ("first", "branches", *_LINE))
    tags = _list(fields, "tags", path, _tag)
    comments, plies, terminator, closing, numbers = _line(fields, path)
    branches: list[Branch] = []
    for index, item in enumerate(_list(fields, "branches", path, lambda item, _: item)):
        branches.append(_branch(item, f"{_inside(path, 'branches')}[{index}]", branches, len(plies)))
    first = _first(fields, path, Tags(tags))
    return Game(
        Tags(tags), plies, comments, terminator, closing, tuple(branches), first, move_numbers=numbers
    )  # fmt: skip


def _first(fields: Mapping[str, object], path: str, tags: Tags) -> int:
    first = _number(fields.get("first", 0), _inside(path, "first"), _MOST)
    told = read_setup(tags).first
    if told is not None and told != first:
        raise _fault(_inside(path, "first"), f"{told} expected by the tags, {_shown(first)} found")
    return first


def _branch(data: object, path: str, before: Sequence[Branch], main_plies: int) -> Branch:
    fields = _fields(data, path, ("label", "parent", "at", "plies"), _LINE)
    label = _text(fields["label"], _inside(path, "label"))
    if not _LABEL.fullmatch(label):
        raise _fault(_inside(path, "label"), f"{quoted(label)} is not a label such as 14b1 or 14b1/15w1")
    parent: int | None = None
    if fields["parent"] is not None:
        parent = _number(fields["parent"], _inside(path, "parent"), len(before), "the index of an earlier branch")
    plies = main_plies if parent is None else len(before[parent].plies)
    at = _number(fields["at"], _inside(path, "at"), plies, "the index of a ply of the line it leaves")
    comments, own_plies, terminator, closing, numbers = _line(fields, path)
    if numbers is not None and not (numbers and numbers[0].before == 0 and numbers[0].text[0].isdigit()):
        raise _fault(_inside(path, "numbers"), "a branch begins with a move number")
    return Branch(label, parent, at, own_plies, comments, terminator, closing, numbers)


def _line(
    fields: Mapping[str, object], path: str
) -> tuple[tuple[Comment, ...], tuple[Ply, ...], Terminator | None, tuple[Comment, ...], tuple[MoveNumber, ...] | None]:
    terminator = fields.get("terminator")
    plies = _list(fields, "plies", path, _ply)
    return (
        _list(fields, "comments", path, _comment),
        plies,
        None if terminator is None else _terminator(terminator, _inside(path, "terminator")),
        _list(fields, "closing", path, _comment),
        _numbers(fields, path, len(plies)),
    )


def _numbers(fields: Mapping[str, object], path: str, plies: int) -> tuple[MoveNumber, ...] | None:
    if fields.get("numbers") is None:
        return None
    earliest = 0

    def number(data: object, path: str) -> MoveNumber:
        nonlocal earliest
        item = _fields(data, path, ("before", "text"), ())
        what = f"the index of a ply, {earliest} or more," if earliest else "the index of a ply"
        before = _number(item["before"], _inside(path, "before"), plies + 1, what, earliest)
        earliest = before
        text = _text(item["text"], _inside(path, "text"))
        try:
            return MoveNumber(before, text)
        except ValueError:
            message = f"{quoted(text)} is neither a move number such as 12. nor a placeholder such as --"
            raise _fault(_inside(path, "text"), message) from None

    return _list(fields, "numbers", path, number)


def _tag(data: object, path: str) -> Tag:
    fields = _fields(data, path, ("name", "value"), ("written",))
    name = _text(fields["name"], _inside(path, "name"))
    written = _text(fields.get("written", name), _inside(path, "written"))
    for field, text in (("name", name), ("written", written)):
        if not TAG_NAME.fullmatch(text):
            raise _fault(_inside(path, field), f"{quoted(text)} is not a tag's name: letters, digits and _ expected")
    tag = Tag.of(written, _text(fields["value"], _inside(path, "value")))
    if tag.name != Tag.of(name, "").name:
        raise _fault(_inside(path, "written"), f"{quoted(written)} is not the tag {name}")
    return tag


def _ply(data: object, path: str) -> Ply:
    fields = _fields(data, path, ("move",), ("marks", "comments", "letter", "text"))
    word = _text(fields["move"], _inside(path, "move"))
    read = read_ply(word)
    if read is None:
        raise _fault(_inside(path, "move"), explain(word).message)
    if read.marks or read.letter is not None:
        raise _fault(_inside(path, "move"), f"{quoted(word)} has more than the move: marks and letter are fields")
    marks = _list(fields, "marks", path, _mark)
    if "*" in marks and isinstance(read.move, Place):
        where = f"{_inside(path, 'marks')}[{marks.index('*')}]"
        raise _fault(where, "the mark * needs a spread: a placement smashes nothing")
    letter: Stone | None = None
    if fields.get("letter") is not None:
        try:
            letter = Stone.from_letter(_text(fields["letter"], _inside(path, "letter")))
        except PtnError:
            raise
        except ValueError:
            raise _fault(_inside(path, "letter"), f"F, S or C expected, {_shown(fields['letter'])} found") from None
        if isinstance(read.move, Place):
            raise _fault(_inside(path, "letter"), "only a spread has a letter besides its move")
    comments = _list(fields, "comments", path, _comment)
    text = _text(fields.get("text", ""), _inside(path, "text"))
    spelled = read_ply(text) if text else read
    if spelled is None or spelled.move != read.move:
        raise _fault(_inside(path, "text"), f"{quoted(text)} does not spell the move {read.move}")
    return Ply(read.move, marks, comments, letter, text, spelled.remarks if text else ())


def _mark(data: object, path: str) -> str:
    mark = _text(data, path)
    if mark not in _MARKS:
        raise _fault(path, f"{quoted(mark)} is not a mark: one of {' '.join(_MARKS)} expected")
    return mark


def _terminator(data: object, path: str) -> Terminator:
    fields = _fields(data, path, ("text", "result"), ())
    result: Result | None = None
    if fields["result"] is not None:
        code = _text(fields["result"], _inside(path, "result"))
        if code not in RESULTS:
            raise _fault(
                _inside(path, "result"), f"{quoted(code)} is not a result: one of {' '.join(RESULTS)} expected"
            )
        result = RESULTS[code]
    text = _text(fields["text"], _inside(path, "text"))
    if text not in RESULT_SPELLINGS or RESULT_SPELLINGS[text] != result:
        raise _fault(_inside(path, "text"), f"{quoted(text)} does not spell the result {result or 'none'}")
    return Terminator(text, result)


def _comment(data: object, path: str) -> Comment:
    return Comment(_text(data, path))


# ---- values ----------------------------------------------------------------------------------------------------------


def _fields(data: object, path: str, needed: Sequence[str], others: Sequence[str]) -> Mapping[str, object]:
    if not isinstance(data, Mapping):
        raise _fault(path, f"an object expected, {_kind(data)} found")
    for name in needed:
        if name not in data:
            raise _fault(path, f'the field "{name}" is missing')
    for name in data:
        if name not in needed and name not in others:
            known = ", ".join(dict.fromkeys((*needed, *others)))
            raise _fault(path, f"{quoted(str(name))} is not a field of it: {known} are")
    return data


def _list(
    fields: Mapping[str, object], name: str, path: str, read: Callable[[object, str], _T]
) -> tuple[_T, ...]:  # fmt: skip
    data = fields.get(name, ())
    path = _inside(path, name)
    if not isinstance(data, list | tuple):
        raise _fault(path, f"a list expected, {_kind(data)} found")
    return tuple([read(item, f"{path}[{index}]") for index, item in enumerate(data)])


def _text(data: object, path: str) -> str:
    if not isinstance(data, str):
        raise _fault(path, f"a text expected, {_kind(data)} found")
    if not data.isascii() and _SURROGATE.search(data):
        raise _fault(path, "the text holds half a character (a lone surrogate)")
    return data


def _number(data: object, path: str, limit: int, what: str = "a whole number from 0", least: int = 0) -> int:
    if type(data) is not int or not least <= data < limit:
        raise _fault(path, f"{what} expected, {_shown(data)} found")
    return data


def _kind(data: object) -> str:
    if data is None:
        return "null"
    kinds = ((bool, "true or false"), (str, "a text"), (int | float, "a number"), (list | tuple, "a list"))
    return next((name for kind, name in kinds if isinstance(data, kind)), "an object")


def _shown(data: object) -> str:
    if isinstance(data, int | float) and not isinstance(data, bool):
        return quoted(str(data)) if abs(data) < 10**30 or isinstance(data, float) else "a huge number"
    return quoted(data) if isinstance(data, str) else _kind(data)
