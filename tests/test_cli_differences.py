"""``fmt --diff``: a unified diff that ``patch`` applies, game by game and so quick for any file."""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, THREE_GAMES, command, environment, process, run
from hypothesis import given
from hypothesis import strategies as st

from ptn.cli.differences import unified_diff

NEAT = '[Size "3"]\n\n1. a1 c3\n2. a2 1-0\n'
UGLY = '[size "3"]  1.Fa1 c3 2. a2\n\n 1-0\n'

FILES = {
    "ugly": UGLY,
    "without a line end": '[Size "3"] 1. a1 c3',
    "glued": '[Size "3"] 1. a1 c3 1-0 [Size "3"] 1. a1 c3 1-0 [Size "4"] 1. a1 d4',
    "one of three": f"{NEAT}\n{UGLY}\n{NEAT}",
    "two far apart": f"{UGLY}\n{NEAT}\n{NEAT}\n{UGLY}",
    "no blank lines": NEAT * 3,
    "blank lines": f"\n\n{NEAT}\n\n\n{NEAT}\n\n\n\n",
    "CR LF": f"{UGLY}\n{NEAT}".replace("\n", "\r\n"),
    "CR": NEAT.replace("\n", "\r"),
    "byte order mark": f"\ufeff{NEAT}",
    "controls": f"{NEAT}{{\x1b[31m \x0b \x0c \x85 \u2028 é}}\n\n{UGLY}",
}


def applied(before: bytes, diff: bytes) -> bytes:
    """The text that a unified diff makes of another; every line of context and every count must be right."""
    old, new = io.BytesIO(before).readlines(), []
    lines = iter(re.sub(rb"\n\\ No newline at end of file\n", b"\0", diff).split(b"\n"))
    if not diff:
        return before
    assert next(lines).startswith(b"--- ")
    assert next(lines).startswith(b"+++ ")
    at = 0
    for line in lines:
        if not line:
            continue
        match = re.fullmatch(rb"@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@", line)
        assert match is not None, line
        start, removed, new_start, added = (int(part) if part is not None else 1 for part in match.groups())
        begin = start - (removed > 0)
        assert begin >= at
        new += old[at:begin]
        assert len(new) == new_start - (added > 0)
        at = begin
        while removed or added:
            marked = next(lines)
            parts = [part for part in re.split(rb"(?<=\0)", marked) if part]
            for part in parts:
                text = part[1:-1] if part.endswith(b"\0") else part[1:] + b"\n"
                if part[:1] in b" -":
                    assert old[at] == text
                    at += 1
                    removed -= 1
                if part[:1] in b" +":
                    new.append(text)
                    added -= 1
        assert removed == added == 0
    return b"".join(new + old[at:])


@pytest.mark.parametrize("name", FILES)
def test_the_difference_leads_from_the_file_to_its_standard_form(name: str, tmp_path: Path) -> None:
    path = tmp_path / "my games.ptn"
    before = FILES[name].encode()
    path.write_bytes(before)
    diff = process("fmt", "--diff", "-q", path.name, cwd=tmp_path)
    wanted = run("fmt", stdin=before).out.encode()
    assert (diff.status == 1) == (before != wanted)
    assert applied(before, diff.out.encode()) == wanted
    if shutil.which("patch") is None or b"\r" in before:  # whose line ends patch changes by itself
        return
    subprocess.run(["patch", "-s"], input=diff.out.encode(), cwd=tmp_path, timeout=60, check=True)
    assert path.read_bytes() == wanted


@pytest.mark.skipif(os.name != "posix", reason="names that only POSIX has")
@pytest.mark.parametrize(
    ("name", "label"),
    [
        (b"plain.ptn", b"plain.ptn"),
        (b"two words.ptn", b"two words.ptn\t"),
        (b'a "quoted" word.ptn', rb'"a \"quoted\" word.ptn"'),
        (rb"back\slash.ptn", rb'"back\\slash.ptn"'),
        (b"tab\tand bell\a.ptn", rb'"tab\tand bell\a.ptn"'),
        (b"new\nline.ptn", rb'"new\nline.ptn"'),
        (b"escape\x1b\x01.ptn", rb'"escape\033\001.ptn"'),
        ("é\x7f.ptn".encode(), "é\x7f.ptn".encode()),
        (b"\xff\r.ptn", b'"\xff\\r.ptn"'),
    ],
)
def test_names_are_quoted_as_patch_reads_them(name: bytes, label: bytes, tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(name)
    path.write_text(UGLY, encoding="utf-8")
    words = command("fmt", "--diff", "-q", os.fsdecode(name))
    diff = subprocess.run(words, capture_output=True, cwd=tmp_path, timeout=60, check=False, env=environment()).stdout
    assert diff.split(b"\n@@ ")[0] == b"--- %s\n+++ %s" % (label, label)
    if shutil.which("patch") is None or b"\n" in name:  # which newer releases of patch refuse
        return
    subprocess.run(["patch", "-s"], input=diff, cwd=tmp_path, timeout=60, check=True)
    assert path.read_text("utf-8") == run("fmt", stdin=UGLY).out


def test_only_what_changes_is_shown(tmp_path: Path) -> None:
    path = tmp_path / "games.ptn"
    path.write_text(f"{NEAT}\n{NEAT}\n{UGLY}\n{NEAT}", encoding="utf-8")
    ran = run("fmt", "--diff", path)
    assert ran.lines[2:] == [
        "@@ -8,9 +8,10 @@", " 1. a1 c3", " 2. a2 1-0", " ", '-[size "3"]  1.Fa1 c3 2. a2', '+[Size "3"]', " ",
        "- 1-0", "+1. a1 c3", "+2. a2 1-0", " ", ' [Size "3"]', " ",
    ]  # fmt: skip


def test_annotate_has_the_same_diff(tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    path.write_text(ENCYCLOPEDIA, encoding="utf-8")
    diff = run("annotate", "--diff", path).out.encode()
    assert applied(ENCYCLOPEDIA.encode(), diff).decode() == run("annotate", "-q", stdin=ENCYCLOPEDIA).out
    assert run("annotate", "--diff", stdin=THREE_GAMES).out == ""


lines = st.lists(st.sampled_from([b"a\n", b"b\n", b"\n", b"c\n"]), max_size=30).map(b"".join)


@given(st.lists(st.tuples(lines, lines), min_size=1, max_size=5), st.booleans())
def test_any_texts(games: list[tuple[bytes, bytes]], whole: bool) -> None:
    before = b"".join(old for old, _ in games)
    offsets = [sum(len(old) for old, _ in games[:index]) for index in range(len(games))]
    pieces = [(offset, new.decode()) for offset, (_, new) in zip(offsets, games, strict=True)]
    if not whole:
        before = before[:-1]
    diff = b"".join(unified_diff("x", before, pieces))
    assert applied(before, diff) == "\n".join(text for _, text in pieces).encode()


def test_a_long_file_and_a_long_game_take_no_long_time() -> None:
    before = UGLY.encode() * 30_000
    games = [(len(UGLY) * number, NEAT) for number in range(30_000)]
    draw = random.Random(1)
    old, new = ("".join(f"{draw.randrange(110)}\n" for _ in range(90_000)) for _ in range(2))
    for text, pieces in ((before, games), (old.encode(), [(0, new)])):
        start = time.perf_counter()
        diff = b"".join(unified_diff("x", text, pieces))
        assert time.perf_counter() - start < 20
        assert applied(text, diff) == "\n".join(piece for _, piece in pieces).encode()


def test_colours_of_a_difference() -> None:
    shown = run("fmt", "--diff", "--color", "-", stdin=UGLY).out
    assert f"\x1b[31m-{UGLY.splitlines()[0]}\x1b[0m\n" in shown
    assert '\x1b[32m+[Size "3"]\x1b[0m\n' in shown
    assert re.sub("\x1b\\[[0-9;]*m", "", shown) == run("fmt", "--diff", "-", stdin=UGLY).out
