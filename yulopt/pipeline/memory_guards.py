"""Programs that do not promise that memory can be reserved, though it can."""

from __future__ import annotations

from typing import Final

from yulopt.analysis.side_effects import find_calls
from yulopt.dialect import Dialect
from yulopt.domains.addresses import AFFORDABLE, FREE_POINTER
from yulopt.memory_objects.safety import memory_safety
from yulopt.pipeline.step import run_step
from yulopt.pipeline.suite import make_context
from yulopt.steps.function_hoister import FunctionHoister
from yulopt.syntax.ast import Block, ExpressionStatement, FunctionCall, Literal
from yulopt.syntax.copying import copy_block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object

_GUARD: Final = "memoryguard"


def guard_memory(program: Object, dialect: Dialect, *, assumed: bool = False) -> bool:
    """Let code say by `memoryguard` where free memory begins, where it has not said so.

    That is what solc writes if all inline assembly of a contract is marked as memory-safe. Here the
    code of an object gets it if it is proven to keep to the rules of memory
    (`yulopt.memory_objects.safety`), or if that is `assumed`, which is up to the caller. It has to
    begin by storing a literal as the free memory pointer, and that is no address that would cost
    too much. Returns whether anything has changed.
    """
    return run_with_deep_stack(lambda: _guard(program, dialect, assumed=assumed))


def first_free(program: Object) -> dict[str, int]:
    """Where free memory begins as the code of objects says it, by their names."""
    result: dict[str, int] = {}
    for item in _objects(program):
        guards = [call.arguments[0] for call in find_calls(item.code, _GUARD)]
        stored = _first_store(item.code)
        said = guards or ([] if stored is None else [stored.arguments[1]])
        if said and isinstance(said[0], Literal):
            result[item.name] = said[0].value
    return result


def _objects(program: Object) -> list[Object]:
    found = [program]
    for item in found:
        found += item.sub_objects
    return found


def _guard(program: Object, dialect: Dialect, *, assumed: bool) -> bool:
    has_changed = False
    for item in _objects(program):
        call = _first_store(item.code)
        if call is None or find_calls(item.code, _GUARD) or not _is_affordable(call):
            continue
        if assumed or _is_proven(item.code, dialect):
            first = call.arguments[1]
            builtin = dialect.builtins[_GUARD]
            call.arguments[1] = FunctionCall(_GUARD, [first], builtin, first.position)
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


def _first_store(code: Block) -> FunctionCall | None:
    """The only `mstore` of a literal as the free memory pointer, if it is in the outermost code."""
    stores = [
        call
        for call in find_calls(code, "mstore")
        if isinstance(call.arguments[0], Literal)
        and call.arguments[0].value == FREE_POINTER
        and isinstance(call.arguments[1], Literal)
    ]
    pending = [code]
    for block in pending:
        for statement in block.statements:
            if isinstance(statement, Block):
                pending.append(statement)
            elif isinstance(statement, ExpressionStatement) and [statement.expression] == stores:
                return stores[0]
    return None
