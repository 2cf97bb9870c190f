"""What is found in one game, so that no game makes the list of it grow without end."""

from __future__ import annotations

from collections import Counter
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
        self._counts = Counter(diagnostic.kind for diagnostic in self)
        self._left_out: Counter[Code] = Counter()  # by this list: what is known may hold such a line already

    def takes(self, kind: Code) -> bool:
        """Count one of a kind, and return whether it is listed; ask once for each, and add it when it is."""
        self._counts[kind] += 1
        if self._counts[kind] <= MOST_OF_A_KIND:
            return True
        self._left_out[kind] += 1
        return False

    def close(self) -> None:
        """Say how many are not listed, at the place of the last one that is."""
        for kind, more in self._left_out.items():
            last = next(diagnostic for diagnostic in reversed(self) if diagnostic.kind is kind)
            self.append(Diagnostic.of(kind, f"{more} more of these in the game", where=last.where, game=last.game))
        self._left_out.clear()
