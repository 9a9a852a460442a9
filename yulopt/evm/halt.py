"""How the execution of code ends."""

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


# The code ended well, and what it did is kept.
SUCCESSES: Final = frozenset({HaltKind.STOP, HaltKind.RETURN, HaltKind.SELF_DESTRUCT})
# The EVM ended the code, or it asked for that: what it did is undone, and its caller continues.
FAILURES: Final = frozenset({HaltKind.REVERT, HaltKind.INVALID, HaltKind.EXCEPTION})
# The interpreter gave up: nothing is known about what an EVM would have done, not even whether the
# caller would go on. So the whole transaction ends.
LIMITS: Final = frozenset(HaltKind) - SUCCESSES - FAILURES


class Halt(Exception):
    """Raised to end the execution of code.

    `output` are the bytes that are returned to the caller; `reason` says more, for people.
    """

    def __init__(self, kind: HaltKind, output: bytes = b"", reason: str = "") -> None:
        super().__init__(reason or kind.value)
        self.kind = kind
        self.output = output
        self.reason = reason


def exceptional(reason: str) -> Halt:
    """The halt of an instruction that may not be executed like this."""
    return Halt(HaltKind.EXCEPTION, reason=reason)


def unsupported(reason: str) -> Halt:
    """The halt at something that is not modelled."""
    return Halt(HaltKind.UNSUPPORTED, reason=reason)


@attr.s(auto_attribs=True)
class Result:
    """How a message ended: the kind of halt, what it returned, and details for people."""

    kind: HaltKind
    output: bytes = b""
    reason: str = ""

    @property
    def is_success(self) -> bool:
        """Whether what the message did is kept."""
        return self.kind in SUCCESSES
