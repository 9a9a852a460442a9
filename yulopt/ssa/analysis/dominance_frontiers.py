"""Dominance frontiers: where the influence of a block ends.

B is in the frontier of A if A dominates a predecessor of B and does not strictly dominate B. A
value defined in A meets other values first in the frontier of A, so phis belong there.

Source: Cooper, Harvey, Kennedy, "A Simple, Fast Dominance Algorithm" (2001); chapter 08, section
3.3 of the specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.edges import Predecessors
from yulopt.ssa.ir.function import Block

Frontiers = dict[Block, list[Block]]


def dominance_frontiers(tree: DominatorTree, before: Predecessors) -> Frontiers:
    """The frontier of every reachable block; its blocks are in reverse postorder."""
    frontiers: Frontiers = {block: [] for block in tree.order}
    for block in tree.order:
        joined = [predecessor for predecessor in before[block] if predecessor in frontiers]
        if len(joined) < 2:
            continue
        for runner in joined:
            while runner is not tree.idom[block]:
                frontier = frontiers[runner]
                if frontier and frontier[-1] is block:
                    # Another predecessor has come along here, and gone all the way up.
                    break
                frontier.append(block)
                runner = tree.idom[runner]
    return frontiers
