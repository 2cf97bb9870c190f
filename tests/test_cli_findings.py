"""Faults of the command line that testers found, each with what is right."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
from pathlib import Path

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


@pytest.mark.parametrize("words", ["convert --to ptn", "fmt", "fmt --check", "fmt --diff", "annotate"])
def test_force_without_a_file_to_write(words: str) -> None:
    ran = run(*words.split(), "--force", stdin=GAME)
    assert (ran.status, ran.out) == (2, "")
    assert re.search(r"Error: --force is for the files? of -o\.\n\Z", ran.err)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"{EMPTY}\n", "a list of positions, not a file of games"),
        ("SQLite format 3\0", "an SQLite database, not a file of games"),
        ("P A1,P C3\n", "server notation, not a file of games; ptn convert --to ptn writes one"),
        ("{}\n{}\n", "JSON, not a file of games; ptn convert --to ptn writes one"),
        ("https://ptn.ninja/x", "a link, not a file of games; ptn convert --to ptn writes one"),
    ],
)
def test_what_fmt_says_of_other_files(text: str, said: str) -> None:
    assert run("fmt", stdin=text).err == f"ptn: -: this is {said}\n"


@pytest.mark.parametrize("name", ["validate", "score", "stats", "fmt", "annotate", "show", "convert --to tps"])
def test_an_empty_name(name: str, tmp_path: Path) -> None:
    game = tmp_path / "game.ptn"
    game.write_text(GAME, encoding="utf-8")
    ran = run(*name.split(), "", game)
    assert ran.status == 2
    assert ran.err.startswith("ptn: the name of a file is empty\n")


# ---- what is read ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("words", ["moves", "perft 2"])
@pytest.mark.parametrize("empty", ["", " ", "?"])
def test_an_empty_tps_is_a_fault_of_the_tps(words: str, empty: str) -> None:
    name, *depth = words.split()
    ran = run(name, empty, *depth)
    assert (ran.status, ran.out) == (1, "")
    assert ran.err.startswith("TPS:1:1: PTN601 the TPS is empty\n")
    assert "--size" not in ran.err


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-16-be", "utf-32-le"])
def test_marks_of_the_order_of_bytes_before_positions(encoding: str) -> None:
    mark = "\ufeff"
    text = f"{mark}{EMPTY}\n{mark}{mark}x3/x,1,x/2,x2 1 2\r\n{mark}\n".encode(encoding)
    ran = run("convert", "--to", "tps", "--encoding", encoding, stdin=text)
    assert (ran.status, ran.out, ran.err) == (0, f"{EMPTY}\nx3/x,1,x/2,x2 1 2\n", "")


@pytest.mark.parametrize(
    ("text", "options"),
    [
        ("https://playtak.com/#load={}", ()),
        ("P A1,P C3", ("--size", "3")),
        ('{"tags":{"Size":"3"},"plies":[]}', ()),
    ],
)
def test_marks_of_the_order_of_bytes_where_files_were_joined(text: str, options: tuple[str, ...]) -> None:
    ran = run("validate", "-q", *options, stdin=f"\ufeff{text}\n\ufeff{text}\n")
    assert ran == run("validate", "-q", *options, stdin=f"{text}\n{text}\n")


@pytest.mark.parametrize(
    ("text", "is_json"),
    [
        ("{}", True),
        ("{}\n{}\n", True),
        ('{}\n{}\n{"plies": []}\n', True),
        ("[{}, {}]", True),
        ("{}\n" * 3000, True),
        ("{}\n{a comment}\n", False),
        ('{}\n{"Quoted" is a comment}\n', False),
        ("{} 1. a1\n", False),
    ],
)
def test_lines_of_empty_objects_are_json(text: str, is_json: bool) -> None:
    found = run("validate", "--format", "jsonl", "-q", "--size", "3", stdin=text).lines
    assert any(json.loads(line)["code"].startswith("PTN7") for line in found) == is_json


def test_every_line_of_json_is_a_game_of_its_own() -> None:
    for text in ("{}\n{}\n", '{"plies":[]}\n{}\n', '{"plies":[]}\nx\n', '{"a":[\n{}\n'):
        found = [json.loads(line) for line in run("validate", "--format", "jsonl", "-q", stdin=text).lines]
        lines = [(1, 3)] if text.startswith('{"a"') else [(1, 1), (2, 2)]
        assert [(fault["game"], fault["line"]) for fault in found] == lines, text
        assert {fault["code"] for fault in found} == {"PTN703"}


def test_positions_are_refused_once() -> None:
    text = f"{EMPTY}\n" * 3
    for name in ("ptn", "jsonl", "json", "link", "playtak"):
        ran = run("convert", "--to", name, stdin=text)
        assert (ran.status, ran.out) == (1, "[]\n" if name == "json" else "")
        assert ran.err == "-: positions are no games; --to tps is for them\n"


POSIX = pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")


@POSIX
@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("validate -", GAME),
        ("validate -", GAME + "{a comment that is long}\n" * 400),
        ("convert --to ptn -", '{"plies":[]}\n'),
        ("convert --to ptn --size 3 -", "P A1,P C3\n"),
        ("convert --to tps -", f"{EMPTY}\n"),
        ("score -", GAME),
        ("stats -", GAME),
        ("show -", GAME),
        ("fmt -", GAME),
        ("annotate -", GAME),
        ("moves -", f"{EMPTY}\n"),
        ("validate -", ""),
    ],
)
def test_one_ctrl_d_ends_what_is_typed(words: str, text: str) -> None:
    import pty

    master, slave = pty.openpty()
    try:
        with subprocess.Popen(
            command(*words.split()), stdin=slave, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env=environment(),
        ) as running:  # fmt: skip
            try:
                for line in text.splitlines(keepends=True):
                    os.write(master, line.encode())
                    while select.select([master], [], [], 0)[0]:  # the echo, which would fill the terminal
                        os.read(master, 4096)
                os.write(master, b"\x04")
                assert running.wait(20) < 2
            finally:
                running.kill()
    finally:
        os.close(slave)
        os.close(master)


# ---- what is written ------------------------------------------------------------------------------------------------


def test_a_ply_of_a_position() -> None:
    text = f"{EMPTY}\n{EMPTY}\nx3/x,1,x/2,x2 1 3\n"
    said = "".join(f"-, position {number}: there is no such ply: it is a single position\n" for number in (1, 2))
    ran = run("convert", "--to", "tps", "--ply", "2b", stdin=text)
    assert (ran.status, ran.out, ran.err) == (1, "x3/x,1,x/2,x2 1 3\n", said)
    ran = run("show", "--ply", "2b", stdin=text)
    assert (ran.status, ran.err) == (1, said)
    assert ran.out == run("show", "--ply", "2b", stdin=f"{EMPTY}\n{EMPTY}\nx3/x,1,x/2,x2 1 3\n").out
    assert ran.out.startswith("-, position 3\n3x3, move 3, White to move\n")
    for ply in ("start", "2b"):
        assert run("show", "--ply", ply, "x3/x,1,x/2,x2 1 3").status == 0
    ran = run("show", "--ply", "3b", "x3/x,1,x/2,x2 1 3")
    assert (ran.status, ran.out) == (1, "")
    assert ran.err == "TPS, position 1: there is no such ply: it is a single position\n"


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("P A1,P C3", ""),
        ('[Size "3"]\n1. a1 c3\n', ""),
        ('[Size "3"]\n[Player1 "A"]\n1. a1 c3\n', "tags"),
        ('[Player1 "A"]\n1. a1 c3\n', "tags"),
        ("1. a1 c3\n", ""),
    ],
)
def test_a_size_that_was_given_is_not_lost(text: str, lost: str) -> None:
    ran = run("convert", "--to", "playtak", "--size", "3", stdin=text)
    assert (ran.status, ran.out) == (0, "P A1,P C3\n")
    assert ran.err == (f"-, game 1: server notation has no place for {lost}: left out\n" if lost else "")


def test_a_tag_size_is_lost_where_no_size_is_given() -> None:
    ran = run("convert", "--to", "playtak", stdin='[Size "3"]\n1. a1 c3\n')
    assert ran.err == "-, game 1: server notation has no place for tags: left out\n"


def test_nothing_read_is_an_empty_list_on_standard_output_only(tmp_path: Path) -> None:
    gone, out = tmp_path / "gone.ptn", tmp_path / "out.json"
    ran = run("convert", "--to", "json", gone)
    assert (ran.status, ran.out) == (2, "[]\n")
    assert run("convert", "--to", "json", "-o", "-", gone).out == "[]\n"
    assert run("convert", "--to", "jsonl", gone).out == ""
    assert run("convert", "--to", "json", gone, "-o", out).out == ""
    assert not out.exists()
    assert run("convert", "--to", "json", "--no-such-option").out == ""


@pytest.mark.parametrize("words", ["convert --to ptn", "fmt", "annotate"])
def test_an_empty_name_of_a_file_to_write(words: str) -> None:
    ran = run(*words.split(), "-o", "", stdin=GAME)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.endswith("Error: The name of the file for -o is empty.\n")


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("a.ptn", "c.ptn", "sub/c.ptn"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'[Size "3"]\n[Site "{name}"]\n\n1. a1 c3\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def written(folder: Path) -> dict[str, str]:
    """What files a folder holds, and from which game each is."""
    found = {}
    for path in folder.iterdir():
        match = re.search('"([a-z/]+[.]ptn)"', path.read_text("utf-8"))
        found[path.name] = match[1] if match else ""
    return found


def test_a_file_that_exists_is_left_and_the_others_are_written(games: Path) -> None:
    (games / "out").mkdir()
    (games / "out/c.ptn").write_text("mine", encoding="utf-8")
    ran = run("convert", "--to", "ptn", "c.ptn", "a.ptn", "-o", "out/")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "ptn: c.ptn: left out; out/c.ptn exists already; --force overwrites it.\n"
    assert written(games / "out") == {"a.ptn": "a.ptn", "c.ptn": ""}
    assert run("convert", "--to", "ptn", "c.ptn", "a.ptn", "-o", "out/", "--force").status == 0
    assert written(games / "out") == {"a.ptn": "a.ptn", "c.ptn": "c.ptn"}


@pytest.mark.parametrize("force", [(), ("--force",)])
@pytest.mark.parametrize(
    ("files", "kept", "left"),
    [
        (["sub/c.ptn", "./c.ptn", "a.ptn"], "sub/c.ptn", "./c.ptn"),
        (["c.ptn", "c.ptn", "a.ptn"], "c.ptn", "c.ptn"),
        (["c.ptn", "a.ptn", "c.ptn"], "c.ptn", "c.ptn"),
    ],
)
def test_two_inputs_for_one_file(files: list[str], kept: str, left: str, force: tuple[str, ...], games: Path) -> None:
    ran = run("convert", "--to", "ptn", *files, "-o", "out/", *force)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == f"ptn: {left}: left out; out/c.ptn is for an input before it\n"
    assert written(games / "out") == {"a.ptn": "a.ptn", "c.ptn": kept}
    assert (games / "out/c.ptn").read_text("utf-8").count("[Size") == 1


def test_a_file_of_many_games_is_one_input(games: Path) -> None:
    (games / "many.ptn").write_text(GAME * 3, encoding="utf-8")
    for numbers in ((), ("--game", "2-3"), ("-j", "2")):
        ran = run("convert", "--to", "ptn", "many.ptn", "a.ptn", "-o", "out/", "--force", *numbers)
        if numbers[:1] == ("--game",):
            assert ran.err == "a.ptn: there is no game 2-3: it has 1\n"
            assert (games / "out/many.ptn").read_text("utf-8").count("[Size") == 2
        else:
            assert (ran.status, ran.err) == (0, "")
            assert (games / "out/many.ptn").read_text("utf-8").count("[Size") == 3


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
