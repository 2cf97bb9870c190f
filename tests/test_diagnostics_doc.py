"""The page about diagnostics: a section for every code, and every example has just the code of its section."""

from __future__ import annotations

import codecs
import io
import re
from dataclasses import dataclass

import pytest
from cli_helpers import run
from conftest import ROOT

from ptn.core.codes import CODES
from ptn.core.errors import Diagnostic, IllegalMoveError, PtnSyntaxError
from ptn.notation.playtak import read_server_game
from ptn.notation.reader import read_stream, read_text
from ptn.notation.tps import parse_tps
from ptn.validation import validate_entry

PAGE = ROOT / "docs" / "diagnostics.md"
SECTION = re.compile(r"^## (\S+) (\S+)\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Section:
    code: str
    name: str
    text: str
    examples: list[tuple[str, str]]


def without_fences(text: str) -> str:
    return FENCE.sub("", text)


def sections() -> list[Section]:
    text = PAGE.read_text(encoding="utf-8")
    # A # at the beginning of a line of an example is none of the page.
    assert not re.search(r"^#", "".join(body for _, body in FENCE.findall(text)), re.MULTILINE)
    return [Section(code, name, body, FENCE.findall(body)) for code, name, body in SECTION.findall(text)]


SECTIONS = {section.code: section for section in sections()}


def test_every_code_has_a_section_in_order_and_no_section_is_left_over() -> None:
    assert [section.code for section in sections()] == list(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_section_says_what_why_and_how_to_mend(code: str) -> None:
    section, kind = SECTIONS[code], CODES[code]
    assert section.name == kind.name
    text = without_fences(section.text)
    assert text.lstrip().startswith(f"**{str(kind.severity).capitalize()}.** ")
    assert text.count("**Why.** ") == text.count("**Mend.** ") == 1
    assert text.index("**Why.**") < text.index("**Mend.**")
    assert section.examples


def of_text(text: str, *, marks: bool = False, tinue_depth: int = 1) -> list[Diagnostic]:
    reports = [validate_entry(entry, marks=marks, tinue_depth=tinue_depth) for entry in read_text(text, "example.ptn")]
    return [diagnostic for report in reports for diagnostic in report.diagnostics]


def of_bytes(text: str) -> list[tuple[str, str]]:
    data = codecs.decode(text.encode("unicode_escape").replace(b"\\\\", b"\\").replace(b"\\n", b"\n"), "unicode_escape")
    entries = list(read_stream(io.BytesIO(data.encode("latin-1").rstrip(b"\n")), "example.ptn"))
    if not entries:  # what an input as a whole lacks is told by the command
        return by_command(b"", "validate")
    return plain([diagnostic for entry in entries for diagnostic in validate_entry(entry).diagnostics])


def by_command(data: bytes, *arguments: str) -> list[tuple[str, str]]:
    ran = run(*arguments, "-", stdin=data)
    codes = re.findall(r"PTN[0-9]{3}", ran.out + ran.err)
    return [(code, str(CODES[code].severity)) for code in dict.fromkeys(codes)]


def plain(diagnostics: list[Diagnostic]) -> list[tuple[str, str]]:
    return [(diagnostic.code, str(diagnostic.severity)) for diagnostic in diagnostics]


def found_in(language: str, text: str) -> list[tuple[str, str]]:
    kind, *options = language.split()
    if kind == "ptn":
        depth = next((int(option.partition("=")[2]) for option in options if option.startswith("tinue-depth=")), 1)
        return plain(of_text(text, marks="marks" in options, tinue_depth=depth))
    assert not options
    if kind == "bytes":
        return of_bytes(text)
    if kind == "json":
        return by_command(text.encode(), "validate", "--from", "json")
    if kind == "link":
        return by_command(text.encode(), "convert", "--to", "jsonl", "--from", "link", "-v")
    try:
        match kind:
            case "tps":
                parse_tps(text.rstrip("\n"))
            case "server":
                read_server_game(text)
            case "python":
                exec(text, {})
            case _:
                raise AssertionError(f"an example in {kind} is checked by nothing")
    except PtnSyntaxError as error:
        return plain([error.diagnostic])
    except IllegalMoveError as error:
        return [(error.reason.code, str(error.reason.severity))]
    return []


@pytest.mark.parametrize("code", CODES)
def test_the_examples_have_just_this_code(code: str) -> None:
    for language, text in SECTIONS[code].examples:
        found = found_in(language, text)
        assert found, f"nothing is found in the example of {code}"
        assert set(found) == {(code, str(CODES[code].severity))}
        assert len(found) == 1 or code == "PTN101", "one fault, one diagnostic"


def test_what_the_page_says_of_severities_is_so() -> None:
    """Everything that ends the reading of a game is an error; warnings never do."""
    for section in SECTIONS.values():
        for language, text in section.examples:
            if not language.startswith("ptn"):
                continue
            broken = [entry for entry in read_text(text) if entry.broken]
            assert not broken or CODES[section.code].severity.value == "error"
