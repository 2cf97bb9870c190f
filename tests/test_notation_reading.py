"""Readings that once went wrong, each with its kind."""

from __future__ import annotations

import gzip
import io
import re

import pytest
from findings import examine, final_tps, found, moves

from ptn.core.errors import PtnError
from ptn.notation.reader import parse_game, parse_games, read_stream, read_text
from ptn.notation.record import Game, Tag, Tags
from ptn.notation.writer import Style, write_game


def test_a_stack_as_first_ply_is_read_also_where_the_size_comes_from_outside() -> None:
    game, report = examine('[Opening "double black stack"]\n1. 2a1 e5\n2. Ca1', size=5)
    assert moves(game) == "2a1 e5 Ca1"
    assert found(report.diagnostics) == ["3:4 PTN402"]
    assert final_tps(report) == "x4,1/x5/x5/x5/22,x4 1 2"


def test_a_stack_as_first_ply_needs_no_other_tag_to_be_right() -> None:
    game, report = examine('[Size "5"][Komi "x"][Opening "double black stack"]\n1. 2a1 e5')
    assert moves(game) == "2a1 e5"
    assert found(report.diagnostics) == ["1:11 PTN207"]


@pytest.mark.parametrize("end", ["3.", "3. R-0", "3. {so be it}", "3. {so be it} 1-0"])
def test_a_number_without_a_ply_at_the_end_is_told(end: str) -> None:
    game, report = examine(f'[Size "5"]\n1. a1 e5\n2. a2 b3\n{end}')
    assert moves(game) == "a1 e5 a2 b3"
    assert "4:1 PTN303" in found(report.diagnostics)


@pytest.mark.parametrize("gap", ["\n", "\r\n", "\r", "\n  ", "\n\t"])
def test_a_tag_on_a_line_of_a_comment_is_told(gap: str) -> None:
    game, report = examine(f'[Size "5"]\n1. a1 {{see{gap}[Size "6"]}} e5')
    assert moves(game) == "a1 e5"
    assert [line.split()[1] for line in found(report.diagnostics)] == ["PTN302"]


# Marks


@pytest.mark.parametrize(
    ("word", "marks", "written"),
    [
        ("d3>’’", ("''",), "d3>''"),
        ("d3>’'", ("''",), "d3>''"),
        ("d3>’", ("'",), "d3>'"),
        ("d3>“", ("''",), "d3>''"),
        ("d3>'\"", ("'", "''"), "d3>'\""),
        ("d3>\"'", ("''", "'"), "d3>'''"),
        ("d3>''''", ("''", "''"), "d3>''''"),
        ("d3>'!\"", ("'", "!", "''"), "d3>'!''"),
        ("d3>*??!?", ("*", "??", "!?"), "d3>*??!?"),
        ("d3>? ' !", ("?", "'", "!"), "d3>?'!"),
        ("d3>'' ' *'!", ("''", "'", "*", "'", "!"), "d3>'''*'!"),
    ],
)
def test_marks_are_written_so_that_they_are_read_the_same(word: str, marks: tuple[str, ...], written: str) -> None:
    """Two quotation marks side by side are one mark, however they came to stand there."""
    game, _ = examine(f'[TPS "x5/x5/x3,1C,x/x5/2,1,x3 1 9"] {word}')
    assert game.plies[0].marks == marks
    assert write_game(game).endswith(f"\n9. {written}\n")
    assert parse_game(write_game(game)) == game
    assert parse_game(write_game(game, Style.KEEP)) == game


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1. a1 c3\n2.* a3", "2:3 PTN101"),  # a result that is glued to a number
        ("1. a1 c3 '*\n2. a3", "1:11 PTN106"),
    ],
)
def test_a_placement_gets_no_smash_from_a_lone_mark(text: str, expected: str) -> None:
    game, report = examine(text, size=3)
    assert expected in found(report.diagnostics)
    assert all(not ply.smash for ply in game.plies)


# Streams and where games begin


def test_a_game_with_nothing_in_it_is_written_as_one() -> None:
    [game] = parse_games("...", size=3)
    assert write_game(game) == "1.\n"
    assert parse_game("1.\n") == game == Game()


def test_where_reading_goes_on_does_not_depend_on_the_game_before() -> None:
    """The first line of game 3 begins within a line of game 2; whether that is seen must make no difference."""
    text = 'a1 )\n[Event "x"]\nc3 [Size "3"] a1 [\r[Size "4"] b2\n'
    whole = list(read_text(text))
    assert [moves(entry.partial) for entry in whole] == ["a1", "c3", "a1"]
    assert "".join(entry.source.text for entry in whole) == text


def test_places_of_a_game_that_begins_with_an_odd_number_are_found_without_its_size() -> None:
    _, report = examine("9. a1>", size=5)
    assert found(report.diagnostics) == ["1:1 PTN303", "1:4 PTN403"]


@pytest.mark.parametrize("block", [1, 2, 3, 5, 1000])
@pytest.mark.parametrize(
    "text",
    [
        '[Size "3"] a1 c3 *\x00',
        '[Size "3"] a1 c3 R-0\n*\x1a\n',
        '[Size "3"] a1 c3 1/2 \x00\x00',
        '[Size "3"] a1 c3 0-1\x0b0-1',
        '[Size "3"] a1 c3 1/2-1/2\n½-½ c3',
        '[Size "3"] a1 c3 \ufeff\ufeff[Size "4"] a1 d4',
        '\ufeff[Size "3"] a1 c3 R-0\n\ufeff[Size "4"] a1 d4',
        '[Size "3"] a1 {\ufeff[1] } c3 R-0\ufeff[Site "\ufeff[x"]\ufeff [Size "4"] a1 d4 {\ufeff[2]',
        '[Size "3"] a1 1/2 1/2\ufeff [Size "4"] a1 d4',
        '[Size "3"] a1 *\n*\ufeff\t[Size "4"] a1 d4 *\ufeff a1',
        '[Size "3"] a1 {open\n\ufeff[Size "4"]\na1 R-0\ufeff c3\n\ufeff \ufeff[Size "5"] a1 1-0',
        '[Size "3"] a1 c3 R-0\n\n{1b1} {why}\n{and} 1. -- b2\n\n{1w1} {x} b2 {y}\n\n{1w1}',
        f'[Size "3"] a1 c3 R-0\n\n{{1b1}}{" " * 99}{{ {"." * 99} }}123456. -- b2 *\n\n{{1b2}} 1234567. a1',
    ],
)
def test_blocks_do_not_change_what_is_read(block: int, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(read_text(text))
    monkeypatch.setattr("ptn.notation.decoding._BLOCK", block)
    assert list(read_stream(io.BytesIO(text.encode()), "<text>")) == whole


def test_a_byte_that_is_no_text_is_counted_from_the_start_of_the_file_with_its_bom() -> None:
    for before in ("", "\ufeff"):
        data = f'{before}[Event "ü"]\n1. a1 '.encode()
        [entry] = read_stream(io.BytesIO(data + b"\xff c3"), "game.ptn", size=3)
        [diagnostic] = entry.diagnostics
        assert diagnostic.message == f"the byte 0xff at offset {len(data)} is not UTF-8"
        assert diagnostic.where is not None
        assert (diagnostic.where.line, diagnostic.where.column) == (2, 7)


@pytest.mark.parametrize("end", [" R-0\n\n", " R-0 ", "\n\n", "\r\r", "\n  "])
def test_a_broken_first_tag_costs_its_own_game_only(end: str) -> None:
    good = '[Size "3"]\n1. a1 c3'
    entries = list(read_text(f'{good}{end}[Size "3"\n[Event "x"]\n1. b1 b2\n\n{good}'))
    assert [entry.broken for entry in entries] == [False, True, False]
    assert [moves(entry.partial) for entry in entries] == ["a1 c3", "", "a1 c3"]
    assert [diagnostic.code for diagnostic in entries[1].diagnostics] == ["PTN202"]


def test_black_dots_may_be_glued_to_the_ply() -> None:
    plain, _ = examine('[TPS "x3/x,1,x/2,x2 2 2"] 2. ... c3')
    for text in ("2. ...c3", "2...c3", "2. ..c3"):
        game, report = examine(f'[TPS "x3/x,1,x/2,x2 2 2"] {text}')
        assert game == plain
        assert found(report.diagnostics) == []


def test_lone_surrogates_are_characters_like_any_other() -> None:
    game, _ = examine('[Size "3"][Event "\ud800"] 1. a1 {\ud800} c3')
    assert game.tags["Event"] == game.plies[0].comments[0].text == "\ud800"
    [entry] = read_text('[Event "\ud800"] \udcff')
    assert entry.diagnostics[0].message == "the byte 0xff at offset 14 is not UTF-8"


@pytest.mark.parametrize("encoding", ["utf-16", "ascii", "utf-32"])
def test_bytes_that_another_encoding_refuses(encoding: str) -> None:
    entries = list(read_stream(io.BytesIO(b'[Size "3"] \xff\xfe\xff' * 3), "game.ptn", encoding=encoding))
    assert [diagnostic.code for entry in entries for diagnostic in entry.diagnostics][-1] == "PTN001"


def test_an_offset_counts_bytes_that_the_decoder_held_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ptn.notation.decoding._BLOCK", 3)
    data = '[Size "3"]'.encode("utf-16-le") + b"\x00\xd8\x20\x00"
    [entry] = read_stream(io.BytesIO(data), "game.ptn", encoding="utf-16-le")
    assert "at offset 20 " in entry.diagnostics[0].message


@pytest.mark.parametrize(
    "branch",
    [
        "{2w1}\n2. {why} b1 b2",
        "{2w1}\n2. {why} {2b1} b1 b2",
        "{2w1}\n2. {why} {and how} b1 {so} b2 R-0 {end}",
        "{2b1}\n2. -- {why} b1",
        "{2w1}\n2. {why}",
        "{2w1}\n2. {why} R-0 {end}",
        "{2w1}\n2.",
        "{2w1}\n2. b1 b2\n\n{2w1/2b1}\n2. -- {why} b3\n3. b2",
    ],
)
def test_comments_of_branches_are_written_behind_the_number(branch: str) -> None:
    """A label is one only when a move number follows it."""
    text = f'[Size "3"]\n\n1. a1 c3\n2. a2 a3\n\n{branch}\n'
    game = parse_game(text)
    assert game.branches
    assert write_game(game) == text
    assert parse_game(write_game(game)) == game


@pytest.mark.parametrize("between", ["{why}", " {why}\n{2x} {two\n\nlines}\n\n", "{x}" * 300])
def test_comments_may_stand_between_a_label_and_its_number(between: str) -> None:
    text = f'[Size "3"]\n\n1. a1 c3\n2. a2 a3 *\n\n{{2w1}}{between}2. b1 b2\n'
    entries = list(read_text(text))
    assert [entry.diagnostics for entry in entries] == [()]
    game = entries[0].partial
    assert [moves(branch) for branch in game.branches] == ["b1 b2"]
    assert [str(comment) for comment in game.branches[0].comments] == re.findall("{.*?}", between, re.DOTALL)
    assert parse_game(write_game(game)) == game


def test_a_comment_between_a_label_and_a_number_that_is_a_label_itself_begins_the_branch() -> None:
    game = parse_game('[Size "3"]\n\n1. a1 c3\n2. a2 a3\n\n{2w1}\n\n{2b1} {x}\n2. -- b2\n')
    assert [branch.label for branch in game.branches] == ["2b1"]
    assert [comment.text for comment in game.plies[-1].comments] == ["2w1"]


def test_a_label_and_a_comment_before_another_number_are_two_comments() -> None:
    game = parse_game('[Size "3"]\n\n1. a1 c3\n2. a2 a3\n\n{2w1} {x}\n3. b2\n')
    assert (moves(game), game.branches) == ("a1 c3 a2 a3 b2", ())
    assert [comment.text for comment in game.plies[3].comments] == ["2w1", "x"]


def test_a_stray_bracket_at_the_beginning_of_a_line_costs_one_game() -> None:
    good = '[Size "3"]\n1. a1 c3\n'
    entries = list(read_text(f"{good}[c3\n\n{good}\n{good}2. b2 [\n[\n\n{good}"))
    assert [entry.broken for entry in entries] == [True, False, True, False]
    assert [moves(entry.partial) for entry in entries] == ["a1 c3", "a1 c3", "a1 c3 b2", "a1 c3"]


def test_a_tag_without_quotation_marks_takes_its_block_along() -> None:
    good = '[Size "3"]\n1. a1 c3\n'
    entries = list(read_text(f'{good}\n[Size 3]\n[Event "x"]\n1. a1\n\n{good}'))
    assert [entry.broken for entry in entries] == [True, False]


@pytest.mark.parametrize("word", ["R-0.", "0-1!", "1/2-1/2,", "r-0;", "R-0a1", "½-½.", "0-0)"])
def test_what_is_glued_to_a_result_is_named(word: str) -> None:
    [entry] = read_text(f'[Size "5"]\n1. a1 e5 {word}')
    [diagnostic] = entry.diagnostics
    result = re.sub(r"[^\w/½]*\Z|(?<=0)a1", "", word)
    assert (diagnostic.code, diagnostic.hint) == ("PTN307", "a result stands by itself, between blanks")
    assert diagnostic.message == f"`{word.removeprefix(result)}` is glued to the result `{result}`"
    assert diagnostic.where is not None
    assert diagnostic.where.column == 10 + len(result)


@pytest.mark.parametrize(("komi", "fits"), [("9999.5", True), ("0005", True), ("10000", False), ("-123456.5", False)])
def test_a_komi_has_its_range(komi: str, fits: bool) -> None:
    _, report = examine(f'[Size "5"][Komi "{komi}"]\n1. a1 e5')
    messages = [diagnostic.message for diagnostic in report.diagnostics if diagnostic.code == "PTN207"]
    assert messages == ([] if fits else [f"Komi `{komi}` is out of range"])


def test_a_branch_in_front_of_the_one_it_leaves_is_told_so() -> None:
    [entry] = read_text('[Size "5"]\n\n1. a1 e5\n\n{1w1/2w1}\n2. b1\n\n{1w1}\n1. b2 b3 2. c1\n')
    [diagnostic] = entry.diagnostics
    assert (diagnostic.code, entry.main_line_whole, moves(entry.partial)) == ("PTN310", True, "a1 e5")
    assert diagnostic.message == "the branch `1w1`, which this one leaves, stands further down"


@pytest.mark.parametrize("name", ["", "a b", 'x"', "é", "Size\n"])
def test_a_tag_that_could_not_be_read_again_is_not_written(name: str) -> None:
    with pytest.raises(PtnError, match="can't be the name of a tag"):
        write_game(Game(Tags((Tag.of(name, "5"),))))


# Bytes

GAMES = '[Size "3"]\n1. a1 {ö} c3 1-0\n\n[Size "4"]\n1. b1 c3 0-1\n\n[Size "5"]\n1. a1 e5\n'


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        ("utf-16", "utf-16"),
        ("utf-16-le", "utf-16-le"),
        ("utf-16-be", "utf-16-be"),
        ("utf-32", "utf-32"),
    ],
)
def test_another_encoding_that_shows_is_named(encoding: str, named: str) -> None:
    data = GAMES.encode(encoding)
    [entry] = read_stream(io.BytesIO(data), "game.ptn")
    [diagnostic] = entry.diagnostics
    assert (diagnostic.code, diagnostic.hint) == ("PTN001", f"name the encoding: --encoding {named}")
    assert list(read_stream(io.BytesIO(data), "<text>", encoding=named)) == list(read_text(GAMES))
    assert [entry.diagnostics for entry in read_stream(io.BytesIO(gzip.compress(data)), "game.ptn")] == [(diagnostic,)]


@pytest.mark.parametrize("end", ["\0" * 5000, "\0" * 300_000, "\n\x1a" * 5000, "\0 \r\n" * 70_000])
def test_any_number_of_control_characters_at_the_end_is_one_warning(end: str) -> None:
    entries = list(read_stream(io.BytesIO((GAMES + end).encode()), "<text>"))
    assert [[found.code for found in entry.diagnostics] for entry in entries] == [[], [], ["PTN002"]]
    [warning] = entries[-1].diagnostics
    assert warning.where is not None
    assert warning.where.offset == len(GAMES) + end.index(end.strip(" \n\r")[0])
    assert [entry.partial for entry in entries] == [entry.partial for entry in read_text(GAMES)]


def test_games_before_damaged_data_are_read() -> None:
    data = gzip.compress(GAMES.encode(), 0)  # as it is, so that the cut is where it seems
    for lost in (9, 15, 26):
        *whole, torn = read_stream(io.BytesIO(data[:-lost]), "<text>")
        assert whole == list(read_text(GAMES))[: len(whole)]
        assert len(whole) >= 2
        [diagnostic] = torn.diagnostics
        assert (diagnostic.code, torn.number) == ("PTN004", len(whole) + 1)
        assert diagnostic.where is not None
        assert diagnostic.where.line > 5
    [torn] = read_stream(io.BytesIO(data[:12]), "<text>")
    assert [found.concise for found in torn.diagnostics] == [
        "<text>:1:1: PTN004 the compressed data is damaged: "
        "Compressed file ended before the end-of-stream marker was reached"
    ]


@pytest.mark.parametrize("block", [1, 7, 100, 1 << 18])
@pytest.mark.parametrize("encoding", ["ascii", "utf-16-be", "utf-16"])
def test_games_before_a_byte_that_is_no_text_are_read(
    block: int, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ptn.notation.decoding._BLOCK", block)
    text = GAMES.replace("ö", "o")
    before = text.encode(encoding)
    bad = (
        b"\xff"
        if encoding == "ascii"
        else "\udc00".encode("utf-16-be" if encoding == "utf-16-be" else "utf-16-le", "surrogatepass")
    )
    *whole, torn = read_stream(io.BytesIO(before + bad), "<text>", encoding=encoding)
    assert whole == list(read_text(text))[:2]
    [diagnostic] = torn.diagnostics
    assert diagnostic.where is not None
    assert (diagnostic.code, diagnostic.where.line, diagnostic.where.column) == ("PTN001", 9, 1)
    assert f"at offset {len(before)} is not {encoding}" in diagnostic.message


def test_a_game_without_end_is_refused_where_it_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ptn.notation.pieces._LONGEST", 100)
    *whole, last = read_text(GAMES + "2. " + "a" * 100)
    assert len(whole) == 2
    assert [found.concise for found in last.diagnostics] == [
        "<text>:7:1: PTN005 a game goes on for more than 100 characters"
    ]
    long = "a1 " * 40
    first, broken, last = read_text(f'[Size "3"]\na1 c3 R-0\n[Size "3"]\n{long}R-0\n[Size "3"]\na2 R-0')
    assert (first.broken, last.broken, last.partial.plies[0].text) == (False, False, "a2")
    assert [found.concise for found in broken.diagnostics] == [
        "<text>:3:1: PTN005 a game goes on for more than 100 characters"
    ]


@pytest.mark.parametrize("block", [10, 1000])
def test_blanks_between_games_are_no_game_however_many(block: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ptn.notation.pieces._LONGEST", 100)
    monkeypatch.setattr("ptn.notation.decoding._BLOCK", block)
    text = "\n" * 2000 + '[Size "3"]\na9 R-0\n'
    [entry] = read_stream(io.BytesIO(text.encode()), "<text>")
    assert [found.concise[:21] for found in entry.diagnostics] == ["<text>:2002:2: PTN102"]
    assert list(read_stream(io.BytesIO(b" \n" * 2000), "<text>")) == []
