"""Inserts `memoryguard` into programs for which it is safe."""

from __future__ import annotations

from yulopt.analysis.side_effects import find_calls
from yulopt.dialect import Dialect
from yulopt.domains.addresses import AFFORDABLE
from yulopt.memory_objects.free_memory import GUARD, first_store
from yulopt.memory_objects.safety import memory_safety
from yulopt.passes.step import run_step
from yulopt.steps.function_hoister import FunctionHoister
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block, FunctionCall, Literal
from yulopt.syntax.copying import copy_block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object


def guard_memory(program: Object, dialect: Dialect, *, assumed: bool = False) -> bool:
    """Mark the start of free memory with a `memoryguard` in code without one.

    Solc writes it if all inline assembly of a contract is marked as memory-safe. Here the code of
    an object gets it if it is proven to obey the rules of memory (`yulopt.memory_objects.safety`),
    or if the caller lets that be `assumed`. It has to begin by storing a literal as the free memory
    pointer, at an affordable address. Returns whether anything changed.
    """
    return run_with_deep_stack(lambda: _guard(program, dialect, assumed=assumed))


def _guard(program: Object, dialect: Dialect, *, assumed: bool) -> bool:
    has_changed = False
    for item in program.levels():
        call = first_store(item.code)
        if call is None or find_calls(item.code, GUARD) or not _is_affordable(call):
            continue
        if assumed or _is_proven(item.code, dialect):
            first = call.arguments[1]
            builtin = dialect.builtins[GUARD]
            call.arguments[1] = FunctionCall(GUARD, [first], builtin, first.position)
            has_changed = True
    return has_changed


def _is_affordable(store: FunctionCall) -> bool:
    first = store.arguments[1]
    return isinstance(first, Literal) and first.value < AFFORDABLE


def _is_proven(code: Block, dialect: Dialect) -> bool:
    copied = copy_block(code)
    run_step(FunctionHoister(), make_context(copied, dialect), copied)
    report = memory_safety(copied)
    return report.proven and not report.asks_size
