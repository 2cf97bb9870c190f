"""Where the grammar of a game stops: what is wrong there, in words."""

from __future__ import annotations

import re

from ptn.core.codes import BAD_TAG, UNCLOSED_COMMENT, UNCLOSED_TAG, Code
from ptn.core.source import Source
from ptn.notation.explain import quoted


def broken_text(source: Source, offset: int) -> tuple[Code, str, int, int, str]:
    """Say what is wrong where the grammar stops: an open comment, or a bracket that begins no tag."""
    text = source.text
    if text[offset : offset + 1] == "{":
        line = source.locate(offset).line
        return (
            UNCLOSED_COMMENT, f"the comment that begins on line {line} is not closed at the end of the input", offset,
            offset + 1, "a comment ends with }",
        )  # fmt: skip
    line_end = re.compile(r"[\r\n]|\Z").search(text, offset)
    assert line_end is not None
    end = line_end.start()
    head = re.compile(r"\[[ \t]*([A-Za-z0-9_]*)[ \t]*").match(text, offset)
    line = source.locate(offset).line
    if head is None:
        return BAD_TAG, "a tag can't stand here", offset, offset + 1, ""
    form = 'a tag is written [Name "value"]'
    if not head[1]:
        return BAD_TAG, "no tag name follows the [", offset, offset + 1, form
    at = head.end()
    if text[at : at + 1] != '"':
        if at >= end or text[at] == "]":
            return BAD_TAG, f"the tag {head[1]} has no value in quotation marks", offset, max(at, offset + 1), form
        return (
            BAD_TAG,
            f"{quoted(text[at])} stands in the tag where the value in quotation marks is expected",
            at,
            at + 1,
            form,
        )
    value = re.compile(r'"(?:[^"\\\r\n]|\\[^\r\n])*+').match(text, at)
    assert value is not None
    if text[value.end() : value.end() + 1] != '"':
        return UNCLOSED_TAG, f'" missing after the value of the tag {head[1]} on line {line}', at, value.end(), form
    at = value.end() + 1
    rest = text[at:end].strip()
    if not rest:
        return UNCLOSED_TAG, f"] missing after the tag on line {line}", offset, at, form
    return (
        UNCLOSED_TAG, f"] expected after the value of the tag {head[1]}, {quoted(rest[0])} found",
        end - len(text[at:end].lstrip()), end - len(text[at:end].lstrip()) + 1,
        'a quotation mark inside a value is written \\"',
    )  # fmt: skip
