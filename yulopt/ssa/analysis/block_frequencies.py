"""How often blocks are executed, for each execution of the function, as a guess.

The guess is that of `yulopt.gas.estimate`: each loop is executed eight times, and each of
N branches in one of N cases. A branch that ends the execution does not count, since code behind an
`if` that reverts is executed as often as the code before it; nor does one that leaves a loop.

Source: chapter 09, section 7.1 of the specification; Ball, Larus, "Branch Prediction for Free"
(1993).
"""

from __future__ import annotations

from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.function import Block
from yulopt.ssa.ir.instructions import End, Unreachable


def block_frequencies(tree: DominatorTree, forest: LoopForest) -> dict[Block, int]:
    """The frequency of each block, in parts of `WEIGHT_ONE`."""
    # The part of the executions in which control comes to the block, loops not counted.
    part: dict[Block, int] = {tree.order[0]: WEIGHT_ONE}
    for block in tree.preorder[1:]:
        parent = tree.idom[block]
        left = _outermost_left(forest, parent, block)
        if left is not None:
            part[block] = part[left.header]
        else:
            part[block] = max(part[parent] // _branches(forest, parent, block), 1)
    return {block: part[block] * LOOP_WEIGHT ** forest.depth(block) for block in tree.preorder}


def _branches(forest: LoopForest, parent: Block, block: Block) -> int:
    """Of how many branches the block is one; 1 if it is where branches meet."""
    successors = parent.successors
    if block not in successors or len(successors) < 2:
        return 1
    loop = forest.loop_of.get(parent)
    staying = [one for one in successors if not _leaves(forest, loop, one)]
    if _ends(block):
        return len(staying)
    return max(len([one for one in staying if not _ends(one)]), 1)


def _ends(block: Block) -> bool:
    """Whether a block ends the execution."""
    return isinstance(block.terminator, (End, Unreachable))


def _leaves(forest: LoopForest, loop: Loop | None, target: Block) -> bool:
    if loop is None:
        return False
    return not any(around is loop for around in forest.loops_around(target))


def _outermost_left(forest: LoopForest, parent: Block, block: Block) -> Loop | None:
    """The outermost loop around the parent that the block is not in."""
    around_block = set(forest.loops_around(block))
    left = [loop for loop in forest.loops_around(parent) if loop not in around_block]
    return left[-1] if left else None
