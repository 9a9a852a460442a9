"""Hashes with the interface of pycryptodome.

The functions of the page are looked up at each call: objects of JavaScript cannot be kept in the
snapshot of Python that the page starts from.
"""

from __future__ import annotations


class Hash:
    """A hash that was computed."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    def digest(self) -> bytes:
        """The bytes of the hash."""
        return self._content
