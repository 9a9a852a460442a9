"""Valid Yul names for names of other forms."""

from __future__ import annotations

import re
from typing import Final

_NOT_IN_NAMES: Final = re.compile(r"[^A-Za-z0-9_$.]")
_START: Final = re.compile(r"[A-Za-z_$]")


def legal_name(hint: str) -> str:
    """A name that Yul allows, similar to the hint."""
    name = _NOT_IN_NAMES.sub("_", hint)
    return name if _START.match(name) else f"_{name}"
