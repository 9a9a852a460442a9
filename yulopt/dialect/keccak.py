"""Keccak-256, the hash of the EVM (not the SHA-3 of the later standard)."""

from __future__ import annotations


def keccak256(data: bytes) -> bytes:
    """The 32-byte Keccak-256 hash of some bytes."""
    # Most programs need no hash, and the import is slower than most programs.
    from Crypto.Hash import keccak

    return keccak.new(digest_bits=256, data=data).digest()
