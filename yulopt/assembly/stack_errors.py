"""Solc's messages for stack-too-deep errors.

Source: chapter 11, section 3.1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.compiled import CompiledObject
from yulopt.assembly.generated import OutOfReach
from yulopt.assembly.items import NO_POSITION
from yulopt.stack.slots import (
    FUNCTION_RETURN,
    LiteralSlot,
    ReturnLabelSlot,
    Slot,
    TemporarySlot,
    VariableSlot,
)
from yulopt.syntax.ast import Block, FunctionCall
from yulopt.syntax.literals import byte_length
from yulopt.syntax.visitor import Walker

_NO_GUARD: Final = (
    "No memoryguard was present. Consider using memory-safe assembly only and annotating it via"
    """ 'assembly ("memory-safe") { ... }'."""
)
_GUARD: Final = "memoryguard was present."
_LINEAR_ADVICE: Final = (
    "Stack too deep. Try compiling with `--via-ir` (cli) or the equivalent `viaIR: true` (standard"
    " JSON) while enabling the optimizer. Otherwise, try removing local variables."
)


class StackError:
    """The message, its offset in the program, -1 for none, and its function.

    The function's name is empty for code outside functions.
    """

    def __init__(self, message: str, position: int, function: str) -> None:
        self.message = message
        self.position = position
        self.function = function


def first_stack_error(compiled: CompiledObject) -> StackError | None:
    """Solc's message for the first unreachable slot; only a few have a position."""
    found = compiled.first_problem()
    if found is None:
        return None
    item, frame = found
    problem = frame.problems[0]
    if not problem.layout:
        return StackError(_linear_message(problem, frame.function), NO_POSITION, frame.function)
    guard = _GUARD if _GuardFinder(item.program.code).found else _NO_GUARD
    layout = " ".join(map(_text, problem.layout))
    if problem.swapped is None:
        what = f"{_named(problem.slot)} is {problem.deficit} too deep in the stack [ {layout} ]"
        return StackError(f"{what}\n{guard}", NO_POSITION, frame.function)
    deep, top = problem.swapped
    what = f"Cannot swap {_named(deep)} with {_named(top)}: too deep in the stack"
    message = f"{what} by {problem.deficit} slots in [ {layout} ]\n{guard}"
    return StackError(message, problem.position, frame.function)


def _linear_message(problem: OutOfReach, function: str) -> str:
    """The message of the older code generator."""
    if not problem.variable:
        return (
            f"The function {function} has {problem.deficit} parameters or return variables too many"
            " to fit the stack size."
        )
    slots = f"{problem.deficit} slot(s) too deep inside the stack"
    return f"Variable {problem.variable} is {slots}. {_LINEAR_ADVICE}"


def _named(slot: Slot) -> str:
    return f"{'Variable' if isinstance(slot, VariableSlot) else 'Slot'} {_text(slot)}"


def _text(slot: Slot) -> str:
    if isinstance(slot, VariableSlot):
        return slot.name
    if isinstance(slot, LiteralSlot):
        return "0x" + slot.value.to_bytes(byte_length(slot.value) or 1, "big").hex()
    if isinstance(slot, TemporarySlot):
        return f"TMP[{slot.call.name}, {slot.index}]"
    if isinstance(slot, ReturnLabelSlot):
        return f"RET[{slot.call.name}]"
    return "RET" if slot is FUNCTION_RETURN else "JUNK"


class _GuardFinder(Walker):
    """Whether code has a `memoryguard`."""

    def __init__(self, code: Block) -> None:
        self.found = False
        self.visit_block(code)

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.builtin.name == "memoryguard":
            self.found = True
        super().visit_call(call)
