"""Everything that is drawn or written for people and programs, as files in the folder `snapshots`.

``python tests/test_snapshots.py`` writes them anew: look at the difference before it is kept.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from cli_helpers import run

FOLDER = Path(__file__).resolve().parent / "snapshots"
EXAMPLES = FOLDER.parent.parent / "examples"

MESSY = """\
[player1 "Zoë"]
[Player2 "大平"]
[Size "5"]
[Komi "2.5"]

{before the first ply}
1. e2 c3 2. c4 c1! {大 wide} 3. b1 b2
4. cb4 c2 5. Sa2 Cb3 6. c3- c1+ 7. d2 2c2> 8. a2> b3- 9. a2 2b2<
 0-R

{7b1}
7. -- c2< 8. a5?! e2

[Size "5"]
1. a1 e5 2. c3 (a comment) c3
"""
"""Warnings, an error in a branch, an illegal ply, wide characters, komi."""

SPELLED = MESSY.split("{7b1}")[0]
"""The first game of it, without the branch: nothing but warnings."""

POSITIONS = """\
x5/x5/x2,1212121212C,x2/1S,x,2S,2,x/2,x3,1 1 20
1,1,1/x3/2,2,x 2 4
x5/x5/x5 1 1
"""

CASES: dict[str, tuple[str, str]] = {
    "validate-text": ("validate broken.ptn", ""),
    "validate-text-color": ("validate -v --color -", MESSY),
    "validate-text-verbose": ("validate -v -", MESSY),
    "validate-marks": ("validate -v --marks --select PTN42 tournament.ptn --game 1", ""),
    "validate-concise": ("validate --format concise -", MESSY),
    "validate-json": ("validate --format json broken.ptn", ""),
    "validate-json-nothing": ("validate --format json game.ptn", ""),
    "validate-jsonl": ("validate --format jsonl -", MESSY),
    "validate-github": ("validate --format github -", MESSY),
    "validate-positions": ("validate -", POSITIONS),
    "score-text": ("score game.ptn tournament.ptn", ""),
    "score-text-color": ("score --color --bonus all game.ptn", ""),
    "score-positions": ("score --komi 0.5 --bonus straight -", POSITIONS),
    "score-json": ("score --format json tournament.ptn", ""),
    "score-jsonl": ("score --format jsonl --bonus all game.ptn", ""),
    "score-total": ("score --total tournament.ptn broken.ptn", ""),
    "show": ("show game.ptn", ""),
    "show-color": ("show --color game.ptn", ""),
    "show-ascii": ("show --ascii --ply 17b game.ptn", ""),
    "show-spread": ("show --ply 16b game.ptn", ""),
    "show-positions": ("show -", POSITIONS),
    "show-fault": ("show -", MESSY),
    "show-all": ("show --all -", '[Size "3"]\n1. a1 c3 2. c2\n'),
    "moves": ("moves x5/x5/x5/x5/21C,2S,x3 1 5", ""),
    "moves-json": ("moves --format json --tak 1,1,x/x3/2,2,x 1 4", ""),
    "perft": ("perft --divide x3/x,112S,x/2,x2 1 4 2", ""),
    "perft-json": ("perft --format json --divide x3/x,1,x/2,x2 1 2 2", ""),
    "fmt": ("fmt --style verbose -", SPELLED),
    "fmt-diff": ("fmt --diff -", SPELLED),
    "fmt-diff-color": ("fmt --diff --color -", SPELLED),
    "fmt-check": ("fmt --check game.ptn broken.ptn tournament.ptn", ""),
    "annotate-diff": ("annotate --diff tournament.ptn", ""),
    "convert-ptn": ("convert --to ptn -", MESSY),
    "convert-playtak": ("convert --to playtak tournament.ptn", ""),
    "convert-json": ("convert --to json -", SPELLED),
    "convert-tps-all": ("convert --to tps --all game.ptn", ""),
    "explain": ("explain PTN104 missing-tag", ""),
    "explain-color": ("explain --color PTN402", ""),
    "explain-list": ("explain --list", ""),
    "stats-text": ("stats tournament.ptn game.ptn", ""),
    "stats-json": ("stats --format json tournament.ptn game.ptn", ""),
    "stats-csv": ("stats --format csv tournament.ptn game.ptn", ""),
    "usage": ("convert game.ptn --to pgn", ""),
    "missing-file": ("score missing.ptn game.ptn", ""),
}
"""The name of each file, its command as run among the examples, and what comes through the pipe."""


def taken(line: str, text: str) -> str:
    """What a command prints, with each ESC as \\e, and how it ends."""
    with contextlib.chdir(EXAMPLES):
        ran = run(*line.split(" "), stdin=text, env={"COLUMNS": "80"})
    parts = [f"$ ptn {line}\n", ran.out]
    if ran.err:
        parts += ["---- standard error\n", ran.err]
    parts.append(f"---- exit status {ran.status}\n")
    return "".join(parts).replace("\x1b", "\\e")


@pytest.mark.parametrize("name", CASES)
def test_snapshot(name: str) -> None:
    kept = (FOLDER / f"{name}.txt").read_bytes().decode()
    if name == "usage":  # which click words, a little differently in each release
        assert taken(*CASES[name]).split("Error:")[0] == kept.split("Error:")[0]
    else:
        assert taken(*CASES[name]) == kept, "look at it, then run python tests/test_snapshots.py"


def test_every_file_is_a_snapshot_of_today() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {f"{name}.txt" for name in CASES}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for path in FOLDER.iterdir():
        path.unlink()
    for name, case in CASES.items():
        (FOLDER / f"{name}.txt").write_bytes(taken(*case).encode())
