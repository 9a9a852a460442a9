"""The start of free memory, as set by the code of objects."""

from __future__ import annotations

from typing import Final

from yulopt.analysis.side_effects import find_calls
from yulopt.domains.addresses import OUT_OF_REACH
from yulopt.memory.layout import FREE_POINTER, FREE_POINTER_END
from yulopt.syntax.ast import Block, ExpressionStatement, FunctionCall, Literal
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object

GUARD: Final = "memoryguard"


def first_free(program: Object) -> dict[str, int]:
    """The start of free memory as set by the code of objects, by their names."""
    return run_with_deep_stack(lambda: _first_free(program))


def _first_free(program: Object) -> dict[str, int]:
    result: dict[str, int] = {}
    for item in program.levels():
        guards = [call.arguments[0] for call in find_calls(item.code, GUARD)]
        stored = first_store(item.code)
        said = guards or ([] if stored is None else [stored.arguments[1]])
        if said and isinstance(said[0], Literal):
            result[item.name] = said[0].value
    return result


def guarded_memory(code: Block) -> int | None:
    """The start of free memory by all memory guards of the code of an object.

    None if there is no guard, if they contradict each other, or if that start is not above the free
    memory pointer, or out of reach: then small offsets from it could wrap around to the pointer.
    """
    sizes = [call.arguments[0] for call in find_calls(code, GUARD)]
    starts = {size.value for size in sizes if isinstance(size, Literal)}
    start = starts.pop() if len(starts) == 1 else 0
    return start if FREE_POINTER_END <= start < OUT_OF_REACH else None


def first_store(code: Block) -> FunctionCall | None:
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
