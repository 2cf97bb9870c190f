"""One position as an argument: a TPS in one word or three, or from standard input."""

from __future__ import annotations

import itertools
import os
import sys
from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console, first_line
from ptn.cli.inputs import Reading, is_tps, other_content, read_inputs, read_position
from ptn.cli.reports import complain

if TYPE_CHECKING:
    from ptn.rules.position import Position


def one_position(words: tuple[str, ...], console: Console, wanted: str) -> Position | None:
    """Return the position of a TPS; None, and a report on standard error, when there is something wrong with it.

    ``-`` or nothing stands for standard input, which must hold exactly one. ``wanted`` says what is to be given when
    nothing is.
    """
    if words in ((), ("-",)):
        if not words and (sys.stdin is None or sys.stdin.isatty()):
            raise click.UsageError(wanted)
        items = list(itertools.islice(read_inputs(words, Reading("tps"), console), 2))
        if len(items) > 1:
            raise click.UsageError("One position is expected, standard input holds more.")
        if not items:
            return None
        [item] = items
        if item.is_empty:
            raise click.UsageError(f"One position is expected, standard input holds none. {wanted}")
    elif len(words) == 1 and not is_tps(words[0]) and os.path.exists(words[0]):
        _refuse_file(words[0])
    else:
        item = read_position(" ".join(words), "TPS")
    complain(console, item.diagnostics, item.file)
    return item.position


def _refuse_file(name: str) -> None:
    """Say how the positions of a file come here."""
    name_of_command = click.get_current_context().info_name
    command = "perft DEPTH" if name_of_command == "perft" else name_of_command
    shown = first_line(name)
    try:
        with open(name, "rb") as stream:
            what = other_content(stream.read(1 << 12)) or "games"
    except OSError as error:
        raise click.UsageError(f"A TPS is expected, not the name of a file. {shown}: {error.strerror}") from None
    hint = f"ptn convert {shown} --to tps | ptn {command}"
    if what == "a list of positions":
        hint = f"ptn {command} < {shown}"
    raise click.UsageError(f"A TPS is expected, and {shown} is a file that holds {what}.\n  hint: {hint}")
