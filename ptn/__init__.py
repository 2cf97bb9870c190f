"""The toolkit for the notation of the board game Tak: read, check, convert and score game records and positions.

>>> import ptn
>>> game = ptn.parse_game('[Size "5"] 1. a1 e5 2. c3')
>>> for ply, position in ptn.replay(game):
...     print(ply, position.to_tps())
a1 x5/x5/x5/x5/2,x4 2 1
e5 x4,1/x5/x5/x5/2,x4 1 2
c3 x4,1/x5/x2,1,x2/x5/2,x4 2 2
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from ptn.core.board import BoardState, Stack
    from ptn.core.board_terms import Color, Direction, Reserve, Square, Stone
    from ptn.core.codes import Code, Severity
    from ptn.core.errors import Diagnostic, IllegalMoveError, PtnError, PtnSyntaxError, SetupError
    from ptn.core.moves import Move, Place, Spread
    from ptn.core.result import How, Result
    from ptn.core.setup import Opening, Setup
    from ptn.core.source import Location, Source
    from ptn.notation.ply import Comment, Ply, parse_move, parse_ply
    from ptn.notation.reader import parse_game, parse_games, read_games, read_stream, read_text
    from ptn.notation.record import Branch, Entry, Game, Tag, Tags, Terminator
    from ptn.notation.tps import parse_tps
    from ptn.replaying import final_position, replay, setup_of, start_position
    from ptn.rules.points import Bonus, Points, PointsItem
    from ptn.rules.position import Position
    from ptn.scoring import Score, score
    from ptn.validation import Report, validate, validate_entry

_HOMES = {
    "ptn.core.board": ("BoardState", "Stack"),
    "ptn.core.board_terms": ("Color", "Direction", "Reserve", "Square", "Stone"),
    "ptn.core.codes": ("Code", "Severity"),
    "ptn.core.errors": ("Diagnostic", "IllegalMoveError", "PtnError", "PtnSyntaxError", "SetupError"),
    "ptn.core.moves": ("Move", "Place", "Spread"),
    "ptn.core.result": ("How", "Result"),
    "ptn.core.setup": ("Opening", "Setup"),
    "ptn.core.source": ("Location", "Source"),
    "ptn.notation.ply": ("Comment", "Ply", "parse_move", "parse_ply"),
    "ptn.notation.reader": ("parse_game", "parse_games", "read_games", "read_stream", "read_text"),
    "ptn.notation.record": ("Branch", "Entry", "Game", "Tag", "Tags", "Terminator"),
    "ptn.notation.tps": ("parse_tps",),
    "ptn.replaying": ("final_position", "replay", "setup_of", "start_position"),
    "ptn.rules.points": ("Bonus", "Points", "PointsItem"),
    "ptn.rules.position": ("Position",),
    "ptn.scoring": ("Score", "score"),
    "ptn.validation": ("Report", "validate", "validate_entry"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "BoardState", "Bonus", "Branch", "Code", "Color", "Comment", "Diagnostic", "Direction", "Entry", "Game", "How",
    "IllegalMoveError", "Location", "Move", "Opening", "Place", "Ply", "Points", "PointsItem", "Position", "PtnError",
    "PtnSyntaxError", "Report", "Reserve", "Result", "Score", "Setup", "SetupError", "Severity", "Source", "Spread",
    "Square", "Stack", "Stone", "Tag", "Tags", "Terminator", "__version__", "final_position", "parse_game",
    "parse_games", "parse_move", "parse_ply", "parse_tps", "read_games", "read_stream", "read_text", "replay", "score",
    "setup_of", "start_position", "validate", "validate_entry",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that ``import ptn`` stays light."""
    home = _HOME_OF.get(name)
    if home is None:
        raise AttributeError(f"module 'ptn' has no attribute {name!r}")
    value = getattr(importlib.import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
