"""mem2reg: promotes cells to values, with phis where values meet.

The loads of a cell are replaced by the stored values, and its stores disappear. Where several
stores reach, a phi selects by incoming edge. Cells are zero before their first store. If the phis
would later cost too many copies, the most expensive cells are not promoted.

Example::

    func @max(%a: i256, %b: i256) -> i256 {
    entry:
      %result = alloca i256
      store i256 %a, %result
      %larger = gt %b, %a
      br %larger, %if.then, %if.end
    if.then: ; preds = %entry
      store i256 %b, %result
      br %if.end
    if.end: ; preds = %entry, %if.then
      %0 = load i256, %result
      ret %0
    }

becomes::

    func @max(%a: i256, %b: i256) -> i256 {
    entry:
      %larger = gt %b, %a
      br %larger, %if.then, %if.end
    if.then: ; preds = %entry
      br %if.end
    if.end: ; preds = %entry, %if.then
      %result.1 = phi i256 [ %a, %entry ], [ %b, %if.then ]
      ret %result.1
    }

The cells of parameters are promoted, too, unless `parameters=no` says that an inliner still needs
them. Other settings show other forms of SSA: `ssa=minimal` places phis wherever stores meet, even
if the cell is dead, `ssa=maximal` in all blocks.

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991); chapter 08, section 4 of the specification.
"""

from __future__ import annotations

import attr

from yulopt.passes.analyses import Analyses
from yulopt.passes.options import option
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.folding import remove_trivial_phis
from yulopt.ssa.analysis.phi_placement import (
    MAX_PHI_COPY_COST,
    Placement,
    SsaKind,
    limit_phi_cost,
    place_phis,
)
from yulopt.ssa.ir.edges import predecessors, split_repeated_edges
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    NamedValue,
    Phi,
    Value,
)
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics

# The cells that were changed, with their previous values.
_UndoLog = list[tuple[Value, Value]]

_CELL_SUFFIX = ".addr"


@attr.s(auto_attribs=True, frozen=True)
class Mem2Reg(Pass):
    """Promotes cells to values."""

    name = "mem2reg"
    preserves = (SSA, PREHEADERS)

    parameters: bool = option(True, "whether the cells of parameters are promoted")
    kind: SsaKind = option(SsaKind.PRUNED, "how many phis are placed", name="ssa")
    max_copies: int = option(MAX_PHI_COPY_COST, "how many copies the phis may cost at most")

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Promote cells, as far as the limit allows."""
        cells = _promotable(function, parameters=self.parameters)
        if not cells:
            return {}
        split = split_repeated_edges(function)
        if split:
            analyses.keep()
        tree = analyses.get(DominatorTree)
        before = predecessors(function)
        placement = place_phis(function, cells, tree, before, self.kind)
        dropped = limit_phi_cost(placement, before, self.max_copies)
        renaming = _Renaming(function, placement, tree)
        if self.kind is SsaKind.PRUNED:
            # Older phis can have become trivial, too, now that their loads are replaced.
            remove_trivial_phis([*renaming.phis, *renaming.changed_phis])
            function.sweep()
        return {
            "edges split": split,
            "allocas promoted": len(placement),
            "allocas dropped": len(dropped),
            "loads removed": renaming.loads,
            "stores removed": renaming.stores,
            "phis inserted": len([phi for phi in renaming.phis if not phi.is_erased]),
        }


def _promotable(function: Function, *, parameters: bool) -> list[Alloca]:
    """The cells that can be promoted, in the order of the function.

    Without a store, the argument in the cell of a parameter is unknown here.
    """
    stored = {
        instruction.cell
        for instruction in function.all_instructions()
        if isinstance(instruction, Store)
    }
    return [
        instruction
        for instruction in function.all_instructions()
        if isinstance(instruction, Alloca)
        and (not instruction.is_parameter or (parameters and instruction.result in stored))
    ]


class _Renaming:
    """Turns cells into values: a walk over the dominator tree keeps the current value of each.

    The changes of a block are undone when the walk leaves its subtree.

    `phis`: the new phis; `changed_phis`: those that read a load; `loads` and `stores` count
    removals.
    """

    def __init__(self, function: Function, placement: Placement, tree: DominatorTree) -> None:
        self.phis: list[Phi] = []
        self.changed_phis: dict[Phi, None] = {}
        self.loads = 0
        self.stores = 0
        self._current: dict[Value, Value] = {cell.result: Constant(0) for cell in placement}
        # For each block, the new phis by their cells.
        self._phis_of: dict[Block, list[tuple[NamedValue, Phi]]] = {}
        self._insert_phis(function, placement)
        self._walk(tree)
        for cell in placement:
            cell.erase()
        function.sweep()

    def _insert_phis(self, function: Function, placement: Placement) -> None:
        needed: dict[Block, list[Alloca]] = {}
        for cell, blocks in placement.items():
            for block in blocks:
                needed.setdefault(block, []).append(cell)
        names = NameSupply(function)
        for block in function.blocks:
            for cell in needed.get(block, ()):
                phi = Phi(names.version(_stem(cell.result.name)))
                block.add_phi(phi)
                self.phis.append(phi)
                self._phis_of.setdefault(block, []).append((cell.result, phi))

    def _walk(self, tree: DominatorTree) -> None:
        root = tree.order[0]
        stack = [(self._rename(root), iter(tree.children[root]))]
        while stack:
            log, children = stack[-1]
            child = next(children, None)
            if child is not None:
                stack.append((self._rename(child), iter(tree.children[child])))
                continue
            for cell, value in reversed(log):
                self._current[cell] = value
            stack.pop()

    def _rename(self, block: Block) -> _UndoLog:
        """Rename in one block, and give the phis of its successors their operands from here."""
        log: _UndoLog = []
        for cell, phi in self._phis_of.get(block, ()):
            self._set(cell, phi.result, log)
        for instruction in block.instructions:
            self._rename_instruction(instruction, log)
        for successor in block.successors:
            for cell, phi in self._phis_of.get(successor, ()):
                phi.add_incoming(block, self._current[cell])
        return log

    def _rename_instruction(self, instruction: Instruction, log: _UndoLog) -> None:
        if isinstance(instruction, Load):
            value = self._current.get(instruction.cell)
            if value is not None:
                for user, _ in instruction.result.uses:
                    if isinstance(user, Phi):
                        self.changed_phis[user] = None
                instruction.result.replace_all_uses(value)
                instruction.erase()
                self.loads += 1
        elif isinstance(instruction, Store):
            # The value is not itself a removed load: earlier ones have been replaced.
            if instruction.cell in self._current:
                self._set(instruction.cell, instruction.value, log)
                instruction.erase()
                self.stores += 1
        elif isinstance(instruction, Alloca) and instruction.result in self._current:
            self._set(instruction.result, Constant(0), log)

    def _set(self, cell: Value, value: Value, log: _UndoLog) -> None:
        log.append((cell, self._current[cell]))
        self._current[cell] = value


def _stem(cell_name: str) -> str:
    """The name of the variable that a cell belongs to."""
    return cell_name.rpartition(_CELL_SUFFIX)[0] or cell_name
