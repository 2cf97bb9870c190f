"""The vocabulary: small values that can't be changed, compare by content, survive pickling and refuse nonsense."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import re
import unicodedata

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from naive import NaiveGame, read_tps
from strategies import OPENINGS, setups, started_setups

from ptn.core import codes
from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import DEFAULT_RESERVES, FILE_LETTERS, SIZES, Color, Direction, Reserve, Square, Stone
from ptn.core.codes import CODES, Code, Severity
from ptn.core.errors import Diagnostic, IllegalMoveError, PtnError, PtnSyntaxError, SetupError
from ptn.core.moves import Place
from ptn.core.result import RESULTS, How, Result
from ptn.core.setup import MAX_RESERVE, Opening, Setup
from ptn.core.source import Location, Source, printable

WHITE, BLACK = Color.WHITE, Color.BLACK
A1 = Square.at(1, 1)
PLACE = Location("game.ptn", 3, 4, 7, 40, "1. zz9 c3")
FINDING = Diagnostic.of(codes.BAD_SQUARE, "there is no square zz9", hint="try z9", where=PLACE, ply="1w", game=2)

VALUES: list[object] = [
    A1,
    *Color,
    *Stone,
    *Direction,
    Reserve(21, 1),
    Stack.of((WHITE, BLACK), Stone.CAPSTONE),
    BoardState.empty(3),
    read_tps("x3,12C/x4/1S,x3/x2,221,x 2 14"),
    Result(None, How.DRAW),
    *How,
    *Opening,
    Setup.standard(6, half_komi=5, opening=Opening.NO_SWAP, start=BoardState.empty(6)),
    PLACE,
    Source("game.ptn", "1. a1 b2"),
    codes.OFF_BOARD,
    *Severity,
    FINDING,
]


# What all values have in common


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_values_survive_copying_and_pickling(value: object) -> None:
    for twin in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
        assert twin == value
        assert hash(twin) == hash(value)
        assert type(twin) is type(value)
        assert str(twin) == str(value)


@pytest.mark.parametrize("value", [value for value in VALUES if dataclasses.is_dataclass(value)], ids=repr)
def test_values_can_not_be_changed(value: object) -> None:
    assert dataclasses.is_dataclass(value)
    assert not hasattr(value, "__dict__")
    for field in dataclasses.fields(value):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(value, field.name, getattr(value, field.name))
        with pytest.raises(dataclasses.FrozenInstanceError):
            delattr(value, field.name)


def test_squares_have_no_room_for_more() -> None:
    with pytest.raises(AttributeError):
        A1.note = "x"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        A1.file = 2  # type: ignore[misc]


# Colours, stones, directions


def test_colors() -> None:
    assert WHITE.other is BLACK
    assert BLACK.other is WHITE
    assert [(int(color), color.digit, color.title, str(color)) for color in Color] == [
        (0, "1", "White", "white"),
        (1, "2", "Black", "black"),
    ]


def test_stones() -> None:
    assert [(stone.letter, str(stone)) for stone in Stone] == [("F", "flat"), ("S", "wall"), ("C", "capstone")]
    for stone in Stone:
        assert Stone.from_letter(stone.letter) is stone


@pytest.mark.parametrize("text", ["", "f", "s", "W", "FS", "SC", "FSC", " ", "1"])
def test_no_stone(text: str) -> None:
    with pytest.raises(ValueError, match="F, S or C"):
        Stone.from_letter(text)


def test_directions() -> None:
    assert [(d.symbol, d.arrow, d.step, str(d)) for d in Direction] == [
        ("+", "↑", (0, 1), "up"),
        (">", "→", (1, 0), "right"),
        ("-", "↓", (0, -1), "down"),
        ("<", "←", (-1, 0), "left"),
    ]
    for direction in Direction:
        assert Direction.from_symbol(direction.symbol) is Direction.from_symbol(direction.arrow) is direction


@pytest.mark.parametrize("text", ["", "+>", "↑→", "^", "v", "−", "–", "a", "1", "+ "])
def test_no_direction(text: str) -> None:
    with pytest.raises(ValueError, match="not a direction"):
        Direction.from_symbol(text)


# Squares


def test_all_squares() -> None:
    squares = [Square(index) for index in range(64)]
    assert [square.name for square in squares] == [file + rank for rank in "12345678" for file in "abcdefgh"]
    for index, square in enumerate(squares):
        assert square == index
        assert square == Square.from_name(square.name) == Square.at(square.file, square.rank)
        assert str(square) == square.name
        assert repr(square) == f"Square('{square.name}')"
        assert FILE_LETTERS[square.file - 1] + str(square.rank) == square.name


def test_on_board() -> None:
    for size in SIZES:
        inside = [square for square in map(Square, range(64)) if square.on_board(size)]
        assert len(inside) == size * size
        assert all(square.file <= size and square.rank <= size for square in inside)


def test_neighbours() -> None:
    for square in map(Square, range(64)):
        for direction in Direction:
            file, rank = square.file + direction.step[0], square.rank + direction.step[1]
            expected = Square.at(file, rank) if file in range(1, 9) and rank in range(1, 9) else None
            assert square.neighbour(direction) == expected
    assert str(Square.from_name("c3").neighbour(Direction.UP)) == "c4"
    assert Square.from_name("h3").neighbour(Direction.RIGHT) is None


@pytest.mark.parametrize("index", [-1, 64, 1000, -64])
def test_no_square_by_index(index: int) -> None:
    with pytest.raises(ValueError, match=str(index)):
        Square(index)


@pytest.mark.parametrize(("file", "rank"), [(0, 1), (1, 0), (9, 1), (1, 9), (-1, 3)])
def test_no_square_by_file_and_rank(file: int, rank: int) -> None:
    with pytest.raises(ValueError, match=f"file {file}, rank {rank}"):
        Square.at(file, rank)


@pytest.mark.parametrize(
    "name", ["", "a", "1", "a0", "a9", "i1", "A1", "1a", "a1 ", "a10", "a¹", "a\u0661", "ab1", "aa"]
)
def test_no_square_by_name(name: str) -> None:
    with pytest.raises(ValueError, match="not a square"):
        Square.from_name(name)


def test_reserves() -> None:
    assert list(SIZES) == list(DEFAULT_RESERVES) == [3, 4, 5, 6, 7, 8]
    assert [tuple(DEFAULT_RESERVES[size]) for size in SIZES] == [(10, 0), (15, 0), (21, 1), (30, 1), (40, 2), (50, 2)]


# Results


def test_results() -> None:
    expected = {
        "R-0": (WHITE, How.ROAD),
        "0-R": (BLACK, How.ROAD),
        "F-0": (WHITE, How.FLATS),
        "0-F": (BLACK, How.FLATS),
        "1-0": (WHITE, How.OTHER),
        "0-1": (BLACK, How.OTHER),
        "1/2-1/2": (None, How.DRAW),
    }
    assert {code: (result.winner, result.how) for code, result in RESULTS.items()} == expected
    for code, result in RESULTS.items():
        assert Result.from_code(code) is result
        assert result == Result(*expected[code])
        assert result.code == str(Result(*expected[code])) == code


def test_every_possible_result_has_a_code() -> None:
    for how in How:
        for winner in (None, WHITE, BLACK):
            if (winner is None) == (how is How.DRAW):
                assert Result.from_code(Result(winner, how).code) == Result(winner, how)
            else:
                with pytest.raises(ValueError, match="draw"):
                    Result(winner, how)


@pytest.mark.parametrize("code", ["", "*", "0-0", "r-0", "1/2", "½-½", "R-0 ", "0-2", "F-F", "1-1"])
def test_no_result(code: str) -> None:
    with pytest.raises(ValueError, match="not a result"):
        Result.from_code(code)


# Stacks and boards


@given(st.lists(st.sampled_from(Color), min_size=1, max_size=100), st.sampled_from(Stone))
def test_stacks(colors: list[Color], top: Stone) -> None:
    stack = Stack.of(colors, top)
    assert stack.colors == tuple(colors)
    assert stack.height == len(colors)
    assert stack.color is colors[-1]
    assert str(stack) == "".join(color.digit for color in colors) + ("" if top is Stone.FLAT else top.letter)
    assert stack == Stack(stack.bits, top)


def test_a_stack_documents_its_bits() -> None:
    assert Stack.of((WHITE, WHITE, BLACK)).bits == 0b1001


@pytest.mark.parametrize("bits", [1, 0, -1, -9])
def test_no_stack(bits: int) -> None:
    with pytest.raises(ValueError, match="at least one piece"):
        Stack(bits, Stone.FLAT)


def test_no_stack_of_nothing() -> None:
    with pytest.raises(ValueError, match="at least one piece"):
        Stack.of(())


def test_a_board_reads_its_squares() -> None:
    board = read_tps("x3,12C/x4/1S,x3/x2,221,x 2 14")
    assert str(board.at(Square.from_name("d4"))) == "12C"
    assert str(board.at(Square.from_name("a2"))) == "1S"
    assert str(board.at(Square.from_name("c1"))) == "221"
    assert board.at(A1) is None
    assert board.pieces(WHITE) == (3, 0)
    assert board.pieces(BLACK) == (2, 1)
    assert (board.turn, board.counter) == (BLACK, 14)
    assert str(board) == board.tps == "x3,12C/x4/1S,x3/x2,221,x 2 14"
    assert board.board_tps == "x3,12C/x4/1S,x3/x2,221,x"


@pytest.mark.parametrize("name", ["e1", "a5", "h8", "e5"])
def test_a_board_has_no_other_squares(name: str) -> None:
    with pytest.raises(ValueError, match=f"{name} is not on a 4x4 board"):
        BoardState.empty(4).at(Square.from_name(name))


@pytest.mark.parametrize("size", [-1, 0, 1, 2, 9, 10**9])
def test_no_board_of_another_size(size: int) -> None:
    with pytest.raises(ValueError, match=f"size {size} is outside"):
        BoardState(size, (), WHITE, 1)


def test_no_board_with_other_squares_or_counter() -> None:
    with pytest.raises(ValueError, match="8 squares given, 9 expected"):
        BoardState(3, (None,) * 8, WHITE, 1)
    with pytest.raises(ValueError, match="counter"):
        BoardState(3, (None,) * 9, WHITE, 0)


@pytest.mark.parametrize("size", SIZES)
def test_the_empty_board(size: int) -> None:
    board = BoardState.empty(size)
    assert board.tps == "/".join([f"x{size}"] * size) + " 1 1"
    assert board.pieces(WHITE) == board.pieces(BLACK) == (0, 0)


@given(started_setups())
def test_boards_agree_with_the_naive_model(setup: Setup) -> None:
    game = NaiveGame(setup)
    assert setup.start is not None
    assert setup.start.tps == game.tps()
    assert read_tps(setup.start.tps) == setup.start == game.board_state()
    assert hash(game.board_state()) == hash(setup.start)
    for color in Color:
        assert setup.start.pieces(color) == game.on_board(color)


# Setups


@pytest.mark.parametrize("size", SIZES)
def test_the_standard_setup(size: int) -> None:
    setup = Setup.standard(size)
    assert setup.white == setup.black == setup.reserve(WHITE) == setup.reserve(BLACK) == DEFAULT_RESERVES[size]
    assert (setup.opening, setup.half_komi, setup.komi, setup.start) == (Opening.SWAP, 0, 0, None)


def test_players_may_have_different_reserves() -> None:
    setup = Setup(5, Reserve(0, 3), Reserve(MAX_RESERVE, 0))
    assert setup.reserve(WHITE) == (0, 3)
    assert setup.reserve(BLACK) == (MAX_RESERVE, 0)


@pytest.mark.parametrize(
    ("half", "komi"), [(0, "0"), (1, "0.5"), (4, "2"), (5, "2.5"), (-1, "-0.5"), (-4, "-2"), (-5, "-2.5")]
)
def test_komi(half: int, komi: str) -> None:
    assert str(Setup.standard(5, half_komi=half).komi) == komi


@pytest.mark.parametrize("size", [2, 9, 0, -5])
def test_no_setup_of_another_size(size: int) -> None:
    with pytest.raises(SetupError, match=f"size {size} is outside"):
        Setup.standard(size)
    with pytest.raises(SetupError, match=f"size {size} is outside"):
        Setup(size, Reserve(1, 1), Reserve(1, 1))


@pytest.mark.parametrize("reserve", [Reserve(-1, 0), Reserve(1, -1), Reserve(MAX_RESERVE + 1, 0), Reserve(1, 10**20)])
def test_no_setup_with_another_reserve(reserve: Reserve) -> None:
    with pytest.raises(SetupError, match="White can't start with"):
        Setup(5, reserve, Reserve(1, 1))
    with pytest.raises(SetupError, match="Black can't start with"):
        Setup(5, Reserve(1, 1), reserve)


def test_no_setup_with_a_board_of_another_size() -> None:
    with pytest.raises(SetupError, match="the start position is 4x4, the game 5x5"):
        Setup.standard(5, start=BoardState.empty(4))


def test_openings_are_named_as_the_tag_names_them() -> None:
    assert [str(opening) for opening in OPENINGS] == ["swap", "no-swap", "double black stack"]
    assert Opening("double black stack") is Opening.DOUBLE_BLACK_STACK


@given(setups())
def test_setups_are_values(setup: Setup) -> None:
    assert pickle.loads(pickle.dumps(setup)) == setup
    assert setup.komi * 2 == setup.half_komi


# Codes


def test_codes_are_a_registry() -> None:
    assert list(CODES) == sorted(CODES)
    names = [code.name for code in CODES.values()]
    assert len(set(names)) == len(names)
    for key, code in CODES.items():
        assert str(code) == code.code == key
        assert re.fullmatch(r"PTN[0-7]\d\d", key)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
        assert code.summary[-1] != "."


def test_every_code_of_the_module_is_registered() -> None:
    named = [value for value in vars(codes).values() if isinstance(value, Code)]
    assert sorted(code.code for code in named) == list(CODES)


# Diagnostics and errors


def test_a_diagnostic_in_words() -> None:
    assert FINDING.code == "PTN102"
    assert FINDING.name == "bad-square"
    assert FINDING.severity is Severity.ERROR
    assert FINDING.is_error
    assert (FINDING.game, FINDING.ply) == (2, "1w")
    assert FINDING.concise == str(FINDING) == "game.ptn:3:4: PTN102 there is no square zz9"
    assert FINDING.text == (
        "game.ptn:3:4: PTN102 there is no square zz9\n"
        "  1. zz9 c3\n"
        "     ^^^\n"
        "  hint: try z9"
    )  # fmt: skip


def test_a_diagnostic_without_place_and_hint() -> None:
    finding = Diagnostic.of(codes.NO_RESULT, "no result")
    assert finding.text == finding.concise == "PTN305 no result"
    assert not finding.is_error
    assert finding.where is None


def test_a_file_name_can_not_draw_on_the_screen() -> None:
    place = dataclasses.replace(PLACE, file="a\x1b[31m\n\udcff.ptn")
    assert Diagnostic.of(codes.NO_GAME, "no game", where=place).concise == "a\\x1b[31m \\xff.ptn:3:4: PTN003 no game"


def test_errors_are_value_errors() -> None:
    for error in (PtnSyntaxError(FINDING), SetupError("size"), IllegalMoveError(codes.OFF_BOARD, "off", Place(A1))):
        assert isinstance(error, PtnError)
        assert isinstance(error, ValueError)


def test_a_syntax_error_says_where() -> None:
    error = PtnSyntaxError(FINDING)
    assert str(error) == FINDING.text
    assert (error.code, error.line, error.column) == ("PTN102", 3, 4)
    placeless = PtnSyntaxError(Diagnostic.of(codes.BAD_SQUARE, "no square"))
    assert (placeless.line, placeless.column) == (None, None)


def test_errors_survive_pickling() -> None:
    syntax = pickle.loads(pickle.dumps(PtnSyntaxError(FINDING)))
    assert type(syntax) is PtnSyntaxError
    assert syntax.diagnostic == FINDING
    assert str(syntax) == FINDING.text
    for tps, text in (("", "d4 is off"), ("x3/x3/x3 1 1", "d4 is off\n  in x3/x3/x3 1 1")):
        illegal = pickle.loads(pickle.dumps(IllegalMoveError(codes.OFF_BOARD, "d4 is off", Place(A1), tps)))
        assert type(illegal) is IllegalMoveError
        assert (illegal.reason, illegal.message, illegal.move) == (codes.OFF_BOARD, "d4 is off", Place(A1))
        assert (illegal.tps, str(illegal)) == (tps, text)
    setup = pickle.loads(pickle.dumps(SetupError("no size")))
    assert (type(setup), str(setup)) == (SetupError, "no size")


# Sources


def naive_place(text: str, offset: int) -> tuple[int, int]:
    """Line and column, by walking over all characters before the offset."""
    line = column = 1
    for index in range(offset):
        if text[index] == "\n" or (text[index] == "\r" and text[index + 1 : index + 2] != "\n"):
            line += 1
            column = 1
        else:
            column += 1
    return line, column


lines = st.text(st.sampled_from("ab \t\r\n\x0b\x0c\x85\u2028界\u0301é\x00"), max_size=60)


@given(lines, st.integers(0, 70), st.integers(0, 70))
def test_places(text: str, start: int, length: int) -> None:
    assume(start <= len(text))
    place = Source("x", text).locate(start, start + length)
    assert (place.line, place.column) == naive_place(text, start)
    assert place.offset == start
    assert place.column < place.end_column
    assert place.text == re.split(r"\r\n|\n|\r", text)[place.line - 1]
    assert place.text_column == 1
    shown, carets = place.excerpt().split("\n")
    assert shown.isprintable()
    assert re.fullmatch(r" *\^+", carets)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    text = end.join(["one", "", "three", "four"])
    source = Source("x", text)
    for number, word in ((1, "one"), (3, "three"), (4, "four")):
        place = source.locate(text.index(word), text.index(word) + len(word))
        assert (place.line, place.column, place.end_column, place.text) == (number, 1, len(word) + 1, word)
    at_end = source.locate(3, 3 + len(end))
    assert (at_end.line, at_end.column, at_end.text) == (1, 4, "one")
    assert at_end.excerpt() == "one\n   ^"
    assert source.locate(len(text)).line == 4


def test_mixed_line_ends() -> None:
    text = "a\rb\r\nc\n\rd"
    assert [Source("x", text).locate(text.index(letter)).line for letter in "abcd"] == [1, 2, 3, 5]


def test_other_characters_do_not_end_a_line() -> None:
    for character in "\x0b\x0c\x1c\x85\u2028\u2029":
        assert Source("x", f"a{character}b").locate(2).line == 1


@pytest.mark.parametrize("offset", [-100, -1])
def test_an_offset_before_the_text_is_its_begin(offset: int) -> None:
    place = Source("x", "a1 b2").locate(offset)
    assert (place.line, place.column, place.offset, place.end_column) == (1, 1, 0, 2)


@pytest.mark.parametrize("offset", [5, 6, 10**9])
def test_an_offset_behind_the_text_is_its_end(offset: int) -> None:
    place = Source("x", "a1 b2").locate(offset, offset + 4)
    assert (place.line, place.column, place.offset, place.end_column) == (1, 6, 5, 7)
    assert place.excerpt() == "a1 b2\n     ^"
    after_line_end = Source("x", "a1\n").locate(offset)
    assert (after_line_end.line, after_line_end.column, after_line_end.text) == (2, 1, "")


def test_a_place_in_nothing() -> None:
    place = Source("x", "").locate(0)
    assert (place.line, place.column, place.end_column, place.text) == (1, 1, 2, "")
    assert place.excerpt() == "\n^"


def test_an_end_before_the_start_marks_one_character() -> None:
    place = Source("x", "a1 b2").locate(3, 1)
    assert (place.column, place.end_column) == (4, 5)


def test_a_place_over_several_lines_ends_with_its_first_one() -> None:
    place = Source("x", "a1 {never\nclosed").locate(3, 16)
    assert place.excerpt() == "a1 {never\n   ^^^^^^"


def test_a_part_of_a_longer_text_knows_where_it_begins() -> None:
    whole = "0123\nabc def\nghi"
    part = Source("x", whole[9:], line=2, column=5, offset=9)
    for offset in range(9, len(whole)):
        inside, outside = part.locate(offset - 9), Source("x", whole).locate(offset)
        assert (inside.line, inside.column, inside.end_column, inside.offset) == (
            outside.line,
            outside.column,
            outside.end_column,
            outside.offset,
        )
    assert part.locate(0, 3).excerpt() == "...def\n   ^^^"
    assert part.locate(4, 7).excerpt() == "ghi\n^^^"


# Excerpts


def caret_columns(excerpt: str) -> tuple[str, str]:
    """The part of the shown line that stands over the carets, in terminal columns, and the carets."""
    shown, carets = excerpt.split("\n")
    cells: list[str] = []
    for character in shown:
        if unicodedata.category(character) in ("Mn", "Me"):
            cells[-1] += character
        else:
            cells.append(character)
            if unicodedata.east_asian_width(character) in "WF":
                cells.append("")
    start = len(carets) - len(carets.lstrip())
    return "".join(cells[start : len(carets)]), carets.strip()


@pytest.mark.parametrize(
    "before", ["", "1. ", "\t", "{界界} ", "{é} ", "{e\u0301} ", "{कु} ", "\x00\x1b ", "\udcff ", "\u200b"]
)
@pytest.mark.parametrize("marked", ["zz9", "界9", "e\u0301x", "\x07b"])
def test_carets_stand_under_what_they_mark(before: str, marked: str) -> None:
    text = f"{before}{marked} c3"
    shown, carets = caret_columns(Source("x", text).locate(len(before), len(before) + len(marked)).excerpt())
    assert shown == printable(marked)
    assert set(carets) == {"^"}


@pytest.mark.parametrize("length", [99, 100, 101, 150, 999, 1000, 1001, 5000, 1_000_000])
def test_long_lines_are_cut_around_the_place(length: int) -> None:
    text = "." * length
    for start in {0, 1, 33, 34, 50, length // 2, length - 101, length - 34, length - 4, length - 3} & set(
        range(length)
    ):
        whole = text[:start] + "zz9" + text[start + 3 :]
        place = Source("x", f"first\n{whole}\nlast").locate(start + 6, start + 9)
        assert (place.line, place.column, place.end_column) == (2, start + 1, start + 4)
        assert len(place.text) <= 1000
        assert place.text == whole[place.text_column - 1 :][: len(place.text)]
        excerpt = place.excerpt()
        assert len(excerpt.split("\n")[0]) <= 106
        assert caret_columns(excerpt)[0] == whole[start : start + 3]


@pytest.mark.parametrize("length", [101, 999, 1000, 1001, 5000])
def test_dots_say_that_a_line_was_cut(length: int) -> None:
    text = "x" * length
    begin, middle, end = (Source("x", text).locate(at).excerpt().split("\n")[0] for at in (0, length // 2, length - 1))
    assert (begin.startswith("..."), begin.endswith("...")) == (False, True)
    assert end.startswith("...")
    assert not end.endswith("...")
    if length > 200:
        assert (middle.startswith("..."), middle.endswith("...")) == (True, True)
    whole = Source("x", text[:100]).locate(50).excerpt()
    assert "..." not in whole


def test_a_mark_longer_than_what_is_shown() -> None:
    place = Source("x", "a" * 3000).locate(10, 2900)
    shown, carets = place.excerpt().split("\n")
    assert place.end_column == 2901
    assert len(carets) <= len(shown)


def test_many_places_in_one_huge_line_stay_small() -> None:
    source = Source("x", "a1 " * 500_000)
    places = [source.locate(offset) for offset in range(0, 1_500_000, 1000)]
    assert sum(len(place.text) for place in places) <= 1000 * len(places)


@given(st.text())
def test_printable_text_is_printable(text: str) -> None:
    assert printable(text).isprintable()
    assert not text.isprintable() or printable(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb", "a b"),
        ("\x1b[0m", "\\x1b[0m"),
        ("\x00\x7f\x85", "\\x00\\x7f\\x85"),
        ("\udc80\udcff", "\\x80\\xff"),
        ("\ud800", "\\ud800"),
        ("\u202e", "\\u202e"),
        ("\U000e0001", "\\U000e0001"),
        ("界é", "界é"),
    ],
)
def test_what_is_shown_for_what_can_not_be_printed(text: str, shown: str) -> None:
    assert printable(text) == shown
