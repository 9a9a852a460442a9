"""What the environment says about proven builds."""

from __future__ import annotations

import os
from typing import Final

from yulopt.errors import YulError

PROVEN_VARIABLE: Final = "YULOPT_PROVEN"


def proven_by_environment() -> bool:
    """Whether the variable asks for proven builds; raises `YulError` if it says something else."""
    said = os.environ.get(PROVEN_VARIABLE, "")
    if said not in ("", "0", "1"):
        raise YulError(f"{PROVEN_VARIABLE}: '{said}' is not 1 or 0")
    return said == "1"
