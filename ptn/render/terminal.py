"""A position as text for a terminal: the board, the reserves, whose turn it is, and the last ply marked.

Pieces are ``w`` and ``b``, from bottom to top; ``S`` or ``C`` behind the top one makes it a wall or capstone. The
squares that the last ply put pieces on stand in square brackets, the one it lifted them from in round ones.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from ptn.core.board import Stack
from ptn.core.board_terms import FILE_LETTERS, Color, Square
from ptn.core.moves import Move, Spread
from ptn.core.result import How
from ptn.rules.position import Position

_COLORS: Final = ("\x1b[1;33m", "\x1b[1;36m")
_BOLD: Final = "\x1b[1m"
_DIM: Final = "\x1b[2m"
_END: Final = "\x1b[0m"
_MARGIN: Final = 5
"""Columns beside the squares: the number of the rank with blanks around it, and the rightmost line."""
_FRAME: Final = 3
"""Columns of a square beside its stack: a line and two for brackets."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """The characters that a board is ruled with: top, between two ranks, bottom; each left, middle and right."""

    top: str
    between: str
    bottom: str
    level: str
    upright: str
    cut: str


_UNICODE: Final = _Lines("┌┬┐", "├┼┤", "└┴┘", "─", "│", "…")
_ASCII: Final = _Lines("+++", "+++", "+++", "-", "|", "..")


def least_width(position: Position, *, ascii_only: bool = False) -> int:
    """Return how many columns a drawing needs at least: room for the two topmost characters of every stack."""
    lines = _ASCII if ascii_only else _UNICODE
    return _MARGIN + position.size * (min(_highest(position), len(lines.cut) + 2) + _FRAME)


def draw(
    position: Position,
    *,
    title: str = "",
    last: Move | None = None,
    label: str = "",
    color: bool = False,
    ascii_only: bool = False,
    width: int = 80,
) -> str:
    """Return a drawing of a position, without a line end behind it.

    ``title`` stands above; ``last`` is the ply that led to it and ``label`` how it is written. The drawing is at most
    ``width`` columns wide, but not less than ``least_width``: stacks too high for it lose their lower pieces, and stand
    in full below the board.

    >>> print(draw(Position.from_tps("x3/x,112S,x/2,x2 1 4"), ascii_only=True))
    3x3, move 4, White to move
    <BLANKLINE>
        +------+------+------+
      3 |      |      |      |
        +------+------+------+
      2 |      | wwbS |      |
        +------+------+------+
      1 | b    |      |      |
        +------+------+------+
          a      b      c
    <BLANKLINE>
    White: 8 flats in hand, 0 flats on top
    Black: 8 flats in hand, 1 flat on top
    """
    size = position.size
    lines = _ASCII if ascii_only else _UNICODE
    stacks = dict(_stacks(position))
    width = max(width, least_width(position, ascii_only=ascii_only))
    inner = min((width - _MARGIN) // size - _FRAME, _highest(position))
    marks = _marks(last)

    def styled(text: str, style: str) -> str:
        return f"{style}{text}{_END}" if color and text.strip() else text

    def rule(corners: str) -> str:
        levels = corners[1].join([lines.level * (inner + 2)] * size)
        return "    " + styled(f"{corners[0]}{levels}{corners[2]}", _DIM)

    def cell(square: Square) -> str:
        marked = marks.get(square, "  ")
        stack = stacks.get(square)
        text = _text(stack) if stack else ""
        if len(text) > inner:
            text = lines.cut + text[len(text) - inner + len(lines.cut) :]
        shown = _painted(text, stack.color, color) if stack else ""
        return styled(marked[0], _BOLD) + shown + styled(marked[1], _BOLD) + " " * (inner - len(text))

    drawn = _wrapped(title, width)
    drawn += [styled(line, _BOLD) for line in _wrapped(_headline(position), width)]
    drawn += ["", rule(lines.top)]
    upright = styled(lines.upright, _DIM)
    for rank in range(size, 0, -1):
        cells = [cell(Square.at(file, rank)) for file in range(1, size + 1)]
        drawn.append(f"  {rank} {upright}{upright.join(cells)}{upright}")
        drawn.append(rule(lines.between if rank > 1 else lines.bottom))
    drawn.append(("    " + "".join(f"  {file:<{inner + 1}}" for file in FILE_LETTERS[:size])).rstrip())
    drawn.append("")
    if label:
        drawn += _wrapped(f"Last ply: {label}", width)
    for player in Color:
        flats, caps = position.reserve(player)
        hand = _count(flats, "flat")
        if position.setup.reserve(player).caps:
            hand += f", {_count(caps, 'capstone')}"
        text = f"{player.title}: {hand} in hand, {_count(position.flat_count(player), 'flat')} on top"
        if player is Color.BLACK and position.setup.komi:
            text += f", komi {position.setup.komi}"
        begin, *others = _wrapped(text, width)
        drawn += [styled(player.title, _COLORS[player]) + begin.removeprefix(player.title), *others]
    for square, stack in stacks.items():
        if len(_text(stack)) > inner:
            for line in _wrapped(f"{square}: {_text(stack)}", width):
                place, _, pieces = line.rpartition(" ")
                drawn.append(f"{place} {_painted(pieces, stack.color, color)}")
    return "\n".join(drawn)


def _highest(position: Position) -> int:
    """Return the length of the longest text of a stack; 1 when there is none."""
    return max((len(_text(stack)) for _, stack in _stacks(position)), default=1)


def _wrapped(text: str, width: int) -> list[str]:
    """Return text as lines that are not wider than ``width``, those behind the first one indented."""
    return textwrap.wrap(text, width, subsequent_indent="  ", break_on_hyphens=False)


def _stacks(position: Position) -> Iterator[tuple[Square, Stack]]:
    for rank in range(1, position.size + 1):
        for file in range(1, position.size + 1):
            square = Square.at(file, rank)
            stack = position.stack(square)
            if stack is not None:
                yield square, stack


def _text(stack: Stack) -> str:
    """Return a stack as its pieces from bottom to top."""
    return str(stack).replace("1", "w").replace("2", "b")


def _painted(text: str, top: Color, color: bool) -> str:
    """Return the text of a stack with each piece in the colour of its player, the letter in that of the top."""
    if not color:
        return text
    painted = ""
    for character in text:
        player = Color.WHITE if character == "w" else Color.BLACK if character == "b" else top
        painted += f"{_COLORS[player]}{character}{_END}" if character not in "….." else character
    return painted


def _marks(last: Move | None) -> dict[Square, str]:
    """Return the brackets around the squares of a ply."""
    if last is None:
        return {}
    if not isinstance(last, Spread):
        return {last.square: "[]"}
    marks = {last.square: "()"}
    square: Square | None = last.square
    for _ in last.drops:
        square = square.neighbour(last.direction) if square is not None else None
        if square is not None:
            marks[square] = "[]"
    return marks


def _headline(position: Position) -> str:
    size = f"{position.size}x{position.size}"
    result = position.result
    if result is None:
        return f"{size}, move {position.move_number}, {position.turn.title} to move"
    if result.winner is None:
        return f"{size}, {result}: a draw"
    return f"{size}, {result}: {result.winner.title} wins by {'a road' if result.how is How.ROAD else 'flats'}"


def _count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
