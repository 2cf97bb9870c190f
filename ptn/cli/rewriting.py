"""What the commands share that change files of games: which files, what they hold, and where the new text goes."""

from __future__ import annotations

import gzip
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, TypeVar

import click

from ptn.cli.console import Console, first_line, painted

if TYPE_CHECKING:
    from ptn.cli.inputs import Batch, Item

Command = TypeVar("Command", bound=Callable[..., object])

_STYLES: Final = {"+": "added", "-": "removed", "@": "hint"}
_NO_TAG: Final = 'give it a tag such as [Size "6"], which ptn convert --to ptn --size 6 writes'

NewGame = tuple[int, str]
"""The new text of a game, behind the offset in bytes at which the game begins in what is rewritten."""


def rewriting_options(command: Command) -> Command:
    """Add ``--check``, ``--diff``, ``-o`` and ``--force``."""
    for option in (
        click.option("--force", is_flag=True, help="Overwrite the file of -o."),
        click.option(
            "-o", "--output", type=click.Path(), metavar="FILE",
            help="Leave the files as they are; write all games to this one. - is standard output.",
        ),
        click.option("--diff", is_flag=True, help="Change nothing; show what would change."),
        click.option("--check", is_flag=True, help="Change nothing; name the files that would change."),
    ):  # fmt: skip
        command = option(command)
    return command


@dataclass(frozen=True, slots=True)
class Rewritten:
    """What became of a game: its new text, None when it has errors, and what is to be said.

    ``missing`` and ``wrong`` count marks.
    """

    game: NewGame | None
    said: list[tuple[str, tuple[Any, ...]]]
    missing: int = 0
    wrong: int = 0


@dataclass(frozen=True, slots=True)
class _File:
    """The end of a file: its name, what it holds, and the same in UTF-8."""

    name: str
    before: bytes
    text: bytes


@dataclass(slots=True)
class Changes:
    """How many files changed and how many were right already; games and their marks, but for files left as they are."""

    changed: int = 0
    same: int = 0
    games: int = 0
    missing: int = 0
    wrong: int = 0


def rewrite(
    files: tuple[str, ...],
    task: Callable[[Item], Rewritten],
    console: Console,
    *,
    check: bool,
    diff: bool,
    output: str | None,
    force: bool,
    size: int | None,
    encoding: str,
    jobs: int,
    unlike: str,
    hint: str = "",
) -> Changes:
    """Put the new text of files in their place, or where the options say.

    ``task`` makes the new text of a game; a file with a game for which there is none is left as it is. ``unlike`` is
    what ``--check`` says of a file that would change, ``hint`` what to do with games in another notation. Standard
    input goes to standard output.
    """
    if (check or diff) and output is not None:
        raise click.UsageError("--check and --diff write nothing, so -o can't hold with them.")
    if force and output is None:
        raise click.UsageError("--force is for the file of -o.")

    from contextlib import ExitStack

    from ptn.cli.files import Target
    from ptn.cli.inputs import work_on
    from ptn.cli.recorder import say

    changes = Changes()
    done: list[Rewritten] = []
    rewritten_or_end: Callable[[Item], Rewritten | _File] = task
    with ExitStack() as stack:
        together = None if output is None else stack.enter_context(Target(output, console, force=force))
        parts = partial(_parts, files, size, encoding, hint, in_place=not (check or diff or together))
        for made in work_on(parts, rewritten_or_end, console, jobs):
            if isinstance(made, Rewritten):
                say(made.said, console)
                done.append(made)
                console.progress(changes.games + len(done), "games")
                continue
            name = made.name
            rewritten, done = done, []
            games = [one.game for one in rewritten if one.game is not None]
            if len(games) < len(rewritten):
                continue
            if not games:
                console.note(f"{first_line(name)}: no game in it; left as it is")
                continue
            texts = [text for _, text in games]
            if together is not None and not together.add_games(texts, f"{first_line(name)}, game 1", _NO_TAG):
                continue
            changes.games += len(games)
            changes.missing += sum(one.missing for one in rewritten)
            changes.wrong += sum(one.wrong for one in rewritten)
            after = "\n".join(texts)
            if together is not None:
                continue
            if name == "-" and not check and not diff:
                console.data(after)
            elif after.encode() == made.before:
                changes.same += 1
            else:
                changes.changed += 1
                if diff and after.encode() == made.text:
                    console.note(f"{first_line(name)}: only the encoding would change")
                elif diff:
                    _show_difference(name, made.text, games, console)
                elif check:
                    console.result(f"{first_line(name)}: {unlike}")
                else:
                    with Target(name, console, force=True) as target:
                        target.write(after)
                if check or diff:
                    console.found()
    return changes


def _parts(
    files: tuple[str, ...], size: int | None, encoding: str, hint: str, console: Console, *, in_place: bool
) -> Iterator[Item | Batch | Callable[[], _File]]:
    """Yield the games of files that can be rewritten, and the end of each file."""
    import io

    from ptn.cli.inputs import NOTATIONS_OF_GAMES, Batch, Item, expanded, named, other_content
    from ptn.notation.decoding import decoded, is_utf8
    from ptn.notation.pieces import Piece, pieces

    for name in expanded(named(files), console):
        if name.lower().endswith(".gz") and name not in files:
            console.note(f"{first_line(name)}: compressed, left as it is")
            continue
        before = _bytes(name, console, in_place=in_place)
        if before is None:
            continue
        other = other_content(before, encoding)
        if other is not None:
            mend = hint if other in NOTATIONS_OF_GAMES else ""
            console.fail(f"{first_line(name)}: this is {other}, not a file of games{mend}")
            continue
        text, read_as = before, "utf-8"
        if not is_utf8(encoding):
            if _is_utf8_already(before):
                why = f"this is UTF-8 already: read as {encoding}, its letters would become others"
                console.fail(f"{first_line(name)}: {why}")
                continue
            try:
                text = before.decode(encoding).encode()
            except UnicodeError:
                read_as = encoding  # which names the byte that is none
        for piece in pieces(decoded(io.BytesIO(text), read_as), name):
            if isinstance(piece, Piece):
                yield Batch(name, piece, size, None)
            else:
                yield Item(name, piece.number, piece)
        yield partial(_File, name, before, text)


def _is_utf8_already(data: bytes) -> bool:
    """Whether more than plain ASCII is UTF-8; by chance no other encoding gives that."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return not data.isascii()


def _bytes(name: str, console: Console, *, in_place: bool) -> bytes | None:
    """Return what a file holds; None, and a message, when it can't be had, is compressed or no file to be replaced."""
    try:
        if name == "-":
            if sys.stdin is None:
                console.fail("-: standard input is closed")
                return None
            data = sys.stdin.buffer.read()
        else:
            if in_place and not stat.S_ISREG(os.stat(name).st_mode):  # reading a pipe could wait for ever
                console.fail(f"{first_line(name)}: not a file that can be changed; -o FILE or - < {first_line(name)}")
                return None
            with open(name, "rb") as stream:
                data = stream.read()
    except (OSError, ValueError) as error:
        console.fail(f"{first_line(name)}: {getattr(error, 'strerror', None) or error}")
        return None
    from ptn.notation.decoding import GZIP_MAGIC

    if data.startswith(GZIP_MAGIC):
        if name == "-":
            try:
                return gzip.decompress(data)
            except (OSError, EOFError, zlib.error) as error:
                console.fail(f"-: the compressed data is damaged: {error}")
                return None
        console.fail(f"{first_line(name)}: compressed files are not changed; unpack it first")
        return None
    return data


def _show_difference(name: str, before: bytes, games: list[NewGame], console: Console) -> None:
    """Print a unified diff: as ``patch`` wants it, or on a terminal with colours and without control characters."""
    from ptn.cli.differences import unified_diff
    from ptn.core.source import printable

    on_terminal = sys.stdout.isatty()
    color = console.paints()
    for number, line in enumerate(unified_diff(name, before, games)):
        if not on_terminal and not color:
            console.write(line)
            continue
        for part in line.decode("utf-8", "surrogateescape").split("\n")[:-1]:
            style = None if not color else "bold" if number < 2 else _STYLES.get(part[0])
            console.result(painted(printable(part), style) if style else printable(part))
