"""Faults that testers found, each with the right answer."""

import os
from pathlib import Path

import pytest
from cli_helpers import run

import ptn
from ptn.core.errors import PtnError, SetupError
from ptn.notation.reader import parse_game, read_text
from ptn.validation import validate_entry

START = "x3/x3/1,1,2"


def codes(text: str) -> list[str]:
    return [d.code for entry in read_text(text) for d in validate_entry(entry).diagnostics if d.is_error]


def test_a_game_begins_where_its_tps_says_whatever_else_is_wrong() -> None:
    text = f'[TPS "{START} 1 5"]\n[Komi ".5"]\n\n5. a2 a3\n6. b2\n'
    assert run("fmt", stdin=text).out == text
    assert codes(f'[TPS "{START} 2 5"][Komi ".5"]\n5. -- a2 6. a3') == ["PTN207"]
    assert codes(f'[TPS "{START} 2 5"][Komi ".5"]\n5. -- a2 6. a3\n\n{{6w1}}\n6. b2') == ["PTN207"]


def test_where_the_start_can_not_be_read_nothing_is_renumbered() -> None:
    text = '[TPS "x3/x3 2 5"]\n5. -- a2 6. a3\n'
    assert codes(text) == ["PTN603"]
    result = run("fmt", stdin=text)
    assert (result.status, result.out) == (1, "")
    assert "the tag TPS can't be read" in result.err


def test_a_wrong_piece_letter_is_not_mended_in_silence() -> None:
    text = '[Size "5"]\n1. a1 a2\n2. b1 b2\n3. d1 b2<C\n'
    for command in (("fmt",), ("score",)):
        result = run(*command, stdin=text)
        assert (result.status, result.out) == (1, ""), command
        assert "the top of b2 is a flat, not a capstone" in result.err
    assert run("fmt", stdin=text.replace("<C", "<F")).out.endswith("3. d1 b2<\n")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Size "5"][Komi "1"][Komi "2"]\n1. a1 e5 1-0\n', "PTN206"),
        ('[Size "5"][Size "6"]\n1. a1 e5 1-0\n', "PTN206"),
        ('[Size "3"]\n1. a1 c3 2. c2 b1 3. c1 F-0\n', "PTN501"),
        ('[Size "3"][Result "F-0"]\n1. a1 c3 2. c2 b1 3. c1\n', "PTN501"),
    ],
)
def test_what_validate_calls_an_error_is_not_scored(text: str, code: str) -> None:
    assert codes(text) == [code]
    result = run("score", stdin=text)
    assert (result.status, result.out) == (1, "")
    assert f" {code} " in result.err
    with pytest.raises(PtnError):
        ptn.score(parse_game(text))


def test_positions_are_not_taken_from_conflicting_tags() -> None:
    result = run("convert", "--to", "tps", stdin='[Size "5"][Size "6"]\n1. a1 e5 1-0\n')
    assert (result.status, result.out) == (1, "")
    assert " PTN206 " in result.err


@pytest.mark.parametrize("command", [("convert", "--to", "tps"), ("score",)])
def test_a_broken_branch_is_told_and_the_main_line_still_used(command: tuple[str, ...]) -> None:
    result = run(*command, stdin='[Size "5"]\n\n1. a1 e5\n2. b1 b2 1-0\n\n{2w1}\n2. zz\n')
    assert result.status == 1
    assert result.out
    assert "-:7:4: PTN" in result.err


@pytest.mark.parametrize("size", [0, 2, 9])
def test_a_size_that_no_board_has_is_a_setup_error(size: int) -> None:
    with pytest.raises(SetupError, match=f"size {size} is outside 3-8"):
        ptn.parse_game("1. a1", size=size)


@pytest.mark.parametrize("number", ["2. c3", "2.c3"])
def test_a_number_as_before_whites_ply_is_told_where_black_begins(number: str) -> None:
    [entry] = read_text(f'[Size "3"]\n[TPS "x3/x,1,x/2,x2 2 2"]\n{number} b1\n')
    [warning] = entry.diagnostics
    assert warning.concise == "<text>:3:1: PTN303 2. stands before Black's ply, which begins here"
    assert warning.hint == "it is written 2. -- c3"
    assert [str(ply) for ply in entry.partial.plies] == ["c3", "b1"]


@pytest.mark.parametrize("number", ["2. -- c3", "2... c3", "2. ... c3", "2. .. c3", "c3"])
def test_the_forms_for_blacks_first_ply_are_read_without_a_word(number: str) -> None:
    [entry] = read_text(f'[Size "3"]\n[TPS "x3/x,1,x/2,x2 2 2"]\n{number} 3. b1\n')
    assert entry.diagnostics == ()
    assert [str(ply) for ply in entry.partial.plies] == ["c3", "b1"]


def test_a_game_without_a_line_is_named_by_its_number() -> None:
    log = "Game#1 P A1\nGame#2 P A1\nGame#2 P A1\n"
    result = run("validate", "--size", "5", "--format", "concise", "--select", "PTN4", stdin=log)
    assert result.out == "-, game 2: PTN402 1... a1 is illegal: a1 is not empty: a black flat is there\n"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_named_pipe_in_a_directory_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.ptn")
    (tmp_path / "gone.ptn").symlink_to(tmp_path / "nowhere")
    (tmp_path / "game.ptn").write_text('[Size "3"]\n1. a1 c3\n')
    result = run("convert", "--to", "tps", tmp_path)
    assert (result.status, result.out) == (2, "x2,1/x3/2,x2 1 2\n")
    assert "gone.ptn: No such file or directory" in result.err


def test_a_byte_order_mark_in_a_comment_or_a_value_is_text() -> None:
    game = ptn.game_from_json(
        {"schema": 1, "tags": [{"name": "Site", "value": "at \ufeff[1]"}], "plies": [], "comments": ["see \ufeff[1]"]}
    )
    assert parse_game(game.to_ptn()) == game
    assert [comment.text for comment in parse_game("1. a1 {\ufeff [2}").plies[0].comments] == ["\ufeff [2"]


@pytest.mark.parametrize("between", ["", " ", "\n", " R-0", " R-0\n", " {\ufeff[1]}\n", " {open\n"])
def test_a_byte_order_mark_before_the_tags_of_the_next_game_is_a_blank(between: str) -> None:
    entries = list(read_text(f'[Size "3"] a1 c3{between}\ufeff[Size "4"] a1 d4'))
    assert [len(entry.partial.plies) for entry in entries] == [2, 2]
    assert [entry.broken for entry in entries] == ["open" in between, False]


@pytest.mark.parametrize("word", ["R-1", "F-1", "1-1", "R-R", "F-F", "r-1", "1-R", "f-r"])
def test_what_only_looks_like_a_result_is_one_fault_of_its_own_game(word: str) -> None:
    text = f'[Size "5"]\n1. a1 e5\n2. c3 {word} d3\n3. c4 d4\n\n[Size "5"]\n1. a1 e5 1-0\n'
    first, second = read_text(text)
    assert [diagnostic.concise for diagnostic in first.diagnostics] == [f"<text>:3:7: PTN307 `{word}` is not a result"]
    assert second.diagnostics == ()


@pytest.mark.parametrize("word", ["R-0", "r-0", "F-0", "f-0", "0-R", "0-r", "0-F", "0-f", "1-0", "0-1", "0-0"])
def test_a_result_ends_its_game(word: str) -> None:
    assert len(list(read_text(f'[Size "5"]\n1. a1 e5 {word} a2'))) == 2


@pytest.mark.parametrize(
    ("ply", "column", "joined"),
    [
        ("c3' '", 8, "''"), ("c3’ '", 8, "''"), ("c3? !", 8, "?!"), ("c3! !", 8, "!!"), ("c3! ' ? ?", 12, "??"),
        ("c3' ''", 8, "''"), ("c3 ! ?", 9, "!?"), ("c3 ? ??", 9, "??"),
    ],
)  # fmt: skip
def test_marks_apart_are_not_joined_to_another_mark(ply: str, column: int, joined: str) -> None:
    [entry] = read_text(f'[Size "5"]\n1. a1 e5\n2. {ply} d3')
    fault = entry.diagnostics[-1]
    assert (fault.code, fault.where and fault.where.column) == ("PTN108", column)
    assert fault.message.endswith(f"stands apart, and joined to those before it makes {joined}")
    assert {diagnostic.code for diagnostic in entry.diagnostics[:-1]} <= {"PTN122", "PTN124"}


def test_marks_apart_that_stay_what_they_are_are_the_plys() -> None:
    [entry] = read_text("""[Size "5"]\n1. a1 e5\n2. c3' " ! ' ??""")
    assert [diagnostic.code for diagnostic in entry.diagnostics] == ["PTN124"] * 4
    assert entry.partial.plies[2].marks == ("'", "''", "!", "'", "??")
    assert parse_game(entry.partial.to_ptn()) == entry.partial


@pytest.mark.parametrize(("text", "column"), [("c3? !", 4), ("c3 '", 3), (" 2c3 >", 5), ("C\nc3", 2)])
def test_a_single_ply_holds_no_blank(text: str, column: int) -> None:
    with pytest.raises(ptn.PtnSyntaxError) as caught:
        ptn.parse_ply(text)
    assert caught.value.column == column
    assert "blank" in str(caught.value)


def test_blanks_around_a_ply_are_no_part_of_it() -> None:
    ply = ptn.parse_ply(" c3?!\n")
    assert (str(ply), ply.text) == ("c3?!", "c3?!")


@pytest.mark.parametrize("label", ["1b1", "2w1", "2w1/2b1"])
def test_an_empty_branch_is_not_promoted(label: str) -> None:
    game = parse_game('[Size "5"]\n1. a1 e5\n2. c3 d3\n\n{2w1}\n2. b3 c4\n', size=5)
    parent, at = {"1b1": (None, 1), "2w1": (None, 2), "2w1/2b1": (0, 1)}[label]
    empty = ptn.add_branch(game, at, [], parent)
    assert parse_game(empty.to_ptn()) == empty
    with pytest.raises(PtnError, match="has no ply"):
        ptn.promote_branch(empty, 1)
    assert ptn.remove_branch(empty, 1) == game


def test_wrong_arguments_are_named() -> None:
    game = parse_game('[Size "5"]\n1. a1 e5\n2. c3 d3\n\n{2w1}\n2. b3 c4\n')
    for index in (9, -1, 1):
        with pytest.raises(PtnError, match=f"there is no branch {index}: the game has 1"):
            ptn.line_to(game, index)
    with pytest.raises(ValueError, match="no ply at index -1"):
        game.label(-1)
    with pytest.raises(TypeError, match="made of plies, as parse_ply returns them, not of Place"):
        ptn.add_branch(game, 1, [ptn.parse_move("a2")])  # type: ignore[list-item]


def test_what_reading_has_cut_short_is_not_cut_again() -> None:
    [entry] = read_text('[Size "5"]\n1. a1 e5\n2. c3' + " ! '" * 2500)
    report = validate_entry(entry)
    said = [diagnostic.message for diagnostic in report.diagnostics if "more of these" in diagnostic.message]
    assert said == ["4000 more of these in the game"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_a_place_ends_with_the_last_character_of_its_line(end: str) -> None:
    [entry] = read_text(f'[Size "5"]{end}{end}1{end}. a1 e5{end}')
    [diagnostic] = entry.diagnostics
    where = diagnostic.where
    assert where is not None
    assert (where.line, where.column, where.end_column, where.text) == (3, 1, 2, "1")


@pytest.mark.parametrize("label", ["2w0", "02w1", "2w01", "2w", "2w1/03w1", "2w1/3w0", "2w1/3w", "0w1"])
def test_a_label_counts_from_one_without_zeros_in_front(label: str) -> None:
    text = f'[Size "5"]\n1. a1 e5\n2. c3 d3\n\n{{2w1}}\n2. b3 c4\n3. d1\n\n{{{label}}}\n2. b4\n'
    [entry] = read_text(text)
    [fault] = entry.diagnostics
    assert fault.concise == (
        f"<text>:9:1: PTN310 `{label}` is not the label of a branch: its numbers count from 1, without zeros in front"
    )


@pytest.mark.parametrize(
    ("tag", "said"),
    [
        ('[TPS "x3/x3/x3 1 999999999999999999999999"]', "the move counter `999999999999999999999999` is out of range"),
        ('[TPS "x3/x3/x3 1 500001"]', "the move counter `500001` is out of range: from 1 to 500000"),
        ('[Rating1 "99999999999999999999"]', "Rating1 `99999999999999999999` is out of range"),
        ('[Flats "99999999"]', "Flats `99999999` is out of range"),
        ('[Caps2 "1001"]', "Caps2 `1001` is out of range"),
        ('[Komi "123456"]', "Komi `123456` is out of range"),
        ("1234567. a1", "the move number `1234567.` is out of range: it has at most six digits"),
    ],
)
def test_a_huge_number_is_out_of_range(tag: str, said: str) -> None:
    [entry] = read_text(f'[Size "3"]{tag}')
    messages = [diagnostic.message for diagnostic in validate_entry(entry).diagnostics]
    assert next(message for message in messages if "out of range" in message).startswith(said)
    assert not [message for message in messages if " is not a" in message]


@pytest.mark.parametrize(
    ("tps", "tags", "column", "square"),
    [
        ("11C,1C,x3/x5/x5/x5/x5 1 9", "", 5, "b5"),
        ("x,2c,X2,2C/x5/2C,x4/x5/x5 1 9", "", 9, "e5"),
        ("1,x2,1,x/x2,1211,x2/x,1,x3/x5/x5 1 9", '[Flats1 "4"]', 13, "c4"),
        ("  x2,1-1,2,1-1,x,1 1 9", '[Flats1 "3"]', 14, "a1"),
    ],
)
def test_a_surplus_is_shown_at_its_first_square(tps: str, tags: str, column: int, square: str) -> None:
    [entry] = read_text(f'{tags}[TPS "{tps}"]')
    [fault] = [diagnostic for diagnostic in validate_entry(entry).diagnostics if diagnostic.code == "PTN607"]
    assert fault.message.endswith(f": too many from {square} on")
    assert fault.where is not None
    assert fault.where.column == len(tags) + 6 + column


@pytest.mark.parametrize(
    ("tag", "standard"),
    [
        ('[Size "05"]', "5"), ('[Size " 5 "]', "5"), ('[Komi "+2"]', "2"), ('[Komi "2.50"]', "2.5"),
        ('[Komi "-0"]', "0"), ('[Opening "SWAP"]', "swap"), ('[Date " 2024.05.01 "]', "2024.05.01"),
        ('[Result "R-0 "]', "R-0"), ('[Result " *"]', "*"), ('[Caps1 "01"]', "1"), ('[Flats "21 "]', "21"),
        ('[Rating1 "+1500"]', "1500"),
        ('[Time " 12:30"]', "12:30"), ('[Points "007"]', "7"),
    ],
)  # fmt: skip
def test_a_value_in_another_form_than_the_standard_one_is_told(tag: str, standard: str) -> None:
    size = "" if "Size" in tag else '[Size "5"]'
    [entry] = read_text(f"{size}{tag}\n1. a1 e5 *")
    said = [diagnostic for diagnostic in validate_entry(entry).diagnostics if diagnostic.code == "PTN208"]
    assert [diagnostic.message.rsplit(" is read as ")[-1] for diagnostic in said] == [standard]
    [entry] = read_text(f'{size}{tag[: tag.index(" ")]} "{standard}"]\n1. a1 e5 *')
    assert "PTN208" not in [diagnostic.code for diagnostic in validate_entry(entry).diagnostics]


@pytest.mark.parametrize("value", ["", "?", " ", " ? "])
def test_a_value_that_says_nothing_is_not_told(value: str) -> None:
    tags = "".join(f'[{name} "{value}"]' for name in ("Komi", "Opening", "Date", "Result", "Caps1", "Rating1", "Time"))
    [entry] = read_text(f'[Size "5"]{tags}[Player1 " Ada "]\n1. a1 e5 *')
    assert {diagnostic.code for diagnostic in validate_entry(entry).diagnostics} <= {"PTN203"}


@pytest.mark.parametrize("size", ["5", 5.0, b"5"])
def test_a_size_is_a_whole_number(size: int) -> None:
    for wrong in (lambda: parse_game("1. a1", size=size), lambda: ptn.Setup.standard(size)):
        with pytest.raises(TypeError, match=f"a size is a whole number from 3 to 8, not {type(size).__name__}"):
            wrong()


@pytest.mark.parametrize(
    ("results", "said"),
    [
        ("* 0-0", ["PTN309"]),
        ("* 1/2", ["PTN503"]),
        ("1/2-1/2 1/2", ["PTN309"]),
        ("1/2 1/2-1/2", ["PTN306", "PTN309"]),
        ("0-0", ["PTN306"]),
    ],
)
def test_of_one_result_one_thing_is_said(results: str, said: list[str]) -> None:
    [entry] = read_text(f'[Size "5"]\n1. a1 e5 {results}')
    assert [diagnostic.code for diagnostic in entry.diagnostics] == said
    places = [diagnostic.where.column for diagnostic in entry.diagnostics if diagnostic.where is not None]
    assert len(set(places)) == len(said)
