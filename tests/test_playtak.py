"""PlayTak: server moves and games both ways, rows of the archive, and PlayTak's own style of PTN."""

from __future__ import annotations

import csv
import json
import random
from pathlib import Path

import pytest
from findings import examine, found, moves
from hypothesis import given
from hypothesis import strategies as st
from strategies import random_move

from ptn.core.board_terms import SIZES, Direction, Square, Stone
from ptn.core.errors import PtnError, PtnSyntaxError
from ptn.core.moves import DROPS, Move, Place, Spread
from ptn.core.result import RESULTS
from ptn.notation.playtak import (
    NAMES_SINCE,
    archive_game,
    parse_server_move,
    read_server_game,
    read_server_log,
    server_move,
    write_playtak_game,
    write_server_game,
)
from ptn.notation.ply import parse_move
from ptn.notation.reader import parse_game
from ptn.notation.record import Tag, Tags

CUTOFF = 1461430800000
assert NAMES_SINCE.isoformat() == "2016-04-23T17:00:00"

# Moves


@pytest.mark.parametrize(
    ("server", "ptn"),
    [
        ("P A1", "a1"), ("P C3 W", "Sc3"), ("P D4 C", "Cd4"), ("P H8", "h8"),
        ("M A1 A4 1 2 1", "4a1+121"), ("M C4 C3 1", "c4-"), ("M E5 A5 1 1 1 1", "4e5<1111"), ("M A1 B1 8", "8a1>"),
        ("M C3 C1 1 2", "3c3-12"),
    ],
)  # fmt: skip
def test_moves_both_ways(server: str, ptn: str) -> None:
    move = parse_server_move(server)
    assert move == parse_move(ptn)
    assert str(move) == ptn
    assert server_move(move) == server
    assert parse_server_move(f" {server.replace(' ', '  ')}\t") == move


def test_all_conversion_pairs(corpus: Path) -> None:
    with (corpus / "playtak" / "conversion_pairs.tsv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    assert len(rows) > 40
    for row in rows:
        move = parse_server_move(row["server"])
        assert move.verbose == row["ptn(explicit form)"]
        assert server_move(move) == row["server"]
        assert move == parse_move(row["ptn(explicit form)"])


def reaches(square: Square, direction: Direction) -> int:
    """The number of squares from here to the edge of an 8x8 board."""
    beyond = square.neighbour(direction)
    return 0 if beyond is None else 1 + reaches(beyond, direction)


def test_every_move_on_the_board_round_trips() -> None:
    seen = 0
    for square in map(Square, range(64)):
        every: list[Move] = [Place(square, stone) for stone in Stone]
        every += [Spread(square, direction, drops) for direction in Direction for drops in DROPS[1:]]
        for move in every:
            inside = not isinstance(move, Spread) or reaches(square, move.direction) >= len(move.drops)
            if not inside:
                with pytest.raises(PtnError, match="leaves every board"):
                    server_move(move)
                continue
            text = server_move(move)
            assert parse_server_move(text) == move
            seen += 1
    assert seen == 64 * 3 + 4 * sum(
        8 * sum(len(drops) < edge + 1 for drops in DROPS[1:]) for edge in range(8)
    )  # a spread of n drops fits from 8 - n files or ranks, 8 squares each


def test_two_flats_on_the_first_ply_lose_their_count() -> None:
    assert server_move(Place(Square.from_name("a1"), count=2)) == "P A1"
    tags = Tags((Tag.of("Opening", "double black stack"),))
    game = read_server_game("P A1,P E5,P A2", tags=tags)
    assert moves(game) == "2a1 e5 a2"
    assert game.tags is tags
    assert write_server_game(game) == "P A1,P E5,P A2"


@pytest.mark.parametrize(
    ("text", "column", "code", "message"),
    [
        ("", 1, "PTN701", "there is no move"),
        ("   ", 1, "PTN701", "there is no move"),
        ("X A1", 1, "PTN701", "`X` begins no move of the server: P or M expected"),
        ("p A1", 1, "PTN701", "`p` begins no move of the server: P or M expected"),
        ("P", 1, "PTN701", "a square is missing after P"),
        ("P I1", 3, "PTN102", "`I1` is not a square"),
        ("P A9", 3, "PTN102", "`A9` is not a square"),
        ("P A1١", 3, "PTN102", "`A1١` is not a square"),
        ("P a1", 3, "PTN102", "`a1` is not a square"),
        ("P A1 S", 6, "PTN701", "`S` is not a piece: W or C expected"),
        ("P A1 W C", 8, "PTN701", "`C` can't stand behind a placement"),
        ("M A1", 1, "PTN701", "the square where the spread ends is missing"),
        ("M A1 A1 1", 6, "PTN701", "A1 and A1 are the same square"),
        ("M A1 B2 1", 6, "PTN701", "A1 and B2 are not in one file or rank"),
        ("M A1 A2", 6, "PTN701", "from A1 to A2 1 square is passed, but 0 drops given"),
        ("M A1 A4 1 2", 6, "PTN701", "from A1 to A4 3 squares are passed, but 2 drops given"),
        ("M A1 A2 1 1", 6, "PTN701", "from A1 to A2 1 square is passed, but 2 drops given"),
        ("M A1 A3 1 0", 11, "PTN105", "`0` is not a drop count"),
        ("M A1 A2 12", 9, "PTN105", "`12` is not a drop count"),
        ("M A1 A2 ٣", 9, "PTN105", "`٣` is not a drop count"),
        ("M A1 A3 5 4", 9, "PTN701", "the drops add up to 9: at most 8 pieces are lifted"),
        ("M A1 A3" + " 1" * 9, 25, "PTN701", "more than 8 drops"),
    ],
)
def test_broken_moves(text: str, column: int, code: str, message: str) -> None:
    with pytest.raises(PtnSyntaxError) as caught:
        parse_server_move(text)
    assert (caught.value.line, caught.value.column, caught.value.code) == (1, column, code)
    assert caught.value.diagnostic.message == message


def test_long_nonsense_is_answered_shortly() -> None:
    for text in ("M" * 1_000_000, "M A1 A2 " + "1 " * 500_000, "P A1 " + "W" * 1_000_000, "[" * 1_000_000):
        with pytest.raises(PtnSyntaxError) as caught:
            parse_server_move(text)
        assert len(str(caught.value)) < 1000


@given(st.text(st.sampled_from("PMCWAaBH123890 ,\n\r\t#GameOverUndo-RF"), max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        games = read_server_log(text)
    except PtnSyntaxError as error:
        where = error.diagnostic.where
        assert where is not None
        assert 0 <= where.offset <= len(text)
    else:
        for number, game in games.items():
            again = read_server_game(write_server_game(game, number)) if game.plies else game
            assert again.plies == game.plies


# Games


def test_k48_a_whole_game_both_ways() -> None:
    text = "P A1,P E5,P C3 W,P C4 C,P B1,M C4 C3 1"
    tags = Tags((Tag.of("Size", "5"),))
    game = read_server_game(text, tags=tags)
    assert game.to_ptn() == '[Size "5"]\n\n1. a1 e5\n2. Sc3 Cc4\n3. b1 c4-\n'
    assert write_server_game(game) == text
    _, report = examine(game.to_ptn())
    assert "5:7 PTN421" in found(report.diagnostics)  # the server has no mark for a smash
    assert report.position is not None
    assert report.position.to_tps() == "x4,1/x5/x2,12C,x2/x5/2,1,x3 1 4"
    with_mark = parse_game('[Size "5"]\n\n1. a1 e5\n2. Sc3\' Cc4\n3. b1 c4-*')
    assert write_server_game(with_mark) == text


@pytest.mark.parametrize(
    "text",
    [
        "Game#12 P A1,P E5,P C3 W",
        "P A1\nP E5\nP C3 W\n",
        "P A1\r\nP E5\r\nP C3 W\r\n",
        "P A1,\nP E5,\n\nP C3 W,",
        ",P A1,,P E5, P C3 W ,",
        "Game#12 P A1\nGame#12 P E5\nGame#12 P C3 W",
        "Game#12 P A1, Game#12 P E5, Game#12 P C3 W",
    ],
)
def test_spellings_of_one_game(text: str) -> None:
    assert moves(read_server_game(text)) == "a1 e5 Sc3"


def test_no_moves() -> None:
    assert read_server_game("").plies == read_server_game("\n,\n").plies == ()
    assert read_server_log("") == {}
    assert write_server_game(read_server_game("")) == ""


def test_a_log_of_several_games() -> None:
    log = (
        "Game#7 P A1\nGame#12 P C1,P C2\nGame#7 Time 600 590\nGame#7 P E5\nP H8\nGame#7 P B2\nGame#7 RequestUndo\n"
        "Game#7 Undo\nGame#12 OfferDraw\nGame#12 Over 1/2-1/2\nGame#7 P C3 C\nGame#7 Abandoned. someone quit\n"
        "Game#9 Over 0-0\n"
    )
    games = read_server_log(log)
    assert {number: moves(game) for number, game in games.items()} == {7: "a1 e5 Cc3", 12: "c1 c2", None: "h8", 9: ""}
    assert games[12].result == RESULTS["1/2-1/2"]
    assert games[7].terminator is None
    nine = games[9].terminator
    assert nine is not None
    assert (nine.text, nine.result) == ("0-0", None)
    assert write_server_game(games[7], 7) == "Game#7 P A1\nGame#7 P E5\nGame#7 P C3 C"
    with pytest.raises(PtnError, match="exactly one game was expected, the text holds 4"):
        read_server_game(log)


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("P A1,P E5\nP Z1", (2, 3), "PTN102"),
        ("P A1,P E5, Q A1", (1, 12), "PTN701"),
        ("P A1;P B1", (1, 3), "PTN102"),
        ("P A1 P B1", (1, 6), "PTN701"),
        ("Game#1", (1, 1), "PTN701"),
        ("Game# P A1", (1, 1), "PTN701"),
        ("Game#x P A1", (1, 1), "PTN701"),
        ("Game#1 Undo", (1, 8), "PTN701"),
        ("Game#1 Over X-0", (1, 13), "PTN307"),
        ("Game#1 Over", (1, 8), "PTN307"),
        ("Game#1 Over R-0\nGame#1 P A1", (2, 8), "PTN701"),
        ("Game#1 P A1\nUndo", (2, 1), "PTN701"),
        ("Game#" + "1" * 5000 + " P A1", (1, 1), "PTN701"),
    ],
)
def test_broken_games(text: str, place: tuple[int, int], code: str) -> None:
    with pytest.raises(PtnSyntaxError) as caught:
        read_server_log(text, name="log.txt")
    assert (caught.value.line, caught.value.column) == place
    assert caught.value.code == code
    assert str(caught.value).startswith(f"log.txt:{place[0]}:{place[1]}: ")


def test_a_long_log_is_read_in_linear_time() -> None:
    games = read_server_log("".join(f"Game#{number} P A1\n" for number in range(50_000)))
    assert len(games) == 50_000
    assert len(read_server_game(",".join(["P A1"] * 100_000)).plies) == 100_000


@given(st.integers(0, 2**32), st.sampled_from(list(SIZES)))
def test_random_games_round_trip(seed: int, size: int) -> None:
    rng = random.Random(seed)
    made: list[Move] = []
    while len(made) < 20:
        move = random_move(rng, size)
        try:
            text = server_move(move)
        except PtnError:
            continue
        made.append(parse_server_move(text))
    text = ",".join(map(server_move, made))
    game = read_server_game(text)
    assert [ply.move for ply in game.plies] == made
    assert write_server_game(game) == text


# The archive

ROW = {
    "id": 1, "date": 1653488350594, "size": 5, "player_white": "a", "player_black": "b", "notation": "P A1,P E5",
    "result": "0-1", "timertime": 600, "timerinc": 15, "rating_white": 1500, "rating_black": 0, "unrated": 0,
    "tournament": 0, "komi": 4, "pieces": -1, "capstones": -1,
}  # fmt: skip


@pytest.mark.parametrize("name", ["export_game1", "export_game2"])
def test_rows_export_byte_for_byte(corpus: Path, name: str) -> None:
    folder = corpus / "playtak"
    row = json.loads((folder / f"{name}.input.json").read_text(encoding="utf-8"))
    game = archive_game(row)
    expected = (folder / f"{name}.expected.ptn").read_bytes().decode("utf-8")
    assert write_playtak_game(game) == expected
    assert game.tags["PlayTakID"] == str(row["id"])
    again = parse_game(expected)
    assert again.plies == game.plies
    assert again.result == game.result
    assert again.tags.items_in_order == game.tags.items_in_order[:-1]
    assert write_playtak_game(again) == expected
    assert write_server_game(game) == row["notation"]


def test_a_row_in_standard_form() -> None:
    assert archive_game(ROW).to_ptn() == (
        '[Site "PlayTak.com"]\n[Event "Online Play"]\n[Date "2022.05.25"]\n[Time "14:19:10"]\n[Player1 "a"]\n'
        '[Rating1 "1500"]\n[Player2 "b"]\n[Clock "10:0 +15"]\n[Result "0-1"]\n[Size "5"]\n[Komi "2"]\n[Flats "21"]\n'
        '[Caps "1"]\n[PlayTakID "1"]\n\n1. a1 e5 0-1\n'
    )


def test_names_are_hidden_as_playtak_does_or_as_asked() -> None:
    def names(date: int | None, anonymous: bool | None) -> str:
        tags = archive_game({**ROW, "date": date}, anonymous=anonymous).tags
        return f"{tags['Player1']} {tags['Player2']}"

    assert names(CUTOFF - 1, None) == "Anon Anon"
    assert names(CUTOFF, None) == names(None, None) == names(CUTOFF - 1, False) == "a b"
    assert names(CUTOFF, True) == "Anon Anon"
    assert "Player1" not in archive_game({"notation": "P A1"}, anonymous=True).tags


def test_a_game_without_result() -> None:
    game = archive_game({**ROW, "result": "0-0"})
    assert game.result is None
    assert game.tags["Result"] == "*"
    assert game.to_ptn().endswith("1. a1 e5 *\n")
    assert write_playtak_game(game).endswith(
        '[Result "0-0"]\n[Size "5"]\n[Komi "2"]\n[Flats "21"]\n[Caps "1"]\n\n\n1. a1 e5\n0-0\n'
    )
    empty = archive_game({**ROW, "result": "0-0", "notation": ""})
    assert write_playtak_game(empty).endswith('[Caps "1"]\n\n0-0\n')


def test_missing_columns_have_no_tags() -> None:
    assert archive_game({}).tags.items_in_order == (Tag.of("Site", "PlayTak.com"), Tag.of("Event", "Online Play"))
    old = {key: value for key, value in ROW.items() if key not in ("komi", "pieces", "capstones", "id", "rating_white")}
    assert list(archive_game(old).tags) == [
        "Site", "Event", "Date", "Time", "Player1", "Player2", "Clock", "Result", "Size",
    ]  # fmt: skip
    assert "Flats" not in archive_game({"pieces": -1}).tags
    assert archive_game({"pieces": 0, "capstones": "0"}).tags["Caps"] == "0"
    assert archive_game({"rating_white": 1500.0}).tags["Rating1"] == "1500"


@pytest.mark.parametrize(
    ("columns", "clock"),
    [
        ({"timertime": 180, "timerinc": 20}, "3:0 +20"),
        ({"timertime": 90, "timerinc": 5}, "1:30 +5"),
        ({"timertime": 45, "timerinc": 0}, "45"),
        ({"timertime": 10800, "timerinc": 1, "increment_scales": 1}, "3:0:0 +1n"),
        ({"timertime": 600, "timerinc": 20, "extra_time_trigger": 35, "extra_time_amount": 600}, "10:0 +20 @35 +10:0"),
        ({"timertime": 600}, "10:0"),
        ({"timertime": None, "timerinc": 20}, None),
    ],
)
def test_clocks(columns: dict[str, object], clock: str | None) -> None:
    assert archive_game(columns).tags.get("Clock") == clock


@pytest.mark.parametrize(("half", "komi"), [(0, "0"), (1, "0.5"), (-1, "-0.5"), (-5, "-2.5"), (4, "2"), ("3", "1.5")])
def test_komi_is_in_half_points(half: object, komi: str) -> None:
    assert archive_game({"komi": half}).tags["Komi"] == komi


def test_openings() -> None:
    assert "Opening" not in archive_game({**ROW, "opening": "swap"}).tags
    game = archive_game({**ROW, "opening": "double black stack"})
    assert moves(game) == "2a1 e5"
    assert moves(parse_game(game.to_ptn())) == "2a1 e5"
    assert archive_game({**ROW, "opening": "no-swap"}).tags["Opening"] == "no-swap"


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("size", 9, "archive game 1, column size: 9 is outside 3-8"),
        ("size", "big", "archive game 1, column size: `big` is not a whole number"),
        ("date", 1e30, "archive game 1, column date: the number has more than 18 digits"),
        ("size", 5.5, "archive game 1, column size: `5.5` is not a whole number"),
        ("result", "X-0", "archive game 1, column result: `X-0` is not a result"),
        ("player_white", 7, "archive game 1, column player_white: `7` is not a text"),
        ("date", 10**17, "archive game 1, column date: 100000000000000000 ms since 1970 is outside the calendar"),
        ("date", 10**30, "archive game 1, column date: the number has more than 18 digits"),
        ("date", float("nan"), "archive game 1, column date: `nan` is not a whole number"),
        ("notation", b"P A1", "archive game 1, column notation: `b'P A1'` is not a text"),
    ],
)
def test_values_that_cannot_be_read(column: str, value: object, message: str) -> None:
    with pytest.raises(PtnError) as caught:
        archive_game({**ROW, column: value})
    assert str(caught.value) == message


def test_a_broken_move_in_a_row_has_its_place() -> None:
    with pytest.raises(PtnSyntaxError) as caught:
        archive_game({**ROW, "notation": "P A1,P E9"})
    assert str(caught.value).startswith("archive game 1:1:8: PTN102 `E9` is not a square\n")


def test_other_games_in_playtak_style() -> None:
    game = parse_game('[Size "3"][TPS "x3/x,1,x/2,x2 2 2"] {why} 2. -- c3\' {so} 3. a2 2c3<11*')
    assert write_playtak_game(game) == '[Size "3"]\n[TPS "x3/x,1,x/2,x2 2 2"]\n\n\n2. -- c3\n3. a2 2c3<11\n0-0\n'
    tagged = parse_game('[Size "3"][Result "R-0"] 1. a1')
    assert write_playtak_game(tagged).endswith("1. a1\nR-0\n")
    with pytest.raises(PtnError, match="`a b` can't be the name of a tag"):
        write_playtak_game(read_server_game("P A1", tags=Tags((Tag.of("a b", "c"),))))
    with pytest.raises(PtnError, match="line end"):
        write_playtak_game(read_server_game("P A1", tags=Tags((Tag.of("Event", "a\nb"),))))
