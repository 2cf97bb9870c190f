"""The openings: who owns the stones of the first ply of each player (docs/rules.md, "The first plies")."""

from __future__ import annotations

from typing import Final

from ptn.core.setup import Opening
from ptn.rules.geometry import EMPTY_STACK

# By names of their own: to ask the enum for a member costs more than the rest of a first ply.
_NO_SWAP: Final = Opening.NO_SWAP
_DOUBLE: Final = Opening.DOUBLE_BLACK_STACK


def first_stones(opening: Opening, ply: int) -> tuple[int, int]:
    """Return who owns the stones of ply 0 (White's first) or 1 (Black's first), and how many flats are stacked.

    >>> first_stones(Opening.SWAP, 0), first_stones(Opening.DOUBLE_BLACK_STACK, 0)
    ((1, 1), (1, 2))
    """
    if opening is _NO_SWAP:
        return ply, 1
    return 1 - ply, 2 if opening is _DOUBLE and ply == 0 else 1


def stack_of(owner: int, count: int) -> int:
    """Return the bits of a stack of ``count`` pieces of one colour (0 White, 1 Black), as ``Stack.bits`` has them."""
    bits = EMPTY_STACK
    for _ in range(count):
        bits = bits << 1 | owner
    return bits
