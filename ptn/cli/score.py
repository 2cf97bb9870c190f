"""``ptn score``: what games came to, and how anyone can add it up."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from ptn.cli.console import Console, first_line, painted
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
    from ptn.core.errors import Diagnostic
    from ptn.scoring import Score

EPILOG = """\b
Examples:
  ptn score game.ptn
  ptn score game.ptn --bonus straight,no-capstone
  ptn score tournament/ --total
  ptn convert game.ptn --to tps | ptn score -

The winner has a point for every square of the board and one for every piece of the own reserve that was not played;
the loser has none, and a draw gives nobody any.

Bonuses multiply the points for unplayed pieces, and each other:

\b
  straight     x2  the road is a straight line
  no-capstone  x2  the winner has not played a capstone, and had one to play
  singles      x2  the road consists only of single pieces
  stacks       x3  the road consists only of stacks

A game with errors is reported on standard error and not scored; the exit status is then 1.
"""


def _bonuses(ctx: click.Context, parameter: click.Parameter, values: tuple[str, ...]) -> tuple[str, ...]:  # noqa: ARG001
    names = [name for value in values for name in map(str.strip, value.lower().split(",")) if name]
    if not values:
        return ()
    from ptn.rules.points import Bonus

    known = [bonus.value for bonus in Bonus]
    if not names:
        raise click.BadParameter(f"no bonus is named: {', '.join(known)} or all is expected.")
    for name in names:
        if name != "all" and name not in known:
            raise click.BadParameter(f"{name!r} is no bonus: {', '.join(known)} or all is expected.")
    return tuple(known if "all" in names else dict.fromkeys(names))


def _komi(ctx: click.Context, parameter: click.Parameter, value: str | None) -> str | None:  # noqa: ARG001
    import re

    if value is not None and re.fullmatch(r"[+-]?[0-9]{1,4}(\.[05])?", value) is None:
        raise click.BadParameter(f"{value!r} is no multiple of 0.5.")
    return value


@click.command(epilog=EPILOG, short_help="Score games.")
@files_argument
@format_option("text", "json", "jsonl")
@click.option("--bonus", multiple=True, metavar="NAMES", callback=_bonuses, help="Count these bonuses, or all.")
@click.option("--total", is_flag=True, help="Sums per player over all games, by the tags Player1 and Player2.")
@click.option("--komi", metavar="N", callback=_komi, help="Komi for positions; games have it in their tag.")
@game_option
@jobs_option
@input_options
@with_console
def score(
    console: Console,
    files: tuple[str, ...],
    format_: str,
    bonus: tuple[str, ...],
    total: bool,
    komi: str | None,
    games: Numbers | None,
    jobs: int,
    from_: str | None,
    size: int | None,
    encoding: str,
) -> None:
    """Score games and positions: result, final count, points with their make-up.

    The board says how a game ended; where it shows no end, a recorded resignation, win on time or draw does. A
    position (TPS, one a line) is scored by what its board shows.

    FILES are files, directories (every *.ptn and *.ptn.gz below them) or - for standard input, which is read too when
    nothing is named and something comes through a pipe. Files may be compressed with gzip.
    """
    from ptn.cli.inputs import Reading, work
    from ptn.cli.reports import JsonList, complain

    printer = JsonList(console, lines=format_ == "jsonl") if format_ != "text" else None
    totals = Totals()
    first = True
    task = partial(_scored, bonuses=bonus, size=size)
    for seen, scored in enumerate(work(task, files, Reading(from_, size, encoding, komi, games), console, jobs), 1):
        complain(console, scored.diagnostics, scored.file)
        console.progress(seen, "games")
        if scored.score is None:
            totals.broken += scored.number > 0
        elif total:
            totals.add(scored.score, scored.names)
        elif printer is not None:
            printer.add(score_json(scored.score, scored.file, scored.number))
        else:
            console.result(("" if first else "\n") + score_text(scored.score, scored, color=console.paints()))
            first = False
    if total:
        totals.print(console, printer)
    if printer is not None:
        printer.close()


@dataclass(frozen=True, slots=True)
class _Scored:
    """What became of a game or position: its score, None when it has errors. ``names`` are those of the players.

    ``number`` is 0 for an input without any.
    """

    file: str
    number: int
    kind: str
    score: Score | None = None
    names: tuple[str, str] = ("", "")
    diagnostics: tuple[Diagnostic, ...] = ()


def _scored(item: Item, bonuses: tuple[str, ...], size: int | None) -> _Scored:
    from ptn.scoring import score as score_of
    from ptn.scoring import score_end
    from ptn.validation import validate_entry

    entry = item.entry
    if entry is None:
        found = None if item.position is None else score_of(item.position, bonuses)
        return _Scored(item.file, item.number, "position", found, diagnostics=item.diagnostics)
    game = entry.partial
    report = validate_entry(entry, size)
    names = (game.tags.get("Player1", "").strip(), game.tags.get("Player2", "").strip())
    found = None
    if report.main_line_ok:
        assert report.position is not None
        found = score_end(game, report.position, bonuses)
    return _Scored(item.file, item.number, "game", found, names, report.diagnostics)


# ---- one game --------------------------------------------------------------------------------------------------------


def score_json(scored: Score, file: str, number: int) -> dict[str, Any]:
    """Return a score as JSON has it (docs/json.md); the order of the keys is part of the form."""
    from ptn.cli.reports import SCHEMA

    result = scored.result
    makeup: list[dict[str, Any]] = []
    for part in scored.points.makeup:
        made: dict[str, Any] = {"name": part.name, "points": part.points}
        if part.factor is not None:
            made |= {"held": part.held, "factor": part.factor}
        makeup.append(made)
    white, black = scored.unplayed
    return {
        "schema": SCHEMA,
        "file": file,
        "game": number,
        "size": scored.size,
        "result": str(result) if result else None,
        "finished": scored.finished,
        "winner": None if scored.winner is None else str(scored.winner),
        "how": result.how.name.lower() if result else None,
        "plies": scored.plies,
        "flats": {"white": scored.flats[0], "black": scored.flats[1]},
        "komi": scored.komi,
        "unplayed": {
            "white": {"flats": white.flats, "caps": white.caps},
            "black": {"flats": black.flats, "caps": black.caps},
        },
        "points": {"white": scored.points.white, "black": scored.points.black},
        "makeup": makeup,
    }


def score_text(scored: Score, of: _Scored, *, color: bool = False) -> str:
    """Return a score for people.

    It is a headline with result, how and length, then the final count, the unplayed pieces and the points, with every
    addend on a line of its own.
    """
    from ptn.core.board_terms import Color
    from ptn.core.result import How

    result, winner = scored.result, scored.winner
    if result is None:
        outcome = "unfinished"
    elif winner is None:
        outcome = f"{result}, a draw"
    elif result.how is How.FLATS:
        outcome = f"{result}, {winner.title} wins by flats"
    else:
        outcome = f"{result}, {winner.title} wins by {result.how}"
    head = f"{first_line(of.file)}, {of.kind} {of.number}: {outcome}"
    size = f"{scored.size}x{scored.size}, {scored.plies} {'ply' if scored.plies == 1 else 'plies'}"
    lines = [f"{painted(head, 'bold') if color else head} ({size})"]
    rows = [("", *(f"{player.title}{_named(of.names[player])}" for player in Color))]
    rows.append(("flats on top", str(scored.flats[0]), _with_komi(scored)))
    rows.append(("unplayed", *(f"{_pieces(*scored.unplayed[player])}" for player in Color)))
    rows.append(("points", str(scored.points.white), str(scored.points.black)))
    widths = [max(len(row[column]) for row in rows) for column in range(2)]
    lines += [f"  {row[0]:<{widths[0]}}  {row[1]:<{widths[1]}}  {row[2]}".rstrip() for row in rows]
    if winner is not None:
        lines += _makeup(scored, _pieces(*scored.unplayed[winner]))
    return "\n".join(lines)


def _named(name: str) -> str:
    return f" ({first_line(name, 40)})" if name else ""


def _with_komi(scored: Score) -> str:
    flats = scored.flats[1]
    if not scored.komi:
        return str(flats)
    sign = "+" if scored.komi > 0 else "-"
    return f"{flats} {sign} {abs(scored.komi)} komi = {flats + scored.komi}"


def _pieces(flats: int, caps: int) -> str:
    return f"{flats} flat{'' if flats == 1 else 's'}, {caps} capstone{'' if caps == 1 else 's'}"


def _makeup(scored: Score, unplayed: str) -> list[str]:
    lines: list[str] = []
    unplayed_points, factor = 0, 1
    width = len(str(sum(part.points for part in scored.points.makeup)))
    for part in scored.points.makeup:
        if part.name == "board":
            why = f"squares of the {scored.size}x{scored.size} board"
        elif part.name == "unplayed":
            why = f"unplayed pieces: {unplayed}"
            unplayed_points = part.points
        elif part.held:
            assert part.factor is not None
            factor *= part.factor
            why = f"{part.name}: x{part.factor}, now {unplayed_points} x {factor} = {unplayed_points * factor}"
        else:
            why = f"{part.name}: does not hold"
        lines.append(f"    {'+' if lines else ' '} {part.points:>{width}}  {why}")
    lines.append(f"    = {sum(part.points for part in scored.points.makeup)}  points")
    return lines


# ---- many games ------------------------------------------------------------------------------------------------------


@dataclass
class Line:
    """The sums of one player."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    points: int = 0

    @property
    def games(self) -> int:
        """The number of finished games."""
        return self.wins + self.draws + self.losses


@dataclass
class Totals:
    """Sums per player over finished games; who has no name is counted under None."""

    players: dict[str | None, Line] = field(default_factory=dict)
    unfinished: int = 0
    broken: int = 0

    def add(self, scored: Score, names: tuple[str, str]) -> None:
        """Count a game for both its players."""
        from ptn.core.board_terms import Color

        if not scored.finished:
            self.unfinished += 1
            return
        for player in Color:
            name = names[player]
            line = self.players.setdefault(name if name not in ("", "?") else None, Line())
            if scored.winner is None:
                line.draws += 1
            elif scored.winner is player:
                line.wins += 1
            else:
                line.losses += 1
            line.points += scored.points.of(player)

    def print(self, console: Console, printer: Any) -> None:
        """Print a table, or one value per player to a ``JsonList``; the player with the most points comes first."""
        from ptn.cli.reports import SCHEMA

        ranked = sorted(self.players.items(), key=lambda pair: (-pair[1].points, -pair[1].wins, pair[0] or ""))
        if printer is not None:
            for name, line in ranked:
                sums = {"wins": line.wins, "draws": line.draws, "losses": line.losses, "points": line.points}
                printer.add({"schema": SCHEMA, "player": name, "games": line.games, **sums})
        else:
            names = [first_line(name, 40) if name is not None else "(no name)" for name, _ in ranked]
            width = max([len("player"), *map(len, names)])
            console.result(f"{'player':<{width}}  games   wins  draws  losses  points")
            for shown, (_, line) in zip(names, ranked, strict=True):
                counts = f"{line.games:>5}  {line.wins:>5}  {line.draws:>5}  {line.losses:>6}  {line.points:>6}"
                console.result(f"{shown:<{width}}  {counts}")
        if self.unfinished:
            console.note(f"unfinished games, not counted: {self.unfinished}")
        if self.broken:
            console.note(f"games with errors, not counted: {self.broken}")
