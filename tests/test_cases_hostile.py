"""Case K57: hostile sizes are answered, and what is only large is read."""

import pytest

from ptn.core.errors import PtnSyntaxError
from ptn.notation.reader import read_text
from ptn.notation.tps import parse_tps
from ptn.validation import validate_entry

K05 = '[Size "3"]\na1 c3 a2 b1 b2 a3 c3- R-0\n'


def test_k57_a_tps_of_two_hundred_squares_is_refused_by_its_rows() -> None:
    with pytest.raises(PtnSyntaxError) as raised:
        parse_tps("x1," * 200 + "!")
    assert raised.value.code == "PTN603"
    assert raised.value.diagnostic.message == "the TPS has 1 row: boards have 3 to 8"


def test_k57_a_million_brackets_are_one_fault() -> None:
    [entry] = read_text("[" * 1_000_000)
    [fault] = entry.diagnostics
    assert fault.where is not None
    assert (fault.code, fault.where.line, fault.where.column) == ("PTN201", 1, 1)
    assert len(fault.text) < 1000


def test_k57_a_comment_of_a_million_characters_is_read() -> None:
    text = "so many words " * 72_000
    [entry] = read_text(f'[Size "3"]\n1. a1 {{{text}}} c3\n')
    assert entry.diagnostics == ()
    assert entry.partial.plies[0].comments[0].text == text


def test_k57_five_thousand_games_in_one_file() -> None:
    count = 0
    for entry in read_text(K05 * 5_000):
        count += 1
        assert entry.number == count
        assert entry.source.line == 2 * count - 1
        if count % 500 == 0:
            report = validate_entry(entry)
            assert report.position is not None
            assert report.position.to_tps() == "2,x2/1,1,1/2,2,x 2 4"
    assert count == 5_000
