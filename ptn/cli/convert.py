"""``ptn convert``: games to positions, and to all notations of games."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import click
from click.core import ParameterSource

from ptn.cli.console import Console, first_line
from ptn.cli.options import (
    Numbers,
    files_argument,
    game_option,
    input_options,
    jobs_option,
    ply_option,
    style_options,
    with_console,
)
from ptn.cli.reports import complain

if TYPE_CHECKING:
    from ptn.cli.inputs import Item
    from ptn.cli.recorder import Recorder
    from ptn.formatting import Part
    from ptn.notation.link import Link
    from ptn.notation.record import Entry, Game
    from ptn.notation.writer import Style
    from ptn.rules.position import Position

EPILOG = """\b
Examples:
  ptn convert game.ptn --to tps
  ptn convert game.ptn --to tps --ply 12b
  ptn convert games/ --to tps --all -o positions.tps
  ptn convert server.log --size 5 --to ptn -o game.ptn
  ptn convert game.ptn --to ptn --from-ply 12w --strip comments
  ptn convert tournament.ptn --to jsonl --game 2,4-5

A ply is named by its move number and w or b: 12b is Black's ply of move 12. The position before the first ply is
start. With --ply only the plies up to that one are checked.

A game that can't be read, or has an illegal ply where positions are asked for, is reported on standard error and left
out; the exit status is then 1. A file is written whole or not at all. An input whose file below -o DIR/ exists already,
or is that of an input before it, is left out; the exit status is then 2. Links to ptn.ninja need the package lzstring.
"""

GAMES = ("ptn", "playtak", "json", "jsonl", "link")
FORMATS = ("tps", *GAMES)
_AROUND: Final = ("[\n", ",\n")
"""What stands before the first game in JSON, and between two of them."""
ONE_POSITION: Final = "it is a single position"
_NO_TAG: Final = "--size N writes the tag Size into games that have none"


@click.command(epilog=EPILOG, short_help="Convert games.")
@files_argument
@click.option("--to", required=True, type=click.Choice(FORMATS), help="What to write.")
@ply_option("The position after this ply, not the last one (tps).")
@click.option("--all", "all_", is_flag=True, help="Every position, the start first (tps).")
@ply_option("The rest of the game, from this ply on (not tps).", "--from-ply")
@style_options
@click.option("--arrows", is_flag=True, help="Write directions as arrows, not as + - < > (ptn).")
@click.option(
    "--site", type=click.Choice(["ptn.ninja", "playtak.com"]), default="ptn.ninja", show_default=True,
    help="Where links lead to.",
)  # fmt: skip
@click.option(
    "-o", "--output", type=click.Path(), metavar="PATH",
    help="Write to a file, or with a / behind it one file an input into a directory.",
)  # fmt: skip
@click.option("--force", is_flag=True, help="Overwrite the files of -o.")
@game_option
@jobs_option
@input_options
@with_console
def convert(
    console: Console,
    files: tuple[str, ...],
    to: str,
    ply: int | None,
    all_: bool,
    from_ply: int | None,
    style: Style,
    strip: frozenset[Part],
    arrows: bool,
    site: str,
    output: str | None,
    force: bool,
    games: Numbers | None,
    jobs: int,
    from_: str | None,
    size: int | None,
    encoding: str,
) -> None:
    """Convert games: to positions (TPS), PTN, the PlayTak server's notation, JSON, links.

    --to tps writes one TPS a line: the last position of every game, or with --ply or --all others. --to ptn writes
    the games as the PTN standard has them; how they are spelled changes, what they say does not. --to playtak writes
    the moves of one game a line, those of the second behind Game#2 and so on, which keeps them apart. Server notation
    holds moves only; what is left out is said on standard error. --to json and jsonl write all of the record, --to link
    one link a line. --size gives games that have neither of the tags Size and TPS the tag Size.

    FILES are files, directories (every *.ptn and *.ptn.gz below them) or - for standard input, which is read too when
    nothing is named and something comes through a pipe. What they hold is seen from their content: games (PTN),
    positions, server notation, JSON, links. Files may be compressed with gzip.
    """
    if to != "tps" and (ply is not None or all_):
        raise click.UsageError("--ply and --all are for positions: --to tps.")
    if to == "tps" and from_ply is not None:
        raise click.UsageError("--from-ply is for games; for a position there is --ply.")
    if ply is not None and all_:
        raise click.UsageError("--ply and --all can't both hold.")
    for name, formats in (("style", ("ptn",)), ("strip", GAMES), ("arrows", ("ptn",)), ("site", ("link",))):
        if to not in formats and click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(f"--{name} says nothing to --to {to}; it is for {', '.join(formats)}.")

    if force and output is None:
        raise click.UsageError("--force is for the files of -o.")

    from ptn.cli.files import Targets
    from ptn.cli.inputs import Reading, work
    from ptn.cli.recorder import Recorder, say

    wish = _Wish(to, ply, all_, from_ply, style, strip, arrows, site, size, Recorder(console))
    no_positions = "" if to == "tps" else "positions are no games; --to tps is for them"
    reading = Reading(from_, size, encoding, games=games, no_positions=no_positions)
    with Targets(output, to, console, force=force) as targets:
        for seen, made in enumerate(work(partial(_made, wish=wish), files, reading, console, jobs), 1):
            target = targets.of(made.file, made.number)
            say(made.said, console)
            for text in made.texts:
                if target is None:
                    break
                if to == "playtak":
                    target.add(text, between=f"Game#{target.added + 1} ")
                elif to == "ptn":
                    target.add_games([text], _place(made.file, made.number), _NO_TAG)
                else:
                    target.add(text, *(_AROUND if to == "json" else ("", "")))
            console.progress(seen, "games")


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to be made of every item. ``like`` is a console that says as much as that of the command."""

    to: str
    ply: int | None
    all_: bool
    from_ply: int | None
    style: Style
    strip: frozenset[Part]
    arrows: bool
    site: str
    size: int | None
    like: Recorder


@dataclass(frozen=True, slots=True)
class _Made:
    """What was made of an item: texts to be written, and what is to be said."""

    file: str
    number: int
    texts: list[str]
    said: list[tuple[str, tuple[Any, ...]]]


def _made(item: Item, wish: _Wish) -> _Made:
    from ptn.cli.recorder import Recorder

    console = Recorder(wish.like)
    texts: list[str] = []
    if item.is_empty:
        complain(console, item.diagnostics, item.file)
    elif wish.to != "tps":
        game = _game(item, wish.from_ply, wish.size, console)
        if game is not None:
            texts = _text_of_game(game, item, wish, console)
    elif item.entry is None:
        texts = _text_of_position(item, wish.ply, console)
    elif wish.ply is not None:
        texts = _position_after(item.entry, item.file, wish.ply, wish.size, console)
    else:
        texts = _positions_played(item.entry, item.file, wish.all_, wish.size, console)
    return _Made(item.file, item.number, texts, console.calls)


def _game(item: Item, from_ply: int | None, size: int | None, console: Console) -> Game | None:
    """Return the game of an item, from a ply on; None, and a report, when there is none to be written."""
    entry = item.entry
    assert entry is not None
    complain(console, entry.diagnostics, item.file)
    game = entry.game
    if game is None or from_ply is None:
        return game
    from ptn.core.errors import PtnError
    from ptn.formatting import rest_of_game
    from ptn.validation import validate_entry

    index = max(0, from_ply - 1) - game.first if from_ply else 0
    if not 0 <= index < max(1, len(game.plies)):
        no_ply(_place(item.file, entry.number), known_plies(game), console)
        return None
    try:
        return rest_of_game(game, index, size)
    except PtnError:
        complain(console, validate_entry(entry, size).diagnostics, item.file)
        return None


def _text_of_game(game: Game, item: Item, wish: _Wish, console: Console) -> list[str]:
    """Return a game in a notation for games; nothing, and a report, when that notation can't hold it."""
    from ptn.core.errors import PtnError
    from ptn.formatting import format_game, stripped, with_size

    if wish.size is not None and wish.to != "playtak":
        game = with_size(game, wish.size)
    try:
        if wish.to == "ptn":
            text = format_game(game, style=wish.style, strip=wish.strip, size=wish.size, arrows=wish.arrows)
            _leave_out(_beside_game(item), wish, item, console)
            return [text]
        game = stripped(game, wish.strip)
        if wish.to == "playtak":
            from ptn.notation.playtak import write_server_game

            text = write_server_game(game)
            if not text:
                raise PtnError("a game without moves has no server notation")
            _leave_out(_beside_moves(game, wish.size) + _beside_game(item), wish, item, console)
            return [f"{text}\n"]
        if wish.to == "link":
            return [f"{_link_of(game, item, wish, console)}\n"]
        _leave_out(_beside_game(item), wish, item, console)
        from ptn.cli.console import to_json
        from ptn.notation.jsonio import game_to_json

        return [to_json(game_to_json(game)) + ("\n" if wish.to == "jsonl" else "")]
    except PtnError as error:
        console.error_line(f"{_place(item.file, item.number)}: {error}")
        console.found()
        return []


def _link_of(game: Game, item: Item, wish: _Wish, console: Console) -> str:
    """Return the link to a game; one that comes from a link keeps what that says beside it, as far as it can."""
    from ptn.notation.link import make_link

    held = _held(item)
    if held is None or wish.site != "ptn.ninja" or held.site != "ptn.ninja":
        link = make_link(game, site="playtak.com" if wish.site == "playtak.com" else "ptn.ninja")
        _leave_out(_beside_game(item), wish, item, console)
        return link
    assert item.entry is not None
    whole = item.entry.partial
    ply = held.ply
    if ply is not None and (len(game.plies), len(game.branches)) != (len(whole.plies), len(whole.branches)):
        ply -= len(whole.plies) - len(game.plies)
        if not 0 <= ply < len(game.plies):
            ply = None
            _leave_out(["the ply of the link"], wish, item, console)
    return make_link(game, name=held.name, ply=ply, after=held.after, others=held.others)


def _held(item: Item) -> Link | None:
    """Return the link that an item was read from."""
    return getattr(item.entry.source, "held", None) if item.entry is not None else None


def _beside_game(item: Item) -> list[str]:
    """Name what the link that an item was read from says beside its game."""
    held = _held(item)
    if held is None:
        return []
    parts = (("name", held.name), ("ply", held.ply), ("other parameters", held.others or None))
    return [f"the {what} of the link" for what, value in parts if value is not None]


def _leave_out(lost: list[str], wish: _Wish, item: Item, console: Console) -> None:
    """Say what the notation that is written can't hold."""
    if lost:
        notation = {"ptn": "PTN", "playtak": "server notation", "link": f"the link to {wish.site}"}.get(wish.to, "JSON")
        console.note(f"{_place(item.file, item.number)}: {notation} has no place for {', '.join(lost)}: left out")


def _beside_moves(game: Game, size: int | None) -> list[str]:
    """Name what a game holds beside its moves, but for the * of a smash, which the moves tell, and a size given."""
    found: list[str] = []
    if game.tags.get("TPS", "").strip() not in ("", "?"):
        found.append("the start position")
    given = {} if size is None else {"Size": str(size)}
    if game.tags and dict(game.tags) != given:
        found.append("tags")
    if game.result is not None:
        found.append("the result")
    comments = len(game.comments) + len(game.closing) + sum(len(ply.comments) for ply in game.plies)
    marks = sum(mark != "*" for ply in game.plies for mark in ply.marks)
    for count, noun in ((comments, "comment"), (marks, "mark"), (len(game.branches), "branch")):
        if count:
            found.append(f"{count} {noun}{'' if count == 1 else 'es' if noun == 'branch' else 's'}")
    return found


def _positions_played(entry: Entry, file: str, all_: bool, size: int | None, console: Console) -> list[str]:
    """Return the last or every position of a game that is legal to its end."""
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
    if legal and entry.broken:  # a fault in a branch
        complain(console, entry.diagnostics, file)
    elif not legal or console.verbose:
        found = validate_entry(entry, size).diagnostics
        complain(console, [diagnostic for diagnostic in found if not (legal and diagnostic.is_error)], file)
    return [f"{position.to_tps()}\n" for position in positions] if legal else []


def _position_after(entry: Entry, file: str, ply: int, size: int | None, console: Console) -> list[str]:
    """Return the position after a ply; what comes behind that ply does not matter."""
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
            return [f"{position.to_tps()}\n"]
    elif entry.broken:
        complain(console, entry.diagnostics, file)
    else:
        no_ply(_place(file, entry.number), known_plies(game), console)
    return []


def _text_of_position(item: Item, ply: int | None, console: Console) -> list[str]:
    """Return a position that was read, in the standard spelling."""
    complain(console, item.diagnostics, item.file)
    position = item.position
    if position is None:
        return []
    if not is_behind(position, ply):
        no_ply(f"{first_line(item.file)}, position {item.number}", ONE_POSITION, console)
        return []
    return [f"{position.to_tps()}\n"]


def is_behind(position: Position, ply: int | None) -> bool:
    """Whether a position that was given can be that behind a ply, so many from the start; 0 and None are any."""
    return not ply or ply == 2 * (position.move_number - 1) + position.turn


def known_plies(game: Game) -> str:
    """Say which plies a game has, by their labels."""
    if not game.plies:
        return "the game has no plies"
    first, last = game.label(0), game.label(len(game.plies) - 1)
    return f"the game has only {first}" if first == last else f"the game has {first} to {last}"


def no_ply(place: str, known: str, console: Console) -> None:
    """Report that a ply is asked for that is none of those ``known``."""
    console.error_line(f"{place}: there is no such ply: {known}")
    console.found()


def _place(file: str, number: int) -> str:
    return f"{first_line(file)}, game {number}"
