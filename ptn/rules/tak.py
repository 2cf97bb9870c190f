"""Tak and tinuë: the threat of a road, and the one that can't be stopped (docs/rules.md, "Tak and tinuë")."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ptn.core.board_terms import Color
from ptn.core.moves import Move
from ptn.core.result import How
from ptn.rules.engine import Engine
from ptn.rules.geometry import FIRST_SPREAD_KEY
from ptn.rules.position import Position
from ptn.rules.threats import has_road_ply, road_keys

NODE_LIMIT: Final = 200_000
"""How many plies a search plays unless told otherwise; some seconds."""


def threats(position: Position) -> tuple[Move, ...]:
    """Return the plies with which the player to move completes an own road now, in the order of ``legal_moves``.

    Each of them wins, also when it uncovers a road of the opponent. None when the game is over.
    """
    engine = position.to_engine()
    if engine.result is not None:
        return ()
    moves = engine.geometry.moves
    return tuple(moves[key] for key in road_keys(engine, engine.turn))


def is_tak(position: Position) -> bool:
    """Whether the player who moved last would complete a road if it were that player's turn; False after the end.

    This is when the ply that led to the position deserves the mark ``'``.
    """
    engine = position.to_engine()
    return engine.result is None and has_road_ply(engine, engine.turn.other)


def is_tinue(position: Position) -> bool:
    """Whether the player who moved last completes a road next, whatever the opponent replies; False after the end.

    A reply that wins refutes it, and so does every other reply after which the player has no ply that completes a road,
    one that ends the game by a count of flats among them. A reply that itself uncovers a road of the player refutes
    nothing: the road is there. This is when the ply that led to the position deserves the mark ``''``.
    """
    engine = position.to_engine()
    if engine.result is not None:
        return False
    return _Search(engine, engine.turn.other, None).defend(0) is not None


def tinue_in(position: Position, depth: int, node_limit: int = NODE_LIMIT) -> bool | None:
    """Whether the player to move forces a road by threats alone: ``search_tinue`` without the line."""
    return search_tinue(position, depth, node_limit).forced


_Line: TypeAlias = list[int] | None
"""The keys of the plies of a forced win; None when there is none."""


@dataclass(frozen=True, slots=True)
class TinueSearch:
    """What a search for tinuë found.

    ``forced`` is True or False when it is proven, None when the node limit ran out before. ``line`` is, when True, the
    plies up to the one that gives tinuë (or the one that completes a road, where that is possible at once), each reply
    one that holds out as long as any. ``nodes`` is the number of plies played.
    """

    forced: bool | None
    line: tuple[Move, ...]
    nodes: int


def search_tinue(position: Position, depth: int, node_limit: int = NODE_LIMIT) -> TinueSearch:
    """Search whether the player to move forces a road by threats alone, with at most ``depth`` plies before it.

    ``depth`` counts the plies of the attacker: 0 asks for a ply that completes a road now, 1 for one that gives tinuë,
    *n* for tinuë in *n*. Every ply of the attacker but the last is tak, and every reply that matters stops all threats;
    what wins otherwise is not found. The shortest win is found first. Raise ``ValueError`` for a number below 0.
    """
    if depth < 0 or node_limit < 0:
        raise ValueError(f"a depth of {depth} and a limit of {node_limit} nodes: both must be 0 or more")
    engine = position.to_engine()
    if engine.result is not None:
        return TinueSearch(False, (), 0)
    search = _Search(engine, engine.turn, node_limit)
    forced: bool | None = False
    line: _Line = None
    try:
        for most in range(depth + 1):
            line = search.attack(most)
            if line is not None:
                forced = True
                break
    except _OutOfNodesError:
        forced = None
    moves = engine.geometry.moves
    return TinueSearch(forced, tuple(moves[key] for key in line or ()), search.nodes)


class _OutOfNodesError(Exception):
    """The node limit of a search ran out."""


class _Search:
    """A search on an engine, which stands where it stood before when a method returns.

    ``attacker`` is the player whose road is looked for, ``limit`` how many plies may be played, None for any number.
    ``failed`` remembers of positions with the attacker to move up to which depth there is nothing.
    """

    def __init__(self, engine: Engine, attacker: Color, limit: int | None) -> None:
        self.engine: Final = engine
        self.attacker: Final = attacker
        self.defender: Final = attacker.other
        self.limit: Final = limit
        self.nodes = 0
        self.failed: dict[tuple[object, ...], int] = {}

    def attack(self, depth: int) -> _Line:
        """Return a line that wins for the attacker, who is to move, with at most ``depth`` plies before the road."""
        engine = self.engine
        road = next(road_keys(engine, self.attacker), None)
        if road is not None:
            return [road]
        if depth == 0:
            return None
        key = engine.identity()
        if self.failed.get(key, 0) >= depth:
            return None
        for ply in engine.legal_keys():
            self.push(ply)
            line: _Line = None
            if engine.result is None and has_road_ply(engine, self.attacker):
                line = self.defend(depth - 1)
            engine.pop()
            if line is not None:
                return [ply, *line]
        self.failed[key] = depth
        return None

    def defend(self, depth: int) -> _Line:
        """Return the line of the reply that holds out longest; None when one refutes the attack.

        The defender is to move, and the attacker has ``depth`` plies left before the road. The line is empty when no
        reply stops all threats.
        """
        engine = self.engine
        if has_road_ply(engine, self.defender):
            return None
        replies = self.replies()
        if not replies:
            return None
        longest: list[int] = []
        for reply in replies:
            self.push(reply)
            line = self.after_reply(depth)
            engine.pop()
            if line is None:
                return None
            if line and len(line) >= len(longest):
                longest = [reply, *line]
        return longest

    def after_reply(self, depth: int) -> _Line:
        """Return the attacker's line after a reply; an empty one when the road is there or takes one more ply."""
        engine = self.engine
        result = engine.result
        if result is not None:
            return [] if result.how is How.ROAD and result.winner is self.attacker else None
        if has_road_ply(engine, self.attacker):
            return []
        return self.attack(depth) if depth else None

    def replies(self) -> list[int]:
        """Return the legal plies, those first that place something where a placement would complete a road."""
        keys = self.engine.legal_keys()
        targets = {key & 63 for key in road_keys(self.engine, self.attacker) if key < FIRST_SPREAD_KEY}
        if targets:
            keys.sort(key=lambda key: key >= FIRST_SPREAD_KEY or key & 63 not in targets)
        return keys

    def push(self, key: int) -> None:
        """Play the ply of a key; raise when no more may be played."""
        if self.nodes == self.limit:
            raise _OutOfNodesError
        self.nodes += 1
        engine = self.engine
        if engine.push_key(key) < 0:  # a ply of move 1
            engine.push(engine.geometry.moves[key])
