"""The sequences that a search begins with: a file of them, with their derivation."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

from yulopt import sequences

_FILE: Final = "coreset.list"
_COMMENT: Final = "#"


@functools.cache
def coreset() -> tuple[str, ...]:
    """The sequences with their clean-up, without blanks, the most widely useful ones first."""
    return tuple(
        line
        for line in _path().read_text("utf-8").splitlines()
        if line and not line.startswith(_COMMENT)
    )


def _path() -> Path:
    assert sequences.__file__ is not None
    return Path(sequences.__file__).with_name(_FILE)
