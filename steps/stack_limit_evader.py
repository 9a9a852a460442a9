"""StackLimitEvader: moves variables that the code generator cannot reach from stack to memory.

With `memoryguard` a program promises not to touch memory up to the guard's value. So variables fit
just below a guard that is raised by the space they need. The step only acts if all guards of the
code have the same value, and if no function with variables to move is recursive (its calls would
overwrite each other's variables). Reads become `mload` and assignments `mstore`; return variables
in memory are read by the caller; see `yulopt.stack.memory_mover`. The result of `msize` may change.
In a run beyond solc the step does nothing in a program that asks for it, nor where variables would
be at `AFFORDABLE` or above, for which not every call has the gas.

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

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.declarations import function_definitions
from yulopt.domains.addresses import AFFORDABLE
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.stack.memory_mover import (
    allocate_depth_first,
    allocate_memory_slots,
    move_to_memory,
    variables_to_move,
)
from yulopt.stack.unreachable import movable_guards, unreachable_variables
from yulopt.syntax.ast import Block, Literal
from yulopt.syntax.literals import format_hex

_SLOT_BYTES: Final = 32


class StackLimitEvader(Step):
    """Moves variables that the code generator cannot reach from stack to memory."""

    name = "StackLimitEvader"
    requires = (UNIQUE_NAMES,)

    def run(self, context: Context, block: Block) -> None:
        if not context.behaviour.evades_despite_msize and context.contains_msize(block):
            return
        guards = movable_guards(block)
        if guards:
            evade_stack_limit(context, block, guards, unreachable_variables(context, block))


def evade_stack_limit(
    context: Context,
    block: Block,
    guards: list[Literal],
    unreachable: Mapping[str, Sequence[str]],
) -> None:
    """Move the chosen variables of each function, and raise the guards.

    A function that is a key must not be recursive, even without variables to move.
    """
    graph = context.call_graph(block)
    if not context.recursive_functions(block).isdisjoint(unreachable):
        return
    functions = {function.name: function for function in function_definitions(block)}
    # Other functions keep their variables.
    called = graph.reachable_from([OUTERMOST])
    moved = {
        name: variables_to_move(variables, functions.get(name))
        for name, variables in unreachable.items()
        if name in called
    }
    slots = (
        allocate_depth_first(graph, moved)
        if context.behaviour.shares_slots_in_recursion
        else allocate_memory_slots(graph, moved)
    )
    guard_value = guards[0].value + _SLOT_BYTES * (max(slots.values(), default=-1) + 1)
    if guard_value > AFFORDABLE and not context.behaviour.evades_out_of_reach:
        return
    addresses = {
        variable: guard_value - _SLOT_BYTES * (slot + 1) for variable, slot in slots.items()
    }
    move_to_memory(context, block, addresses)
    for guard in guards:
        guard.value = guard_value
        guard.text = format_hex(guard_value)
