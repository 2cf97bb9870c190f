"""``ptn fmt``: in place, to standard output, only checking, and leaving alone what it can't read."""

from __future__ import annotations

import gzip
import stat
from pathlib import Path

import pytest
from cli_helpers import run

UGLY = '[size "5"]  1.Fa1 e5 2. 1a1>1'
NEAT = '[Size "5"]\n\n1. a1 e5\n2. a1>\n'


@pytest.fixture
def ugly(tmp_path: Path) -> Path:
    path = tmp_path / "game.ptn"
    path.write_text(UGLY, encoding="utf-8")
    return path


def test_a_file_is_formatted_in_place_and_then_stays(ugly: Path) -> None:
    first = run("fmt", ugly)
    assert (first.status, first.out, first.err) == (0, "", "1 file changed, 0 in standard form already\n")
    assert ugly.read_bytes() == NEAT.encode()
    assert run("fmt", ugly).err == "0 files changed, 1 in standard form already\n"
    assert ugly.read_bytes() == NEAT.encode()
    assert [path.name for path in ugly.parent.iterdir()] == ["game.ptn"]


def test_the_mode_of_a_file_is_kept(ugly: Path) -> None:
    ugly.chmod(0o640)
    run("fmt", ugly)
    assert stat.S_IMODE(ugly.stat().st_mode) == 0o640


def test_standard_input_goes_to_standard_output() -> None:
    assert run("fmt", "-", stdin=UGLY).out == NEAT
    assert run("fmt", stdin="\ufeff" + UGLY.replace("  ", "\r\n")).out == NEAT
    assert run("fmt", "-", stdin=gzip.compress(UGLY.encode())).out == NEAT


def test_games_are_separated_by_one_blank_line() -> None:
    assert run("fmt", stdin=f"{UGLY} R-0\n\n\n\n{UGLY}").out == f"{NEAT[:-1]} R-0\n\n{NEAT}"


def test_check_names_the_files_and_changes_nothing(ugly: Path) -> None:
    result = run("fmt", "--check", ugly)
    assert (result.status, result.out) == (1, f"{ugly}: not in standard form\n")
    assert ugly.read_text() == UGLY
    run("fmt", ugly)
    result = run("fmt", "--check", ugly)
    assert (result.status, result.out) == (0, "")


def test_diff_shows_what_would_change(ugly: Path) -> None:
    result = run("fmt", "--diff", ugly)
    assert result.status == 1
    assert result.lines[3:] == [f"-{UGLY}", "\\ No newline at end of file", *(f"+{line}" for line in NEAT.splitlines())]
    assert ugly.read_text() == UGLY


def test_a_file_with_a_broken_game_is_left_as_it_is(ugly: Path) -> None:
    broken = UGLY + ' R-0\n[Size "5"]\n1. zz9'
    ugly.write_text(broken)
    result = run("fmt", ugly)
    assert result.status == 1
    assert "2:4: PTN101" not in result.err
    assert ":3:4: PTN101 `zz9` is not a move" in result.err
    assert ugly.read_text() == broken


def test_style_and_strip() -> None:
    text = '[Size "5"] 1. a1! {x} e5 2. a1>'
    assert run("fmt", "--style", "verbose", stdin=text).out.endswith("1. a1! {x} e5\n2. 1a1>1\n")
    assert run("fmt", "--strip", "comments,marks", stdin=text).out.endswith("1. a1 e5\n2. a1>\n")
    wrong = run("fmt", "--strip", "jokes", stdin=text)
    assert wrong.status == 2
    assert "comments, marks, branches, notes can" in wrong.err


def test_directories_are_formatted_but_compressed_files_are_not(ugly: Path) -> None:
    packed = ugly.parent / "old.ptn.gz"
    packed.write_bytes(gzip.compress(UGLY.encode()))
    result = run("fmt", ugly.parent)
    assert result.status == 0
    assert "old.ptn.gz: compressed, left as it is" in result.err
    assert ugly.read_text() == NEAT
    assert run("fmt", packed).status == 2


@pytest.mark.parametrize(
    ("text", "what"),
    [("x3/x3/x3 1 1\n", "a list of positions"), ("P A1,P B2", "server notation"), ('{"schema":1}', "JSON")],
)
def test_what_is_no_file_of_games_is_named(ugly: Path, text: str, what: str) -> None:
    ugly.write_text(text)
    result = run("fmt", ugly)
    assert result.status == 2
    assert f"this is {what}, not a file of games" in result.err
    assert ugly.read_text() == text


def test_missing_files_and_files_without_games(ugly: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.ptn"
    empty.write_bytes(b" \n")
    result = run("fmt", tmp_path / "none.ptn", empty, ugly)
    assert result.status == 2
    assert "none.ptn: No such file or directory" in result.err
    assert "empty.ptn: no game in it; left as it is" in result.err
    assert empty.read_bytes() == b" \n"
    assert ugly.read_text() == NEAT


def test_another_file(ugly: Path, tmp_path: Path) -> None:
    other, new = tmp_path / "two.ptn", tmp_path / "new.ptn"
    other.write_text(UGLY.replace("e5", "e4"), encoding="utf-8")
    ran = run("fmt", ugly, other, "-o", new)
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert new.read_text() == f"{NEAT}\n{NEAT.replace('e5', 'e4')}"
    assert ugly.read_text() == UGLY
    ran = run("fmt", ugly, "-o", new)
    assert ran.status == 2
    assert "new.ptn exists already; --force overwrites it." in ran.err
    assert run("fmt", ugly, "-o", new, "--force").status == 0
    assert new.read_text() == NEAT
    assert run("fmt", ugly, "-o", "-").out == NEAT
    assert run("fmt", ugly, "-o", new, "--check").status == 2


def test_nothing_to_format_is_no_error() -> None:
    ran = run("fmt", stdin=" \n")
    assert (ran.status, ran.out, ran.err) == (0, "", "-: no game in it; left as it is\n")


@pytest.mark.parametrize("name", ["fmt", "annotate"])
def test_the_help_says_that_files_change(name: str) -> None:
    shown = " ".join(run(name, "--help").out.split())
    assert "this CHANGES THE FILES, unless --check, --diff or -o is given." in shown.split("FILES are")[0]
    if name == "fmt":
        assert "fmt doesn't check the rules; ptn validate does." in shown


def test_a_file_in_another_encoding_becomes_utf_8(tmp_path: Path) -> None:
    text = '[Player1 "Zoë"]\n[Size "3"]\n\n1. a1 c3\n2. a2 1-0\n'
    for name, encoding in (("latin.ptn", "latin-1"), ("wide.ptn", "utf-16"), ("marked.ptn", "UTF8")):
        path = tmp_path / name
        path.write_bytes(text.encode(encoding))
        for command in ("fmt", "annotate"):
            ran = run(command, "--diff", "--encoding", encoding, path)
            assert ran.out == ""
            assert run(command, "--encoding", encoding, "-", stdin=text.encode(encoding)).out == text
        ran = run("fmt", "--encoding", encoding, path)
        assert ran.status == 0
        assert path.read_bytes() == text.encode()
    path.write_bytes(text.encode("utf-16"))
    ran = run("fmt", path)
    assert ran.status == 1
    assert "--encoding utf-16" in ran.err
    before = text.encode("latin-1")
    path.write_bytes(before)
    ran = run("fmt", "--encoding", "ascii", path)
    assert (ran.status, path.read_bytes()) == (1, before)
    assert "the byte 0xeb at offset 12 is not ascii" in ran.err


@pytest.mark.parametrize("command", ["fmt", "annotate"])
def test_what_is_utf_8_already_is_not_decoded_twice(command: str, tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    path.write_bytes('[Size "5"]\n\n1. a1 {café} e5\n'.encode("latin-1"))
    ran = run(command, "--encoding", "latin-1", "--diff", path)
    assert (ran.status, ran.out) == (1, "")
    assert "only the encoding would change" in ran.err
    assert run(command, "--encoding", "latin-1", path).status == 0
    once = path.read_bytes()
    assert "café".encode() in once
    ran = run(command, "--encoding", "latin-1", path)
    assert (ran.status, path.read_bytes()) == (2, once)
    assert "this is UTF-8 already: read as latin-1, its letters would become others" in ran.err
