"""The kinds of stack slots.

Slots are compared by identity: the graph builder makes one object per variable, value, call and so
on. A stack layout is a list of slots whose last element is the top of the stack.

Source: chapter 07, section 2 of the specification.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from yulopt.syntax.ast import FunctionCall


class Slot:
    """Anything a stack position can hold.

    `is_generable`: it can be pushed at any time, without a copy of it on the stack.
    """

    __slots__ = ("is_generable",)

    def __init__(self, is_generable: bool = False) -> None:
        self.is_generable = is_generable


class VariableSlot(Slot):
    """The value of a variable."""

    __slots__ = ("name",)

    def __init__(self, name: str) -> None:
        self.is_generable = False
        self.name = name

    def __repr__(self) -> str:
        return self.name


class LiteralSlot(Slot):
    """A constant word."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.is_generable = True
        self.value = value

    def __repr__(self) -> str:
        return hex(self.value)


class TemporarySlot(Slot):
    """One of the values that a call returns."""

    __slots__ = ("call", "index")

    def __init__(self, call: FunctionCall, index: int) -> None:
        self.is_generable = False
        self.call = call
        self.index = index

    def __repr__(self) -> str:
        return f"{self.call.name}()[{self.index}]"


class ReturnLabelSlot(Slot):
    """The return address of one call of a function, pushed by the caller."""

    __slots__ = ("call",)

    def __init__(self, call: FunctionCall) -> None:
        self.is_generable = True
        self.call = call

    def __repr__(self) -> str:
        return f"label({self.call.name})"


class FunctionReturnSlot(Slot):
    """The return address of the current function, as its caller left it on the stack."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "return"


class JunkSlot(Slot):
    """Junk: a slot that is no longer needed."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "junk"


FUNCTION_RETURN: Final = FunctionReturnSlot(False)
JUNK: Final = JunkSlot(True)

Layout: TypeAlias = "list[Slot]"

# How far DUP reads (0-based depth, exclusive) and SWAP exchanges (depth, inclusive).
REACH: Final = 16


def depth_of(slot: Slot, layout: Layout) -> int | None:
    """The smallest depth of a slot, 0 for the top; None if it does not occur."""
    for depth, other in enumerate(reversed(layout)):
        if other is slot:
            return depth
    return None
