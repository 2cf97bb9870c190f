"""``ptn moves``: the legal plies of a position."""

from __future__ import annotations

import click

from ptn.cli.console import Console
from ptn.cli.options import format_option, with_console

EPILOG = """\b
Examples:
  ptn moves "x5/x5/x2,12C,x2/x5/2,x3,1 1 4"
  ptn moves --win "1,1,x/2,x,2/x3 1 3"
  ptn convert game.ptn --to tps --ply 12b | ptn moves --count
  ptn moves --format jsonl --tak "x3/x,1,x/2,x2 1 2"

The TPS needs no quotation marks. A finished position has no plies.

--tak asks whether the player could complete a road with the next ply if the opponent passed, so a threat that stood
before counts too, unless the ply gives it up. --win and --tak can't both hold: a ply that wins ends the game, and then
nothing is threatened.
"""


@click.command(epilog=EPILOG, short_help="List legal plies.")
@click.argument("tps", nargs=-1, metavar="[TPS]")
@format_option("text", "json", "jsonl")
@click.option("--win", is_flag=True, help="Only plies that win now.")
@click.option(
    "--tak", is_flag=True, help="Only plies after which a road is threatened, also by a threat that stood before."
)
@click.option("--count", is_flag=True, help="Print only how many there are.")
@with_console
def moves(console: Console, tps: tuple[str, ...], format_: str, win: bool, tak: bool, count: bool) -> None:
    """List the legal plies of a position, one a line.

    Placements come first, square by square, then spreads. A ply that smashes a wall has its mark *.
    """
    if win and tak:
        raise click.UsageError("--win and --tak can't both hold: a ply that wins threatens nothing more.")
    if count and format_ != "text":
        raise click.UsageError("--count prints a number, so --format can't hold with it.")

    from ptn.cli.positions import one_position
    from ptn.cli.reports import SCHEMA, JsonList
    from ptn.rules.tak import is_tak

    position = one_position(tps, console, "Give a TPS, or pass one through a pipe.")
    if position is None:
        return
    found = position.legal_moves()
    if win or tak:
        kept = []
        for move in found:
            after = position.play(move)
            wins = after.result is not None and after.result.winner is position.turn
            if (win and wins) or (tak and is_tak(after)):
                kept.append(move)
        found = kept
    if count:
        console.result(str(len(found)))
        return
    printer = JsonList(console, lines=format_ == "jsonl") if format_ != "text" else None
    for move in found:
        smash = position.smashes(move)
        if printer is not None:
            printer.add({"schema": SCHEMA, "ply": str(move), "smash": smash})
        else:
            console.result(f"{move}*" if smash else str(move))
    if printer is not None:
        printer.close()
