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
    from ptn.annotation import MarkFault, MarkReport, annotate, examine_marks, mark_faults
    from ptn.core.board import BoardState, Stack
    from ptn.core.board_terms import Color, Direction, Reserve, Square, Stone
    from ptn.core.codes import CODES, Code, Severity
    from ptn.core.errors import Diagnostic, IllegalMoveError, PtnError, PtnSyntaxError, SetupError
    from ptn.core.moves import Move, Place, Spread
    from ptn.core.result import How, Result
    from ptn.core.setup import Opening, Setup
    from ptn.core.source import Location, Source
    from ptn.formatting import Part, format_game, rest_of_game
    from ptn.notation.engine_notes import EngineNote, parse_note
    from ptn.notation.jsonio import game_from_json, game_to_json, json_games, read_json, write_json
    from ptn.notation.link import Link, make_link, parse_link
    from ptn.notation.playtak import (
        archive_game,
        parse_server_move,
        read_server_game,
        read_server_log,
        server_move,
        write_playtak_game,
        write_server_game,
    )
    from ptn.notation.ply import Comment, Ply, parse_move, parse_ply
    from ptn.notation.reader import parse_game, parse_games, read_games, read_stream, read_text
    from ptn.notation.record import Branch, Entry, Game, Tag, Tags, Terminator
    from ptn.notation.tag_views import Clock, TagViews
    from ptn.notation.tps import parse_tps
    from ptn.notation.tree import add_branch, line_to, promote_branch, relabelled, remove_branch
    from ptn.notation.writer import Style
    from ptn.replaying import final_position, replay, setup_of, start_position
    from ptn.rules.board import Board
    from ptn.rules.perft import perft
    from ptn.rules.points import Bonus, Points, PointsItem
    from ptn.rules.position import Position
    from ptn.rules.symmetry import Symmetry, canonical, canonical_line
    from ptn.rules.tak import is_tak, is_tinue, threats, tinue_in
    from ptn.scoring import Score, score
    from ptn.stats import Lengths, Outcomes, Statistics, Tally
    from ptn.validation import Report, validate, validate_entry

_HOMES = {
    "ptn.annotation": ("MarkFault", "MarkReport", "annotate", "examine_marks", "mark_faults"),
    "ptn.core.board": (
        "BoardState",
        "Stack",
    ),
    "ptn.core.board_terms": (
        "Color",
        "Direction",
        "Reserve",
        "Square",
        "Stone",
    ),
    "ptn.core.codes": (
        "CODES",
        "Code",
        "Severity",
    ),
    "ptn.core.errors": (
        "Diagnostic",
        "IllegalMoveError",
        "PtnError",
        "PtnSyntaxError",
        "SetupError",
    ),
    "ptn.core.moves": (
        "Move",
        "Place",
        "Spread",
    ),
    "ptn.core.result": (
        "How",
        "Result",
    ),
    "ptn.core.setup": (
        "Opening",
        "Setup",
    ),
    "ptn.core.source": (
        "Location",
        "Source",
    ),
    "ptn.formatting": (
        "Part",
        "format_game",
        "rest_of_game",
    ),
    "ptn.notation.engine_notes": (
        "EngineNote",
        "parse_note",
    ),
    "ptn.notation.jsonio": (
        "game_from_json",
        "game_to_json",
        "json_games",
        "read_json",
        "write_json",
    ),
    "ptn.notation.link": (
        "Link",
        "make_link",
        "parse_link",
    ),
    "ptn.notation.playtak": (
        "archive_game",
        "parse_server_move",
        "read_server_game",
        "read_server_log",
        "server_move",
        "write_playtak_game",
        "write_server_game",
    ),
    "ptn.notation.ply": (
        "Comment",
        "Ply",
        "parse_move",
        "parse_ply",
    ),
    "ptn.notation.reader": (
        "parse_game",
        "parse_games",
        "read_games",
        "read_stream",
        "read_text",
    ),
    "ptn.notation.record": (
        "Branch",
        "Entry",
        "Game",
        "Tag",
        "Tags",
        "Terminator",
    ),
    "ptn.notation.tag_views": (
        "Clock",
        "TagViews",
    ),
    "ptn.notation.tps": ("parse_tps",),
    "ptn.notation.tree": ("add_branch", "line_to", "promote_branch", "relabelled", "remove_branch"),
    "ptn.notation.writer": ("Style",),
    "ptn.replaying": (
        "final_position",
        "replay",
        "setup_of",
        "start_position",
    ),
    "ptn.rules.board": ("Board",),
    "ptn.rules.perft": ("perft",),
    "ptn.rules.points": (
        "Bonus",
        "Points",
        "PointsItem",
    ),
    "ptn.rules.position": ("Position",),
    "ptn.rules.symmetry": (
        "Symmetry",
        "canonical",
        "canonical_line",
    ),
    "ptn.rules.tak": (
        "is_tak",
        "is_tinue",
        "threats",
        "tinue_in",
    ),
    "ptn.scoring": (
        "Score",
        "score",
    ),
    "ptn.stats": ("Lengths", "Outcomes", "Statistics", "Tally"),
    "ptn.validation": (
        "Report",
        "validate",
        "validate_entry",
    ),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "CODES", "Board", "BoardState", "Bonus", "Branch", "Clock", "Code", "Color", "Comment", "Diagnostic", "Direction",
    "EngineNote", "Entry", "Game", "How", "IllegalMoveError", "Lengths", "Link", "Location", "MarkFault", "MarkReport",
    "Move", "Opening", "Outcomes", "Part", "Place", "Ply", "Points", "PointsItem", "Position", "PtnError",
    "PtnSyntaxError", "Report", "Reserve", "Result", "Score", "Setup", "SetupError", "Severity", "Source", "Spread",
    "Square", "Stack", "Statistics", "Stone", "Style", "Symmetry", "Tag", "TagViews", "Tags", "Tally", "Terminator",
    "__version__", "add_branch", "annotate", "archive_game", "canonical", "canonical_line", "examine_marks",
    "final_position", "format_game", "game_from_json", "game_to_json", "is_tak", "is_tinue", "json_games", "line_to",
    "make_link", "mark_faults", "parse_game", "parse_games", "parse_link", "parse_move", "parse_note", "parse_ply",
    "parse_server_move", "parse_tps", "perft", "promote_branch", "read_games", "read_json", "read_server_game",
    "read_server_log", "read_stream", "read_text", "relabelled", "remove_branch", "replay", "rest_of_game", "score",
    "server_move", "setup_of", "start_position", "threats", "tinue_in", "validate", "validate_entry", "write_json",
    "write_playtak_game", "write_server_game",
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
