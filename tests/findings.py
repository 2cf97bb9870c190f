"""What reading and validating a text finds, short enough to stand beside the text in a test."""

from __future__ import annotations

from collections.abc import Iterable

from ptn.core.codes import CODES
from ptn.core.errors import Diagnostic
from ptn.notation.reader import read_text
from ptn.notation.record import Branch, Entry, Game
from ptn.replaying import branch_starts, play_line, setup_of
from ptn.rules.position import Position
from ptn.validation import Report, validate_entry

MISSING_TAGS = "PTN203"
"""Texts in tests rarely have all the tags that the standard asks for; what is said of them is left out."""


def found(diagnostics: Iterable[Diagnostic]) -> list[str]:
    """Each diagnostic as ``LINE:COLUMN CODE``, with ``?`` where it has another severity than its code usually has."""
    shown = []
    for diagnostic in diagnostics:
        if diagnostic.code == MISSING_TAGS:
            continue
        where = diagnostic.where
        place = f"{where.line}:{where.column} " if where else ""
        usual = "" if diagnostic.severity is CODES[diagnostic.code].severity else "?"
        shown.append(f"{place}{diagnostic.code}{usual}")
    return shown


def examine_all(text: str, size: int | None = None) -> list[tuple[Entry, Report]]:
    """Read and validate every game of a text."""
    return [(entry, validate_entry(entry, size)) for entry in read_text(text, "game.ptn", size)]


def examine(text: str, size: int | None = None) -> tuple[Game, Report]:
    """Read and validate the one game of a text; of a broken one, what stands before the fault."""
    [(entry, report)] = examine_all(text, size)
    return entry.partial, report


def the(report: Report, code: str) -> Diagnostic:
    """The one diagnostic with this code."""
    [diagnostic] = [diagnostic for diagnostic in report.diagnostics if diagnostic.code == code]
    return diagnostic


def moves(line: Game | Branch) -> str:
    """The moves of a line, without marks and comments."""
    return " ".join(str(ply.move) for ply in line.plies)


def final_tps(report: Report) -> str:
    """The TPS after the last ply that could be played."""
    assert report.position is not None
    return report.position.to_tps()


def branch_tps(game: Game, branch: Branch) -> str:
    """The TPS at the end of a branch."""
    start = branch_starts(game, setup_of(game))[game.branches.index(branch)]
    assert start is not None
    replayed = play_line(start, branch.plies)
    assert replayed.illegal is None
    return Position.from_engine(replayed.engine).to_tps()
