"""What is found in one game, so that no game makes the list of it grow without end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ptn.core.codes import Code
from ptn.core.errors import Diagnostic

MOST_OF_A_KIND: Final = 1000
"""How many diagnostics of one kind are listed for one game."""


class Findings(list[Diagnostic]):
    """The diagnostics of one game: of each kind so many, and then one that says how many more there are."""

    def __init__(self, known: Iterable[Diagnostic] = ()) -> None:
        super().__init__(known)
        self._counts: dict[Code, int] = {}
        for diagnostic in self:
            self.takes(diagnostic.kind)

    def takes(self, kind: Code) -> bool:
        """Count one of a kind, and return whether it is listed; ask once for each, and add it when it is."""
        count = self._counts[kind] = self._counts.get(kind, 0) + 1
        return count <= MOST_OF_A_KIND

    def close(self) -> None:
        """Say how many are not listed, at the place of the last one that is."""
        for kind, count in self._counts.items():
            if count > MOST_OF_A_KIND:
                last = next(diagnostic for diagnostic in reversed(self) if diagnostic.kind is kind)
                more = count - MOST_OF_A_KIND
                self.append(Diagnostic.of(kind, f"{more} more of these in the game", where=last.where, game=last.game))
                self._counts[kind] = 0
