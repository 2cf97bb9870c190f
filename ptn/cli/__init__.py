"""The command line: thin modules, one a command. Nothing heavy is imported before a command runs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import NoReturn

INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells give it."""


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run ``ptn`` with these arguments (those of the process when left out) and end the process."""
    try:
        from ptn.cli.app import app

        app.main(None if arguments is None else list(arguments), prog_name="ptn")
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    raise AssertionError("click ends the process")
