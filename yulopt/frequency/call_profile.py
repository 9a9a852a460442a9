"""A profile of calls: how often each function of a contract is called.

Functions are told apart by their selectors, the first four bytes of what is sent. What is called
how often is all that a profile holds, so it does not matter how a contract looks that was called.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

SELECTOR_BYTES: Final = 4
_SELECTOR_LIMIT: Final = 1 << 8 * SELECTOR_BYTES


class CallProfile:
    """How often each selector is called, in terms of the others; equal to any other that says so.

    `counts` has a whole number for each selector that was called. Raises ValueError for what is no
    selector, and for numbers below zero; TypeError for other types.
    """

    def __init__(self, counts: Mapping[int, int]) -> None:
        numbers: tuple[object, ...] = (*counts, *counts.values())
        for number in numbers:
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"a profile has whole numbers, not {number!r}")
        for selector, count in counts.items():
            if not 0 <= selector < _SELECTOR_LIMIT:
                raise ValueError(f"{selector} is no selector, which has four bytes")
            if count < 0:
                raise ValueError(f"0x{selector:08x} is called {count} times")
        self.counts = {selector: count for selector, count in sorted(counts.items()) if count > 0}

    @staticmethod
    def of_calls(calls: Iterable[tuple[bytes, int]]) -> CallProfile:
        """The profile of calls: what is sent, and how often. Without a selector it is left out."""
        counts: dict[int, int] = {}
        for data, count in calls:
            if len(data) >= SELECTOR_BYTES:
                selector = int.from_bytes(data[:SELECTOR_BYTES], "big")
                counts[selector] = counts.get(selector, 0) + count
        return CallProfile(counts)

    @property
    def total(self) -> int:
        """All calls together."""
        return sum(self.counts.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CallProfile) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(tuple(self.counts.items()))

    def __reduce__(self) -> tuple[type[CallProfile], tuple[dict[int, int]]]:
        # Processes are sent profiles, and a compiled class does not say by itself how it is made.
        return CallProfile, (self.counts,)

    def __repr__(self) -> str:
        counts = ", ".join(f"0x{selector:08x}: {n}" for selector, n in self.counts.items())
        return f"CallProfile({{{counts}}})"
