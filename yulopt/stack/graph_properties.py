"""Properties of a complete control-flow graph.

Reachability, recursive calls, and where blocks may leave junk on the stack.

Source: chapter 07, section 2.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yulopt.graphs.bridges import bridges
from yulopt.graphs.components import components_of
from yulopt.graphs.orders import adjacency, breadth_first
from yulopt.stack.graph import (
    BasicBlock,
    CallOperation,
    ControlFlowGraph,
    Function,
    MainExit,
    Terminated,
    reachable_blocks,
    take_apart,
)


def complete_graph(graph: ControlFlowGraph, *, keeps_unreached: bool) -> None:
    """Drop functions that cannot be reached, then set all properties of blocks and calls.

    With `keeps_unreached` none is dropped.
    """
    main = reachable_blocks(graph.entry)
    if keeps_unreached:
        bodies = {function: reachable_blocks(function.entry) for function in graph.functions}
    else:
        bodies = _reachable_functions(main)
    for function in graph.functions:
        if function not in bodies:
            take_apart(function.entry)
            function.exits = []
    graph.functions = [function for function in graph.functions if function in bodies]
    for blocks in (main, *bodies.values()):
        _mark_starts_of_subgraphs(blocks)
    _mark_recursive_calls(bodies)
    for function in graph.functions:
        for block in breadth_first(function.exits, lambda block: block.entries):
            block.needs_clean_stack = True


def _calls(blocks: Iterable[BasicBlock]) -> Iterator[CallOperation]:
    for block in blocks:
        for operation in block.operations:
            if isinstance(operation, CallOperation):
                yield operation


def _reachable_functions(main: list[BasicBlock]) -> dict[Function, list[BasicBlock]]:
    """The functions that can be called, each with its reachable blocks."""
    bodies: dict[Function, list[BasicBlock]] = {}
    pending = [main]
    while pending:
        for call in _calls(pending.pop()):
            function = call.function
            if function not in bodies:
                bodies[function] = reachable_blocks(function.entry)
                pending.append(bodies[function])
    return bodies


def _mark_recursive_calls(bodies: dict[Function, list[BasicBlock]]) -> None:
    """A call is recursive if it leads from a component of the call graph to the same one."""
    calls = {function.name: list(_calls(blocks)) for function, blocks in bodies.items()}
    graph = {name: [call.function.name for call in found] for name, found in calls.items()}
    for component in components_of(graph):
        members = set(component)
        for name in component:
            for call in calls[name]:
                call.is_recursive = call.function.name in members


def _mark_starts_of_subgraphs(blocks: list[BasicBlock]) -> None:
    """Mark the blocks that end the program, and those on the far side of a bridge."""
    for block in blocks:
        block.starts_subgraph |= isinstance(block.exit, (MainExit, Terminated))
    neighbours = adjacency(blocks, lambda block: block.entries + block.successors())
    for node, other in bridges(neighbours):
        _mark_far_side(blocks[node], blocks[other])


def _mark_far_side(block: BasicBlock, other: BasicBlock) -> None:
    """Mark the target of a bridge, unless edges go both ways."""
    forwards = other in block.successors()
    backwards = block in other.successors()
    if forwards and not backwards:
        other.starts_subgraph = True
    elif backwards and not forwards:
        block.starts_subgraph = True
