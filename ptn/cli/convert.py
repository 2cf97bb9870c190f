"""``ptn convert``: games to positions, or to standard PTN."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import files_argument, input_options, ply_option, with_console
from ptn.cli.reports import complain

if TYPE_CHECKING:
    from ptn.cli.files import Target
    from ptn.cli.inputs import Item
    from ptn.notation.record import Entry
    from ptn.rules.position import Position

EPILOG = """\b
Examples:
  ptn convert game.ptn --to tps
  ptn convert game.ptn --to tps --ply 12b
  ptn convert games/ --to tps --all -o positions.tps
  ptn convert old.ptn --to ptn -o new.ptn

A ply is named by its move number and w or b: 12b is Black's ply of move 12. The position before the first ply is
start. With --ply only the plies up to that one are checked.

A game that can't be read, or has an illegal ply, is reported on standard error and left out; the exit status is
then 1. A file is written whole or not at all.
"""


@click.command(epilog=EPILOG, short_help="Convert games.")
@files_argument
@click.option("--to", required=True, type=click.Choice(["tps", "ptn"]), help="What to write.")
@ply_option("The position after this ply, not the last one (tps).")
@click.option("--all", "all_", is_flag=True, help="Every position, the start first (tps).")
@click.option("-o", "--output", type=click.Path(), metavar="FILE", help="Write to a file, not to standard output.")
@click.option("--force", is_flag=True, help="Overwrite the file of -o.")
@input_options
@with_console
def convert(
    console: Console,
    files: tuple[str, ...],
    to: str,
    ply: int | None,
    all_: bool,
    output: str | None,
    force: bool,
    from_: str | None,
    size: int | None,
    encoding: str,
) -> None:
    """Convert games to positions (TPS) or to standard PTN.

    --to tps writes one TPS a line: the last position of every game, or with --ply or --all others. --to ptn writes
    the games as the PTN standard has them; how they are spelled changes, what they say does not.

    FILES are files, directories (every *.ptn and *.ptn.gz below them) or - for standard input, which is read too when
    nothing is named and something comes through a pipe. Files may be compressed with gzip.
    """
    if to == "ptn" and (ply is not None or all_):
        raise click.UsageError("--ply and --all are for positions: --to tps.")
    if ply is not None and all_:
        raise click.UsageError("--ply and --all can't both hold.")

    from ptn.cli.files import Target
    from ptn.cli.inputs import Reading, read_inputs

    with Target(output, console, force=force) as target:
        for item in read_inputs(files, Reading(from_, size, encoding), console):
            if item.is_empty:
                complain(console, item.diagnostics, item.file)
            elif to == "ptn":
                text = _as_ptn(item, console)
                if text is not None:
                    target.write(text if target.is_empty else f"\n{text}")
            elif item.entry is None:
                _write_position(item, ply, console, target)
            elif ply is not None:
                _write_after(item.entry, item.file, ply, size, console, target)
            else:
                _write_played(item.entry, item.file, all_, size, console, target)


def _as_ptn(item: Item, console: Console) -> str | None:
    entry = item.entry
    if entry is None:
        console.error_line(f"{first_line(item.file)}, position {item.number}: a position can't be written as PTN")
        console.found()
        return None
    complain(console, entry.diagnostics, item.file)
    return None if entry.game is None else entry.game.to_ptn()


def _write_played(entry: Entry, file: str, all_: bool, size: int | None, console: Console, target: Target) -> None:
    """Write the last or every position of a game that is legal to its end."""
    from ptn.core.errors import PtnError
    from ptn.replaying import final_position, replay, start_position
    from ptn.validation import validate_entry

    positions: list[Position] = []
    legal = entry.main_line_whole
    if legal:
        try:
            if all_:
                positions.append(start_position(entry.partial, size))
                positions += (position for _, position in replay(entry.partial, size))
            else:
                positions.append(final_position(entry.partial, size))
        except PtnError:
            legal = False
    if not legal or console.verbose:
        found = validate_entry(entry, size).diagnostics
        complain(console, [diagnostic for diagnostic in found if not (legal and diagnostic.is_error)], file)
    if legal:
        for position in positions:
            target.write(f"{position.to_tps()}\n")


def _write_after(entry: Entry, file: str, ply: int, size: int | None, console: Console, target: Target) -> None:
    """Write the position after a ply; what comes behind that ply does not matter."""
    from ptn.core.errors import PtnError
    from ptn.replaying import replay, start_position
    from ptn.validation import validate_entry

    game = entry.partial
    wanted = ply - game.first if ply else 0
    last = len(game.plies)
    if 0 <= wanted <= last:
        try:
            after = (position for _, position in replay(game, size))
            position = next(itertools.islice(itertools.chain((start_position(game, size),), after), wanted, None))
        except PtnError:
            complain(console, validate_entry(entry, size).diagnostics, file)
        else:
            target.write(f"{position.to_tps()}\n")
    elif entry.broken:
        complain(console, entry.diagnostics, file)
    else:
        known = f"it has {game.label(0)} to {game.label(last - 1)}" if last else "it has no plies"
        _no_ply(file, entry.number, known, console)


def _write_position(item: Item, ply: int | None, console: Console, target: Target) -> None:
    """Write a position that was read, in the standard spelling."""
    complain(console, item.diagnostics, item.file)
    position = item.position
    if position is None:
        return
    if ply and ply != 2 * (position.move_number - 1) + position.turn:
        _no_ply(item.file, item.number, "it is a single position", console)
    else:
        target.write(f"{position.to_tps()}\n")


def _no_ply(file: str, number: int, known: str, console: Console) -> None:
    console.error_line(f"{_place(file, number)}: there is no such ply: {known}")
    console.found()


def _place(file: str, number: int) -> str:
    return f"{first_line(file)}, game {number}"
