"""What is found out about a control-flow graph once it is complete.

Reachability, recursive calls, and where blocks may leave junk on the stack. Bridges after Tarjan,
"A note on finding the bridges of a graph" (1974), written without recursion.

Source: chapter 07, section 2.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yulopt.analysis.call_graph import strongly_connected_components
from yulopt.stack.graph import (
    BasicBlock,
    CallOperation,
    ControlFlowGraph,
    Function,
    MainExit,
    Terminated,
    reachable_blocks,
)


def complete_graph(graph: ControlFlowGraph) -> None:
    """Drop what cannot be reached, then set all properties of blocks and calls."""
    main = reachable_blocks(graph.entry)
    bodies = _reachable_functions(main)
    graph.functions = [function for function in graph.functions if function in bodies]
    for blocks in (main, *bodies.values()):
        _strip_entries(blocks)
    _mark_recursive_calls(bodies)
    for entry in (graph.entry, *(function.entry for function in graph.functions)):
        _mark_starts_of_subgraphs(entry)
    for function in graph.functions:
        _mark_clean_stack(function)


def _calls(blocks: Iterable[BasicBlock]) -> Iterator[CallOperation]:
    for block in blocks:
        for operation in block.operations:
            if isinstance(operation, CallOperation):
                yield operation


def _reachable_functions(main: list[BasicBlock]) -> dict[Function, list[BasicBlock]]:
    """The functions that can be called, each with the blocks that can be reached in it."""
    bodies: dict[Function, list[BasicBlock]] = {}
    pending = [main]
    while pending:
        for call in _calls(pending.pop()):
            function = call.function
            if function not in bodies:
                bodies[function] = reachable_blocks(function.entry)
                pending.append(bodies[function])
    return bodies


def _strip_entries(blocks: list[BasicBlock]) -> None:
    reachable = set(blocks)
    for block in blocks:
        block.entries = [entry for entry in block.entries if entry in reachable]


def _mark_recursive_calls(bodies: dict[Function, list[BasicBlock]]) -> None:
    """A call is recursive if it leads from a component of the call graph to the same one."""
    calls = {function.name: list(_calls(blocks)) for function, blocks in bodies.items()}
    graph = {name: [call.function.name for call in found] for name, found in calls.items()}
    for component in strongly_connected_components(graph):
        members = set(component)
        for name in component:
            for call in calls[name]:
                call.is_recursive = call.function.name in members


def _neighbours(block: BasicBlock) -> list[BasicBlock]:
    return block.entries + block.successors()


def _mark_starts_of_subgraphs(entry: BasicBlock) -> None:
    """Mark the blocks that end the program, and those on the far side of a bridge."""
    discovered = {entry: 0}
    low = {entry: 0}
    parent: dict[BasicBlock, BasicBlock] = {}
    neighbours = {entry: _neighbours(entry)}
    work = [(entry, 0)]
    while work:
        block, index = work.pop()
        if index < len(neighbours[block]):
            work.append((block, index + 1))
            neighbour = neighbours[block][index]
            if neighbour not in discovered:
                discovered[neighbour] = low[neighbour] = len(discovered)
                parent[neighbour] = block
                neighbours[neighbour] = _neighbours(neighbour)
                work.append((neighbour, 0))
            elif neighbour is not parent.get(block):
                low[block] = min(low[block], discovered[neighbour])
            continue
        block.starts_subgraph |= isinstance(block.exit, (MainExit, Terminated))
        above = parent.get(block)
        if above is not None:
            low[above] = min(low[above], low[block])
            if low[block] > discovered[above]:
                _mark_far_side(above, block)


def _mark_far_side(block: BasicBlock, other: BasicBlock) -> None:
    """Mark the target of a bridge, unless edges go both ways."""
    forwards = other in block.successors()
    backwards = block in other.successors()
    if forwards and not backwards:
        other.starts_subgraph = True
    elif backwards and not forwards:
        block.starts_subgraph = True


def _mark_clean_stack(function: Function) -> None:
    pending = list(function.exits)
    while pending:
        block = pending.pop()
        if not block.needs_clean_stack:
            block.needs_clean_stack = True
            pending.extend(block.entries)
