"""The registry of diagnostics: every fault and every departure this project reports has a code, a name and a severity.

The hundreds say where a fault lives: 0 reading bytes, 1 a ply's spelling, 2 tags, 3 the order of a game's text,
4 the rules, 5 results, 6 TPS, 7 other notations.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final


class Severity(enum.Enum):
    """How much a diagnostic matters: an error is a finding, a warning one with ``--strict``, an info never."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of diagnostic: its stable code, its name, its usual severity and what it means in one line."""

    code: str
    name: str
    severity: Severity
    summary: str

    def __str__(self) -> str:
        return self.code


CODES: Final[dict[str, Code]] = {}
"""All kinds of diagnostics by code, in order."""


def _code(code: str, name: str, severity: Severity, summary: str) -> Code:
    assert code not in CODES, code
    CODES[code] = entry = Code(code, name, severity, summary)
    return entry


_E, _W, _I = Severity.ERROR, Severity.WARNING, Severity.INFO

# Reading bytes
NOT_UTF8 = _code("PTN001", "not-utf8", _E, "a byte is not text in the expected encoding")
CONTROL_CHARACTER = _code("PTN002", "control-character", _W, "a NUL or end-of-file character after the last game")
NO_GAME = _code("PTN003", "no-game", _E, "the input holds no game")
BAD_GZIP = _code("PTN004", "bad-gzip", _E, "the compressed data is damaged or cut short")
TOO_LONG = _code("PTN005", "too-long", _E, "a game is longer than any that can be meant")

# The spelling of a ply
NOT_A_MOVE = _code("PTN101", "not-a-move", _E, "a word in the movetext is not a ply, number or result")
BAD_SQUARE = _code("PTN102", "bad-square", _E, "the square of a ply does not exist")
BAD_COUNT = _code("PTN103", "bad-count", _E, "the number of pieces lifted is not one digit from 1 to 8")
DROP_COUNT = _code("PTN104", "drop-count", _E, "the drops do not add up to the number of pieces lifted")
BAD_DROP = _code("PTN105", "bad-drop", _E, "a drop is not a digit from 1 to 8")
PLACEMENT_SMASH = _code("PTN106", "placement-smash", _E, "a placement carries the smash mark *")
PLACEMENT_COUNT = _code("PTN107", "placement-count", _E, "a placement has a count")
BAD_MARK = _code("PTN108", "bad-mark", _E, "something after a ply is not one of its marks")
LETTER_CASE = _code("PTN121", "letter-case", _W, "a letter is in the wrong case")
CURLY_QUOTE = _code("PTN122", "curly-quote", _W, "a curly quotation mark stands for the mark ' or ''")
LEADING_LETTER = _code("PTN123", "leading-letter", _W, "a spread names its top piece in front of the square")
LONE_MARK = _code("PTN124", "lone-mark", _W, "a mark stands apart from its ply")

# Tags
BAD_TAG = _code("PTN201", "bad-tag", _E, "a [ does not begin a well-formed tag")
UNCLOSED_TAG = _code("PTN202", "unclosed-tag", _E, "a tag is not closed")
MISSING_TAG = _code("PTN203", "missing-tag", _W, "tags that the standard asks for are missing")
NO_SIZE = _code("PTN204", "no-size", _E, "neither Size nor TPS says how large the board is")
DUPLICATE_TAG = _code("PTN205", "duplicate-tag", _W, "a tag stands twice with the same value, or the first one counts")
CONFLICTING_TAG = _code("PTN206", "conflicting-tag", _E, "a tag of the setup stands twice with different values")
BAD_SETUP_TAG = _code("PTN207", "bad-setup-tag", _E, "a tag that sets up the game has a value that can't be used")
BAD_TAG_VALUE = _code("PTN208", "bad-tag-value", _W, "a tag's value is not in the form the standard gives")
TAG_CASE = _code("PTN209", "tag-case", _W, "a known tag is written in unusual case")
UNKNOWN_TAG = _code("PTN210", "unknown-tag", _I, "a tag is not one of the known ones; it is kept")
TAG_ESCAPE = _code("PTN211", "tag-escape", _W, "a backslash in a tag's value escapes nothing")
SIZE_MISMATCH = _code("PTN212", "size-mismatch", _E, "the tags Size and TPS name different board sizes")

# The order of a game's text
UNCLOSED_COMMENT = _code("PTN301", "unclosed-comment", _E, "a comment is not closed")
COMMENT_WITH_TAG = _code("PTN302", "comment-with-tag", _W, "a comment holds a line that looks like a tag block")
MOVE_NUMBER = _code("PTN303", "move-number", _W, "a move number does not fit")
PLACEHOLDER = _code("PTN304", "placeholder", _W, "a placeholder stands where none belongs and is ignored")
NO_RESULT = _code("PTN305", "no-result", _W, "no result stands after the last move")
RESULT_SPELLING = _code("PTN306", "result-spelling", _W, "a result is not spelled in the standard way")
NOT_A_RESULT = _code("PTN307", "not-a-result", _E, "a word looks like a result but is none")
UNTAGGED = _code("PTN308", "untagged-game", _E, "moves follow a result, and no tags say what game they belong to")
REPEATED_RESULT = _code("PTN309", "repeated-result", _W, "the result stands twice")
BRANCH_PLACE = _code("PTN310", "branch-place", _E, "the label of a branch names no ply of the game, or stands twice")
BLACK_FIRST = _code("PTN311", "black-first", _E, "the game's text begins with Black's ply, but White is to move")

# The rules
OFF_BOARD = _code("PTN401", "off-board", _E, "a square is not on this board")
OCCUPIED = _code("PTN402", "occupied", _E, "a piece is placed on a square that is not empty")
OPENING_PLY = _code("PTN403", "opening-ply", _E, "a player's first ply is not a flat on an empty square")
EMPTY_RESERVE = _code("PTN404", "empty-reserve", _E, "the player has no such piece left")
EMPTY_SQUARE = _code("PTN405", "empty-square", _E, "a spread starts from an empty square")
NOT_CONTROLLED = _code("PTN406", "not-controlled", _E, "a spread starts from a stack of the opponent")
CARRY_LIMIT = _code("PTN407", "carry-limit", _E, "a spread lifts more pieces than the board is wide")
STACK_TOO_LOW = _code("PTN408", "stack-too-low", _E, "a spread lifts more pieces than the stack has")
LEAVES_BOARD = _code("PTN409", "leaves-board", _E, "a spread leaves the board")
ONTO_WALL = _code("PTN410", "onto-wall", _E, "a spread drops on a wall that it can't smash")
ONTO_CAPSTONE = _code("PTN411", "onto-capstone", _E, "a spread drops on a capstone")
GAME_OVER = _code("PTN412", "game-over", _E, "a ply stands after the end of the game")
OPENING_STACK = _code(
    "PTN413", "opening-stack", _E, "the first ply of the opening double black stack is no stack of two flats"
)
MISSING_SMASH = _code("PTN421", "missing-smash", _W, "a ply smashes a wall without the mark *")
WRONG_SMASH = _code("PTN422", "wrong-smash", _W, "a ply has the mark * and smashes nothing")
WRONG_LETTER = _code("PTN423", "wrong-letter", _E, "the piece letter of a spread is not that of the stack's top")
OLD_OPENING_STACK = _code(
    "PTN424", "old-opening-stack", _W, "the first ply of the opening double black stack lacks its 2"
)
WRONG_TAK = _code("PTN425", "wrong-tak", _W, "a ply has the mark ' and threatens no road")
MISSING_TAK = _code("PTN426", "missing-tak", _I, "a ply threatens a road without the mark '")
WRONG_TINUE = _code("PTN427", "wrong-tinue", _W, "a ply has the mark '' and is not tinuë")
MISSING_TINUE = _code("PTN428", "missing-tinue", _I, "a ply is tinuë without the mark ''")
UNKNOWN_TINUE = _code("PTN429", "unknown-tinue", _I, "the search for tinuë ran out of nodes")
CANNOT_ARISE = _code("PTN431", "cannot-arise", _W, "a position can't arise in a game")
COUNTER = _code("PTN432", "counter", _W, "the move counter of a position does not fit its pieces")

# Results
RESULT_WRONG = _code("PTN501", "wrong-result", _E, "the recorded result and the board contradict each other")
RESULT_KIND = _code("PTN502", "result-kind", _W, "the recorded result has the right winner but the wrong kind")
RESULT_CONFLICT = _code(
    "PTN503", "result-conflict", _E, "the Result tag and the result after the moves contradict each other"
)
RESULT_MISSING = _code("PTN504", "unrecorded-result", _W, "the board shows a result that is recorded nowhere")
POINTS_DIFFER = _code("PTN505", "points-differ", _I, "the tag Points is not the number of points that the rules give")

# TPS
TPS_FIELDS = _code("PTN601", "tps-fields", _E, "a TPS does not consist of rows, turn and move counter")
TPS_ROW = _code("PTN602", "tps-row", _E, "a row of a TPS has the wrong number of squares")
TPS_SIZE = _code("PTN603", "tps-size", _E, "a TPS is larger or smaller than any board")
TPS_CELL = _code("PTN604", "tps-cell", _E, "a square of a TPS can't be read")
TPS_TURN = _code("PTN605", "tps-turn", _E, "the turn of a TPS is neither 1 nor 2")
TPS_COUNTER = _code("PTN606", "tps-counter", _E, "the move counter of a TPS is not a whole number from 1")
TPS_SURPLUS = _code("PTN607", "tps-surplus", _E, "a TPS holds more pieces of a player than the setup has")
TPS_SPELLING = _code("PTN621", "tps-spelling", _W, "a TPS is not spelled in the standard way")

# Other notations
SERVER_MOVE = _code("PTN701", "server-move", _E, "a move in the notation of the PlayTak server can't be read")
BAD_LINK = _code("PTN702", "bad-link", _E, "a link does not hold a game that can be read")
BAD_JSON = _code("PTN703", "bad-json", _E, "JSON does not hold games in the form of this project")
LINK_PLY = _code("PTN721", "link-ply", _W, "a link asks for a ply that its game does not have")
