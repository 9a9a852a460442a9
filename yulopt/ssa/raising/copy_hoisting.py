"""Copies on an edge move up before the branch, so that the block on the edge gets empty.

`let x := a  if c { x := b }` needs no `else` because `x := a` is done on the way to the branch,
although its value is only needed on one side. Phi elimination puts the copy on the edge; here it
goes back, if the variable is not needed on any other side. It does not go into a loop.

Source: chapter 08, section 7.4 of the specification (joining declarations and definitions).
"""

from __future__ import annotations

from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Block, Function, NamedValue, Value, Variable
from yulopt.ssa.ir.instructions import Copy, Jump

# What the blocks on some edges of one branch have in common: where they go and what they copy.
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
    """What a block does that has nothing but copies to variables and a jump."""
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
