"""`ptn convert`, as its users see it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, ENCYCLOPEDIA_END, THREE_GAMES, run

ILLEGAL = '[Size "3"]\n1. a1 c3 2. a2 a1\n'


def test_the_last_position() -> None:
    ran = run("convert", "--to", "tps", stdin=ENCYCLOPEDIA)
    assert (ran.status, ran.out, ran.err) == (0, f"{ENCYCLOPEDIA_END}\n", "")


def test_every_position_the_start_first() -> None:
    lines = run("convert", "--to", "tps", "--all", stdin=ENCYCLOPEDIA).lines
    assert len(lines) == 19
    assert lines[:3] == ["x5/x5/x5/x5/x5 1 1", "x5/x5/x5/x4,2/x5 2 1", "x5/x5/x2,1,x2/x4,2/x5 1 2"]
    assert lines[-1] == ENCYCLOPEDIA_END


@pytest.mark.parametrize(
    ("ply", "tps"),
    [
        ("start", "x5/x5/x5/x5/x5 1 1"),
        ("0", "x5/x5/x5/x5/x5 1 1"),
        ("1w", "x5/x5/x5/x4,2/x5 2 1"),
        ("1b", "x5/x5/x2,1,x2/x4,2/x5 1 2"),
        ("9b", ENCYCLOPEDIA_END),
    ],
)
def test_the_position_after_a_ply(ply: str, tps: str) -> None:
    assert run("convert", "--to", "tps", "--ply", ply, stdin=ENCYCLOPEDIA).lines == [tps]


@pytest.mark.parametrize(("ply", "standard"), [("START", "start"), ("9B", "9b"), ("2W", "2w")])
def test_the_case_of_a_ply_does_not_matter(ply: str, standard: str) -> None:
    ran = run("convert", "--to", "tps", "--ply", ply, stdin=ENCYCLOPEDIA)
    assert ran == run("convert", "--to", "tps", "--ply", standard, stdin=ENCYCLOPEDIA)
    assert ran.status == 0


def test_a_move_number_alone_is_no_ply() -> None:
    for option, to in (("--ply", "tps"), ("--from-ply", "ptn")):
        ran = run("convert", "--to", to, option, "3", stdin=ENCYCLOPEDIA)
        assert (ran.status, ran.out) == (2, "")
        assert "'3' is a move, not a ply: 3w or 3b?" in ran.err


@pytest.mark.parametrize("ply", ["1x", "0w", "b12", "", "-1", "1 w", "\u0661w"])
def test_what_is_no_ply(ply: str) -> None:
    ran = run("convert", "--to", "tps", "--ply", ply, stdin=ENCYCLOPEDIA)
    assert ran.status == 2
    assert "such as 12b" in ran.err


def test_a_ply_that_the_game_has_not() -> None:
    ran = run(
        "convert", "--to", "tps", "--ply", "2w", stdin='[Size "3"]\n1. a1 c3 2. a2\n[Size "3"]\n1. b2\n[Size "3"]\n'
    )
    assert ran.lines == ["x2,1/1,x2/2,x2 2 2"]
    assert ran.err.splitlines() == [
        "-, game 2: there is no such ply: the game has only 1w",
        "-, game 3: there is no such ply: the game has no plies",
    ]
    assert ran.status == 1


def test_plies_of_a_game_that_starts_from_a_tps() -> None:
    text = '[TPS "x3/x,1,x/x,2,x 2 5"]\n5. ... a1 6. c3\n'
    for ply, tps in {
        "start": "x3/x,1,x/x,2,x 2 5",
        "5w": "x3/x,1,x/x,2,x 2 5",
        "5b": "x3/x,1,x/2,2,x 1 6",
        "6w": "x2,1/x,1,x/2,2,x 2 6",
    }.items():
        assert run("convert", "--to", "tps", "--ply", ply, stdin=text).lines == [tps]
    ran = run("convert", "--to", "tps", "--ply", "4b", stdin=text)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "-, game 1: there is no such ply: the game has 5b to 6w\n"


def test_an_illegal_ply_is_reported_and_the_game_left_out() -> None:
    for options in ((), ("--all",)):
        ran = run("convert", "--to", "tps", *options, stdin=ILLEGAL + ENCYCLOPEDIA)
        assert ran.lines[-1] == ENCYCLOPEDIA_END
        assert len(ran.lines) == (19 if options else 1)
        assert ran.err.startswith("-:2:16: PTN402 2... a1 is illegal: ")
        assert ran.err.endswith("\n  1. a1 c3 2. a2 a1\n                 ^^\n")
        assert ran.status == 1


def test_what_stands_behind_the_ply_asked_for_does_not_matter() -> None:
    ran = run("convert", "--to", "tps", "--ply", "2w", stdin=ILLEGAL)
    assert (ran.status, ran.lines, ran.err) == (0, ["x2,1/1,x2/2,x2 2 2"], "")
    ran = run("convert", "--to", "tps", "--ply", "2b", stdin=ILLEGAL)
    assert (ran.status, ran.out) == (1, "")
    assert "PTN402" in ran.err
    broken = '[Size "3"]\n1. a1 c3 2. zz9\n'
    assert run("convert", "--to", "tps", "--ply", "1b", stdin=broken).lines == ["x2,1/x3/2,x2 1 2"]
    ran = run("convert", "--to", "tps", "--ply", "2w", stdin=broken)
    assert (ran.status, ran.out) == (1, "")
    assert "PTN101" in ran.err


def test_one_broken_game_does_not_stop_the_rest() -> None:
    ran = run("convert", "--to", "tps", stdin=THREE_GAMES)
    assert ran.lines == ["x2,1/x3/2,x2 1 2", "x2,1/1,x2/2,x2 2 2"]
    assert "-:5:13: PTN101 `zz9` is not a move" in ran.err
    assert ran.status == 1


def test_no_size() -> None:
    ran = run("convert", "--to", "tps", "--ply", "1w", stdin="1. a1 c3")
    assert (ran.status, ran.out) == (1, "")
    assert "give --size N" in ran.err
    assert run("convert", "--to", "tps", "--size", "4", stdin="1. a1 d4").lines == ["x3,1/x4/x4/2,x3 1 2"]


def test_warnings_only_for_the_verbose() -> None:
    assert run("convert", "--to", "tps", "-v", stdin=ENCYCLOPEDIA).err.count(": PTN") == 2


def test_positions_come_out_in_standard_spelling() -> None:
    ran = run("convert", "--to", "tps", stdin='x3/X3/x,x2 1 1\n[TPS "x3/x,2,x/x3 2 1"]\nx3/x3 1 1\n')
    assert ran.lines == ["x3/x3/x3 1 1", "x3/x,2,x/x3 2 1"]
    assert ran.status == 1
    assert ran.err.startswith("-:3:1: PTN603 the TPS has 2 rows")
    assert run("convert", "--to", "tps", "--ply", "start", stdin="x3/x3/x3 1 1").lines == ["x3/x3/x3 1 1"]
    ran = run("convert", "--to", "tps", "--ply", "7b", stdin="x3/x3/x3 1 1")
    assert (ran.status, ran.out) == (1, "")


def test_to_ptn() -> None:
    ran = run("convert", "--to", "ptn", stdin=THREE_GAMES)
    assert ran.out == '[Size "3"]\n\n1. a1 c3 1-0\n\n[Size "3"]\n\n1. a1 c3\n2. a2 0-1\n'
    assert "PTN101" in ran.err
    assert ran.status == 1
    assert run("convert", "--to", "ptn", stdin=ran.out).out == ran.out
    ran = run("convert", "--to", "ptn", stdin="x3/x3/x3 1 1")
    assert (ran.status, ran.out, ran.err) == (1, "", "-: positions are no games; --to tps is for them\n")


def test_to_ptn_is_utf8_whatever_the_terminal_speaks() -> None:
    ran = run("convert", "--to", "ptn", stdin='[Size "3"]\n[Player1 "Zoë"]\n1. a1\n')
    assert '[Player1 "Zoë"]' in ran.out


@pytest.mark.parametrize(
    "options",
    [
        (),
        ("--to", "pdf"),
        ("--to", "ptn", "--all"),
        ("--to", "ptn", "--ply", "1w"),
        ("--to", "tps", "--all", "--ply", "1w"),
        ("--to", "tps", "--size", "9"),
        ("--to", "tps", "--encoding", "klingon"),
        ("--to", "tps", "--encoding", "hex"),
        ("--to", "tps", "-q", "-v"),
        ("--to", "tps", "-", "-"),
    ],
)
def test_wrong_usage(options: tuple[str, ...]) -> None:
    ran = run("convert", *options, stdin=ENCYCLOPEDIA)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err


# ---- files that are written -----------------------------------------------------------------------------------------


def test_a_file_is_written_whole(tmp_path: Path) -> None:
    target = tmp_path / "end.tps"
    ran = run("convert", "--to", "tps", "-o", target, stdin=ENCYCLOPEDIA)
    assert (ran.status, ran.out) == (0, "")
    assert target.read_text(encoding="utf-8") == f"{ENCYCLOPEDIA_END}\n"
    assert os.listdir(tmp_path) == ["end.tps"]


def test_no_file_is_overwritten_unless_forced(tmp_path: Path) -> None:
    target = tmp_path / "end.tps"
    target.write_text("precious\n", encoding="utf-8")
    target.chmod(0o640)
    ran = run("convert", "--to", "tps", "-o", target, stdin=ENCYCLOPEDIA)
    assert ran.status == 2
    assert "--force" in ran.err
    assert target.read_text(encoding="utf-8") == "precious\n"
    assert run("convert", "--to", "tps", "--force", "-o", target, stdin=ENCYCLOPEDIA).status == 0
    assert target.read_text(encoding="utf-8") == f"{ENCYCLOPEDIA_END}\n"
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["end.tps"]


def test_a_file_may_be_replaced_by_what_is_read_from_it(tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    path.write_text('[size "3"]  1. a1   c3', encoding="utf-8")
    assert run("convert", "--to", "ptn", "--force", "-o", path, path).status == 0
    assert path.read_text(encoding="utf-8") == '[Size "3"]\n\n1. a1 c3\n'


def test_no_file_when_there_is_nothing_to_write(tmp_path: Path) -> None:
    ran = run("convert", "--to", "tps", "-o", tmp_path / "x.tps", stdin="[Size")
    assert ran.status == 1
    assert os.listdir(tmp_path) == []


def test_places_that_can_not_be_written(tmp_path: Path) -> None:
    ran = run("convert", "--to", "tps", "-o", tmp_path / "no" / "x.tps", stdin=ENCYCLOPEDIA)
    assert ran.status == 2
    assert "No such file or directory" in ran.err
    assert run("convert", "--to", "tps", "-o", "-", stdin=ENCYCLOPEDIA).lines == [ENCYCLOPEDIA_END]


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="there is no /dev/null")
def test_a_device_is_written_to_and_stays() -> None:
    assert run("convert", "--to", "tps", "-o", "/dev/null", stdin=ENCYCLOPEDIA).status == 0
    assert not Path("/dev/null").is_file()


@pytest.mark.parametrize(
    ("option", "value", "to", "needed"),
    [
        ("--style", "keep", "tps", "ptn"),
        ("--style", "minimal", "json", "ptn"),
        ("--strip", "marks", "tps", "ptn, playtak, json, jsonl, link"),
        ("--site", "ptn.ninja", "ptn", "link"),
    ],
)
def test_an_option_that_would_do_nothing_is_wrong_usage(option: str, value: str, to: str, needed: str) -> None:
    ran = run("convert", "--to", to, option, value, stdin=ENCYCLOPEDIA)
    assert (ran.status, ran.out) == (2, "")
    assert f"{option} says nothing to --to {to}; it is for {needed}." in ran.err
    assert run("convert", "--to", needed.split(", ")[0], option, value, stdin=ENCYCLOPEDIA).status == 0


def test_arrows_are_written_on_request() -> None:
    ran = run("convert", "--to", "ptn", "--arrows", stdin='[Size "3"]\n1. a1 c3 2. c3- a1>\n')
    assert (ran.status, ran.out) == (0, '[Size "3"]\n\n1. a1 c3\n2. c3↓ a1→\n')
    assert run("convert", "--to", "ptn", stdin=ran.out).out.endswith("2. c3- a1>\n")
    ran = run("convert", "--to", "link", "--arrows", stdin=ENCYCLOPEDIA)
    assert ran.status == 2
    assert "--arrows says nothing to --to link; it is for ptn." in ran.err
