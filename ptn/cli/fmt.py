"""``ptn fmt``: files of games in standard form, in place."""

from __future__ import annotations

import gzip
import zlib
from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import files_argument, style_options, with_console
from ptn.cli.reports import complain

if TYPE_CHECKING:
    from ptn.formatting import Part
    from ptn.notation.writer import Style

EPILOG = """\b
Examples:
  ptn fmt game.ptn
  ptn fmt games/ --check
  ptn fmt game.ptn --diff
  ptn fmt old.ptn --strip comments,notes
  ptn convert log.txt --to ptn | ptn fmt -

What is written is read again first, and must be the same game. A file with a game that can't be read is left as it
is, its diagnostics go to standard error, and the exit status is 1; with --check and --diff it is 1 too when anything
would change. Files are replaced whole or not at all, and written as UTF-8.
"""


@click.command(epilog=EPILOG, short_help="Format games.")
@files_argument
@click.option("--check", is_flag=True, help="Change nothing; name the files that are not in standard form.")
@click.option("--diff", is_flag=True, help="Change nothing; show what would change.")
@style_options
@click.option(
    "--size", type=click.IntRange(3, 8), metavar="N", help="Board size, 3 to 8, for games whose tags give none."
)
@with_console
def fmt(
    console: Console,
    files: tuple[str, ...],
    check: bool,
    diff: bool,
    style: Style,
    strip: frozenset[Part],
    size: int | None,
) -> None:
    """Put files of games into standard form, in place; - goes from standard input to standard output.

    One tag a line, one move a line, plies without what can be left out, a * on every smash, the result of the tag
    also behind the moves. Comments, marks, branches and unknown tags stay where they are.

    FILES are files, directories (every *.ptn below them) or - for standard input, which is read too when nothing is
    named and something comes through a pipe.
    """
    from ptn.cli.files import Target
    from ptn.cli.inputs import expanded, named

    changed = same = 0
    for name in expanded(named(files), console):
        if name.lower().endswith(".gz") and name not in files:
            console.note(f"{first_line(name)}: compressed, left as it is")
            continue
        before = _bytes(name, console)
        if before is None:
            continue
        after = _formatted(name, before, style, strip, size, console)
        if after is None:
            continue
        if name == "-" and not check and not diff:
            console.data(after)
            continue
        if after.encode() == before:
            same += 1
            continue
        changed += 1
        if diff:
            _show_difference(name, before, after, console)
        elif check:
            console.result(f"{first_line(name)}: not in standard form")
        else:
            with Target(name, console, force=True) as target:
                target.write(after)
        if check or diff:
            console.found()
    if changed or same:
        what = "would change" if check or diff else "changed"
        console.note(f"{changed} file{'s' * (changed != 1)} {what}, {same} in standard form already")


def _bytes(name: str, console: Console) -> bytes | None:
    """Return what a file holds; None, and a message, when it can't be had or is no file to be formatted."""
    import sys

    try:
        if name == "-":
            if sys.stdin is None:
                console.fail("-: standard input is closed")
                return None
            data = sys.stdin.buffer.read()
        else:
            with open(name, "rb") as stream:
                data = stream.read()
    except (OSError, ValueError) as error:
        console.fail(f"{first_line(name)}: {getattr(error, 'strerror', None) or error}")
        return None
    if data.startswith(b"\x1f\x8b"):
        if name == "-":
            try:
                return gzip.decompress(data)
            except (OSError, EOFError, zlib.error) as error:
                console.fail(f"-: the compressed data is damaged: {error}")
                return None
        console.fail(f"{first_line(name)}: compressed files are not formatted; unpack it first")
        return None
    return data


def _formatted(
    name: str, data: bytes, style: Style, strip: frozenset[Part], size: int | None, console: Console
) -> str | None:
    """Return the games of a file in standard form; None, and a report, when one of them can't be read."""
    import io

    from ptn.cli.inputs import other_content
    from ptn.core.errors import PtnError
    from ptn.formatting import format_game
    from ptn.notation.reader import read_stream

    other = other_content(data)
    if other is not None:
        console.fail(f"{first_line(name)}: this is {other}, not a file of games; ptn convert --to ptn writes one")
        return None
    texts: list[str] = []
    whole = True
    for entry in read_stream(io.BytesIO(data), name, size=size):
        if entry.game is None:
            complain(console, [diagnostic for diagnostic in entry.diagnostics if diagnostic.is_error], name)
            whole = False
            continue
        try:
            texts.append(format_game(entry.game, style=style, strip=strip, size=size))
        except PtnError as error:
            console.error_line(f"{first_line(name)}, game {entry.number}: {error}")
            console.found()
            whole = False
    if not whole:
        return None
    if not texts:
        console.note(f"{first_line(name)}: no game in it; left as it is")
        return None
    return "\n".join(texts)


def _show_difference(name: str, before: bytes, after: str, console: Console) -> None:
    import difflib

    old = before.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    for line in difflib.unified_diff(old, after.splitlines(keepends=True), first_line(name), first_line(name)):
        from ptn.core.source import printable

        ended = line.endswith("\n")
        console.result(printable(line.rstrip("\r\n")) + ("" if ended else "\n\\ No newline at end of file"))
