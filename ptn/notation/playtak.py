"""The notation of the PlayTak server, both ways, rows of its archive, and its own style of PTN.

The server writes ``P A1`` for a flat, ``P C3 W`` for a wall, ``P D4 C`` for a capstone and ``M A1 A4 1 2 1`` for a
spread: from, to, and what is dropped on every square passed. It knows no marks, no comments and no branches, and a
first ply of two flats looks like any other: the opening is told elsewhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final

from ptn.core.board_terms import DEFAULT_RESERVES, FILE_LETTERS, MAX_SIZE, SIZES, Direction, Square, Stone
from ptn.core.codes import BAD_DROP, BAD_SQUARE, NOT_A_RESULT, SERVER_MOVE, Code
from ptn.core.errors import Diagnostic, PtnError, PtnSyntaxError
from ptn.core.moves import Move, Place, Spread
from ptn.core.result import RESULTS
from ptn.core.setup import Opening
from ptn.core.source import Source
from ptn.notation.explain import quoted
from ptn.notation.ply import Ply
from ptn.notation.record import Game, Tag, Tags, Terminator
from ptn.notation.tag_views import duration
from ptn.notation.tags import RESULT_SPELLINGS
from ptn.notation.writer import tag_line

_FORM: Final = "a move is written P A1, P C3 W (wall), P D4 C (capstone) or M A1 A4 1 2 1 (from, to, drops)"
_WORD: Final = re.compile(r"\S+")
_ROW: Final = re.compile(r"[^\r\n]+")
_PIECE: Final = re.compile(r"[^,]+")
_PREFIX: Final = re.compile(r"\s*Game#([0-9]{1,18})(?!\S)")
_SQUARE: Final = re.compile(r"[A-H][1-8]")
_TALK: Final = frozenset(
    {"Time", "Timems", "OfferDraw", "RemoveDraw", "RequestUndo", "RemoveUndo", "Abandoned.", "Abandoned"}
)
"""What the server says of a game and is neither a move nor its end nor taking one back."""

_RESULTS: Final = {**RESULTS, "0-0": None}


class _Fault(Exception):
    """Carries what is wrong and where, as offsets in the text that is read."""

    def __init__(self, kind: Code, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.kind, self.message, self.start, self.end, self.hint = kind, message, start, end, hint

    def raised(self, source: Source) -> PtnSyntaxError:
        where = source.locate(self.start, self.end)
        return PtnSyntaxError(Diagnostic.of(self.kind, self.message, hint=self.hint, where=where))


# ---- moves -----------------------------------------------------------------------------------------------------------


def parse_server_move(text: str) -> Move:
    """Return the move of a text such as ``M A1 A4 1 2 1``; raise ``PtnSyntaxError`` when it is none.

    >>> str(parse_server_move("M A1 A4 1 2 1")), str(parse_server_move("P C3 W"))
    ('4a1+121', 'Sc3')
    """
    try:
        return _move(text, 0, len(text))
    except _Fault as fault:
        raise fault.raised(Source("<move>", text)) from None


def server_move(move: Move) -> str:
    """Return a move as the server writes it; of a first ply of two flats, only the square can be said.

    >>> server_move(Spread(Square.from_name("c3"), Direction.LEFT, (1, 2)))
    'M C3 A3 1 2'

    Raises ``PtnError`` for a spread that leaves an 8x8 board, which has no square to end on.
    """
    name = move.square.name.upper()
    if isinstance(move, Place):
        return f"P {name}{('', ' W', ' C')[move.stone]}"
    step_file, step_rank = move.direction.step
    file, rank = (start + len(move.drops) * step for start, step in
                  ((move.square.file, step_file), (move.square.rank, step_rank)))  # fmt: skip
    if not (1 <= file <= MAX_SIZE and 1 <= rank <= MAX_SIZE):
        raise PtnError(f"{move} leaves every board, so the server's notation has no square for its end")
    return f"M {name} {Square.at(file, rank).name.upper()} {' '.join(map(str, move.drops))}"


def _move(text: str, start: int, end: int) -> Move:
    """Read the move in a part of a text."""
    words = _WORD.finditer(text, start, end)
    head = next(words, None)
    if head is None:
        raise _Fault(SERVER_MOVE, "there is no move", start, end, _FORM)
    if head[0] not in ("P", "M"):
        raise _Fault(
            SERVER_MOVE, f"{quoted(head[0])} begins no move of the server: P or M expected", *head.span(), _FORM
        )
    square = _square(next(words, None), head, f"a square is missing after {head[0]}")
    if head[0] == "P":
        stone = Stone.FLAT
        piece = next(words, None)
        if piece is not None:
            if piece[0] not in ("W", "C"):
                hint = (
                    "a wall is W here" if piece[0] in ("S", "s", "w") else "W is a wall, C a capstone, a flat has none"
                )
                raise _Fault(SERVER_MOVE, f"{quoted(piece[0])} is not a piece: W or C expected", *piece.span(), hint)
            stone = Stone.WALL if piece[0] == "W" else Stone.CAPSTONE
        _nothing_more(words)
        return Place(square, stone)
    target_word = next(words, None)
    target = _square(target_word, head, "the square where the spread ends is missing")
    assert target_word is not None
    drops: list[int] = []
    last = target_word
    for word in words:
        if len(word[0]) != 1 or word[0] not in "12345678":
            raise _Fault(
                BAD_DROP, f"{quoted(word[0])} is not a drop count", *word.span(), "drops are digits from 1 to 8"
            )
        if len(drops) == MAX_SIZE:
            raise _Fault(SERVER_MOVE, f"more than {MAX_SIZE} drops", *word.span(), _FORM)
        drops.append(int(word[0]))
        last = word
    files, ranks = target.file - square.file, target.rank - square.rank
    if (files == 0) == (ranks == 0):
        what = "are the same square" if files == 0 else "are not in one file or rank"
        raise _Fault(
            SERVER_MOVE, f"{_upper(square)} and {_upper(target)} {what}", target_word.start(), target_word.end(),
            "a spread goes straight up, down, left or right",
        )  # fmt: skip
    distance = abs(files + ranks)
    if len(drops) != distance:
        raise _Fault(
            SERVER_MOVE, f"from {_upper(square)} to {_upper(target)} {_counted(distance, 'square')} "
            f"{'is' if distance == 1 else 'are'} passed, but {_counted(len(drops), 'drop')} given",
            target_word.start(), last.end(), "one drop for every square passed, the next square first",
        )  # fmt: skip
    if sum(drops) > MAX_SIZE:
        raise _Fault(
            SERVER_MOVE, f"the drops add up to {sum(drops)}: at most {MAX_SIZE} pieces are lifted",
            target_word.end() + 1, last.end(),
        )  # fmt: skip
    if files:
        return Spread(square, Direction.RIGHT if files > 0 else Direction.LEFT, tuple(drops))
    return Spread(square, Direction.UP if ranks > 0 else Direction.DOWN, tuple(drops))


def _square(word: re.Match[str] | None, head: re.Match[str], missing: str) -> Square:
    if word is None:
        raise _Fault(SERVER_MOVE, missing, *head.span(), _FORM)
    if not _SQUARE.fullmatch(word[0]):
        hint = "squares are written in capitals here" if _SQUARE.fullmatch(word[0].upper()) else "A1 to H8 expected"
        raise _Fault(BAD_SQUARE, f"{quoted(word[0])} is not a square", *word.span(), hint)
    return Square.at(FILE_LETTERS.index(word[0][0].lower()) + 1, int(word[0][1]))


def _nothing_more(words: Iterator[re.Match[str]]) -> None:
    word = next(words, None)
    if word is not None:
        hint = "moves are separated by commas or lines"
        raise _Fault(SERVER_MOVE, f"{quoted(word[0])} can't stand behind a placement", *word.span(), hint)


def _upper(square: Square) -> str:
    return square.name.upper()


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# ---- games -----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Line:
    """A game while its moves are read."""

    moves: list[Move] = field(default_factory=list)
    terminator: Terminator | None = None
    fault: _Fault | None = None


@dataclass(frozen=True, slots=True)
class ServerGame:
    """A game of a log: the number behind ``Game#``, None without one, and what is wrong with its first bad line.

    ``game`` is all there is before that line. A bad line of no game stands for itself, with an empty game.
    """

    number: int | None
    game: Game
    fault: Diagnostic | None = None


def read_server_log(text: str, *, tags: Tags | None = None, name: str = "<server>") -> dict[int | None, Game]:
    r"""Return the games of a log, by the number behind ``Game#``; None is that of moves without one.

    Moves are separated by commas or stand on lines of their own; ``Game#n`` holds up to the end of its line. ``Over``
    gives a game its result and ``Undo`` takes its last ply back; what else the server says of a game (its clocks,
    offers of a draw) is passed over. ``tags`` are put into every game, and where they name the opening
    ``double black stack``, a first ply is two flats. Raises ``PtnSyntaxError`` at the first thing that is none of
    these.

    >>> {number: len(game.plies) for number, game in read_server_log("Game#1 P A1\nGame#2 P B1\nGame#1 P C3").items()}
    {1: 2, 2: 1}
    """
    lines = _read_log(text)
    faults = [line.fault for _, line in lines if line.fault is not None]
    if faults:
        raise min(faults, key=lambda fault: fault.start).raised(Source(name, text))
    given = Tags() if tags is None else tags
    return {number: _game(line, given) for number, line in lines}


def server_games(text: str, *, tags: Tags | None = None, name: str = "<server>") -> list[ServerGame]:
    r"""Return the games of a log as ``read_server_log`` reads it, whatever is wrong with some of its lines.

    >>> [(g.number, len(g.game.plies), g.fault is None) for g in server_games("Game#1 P A9\nGame#2 P B1")]
    [(1, 0, False), (2, 1, True)]
    """
    source = Source(name, text)
    given = Tags() if tags is None else tags
    return [
        ServerGame(number, _game(line, given), None if line.fault is None else line.fault.raised(source).diagnostic)
        for number, line in _read_log(text)
    ]


def read_server_game(text: str, *, tags: Tags | None = None, name: str = "<server>") -> Game:
    r"""Return the one game of a text such as ``P A1,P E5,M A1 A2 1``, read as by ``read_server_log``.

    Raises ``PtnSyntaxError`` for what can't be read and ``PtnError`` when the text holds several games.

    >>> read_server_game("Game#7 P A1,P E5,P C3 W").to_ptn()
    '1. a1 e5\n2. Sc3\n'
    """
    games = read_server_log(text, tags=tags, name=name)
    if len(games) > 1:
        raise PtnError(f"exactly one game was expected, the text holds {len(games)}; read_server_log reads any number")
    return next(iter(games.values()), Game(tags=Tags() if tags is None else tags))


def write_server_game(game: Game, number: int | None = None) -> str:
    r"""Return the moves of a game's main line, joined by commas; with a number, one ``Game#n`` line for every move.

    Marks, comments, branches, tags and the start position have no place in this notation. Raises ``PtnError`` for a
    move that can't be written.

    >>> write_server_game(read_server_game("P A1,P E5"), 3)
    'Game#3 P A1\nGame#3 P E5'
    """
    moves = [server_move(ply.move) for ply in game.plies]
    return ",".join(moves) if number is None else "\n".join(f"Game#{number} {move}" for move in moves)


def _read_log(text: str) -> list[tuple[int | None, _Line]]:
    """Read every game up to its first fault, which costs the rest of that game; one of no game costs its line."""
    lines: dict[int | None, _Line] = {}
    strays: list[tuple[int | None, _Line]] = []
    for row in _ROW.finditer(text):
        number: int | None = None
        for piece in _PIECE.finditer(text, *row.span()):
            prefix = _PREFIX.match(text, *piece.span())
            number = int(prefix[1]) if prefix else number
            if number in lines and lines[number].fault is not None:
                break
            try:
                _read_piece(text, *piece.span(), prefix, number, lines)
            except _Fault as fault:
                if number is None and lines and None not in lines:
                    strays.append((None, _Line(fault=fault)))
                else:
                    lines.setdefault(number, _Line()).fault = fault
                break
    return [*lines.items(), *strays]


def _read_piece(
    text: str, start: int, end: int, prefix: re.Match[str] | None, number: int | None, lines: dict[int | None, _Line]
) -> None:
    """Read what stands between two commas: the words of a game with a number, behind the prefix that gives it."""
    if prefix is not None:
        start = prefix.end()
    head = _WORD.search(text, start, end)
    if head is None:
        if prefix is not None:
            raise _Fault(SERVER_MOVE, f"nothing follows Game#{number}", *prefix.span(), _FORM)
        return
    if number is not None and head[0] in _TALK:
        return
    line = lines.get(number) or _Line()
    if number is not None and head[0] == "Undo":
        if not line.moves:
            raise _Fault(SERVER_MOVE, f"game {number} has no move to take back", *head.span())
        line.moves.pop()
    elif number is not None and head[0] == "Over":
        _read_result(text, head, end, line)
    elif line.terminator is not None:
        raise _Fault(SERVER_MOVE, f"a move stands behind the end of game {number}", head.start(), end)
    else:
        line.moves.append(_move(text, start, end))
    lines[number] = line


def _read_result(text: str, head: re.Match[str], end: int, line: _Line) -> None:
    word = _WORD.search(text, head.end(), end)
    if word is None or word[0] not in _RESULTS:
        where = head.span() if word is None else word.span()
        message = "the result is missing" if word is None else f"{quoted(word[0])} is not a result"
        raise _Fault(NOT_A_RESULT, message, *where, "results are " + " ".join(_RESULTS))
    line.terminator = Terminator(word[0], _RESULTS[word[0]])


def _game(line: _Line, tags: Tags) -> Game:
    moves = line.moves
    first = moves[0] if moves else None
    if isinstance(first, Place) and first.stone is Stone.FLAT and _two_flats_first(tags):
        moves[0] = Place(first.square, count=2)
    return Game(tags, tuple(map(Ply, moves)), terminator=line.terminator)


def _two_flats_first(tags: Tags) -> bool:
    return tags.get("Opening", "").strip().lower() == Opening.DOUBLE_BLACK_STACK.value


# ---- the archive -----------------------------------------------------------------------------------------------------

NAMES_SINCE: Final = datetime(2016, 4, 23, 17)
"""When PlayTak began to show names (UTC): of games before, its own export says ``Anon`` for both players.

The moment is the one that PlayTak's public service compares with (1461430800000 ms since 1970).
"""

_EPOCH: Final = datetime(1970, 1, 1)


def archive_game(row: Mapping[str, object], *, anonymous: bool | None = None) -> Game:
    r"""Return the game of a row of PlayTak's archive: tags in the order of PlayTak's own export, then ``PlayTakID``.

    Of a column that is missing or empty there is no tag, and unknown columns are passed over. ``date`` is in
    milliseconds since 1970 UTC, ``komi`` in half points, the clock columns in seconds; ``pieces`` and ``capstones`` of
    -1 are the default numbers of the size; the result ``0-0`` is none, and so is a rating of 0. ``anonymous`` says
    whether both names become ``Anon``; None does so before ``NAMES_SINCE``, as PlayTak does. Raises ``PtnError`` that
    names the column for a value that can't be read (``PtnSyntaxError`` for a move).

    >>> archive_game({"size": 5, "komi": 5, "notation": "P A1,P E5", "result": "0-0"}).to_ptn()
    '[Site "PlayTak.com"]\n[Event "Online Play"]\n[Result "*"]\n[Size "5"]\n[Komi "2.5"]\n\n1. a1 e5 *\n'
    """
    columns = _Columns(row)
    tags = [Tag.of("Site", "PlayTak.com"), Tag.of("Event", "Online Play")]

    def tag(name: str, value: object) -> None:
        if value is not None:
            tags.append(Tag.of(name, str(value)))

    when = columns.moment("date")
    if anonymous is None:
        anonymous = when is not None and when < NAMES_SINCE
    if when is not None:
        tag("Date", f"{when.year:04}.{when.month:02}.{when.day:02}")
        tag("Time", f"{when:%H:%M:%S}")
    for player, side in (("1", "white"), ("2", "black")):
        known = columns.text(f"player_{side}")
        tag(f"Player{player}", "Anon" if anonymous and known is not None else known)
        tag(f"Rating{player}", columns.number(f"rating_{side}") or None)
    tag("Clock", _clock(columns))
    result = columns.text("result")
    if result is not None and result not in _RESULTS:
        raise columns.fault("result", f"{quoted(result)} is not a result")
    size = columns.number("size")
    if size is not None and size not in SIZES:
        raise columns.fault("size", f"{size} is outside 3-8")
    if result is not None:
        tag("Result", _RESULTS[result] or "*")
    tag("Size", size)
    tag("Komi", _points(columns.number("komi")))
    for name, column in (("Flats", "pieces"), ("Caps", "capstones")):
        count = columns.number(column)
        if count == -1:
            count = None if size is None else DEFAULT_RESERVES[size][name == "Caps"]
        tag(name, count)
    opening = columns.text("opening")
    tag("Opening", opening if opening != Opening.SWAP.value else None)
    tag("PlayTakID", columns.number("id"))
    game_tags = Tags(tuple(tags))
    game = read_server_game(columns.text("notation") or "", tags=game_tags, name=columns.name)
    if result is None:
        return game
    return Game(game_tags, game.plies, terminator=Terminator(result, _RESULTS[result]))


class _Columns:
    """The columns of a row, whatever a database driver or a CSV file makes of their values."""

    def __init__(self, row: Mapping[str, object]) -> None:
        self._row = row
        given = row.get("id")
        self.name = f"archive game {given}" if isinstance(given, int) else "archive game"

    def fault(self, column: str, message: str) -> PtnError:
        return PtnError(f"{self.name}, column {column}: {message}")

    def text(self, column: str) -> str | None:
        value = self._row.get(column)
        if value is None or value == "":
            return None
        if not isinstance(value, str):
            raise self.fault(column, f"{quoted(str(value))} is not a text")
        return value

    def number(self, column: str) -> int | None:
        value = self._row.get(column)
        if value is None or value == "":
            return None
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,18}", value):
            return int(value)
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if not isinstance(value, int):
            raise self.fault(column, f"{quoted(str(value))} is not a whole number")
        if abs(value) >= 10**18:
            raise self.fault(column, "the number has more than 18 digits")
        return int(value)

    def moment(self, column: str) -> datetime | None:
        number = self.number(column)
        if number is None:
            return None
        try:
            return _EPOCH + timedelta(milliseconds=number)
        except OverflowError:
            raise self.fault(column, f"{number} ms since 1970 is outside the calendar") from None


def _clock(columns: _Columns) -> str | None:
    seconds = columns.number("timertime")
    if seconds is None:
        return None
    text = duration(seconds)
    increment = columns.number("timerinc")
    if increment:
        text += f" +{increment}{'n' if columns.number('increment_scales') else ''}"
    move, amount = columns.number("extra_time_trigger") or 0, columns.number("extra_time_amount") or 0
    if move > 0 and amount > 0:
        text += f" @{move} +{duration(amount)}"
    return text


def _points(half_points: int | None) -> str | None:
    if half_points is None:
        return None
    whole, half = divmod(abs(half_points), 2)
    return f"{'-' if half_points < 0 else ''}{whole}{'.5' if half else ''}"


# ---- the style -------------------------------------------------------------------------------------------------------


def write_playtak_game(game: Game) -> str:
    """Return a game in the style of PlayTak's own export, which has tags, moves and the result only.

    Two blank lines follow the tags, moves carry counts and drops always (``1c4>1``) and no marks, and the result stands
    on a line of its own, ``0-0`` for none. The tag ``PlayTakID`` is left out as there. Of a row of the archive that
    ``archive_game`` reads, this is what PlayTak gives, byte for byte. Raises ``PtnError`` for a tag that PTN
    can't hold.
    """
    lines: list[str] = []
    for tag in game.tags.items_in_order:
        if tag.name == "Result" and tag.value == "*":
            tag = Tag.of(tag.name, "0-0")
        if tag.name != "PlayTakID":
            lines.append(tag_line(tag))
    lines.append("")
    words: list[str] = []
    if game.plies:
        lines.append("")
        if game.first % 2:
            words = [f"{game.first // 2 + 1}.", "--"]
    for ordinal, ply in enumerate(game.plies, game.first):
        if ordinal % 2 == 0:
            if words:
                lines.append(" ".join(words))
            words = [f"{ordinal // 2 + 1}."]
        words.append(ply.move.verbose)
    if words:
        lines.append(" ".join(words))
    recorded = game.terminator.result if game.terminator else RESULT_SPELLINGS.get(game.tags.get("Result", ""))
    lines.append(str(recorded or "0-0"))
    return "\n".join(lines) + "\n"
