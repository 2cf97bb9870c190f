"""Readings that once went wrong, each with its kind."""

from __future__ import annotations

import pytest
from findings import examine, final_tps, found, moves


def test_a_stack_as_first_ply_is_read_also_where_the_size_comes_from_outside() -> None:
    game, report = examine('[Opening "double black stack"]\n1. 2a1 e5\n2. Ca1', size=5)
    assert moves(game) == "2a1 e5 Ca1"
    assert found(report.diagnostics) == ["3:4 PTN402"]
    assert final_tps(report) == "x4,1/x5/x5/x5/22,x4 1 2"


def test_a_stack_as_first_ply_needs_no_other_tag_to_be_right() -> None:
    game, report = examine('[Size "5"][Komi "x"][Opening "double black stack"]\n1. 2a1 e5')
    assert moves(game) == "2a1 e5"
    assert found(report.diagnostics) == ["1:11 PTN207"]


@pytest.mark.parametrize("end", ["3.", "3. R-0", "3. {so be it}", "3. {so be it} 1-0"])
def test_a_number_without_a_ply_at_the_end_is_told(end: str) -> None:
    game, report = examine(f'[Size "5"]\n1. a1 e5\n2. a2 b3\n{end}')
    assert moves(game) == "a1 e5 a2 b3"
    assert "4:1 PTN303" in found(report.diagnostics)


@pytest.mark.parametrize("gap", ["\n", "\r\n", "\r", "\n  ", "\n\t"])
def test_a_tag_on_a_line_of_a_comment_is_told(gap: str) -> None:
    game, report = examine(f'[Size "5"]\n1. a1 {{see{gap}[Size "6"]}} e5')
    assert moves(game) == "a1 e5"
    assert [line.split()[1] for line in found(report.diagnostics)] == ["PTN302"]
