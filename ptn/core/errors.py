"""Diagnostics as values, and the errors that carry them.

Every error that this package raises on purpose is a ``PtnError``, and so a ``ValueError``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ptn.core.codes import Code, Severity
from ptn.core.source import Location, printable

if TYPE_CHECKING:
    from ptn.core.moves import Move


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding: what kind, how grave, what is wrong in words, how to mend it, and where it stands.

    ``game`` counts from 1 within its file; ``ply`` is the move number with ``w`` or ``b``, such as ``6w``.
    """

    kind: Code
    message: str
    hint: str = ""
    where: Location | None = None
    severity: Severity = Severity.ERROR
    game: int | None = None
    ply: str | None = None

    @classmethod
    def of(
        cls,
        kind: Code,
        message: str,
        *,
        hint: str = "",
        where: Location | None = None,
        ply: str | None = None,
        game: int | None = None,
    ) -> Diagnostic:
        """Make a diagnostic with the usual severity of its kind."""
        return cls(kind, message, hint, where, kind.severity, game, ply)

    @property
    def code(self) -> str:
        """The stable code, such as ``PTN104``."""
        return self.kind.code

    @property
    def name(self) -> str:
        """The name of the code, such as ``drop-count``."""
        return self.kind.name

    @property
    def is_error(self) -> bool:
        """Whether this is an error and not a warning or an info."""
        return self.severity is Severity.ERROR

    @property
    def concise(self) -> str:
        """One line: ``file:line:column: CODE message``, without the place where there is none."""
        place = f"{printable(self.where.file)}:{self.where.line}:{self.where.column}: " if self.where else ""
        return f"{place}{self.code} {self.message}"

    @property
    def text(self) -> str:
        """The concise line, the source line with carets below it, and the hint."""
        lines = [self.concise]
        if self.where is not None:
            lines += ["  " + line for line in self.where.excerpt().split("\n")]
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.concise


class PtnError(ValueError):
    """The root of all errors of this package."""


class PtnSyntaxError(PtnError):
    """Text that can't be read. ``diagnostic`` says what is wrong and where; the message shows it with its line."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.text)
        self.diagnostic = diagnostic

    def __reduce__(self) -> tuple[type[PtnSyntaxError], tuple[Diagnostic]]:
        return type(self), (self.diagnostic,)

    @property
    def code(self) -> str:
        """The code of the diagnostic, such as ``PTN101``."""
        return self.diagnostic.code

    @property
    def line(self) -> int | None:
        """The line, from 1; None when there is no place."""
        return self.diagnostic.where.line if self.diagnostic.where else None

    @property
    def column(self) -> int | None:
        """The column, from 1; None when there is no place."""
        return self.diagnostic.where.column if self.diagnostic.where else None


class SetupError(PtnError):
    """A setup that no game can have: a size outside 3-8, a negative reserve, more pieces on the board than exist."""


class IllegalMoveError(PtnError):
    """A move that breaks a rule.

    ``reason`` is the kind of the broken rule (one of the PTN4xx codes), ``move`` the move that was tried, and the
    message says in words with squares why it is illegal. ``tps`` is the position, where known; ``str(error)`` shows it
    on a second line.
    """

    def __init__(self, reason: Code, message: str, move: Move, tps: str = "") -> None:
        super().__init__(f"{message}\n  in {tps}" if tps else message)
        self.reason = reason
        self.message = message
        self.move = move
        self.tps = tps

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[Code, str, Move, str]]:
        return type(self), (self.reason, self.message, self.move, self.tps)
