"""Comments of engines as values, and of people as text."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptn.notation.engine_notes import EngineNote, engine_notes, parse_note
from ptn.notation.ply import Comment, parse_move
from ptn.notation.reader import parse_game, read_games

PV = (parse_move("a1"), parse_move("b2"))
FULL = EngineNote("Bot 7s", 0.14, 12, (600, 100, 300), 35, 1234, 56, 2.96, PV)

READ = {
    'name:"Bot 7s" +0.14/12 wdl:600,100,300 cp:35 1234 nodes 56 visits 2960ms pv> a1 b2': FULL,
    'name:"Bot 7s" wdl:600,100,300 cp:35 +0.14/12 1234 nodes 56 visits 2960ms pv> a1 b2': FULL,
    '  pv> a1 b2\n56 visits\t2.96s name:"Bot 7s" +0.14/12 1234 nodes cp:+35 wdl:600,100,300 ': None,
    "+0.14/0 2.96s": EngineNote(evaluation=0.14, depth=0, seconds=2.96),
    "-8053069.87/0 0.00s": EngineNote(evaluation=-8053069.87, depth=0, seconds=0.0),
    "cp:+35 +0.4/10": EngineNote(evaluation=0.4, depth=10, cp=35),
    "cp:-120": EngineNote(cp=-120),
    "+3": EngineNote(evaluation=3.0),
    "1 node 1 visit": EngineNote(nodes=1, visits=1),
    'name:""': EngineNote(name=""),
    'name:"x" pv>': EngineNote(name="x"),
    "pv> 3c3>12* Cc4' Sd4": EngineNote(pv=(parse_move("3c3>12"), parse_move("Cc4"), parse_move("Sd4"))),
    "12.5ms": EngineNote(seconds=0.0125),
}

TEXTS = [
    "", "  ", "hi", "pushed +3 squares", "*+0.5 is wrong", " *+0.5/3", "+0.14/12 looks good", "+0.14/12 2.96s!",
    "+0.14 / 12", "0.14/12", "+0.14/", "+0.14/-2", "+-1", "++1", "+1.", "+.5", "+1/1/1", "wdl:1,2", "wdl:1,2,3,4",
    "wdl:-1,2,3", "cp:", "cp:x", "cp:1.5", "nodes", "12", "12  nodes", "12nodes", "12 nodes 13 nodes", "+1 -1",
    "1s 1000ms", 'name:"a" name:"b"', "name:Bot", 'name:"open', 'name:"a"b', 'name:"a"+1', "pv> a1 zz9",
    "pv> a1 pv> b2", "pv> a1 R-0", "pv>a1", "pv> a1 +0.5/3", "7S", "+1\u0663", "\u0661 nodes", "1e5ms", "3w1",
    "+" + "9" * 16, "9" * 19 + " nodes", "Was between a3 and this", "tak",
]  # fmt: skip


@pytest.mark.parametrize(("text", "note"), READ.items())
def test_notes(text: str, note: EngineNote | None) -> None:
    assert parse_note(text) == parse_note(Comment(text)) == note
    if note is not None and text != 'name:"x" pv>':
        assert parse_note(str(note)) == note


def test_k53_is_written_in_the_usual_order() -> None:
    assert str(FULL) == 'name:"Bot 7s" wdl:600,100,300 cp:35 +0.14/12 1234 nodes 56 visits 2960ms pv> a1 b2'
    assert str(EngineNote(evaluation=-8053069.87, depth=0, seconds=0.0)) == "-8053069.87/0 0ms"
    assert str(EngineNote(seconds=0.0125)) == "12.5ms"
    assert str(EngineNote()) == ""


@pytest.mark.parametrize("text", TEXTS)
def test_plain_text_is_no_note(text: str) -> None:
    assert parse_note(text) is None


def test_the_comment_stays_as_it_is() -> None:
    game = parse_game('[Size "5"] 1. a1 {good} {+0.14/0 2.96s} e5 {*+1}')
    assert engine_notes(game.plies[0]) == (EngineNote(evaluation=0.14, depth=0, seconds=2.96),)
    assert engine_notes(game.plies[1]) == ()
    assert [comment.text for comment in game.plies[0].comments] == ["good", "+0.14/0 2.96s"]
    assert game.to_ptn() == '[Size "5"]\n\n1. a1 {good} {+0.14/0 2.96s} e5 {*+1}\n'


numbers = st.none() | st.integers(0, 10**9 - 1)
notes = st.builds(
    EngineNote,
    name=st.none() | st.text(st.characters(exclude_characters='"'), max_size=20),
    evaluation=st.none() | st.integers(-(10**9), 10**9).map(lambda hundredths: hundredths / 100),
    depth=st.none(),
    wdl=st.none() | st.tuples(*[st.integers(0, 1000)] * 3),
    cp=st.none() | st.integers(-(10**6), 10**6),
    nodes=numbers,
    visits=numbers,
    seconds=st.none() | st.integers(0, 10**9).map(lambda thousandths: thousandths / 1000),
    pv=st.lists(st.sampled_from([parse_move("a1"), parse_move("3c3>12"), parse_move("Sd4")])).map(tuple),
)


@given(notes, st.integers(0, 99))
def test_notes_round_trip(note: EngineNote, depth: int) -> None:
    if note.evaluation is not None:
        note = EngineNote(
            note.name, note.evaluation, depth, note.wdl, note.cp, note.nodes, note.visits, note.seconds, note.pv
        )
    expected = None if note == EngineNote() else note
    assert parse_note(str(note)) == expected


@given(st.text(st.sampled_from('+-0.19/ \nnamedswlcpvi:">ab1'), max_size=60))
def test_any_text_is_a_note_or_none(text: str) -> None:
    note = parse_note(text)
    if note is not None and str(note):
        assert parse_note(str(note)) == note


def test_long_comments_are_answered_in_linear_time() -> None:
    started = time.perf_counter()
    for text in (
        'name:"' * 200_000,
        " " * 1_000_000 + "x",
        "pv> " * 300_000,
        "pv> " + "a1 " * 300_000,
        "+1 " * 300_000,
        "9" * 1_000_000,
    ):
        parse_note(text)
    assert time.perf_counter() - started < 5


def test_notes_of_the_collection(corpus: Path) -> None:
    """Every comment with a number behind a sign and a slash is a note, the named ones with their line."""
    seen = named = 0
    for path in sorted((corpus / "games").glob("*.ptn")):
        for entry in read_games(path):
            for ply in entry.partial.plies:
                for comment in ply.comments:
                    note = parse_note(comment)
                    is_note = re.match(r'(?:name:"[^"]*" )?[+-][0-9.]+/[0-9]', comment.text) is not None
                    assert (note is not None) == is_note, comment
                    if note is None:
                        continue
                    seen += 1
                    named += note.name is not None
                    assert note.evaluation is not None
                    assert note.seconds is not None
                    assert (note.name is None) == (note.pv == ())
    assert seen > 1000
    assert named >= 8
