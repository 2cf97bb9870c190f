"""TPS, the notation of positions: text to a ``BoardState`` and back (``str`` of the state is its standard TPS)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from ptn.core.board import BoardState, Stack
from ptn.core.board_terms import FILE_LETTERS, MAX_SIZE, MIN_SIZE, SIZES, Color, Square, Stone
from ptn.core.codes import TPS_CELL, TPS_COUNTER, TPS_FIELDS, TPS_ROW, TPS_SIZE, TPS_SPELLING, TPS_TURN, Code
from ptn.core.errors import Diagnostic, PtnSyntaxError
from ptn.core.source import Source
from ptn.notation.explain import quoted
from ptn.notation.parser import NotRead, cell_parts, position_tokens
from ptn.notation.ply import Remark

_WRAPPER: Final = re.compile(r'\s*\[\s*(?:TPS|tps|Tps)\s+"([^"]*)"\s*\]\s*')
_SEPARATORS: Final = re.compile(r"[/-]")
_MOST_MOVES: Final = 500_000
"""The largest move counter: the moves of a game that begins there have numbers of six digits, as a text may have."""
_MOST_COMMAS: Final = MAX_SIZE * (MAX_SIZE - 1)
_FORM: Final = "a TPS is written rows turn counter, such as x3/x,1,x/2,x2 1 2"


@dataclass(frozen=True, slots=True)
class TpsReading:
    """A position as read, and what to say about its spelling (offsets in the text read)."""

    board: BoardState
    remarks: tuple[Remark, ...]


class _Fault(Exception):
    """Carries the remark about the first thing that is wrong."""

    def __init__(self, kind: Code, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.remark = Remark(kind, message, start, end, hint)


def parse_tps(text: str) -> BoardState:
    """Return the position of a TPS; raise ``PtnSyntaxError`` that names the row or square at fault.

    Only the text is checked; whether the pieces fit a setup is a matter of the rules.

    >>> str(parse_tps('[TPS "1,x1,2s/X3/x,x,12 1 4"]'))
    '1,x,2S/x3/x2,12 1 4'
    """
    reading = read_tps(text)
    if isinstance(reading, Remark):
        where = Source("<tps>", text).locate(reading.start, reading.end)
        raise PtnSyntaxError(Diagnostic.of(reading.kind, reading.message, hint=reading.hint, where=where))
    return reading.board


def read_tps(text: str) -> TpsReading | Remark:
    """Read a TPS; a ``Remark`` instead of a reading says what is wrong with it."""
    wrapper = _WRAPPER.fullmatch(text)
    shift, inner = (wrapper.start(1), wrapper[1]) if wrapper else (0, text)
    try:
        if inner.count(",") > _MOST_COMMAS:  # never built, so never large
            raise NotRead(0)
        board_text, turn, counter = position_tokens(inner)
        board = _board(str(board_text), str(turn), str(counter))
    except (NotRead, _Fault):
        try:
            _find_fault(inner)
        except _Fault as fault:
            found = fault.remark
            return Remark(found.kind, found.message, found.start + shift, found.end + shift, found.hint)
        raise AssertionError(text) from None  # the walk below knows every fault that the grammar knows
    if wrapper is None and inner == board.tps:
        return TpsReading(board, ())
    start = shift + len(inner) - len(inner.lstrip())
    remark = Remark(
        TPS_SPELLING, "the TPS is not spelled in the standard way", start, shift + len(inner.rstrip()),
        f"the standard spelling is {board.tps}",
    )  # fmt: skip
    return TpsReading(board, (remark,))


def first_surplus(text: str, color: Color, most: int, *, caps: bool) -> tuple[str, int, int]:
    """Return the first square, in the order of a TPS, with a flat or capstone that a player does not have.

    Its place in the text goes with it. ``text`` is one that ``read_tps`` reads and that has more than ``most`` of them.
    """
    wrapper = _WRAPPER.fullmatch(text)
    at = wrapper.start(1) if wrapper else 0
    board = re.compile(r"\s*(\S+)").match(text, at)
    assert board is not None
    rows = _SEPARATORS.split(board[1])
    at, count = board.start(1), 0
    for rank, row in zip(range(len(rows), 0, -1), rows, strict=True):
        file = 1
        for cell in row.split(","):
            squares = _cell(cell)
            count += squares[0].pieces(color)[caps] if squares[0] is not None else 0
            if count > most:
                return Square.at(file, rank).name, at, at + len(cell)
            file += len(squares)
            at += len(cell) + 1
    raise AssertionError(text)


_cells: Final[dict[str, tuple[Stack | None, ...]]] = {}
_CELLS_LIMIT: Final = 1 << 14


def _cell(text: str) -> tuple[Stack | None, ...]:
    """Return what one entry of a row puts on the board: some empty squares or one stack."""
    squares = _cells.get(text)
    if squares is None:
        first, second = cell_parts(text)
        assert first is not None
        if first.type == "EMPTY":
            squares = (None,) * int(second or 1)
        else:
            bits = int(f"1{first.translate(_TO_BITS)}", 2)
            squares = (Stack(bits, Stone.from_letter(second.upper()) if second else Stone.FLAT),)
        if len(_cells) >= _CELLS_LIMIT:  # bounded, whatever is read
            _cells.clear()
        _cells[text] = squares
    return squares


_TO_BITS: Final = str.maketrans("12", "01")


def _board(board_text: str, turn: str, counter: str) -> BoardState:
    rows = _SEPARATORS.split(board_text)
    size = len(rows)
    if size not in SIZES:
        raise _Fault(TPS_SIZE, "", 0, 0)  # the walk below says it better, here and in the next two
    stacks: list[Stack | None] = []
    for number, row in zip(range(size, 0, -1), reversed(rows), strict=True):
        for cell in row.split(","):
            stacks += _cell(cell)
        if len(stacks) != size * (size - number + 1):
            raise _Fault(TPS_ROW, "", 0, 0)
    if not 1 <= int(counter) <= _MOST_MOVES:
        raise _Fault(TPS_COUNTER, "", 0, 0)
    return BoardState(size, tuple(stacks), Color.WHITE if turn == "1" else Color.BLACK, int(counter))


def _find_fault(text: str) -> None:
    """Walk through a TPS that was not read and raise ``_Fault`` for the first thing that is wrong with it."""
    fields = list(re.finditer(r"\S+", text))
    if not fields:
        raise _Fault(TPS_FIELDS, "the TPS is empty", 0, len(text), _FORM)
    if "[" in text or '"' in text:
        at = min(place for place in (text.find("["), text.find('"')) if place >= 0)
        raise _Fault(
            TPS_FIELDS, f"{quoted(text[at])} is no part of a TPS", at, at + 1, 'around a TPS only [TPS "..."] is read'
        )
    if len(fields) > 1 and (fields[0][0].endswith(("/", ",")) or fields[1][0].startswith(("/", ","))):
        raise _Fault(
            TPS_FIELDS, "a blank stands within the rows", fields[0].end(), fields[1].start(),
            "rows and squares are joined by / and , alone",
        )  # fmt: skip
    if len(fields) == 1 or ("/" not in fields[0][0] and "-" not in fields[0][0]):
        _walk_rows(fields[0][0], fields[0].start())
        raise _Fault(
            TPS_FIELDS,
            "turn and move counter are missing behind the rows",
            fields[-1].end(),
            fields[-1].end() + 1,
            _FORM,
        )
    _walk_rows(fields[0][0], fields[0].start())
    turn = fields[1]
    if turn[0] not in ("1", "2"):
        raise _Fault(
            TPS_TURN, f"{quoted(turn[0])} is not a player: 1 (White) or 2 (Black) is to move", turn.start(), turn.end()
        )
    if len(fields) == 2:
        raise _Fault(TPS_FIELDS, "the move counter is missing behind the turn", turn.end(), turn.end() + 1, _FORM)
    counter = fields[2]
    if re.fullmatch(r"0*+[1-9][0-9]*", counter[0]):
        if len(counter[0]) > 9 or int(counter[0]) > _MOST_MOVES:
            raise _Fault(
                TPS_COUNTER, f"the move counter {quoted(counter[0])} is out of range: from 1 to {_MOST_MOVES}",
                counter.start(), counter.end(),
            )  # fmt: skip
    else:
        raise _Fault(
            TPS_COUNTER, f"{quoted(counter[0])} is not a move counter: a whole number from 1 is expected",
            counter.start(), counter.end(),
        )  # fmt: skip
    if len(fields) > 3:
        raise _Fault(
            TPS_FIELDS,
            f"{quoted(fields[3][0])} stands behind the move counter",
            fields[3].start(),
            fields[-1].end(),
            _FORM,
        )


def _walk_rows(board: str, at: int) -> None:
    rows = _SEPARATORS.split(board, maxsplit=MAX_SIZE)
    size = len(rows)
    if size not in SIZES:
        count = f"more than {MAX_SIZE}" if size > MAX_SIZE else str(size)
        raise _Fault(
            TPS_SIZE,
            f"the TPS has {count} row{'s' * (count != '1')}: boards have {MIN_SIZE} to {MAX_SIZE}",
            at,
            at + len(board),
            _FORM,
        )
    widths: list[int] = []
    starts: list[int] = []
    for number, row in zip(range(size, 0, -1), rows, strict=True):
        starts.append(at)
        widths.append(_walk_row(row, number, at))
        at += len(row) + 1
    if len(set(widths)) == 1 and widths[0] != size:
        raise _Fault(
            TPS_SIZE, f"the board is not square: {size} rows of {widths[0]} squares", starts[0], at - 1,
            "rows stand from the highest rank down, separated by /",
        )  # fmt: skip
    for number, row, width, start in zip(range(size, 0, -1), rows, widths, starts, strict=True):
        if width != size:
            raise _Fault(
                TPS_ROW, f"row {number} has {width} square{'s' * (width != 1)}: {size} expected",
                start, start + len(row), f"the TPS has {size} rows, so every row has {size} squares",
            )  # fmt: skip


def _walk_row(row: str, number: int, at: int) -> int:
    """Return the width of a row; raise for a square that can't be read. Stops counting beyond the largest board."""
    width = 0
    for cell in row.split(",", MAX_SIZE):
        square = f"{FILE_LETTERS[min(width, MAX_SIZE - 1)]}{number}"
        if "," in cell or width > MAX_SIZE:
            raise _Fault(TPS_ROW, f"row {number} has more than {MAX_SIZE} squares", at, at + len(cell))
        empty = re.fullmatch(r"[xX]([0-9]*)", cell)
        if empty is not None:
            if empty[1] and (len(empty[1]) > 1 or empty[1] in "09"):
                raise _Fault(
                    TPS_CELL, f"{quoted(cell)} at {square} is not a number of empty squares", at, at + len(cell),
                    f"x stands for one empty square, x2 to x{MAX_SIZE} for more",
                )  # fmt: skip
            width += int(empty[1] or 1)
        else:
            _walk_stack(cell, square, at)
            width += 1
        at += len(cell) + 1
    return width


def _walk_stack(cell: str, square: str, at: int) -> None:
    if not cell:
        raise _Fault(TPS_CELL, f"nothing stands for the square {square}", at, at + 1, "x stands for an empty square")
    wrong = re.search(r"[^12]", cell)
    if wrong is None:
        return
    place, what = wrong.start(), wrong[0]
    if what in "SCsc":
        kind = "wall" if what in "Ss" else "capstone"
        if place == 0:
            raise _Fault(
                TPS_CELL,
                f"{quoted(cell)} at {square} has no colour",
                at,
                at + 1,
                f"1{what.upper()} is a White {kind}, 2{what.upper()} a Black one",
            )
        if place == len(cell) - 1:
            return
        raise _Fault(
            TPS_CELL, f"{quoted(cell)} at {square} has a {kind} inside the stack: only the top piece may be one",
            at + place, at + place + 1,
        )  # fmt: skip
    raise _Fault(
        TPS_CELL, f"{quoted(what)} at {square} is not a piece: 1 (White) or 2 (Black), on top with S or C behind",
        at + place, at + place + 1,
    )  # fmt: skip
