"""The library's face: every public name is there, and importing the package stays light."""

import doctest
import re

import pytest
from conftest import ROOT

import ptn


def test_every_public_name_can_be_had() -> None:
    for name in ptn.__all__:
        assert getattr(ptn, name) is not None, name
    assert sorted(ptn.__all__) == dir(ptn)


def test_what_is_not_public_is_missing() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        ptn.no_such_name  # noqa: B018


def test_functions_are_not_hidden_by_modules_of_their_name() -> None:
    import ptn.annotation
    import ptn.replaying
    import ptn.scoring
    import ptn.validation

    for name in ("annotate", "replay", "score", "validate"):
        assert callable(getattr(ptn, name)), name


def test_the_page_on_json_shows_what_its_functions_do() -> None:
    page = ROOT / "docs" / "game-json.md"
    ran = doctest.testfile(str(page), module_relative=False)
    assert ran.attempted >= 5
    assert ran.failed == 0


def test_no_page_and_no_example_reaches_behind_the_public_names() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md"), *(ROOT / "examples").glob("*.*")]
    assert len(pages) > 10
    for page in pages:
        assert not re.search(r"\b(?:from|import) ptn\.", page.read_text(encoding="utf-8")), page
        for name in re.findall(r"\bptn\.([a-z]\w*)\(", page.read_text(encoding="utf-8")):
            assert name in ptn.__all__, (page, name)
