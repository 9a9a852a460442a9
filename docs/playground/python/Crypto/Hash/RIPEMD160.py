"""RIPEMD-160."""

from __future__ import annotations

from . import Hash


def new(data: bytes) -> Hash:
    """The hash of some bytes."""
    from js import ripemd160

    return Hash(ripemd160(data).to_bytes())
