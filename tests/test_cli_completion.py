"""Completion of commands, options and choices in the shells, as docs/cli.md sets it up."""

from __future__ import annotations

import os
import re
import select
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from cli_helpers import environment, process
from sessions import prepare

DOCS = Path(__file__).resolve().parent.parent / "docs"
SETUP = {
    match[2]: match[1]
    for match in re.finditer(
        r"^(.*?_PTN_COMPLETE=([a-z]+)_source.*?)  +#", (DOCS / "cli.md").read_text("utf-8"), re.MULTILINE
    )
}
CASES = {
    "ptn val": "ptn validate",
    "ptn convert --enc": "ptn convert --encoding",
    "ptn convert --to pl": "ptn convert --to playtak",
    "ptn score tourn": "ptn score tournament.ptn",
}


def needs(shell: str) -> None:
    if os.name != "posix" or shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")


def names(folder: Path) -> dict[str, str]:
    """The environment of a shell that finds this `ptn`, in a home that holds nothing."""
    prepare(folder)
    path = f"{folder / '.bin'}{os.pathsep}{os.environ['PATH']}"
    home = {"HOME": str(folder), "INPUTRC": "/dev/null"}
    return environment(PATH=path, PYTHONPATH=str(DOCS.parent), TERM="dumb", PS1="% ", **home)


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, *words: str, folder: Path) -> None:
        import pty
        import termios

        self.master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (24, 200))
        self.shell = subprocess.Popen(
            words, stdin=slave, stdout=slave, stderr=slave, cwd=folder, env=names(folder), start_new_session=True
        )
        os.close(slave)
        self.shown = ""

    def types(self, text: str, wanted: str) -> None:
        """Type a text and wait until the terminal shows what is wanted."""
        self.shown = ""
        os.write(self.master, text.encode())
        late = time.monotonic() + 30
        while wanted not in self.shown:
            if time.monotonic() > late:
                raise AssertionError(f"{text!r} gives {self.shown!r}, not {wanted!r}")
            if select.select([self.master], [], [], 0.1)[0]:
                self.shown += os.read(self.master, 4096).decode(errors="replace")

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.shell.kill()
        self.shell.wait()
        os.close(self.master)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_tab_key(shell: str, tmp_path: Path) -> None:
    needs(shell)
    words = {"bash": ("bash", "--norc", "--noprofile", "-i"), "zsh": ("zsh", "-f", "-i")}[shell]
    with Terminal(*words, folder=tmp_path) as terminal:
        if shell == "zsh":  # which has its own completion off without a ~/.zshrc
            terminal.types("autoload -Uz compinit && compinit -D; echo re''ady\r", "ready")
        terminal.types(f"{SETUP[shell]}; echo d''one\r", "done")
        for typed, wanted in CASES.items():
            terminal.types(f"{typed}\t", wanted)
            terminal.types("\x15", "")  # forget the line


def test_fish(tmp_path: Path) -> None:
    needs("fish")
    env = names(tmp_path)
    for typed, wanted in CASES.items():
        line = f"{SETUP['fish']}; complete -C '{typed}'"
        done = subprocess.run(
            ["fish", "--no-config", "-c", line], capture_output=True, text=True, timeout=60, check=True, cwd=tmp_path,
            env=env,
        )  # fmt: skip
        assert wanted.split()[-1] in re.split(r"[\t\n]", done.stdout), done.stderr


def test_what_the_page_sets_up_is_what_ptn_writes() -> None:
    assert list(SETUP) == ["bash", "zsh", "fish"]
    for shell in ("zsh", "fish"):
        assert "_PTN_COMPLETE" in process(env={"_PTN_COMPLETE": f"{shell}_source"}).out


@pytest.mark.parametrize(
    ("line", "wanted"),
    [
        ("ptn ", ["validate", "stats", "explain"]),
        ("ptn fmt --", ["--check", "--diff", "--style"]),
        ("ptn validate --format ", ["text", "concise", "json", "jsonl", "github"]),
        ("ptn moves --format ", ["text", "json", "jsonl"]),
    ],
)
def test_what_is_offered(line: str, wanted: list[str]) -> None:
    words = line.split(" ")
    asked = {"COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
    offered = process(env={"_PTN_COMPLETE": "bash_complete", **asked}).lines
    assert set(wanted) <= {line.split(",")[1] for line in offered}
