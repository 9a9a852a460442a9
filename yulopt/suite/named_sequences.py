"""Named step sequences, one text file each.

A line that starts with `#` is a comment; the first comment line gives the purpose of the sequence.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Final

from yulopt import sequences
from yulopt.errors import unknown_name

_SUFFIX: Final = ".txt"
_COMMENT: Final = "#"


def sequence_names() -> list[str]:
    """The names of all sequences, sorted."""
    return sorted(
        entry.name.removesuffix(_SUFFIX)
        for entry in _folder().iterdir()
        if entry.name.endswith(_SUFFIX)
    )


@functools.cache
def read_sequence(name: str) -> str:
    """The sequence of that name; ValueError names the known ones."""
    return "\n".join(
        line for line in _read(name).splitlines() if not line.startswith(_COMMENT)
    ).strip()


def describe_sequence(name: str) -> str:
    """The purpose of the sequence of that name; ValueError names the known ones."""
    return "\n".join(
        line.removeprefix(_COMMENT).strip()
        for line in _read(name).splitlines()
        if line.startswith(_COMMENT)
    )


def _read(name: str) -> str:
    if name not in sequence_names():
        raise ValueError(unknown_name("sequence", name, sequence_names()))
    return _folder().joinpath(name + _SUFFIX).read_text("utf-8")


def _folder() -> Path:
    return Path(sequences.__path__[0])
