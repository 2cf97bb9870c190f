"""``ptn perft``: how many sequences of legal plies there are."""

from __future__ import annotations

import click

from ptn.cli.console import Console, first_line
from ptn.cli.options import format_option, with_console

EPILOG = """\b
Examples:
  ptn perft --size 5 3
  ptn perft --divide "x3/x,1,x/2,x2 1 2" 2
  ptn perft --divide --format jsonl --size 6 3

DEPTH is 0 to 99. A finished position has no plies and counts at the last depth only. The TPS needs no quotation marks.
"""


@click.command(epilog=EPILOG, short_help="Count sequences of plies.")
@click.argument("words", nargs=-1, required=True, metavar="[TPS] DEPTH")
@click.option("--size", type=click.IntRange(3, 8), metavar="N", help="Start from the empty board of this size.")
@click.option("--divide", is_flag=True, help="Also the count below each ply.")
@format_option("text", "json", "jsonl")
@with_console
def perft(console: Console, words: tuple[str, ...], size: int | None, divide: bool, format_: str) -> None:
    """Count the sequences of DEPTH legal plies from a position, or from the empty board of a size."""
    from ptn.cli.positions import one_position
    from ptn.cli.reports import SCHEMA, JsonList
    from ptn.rules.perft import divide as divided
    from ptn.rules.perft import perft as counted
    from ptn.rules.position import Position

    *tps, last = words
    if not (last.isascii() and last.isdigit() and len(last) < 3):
        raise click.UsageError(f"DEPTH is a whole number from 0 to 99, not {first_line(last)!r}.")
    depth = int(last)
    if divide and depth == 0:
        raise click.UsageError("--divide needs a DEPTH of 1 or more.")
    if size is not None and tps:
        raise click.UsageError("Give a TPS or --size, not both.")
    position = (
        Position.start(size) if size is not None else one_position(tuple(tps), console, "Give a TPS or --size N.")
    )
    if position is None:
        if len(" ".join(tps).split()) == 2:
            console.error_line(f"  hint: the last word, {last}, was taken as DEPTH, which stands behind the TPS")
        return
    printer = JsonList(console, lines=format_ == "jsonl") if format_ != "text" else None

    def row(ply: str | None, count: int) -> None:
        if printer is not None:
            printer.add({"schema": SCHEMA, "depth": depth, "ply": ply, "nodes": count})
        else:
            console.result(str(count) if ply is None else f"{ply} {count}")

    total = 0
    if divide:
        for move, count in divided(position, depth).items():
            row(str(move), count)
            total += count
    else:
        total = counted(position, depth, count_last=True)
    row(None, total)
    if printer is not None:
        printer.close()
