"""Every example of docs/rules.md is played: the pictures are the boards, and each line below them is so."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from ptn.core.board import BoardState
from ptn.core.board_terms import DEFAULT_RESERVES, Color
from ptn.core.errors import IllegalMoveError
from ptn.core.setup import Setup
from ptn.notation.ply import parse_move
from ptn.notation.reader import parse_game
from ptn.notation.record import Game
from ptn.notation.tags import read_setup
from ptn.replaying import final_position, replay, start_position
from ptn.rules.board import SERVER_QUIET_LIMIT, Board
from ptn.rules.points import Bonus
from ptn.rules.position import Position
from ptn.rules.symmetry import Symmetry, canonical, canonical_line
from ptn.rules.tak import is_tak, is_tinue, threats
from ptn.scoring import score

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "rules.md").read_text(encoding="utf-8")

VERBS = (
    "gives", "is illegal:", "ends it:", "goes on", "smashes a wall", "is tak:", "is no tak", "is tinuë", "is no tinuë:",
    "scores", "looks like", "has the canonical form",
)  # fmt: skip
CLAIM = re.compile(rf"(?P<plies>\S.*?) +(?P<verb>{'|'.join(VERBS)})(?: (?P<rest>.*))?")
RANK = re.compile(r"[1-8](?:  +\S+)+")


@dataclass(frozen=True)
class Example:
    """A code block of the page: the tags, the pictures with the plies that lead to each, and the claims."""

    line: int
    heading: str
    tags: str
    pictures: tuple[tuple[str, tuple[str, ...]], ...]
    claims: tuple[str, ...]

    def game(self, plies: str) -> Game:
        return parse_game(f"{self.tags} {'' if plies == 'this' else plies}")


def examples() -> Iterator[Example]:
    heading = ""
    lines = PAGE.splitlines()
    at = 0
    while at < len(lines):
        if lines[at].startswith("## "):
            heading = lines[at][3:]
        if lines[at] == "```text":
            end = lines.index("```", at)
            yield read_example(at + 1, heading, lines[at + 1 : end])
            at = end
        at += 1


def read_example(number: int, heading: str, lines: list[str]) -> Example:
    tags: list[str] = []
    pictures: list[tuple[str, tuple[str, ...]]] = []
    claims: list[str] = []
    after, ranks = "", list[str]()
    for line in map(str.strip, lines):
        if RANK.fullmatch(line):
            ranks.append(line)
        elif re.fullmatch("a  +b  +c.*", line):
            pictures.append((after, tuple(ranks)))
            after, ranks = "", []
        elif line.startswith("["):
            tags.append(line)
        elif line.startswith("after "):
            after = line.removeprefix("after ").removesuffix(":")
        elif line:
            claims.append(line)
    assert not ranks, "a picture ends with the letters of the files"
    return Example(number, heading, " ".join(tags), tuple(pictures), tuple(claims))


def drawn(board: BoardState) -> tuple[str, ...]:
    """The ranks of a board as the page draws them, with one blank between the squares."""
    rows = []
    for rank, row in zip(range(board.size, 0, -1), board.board_tps.split("/"), strict=True):
        cells: list[str] = []
        for cell in row.split(","):
            if cell.startswith("x"):
                cells += "." * int(cell[1:] or 1)
            else:
                cells.append(cell.translate(str.maketrans("12", "wb")))
        rows.append(" ".join([str(rank), *cells]))
    return tuple(rows)


def shown(example: Example, plies: str, verb: str, rest: str) -> str:
    """What stands behind the verb when the claim is right; it raises when the claim is of the wrong kind."""
    game = example.game(plies)
    if verb == "is illegal:":
        with pytest.raises(IllegalMoveError) as raised:
            list(replay(game))
        return raised.value.message.partition(" is illegal: ")[2]
    if verb == "scores":
        names = rest.split(":")[0].removeprefix("with ").split(", ") if rest.startswith("with ") else []
        result = score(game, [Bonus(name) for name in names])
        total = result.points.white + result.points.black
        summed = " + ".join(str(item.points) for item in result.points.makeup) or "0"
        return (f"with {', '.join(names)}: " if names else "") + f"{summed} = {total}"
    if verb == "looks like":
        return shown_images(game)
    position = final_position(game)
    if verb == "has the canonical form":
        return canonical(position)[0].tps
    if verb == "gives":
        return position.to_tps()
    if verb == "ends it:":
        return str(position.result)
    if verb == "smashes a wall":
        before = list(replay(game))[-2][1] if len(game.plies) > 1 else start_position(game)
        assert before.smashes(game.plies[-1].move)
        return ""
    if verb == "is tak:":
        assert is_tak(position)
        passed = Position.from_board(replace(position.board, turn=position.turn.other), position.setup)
        return ", ".join(map(str, threats(passed)))
    if verb == "is no tinuë:":
        assert is_tak(position)
        assert not is_tinue(position)
        answer = next(move for move in position.legal_moves() if str(move) == rest)
        after = position.play(answer)
        assert after.result == (None if answer not in threats(position) else after.result)
        assert after.is_over or not threats(after)
        return rest
    if verb == "goes on":
        assert position.result is None
    elif verb == "is no tak":
        assert not is_tak(position)
    else:
        assert verb == "is tinuë"
        assert is_tinue(position)
    return ""


def shown_images(game: Game) -> str:
    """The seven other images of a line, and proof that all eight are one."""
    size = game.size
    assert size is not None
    moves = [ply.move for ply in game.plies]
    lines = []
    for symmetry in Symmetry:
        image = symmetry.moves(moves, size)
        assert canonical_line(image, size)[0] == canonical_line(moves, size)[0]
        text = " ".join(map(str, image))
        turned = final_position(parse_game(f'[Size "{size}"] {text}'))
        assert canonical(turned)[0] == canonical(final_position(game))[0]
        lines.append(text)
    return ", ".join(lines[1:])


def claims() -> list[tuple[Example, str]]:
    return [(example, claim) for example in examples() for claim in example.claims]


@pytest.mark.parametrize(("example", "claim"), claims(), ids=lambda item: item if isinstance(item, str) else item.line)
def test_claims(example: Example, claim: str) -> None:
    match = CLAIM.fullmatch(claim)
    assert match is not None, f"docs/rules.md, the example in line {example.line}: {claim!r} is no claim"
    rest = match["rest"] or ""
    assert rest == shown(example, match["plies"], match["verb"], rest)


@pytest.mark.parametrize("example", list(examples()), ids=lambda example: str(example.line))
def test_pictures(example: Example) -> None:
    assert example.claims or len(example.pictures) > 1, "an example shows something"
    assert example.pictures or "TPS" not in example.tags, "a board is drawn"
    for plies, ranks in example.pictures:
        board = final_position(example.game(plies)).board
        assert tuple(" ".join(rank.split()) for rank in ranks) == drawn(board)


def test_positions_are_spelled_and_set_up_as_they_should_be() -> None:
    for example in examples():
        reading = read_setup(parse_game(example.tags).tags)
        assert reading.setup is not None
        assert not reading.remarks


def test_every_chapter_has_examples_and_every_kind_of_claim_is_made() -> None:
    headings = re.findall("^## (.*)", PAGE, re.MULTILINE)
    assert [heading for heading in headings if heading not in {example.heading for example in examples()}] == []
    verbs = {match["verb"] for _, claim in claims() if (match := CLAIM.fullmatch(claim))}
    assert verbs == set(VERBS)
    assert len(claims()) > 80


def test_the_table_of_pieces() -> None:
    rows = re.findall(r"^\| ([3-8])x\1 \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    assert {int(size): (int(flats), int(caps)) for size, flats, caps in rows} == {
        size: (reserve.flats, reserve.caps) for size, reserve in DEFAULT_RESERVES.items()
    }


def test_the_table_of_bonuses() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| .* \| (\d) \|$", PAGE, re.MULTILINE)
    assert rows == [(bonus.value, str(bonus.factor)) for bonus in Bonus]


def test_the_draw_of_servers_is_there_when_asked_for() -> None:
    """After 50 plies without a placement or a smash, and not one before."""
    around = ["a1>", "c3<", "b1<", "b3>"]
    for limit, plies, result in ((None, 60, None), (SERVER_QUIET_LIMIT, 49, None), (SERVER_QUIET_LIMIT, 50, "1/2-1/2")):
        board = Board(Setup.standard(3), quiet_limit=limit)
        for move in ["c3", "a1", *itertools.islice(itertools.cycle(around), plies)]:
            board.push(parse_move(move))
        assert (None if board.result is None else str(board.result)) == result


def test_colours_are_drawn_as_they_are() -> None:
    """The letters of the pictures: w for White, b for Black."""
    assert [str(color)[0] for color in Color] == ["w", "b"]
