"""Endings of the execution of code."""

from __future__ import annotations

import enum
from typing import Final

import attr


class HaltKind(enum.Enum):
    """Why execution ended; the value is the phrase for people."""

    STOP = "stop"
    RETURN = "return"
    SELF_DESTRUCT = "selfdestruct"
    REVERT = "revert"
    INVALID = "invalid"
    EXCEPTION = "exceptional halt"
    OUT_OF_MEMORY = "out of memory"
    OUT_OF_STEPS = "out of steps"
    OUT_OF_CALL_DEPTH = "functions called too deep"
    UNSUPPORTED = "unsupported"


# The code ended successfully, and its effects are kept.
SUCCESSES: Final = frozenset({HaltKind.STOP, HaltKind.RETURN, HaltKind.SELF_DESTRUCT})
# The EVM or the code itself ended the execution: its effects are undone, and its caller continues.
FAILURES: Final = frozenset({HaltKind.REVERT, HaltKind.INVALID, HaltKind.EXCEPTION})
# The interpreter gave up: the behaviour of an EVM is unknown, even whether the caller would
# continue. So the whole transaction ends.
LIMITS: Final = frozenset(HaltKind) - SUCCESSES - FAILURES


class Halt(Exception):
    """Raised to end the execution of code.

    `output`: the bytes returned to the caller; `reason`: a readable detail.
    """

    def __init__(self, kind: HaltKind, output: bytes = b"", reason: str = "") -> None:
        super().__init__(reason or kind.value)
        self.kind = kind
        self.output = output
        self.reason = reason


def exceptional(reason: str) -> Halt:
    """The halt of an invalid execution of an instruction."""
    return Halt(HaltKind.EXCEPTION, reason=reason)


def unsupported(reason: str) -> Halt:
    """The halt at an unmodelled instruction."""
    return Halt(HaltKind.UNSUPPORTED, reason=reason)


@attr.s(auto_attribs=True)
class Result:
    """The end of a message: the kind of halt, the output, and readable details."""

    kind: HaltKind
    output: bytes = b""
    reason: str = ""

    @property
    def is_success(self) -> bool:
        """Whether the effects of the message are kept."""
        return self.kind in SUCCESSES
