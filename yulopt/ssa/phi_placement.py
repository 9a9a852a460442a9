"""Where the phis for a cell must stand.

A phi is needed where different stores of a cell meet: in the iterated dominance frontier of the
blocks with stores ("minimal SSA"), but only where the cell is still read ("pruned SSA").

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991); Choi, Cytron, Ferrante, "Automatic Construction of
Sparse Data Flow Evaluation Graphs" (1991); chapter 08, section 4.2 of the specification.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable

from yulopt.ssa.dominance_frontiers import dominance_frontiers, iterated_frontier
from yulopt.ssa.dominators import DominatorTree
from yulopt.ssa.edges import Predecessors
from yulopt.ssa.instructions import Alloca, Load, Store
from yulopt.ssa.ir import Block, Function, Value

# The blocks that need a phi, for each cell.
Placement = dict[Alloca, set[Block]]


class SsaKind(enum.Enum):
    """How many phis are placed: where values are live, where they meet, or everywhere."""

    PRUNED = "pruned"
    MINIMAL = "minimal"
    MAXIMAL = "maximal"


class _Accesses:
    """The blocks that define a cell, and those that read it before they define it."""

    __slots__ = ("defining", "reading")

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
        return {cell: set(function.blocks[1:]) for cell in cells}
    accesses = _find_accesses(function, cells)
    frontiers = dominance_frontiers(tree, before)
    placement: Placement = {}
    for cell, found in accesses.items():
        live = _live_in_blocks(found, before) if kind is SsaKind.PRUNED else None
        placement[cell] = iterated_frontier(found.defining, frontiers, live)
    return placement


def _find_accesses(function: Function, cells: Iterable[Alloca]) -> dict[Alloca, _Accesses]:
    accesses = {cell: _Accesses() for cell in cells}
    by_reference: dict[Value, _Accesses] = {cell.result: accesses[cell] for cell in accesses}
    for block in function.blocks:
        for instruction in block.instructions:
            if isinstance(instruction, Load):
                found = by_reference.get(instruction.reference)
                if found is not None and block not in found.defining:
                    found.reading[block] = None
            elif isinstance(instruction, Store):
                found = by_reference.get(instruction.reference)
                if found is not None:
                    found.defining[block] = None
            elif instruction in accesses and block is not function.entry:
                # A new cell is zero; in the entry, this meets nothing.
                found = by_reference[instruction.result]
                found.defining[block] = None
    return accesses


def _live_in_blocks(accesses: _Accesses, before: Predecessors) -> set[Block]:
    """The blocks at whose start the value of the cell is still needed."""
    live = set(accesses.reading)
    work = list(accesses.reading)
    while work:
        for predecessor in before[work.pop()]:
            if predecessor not in live and predecessor not in accesses.defining:
                live.add(predecessor)
                work.append(predecessor)
    return live
