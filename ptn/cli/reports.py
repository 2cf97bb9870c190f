"""Diagnostics as text, one-liners, JSON, JSON Lines and GitHub annotations."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from ptn.cli.console import Console, painted, to_json
from ptn.core.codes import CODES, Code, Severity
from ptn.core.errors import Diagnostic
from ptn.core.source import printable

FORMATS: Final = ("text", "concise", "json", "jsonl", "github")
SCHEMA: Final = 1
"""The number of the form of the JSON that is written; another form gets another number."""


def message_of(diagnostic: Diagnostic) -> str:
    """Return what is wrong in words; of a game in a link, with the place in that game."""
    where = diagnostic.where
    words: str = getattr(where, "words", "")
    return f"{words}{diagnostic.message}"


def diagnostic_json(diagnostic: Diagnostic, file: str) -> dict[str, Any]:
    """Return a diagnostic as JSON has it (docs/json.md); the order of the keys is part of the form."""
    where = diagnostic.where
    return {
        "schema": SCHEMA,
        "file": where.file if where else file,
        "game": diagnostic.game,
        "line": where.line if where else None,
        "column": where.column if where else None,
        "end_column": where.end_column if where else None,
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": str(diagnostic.severity),
        "ply": diagnostic.ply,
        "message": message_of(diagnostic),
        "hint": diagnostic.hint or None,
    }


def diagnostic_text(diagnostic: Diagnostic, file: str, *, color: bool = False) -> str:
    """Return a diagnostic for people: the concise line, the source line with carets, the hint."""
    lines = [concise(diagnostic, file, color=color)]
    if diagnostic.where is not None and diagnostic.where.text:
        shown, carets = diagnostic.where.excerpt().split("\n")
        lines += [f"  {shown}", f"  {painted(carets, 'caret') if color else carets}"]
    if diagnostic.hint:
        lines.append(f"  {painted('hint:', 'hint') if color else 'hint:'} {printable(diagnostic.hint)}")
    return "\n".join(lines)


def concise(diagnostic: Diagnostic, file: str, *, color: bool = False) -> str:
    """Return ``file:line:column: CODE message``; the colour of the code tells how grave it is."""
    where = diagnostic.where
    if where is not None:
        place = f"{printable(where.file)}:{where.line}:{where.column}:"
    elif diagnostic.game is not None:  # a game of another notation has no line
        place = f"{printable(file)}, game {diagnostic.game}:"
    else:
        place = f"{printable(file)}:"
    code = diagnostic.code
    if color:
        place, code = painted(place, "bold"), painted(code, str(diagnostic.severity))
    return f"{place} {code} {printable(message_of(diagnostic))}"


_GITHUB: Final = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def github(diagnostic: Diagnostic, file: str) -> str:
    """Return a diagnostic as a workflow command of GitHub Actions, which shows it beside the line."""
    where = diagnostic.where
    parts = {"file": printable(where.file if where else file)}
    if where is not None:
        parts |= {"line": str(where.line), "col": str(where.column), "endColumn": str(where.end_column)}
    parts["title"] = f"{diagnostic.code} {diagnostic.name}"
    message = printable(message_of(diagnostic)) + (f"\nhint: {printable(diagnostic.hint)}" if diagnostic.hint else "")
    properties = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in parts.items())
    return f"::{_GITHUB[diagnostic.severity]} {properties}::{_escaped(message)}"


def _escaped(text: str, also: str = "") -> str:
    for character in "%\r\n" + also:
        text = text.replace(character, f"%{ord(character):02X}")
    return text


class JsonList:
    """Values on standard output one by one: as JSON Lines, or as the elements of one JSON array."""

    def __init__(self, console: Console, *, lines: bool) -> None:
        self._console = console
        self._lines = lines
        self._count = 0

    def add(self, value: object) -> None:
        """Write one value."""
        text = to_json(value)
        if self._lines:
            self._console.data(f"{text}\n")
        else:
            self._console.data(f"{',' if self._count else '['}\n{text}")
        self._count += 1

    def close(self) -> None:
        """Write what ends the whole."""
        if not self._lines:
            self._console.data("\n]\n" if self._count else "[]\n")


class DiagnosticPrinter:
    """Prints diagnostics as the result of a command, in one of ``FORMATS``; infos only in JSON or when verbose."""

    def __init__(self, format_: str, console: Console) -> None:
        self._format = format_
        self._console = console
        self._color = console.paints()
        self._json = JsonList(console, lines=format_ == "jsonl") if format_.startswith("json") else None

    def add(self, diagnostic: Diagnostic, file: str) -> None:
        """Print one diagnostic."""
        if self._json is not None:
            self._json.add(diagnostic_json(diagnostic, file))
        elif diagnostic.severity is Severity.INFO and not self._console.verbose:
            return
        elif self._format == "github":
            self._console.result(github(diagnostic, file))
        elif self._format == "concise":
            self._console.result(concise(diagnostic, file, color=self._color))
        else:
            self._console.result(diagnostic_text(diagnostic, file, color=self._color))

    def close(self) -> None:
        """Print what ends the whole."""
        if self._json is not None:
            self._json.close()


def complain(console: Console, diagnostics: Iterable[Diagnostic], file: str) -> None:
    """Print diagnostics beside the results, on standard error; errors always, warnings only when verbose."""
    import sys

    for diagnostic in diagnostics:
        if diagnostic.is_error:
            console.found()
        if diagnostic.is_error or (console.verbose and diagnostic.severity is Severity.WARNING):
            console.error_line(diagnostic_text(diagnostic, file, color=console.paints(sys.stderr)))


def codes_named(text: str) -> frozenset[Code]:
    """Return the codes that a comma-separated list names by code, beginning of a code or name.

    Raises ``ValueError`` for an entry that names none.
    """
    found: set[Code] = set()
    for word in filter(None, map(str.strip, text.split(","))):
        named = [kind for code, kind in CODES.items() if code.startswith(word.upper()) or kind.name == word.lower()]
        if not named:
            raise ValueError(word)
        found.update(named)
    return frozenset(found)


def near_code(word: str) -> str:
    """Return a question about the code or name that is probably meant, empty when none is near."""
    import difflib

    names = [*CODES, *(kind.name for kind in CODES.values())]
    near = difflib.get_close_matches(word.upper(), names, 1) or difflib.get_close_matches(word.lower(), names, 1)
    return f" Did you mean {near[0]!r}?" if near else ""
