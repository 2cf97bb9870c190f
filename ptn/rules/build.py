"""Which of the two builds is installed: the engine in pure Python, or compiled from the same source."""

from __future__ import annotations

from importlib.util import find_spec


def build() -> str:
    """Return ``pure Python`` or ``compiled``, told by the file of the engine, which is not loaded for it."""
    spec = find_spec("ptn.rules.engine")
    assert spec is not None
    assert spec.origin is not None
    return "pure Python" if spec.origin.endswith(".py") else "compiled"
