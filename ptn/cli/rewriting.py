"""What the commands share that change files of games: which files, what they hold, and where the new text goes."""

from __future__ import annotations

import gzip
import os
import stat
import sys
import zlib
from collections.abc import Callable
from typing import Final, TypeVar

import click

from ptn.cli.console import Console, first_line, painted

Command = TypeVar("Command", bound=Callable[..., object])

_STYLES: Final = {"+": "added", "-": "removed", "@": "hint"}

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


def rewrite(
    files: tuple[str, ...],
    rewritten: Callable[[str, bytes], list[NewGame] | None],
    console: Console,
    *,
    check: bool,
    diff: bool,
    output: str | None,
    force: bool,
    unlike: str,
) -> tuple[int, int]:
    """Put the new text of files in their place, or where the options say; return how many changed and how many not.

    ``rewritten`` makes the new games of a name and what the file holds; None leaves the file as it is. ``unlike`` is
    what ``--check`` says of a file that would change. Standard input goes to standard output.
    """
    if (check or diff) and output is not None:
        raise click.UsageError("--check and --diff write nothing, so -o can't hold with them.")

    from contextlib import ExitStack

    from ptn.cli.files import Target
    from ptn.cli.inputs import expanded, named

    changed = same = 0
    with ExitStack() as stack:
        together = None if output is None else stack.enter_context(Target(output, console, force=force))
        for name in expanded(named(files), console):
            if name.lower().endswith(".gz") and name not in files:
                console.note(f"{first_line(name)}: compressed, left as it is")
                continue
            before = _bytes(name, console, in_place=not (check or diff or together))
            games = None if before is None else rewritten(name, before)
            if before is None or games is None:
                continue
            after = "\n".join(text for _, text in games)
            if together is not None:
                together.write(after if together.is_empty else f"\n{after}")
            elif name == "-" and not check and not diff:
                console.data(after)
            elif after.encode() == before:
                same += 1
            else:
                changed += 1
                if diff:
                    _show_difference(name, before, games, console)
                elif check:
                    console.result(f"{first_line(name)}: {unlike}")
                else:
                    with Target(name, console, force=True) as target:
                        target.write(after)
                if check or diff:
                    console.found()
    return changed, same


def is_file_of_games(name: str, data: bytes, console: Console, hint: str = "") -> bool:
    """Whether data is not clearly something else than games; what it is is said as a failure."""
    from ptn.cli.inputs import other_content

    other = other_content(data)
    if other is not None:
        console.fail(f"{first_line(name)}: this is {other}, not a file of games{hint}")
    return other is None


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

    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    color = console.paints()
    for number, line in enumerate(unified_diff(name, before, games)):
        if not on_terminal and not color:
            console.write(line)
            continue
        for part in line.decode("utf-8", "surrogateescape").split("\n")[:-1]:
            style = None if not color else "bold" if number < 2 else _STYLES.get(part[0])
            console.result(painted(printable(part), style) if style else printable(part))
