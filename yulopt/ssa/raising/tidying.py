"""Removes blocks that are only there to be jumped through.

Blocks without instructions disappear, branches with one target become jumps, and a block whose only
predecessor jumps to it is joined to that. The function is without phis, so nothing depends on which
edge control takes. To contract an edge keeps a reducible graph reducible.

Source: chapter 08, section 6.9 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.ir.edges import postorder, predecessors, remove_unreachable
from yulopt.ssa.ir.function import Block, Function
from yulopt.ssa.ir.instructions import Jump


def tidy_blocks(function: Function) -> None:
    """Remove superfluous blocks of a function without phis, in place."""
    _skip_empty_blocks(function)
    remove_unreachable(function)
    _join_chains(function)


def _skip_empty_blocks(function: Function) -> None:
    """Let edges to empty blocks lead to where these jump to."""
    skipped: dict[Block, Block] = {}
    # What comes later in the function is looked at first, so that its targets are known.
    for block in postorder(function):
        terminator = block.terminator
        assert terminator is not None
        terminator.targets = [_final_target(target, skipped) for target in terminator.targets]
        if terminator.targets and not isinstance(terminator, Jump) and len(block.successors) == 1:
            block.terminate(Jump(block.successors[0]))
        terminator = block.terminator
        if isinstance(terminator, Jump) and not block.instructions:
            target = terminator.target
            if target is not block and block is not function.entry:
                skipped[block] = target
    for block in function.blocks:
        if block.terminator is not None:
            # Edges back to empty blocks of loops.
            block.terminator.targets = [
                _final_target(target, skipped) for target in block.terminator.targets
            ]


def _final_target(block: Block, skipped: dict[Block, Block]) -> Block:
    path: list[Block] = []
    visited: set[Block] = set()
    while block in skipped and block not in visited:
        visited.add(block)
        path.append(block)
        block = skipped[block]
    for passed in path:
        if passed is not block:
            skipped[passed] = block
    return block


def _join_chains(function: Function) -> None:
    """Join blocks to their only predecessors, if these go nowhere else.

    A block that jumps back to the head of a loop is left alone: it will be the loop's post part.
    """
    # How many there are does not change when blocks are joined.
    before = predecessors(function)
    numbers = {block: number for number, block in enumerate(postorder(function))}
    joined: set[Block] = set()
    for block in function.blocks:
        if block in joined:
            continue
        while isinstance(block.terminator, Jump):
            target = block.terminator.target
            if len(before[target]) > 1 or target in (block, function.entry):
                break
            if isinstance(target.terminator, Jump):
                following = target.terminator.target
                if numbers[following] >= numbers[target]:
                    break
            for instruction in target.instructions:
                block.append(instruction)
            target.instructions = []
            terminator = target.terminator
            assert terminator is not None
            block.terminator.erase()
            block.terminator = terminator
            terminator.block = block
            target.terminator = None
            joined.add(target)
    function.blocks = [block for block in function.blocks if block not in joined]
