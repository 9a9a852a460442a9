"""The memory of one message: bytes that grow with use, in words of 32 bytes."""

from __future__ import annotations

from yulopt.evm.halt import Halt, HaltKind, unsupported
from yulopt.syntax.literals import WORD_BYTES


class Memory:
    """Bytes, zero at first. An access beyond `limit` bytes halts with OUT_OF_MEMORY.

    An access of length 0 touches nothing, at any address. With `reads_are_free`, pure reads of
    memory (`mload` and `keccak256`) get zeros beyond the limit instead.
    """

    __slots__ = ("_bytes", "_limit", "_reads_are_free")

    def __init__(self, limit: int, reads_are_free: bool = False) -> None:
        self._bytes = bytearray()
        self._limit = limit
        self._reads_are_free = reads_are_free

    @property
    def size(self) -> int:
        """The result of `msize`: the number of bytes in use, a multiple of 32."""
        return len(self._bytes)

    def is_out_of_reach(self, start: int, length: int) -> bool:
        """Whether a free read of these bytes gives zero."""
        return self._reads_are_free and length > 0 and start + length > self._limit

    def touch(self, start: int, length: int) -> None:
        """Bring the bytes of a range into use."""
        if length == 0:
            return
        missing = start + length - len(self._bytes)
        if missing > 0:
            if start + length > self._limit:
                raise Halt(
                    HaltKind.OUT_OF_MEMORY,
                    reason=f"memory up to byte {start + length:#x} is needed,"
                    f" more than the limit of {self._limit:#x}",
                )
            self._bytes.extend(bytes(missing + -(start + length) % WORD_BYTES))

    def load_word(self, start: int) -> int:
        """The word at an offset."""
        end = start + WORD_BYTES
        if end > len(self._bytes):
            if self.is_out_of_reach(start, WORD_BYTES):
                return 0
            self.touch(start, WORD_BYTES)
        return int.from_bytes(self._bytes[start:end], "big")

    def store_word(self, start: int, word: int) -> None:
        """Write a word."""
        end = start + WORD_BYTES
        if end > len(self._bytes):
            self.touch(start, WORD_BYTES)
        self._bytes[start:end] = word.to_bytes(WORD_BYTES, "big")

    def store_byte(self, offset: int, byte: int) -> None:
        """Write one byte."""
        self.touch(offset, 1)
        self._bytes[offset] = byte

    def read(self, start: int, length: int) -> bytes:
        """Some bytes."""
        if length == 0:
            return b""
        self.touch(start, length)
        return bytes(self._bytes[start : start + length])

    def write(self, start: int, content: bytes) -> None:
        """Write some bytes."""
        if content:
            self.touch(start, len(content))
            self._bytes[start : start + len(content)] = content


class WatchedMemory(Memory):
    """Memory in which the bytes from `start` to `end` must not be used; that is unsupported.

    It detects programs that break the promise of `memoryguard`.
    """

    __slots__ = ("_end", "_start")

    def __init__(self, limit: int, reads_are_free: bool, start: int, end: int) -> None:
        super().__init__(limit, reads_are_free)
        self._start = start
        self._end = end

    def touch(self, start: int, length: int) -> None:
        self._check(start, length)
        super().touch(start, length)

    def load_word(self, start: int) -> int:
        self._check(start, WORD_BYTES)
        return super().load_word(start)

    def store_word(self, start: int, word: int) -> None:
        self._check(start, WORD_BYTES)
        super().store_word(start, word)

    def _check(self, start: int, length: int) -> None:
        if length and start < self._end and start + length > self._start:
            raise unsupported("the program uses memory that it left to the compiler")


def padded_slice(content: bytes, start: int, length: int) -> bytes:
    """Some bytes of `content`, zero-extended."""
    return content[start : start + length].ljust(length, b"\0")
