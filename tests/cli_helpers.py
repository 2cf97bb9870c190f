"""The command line as tests drive it: within this process, or as a process of its own."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from collections.abc import Sequence
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
    deciding = ("NO_COLOR", "FORCE_COLOR", "PTN_DEBUG", "PYTHONUNBUFFERED", "COLUMNS", "LINES")
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


KEYS_WANTED = b"q: end "
"""What stands last on the terminal when `ptn show --all` waits for a key."""


def on_a_terminal(
    *arguments: str | Path,
    columns: int = 80,
    keys: Sequence[str] = (),
    stdin: int | None = None,
    env: dict[str, str] | None = None,
) -> tuple[int, str]:
    """Run a command whose three streams are one terminal; return its exit status and what appeared.

    Each of ``keys`` is typed when the command waits for one; ``stdin`` is another file for standard input.
    """
    import pty
    import termios

    master, slave = pty.openpty()
    termios.tcsetwinsize(slave, (24, columns))
    left = list(keys)
    names = {"TERM": "xterm", **(env or {})}
    with subprocess.Popen(
        command(*arguments), stdin=slave if stdin is None else stdin, stdout=slave, stderr=slave,
        env=environment(**names),
    ) as running:  # fmt: skip
        os.close(slave)
        shown, late = b"", time.monotonic() + 60
        while True:
            if time.monotonic() > late:
                running.kill()
                raise AssertionError(f"the command does not end: {shown!r}")
            if left and shown.endswith(KEYS_WANTED) and not termios.tcgetattr(master)[3] & termios.ICANON:
                os.write(master, left.pop(0).encode())
            try:
                block = os.read(master, 4096) if select.select([master], [], [], 0.02)[0] else None
            except OSError:
                break
            if block == b"":
                break
            shown += block or b""
        status = running.wait(60)
    os.close(master)
    return status, shown.decode().replace("\r\n", "\n")
