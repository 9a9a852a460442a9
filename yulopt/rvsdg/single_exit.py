"""Gives a control-flow graph one block that returns, which can be reached from everywhere.

Several returns become assignments to variables, one for each result, and jumps to a new block; for
a variable that all of them return, as those of states are, none is needed. A loop that nothing
leaves gets an edge to that block which is never taken.

Source: chapter 09, section 4 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import strongly_connected_components
from yulopt.rvsdg.cfg import Block, ControlFlowGraph, postorder, retreating_edges


def make_single_exit(graph: ControlFlowGraph) -> Block:
    """Change the graph, from which blocks that cannot be reached are removed; its exit."""
    remove_unreachable(graph)
    exits = [block for block in graph.blocks if not block.targets]
    exit = exits[0] if len(exits) == 1 else _joined(graph, exits)
    _open_endless_loops(graph, exit)
    return exit


def remove_unreachable(graph: ControlFlowGraph) -> None:
    """Remove the blocks that cannot be reached."""
    reached = set(postorder(graph.entry))
    graph.blocks = [block for block in graph.blocks if block in reached]


def _joined(graph: ControlFlowGraph, exits: list[Block]) -> Block:
    exit = graph.made_block("exit")
    if not exits:
        exit.returned = list(graph.endless)
        return exit
    for block in exits:
        block.go_to(exit)
    for position in range(graph.outputs):
        returned = [block.returned[position] for block in exits]
        if all(value == returned[0] for value in returned):
            exit.returned.append(returned[0])
            continue
        result = graph.made_variable("result")
        exit.returned.append(result)
        for block, value in zip(exits, returned, strict=True):
            block.move(value, result)
    return exit


def _open_endless_loops(graph: ControlFlowGraph, exit: Block) -> None:
    """Add an edge to the exit to each component of the graph that nothing leaves."""
    by_label = {block.label: block for block in graph.blocks}
    targets = {block.label: [target.label for target in block.targets] for block in graph.blocks}
    ends: list[set[str]] = []
    for component in strongly_connected_components(targets):
        members = set(component)
        leaves = any(target not in members for label in component for target in targets[label])
        if not leaves and exit.label not in members:
            ends.append(members)
    if not ends:
        return
    end_of = {label: number for number, members in enumerate(ends) for label in members}
    opened: set[int] = set()
    for block, index in retreating_edges(graph.entry):
        number = end_of.get(block.label)
        if number is None or number in opened:
            continue
        opened.add(number)
        # A retreating edge, so that the new block is where a simple loop is left.
        never = graph.made_block("never")
        never.go_to(exit, by_label[block.targets[index].label], selector=1)
        block.targets[index] = never
