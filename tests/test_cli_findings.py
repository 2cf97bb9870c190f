"""Faults of the command line that testers found, each with what is right."""

from __future__ import annotations

import os
import re
import subprocess

import pytest
from cli_helpers import command, environment, process, run

EMPTY = "x3/x3/x3 1 1"
GAME = '[Size "3"]\n1. a1 c3 2. a2\n'


# ---- wrong usage ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", ["100", "990", "-1", "٣", "x"])
def test_a_depth_that_no_computer_reaches_is_wrong_usage(depth: str) -> None:
    ran = run("perft", "--size", "3", "--", depth)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f"Error: DEPTH is a whole number from 0 to 99, not {depth!r}.\n")


def test_the_greatest_depth_is_counted() -> None:
    assert run("perft", "x3/1,1,1/x3", "1", "4", "99").out == "0\n"


def test_a_depth_that_was_forgotten() -> None:
    ran = run("perft", *EMPTY.split())
    assert ran.status == 1
    assert ran.err.splitlines()[-1] == "  hint: the last word, 1, was taken as DEPTH, which stands behind the TPS"
    assert "taken as DEPTH" not in run("perft", *EMPTY.split(), "x", "2").err
    assert "taken as DEPTH" not in run("perft", "x3/x3/x4", "1", "1", "2").err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("fmt --strip", "nothing is named that can be left out: comments, marks, branches, notes can."),
        ("convert --to ptn --strip", "nothing is named that can be left out: comments, marks, branches, notes can."),
        ("score --bonus", "no bonus is named: straight, no-capstone, singles, stacks or all is expected."),
        ("validate --select", "no code is named; ptn explain --list has them all."),
        ("validate --ignore", "no code is named; ptn explain --list has them all."),
    ],
)
def test_an_empty_list_is_wrong_usage(words: str, said: str) -> None:
    for empty in ("", ",", " "):
        ran = run(*words.split(), empty, stdin=GAME)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.endswith(f": {said}\n")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--game 999999999999999999999", "'999999999999999999999' is too large: numbers go up to 999999999."),
        ("--game 1,3-1000000000", "'3-1000000000' is too large: numbers go up to 999999999."),
        ("--ply 1000000w", "'1000000w' is too large: plies go up to 999999b."),
        ("--ply 9999999", "'9999999' is too large: plies go up to 999999b."),
    ],
)
def test_numbers_that_are_too_large(words: str, said: str) -> None:
    ran = run("convert", "--to", "tps", *words.split(), stdin=GAME)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith(f": {said}\n")


def test_the_greatest_numbers_are_none_too_large() -> None:
    ran = run("convert", "--to", "tps", "--game", "999999999", stdin=GAME)
    assert (ran.status, ran.err) == (1, "-: there is no game 999999999: it has 1\n")
    ran = run("convert", "--to", "tps", "--ply", "999999b", stdin=GAME)
    assert (ran.status, ran.err) == (1, "-, game 1: there is no such ply: the game has 1w to 2w\n")


def test_one_column() -> None:
    ran = run("show", EMPTY, env={"COLUMNS": "1"})
    assert ran.status == 2
    assert ran.err.startswith("ptn: 1 column is too narrow for this 3x3 board, which needs ")


# ---- pipes and shells -----------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name != "posix", reason="pipes of POSIX")
@pytest.mark.parametrize("words", ["--help", "-h", "--version", "-V", "score --help", "explain PTN104"])
def test_a_pipe_that_nobody_reads_ends_help_and_version_well(words: str) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        done = subprocess.run(
            command(*words.split()), stdout=writing, stderr=subprocess.PIPE, timeout=60, check=False, env=environment()
        )
    finally:
        os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("line", ["ptn vaildate ", "ptn --version ", "ptn --help ", "ptn -x ", "ptn fmt --styel x "])
def test_completion_behind_what_is_wrong_only_offers(line: str) -> None:
    asked = {"_PTN_COMPLETE": "bash_complete", "COMP_WORDS": line, "COMP_CWORD": str(line.count(" "))}
    ran = process(env=asked)
    assert (ran.status, ran.err) == (0, "")
    assert all(re.fullmatch("(plain|file),[a-z]*", offer) for offer in ran.out.split())


@pytest.mark.parametrize(
    "asked",
    [
        {"_PTN_COMPLETE": "bash_complete"},
        {"_PTN_COMPLETE": "zsh_complete", "COMP_WORDS": "ptn "},
        {"_PTN_COMPLETE": "fish_complete", "COMP_WORDS": "ptn ", "COMP_CWORD": "x"},
        {"_PTN_COMPLETE": "tcsh_complete"},
    ],
)
def test_completion_that_is_called_wrongly_is_quiet(asked: dict[str, str]) -> None:
    ran = process(env=asked)
    assert ran.status in (0, 1, 2)
    assert (ran.out.strip(), ran.err) == ("", "")
