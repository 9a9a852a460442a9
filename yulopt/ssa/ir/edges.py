"""Edges of the control-flow graph: orders of blocks, predecessors, critical edges, splitting them.

Predecessors are computed on demand and not cached: a pass that changes edges asks again.

Source: chapter 08, sections 3.1 and 3.6 of the specification.
"""

from __future__ import annotations

from collections import Counter

from yulopt.graphs import orders
from yulopt.ssa.ir.function import Block, Function
from yulopt.ssa.ir.instructions import Jump
from yulopt.ssa.ir.names import NameSupply

Predecessors = dict[Block, list[Block]]


def predecessors(function: Function) -> Predecessors:
    """The predecessors of every block, each one once, in the order of the function's blocks."""
    result: Predecessors = {block: [] for block in function.blocks}
    for block in function.blocks:
        for successor in block.successors:
            result[successor].append(block)
    return result


def successor_lists(function: Function) -> orders.Graph:
    """The graph over the positions of the function's blocks; the entry is node 0."""
    return orders.adjacency(function.blocks, _successors)


def postorder(function: Function) -> list[Block]:
    """The reachable blocks in postorder of a depth-first search.

    Successors are visited in the order of the terminator.
    """
    return orders.postorder([function.entry], _successors)


def reverse_postorder(function: Function) -> list[Block]:
    """The reachable blocks in reverse postorder: each before its successors, back edges aside."""
    return postorder(function)[::-1]


def _successors(block: Block) -> list[Block]:
    return block.successors


def is_critical(block: Block, successor: Block, before: Predecessors) -> bool:
    """Whether the edge leads from a block with several successors to one with several predecessors,
    so that code for this edge alone fits into neither of them."""
    return len(block.successors) > 1 and len(before[successor]) > 1


def split_edge(block: Block, successor: Block, names: NameSupply, label: str = "") -> Block:
    """Put a new block on the edge, and return it; the caller adds it to the function.

    All edges from `block` to `successor` then lead through it. Its label is `label`, by default
    composed of the labels of both ends.
    """
    middle = Block(names.label(label or f"{block.label}.{successor.label}.split"))
    middle.terminate(Jump(successor))
    assert block.terminator is not None
    block.terminator.replace_target(successor, middle)
    for phi in successor.phis:
        phi.replace_incoming_block(block, middle)
    return middle


def split_critical_edges(function: Function, *, only_to_phis: bool = False) -> int:
    """Split all critical edges (with `only_to_phis` those to blocks with phis); returns how many.

    The new blocks directly follow the blocks where their edges begin.
    """
    before = predecessors(function)
    names = NameSupply(function)
    blocks: list[Block] = []
    for block in function.blocks:
        blocks.append(block)
        for successor in block.successors:
            if is_critical(block, successor, before) and (successor.phis or not only_to_phis):
                blocks.append(split_edge(block, successor, names))
    count = len(blocks) - len(function.blocks)
    function.blocks = blocks
    return count


def repeated_successors(block: Block) -> list[Block]:
    """The blocks to which several edges lead from a block."""
    assert block.terminator is not None
    targets = block.terminator.targets
    if len(block.successors) == len(targets):
        return []
    return [target for target, count in Counter(targets).items() if count > 1]


def split_repeated_edges(function: Function) -> int:
    """Merge parallel edges through one new block each, as phis need it; returns how many blocks
    were added."""
    names = NameSupply(function)
    blocks: list[Block] = []
    for block in function.blocks:
        blocks.append(block)
        blocks.extend(
            split_edge(block, successor, names) for successor in repeated_successors(block)
        )
    count = len(blocks) - len(function.blocks)
    function.blocks = blocks
    return count


def remove_edge(block: Block, successor: Block) -> None:
    """Remove the phi operands for an edge that was removed from the terminator."""
    for phi in successor.phis:
        phi.remove_incoming(block)


def remove_unreachable(function: Function) -> int:
    """Delete the blocks that control cannot reach, with the phi operands from them; returns how
    many."""
    alive = set(postorder(function))
    dead = [block for block in function.blocks if block not in alive]
    for block in dead:
        for successor in block.successors:
            if successor in alive:
                remove_edge(block, successor)
    for block in dead:
        # Dead blocks may read each other's values in cycles.
        for instruction in block.all_instructions():
            instruction.drop_operands()
    for block in dead:
        for instruction in block.all_instructions():
            instruction.block = None
    function.blocks = [block for block in function.blocks if block in alive]
    return len(dead)
