"""How every command behaves: inputs, exit statuses, pipes, colours, and no traceback whatever comes."""

from __future__ import annotations

import gzip
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, ENCYCLOPEDIA_END, THREE_GAMES, command, environment, on_a_terminal, process, run
from hypothesis import given
from hypothesis import strategies as st

import ptn
from ptn.cli.app import COMMANDS
from ptn.cli.inputs import other_content
from ptn.rules import engine

pytestmark = pytest.mark.usefixtures("heeded_signals")

GAME = '[Size "3"]\n1. a1 c3 2. a2\n'
GAME_END = "x2,1/1,x2/2,x2 2 2"
TPS = ("convert", "--to", "tps")
VERSION = f"ptn {ptn.__version__} ({'pure Python' if str(engine.__file__).endswith('.py') else 'compiled'})\n"


# ---- help and version -----------------------------------------------------------------------------------------------


def test_version() -> None:
    for option in ("--version", "-V"):
        assert run(option).out == VERSION


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["-h"]])
def test_help_and_version_import_neither_lark_nor_the_parser(arguments: list[str]) -> None:
    code = (
        "import sys\n"
        "from ptn.cli import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "finally:\n"
        "    print(sorted(name for name in sys.modules if name.startswith(('lark', 'ptn.'))), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], capture_output=True, text=True, timeout=60, check=True
    )
    build = ", 'ptn.rules', 'ptn.rules.build'" if "--version" in arguments else ""
    assert done.stderr == f"['ptn.cli', 'ptn.cli.app', 'ptn.cli.console'{build}]\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    for option in ("-h", "--help"):
        ran = run(name, option)
        assert ran.status == 0
        assert f"\n    ptn {name} " in ran.out
        assert COMMANDS[name] in run("--help").out.replace("\n            ", " ")


@pytest.mark.parametrize(
    ("word", "near"), [("validat", "validate"), ("Score", "score"), ("convrt", "convert"), ("xyzzy", None)]
)
def test_an_unknown_command(word: str, near: str | None) -> None:
    ran = run(word)
    assert (ran.status, ran.out) == (2, "")
    assert f"There is no command '{word}'." in ran.err
    assert ("Did you mean" in ran.err) == (near is not None)
    assert near is None or f"'{near}'?" in ran.err


def test_python_m_and_the_entry_point() -> None:
    assert process("--version").out == VERSION
    assert process(*TPS, stdin=GAME.encode()).lines == [GAME_END]


def test_no_command_shows_the_help() -> None:
    ran = run()
    assert ran.status == 2
    assert "Commands:" in ran.out + ran.err


# ---- inputs ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A current directory with games in several forms."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b").mkdir()
    (tmp_path / "good.ptn").write_text(GAME, encoding="utf-8")
    (tmp_path / "b" / "z.ptn").write_text(ENCYCLOPEDIA, encoding="utf-8")
    (tmp_path / "b" / "a.ptn.gz").write_bytes(gzip.compress(GAME.encode()))
    (tmp_path / "b" / "notes.txt").write_text("no game", encoding="utf-8")
    return tmp_path


def test_directories_are_searched_sorted(folder: Path) -> None:
    assert run(*TPS, ".").lines == [GAME_END, ENCYCLOPEDIA_END, GAME_END]
    found = [json.loads(line)["file"] for line in run("score", "--format", "jsonl", "b", "good.ptn").lines]
    assert found == [os.path.join("b", "a.ptn.gz"), os.path.join("b", "z.ptn"), "good.ptn"]
    (folder / "empty").mkdir()
    ran = run(*TPS, "empty", "good.ptn")
    assert (ran.status, ran.lines) == (2, [GAME_END])
    assert ran.err == "ptn: empty: no *.ptn or *.ptn.gz file in this directory or below it\n"


def test_a_missing_file_is_named_and_the_rest_still_read(folder: Path) -> None:  # noqa: ARG001
    for arguments in (TPS, ("validate",), ("score",)):
        ran = run(*arguments, "good.ptn", "missing.ptn", "b/z.ptn")
        assert ran.status == 2
        assert "ptn: missing.ptn: No such file or directory\n" in ran.err
        assert ran.out
    assert run(*TPS, "good.ptn", "missing.ptn", "b/z.ptn").lines == [GAME_END, ENCYCLOPEDIA_END]


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="everything can be read by this user")
def test_a_file_that_may_not_be_read(folder: Path) -> None:
    (folder / "good.ptn").chmod(0)
    ran = run(*TPS, "good.ptn", "b/z.ptn")
    assert (ran.status, ran.lines) == (2, [ENCYCLOPEDIA_END])
    assert "Permission denied" in ran.err


def test_findings_and_a_failure_end_with_the_failure() -> None:
    assert run(*TPS, "missing.ptn", "-", stdin="[Size").status == 2
    assert run(*TPS, "-", "missing.ptn", stdin="[Size").status == 2


def test_odd_file_names(tmp_path: Path) -> None:
    assert "ptn: \\x1b[31mx: No such file" in run("validate", "\x1b[31mx").err
    assert run("validate", "a\0b").status == 2
    name = os.fsdecode(b"\xffname.ptn")
    try:
        (tmp_path / name).write_text(GAME, encoding="utf-8")
    except OSError:
        pytest.skip("this file system has names in UTF-8 only")
    assert "\\xffname.ptn:1:1: PTN203" in process("validate", name, cwd=tmp_path).out
    [line] = process("validate", "--format", "jsonl", "--select", "PTN203", name, cwd=tmp_path).lines
    assert json.loads(line)["file"] == "\\xffname.ptn"


def test_standard_input_plain_and_compressed() -> None:
    for text in (GAME.encode(), gzip.compress(GAME.encode()), b"\xef\xbb\xbf" + GAME.encode()):
        assert run(*TPS, stdin=text).lines == [GAME_END]
        assert run(*TPS, "-", stdin=text).lines == [GAME_END]
    for text in (GAME_END.encode(), gzip.compress(GAME_END.encode()), b"\xef\xbb\xbf" + GAME_END.encode()):
        assert run(*TPS, stdin=text).lines == [GAME_END]
        assert run(*TPS, "--from", "tps", stdin=text).lines == [GAME_END]


@pytest.mark.parametrize("text", [GAME, GAME_END])
def test_damaged_compression(text: str) -> None:
    whole = gzip.compress(text.encode())
    for data in (whole[:-10], whole[:15], whole[:-8] + b"\0" * 8, b"\x1f\x8b", b"\x1f\x8b\x08\x00abc"):
        for form in ("ptn", "tps"):
            ran = run("validate", "--from", form, stdin=data)
            assert ran.status == 1
            assert "PTN004" in ran.out


def test_encoding() -> None:
    text = '[Size "3"]\n[Player1 "Zoë"]\n1. a1\n'
    ran = run("convert", "--to", "ptn", stdin=text.encode("latin-1"))
    assert ran.status == 1
    assert "PTN001" in ran.err
    ran = run("convert", "--to", "ptn", "--encoding", "latin-1", stdin=text.encode("latin-1"))
    assert '"Zoë"' in ran.out
    assert '"Zoë"' in run("convert", "--to", "ptn", "--encoding", "utf-16", stdin=text.encode("utf-16")).out
    assert run(*TPS, "--encoding", "utf-16", stdin=GAME_END.encode("utf-16")).lines == [GAME_END]
    ran = run("validate", "--from", "tps", "--encoding", "ascii", stdin=b"x3/x3/x3 1 1\n\xff\n")
    assert ran.status == 1
    assert "PTN001" in ran.out


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"SQLite format 3\0" + bytes(100), "an SQLite database"),
    ],
)
def test_what_is_clearly_something_else_is_named(text: bytes, what: str) -> None:
    for data in (text, gzip.compress(text)):
        ran = run("validate", stdin=data)
        assert (ran.status, ran.out) == (2, "")
        assert ran.err.startswith(f"ptn: -: this is {what}, which can't be read yet\n")
        assert run("validate", "--from", "ptn", stdin=data).status == 1


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        (b'{"schema": 1, "size": 5}', "json"),
        (b'[{"a": 1}]', "json"),
        (b'[\n  "x"\n]', "json"),
        (b"https://ptn.ninja/NoZQlgLg", "link"),
        (b"P A1,P C3 W,M A1 B1 1", "playtak"),
        (b"Game#1 P A1\n", "playtak"),
        (b"M A1 A3 1 2\n", "playtak"),
        (b"M A1 A9 1", "playtak"),
        (b"p a1,p e5", "playtak"),
        (b"P\tA1 W x", "playtak"),
        (b"Game#1 Over X-0", "playtak"),
        (b"Game#1 Over R-0\n", "playtak"),
        (b"ptn.ninja/NoZQlgLg", "link"),
        (b" www.PlayTak.com/?load=1.%20a1", "link"),
        (b"ptn.ninja", "link"),
        (b"x2/x2 1 1", "tps"),
        (b"x3/x3/1F,x2 1 2", "tps"),
        (b"x3/x3/y3 1 1", "tps"),
        (b"y3/x3/x3 1 1\n", "tps"),
        (b"x3 / x3 / x3 1 1", "tps"),
        (b"/x3/x3/x3 1 1", "tps"),
        (b"x3-x3-y3 1 1", "tps"),
        (b"1,2/2,1 1 1", "tps"),
        (b"# two boards\n12/1/2 1 1", "tps"),
    ],
)
def test_other_notations_are_recognised(text: bytes, kind: str) -> None:
    for data in (text, gzip.compress(text)):
        assert run("validate", "--size", "5", stdin=data) == run("validate", "--size", "5", "--from", kind, stdin=data)
        assert run("validate", "--size", "5", stdin=data) != run("validate", "--size", "5", "--from", "ptn", stdin=data)


@pytest.mark.parametrize("text", ["1/2-1/2\n", '{"a": no comment}\n[Size "3"]\n1. a1 1-0', "{P A1, P A2}", "P A9 x"])
def test_what_only_looks_like_something_else(text: str) -> None:
    assert "this is" not in run("validate", stdin=text).err
    assert " game" in run("validate", stdin=text).err


BODIES = ("a1 c3", "1. a1 c3", "1 a1 c3", "1.a1 c3", "1... c3", "-- c3", "Sa1 x", "3c3-12-", "c3- R-0")
RESULTS = ("1/2-1/2", "1/2", "0-1/2", "1-2-1-2", "R-0", "0-0", "*", "½-½", "X-0", "1/2-1/2-1/2")
TAGS = (
    "",
    '[Size "3"]\n',
    '[TPS "x3/x3/x3 1 1"]\n',
    "{x3/x3/x3 1 1}\n",
    "{P A1,P C3} ",
    "{Game#1} ",
    '{https://ptn.ninja/"} ',
)


@pytest.mark.parametrize("tags", TAGS)
def test_no_game_is_taken_for_something_else(tags: str) -> None:
    """Every way in which games begin, with and without tags: only words that no game has mean something else."""
    for text in (*BODIES, *RESULTS, *(f"{body} {result}" for body in BODIES for result in RESULTS)):
        for end in ("", "\n", "\r\n{x,x/x}", " {P A1}"):
            assert other_content(f"{tags}{text}{end}".encode()) is None, (tags, text)


def test_no_game_of_the_collection_is_taken_for_something_else(corpus: Path) -> None:
    files = sorted(corpus.rglob("*.ptn"))[:300]
    assert files
    for file in files:
        text = file.read_bytes()
        assert other_content(text) is None, file
        movetext = re.sub(rb"^\[.*?\]\s*$", b"", text, flags=re.MULTILINE)
        assert other_content(movetext) is None, file


# ---- any input ------------------------------------------------------------------------------------------------------

NASTY = {
    "nul bytes": bytes(100_000),
    "random bytes": random.Random(1).randbytes(100_000),
    "brackets": b"[" * 1_000_000,
    "braces": b"{" * 1_000_000,
    "one long word": b"1" * 1_000_000,
    "one long row": b"x3/x3/" + b"1" * 1_000_000,
    "many rows": b"x3/" * 300_000,
    "tags only": b'[Size "3"]' * 5_000,
    "utf-16": GAME.encode("utf-16"),
    "surrogates": GAME.encode() + b"{\xed\xa0\x80}",
    "huge number": b"9" * 100 + b". a1",
}


@pytest.mark.parametrize("name", NASTY)
def test_nothing_crashes(name: str) -> None:
    for arguments in (TPS, (*TPS, "--all"), ("validate",), ("validate", "--format", "jsonl"), ("score", "--total")):
        for form in ((), ("--from", "tps")):
            start = time.perf_counter()
            ran = run(*arguments, *form, stdin=NASTY[name])
            assert ran.status in (0, 1)
            assert time.perf_counter() - start < 20
            assert len(ran.err) < 500_000


@given(st.binary(max_size=200), st.sampled_from(["ptn", "tps", None]))
def test_arbitrary_bytes(data: bytes, form: str | None) -> None:
    for arguments in (TPS, ("validate", "--format", "json"), ("score",)):
        ran = run(*arguments, *(("--from", form) if form else ()), stdin=data)
        assert "internal error" not in ran.err
        if arguments[0] == "validate" and ran.status < 2:
            json.loads(ran.out)


def test_an_internal_error_is_said_in_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("boom\x1b")

    monkeypatch.setattr("ptn.validation.validate_entry", broken)
    ran = run("validate", stdin=GAME)
    assert ran.status == 2
    assert ran.err == (
        f"ptn: internal error in version {ptn.__version__}: RuntimeError: boom\\x1b\n"
        "  This is a bug of ptn, not of your input; PTN_DEBUG=1 shows where it happened.\n"
    )


def test_debug_shows_the_traceback() -> None:
    code = (
        "import ptn.validation\n"
        "def broken(*words, **options): raise RuntimeError('boom')\n"
        "ptn.validation.validate_entry = broken\n"
        "from ptn.cli import main\n"
        "main(['validate'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=GAME, capture_output=True, text=True, timeout=60, check=False,
        env=environment(PTN_DEBUG="1"),
    )  # fmt: skip
    assert done.returncode == 2
    assert "Traceback" in done.stderr
    assert "internal error in version" in done.stderr


# ---- pipes, signals, terminals --------------------------------------------------------------------------------------

MANY = ENCYCLOPEDIA * 2_000


def test_results_are_written_before_a_bug_ends_the_run() -> None:
    code = (
        "import ptn.validation\n"
        "right = ptn.validation.validate_entry\n"
        "def broken(entry, *words, **options):\n"
        "    if entry.number == 2: raise RuntimeError('boom')\n"
        "    return right(entry, *words, **options)\n"
        "ptn.validation.validate_entry = broken\n"
        "from ptn.cli import main\n"
        "main(['validate', '--format', 'concise'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], input=GAME * 2, capture_output=True, text=True, timeout=60, check=False,
        env=environment(),
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stdout.startswith("-:1:1: PTN203")


BUFFERING = [{}, {"PYTHONUNBUFFERED": "1"}]


@pytest.mark.parametrize("arguments", [(*TPS, "--all"), ("validate",), ("score",), ("--help",)])
@pytest.mark.parametrize("names", BUFFERING)
def test_a_closed_pipe_ends_quietly(tmp_path: Path, arguments: tuple[str, ...], names: dict[str, str]) -> None:
    path = tmp_path / "many.ptn"
    path.write_text(MANY, encoding="utf-8")
    files = () if arguments == ("--help",) else (path,)
    with subprocess.Popen(
        command(*arguments, *files), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(**names),
    ) as running:  # fmt: skip
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline()
        running.stdout.close()
        assert running.stderr.read() == b""
        assert running.wait(60) == 0


def test_head_of_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "many.ptn"
    path.write_text(MANY, encoding="utf-8")
    line = f"'{sys.executable}' -m ptn convert '{path}' --to tps --all | head -n 1"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=60, check=True, env=environment())
    assert (done.stdout, done.stderr) == ("x5/x5/x5/x5/x5 1 1\n", "")


def test_convert_pipes_into_score(tmp_path: Path) -> None:
    path = tmp_path / "game.ptn"
    path.write_text(ENCYCLOPEDIA, encoding="utf-8")
    program = f"'{sys.executable}' -m ptn"
    line = f"{program} convert '{path}' --to tps | {program} score -"
    done = subprocess.run(line, shell=True, capture_output=True, text=True, timeout=60, check=True, env=environment())
    assert done.stdout.splitlines()[0] == "-, position 1: 0-R, Black wins by road (5x5, 18 plies)"
    assert "= 42  points" in done.stdout


def test_ctrl_c_ends_quietly_and_leaves_no_half_file(tmp_path: Path) -> None:
    target = tmp_path / "out.tps"
    with subprocess.Popen(
        command(*TPS, "--all", "-o", target), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        env=environment(),
    ) as running:  # fmt: skip
        assert running.stdin is not None
        running.stdin.write(MANY.encode())
        running.stdin.flush()
        for _ in range(600):
            if os.listdir(tmp_path):
                break
            time.sleep(0.05)
        assert os.listdir(tmp_path), "the file is being written beside its place"
        assert not target.exists()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, b"", b"")
    assert os.listdir(tmp_path) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("names", BUFFERING)
def test_a_full_disk_is_said(names: dict[str, str]) -> None:
    for arguments in (TPS, ("validate",)):
        with open("/dev/full", "wb") as full:
            done = subprocess.run(
                command(*arguments), input=GAME.encode(), stdout=full, stderr=subprocess.PIPE, timeout=60, check=False,
                env=environment(**names),
            )  # fmt: skip
        assert done.returncode == 2
        assert done.stderr.endswith(b"ptn: output: No space left on device\n")
        assert b"Exception" not in done.stderr


def test_closed_streams() -> None:
    for redirection, status in (("<&-", 2), (">&-", 2), ("2>&-", 0)):
        line = f"printf '[Size \"3\"] 1. a1' | '{sys.executable}' -m ptn convert --to tps - {redirection}"
        done = subprocess.run(
            line, shell=True, capture_output=True, text=True, timeout=60, check=False, env=environment()
        )
        assert "Traceback" not in done.stderr
        assert done.returncode == status, redirection
        assert (done.stderr == "ptn: output: standard output is closed\n") == (redirection == ">&-")


def test_nothing_to_read_on_a_terminal_is_wrong_usage_with_help() -> None:
    status, shown = on_a_terminal("validate")
    assert status == 2
    assert "Usage: ptn validate" in shown
    assert "Examples:" in shown
    assert "No files given" in shown


def test_perft_on_a_terminal_asks_for_a_position() -> None:
    for arguments, wanted in ((("perft", "3"), "Give a TPS or --size N."), (("moves",), "Give a TPS, or pass one")):
        status, shown = on_a_terminal(*arguments)
        assert status == 2
        assert wanted in shown
        assert "Options:" not in shown


def test_progress_is_for_terminals_and_wiped_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "many.ptn"
    path.write_text((ENCYCLOPEDIA + "\n") * 3, encoding="utf-8")
    code = (
        "import sys, time\n"
        "now = 0.0\n"
        "def monotonic():\n    global now\n    now += 1.1\n    return now\n"
        "time.monotonic = monotonic\n"
        "from ptn.cli import main\n"
        "main(sys.argv[1:])\n"
    )
    monkeypatch.setattr("cli_helpers.command", lambda *words: [sys.executable, "-c", code, *map(str, words)])
    status, shown = on_a_terminal("validate", "--ignore", "PTN2,PTN4", path)
    assert status == 0
    said = [f"\r{count} games ..." for count in (2, 3)]
    assert shown == "".join(said) + f"\r{' ' * 11}\r3 games (3 good, 0 bad): 0 errors, 0 warnings\n"
    status, shown = on_a_terminal("validate", "--no-color", "--format", "concise", "--select", "PTN421", path)
    assert shown.count(f"\r{' ' * 11}\r{path}:") == 1
    for options in (("-q",),):
        assert "games ..." not in on_a_terminal("validate", "--ignore", "PTN2,PTN4", *options, path)[1]
    done = subprocess.run([sys.executable, "-c", code, "validate", path], capture_output=True, timeout=60, check=True)
    assert b"games ..." not in done.stderr


@pytest.mark.parametrize(
    ("word", "kind"), [("1,1,1/2,2,x/x3", "position"), ("x3/x3/x3 1 1", "position"), ("https://ptn.ninja/abc", "link")]
)
def test_what_is_no_file_but_a_position_or_link(word: str, kind: str) -> None:
    for name, options in (("validate", ""), ("convert", " --to ..."), ("score", "")):
        ran = run(name, *(("--to", "tps") if options else ()), word, "2", "4")
        assert ran.status == 2
        assert ran.err.splitlines()[1] == (
            f"  hint: to {name} a {kind}, pass it through a pipe: echo '...' | ptn {name}{options}"
        )
        assert ran.err.count("hint") == 1
    assert "hint" not in run("score", "game.ptn").err


def test_nothing_to_read_is_an_error_everywhere() -> None:
    for arguments in (TPS, ("validate",), ("score",), ("show",), ("score", "--total"), ("convert", "--to", "ptn")):
        for data in (b"", b" \n", gzip.compress(b"")):
            ran = run(*arguments, stdin=data)
            assert ran.status == 1
            assert "PTN003 the input holds no game" in ran.out + ran.err
    for name in ("fmt", "annotate"):
        assert run(name).status == 0


def test_the_help_of_quiet() -> None:
    assert "No summaries and notes." in run("validate", "--help").out


def test_colours_on_a_terminal(folder: Path) -> None:
    path = folder / "good.ptn"
    colours = "\x1b["
    assert colours in on_a_terminal("validate", path)[1]
    assert colours not in on_a_terminal("validate", path, env={"NO_COLOR": "1"})[1]
    assert colours not in on_a_terminal("validate", "--no-color", path)[1]
    status, shown = on_a_terminal("validate", path)
    assert status == 0
    assert re.sub("\x1b\\[[0-9;]*m", "", shown) == run("validate", path).out + run("validate", path).err


@pytest.mark.parametrize(
    ("options", "names", "coloured"),
    [
        ((), {}, False),
        (("--color",), {}, True),
        (("--no-color",), {"FORCE_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "0"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": ""}, True),
        (("--color",), {"NO_COLOR": "1"}, True),
    ],
)
def test_who_decides_about_colours(options: tuple[str, ...], names: dict[str, str | None], coloured: bool) -> None:
    for format_ in ("text", "concise"):
        ran = run("validate", "--format", format_, *options, stdin=THREE_GAMES, env=names)
        assert ("\x1b[" in ran.out) == coloured
    for format_ in ("json", "jsonl", "github"):
        assert "\x1b" not in run("validate", "--format", format_, *options, stdin=THREE_GAMES, env=names).out
    assert ("\x1b[" in run("score", *options, stdin=GAME, env=names).out) == coloured
    assert ("\x1b[" in run(*TPS, *options, stdin=THREE_GAMES, env=names).err) == coloured


def test_ascii_and_c_locales() -> None:
    text = '[Size "3"]\n[Player1 "Zoë ♟"]\n1. a1 é9\n'.encode()
    for names in ({"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}):
        ran = process("validate", stdin=text, env=names)
        assert ran.status == 1
        assert "PTN101" in ran.out
        for line in process("validate", "--format", "jsonl", stdin=text, env=names).lines:
            json.loads(line)
    ran = process("score", stdin='[Size "3"]\n[Player1 "Zoë"]\n1. a1 1-0\n'.encode(), env={"PYTHONIOENCODING": "ascii"})
    assert "White (Zo\\xeb)" in ran.out
    ran = process(
        "convert", "--to", "ptn", stdin='[Size "3"]\n[Player1 "Zoë"]\n'.encode(), env={"PYTHONIOENCODING": "ascii"}
    )
    assert '"Zoë"' in ran.out


def test_terminal_control_in_the_input_is_shown_not_obeyed() -> None:
    text = '[Size "3"]\n[Player1 "\x1b[31m"]\n1. a1 \x1b]0;x\x07 1-0\n'
    for arguments in (("validate",), ("validate", "--format", "jsonl"), ("score", "-v"), (*TPS, "-v")):
        ran = run(*arguments, stdin=text)
        assert "\x1b" not in ran.out + ran.err


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="there is no /proc")
def test_many_games_in_constant_memory(tmp_path: Path) -> None:
    path = tmp_path / "many.ptn"
    path.write_text(ENCYCLOPEDIA * 20_000, encoding="utf-8")
    code = (
        "import sys\n"
        "from ptn.cli import main\n"
        "try:\n    main(sys.argv[1:])\n"
        "finally:\n    print(open('/proc/self/status').read(), file=sys.stderr)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *TPS, str(path)], capture_output=True, text=True, timeout=120, check=True,
        env=environment(),
    )  # fmt: skip
    assert done.stdout == f"{ENCYCLOPEDIA_END}\n" * 20_000
    [most] = re.findall(r"VmHWM:\s*([0-9]+) kB", done.stderr)
    assert int(most) < 100_000


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (("validate", "--formt", "json"), "--format"),
        (("show", "--asci"), "--ascii"),
        (("annotate", "--tinue-dept", "2"), "--tinue-depth"),
        (("validate", "--select", "drop-cout"), "drop-count"),
        (("convert", "--to", "pgn"), "playtak"),
        (("score", "--bonus", "strait"), "straight"),
    ],
)
def test_what_is_unknown_is_answered_with_what_is_known(words: tuple[str, ...], near: str) -> None:
    ran = run(*words, stdin=GAME)
    assert (ran.status, ran.out) == (2, "")
    assert near in ran.err
