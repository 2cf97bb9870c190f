"""``ptn convert`` between the notations of games, whatever they are recognised from."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from cli_helpers import ENCYCLOPEDIA, run

from ptn.notation.link import make_link, parse_link

SERVER = "P A1,P E5,P C3 W,P C4 C,P B1,M C4 C3 1"
SERVER_AS_PTN = '[Size "5"]\n\n1. a1 e5\n2. Sc3 Cc4\n3. b1 c4-*\n'
K05 = '[Size "3"]\n\n1. a1 c3\n2. a2 b1\n3. b2 a3\n4. c3- R-0\n'
K05_PERCENT = "%5BSize%20%223%22%5D%0A%0A1.%20a1%20c3%0A2.%20a2%20b1%0A3.%20b2%20a3%0A4.%20c3-%20R-0"
EXAMPLES = Path(__file__).resolve().parent.parent / "examples"


def test_server_notation_to_ptn_and_positions() -> None:  # case K48
    assert run("convert", "--to", "ptn", "--size", "5", stdin=SERVER).out == SERVER_AS_PTN
    assert run("convert", "--to", "tps", "--size", "5", stdin=SERVER).out == "x4,1/x5/x2,12C,x2/x5/2,1,x3 1 4\n"
    log = "".join(f"Game#7 {move}\n" for move in SERVER.split(","))
    assert run("convert", "--to", "ptn", "--size", "5", stdin=log).out == SERVER_AS_PTN


def test_ptn_to_server_notation() -> None:
    assert run("convert", "--to", "playtak", stdin=SERVER_AS_PTN).out == SERVER + "\n"


RICH = """[Size "3"]
[TPS "x3/x,1,x/x,2,x 1 2"]

{hello}
2. a1! {one} b3?!
3. a3* 1-0 {bye}

{2b1}
2... c3
"""


def test_what_server_notation_has_no_place_for_is_said() -> None:
    ran = run("convert", "--to", "playtak", stdin=SERVER_AS_PTN)
    assert (ran.status, ran.err) == (0, "-, game 1: server notation has no place for tags: left out\n")
    game = RICH.replace("*", "")
    ran = run("convert", "--to", "playtak", stdin=game)
    lost = "the start position, tags, the result, 3 comments, 2 marks, 1 branch"
    assert (ran.status, ran.err) == (0, f"-, game 1: server notation has no place for {lost}: left out\n")
    ran = run("convert", "--to", "playtak", "--strip", "comments,marks,branches", stdin=game)
    assert ran.err == "-, game 1: server notation has no place for the start position, tags, the result: left out\n"
    ran = run("convert", "--to", "playtak", "-q", stdin=game)
    assert (ran.out, ran.err) == ("P A1,P B3,P A3\n", "")
    ran = run("convert", "--to", "playtak", stdin="1. a1 {one} c3!")
    assert ran.err == "-, game 1: server notation has no place for 1 comment, 1 mark: left out\n"
    assert run("convert", "--to", "playtak", stdin="1. a1 c3").err == ""
    assert "Server notation holds moves only" in " ".join(run("convert", "--help").out.split())


def test_server_notation_without_a_size_is_no_game() -> None:
    for to in ("ptn", "tps", "json", "jsonl", "link", "playtak"):
        ran = run("convert", "--to", to, stdin=SERVER)
        assert (ran.status, ran.out) == (1, "[]\n" if to == "json" else "")
        assert ran.err.startswith("-:1:1: PTN204 the notation of the server does not say how large the board is\n")
        assert ran.err.endswith("\n  hint: give --size N\n")
    log = "Game#7 P A1\nGame#9 P B1\nGame#7 P C1\n"
    ran = run("validate", "--format", "concise", stdin=log)
    assert [line.split(" the ")[0] for line in ran.lines] == ["-:1:1: PTN204", "-:2:1: PTN204"]
    assert (ran.status, ran.err) == (1, "2 games (0 good, 2 bad): 2 errors, 0 warnings\n")
    ran = run("score", stdin=log)
    assert (ran.status, ran.out, ran.err.count("PTN204")) == (1, "", 2)


@pytest.mark.parametrize(
    "link",
    [
        f"https://ptn.ninja/{K05_PERCENT}",
        f"https://playtak.com/?load={K05_PERCENT}",
        f"https://ptn.ninja/{K05_PERCENT}&ply=2!",
    ],
)
def test_links_are_read(link: str) -> None:  # case K49
    assert run("convert", "--to", "ptn", stdin=link).out == K05
    assert run("convert", "--to", "tps", stdin=link).out == "2,x2/1,1,1/2,2,x 2 4\n"


def test_links_are_written_and_read_back() -> None:
    pytest.importorskip("lzstring")
    for site in ("ptn.ninja", "playtak.com"):
        link = run("convert", "--to", "link", "--site", site, stdin=K05)
        assert link.out.startswith(f"https://{site}/")
        assert run("convert", "--to", "ptn", stdin=link.out).out == K05


SHOWN = f"https://ptn.ninja/{K05_PERCENT}&name=d%65mo&ply=4!&theme=dark"


def test_what_a_link_says_beside_its_game_is_kept_in_a_link() -> None:
    pytest.importorskip("lzstring")
    for options, ply in (((), 4), (("--from-ply", "2b"), 1), (("--from-ply", "3w"), 0), (("--from-ply", "3b"), None)):
        ran = run("convert", "--to", "link", *options, stdin=SHOWN)
        link = parse_link(ran.out)
        assert (link.name, link.ply, link.after) == ("demo", ply, ply is not None)
        assert link.others == (("theme", "dark"),)
        lost = (
            ""
            if ply is not None
            else "-, game 1: the link to ptn.ninja has no place for the ply of the link: left out\n"
        )
        assert (ran.status, ran.err) == (0, lost)
    branched = make_link('[Size "3"]\n\n1. a1 c3\n\n{1b1}\n1. -- b2', ply=2, after=False)
    assert parse_link(run("convert", "--to", "link", stdin=branched).out).ply == 2
    ran = run("convert", "--to", "link", "--strip", "branches", stdin=branched)
    assert parse_link(ran.out).ply is None
    assert "the ply of the link: left out" in ran.err
    two = make_link('[Size "3"]\n1. a1 c3 1-0\n\n[Size "3"]\n1. a1 b2', name="two", ply=1)
    names = [(link.name, link.ply) for link in map(parse_link, run("convert", "--to", "link", stdin=two).lines)]
    assert names == [("two", 1), (None, None)]


def test_what_is_left_out_of_a_link_is_said() -> None:
    lost = "the name of the link, the ply of the link, the other parameters of the link: left out"
    for to, notation, more in (
        (("ptn",), "PTN", ""),
        (("json",), "JSON", ""),
        (("jsonl",), "JSON", ""),
        (("playtak",), "server notation", "tags, the result, "),
        (("link", "--site", "playtak.com"), "the link to playtak.com", ""),
    ):
        ran = run("convert", "--to", *to, stdin=SHOWN)
        assert (ran.status, ran.err) == (0, f"-, game 1: {notation} has no place for {more}{lost}\n")
        assert ran.out == run("convert", "--to", *to, stdin=K05).out
        assert run("convert", "--to", *to, "-q", stdin=SHOWN).err == ""
    other = f"https://playtak.com/?load={K05_PERCENT}&lang=en"
    ran = run("convert", "--to", "link", stdin=other)
    assert ran.err == "-, game 1: the link to ptn.ninja has no place for the other parameters of the link: left out\n"


@pytest.mark.parametrize(("ply", "found"), [("6!", False), ("6", False), ("7", True), ("99!", True)])
def test_a_link_asks_for_a_ply_of_its_game(ply: str, found: bool) -> None:
    ran = run(
        "validate",
        "--format",
        "concise",
        "-q",
        "--ignore",
        "PTN203",
        stdin=f"https://ptn.ninja/{K05_PERCENT}&ply={ply}",
    )
    number = ply.rstrip("!")
    message = f"-:1:1: PTN721 the link asks for ply {number}, but its game has 7, counted from 0\n"
    assert (ran.status, ran.out) == (0, message if found else "")


@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.parametrize("name", ["game.ptn", "tournament.ptn"])
def test_json_holds_everything(form: str, name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    data = run("convert", "--to", form, stdin=text).out
    games = json.loads(data) if form == "json" else [json.loads(line) for line in data.splitlines()]
    assert len(games) == text.count("[Event ")
    assert run("convert", "--to", "ptn", stdin=data).out == text


def test_no_games_are_an_empty_list_of_json() -> None:
    result = run("convert", "--to", "json", stdin='[Size "5"] 1. zz9')
    assert (result.status, result.out) == (1, "[]\n")


def test_the_rest_of_a_game() -> None:
    result = run("convert", "--to", "ptn", "--from-ply", "3w", stdin=SERVER_AS_PTN)
    assert result.out == '[Size "5"]\n[TPS "x4,1/x2,2C,x2/x2,1S,x2/x5/2,x4 1 3"]\n\n3. b1 c4-*\n'
    assert run("convert", "--to", "tps", stdin=result.out).out == "x4,1/x5/x2,12C,x2/x5/2,1,x3 1 4\n"
    black = run("convert", "--to", "ptn", "--from-ply", "3b", stdin=SERVER_AS_PTN)
    assert black.out.endswith(' 2 3"]\n\n3. -- c4-*\n')
    assert run("convert", "--to", "ptn", "--from-ply", "start", stdin=K05).out.endswith("4. c3- R-0\n")
    beyond = run("convert", "--to", "ptn", "--from-ply", "9w", stdin=K05)
    assert (beyond.status, beyond.out) == (1, "")
    assert "there is no such ply: the game has 1w to 4w" in beyond.err


def test_the_rest_of_a_game_keeps_the_branches_that_leave_it_later() -> None:
    text = (
        '[Size "3"]\n\n1. a1 c3\n2. b2 b1\n3. a2 c1\n\n{2w1}\n2. c2 b1\n\n{2w1/2b1}\n2. -- a3\n\n'
        "{3w1}\n3. c2\n\n{3w1/3w1}\n3. a3\n"
    )
    result = run("convert", "--to", "ptn", "--from-ply", "3w", stdin=text)
    assert result.out.split("\n\n", 1)[1] == "3. a2 c1\n\n{3w1}\n3. c2\n\n{3w1/3w1}\n3. a3\n"
    assert run("validate", "--select", "PTN3,PTN4", stdin=result.out).out == ""


def test_one_file_an_input(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    result = run("convert", EXAMPLES / "game.ptn", EXAMPLES / "tournament.ptn", "--to", "tps", "-o", f"{folder}/")
    assert result.status == 0
    assert {path.name: path.read_text().count("\n") for path in folder.iterdir()} == {
        "game.tps": 1,
        "tournament.tps": 5,
    }
    again = run("convert", EXAMPLES / "game.ptn", "--to", "tps", "-o", folder)
    assert again.status == 2
    assert "exists already" in again.err
    twice = run("convert", EXAMPLES / "game.ptn", EXAMPLES / "game.ptn", "--to", "json", "-o", folder)
    assert twice.status in (0, 2)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("P A1,P Z9", "PTN102"),
        ("P A1,P A2 X", "PTN701"),
        ("https://ptn.ninja/", "PTN702"),
        ("https://example.org/x", "PTN702"),
        ('{"schema":1,"plies":3}', "PTN703"),
        ('{"schema":1,"tags":[', "PTN703"),
    ],
)
def test_what_is_wrong_with_other_notations_is_said(text: str, code: str) -> None:
    result = run("validate", "--format", "concise", "--size", "5", stdin=text)
    assert result.status == 1
    assert f" {code} " in result.out


LINKS = (
    "\n  https://ptn.ninja/%5BSize%20%223%22%5D%0A1.%20zz9 \r\n"
    "https://playtak.com/?load=%5BSize%20%223%22%5D%0A1.%20a1%20a1\rhttps://ptn.ninja/\n"
)


def test_what_is_wrong_with_a_game_in_a_link_is_placed_at_the_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("links.txt").write_text(LINKS, encoding="utf-8", newline="")
    only = ("--select", "PTN1,PTN4,PTN7")
    ran = run("validate", *only, "links.txt")
    assert ran.out.startswith(
        "links.txt:2:3: PTN101 in the game of the link, line 2, column 4: `zz9` is not a move\n  1. zz9\n     ^^^\n"
    )
    assert (
        "links.txt:3:1: PTN402 in the game of the link, line 2, column 7: 1... a1 is illegal: "
        "a1 is not empty: a black flat is there\n"
        "  1. a1 a1\n"
        "        ^^\n"
    ) in ran.out
    assert "links.txt:4:1: PTN702 the link holds no game\n" in ran.out
    found = [json.loads(line) for line in run("validate", "--format", "jsonl", *only, "links.txt").lines]
    assert [(one["file"], one["game"], one["line"], one["column"], one["end_column"]) for one in found] == [
        ("links.txt", 1, 2, 3, 52),
        ("links.txt", 2, 3, 1, 62),
        ("links.txt", 3, 4, 1, 19),
    ]
    assert found[0]["message"] == "in the game of the link, line 2, column 4: `zz9` is not a move"
    [first, *_] = run("validate", "--format", "github", *only, "links.txt").lines
    assert first.startswith("::error file=links.txt,line=2,col=3,endColumn=52,title=PTN101 not-a-move::in the game of")
    assert "links.txt:3:1: PTN402 in the game of the link" in run("score", "links.txt").err


def test_findings_in_a_link_stand_in_the_order_of_its_game() -> None:
    text = "https://ptn.ninja/%5BSize%20%223%22%5D%0A1.%20A1%20c3%202.%20c3"
    ran = run("validate", "--format", "concise", stdin=text)
    assert [line.split()[1] for line in ran.lines] == ["PTN203", "PTN121", "PTN402"]


def test_a_link_that_needs_a_missing_package_is_an_error_of_the_input(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("lzstring")
    link = run("convert", "--to", "link", stdin=K05).out
    monkeypatch.setitem(sys.modules, "lzstring", None)
    ran = run("validate", "--format", "concise", stdin=f"{link}https://ptn.ninja/{K05_PERCENT}")
    assert ran.status == 1
    assert ran.lines[0].startswith("-:1:1: PTN702 compressed links need the package lzstring")
    assert ran.err.startswith("2 games (1 good, 1 bad)")


@pytest.mark.parametrize("text", ["[]", "[]\n", " [ ]\n"])
def test_an_empty_list_is_json_without_a_game(text: str) -> None:
    for arguments in (("validate",), ("score",), ("convert", "--to", "tps")):
        ran = run(*arguments, stdin=text)
        assert ran.status == 1
        assert (ran.out + ran.err).startswith("-:1:1: PTN003 the input holds no game\n")
    assert "PTN201" in run("validate", stdin="[] 1. a1 1-0").out


def test_json_of_another_kind_is_called_so() -> None:
    for arguments in (("score",), ("validate", "--select", "PTN2"), ("score", "--total")):
        for form in ("json", "jsonl"):
            ran = run("score", stdin=run(*arguments, "--format", form, stdin=ENCYCLOPEDIA).out)
            assert ran.status == 1
            assert ": there are no tags and no list of plies: this is not the JSON of a game\n" in ran.err


def test_a_bad_line_of_a_server_log_costs_its_own_game() -> None:
    log = "Game#1 P A1\nGame#2 P A1\njunk\nGame#1 P Z9\nGame#1 P B2\nGame#2 P B1,P B2\nGame#3 P A1 Q\n  noise here\n"
    ran = run("validate", "--format", "concise", "--size", "5", "--select", "PTN1,PTN7", stdin=log)
    assert sorted(ran.out.splitlines()) == [
        "-:3:1: PTN701 `junk` begins no move of the server: P or M expected",
        "-:4:10: PTN102 `Z9` is not a square",
        "-:7:13: PTN701 `Q` is not a piece: W or C expected",
        "-:8:3: PTN701 `noise` begins no move of the server: P or M expected",
    ]
    assert ran.status == 1
    assert "5 games (1 good, 4 bad)" in ran.err
    assert run("convert", "--to", "playtak", "--size", "5", stdin=log).out == "P A1,P B1,P B2\n"


def test_moves_of_no_game_behind_a_bad_line_are_not_read() -> None:
    ran = run("validate", "--format", "concise", "--size", "5", "--select", "PTN7", stdin="P A1\nP\nP A1\nP\n")
    assert ran.out == "-:2:1: PTN701 a square is missing after P\n"


GAME_ROW = '{"schema":1,"tags":[{"name":"Size","value":"5"}],"plies":[{"move":"%s"}]}'


def test_a_bad_line_of_json_lines_costs_itself() -> None:
    rows = [
        GAME_ROW % "a1",
        GAME_ROW % "zz",
        '{"schema":1,',
        "",
        GAME_ROW % "b1",
        '{"a":1,"a":1}',
        "x",
        GAME_ROW % "c1",
    ]
    for order in (rows, rows[1:], rows[2:]):
        ran = run("convert", "--to", "ptn", "--from", "json", stdin="\n".join(order) + "\n")
        assert [line for line in ran.out.splitlines() if line.startswith("1")][-2:] == ["1. b1", "1. c1"]
    ran = run("validate", "--format", "concise", "--ignore", "PTN203", stdin="\r\n".join(rows))
    assert ran.out.splitlines() == [
        "-:2:1: PTN703 plies[0].move: `z` is not a file: files are a-h here",
        "-:3:13: PTN703 no JSON: the text ends too early",
        "-:6:1: PTN703 the name `a` stands twice in one object of the JSON",
        "-:7:1: PTN703 no JSON: `x` can't stand there",
    ]
    assert "7 games (3 good, 4 bad)" in ran.err


def test_a_bad_game_in_a_list_costs_itself_and_what_is_no_json_the_rest() -> None:
    good = GAME_ROW % "a1"
    text = f'[\n {good},\n {{"x":1,"x":2}},\n  {{}},\n {good},\n {{"a":}}, {good}]'
    ran = run("validate", "--format", "concise", "--ignore", "PTN203", stdin=text)
    assert ran.out.splitlines() == [
        "-:3:2: PTN703 the name `x` stands twice in one object of the JSON",
        '-:4:3: PTN703 [2]: the field "schema" is missing: this is not the JSON of a game',
        "-:6:7: PTN703 no JSON: `}` can't stand there",
    ]
    assert "5 games (2 good, 3 bad)" in ran.err
