"""The last changes of the graph: copies are hoisted above branches, and superfluous blocks removed.

`let x := a if c { x := b }` needs no `else` because `x := a` is executed before the branch,
although its value is only needed on one side. Phi elimination puts the copy on the edge; here it is
hoisted, if the variable is dead on the other sides. It is not moved into a loop.

Then blocks without instructions disappear, branches with one target become jumps, and a block whose
only predecessor jumps to it is merged into that. The function has no phis, so nothing depends on
the incoming edge. Contracting an edge keeps a reducible graph reducible.

Source: chapter 08, sections 6.9 and 7.4 (joining declarations and definitions) of the
specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import postorder, predecessors, remove_unreachable
from yulopt.ssa.ir.function import Block, Function, NamedValue, Value, Variable
from yulopt.ssa.ir.instructions import Copy, Jump

# The common target and copies of the blocks on some edges of one branch.
_Content = tuple[Block, tuple[tuple[NamedValue, Value], ...]]


def hoist_copies(function: Function) -> None:
    """Move copies up in a function without phis, in place."""
    before = predecessors(function)
    groups: dict[Block, dict[_Content, list[Block]]] = {}
    targets: dict[NamedValue, None] = {}
    for block in function.blocks:
        content = _content(block)
        if content is not None and len(before[block]) == 1:
            (branching,) = before[block]
            if len(branching.successors) > 1:
                groups.setdefault(branching, {}).setdefault(content, []).append(block)
                targets.update((target, None) for target, _ in content[1])
    if not groups:
        return
    liveness = Liveness(function, targets)
    forest = LoopForest(function)
    for branching, found in groups.items():
        for content, blocks in sorted(found.items(), key=lambda item: -len(item[1])):
            if forest.depth(branching) > forest.depth(blocks[0]):
                continue
            if _can_be_hoisted(branching, content, blocks, liveness):
                _hoist(branching, blocks)
                break


def _content(block: Block) -> _Content | None:
    """The copies of a block that consists of copies to variables and a jump."""
    if not isinstance(block.terminator, Jump) or not block.instructions:
        return None
    copies: list[tuple[NamedValue, Value]] = []
    for copy in block.instructions:
        if not isinstance(copy, Copy) or not isinstance(copy.result, Variable):
            return None
        copies.append((copy.result, copy.source))
    return block.terminator.target, tuple(copies)


def _can_be_hoisted(
    branching: Block, content: _Content, blocks: list[Block], liveness: Liveness
) -> bool:
    assert branching.terminator is not None
    for target, _ in content[1]:
        if target in branching.terminator.operands:
            return False
        for successor in branching.successors:
            if successor not in blocks and target in liveness.live_in[successor]:
                return False
    return True


def _hoist(branching: Block, blocks: list[Block]) -> None:
    for copy in blocks[0].instructions:
        branching.append(copy)
    blocks[0].instructions = []
    for block in blocks[1:]:
        for copy in block.instructions:
            copy.drop_operands()
            copy.block = None
        block.instructions = []


def tidy_blocks(function: Function) -> None:
    """Remove superfluous blocks of a function without phis, in place."""
    _skip_empty_blocks(function)
    remove_unreachable(function)
    _join_chains(function)


def _skip_empty_blocks(function: Function) -> None:
    """Retarget edges to empty blocks to their successors."""
    skipped: dict[Block, Block] = {}
    # Later blocks are visited first, so that their targets are known.
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
    """Merge blocks into their only predecessors, if these have no other successor.

    A latch is left alone: it becomes the loop's post part.
    """
    # Merging blocks does not change their number.
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
