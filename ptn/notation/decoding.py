"""Bytes to text, block by block: gzip and encodings."""

from __future__ import annotations

import codecs
import gzip
import io
import zlib
from collections.abc import Iterator
from typing import BinaryIO, Final

from ptn.core.codes import BAD_GZIP, NOT_UTF8, Code

_BLOCK: Final = 1 << 18
GZIP_MAGIC: Final = b"\x1f\x8b"
"""The first bytes of anything that gzip has compressed."""


class Undecodable(Exception):
    """Bytes that the decoder or the decompressor refuses."""

    def __init__(self, kind: Code, message: str, name: str) -> None:
        super().__init__(message)
        self.kind = kind
        self.name = name


def decoded(stream: BinaryIO, name: str, encoding: str) -> Iterator[str]:
    """Yield text in blocks; bytes that are not UTF-8 stay as lone surrogates, for the reading of the game to report."""
    head = stream.read(2)
    rest: BinaryIO = io.BufferedReader(PutBack(head, stream))
    if head == GZIP_MAGIC:
        rest = gzip.GzipFile(fileobj=rest)  # type: ignore[assignment]
    utf8 = codecs.lookup(encoding).name == "utf-8"
    decoder = codecs.getincrementaldecoder(encoding)(errors="surrogateescape" if utf8 else "strict")
    done = 0
    while True:
        try:
            block = rest.read(_BLOCK)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise Undecodable(BAD_GZIP, f"the compressed data is damaged: {error}", name) from None
        try:
            text = decoder.decode(block, final=not block)
        except UnicodeDecodeError as error:
            offset = done + len(block) - len(error.object) + error.start  # the object begins with bytes held back
            message = f"the byte 0x{error.object[error.start]:02x} at offset {offset} is not {encoding}"
            raise Undecodable(NOT_UTF8, message, name) from None
        except UnicodeError as error:  # such as UTF-16 without the mark that tells the order of bytes
            raise Undecodable(NOT_UTF8, f"the input is not {encoding}: {error}", name) from None
        done += len(block)
        if text:
            yield text
        if not block:
            return


class PutBack(io.RawIOBase):
    """A stream with bytes that were read from it put back in front."""

    def __init__(self, head: bytes, stream: BinaryIO) -> None:
        self._head = head
        self._stream = stream

    def readable(self) -> bool:
        """Whether it can be read: it can."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill a buffer as far as bytes come at once, and return how many; 0 is the end."""
        if self._head:
            count = min(len(self._head), len(buffer))
            buffer[:count], self._head = self._head[:count], self._head[count:]
            return count
        block = self._stream.read(len(buffer))
        buffer[: len(block)] = block
        return len(block)
