"""Branches added, removed and promoted: labels follow their places, and no line gets lost."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptn.core.errors import PtnError
from ptn.notation.ply import parse_ply
from ptn.notation.reader import parse_game, read_games
from ptn.notation.record import Game
from ptn.notation.tree import add_branch, line_to, promote_branch, relabelled, remove_branch
from ptn.notation.writer import Style, write_game

TREE = """[Size "4"]

1. a1 d4
2. a2 b4
3. b2 c4 R-0 {over}

{2w1}
2. c2 {why} d1
3. d2

{2b1}
2. -- {first} c1
3. c3 0-1 {so}

{2w1/3w1}
3. a3

{3b1}
3. -- d3

{2w2}
2. d2
"""


def game() -> Game:
    return parse_game(TREE)


def labels(tree: Game) -> list[str]:
    return [branch.label for branch in tree.branches]


def lines(tree: Game) -> Counter[str]:
    """All lines of the tree from the start to the end, however they are divided into branches."""
    found = [line_to(tree, index) for index in (None, *range(len(tree.branches)))]
    return Counter(" ".join(str(ply.move) for ply in line) for line in found)


def test_labels_are_those_of_the_places() -> None:
    assert relabelled(game()) == game()
    assert labels(relabelled(parse_game(TREE.replace("2w2", "2w7")))) == labels(game())


def test_a_branch_is_added_as_the_next_alternative() -> None:
    tree = add_branch(game(), 2, [parse_ply("d3"), parse_ply("a4")])
    assert labels(tree)[-1] == "2w3"
    assert tree.to_ptn().endswith("\n\n{2w3}\n2. d3 a4\n")
    nested = add_branch(tree, 1, [parse_ply("c1'")], parent=0)
    assert labels(nested)[-1] == "2w1/2b1"
    assert nested.to_ptn().endswith("\n\n{2w1/2b1}\n2. -- c1'\n")
    assert parse_game(nested.to_ptn()) == nested


def test_a_branch_goes_with_all_that_leave_it() -> None:
    tree = remove_branch(game(), 0)
    assert labels(tree) == ["2b1", "3b1", "2w1"]
    assert [str(ply) for ply in tree.branches[2].plies] == ["d2"]
    assert parse_game(tree.to_ptn()) == tree


def test_a_promoted_branch_goes_on_where_its_parent_did() -> None:
    tree = promote_branch(game(), 1)
    assert [str(ply.move) for ply in tree.plies] == ["a1", "d4", "a2", "c1", "c3"]
    assert str(tree.terminator.result) == "0-1" if tree.terminator else False
    assert [comment.text for comment in tree.closing] == ["so"]
    assert [comment.text for comment in tree.plies[2].comments] == ["first"]
    rest = tree.branches[labels(tree).index("2b1")]
    assert [str(ply.move) for ply in rest.plies] == ["b4", "b2", "c4"]
    assert str(rest.terminator.result) == "R-0" if rest.terminator else False
    assert "2b1/3b1" in labels(tree)
    assert lines(tree) == lines(game())
    assert parse_game(tree.to_ptn()) == tree


def test_a_nested_branch_is_promoted_within_its_parent() -> None:
    tree = promote_branch(game(), 2)
    assert [str(ply.move) for ply in tree.branches[0].plies] == ["c2", "d1", "a3"]
    assert lines(tree) == lines(game())


def test_move_numbers_hold_as_long_as_the_plies_of_their_line_do() -> None:
    text = '[Size "3"]\n\n1 a1 c3\nb1 b2\n\n{1b1}\n1... a2\n2 b2\n\n{1b1/2w1}\n02. b3\n\n{2b1}\n2. .. a3\n'
    odd = parse_game(text)
    assert write_game(odd, Style.KEEP) == text
    assert write_game(add_branch(odd, 0, [parse_ply("a2")]), Style.KEEP) == f"{text}\n{{1w1}}\n1. a2\n"
    promoted = write_game(promote_branch(odd, 0), Style.KEEP)
    assert promoted == (
        '[Size "3"]\n\n1. a1 a2\n2. b2\n\n{1b1}\n1. -- c3\n2. b1 b2\n\n{1b1/2b1}\n2. .. a3\n\n{2w1}\n02. b3\n'
    )


@pytest.mark.parametrize("index", [-1, 5])
def test_what_is_not_there_is_named(index: int) -> None:
    for change in (remove_branch, promote_branch):
        with pytest.raises(PtnError, match=f"there is no branch {index}: the game has 5"):
            change(game(), index)
    with pytest.raises(PtnError, match="no branch"):
        add_branch(game(), 0, [], parent=index)
    with pytest.raises(PtnError, match="no ply at index 9"):
        add_branch(game(), 9, [])


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 7), st.integers(0, 4)), max_size=12))
def test_whatever_is_done_no_line_is_lost_and_the_text_reads_the_same(steps: list[tuple[bool, int, int]]) -> None:
    tree = game()
    for adds, index, at in steps:
        before = lines(tree)
        parent = None if index >= len(tree.branches) else index
        if adds:
            line = tree.plies if parent is None else tree.branches[parent].plies
            if at < len(line):
                tree = add_branch(tree, at, [parse_ply("a1"), parse_ply("a2")], parent)
                assert sum((lines(tree) - before).values()) == 1
        elif parent is not None:
            tree = promote_branch(tree, parent)
            assert lines(tree) == before
        assert parse_game(tree.to_ptn()) == tree
        assert relabelled(tree) == tree


def test_the_trees_of_the_collection(corpus: Path) -> None:
    seen = 0
    for path in sorted(corpus.glob("games/*.ptn")):
        for entry in read_games(path):
            found = entry.game
            if found is None or not found.branches:
                continue
            seen += len(found.branches)
            for index in range(len(found.branches)):
                assert lines(promote_branch(found, index)) == lines(found), (path, index)
                assert not lines(remove_branch(found, index)) - lines(found), (path, index)
    assert seen > 30
