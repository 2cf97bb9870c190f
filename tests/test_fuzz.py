"""Whatever is read: no crash, one fault at most, every place inside the text; and what is read is written back.

Two kinds of text: any characters, many of them such as mean something here, and games written down in every spelling
the grammar knows, as they are or spoiled at a few places.
"""

from __future__ import annotations

import contextlib
import io
import random
import re
from collections.abc import Callable

import pytest
from findings import moves as moves_of
from hypothesis import example, given
from hypothesis import strategies as st
from strategies import games, random_move, randoms, sizes, started_setups

from ptn.core.board import BoardState
from ptn.core.board_terms import SIZES
from ptn.core.errors import Diagnostic, PtnError
from ptn.core.moves import Move, Place, Spread
from ptn.core.setup import Setup
from ptn.notation.fine import FineReading
from ptn.notation.ply import parse_move, parse_ply
from ptn.notation.reader import parse_games, read_stream, read_text
from ptn.notation.record import Entry, Game
from ptn.notation.tps import parse_tps
from ptn.notation.writer import Style, write_game
from ptn.rules.position import Position
from ptn.scoring import score
from ptn.validation import Report, validate_entry

# Texts


MARKS = ("'", "''", '"', "!", "?", "!!", "??", "!?", "?!", "*")
LINE_ENDS = ("\n", "\r\n", "\r")
NOTES = ("", "why", 'see [Size "9"] and 2. b2 R-0 (or c3)', "two\nlines", "{ once more", "日本 \u0301 ½", "2w1", "* me")
VALUES = ("", "?", "x", "{a} [b] (c)", 'say "so"', "back\\slash", "R-0", "日本", "1. a1", "it's \ufeff")

PIECES = (
    *'[]{}"\\/()0123456789abcdefghFSCR+-<>*\'!?x, .\n\r\t',
    "\r\n", "\n\n", "\x00", "\x1a", "\ufeff", "\ud800", "\udcff",
    "日", "\u0301", "½", "’", "”", "↑", "\u2028", "\x85", "\x1c", "\x0b", "\u0664", "\U0001f3b2",
    '[Size "5"]', '[Size "3"]', '\n[Size "4"]\n', '[TPS "x3/x,1,x/2,x2 2 2"]', '[Opening "double black stack"]',
    '[Komi "x"]', '[Result "R-0"]', '\n[Event "', "1.", "2. ", "3...", " -- ", "...", "a1 ", "c3 ", "Sb2 ", "Cc3 ",
    "2a1 ", "a1> ", "3a1+12 ", "c3- ", "R-0 ", " 0-1\n", "1/2-1/2", " ½-½", " * ", "X-0", "{2w1}", "{why}",
    "\n\n{2b1}\n2. -- c3",
)  # fmt: skip

hostile = st.one_of(st.text(max_size=60), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))


def note(rng: random.Random) -> str:
    return "{" + rng.choice(NOTES) + "}"


def spelling(rng: random.Random, move: Move) -> str:
    """Any way to write a move."""
    if rng.random() < 0.6:
        word = str(move)
    elif isinstance(move, Place):
        word = str(move) if move.stone or move.count > 1 else rng.choice("Ff") + str(move)
    else:
        word = move.verbose
        if rng.random() < 0.3:
            word = word.replace(move.direction.symbol, move.direction.arrow)
        if rng.random() < 0.3:
            word += rng.choice("FSC")
    if rng.random() < 0.1:
        word = word.upper()
    if rng.random() < 0.3:
        marks = [mark for mark in MARKS if mark != "*" or isinstance(move, Spread)]
        word += "".join(rng.choices(marks, k=rng.choice((1, 1, 2, 3))))
    return word


def tag_lines(rng: random.Random, setup: Setup) -> list[str]:
    """Tags that give this setup, in any order, among others."""
    white, black = setup.white, setup.black
    named = [
        ("Size", str(setup.size)), ("Komi", str(setup.komi)), ("Opening", str(setup.opening)),
        ("Flats1", str(white.flats)), ("Caps1", str(white.caps)),
        ("Flats2", str(black.flats)), ("Caps2", str(black.caps)),
    ]  # fmt: skip
    if setup.start is not None:
        named.append(("TPS", str(setup.start)))
    named += [(name, rng.choice(VALUES)) for name in ("Player1", "Player2", "Event", "Annotator") if rng.random() < 0.4]
    rng.shuffle(named)
    lines = []
    for name, value in named:
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        lines.append(f'[{name.lower() if rng.random() < 0.1 else name} "{escaped}"]')
    return lines


def written(rng: random.Random, setup: Setup, moves: list[Move]) -> str:
    """Write a game down, by one of the habits that people have."""
    numbers = rng.choice(("usual", "usual", "usual", "none", "glued", "some", "odd"))
    talkative = rng.choice((0, 0, 0.1, 0.4))
    first = 2 * (setup.start.counter - 1) + setup.start.turn if setup.start else 0
    words = [note(rng)] if rng.random() < talkative else []
    for ordinal, move in enumerate(moves, first):
        number = f"{ordinal // 2 + 1}."
        if ordinal % 2 and ordinal == first:
            words.append(rng.choice((f"{number} --", f"{number}..", f"{number} ...")))
        elif ordinal % 2 == 0 and (numbers != "some" or rng.random() < 0.5) and numbers != "none":
            words.append(("\n" if rng.random() < 0.9 else "") + number)
        elif ordinal % 2 and rng.random() < 0.05 and words and words[-1].startswith("{"):
            words.append(number + "..")
        if numbers == "odd" and ordinal > first and rng.random() < 0.2:
            words.append(rng.choice((number, number[:-1], f"{number}..", "7.", "--", "...")))
        word = spelling(rng, move)
        if numbers == "glued" and words and words[-1].endswith("."):
            words[-1] += word
        else:
            words.append(word)
        while rng.random() < talkative:
            words.append(note(rng))
    words.append(rng.choice(("", "", "R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2", "1/2", "*", "0-0", "0-r")))
    if rng.random() < talkative:
        words.append(note(rng))
    text = rng.choice(("\n", " ", "\n\n")).join(tag_lines(rng, setup)) + "\n\n" + " ".join(words).replace(" \n", "\n")
    return (text + rng.choice(("", "\n", "\n\n"))).replace("\n", rng.choice(LINE_ENDS))


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw the text of one game with tags and at least one ply, some of them illegal."""
    setup, moves = draw(games(most_plies=draw(st.sampled_from((3, 12, 40)))))
    rng = draw(randoms)
    if rng.random() < 0.4:
        for _ in range(rng.choice((1, 1, 3))):
            move = random_move(rng, setup.size)
            if not isinstance(move, Place) or move.count == 1:
                moves.insert(rng.randint(min(1, len(moves)), len(moves)), move)
    return written(rng, setup, moves or [parse_move("a1")])


def spoiled(rng: random.Random, text: str) -> str:
    """Insert, delete, double, swap or cut off, at a few places."""
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randint(0, len(text))
        end = min(len(text), at + rng.choice((1, 1, 2, 10)))
        change = rng.random()
        if change < 0.4:
            text = text[:at] + rng.choice(PIECES) + text[at:]
        elif change < 0.65:
            text = text[:at] + text[end:]
        elif change < 0.8:
            text = text[:end] + text[at:]
        elif change < 0.92:
            other = rng.randint(end, max(end, len(text) - 1))
            text = text[:at] + text[other : other + 1] + text[at + 1 : other] + text[at : at + 1] + text[other + 1 :]
        else:
            text = text[:at]
    return text


@st.composite
def spoiled_texts(draw: st.DrawFn) -> str:
    """Draw a file of one to three games, spoiled."""
    whole = "\n".join(draw(st.lists(texts(), min_size=1, max_size=3)))
    return spoiled(draw(randoms), whole)


any_text = st.one_of(hostile, texts(), spoiled_texts())
given_sizes = st.one_of(st.none(), sizes)


# What must hold of whatever is read


def has_a_place_inside(diagnostic: Diagnostic, text: str) -> None:
    where = diagnostic.where
    assert where is not None, diagnostic
    assert 0 <= where.offset <= len(text), diagnostic
    lines = re.split(r"\r\n|\r|\n", text)
    assert 1 <= where.line <= len(lines), diagnostic
    assert 1 <= where.column <= len(lines[where.line - 1]) + 1, diagnostic
    assert where.column < where.end_column <= len(lines[where.line - 1]) + 2, diagnostic
    shown, carets = where.excerpt().split("\n")
    assert carets.strip(" ") == "^" * len(carets.strip(" ")) != "", diagnostic
    assert shown.isprintable(), diagnostic
    assert diagnostic.message.isprintable(), diagnostic
    assert "\n" not in diagnostic.concise, diagnostic
    assert str(diagnostic) in diagnostic.text


def examined(text: str, size: int | None) -> list[tuple[Entry, Report]]:
    """Read and validate a text, and ask of every game what must hold of all."""
    entries = list(read_text(text, "game.ptn", size))
    assert [entry.number for entry in entries] == list(range(1, len(entries) + 1))
    reports = []
    at = 0
    for entry in entries:
        assert entry.source.offset - at in (0, 1), "only a byte order mark is left out between games"
        at = entry.source.offset + len(entry.source.text)
        errors = [diagnostic for diagnostic in entry.diagnostics if diagnostic.is_error]
        assert len(errors) <= 1, "one fault, one diagnostic"
        assert (entry.game is None) == bool(errors)
        report = validate_entry(entry, size)
        assert 0 <= report.played <= len(entry.partial.plies)
        for diagnostic in report.diagnostics:
            has_a_place_inside(diagnostic, text)
            assert diagnostic.game == entry.number
        assert set(entry.diagnostics) <= set(report.diagnostics)
        reports.append(report)
    assert at == len(text) or not text[at:].strip() or not entries
    return list(zip(entries, reports, strict=True))


def raises_nothing_else(text: str, size: int | None) -> None:
    """Ask everything that may raise: it raises ``PtnError`` or nothing."""
    for entry, _ in examined(text, size):
        with contextlib.suppress(PtnError):
            score(entry.partial, size=size)
    for part in (text, *text.split()[:3]):
        for parse in (parse_move, parse_ply, parse_tps, parse_games):
            with contextlib.suppress(PtnError):
                parse(part)


@given(any_text, given_sizes)
@example("", None)
@example("1. a1 {good", 3)
@example('[Size "3"]\ud800', None)
@example("[" * 50, None)
@example("{" * 50 + "}" * 50, 5)
def test_nothing_but_our_own_errors(text: str, size: int | None) -> None:
    raises_nothing_else(text, size)


@given(
    st.one_of(st.binary(max_size=200), any_text.map(lambda text: text.encode("utf-8", "surrogatepass"))), given_sizes
)
@example(b"\x1f\x8b", None)
@example(b"\x1f\x8b\x08\x00", 3)
@example(b"\xef\xbb\xbf\xff", 3)
def test_nothing_from_bytes(data: bytes, size: int | None) -> None:
    for encoding in ("utf-8", "latin-1", "ascii", "utf-16"):
        for entry in read_stream(io.BytesIO(data), "game.ptn", size=size, encoding=encoding):
            for diagnostic in validate_entry(entry, size).diagnostics:
                assert str(diagnostic) in diagnostic.text


def agree(entry: Entry, size: int | None) -> None:
    """The fast reading of a game, where it dares, and the fine one."""
    fine = FineReading(entry.source, entry.number, size).run()
    if any(diagnostic.code in ("PTN308", "PTN002") for diagnostic in entry.diagnostics):
        return  # said by the reader of the whole file
    assert fine == entry
    plies = zip(fine.partial.plies, entry.partial.plies, strict=True)
    assert all((one.text, one.letter, one.remarks) == (two.text, two.letter, two.remarks) for one, two in plies)
    assert numbers_of(fine.partial) == numbers_of(entry.partial)


def numbers_of(game: Game) -> list[object]:
    """The odd move numbers of all lines."""
    return [game.move_numbers, *(branch.move_numbers for branch in game.branches)]


@given(any_text, given_sizes)
@example("1. a1 c3\n2.", 3)
@example('[Size "3"] a1 {x\n [Size "3"]} c3', None)
def test_the_fast_and_the_fine_reading_agree(text: str, size: int | None) -> None:
    for entry in read_text(text, "game.ptn", size):
        agree(entry, size)


@given(any_text, given_sizes)
@example("...", None)
@example("a1’' c3", 3)
@example("a1 2.* c3", 3)
@example("1. 1. a1 c3 b1 b2", 3)
@example("1. {x} 1. a1 c3 b1 b2", 3)
@example("1 a1 1... c3 {x} 7. -- b1 .. b2 3. R-0", 3)
@example("1. a1 c3\n\n{1b1} 1.b1 2... b2 4.", 3)
def test_what_is_written_reads_equal(text: str, size: int | None) -> None:
    for entry in read_text(text, "game.ptn", size):
        if entry.game is None:
            continue
        standard = [None for _ in numbers_of(entry.game)]
        for style in Style:
            again = parse_games(write_game(entry.game, style), size=size)
            assert again == [entry.game]
            assert write_game(again[0], style) == write_game(entry.game, style)
            if entry.game != Game():  # which is written as a lone number
                assert numbers_of(again[0]) == (numbers_of(entry.game) if style is Style.KEEP else standard)


@given(any_text, given_sizes, st.sampled_from((1, 2, 3, 7, 64)))
@example("0-1\x0bR-0", 3, 2)
@example("a1 *\x00", 3, 1)
def test_a_stream_in_blocks_is_the_text(text: str, size: int | None, block: int) -> None:
    data = text.encode("utf-8", "ignore")
    whole = list(read_text(data.decode(), "game.ptn", size))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ptn.notation.decoding._BLOCK", block)
        assert list(read_stream(io.BytesIO(data), "game.ptn", size=size)) == whole


def without_places(entries: list[Entry]) -> list[tuple[Game, list[tuple[str, str]]]]:
    return [(entry.partial, [(said.code, said.message) for said in entry.diagnostics]) for entry in entries]


@given(texts(), texts(), st.sampled_from(("", " ", "\n", "\n\n", "\r\n", "\r")))
def test_games_of_two_texts_are_those_of_both_in_one(one: str, two: str, between: str) -> None:
    both = list(read_text(one + between + two))
    assert without_places(both) == without_places([*read_text(one), *read_text(two)])


FAULTS: dict[str, Callable[[str], str]] = {
    "PTN101": lambda text: text + " zz9 c3\n",
    "PTN108": lambda text: text + " c3x\n",
    "PTN202": lambda text: '[Event "x"\n' + text,
    "PTN201": lambda text: text + " [c3\n",
    "PTN301": lambda text: text + " {open\n",
    "PTN001": lambda text: text + " c3\udcff\n",
}


@given(texts(), texts(), texts(), st.sampled_from(sorted(FAULTS)))
def test_a_broken_game_costs_one_game(one: str, two: str, three: str, code: str) -> None:
    # An open comment goes on to the next }, so there are none behind it; and the fault is not behind a result.
    two, three = (re.sub(r"\{[^}]*\}", "", text) for text in (two, three))
    two = re.sub(r"\S+\s*\Z", "", two)
    before, broken, after = (*read_text(one), *read_text(FAULTS[code](two)), *read_text(three))
    entries = list(read_text(one + "\n\n" + FAULTS[code](two) + "\n" + three))
    assert without_places([entries[0], entries[-1]]) == without_places([before, after])
    assert [entry.broken for entry in entries] == [False, True, False]
    assert entries[1].diagnostics[-1].code == broken.diagnostics[-1].code == code
    assert entries[1].partial == broken.partial


@given(texts())
def test_written_games_are_read_whole(text: str) -> None:
    """The texts of this file are what we say we read: nothing in them is a fault."""
    [entry] = read_text(text)
    assert entry.game is not None, entry.diagnostics
    assert entry.game.plies
    words = {str(ply.move) for ply in entry.game.plies}
    assert set(moves_of(entry.game).split()) == words


# Positions


def other_spelling(rng: random.Random, board: BoardState) -> str:
    """Write a position as nobody should and anybody may."""
    rows = []
    for row in board.board_tps.split("/"):
        cells: list[str] = []
        for cell in row.split(","):
            if cell.startswith("x"):
                run = int(cell[1:] or 1)
                while run:
                    part = rng.randint(1, run)
                    cells.append(rng.choice("xX") + (str(part) if part > 1 or rng.random() < 0.5 else ""))
                    run -= part
            else:
                cells.append(cell.lower() if rng.random() < 0.5 else cell)
        rows.append(",".join(cells))
    blanks = [rng.choice((" ", "  ", "\t")) for _ in range(2)]
    text = rng.choice("/-").join(rows) + f"{blanks[0]}{board.turn.digit}{blanks[1]}{board.counter}"
    return rng.choice(("{}", " {} ", '[TPS "{}"]', ' [TPS "{}"] ')).format(text)


@given(games(most_plies=40), st.one_of(st.none(), started_setups()), randoms)
def test_positions_are_read_as_they_are_written(
    game: tuple[Setup, list[Move]], started: Setup | None, rng: random.Random
) -> None:
    position = Position.start(setup=game[0])
    for move in game[1]:
        position = position.play(move)
    boards = [position.board, *([started.start] if started and started.start else [])]
    assert position.to_tps() == boards[0].tps
    for board in boards:
        assert parse_tps(board.tps) == board
        assert parse_tps(board.tps).tps == board.tps
        for _ in range(5):
            assert parse_tps(other_spelling(rng, board)) == board


@given(st.text(alphabet='xX12345678SCsc/,- \t[]"TPS0', max_size=60), randoms, started_setups())
def test_positions_spoiled(text: str, rng: random.Random, setup: Setup) -> None:
    assert setup.start is not None
    for tps in (text, spoiled(rng, setup.start.tps), spoiled(rng, other_spelling(rng, setup.start))):
        try:
            board = parse_tps(tps)
        except PtnError as error:
            diagnostic = error.diagnostic  # type: ignore[attr-defined]
            has_a_place_inside(diagnostic, tps)
            assert diagnostic.code.startswith("PTN6")
        else:
            assert parse_tps(board.tps) == board
            assert board.size in SIZES


@given(st.text(alphabet="abchiFSCfsc0123589+-<>*'\"!?’↑x", max_size=10))
def test_words_spoiled(word: str) -> None:
    """A word is a ply, or the reason says which of its characters is at fault, in words that name something."""
    try:
        ply = parse_ply(word)
    except PtnError as error:
        diagnostic = error.diagnostic  # type: ignore[attr-defined]
        has_a_place_inside(diagnostic, word)
        assert "``" not in diagnostic.message or not word
    else:
        assert parse_ply(str(ply)) == ply
        assert parse_ply(ply.move.verbose).move == ply.move
        assert ply.text == word


@pytest.mark.soak
@given(any_text, given_sizes, st.sampled_from((1, 2, 3, 7, 64)))
def test_everything_at_length(text: str, size: int | None, block: int) -> None:
    raises_nothing_else(text, size)
    data = text.encode("utf-8", "ignore")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("ptn.notation.decoding._BLOCK", block)
        blocks = list(read_stream(io.BytesIO(data), "game.ptn", size=size))
    assert blocks == list(read_text(data.decode(), "game.ptn", size))
    for entry in read_text(text, "game.ptn", size):
        agree(entry, size)
        if entry.game is not None:
            assert parse_games(write_game(entry.game), size=size) == [entry.game]
