"""The expectations for one program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

USE_SRC: Final = '/// @use-src 0:"a.sol"\n'


@dataclass(frozen=True)
class Bad:
    """A wrong program: where the error is, and a part of the message, in any case of letters.

    `others` is where the errors are that are reported with it.
    """

    id: str
    source: str
    line: int
    column: int
    fragment: str
    evm_version: str | None = None
    also: tuple[int, int] | None = None
    others: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True)
class Valid:
    """A program that is right, however odd."""

    id: str
    source: str
    evm_version: str | None = None
