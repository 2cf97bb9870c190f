"""What is odd about the tags of a game, apart from its setup: missing, repeated and unknown ones, names, values."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from ptn.core.codes import (
    BAD_TAG_VALUE,
    CONFLICTING_TAG,
    DUPLICATE_TAG,
    MISSING_TAG,
    NOT_A_RESULT,
    TAG_CASE,
    UNKNOWN_TAG,
    Code,
)  # fmt: skip
from ptn.core.result import RESULTS
from ptn.notation.explain import looks_like_result, quoted
from ptn.notation.record import REQUIRED_TAGS, Tag, Tags
from ptn.notation.tag_views import TagViews, value_remark
from ptn.notation.tags import RESULT_SPELLINGS, SETUP_TAGS, TagRemark


def tag_remarks(tags: Tags) -> Iterator[TagRemark]:
    """Yield what is odd about tags apart from the setup: missing, repeated, unknown ones, unusual names and values."""
    seen: dict[str, str] = {}
    for index, tag in enumerate(tags.items_in_order):
        for kind, message, hint in _remarks_on(tag.name, tag.value, tag.written):
            yield TagRemark(kind, message, index, hint)
        first = seen.get(tag.name)
        if first is None:
            seen[tag.name] = tag.value
        elif first != tag.value and tag.name in SETUP_TAGS:
            yield TagRemark(
                CONFLICTING_TAG, f"{tag.name} stands twice, {quoted(first)} and {quoted(tag.value)}", index,
                "remove the wrong one",
            )  # fmt: skip
        else:
            yield TagRemark(
                DUPLICATE_TAG, f"{tag.name} stands twice; the first one counts", index, "remove one of them"
            )
    missing = [name for name in REQUIRED_TAGS if name not in seen]
    if missing:
        yield TagRemark(
            MISSING_TAG,
            f"the game lacks the tag{'s' * (len(missing) > 1)} {_listed(missing)}",
            None,
            "the PTN standard asks for " + " ".join(REQUIRED_TAGS),
        )


@lru_cache(maxsize=4096)
def _remarks_on(name: str, value: str, written: str) -> tuple[tuple[Code, str, str], ...]:
    """Remember by what the tag was written as, too: tags are equal however they are written."""
    tag = Tag(name, value, written)
    if not tag.known:
        return ((UNKNOWN_TAG, f"the tag {quoted(tag.name)} is not a known one; it is kept as it is", ""),)
    found: list[tuple[Code, str, str]] = []
    if tag.written != tag.name:
        found.append((TAG_CASE, f"the tag {quoted(tag.written)} is written {tag.name}", ""))
    value = tag.value.strip()
    remark = value_remark(tag)
    if remark is not None:
        found.append((BAD_TAG_VALUE, *remark))
    elif tag.name == "Result" and value not in ("", "?", "*") and value not in RESULTS:
        found.append(_result_remark(value))
    elif value not in ("", "?"):
        standard = _standard_value(tag)
        if standard is not None and standard != tag.value:
            found.append((BAD_TAG_VALUE, f"{tag.name} {quoted(tag.value)} is read as {standard}", ""))
    return tuple(found)


def _standard_value(tag: Tag) -> str | None:
    """Return the value of a tag of the setup or of ``Result`` in standard form; None for one that can't be read."""
    views = TagViews(Tags((tag,)))
    if tag.name == "Result":
        return tag.value.strip()
    if tag.name == "Size":
        found: object = views.size
    elif tag.name == "Komi":
        found = views.komi
    elif tag.name == "Opening":
        found = views.opening
    else:
        found = views.pieces(tag.name) if tag.name.startswith(("Flats", "Caps")) else None
    return None if found is None else str(found)


def _result_remark(value: str) -> tuple[Code, str, str]:
    hint = "results are " + " ".join(RESULTS)
    if value in RESULT_SPELLINGS:
        return BAD_TAG_VALUE, f"the result {quoted(value)} means {RESULT_SPELLINGS[value] or 'no result'}", hint
    if looks_like_result(value):
        return NOT_A_RESULT, f"{quoted(value)} is not a result", hint
    return BAD_TAG_VALUE, f"Result {quoted(value)} is not in the standard form", hint


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
