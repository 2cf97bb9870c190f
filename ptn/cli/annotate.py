"""``ptn annotate``: the marks that the board justifies, put into files of games."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import files_argument, with_console
from ptn.cli.reports import complain
from ptn.cli.rewriting import rewriting_options

if TYPE_CHECKING:
    from ptn.annotation import MarkReport
    from ptn.cli.rewriting import NewGame
    from ptn.notation.record import Entry

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
) -> None:
    """Put the marks * ' and '' where they belong: this CHANGES THE FILES, unless --check, --diff or -o is given.

    * is for a smash, ' for tak, '' for tinuë. Wrong marks are corrected or removed, in branches too. Marks that judge a
    ply (? and !), comments and all else stay, and games are written in the standard form, as by ptn fmt.

    FILES are files, directories (every *.ptn below them) or - for standard input, which goes to standard output and is
    read too when nothing is named and something comes through a pipe.
    """
    from ptn.cli.rewriting import rewrite

    work = _Work(console, tinue_depth, nodes, size)
    changed, same = rewrite(
        files, work.annotated, console,
        check=check, diff=diff, output=output, force=force, unlike="marks or spelling would change",
    )  # fmt: skip
    what = "would change" if check or diff else "changed"
    counted = f"{changed} file{'s' * (changed != 1)} {what}, {same} right already; " if changed or same else ""
    if work.games:
        console.note(f"{counted}{work.missing} mark{'s' * (work.missing != 1)} missing, {work.wrong} wrong")


class _Work:
    """What is asked for, and the marks found wrong and missing in so many games."""

    def __init__(self, console: Console, tinue_depth: int, nodes: int | None, size: int | None) -> None:
        self.console = console
        self.tinue_depth = tinue_depth
        self.nodes = nodes
        self.size = size
        self.games = self.missing = self.wrong = 0

    def annotated(self, name: str, data: bytes) -> list[NewGame] | None:
        """Return the games of a file with the right marks; None, and a report, when one of them has errors."""
        import io

        from ptn.cli.rewriting import is_file_of_games
        from ptn.core.errors import PtnError
        from ptn.formatting import format_game
        from ptn.notation.reader import read_stream
        from ptn.validation import validate_entry

        if not is_file_of_games(name, data, self.console):
            return None
        games: list[NewGame] = []
        reports: list[MarkReport] = []
        whole = True
        for entry in read_stream(io.BytesIO(data), name, size=self.size):
            found = validate_entry(entry, self.size)
            complain(self.console, [diagnostic for diagnostic in found.diagnostics if diagnostic.is_error], name)
            whole = whole and found.ok
            if not whole:
                continue
            try:
                report = self._examined(entry, name)
                games.append((entry.source.byte_offset, format_game(report.game, size=self.size)))
            except PtnError as error:
                self.console.error_line(f"{first_line(name)}, game {entry.number}: {error}")
                self.console.found()
                whole = False
            else:
                reports.append(report)
        if not whole:
            return None
        if not games:
            self.console.note(f"{first_line(name)}: no game in it; left as it is")
            return None
        self._count(reports)
        return games

    def _examined(self, entry: Entry, name: str) -> MarkReport:
        from ptn.annotation import NODE_LIMIT, examine_marks

        nodes = NODE_LIMIT if self.nodes is None else self.nodes
        game = entry.partial
        report = examine_marks(game, tinue_depth=self.tinue_depth, size=self.size, node_limit=nodes)
        for place in report.unknown:
            line = "" if place.branch is None else f" of the branch {first_line(game.branches[place.branch].label)}"
            self.console.note(
                f"{first_line(name)}, game {entry.number}: the search for tinuë after {place.label}{line} ran out of "
                "nodes; a '' is neither added nor removed"
            )
        return report

    def _count(self, reports: list[MarkReport]) -> None:
        from ptn.core.codes import MISSING_SMASH, MISSING_TAK, MISSING_TINUE

        missing = (MISSING_SMASH, MISSING_TAK, MISSING_TINUE)
        for report in reports:
            self.games += 1
            for fault in report.faults:
                if fault.kind in missing:
                    self.missing += 1
                else:
                    self.wrong += 1
