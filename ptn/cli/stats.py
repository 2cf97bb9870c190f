"""``ptn stats``: what many games have in common."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click

from ptn.cli.console import Console, first_line, painted
from ptn.cli.options import (
    Command,
    Numbers,
    files_argument,
    format_option,
    game_option,
    input_options,
    jobs_option,
    with_console,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ptn.cli.inputs import Item
    from ptn.core.errors import Diagnostic
    from ptn.stats import Outcomes, Statistics, Tally

EPILOG = """\b
Examples:
  ptn stats games/
  ptn stats games/ --depth 2 --openings 5 --players 0
  ptn stats games/ --format csv --table players > players.csv
  ptn stats server.log --size 6 --format json

The result that is recorded behind the moves counts, else that of the tag Result, and where none is recorded that of
the board. An opening is the first plies, turned and mirrored into the first of their eight forms in the order of text:
a1 e5 stands for all games that begin in opposite corners of a 5x5 board. Games that start from a TPS or are too short
have no opening; games % is of the others. Players are called as the tags write them; ? is nobody.

Wins, draws and losses of openings are White's. Scores are percentages of the finished games, a draw as half.

A game with errors is reported on standard error and not counted; the exit status is then 1.
"""

TABLES: Final = ("sizes", "openings", "players")
_SHOWN: Final = 10
_ALL: Final = 1 << 62


def _how_many(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:  # noqa: ARG001
    if value is None:
        return None
    if value.lower() == "all":
        return _ALL
    if not value.isascii() or not value.isdigit() or len(value) > 9:
        raise click.BadParameter(f"{value!r} is no number: 0 and more, or all, is expected.")
    return int(value)


def _rows_option(name: str, what: str) -> Callable[[Command], Command]:
    return click.option(
        name,
        metavar="N",
        callback=_how_many,
        help=f"So many {what} of each size, or all.  [default: {_SHOWN}; all in JSON and CSV]",
    )


@click.command(epilog=EPILOG, short_help="Count games.")
@files_argument
@format_option("text", "json", "jsonl", "csv")
@click.option("--table", type=click.Choice(TABLES), help="What is written as CSV.  [default: sizes]")
@click.option(
    "--depth", type=click.IntRange(1), default=4, show_default=True, metavar="N", help="The plies of an opening."
)
@_rows_option("--openings", "openings")
@_rows_option("--players", "players")
@game_option
@jobs_option
@input_options
@with_console
def stats(
    console: Console,
    files: tuple[str, ...],
    format_: str,
    table: str | None,
    depth: int,
    openings: int | None,
    players: int | None,
    games: Numbers | None,
    jobs: int,
    from_: str | None,
    size: int | None,
    encoding: str,
) -> None:
    """Count games by board size: results, how often White wins, lengths, openings up to symmetry, players.

    FILES are files, directories (every *.ptn and *.ptn.gz below them) or - for standard input, which is read too when
    nothing is named and something comes through a pipe. Files may be compressed with gzip.
    """
    if table is not None and format_ != "csv":
        raise click.UsageError("--table is for --format csv.")
    if format_ == "csv":
        for name, most in (("openings", openings), ("players", players)):
            if most is not None and table != name:
                raise click.UsageError(f"With --format csv, --{name} is for --table {name}.")

    from ptn.cli.inputs import Reading, work
    from ptn.cli.reports import JsonList, complain
    from ptn.stats import Tally

    tally, broken = Tally(depth), 0
    reading = Reading(from_, size, encoding, games=games, no_positions="positions are no games")
    task = partial(counted, depth=depth, size=size)
    for seen, found in enumerate(work(task, files, reading, console, jobs), 1):
        complain(console, found.diagnostics, found.file)
        if found.tally is not None:
            tally.merge(found.tally)
        broken += found.is_broken
        console.progress(seen, "games")

    rest = _SHOWN if format_ == "text" else _ALL
    most_openings, most_players = (rest if most is None else most for most in (openings, players))
    if format_ == "csv":
        console.data(stats_csv(tally.statistics(), table or TABLES[0], most_openings, most_players))
    elif format_ == "text":
        for number, one in enumerate(tally.statistics()):
            text = stats_text(one, most_openings, most_players, color=console.paints())
            console.result("\n" + text if number else text)
    else:
        printer = JsonList(console, lines=format_ == "jsonl")
        for one in tally.statistics():
            printer.add(stats_json(one, most_openings, most_players))
        printer.close()
    if broken:
        console.note(f"games with errors, not counted: {broken}")


@dataclass(frozen=True, slots=True)
class Counted:
    """What became of an item: the tally of a game by itself, None when it has errors or is none."""

    file: str
    diagnostics: tuple[Diagnostic, ...]
    tally: Tally | None = None
    is_broken: bool = False


def counted(item: Item, depth: int, size: int | None) -> Counted:
    """Count one game, in whatever process: what is returned can be pickled."""
    from ptn.stats import Tally
    from ptn.validation import validate_entry

    entry = item.entry
    if entry is None:
        return Counted(item.file, item.diagnostics)
    report = validate_entry(entry, size)
    if not report.main_line_ok:
        return Counted(item.file, report.diagnostics, is_broken=True)
    tally = Tally(depth)
    tally.add(entry.partial, end=report.position)
    return Counted(item.file, report.diagnostics, tally)


# ---- JSON and CSV ----------------------------------------------------------------------------------------------------

_OUTCOMES: Final = ("games", "wins", "draws", "losses", "unfinished", "score")
_PLIES: Final = ("shortest", "lower_quartile", "median", "upper_quartile", "longest", "mean")


def stats_json(stats: Statistics, openings: int, players: int) -> dict[str, Any]:
    """Return the statistics of a size as JSON has them (docs/json.md); the order of the keys is part of the form."""
    from ptn.cli.reports import SCHEMA

    return {
        "schema": SCHEMA,
        "size": stats.size,
        **_outcomes(stats.white),
        "results": _results(stats),
        "plies": _plies(stats),
        "depth": stats.depth,
        "opening_count": len(stats.openings),
        "openings": [{"line": line, **_outcomes(outcomes)} for line, outcomes in stats.openings[:openings]],
        "player_count": len(stats.players),
        "players": [{"player": name, **_outcomes(outcomes)} for name, outcomes in stats.players[:players]],
    }


def _outcomes(outcomes: Outcomes) -> dict[str, Any]:
    score = None if outcomes.score is None else _short(100 * outcomes.score)
    return {name: score if name == "score" else getattr(outcomes, name) for name in _OUTCOMES}


def _results(stats: Statistics) -> dict[str, int]:
    return {result.code: count for result, count in stats.results if result is not None}


def _plies(stats: Statistics) -> dict[str, int | float]:
    return {name: _short(getattr(stats.lengths, name)) for name in _PLIES}


def _short(number: float) -> int | float:
    """Round to two decimals, and leave them out where they are zeros."""
    rounded = round(number, 2)
    return int(rounded) if rounded == int(rounded) else rounded


def stats_csv(sizes: Iterable[Statistics], table: str, openings: int, players: int) -> str:
    r"""Return one of ``TABLES`` as CSV; in names, what is not printable is written as ``\x..``."""
    import csv
    import io

    from ptn.core.result import RESULTS
    from ptn.core.source import printable

    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    if table == "sizes":
        writer.writerow(("size", *_OUTCOMES, *RESULTS, *_PLIES))
    else:
        writer.writerow(("size", "line" if table == "openings" else "player", *_OUTCOMES))
    for stats in sizes:
        if table == "sizes":
            figures = {**_outcomes(stats.white), **_results(stats), **_plies(stats)}
            writer.writerow((stats.size, *figures.values()))
            continue
        rows = stats.openings[:openings] if table == "openings" else stats.players[:players]
        writer.writerows((stats.size, printable(name), *_outcomes(ends).values()) for name, ends in rows)
    return text.getvalue()


# ---- text ------------------------------------------------------------------------------------------------------------


def stats_text(stats: Statistics, openings: int, players: int, *, color: bool = False) -> str:
    """Return the statistics of a size for people."""
    head = f"{stats.size}x{stats.size}, {_games(stats.games)}"
    lines = [painted(head, "bold") if color else head, *_summary(stats)]
    codes = [(result.code if result else "unfinished", str(count)) for result, count in stats.results]
    lines += ["", *_table(["result", *(code for code, _ in codes)], [("games", *(count for _, count in codes))])]
    whole = sum(ends.games for _, ends in stats.openings)
    begun = [
        (line, str(ends.games), _percent(ends.games / whole), *_ends(ends)) for line, ends in stats.openings[:openings]
    ]
    if begun:
        what = "first ply" if stats.depth == 1 else f"first {stats.depth} plies"
        heads = ["games", "games %", "White wins", "draws", "Black wins", "unfinished", "score %"]
        lines += ["", *_table([what, *heads], begun), *_more(len(stats.openings) - len(begun), "openings")]
    named = [(first_line(name, 40), str(ends.games), *_ends(ends)) for name, ends in stats.players[:players]]
    if named:
        heads = ["player", "games", "wins", "draws", "losses", "unfinished", "score %"]
        lines += ["", *_table(heads, named), *_more(len(stats.players) - len(named), "players")]
    return "\n".join(lines)


def _summary(stats: Statistics) -> list[str]:
    """Return two lines: who wins, and how long games are."""
    white, lengths = stats.white, stats.lengths
    won = "no game is finished"
    if white.finished:
        counts = (("White wins", white.wins), ("Black wins", white.losses), ("draws", white.draws))
        shares = ", ".join(f"{what} {count} ({_percent(count / white.finished)}%)" for what, count in counts)
        won = f"{white.finished} finished: {shares}"
    plies = f"plies: {lengths.shortest}"
    if stats.games > 1:
        low, median, high = map(_short, (lengths.lower_quartile, lengths.median, lengths.upper_quartile))
        plies += (
            f" to {lengths.longest}, half of the games {low} to {high}, median {median}, mean {_short(lengths.mean)}"
        )
    return [f"  {won}", f"  {plies}"]


def _games(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def _percent(part: float) -> str:
    return f"{100 * part:.1f}"


def _ends(ends: Outcomes) -> tuple[str, ...]:
    counts = (ends.wins, ends.draws, ends.losses, ends.unfinished)
    return (*map(str, counts), "-" if ends.score is None else _percent(ends.score))


def _more(count: int, what: str) -> list[str]:
    return [f"  and {count} more: --{what} all"] if count else []


def _table(heads: list[str], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Return the lines of a table whose first column holds words and whose others hold numbers."""
    widths = [max(map(len, column)) for column in zip(heads, *rows, strict=True)]
    lines = []
    for first, *others in (heads, *rows):
        cells = [f"{cell:>{width}}" for cell, width in zip(others, widths[1:], strict=True)]
        lines.append(f"  {first:<{widths[0]}}  {'  '.join(cells)}")
    return lines
