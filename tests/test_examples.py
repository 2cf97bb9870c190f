"""The examples do what they say."""

import subprocess
import sys
from pathlib import Path

import pytest

import ptn

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


@pytest.mark.parametrize("name", ["game.ptn", "tournament.ptn"])
def test_good_examples_validate_without_a_word(name: str) -> None:
    found = [d for entry in ptn.read_games(EXAMPLES / name) for d in ptn.validate_entry(entry).diagnostics]
    assert found == []


def test_the_broken_example_has_one_mistake_a_game() -> None:
    reports = [ptn.validate_entry(entry) for entry in ptn.read_games(EXAMPLES / "broken.ptn")]
    assert [[d.code for d in report.diagnostics] for report in reports] == [["PTN104"], ["PTN402"], ["PTN501"]]


def test_every_game_file_is_checked_here() -> None:
    assert {path.name for path in EXAMPLES.glob("*.ptn")} == {"game.ptn", "tournament.ptn", "broken.ptn"}


def run(script: str, *arguments: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / script), *arguments],
        cwd=EXAMPLES, env={"PYTHONPATH": str(EXAMPLES.parent)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert not done.stderr, done.stderr
    return done.returncode, done.stdout


def test_wrong_results() -> None:
    assert run("wrong_results.py", "tournament.ptn") == (0, "")
    status, output = run("wrong_results.py", "broken.ptn", "game.ptn")
    assert status == 1
    assert output == (
        "broken.ptn: game 3, Cleo - Ada: the tag Result and the result behind the moves say R-0, "
        "but the board shows 0-R (Black has a road)\n"
    )


def test_tallest_stacks() -> None:
    assert run("tallest_stacks.py", "game.ptn") == (0, "game.ptn: game 1: 5 pieces on b4 after 15w 4b2+13\n")
    status, output = run("tallest_stacks.py", "broken.ptn")
    assert (status, output) == (0, "".join(f"broken.ptn: game {number}: has errors\n" for number in (1, 2, 3)))
