"""The values of JSON that a game is read from, each taken as what it has to be, or refused with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

from ptn.core.errors import PtnError
from ptn.notation.explain import quoted

_SURROGATE: Final = re.compile("[\ud800-\udfff]")

_T = TypeVar("_T")


def value_fault(path: str, message: str) -> PtnError:
    """Return the error that says what is wrong at a place, such as ``plies[3].move``."""
    return PtnError(f"{path or 'the game'}: {message}")


def inside(path: str, name: str) -> str:
    """Return the place of a field of what stands at another place."""
    return f"{path}.{name}" if path else name


def fields_of(data: object, path: str, needed: Sequence[str], others: Sequence[str]) -> Mapping[str, object]:
    """Return an object that has all fields needed and no unknown one; raise ``PtnError`` for any other value."""
    if not isinstance(data, Mapping):
        raise value_fault(path, f"an object expected, {kind_of(data)} found")
    for name in needed:
        if name not in data:
            raise value_fault(path, f'the field "{name}" is missing')
    for name in data:
        if name not in needed and name not in others:
            known = ", ".join(dict.fromkeys((*needed, *others)))
            raise value_fault(path, f"{quoted(str(name))} is not a field of it: {known} are")
    return data


def list_of(
    fields: Mapping[str, object], name: str, path: str, read: Callable[[object, str], _T]
) -> tuple[_T, ...]:  # fmt: skip
    """Return the items of a field that is a list, each as ``read`` gives it; left out, it is empty."""
    data = fields.get(name, ())
    path = inside(path, name)
    if not isinstance(data, list | tuple):
        raise value_fault(path, f"a list expected, {kind_of(data)} found")
    return tuple([read(item, f"{path}[{index}]") for index, item in enumerate(data)])


def text_of(data: object, path: str) -> str:
    """Return a text that UTF-8 can hold; raise ``PtnError`` for any other value."""
    if not isinstance(data, str):
        raise value_fault(path, f"a text expected, {kind_of(data)} found")
    if not data.isascii() and _SURROGATE.search(data):
        raise value_fault(path, "the text holds half a character (a lone surrogate)")
    return data


def number_of(data: object, path: str, limit: int, what: str = "a whole number from 0", least: int = 0) -> int:
    """Return a whole number from ``least`` and below ``limit``; raise ``PtnError`` for any other value."""
    if type(data) is not int or not least <= data < limit:
        raise value_fault(path, f"{what} expected, {shown(data)} found")
    return data


def kind_of(data: object) -> str:
    """Return what a value is, in words."""
    if data is None:
        return "null"
    kinds = ((bool, "true or false"), (str, "a text"), (int | float, "a number"), (list | tuple, "a list"))
    return next((name for kind, name in kinds if isinstance(data, kind)), "an object")


def shown(data: object) -> str:
    """Return a value as a message shows it: short."""
    if isinstance(data, int | float) and not isinstance(data, bool):
        return quoted(str(data)) if abs(data) < 10**30 or isinstance(data, float) else "a huge number"
    return quoted(data) if isinstance(data, str) else kind_of(data)
