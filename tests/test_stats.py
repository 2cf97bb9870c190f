"""Statistics of many games: against a plain count, merged from parts, and up to symmetry."""

from __future__ import annotations

import pickle
import random
import statistics
from collections.abc import Iterable
from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from naive import NaiveGame
from strategies import RandomPlayer, randoms

import ptn
from ptn.core.errors import IllegalMoveError, PtnError
from ptn.core.result import RESULTS
from ptn.core.setup import Setup
from ptn.notation.reader import parse_game, parse_games
from ptn.rules.symmetry import Symmetry
from ptn.stats import Lengths, Outcomes, Statistics, Tally


@dataclass(frozen=True)
class Made:
    """A made-up game as a plain program would keep it; ``result`` is the code that counts, empty for none."""

    size: int
    plies: tuple[str, ...]
    names: tuple[str, str]
    result: str
    game: ptn.Game


NAMES = ("Ada", "Ben", "ben", " Ben", "Zoë", "", "?", " ? ")


def made(rng: random.Random) -> Made:
    size = rng.choice((3, 3, 4, 5))
    naive, player = NaiveGame(Setup.standard(size)), RandomPlayer(rng)
    plies: list[str] = []
    for _ in range(rng.choice((0, 1, 2, 3, 5, 8, 30))):
        if (move := player.choose(naive)) is None:
            break
        naive.play(move)
        plies.append(str(move))
    if naive.result is None:
        recorded = rng.choice(("", "1-0", "0-1", "1/2-1/2"))
    else:
        other = {"R-0": "1-0", "F-0": "1-0", "0-R": "0-1", "0-F": "0-1"}.get(str(naive.result), "")
        recorded = rng.choice(("", str(naive.result), str(naive.result), other))
    names = (rng.choice(NAMES), rng.choice(NAMES))
    place = rng.choice(("tag", "behind", "both"))
    tags = f'[Size "{size}"][Player1 "{names[0]}"][Player2 "{names[1]}"]'
    if place != "behind":
        tags += f'[Result "{recorded}"]'
    game = parse_game(f"{tags}\n{' '.join(plies)} {'' if place == 'tag' else recorded}")
    return Made(size, tuple(plies), names, recorded or str(naive.result or ""), game)


made_games = st.lists(st.builds(made, randoms), max_size=12)


def tallied(games: Iterable[ptn.Game], depth: int = 4) -> Tally:
    tally = Tally(depth)
    for game in games:
        tally.add(game)
    return tally


# ---- against a plain count -------------------------------------------------------------------------------------------


def twins(plies: tuple[str, ...], size: int) -> list[str]:
    """The eight forms of a line, letter by letter."""
    files = "abcdefgh"[:size]
    ranks = "12345678"[:size]

    def mirrored(line: list[str]) -> list[str]:
        table = str.maketrans(files + "<>", files[::-1] + "><")
        return [ply.translate(table) for ply in line]

    def turned_over(line: list[str]) -> list[str]:
        """Swap files and ranks; the drops behind the direction stay."""
        table = str.maketrans(files + ranks + "<>+-", ranks + files + "-+><")
        forms = []
        for ply in line:
            at = next(index for index, character in enumerate(ply) if character in files)
            swapped = ply[at : at + 3].translate(table)
            forms.append(ply[:at] + swapped[1] + swapped[0] + swapped[2:] + ply[at + 3 :])
        return forms

    found = []
    line = list(plies)
    for _ in range(4):
        found += [line, mirrored(line)]
        line = mirrored(turned_over(line))
    assert line == list(plies), "four quarter turns are none"
    return [" ".join(form) for form in found]


def plain_count(played: Iterable[tuple[Made, int]]) -> Outcomes:
    """How games ended for a side of each: 0 is White, 1 is Black."""
    ends = [0, 0, 0, 0]
    for game, side in played:
        if game.result == "":
            ends[3] += 1
        elif game.result == "1/2-1/2":
            ends[1] += 1
        elif (game.result in ("R-0", "F-0", "1-0")) == (side == 0):
            ends[0] += 1
        else:
            ends[2] += 1
    return Outcomes(*ends)


@given(made_games, st.integers(1, 5))
def test_a_plain_count_agrees(games: list[Made], depth: int) -> None:
    found = tallied((game.game for game in games), depth).statistics()
    assert [one.size for one in found] == sorted({game.size for game in games})
    for one in found:
        mine = [game for game in games if game.size == one.size]
        assert (one.games, one.depth) == (len(mine), depth)
        assert one.white == plain_count((game, 0) for game in mine)
        codes = [game.result for game in mine]
        assert [(str(result or ""), count) for result, count in one.results] == [
            (code, codes.count(code)) for code in (*RESULTS, "")
        ]
        lengths = [len(game.plies) for game in mine]
        low, median, high = statistics.quantiles(lengths, n=4, method="inclusive") if len(mine) > 1 else lengths * 3
        assert one.lengths == Lengths(min(lengths), low, median, high, max(lengths), sum(lengths) / len(lengths))

        lines = {min(twins(game.plies[:depth], game.size)) for game in mine if len(game.plies) >= depth}
        begun = [
            (line, plain_count((game, 0) for game in mine if line in twins(game.plies[:depth], game.size)))
            for line in lines
        ]
        assert one.openings == tuple(sorted(begun, key=lambda pair: (-pair[1].games, pair[0])))
        names = {name for game in mine for name in game.names if name.strip(" ?")}
        assert dict(one.players) == {
            name: plain_count((game, side) for game in mine for side in (0, 1) if game.names[side] == name)
            for name in names
        }
        assert len(one.players) == len(names)


@given(made_games, randoms)
def test_parts_merge_into_the_whole(games: list[Made], rng: random.Random) -> None:
    """However the games are cut into parts, in whatever order these come, and by way of other processes."""
    whole = tallied(game.game for game in games)
    cuts = sorted(rng.randint(0, len(games)) for _ in range(3))
    parts = [
        tallied(game.game for game in games[start:end])
        for start, end in zip((0, *cuts), (*cuts, len(games)), strict=True)
    ]
    in_order = Tally()
    for part in parts:
        in_order.merge(part)
    assert in_order.statistics() == whole.statistics()
    rng.shuffle(parts)
    first, *others = pickle.loads(pickle.dumps(parts))
    for other in others:
        first.merge(other)
    assert first.statistics() == whole.statistics()
    assert pickle.loads(pickle.dumps(whole.statistics())) == whole.statistics()


def test_a_merged_tally_shares_nothing_with_its_parts() -> None:
    game = parse_game('[Size "3"][Player1 "Ada"] a1 b1 c1 a2 1-0')
    part, whole = tallied([game]), Tally()
    whole.merge(part)
    before = part.statistics()
    whole.add(game)
    assert part.statistics() == before
    whole.merge(whole)
    assert whole.statistics()[0].players == (("Ada", Outcomes(wins=4)),)
    assert whole.statistics()[0].openings == (("a1 a2 a3 b1", Outcomes(wins=4)),)


@given(made_games, st.sampled_from(Symmetry), st.integers(1, 6))
def test_twins_are_one_opening(games: list[Made], symmetry: Symmetry, depth: int) -> None:
    mirrored = [
        replace(
            game.game,
            plies=tuple(replace(ply, move=symmetry.move(ply.move, game.size), text="") for ply in game.game.plies),
        )
        for game in games
    ]
    assert tallied(mirrored, depth).statistics() == tallied((game.game for game in games), depth).statistics()


# ---- what counts -----------------------------------------------------------------------------------------------------


def only(text: str, depth: int = 2) -> Statistics:
    """The statistics of games of one size."""
    [found] = tallied(parse_games(text), depth).statistics()
    return found


def results(found: Statistics) -> dict[str, int]:
    return {str(result or "none"): count for result, count in found.results if count}


def test_nothing() -> None:
    assert Tally().statistics() == ()


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("a1 c3 1-0", "1-0"),
        ('[Result "0-1"] a1 c3', "0-1"),
        ('[Result "0-1"] a1 c3 *', "0-1"),
        ("a1 c3 1/2-1/2", "1/2-1/2"),
        ("a1 c3", "none"),
        ("a1 c3 *", "none"),
        ("a1 c3 c2 b1 c1 R-0", "R-0"),
        ("a1 c3 c2 b1 c1", "R-0"),
        ("a1 c3 c2 b1 c1 1-0", "1-0"),
    ],
)
def test_the_recorded_result_counts_and_otherwise_that_of_the_board(text: str, result: str) -> None:
    assert results(only(f'[Size "3"]\n{text}')) == {result: 1}


@pytest.mark.parametrize(
    "text",
    [
        '[Size "3"] a1 a1',
        '[Size "3"] a1 c3 R-0',
        '[Size "3"] a1 c3 c2 b1 c1 0-1',
        '[Size "3"] a1 c3 c2 b1 c1 F-0',
        "a1 c3",
        '[Size "9"] a1 c3',
        '[Size "3"][Size "4"] a1 c3',
    ],
)
def test_what_is_wrong_is_not_counted(text: str) -> None:
    tally = Tally()
    with pytest.raises(PtnError):
        tally.add(parse_game(text))
    assert tally.statistics() == ()


def test_an_illegal_ply_is_named() -> None:
    with pytest.raises(IllegalMoveError, match=r"2\. a1 is illegal"):
        Tally().add(parse_game('[Size "3"] a1 c3 a1'))


def test_the_size_and_the_last_position_can_be_given() -> None:
    tally, game = Tally(), parse_game("a1 c3")
    tally.add(game, 5)
    tally.add(game, end=ptn.final_position(game, 6))
    assert [one.size for one in tally.statistics()] == [5, 6]
    with pytest.raises(PtnError, match="the board shows no end by road"):
        tally.add(parse_game("a1 c3 R-0"), 6, end=ptn.final_position(game, 6))


def test_openings_start_from_the_empty_board() -> None:
    found = only(
        '[TPS "x3/x3/x3 1 1"] a1 c3 1-0'
        '[TPS "x3/x3/x3 2 1"] a1 c3 1-0'
        '[TPS "2,x2/x3/x2,1 1 2"] a1 c3 1-0'
        '[Size "3"] c1 1-0'
        '[Size "3"] c1 a3 b2'
    )
    assert found.games == 5
    assert found.openings == (("a1 c3", Outcomes(wins=1, unfinished=1)),)
    assert (found.lengths.shortest, found.lengths.longest) == (1, 3)


def test_the_depth_is_the_length_of_the_lines() -> None:
    text = '[Size "5"] e5 e1 d1 e5< 1-0 [Size "5"] a1 a5 b5 1-0'
    lines = {depth: [line for line, _ in only(text, depth).openings] for depth in range(1, 6)}
    assert lines == {1: ["a1"], 2: ["a1 a5"], 3: ["a1 a5 b5"], 4: ["a1 a5 b5 a1>"], 5: []}
    with pytest.raises(ValueError, match="at least 1 ply, not 0"):
        Tally(0)
    with pytest.raises(ValueError, match="openings of 3 plies can't be added to openings of 2"):
        Tally(2).merge(Tally(3))


def test_players_are_called_as_they_are_written() -> None:
    games = [("Ada", "ada"), ("Ada ", "?"), ("", " "), (" ? ", "\u202eeve"), ("Ada", "Ada")]
    text = "".join(f'[Size "3"][Player1 "{white}"][Player2 "{black}"] a1 1-0 ' for white, black in games)
    assert only(text + '[Size "3"] a1').players == (
        ("Ada", Outcomes(wins=2, losses=1)),
        ("Ada ", Outcomes(wins=1)),
        ("ada", Outcomes(losses=1)),
        ("\u202eeve", Outcomes(losses=1)),
    )


def test_scores() -> None:
    assert Outcomes(wins=2, draws=1, losses=1, unfinished=5).score == 0.625
    assert Outcomes(unfinished=5).score is None
    assert (Outcomes(1, 2, 3, 4).games, Outcomes(1, 2, 3, 4).finished) == (10, 6)


def test_players_with_as_many_games_are_ranked_by_score_and_name() -> None:
    pairs = (("d", "c", "0-1"), ("a", "b", "1/2-1/2"), ("e", "f", ""), ("f", "e", ""))
    text = "".join(f'[Size "3"][Player1 "{one}"][Player2 "{two}"][Result "{result}"] a1 ' for one, two, result in pairs)
    assert [name for name, _ in only(text).players] == ["e", "f", "c", "a", "b", "d"]
