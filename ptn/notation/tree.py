"""A game as a tree: branches added, removed and promoted, their labels always those of their places.

A label is the path to a branch: for every branch on the way the move number and side of the ply it replaces, and which
of the alternatives to that ply it is, such as ``14b1/15w2``. All functions return a new game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ptn.core.errors import PtnError
from ptn.notation.ply import Ply
from ptn.notation.record import Branch, Game, ply_label


def add_branch(game: Game, at: int, plies: Iterable[Ply], parent: int | None = None) -> Game:
    """Return a game with one more alternative to the ply at an index of the main line, or of the branch ``parent``.

    Raises ``PtnError`` when there is no such ply or branch, and ``TypeError`` for what is no ply.

    >>> from ptn.notation.reader import parse_game
    >>> from ptn.notation.ply import parse_ply
    >>> game = parse_game('[Size "3"] 1. a1 c3 2. b2 b1')
    >>> print(add_branch(game, 3, [parse_ply("c1")]).to_ptn())
    [Size "3"]
    <BLANKLINE>
    1. a1 c3
    2. b2 b1
    <BLANKLINE>
    {2b1}
    2. -- c1
    <BLANKLINE>
    """
    if parent is not None and not 0 <= parent < len(game.branches):
        raise PtnError(f"there is no branch {parent}: the game has {len(game.branches)}")
    line = game.plies if parent is None else game.branches[parent].plies
    if not 0 <= at < len(line):
        raise PtnError(f"there is no ply at index {at} to replace: the line has {len(line)}")
    own = tuple(plies)
    for ply in own:
        if not isinstance(ply, Ply):
            raise TypeError(f"a branch is made of plies, as parse_ply returns them, not of {type(ply).__name__}")
    return relabelled(replace(game, branches=(*game.branches, Branch("", parent, at, own))))


def remove_branch(game: Game, index: int) -> Game:
    """Return a game without a branch and all that leave it; raise ``PtnError`` when there is no such branch."""
    _check(game, index)
    gone = {index}
    for number, branch in enumerate(game.branches):
        if branch.parent in gone:
            gone.add(number)
    kept = [number for number in range(len(game.branches)) if number not in gone]
    places: dict[int | None, int | None] = {None: None, **{old: new for new, old in enumerate(kept)}}
    branches = [replace(game.branches[old], parent=places[game.branches[old].parent]) for old in kept]
    return relabelled(replace(game, branches=tuple(branches)))


def promote_branch(game: Game, index: int) -> Game:
    """Return a game in which a branch goes on where its parent did, and the rest of the parent is the branch.

    No line of the tree is lost or changes. Raises ``PtnError`` when there is no such branch, or no ply in it.
    """
    _check(game, index)
    branch = game.branches[index]
    if not branch.plies:
        raise PtnError(f"the branch {branch.label} has no ply: it can't go on where another line did")
    above, at = branch.parent, branch.at
    parent: Game | Branch = game if above is None else game.branches[above]
    before = parent.plies[:at]
    comments = parent.comments
    if before:
        before = (*before[:-1], replace(before[-1], comments=(*before[-1].comments, *branch.comments)))
    else:
        comments = (*comments, *branch.comments)
    rest = Branch(branch.label, above, at, parent.plies[at:], (), parent.terminator, parent.closing)
    moved: list[Branch] = []
    for number, other in enumerate(game.branches):
        if number == index:
            moved.append(rest)
        elif other.parent == index:
            moved.append(replace(other, parent=above, at=at + other.at))
        elif other.parent == above and other.at > at:
            moved.append(replace(other, parent=index, at=other.at - at))
        else:
            moved.append(other)
    longer = (*before, *branch.plies)
    if above is None:
        game = replace(
            game, plies=longer, comments=comments, terminator=branch.terminator, closing=branch.closing, source=None,
            move_numbers=None,
        )  # fmt: skip
    else:
        moved[above] = replace(
            moved[above], plies=longer, comments=comments, terminator=branch.terminator, closing=branch.closing,
            move_numbers=None,
        )  # fmt: skip
    return relabelled(replace(game, branches=_parents_first(moved)))


def relabelled(game: Game) -> Game:
    """Return a game whose branches have the labels of their places, counted in the order of the record."""
    labels: list[str] = []
    firsts: list[int] = []
    counts: dict[tuple[int | None, int], int] = {}
    for branch in game.branches:
        first = branch.at + (game.first if branch.parent is None else firsts[branch.parent])
        place = (branch.parent, branch.at)
        counts[place] = counts.get(place, 0) + 1
        path = "" if branch.parent is None else labels[branch.parent] + "/"
        labels.append(f"{path}{ply_label(first)}{counts[place]}")
        firsts.append(first)
    branches = tuple(replace(branch, label=label) for branch, label in zip(game.branches, labels, strict=True))
    return replace(game, branches=branches, source=None)


def line_to(game: Game, index: int | None) -> tuple[Ply, ...]:
    """Return all plies from the start of the game to the end of a branch; None is the main line.

    Raises ``PtnError`` when there is no such branch.
    """
    if index is None:
        return game.plies
    _check(game, index)
    parts: list[Sequence[Ply]] = [game.branches[index].plies]
    branch: Branch = game.branches[index]
    while branch.parent is not None:
        at, branch = branch.at, game.branches[branch.parent]
        parts.append(branch.plies[:at])
    parts.append(game.plies[: branch.at])
    return tuple(ply for part in reversed(parts) for ply in part)


def _check(game: Game, index: int) -> None:
    if not 0 <= index < len(game.branches):
        raise PtnError(f"there is no branch {index}: the game has {len(game.branches)}")


def _parents_first(branches: list[Branch]) -> tuple[Branch, ...]:
    """Put branches in an order in which every one follows its parent, as near to the given one as can be."""
    leaving: dict[int | None, list[int]] = {}
    for number, branch in enumerate(branches):
        leaving.setdefault(branch.parent, []).append(number)
    order: list[int] = []
    waiting = leaving.get(None, [])[::-1]
    while waiting:
        number = waiting.pop()
        order.append(number)
        waiting += leaving.get(number, [])[::-1]
    places: dict[int | None, int | None] = {None: None, **{old: new for new, old in enumerate(order)}}
    return tuple(replace(branches[old], parent=places[branches[old].parent]) for old in order)
