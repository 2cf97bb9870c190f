"""Bytes to text, block by block: gzip and encodings."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain
from typing import BinaryIO, Final

from ptn.core.codes import BAD_GZIP, NOT_UTF8, Code

_BLOCK: Final = 1 << 18
GZIP_MAGIC: Final = b"\x1f\x8b"
"""The first bytes of anything that gzip has compressed."""
_BYTE_ORDER_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "utf-32"), (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"),
)  # fmt: skip


class Undecodable(Exception):
    """Bytes that the decoder or the decompressor refuses."""

    def __init__(self, kind: Code, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.kind = kind
        self.hint = hint


def is_utf8(encoding: str) -> bool:
    """Whether an encoding is UTF-8 by any of its names; raise ``LookupError`` for an unknown one."""
    return codecs.lookup(encoding).name == "utf-8"


def decoded(stream: BinaryIO, encoding: str) -> Iterator[str]:
    """Yield text in blocks; bytes that are not UTF-8 stay as lone surrogates, for the reading of the game to report.

    Raises ``Undecodable`` behind all text that comes before the fault, and ``LookupError`` for an unknown encoding.
    """
    head = stream.read(2)
    whole: BinaryIO = io.BufferedReader(PutBack(head, stream))
    blocks = _unpacked(whole) if head == GZIP_MAGIC else iter(lambda: whole.read(_BLOCK), b"")
    utf8 = is_utf8(encoding)
    decoder = codecs.getincrementaldecoder(encoding)(errors="surrogateescape" if utf8 else "strict")
    done = 0
    for block in chain(blocks, (b"",)):
        if utf8 and not done and (other := _other_encoding(block)):
            message = f"the input is not UTF-8: it looks like {other.upper()}"
            raise Undecodable(NOT_UTF8, message, f"name the encoding: --encoding {other}")
        before = decoder.getstate()
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            held = len(error.object) - len(block)  # bytes of blocks before, of a character that was not whole
            decoder.setstate(before)
            with suppress(UnicodeError):
                yield decoder.decode(block[: max(0, error.start - held)])
            message = (
                f"the byte 0x{error.object[error.start]:02x} at offset {done - held + error.start} is not {encoding}"
            )
            raise Undecodable(NOT_UTF8, message) from None
        except UnicodeError as error:  # such as UTF-16 without the mark that tells the order of bytes
            hint = "name the order of bytes too, such as --encoding utf-16-le" if "BOM" in str(error) else ""
            raise Undecodable(NOT_UTF8, f"the input is not {encoding}: {error}", hint) from None
        done += len(block)
        if text:
            yield text


def _unpacked(stream: BinaryIO) -> Iterator[bytes]:
    """Yield compressed data unpacked, up to where it is damaged, and raise ``Undecodable`` there."""
    unpacked = gzip.GzipFile(fileobj=stream)
    while True:
        parts: list[bytes] = []
        wanted, fault = _BLOCK, None
        try:
            while wanted > 0 and (part := unpacked.read1(wanted)):
                parts.append(part)
                wanted -= len(part)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            fault = Undecodable(BAD_GZIP, f"the compressed data is damaged: {error}")
        if parts:
            yield b"".join(parts)
        if fault is not None:
            raise fault
        if wanted > 0:
            return


def _other_encoding(start: bytes) -> str | None:
    """Return the encoding of which the first bytes of an input leave no doubt, when that is not UTF-8."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if start.startswith(mark):
            return encoding
    start = start[:64]
    even, odd = start[::2].count(0), start[1::2].count(0)
    if len(start) < 4 or max(even, odd) < len(start) // 4 or min(even, odd):  # half of the characters tell enough
        return None
    return "utf-16-be" if even else "utf-16-le"


class PutBack(io.RawIOBase):
    """A stream with bytes that were read from it put back in front.

    Behind the end nothing more is asked for: a terminal would wait for another Ctrl-D.
    """

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head = head
        self._read = getattr(stream, "read1", stream.read)  # a raw stream has no read1, and its read is one
        self._ended = False

    def readable(self) -> bool:
        """Whether it can be read: it can."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer as far as bytes come at once, and return how many; 0 is the end."""
        if self._head:
            count = min(len(self._head), len(buffer))
            buffer[:count], self._head = self._head[:count], self._head[count:]
            return count
        block = b"" if self._ended else self._read(len(buffer))
        self._ended = not block
        buffer[: len(block)] = block
        return len(block)
