"""``ptn convert`` between the notations of games, whatever they are recognised from."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from cli_helpers import run

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


@pytest.mark.parametrize("form", ["json", "jsonl"])
@pytest.mark.parametrize("name", ["game.ptn", "tournament.ptn"])
def test_json_holds_everything(form: str, name: str) -> None:
    text = (EXAMPLES / name).read_text("utf-8")
    data = run("convert", "--to", form, stdin=text).out
    games = json.loads(data) if form == "json" else [json.loads(line) for line in data.splitlines()]
    assert len(games) == text.count("[Event ")
    assert run("convert", "--to", "ptn", stdin=data).out == text


def test_no_games_give_no_json() -> None:
    result = run("convert", "--to", "json", stdin='[Size "5"] 1. zz9')
    assert (result.status, result.out) == (1, "")


def test_the_rest_of_a_game() -> None:
    result = run("convert", "--to", "ptn", "--from-ply", "3w", stdin=SERVER_AS_PTN)
    assert result.out == '[Size "5"]\n[TPS "x4,1/x2,2C,x2/x2,1S,x2/x5/2,x4 1 3"]\n\n3. b1 c4-*\n'
    assert run("convert", "--to", "tps", stdin=result.out).out == "x4,1/x5/x2,12C,x2/x5/2,1,x3 1 4\n"
    black = run("convert", "--to", "ptn", "--from-ply", "3b", stdin=SERVER_AS_PTN)
    assert black.out.endswith(' 2 3"]\n\n3. -- c4-*\n')
    assert run("convert", "--to", "ptn", "--from-ply", "start", stdin=K05).out.endswith("4. c3- R-0\n")
    beyond = run("convert", "--to", "ptn", "--from-ply", "9w", stdin=K05)
    assert (beyond.status, beyond.out) == (1, "")
    assert "it has 1w to 4w" in beyond.err


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


def test_places_in_a_link_are_those_of_the_game_it_holds() -> None:
    result = run(
        "validate", "--format", "concise", "--select", "PTN1", stdin="https://ptn.ninja/%5BSize%20%223%22%5D%0A1.%20zz9"
    )
    assert result.out.startswith("-, link on line 1:2:4: PTN101")
