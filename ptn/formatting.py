"""A text of games in standard form, with the proof that it says the same as before."""

from __future__ import annotations

import enum
from collections.abc import Collection
from dataclasses import replace
from typing import Final

from ptn.core.codes import WRONG_LETTER
from ptn.core.errors import PtnError
from ptn.notation.engine_notes import parse_note
from ptn.notation.ply import Comment, Ply
from ptn.notation.reader import read_text
from ptn.notation.record import Branch, Game, Tag, Tags, Terminator
from ptn.notation.tags import read_setup, result_of_tag
from ptn.notation.writer import Style, write_game
from ptn.replaying import branch_starts, play_line, setup_of
from ptn.rules.engine import Engine, engine_at_start

_UNKNOWN: Final = ("", "?")
"""Values of a tag that say nothing."""


class Part(enum.Enum):
    """What can be left out of a game when it is written."""

    COMMENTS = "comments"
    MARKS = "marks"
    BRANCHES = "branches"
    NOTES = "notes"


def format_game(
    game: Game,
    *,
    style: Style = Style.MINIMAL,
    strip: Collection[Part] = (),
    size: int | None = None,
    arrows: bool = False,
) -> str:
    """Return a game in standard form: ``standardized`` and written, and read again to prove that nothing was lost.

    ``size`` (3-8) is for games whose tags give none; ``arrows`` writes directions as ``↑ ↓ ← →``. Raises ``PtnError``
    when the text would not read as the same game, which keeps anything wrong from being written.
    """
    _refuse_guesses(game, size)
    wanted = standardized(stripped(game, strip), size)
    text = write_game(wanted, style, arrows=arrows)
    entries = list(read_text(text, size=size))
    if not wanted.tags and not wanted.plies and not entries:
        return text
    if len(entries) != 1 or entries[0].game != wanted:
        raise PtnError("the game would not read the same when written; nothing was written")
    return text


def _refuse_guesses(game: Game, size: int | None) -> None:
    """Raise ``PtnError`` for what the standard form would have to guess or leave out."""
    if read_setup(game.tags, size).first is None:
        raise PtnError("the tag TPS can't be read, so the number of the first ply is unknown")
    lines = (game.plies, *(branch.plies for branch in game.branches))
    if any(ply.letter is not None for plies in lines for ply in plies):
        from ptn.validation import validate

        for diagnostic in validate(game, size).diagnostics:
            if diagnostic.kind is WRONG_LETTER:
                raise PtnError(f"{diagnostic.message}; mend it, or leave the letter out")


def stripped(game: Game, parts: Collection[Part]) -> Game:
    """Return a game without comments, marks (but ``*``, which belongs to the move), branches or engine notes."""
    if not parts:
        return game

    def comments(found: tuple[Comment, ...]) -> tuple[Comment, ...]:
        if Part.COMMENTS in parts:
            return tuple(comment for comment in found if Part.NOTES not in parts and parse_note(comment) is not None)
        if Part.NOTES in parts:
            return tuple(comment for comment in found if parse_note(comment) is None)
        return found

    def plies(found: tuple[Ply, ...]) -> tuple[Ply, ...]:
        keep = Part.MARKS not in parts
        return tuple(
            replace(
                ply,
                marks=ply.marks if keep else tuple(mark for mark in ply.marks if mark == "*"),
                comments=comments(ply.comments),
                text=ply.text if keep else "",
            )
            for ply in found
        )

    branches = () if Part.BRANCHES in parts else game.branches
    return replace(
        game,
        plies=plies(game.plies),
        comments=comments(game.comments),
        closing=comments(game.closing),
        branches=tuple(
            replace(
                branch,
                plies=plies(branch.plies),
                comments=comments(branch.comments),
                closing=comments(branch.closing),
            )
            for branch in branches
        ),
    )


def standardized(game: Game, size: int | None = None) -> Game:
    """Return a game with what the standard form has and its text may lack.

    Every smash has its ``*``, the first ply of the opening ``double black stack`` its count, and a result that only the
    tag gives stands behind the moves too. A game without plies ends with a result or ``*``, or the next game in a file
    would run into it. What can't be played is left as it is.
    """
    tag = result_of_tag(game.tags.get("Result", ""))
    terminator = game.terminator
    if terminator is None and (tag is not None or not game.plies):
        terminator = Terminator(tag.code, tag) if tag is not None else Terminator("*", None)
    game = replace(game, terminator=terminator)
    setup = read_setup(game.tags, size).setup
    if setup is None:
        return game
    game = replace(game, plies=_smashes_marked(engine_at_start(setup), game.plies))
    branches = [
        branch if start is None else replace(branch, plies=_smashes_marked(start, branch.plies))
        for branch, start in zip(game.branches, branch_starts(game, setup), strict=True)
    ]
    return replace(game, branches=tuple(branches))


def with_size(game: Game, size: int) -> Game:
    """Return a game with the tag ``Size`` (3-8) where neither ``Size`` nor ``TPS`` says anything."""
    if any(game.tags.get(name, "").strip() not in _UNKNOWN for name in ("Size", "TPS")):
        return game
    given = Tag.of("Size", str(size))
    tags = [given if tag.name == "Size" and tag.value.strip() in _UNKNOWN else tag for tag in game.tags.items_in_order]
    return replace(game, tags=Tags(tags if given in tags else (*tags, given)))


def _smashes_marked(engine: Engine, plies: tuple[Ply, ...]) -> tuple[Ply, ...]:
    line = play_line(engine, plies)
    changed = list(plies)
    if line.old_stack is not None and line.played:
        changed[0] = replace(plies[0], move=line.old_stack, text="")
    for index in line.smashes:
        ply = changed[index]
        if not ply.smash:
            changed[index] = replace(ply, marks=("*", *ply.marks), text=_with_smash(ply.text))
    return tuple(changed)


def _with_smash(word: str) -> str:
    """Put the mark ``*`` into the spelling of a ply, in front of its other marks."""
    bare = word.rstrip("*'\"?!‘’“”")
    return f"{bare}*{word[len(bare) :]}" if word else ""


def rest_of_game(game: Game, index: int, size: int | None = None) -> Game:
    """Return the game from the ply at an index of the main line on, with a ``TPS`` tag for the position before it.

    ``index`` is from 0 to the number of plies. Branches that leave the main line before it are left out, and so are
    their own branches. Raises ``PtnError`` when the tags give no setup, and ``IllegalMoveError`` at an illegal ply
    before the index.
    """
    if not 0 <= index <= len(game.plies):
        raise PtnError(f"there is no ply at index {index}: the game has {len(game.plies)}")
    line = play_line(engine_at_start(setup_of(game, size)), game.plies[:index])
    if line.illegal is not None:
        raise line.illegal
    board = line.engine.board()
    start = Tag.of("TPS", board.tps)
    tags = [start if tag.name == "TPS" else tag for tag in game.tags.items_in_order]
    if start not in tags:
        tags.append(start)
    places: dict[int | None, int | None] = {None: None}
    branches: list[Branch] = []
    for number, branch in enumerate(game.branches):
        at = branch.at - index if branch.parent is None else branch.at
        if at >= 0 and branch.parent in places:
            places[number] = len(branches)
            branches.append(replace(branch, parent=places[branch.parent], at=at))
    return replace(
        game,
        tags=Tags(tuple(tags)),
        plies=game.plies[index:],
        comments=game.comments if not index else (),
        branches=tuple(branches),
        first=2 * (board.counter - 1) + board.turn,
        source=None,
        move_numbers=None,
    )
