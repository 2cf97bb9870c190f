"""`ptn score`, as its users see it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, ENCYCLOPEDIA_END, THREE_GAMES, run

SCORE_KEYS = [
    "schema", "file", "game", "size", "result", "finished", "winner", "how", "plies", "flats", "komi", "unplayed",
    "points", "makeup",
]  # fmt: skip


def test_text_shows_how_the_points_add_up() -> None:
    ran = run("score", stdin='[Player2 "Ada"]' + ENCYCLOPEDIA)
    assert ran.out == (
        "-, game 1: 0-R, Black wins by road (5x5, 18 plies)\n"
        "                White                  Black (Ada)\n"
        "  flats on top  2                      4\n"
        "  unplayed      15 flats, 0 capstones  17 flats, 0 capstones\n"
        "  points        0                      42\n"
        "      25  squares of the 5x5 board\n"
        "    + 17  unplayed pieces: 17 flats, 0 capstones\n"
        "    = 42  points\n"
    )
    assert (ran.status, ran.err) == (0, "")


def test_bonuses() -> None:
    ran = run("score", "--bonus", "straight,no-capstone", stdin=ENCYCLOPEDIA)
    assert ran.lines[-5:] == [
        "      25  squares of the 5x5 board",
        "    + 17  unplayed pieces: 17 flats, 0 capstones",
        "    + 17  straight: x2, now 17 x 2 = 34",
        "    +  0  no-capstone: does not hold",
        "    = 59  points",
    ]
    full = "x5/x5/x5/x5/1,1,1,1,1 2 6"
    assert run("score", "--bonus", "all", stdin=full).lines[-7:] == [
        "       25  squares of the 5x5 board",
        "    +  17  unplayed pieces: 16 flats, 1 capstone",
        "    +  17  straight: x2, now 17 x 2 = 34",
        "    +  34  no-capstone: x2, now 17 x 4 = 68",
        "    +  68  singles: x2, now 17 x 8 = 136",
        "    +   0  stacks: does not hold",
        "    = 161  points",
    ]
    for options in (("--bonus", "all"), ("--bonus", "straight,ALL"), ("--bonus", "straight", "--bonus", "singles")):
        found = json.loads(run("score", "--format", "jsonl", *options, stdin=ENCYCLOPEDIA).out)
        assert found["points"] == {"white": 0, "black": 59}
    ran = run("score", "--bonus", "straigth", stdin=ENCYCLOPEDIA)
    assert ran.status == 2
    assert "'straigth' is no bonus: straight, no-capstone, singles, stacks or all is expected" in ran.err


def test_jsonl_is_as_documented() -> None:
    ran = run("score", "--format", "jsonl", "--bonus", "straight,stacks", stdin=ENCYCLOPEDIA)
    assert ran.out == (
        '{"schema":1,"file":"-","game":1,"size":5,"result":"0-R","finished":true,"winner":"black","how":"road",'
        '"plies":18,"flats":{"white":2,"black":4},"komi":0,'
        '"unplayed":{"white":{"flats":15,"caps":0},"black":{"flats":17,"caps":0}},"points":{"white":0,"black":59},'
        '"makeup":[{"name":"board","points":25},{"name":"unplayed","points":17},'
        '{"name":"straight","points":17,"held":true,"factor":2},'
        '{"name":"stacks","points":0,"held":false,"factor":3}]}\n'
    )
    assert list(json.loads(ran.out)) == SCORE_KEYS


def test_an_unfinished_game() -> None:
    found = json.loads(run("score", "--format", "jsonl", stdin='[Size "3"]\n1. a1 c3 2. a2\n').out)
    assert list(found) == SCORE_KEYS
    assert (found["result"], found["finished"], found["winner"], found["how"]) == (None, False, None, None)
    assert (found["points"], found["makeup"]) == ({"white": 0, "black": 0}, [])
    ran = run("score", stdin='[Size "3"]\n1. a1\n')
    assert ran.lines[0] == "-, game 1: unfinished (3x3, 1 ply)"
    assert ran.lines[-1] == "  points        0                      0"


@pytest.mark.parametrize(
    ("result", "head", "how", "points"),
    [
        ("1-0", "1-0, White wins by resignation or time", "other", {"white": 17, "black": 0}),
        ("1/2-1/2", "1/2-1/2, a draw", "draw", {"white": 0, "black": 0}),
    ],
)
def test_what_ended_outside_of_the_board(result: str, head: str, how: str, points: dict[str, int]) -> None:
    text = f'[Size "3"]\n1. a1 c3 2. a2 {result}\n'
    assert run("score", stdin=text).lines[0] == f"-, game 1: {head} (3x3, 3 plies)"
    found = json.loads(run("score", "--format", "jsonl", stdin=text).out)
    assert (found["result"], found["how"], found["points"]) == (result, how, points)


def test_komi_of_a_game_and_of_a_position() -> None:
    full = "1,2,1/2,1,2/1,2,2 1 6"
    assert run("score", stdin=full).lines[0] == "-, position 1: 0-F, Black wins by flats (3x3, 10 plies)"
    ran = run("score", "--komi", "-1.5", stdin=full)
    assert ran.lines[0] == "-, position 1: F-0, White wins by flats (3x3, 10 plies)"
    assert ran.lines[2].endswith("5 - 1.5 komi = 3.5")
    assert json.loads(run("score", "--komi", "2.5", "--format", "jsonl", stdin=full).out)["komi"] == 2.5
    assert json.loads(run("score", "--komi", "2", "--format", "jsonl", stdin=full).out)["komi"] == 2
    assert run("score", stdin=f'[TPS "{full}"]\n[Komi "1"]\n').lines[2].endswith("5 + 1 komi = 6")
    ran = run("score", "--komi", "2", stdin=ENCYCLOPEDIA)
    assert (ran.status, ran.out) == (2, "")
    assert "--komi is for positions" in ran.err
    assert run("score", "--komi", "0.3", stdin=full).status == 2


def test_a_bare_position() -> None:
    found = json.loads(run("score", "--format", "jsonl", "--bonus", "straight", stdin=f"{ENCYCLOPEDIA_END}\n").out)
    assert (found["game"], found["plies"], found["points"]) == (1, 18, {"white": 0, "black": 59})
    ran = run("score", stdin="x3/x3/x2 1 1\nx3/x3/x3 1 1\n")
    assert ran.lines[0] == "-, position 2: unfinished (3x3, 0 plies)"
    assert ran.err.startswith("-:1:7: PTN602")
    assert ran.status == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('[Size "3"]\n1. a1 c3 2. a1\n', "PTN402"),
        ('[Size "3"]\n1. a1 c3 2. zz9\n', "PTN101"),
        ("1. a1 c3\n", "PTN204"),
        ('[Size "3"]\n1. a1 c3 R-0\n', "PTN501"),
        ('[Size "3"]\n[Result "0-1"]\n1. a1 c3 1-0\n', "PTN503"),
    ],
)
def test_a_game_with_errors_has_no_score(text: str, code: str) -> None:
    ran = run("score", "--format", "jsonl", stdin=text + '[Size "3"]\n1. a1 1-0\n' if text[0] == "[" else text)
    assert code in ran.err
    assert len(ran.lines) == (text[0] == "[")
    assert ran.status == 1


def test_errors_in_branches_are_told_and_the_main_line_is_scored() -> None:
    text = '[Size "3"]\n1. a1 c3 2. a2 Sa2+ 1-0\n'
    assert run("score", stdin=text).status == 1  # a2 is White's: the ply is illegal, whatever its letter
    text = '[Size "3"]\n1. a1 c3 2. b2 1-0\n\n{2w1}\n2. a1\n'
    assert "PTN402" in run("validate", stdin=text).out
    ran = run("score", "--format", "jsonl", stdin=text)
    assert ran.status == 1
    assert ran.err.startswith("-:5:4: PTN402 2. a1 is illegal: a1 is not empty")
    assert json.loads(ran.out)["result"] == "1-0"


TOURNAMENT = """\
[Size "3"][Player1 "Ada"][Player2 "Bo"]
1. a1 c3 1-0
[Size "3"][Player1 "Bo"][Player2 "Ada"]
1. a1 c3 1/2-1/2
[Size "3"][Player1 "Bo"][Player2 ""]
1. a1 c3 1-0
[Size "3"][Player1 "Bo"][Player2 "Ada"]
1. a1 c3
"""


def test_totals() -> None:
    ran = run("score", "--total", stdin=TOURNAMENT)
    assert ran.out == (
        "player     games   wins  draws  losses  points\n"
        "Ada            2      1      1       0      18\n"
        "Bo             3      1      1       1      18\n"
        "(no name)      1      0      0       1       0\n"
    )
    assert ran.err == "unfinished games, not counted: 1\n"
    lines = run("score", "--total", "--format", "jsonl", stdin=TOURNAMENT).lines
    assert lines[0] == '{"schema":1,"player":"Ada","games":2,"wins":1,"draws":1,"losses":0,"points":18}'
    assert [json.loads(line)["player"] for line in lines] == ["Ada", "Bo", None]
    whole = run("score", "--total", "--format", "json", stdin=TOURNAMENT).out
    assert json.loads(whole) == [json.loads(line) for line in lines]


def test_totals_say_that_they_are_incomplete() -> None:
    broken = '[Size "3"]\n1. a1 c3 2. zz9\n[Size "3"]\n1. a1 a1\n'
    ran = run("score", "--total", stdin=broken + TOURNAMENT)
    assert ran.out == run("score", "--total", stdin=TOURNAMENT).out
    assert ran.err.endswith("unfinished games, not counted: 1\ngames with errors, not counted: 2\n")
    assert ran.status == 1
    assert "not counted" not in run("score", "--total", "-q", stdin=broken + TOURNAMENT).err


def test_bonuses_stand_one_a_line_in_the_help() -> None:
    for columns in ("80", "60"):
        shown = run("score", "--help", env={"COLUMNS": columns}).lines
        assert "    no-capstone  x2  the winner has not played a capstone, and had one to play" in shown


def test_json_and_several_games(tmp_path: Path) -> None:
    path = tmp_path / "three.ptn"
    path.write_text(THREE_GAMES, encoding="utf-8")
    ran = run("score", "--format", "json", path)
    assert [(found["file"], found["game"]) for found in json.loads(ran.out)] == [(str(path), 1), (str(path), 3)]
    ran = run("score", path)
    assert ran.out.count("\n\n") == 1
    assert run("score", "--format", "json", stdin="").out == "[]\n"


def test_warnings_only_for_the_verbose() -> None:
    assert run("score", "-v", stdin=ENCYCLOPEDIA).err.count(": PTN") == 2
