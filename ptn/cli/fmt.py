"""``ptn fmt``: files of games in standard form, in place."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import encoding_option, files_argument, jobs_option, style_options, with_console
from ptn.cli.rewriting import rewriting_options

if TYPE_CHECKING:
    from ptn.cli.inputs import Item
    from ptn.cli.recorder import Recorder
    from ptn.cli.rewriting import Rewritten
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
@encoding_option("What the files are written in; what is written is UTF-8.")
@jobs_option
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
    encoding: str,
    jobs: int,
) -> None:
    """Put files of games into standard form: this CHANGES THE FILES, unless --check, --diff or -o is given.

    One tag a line, one move a line, plies without what can be left out, a * on every smash, the result of the tag
    also behind the moves. Comments, marks, branches and unknown tags stay where they are.

    FILES are files, directories (every *.ptn below them) or - for standard input, which goes to standard output and is
    read too when nothing is named and something comes through a pipe.
    """
    from ptn.cli.recorder import Recorder
    from ptn.cli.rewriting import rewrite

    task = partial(_formatted, style=style, strip=strip, size=size, like=Recorder(console))
    changes = rewrite(
        files, task, console, check=check, diff=diff, output=output, force=force, size=size,
        encoding=encoding, jobs=jobs, unlike="not in standard form", hint="; ptn convert --to ptn writes one",
    )  # fmt: skip
    if changes.changed or changes.same:
        what = "would change" if check or diff else "changed"
        files_changed = f"{changes.changed} file{'s' * (changes.changed != 1)}"
        console.note(f"{files_changed} {what}, {changes.same} in standard form already")


def _formatted(item: Item, style: Style, strip: frozenset[Part], size: int | None, like: Recorder) -> Rewritten:
    """Put a game into standard form; one that can't be read has no new text, but a report."""
    from ptn.cli.recorder import Recorder
    from ptn.cli.reports import complain
    from ptn.cli.rewriting import Rewritten
    from ptn.core.errors import PtnError
    from ptn.formatting import format_game

    console = Recorder(like)
    entry = item.entry
    assert entry is not None
    game = None
    if entry.game is None:
        complain(console, [diagnostic for diagnostic in entry.diagnostics if diagnostic.is_error], item.file)
    else:
        try:
            game = entry.source.byte_offset, format_game(entry.game, style=style, strip=strip, size=size)
        except PtnError as error:
            console.error_line(f"{first_line(item.file)}, game {item.number}: {error}")
            console.found()
    return Rewritten(game, console.calls)
