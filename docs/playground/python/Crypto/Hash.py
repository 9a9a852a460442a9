"""Keccak-256 and RIPEMD-160, with the interface of pycryptodome."""

from __future__ import annotations

# The module that the page registers: functions from bytes to bytes.
import page_hashes


class _Digest:
    def __init__(self, content: bytes) -> None:
        self._content = content

    def digest(self) -> bytes:
        """The bytes of the hash."""
        return self._content


class keccak:
    """Keccak, of 256 bits only."""

    @staticmethod
    def new(*, digest_bits: int, data: bytes) -> _Digest:
        """The hash of some bytes."""
        assert digest_bits == 256
        return _Digest(page_hashes.keccak256(data))


class RIPEMD160:
    """RIPEMD-160."""

    @staticmethod
    def new(data: bytes) -> _Digest:
        """The hash of some bytes."""
        return _Digest(page_hashes.ripemd160(data))
