"""The grammars in use: text goes in, tokens and parts of plies and positions come out.

Lark stays behind this door. What it can't read is reported as the offset of the first wrong character; saying in words
what is wrong there is the work of ``explain`` and ``faults``.
"""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, cast

import lark
from lark import Lark, Token, Transformer
from lark.common import LexerConf
from lark.exceptions import UnexpectedInput, UnexpectedToken
from lark.lexer import ContextualLexer

Grammar = Literal["ptn", "tps"]
STARTS: Final[dict[Grammar, list[str]]] = {"ptn": ["game", "ply"], "tps": ["position", "cell"]}
"""The start rules of each grammar."""
TABLES: Final = "tables.json"
"""The file beside the grammars that holds their parsers ready made; ``python tests/test_grammar.py`` writes it."""


class NotRead(Exception):
    """Text that the grammar does not read; ``offset`` is that of the first character that does not fit."""

    def __init__(self, offset: int) -> None:
        super().__init__(offset)
        self.offset = offset


@dataclass(frozen=True, slots=True)
class PlyParts:
    """The parts of a ply as its word spells them; None or empty is what the word leaves out."""

    lead: str | None
    count: str | None
    square: str
    direction: str | None
    drops: str | None
    top: str | None
    marks: tuple[str, ...]


class _Build(Transformer[Token, Any]):
    """What becomes of each rule: no trees, only what the next step needs."""

    def game(self, children: list[Token]) -> list[Token]:
        return children

    def placement(self, children: list[str | None]) -> PlyParts:
        lead, count, square, *marks = children
        return PlyParts(lead, count, cast(str, square), None, None, None, tuple(map(str, marks)))

    def spread(self, children: list[str | None]) -> PlyParts:
        lead, count, square, direction, drops, top, *marks = children
        return PlyParts(lead, count, cast(str, square), direction, drops, top, tuple(map(str, marks)))

    def position(self, children: list[Token]) -> list[Token]:
        return children

    def cell(self, children: list[Token | None]) -> list[Token | None]:
        return children


class _TrustedLexer(ContextualLexer):
    """Lark's lexer without its check for colliding terminals, which takes a second where ``interegular`` is installed.

    A test builds the grammars with ``strict=True`` instead, once for all.
    """

    def __init__(self, conf: LexerConf, states: dict[int, Any], always_accept: Sequence[str] = ()) -> None:
        conf = copy(conf)
        conf.skip_validation = True
        super().__init__(conf, states, always_accept)


def _file(name: str) -> str:
    data = pkgutil.get_data("ptn.notation", name)
    assert data is not None, name
    return data.decode()


def build(grammar: Grammar, *, strict: bool = False, ready_made: bool = False) -> Lark:
    """Build the parser of a grammar; ``strict`` makes Lark prove that no two terminals collide.

    ``ready_made`` takes it from the tables where these are of the same grammar and the same version of Lark; that costs
    a tenth, which counts for a command that reads one game.
    """
    text = _file(f"{grammar}.lark")
    plugins = {} if strict else {"ContextualLexer": _TrustedLexer}
    if ready_made:
        tables = json.loads(_file(TABLES), object_hook=_with_numbers)
        if lark.__version__ in tables["lark"] and tables[grammar]["text"] == text:
            saved = tables[grammar]
            parser = Lark._load_from_dict(saved["data"], saved["memo"], transformer=_Build(), _plugins=plugins)  # type: ignore[no-untyped-call]
            return cast(Lark, parser)
    return Lark(
        text,
        start=STARTS[grammar],
        parser="lalr",
        lexer="contextual",
        transformer=_Build(),
        maybe_placeholders=True,
        strict=strict,
        _plugins=plugins,
    )


def _with_numbers(found: dict[str, Any]) -> dict[str | int, Any]:
    """Turn keys that are numbers back into numbers, which JSON has only as texts."""
    return {int(key) if key.isdecimal() else key: value for key, value in found.items()}


@cache
def _parser(grammar: Grammar) -> Lark:
    return build(grammar, ready_made=True)


def _parse(grammar: Grammar, start: str, text: str) -> Any:
    try:
        return _parser(grammar).parse(text, start)
    except UnexpectedInput as error:
        # A text that stops too early has no wrong character: its end is the place.
        too_early = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        raise NotRead(len(text) if too_early else error.pos_in_stream or 0) from None


_ORDINARY: Final = ("TAGS", "RUN", "RUN", "RESULT")


@cache
def _ordinary_game() -> re.Pattern[str]:
    """Return the pattern of tags, one or two runs of moves and a result, in the grammar's own terminals.

    A group is atomic, so that it takes what Lark's lexer takes there and gives nothing back.
    """
    terminals = {terminal.name: terminal.pattern.to_regexp() for terminal in _parser("ptn").terminals}
    tags, run, _, result = (f"(?>({terminals[kind]}))" for kind in _ORDINARY)
    return re.compile(rf"\s*+{tags}{run}{run}?{result}")


def game_tokens(text: str) -> list[Token]:
    """Read the text of one game into TAGS, COMMENT, RUN and RESULT tokens; raise ``NotRead``.

    Nearly all games are nothing but tags, moves and a result: one pattern reads them in a third of the parser's time.
    """
    ordinary = _ordinary_game().fullmatch(text)
    if ordinary is not None:
        found = enumerate(ordinary.groups())
        return [Token(_ORDINARY[at], value, ordinary.start(at + 1)) for at, value in found if value is not None]
    return cast(list[Token], _parse("ptn", "game", text))


def ply_parts(word: str) -> PlyParts:
    """Read one word of the movetext as a ply; raise ``NotRead``."""
    return cast(PlyParts, _parse("ptn", "ply", word))


def position_tokens(text: str) -> list[Token]:
    """Read a TPS into its ROW, TURN and COUNTER tokens; raise ``NotRead``."""
    return cast(list[Token], _parse("tps", "position", text))


def cell_parts(text: str) -> list[Token | None]:
    """Read one square of a TPS; raise ``NotRead``."""
    return cast(list[Token | None], _parse("tps", "cell", text))
