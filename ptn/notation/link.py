"""Links that hold a whole game: those of ptn.ninja, compressed or percent-encoded, and ``playtak.com/?load=``.

A link is a text here: nothing is ever fetched. Compressed links are packed with lz-string, which works on UTF-16 units;
the package for it is the extra ``links`` and is imported when it is needed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal
from urllib.parse import quote

from ptn.core.codes import BAD_LINK
from ptn.core.errors import Diagnostic, PtnError, PtnSyntaxError
from ptn.core.source import Source
from ptn.notation.explain import quoted
from ptn.notation.record import Game

if TYPE_CHECKING:
    from lzstring import LZString

Site = Literal["ptn.ninja", "playtak.com"]

MAX_TEXT: Final = 1 << 20
"""The most UTF-16 units that a link may unpack to. A short packed text can stand for one of quadratic length."""

MAX_URL: Final = 1 << 22
MAX_PACKED: Final = 1 << 17

_SITE: Final = re.compile(r"(?:https?://)?(?:www\.)?(ptn\.ninja|playtak\.com)(?=[/?#]|\Z)", re.IGNORECASE | re.ASCII)
_PACKED: Final = re.compile(r"[A-Za-z0-9$+-]+")
_PERCENT: Final = re.compile(r"(?:%[0-9A-Fa-f]{2})+|%")
_PLY: Final = re.compile(r"([0-9]{1,6})(!?)")
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$"
_BITS: Final = {character: f"{index:06b}" for index, character in enumerate(_ALPHABET[:64])} | {"$": "000000"}
_UNRESERVED: Final = "!*'()"


@dataclass(frozen=True, slots=True)
class Link:
    """What a link says: the PTN it holds, and how the site is to show it.

    ``ply`` is the index of a ply, from 0; the position shown is the one ``after`` that ply, or before it. Other
    parameters of the site are kept in ``others``, in order, their values with percent signs resolved.
    """

    site: Site
    text: str
    name: str | None = None
    ply: int | None = None
    after: bool = False
    others: tuple[tuple[str, str], ...] = ()


class _Fault(Exception):
    """Carries what is wrong with a link and where, as offsets in it."""

    def __init__(self, message: str, start: int, end: int, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.start, self.end, self.hint = message, start, end, hint


def parse_link(url: str) -> Link:
    r"""Return what a link holds; nothing is fetched. Blanks around the link are ignored.

    Raises ``PtnSyntaxError`` for a link that holds no game or can't be read, and ``PtnError`` that names the extra when
    the link is compressed and the package for it is missing.

    >>> link = parse_link("https://ptn.ninja/%5BSize%20%223%22%5D%0A%0A1.%20a1%20c3&ply=1!")
    >>> link.text, link.ply, link.after
    ('[Size "3"]\n\n1. a1 c3', 1, True)
    """
    try:
        return _link(url)
    except _Fault as fault:
        where = Source("<link>", url).locate(fault.start, fault.end)
        diagnostic = Diagnostic.of(BAD_LINK, fault.message, hint=fault.hint, where=where)
        raise PtnSyntaxError(diagnostic) from None


def make_link(
    game: Game | str,
    *,
    site: Site = "ptn.ninja",
    name: str | None = None,
    ply: int | None = None,
    after: bool = True,
    compress: bool = True,
    others: tuple[tuple[str, str], ...] = (),
) -> str:
    """Return a link that holds a game, or any PTN text as it stands; ``parse_link`` gives it back.

    A link to ptn.ninja is compressed unless ``compress`` is off; one to playtak.com never is, and has no place for
    ``name``, ``ply`` (an index from 0; ``after`` that ply or before it) and ``others``. Raises ``PtnError`` for what
    the link can't hold or the site doesn't know, and when the package for compressing is missing.

    >>> make_link("1. a1 c3", compress=False, ply=0)
    'https://ptn.ninja/1.%20a1%20c3&ply=0!'
    """
    text = game if isinstance(game, str) else game.to_ptn().rstrip("\n")
    if not text:
        raise PtnError("a link needs a game to hold")
    if site not in ("ptn.ninja", "playtak.com"):
        raise ValueError(f"no links are made to {site!r}: ptn.ninja or playtak.com expected")
    values = [(f"the value of {quoted(key)}", value) for key, value in others]
    for what, value in (("the text", text), ("the name", name or ""), *values):
        if len(value) + sum(character > "\uffff" for character in value) > MAX_TEXT:
            raise PtnError(f"{what} is too long for a link: at most {MAX_TEXT:,} characters")
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise PtnError(f"{what} holds a character that is not text, so no link can hold it")
    if site == "playtak.com":
        if name is not None or ply is not None or others:
            raise PtnError("a link to playtak.com holds a game and nothing else: no name, no ply, no other parameters")
        return f"https://playtak.com/?load={_escaped(text)}"
    parts = [f"https://ptn.ninja/{_written(text, compress)}"]
    if name:
        parts.append(f"name={_written(name, compress, may_be_plain=True)}")
    if ply is not None:
        if not 0 <= ply < 10**6:
            raise PtnError(f"{ply} is not the index of a ply: 0 to 999999 expected")
        parts.append(f"ply={ply}{'!' if after else ''}")
    for key, value in others:
        if not re.fullmatch(r"[A-Za-z0-9_]+", key) or key in ("name", "ply"):
            raise PtnError(f"{quoted(key)} can't be the name of another parameter")
        parts.append(f"{key}={_escaped(value)}")
    return "&".join(parts)


def _link(url: str) -> Link:
    if len(url) > MAX_URL:
        raise _Fault(f"the link is longer than {MAX_URL:,} characters", 0, 1)
    end = len(url.rstrip())
    start = len(url) - len(url.lstrip())
    site = _SITE.match(url, start, end)
    if site is None:
        raise _Fault(
            "this is no link to ptn.ninja or playtak.com", start, end,
            "a link that holds a game begins with https://ptn.ninja/ or https://playtak.com/?load=",
        )  # fmt: skip
    if site[1].lower() == "playtak.com":
        return _playtak(url, site.end(), end)
    text_start = site.end() + (url[site.end() : site.end() + 1] == "/")
    text_end = url.find("&", text_start, end)
    text_end = end if text_end < 0 else text_end
    if url.startswith("game/", text_start):
        raise _Fault(
            "the link names an online game and does not hold it", text_start, text_end,
            "nothing is fetched: open the game there and share it as PTN",
        )  # fmt: skip
    if text_start >= text_end:
        raise _Fault("the link holds no game", start, end)
    text = _read(url, text_start, text_end, must_unpack=True)
    name: str | None = None
    ply: re.Match[str] | None = None
    others: list[tuple[str, str]] = []
    for key, at, stop in _parameters(url, text_end, end):
        if (key == "name" and name is not None) or (key == "ply" and ply is not None):
            raise _Fault(f"the parameter {key} stands twice", at, stop)
        if key == "name":
            name = _read(url, at, stop)
        elif key == "ply":
            value = _unescaped(url, at, stop)
            ply = _PLY.fullmatch(value)
            if ply is None:
                raise _Fault(f"{quoted(value)} is not the index of a ply", at, stop, "such as ply=4 or ply=4!")
        else:
            others.append((key, _unescaped(url, at, stop)))
    if ply is None:
        return Link("ptn.ninja", text, name or None, None, False, tuple(others))
    return Link("ptn.ninja", text, name or None, int(ply[1]), ply[2] == "!", tuple(others))


def _playtak(url: str, start: int, end: int) -> Link:
    query = url.find("?", start, end)
    text: str | None = None
    others: list[tuple[str, str]] = []
    for key, at, stop in _parameters(url, query, end) if query >= 0 else ():
        if key != "load":
            others.append((key, _unescaped(url, at, stop)))
        elif text is not None:
            raise _Fault("the parameter load stands twice", at, stop)
        else:
            text = _unescaped(url, at, stop)
    if not text:
        raise _Fault("the link holds no game", 0, end, "nothing is fetched: a link with a game has ?load= and the PTN")
    return Link("playtak.com", text, others=tuple(others))


def _parameters(url: str, start: int, end: int) -> list[tuple[str, int, int]]:
    """Return the parameters behind ``start``, where a ``&`` or ``?`` stands: name, and where the value lies."""
    found: list[tuple[str, int, int]] = []
    while 0 <= start < end:
        at = start + 1
        start = url.find("&", at, end)
        stop = end if start < 0 else start
        if at < stop:
            equals = url.find("=", at, stop)
            found.append((url[at:stop], stop, stop) if equals < 0 else (url[at:equals], equals + 1, stop))
    return found


# ---- percent signs ---------------------------------------------------------------------------------------------------


def _escaped(text: str) -> str:
    """Encode a text as JavaScript's ``encodeURIComponent`` does."""
    return quote(text, safe=_UNRESERVED)


def _unescaped(url: str, start: int, end: int) -> str:
    """Resolve the percent signs in a part of a link. A ``+`` is a plus, as moves need it."""

    def resolved(run: re.Match[str]) -> str:
        if run[0] == "%":
            raise _Fault("a % is not followed by two hexadecimal digits", start + run.start(), start + run.end())
        try:
            return bytes.fromhex(run[0].replace("%", "")).decode("utf-8")
        except UnicodeDecodeError:
            message = "the percent-encoded bytes are not UTF-8"
            raise _Fault(message, start + run.start(), start + run.end()) from None

    return _PERCENT.sub(resolved, url[start:end])


# ---- lz-string -------------------------------------------------------------------------------------------------------


def _read(url: str, start: int, end: int, *, must_unpack: bool = False) -> str:
    """Return the text in a part of a link, compressed or percent-encoded.

    What consists of the letters of compressed text is compressed; where that is no must (a name may be written plainly,
    or percent signs were needed), it is so if it can be unpacked.
    """
    text = _unescaped(url, start, end)
    if _PACKED.fullmatch(text) is None:
        return text
    units = _unpacked_length(text)
    if units is not None and units > MAX_TEXT:
        raise _Fault(f"the compressed text unpacks to more than {MAX_TEXT:,} characters", start, end)
    if units:
        unpacked = _unpack(text)
        if unpacked is not None:
            return unpacked
    if must_unpack and "%" not in url[start:end]:
        raise _Fault("the compressed text can't be unpacked", start, end, "the link may be cut short or changed")
    return text


def _written(text: str, compress: bool, *, may_be_plain: bool = False) -> str:
    """Write a text so that ``_read`` gives it back."""
    if not compress and _PACKED.fullmatch(text) is None:
        return _escaped(text)
    if not compress and not _unpacked_length(text):
        # A percent sign tells that this is no compressed text; a name is known not to be one by itself.
        return text if may_be_plain else f"%{ord(text[0]):02X}{text[1:]}"
    packed: str = _lzstring().compressToEncodedURIComponent(_as_units(text))
    if len(packed) > MAX_PACKED:
        raise PtnError(f"the text is too long for a link: {len(packed):,} characters when compressed")
    return packed


def _unpacked_length(packed: str) -> int | None:
    """Return how many UTF-16 units a compressed text stands for, counted up to beyond ``MAX_TEXT``; None if it is none.

    This follows the codes without building what they stand for, so that nothing is unpacked before its length is known.
    The codes are those of lz-string: 2 bits at first, then one more whenever the table of known pieces has grown to
    need it; 0 and 1 introduce a new unit of 8 or 16 bits, 2 is the end, all others name a piece of the table.
    """
    if len(packed) > MAX_PACKED:
        return MAX_TEXT + 1
    bits = "".join([_BITS[character] for character in packed])
    lengths = [0, 0, 0]
    at, width, room = 0, 2, 1
    total = previous = 0
    while total <= MAX_TEXT:
        stop = at + width
        if stop > len(bits):
            return None
        code = int(bits[at:stop][::-1], 2)
        at = stop
        if code == 2:
            return total
        if code < 2:
            at += 16 if code else 8
            if at > len(bits):
                return None
            code = len(lengths)
            lengths.append(1)
            room -= 1
            if room == 0:
                room = 1 << width
                width += 1
        if code < len(lengths):
            length = lengths[code]
        elif code == len(lengths) and previous:
            length = previous + 1
        else:
            return None
        total += length
        if previous:
            lengths.append(previous + 1)
            room -= 1
            if room == 0:
                room = 1 << width
                width += 1
        previous = length
    return total


def _unpack(packed: str) -> str | None:
    """Unpack a text whose length is known to be bounded; None for units that are no text."""
    # The package looks one letter ahead; a text that ends with its last bit has none left there.
    units: str | None = _lzstring().decompressFromEncodedURIComponent(packed + "A")
    assert units is not None, "a text of known length can be unpacked"
    try:
        return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        return None


def _as_units(text: str) -> str:
    """Spell a text in UTF-16 units, a character beyond U+FFFF as two, as lz-string sees it."""
    if text.isascii():
        return text
    units = text.encode("utf-16-le")
    return "".join([chr(units[at] | units[at + 1] << 8) for at in range(0, len(units), 2)])


def _lzstring() -> type[LZString]:
    try:
        from lzstring import LZString
    except ImportError:
        raise PtnError("compressed links need the package lzstring: python -m pip install lzstring") from None
    return LZString
