"""Phi placement for cells, and the cost of the phis.

A phi is needed where different stores of a cell meet: in the iterated dominance frontier of the
blocks with stores ("minimal SSA"), but only where the cell is still read ("pruned SSA").

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991); Choi, Cytron, Ferrante, "Automatic Construction of
Sparse Data Flow Evaluation Graphs" (1991); chapter 08, section 4.2 of the specification.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Final

from yulopt.ssa.analysis.dominators import DominatorTree, IteratedFrontiers
from yulopt.ssa.ir.edges import Predecessors, repeated_successors
from yulopt.ssa.ir.function import Block, Function, Value
from yulopt.ssa.ir.instructions import Alloca, Load, Store

# The blocks that need a phi, for each cell.
Placement = dict[Alloca, set[Block]]

# The most copies that phis may cost when they are eliminated.
MAX_PHI_COPY_COST: Final = 50_000


class SsaKind(enum.Enum):
    """The placement of phis: where values are live, where they meet, or everywhere."""

    PRUNED = "pruned"
    MINIMAL = "minimal"
    MAXIMAL = "maximal"


class _Accesses:
    """The blocks that define a cell, and those that read it before they define it."""

    def __init__(self) -> None:
        self.defining: dict[Block, None] = {}
        self.reading: dict[Block, None] = {}


def place_phis(
    function: Function,
    cells: Iterable[Alloca],
    tree: DominatorTree,
    before: Predecessors,
    kind: SsaKind = SsaKind.PRUNED,
) -> Placement:
    """The blocks that need a phi for each of the promotable cells."""
    if kind is SsaKind.MAXIMAL:
        repeated = {one for block in function.blocks for one in repeated_successors(block)}
        # Two edges from one block carry the same value; phis cannot distinguish them.
        return {cell: set(function.blocks[1:]) - repeated for cell in cells}
    frontiers = IteratedFrontiers(tree)
    placement: Placement = {}
    for cell, accesses in _find_accesses(function, cells).items():
        if kind is SsaKind.MINIMAL:
            placement[cell] = frontiers.of(accesses.defining)
        else:
            placement[cell] = _pruned_placement(accesses, tree, frontiers, before)
    return placement


def limit_phi_cost(
    placement: Placement, before: Predecessors, limit: int = MAX_PHI_COPY_COST
) -> list[Alloca]:
    """Remove cells from the placement until their phis cost at most `limit` copies; returns which.

    A phi costs one copy for each predecessor. The most expensive cells are removed first, and among
    equally expensive ones the last declared.

    Source: chapter 08, section 4.3 of the specification.
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


def _pruned_placement(
    accesses: _Accesses, tree: DominatorTree, frontiers: IteratedFrontiers, before: Predecessors
) -> set[Block]:
    """The iterated frontier without the blocks where the cell is dead."""
    first = _dominating_definition(accesses, tree)
    if first is None:
        candidates = frontiers.of(accesses.defining)
    else:
        # The cell is not read above its first definition: phis there would be useless.
        later = [block for block in accesses.defining if block is not first]
        candidates = frontiers.of(later, lambda block: tree.strictly_dominates(first, block))
    return _PhiReaders(candidates, accesses, tree, before).found if candidates else candidates


def _dominating_definition(accesses: _Accesses, tree: DominatorTree) -> Block | None:
    """The block with a definition that precedes all other accesses, if there is one."""
    if not accesses.defining:
        return None
    first = min(accesses.defining, key=tree.depth.__getitem__)
    others = (*accesses.defining, *accesses.reading)
    if first in accesses.reading or not all(tree.dominates(first, other) for other in others):
        return None
    return first


class _PhiReaders:
    """Finds the candidates whose phi is read: by a load, or by another phi that is read.

    The reaching definition at the end of a block is the nearest phi or definition upwards in the
    dominator tree. Blocks are passed only once on the way up, so the time depends on the part of
    the tree between the accesses, not on all blocks where the cell is live.
    """

    def __init__(
        self,
        candidates: set[Block],
        accesses: _Accesses,
        tree: DominatorTree,
        before: Predecessors,
    ) -> None:
        self._candidates = candidates
        self._accesses = accesses
        self._tree = tree
        self._passed: set[Block] = set()
        self._work: list[Block] = []
        self.found: set[Block] = set()
        for block in accesses.reading:
            if block in candidates:
                self._read(block)
            else:
                self._climb(tree.idom[block])
        while self._work:
            for predecessor in before[self._work.pop()]:
                self._climb(predecessor)

    def _read(self, block: Block) -> None:
        if block not in self.found:
            self.found.add(block)
            self._work.append(block)

    def _climb(self, block: Block) -> None:
        """Mark the reaching definition at the end of a block as read."""
        while block not in self._passed and block not in self._accesses.defining:
            self._passed.add(block)
            if block in self._candidates:
                self._read(block)
                return
            block = self._tree.idom[block]


def _find_accesses(function: Function, cells: Iterable[Alloca]) -> dict[Alloca, _Accesses]:
    accesses = {cell: _Accesses() for cell in cells}
    by_name: dict[Value, _Accesses] = {cell.result: accesses[cell] for cell in accesses}
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Load):
                found = by_name.get(instruction.cell)
                if found is not None and block not in found.defining:
                    found.reading[block] = None
            elif isinstance(instruction, Store):
                found = by_name.get(instruction.cell)
                if found is not None:
                    found.defining[block] = None
            elif instruction in accesses and block is not function.entry:
                # A new cell is zero; in the entry, this meets no other value.
                found = by_name[instruction.result]
                found.defining[block] = None
    return accesses
