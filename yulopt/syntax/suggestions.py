"""What was meant by a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

# How much of two names must agree: one letter of four may be wrong.
_CLOSE: Final = 0.75


def suggestion(name: str, known: Iterable[str]) -> str:
    """`; did you mean '...'?` with the known name that is most like `name`, or nothing."""
    # Not needed by those who spell well.
    from difflib import get_close_matches

    by_letters = {other.lower(): other for other in known}
    close = get_close_matches(name.lower(), by_letters, n=1, cutoff=_CLOSE)
    return f"; did you mean '{by_letters[close[0]]}'?" if close else ""
