"""The grammars themselves: proven free of collisions by Lark, and long blocks of text that need several tokens."""

from __future__ import annotations

import pytest
from findings import examine, found, moves

from ptn.notation.parser import Grammar, NotRead, build, cell_parts, game_tokens, ply_parts, position_tokens


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


def test_a_game_is_a_handful_of_tokens() -> None:
    text = '[Size "5"]\n[Komi "2"]\n\n1. a1 e5\n2. b2 b3 {why}\n3. c1 1/2-1/2'
    assert [token.type for token in game_tokens(text)] == ["TAGS", "RUN", "COMMENT", "RUN", "RESULT"]


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
