"""How a file is known to be a certificate, without what it takes to read one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

FORMAT: Final = "yulopt-proofs-2"


def is_certificate(path: Path) -> bool:
    """Whether a file is a certificate, by its beginning."""
    try:
        with path.open(encoding="utf-8") as file:
            return FORMAT in file.read(100)
    except (OSError, ValueError):
        return False
