"""The environment variable for proven builds."""

from __future__ import annotations

import os
from typing import Final

from yulopt.errors import YulError

PROVEN_VARIABLE: Final = "YULOPT_PROVEN"


def proven_by_environment() -> bool:
    """Whether the variable requests proven builds; raises `YulError` if its value is invalid."""
    value = os.environ.get(PROVEN_VARIABLE, "")
    if value not in ("", "0", "1"):
        raise YulError(f"{PROVEN_VARIABLE}: '{value}' is not 1 or 0", filename="environment")
    return value == "1"
