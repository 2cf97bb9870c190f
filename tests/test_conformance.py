"""The conformance folders: a file for every way of writing that is read, and for every fault, with what comes out.

Beside ``valid/NAME.ptn`` stands ``NAME.json``: each game's tags, plies, marks, comments, branches, result and last
position, and the place and code of all that is said. Beside ``invalid/NAME.ptn`` stands ``NAME.txt``: the concise
lines, exactly. A file ``.tps`` holds one position, with the same beside it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from findings import branch_tps, examine

from ptn.core.errors import PtnSyntaxError
from ptn.notation.ply import Comment
from ptn.notation.reader import read_stream
from ptn.notation.record import Branch, Entry, Game, ply_label
from ptn.notation.tps import parse_tps
from ptn.validation import Report, validate_entry

FOLDER = Path(__file__).parent / "conformance"


def files(kind: str, suffix: str) -> list[Path]:
    """The files of a folder; an empty one is a mistake."""
    found = sorted((FOLDER / kind).glob(f"*{suffix}"))
    assert found, f"there is no {suffix} file in {FOLDER / kind}"
    return found


VALID, INVALID = files("valid", ".ptn"), files("invalid", ".ptn")
VALID_TPS, INVALID_TPS = files("valid", ".tps"), files("invalid", ".tps")


def read(path: Path) -> list[tuple[Entry, Report]]:
    with path.open("rb") as stream:
        return [(entry, validate_entry(entry)) for entry in read_stream(stream, path.name)]


def texts(comments: tuple[Comment, ...]) -> list[str]:
    return [comment.text for comment in comments]


def line(what: Game | Branch, first: int) -> dict[str, Any]:
    """The plies of a line, with marks and comments by the names of the plies."""
    names = [ply_label(ordinal) for ordinal in range(first, first + len(what.plies))]
    plies = dict(zip(names, what.plies, strict=True))
    comments = {name: texts(ply.comments) for name, ply in plies.items() if ply.comments}
    return {
        "plies": {name: str(ply.move) for name, ply in plies.items()},
        "marks": {name: list(ply.marks) for name, ply in plies.items() if ply.marks},
        "comments": {
            **({"before": texts(what.comments)} if what.comments else {}),
            **comments,
            **({"after": texts(what.closing)} if what.closing else {}),
        },
        "terminator": what.terminator and str(what.terminator.result or "*"),
    }


def described(entry: Entry, report: Report) -> dict[str, Any]:
    game = entry.partial
    firsts: dict[int | None, int] = {None: game.first}
    branches = []
    for index, branch in enumerate(game.branches):
        firsts[index] = firsts[branch.parent] + branch.at
        branches.append({"label": branch.label, **line(branch, firsts[index]), "tps": branch_tps(game, branch)})
    places = [said.where for said in report.diagnostics]
    return {
        "tags": [[tag.name, tag.value] for tag in game.tags.items_in_order],
        **line(game, game.first),
        "result": game.result and str(game.result),
        "branches": branches,
        "tps": report.position and report.position.to_tps(),
        "found": [
            f"{where.line if where else 0}:{where.column if where else 0} {said.severity} {said.code}"
            for where, said in zip(places, report.diagnostics, strict=True)
        ],
    }


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_games(path: Path) -> None:
    games = [described(entry, report) for entry, report in read(path)]
    assert games == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert not [found for game in games for found in game["found"] if " error " in found]


@pytest.mark.parametrize("path", INVALID, ids=lambda path: path.stem)
def test_invalid_games(path: Path) -> None:
    diagnostics = [diagnostic for _, report in read(path) for diagnostic in report.diagnostics]
    expected = path.with_suffix(".txt").read_text(encoding="utf-8")
    assert "".join(f"{diagnostic.concise}\n" for diagnostic in diagnostics) == expected
    assert any(diagnostic.is_error for diagnostic in diagnostics)


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.stem)
def test_valid_games_are_written_back(path: Path) -> None:
    for entry, _ in read(path):
        again, report = examine(entry.partial.to_ptn())
        assert again == entry.partial
        assert again.to_ptn() == entry.partial.to_ptn()
        codes = {said.code for said in report.diagnostics}
        spelling = {
            code for code in codes if code.startswith(("PTN1", "PTN0")) or code in ("PTN209", "PTN306", "PTN304")
        }
        assert not spelling, "the standard form has nothing that is said of spelling"


@pytest.mark.parametrize("path", VALID_TPS, ids=lambda path: path.stem)
def test_valid_positions(path: Path) -> None:
    text = path.read_bytes().decode().removesuffix("\n")
    board = parse_tps(text)
    game, report = examine(text if text.lstrip().startswith("[") else f'[TPS "{text}"]')
    expected = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert {
        "tps": board.tps,
        "size": game.size,
        "turn": str(board.turn),
        "counter": board.counter,
        "found": [f"{said.severity} {said.code}" for said in report.diagnostics if said.code != "PTN203"],
    } == expected
    assert report.ok


@pytest.mark.parametrize("path", INVALID_TPS, ids=lambda path: path.stem)
def test_invalid_positions(path: Path) -> None:
    text = path.read_bytes().decode().removesuffix("\n")
    with pytest.raises(PtnSyntaxError) as caught:
        parse_tps(text)
    assert f"{caught.value.diagnostic}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


def test_every_file_has_its_expectation_and_no_expectation_is_left_over() -> None:
    for kind, suffix in (("valid", ".json"), ("invalid", ".txt")):
        inputs = {path.stem: path for path in [*files(kind, ".ptn"), *files(kind, ".tps")]}
        assert len(inputs) == len(files(kind, ".ptn")) + len(files(kind, ".tps")), "two files share one expectation"
        assert {path.stem for path in files(kind, suffix)} == inputs.keys()
