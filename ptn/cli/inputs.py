"""From the argument FILES to games and positions, one after another: what can't be read is named, the rest goes on."""

from __future__ import annotations

import gzip
import io
import os
import re
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, BinaryIO, Final, TypeVar

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import Numbers
from ptn.core.codes import BAD_GZIP, NO_GAME, NOT_UTF8, TPS_FIELDS
from ptn.core.errors import Diagnostic
from ptn.core.source import Source
from ptn.notation.decoding import GZIP_MAGIC, PutBack, decoded, is_utf8
from ptn.notation.pieces import Piece, pieces
from ptn.notation.record import Entry, Tag, Tags
from ptn.notation.tags import read_setup

if TYPE_CHECKING:
    from ptn.rules.position import Position

Result = TypeVar("Result")
_HEAD: Final = 1 << 12
_SUFFIXES: Final = (".ptn", ".ptn.gz")
_LONGEST_TPS: Final = 1 << 16

_LINK: Final = re.compile(
    r"\A\s*+(?:(?:https?|ptn)://|(?:www\.)?(?:ptn\.ninja|playtak\.com)(?:[/?#\s]|\Z))", re.IGNORECASE
)
_OTHERS: Final = (
    ("sqlite", "an SQLite database", re.compile(r"\ASQLite format 3\0")),
    (
        "json",
        "JSON",
        re.compile(
            # A comment that looks like an object has a tag or a move behind it.
            r'\A(?!\s*+\{(?:(?!"(?:schema|tags|plies)")[^}])*+\}\s*+[^\s,\]}{])'
            r'\s*+(?:\[\s*+)?(?:(?:\{\s*+\}[\s,]*+)*+\{\s*+"[^"\r\n]*+"\s*+:\s*+(?:["{\[0-9-]|true|false|null)'
            r'|(?:\{\s*+\}[\s,]*+)++(?:[\]{]\s*+)?\Z|\[\s*+(?:"|\]\s*+\Z))'
        ),
    ),
    ("link", "a link", _LINK),
    ("playtak", "server notation", re.compile(r"\A\s*+(?:Game#[0-9]|[PM][ \t]++[A-Z][0-9])", re.IGNORECASE)),
)
"""What no game in PTN begins with. What looks like one of these is read as such, so that it is told what is wrong."""
NOTATIONS_OF_GAMES: Final = ("JSON", "a link", "server notation")
"""Those that are read as games and are no PTN."""
_COMMENT: Final = re.compile(r"\s*(?:#|;|//)")
_BOARD: Final = re.compile(r"\A(?:\s*+#[^\r\n]*+)*+\s*+((?:[A-Za-z0-9,-]|[ \t]*+/[ \t]*+)++)(?=\s|\Z)")
_SQUARES: Final = re.compile(r"(?<![A-Za-z])[xX](?![A-Za-z])|,")
_PILES: Final = re.compile(r"[0-9SCsc]*+(?:/[0-9SCsc]*+){2,}")


@dataclass(frozen=True, slots=True)
class Item:
    """What an input holds at one place: a game (``entry``), a position, or nothing when even that is missing.

    ``number`` counts from 1 within the file. ``diagnostics`` are those of a position or an empty input; what is to be
    said about a game is in its entry.
    """

    file: str
    number: int
    entry: Entry | None = None
    position: Position | None = None
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def last(self) -> int:
        """The number of the last game or position in it, which is its own."""
        return self.number

    def holds(self, numbers: Numbers) -> bool:
        """Whether it is one of those numbered."""
        return self.number in numbers

    @property
    def is_empty(self) -> bool:
        """Whether this stands for an input without any game or position."""
        return self.number == 0

    @property
    def ends_input(self) -> bool:
        """Whether this stands for a fault behind which nothing of the input can be read: bytes that are no text."""
        if self.entry is not None:
            return self.entry.broken and not self.entry.source.text
        return any(diagnostic.kind in (BAD_GZIP, NOT_UTF8) for diagnostic in self.diagnostics)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some games of an input, cut out and not yet read: work that any process can do."""

    file: str
    piece: Piece
    size: int | None
    games: Numbers | None

    @property
    def last(self) -> int:
        """The number of the last game in it."""
        return self.piece.number + len(self.piece.ends) - 1

    def holds(self, numbers: Numbers) -> bool:
        """Whether one of those numbered is in it."""
        return any(number in numbers for number in range(self.piece.number, self.last + 1))

    def items(self) -> Iterator[Item]:
        """Read the games that are asked for."""
        for entry in self.piece.entries(self.size):
            if self.games is None or entry.number in self.games:
                yield Item(self.file, entry.number, entry)
            elif entry.number > self.games.last:
                return


@dataclass(frozen=True, slots=True)
class Reading:
    """How files are read: the options of ``input_options`` and ``game_option``, and komi for positions.

    ``no_positions`` is what to say of a file of positions where only games will do.
    """

    from_: str | None = None
    size: int | None = None
    encoding: str = "utf-8"
    komi: str | None = None
    games: Numbers | None = None
    no_positions: str = ""


def read_inputs(files: tuple[str, ...], reading: Reading, console: Console) -> Iterator[Item]:
    """Yield what the files hold, in order and in constant memory; ``console`` hears of all that can't be read."""
    for part in read_parts(files, reading, console):
        yield from part.items() if isinstance(part, Batch) else (part,)


def work(
    task: Callable[[Item], Result], files: tuple[str, ...], reading: Reading, console: Console, jobs: int
) -> Iterator[Result]:
    """Yield what ``task`` makes of each item of the files, in order, in one process or in several.

    With more ``jobs`` than 1 (0 is one for every core) the task runs elsewhere: it can't use the console.
    """
    return work_on(partial(read_parts, files, reading), task, console, jobs)


def work_on(
    parts: Callable[[Console], Iterator[Item | Batch | Callable[[], Result]]],
    task: Callable[[Item], Result],
    console: Console,
    jobs: int,
) -> Iterator[Result]:
    """Yield what ``task`` makes of parts of the input, as ``work`` does; what can be called gives its result itself.

    ``parts`` is given the console that has to hear of what can't be read.
    """
    if jobs != 1:
        from ptn.cli.parallel import Crew

        yield from Crew(task, console, jobs).run(parts)
        return
    for part in parts(console):
        yield from results_of(task, part)


def results_of(task: Callable[[Item], Result], part: Item | Batch | Callable[[], Result]) -> Iterator[Result]:
    """Yield the results of one part, made here and now."""
    if isinstance(part, Batch):
        yield from map(task, part.items())
    elif isinstance(part, Item):
        yield task(part)
    else:
        yield part()


def read_parts(files: tuple[str, ...], reading: Reading, console: Console) -> Iterator[Item | Batch]:
    """Yield what the files hold as ``read_inputs`` does, with games that are not yet read."""
    for name in expanded(named(files), console):
        if name == "-":
            if sys.stdin is None:
                console.fail("-: standard input is closed")
            else:
                yield from _guarded(_read(name, sys.stdin.buffer, reading, console), name, console)
            continue
        try:
            stream = open(name, "rb")  # noqa: SIM115
        except OSError as error:
            console.fail(f"{first_line(name)}: {error.strerror}")
            if not os.path.lexists(name):
                _hint_at_pipe(name, console)
            continue
        except ValueError as error:  # a NUL in the name
            console.fail(f"{first_line(name)}: {error}")
            continue
        with stream:
            yield from _guarded(_read(name, stream, reading, console), name, console)


def _hint_at_pipe(name: str, console: Console) -> None:
    """Say how to hand over a position or link that was given as if it were the name of a file."""
    kind = "position" if is_tps(name) else "link" if _LINK.search(name) else ""
    if kind:
        context = click.get_current_context()
        options = " --to ..." if context.info_name == "convert" else ""
        piped = f"echo '...' | ptn {context.info_name}{options}"
        console.error_line(f"  hint: to {context.info_name} a {kind}, pass it through a pipe: {piped}")


def _guarded(parts: Iterator[Item | Batch], name: str, console: Console) -> Iterator[Item | Batch]:
    """Pass parts on; a file that stops being readable on the way ends them with a message."""
    while True:
        try:
            part = next(parts, None)
        except OSError as error:
            console.fail(f"{first_line(name)}: {error.strerror or error}")
            return
        if part is None:
            return
        yield part


# ---- which files -----------------------------------------------------------------------------------------------------


def named(files: tuple[str, ...]) -> tuple[str, ...]:
    """Return the files asked for; standard input when there are none and it is no terminal."""
    if files:
        if files.count("-") > 1:
            raise click.UsageError("Standard input (-) can be read only once.")
        return files
    if sys.stdin is None or sys.stdin.isatty():
        context = click.get_current_context()
        click.echo(context.get_help() + "\n", err=True)
        raise click.UsageError("No files given, and nothing comes through a pipe.")
    return ("-",)


def _is_fifo(path: str) -> bool:
    """Whether opening a path would wait for a writer; what can't be looked at is left to the reading to report."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except OSError:
        return False


def expanded(files: tuple[str, ...], console: Console) -> Iterator[str]:
    """Yield the files, and for a directory the files of games below it, sorted."""
    for name in files:
        if not name:
            console.fail("the name of a file is empty")
            continue
        if name == "-" or not os.path.isdir(name):
            yield name
            continue

        def refused(error: OSError) -> None:
            console.fail(f"{first_line(str(error.filename))}: {error.strerror}")

        below = [
            os.path.join(folder, found)
            for folder, _, names in os.walk(name, onerror=refused)
            for found in names
            if found.lower().endswith(_SUFFIXES) and not _is_fifo(os.path.join(folder, found))
        ]
        if not below:
            console.fail(f"{first_line(name)}: no *.ptn or *.ptn.gz file in this directory or below it")
        yield from sorted(below)


# ---- what a file holds -----------------------------------------------------------------------------------------------


def _read(name: str, stream: BinaryIO, reading: Reading, console: Console) -> Iterator[Item | Batch]:
    source = io.BufferedReader(PutBack(b"", stream))
    head = source.read(_HEAD)
    content = reading.from_
    if content is None:
        text = _head_text(head, reading.encoding)
        content = next((kind for kind, _, form in _OTHERS if form.search(text)), "tps" if is_tps(text) else "ptn")
    if content == "sqlite":
        console.fail(f"{first_line(name)}: this is an SQLite database, which can't be read yet")
        return
    if content != "tps" and reading.komi is not None:
        console.fail(f"{first_line(name)}: --komi is for positions; the komi of a game stands in its tag Komi")
        return
    if content == "tps" and reading.no_positions:
        console.error_line(f"{first_line(name)}: {reading.no_positions}")
        console.found()
        return
    whole = io.BufferedReader(PutBack(head, source))
    parts: Iterator[Item | Batch]
    if content == "tps":
        parts = _positions(name, whole, reading)
    elif content == "ptn":
        parts = _games(name, whole, reading)
    else:
        from ptn.cli.notations import read_notation

        entries = read_notation(content, whole, name, reading.size, reading.encoding)
        parts = (Item(name, entry.number, entry) for entry in entries)
    what = "position" if content == "tps" else "game"
    count = 0
    skipped: Item | Batch | None = None
    for part in parts:
        count = part.last
        if reading.games is None or part.holds(reading.games):
            yield part
            skipped = None
            if reading.games is not None and count >= reading.games.last:
                return
        else:
            skipped = part
    if isinstance(skipped, Item) and skipped.ends_input:
        yield skipped  # why there are no more
    elif count and reading.games is not None and (missing := reading.games.beyond(count)):
        console.error_line(f"{first_line(name)}: there is no {what} {missing}: it has {count}")
        console.found()
    if not count:
        nothing = Diagnostic.of(NO_GAME, f"the input holds no {what}", where=Source(name, "").locate(0))
        yield Item(name, 0, diagnostics=(nothing,))


def other_content(head: bytes, encoding: str = "utf-8") -> str | None:
    """Say what the first bytes of a file belong to when it is no file of games: JSON, positions, a link and so on."""
    text = _head_text(head[:_HEAD], encoding)
    other = next((what for _, what, form in _OTHERS if form.search(text)), None)
    return "a list of positions" if other is None and is_tps(text) else other


def is_tps(text: str) -> bool:
    """Whether a text looks like a TPS, right or wrong, and not like a game."""
    board = _BOARD.match(text)
    if board is None:
        return False
    rows = board[1]
    if _SQUARES.search(rows):  # no ply and no result has an x or a comma
        return "/" in rows or rows.count("-") > 1
    return _PILES.fullmatch(rows) is not None


def _head_text(head: bytes, encoding: str) -> str:
    """Return the beginning of the text in the first bytes, as well as it can be had."""
    if head.startswith(GZIP_MAGIC):
        try:
            head = zlib.decompressobj(31).decompress(head, _HEAD)
        except zlib.error:
            head = b""
    try:
        return head.decode(encoding, "replace").removeprefix("\ufeff")
    except UnicodeError:
        return ""


def _games(name: str, stream: BinaryIO, reading: Reading) -> Iterator[Item | Batch]:
    for piece in pieces(decoded(stream, reading.encoding), name):
        if isinstance(piece, Entry):
            yield Item(name, piece.number, piece)
        else:
            yield Batch(name, piece, reading.size, reading.games)


# ---- positions -------------------------------------------------------------------------------------------------------


def _positions(name: str, stream: BinaryIO, reading: Reading) -> Iterator[Item]:
    """Yield the positions of a stream of TPS, one a line; blank lines and marks of the order of bytes are skipped."""
    if stream.peek(2)[:2] == GZIP_MAGIC:  # type: ignore[attr-defined]
        stream = gzip.GzipFile(fileobj=stream)  # type: ignore[assignment]
    lines = io.TextIOWrapper(stream, reading.encoding, "surrogateescape" if is_utf8(reading.encoding) else "strict")
    number = line_number = 0
    while True:
        line_number += 1
        try:
            line = lines.readline(_LONGEST_TPS)
            rest = line
            while len(rest) == _LONGEST_TPS and not rest.endswith("\n"):
                rest = lines.readline(_LONGEST_TPS)
        except UnicodeDecodeError as error:
            fault = (NOT_UTF8, f"the byte 0x{error.object[error.start]:02x} is not {reading.encoding}")
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            fault = (BAD_GZIP, f"the compressed data is damaged: {error}")
        else:
            if not line:
                return
            line = line.lstrip("\ufeff")
            if line.strip():
                number += 1
                yield read_position(line.rstrip("\r\n"), name, number, line_number, reading.komi)
            continue
        where = Source(name, "", line_number).locate(0)
        yield Item(name, number + 1, diagnostics=(Diagnostic.of(*fault, where=where, game=number + 1),))
        return


def read_position(text: str, name: str, number: int = 1, line: int = 1, komi: str | None = None) -> Item:
    """Read the TPS of one line: what is wrong with it, and the position where there is one."""
    what = hint = ""
    if _COMMENT.match(text):
        what, hint = "this is a comment, not a TPS", "positions stand one a line, with nothing between them"
    elif text.strip() in ("", "?"):  # as a tag it would stand for none
        what, hint = "the TPS is empty", "a TPS is written rows turn counter, such as x3/x,1,x/2,x2 1 2"
    if what:
        where = Source(name, text, line).locate(0, len(text))
        fault = Diagnostic.of(TPS_FIELDS, what, hint=hint, where=where, game=number)
        return Item(name, number, diagnostics=(fault,))
    tags = [Tag.of("TPS", text)]
    if komi is not None:
        tags.append(Tag.of("Komi", komi))
    source = Source(name, text, line)
    setup_reading = read_setup(Tags(tuple(tags)))
    found: list[Diagnostic] = []
    for remark in setup_reading.remarks:
        where = source.locate(remark.start, remark.end) if remark.end else source.locate(0, len(text))
        found.append(Diagnostic.of(remark.kind, remark.message, hint=remark.hint, where=where, game=number))
    position = None
    setup = setup_reading.setup
    if setup is not None:
        from ptn.rules.position import Position
        from ptn.rules.reachability import doubts

        position = Position.start(setup=setup)
        assert setup.start is not None
        for doubt in doubts(setup.start, setup):
            where = source.locate(0, len(text))
            found.append(Diagnostic.of(doubt.kind, doubt.message, where=where, game=number))
    return Item(name, number, None, position, tuple(found))
