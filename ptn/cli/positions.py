"""One position as an argument: a TPS in one word or three, or from standard input."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import click

from ptn.cli.console import Console
from ptn.cli.inputs import Reading, read_inputs, read_position
from ptn.cli.reports import complain

if TYPE_CHECKING:
    from ptn.rules.position import Position


def one_position(words: tuple[str, ...], console: Console) -> Position | None:
    """Return the position of a TPS; None, and a report on standard error, when there is something wrong with it.

    ``-`` or nothing stands for standard input, which must hold exactly one.
    """
    if words in ((), ("-",)):
        items = list(itertools.islice(read_inputs(words, Reading("tps"), console), 2))
        if len(items) > 1:
            raise click.UsageError("One position is expected, standard input holds more.")
        if not items:
            return None
        [item] = items
        if item.is_empty:
            raise click.UsageError("One position is expected, standard input holds none.")
    else:
        item = read_position(" ".join(words), "TPS")
    complain(console, item.diagnostics, item.file)
    return item.position
