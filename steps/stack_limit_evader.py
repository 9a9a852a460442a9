"""StackLimitEvader: moves variables that the code generator cannot reach from stack to memory.

With `memoryguard` a program promises not to touch the memory below the guard's value. So there is
room for variables just below a guard that is raised by as much as they need. The step only acts
if all guards of the code have the same value, and if no function that has variables to move is
recursive (its calls would overwrite each other's variables). Reads become `mload` and assignments
`mstore`; return variables in memory are read by the caller; see `yulopt.stack.memory_mover`.

Whenever the step may act, the value of the guard is written in hexadecimal. The step runs after
StackCompressor and needs unique names.

Example::

    {
        let free := memoryguard(128)
        mstore(64, free)
    }

becomes::

    {
        let free := memoryguard(0x80)
        mstore(64, free)
    }

Source: chapter 07, section 7 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.analysis.declarations import function_definitions
from yulopt.analysis.side_effects import find_calls
from yulopt.pipeline.properties import UNIQUE_NAMES
from yulopt.pipeline.step import Context, Step
from yulopt.stack.compilability import check_compilability
from yulopt.stack.memory_mover import allocate_memory_slots, move_to_memory
from yulopt.stack.problems import stack_problems
from yulopt.syntax.ast import Block, Literal
from yulopt.syntax.literals import format_hex

# The reference compiler fails on larger ones.
_LARGEST_GUARD: Final = 2**31 - 1
_SLOT_BYTES: Final = 32


class StackLimitEvader(Step):
    """Moves variables that the code generator cannot reach from stack to memory."""

    name = "StackLimitEvader"
    requires = (UNIQUE_NAMES,)

    def run(self, context: Context, block: Block) -> None:
        guards = _movable_guards(block)
        if guards:
            _evade(context, block, guards, unreachable_variables(context, block))


def evade_stack_limit(
    context: Context, block: Block, unreachable: Mapping[str, Sequence[str]]
) -> None:
    """The step with a given choice of variables to move, by function.

    A function that is a key must not be recursive, even if there is nothing to move in it.
    """
    guards = _movable_guards(block)
    if guards:
        _evade(context, block, guards, unreachable)


def unreachable_variables(context: Context, block: Block) -> dict[str, list[str]]:
    """The variables out of the code generator's reach, by function, deepest first.

    What the newer code generator cannot reach, or, if the EVM version is too old for that one,
    the older code generator. An empty name stands for parameters and return variables in general.
    """
    if not context.dialect.forwards_all_gas:
        return {
            function: list(found.variables)
            for function, found in check_compilability(block).items()
        }
    result: dict[str, list[str]] = {}
    for function, problems in stack_problems(context, block).items():
        found: dict[str, None] = {}
        for problem in problems:
            found.update(dict.fromkeys(problem.choices[: problem.deficit]))
        result[function] = list(found)
    return result


def _movable_guards(block: Block) -> list[Literal]:
    """The arguments of all memory guards, none if they do not agree on a usable value."""
    guards: list[Literal] = []
    for call in find_calls(block, "memoryguard"):
        literal = call.arguments[0]
        assert isinstance(literal, Literal)
        guards.append(literal)
    if len({guard.value for guard in guards}) != 1 or guards[0].value > _LARGEST_GUARD:
        return []
    return guards


def _evade(
    context: Context,
    block: Block,
    guards: list[Literal],
    unreachable: Mapping[str, Sequence[str]],
) -> None:
    graph = context.call_graph(block)
    if not graph.recursive_functions().isdisjoint(unreachable):
        return
    functions = {function.name: function for function in function_definitions(block)}
    slots = allocate_memory_slots(graph.calls, functions, unreachable)
    guard_value = guards[0].value + _SLOT_BYTES * (max(slots.values(), default=-1) + 1)
    addresses = {
        variable: guard_value - _SLOT_BYTES * (slot + 1) for variable, slot in slots.items()
    }
    move_to_memory(context, block, addresses)
    for guard in guards:
        guard.value = guard_value
        guard.text = format_hex(guard_value)
