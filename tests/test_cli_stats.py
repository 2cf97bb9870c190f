"""`ptn stats`, as its users see it."""

from __future__ import annotations

import csv
import inspect
import io
import json
import pickle
import subprocess
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA_END, THREE_GAMES, command, environment, run

import ptn
from ptn.cli.inputs import Item
from ptn.cli.stats import counted
from ptn.notation.reader import read_stream

GAMES = """\
[Size "3"][Player1 "Ada"][Player2 "Ben"]
1. a1 c3 2. c2 b1 3. c1 R-0

[Size "3"][Player1 "Ben"][Player2 "Ada"]
1. c3 a1 2. a2 1/2-1/2

[Size "5"][Player1 "Ada"][Player2 "?"][Result "0-1"]
1. e1 a5 2. c3 c4

[Size "3"][Player1 "Ada"][Player2 "=SUM(1;2), \\"x\\""]
1. a1 a2
"""

TEXT = """\
3x3, 3 games
  2 finished: White wins 1 (50.0%), Black wins 0 (0.0%), draws 1 (50.0%)
  plies: 2 to 5, half of the games 2.5 to 4, median 3, mean 3.33

  result  R-0  0-R  F-0  0-F  1-0  0-1  1/2-1/2  unfinished
  games     1    0    0    0    0    0        1           1

  first 2 plies  games  games %  White wins  draws  Black wins  unfinished  score %
  a1 c3              2     66.7           1      1           0           0     75.0
  a1 a2              1     33.3           0      0           0           1        -

  player          games  wins  draws  losses  unfinished  score %
  Ada                 3     1      1       0           1     75.0
  Ben                 2     0      1       1           0     25.0
  =SUM(1;2), "x"      1     0      0       0           1        -

5x5, 1 game
  1 finished: White wins 0 (0.0%), Black wins 1 (100.0%), draws 0 (0.0%)
  plies: 4

  result  R-0  0-R  F-0  0-F  1-0  0-1  1/2-1/2  unfinished
  games     0    0    0    0    0    1        0           0

  first 2 plies  games  games %  White wins  draws  Black wins  unfinished  score %
  a1 e5              1    100.0           0      0           1           0      0.0

  player  games  wins  draws  losses  unfinished  score %
  Ada         1     0      0       1           0      0.0
"""

OUTCOMES = ["games", "wins", "draws", "losses", "unfinished", "score"]
LENGTHS = ["shortest", "lower_quartile", "median", "upper_quartile", "longest", "mean"]
CODES = ["R-0", "0-R", "F-0", "0-F", "1-0", "0-1", "1/2-1/2"]


def test_text() -> None:
    ran = run("stats", "--depth", "2", stdin=GAMES)
    assert (ran.status, ran.out, ran.err) == (0, TEXT, "")


def test_json_is_as_documented() -> None:
    ran = run("stats", "--depth", "2", "--format", "jsonl", stdin=GAMES)
    assert ran.lines[1] == (
        '{"schema":1,"size":5,"games":1,"wins":0,"draws":0,"losses":1,"unfinished":0,"score":0,'
        '"results":{"R-0":0,"0-R":0,"F-0":0,"0-F":0,"1-0":0,"0-1":1,"1/2-1/2":0},'
        '"plies":{"shortest":4,"lower_quartile":4,"median":4,"upper_quartile":4,"longest":4,"mean":4},"depth":2,'
        '"opening_count":1,"openings":[{"line":"a1 e5","games":1,"wins":0,"draws":0,"losses":1,"unfinished":0,'
        '"score":0}],"player_count":1,"players":[{"player":"Ada","games":1,"wins":0,"draws":0,"losses":1,'
        '"unfinished":0,"score":0}]}'
    )
    three = json.loads(ran.lines[0])
    assert list(three["results"]) == CODES
    assert list(three["plies"]) == LENGTHS
    assert (three["plies"]["lower_quartile"], three["plies"]["mean"]) == (2.5, 3.33)
    assert [list(found) for found in three["openings"]] == [["line", *OUTCOMES]] * 2
    assert [list(found) for found in three["players"]] == [["player", *OUTCOMES]] * 3
    assert three["players"][2] == {
        "player": '=SUM(1;2), "x"', "games": 1, "wins": 0, "draws": 0, "losses": 0, "unfinished": 1, "score": None
    }  # fmt: skip
    whole = json.loads(run("stats", "--depth", "2", "--format", "json", stdin=GAMES).out)
    assert whole == [json.loads(line) for line in ran.lines]


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        (
            "sizes",
            "size,games,wins,draws,losses,unfinished,score,R-0,0-R,F-0,0-F,1-0,0-1,1/2-1/2,"
            "shortest,lower_quartile,median,upper_quartile,longest,mean\n"
            "3,3,1,1,0,1,75,1,0,0,0,0,0,1,2,2.5,3,4,5,3.33\n"
            "5,1,0,0,1,0,0,0,0,0,0,0,1,0,4,4,4,4,4,4\n",
        ),
        (
            "openings",
            "size,line,games,wins,draws,losses,unfinished,score\n"
            "3,a1 c3,2,1,1,0,0,75\n3,a1 a2,1,0,0,0,1,\n5,a1 e5,1,0,0,1,0,0\n",
        ),
        (
            "players",
            "size,player,games,wins,draws,losses,unfinished,score\n"
            "3,Ada,3,1,1,0,1,75\n3,Ben,2,0,1,1,0,25\n"
            '3,"=SUM(1;2), ""x""",1,0,0,0,1,\n'
            "5,Ada,1,0,0,1,0,0\n",
        ),
    ],
)
def test_csv(table: str, expected: str) -> None:
    ran = run("stats", "--depth", "2", "--format", "csv", "--table", table, stdin=GAMES)
    assert (ran.status, ran.out, ran.err) == (0, expected, "")
    if table == "sizes":
        assert run("stats", "--depth", "2", "--format", "csv", stdin=GAMES).out == expected


def test_json_and_csv_say_the_same(corpus: Path) -> None:
    """The tables of all real games, read back."""
    sizes = json.loads(run("stats", "--format", "json", corpus / "games").out)
    assert sum(size["games"] for size in sizes) > 200

    def table(name: str) -> list[dict[str, str]]:
        return list(csv.DictReader(run("stats", "--format", "csv", "--table", name, corpus / "games").lines))

    def text(values: dict[str, object]) -> dict[str, str]:
        return {key: "" if value is None else str(value) for key, value in values.items()}

    for name, key in (("openings", "openings"), ("players", "players")):
        assert table(name) == [text({"size": size["size"], **row}) for size in sizes for row in size[key]]
    assert table("sizes") == [
        text({"size": size["size"], **{key: size[key] for key in OUTCOMES}, **size["results"], **size["plies"]})
        for size in sizes
    ]


def test_how_many_are_shown() -> None:
    """Ten of each in text, all for programs; the counts tell what is left out."""
    squares = ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]
    text = "".join(
        f'[Size "3"][Player1 "w{first}{second}"] {first} {second} 1-0\n'
        for first in squares
        for second in squares
        if first != second
    )
    ran = run("stats", "--depth", "2", stdin=text)
    assert "  and 62 more: --players all\n" in ran.out
    assert "  and 2 more: --openings all\n" in ran.out
    ran = run("stats", "--depth", "2", "--openings", "all", "--players", "0", stdin=text)
    assert "more:" not in ran.out
    assert "player" not in ran.out
    assert len(ran.lines) == 8 + 12
    [found] = json.loads(run("stats", "--depth", "2", "--format", "json", stdin=text).out)
    assert (
        (len(found["openings"]), len(found["players"])) == (found["opening_count"], found["player_count"]) == (12, 72)
    )
    [found] = json.loads(run("stats", "--format", "json", "--openings", "3", "--players", "0", stdin=text).out)
    assert (found["openings"], found["players"], found["opening_count"], found["player_count"]) == ([], [], 0, 72)
    assert len(run("stats", "--format", "csv", "--table", "players", "--players", "5", stdin=text).lines) == 6
    for wrong in ("-1", "ten", "", "1.5", "²", "9" * 10):
        ran = run("stats", f"--players={wrong}", stdin=text)
        assert (ran.status, ran.out) == (2, "")
        assert f"{wrong!r} is no number: 0 and more, or all, is expected." in ran.err


def test_the_depth_is_that_of_the_library_by_default() -> None:
    [found] = json.loads(run("stats", "--format", "json", stdin='[Size "3"] a1').out)
    assert found["depth"] == inspect.signature(ptn.Tally).parameters["depth"].default == 4
    assert run("stats", "--depth", "0", stdin=GAMES).status == 2
    assert "\n  first ply  games " in run("stats", "--depth", "1", stdin=GAMES).out


def test_table_is_for_csv() -> None:
    for format_ in ("text", "json", "jsonl"):
        ran = run("stats", "--format", format_, "--table", "players", stdin=GAMES)
        assert (ran.status, ran.out) == (2, "")
        assert "--table is for --format csv." in ran.err


def test_an_option_that_would_do_nothing_is_wrong_usage() -> None:
    for option, table in (("--openings", "players"), ("--players", "openings"), ("--players", "sizes")):
        ran = run("stats", "--format", "csv", "--table", table, option, "5", stdin=GAMES)
        assert (ran.status, ran.out) == (2, "")
        assert f"With --format csv, {option} is for --table {option[2:]}." in ran.err
    assert run("stats", "--format", "csv", "--players", "5", stdin=GAMES).status == 2


def test_games_with_errors_are_reported_and_not_counted(tmp_path: Path) -> None:
    (tmp_path / "three.ptn").write_text(THREE_GAMES + '[Size "3"] a1 a1\n[Size "3"] a1 c3 R-0\n', encoding="utf-8")
    ran = run("stats", "--format", "jsonl", tmp_path)
    assert ran.status == 1
    assert [code in ran.err for code in ("PTN101", "PTN402", "PTN501")] == [True] * 3
    assert ran.err.endswith("games with errors, not counted: 3\n")
    [found] = map(json.loads, ran.lines)
    assert (found["games"], found["wins"], found["losses"]) == (2, 1, 1)
    assert "not counted" not in run("stats", "-q", tmp_path).err
    ran = run("stats", "--game", "1,3", tmp_path / "three.ptn")
    assert (ran.status, ran.lines[0]) == (0, "3x3, 2 games")


def test_errors_in_branches_are_told_and_the_main_line_is_counted() -> None:
    ran = run("stats", stdin='[Size "3"]\n1. a1 c3 2. b2 1-0\n\n{2w1}\n2. a1\n')
    assert (ran.status, ran.lines[0]) == (1, "3x3, 1 game")
    assert ran.err.startswith("-:5:4: PTN402")
    assert "not counted" not in ran.err


@pytest.mark.parametrize(
    ("format_", "nothing"),
    [("text", ""), ("json", "[]\n"), ("jsonl", ""), ("csv", ",".join(["size", *OUTCOMES, *CODES, *LENGTHS]) + "\n")],
)
def test_no_game_at_all(format_: str, nothing: str) -> None:
    ran = run("stats", "--format", format_, stdin="")
    assert (ran.status, ran.out) == (1, nothing)
    assert "PTN003" in ran.err
    assert "not counted" not in ran.err
    ran = run("stats", "--format", format_, stdin="1. a1 c3\n")
    assert (ran.status, ran.out) == (1, nothing)
    assert "PTN204" in ran.err


def test_a_position_is_no_game() -> None:
    ran = run("stats", stdin=f"{ENCYCLOPEDIA_END}\n")
    assert (ran.status, ran.out, ran.err) == (1, "", "-: positions are no games\n")
    assert run("stats", stdin=f"{ENCYCLOPEDIA_END}\nx3/x3/x2 1 1\n").err == ran.err


def test_shares_are_those_of_the_games_with_an_opening() -> None:
    text = '[Size "3"] a1 1-0 [Size "3"] a1 c3 1-0 [Size "3"] a1 a2 1-0 [TPS "x3/x3/1,1,2 1 2"] a2 a3 b2 1-0'
    lines = run("stats", "--depth", "2", stdin=text).lines
    assert lines[0] == "3x3, 4 games"
    assert [line.split()[:4] for line in lines[-2:]] == [["a1", "a2", "1", "50.0"], ["a1", "c3", "1", "50.0"]]


def test_other_notations_and_the_size() -> None:
    assert run("stats", "--size", "4", stdin="a1 d4").lines[0] == "4x4, 1 game"
    assert run("stats", "--from", "tps", stdin='[Size "4"] a1 d4').out == ""
    for options in (("--size", "5"), ("--size", "6")):
        assert run("stats", *options, stdin="P A1,P C3\n").lines[0] == f"{options[1]}x{options[1]}, 1 game"
    assert run("stats", "--size", "6", stdin='[Size "5"] a1').lines[0] == "5x5, 1 game"


def test_odd_names_are_shown_safely() -> None:
    long = "long" * 20
    text = f'[Size "3"][Player1 "\x1b[31mred"][Player2 "\u202eevil"] a1 1-0\n[Size "3"][Player1 "{long}"] a1\n'
    for options in ((), ("--format", "csv", "--table", "players")):
        out = run("stats", *options, stdin=text).out
        assert out.isascii()
        assert "\x1b" not in out
        assert "\\x1b[31mred" in out
        assert "\\u202eevil" in out
        assert (long in out) == bool(options)
    assert f"  {long[:37]}...  " in run("stats", stdin=text).out
    [found] = json.loads(run("stats", "--format", "json", stdin=text).out)
    assert [player["player"] for player in found["players"]] == ["\x1b[31mred", long, "\u202eevil"]


def test_colours() -> None:
    assert run("stats", "--color", stdin=GAMES).lines[0] == "\x1b[1m3x3, 3 games\x1b[0m"
    assert (
        run("stats", "--color", "--format", "csv", stdin=GAMES).lines
        == run("stats", "--format", "csv", stdin=GAMES).lines
    )


def test_what_is_made_of_a_game_can_come_from_another_process() -> None:
    for entry in read_stream(io.BytesIO((GAMES + '[Size "3"] a1 a1').encode())):
        found = counted(Item("-", entry.number, entry), 2, None)
        again = pickle.loads(pickle.dumps(found))
        assert (again.file, again.diagnostics, again.is_broken) == ("-", found.diagnostics, entry.number == 5)
        assert (found.tally is None) == found.is_broken
        assert found.tally is None or again.tally.statistics() == found.tally.statistics()


def test_a_closed_pipe_ends_quietly() -> None:
    shell = f"{' '.join(command('stats', '--format', 'csv', '--table', 'openings'))} | head -n 1"
    done = subprocess.run(shell, shell=True, input=GAMES.encode(), capture_output=True, timeout=60, env=environment())
    assert (done.stdout.decode().strip(), done.stderr) == (",".join(["size", "line", *OUTCOMES]), b"")
