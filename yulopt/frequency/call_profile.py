"""A call profile: the number of calls of each function of a contract.

Functions are identified by their selectors, the first four bytes of the call data. A profile holds
only numbers of calls, so it is independent of the contract's code.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

SELECTOR_BYTES: Final = 4
_SELECTOR_LIMIT: Final = 1 << 8 * SELECTOR_BYTES


class CallProfile:
    """The relative number of calls of each selector, compared by value.

    `counts` maps each called selector to an integer. Raises ValueError for invalid selectors, and
    for negative numbers; TypeError for other types.
    """

    def __init__(self, counts: Mapping[int, int]) -> None:
        numbers: tuple[object, ...] = (*counts, *counts.values())
        for number in numbers:
            if not isinstance(number, int) or isinstance(number, bool):
                raise TypeError(f"a profile has whole numbers, not {number!r}")
        for selector, count in counts.items():
            if not 0 <= selector < _SELECTOR_LIMIT:
                raise ValueError(f"{selector} is not a selector, which has four bytes")
            if count < 0:
                raise ValueError(f"0x{selector:08x} is called {count} times")
        self.counts = {selector: count for selector, count in sorted(counts.items()) if count > 0}

    @staticmethod
    def of_calls(calls: Iterable[tuple[bytes, int]]) -> CallProfile:
        """The profile of calls, given as call data and counts; those without a selector are
        ignored."""
        counts: dict[int, int] = {}
        for data, count in calls:
            if len(data) >= SELECTOR_BYTES:
                selector = int.from_bytes(data[:SELECTOR_BYTES], "big")
                counts[selector] = counts.get(selector, 0) + count
        return CallProfile(counts)

    @property
    def total(self) -> int:
        """The total number of calls."""
        return sum(self.counts.values())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CallProfile) and self.counts == other.counts

    def __hash__(self) -> int:
        return hash(tuple(self.counts.items()))

    def __reduce__(self) -> tuple[type[CallProfile], tuple[dict[int, int]]]:
        # Profiles are sent to other processes, and compiled classes do not pickle by default.
        return CallProfile, (self.counts,)

    def __repr__(self) -> str:
        counts = ", ".join(f"0x{selector:08x}: {n}" for selector, n in self.counts.items())
        return f"CallProfile({{{counts}}})"
