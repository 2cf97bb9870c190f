"""Faults of the command line that testers found, each with what is right."""

from __future__ import annotations

import os
import re
import subprocess

import pytest
from cli_helpers import command, environment, process, run

EMPTY = "x3/x3/x3 1 1"


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
