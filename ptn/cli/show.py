"""``ptn show``: the board on the terminal."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import Numbers, game_option, input_options, ply_option, with_console

if TYPE_CHECKING:
    from ptn.cli.inputs import Item
    from ptn.core.moves import Move
    from ptn.rules.position import Position

EPILOG = """\b
Examples:
  ptn show game.ptn
  ptn show game.ptn --ply 12b
  ptn show games.ptn --game 3 --all | less -R
  ptn show x5/x5/x2,12C,x2/x5/2,x3,1 1 4

Pieces are w and b, from bottom to top; S or C behind the top one makes it a wall or a capstone. The squares where
the last ply put pieces stand in [brackets], the one where it lifted them in (round ones).

With --all on a terminal, space or an arrow goes on to the next position, b or the other arrow back, and q ends.
"""


@click.command(epilog=EPILOG, short_help="Draw the board.")
@click.argument("files", nargs=-1, type=click.Path(), metavar="[FILES|TPS]...")
@ply_option("The position after this ply, such as 12b, not the last one.")
@click.option("--all", "all_", is_flag=True, help="Every position, the start first; on a terminal one by one.")
@click.option("--ascii", "ascii_", is_flag=True, help="Draw with ASCII characters only.")
@game_option
@input_options
@with_console
def show(
    console: Console,
    files: tuple[str, ...],
    ply: int | None,
    all_: bool,
    ascii_: bool,
    games: Numbers | None,
    from_: str | None,
    size: int | None,
    encoding: str,
) -> None:
    """Draw the board of games and positions: stacks, reserves, whose turn it is, the last ply.

    Of a game with an illegal ply or another error, the last position before it is drawn, and the error reported.
    """
    from ptn.cli.inputs import Reading, is_tps, read_inputs, read_position
    from ptn.cli.reports import complain
    from ptn.cli.stepping import on_terminal, step
    from ptn.render.terminal import draw, least_width

    if ply is not None and all_:
        raise click.UsageError("--ply and --all can't both hold.")
    items: Iterator[Item]
    if files and not os.path.lexists(files[0]) and is_tps(" ".join(files)):
        if games is not None:
            raise click.UsageError("--game is for files, and here is a TPS.")
        items = iter((read_position(" ".join(files), "TPS"),))
    else:
        items = read_inputs(files, Reading(from_, size, encoding, games=games), console)
    width = shutil.get_terminal_size().columns
    plain = ascii_ or not _draws_lines()

    def drawings() -> Iterator[str]:
        for item in items:
            complain(console, item.diagnostics, item.file)
            if item.is_empty:
                continue
            title = "" if item.file == "TPS" else _place(item)
            for position, last, label in _positions(item, ply, all_, size, console):
                least = least_width(position, ascii_only=plain)
                if width < least:
                    board = f"{position.size}x{position.size} board"
                    columns = "1 column is" if width == 1 else f"{width} columns are"
                    console.fail(f"{columns} too narrow for this {board}, which needs {least}")
                    return
                yield draw(
                    position, title=title, last=last, label=label, color=console.paints(), ascii_only=plain, width=width
                )

    if all_ and on_terminal():
        step(drawings(), console)
        return
    for number, drawing in enumerate(drawings()):
        console.result(("\n" if number else "") + drawing)


def _place(item: Item) -> str:
    kind = "game" if item.entry is not None else "position"
    return f"{first_line(item.file)}, {kind} {item.number}"


def _draws_lines() -> bool:
    """Whether standard output can show more than ASCII."""
    try:
        "┼…".encode(getattr(sys.stdout, "encoding", None) or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _positions(
    item: Item, ply: int | None, all_: bool, size: int | None, console: Console
) -> Iterator[tuple[Position, Move | None, str]]:
    """Yield the positions of a game that are asked for, each with the ply that led to it and how it is written."""
    from ptn.cli.convert import ONE_POSITION, is_behind, known_plies, no_ply
    from ptn.cli.reports import complain
    from ptn.core.errors import PtnError
    from ptn.notation.record import numbered
    from ptn.replaying import replay, start_position
    from ptn.validation import validate_entry

    entry = item.entry
    if entry is None:
        if item.position is None:
            return
        if is_behind(item.position, ply):
            yield item.position, None, ""
        else:
            no_ply(_place(item), ONE_POSITION, console)
        return
    game = entry.partial
    wanted = None if ply is None else ply - game.first if ply else 0
    found: tuple[Position, Move | None, str] | None = None
    index = 0
    try:
        found = (start_position(game, size), None, "")
        if all_:
            yield found
        for played, position in replay(game, size) if wanted != 0 else ():
            label = f"{numbered(game.first + index)} {played}"
            index += 1
            found = (position, played.move, label)
            if all_:
                yield found
            if index == wanted:
                break
    except PtnError:
        complain(console, validate_entry(entry, size).diagnostics, item.file)
    else:
        if entry.broken and wanted != index:
            complain(console, entry.diagnostics, item.file)
        elif wanted is not None and wanted != index:
            no_ply(_place(item), known_plies(game), console)
            return
    if not all_ and found is not None:
        yield found
