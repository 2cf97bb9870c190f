"""Games of many inputs written to one output: read back, they are as many, and the same."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from cli_helpers import run
from hypothesis import given, settings
from hypothesis import strategies as st

from ptn.formatting import standardized, with_size
from ptn.notation.jsonio import write_json
from ptn.notation.reader import parse_game, parse_games
from ptn.notation.record import Game

TAGS = ("", '[Size "5"] ', '[Size "?"] ', '[Player1 "x"] ', '[TPS "x5/x5/x5/x5/x5 1 1"] ', '[TPS "?"] ')
BODIES = (
    "1. a1 e5", "1. b1 d5 1-0", "{first} 1. c1 c5 *", "1. a1 e5 1/2-1/2 {last}", "{nothing else}", "1-0",
    "1. a1 e5 2. c3\n\n{2w1}\n2. b3 c4", "",
)  # fmt: skip
LEFT_OUT = "it begins without a tag and would be read as a part of the game before it: left out"

texts = st.builds(str.__add__, st.sampled_from(TAGS), st.sampled_from(BODIES)).filter(bool)


def files_of(texts: list[str], folder: Path) -> list[Path]:
    files = [folder / f"{number:02}.ptn" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    return files


def joined(games: list[Game]) -> list[Game]:
    """The games that can stand in one text: the first, and all that begin with a tag."""
    return [game for index, game in enumerate(games) if index == 0 or game.tags]


@settings(max_examples=60)
@given(st.lists(texts, min_size=1, max_size=5))
def test_games_written_to_one_output_are_read_back(texts: list[str]) -> None:
    games = [standardized(parse_game(text), 5) for text in texts]
    commands: list[tuple[tuple[str, ...], list[Game]]] = [
        (("fmt", "--size", "5"), games),
        (("convert", "--to", "ptn"), [standardized(parse_game(text)) for text in texts]),
    ]
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        files = files_of(texts, folder)
        for command, wanted in commands:
            out = folder / f"{command[0]}.txt"
            ran = run(*command, *files, "-o", out)
            kept = joined(wanted)
            assert parse_games(out.read_text(encoding="utf-8")) == kept, command
            assert ran.status == (len(kept) < len(games))
            assert ran.err.count(LEFT_OUT) == len(games) - len(kept)
        sized = [with_size(game, 5) for game in games]
        rows = "\n".join(map(write_json, games))
        for inputs, stdin in ((files, ""), ([Path("-")], rows)):
            ran = run("convert", "--to", "ptn", "--size", "5", *inputs, stdin=stdin)
            assert (ran.status, ran.err) == (0, "")
            assert parse_games(ran.out) == sized
            assert all(game.size == 5 for game in parse_games(ran.out))


def test_what_is_left_out_is_said(tmp_path: Path) -> None:
    (tmp_path / "a.ptn").write_text('[Size "5"]\n\n1. a1 e5\n')
    (tmp_path / "b.ptn").write_text("1. b1 d5\n")
    files = tmp_path / "a.ptn", tmp_path / "b.ptn"
    for command, hint in (
        (("convert", "--to", "ptn"), "--size N writes the tag Size into games that have none"),
        (
            ("fmt", "--size", "5", "-o", "-"),
            'give it a tag such as [Size "6"], which ptn convert --to ptn --size 6 writes',
        ),
    ):
        ran = run(*command, *files)
        assert (ran.status, ran.out) == (1, '[Size "5"]\n\n1. a1 e5\n')
        assert ran.err == f"{files[1]}, game 1: {LEFT_OUT}\n  hint: {hint}\n"
    ran = run("convert", "--to", "ptn", "-o", f"{tmp_path}/each/", *files)
    assert (ran.status, ran.err) == (0, "")
    assert (tmp_path / "each" / "b.ptn").read_text() == "1. b1 d5\n"


def test_games_that_a_result_divides_stay_in_their_file(tmp_path: Path) -> None:
    text = "1. b1 d5 1-0\n\n1. a1 e5 0-1\n"
    file = tmp_path / "two.ptn"
    file.write_text(text)
    assert run("fmt", "--check", file).status == 0
    assert run("fmt", file, "-o", "-").out == text
    ran = run("convert", "--to", "ptn", file)
    assert (ran.status, ran.out) == (1, "1. b1 d5 1-0\n")
    assert ran.err.startswith(f"{file}, game 2: {LEFT_OUT}\n")


def test_several_links_with_and_without_a_size() -> None:
    links = "https://ptn.ninja/1.%20a1%20c3\nhttps://ptn.ninja/1.%20b1%20c3\n"
    ran = run("convert", "--to", "ptn", stdin=links)
    assert (ran.status, ran.out) == (1, "1. a1 c3\n")
    assert LEFT_OUT in ran.err
    ran = run("convert", "--to", "ptn", "--size", "3", stdin=links)
    assert (ran.status, ran.out) == (0, '[Size "3"]\n\n1. a1 c3\n\n[Size "3"]\n\n1. b1 c3\n')


@pytest.mark.parametrize("to", ["ptn", "json", "jsonl", "link"])
def test_what_is_written_with_a_size_is_read_without(to: str) -> None:
    if to == "link":
        pytest.importorskip("lzstring", reason="compressed links need the extra `links`")
    ran = run("convert", "--to", to, "--size", "3", stdin="1. a1 c3\n")
    assert run("convert", "--to", "tps", stdin=ran.out).lines == ["x2,1/x3/2,x2 1 2"]


@pytest.mark.parametrize(
    ("tags", "sized"),
    [
        ('[Size "?"]', '[Size "3"]'),
        ('[Event "e"]\n[Size ""]\n[Site "s"]', '[Event "e"]\n[Size "3"]\n[Site "s"]'),
        ('[TPS "?"]', '[TPS "?"]\n[Size "3"]'),
        ('[Size "4"]', '[Size "4"]'),
        ('[Size "9"]', '[Size "9"]'),
        ('[TPS "x4/x4/x4/x4 1 1"]', '[TPS "x4/x4/x4/x4 1 1"]'),
    ],
)
def test_a_size_is_written_only_where_no_tag_says_one(tags: str, sized: str) -> None:
    assert run("convert", "--to", "ptn", "--size", "3", stdin=f"{tags}\n1. a1 c3").out == f"{sized}\n\n1. a1 c3\n"


def test_a_game_without_moves_has_no_server_notation() -> None:
    ran = run("convert", "--to", "playtak", stdin='[Size "3"] *\n\n[Size "3"]\n1. a1 c3\n')
    assert (ran.status, ran.out) == (1, "P A1,P C3\n")
    assert ran.err.startswith("-, game 1: a game without moves has no server notation\n")


def test_games_in_server_notation_are_read_back_as_many(tmp_path: Path) -> None:
    texts = ["1. a1 e5 2. c3", "1. b1", "1. c1", '[Size "5"] 1. d1 e5']
    files = files_of(texts, tmp_path)
    ran = run("convert", "--to", "playtak", "-q", *files)
    assert ran.out == "P A1,P E5,P C3\nGame#2 P B1\nGame#3 P C1\nGame#4 P D1,P E5\n"
    again = parse_games(run("convert", "--to", "ptn", "--size", "5", stdin=ran.out).out)
    assert [game.plies for game in again] == [parse_game(text).plies for text in texts]
    run("convert", "--to", "playtak", "-q", "-o", f"{tmp_path}/each/", *files)
    assert (tmp_path / "each" / "01.playtak").read_text() == "P B1\n"


NO_MOVES = '[Size "3"]\n\n*\n\n[Size "3"]\n\n{only a comment}\n*\n\n[Size "3"]\n\n1. a1 c3\n\n[Size "3"]\n\n*\n'


def test_games_without_moves_are_not_merged_with_the_next(tmp_path: Path) -> None:
    assert len(parse_games(NO_MOVES)) == 4
    file = tmp_path / "four.ptn"
    file.write_text(NO_MOVES.replace("*", "1."))
    assert run("convert", "--to", "ptn", file).out == NO_MOVES
    assert run("convert", "--to", "jsonl", file).out.count('{"schema"') == 4
    assert run("fmt", file).status == 0
    assert file.read_text() == NO_MOVES
    assert run("fmt", file, file, "-o", "-").out == f"{NO_MOVES}\n{NO_MOVES}"
    assert run("annotate", file, "-o", "-").out == NO_MOVES


def test_marks_of_games_that_are_left_out_do_not_count(tmp_path: Path) -> None:
    files = files_of(['[Size "3"] 1. a1 c3 2. c2 b1', "1. a1 c3 2. c2 b1 3. b2' a3''"], tmp_path)
    ran = run("annotate", "--size", "3", *files, "-o", "-")
    assert ran.status == 1
    assert LEFT_OUT in ran.err
    assert ran.err.endswith(run("annotate", "-", stdin=files[0].read_text()).err)
