"""A limit to the number of copies that phis will cost when they are eliminated.

Source: chapter 08, section 4.3 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.ssa.ir.edges import Predecessors
from yulopt.ssa.ir.instructions import Alloca
from yulopt.ssa.passes.phi_placement import Placement

MAX_PHI_COPY_COST: Final = 50_000


def limit_phi_cost(
    placement: Placement, before: Predecessors, limit: int = MAX_PHI_COPY_COST
) -> list[Alloca]:
    """Remove cells from the placement until their phis cost at most `limit` copies; says which.

    A phi costs one copy for each predecessor. The most expensive cells go first, and of equally
    expensive ones those that are declared last.
    """
    costs = [
        (sum(len(before[block]) for block in blocks), index, cell)
        for index, (cell, blocks) in enumerate(placement.items())
    ]
    total = sum(cost for cost, _, _ in costs)
    dropped: list[Alloca] = []
    for cost, _, cell in sorted(costs, key=_order, reverse=True):
        if total <= limit:
            break
        total -= cost
        dropped.append(cell)
        del placement[cell]
    return dropped


def _order(cost: tuple[int, int, Alloca]) -> tuple[int, int]:
    return cost[0], cost[1]
