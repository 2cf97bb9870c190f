"""docs/cli.md and docs/json.md say what the program does.

``python tests/test_cli_docs.py`` writes the help texts of docs/cli.md anew.
"""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, process, run

from ptn.cli.app import COMMANDS
from ptn.core.codes import CODES

DOCS = Path(__file__).resolve().parent.parent / "docs"
HELP = re.compile(r"(?<=```text\n)\$ (ptn (?:[a-z]+ )?--help)\n(.*?)(?=```)", re.DOTALL)
SESSION = re.compile(r"```console\n(.*?)```", re.DOTALL)


def help_text(line: str) -> str:
    """What a command such as `ptn score --help` prints on a terminal of 80 columns.

    Only a process tells: click's own runner prints help wider than a process does.
    """
    ran = process(*line.split()[1:], env={"COLUMNS": "80"})
    assert ran.status == 0
    return ran.out


def commands_and_outputs(page: str) -> list[tuple[str, str]]:
    """The commands of the console sessions of a page, each with the output shown."""
    found = []
    for session in SESSION.findall((DOCS / page).read_text(encoding="utf-8")):
        for part in session.split("$ ")[1:]:
            line, _, output = part.partition("\n")
            found.append((line, output))
    return found


def test_cli_md_holds_every_help() -> None:
    shown = dict(HELP.findall((DOCS / "cli.md").read_text(encoding="utf-8")))
    assert list(shown) == ["ptn --help", *(f"ptn {name} --help" for name in COMMANDS)]
    for line, text in shown.items():
        # Where the lines break is a matter of the release of click, but not how long they are.
        printed = help_text(line)
        assert text.split() == printed.split(), f"{line}: run python tests/test_cli_docs.py"
        for page in (text, printed):
            assert 72 < max(map(len, page.splitlines())) <= 78


@pytest.mark.parametrize("page", ["cli.md", "json.md"])
def test_sessions_are_what_happens(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(DOCS.parent)
    sessions = commands_and_outputs(page)
    assert sessions
    for line, output in sessions:
        text = ""
        for part in line.split(" | "):
            program, *arguments = shlex.split(part)
            assert program == "ptn"
            ran = run(*arguments, stdin=text)
            text = ran.out
        assert text + ran.err == output, line


def documented_keys(title: str) -> list[str]:
    """The keys of the table in a section of json.md."""
    page = (DOCS / "json.md").read_text(encoding="utf-8")
    section = re.split(r"^#+ ", page.split(title, 1)[1], maxsplit=1, flags=re.MULTILINE)[0]
    rows = [row.split("|")[1] for row in section.splitlines() if row.startswith("| `")]
    return [key for row in rows for key in re.findall("`([a-z_]+)`", row)]


@pytest.mark.parametrize(
    ("title", "arguments"),
    [
        ("## Diagnostics", ("validate", "--format", "jsonl")),
        ("## Scores", ("score", "--format", "jsonl")),
        ("### Sums", ("score", "--total", "--format", "jsonl")),
        ("## Plies", ("moves", "--format", "jsonl", "x3/x3/x3 1 1")),
        ("## Counts", ("perft", "--format", "jsonl", "--divide", "--size", "3", "2")),
        ("## Statistics", ("stats", "--format", "jsonl")),
    ],
)
def test_json_md_names_every_key_in_order(title: str, arguments: tuple[str, ...]) -> None:
    for line in run(*arguments, stdin=ENCYCLOPEDIA).lines:
        assert list(json.loads(line)) == documented_keys(title)


TYPES: dict[str, tuple[type, ...]] = {
    "schema": (int,), "file": (str,), "game": (int, type(None)), "line": (int, type(None)),
    "column": (int, type(None)), "end_column": (int, type(None)), "code": (str,), "name": (str,), "severity": (str,),
    "ply": (str, type(None)), "message": (str,), "hint": (str, type(None)),
}  # fmt: skip


def test_diagnostics_of_real_games_keep_to_the_schema(corpus: Path) -> None:
    ran = run("validate", "--format", "jsonl", corpus / "games")
    assert len(ran.lines) > 100
    for line in ran.lines:
        found = json.loads(line)
        assert list(found) == list(TYPES)
        for key, value in found.items():
            assert isinstance(value, TYPES[key]), (key, line)
        assert found["schema"] == 1
        assert found["name"] == CODES[found["code"]].name
        assert found["severity"] in ("error", "warning", "info")
        assert found["ply"] is None or re.fullmatch("[1-9][0-9]*[wb]", found["ply"])
        assert found["end_column"] > found["column"] >= 1
        assert found["line"] >= 1


if __name__ == "__main__":
    path = DOCS / "cli.md"
    renewed = HELP.sub(lambda match: f"$ {match[1]}\n{help_text(match[1])}", path.read_text(encoding="utf-8"))
    path.write_text(renewed, encoding="utf-8")
