"""The format of certificates, for modules that neither read nor check them."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Final

FORMAT: Final = "yulopt-proofs-2"
PROOFS: Final = "proofs"
# About bytes; `yulopt.code_proofs.certificate` writes and checks it.
CODE: Final = "code"


def is_certificate(path: Path) -> bool:
    """Whether a file is a certificate, by its beginning."""
    try:
        with path.open(encoding="utf-8") as file:
            return FORMAT in file.read(100)
    except (OSError, ValueError):
        return False


def with_code(certificate: str, records: Iterable[str]) -> str:
    """The text of a certificate with records about the bytes of objects."""
    # No text has a line that begins like that.
    place = f'\n  "{PROOFS}": ['
    code = ",\n".join(records)
    return certificate.replace(place, f'\n  "{CODE}": [\n{code}\n  ],{place}', 1)
