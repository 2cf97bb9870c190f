"""The options that commands share, as decorators."""

from __future__ import annotations

import bisect
import functools
from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

from ptn.cli.console import Console, first_line

Command = TypeVar("Command", bound=Callable[..., Any])

_MOST_DIGITS: Final = 9
"""Of the number of a game."""


def with_console(function: Callable[..., None]) -> Callable[..., None]:
    """Add ``-q``, ``-v`` and ``--color``, and give the command its console; the exit status is the console's."""

    @click.option("--color/--no-color", default=None, help="Colours always or never; by itself only on a terminal.")
    @click.option("-v", "--verbose", is_flag=True, help="Say more.")
    @click.option("-q", "--quiet", is_flag=True, help="No summaries and notes.")
    @functools.wraps(function)
    def command(*args: Any, quiet: bool, verbose: bool, color: bool | None, **options: Any) -> None:
        if quiet and verbose:
            raise click.UsageError("--quiet and --verbose can't both hold.")
        console = click.get_current_context().find_root().ensure_object(Console)
        console.quiet, console.verbose, console.color = quiet, verbose, color
        function(console, *args, **options)

    return command


def files_argument(command: Command) -> Command:
    """Add the argument FILES."""
    return click.argument("files", nargs=-1, type=click.Path(), metavar="[FILES]...")(command)


def input_options(command: Command) -> Command:
    """Add what says how files are read: ``--from``, ``--size``, ``--encoding``."""
    command = encoding_option("What the files are written in.")(command)
    command = click.option(
        "--size", type=click.IntRange(3, 8), metavar="N", help="Board size for games whose tags give none."
    )(command)
    return click.option(
        "--from",
        "from_",
        type=click.Choice(["ptn", "tps", "playtak", "json", "link"]),
        help="What the files hold, instead of looking at them.",
    )(command)


def encoding_option(help_: str) -> Callable[[Command], Command]:
    """Add ``--encoding``."""
    return click.option(
        "--encoding", default="utf-8", show_default=True, metavar="NAME", callback=_encoding, help=help_
    )  # fmt: skip


class Numbers:
    """Numbers from 1 on as ranges: ``2,5-7``."""

    def __init__(self, ranges: list[tuple[int, int]]) -> None:
        self._firsts: list[int] = []
        self._lasts: list[int] = []
        for first, last in sorted(ranges):
            if self._lasts and first <= self._lasts[-1] + 1:
                self._lasts[-1] = max(self._lasts[-1], last)
            else:
                self._firsts.append(first)
                self._lasts.append(last)
        self.last = self._lasts[-1]

    def __contains__(self, number: int) -> bool:
        index = bisect.bisect_right(self._firsts, number) - 1
        return index >= 0 and number <= self._lasts[index]

    def beyond(self, count: int) -> str:
        """Return the numbers that are greater than ``count`` as text: ``9``, ``5-7``; empty when there are none."""
        ranges = zip(self._firsts, self._lasts, strict=True)
        above = [(max(first, count + 1), last) for first, last in ranges if last > count]
        return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in above)


def game_option(command: Command) -> Command:
    """Add ``--game``, whose value is ``Numbers``, or None for all games."""
    return click.option(
        "--game", "games", metavar="N", callback=_numbers, help="Only this game of each file, from 1; also 2,5-7."
    )(command)


def _numbers(ctx: click.Context, parameter: click.Parameter, value: str | None) -> Numbers | None:  # noqa: ARG001
    if value is None:
        return None
    import re

    ranges = []
    for part in value.split(","):
        match = re.fullmatch(r"\s*([1-9][0-9]*)(?:-([1-9][0-9]*))?\s*", part, re.ASCII)
        if match is not None and max(map(len, match.groups(""))) > _MOST_DIGITS:
            raise click.BadParameter(f"{first_line(part.strip(), 60)!r} is too large: numbers go up to 999999999.")
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if first > last:
            raise click.BadParameter(f"{value!r} names no games: numbers from 1 are expected, such as 3 or 2,5-7.")
        ranges.append((first, last))
    return Numbers(ranges)


def format_option(*formats: str) -> Callable[[Command], Command]:
    """Add ``--format``; the first of the formats is the default."""
    return click.option(
        "--format", "format_", type=click.Choice(formats), default=formats[0], show_default=True,
        help="How the results are printed.",
    )  # fmt: skip


def jobs_option(command: Command) -> Command:
    """Add ``-j``: how many processes work."""
    return click.option(
        "-j", "--jobs", type=click.IntRange(0, 64), default=1, show_default=True, metavar="N",
        help="Work in so many processes; 0 is one for every core.",
    )(command)  # fmt: skip


def ply_option(help_: str, name: str = "--ply") -> Callable[[Command], Command]:
    """Add ``--ply``; its value is the number of plies up to the one named, 0 for the start."""
    return click.option(name, metavar="PLY", callback=_ply, help=help_)


def _ply(ctx: click.Context, parameter: click.Parameter, value: str | None) -> int | None:  # noqa: ARG001
    """Return the number of plies before and including the one named: 0 for ``start``, 24 for ``12b``."""
    if value is None:
        return None
    if value.lower() in ("start", "0"):
        return 0
    import re

    match = re.fullmatch(r"([1-9][0-9]*)([wb]?)", value.lower())
    if match is not None and len(match[1]) > 6:
        raise click.BadParameter(f"{first_line(value, 60)!r} is too large: plies go up to 999999b.")
    if match is not None and not match[2]:
        raise click.BadParameter(f"{value!r} is a move, not a ply: {value}w or {value}b?")
    if match is None:
        raise click.BadParameter(f"{value!r} is no ply: a move number and w or b, such as 12b, or start, is expected.")
    return 2 * int(match[1]) - (match[2] == "w")


_NOT_FOR_TEXT = ("idna", "punycode", "undefined", "unicode_escape", "raw_unicode_escape")


def _encoding(ctx: click.Context, parameter: click.Parameter, name: str) -> str:  # noqa: ARG001
    import codecs

    try:
        found = codecs.lookup(name)
        known = found._is_text_encoding and found.name.replace("-", "_") not in _NOT_FOR_TEXT
    except (LookupError, ValueError):
        known = False
    if not known:
        raise click.BadParameter(f"{name!r} is not the name of a text encoding.")
    return name


def style_options(command: Command) -> Command:
    """Add how games are written as PTN: ``--style`` and ``--strip``."""
    command = click.option(
        "--strip", metavar="PARTS", callback=_parts,
        help="Leave out comments, marks, branches, notes (those of engines); several with commas.",
    )(command)  # fmt: skip
    return click.option(
        "--style", type=click.Choice(["minimal", "verbose", "keep"]), default="minimal", show_default=True,
        callback=_style,
        help="Plies at their shortest, with count and drops always, or as they are spelled and numbered.",
    )(command)  # fmt: skip


def _style(ctx: click.Context, parameter: click.Parameter, name: str) -> Any:  # noqa: ARG001
    from ptn.notation.writer import Style

    return Style(name)


def _parts(ctx: click.Context, parameter: click.Parameter, names: str | None) -> Any:  # noqa: ARG001
    from ptn.formatting import Part

    parts: set[Part] = set()
    if names is None:
        return frozenset(parts)
    known = ", ".join(part.value for part in Part)
    for name in filter(None, map(str.strip, names.split(","))):
        try:
            parts.add(Part(name))
        except ValueError:
            raise click.BadParameter(f"{name!r} is nothing that can be left out: {known} can.") from None
    if not parts:
        raise click.BadParameter(f"nothing is named that can be left out: {known} can.")
    return frozenset(parts)
