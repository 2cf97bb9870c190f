"""Commands on a real terminal: colours, widths, stepping by keys, and what is for terminals only."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, command, environment, on_a_terminal, run

from ptn.cli.stepping import KEYS

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX"),
    pytest.mark.usefixtures("heeded_signals"),
]

COLOUR = re.compile("\x1b\\[[0-9;]*m")
CLEAR = "\x1b[H\x1b[2J"
GAME = '[Size "3"]\n1. a1 c3 2. a2\n'
HIGH = "x5/x5/x2,1212121212121212C,x2/x5/2,x4 1 20"


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "game.ptn"
    path.write_text(ENCYCLOPEDIA, encoding="utf-8")
    return path


# ---- colours ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [("validate",), ("score",), ("show",), ("fmt", "--diff"), ("explain", "PTN104")],
    ids=lambda words: words[0],
)
def test_colours_are_for_terminals(arguments: tuple[str, ...], game: Path) -> None:
    words: tuple[str | Path, ...] = arguments if arguments[0] == "explain" else (*arguments, game)
    plain = run(*words)
    cases: tuple[tuple[tuple[str, ...], dict[str, str], bool], ...] = (
        ((), {}, True),
        ((), {"NO_COLOR": "1"}, False),
        ((), {"TERM": "dumb"}, False),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
        (("--color",), {"NO_COLOR": "1"}, True),
    )
    for options, names, coloured in cases:
        status, shown = on_a_terminal(*words, *options, env=names)
        assert (COLOUR.search(shown) is not None) == coloured, (options, names)
        assert (status, COLOUR.sub("", shown)) == (plain.status, plain.out + plain.err)


def test_force_color_goes_through_pipes(game: Path) -> None:
    done = subprocess.run(
        command("score", game), capture_output=True, text=True, timeout=60, check=True, env=environment(FORCE_COLOR="1")
    )
    assert COLOUR.search(done.stdout)


def test_json_has_no_colours_even_on_a_terminal(game: Path) -> None:
    for name in ("score", "validate"):
        assert "\x1b" not in on_a_terminal(name, game, "--format", "jsonl", "-q")[1]


def test_control_characters_of_a_file_are_not_obeyed(tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    path.write_text(f"{GAME}{{\x1b[2J\x9b1m\x07}}\n", encoding="utf-8")
    for words in (("fmt", "--diff"), ("validate", "-v"), ("show",), ("annotate", "--diff")):
        status, shown = on_a_terminal(*words, path)
        assert status < 2
        assert not set(COLOUR.sub("", shown)) & {"\x1b", "\x9b", "\x07"}


# ---- widths ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("columns", [40, 80, 200])
@pytest.mark.parametrize("options", [(), ("--ascii",), ("--color",)])
def test_a_board_is_as_wide_as_needed_and_no_wider_than_the_terminal(columns: int, options: tuple[str, ...]) -> None:
    status, shown = on_a_terminal("show", HIGH, *options, columns=columns)
    lines = COLOUR.sub("", shown).splitlines()
    assert status == 0
    assert max(map(len, lines)) <= columns
    board = [line for line in lines if line.startswith("  3 ")]
    room = (columns - 5) // 5 - 3
    if room < 17:
        cut = ".." if "--ascii" in options else "…"
        tail = "wbwbwbwbwbwbwbwbC"[len(cut) - room :]
        assert f" {cut}{tail} " in board[0]
        assert lines[-1] == "c3: wbwbwbwbwbwbwbwbC"
    else:
        assert " wbwbwbwbwbwbwbwbC " in board[0]
        assert max(map(len, lines)) == 5 + 5 * (17 + 3)


def test_a_small_board_fits_a_narrow_terminal() -> None:
    status, shown = on_a_terminal("show", "x3/x,1,x/2,x2", "2", "20", columns=20)
    assert (status, COLOUR.sub("", shown)) == (0, (
        "3x3, move 20, Black\n"
        "  to move\n"
        "\n"
        "    ┌───┬───┬───┐\n"
        "  3 │   │   │   │\n"
        "    ├───┼───┼───┤\n"
        "  2 │   │ w │   │\n"
        "    ├───┼───┼───┤\n"
        "  1 │ b │   │   │\n"
        "    └───┴───┴───┘\n"
        "      a   b   c\n"
        "\n"
        "White: 9 flats in\n"
        "  hand, 1 flat on\n"
        "  top\n"
        "Black: 9 flats in\n"
        "  hand, 1 flat on\n"
        "  top\n"
    ))  # fmt: skip


@pytest.mark.parametrize(("options", "least"), [((), 35), (("--ascii",), 40)])
def test_a_terminal_that_is_too_narrow_is_told_so(options: tuple[str, ...], least: int, game: Path) -> None:
    said = f"ptn: {{}} columns are too narrow for this 5x5 board, which needs {least}\n"
    for columns in (20, least - 1):
        assert on_a_terminal("show", HIGH, *options, columns=columns) == (2, said.format(columns))
    status, shown = on_a_terminal("show", HIGH, *options, columns=least)
    assert status == 0
    assert max(len(COLOUR.sub("", line)) for line in shown.splitlines()) == least
    assert on_a_terminal("show", game, *options, columns=20)[1].count("too narrow") == 1


def test_what_is_no_terminal_has_eighty_columns(game: Path) -> None:
    assert run("show", HIGH).out == run("show", HIGH, env={"COLUMNS": "80"}).out
    assert run("show", game, env={"COLUMNS": "20"}).status == 2


# ---- stepping --------------------------------------------------------------------------------------------------------


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "short.ptn"
    path.write_text(GAME, encoding="utf-8")
    return path


def steps(shown: str) -> list[str]:
    """The last ply of every drawing in turn, `start` where there is none."""
    drawings = shown.split("short.ptn, game")[1:]
    return [match[1] if (match := re.search("Last ply: (.*)", drawing)) else "start" for drawing in drawings]


@pytest.mark.parametrize(
    ("keys", "seen"),
    [
        (["q"], ["start"]),
        ([" ", "\r", "n", " "], ["start", "1. a1", "1... c3", "2. a2"]),
        (["\x1b[C", "\x1b[D", "b", "n", "\x04"], ["start", "1. a1", "start", "start", "1. a1"]),
        (["nn", "x", "p", "q"], ["start", "1. a1", "1... c3", "1. a1"]),
        (["\x1b"], ["start"]),
    ],
)
def test_stepping_by_keys(keys: list[str], seen: list[str], short: Path) -> None:
    status, shown = on_a_terminal("show", "--all", "--no-color", short, keys=keys)
    assert status == 0
    assert steps(shown) == seen
    assert shown.count(CLEAR) == len(seen)
    assert shown.endswith(f"{KEYS} \r{' ' * (len(KEYS) + 1)}\r")


def test_ctrl_c_while_stepping_ends_like_anywhere(short: Path) -> None:
    status, shown = on_a_terminal("show", "--all", short, keys=[" ", "\x03"])
    assert status == 130
    assert "Traceback" not in shown
    assert steps(COLOUR.sub("", shown)) == ["start", "1. a1"]


def test_a_fault_in_the_game_stays_on_the_screen_when_stepping(short: Path) -> None:
    short.write_text(f'{GAME[:-1]} a2\n\n[Size "3"]\n1. a1\n', encoding="utf-8")
    status, shown = on_a_terminal("show", "--all", "--no-color", short, keys=["n"] * 9)
    assert status == 1
    _, behind = shown.split("PTN402 2... a2 is illegal")
    assert steps(behind) == ["start", "1. a1"]
    assert CLEAR not in behind.split("game 2")[0]


def test_stepping_is_for_terminals_that_can_be_asked(short: Path) -> None:
    assert steps(run("show", "--all", short).out) == ["start", "1. a1", "1... c3", "2. a2"]
    with short.open("rb") as stream:
        status, shown = on_a_terminal("show", "--all", "--no-color", stdin=stream.fileno())
    assert status == 0
    assert shown == run("show", "--all", stdin=GAME).out
    assert CLEAR not in on_a_terminal("show", "--all", short, keys=["n", "q"], env={"TERM": "dumb"})[1]


# ---- no input --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["validate", "convert --to tps", "score", "fmt", "annotate", "show", "stats"])
def test_nothing_to_read_shows_the_help(name: str) -> None:
    status, shown = on_a_terminal(*name.split())
    assert status == 2
    assert shown.startswith(f"Usage: ptn {name.split()[0]} ")
    assert "\n  Examples:\n" in shown
    assert shown.endswith("Error: No files given, and nothing comes through a pipe.\n")


def test_who_is_ended_while_waiting_for_a_key_leaves_the_terminal_as_it_was(short: Path) -> None:
    import pty
    import termios

    master, slave = pty.openpty()
    before = termios.tcgetattr(slave)
    with subprocess.Popen(
        command("show", "--all", short), stdin=slave, stdout=slave, stderr=slave, env=environment(TERM="xterm")
    ) as running:
        for _ in range(600):
            if not termios.tcgetattr(master)[3] & termios.ICANON:
                break
            time.sleep(0.05)
        assert termios.tcgetattr(slave) != before
        running.terminate()
        assert running.wait(60) == -signal.SIGTERM
    assert termios.tcgetattr(slave) == before
    os.close(slave)
    os.close(master)
