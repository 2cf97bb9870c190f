"""Why a word of the movetext is no ply: the first thing wrong with it, in words a player knows."""

from __future__ import annotations

import re
from typing import Final

from ptn.core.board_terms import FILE_LETTERS, MAX_SIZE
from ptn.core.codes import (
    BAD_COUNT,
    BAD_DROP,
    BAD_MARK,
    BAD_SQUARE,
    DROP_COUNT,
    NOT_A_MOVE,
    NOT_A_RESULT,
    PLACEMENT_COUNT,
)  # fmt: skip
from ptn.core.result import RESULTS
from ptn.core.source import printable
from ptn.notation.parser import NotRead
from ptn.notation.ply import Remark, broken_parts, word_parts

_RESULT_LIKE: Final = re.compile(r"[0-9RFXrfx½Oo](?:/[0-9])?[-–:][0-9RFXrfx½Oo](?:/[0-9])?")
_RESULT_HEAD: Final = re.compile(r"[RF10]-0|0-[RF1]|1/2-1/2|½-½", re.IGNORECASE)
# As in the grammar: C and F before a digit are files, `C1` is a square.
_HEAD: Final = re.compile(r"([FSCfsc](?=[A-Za-z])|[Ss](?=[0-9]))?([0-9]*)([A-Za-z]?)([0-9]*)", re.ASCII)
_TAIL: Final = re.compile(r"([+\-<>↑↓←→])([0-9]*)([FSCfsc]?)", re.ASCII)
_MARK: Final = re.compile(r"[*'\"?!‘’“”]+")
_BLANK: Final = re.compile(r"\s+")
_SHOWN: Final = 40


def quoted(text: str) -> str:
    """Return text for a message in backquotes, cut when it is long."""
    shown = printable(text[:_SHOWN])
    return f"`{shown}{'...' if len(text) > _SHOWN else ''}`"


def looks_like_result(text: str) -> bool:
    """Whether a text has the shape of a result, such as ``R-0`` or ``X-0``, right or wrong."""
    return _RESULT_LIKE.fullmatch(text) is not None


def explain(word: str, size: int | None = None) -> Remark:
    """Say what is wrong with a word that spells no ply; ``size`` makes the ranges those of the board (3-8)."""
    try:
        remark = broken_parts(word_parts(word))
    except NotRead:
        return _first_fault(word, size or MAX_SIZE)
    if remark is None:
        blank = _BLANK.search(word)
        assert blank is not None, word
        return Remark(NOT_A_MOVE, "a blank stands inside the ply", blank.start(), blank.end(), "a ply is one word")
    return remark


def _first_fault(word: str, size: int) -> Remark:
    files, ranks = f"a-{FILE_LETTERS[size - 1]}", f"1-{size}"
    whole = Remark(
        NOT_A_MOVE, f"{quoted(word)} is not a move", 0, len(word),
        "a placement such as a3, Sd4 or Cc1, a spread such as 3c3>12, a move number or a result was expected",
    )  # fmt: skip
    if looks_like_result(word):
        known = " ".join(RESULTS)
        return Remark(NOT_A_RESULT, f"{quoted(word)} is not a result", 0, len(word), f"results are {known}")
    result = _RESULT_HEAD.match(word)
    if result is not None:
        return Remark(
            NOT_A_RESULT, f"{quoted(word[result.end() :])} is glued to the result {quoted(result[0])}", result.end(),
            len(word), "a result stands by itself, between blanks",
        )  # fmt: skip
    head = _HEAD.match(word)
    assert head is not None
    lead, count, file, rank = (part or "" for part in head.groups())
    at = len(lead)
    if not file and not lead:
        return whole
    if not file:
        return Remark(BAD_SQUARE, f"a square is missing after {lead}", at, at + 1, f"files are {files} here")
    if len(count) > 1 or count in ("0", "9"):
        return Remark(
            BAD_COUNT, f"{quoted(count)} is not a number of pieces to lift", at, at + len(count),
            f"one digit from 1 to {size} is expected here",
        )  # fmt: skip
    at += len(count)
    if not rank and not count and not lead and len(word) > 2 and word[1:2].isalpha():
        return whole  # an ordinary word, such as a stray remark
    if file.lower() not in FILE_LETTERS[:size] and not (file.lower() in FILE_LETTERS and rank):
        return Remark(BAD_SQUARE, f"{quoted(file)} is not a file: files are {files} here", at, at + 1)
    at += 1
    if not rank:
        if count and file in "FSCfsc" and word[at : at + 1].isalpha():
            message = f"{quoted(file)} stands where the square is expected"
            return Remark(BAD_SQUARE, message, at - 1, at, "a piece letter stands behind a spread, such as 2d3>11C")
        return Remark(BAD_SQUARE, f"the rank is missing after {file}", at, at + 1, f"ranks are {ranks} here")
    if len(rank) > 1 or rank in ("0", "9"):
        return Remark(BAD_SQUARE, f"{quoted(rank)} is not a rank: ranks are {ranks} here", at, at + len(rank))
    at += 1
    tail = _TAIL.match(word, at)
    if tail is None:
        return _after_placement(word, at, count, file + rank)
    drops, lifted = tail[2], int(count or 1)
    for index, digit in enumerate(drops):
        if digit in "09":
            place = tail.start(2) + index
            return Remark(
                BAD_DROP, f"{digit} is not a drop count", place, place + 1, f"drops are digits from 1 to {size}"
            )
    if sum(map(int, drops)) > lifted:
        return Remark(
            DROP_COUNT, f"{lifted} lifted, {sum(map(int, drops))} dropped: the drops must add up to {lifted}",
            tail.start(2), tail.end(2),
        )  # fmt: skip
    return _after_ply(word, tail.end(), "a drop count, a piece letter or a mark")


def _after_placement(word: str, at: int, count: str, square: str) -> Remark:
    rest = word[at : at + 1]
    if count and rest and not _MARK.match(rest):
        return Remark(NOT_A_MOVE, f"{quoted(rest)} is not a direction", at, at + 1, "directions are + - < and >")
    if count:
        return Remark(
            PLACEMENT_COUNT, f"a placement has no count: {count} stands before {square}", 0, len(count),
            "for a spread, write the direction + - < or > behind the square",
        )  # fmt: skip
    return _after_ply(word, at, "a direction or a mark")


def _after_ply(word: str, at: int, expected: str) -> Remark:
    marks = _MARK.match(word, at)
    if marks is not None:
        at, expected = marks.end(), "one of the marks * ' '' ? !"
    rest = word[at : at + 1]
    return Remark(
        BAD_MARK, f"{quoted(rest)} can't stand behind {quoted(word[:at])}", at, at + 1,
        f"{expected} or a blank was expected",
    )  # fmt: skip
