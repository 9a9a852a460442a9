"""The files of a publication, by their names."""

from __future__ import annotations

from typing import Final

from yulopt.publish.certificate import Certificate
from yulopt.publish.guide import guide
from yulopt.publish.publication import Publication

GUIDE: Final = "VERIFY.md"
CALLS_SUFFIX: Final = ".calls"
PRICES_SUFFIX: Final = ".prices.toml"
_SUFFIXES: Final = (".yul", ".input.json", ".json", ".ir.yul", ".proof.json")


def file_names(name: str) -> list[str]:
    """The names of all files that a publication of the contract `name` may have."""
    return [*(name + suffix for suffix in (*_SUFFIXES, CALLS_SUFFIX, PRICES_SUFFIX)), GUIDE]


def files_of(publication: Publication, certificate: Certificate | None) -> dict[str, str]:
    """The files of a publication, the program first, with its certificate."""
    texts = [
        publication.program,
        publication.request_text,
        publication.artefact,
        publication.subject.source.text,
        "" if certificate is None else certificate.text,
    ]
    files = {
        publication.subject.name + suffix: text
        for suffix, text in (
            *zip(_SUFFIXES, texts, strict=True),
            *publication.subject.inputs.items(),
        )
        if text
    }
    proof = "" if certificate is None else certificate.summary
    return {**files, GUIDE: guide(publication, proof, files)}
