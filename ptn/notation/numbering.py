"""What move numbers and placeholders in front of a ply say of it, and whether that fits.

The plies count, not the numbers: all that stands between two plies is judged together, and one thing is said of it at
most. A number that does not fit moves the count by as much, so that those behind it fit again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from ptn.core.codes import BLACK_FIRST, MOVE_NUMBER, PLACEHOLDER, Code
from ptn.notation.explain import quoted

_NUMBER: Final = re.compile(r"([0-9]{1,6})(\.*+)", re.ASCII)
_LABEL_END: Final = re.compile(r"([0-9]+)([wb])[0-9]+\Z", re.ASCII)


@dataclass(frozen=True, slots=True)
class NumberRemark:
    """Something to say about the words from ``first`` up to and including ``last``, counted from 0."""

    kind: Code
    message: str
    first: int
    last: int
    hint: str = ""


class Announcement:
    """The numbers and placeholders in front of one ply, in the order of the text; there is at least one.

    ``label`` is a comment that reads as the label of a branch, with the index of the word behind it.
    """

    def __init__(self, words: Sequence[str], label: tuple[int, str] | None = None) -> None:
        self._words = words
        self._label = label
        self._numbers: list[tuple[int, int]] = []  # index and value
        self._signs: list[int] = []  # the indices of placeholders
        self._dots = 0
        self._apart: int | None = None  # the index of dots that stand apart from their number
        for index, word in enumerate(words):
            number = _NUMBER.fullmatch(word)
            if number is not None:
                self._numbers.append((index, int(number[1])))
                self._dots, self._apart = len(number[2]), None
            elif self._numbers and not self._dots and not word.strip("."):
                self._dots, self._apart = len(word), index
            else:
                self._signs.append(index)

    @property
    def ordinal(self) -> int | None:
        """The number of plies before the announced one; None when there is no number."""
        if not self._numbers:
            return None
        index, number = self._numbers[-1]
        black = self._dots > 1 or any(sign > index for sign in self._signs)
        return 2 * (number - 1) + black

    def remark(self, due: int, word: str, *, opens: bool, strict: bool, branch: bool) -> NumberRemark | None:
        """Say what is wrong when the ply with ``due`` plies before it, by the count so far, follows as ``word``.

        ``opens`` tells that it is the first ply of its line, a branch or not, ``strict`` that the start is known.
        """
        black = bool(due & 1)
        if opens and strict and not black and self._says_black():
            index = self._signs[0] if self._signs else self._numbers[-1][0]
            message = "the text begins with Black's ply, but White is to move"
            hint = "a game that Black begins starts from a TPS with Black to move"
            if branch:
                message = "the branch begins with Black's ply, but its label says White's"
                hint = "a label is the move number, w or b for the side, and a count, such as 14b1"
            return NumberRemark(BLACK_FIRST, message, index, index, hint)
        expected = due // 2 + 1
        for index, number in self._numbers:
            if number != expected:
                hint = self._label_hint(index, number, due)
                if black and self.ordinal == due + 1:
                    hint = "perhaps a ply of Black is missing before it"
                message = f"the move number {number} stands where {expected} is due"
                if self._signs:
                    message += f", and the placeholder {quoted(self._words[self._signs[0]])} is ignored"
                return NumberRemark(MOVE_NUMBER, message, index, index, hint)
        if not self._numbers:
            fits = opens and (black or not strict) and len(self._signs) == 1
            return None if fits else self._ignored(self._signs[0])
        return self._right_number(expected, word, black=black, opens=opens)

    def _says_black(self) -> bool:
        """Whether it is beyond doubt that a ply of Black follows; two dots, or one apart, may be a slip."""
        return self._dots > 2 or any(self._words[sign] != "." for sign in self._signs)

    def _right_number(self, number: int, word: str, *, black: bool, opens: bool) -> NumberRemark | None:
        index, _ = self._numbers[-1]
        if len(self._numbers) > 1:
            return NumberRemark(MOVE_NUMBER, f"the move number {number} stands twice", index, index)
        if self._apart is not None:
            written = f"{number}{'...' if black else '.'}"
            message = f"the dots of the move number {number} stand apart from it"
            return NumberRemark(MOVE_NUMBER, message, index, self._apart, f"it is written {written}")
        if not self._dots:
            message = f"the move number {number} has no dot"
            return NumberRemark(MOVE_NUMBER, message, index, index, f"it is written {number}.")
        if self._signs:
            fits = black and opens and self._dots == 1 and len(self._signs) == 1
            return None if fits else self._ignored(self._signs[0])
        written = self._words[index]
        if not black and self._dots > 1:
            message = f"{written} announces Black's ply, but White is to move"
            return NumberRemark(MOVE_NUMBER, message, index, index, f"it is written {number}.")
        if black and self._dots == 1 and opens:
            message = f"{written} stands before Black's ply, which begins here"
            return NumberRemark(MOVE_NUMBER, message, index, index, f"it is written {written} -- {word}")
        if black and self._dots == 1:
            message = f"the move number {number} stands before Black's ply"
            return NumberRemark(MOVE_NUMBER, message, index, index, self._label_hint(index, number, 2 * number - 1))
        return None

    def _label_hint(self, index: int, number: int, due: int) -> str:
        """Return what to do when only the blank line is missing for a number to begin a branch, else nothing."""
        if self._label is None or self._label[0] != index or "." not in self._words[index]:
            return ""
        end = _LABEL_END.search(self._label[1])
        if end is None or int(end[1]) != number or 2 * (number - 1) + (end[2] == "b") >= due:
            return ""
        return f"a branch needs a blank line before its label {{{self._label[1]}}}"

    def without_ply(self) -> NumberRemark:
        """Say that no ply follows."""
        if self._numbers:
            index, _ = self._numbers[0]
            return NumberRemark(MOVE_NUMBER, "no ply follows the move number", index, index)
        return self._ignored(0)

    def _ignored(self, index: int) -> NumberRemark:
        return NumberRemark(PLACEHOLDER, f"the placeholder {quoted(self._words[index])} is ignored", index, index)
