"""The marks that the board justifies: ``*`` on a smash, ``'`` on tak, ``''`` on tinuë (docs/rules.md, "Tak and tinuë").

Marks that judge a ply (``?``, ``!``) stay, in their order. A missing ``*`` goes in front of all marks, and a missing
``'`` or ``''`` behind the ``*``, or in front where there is none; one that takes the place of a wrong one stands where
that one stood. A tinuë is marked ``''`` and not ``'`` too, and a ply that ends the game has neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from ptn.core.codes import (
    MISSING_SMASH,
    MISSING_TAK,
    MISSING_TINUE,
    WRONG_SMASH,
    WRONG_TAK,
    WRONG_TINUE,
    Code,
)  # fmt: skip
from ptn.core.errors import IllegalMoveError, PtnError
from ptn.core.moves import Move
from ptn.core.result import How
from ptn.notation.ply import Ply, read_ply, spelled
from ptn.notation.record import Branch, Game, ply_label
from ptn.replaying import branch_starts, play_line, setup_of
from ptn.rules.engine import Engine, engine_at_start
from ptn.rules.position import Position
from ptn.rules.tak import is_tinue, search_tinue, threats
from ptn.rules.threats import road_keys

NODE_LIMIT: Final = 20_000
"""How many plies a search for tinuë plays for one ply of a game unless told otherwise; most of a second.

No position comes near it with a depth of 1, which takes at most one node for each reply.
"""

SMASH: Final = "*"
TAK: Final = "'"
TINUE: Final = "''"


@dataclass(frozen=True, slots=True)
class PlyPlace:
    """Where in a game a ply stands.

    ``branch`` is the index of its branch in ``Game.branches``, None for the main line, ``index`` its own index within
    that line, from 0, and ``label`` its move number and side, such as ``6w``.
    """

    branch: int | None
    index: int
    label: str


@dataclass(frozen=True, slots=True)
class MarkFault:
    """A mark that is wrong or missing: what kind, which ply, in words why, and the ply as it should be written."""

    kind: Code
    place: PlyPlace
    message: str
    ply: Ply
    right: Ply


@dataclass(frozen=True, slots=True)
class MarkReport:
    """What the board says about the marks of a game.

    ``game`` is the game with the right marks; it is the same game exactly when there are no ``faults``. ``unknown`` are
    the plies whose search for tinuë ran out of nodes, so that a ``''`` was neither removed nor added. ``illegal`` is
    what is wrong with the first ply that can't be played, None when all can; the plies behind it, and the branches that
    leave them, are as they were.
    """

    game: Game
    faults: tuple[MarkFault, ...]
    unknown: tuple[PlyPlace, ...]
    illegal: IllegalMoveError | None = None


def annotate(game: Game, *, tinue_depth: int = 1, size: int | None = None, node_limit: int = NODE_LIMIT) -> Game:
    """Return a game with the right ``*``, ``'`` and ``''`` on all plies of the main line and of the branches.

    ``tinue_depth`` is how many plies of the player, the marked one included, may come before the road: 1 for tinuë
    itself, *n* for tinuë in *n*, 0 to leave every ``''`` as it is. ``node_limit`` bounds the search for each ply; where
    it runs out nothing is guessed, and ``examine_marks`` says where that was. ``size`` (3-8) is for games whose tags
    give none.

    Raises ``PtnError`` when the tags give no setup, ``IllegalMoveError`` when a ply is illegal, and ``ValueError`` for
    a number below 0.

    >>> from ptn.notation.reader import parse_game
    >>> game = annotate(parse_game('[Size "4"] 1. a4 d1 2. a2 b4 3. b2' + "' c4! 4. c2 d4 0-R"))
    >>> " ".join(map(str, game.plies))
    "a4 d1 a2 b4 b2 c4'! c2' d4"
    """
    report = examine_marks(game, tinue_depth=tinue_depth, size=size, node_limit=node_limit)
    if report.illegal is not None:
        raise report.illegal
    return report.game


def mark_faults(
    game: Game, *, tinue_depth: int = 1, size: int | None = None, node_limit: int = NODE_LIMIT
) -> tuple[MarkFault, ...]:
    """Return the marks that ``annotate`` would change, those of the main line first; nothing exactly when all is right.

    Of a game with an illegal ply, those of the plies that can be played. Raises ``PtnError`` when the tags give no
    setup, and ``ValueError`` for a number below 0.
    """
    return examine_marks(game, tinue_depth=tinue_depth, size=size, node_limit=node_limit).faults


def examine_marks(
    game: Game, *, tinue_depth: int = 1, size: int | None = None, node_limit: int = NODE_LIMIT
) -> MarkReport:
    """Return all there is to say about the marks of a game; the arguments are those of ``annotate``.

    Raises ``PtnError`` when the tags give no setup and ``ValueError`` for a number below 0; never for an illegal ply.
    """
    if tinue_depth < 0 or node_limit < 0:
        raise ValueError(f"a depth of {tinue_depth} and a limit of {node_limit} nodes: both must be 0 or more")
    setup = setup_of(game, size)
    examination = _Examination(tinue_depth, node_limit)
    plies = examination.line(engine_at_start(setup), game.plies, None)
    branches: list[Branch] = []
    for number, (branch, start) in enumerate(zip(game.branches, branch_starts(game, setup), strict=True)):
        if start is None:  # behind an illegal ply, which has been met before
            branches.append(branch)
        else:
            branches.append(replace(branch, plies=examination.line(start, branch.plies, number)))
    if examination.faults:
        marked = replace(game, plies=plies, branches=tuple(branches))
        if _without_marks(marked) != _without_marks(game):
            raise PtnError("more than marks would change; nothing was changed")
        game = marked
    return MarkReport(game, tuple(examination.faults), tuple(examination.unknown), examination.illegal)


class _Examination:
    """The lines of one game under examination."""

    def __init__(self, tinue_depth: int, node_limit: int) -> None:
        self.tinue_depth: Final = tinue_depth
        self.node_limit: Final = node_limit
        self.faults: list[MarkFault] = []
        self.unknown: list[PlyPlace] = []
        self.illegal: IllegalMoveError | None = None

    def line(self, engine: Engine, plies: Sequence[Ply], branch: int | None) -> tuple[Ply, ...]:
        """Play a line on an engine, in place, and return its plies with the right marks."""
        first = engine.ply
        done: list[Ply] = []
        for index, ply in enumerate(plies):
            played = play_line(engine, (ply,))
            if played.illegal is not None:
                self.illegal = self.illegal or played.illegal
                return (*done, *plies[index:])
            place = PlyPlace(branch, index, ply_label(first + index))
            done.append(self._ply(engine, ply, place, smash=bool(played.smashes)))
        return tuple(done)

    def _ply(self, engine: Engine, ply: Ply, place: PlyPlace, *, smash: bool) -> Ply:
        """Judge the marks of the ply that led to where the engine stands, and return it with the right ones."""
        threat: Move | None = None
        tinue: bool | None = None
        if engine.result is None:
            key = next(road_keys(engine, engine.turn.other), None)
            threat = None if key is None else engine.geometry.moves[key]
        if self.tinue_depth:
            tinue = self._is_tinue(engine, is_tak=threat is not None)
            if tinue is None:
                self.unknown.append(place)
        found: list[tuple[Code, str]] = []
        marks = _judge_smash(ply, smash, found)
        marks = self._judge_threat(ply.move, marks, threat, tinue, engine, found)
        if not found:
            return ply
        right = _with_marks(ply, marks)
        self.faults += (MarkFault(kind, place, message, ply, right) for kind, message in found)
        return right

    def _is_tinue(self, engine: Engine, *, is_tak: bool) -> bool | None:
        """Whether the ply that led here forces a road within the depth; None when the nodes ran out before."""
        if engine.result is not None:
            return False
        left = self.node_limit - engine.count_legal()
        if left < 0:
            return None
        position = Position.from_engine(engine)
        if is_tinue(position):
            return True
        if self.tinue_depth == 1 or not is_tak or threats(position):
            return False
        attacker = engine.turn.other
        for reply in position.legal_moves():
            after = position.play(reply)
            if after.result is not None:
                if after.result.how is How.ROAD and after.result.winner is attacker:
                    continue
                return False
            search = search_tinue(after, self.tinue_depth - 1, left)
            left -= search.nodes
            if not search.forced:
                return search.forced
        return True

    def _judge_threat(
        self,
        move: Move,
        marks: tuple[str, ...],
        threat: Move | None,
        tinue: bool | None,
        engine: Engine,
        found: list[tuple[Code, str]],
    ) -> tuple[str, ...]:
        """Judge ``'`` and ``''``: add what is wrong to ``found``, and return the marks with the right one of them.

        ``threat`` is a ply that would complete a road, None when the ply is no tak.
        """
        if tinue is None and TINUE in marks:  # nobody knows, so it stays, and says no less than ' would
            wanted, allowed = "", {TINUE} if threat is None else {TINUE, TAK}
        else:
            wanted = TINUE if tinue else TAK if threat is not None else ""
            allowed = {wanted}
        over = engine.result is not None
        if TINUE in marks and TINUE not in allowed:
            if over or threat is None:
                why = f"{move} ends the game" if over else f"{move} threatens no road"
            elif self.tinue_depth == 1:
                why = f"{move} is tak but no tinuë, {_refutation(engine)} answers it"
            else:
                why = f"{move} is tak but no tinuë in {self.tinue_depth}"
            found.append((WRONG_TINUE, f"{why}: the mark '' is wrong"))
        if TAK in marks and TAK not in allowed:
            if wanted == TINUE:
                if TINUE in marks:
                    found.append((WRONG_TAK, "the mark ' says nothing that '' does not say"))
            else:
                why = f"{move} ends the game" if over else f"{move} threatens no road"
                found.append((WRONG_TAK, f"{why}: the mark ' is wrong"))
        for mark, kind in ((TAK, WRONG_TAK), (TINUE, WRONG_TINUE)):
            if mark in allowed and marks.count(mark) > 1:
                found.append((kind, f"the mark {mark} stands there more than once"))
        if wanted and wanted not in marks:
            if wanted == TINUE:
                depth = "" if self.tinue_depth == 1 else f" in {self.tinue_depth} or less"
                found.append((MISSING_TINUE, f"{move} is tinuë{depth}: the mark '' is missing"))
            elif TINUE not in marks:
                found.append((MISSING_TAK, f"{move} threatens {threat}, which completes a road: the mark ' is missing"))
        return _threat_marked(marks, wanted, allowed)


def _judge_smash(ply: Ply, smash: bool, found: list[tuple[Code, str]]) -> tuple[str, ...]:
    """Judge ``*``: add what is wrong to ``found``, and return the marks with it, or without."""
    if smash == (SMASH in ply.marks):
        return ply.marks
    if smash:
        found.append((MISSING_SMASH, f"{ply.move} smashes a wall: the mark * is missing"))
        return (SMASH, *ply.marks)
    found.append((WRONG_SMASH, f"{ply.move} smashes no wall: the mark * is wrong"))
    return tuple(mark for mark in ply.marks if mark != SMASH)


def _threat_marked(marks: tuple[str, ...], wanted: str, allowed: set[str]) -> tuple[str, ...]:
    """Return marks with the allowed ones of ``'`` and ``''``, once each, and with the wanted one, if any."""
    new: list[str] = []
    for mark in marks:
        if mark in (TAK, TINUE):
            if mark not in allowed and wanted not in marks:
                mark = wanted
            if mark not in allowed or mark in new or not mark:
                continue
        new.append(mark)
    if wanted and wanted not in new:
        new.insert(new.index(SMASH) + 1 if SMASH in new else 0, wanted)
    return tuple(new)


def _refutation(engine: Engine) -> Move:
    """Return a reply to a tak that is no tinuë after which the player has no ply that completes a road."""
    position = Position.from_engine(engine)
    winning = threats(position)
    if winning:
        return winning[0]
    for reply in position.legal_moves():
        after = position.play(reply)
        road = after.result is not None and after.result.how is How.ROAD and after.result.winner is after.turn
        if not road and not threats(after):
            return reply
    raise AssertionError("a tinuë has no refutation")


_MARK_CHARACTERS: Final = "*'\"?!‘’“”"


def _with_marks(ply: Ply, marks: tuple[str, ...]) -> Ply:
    """Return a ply with other marks, also in the word it is spelled as."""
    # Marks that are neighbours now may read as one: what stands in the text decides.
    written = read_ply(f"a1>{spelled(marks)}")
    assert written is not None, marks
    bare = ply.text.rstrip(_MARK_CHARACTERS)
    return replace(
        ply,
        marks=written.marks,
        text=f"{bare}{spelled(written.marks)}" if bare else "",
        remarks=tuple(remark for remark in ply.remarks if remark.end <= len(bare)),
    )


def _without_marks(game: Game) -> Game:
    """Return a game without the marks that the board decides about; those that judge a ply as one text."""

    def bare(plies: tuple[Ply, ...]) -> tuple[Ply, ...]:
        return tuple(
            replace(ply, marks=("".join(mark for mark in ply.marks if mark not in (SMASH, TAK, TINUE)),))
            for ply in plies
        )

    branches = tuple(replace(branch, plies=bare(branch.plies)) for branch in game.branches)
    return replace(game, plies=bare(game.plies), branches=branches)
