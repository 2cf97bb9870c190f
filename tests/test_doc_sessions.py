"""docs/tour.md and docs/recipes.md show what really happens.

``python tests/test_doc_sessions.py`` runs their commands and writes anew what they print: look at the difference.
"""

from __future__ import annotations

import re
import shutil
import sys
import tempfile
from pathlib import Path

import pytest
from sessions import ROOT, prepare, replayed

from ptn.cli.app import COMMANDS

PAGES = ("tour.md", "recipes.md")


def text_of(page: str) -> str:
    return (ROOT / "docs" / page).read_text(encoding="utf-8")


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("bash") is None, reason="they use bash and GNU tools")
@pytest.mark.parametrize("page", PAGES)
def test_the_page_shows_what_happens(page: str, tmp_path: Path) -> None:
    pytest.importorskip("lzstring", reason="links need the extra tak-ptn[links]")
    prepare(tmp_path)
    assert replayed(text_of(page), tmp_path) == text_of(page), "run python tests/test_doc_sessions.py"


def test_another_output_would_be_seen(tmp_path: Path) -> None:
    prepare(tmp_path)
    file = "`a.ptn`:\n\n```ptn\n1. a1\n```\n\n"
    page = f"{file}```console\n$ cat a.ptn \\\n>   a.ptn\n1. a1\n1. a2\n$ false\n$ echo $?\n1\n```\n"
    assert replayed(page, tmp_path) == page.replace("1. a2", "1. a1")


def test_the_tour_visits_every_command() -> None:
    visited = set(
        re.findall(r"(?<![.\w])ptn ([a-z]+)", "".join(re.findall(r"^\$ .*", text_of("tour.md"), re.MULTILINE)))
    )
    assert visited == set(COMMANDS)


def test_every_recipe_of_the_table_is_run_below() -> None:
    page = text_of("recipes.md")
    table = [
        line.split(" | ", 1)[1].strip(" |`").replace("\\|", "|") for line in page.splitlines() if line.startswith("| ")
    ]
    commands = set(re.findall(r"^\$ (.*)", page, re.MULTILINE))
    assert len(table) > 16
    assert set(table[1:]) <= commands


if __name__ == "__main__":
    for name in PAGES:
        with tempfile.TemporaryDirectory() as directory:
            prepare(Path(directory))
            (ROOT / "docs" / name).write_text(replayed(text_of(name), Path(directory)), encoding="utf-8")
