"""The text of one game, read into a record: the fast reading for games as they should be, the fine one for all others.

The fast reading takes a game whose every word is a ply without remarks or the move number that belongs there. Anything
else - and every game about which a place is asked - goes word by word through the fine reading, which knows the offset
of each word. Where both apply they give the same record; a test holds them to it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, cast

from lark import Token

from ptn.core.result import RESULTS
from ptn.core.source import Source
from ptn.notation.cutter import TAG, is_branch_label
from ptn.notation.fine import TAG_LINE_INSIDE, UNDECODED, FineReading
from ptn.notation.parser import NotRead, game_tokens
from ptn.notation.ply import Comment, Ply, plain_plies, read_ply
from ptn.notation.record import Entry, Game, MoveNumber, Tag, Tags, Terminator
from ptn.notation.tags import read_setup, read_tag

_TAG: Final = re.compile(TAG)
_NUMBERS: Final = [f"{number}." for number in range(1, 1025)]
_terminators: Final = {code: Terminator(code, result) for code, result in RESULTS.items()}


def read_game(source: Source, number: int = 1, size: int | None = None) -> Entry:
    """Read the text of one game, as the cutter cuts it out; ``number`` counts the games of the input from 1.

    ``size`` (3-8) is for games whose tags give none. Never raises on content: faults are diagnostics.
    """
    text = source.text
    if text.isascii() or UNDECODED.search(text) is None:
        try:
            tokens = game_tokens(text)
        except NotRead:
            pass
        else:
            game = _fast(tokens, source, number, size)
            if game is not None:
                return Entry(number, source, game)
    return FineReading(source, number, size).run()


def _fast(tokens: Sequence[Token], source: Source, number: int, size: int | None) -> Game | None:
    """Return the game of well-formed tokens, None when any part of it needs a closer look."""
    found: list[Tag] = []
    plies: list[Ply] = []
    leading: list[Comment] = []
    closing: list[Comment] = []
    terminator: Terminator | None = None
    tags: Tags | None = None
    first = 0
    words: list[str] = []
    written = 0
    notes: dict[int, list[Comment]] = {}
    for token in tokens:
        kind = token.type
        if kind == "RUN":
            if terminator is not None:
                return None
            if tags is None:
                tags = Tags(tuple(found))
                first = read_setup(tags, size).first or 0
            before, words = words, token.split()
            if before and before[-1].endswith(".") and words[0].endswith("."):  # two numbers for one ply
                return None
            written += len(words)
            if not _add_words(words, plies, first):
                return None
        elif kind == "TAGS":
            if "\\" in token:
                return None
            found += map(read_tag, _TAG.findall(token))
        elif kind == "COMMENT":
            if is_branch_label(source.text, token.start_pos or 0) or ("[" in token and TAG_LINE_INSIDE.search(token)):
                return None
            comment = Comment(token.rstrip()[1:-1])
            if terminator is not None:
                closing.append(comment)
            elif plies:
                notes.setdefault(len(plies) - 1, []).append(comment)
            else:
                leading.append(comment)
        elif terminator is not None or (terminator := _terminators.get(token.rstrip())) is None:
            return None
    if words and words[-1].endswith("."):  # a number that no ply follows
        return None
    for index, comments in notes.items():
        bare = plies[index]
        plies[index] = Ply(bare.move, bare.marks, tuple(comments), bare.letter, bare.text)
    if tags is None:
        tags = Tags(tuple(found))
        first = read_setup(tags, size).first or 0
    # Every number met is the one that belongs there, so none is missing where there are enough. No placeholder is met.
    standard = not (plies and first & 1) and written == len(plies) + (len(plies) + 1) // 2
    return Game(
        tags, tuple(plies), tuple(leading), terminator, tuple(closing), (), first, source, number,
        None if standard else _numbers(tokens),
    )  # fmt: skip


def _numbers(tokens: Sequence[Token]) -> tuple[MoveNumber, ...]:
    """Return the move numbers of a text of nothing but plies and right numbers."""
    plies = 0
    found: list[MoveNumber] = []
    for token in tokens:
        for word in token.split() if token.type == "RUN" else ():
            if word.endswith("."):
                found.append(MoveNumber(plies, word))
            else:
                plies += 1
    return tuple(found)


def _add_words(words: list[str], plies: list[Ply], first: int) -> bool:
    """Add the plies of a run of words to those read before; return False when a word needs a closer look."""
    known = plain_plies.get
    at = first + len(plies)
    if not at & 1 and words[::3] == _NUMBERS[at >> 1 : (at >> 1) + (len(words) + 2) // 3]:
        # Whole moves with the numbers that belong there are the rule: taken in slices, not word by word.
        bare = words.copy()
        del bare[::3]
        found = list(map(known, bare))
        if all(found):
            plies += cast(list[Ply], found)
            return True
    numbered = -1
    for word in words:
        ply = known(word)
        if ply is None:
            at = first + len(plies)
            if not at & 1 and at >> 1 < len(_NUMBERS) and word == _NUMBERS[at >> 1] and at != numbered:
                numbered = at
                continue
            ply = read_ply(word)
            if ply is None or ply is not known(word):
                return False
        plies.append(ply)
    return True
