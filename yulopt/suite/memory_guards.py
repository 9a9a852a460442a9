"""`memoryguard`: inserted into programs that obey the rules of memory by assertion."""

from __future__ import annotations

from yulopt.analysis.side_effects import find_calls
from yulopt.dialect import Dialect
from yulopt.memory_objects.free_memory import GUARD, first_store, guarded_memory
from yulopt.syntax.ast import FunctionCall
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object


def guard_memory(program: Object, dialect: Dialect) -> None:
    """Mark the start of free memory with a `memoryguard` in code without one.

    Solc writes it if all inline assembly of a contract is marked as memory-safe; here the caller
    asserts that the code obeys the rules of memory, and does not depend on where free memory
    starts. The code of an object gets a guard if it stores a literal as the free memory pointer
    once, outside of functions.
    """
    run_with_deep_stack(lambda: _guard(program, dialect))


def record_guards(item: Object) -> None:
    """Record the start of free memory by the guards of the code of an object, which steps may
    remove."""
    if item.guarded is None:
        item.guarded = guarded_memory(item.code)


def has_guard(program: Object) -> bool:
    """Whether code of an object, or of those inside it, has a `memoryguard`."""
    return run_with_deep_stack(
        lambda: any(find_calls(item.code, GUARD) for item in program.levels())
    )


def _guard(program: Object, dialect: Dialect) -> None:
    for item in program.levels():
        call = first_store(item.code)
        if call is None or find_calls(item.code, GUARD):
            continue
        first = call.arguments[1]
        builtin = dialect.builtins[GUARD]
        call.arguments[1] = FunctionCall(GUARD, [first], builtin, first.position)
