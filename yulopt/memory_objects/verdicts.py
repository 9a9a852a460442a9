"""Verdicts about accesses to memory, by the bounds of their addresses (see `safety`)."""

from __future__ import annotations

import enum
from typing import Final, NamedTuple

from yulopt.memory.layout import FIRST_FREE, FREE_POINTER
from yulopt.syntax.ast import FunctionCall

# The raised first pointer: no code can pay for memory there.
RAISED: Final = 1 << 48
_ZERO_SLOT: Final = 96


class Verdict(enum.Enum):
    """Facts about an access."""

    SAFE = "safe"
    UNSAFE = "unsafe"
    UNKNOWN = "unknown"


class Access(NamedTuple):
    """The memory access of a builtin in the function `name`, empty outside.

    `object`: the number in the report of the object that certainly contains it.
    """

    call: FunctionCall
    name: str
    writes: bool
    verdict: Verdict
    reason: str
    object: int | None


class FoundAccess(NamedTuple):
    """A recorded access: the bounds of its start, None is anywhere, and its length."""

    call: FunctionCall
    name: str
    writes: bool
    span: tuple[int, int, int] | None
    object: int | None


def are_safe(accesses: list[Access]) -> bool:
    """Whether all accesses are safe."""
    return all(one.verdict is Verdict.SAFE for one in accesses)


def judged(found: FoundAccess, first: int | None) -> Access:
    """An access with its verdict, if free memory starts at `first`, None is nowhere."""
    call, name, writes, span, inside = found
    verdict, reason = _judge(span, first)
    if inside is not None and verdict is Verdict.SAFE:
        reason = "in an object"
    return Access(call, name, writes, verdict, reason, inside)


def _judge(span: tuple[int, int, int] | None, first: int | None) -> tuple[Verdict, str]:
    """The facts about an access, if free memory starts at `first`, None is nowhere."""
    if span is None:
        return Verdict.UNKNOWN, "anywhere"
    least, most, length = span
    end = most + length
    if length == 0:
        return Verdict.SAFE, "no bytes"
    if least >= RAISED:
        return Verdict.SAFE, "from the free memory pointer on"
    if end <= FREE_POINTER:
        return Verdict.SAFE, "scratch space"
    if first is None:
        if end < RAISED:
            return Verdict.SAFE, "at a known address, and there is no free memory"
    elif (least, end) == (FREE_POINTER, _ZERO_SLOT):
        return Verdict.SAFE, "the free memory pointer"
    elif least >= _ZERO_SLOT and end <= FIRST_FREE:
        return Verdict.SAFE, "the zero slot"
    elif end <= first:
        return Verdict.SAFE, "below the first free memory"
    elif least == most and length < RAISED:
        return Verdict.UNSAFE, f"up to {end}, although free memory begins at {first}"
    known_end = "an unknown end" if end >= RAISED else str(end)
    return Verdict.UNKNOWN, f"from {least} up to {known_end}"
