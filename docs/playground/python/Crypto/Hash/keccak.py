"""Keccak, of 256 bits only."""

from __future__ import annotations

from . import Hash


def new(*, digest_bits: int, data: bytes) -> Hash:
    """The hash of some bytes."""
    from js import keccak256

    assert digest_bits == 256
    return Hash(keccak256(data).to_bytes())
