"""The grammars themselves: proven free of collisions by Lark, and long blocks of text that need several tokens."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, cast

import lark
import pytest
from findings import examine, found, moves
from hypothesis import example, given
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from lark import Lark, Token
from lark.exceptions import UnexpectedInput
from lark.grammar import Rule
from lark.lexer import TerminalDef

from ptn.core.codes import DROP_COUNT, PLACEMENT_COUNT, PLACEMENT_SMASH, WRONG_LETTER
from ptn.core.errors import PtnSyntaxError
from ptn.notation import parser as parser_module
from ptn.notation.explain import explain
from ptn.notation.parser import (
    STARTS,
    TABLES,
    Grammar,
    NotRead,
    build,
    cell_parts,
    game_tokens,
    ply_parts,
    position_tokens,
)
from ptn.notation.ply import parse_ply, read_ply
from ptn.notation.reader import read_text
from ptn.notation.tps import parse_tps

FOLDER = Path(parser_module.__file__).parent


@pytest.mark.parametrize(("grammar", "starts"), [("ptn", ["game", "ply"]), ("tps", ["position", "cell"])])
def test_the_grammars_build_in_strict_mode(grammar: Grammar, starts: list[str]) -> None:
    """Strict, Lark refuses conflicts between rules and terminals that can match the same text."""
    parser = build(grammar, strict=True)
    assert parser.options.start == starts
    assert parser.options.strict
    assert parser.options.parser == "lalr"


def test_the_strict_parser_reads_the_same() -> None:
    strict = build("ptn", strict=True)
    text = '[Size "5"]\n{first}\n1. a1 e5\' {one} {two}\n2. Sc3 3c3>12* R-0 {end}\n'
    assert strict.parse(text, "game") == game_tokens(text)
    assert strict.parse("3c3>12C*'", "ply") == ply_parts("3c3>12C*'")
    strict = build("tps", strict=True)
    assert strict.parse("x3/x,12C,x/x3 1 4", "position") == position_tokens("x3/x,12C,x/x3 1 4")
    assert strict.parse("12C", "cell") == cell_parts("12C")


SAMPLES: list[tuple[Grammar, str, str]] = [
    ("ptn", "game", '[Size "5"]\n{first}\n1. a1 e5\' {one} {two}\n2. Sc3 3c3>12* R-0 {end}\n'),
    ("ptn", "game", ""),
    ("ptn", "game", "[Size"),
    ("ptn", "game", "a1 a1-1 {"),
    *(
        ("ptn", "ply", word)
        for word in ("a1", "CA2", "3c3>12C*'", "5d4-22??", "2c1←", "a9", "a1>12345678", "", "1a1+?!")
    ),
    *(("tps", "position", text) for text in ("x3/x,12C,x/x3 1 4", "x3/x3/x3 3 1", "x3/x3")),
    *(("tps", "cell", text) for text in ("12C", "x3", "C", "1SC")),
]


def _outcome(parser: Lark, start: str, text: str) -> Any:
    try:
        return parser.parse(text, start)
    except lark.exceptions.UnexpectedInput as error:
        return type(error), error.pos_in_stream


def _no_building(*_: object) -> None:
    raise AssertionError("a parser is built that should be there ready made")


@pytest.mark.parametrize("grammar", STARTS)
def test_the_ready_made_parser_reads_the_same(grammar: Grammar, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = json.loads((FOLDER / TABLES).read_text(encoding="utf-8"))
    assert tables[grammar]["text"] == (FOLDER / f"{grammar}.lark").read_text(encoding="utf-8"), "write the tables anew"
    if lark.__version__ not in tables["lark"]:
        pytest.skip(f"the tables are those of Lark {tables['lark']}; python tests/test_grammar.py writes new ones")
    built = build(grammar)
    monkeypatch.setattr("lark.lark.load_grammar", _no_building)
    with pytest.raises(AssertionError, match="ready made"):
        build(grammar)
    ready_made = build(grammar, ready_made=True)
    for of, start, text in SAMPLES:
        if of == grammar:
            assert _outcome(ready_made, start, text) == _outcome(built, start, text), text


@pytest.mark.parametrize("grammar", STARTS)
def test_tables_of_another_grammar_or_version_are_not_used(grammar: Grammar, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(lark, "__version__", "0.0")
        assert build(grammar, ready_made=True).source_path == build(grammar).source_path == "<string>"
    tables = json.loads((FOLDER / TABLES).read_text(encoding="utf-8"))
    tables[grammar]["text"] += " "
    whole = parser_module._file
    monkeypatch.setattr(parser_module, "_file", lambda name: json.dumps(tables) if name == TABLES else whole(name))
    assert build(grammar, ready_made=True).source_path == "<string>"


def test_a_game_is_a_handful_of_tokens() -> None:
    text = '[Size "5"]\n[Komi "2"]\n\n1. a1 e5\n2. b2 b3 {why}\n3. c1 1/2-1/2'
    assert [token.type for token in game_tokens(text)] == ["TAGS", "RUN", "COMMENT", "RUN", "RESULT"]


PARSER = build("ptn")
PIECES = [
    '[Size "5"]',
    '[A"]"]',
    "1.",
    "a1",
    "3c3>12*",
    "R-0",
    "1/2",
    "½-½",
    "*",
    "{c}",
    "[",
    "a1R-0",
    "R-0a1",
    "-0",
    "1-1",
]


@given(
    st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from([" ", "\n", ""]))).map(
        lambda parts: "".join(map("".join, parts))
    )
)
@example('\n[Size "5"]\n\n1. a1 e5\n2. c3 0-1\n')
@example('[Size "5"] a1 e5R-0')
@example('[Size "5"] a1 e5 R-0 1-0')
@example('[Size "5"] ' + "a1 " * 129 + "R-0")
@example('[Size "5"] ' + "a1 " * 258 + "R-0")
@example('[Size "5"] ' + "a1 " * 259 + "R-0")
def test_ordinary_games_are_read_as_the_parser_reads_them(text: str) -> None:
    def read(text: str) -> list[tuple[str, str, int | None]]:
        return [(token.type, str(token), token.start_pos) for token in game_tokens(text)]

    try:
        tokens = cast(list[Token], PARSER.parse(text, "game"))
    except UnexpectedInput:
        with pytest.raises(NotRead):
            read(text)
    else:
        assert read(text) == [(token.type, str(token), token.start_pos) for token in tokens]


@pytest.mark.parametrize("count", [1, 127, 128, 129, 130, 258, 259, 1000])
def test_runs_of_any_length(count: int) -> None:
    """A run holds a bounded number of words; a longer one is several tokens, and no word is lost between them."""
    words = [f"{'abcde'[number % 5]}{number // 5 % 5 + 1}" for number in range(count)]
    tokens = game_tokens(" ".join(words))
    assert {token.type for token in tokens} == {"RUN"}
    assert len(tokens) == -(-count // 129)
    assert " ".join(tokens).split() == words
    game, _ = examine(f'[Size "5"]\n{" ".join(words)}')
    assert moves(game).split() == words


@pytest.mark.parametrize("count", [1, 15, 16, 17, 33, 100])
@pytest.mark.parametrize("between", ["\n", " ", "", "\n\n", "\r\n \t"])
def test_tag_blocks_of_any_length(count: int, between: str) -> None:
    tags = [f'[Note{number} "value {number}"]' for number in range(count)]
    tokens = game_tokens(between.join(tags))
    assert {token.type for token in tokens} == {"TAGS"}
    assert len(tokens) == -(-count // 16)
    game, report = examine(between.join(['[Size "5"]', *tags]) + "\n1. a1 e5")
    assert [str(tag) for tag in game.tags.items_in_order] == ['[Size "5"]', *tags]
    assert moves(game) == "a1 e5"
    assert {line.split()[1] for line in found(report.diagnostics)} == {"PTN210"}


@pytest.mark.parametrize("length", [10, 100, 5000])
def test_long_values_comments_and_words(length: int) -> None:
    game, report = examine(f'[Size "5"][Event "{"x" * length}"]{{{"y" * length}}} 1. a1 {{{"z " * length}}} e5')
    assert len(game.tags["Event"]) == len(game.comments[0].text) == length
    assert len(game.plies[0].comments[0].text) == 2 * length
    assert found(report.diagnostics) == []
    with pytest.raises(NotRead) as caught:
        ply_parts("a1" + "'" * length + "x")
    assert caught.value.offset == 2 + length


@pytest.mark.parametrize(
    ("text", "offset"),
    [("{open", 0), ("a1 {open", 3), ("[", 0), ('[Size "5"', 0), ('a1 [Size "5"]', 3), ("R-0x [", 5)],
)
def test_where_the_grammar_stops(text: str, offset: int) -> None:
    with pytest.raises(NotRead) as caught:
        game_tokens(text)
    assert caught.value.offset == offset


@pytest.mark.parametrize(
    ("text", "offset"),
    [("", 0), ("x3", 2), ("x3/x3/x3 1", 9), ("x3/x3/x3 1 ", 11), ("x3/x3/y3 1 1", 5), ("x3/x3/x3 3 1", 9)],
)
def test_where_the_grammar_of_positions_stops(text: str, offset: int) -> None:
    with pytest.raises(NotRead) as caught:
        position_tokens(text)
    assert caught.value.offset == offset


def tables() -> str:
    """Return what the tables should hold, for the installed version of Lark."""
    made: dict[str, Any] = {"lark": [lark.__version__]}
    for grammar, starts in STARTS.items():
        text = (FOLDER / f"{grammar}.lark").read_text(encoding="utf-8")
        parser = Lark(text, start=starts, parser="lalr", lexer="contextual", maybe_placeholders=True)
        data, memo = parser.memo_serialize([TerminalDef, Rule])
        made[grammar] = {"text": text, "data": data, "memo": memo}
    return json.dumps(made, ensure_ascii=False, separators=(",", ":"), default=sorted) + "\n"


if __name__ == "__main__":
    (FOLDER / TABLES).write_text(tables(), encoding="utf-8")


# Texts that the grammars themselves make: what they allow is read, or refused for what no grammar of this kind can say


def joined(text: str) -> str:
    return re.sub(r"\s", "", text)


@given(from_lark(build("ptn"), start="ply").map(joined))
def test_every_ply_of_the_grammar_is_read(word: str) -> None:
    if re.match("[CFcf][1-8]", word):
        return  # where no blank parts them, a letter and a digit are a square
    if read_ply(word) is None:
        sums_and_letters = {DROP_COUNT, PLACEMENT_COUNT, PLACEMENT_SMASH, WRONG_LETTER}
        assert explain(word).kind in sums_and_letters
    else:
        assert parse_ply(word).move == parse_ply(parse_ply(word).move.verbose).move


@given(from_lark(build("ptn"), start="game"))
def test_every_game_of_the_grammar_is_read_by_words(text: str) -> None:
    """The grammar takes any word in movetext, so that each can be named; beyond words nothing is wrong."""
    for entry in read_text(text, size=5):
        for diagnostic in entry.diagnostics:
            assert not diagnostic.is_error or diagnostic.code[:4] == "PTN1" or diagnostic.code in (
                "PTN001", "PTN307", "PTN308", "PTN311", "PTN503",
            )  # fmt: skip


@given(st.lists(st.lists(from_lark(build("tps"), start="cell").map(joined), min_size=3, max_size=4), min_size=3))
def test_every_position_of_squares_of_the_grammar_is_read(rows: list[list[str]]) -> None:
    text = "/".join(map(",".join, rows)) + " 1 9"
    square = all(sum(int(cell[1:] or 1) if cell[0] in "xX" else 1 for cell in row) == len(rows) for row in rows)
    if square and len(rows) <= 8:
        board = parse_tps(text)
        assert parse_tps(board.tps) == board
    else:
        with pytest.raises(PtnSyntaxError) as caught:
            parse_tps(text)
        assert caught.value.code in ("PTN602", "PTN603")
