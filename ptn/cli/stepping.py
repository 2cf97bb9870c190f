"""Drawings one at a time on a terminal, on and back by keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from typing import Final

import click

from ptn.cli.console import Console

KEYS: Final = "space: on, b: back, q: end"

_ON: Final = {" ", "\r", "\n", "n", "\x1b[B", "\x1b[C", "\x1b[6~"}
_BACK: Final = {"b", "p", "\x7f", "\x08", "\x1b[A", "\x1b[D", "\x1b[5~"}
_END: Final = {"q", "\x1b", "\x04"}


def on_terminal() -> bool:
    """Whether keys can be read and drawings be shown one in the place of the other."""
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))


def step(drawings: Iterator[str], console: Console) -> None:
    """Show drawings, each in the place of the one before, until the last one is left or someone has seen enough.

    A drawing behind which something was said on standard error is left on the screen.
    """
    clear = os.environ.get("TERM") != "dumb"
    seen: list[str] = []
    at = -1
    keys = iter("n")
    while True:
        key = next(keys, None)
        if key is None:
            keys = _keys(console)
        elif key in _END:
            return
        elif key in _BACK or key in _ON:
            at = max(0, at - 1) if key in _BACK else at + 1
            said = console.said
            if at == len(seen):
                drawing = next(drawings, None)
                if drawing is None:
                    return
                seen.append(drawing)
            console.result(("\x1b[H\x1b[2J" if clear and said == console.said else "") + f"{seen[at]}\n")


def _keys(console: Console) -> Iterator[str]:
    """Wait for a key, and return all that were typed by then."""
    console.data(f"{KEYS} ")
    try:
        typed = click.getchar()
    except EOFError:
        typed = "q"
    console.data("\r" + " " * (len(KEYS) + 1) + "\r")
    return iter((typed,) if typed.startswith("\x1b") else typed)
