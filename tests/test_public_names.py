"""The library's face: every public name is there, and importing the package stays light."""

import pytest

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
