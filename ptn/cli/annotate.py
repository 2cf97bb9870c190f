"""``ptn annotate``: the marks that the board justifies, put into files of games."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import encoding_option, files_argument, jobs_option, with_console
from ptn.cli.reports import complain
from ptn.cli.rewriting import rewriting_options

if TYPE_CHECKING:
    from ptn.cli.inputs import Item
    from ptn.cli.recorder import Recorder
    from ptn.cli.rewriting import Rewritten

EPILOG = """\b
Examples:
  ptn annotate game.ptn
  ptn annotate games/ --diff
  ptn annotate game.ptn -o marked.ptn
  ptn annotate --tinue-depth 3 - < game.ptn
  ptn validate --marks game.ptn

A ' is right when the player could complete a road with the next ply, a '' when no reply can prevent that, and a *
when the ply smashes a wall. With --tinue-depth 2 and more, '' also stands for wins that take further threats. A ply
whose search runs out of nodes keeps the '' that it has, and gets none; that is said on standard error.

A file with a game in which ptn validate finds errors is left as it is, its diagnostics go to standard error, and the
exit status is 1; with --check and --diff it is 1 too when anything would change. A file or pipe without any game is
left as it is, and that is no error. Files are replaced whole or not at all, and written as UTF-8.
"""


@click.command(epilog=EPILOG, short_help="Mark tak and tinuë.")
@files_argument
@click.option(
    "--tinue-depth", type=click.IntRange(0, 20), default=1, show_default=True, metavar="N",
    help="Most plies of the player, the marked one included, before the road; 0 leaves every '' as it is.",
)  # fmt: skip
@click.option(
    "--nodes", type=click.IntRange(0), metavar="N", help="Plies to try in the search for each tinuë.  [default: 20000]"
)
@rewriting_options
@click.option("--size", type=click.IntRange(3, 8), metavar="N", help="Board size for games whose tags give none.")
@encoding_option("What the files are written in; what is written is UTF-8.")
@jobs_option
@with_console
def annotate(
    console: Console,
    files: tuple[str, ...],
    tinue_depth: int,
    nodes: int | None,
    check: bool,
    diff: bool,
    output: str | None,
    force: bool,
    size: int | None,
    encoding: str,
    jobs: int,
) -> None:
    """Put the marks * ' and '' where they belong: this CHANGES THE FILES, unless --check, --diff or -o is given.

    * is for a smash, ' for tak, '' for tinuë. Wrong marks are corrected or removed, in branches too. Marks that judge a
    ply (? and !), comments and all else stay, and games are written in the standard form, as by ptn fmt.

    FILES are files, directories (every *.ptn below them) or - for standard input, which goes to standard output and is
    read too when nothing is named and something comes through a pipe.
    """
    from ptn.cli.recorder import Recorder
    from ptn.cli.rewriting import rewrite

    task = partial(_annotated, tinue_depth=tinue_depth, nodes=nodes, size=size, like=Recorder(console))
    changes = rewrite(
        files, task, console, check=check, diff=diff, output=output, force=force, size=size,
        encoding=encoding, jobs=jobs, unlike="marks or spelling would change",
    )  # fmt: skip
    counted = ""
    if changes.changed or changes.same:
        what = "would change" if check or diff else "changed"
        counted = f"{changes.changed} file{'s' * (changes.changed != 1)} {what}, {changes.same} right already; "
    if changes.games:
        console.note(f"{counted}{changes.missing} mark{'s' * (changes.missing != 1)} missing, {changes.wrong} wrong")


def _annotated(item: Item, tinue_depth: int, nodes: int | None, size: int | None, like: Recorder) -> Rewritten:
    """Give a game the right marks; one with errors has no new text, but a report."""
    from ptn.annotation import NODE_LIMIT, examine_marks
    from ptn.cli.recorder import Recorder
    from ptn.cli.rewriting import Rewritten
    from ptn.core.codes import MISSING_SMASH, MISSING_TAK, MISSING_TINUE
    from ptn.core.errors import PtnError
    from ptn.formatting import format_game
    from ptn.validation import validate_entry

    console = Recorder(like)
    entry, place = item.entry, f"{first_line(item.file)}, game {item.number}"
    assert entry is not None
    found = validate_entry(entry, size)
    complain(console, [diagnostic for diagnostic in found.diagnostics if diagnostic.is_error], item.file)
    if not found.ok:
        return Rewritten(None, console.calls)
    game = entry.partial
    try:
        limit = NODE_LIMIT if nodes is None else nodes
        report = examine_marks(game, tinue_depth=tinue_depth, size=size, node_limit=limit)
        text = format_game(report.game, size=size)
    except PtnError as error:
        console.error_line(f"{place}: {error}")
        console.found()
        return Rewritten(None, console.calls)
    for at in report.unknown:
        line = "" if at.branch is None else f" of the branch {first_line(game.branches[at.branch].label)}"
        console.note(
            f"{place}: the search for tinuë after {at.label}{line} ran out of nodes; a '' is neither added nor removed"
        )
    missing = sum(fault.kind in (MISSING_SMASH, MISSING_TAK, MISSING_TINUE) for fault in report.faults)
    return Rewritten((entry.source.byte_offset, text), console.calls, missing, len(report.faults) - missing)
