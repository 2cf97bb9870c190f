"""The fine reading of one game: word by word, so that everything that is said of it has a place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Final

from lark import Token

from ptn.core.codes import (
    BAD_MARK,
    BLACK_FIRST,
    BRANCH_PLACE,
    COMMENT_WITH_TAG,
    LONE_MARK,
    NOT_A_MOVE,
    NOT_A_RESULT,
    NOT_UTF8,
    PLACEMENT_COUNT,
    PLACEMENT_SMASH,
    REPEATED_RESULT,
    RESULT_CONFLICT,
    RESULT_SPELLING,
    TAG_ESCAPE,
    Code,
)  # fmt: skip
from ptn.core.errors import Diagnostic
from ptn.core.findings import Findings
from ptn.core.moves import Place
from ptn.core.result import RESULTS
from ptn.core.setup import Setup
from ptn.core.source import Source
from ptn.notation.cutter import TAG, is_branch_label
from ptn.notation.explain import explain, quoted
from ptn.notation.faults import broken_text
from ptn.notation.numbering import Announcement, NumberRemark
from ptn.notation.parser import NotRead, game_tokens
from ptn.notation.ply import Comment, Ply, marks_of, read_ply
from ptn.notation.record import (
    STANDARD_LABEL,
    Branch,
    Entry,
    Game,
    MoveNumber,
    Tag,
    Tags,
    Terminator,
    ply_label,
    standard_numbers,
)  # fmt: skip
from ptn.notation.tags import ESCAPE, RESULT_SPELLINGS, TAG_PARTS, opens_with_stack, read_setup, read_tag

_WORD: Final = re.compile(r"\S+")
_NUMBER: Final = re.compile(r"([0-9]+)(\.*)", re.ASCII)
_PLACEHOLDER: Final = re.compile(r"[-.]+")
_LONE_MARKS: Final = re.compile(r"[*'\"?!‘’“”]+")
UNDECODED: Final = re.compile("[\udc80-\udcff]")
"""A byte that could not be decoded, kept as a lone surrogate."""
TAG_LINE_INSIDE: Final = re.compile(rf"[\r\n][ \t\ufeff]*({TAG})")
"""A line within a comment that looks like a tag."""


def count_bytes(text: str) -> int:
    """Return the length of a text in UTF-8; a byte that could not be decoded, kept as a surrogate, counts as one."""
    if text.isascii():
        return len(text)
    return len(text.encode("utf-8", "surrogatepass")) - 2 * len(UNDECODED.findall(text))


class _Stop(Exception):
    """The first fault of a game has been reported; what was read before it is kept."""


@dataclass(slots=True)
class _Line:
    """The main line or a branch while it is read."""

    first: int
    label: str = ""
    parent: int | None = None
    at: int = 0
    plies: list[Ply] = field(default_factory=list)
    notes: dict[int, list[Comment]] = field(default_factory=dict)
    lone_marks: list[str] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    leading: list[Comment] = field(default_factory=list)
    terminator: Terminator | None = None
    terminator_span: tuple[int, int] = (0, 0)
    closing: list[Comment] = field(default_factory=list)
    numbers: dict[int, list[str]] = field(default_factory=dict)
    number_spans: list[tuple[int, int]] = field(default_factory=list)
    loose_label: tuple[int, str] | None = None  # a comment like a label, and how many numbers stand before it
    shift: int | None = 0

    @property
    def ordinal(self) -> int:
        return self.first + len(self.plies)

    def take_marks(self) -> None:
        """Give the marks that stand apart behind the last ply to it, as if they followed it without a blank."""
        if self.lone_marks:
            last, word = self.plies[-1], "".join(self.lone_marks)
            self.plies[-1] = replace(last, marks=(*last.marks, *marks_of(word)), text=last.text + word)
            self.lone_marks.clear()

    def joined(self, word: str) -> str:
        """Return the mark that marks apart would become part of if they followed the last ply without a blank."""
        before = marks_of(self.lone_marks[-1]) if self.lone_marks else self.plies[-1].marks
        joined = marks_of(before[-1] + word) if before else ()
        return "" if joined == (*before[-1:], *marks_of(word)) or not before else joined[0]

    def noted_plies(self) -> tuple[Ply, ...]:
        """Return the plies with their comments."""
        self.take_marks()
        for index, comments in self.notes.items():
            self.plies[index] = replace(self.plies[index], comments=tuple(comments))
        return tuple(self.plies)

    def odd_numbers(self) -> tuple[MoveNumber, ...] | None:
        """Return the move numbers as found, None when they are those of the standard form."""
        if self.numbers == standard_numbers(self.first, len(self.plies), branch=bool(self.label)):
            return None
        return tuple(MoveNumber(before, text) for before, texts in self.numbers.items() for text in texts)


@dataclass(frozen=True, slots=True)
class Places:
    """Where things stand in the text of a game, as offsets from and up to."""

    tags: list[tuple[int, int]]
    plies: list[tuple[int, int]]
    branches: list[list[tuple[int, int]]]
    terminator: tuple[int, int]
    end: int


def find_places(game: Game) -> Places:
    """Find the places of a game's tags and plies in its source by reading it once more, finely.

    Raises ``ValueError`` when the game has no source.
    """
    if game.source is None:
        raise ValueError("the game was not read from a text")
    reading = FineReading(game.source, game.number, None)
    reading.run()
    main, *branches = reading.lines
    end = len(game.source.text.rstrip())
    return Places(reading.tag_spans, main.spans, [line.spans for line in branches], main.terminator_span, end)


class FineReading:
    """Reads one game word by word, so that everything that is said of it has a place."""

    def __init__(self, source: Source, number: int, size: int | None) -> None:
        self.source = source
        self.text = source.text
        self.number = number
        self.size = size
        self.diagnostics = Findings()
        self.tags: list[Tag] = []
        self.tag_spans: list[tuple[int, int]] = []
        self.setup: Setup | None = None
        self.start_known = True
        self.lines: list[_Line] = [_Line(0)]
        self.line_of = {"": 0}  # the index of a line by its label
        self.at_branch = False

    def run(self) -> Entry:
        """Read the game up to its end or its first fault."""
        tokens, fault = self._tokens()
        try:
            for token in tokens:
                self._token(token)
            if fault is not None:
                self._fault(*fault)
        except _Stop:
            stopped = True
        else:
            stopped = False
            self._end_line()
        self.diagnostics.close()
        whole = not stopped or len(self.lines) > 1 or self.at_branch
        return Entry(self.number, self.source, self._game(), tuple(self.diagnostics), whole)

    def _game(self) -> Game:
        main, *branches = self.lines
        if not main.plies and main.terminator is None:
            main.first = read_setup(Tags(tuple(self.tags)), self.size).first or 0
        return Game(
            Tags(tuple(self.tags)),
            main.noted_plies(),
            tuple(main.leading),
            main.terminator,
            tuple(main.closing),
            tuple(
                Branch(
                    line.label, line.parent, line.at, line.noted_plies(), tuple(line.leading), line.terminator,
                    tuple(line.closing), line.odd_numbers(),
                )
                for line in branches
            ),
            main.first,
            self.source,
            self.number,
            main.odd_numbers(),
        )  # fmt: skip

    def _tokens(self) -> tuple[list[Token], tuple[Code, str, int, int, str] | None]:
        """Return the tokens up to the first place that the grammar can't read, and what is wrong there."""
        text, fault = self.text, None
        undecoded = None if text.isascii() else UNDECODED.search(text)
        if undecoded is not None:
            at = undecoded.start()
            byte, before = ord(text[at]) - 0xDC00, self.source.byte_offset + count_bytes(text[:at])
            fault = (
                NOT_UTF8, f"the byte 0x{byte:02x} at offset {before} is not UTF-8", at, at + 1,
                "if the file is in another encoding, name it, such as --encoding latin-1",
            )  # fmt: skip
            while at and not text[at - 1].isspace():  # back to the start of the word it spoils
                at -= 1
            text = text[:at]
        while True:
            try:
                return game_tokens(text), fault
            except NotRead as error:
                fault = fault or broken_text(self.source, error.offset)
                text = text[: error.offset]

    # -- what is said ----

    def _say(self, kind: Code, message: str, start: int, end: int, hint: str = "", ply: str | None = None) -> None:
        if not self.diagnostics.takes(kind):
            return
        where = self.source.locate(start, end)
        self.diagnostics.append(Diagnostic.of(kind, message, hint=hint, where=where, ply=ply, game=self.number))

    def _fault(self, kind: Code, message: str, start: int, end: int, hint: str = "") -> None:
        line = self.lines[-1]
        ply = ply_label(line.ordinal) if line.plies or line.label else None
        self._say(kind, message, start, end, hint, ply)
        raise _Stop

    # -- tokens ----

    def _token(self, token: Token) -> None:
        start, text = token.start_pos or 0, token.rstrip()
        line = self.lines[-1]
        if token.type == "TAGS":
            for parts in TAG_PARTS.finditer(token):
                self._tag(parts, start)
        elif token.type == "COMMENT":
            if is_branch_label(self.text, start) and (len(self.lines) > 1 or line.plies or line.terminator):
                self._end_line()
                self.at_branch = True
                self._begin_branch(text[1:-1], start, start + len(text))
            else:
                self._comment(text, start)
        else:
            if line.first == 0 and len(self.lines) == 1 and not line.plies and self.setup is None:
                tags = Tags(tuple(self.tags))
                reading = read_setup(tags, self.size)
                self.setup, self.start_known = reading.setup, reading.first is not None
                line.first = reading.first or 0
                line.shift = 0 if self.start_known else None
            if token.type == "RESULT":
                self._result(text, start, start + len(text))
            else:
                for word in _WORD.finditer(token):
                    self._word(word[0], start + word.start())

    def _tag(self, parts: re.Match[str], shift: int) -> None:
        start, end = shift + parts.start(), shift + parts.end()
        value = parts[2]
        for escape in ESCAPE.finditer(value):
            if escape[1] not in '"\\':
                at = shift + parts.start(2) + escape.start()
                self._say(
                    TAG_ESCAPE, f"the backslash before {quoted(escape[1])} escapes nothing and is kept", at, at + 2,
                    'a backslash is written \\\\, a quotation mark \\"',
                )  # fmt: skip
        self.tags.append(read_tag(parts[0]))
        self.tag_spans.append((start, end))

    def _comment(self, token: str, start: int) -> None:
        line = self.lines[-1]
        inner = TAG_LINE_INSIDE.search(token)
        if inner is not None:
            at = start + inner.start(1)
            self._say(
                COMMENT_WITH_TAG, "a comment holds a line that looks like a tag", at, start + inner.end(1),
                "if a } is missing before it, the comment has swallowed the next game",
            )  # fmt: skip
        comment = Comment(token[1:-1])
        if STANDARD_LABEL.fullmatch(comment.text):
            line.loose_label = len(line.number_spans), comment.text
        if line.terminator is not None:
            line.closing.append(comment)
        elif line.plies:
            line.notes.setdefault(len(line.plies) - 1, []).append(comment)
        else:
            line.leading.append(comment)

    def _result(self, code: str, start: int, end: int) -> None:
        line = self.lines[-1]
        if code not in RESULT_SPELLINGS:
            known = " ".join(RESULTS)
            self._fault(NOT_A_RESULT, f"{quoted(code)} is not a result", start, end, f"results are {known}")
        result = RESULT_SPELLINGS[code]
        if line.terminator is not None:
            if line.terminator.result != result:
                self._fault(
                    RESULT_CONFLICT, f"{quoted(code)} follows the result {quoted(line.terminator.text)}", start, end,
                    "a game has one result",
                )  # fmt: skip
            self._say(REPEATED_RESULT, f"the result {quoted(code)} stands twice", start, end, "remove one of them")
            return
        if code not in RESULTS and code != "*":
            self._say(
                RESULT_SPELLING, f"the result {quoted(code)} means {result or 'no result'}", start, end,
                f"it is written {result or '*'}",
            )  # fmt: skip
        line.terminator = Terminator(code, result)
        line.terminator_span = (start, end)

    # -- words ----

    def _word(self, word: str, start: int) -> None:
        line = self.lines[-1]
        assert line.terminator is None, "the cutter ends a game at its result"
        number = _NUMBER.match(word)
        if number is not None and (number[2] or number.end() == len(word)):
            if len(number[1]) > 6:
                message = f"the move number {quoted(word)} is out of range: it has at most six digits"
                self._fault(NOT_A_MOVE, message, start, start + len(word))
            self._number_word(number[0], start)
            start += number.end()
            word = word[number.end() :]
            if not word:
                return
        if word.startswith(".."):  # `12. ...c3`
            dots = len(word) - len(word.lstrip("."))
            if dots < len(word):
                self._number_word(word[:dots], start)
                start += dots
                word = word[dots:]
        end = start + len(word)
        if _PLACEHOLDER.fullmatch(word):
            self._number_word(word, start)
            return
        if _LONE_MARKS.fullmatch(word) and line.plies and word != "*":
            last = line.plies[-1]
            if "*" in word and isinstance(last.move, Place):
                at = start + word.index("*")
                self._fault(PLACEMENT_SMASH, "the mark * needs a spread: a placement smashes nothing", at, at + 1)
            joined = line.joined(word)
            if joined:
                self._fault(
                    BAD_MARK, f"the mark {quoted(word)} stands apart, and joined to those before it makes {joined}",
                    start, end, "marks follow a ply without a blank; remove those that are not meant",
                )  # fmt: skip
            self._say(
                LONE_MARK, f"the mark {quoted(word)} stands apart from its ply", start, end,
                "marks follow a ply without a blank", ply_label(line.ordinal - 1),
            )  # fmt: skip
            line.lone_marks.append(word)
            return
        self._judge_numbers(word)
        ply = read_ply(word)
        size = self.setup.size if self.setup else self.size
        if ply is None:
            if word in RESULT_SPELLINGS:
                self._fault(NOT_A_MOVE, f"a blank is missing before the result {quoted(word)}", start, end)
            remark = explain(word, size)
            self._fault(remark.kind, remark.message, start + remark.start, start + remark.end, remark.hint)
            return
        if (
            isinstance(ply.move, Place)
            and ply.move.count == 2
            and (line.ordinal or not opens_with_stack(Tags(tuple(self.tags))))
        ):
            self._fault(
                PLACEMENT_COUNT, f"a placement has no count: 2 stands before {ply.move.square}", start, start + 1,
                "only White's first ply of the opening double black stack is written so",
            )  # fmt: skip
        for remark in ply.remarks:
            self._say(
                remark.kind,
                remark.message,
                start + remark.start,
                start + remark.end,
                remark.hint,
                ply_label(line.ordinal),
            )
        line.take_marks()
        line.loose_label = None
        line.plies.append(ply)
        line.spans.append((start, end))

    def _number_word(self, word: str, start: int) -> None:
        """Take a move number or placeholder; what there is to say of it is said when the ply comes, or does not."""
        line = self.lines[-1]
        line.numbers.setdefault(len(line.plies), []).append(word)
        line.number_spans.append((start, start + len(word)))

    def _judge_numbers(self, word: str) -> None:
        """Say what is wrong with the numbers in front of the word of a ply."""
        line = self.lines[-1]
        if not line.number_spans:
            return
        announcement = Announcement(line.numbers[len(line.plies)], line.loose_label)
        announced = announcement.ordinal
        if line.shift is None:  # the start is unknown: the first number says where it is
            line.shift = 0 if announced is None else announced - line.ordinal
        due = line.ordinal + line.shift
        remark = announcement.remark(due, word, opens=not line.plies, strict=self.start_known, branch=bool(line.label))
        if announced is not None and announced // 2 != due // 2:
            line.shift = announced - line.ordinal
        if remark is not None:
            self._say_of_numbers(remark)
        line.number_spans.clear()

    def _say_of_numbers(self, remark: NumberRemark) -> None:
        spans = self.lines[-1].number_spans
        say = self._fault if remark.kind is BLACK_FIRST else self._say
        say(remark.kind, remark.message, spans[remark.first][0], spans[remark.last][1], remark.hint)

    def _end_line(self) -> None:
        """Say what was left open at the end of the main line or a branch."""
        line = self.lines[-1]
        if line.number_spans:
            self._say_of_numbers(Announcement(line.numbers[len(line.plies)]).without_ply())

    # -- branches ----

    def _begin_branch(self, label: str, start: int, end: int) -> None:
        *path, last = label.split("/")
        parent_label = "/".join(path)
        hint = "a label is the move number, w or b and a count, such as 14b1, below another branch 14b1/15w1"
        if not STANDARD_LABEL.fullmatch(label):
            message = f"{quoted(label)} is not the label of a branch: its numbers count from 1, without zeros in front"
            self._fault(BRANCH_PLACE, message, start, end, hint)
        if label in self.line_of:
            self._fault(BRANCH_PLACE, f"the branch {quoted(label)} stands twice", start, end, hint)
        if parent_label not in self.line_of:
            message = f"there is no branch {quoted(parent_label)} to leave"
            if self.text.find(f"{{{parent_label}}}", end) >= 0:
                message = f"the branch {quoted(parent_label)}, which this one leaves, stands further down"
                hint = "put a branch behind the one that it leaves"
            self._fault(BRANCH_PLACE, message, start, end, hint)
        parent_index = self.line_of[parent_label]
        parent = self.lines[parent_index]
        place = re.match(r"([0-9]+)([wb])", last)
        assert place is not None
        ordinal = 2 * (int(place[1]) - 1) + (place[2] == "b")
        at = ordinal - parent.first
        if not 0 <= at < len(parent.plies):
            line_name = f"the branch {quoted(parent_label)}" if parent_label else "the main line"
            self._fault(BRANCH_PLACE, f"{line_name} has no ply {place[0]} to replace", start, end, hint)
        self.line_of[label] = len(self.lines)
        self.lines.append(_Line(ordinal, label, parent_index - 1 if parent_index else None, at))
