"""``ptn validate``: is everything in these files right?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import click

from ptn.cli.console import Console
from ptn.cli.options import (
    Numbers,
    files_argument,
    format_option,
    game_option,
    input_options,
    jobs_option,
    with_console,
)

if TYPE_CHECKING:
    from ptn.cli.inputs import Item
    from ptn.core.codes import Code
    from ptn.core.errors import Diagnostic

EPILOG = """\b
Examples:
  ptn validate game.ptn
  ptn validate --strict --ignore missing-tag,PTN21 games/
  ptn validate --marks -v game.ptn
  curl -s https://example.org/game.ptn | ptn validate --format jsonl

CODES are codes (PTN104), beginnings of codes (PTN1) or names (drop-count), separated by commas; ptn explain says
what they mean. --ignore wins over --select.

What is found goes to standard output, the summary to standard error. The exit status is 1 when there are errors
(with --strict: or warnings), 2 when a file can't be read.
"""


def _codes(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> frozenset[Code]:  # noqa: ARG001
    from ptn.cli.reports import codes_named, near_code

    try:
        named = frozenset().union(*map(codes_named, values))
    except ValueError as error:
        word = str(error)
        raise click.BadParameter(f"{word!r} is no code, beginning of a code or name.{near_code(word)}") from None
    if values and not named:  # which must not stand for all codes
        raise click.BadParameter("no code is named; ptn explain --list has them all.")
    return named


@click.command(epilog=EPILOG, short_help="Check games.")
@files_argument
@format_option("text", "concise", "json", "jsonl", "github")
@click.option("--select", multiple=True, metavar="CODES", callback=_codes, help="Report only these.")
@click.option("--ignore", multiple=True, metavar="CODES", callback=_codes, help="Don't report these.")
@click.option("--strict", is_flag=True, help="Warnings count as errors.")
@click.option("--marks", is_flag=True, help="Report wrong and missing marks of tak and tinuë, too.")
@click.option(
    "--tinue-depth", type=click.IntRange(0, 20), metavar="N",
    help="With --marks: as for ptn annotate; 0 looks at no ''.  [default: 1]",
)  # fmt: skip
@game_option
@jobs_option
@input_options
@with_console
def validate(
    console: Console,
    files: tuple[str, ...],
    format_: str,
    select: frozenset[Code],
    ignore: frozenset[Code],
    strict: bool,
    marks: bool,
    tinue_depth: int | None,
    games: Numbers | None,
    jobs: int,
    from_: str | None,
    size: int | None,
    encoding: str,
) -> None:
    """Check games and positions.

    Reads games (PTN) and positions (TPS, one a line) and reports what is wrong: how plies and tags are written, the
    order of the text, every ply against the rules, branches too, and whether the result agrees with the board.

    FILES are files, directories (every *.ptn and *.ptn.gz below them) or - for standard input, which is read too when
    nothing is named and something comes through a pipe. Files may be compressed with gzip.
    """
    if tinue_depth is not None and not marks:
        raise click.UsageError("--tinue-depth is for --marks.")

    from ptn.cli.inputs import Reading, work
    from ptn.cli.reports import DiagnosticPrinter
    from ptn.core.codes import Severity
    from ptn.validation import strict as as_strict

    depth = None if not marks else 1 if tinue_depth is None else tinue_depth
    check = partial(_checked, size=size, tinue_depth=depth)
    printer = DiagnosticPrinter(format_, console)
    summary = Summary()
    for checked in work(check, files, Reading(from_, size, encoding, games=games), console, jobs):
        errors = warnings = 0
        for diagnostic in checked.diagnostics:
            if (select and diagnostic.kind not in select) or diagnostic.kind in ignore:
                continue
            if strict:
                diagnostic = as_strict(diagnostic)
            errors += diagnostic.is_error
            warnings += diagnostic.severity is Severity.WARNING
            printer.add(diagnostic, checked.file)
        if errors:
            console.found()
        summary.errors += errors
        summary.warnings += warnings
        if not checked.is_empty:
            summary.count(is_game=checked.is_game, is_good=not errors)
            console.progress(summary.games + summary.positions, "games" if summary.games else "positions")
    printer.close()
    console.note(str(summary))


class _Checked(NamedTuple):  # which goes from process to process in a third of the time of a dataclass
    """What was found in a game or position of a file, or in an input without any (``is_empty``)."""

    file: str
    is_empty: bool
    is_game: bool
    diagnostics: tuple[Diagnostic, ...]


def _checked(item: Item, size: int | None, tinue_depth: int | None) -> _Checked:
    """Check a game, with its marks when there is a ``tinue_depth``; positions are checked when they are read."""
    from ptn.validation import validate_entry

    found = item.diagnostics
    if item.entry is not None:
        marks = tinue_depth is not None
        found = validate_entry(item.entry, size, marks=marks, tinue_depth=tinue_depth or 0).diagnostics
    return _Checked(item.file, item.is_empty, item.entry is not None, found)


class Summary:
    """What the last line of ``validate`` says."""

    def __init__(self) -> None:
        self.games = self.positions = self.good = self.errors = self.warnings = 0

    def count(self, *, is_game: bool, is_good: bool) -> None:
        """Count a game or position, good when it has no errors."""
        self.games += is_game
        self.positions += not is_game
        self.good += is_good

    def __str__(self) -> str:
        """Return for example ``3 games (2 good, 1 bad): 1 error, 4 warnings``."""
        what = [number(self.games, "game")] if self.games or not self.positions else []
        what += [number(self.positions, "position")] if self.positions else []
        bad = self.games + self.positions - self.good
        found = f"{number(self.errors, 'error')}, {number(self.warnings, 'warning')}"
        return f"{' and '.join(what)} ({self.good} good, {bad} bad): {found}"


def number(count: int, noun: str) -> str:
    """Return a number with its noun: ``1 game``, ``2 games``."""
    return f"{count} {noun}{'' if count == 1 else 's'}"
