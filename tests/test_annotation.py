"""Marks that the board justifies (docs/rules.md, "Tak and tinuë"; K54), in a record and as diagnostics."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
from findings import found

from ptn.annotation import MarkReport, PlyPlace, annotate, examine_marks, mark_faults
from ptn.core.codes import MISSING_TAK, MISSING_TINUE, WRONG_SMASH, WRONG_TAK, WRONG_TINUE
from ptn.core.errors import IllegalMoveError, PtnError
from ptn.core.moves import Spread
from ptn.core.setup import Setup
from ptn.formatting import Part, format_game, standardized, stripped
from ptn.notation.ply import Comment, Ply
from ptn.notation.reader import parse_game, parse_games, read_games, read_text
from ptn.notation.record import Game, Tag, Tags
from ptn.notation.writer import Style
from ptn.replaying import replay
from ptn.rules.engine import Engine
from ptn.rules.position import Position
from ptn.rules.tak import is_tak, is_tinue, search_tinue, threats
from ptn.validation import validate, validate_entry

K54 = """[Size "4"] 1. a4 d1 2. a2 b4 3. b2' c4' 4. c2' d4 0-R"""

CROSS = '[TPS "2,x,1,x/x2,1,x/1,1,x2/2,x3 1 9"]'
"""White's c2 threatens d2 and c1, and no reply stops both."""

DEEP = '[TPS "x3,112/x,1,2221,21S/x,121,2,x/1,x2,2 1 17"]'
"""White forces a road with tinuë in 2: b1, and b3- against the longest reply, c2<."""


def plies(game: Game) -> str:
    return " ".join(map(str, game.plies))


def marked(text: str, depth: int = 1) -> str:
    return plies(annotate(parse_game(text), tinue_depth=depth))


def faults(text: str, depth: int = 1) -> list[tuple[str, str, str]]:
    """Every fault as label, name of the code and the ply as it should be."""
    return [
        (fault.place.label, fault.kind.name, str(fault.right))
        for fault in mark_faults(parse_game(text), tinue_depth=depth)
    ]


# Tak


def test_k54_tak_marks() -> None:
    """3. b2 threatens nothing, 3... c4 threatens d4, and 4. c2 is tak although it loses at once."""
    assert marked(K54) == "a4 d1 a2 b4 b2 c4' c2' d4"
    assert faults(K54) == [("3w", "wrong-tak", "b2")]
    assert marked(K54.replace("'", "")) == "a4 d1 a2 b4 b2 c4' c2' d4"
    assert faults(K54.replace("'", "")) == [("3b", "missing-tak", "c4'"), ("4w", "missing-tak", "c2'")]


def test_a_fault_says_why() -> None:
    [wrong] = mark_faults(parse_game(K54))
    assert wrong.message == "b2 threatens no road: the mark ' is wrong"
    assert wrong.kind is WRONG_TAK
    assert wrong.place == PlyPlace(None, 4, "3w")
    missing, _ = mark_faults(parse_game(K54.replace("'", "")))
    assert missing.message == "c4 threatens d4, which completes a road: the mark ' is missing"
    assert missing.kind is MISSING_TAK


def test_the_ply_that_ends_the_game_has_no_mark() -> None:
    """A mark is right only when the game is not over (docs/rules.md, "Tak and tinuë")."""
    assert marked(K54.replace("d4 0-R", "d4' 0-R")).endswith(" d4")
    assert marked(K54.replace("d4 0-R", "d4'' 0-R")).endswith(" d4")
    found_ = mark_faults(parse_game(K54.replace("b2'", "b2").replace("d4 0-R", "d4'' 0-R")))
    assert [fault.message for fault in found_] == ["d4 ends the game: the mark '' is wrong"]
    # Black's last piece ends the game by flats; with one more in hand, d2 would come next.
    text = '[TPS "x4/x4/2,2,x2/1,1,1S,x 2 4"][Flats2 "{}"] 4... {}'
    assert marked(text.format(3, "c2'")) == "c2"
    assert marked(text.format(4, "c2")) == "c2'"


def test_a_threat_of_the_opponent_is_no_tak() -> None:
    """The mark says what the player who made the ply could do."""
    assert marked('[TPS "x4/x4/2,2,2,x/1,1,x2 1 4"] 4. a4\'') == "a4"


def test_the_first_plies_threaten_nothing() -> None:
    assert marked("[Size \"3\"] 1. a1' c3''") == "a1 c3"


# Tinuë


def test_tinue_takes_the_place_of_tak() -> None:
    assert marked(f"{CROSS} 9. c2") == "c2''"
    assert marked(f"{CROSS} 9. c2!'?") == "c2!''?"
    assert marked(f"{CROSS} 9. c2''") == "c2''"
    assert marked(f'{CROSS} 9. c2"') == "c2''"
    assert faults(f"{CROSS} 9. c2'") == [("9w", "missing-tinue", "c2''")]


def test_a_tinue_is_not_marked_as_tak_too() -> None:
    assert marked(f"{CROSS} 9. c2'\"") == "c2''"
    assert faults(f"{CROSS} 9. c2'\"") == [("9w", "wrong-tak", "c2''")]


def test_a_wrong_tinue_becomes_tak_or_goes() -> None:
    """Without b2 the only threat of c2 is c1, and a stone there answers it."""
    weaker = CROSS.replace("1,1,x2", "1,x3")
    assert marked(f"{weaker} 9. c2''!") == "c2'!"
    [fault] = mark_faults(parse_game(f"{weaker} 9. c2''"))
    assert fault.kind is WRONG_TINUE
    assert fault.message == "c2 is tak but no tinuë, c1 answers it: the mark '' is wrong"
    assert marked(f"{CROSS} 9. d1''?") == "d1?"
    [fault] = mark_faults(parse_game(f"{CROSS} 9. d1''"))
    assert fault.message == "d1 threatens no road: the mark '' is wrong"
    assert faults(f"{CROSS} 9. d1'\"") == [("9w", "wrong-tinue", "d1"), ("9w", "wrong-tak", "d1")]


def test_a_win_of_the_opponent_answers_tinue() -> None:
    """No reply of the opponent may win (docs/rules.md, "Tak and tinuë"): Black completes rank 1 at b1."""
    text = "[TPS \"x,1,x3/x,1,x3/x,1,x3/1,1,1,x2/2,x,2,2,2 1 9\"] 9. d2''"
    [fault] = mark_faults(parse_game(text))
    assert fault.message == "d2 is tak but no tinuë, b1 answers it: the mark '' is wrong"
    assert marked(text) == "d2'"
    assert marked(text, 2) == "d2'"


def test_depth_0_leaves_tinue_alone() -> None:
    assert marked(f"{CROSS} 9. c2", 0) == "c2'"
    assert marked(f"{CROSS} 9. c2''", 0) == "c2''"
    assert marked(f"{CROSS} 9. d1''", 0) == "d1''"
    assert marked(f"{CROSS} 9. d1'\"", 0) == "d1''"
    assert examine_marks(parse_game(f"{CROSS} 9. c2"), tinue_depth=0).unknown == ()


def test_a_deeper_tinue() -> None:
    """Every ply of the attacker is tak, and each reply one that stops every threat (docs/rules.md, "Tak and tinuë")."""
    text = f"{DEEP} 17. b1"
    assert marked(text, 1) == "b1'"
    assert marked(text, 2) == marked(text, 3) == "b1''"
    [fault] = mark_faults(parse_game(text), tinue_depth=3)
    assert fault.kind is MISSING_TINUE
    assert fault.message == "b1 is tinuë in 3 or less: the mark '' is missing"
    assert faults(f"{text}''", 1) == [("17w", "wrong-tinue", "b1'")]
    [fault] = mark_faults(parse_game(f"{DEEP} 17. a3''"), tinue_depth=2)
    assert fault.message == "a3 is tak but no tinuë in 2: the mark '' is wrong"


@pytest.mark.parametrize("depth", [1, 2])
def test_a_reply_that_ends_the_game_by_flats_answers_tinue(depth: int) -> None:
    """With Black's last piece flats are counted, and White has no ply left to complete a road."""
    assert marked(f'{CROSS}[Flats2 "4"] 9. c2', depth) == "c2''"
    assert marked(f'{CROSS}[Flats2 "3"] 9. c2', depth) == "c2'"


def test_without_nodes_nothing_is_guessed() -> None:
    for marks in ("", "!", "'", "''"):
        game = parse_game(f"{CROSS} 9. c2{marks}")
        report = examine_marks(game, node_limit=3)
        assert report.unknown == (PlyPlace(None, 0, "9w"),)
        expected = {"": "c2'", "!": "c2'!"}.get(marks, f"c2{marks}")
        assert plies(report.game) == expected
    # What is known without a search is said all the same: nothing is threatened.
    assert plies(annotate(parse_game(f"{CROSS} 9. d1'"), node_limit=0)) == "d1"
    assert plies(annotate(parse_game(f"{CROSS} 9. c2'\""), node_limit=0)) == "c2'\""


def test_more_nodes_only_turn_unknown_into_an_answer() -> None:
    game = parse_game(f"{DEEP} 17. b1")
    answers = []
    for limit in (0, 100, 400, 1_000, 5_000, 20_000):
        report = examine_marks(game, tinue_depth=3, node_limit=limit)
        answers.append(None if report.unknown else "''" in report.game.plies[0].marks)
    assert answers[0] is None
    assert answers[-1] is True
    assert False not in answers
    assert answers == sorted(answers, key=bool)


@pytest.mark.parametrize("numbers", [{"tinue_depth": -1}, {"node_limit": -1}])
def test_numbers_below_0(numbers: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="both must be 0 or more"):
        examine_marks(parse_game(K54), **numbers)


# Marks beside each other


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("c4-", "c4-*'"),
        ("c4-!", "c4-*'!"),
        ("c4-!*?", "c4-!*'?"),
        ("c4-'!*", "c4-'!*"),
        ("c4-!'", "c4-*!'"),
        ('c4-!"*', "c4-!'*"),
        ("c4-*'!'", "c4-*'!"),
    ],
)
def test_where_marks_go(before: str, after: str) -> None:
    """A missing * goes in front, a missing ' behind it; one that replaces a wrong mark stands where that one stood."""
    board = '[TPS "x5/x2,2C,x2/2,2,1S,2,x/x5/1,1,1S,x2 2 9"]'
    assert marked(f"{board} 9... {before}") == after
    assert marked(f"{board} 9... {after}") == after


def test_marks_that_become_neighbours_do_not_become_another_mark() -> None:
    """Without its wrong * the text of '*' would read as tinuë; ?*? reads as ?? then, and nobody could write it else."""
    ply = parse_game('[Size "3"] 1. a1 c3 2. c3-').plies[2]
    game = parse_game('[Size "3"] 1. a1 c3 2. c3-')
    for marks, right in ((("'", "*", "'"), ()), (("?", "*", "?"), ("??",)), (("!", "*", "'", "?"), ("!?",))):
        wrong = replace(game, plies=(*game.plies[:2], replace(ply, marks=marks)))
        assert annotate(wrong).plies[2].marks == right
        assert format_game(annotate(wrong))
    cross = parse_game(f"{CROSS.replace('1,1,x2', '1,x3')} 9. c2")
    twice = replace(cross, plies=(replace(cross.plies[0], marks=("'", "*", "'")),))
    assert annotate(twice).plies[0].marks == ("'",)


def test_a_wrong_smash_mark_goes() -> None:
    [fault] = mark_faults(parse_game('[Size "3"] 1. a1 c3 2. c3-*!'))
    assert (fault.kind, str(fault.right)) == (WRONG_SMASH, "c3-!")


def test_the_spelling_of_a_ply_stays() -> None:
    game = parse_game(f"{CROSS} 9. Fc2'?! {{why}}")
    annotated = annotate(game)
    assert format_game(annotated, style=Style.KEEP).endswith("9. Fc2''?! {why}\n")
    assert annotated.plies[0].comments == (Comment("why"),)
    curly = annotate(parse_game(f"{CROSS} 9. fd1’!"))
    assert curly.plies[0].text == "fd1!"
    assert [remark.kind.name for remark in curly.plies[0].remarks] == ["letter-case"]
    made = Ply(game.plies[0].move)
    assert annotate(replace(game, plies=(made,))).plies[0] == Ply(made.move, ("''",))


# Games


BRANCHED = """[Size "4"]

1. a4 d1
2. a2 b4
3. b2 c4'
4. c2' d4 0-R

{3b1}
3. -- a1
4. c2' d3'

{3b1/4w1}
4. c2! {a comment}
"""


def test_branches_are_marked_too() -> None:
    game = parse_game(BRANCHED)
    annotated = annotate(game)
    assert [" ".join(map(str, branch.plies)) for branch in annotated.branches] == ["a1 c2' d3", "c2'!"]
    assert [(fault.place, fault.kind) for fault in mark_faults(game)] == [
        (PlyPlace(0, 2, "4b"), WRONG_TAK),
        (PlyPlace(1, 0, "4w"), MISSING_TAK),
    ]
    assert annotated.branches[1].plies[0].comments == (Comment("a comment"),)


def test_nothing_to_do_gives_the_same_game() -> None:
    game = annotate(parse_game(BRANCHED))
    assert annotate(game) is game
    assert mark_faults(game) == ()


def test_only_marks_change() -> None:
    game = parse_game('[Size "3"][Mood "x"] {a} 1. a1 {b} c3!? 2. c2 {c} b3?\' 3. c1 R-0 {d}\n\n{2b1}\n2. -- b2\'')
    annotated = annotate(game)
    assert annotated != game
    assert stripped(annotated, (Part.MARKS,)) == stripped(game, (Part.MARKS,))
    assert plies(annotated) == "a1 c3!? c2' b3? c1"


def test_a_change_of_anything_else_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is annotated is compared with what was there, so that a bug does no harm."""

    def careless(ply: Ply, marks: tuple[str, ...]) -> Ply:
        return replace(ply, marks=marks, comments=())

    game = parse_game(f"{CROSS} 9. c2 {{why}}")
    monkeypatch.setattr("ptn.annotation._with_marks", careless)
    with pytest.raises(PtnError, match="more than marks would change"):
        annotate(game)


def test_an_illegal_ply_ends_its_line() -> None:
    text = "[Size \"3\"] 1. a1 c3 2. c2 b3' 3. c2 b2'\n\n{2b1}\n2. -- b2' 3. b2'\n\n{2b1/3w1}\n3. c1\n\n{3b1}\n3. -- a3"
    game = parse_game(text)
    with pytest.raises(IllegalMoveError, match="c2 is not empty"):
        annotate(game)
    report = examine_marks(game)
    assert plies(report.game) == "a1 c3 c2' b3 c2 b2'"
    assert [" ".join(map(str, branch.plies)) for branch in report.game.branches] == ["b2 b2'", "c1", "a3"]
    assert report.illegal is not None


def test_the_opening_with_two_flats() -> None:
    for first in ("2a1", "a1"):
        game = parse_game(f'[Size "4"][Opening "double black stack"] 1. {first}\' d1')
        assert [ply.marks for ply in annotate(game).plies] == [(), ()]


def test_without_a_size() -> None:
    game = parse_game("1. a1 c3 2. c2", size=3)
    assert plies(annotate(game, size=3)) == "a1 c3 c2'"
    with pytest.raises(PtnError, match="no Size"):
        annotate(game)


def random_game(rng: random.Random, size: int) -> Game:
    """A random game with marks that are right only by chance."""
    engine = Engine(Setup.standard(size))
    played: list[Ply] = []
    while engine.result is None and len(played) < 60:
        move = rng.choice(engine.legal_moves())
        if rng.random() < 0.5:
            move = rng.choice([move for move in engine.legal_moves() if not isinstance(move, Spread)] or [move])
        position = Position.from_engine(engine)
        if rng.random() < 0.3 and not threats(position):
            move = next(iter(search_tinue(position, 1, 300).line), move)
        engine.push(move)
        kinds = ["'", "''", rng.choice(("!", "??")), *("*" for _ in range(isinstance(move, Spread)))]
        played.append(Ply(move, tuple(rng.sample(kinds, rng.choice((0, 0, 0, 1, 2))))))
    return Game(Tags((Tag.of("Size", str(size)),)), tuple(played))


def test_marks_are_what_the_rules_say_on_random_games() -> None:
    rng = random.Random(425)
    seen: Counter[str] = Counter()
    for number in range(60):
        game = random_game(rng, 3 + number % 3)
        annotated = annotate(game)
        assert mark_faults(annotated) == ()
        assert (mark_faults(game) == ()) is (annotated == game)
        before = Position.start(size=game.size)
        for (ply, position), original in zip(replay(annotated), game.plies, strict=True):
            assert ply.smash is before.smashes(ply.move)
            assert ("''" in ply.marks) is is_tinue(position)
            assert ("'" in ply.marks) is (is_tak(position) and not is_tinue(position))
            judged = [[mark for mark in marks if mark in ("!", "??")] for marks in (ply.marks, original.marks)]
            assert judged[0] == judged[1]
            seen.update(ply.marks)
            seen["wrong"] += original.marks != ply.marks
            before = position
        assert parse_games(format_game(annotated)) == [standardized(annotated)]
    assert min(seen["*"], seen["'"], seen["''"], seen["wrong"]) > 5, seen


def test_a_ply_is_tinue_in_n_exactly_where_a_search_finds_one() -> None:
    """Some ply deserves the mark for n exactly when the player to move has tinuë in n."""
    rng = random.Random(428)
    seen: Counter[bool | None] = Counter()
    while min(seen[True], seen[False]) < 12:
        engine = Engine(Setup.standard(4))
        for _ in range(rng.randint(6, 16)):
            if engine.result is None:
                flats = [move for move in engine.legal_moves() if str(move)[0] in "abcd"]
                engine.push(rng.choice(flats or engine.legal_moves()))
        position = Position.from_engine(engine)
        searched = search_tinue(position, 2, 5_000)
        if position.is_over or len(searched.line) == 1 or searched.forced is None or seen[searched.forced] > 20:
            continue
        moves = position.legal_moves() if searched.forced is False else searched.line[:1]
        tags = Tags((Tag.of("TPS", position.to_tps()),))
        first = 2 * (position.move_number - 1) + position.turn
        reports = [examine_marks(Game(tags, (Ply(move),), first=first), tinue_depth=2) for move in moves]
        assert not any(report.unknown for report in reports)
        assert any("''" in report.game.plies[0].marks for report in reports) is searched.forced, position.to_tps()
        seen[searched.forced] += 1


def unmarked(game: Game) -> Game:
    branches = tuple(
        replace(branch, plies=tuple(replace(ply, marks=()) for ply in branch.plies)) for branch in game.branches
    )
    return replace(game, plies=tuple(replace(ply, marks=()) for ply in game.plies), branches=branches)


def test_real_games(corpus: Path) -> None:
    """Their marks are put right once and for all, and nothing but marks changes; of those there are most are right."""
    seen: Counter[str] = Counter()
    for path in sorted(corpus.glob("games/*.ptn")):
        for entry in read_games(path):
            if entry.game is None or not validate_entry(entry).ok:
                continue
            report: MarkReport = examine_marks(entry.game, tinue_depth=0 if seen["games"] % 4 else 1)
            again = examine_marks(report.game, tinue_depth=0 if seen["games"] % 4 else 1)
            assert (again.faults, again.game is report.game) == ((), True)
            text = format_game(report.game)
            [written] = parse_games(text)
            assert unmarked(written) == unmarked(standardized(entry.game)), path
            seen["games"] += 1
            seen["marks"] += sum("'" in ply.marks or "''" in ply.marks for ply in entry.game.plies)
            seen["wrong"] += sum(fault.kind in (WRONG_TAK, WRONG_TINUE) for fault in report.faults)
            seen["missing"] += sum(fault.kind is MISSING_TAK for fault in report.faults)
    assert seen["games"] > 250
    assert seen["missing"] > 1_000
    assert seen["wrong"] <= seen["marks"] // 10


# Validation


def test_validation_with_marks_has_a_place_for_each() -> None:
    [entry] = read_text("[Size \"4\"]\n1. a4 d1\n2. a2 b4\n3. b2' c4\n4. c2' d4 0-R\n")
    diagnostics = validate_entry(entry, marks=True).diagnostics
    assert found(diagnostics) == ["4:4 PTN425", "4:8 PTN426"]
    wrong, missing = (diagnostic for diagnostic in diagnostics if diagnostic.code != "PTN203")
    assert (str(wrong.severity), wrong.ply, wrong.hint) == ("warning", "3w", "it is written b2")
    assert (str(missing.severity), missing.ply, missing.hint) == ("info", "3b", "it is written c4'")
    assert found(validate_entry(entry).diagnostics) == []
    assert validate(entry.partial, marks=True).ok


def test_validation_of_marks_in_branches_and_of_tinue() -> None:
    [entry] = read_text(f"{CROSS}\n9. c2'\n\n{{9w1}}\n9. d1'' b1\n10. c2\n")
    assert found(validate_entry(entry, marks=True).diagnostics) == ["2:4 PTN428", "5:4 PTN427", "6:5 PTN428"]
    assert found(validate_entry(entry, marks=True, tinue_depth=0).diagnostics) == ["6:5 PTN426"]


def test_a_smash_is_reported_once() -> None:
    [entry] = read_text('[Size "5"]\n1. a1 e5 2. Sc3 Cc4 3. b1 c4-')
    assert found(validate_entry(entry, marks=True).diagnostics) == ["2:27 PTN421"]


def test_marks_before_a_fault_are_looked_at() -> None:
    for rest in ("zz9", "c2"):
        [entry] = read_text(f'[Size "3"]\n1. a1 c3 2. c2 b3\' 3. {rest}')
        assert found(validate_entry(entry, marks=True).diagnostics)[:2] == ["2:13 PTN426", "2:16 PTN425"]


def test_an_unknown_tinue_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ptn.annotation.examine_marks", partial(examine_marks, node_limit=3))
    [entry] = read_text(f"{CROSS}\n9. c2''\n")
    [diagnostic] = validate_entry(entry, marks=True).diagnostics[-1:]
    assert (diagnostic.name, str(diagnostic.severity), diagnostic.ply) == ("unknown-tinue", "info", "9w")


# The tag Points

WON = '[Flats1 "17"]\n1. a5 e1 2. a1 b5 3. b1 c5 4. c1 a4 5. d1'
"""A road of White's, with 12 flats and 1 capstone in hand: 38 points (docs/rules.md, "Points")."""


@pytest.mark.parametrize(
    ("points", "rest", "message"),
    [
        ("38", f"{WON} R-0", None),
        ("40", f"{WON} R-0", "the tag Points says 40, but the winner has 38: 25 squares and 13 unplayed pieces"),
        ("40", WON, "the tag Points says 40, but the winner has 38: 25 squares and 13 unplayed pieces"),
        ("40", f"{WON} 0-R", None),  # the result is wrong, so nobody knows whose points they are
        ("?", f"{WON} R-0", None),
        ("many", f"{WON} R-0", None),
        ("46", "1. a5 e1 0-1", None),
        ("38", "1. a5 e1 0-1", "the tag Points says 38, but the winner has 46: 25 squares and 21 unplayed pieces"),
        ("0", "1. a5 e1 1/2-1/2", None),
        ("5", "1. a5 e1 1/2-1/2", "the tag Points says 5, but nobody has won, so nobody has points"),
        ("5", "1. a5 e1", "the tag Points says 5, but nobody has won, so nobody has points"),
    ],
)
def test_the_points_tag_is_compared(points: str, rest: str, message: str | None) -> None:
    [entry] = read_text(f'[Size "5"]\n[Points "{points}"]\n{rest}')
    told = [item for item in validate_entry(entry).diagnostics if item.code == "PTN505"]
    assert [item.message for item in told] == ([] if message is None else [message])
    for item in told:
        assert str(item.severity) == "info"
        assert item.where is not None
        assert (item.where.line, item.where.column) == (2, 1)
