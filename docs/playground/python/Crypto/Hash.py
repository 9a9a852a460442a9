"""Keccak-256 and RIPEMD-160, with the interface of pycryptodome.

The functions of the page are looked up at each call: objects of JavaScript cannot be kept in the
snapshot of Python that the page starts from.
"""

from __future__ import annotations


class _Hash:
    def __init__(self, content: bytes) -> None:
        self._content = content

    def digest(self) -> bytes:
        """The bytes of the hash."""
        return self._content


class keccak:
    """Keccak, of 256 bits only."""

    @staticmethod
    def new(*, digest_bits: int, data: bytes) -> _Hash:
        """The hash of some bytes."""
        from js import keccak256

        assert digest_bits == 256
        return _Hash(keccak256(data).to_bytes())


class RIPEMD160:
    """RIPEMD-160."""

    @staticmethod
    def new(data: bytes) -> _Hash:
        """The hash of some bytes."""
        from js import ripemd160

        return _Hash(ripemd160(data).to_bytes())
