"""Call profiles as JSON, with the number of calls of each selector, and as a file."""

from __future__ import annotations

import re
from typing import Final

from yulopt.frequency.call_profile import SELECTOR_BYTES, CallProfile

_SELECTOR: Final = re.compile(rf"0x[0-9a-f]{{{2 * SELECTOR_BYTES}}}")
# The maximum weight in a file of calls.
_LARGEST_WEIGHT: Final = (1 << 62) - 1


def selector_text(selector: int) -> str:
    """A selector with all of its digits."""
    return f"0x{selector:0{2 * SELECTOR_BYTES}x}"


def profile_record(calls: CallProfile) -> dict[str, int]:
    """A profile for JSON."""
    return {selector_text(selector): count for selector, count in calls.counts.items()}


def calls_text(calls: CallProfile) -> str:
    """A file of calls with this profile (`yulopt.tune.call_files` reads it)."""
    lines: list[str] = []
    for selector, count in calls.counts.items():
        while count > 0:
            weight = min(count, _LARGEST_WEIGHT)
            lines.append(f"weight {weight}  data {selector_text(selector)}\n")
            count -= weight
    return "".join(lines)


def profile_from(record: object) -> CallProfile:
    """Parse the record of a profile; raises ValueError for an invalid one."""
    if not isinstance(record, dict):
        raise ValueError("an object of selectors and numbers is expected")
    counts: dict[int, int] = {}
    for digits, count in record.items():
        if not isinstance(digits, str) or not _SELECTOR.fullmatch(digits):
            raise ValueError(f"{digits!r} is not a selector like {selector_text(0xA9059CBB)}")
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            raise ValueError(f"{digits} is called {count!r} times, not a number")
        counts[int(digits, 16)] = count
    return CallProfile(counts)
