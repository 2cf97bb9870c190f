"""Is a game right? Its tags, its numbering, every ply against the rules, and the three witnesses of its result."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial

from ptn.core.codes import (
    MISSING_SMASH,
    NO_RESULT,
    NO_SIZE,
    OLD_OPENING_STACK,
    POINTS_DIFFER,
    RESULT_CONFLICT,
    RESULT_KIND,
    RESULT_MISSING,
    RESULT_WRONG,
    UNKNOWN_TINUE,
    WRONG_LETTER,
    WRONG_SMASH,
    Code,
    Severity,
)  # fmt: skip
from ptn.core.errors import Diagnostic, PtnError
from ptn.core.findings import Findings
from ptn.core.result import How, Result
from ptn.core.setup import Setup
from ptn.core.source import Location
from ptn.notation.fine import Places, find_places
from ptn.notation.ply import Ply
from ptn.notation.record import Entry, Game, ply_label
from ptn.notation.tag_checks import tag_remarks
from ptn.notation.tags import TagRemark, read_setup, result_of_tag, setup_remarks
from ptn.replaying import Replayed, branch_starts, named_in_game, play_line
from ptn.rules.engine import Engine, engine_at_start
from ptn.rules.position import Position


@dataclass(frozen=True, slots=True)
class Report:
    """What validating a game found: the diagnostics in the order of the text, and the position it ends in.

    ``position`` is that after the last ply that could be played, None when the tags give no setup; ``played`` is the
    number of plies of the main line that were legal. ``main_line_ok`` tells that there is no error, or only some in
    branches.
    """

    diagnostics: tuple[Diagnostic, ...]
    position: Position | None
    played: int
    main_line_ok: bool = False

    @property
    def ok(self) -> bool:
        """Whether there is no error; warnings and infos may be there."""
        return not any(diagnostic.is_error for diagnostic in self.diagnostics)


def validate(game: Game, size: int | None = None, *, marks: bool = False, tinue_depth: int = 1) -> Report:
    """Check a game that was read without faults; ``size`` (3-8) is for games whose tags give none.

    With ``marks`` also whether ``'`` and ``''`` stand where they should; ``tinue_depth`` is that of ``annotate``.
    """
    return _Validation(game, size, (), tinue_depth if marks else None).run(game_is_whole=True)


def validate_entry(entry: Entry, size: int | None = None, *, marks: bool = False, tinue_depth: int = 1) -> Report:
    """Check a game as read, with what reading it found: of a broken game, all that stands before the fault."""
    validation = _Validation(entry.partial, size, entry.diagnostics, tinue_depth if marks else None)
    return validation.run(game_is_whole=entry.main_line_whole)


class _Validation:
    """One game under examination. Places are looked up only when there is something to say.

    ``tinue_depth`` is None when the marks ``'`` and ``''`` are not looked at.
    """

    def __init__(
        self, game: Game, size: int | None, known: Iterable[Diagnostic] = (), tinue_depth: int | None = None
    ) -> None:
        self.game = game
        self.size = size
        self.tinue_depth = tinue_depth
        self.diagnostics = Findings(known)
        self._known = len(self.diagnostics)
        self._places: Places | None = None

    def run(self, *, game_is_whole: bool) -> Report:
        game = self.game
        reading = read_setup(game.tags, self.size)
        if game_is_whole:
            for remark in tag_remarks(game.tags):
                self._say_of_tag(remark)
        if reading.remarks and (game_is_whole or reading.setup is not None or game.tags):
            for remark in setup_remarks(game.tags, reading):
                if game_is_whole or remark.kind is not NO_SIZE:  # which may stand behind the fault
                    self._say_of_tag(remark)
        setup = reading.setup
        if setup is None:
            return self._report(None, 0)
        if setup.start is not None:
            from ptn.rules.reachability import doubts

            for doubt in doubts(setup.start, setup):
                self._say(doubt.kind, doubt.message, self._tag_place("TPS"))
        first = reading.first or 0
        line = play_line(engine_at_start(setup), game.plies)
        self._line(
            line, game.plies, first, lambda index: self._places_found().plies[index], lambda: engine_at_start(setup)
        )
        main_line_ok = False
        if game_is_whole and line.illegal is None:
            self._result(line.engine.result)
            main_line_ok = not any(diagnostic.is_error for diagnostic in self.diagnostics[self._known :])
            self._points()
            if self.game.branches:
                self._branches(setup)
        if self.tinue_depth is not None:
            self._marks(self.tinue_depth)
        return self._report(Position.from_engine(line.engine), line.played, main_line_ok)

    def _report(self, position: Position | None, played: int, main_line_ok: bool = False) -> Report:
        self.diagnostics.close()
        if len(self.diagnostics) > 1:
            self.diagnostics.sort(key=lambda diagnostic: diagnostic.where.offset if diagnostic.where else 0)
        return Report(tuple(self.diagnostics), position, played, main_line_ok)

    # -- what is said, and where ----

    def _places_found(self) -> Places:
        if self._places is None:
            self._places = find_places(self.game)
        return self._places

    def _say(
        self, kind: Code, message: str, span: Callable[[], tuple[int, int]], hint: str = "", ply: str | None = None
    ) -> None:
        if not self.diagnostics.takes(kind):
            return
        where: Location | None = None
        if self.game.source is not None:
            where = self.game.source.locate(*span())
        self.diagnostics.append(Diagnostic.of(kind, message, hint=hint, where=where, ply=ply, game=self.game.number))

    def _tag_place(self, name: str) -> Callable[[], tuple[int, int]]:
        def span() -> tuple[int, int]:
            index = next(index for index, tag in enumerate(self.game.tags.items_in_order) if tag.name == name)
            return self._places_found().tags[index]

        return span

    def _say_of_tag(self, remark: TagRemark) -> None:
        def span() -> tuple[int, int]:
            if remark.index is None:
                return (0, 0)
            start, end = self._places_found().tags[remark.index]
            if remark.end:
                assert self.game.source is not None
                quote = self.game.source.text.index('"', start) + 1
                if "\\" not in self.game.source.text[start:end]:
                    return quote + remark.start, quote + remark.end
            return start, end

        self._say(remark.kind, remark.message, span, remark.hint)

    # -- plies ----

    def _line(
        self,
        line: Replayed,
        plies: tuple[Ply, ...],
        first: int,
        place: Callable[[int], tuple[int, int]],
        before: Callable[[], Engine],
    ) -> None:
        """Report the illegal ply of a line and what the board says about marks and letters."""
        if line.old_stack and line.played:
            self._say(
                OLD_OPENING_STACK, f"the first ply of the opening double black stack is written 2{plies[0].move}",
                lambda: place(0), ply=ply_label(first),
            )  # fmt: skip
        special = [index for index, ply in enumerate(plies[: line.played + 1]) if ply.marks or ply.letter is not None]
        marked = [index for index in special if index < line.played and plies[index].smash]
        if marked != line.smashes:
            for index in sorted(set(marked) ^ set(line.smashes)):
                self._say_smash(index, plies[index], first, place, missing=index in line.smashes)
        lettered = [index for index in special if plies[index].letter is not None]
        if lettered:
            self._letters(lettered, plies, first, place, before())
        if line.illegal is not None:
            error, index = named_in_game(line, plies, first), line.played
            self._say(error.reason, error.message, lambda: place(index), ply=ply_label(first + index))

    def _say_smash(
        self, index: int, ply: Ply, first: int, place: Callable[[int], tuple[int, int]], *, missing: bool
    ) -> None:
        label = ply_label(first + index)
        if missing:
            self._say(
                MISSING_SMASH, f"{ply.move} smashes a wall: the mark * is missing", lambda: place(index),
                f"it is written {ply.move}*", label,
            )  # fmt: skip
        else:
            self._say(WRONG_SMASH, f"{ply.move} smashes no wall: the mark * is wrong", lambda: place(index), ply=label)

    def _letters(
        self,
        lettered: list[int],
        plies: tuple[Ply, ...],
        first: int,
        place: Callable[[int], tuple[int, int]],
        engine: Engine,
    ) -> None:
        """Compare the piece letters of spreads with the tops of the stacks they move."""
        done = 0
        for index in lettered:
            play_line(engine, plies[done:index])
            done, ply = index, plies[index]
            if not ply.move.square.on_board(engine.size):
                return
            stack = Position.from_engine(engine).stack(ply.move.square)
            if stack is not None and stack.top is not ply.letter:
                self._say(
                    WRONG_LETTER, f"the top of {ply.move.square} is a {stack.top}, not a {ply.letter}",
                    partial(place, index), ply=ply_label(first + index),
                )  # fmt: skip

    # -- branches ----

    def _branches(self, setup: Setup) -> None:
        starts = branch_starts(self.game, setup)
        for number, (branch, start) in enumerate(zip(self.game.branches, starts, strict=True)):
            assert start is not None, "an illegal ply has ended this before"
            line = play_line(start.copy(), branch.plies)
            self._line(line, branch.plies, start.ply, partial(self._branch_place, number), start.copy)
            if line.illegal is not None:
                return  # branches of this one may hang in the air: one fault, one diagnostic

    def _branch_place(self, number: int, index: int) -> tuple[int, int]:
        return self._places_found().branches[number][index]

    # -- marks of tak and tinuë ----

    def _marks(self, tinue_depth: int) -> None:
        from ptn.annotation import PlyPlace, examine_marks

        def span(place: PlyPlace) -> Callable[[], tuple[int, int]]:
            if place.branch is None:
                return lambda: self._places_found().plies[place.index]
            return partial(self._branch_place, place.branch, place.index)

        report = examine_marks(self.game, tinue_depth=tinue_depth, size=self.size)
        for fault in report.faults:
            if fault.kind not in (MISSING_SMASH, WRONG_SMASH):  # which are reported with the plies
                hint = f"it is written {fault.right}"
                self._say(fault.kind, fault.message, span(fault.place), hint, fault.place.label)
        for place in report.unknown:
            message = "the search for tinuë ran out of nodes: whether the mark '' is right is not known"
            self._say(UNKNOWN_TINUE, message, span(place), ply=place.label)

    # -- the result ----

    def _result(self, board: Result | None) -> None:
        """Compare the three witnesses: the tag, the result behind the moves, and the board."""
        game = self.game
        value = game.tags.get("Result", "").strip()
        tag = result_of_tag(value)
        terminator = game.terminator.result if game.terminator else None
        tag_place = self._tag_place("Result") if "Result" in game.tags else _nowhere
        if tag is not None and tag == terminator:
            self._witness(tag, board, "the tag Result and the result behind the moves say", tag_place)
        else:
            wrong = self._witness(tag, board, "the tag Result says", tag_place)
            wrong |= self._witness(
                terminator, board, "the result behind the moves is", lambda: self._places_found().terminator
            )
            if not wrong and tag is not None and terminator is not None:
                same_winner = tag.winner == terminator.winner
                self._say(
                    RESULT_KIND if same_winner else RESULT_CONFLICT,
                    f"the tag Result says {tag}, the result behind the moves is {terminator}", tag_place,
                    "one of the two is wrong",
                )  # fmt: skip
        end = self._end
        if tag is not None and game.terminator is None and game.plies:
            self._say(NO_RESULT, "no result after the last move", end, f"the tag Result says {tag}")
        if board is not None and tag is None and terminator is None:
            self._say(RESULT_MISSING, f"the board shows {board}, but no result is recorded", end)

    def _points(self) -> None:
        """Compare the tag ``Points`` with the points of the winner, where the result is beyond doubt."""
        if "Points" not in self.game.tags or any(diagnostic.is_error for diagnostic in self.diagnostics):
            return
        from ptn.notation.tag_views import TagViews
        from ptn.scoring import score

        said = TagViews(self.game.tags).points
        try:
            points = score(self.game, size=self.size).points
        except PtnError:
            return  # two witnesses of the result that can't both be right
        if said is None or said == points.white + points.black:
            return
        if points.makeup:
            squares, unplayed = (item.points for item in points.makeup)
            right = f"the winner has {squares + unplayed}: {squares} squares and {unplayed} unplayed pieces"
        else:
            right = "nobody has won, so nobody has points"
        self._say(POINTS_DIFFER, f"the tag Points says {said}, but {right}", self._tag_place("Points"))

    def _end(self) -> tuple[int, int]:
        places = self._places_found()
        if places.plies:
            return places.plies[-1]
        return (max(0, places.end - 1), places.end)

    def _witness(
        self, said: Result | None, board: Result | None, who: str, place: Callable[[], tuple[int, int]]
    ) -> bool:
        """Compare one recorded result with the board; return whether something was wrong with it."""
        if said is None or said == board:
            return False
        if board is None:
            if said.how in (How.OTHER, How.DRAW):
                return False  # resignation, time or agreement: outside of the board
            shown = "no road" if said.how is How.ROAD else "an unfinished game: there are empty squares and pieces left"
            hint = "a win by resignation or on time is written 1-0 or 0-1; a ply may be missing"
            self._say(RESULT_WRONG, f"{who} {said}, but the board shows {shown}", place, hint)
        elif said.winner == board.winner and said.how is How.OTHER:
            self._say(
                RESULT_KIND, f"{who} {said} (resignation or time), but the board shows {board}", place,
                f"a win by {board.how} is written {board}",
            )  # fmt: skip
        else:
            message = f"{who} {said}, but the board shows {board} ({_in_words(board)})"
            self._say(
                RESULT_WRONG, message, place, f"if the plies are right, write {board} in the tag and behind the moves"
            )
        return True


def _nowhere() -> tuple[int, int]:
    return (0, 0)


def _in_words(result: Result) -> str:
    if result.winner is None:
        return "a draw"
    return f"{result.winner.title} has a road" if result.how is How.ROAD else f"{result.winner.title} has more flats"


def strict(diagnostic: Diagnostic) -> Diagnostic:
    """Return a diagnostic as it counts under ``--strict``: a warning becomes an error."""
    return replace(diagnostic, severity=Severity.ERROR) if diagnostic.severity is Severity.WARNING else diagnostic
