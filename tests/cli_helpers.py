"""The command line as tests drive it: within this process, or as a process of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from click.testing import CliRunner

from ptn.cli.app import app

ENCYCLOPEDIA = """\
[Size "5"]

1. e2 c3 2. c4 c1 3. b1 b2 4. Cb4 c2 5. Sa2 Cb3 6. c3- c1+ 7. d2 2c2> 8. a2> b3- 9. a2 2b2< 0-R
"""
"""The game printed in a well-known encyclopedia article on Tak; Black's b3- smashes a wall without saying so."""

ENCYCLOPEDIA_END = "x5/x,1C,1,x2/x5/112C,2,2,112,2/x,1,x3 1 10"

THREE_GAMES = """\
[Size "3"]
1. a1 c3 1-0

[Size "3"]
1. a1 c3 2. zz9 R-0

[Size "3"]
1. a1 c3 2. a2 0-1
"""
"""Three games, the second of them broken."""


@dataclass(frozen=True)
class Ran:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        """The lines on standard output."""
        return self.out.splitlines()


def run(*arguments: str | Path, stdin: str | bytes = b"", env: dict[str, str | None] | None = None) -> Ran:
    """Run a command in this process; an exception that escapes fails the test."""
    names = {"NO_COLOR": None, "FORCE_COLOR": None, "PTN_DEBUG": None, **(env or {})}
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], input=stdin, env=names, prog_name="ptn")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.output
    return Ran(result.exit_code, result.stdout, result.stderr)


def environment(**names: str) -> dict[str, str]:
    """The environment for a process, without what decides about colours and streams."""
    deciding = ("NO_COLOR", "FORCE_COLOR", "PTN_DEBUG", "PYTHONUNBUFFERED")
    return {**{name: value for name, value in os.environ.items() if name not in deciding}, **names}


def command(*arguments: str | Path) -> list[str]:
    """The words that start a command as a process."""
    return [sys.executable, "-m", "ptn", *map(str, arguments)]


def process(
    *arguments: str | Path, stdin: bytes = b"", cwd: Path | None = None, env: dict[str, str] | None = None
) -> Ran:
    """Run a command as a process."""
    words, names = command(*arguments), environment(**(env or {}))
    done = subprocess.run(words, input=stdin, capture_output=True, timeout=60, cwd=cwd, env=names, check=False)
    out, err = done.stdout.decode(), done.stderr.decode()
    assert "Traceback" not in err
    return Ran(done.returncode, out, err)
