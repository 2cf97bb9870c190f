"""Every example of the README is run: shell sessions as processes, Python sessions as doctests."""

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
_BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(language: str) -> list[str]:
    found = [match[2] for match in _BLOCK.finditer(README.read_text("utf-8")) if match[1] == language]
    assert found, f"the README has no block of {language}"
    return found


def sessions() -> list[tuple[str, str]]:
    """Every command of the console blocks with the output shown below it."""
    found: list[tuple[str, str]] = []
    for block in blocks("console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def run(command: str) -> str:
    """Run a pipeline of `ptn` commands and return all that a terminal would show."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    fed = b""
    shown = b""
    for part in command.split(" | "):
        program, *arguments = shlex.split(part)
        assert program == "ptn", f"only ptn is run here: {part}"
        done = subprocess.run(
            [sys.executable, "-m", "ptn", *arguments],
            input=fed,
            capture_output=True,
            cwd=ROOT,
            env=environment,
            check=False,
        )
        assert done.returncode in (0, 1), done.stderr.decode()
        fed, shown = done.stdout, done.stdout + done.stderr
    return shown.decode("utf-8")


@pytest.mark.parametrize(("command", "output"), sessions(), ids=[command for command, _ in sessions()])
def test_shell_sessions_show_what_they_print(command: str, output: str) -> None:
    assert run(command) == output


def test_python_sessions_show_what_they_print(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    text = "".join(blocks("pycon"))
    test = doctest.DocTestParser().get_doctest(text, {}, "README.md", str(README), 0)
    assert len(test.examples) > 10
    report: list[str] = []
    result = doctest.DocTestRunner(verbose=False).run(test, out=report.append)
    assert result.failed == 0, "".join(report)


def test_the_readme_does_not_send_anyone_to_the_wrong_distribution() -> None:
    assert not re.search(r"pip install (\S+ )*ptn\b", README.read_text("utf-8"))
