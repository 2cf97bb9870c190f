"""``ptn fmt``: files of games in standard form, in place."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import files_argument, style_options, with_console
from ptn.cli.rewriting import rewriting_options

if TYPE_CHECKING:
    from ptn.cli.rewriting import NewGame
    from ptn.formatting import Part
    from ptn.notation.writer import Style

EPILOG = """\b
Examples:
  ptn fmt game.ptn
  ptn fmt game.ptn -o neat.ptn
  ptn fmt games/ --check
  ptn fmt game.ptn --diff
  ptn fmt old.ptn --strip comments,notes
  ptn convert log.txt --to ptn --size 6 | ptn fmt -

What is written is read again first, and must be the same game. fmt doesn't check the rules; ptn validate does. A file
with a game that can't be read is left as it is, its diagnostics go to standard error, and the exit status is 1; with
--check and --diff it is 1 too when anything would change. A file or pipe without any game is left as it is, and that is
no error. Files are replaced whole or not at all, and written as UTF-8.
"""


@click.command(epilog=EPILOG, short_help="Format games.")
@files_argument
@rewriting_options
@style_options
@click.option("--size", type=click.IntRange(3, 8), metavar="N", help="Board size for games whose tags give none.")
@with_console
def fmt(
    console: Console,
    files: tuple[str, ...],
    check: bool,
    diff: bool,
    output: str | None,
    force: bool,
    style: Style,
    strip: frozenset[Part],
    size: int | None,
) -> None:
    """Put files of games into standard form: this CHANGES THE FILES, unless --check, --diff or -o is given.

    One tag a line, one move a line, plies without what can be left out, a * on every smash, the result of the tag
    also behind the moves. Comments, marks, branches and unknown tags stay where they are.

    FILES are files, directories (every *.ptn below them) or - for standard input, which goes to standard output and is
    read too when nothing is named and something comes through a pipe.
    """
    from ptn.cli.rewriting import rewrite

    changed, same = rewrite(
        files, lambda name, data: _formatted(name, data, style, strip, size, console), console,
        check=check, diff=diff, output=output, force=force, unlike="not in standard form",
    )  # fmt: skip
    if changed or same:
        what = "would change" if check or diff else "changed"
        console.note(f"{changed} file{'s' * (changed != 1)} {what}, {same} in standard form already")


def _formatted(
    name: str, data: bytes, style: Style, strip: frozenset[Part], size: int | None, console: Console
) -> list[NewGame] | None:
    """Return the games of a file in standard form; None, and a report, when one of them can't be read."""
    import io

    from ptn.cli.reports import complain
    from ptn.cli.rewriting import is_file_of_games
    from ptn.core.errors import PtnError
    from ptn.formatting import format_game
    from ptn.notation.reader import read_stream

    if not is_file_of_games(name, data, console, "; ptn convert --to ptn writes one"):
        return None
    games: list[NewGame] = []
    whole = True
    for entry in read_stream(io.BytesIO(data), name, size=size):
        if entry.game is None:
            complain(console, [diagnostic for diagnostic in entry.diagnostics if diagnostic.is_error], name)
            whole = False
            continue
        try:
            text = format_game(entry.game, style=style, strip=strip, size=size)
            games.append((entry.source.byte_offset, text))
        except PtnError as error:
            console.error_line(f"{first_line(name)}, game {entry.number}: {error}")
            console.found()
            whole = False
    if not whole:
        return None
    if not games:
        console.note(f"{first_line(name)}: no game in it; left as it is")
        return None
    return games
