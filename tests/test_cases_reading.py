"""The cases of real users that are about reading, by their numbers in the shared list: codes, places, positions."""

from __future__ import annotations

import pytest
from findings import branch_tps, examine, examine_all, final_tps, found, moves, the

from ptn.core.codes import CODES, Severity
from ptn.core.errors import PtnSyntaxError
from ptn.notation.reader import parse_game
from ptn.notation.record import Tag
from ptn.notation.tps import parse_tps
from ptn.notation.writer import write_game
from ptn.validation import strict

ROAD = "a1 c3 a2 b1 b2 a3 c3-"
ROAD_TPS = "2,x2/1,1,1/2,2,x 2 4"


# A. Reading PTN


def test_k01_marks() -> None:
    game, report = examine("""[Size "5"] 1. a1 e5' 2. c3!? Cc4'' 3. d2?? e2"!""")
    assert moves(game) == "a1 e5 c3 Cc4 d2 e2"
    assert [ply.marks for ply in game.plies] == [(), ("'",), ("!?",), ("''",), ("??",), ("''", "!")]
    assert final_tps(report) == "x4,1/x2,2C,x2/x2,1,x2/x3,1,2/2,x4 1 4"
    assert found(report.diagnostics) == []


def test_k02_placeholder_before_the_result() -> None:
    game, report = examine('[Size "3"] 1. a1 c3 2. c2 b1 3. c1 -- R-0')
    assert moves(game) == "a1 c3 c2 b1 c1"
    assert str(game.result) == "R-0"
    assert found(report.diagnostics) == ["1:36 PTN304"]
    assert final_tps(report) == "x2,1/x2,1/2,2,1 2 3"
    assert write_game(game) == '[Size "3"]\n\n1. a1 c3\n2. c2 b1\n3. c1 R-0\n'


def test_k03_no_terminator() -> None:
    game, report = examine('[Size "3"][Result "R-0"] 1. a1 c3 2. c2 b1 3. c1')
    assert str(game.result) == "R-0"
    assert found(report.diagnostics) == ["1:47 PTN305"]
    assert final_tps(report) == "x2,1/x2,1/2,2,1 2 3"


def test_k03_no_result_at_all() -> None:
    game, report = examine('[Size "3"] 1. a1 c3 2. c2')
    assert game.result is None
    assert found(report.diagnostics) == []


def test_k05_no_line_numbers() -> None:
    game, report = examine(f'[Size "3"] {ROAD} R-0')
    assert moves(game) == ROAD
    assert str(game.result) == "R-0"
    assert final_tps(report) == ROAD_TPS
    assert found(report.diagnostics) == []


def test_k07_black_moves_first() -> None:
    games = []
    for text in ("2. -- c3", "2... c3", "2. ... c3", "2. .. c3"):
        game, report = examine(f'[Size "3"][TPS "x3/x,1,x/2,x2 2 2"]\n{text}')
        assert moves(game) == "c3"
        assert final_tps(report) == "x2,2/x,1,x/2,x2 1 3"
        assert found(report.diagnostics) == []
        games.append(game)
    assert len(set(games)) == 1
    assert {write_game(game) for game in games} == {'[Size "3"]\n[TPS "x3/x,1,x/2,x2 2 2"]\n\n2. -- c3\n'}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('\ufeff[Size "3"]\r\n\r\n1. a1 c3\r\n2. a2\r\n', []),
        ('[Size "3"]\r\r1. a1 c3\r2. a2\r', []),
        ('[Size "3"]\n\n1. a1 c3\n2. a2\n\x00', ["5:1 PTN002"]),
        ('[Size "3"]\r\n\r\n1. a1 c3\r\n2. a2\r\n\x1a', ["5:1 PTN002"]),
        ('[Size "3"]\n\n1. a1 c3\n2. a2\x1a\x00\n', ["4:6 PTN002"]),
    ],
)
def test_k08_bom_and_line_ends(text: str, expected: list[str]) -> None:
    game, report = examine(text)
    assert moves(game) == "a1 c3 a2"
    assert found(report.diagnostics) == expected
    assert write_game(game) == '[Size "3"]\n\n1. a1 c3\n2. a2\n'


def test_k09_curly_quotes() -> None:
    game, report = examine('[Size "5"] 1. a1 e5 2. b3\u2019 c1\u201d')
    assert [ply.marks for ply in game.plies[2:]] == [("'",), ("''",)]
    assert found(report.diagnostics) == ["1:26 PTN122", "1:30 PTN122"]
    errors = [strict(diagnostic) for diagnostic in report.diagnostics if diagnostic.code == "PTN122"]
    assert all(error.is_error for error in errors)
    assert "\u2019" in errors[0].message
    assert "\u201d" in errors[1].message


def test_k10_unknown_tags() -> None:
    game, report = examine('[Size "3"][TimeControl "10:0 +15"][Player1 "p"][Annotator "x"]')
    assert found(report.diagnostics) == ["1:11 PTN210", "1:48 PTN210"]
    assert CODES["PTN210"].severity is Severity.INFO
    assert write_game(game) == '[Size "3"]\n[TimeControl "10:0 +15"]\n[Player1 "p"]\n[Annotator "x"]\n'


def test_k12_tag_case_and_zero() -> None:
    game, report = examine('[size "5"][KOMI "0"][caps "0"] 1. a1 e5 2. Ca2')
    assert list(game.tags) == ["Size", "Komi", "Caps"]
    assert game.tags["caps"] == game.tags["Caps"] == "0"
    assert found(report.diagnostics) == ["1:1 PTN209", "1:11 PTN209", "1:21 PTN209", "1:44 PTN404"]
    assert the(report, "PTN404").message == "2. Ca2 is illegal: White has no capstones (Caps 0)"
    assert write_game(game).startswith('[Size "5"]\n[Komi "0"]\n[Caps "0"]\n')


def test_k12_the_case_of_a_tag_is_told_however_often_the_tag_was_met_before() -> None:
    for _ in range(2):
        for name, expected in (("Size", []), ("size", ["1:1 PTN209"]), ("SIZE", ["1:1 PTN209"])):
            assert found(examine(f'[{name} "5"] 1. a1')[1].diagnostics) == expected


def test_k14_comments_are_opaque() -> None:
    game, report = examine('[Size "3"] 1. a1 {see [Size "9"] and 2. b2 R-0 (or c3)} c3')
    assert moves(game) == "a1 c3"
    assert [comment.text for comment in game.plies[0].comments] == ['see [Size "9"] and 2. b2 R-0 (or c3)']
    assert game.tags.items_in_order == (Tag("Size", "3"),)
    assert found(report.diagnostics) == []


def test_k16_unclosed_comment() -> None:
    [(entry, report)] = examine_all("1. a1 {good", size=3)
    assert entry.broken
    assert moves(entry.partial) == "a1"
    assert found(report.diagnostics) == ["1:7 PTN301"]
    assert "line 1" in the(report, "PTN301").message
    assert "end of the input" in the(report, "PTN301").message
    assert found(examine("1. a1 {good")[1].diagnostics) == ["1:7 PTN301"]


def test_k16_unclosed_tag() -> None:
    [(entry, report)] = examine_all('[Size "3"\n1. a1')
    assert entry.broken
    assert found(report.diagnostics) == ["1:1 PTN202"]
    assert the(report, "PTN202").message == "] missing after the tag on line 1"


def test_k17_a_result_ends_a_game() -> None:
    first, second = examine_all('[Size "3"]\n1. a1 c3 R-0\n[Size "4"]\n1. a1 d4')
    assert (moves(first[0].partial), moves(second[0].partial)) == ("a1 c3", "a1 d4")
    assert (first[0].partial.size, second[0].partial.size) == (3, 4)
    assert found(second[1].diagnostics) == []


def test_k17_a_blank_line_ends_no_game() -> None:
    game, report = examine('[Size "3"]\n\n[Date "2024.05.01"]\n\n\n1. a1 c3')
    assert dict(game.tags) == {"Size": "3", "Date": "2024.05.01"}
    assert moves(game) == "a1 c3"
    assert found(report.diagnostics) == []


def test_k17_a_tag_after_moves_begins_a_game() -> None:
    games = [entry.partial for entry, _ in examine_all('[Size "3"]\n1. a1 c3\n[Size "4"]\n1. a1 d4')]
    assert [moves(game) for game in games] == ["a1 c3", "a1 d4"]


def test_k19_one_bad_game() -> None:
    good = '[Size "3"]\n1. a1 c3\n2. a2\n\n'
    entries = examine_all(good + good.replace("a2", "zz9") + good)
    assert [entry.broken for entry, _ in entries] == [False, True, False]
    assert [moves(entry.partial) for entry, _ in entries] == ["a1 c3 a2", "a1 c3", "a1 c3 a2"]
    assert [found(report.diagnostics) for _, report in entries] == [[], ["7:4 PTN101"], []]
    fault = the(entries[1][1], "PTN101")
    assert fault.game == 2
    assert fault.message == "`zz9` is not a move"
    with pytest.raises(PtnSyntaxError) as caught:
        parse_game(good.replace("a2", "zz9"))
    assert (caught.value.code, caught.value.line, caught.value.column) == ("PTN101", 3, 4)


@pytest.mark.parametrize(
    ("code", "result", "spelling"),
    [
        ("1/2-1/2", "1/2-1/2", []),
        ("1/2", "1/2-1/2", ["PTN306"]),
        ("1-2-1-2", "1/2-1/2", ["PTN306"]),
        ("½-½", "1/2-1/2", ["PTN306"]),
        ("*", "None", []),
        ("0-0", "None", ["PTN306"]),
    ],
)
def test_k20_result_spellings(code: str, result: str, spelling: list[str]) -> None:
    game, report = examine(f'[Size "3"] 1. a1 c3 {code}')
    assert str(game.result) == result
    assert moves(game) == "a1 c3"
    assert found(report.diagnostics) == [f"1:21 {code}" for code in spelling]


@pytest.mark.parametrize(
    ("code", "result", "expected"),
    [
        ("1/2-1/2", "1/2-1/2", ["1:25 PTN305"]),
        ("1/2", "1/2-1/2", ["1:1 PTN208", "1:21 PTN305"]),
        ("1-2-1-2", "1/2-1/2", ["1:1 PTN208", "1:25 PTN305"]),
        ("½-½", "1/2-1/2", ["1:1 PTN208", "1:21 PTN305"]),
        ("*", "None", []),
        ("", "None", []),
        ("?", "None", []),
        ("0-0", "None", ["1:1 PTN208"]),
        ("X-0", "None", ["1:1 PTN307"]),
    ],
)
def test_k20_result_spellings_in_the_tag(code: str, result: str, expected: list[str]) -> None:
    game, report = examine(f'[Result "{code}"]1. a1 c3', size=3)
    assert str(game.result) == result
    assert found(report.diagnostics) == expected


def test_k20_search_codes_are_no_results() -> None:
    [(entry, report)] = examine_all('[Size "3"] 1. a1 c3 X-0')
    assert entry.broken
    assert found(report.diagnostics) == ["1:21 PTN307"]
    assert the(report, "PTN307").message == "`X-0` is not a result"


@pytest.mark.parametrize(
    ("tag", "expected", "words"),
    [
        ("F-0", "PTN501", "the tag Result says F-0, but the board shows R-0 (White has a road)"),
        ("1-0", "PTN502", "the tag Result says 1-0 (resignation or time), but the board shows R-0"),
        ("0-R", "PTN501", "the tag Result says 0-R, but the board shows R-0 (White has a road)"),
    ],
)
def test_k22_three_witnesses(tag: str, expected: str, words: str) -> None:
    _, report = examine(f'[Size "3"][Result "{tag}"] {ROAD} R-0')
    assert found(report.diagnostics) == [f"1:11 {expected}"]
    assert the(report, expected).message == words


def test_k22_resignation_is_no_matter_of_the_board() -> None:
    _, report = examine('[Size "3"][Result "1-0"] a1 c3 a2 b1 1-0')
    assert found(report.diagnostics) == []


def test_k23_moves_after_the_end() -> None:
    _, report = examine(f'[Size "3"] {ROAD} c3')
    assert found(report.diagnostics) == ["1:34 PTN412"]
    assert report.diagnostics[-1].message == "4... c3 is illegal: the game ended with 4. c3- (R-0)"
    assert report.diagnostics[-1].ply == "4b"
    assert final_tps(report) == ROAD_TPS
    assert report.played == 7


def test_k24_movetext_only() -> None:
    _, report = examine("1. a1 c3 2. a2")
    assert found(report.diagnostics) == ["1:1 PTN204"]
    assert the(report, "PTN204").message == "no Size and no TPS tag; give --size N"
    assert report.position is None
    game, report = examine("1. a1 c3 2. a2", size=3)
    assert moves(game) == "a1 c3 a2"
    assert found(report.diagnostics) == []
    assert final_tps(report) == "x2,1/1,x2/2,x2 2 2"


@pytest.mark.parametrize(
    ("word", "code", "column", "words"),
    [
        ("a11", "PTN102", 25, "`11` is not a rank: ranks are 1-5 here"),
        ("3a", "PTN102", 26, "the rank is missing after a"),
        ("a0", "PTN102", 25, "`0` is not a rank: ranks are 1-5 here"),
        ("i1", "PTN102", 24, "`i` is not a file: files are a-e here"),
        ("3c3>102", "PTN105", 29, "0 is not a drop count"),
        ("Sa2*", "PTN106", 27, "the mark * needs a spread: a placement smashes nothing"),
        ("2a3", "PTN107", 24, "a placement has no count: 2 stands before a3"),
        ("f6", "PTN401", 24, "2. f6 is illegal: f6 is not on a 5x5 board"),
    ],
)
def test_k25_broken_tokens(word: str, code: str, column: int, words: str) -> None:
    game, report = examine(f'[Size "5"] 1. a1 e5 2. {word} b2')
    assert found(report.diagnostics) == [f"1:{column} {code}"]
    assert the(report, code).message == words
    assert moves(game).startswith("a1 e5")
    assert report.played == 2


@pytest.mark.parametrize(
    ("word", "expected"), [("Cd3>", ["1:37 PTN123"]), ("d3>C", []), ("1d3>1C", []), ("1d3>1c", ["1:42 PTN121"])]
)
def test_k27_piece_letters_on_slides(word: str, expected: list[str]) -> None:
    game, report = examine(f'[TPS "x5/x5/x3,1C,x/x5/2,1,x3 1 9"] {word}')
    assert moves(game) == "d3>"
    assert found(report.diagnostics) == expected
    assert final_tps(report) == "x5/x5/x4,1C/x5/2,1,x3 2 9"
    assert write_game(game).endswith("\n\n9. d3>\n")


def test_k27_the_letter_is_checked_against_the_top_piece() -> None:
    _, report = examine('[TPS "x5/x5/x3,1C,x/x5/2,1,x3 1 9"] Sd3>')
    assert found(report.diagnostics) == ["1:37 PTN123", "1:37 PTN423"]
    assert the(report, "PTN423").message == "the top of d3 is a capstone, not a wall"


@pytest.mark.parametrize(
    ("word", "expected", "words"),
    [
        ("C1d3>", "1:39 PTN108", "`d` can't stand behind `C1`"),
        ("1Cd3>", "1:38 PTN102", "`C` stands where the square is expected"),
        ("Cd3>S", "1:41 PTN423", "the piece letters C and S differ"),
    ],
)
def test_k27_letters_in_other_places(word: str, expected: str, words: str) -> None:
    """`C1` is a square, so what follows it is at fault; two letters must be one."""
    _, report = examine(f'[TPS "x5/x5/x3,1C,x/x5/2,1,x3 1 9"] {word}')
    assert found(report.diagnostics) == [expected]
    assert report.diagnostics[-1].message == words


# C. TPS, where it touches text


def test_k41_swap_in_tps() -> None:
    assert final_tps(examine('[Size "6"] 1. a1 f6')[1]) == "x5,1/x6/x6/x6/x6/2,x5 1 2"
    assert final_tps(examine('[Size "6"][Opening "no-swap"] 1. a1 f6')[1]) == "x5,2/x6/x6/x6/x6/1,x5 1 2"


@pytest.mark.parametrize(
    "text",
    [
        '[TPS "1,x1,2s/X3/x,x,12 1 4"]',
        "1,x1,2s/X3/x,x,12 1 4",
        "1,x,2S-x3-x2,12 1 4",
        "1,x,2S/x3/x2,12   1 \t 4",
        " 1,x,2S/x3/x2,12 1 4 ",
    ],
)
def test_k43_tps_forms(text: str) -> None:
    canonical = "1,x,2S/x3/x2,12 1 4"
    assert str(parse_tps(text)) == str(parse_tps(canonical)) == canonical
    whole = text if text.startswith("[") else f'[TPS "{text}"]'
    _, report = examine(whole)
    assert [found(report.diagnostics)[0][-6:], final_tps(report)] == ["PTN621", canonical]


@pytest.mark.parametrize(
    ("text", "code", "column", "words"),
    [
        ("x5/x4/x5/x5/x5 1 1", "PTN602", 4, "row 4 has 4 squares: 5 expected"),
        (
            "x5/x2,12S1,x2/x5/x5/x5 1 4", "PTN604", 9,
            "`12S1` at c4 has a wall inside the stack: only the top piece may be one",
        ),
        (
            "3,x2/x3/x3 1 2", "PTN604", 1,
            "`3` at a3 is not a piece: 1 (White) or 2 (Black), on top with S or C behind",
        ),
        ("x3/x3/x3 3 1", "PTN605", 10, "`3` is not a player: 1 (White) or 2 (Black) is to move"),
        ("x3/x3/x3 1 0", "PTN606", 12, "`0` is not a move counter: a whole number from 1 is expected"),
        ("x3/x3/x3 1 -", "PTN606", 12, "`-` is not a move counter: a whole number from 1 is expected"),
    ],
)  # fmt: skip
def test_k44_bad_tps(text: str, code: str, column: int, words: str) -> None:
    with pytest.raises(PtnSyntaxError) as caught:
        parse_tps(text)
    assert (caught.value.code, caught.value.line, caught.value.column) == (code, 1, column)
    assert caught.value.diagnostic.message == words
    game, report = examine(f'[TPS "{text}"] 1. a1')
    assert found(report.diagnostics) == [f"1:{column + 6} {code}"]
    assert moves(game) == "a1"
    assert report.position is None


def test_k44_more_pieces_than_the_setup_has() -> None:
    text = '[TPS "11C,1C,x3/x5/x5/x5/x5 1 9"]'
    _, report = examine(text)
    assert found(report.diagnostics) == ["1:11 PTN607"]
    message = "the TPS has 2 White capstones, White starts with 1: too many from b5 on"
    assert the(report, "PTN607").message == message
    assert "PTN607" not in " ".join(found(examine(text + '[Caps "2"]')[1].diagnostics))


@pytest.mark.parametrize("tps", ["x5/x5/x5/x5/x4,1C 1 1", "x4,1/x5/x5/x5/x5 1 1", "x5/x5/x5/x5/x5 2 1"])
def test_k45_impossible_but_well_formed(tps: str) -> None:
    """The one choice for all of them: a warning, and the game is played on from there."""
    assert str(parse_tps(tps)) == tps
    game, report = examine(f'[TPS "{tps}"]')
    assert found(report.diagnostics) == ["1:1 PTN431"]
    assert report.ok
    assert final_tps(report) == tps
    assert game.size == 5


@pytest.mark.parametrize(
    ("word", "expected", "tps"),
    [
        ("c3", [], "x2,1/x3/2,x2 1 2"),
        ("Sc3", ["2:1 PTN403"], "x3/x3/2,x2 2 1"),
        ("a1+", ["2:1 PTN403"], "x3/x3/2,x2 2 1"),
    ],
)
def test_k47_swap_due_from_tps(word: str, expected: list[str], tps: str) -> None:
    _, report = examine(f'[TPS "x3/x3/2,x2 2 1"]\n{word}')
    assert found(report.diagnostics) == expected
    assert final_tps(report) == tps


def test_k47_counter_1_with_both_colours_is_play_as_usual() -> None:
    _, report = examine('[TPS "x3/x,1,x/2,x2 1 1"]\nc3')
    assert found(report.diagnostics) == ["1:1 PTN432"]
    assert final_tps(report) == "x2,1/x,1,x/2,x2 2 1"


K51 = """[Size "3"]

1. a1 c3
2. b2 b1
3. a2 c1

{2w1}
2. c2 b1
3. b2

{2b1}
2. -- c1

{2w1/3w1}
3. a2
"""


def test_k51_branches() -> None:
    game, report = examine(K51)
    assert moves(game) == "a1 c3 b2 b1 a2 c1"
    assert str(report.position and report.position.result) == "0-R"
    assert found(report.diagnostics) == ["5:7 PTN504"]
    assert [(branch.label, branch.parent, branch.at, moves(branch)) for branch in game.branches] == [
        ("2w1", None, 2, "c2 b1 b2"),
        ("2b1", None, 3, "c1"),
        ("2w1/3w1", 0, 2, "a2"),
    ]
    assert [branch_tps(game, branch) for branch in game.branches] == [
        "x2,1/x,1,1/2,2,x 2 3",
        "x2,1/x,1,x/2,x,2 1 3",
        "x2,1/1,x,1/2,2,x 2 3",
    ]
    assert write_game(game) == K51
    assert parse_game(write_game(game)) == game
