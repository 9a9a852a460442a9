"""Makes an input smaller as long as it still shows the same symptom (delta debugging)."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from tests.fuzzing.token_mutations import tokens_of


def shrink(data: bytes, fails: Callable[[bytes], bool], seconds: float = 60.0) -> bytes:
    """The smallest input found in that time for which `fails` still holds.

    Removes ever smaller runs of tokens, then of bytes (Zeller and Hildebrandt, "Simplifying and
    isolating failure-inducing input", without the complements).
    """
    deadline = time.monotonic() + seconds

    def holds(parts: Sequence[bytes]) -> bool:
        return time.monotonic() < deadline and fails(b"".join(parts))

    try:
        parts = [token.encode() for token in tokens_of(data.decode())]
        data = b"".join(_fewer(parts, holds))
    except UnicodeDecodeError:
        pass
    return b"".join(_fewer([data[i : i + 1] for i in range(len(data))], holds))


def _fewer(parts: list[bytes], holds: Callable[[Sequence[bytes]], bool]) -> list[bytes]:
    size = len(parts)
    while size:
        before = len(parts)
        end = len(parts)
        while end > 0:
            start = max(0, end - size)
            rest = parts[:start] + parts[end:]
            if holds(rest):
                parts = rest
            end = start
        if size > 1 or len(parts) == before:
            size //= 2
    return parts
