"""Renaming: phis are inserted, and every load is replaced by the value its cell holds there.

A walk over the dominator tree keeps the current value of each cell. What a block changes is undone
when the walk leaves the part of the tree below it.

Source: Cytron, Ferrante, Rosen, Wegman, Zadeck, "Efficiently Computing Static Single Assignment
Form and the Control Dependence Graph" (1991), section 5.2; chapter 08, section 4.4 of the
specification.
"""

from __future__ import annotations

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.function import Block, Function, Instruction, NamedValue, Phi, Value, zero_value
from yulopt.ssa.ir.instructions import Alloca, Load, Store
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.passes.phi_placement import Placement

# The cells that were changed, with their values before.
_UndoLog = list[tuple[Value, Value]]

_CELL_SUFFIX = ".addr"


class Renaming:
    """Turns cells into values.

    `phis` are the new phis, `changed_phis` those that have read a load; `loads` and `stores` count
    what is gone.
    """

    __slots__ = ("_current", "_phis_of", "changed_phis", "loads", "phis", "stores")

    def __init__(self, function: Function, placement: Placement, tree: DominatorTree) -> None:
        self.phis: list[Phi] = []
        self.changed_phis: dict[Phi, None] = {}
        self.loads = 0
        self.stores = 0
        self._current: dict[Value, Value] = {
            cell.result: zero_value(cell.cell_type) for cell in placement
        }
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
                phi = Phi(cell.cell_type, names.version(_stem(cell.result.name)))
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
            value = self._current.get(instruction.reference)
            if value is not None:
                for user, _ in instruction.result.uses:
                    if isinstance(user, Phi):
                        self.changed_phis[user] = None
                instruction.result.replace_all_uses(value)
                instruction.erase()
                self.loads += 1
        elif isinstance(instruction, Store):
            # The value is not itself a load that goes: those before have been replaced.
            if instruction.reference in self._current:
                self._set(instruction.reference, instruction.value, log)
                instruction.erase()
                self.stores += 1
        elif isinstance(instruction, Alloca) and instruction.result in self._current:
            self._set(instruction.result, zero_value(instruction.cell_type), log)

    def _set(self, cell: Value, value: Value, log: _UndoLog) -> None:
        log.append((cell, self._current[cell]))
        self._current[cell] = value


def _stem(cell_name: str) -> str:
    """The name of the variable that a cell belongs to."""
    return cell_name.rpartition(_CELL_SUFFIX)[0] or cell_name
