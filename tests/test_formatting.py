"""The standard form: what it changes, what it leaves, and that it proves itself."""

import re
from pathlib import Path

import pytest
from conftest import ROOT
from findings import examine

import ptn.formatting
from ptn.core.codes import CODES, Severity
from ptn.core.errors import PtnError
from ptn.formatting import Part, format_game, standardized, stripped
from ptn.notation.jsonio import game_from_json, game_to_json
from ptn.notation.reader import parse_game, parse_games, read_games
from ptn.notation.record import Game
from ptn.notation.writer import Style, write_game

PAGE = (ROOT / "docs" / "diagnostics.md").read_text(encoding="utf-8")

BRANCHED = """[Size "3"]

1. a1 c3
2. b2 b1
3. a2 c1

{2w1}
2. c2 {better} b1'
3. b2

{2b1}
2. -- c1

{2w1/3w1}
3. a2
"""


def formatted(text: str, style: Style = Style.MINIMAL) -> str:
    return format_game(parse_game(text), style=style)


def test_the_placeholder_goes_and_the_result_stays() -> None:  # case K02
    assert formatted('[Size "3"] 1. a1 c3 2. c2 b1 3. c1 -- R-0') == '[Size "3"]\n\n1. a1 c3\n2. c2 b1\n3. c1 R-0\n'


def test_a_result_of_the_tag_is_written_behind_the_moves() -> None:  # case K03
    text = '[Size "3"][Result "R-0"] 1. a1 c3 2. c2 b1 3. c1'
    assert formatted(text) == '[Size "3"]\n[Result "R-0"]\n\n1. a1 c3\n2. c2 b1\n3. c1 R-0\n'


def test_no_result_is_invented() -> None:
    assert formatted('[Size "3"] 1. a1 c3') == '[Size "3"]\n\n1. a1 c3\n'
    assert formatted('[Size "3"][Result "*"] 1. a1 c3') == '[Size "3"]\n[Result "*"]\n\n1. a1 c3\n'
    assert formatted('[Size "3"] 1. a1 c3 *') == '[Size "3"]\n\n1. a1 c3 *\n'


@pytest.mark.parametrize("start", ["2. -- c3", "2... c3", "2. ... c3", "2. .. c3", "c3", "2. c3"])
def test_black_first_has_one_form(start: str) -> None:  # case K07
    tags = '[Size "3"]\n[TPS "x3/x,1,x/2,x2 2 2"]'
    assert formatted(f"{tags} {start}") == f"{tags}\n\n2. -- c3\n"


def test_known_names_are_written_in_standard_case_and_unknown_tags_stay() -> None:  # cases K10, K12
    text = '[size "5"][KOMI "0"][TimeControl "10:0 +15"][caps "0"][Annotator "x"]'
    assert formatted(text) == '[Size "5"]\n[Komi "0"]\n[TimeControl "10:0 +15"]\n[Caps "0"]\n[Annotator "x"]\n\n*\n'


def test_spelling_becomes_minimal_verbose_or_stays() -> None:
    text = '[Size "5"] 1. Fa1 e5 2. c3 1e5-1! 3. cC2 {x} d3'
    assert formatted(text).endswith("1. a1 e5\n2. c3 e5-!\n3. Cc2 {x} d3\n")
    assert formatted(text, Style.VERBOSE).endswith("1. a1 e5\n2. c3 1e5-1!\n3. Cc2 {x} d3\n")
    assert formatted(text, Style.KEEP).endswith("1. Fa1 e5\n2. c3 1e5-1!\n3. cC2 {x} d3\n")


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a1 e5 b1 b2", "a1 e5\nb1 b2"),
        ("1.a1 e5 2.b1 b2", "1. a1 e5\n2. b1 b2"),
        ("1 a1 1... e5 {x} 3. b1 -- b2 .. 3. R-0", "1 a1 1... e5 {x}\n3. b1 -- b2\n.. 3. R-0"),
        ("1. 1. a1 e5", "1. 1. a1 e5"),
        ("1. a1 e5 2. b1 --", "1. a1 e5\n2. b1 --"),
        ("1. a1 e5\n\n{1b1} 1...b2 {x} b1 3. b3", "1. a1 e5\n\n{1b1}\n1... b2 {x}\nb1 3. b3"),
    ],
)
def test_the_style_keep_keeps_the_move_numbers(text: str, kept: str) -> None:
    text = f'[Size "5"]\n\n{text}\n'
    kept = f'[Size "5"]\n\n{kept}\n'
    assert formatted(text, Style.KEEP) == kept
    assert formatted(kept, Style.KEEP) == kept
    assert formatted(kept) == formatted(text)
    again = game_from_json(game_to_json(parse_game(text)))
    assert write_game(again, Style.KEEP) == kept


@pytest.mark.parametrize(
    ("style", "smash"), [(Style.MINIMAL, "c4-*'"), (Style.VERBOSE, "1c4-1*'"), (Style.KEEP, "1c4-*'")]
)
def test_a_smash_gets_its_mark(style: Style, smash: str) -> None:  # case K30
    text = '[Size "5"] 1. a1 e5 2. Sc3 Cc4 3. b1 1c4-\''
    assert formatted(text, style).endswith(f"3. b1 {smash}\n")


def test_a_smash_in_a_branch_gets_its_mark() -> None:
    text = '[Size "5"]\n\n1. a1 e5\n2. Sc3 Cc4\n3. b1 b2\n\n{3b1}\n3. -- c4-\n'
    assert formatted(text).endswith("\n{3b1}\n3. -- c4-*\n")


def test_the_old_double_stack_gets_its_count() -> None:
    text = '[Size "5"][Opening "double black stack"] 1. a1 e5'
    assert formatted(text).endswith("1. 2a1 e5\n")


def test_branches_keep_their_labels_comments_and_marks() -> None:  # case K51
    assert formatted(BRANCHED) == BRANCHED


def test_formatting_twice_changes_nothing() -> None:
    once = formatted(BRANCHED.replace("b1'", "1. b1'"))
    assert formatted(once) == once


def test_parts_can_be_stripped() -> None:
    text = (
        '[Size "3"] {before} 1. a1 {name:"E" +0.1/2 12 nodes} {mine} c3!? 2. b2 b1 R-0 {after}'
        "\n\n{2w1}\n2. c2 {why} b1'"
    )
    game = parse_game(text)

    def shown(*parts: Part) -> str:
        return write_game(stripped(game, parts)).split("\n\n", 1)[1]

    assert shown(Part.COMMENTS) == ('1. a1 {name:"E" +0.1/2 12 nodes} c3!?\n2. b2 b1 R-0\n\n{2w1}\n2. c2 b1\'\n')
    assert shown(Part.NOTES) == "{before}\n1. a1 {mine} c3!?\n2. b2 b1 R-0 {after}\n\n{2w1}\n2. c2 {why} b1'\n"
    assert shown(Part.COMMENTS, Part.NOTES, Part.BRANCHES, Part.MARKS) == "1. a1 c3\n2. b2 b1 R-0\n"


def test_stripping_marks_leaves_the_smash() -> None:
    game = parse_game('[Size "5"] 1. a1 e5 2. Sc3 Cc4 3. b1 c4-*\'!')
    assert write_game(stripped(game, (Part.MARKS,))).endswith("3. b1 c4-*\n")


def test_an_illegal_game_is_formatted_as_it_is() -> None:
    assert formatted('[Size "3"] 1. Fa1 a1 2. 1b1>1').endswith("1. a1 a1\n2. b1>\n")


def test_what_would_not_read_the_same_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(game: Game, style: Style, *, arrows: bool) -> str:
        return write_game(game, style, arrows=arrows).replace("c3", "c2")

    monkeypatch.setattr(ptn.formatting, "write_game", forgetful)
    with pytest.raises(PtnError, match="nothing was written"):
        formatted('[Size "3"] 1. a1 c3')


def test_every_game_of_the_collection_keeps_what_it_says(corpus: Path) -> None:
    count = 0
    for path in sorted(corpus.glob("games/*.ptn")):
        for entry in read_games(path):
            if entry.game is None:
                continue
            if path.name.endswith("scrawlings__ptn.test.ts__L242.ptn"):
                with pytest.raises(PtnError, match="the top of a1 is a flat, not a capstone"):
                    format_game(entry.game)
                continue
            for style in Style:
                text = format_game(entry.game, style=style)
                games = parse_games(text)
                assert games == [standardized(entry.game)] or text == "\n", path
                assert format_game(games[0], style=style) == text if games else True
            count += 1
    assert count > 300


def test_what_fmt_mends_is_what_its_page_says() -> None:
    """The warnings of the examples in docs/diagnostics.md, before and after."""
    section = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8").split("\n### ptn fmt\n")[1].split("\n### ")[0]
    said = section.split("it takes away")[1].split("All others stay")[0]
    mended = set()
    for title, body in re.findall(r"^## (PTN\d{3})((?:(?!^## ).)*)", PAGE, re.MULTILINE | re.DOTALL):
        if CODES[title].severity is not Severity.WARNING:
            continue
        for text in re.findall(r"^```ptn\n(.*?)^```", body, re.MULTILINE | re.DOTALL):
            again = examine(format_game(parse_game(text)))[1].diagnostics
            assert {diagnostic.code for diagnostic in again} <= {title}, "nothing new turns up"
            if not again:
                mended.add(title)
    assert len(mended) > 8
    assert mended == set(re.findall(r"PTN\d{3}", said)) - {"PTN002"}


@pytest.mark.parametrize("body", ["", "1.\n", "1. --\n", "{a thought}\n", "*\n"])
@pytest.mark.parametrize("style", list(Style))
def test_a_game_without_plies_does_not_run_into_the_next(body: str, style: Style) -> None:
    first, second = '[Size "5"]\n' + body + "\n", '[Size "6"]\n1. a1 f6 *\n'
    games = parse_games(first + second) if body and body[0] != "{" else [parse_game(first), parse_game(second)]
    written = [format_game(game, style=style) for game in games]
    again = parse_games("\n".join(written))
    assert [(game.size, len(game.plies), len(game.comments)) for game in again] == [
        (5, 0, int("{" in body)),
        (6, 2, 0),
    ]
    assert [format_game(game, style=style) for game in again] == written
    assert format_game(parse_game('[Size "5"]\n[Result "1-0"]\n')).endswith("\n1-0\n")


@pytest.mark.parametrize("style", Style)
def test_directions_are_arrows_on_request(style: Style) -> None:
    text = '[Size "5"] 1. a1 1... e5 2. a1+ 1e5<1! 3. c3 {a-b+ ->} 1d5-\' R-0\n\n{3w1}\n3. Sb1 d5>'
    game = parse_game(text)
    plain, arrows = format_game(game, style=style), format_game(game, style=style, arrows=True)
    wanted = plain
    for sign, arrow in (("1+", "1↑"), ("5<", "5←"), ("5-", "5↓"), ("5>", "5→")):
        assert sign in plain
        wanted = wanted.replace(sign, arrow)
    assert arrows == wanted
    [read] = parse_games(arrows)
    assert read == standardized(game)
    assert format_game(read) == format_game(game)


def test_every_game_with_arrows_reads_the_same() -> None:
    read = 0
    for path in sorted((ROOT / "tests" / "conformance" / "valid").glob("*.ptn")):
        for entry in read_games(path):
            if entry.game is not None and entry.game.size:
                read += any(sign in str(ply.move) for ply in entry.game.plies for sign in "+-<>")
                for style in Style:
                    arrows = format_game(entry.game, style=style, arrows=True)
                    assert parse_game(arrows) == standardized(entry.game), path
                    assert format_game(parse_game(arrows)) == format_game(entry.game), path
    assert read > 5
