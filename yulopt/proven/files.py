"""The files of proven builds, which replace only those of earlier ones."""

from __future__ import annotations

import os
from pathlib import Path

from yulopt.errors import YulError
from yulopt.prover.certificate_format import is_certificate


def check_replaceable(certificate: Path, *beside: Path, advice: str) -> None:
    """Raise `YulError`, with the `advice`, if writing a certificate, and the files `beside` it,
    would replace files that no proven build has written: those without a certificate."""
    if is_certificate(certificate):
        return
    for path in (certificate, *beside):
        if os.path.lexists(path):
            raise YulError(
                f"a proven build would replace this file, which was not written by one; {advice}",
                filename=str(path),
            )
