"""Control dependence: which branches decide whether a block is executed.

A block depends on a branch if one way out of the branch surely leads to the block and another may
not. These are dominance frontiers in the reversed graph, from a virtual block behind all ends of
the function. Parts that never end (loops without exit) get an edge to that block, too.

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991), section 6; chapter 08, section 6.5 of the
specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.dominance_frontiers import dominance_frontiers
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.order import postorder
from yulopt.ssa.ir.edges import Predecessors, predecessors
from yulopt.ssa.ir.function import Block, Function, Terminator


class ControlDependence:
    """Control dependence and post-dominance in a function, as it was when this was made.

    `order` are the blocks, each one after its closest post-dominator. `post_dominator` is that, or
    None if only the end of the function comes after the block in any case.
    """

    __slots__ = ("_branches", "order", "post_dominator")

    def __init__(self, function: Function) -> None:
        before = predecessors(function)
        mirror = {block: Block(block.label) for block in function.blocks}
        original = {image: block for block, image in mirror.items()}
        end = Block("")
        end.terminate(Terminator([], [mirror[block] for block in _ends(function, before)]))
        for block, image in mirror.items():
            image.terminate(Terminator([], [mirror[source] for source in before[block]]))
        reverse = Function(function.name, [], 0)
        reverse.blocks = [end, *mirror.values()]
        tree = DominatorTree(reverse)
        frontiers = dominance_frontiers(tree, predecessors(reverse))
        self.order = [original[image] for image in tree.preorder[1:]]
        self.post_dominator: dict[Block, Block | None] = {}
        self._branches: dict[Block, list[Block]] = {}
        for block in self.order:
            image = mirror[block]
            self.post_dominator[block] = original.get(tree.idom[image])
            self._branches[block] = [original[branch] for branch in frontiers[image]]

    def branches(self, block: Block) -> list[Block]:
        """The blocks whose terminators decide directly whether this block is executed."""
        return self._branches[block]


def _ends(function: Function, before: Predecessors) -> list[Block]:
    """Blocks such that every block leads to one of them: those without successors, and one for
    every part that never ends."""
    order = postorder(function)
    ends: list[Block] = []
    seen: set[Block] = set()
    for candidates in ([block for block in order if not block.successors], order):
        for block in candidates:
            if block in seen:
                continue
            ends.append(block)
            seen.add(block)
            work = [block]
            while work:
                for source in before[work.pop()]:
                    if source not in seen:
                        seen.add(source)
                        work.append(source)
    return ends
