"""Links of ptn.ninja and playtak.com: read, made, and bounded whatever they claim to hold."""

from __future__ import annotations

import re
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ptn.core.errors import PtnError, PtnSyntaxError
from ptn.notation import link as links
from ptn.notation.link import MAX_TEXT, Link, make_link, parse_link
from ptn.notation.reader import parse_game, read_games

pytest.importorskip("lzstring", reason="compressed links need the extra `links`")

TEXT = '[Size "3"]\n\n1. a1 c3\n2. a2 b1\n3. b2 a3\n4. c3- R-0'
PACKED = "NoZQlgXgpgBARAZjgXQFCoIwDoYEMMwDGCqATDrqTAEYaoI7VW4kAsOxAtDAEqcAMQA"
PERCENT = "%5BSize%20%223%22%5D%0A%0A1.%20a1%20c3%0A2.%20a2%20b1%0A3.%20b2%20a3%0A4.%20c3-%20R-0"

VECTORS = {
    "": "Q",
    "a": "IZA",
    "demo": "CYUwtg9kA",
    "é": "JdA",
    "€": "jUEQ",
    "\U0001f600": "rwbgA9o",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": "IY18ZVkA",
}
"""What lz-string 1.5.0 makes of texts with ``compressToEncodedURIComponent`` (its own output, run with Node)."""

any_text = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=300)
link_letters = st.text(
    st.sampled_from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-$"), max_size=80
)

# K49


@pytest.mark.parametrize(
    "url",
    [
        f"https://ptn.ninja/{PACKED}",
        f"https://ptn.ninja/{PERCENT}",
        f"https://playtak.com/?load={PERCENT}",
        f"http://www.ptn.ninja/{PACKED}",
        f"HTTPS://PTN.Ninja/{PACKED}",
        f"ptn.ninja/{PACKED}",
        f"  https://ptn.ninja/{PACKED}\n",
        f"https://www.playtak.com?load={PERCENT}",
        f"https://playtak.com/index.html?load={PERCENT}",
    ],
)
def test_k49_every_kind_of_link_holds_the_game(url: str) -> None:
    link = parse_link(url)
    assert link == Link("playtak.com" if "playtak" in url.lower() else "ptn.ninja", TEXT)
    game = parse_game(link.text)
    assert [str(ply) for ply in game.plies] == ["a1", "c3", "a2", "b1", "b2", "a3", "c3-"]
    assert str(game.result) == "R-0"


@pytest.mark.parametrize("body", [PACKED, PERCENT])
@pytest.mark.parametrize("name", ["CYUwtg9kA", "demo", "d%65mo"])
def test_k49_name_and_ply(body: str, name: str) -> None:
    url = f"https://ptn.ninja/{body}&name={name}&ply=2!"
    assert parse_link(url) == Link("ptn.ninja", TEXT, "demo", 2, True)
    assert parse_link(url.removesuffix("!")) == Link("ptn.ninja", TEXT, "demo", 2, False)
    assert parse_link(url.replace("2!", "2%21")).after


def test_k49_with_two_letters_swapped_is_another_text() -> None:
    """As lz-string itself reads it: two letters of compressed text can't be swapped without a trace."""
    swapped = PACKED.replace("DGCq", "DGqC")
    assert parse_link(f"https://ptn.ninja/{swapped}").text == TEXT.replace("3\n", "\n3").replace("3-", "\n-")


def test_k49_made() -> None:
    game = parse_game(TEXT)
    assert make_link(game) == make_link(TEXT) == f"https://ptn.ninja/{PACKED}"
    assert make_link(game, compress=False) == f"https://ptn.ninja/{PERCENT}"
    assert make_link(game, site="playtak.com") == f"https://playtak.com/?load={PERCENT}"
    assert make_link(game, name="demo", ply=2) == f"https://ptn.ninja/{PACKED}&name=CYUwtg9kA&ply=2!"
    plain = make_link(game, name="demo", ply=2, after=False, compress=False)
    assert plain == f"https://ptn.ninja/{PERCENT}&name=demo&ply=2"


def test_other_parameters_are_kept() -> None:
    link = parse_link(f"https://ptn.ninja/{PACKED}&showRoads=false&&theme=a%26b&x&ply=0")
    assert link.others == (("showRoads", "false"), ("theme", "a&b"), ("x", ""))
    assert (link.ply, link.after) == (0, False)
    made = make_link(link.text, ply=link.ply, after=link.after, others=link.others)
    assert parse_link(made) == link
    assert parse_link(f"https://playtak.com/?lang=en&load={PERCENT}&x=1").others == (("lang", "en"), ("x", "1"))


def test_what_stands_plainly_in_a_link_is_read() -> None:
    assert parse_link('https://ptn.ninja/[Size "5"] 1. a1 é5').text == '[Size "5"] 1. a1 é5'
    assert parse_link('https://playtak.com/?load=[Size "5"] 1. a1 e5 2. a1+').text == '[Size "5"] 1. a1 e5 2. a1+'


def test_compressed_letters_may_be_percent_encoded() -> None:
    game = '[Size "6"]\n\n1. a1 f6\n2. Cd4 3c3>12'
    packed = make_link(game).removeprefix("https://ptn.ninja/")
    encoded = "".join(f"%{ord(letter):02x}" for letter in packed)
    assert parse_link(f"https://ptn.ninja/{encoded}").text == game


# Faults


@pytest.mark.parametrize(
    ("url", "place", "message"),
    [
        ("", (1, 1), "this is no link to ptn.ninja or playtak.com"),
        ("https://example.com/x", (1, 1), "this is no link to ptn.ninja or playtak.com"),
        ("https://ptn.ninja.example.com/x", (1, 1), "this is no link to ptn.ninja or playtak.com"),
        ("https://evil.com/ptn.ninja/x", (1, 1), "this is no link to ptn.ninja or playtak.com"),
        ("ftp://ptn.ninja/x", (1, 1), "this is no link to ptn.ninja or playtak.com"),
        ("https://ptn.ninja", (1, 1), "the link holds no game"),
        ("https://ptn.ninja/&ply=1", (1, 1), "the link holds no game"),
        ("https://ptn.ninja/game/abc", (1, 19), "the link names an online game and does not hold it"),
        ("https://playtak.com/", (1, 1), "the link holds no game"),
        ("https://playtak.com/games/5/view", (1, 1), "the link holds no game"),
        ("https://playtak.com/?load=", (1, 1), "the link holds no game"),
        ("https://playtak.com/?load=a&load=b", (1, 34), "the parameter load stands twice"),
        (f"https://ptn.ninja/{PACKED[:-10]}", (1, 19), "the compressed text can't be unpacked"),
        (f"https://ptn.ninja/{'x' + PACKED[1:]}", (1, 19), "the compressed text can't be unpacked"),
        ("https://ptn.ninja/game", (1, 19), "the compressed text can't be unpacked"),
        ("https://ptn.ninja/Q", (1, 19), "the compressed text can't be unpacked"),
        ("https://ptn.ninja/%5BSize%2", (1, 26), "a % is not followed by two hexadecimal digits"),
        ("https://ptn.ninja/%5B%zz", (1, 22), "a % is not followed by two hexadecimal digits"),
        ("https://playtak.com/?load=1.%20%C3%28", (1, 29), "the percent-encoded bytes are not UTF-8"),
        (f"https://ptn.ninja/{PACKED}&ply=x", (1, 91), "`x` is not the index of a ply"),
        (f"https://ptn.ninja/{PACKED}&ply=", (1, 91), "`` is not the index of a ply"),
        (f"https://ptn.ninja/{PACKED}&ply=-1", (1, 91), "`-1` is not the index of a ply"),
        (f"https://ptn.ninja/{PACKED}&ply=1&ply=2", (1, 97), "the parameter ply stands twice"),
        (f"https://ptn.ninja/{PACKED}&name=a.b&name=c.d", (1, 101), "the parameter name stands twice"),
    ],
)  # fmt: skip
def test_broken_links(url: str, place: tuple[int, int], message: str) -> None:
    with pytest.raises(PtnSyntaxError) as caught:
        parse_link(url)
    assert caught.value.code == "PTN702"
    assert caught.value.diagnostic.message == message
    assert (caught.value.line, caught.value.column) == place


def test_what_no_link_can_be_made_of() -> None:
    for game, options, message in (
        ("", {}, "needs a game"),
        ("a" * (MAX_TEXT + 1), {}, "too long for a link"),
        ("\U0001f600" * (MAX_TEXT // 2 + 1), {}, "too long for a link"),
        ("".join(map(chr, range(0x3000, 0xD000))) * 2, {}, "characters when compressed"),
        ("1. a1 \ud800", {}, "a character that is not text"),
        ("1. a1 \ud800", {"compress": False}, "a character that is not text"),
        ("1. a1", {"site": "playtak.com", "ply": 1}, "holds a game and nothing else"),
        ("1. a1", {"site": "playtak.com", "name": "x"}, "holds a game and nothing else"),
        ("1. a1", {"ply": -1}, "-1 is not the index of a ply"),
        ("1. a1", {"others": (("a&b", "1"),)}, "`a&b` can't be the name"),
        ("1. a1", {"others": (("ply", "1"),)}, "`ply` can't be the name"),
        ("1. a1", {"others": (("a", "\ud800"),)}, "the value of `a` holds a character that is not text"),
        ("1. a1", {"others": (("a", "b" * (MAX_TEXT + 1)),)}, "the value of `a` is too long for a link"),
    ):
        with pytest.raises(PtnError, match=re.escape(message)):
            make_link(game, **options)
    with pytest.raises(ValueError, match=re.escape("no links are made to 'foo': ptn.ninja or playtak.com expected")):
        make_link("1. a1", site="foo", compress=False)  # type: ignore[arg-type]


def test_without_the_package_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lzstring", None)
    for refused in (lambda: parse_link(f"https://ptn.ninja/{PACKED}"), lambda: make_link(TEXT)):
        with pytest.raises(PtnError, match="python -m pip install lzstring"):
            refused()
    assert parse_link(f"https://ptn.ninja/{PERCENT}&name=demo").name == "demo"
    assert make_link(TEXT, compress=False) == f"https://ptn.ninja/{PERCENT}"


# Bounds


def bits(code: int, width: int) -> str:
    return f"{code:0{width}b}"[::-1]


def codes(pieces: int) -> str:
    """The bits of a text whose every code stands for a piece that is one unit longer than the one before."""
    stream = bits(0, 2) + bits(ord("a"), 8)
    known, width, room = 4, 3, 4
    for _ in range(pieces):
        stream += bits(known, width)
        known += 1
        room -= 1
        if room == 0:
            room = 1 << width
            width += 1
    return stream + bits(2, width)


def bomb(pieces: int) -> str:
    """Such a text, compressed."""
    stream = codes(pieces)
    stream += "0" * (-len(stream) % 6)
    alphabet = links._ALPHABET
    return "".join(alphabet[int(stream[at : at + 6], 2)] for at in range(0, len(stream), 6))


def test_texts_that_end_with_their_last_bit() -> None:
    exact = 0
    for pieces in range(1, 60):
        packed = bomb(pieces)
        exact += len(codes(pieces)) % 6 == 0
        assert len(parse_link(f"https://ptn.ninja/{packed}").text) == sum(range(1, pieces + 2))
        assert links._unpacked_length(packed[:-1]) is None
    assert exact >= 5


def test_a_text_of_half_characters_is_none() -> None:
    packed = links._lzstring().compressToEncodedURIComponent("1. a1 \ud800")
    with pytest.raises(PtnSyntaxError, match="can't be unpacked"):
        parse_link(f"https://ptn.ninja/{packed}")
    assert parse_link(f"https://ptn.ninja/{PACKED}&name={packed}").name == packed


def test_a_bomb_is_refused_before_it_is_unpacked() -> None:
    small = bomb(100)
    assert links._unpacked_length(small) == sum(range(1, 102)) == len(parse_link(f"https://ptn.ninja/{small}").text)
    big = bomb(50_000)  # 1.2 thousand million units in 128,000 letters
    assert len(big) < links.MAX_PACKED
    started = time.perf_counter()
    with pytest.raises(PtnSyntaxError) as caught:
        parse_link(f"https://ptn.ninja/{big}")
    assert caught.value.diagnostic.message == "the compressed text unpacks to more than 1,048,576 characters"
    with pytest.raises(PtnSyntaxError):
        parse_link(f"https://ptn.ninja/{PERCENT}&name={big}")
    assert time.perf_counter() - started < 5


def test_long_links_are_answered_shortly() -> None:
    for url in (
        "https://ptn.ninja/" + "N" * 1_000_000,
        "https://ptn.ninja/" + "%" * 1_000_000,
        "https://ptn.ninja/a.&" + "&" * 1_000_000 + "ply=x",
        "https://ptn.ninja/a." + "&a" * 500_000 + "&ply=x",
        "https://playtak.com/?" + "load=" * 1_000_000,
        "h" * 1_000_000,
        "https://ptn.ninja/." + "a" * links.MAX_URL,
    ):
        with pytest.raises(PtnSyntaxError) as caught:
            parse_link(url) if "load=" not in url else parse_link(url + "&load=%")
        assert len(str(caught.value)) < 1000


# lz-string


@pytest.mark.parametrize(("text", "packed"), VECTORS.items())
def test_vectors_of_the_original(text: str, packed: str) -> None:
    assert links._unpacked_length(packed) == len(links._as_units(text))
    assert links._lzstring().compressToEncodedURIComponent(links._as_units(text)) == packed
    if text:
        assert make_link(text) == f"https://ptn.ninja/{packed}"
        assert parse_link(f"https://ptn.ninja/{packed}").text == text


@given(any_text, any_text, st.booleans(), st.none() | st.integers(0, 999), st.booleans())
def test_links_round_trip(text: str, name: str, compress: bool, ply: int | None, after: bool) -> None:
    url = make_link(text, name=name, ply=ply, after=after, compress=compress)
    assert url.isascii()
    assert not re.search(r"\s", url)
    assert parse_link(url) == Link("ptn.ninja", text, name, ply, after and ply is not None)
    assert parse_link(make_link(text, site="playtak.com")) == Link("playtak.com", text)


@given(link_letters.filter(bool), link_letters.filter(bool))
def test_texts_that_look_compressed_round_trip(text: str, name: str) -> None:
    for compress in (True, False):
        link = parse_link(make_link(text, name=name, compress=compress))
        assert (link.text, link.name) == (text, name)


@pytest.mark.parametrize("text", ["Q", "IZA", "CYUwtg9kA", PACKED, "demo", "a1"])
def test_texts_that_are_compressed_round_trip(text: str) -> None:
    for compress in (True, False):
        link = parse_link(make_link(text, name=text, compress=compress))
        assert (link.text, link.name) == (text, text)


@given(link_letters)
def test_any_letters_are_unpacked_or_refused(letters: str) -> None:
    try:
        link = parse_link(f"https://ptn.ninja/{letters}")
    except PtnSyntaxError:
        return
    assert links._unpacked_length(letters) == len(links._as_units(link.text))


@given(st.text(max_size=100))
def test_any_text_is_a_link_or_refused(text: str) -> None:
    for url in (text, f"https://ptn.ninja/{text}", f"https://playtak.com/?{text}", f"https://ptn.ninja/a.&{text}"):
        try:
            parse_link(url)
        except PtnSyntaxError as error:
            where = error.diagnostic.where
            assert where is not None
            assert 0 <= where.offset <= len(url)


def test_games_of_the_collection_round_trip(corpus: Path) -> None:
    seen = 0
    for path in sorted((corpus / "games").glob("*.ptn"))[::7]:
        for entry in list(read_games(path))[:3]:
            if entry.game is None or not entry.game.plies:
                continue
            seen += 1
            written = entry.game.to_ptn()
            for compress in (True, False):
                link = parse_link(make_link(entry.game, compress=compress))
                assert link.text == written.rstrip("\n")
                assert parse_game(link.text, size=entry.game.size or 5) == entry.game
    assert seen > 20
