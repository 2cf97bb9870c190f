"""Sessions of the shell in a page of the documentation: run for real, and what they print compared or written anew.

In a ``console`` block a line that begins with ``$ `` is a command, ``> `` continues it, and what follows is what a
terminal shows. A ``ptn`` block behind a line that ends with ```name`:`` is the file of that name.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

from cli_helpers import environment

ROOT = Path(__file__).resolve().parent.parent
_BLOCK = re.compile(r"(?:`([\w.-]+)`:\n\n)?^```(console|ptn)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COMMAND = re.compile(r"^\$ (.*\n(?:> .*\n)*)((?:(?!\$ ).*\n)*)", re.MULTILINE)


def prepare(folder: Path) -> None:
    """Copy the examples to a folder, beside a `ptn` that runs this checkout."""
    for path in (ROOT / "examples").glob("*.ptn"):
        shutil.copy(path, folder)
    (folder / ".bin").mkdir()
    program = folder / ".bin" / "ptn"
    program.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m ptn "$@"\n', encoding="utf-8")
    program.chmod(0o755)


def replayed(page: str, folder: Path) -> str:
    """Return a page with what its commands print in a prepared folder, one after another."""
    status = 0

    def block(match: re.Match[str]) -> str:
        name, language, text = match.groups()
        if language == "ptn":
            if name:
                (folder / name).write_text(text, encoding="utf-8")
            return match[0]
        return match[0].replace(text, _COMMAND.sub(session, text))

    def session(match: re.Match[str]) -> str:
        nonlocal status
        line = match[1].replace("\n> ", "\n")
        names = environment(PYTHONPATH=str(ROOT), COLUMNS="80", LC_ALL="C.UTF-8", PYTHONUTF8="1")
        names["PATH"] = f"{folder / '.bin'}{os.pathsep}{names['PATH']}"
        done = subprocess.run(
            ["bash", "-c", f"(exit {status})\n{line}"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
            env=names, timeout=60, check=False, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        status = done.returncode
        shown = done.stdout.decode()
        return f"$ {match[1]}{shown}" + "\n" * (not shown.endswith("\n") and bool(shown))

    return _BLOCK.sub(block, page)
