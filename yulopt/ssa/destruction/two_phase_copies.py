"""Phis become copies in two phases, with temporaries where phis read each other.

The copies of a predecessor are sequential, so a phi that reads another phi of its block could see
its new value. Such a phi, and every phi that it reads, goes through a temporary: the temporary is
assigned at the ends of the predecessors (phase 1), the phi's variable at the head of the block
(phase 2). Critical edges get a block for their copies, a trampoline.

This takes more copies than needed: see `yulopt.ssa.destruction.parallel_copies`.

Source: the note on mem2reg in a C compiler; chapter 08, section 7.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.ssa.destruction.parallel_copies import assign_variable
from yulopt.ssa.ir.edges import Predecessors, is_critical, predecessors, split_edge
from yulopt.ssa.ir.function import Block, Function, Instruction, NamedValue, Phi, Value, Variable
from yulopt.ssa.ir.instructions import Copy
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.kernel.pass_contract import Statistics


def eliminate_phis_in_two_phases(
    function: Function, new_trampoline_label: Callable[[], str]
) -> Statistics:
    """Replace the phis of a function by copies; `new_trampoline_label` names trampolines."""
    trampolines = _insert_trampolines(function, new_trampoline_label)
    before = predecessors(function)
    names = NameSupply(function)
    copies = 0
    temporaries = 0
    for block in function.blocks:
        if block.phis:
            elimination = _BlockElimination(block, before, names)
            elimination.run()
            copies += elimination.copies
            temporaries += len(elimination.temporaries)
    function.post_ssa = True
    return {"copies": copies, "temporaries": temporaries, "trampolines": trampolines}


def _insert_trampolines(function: Function, new_label: Callable[[], str]) -> int:
    """Split the critical edges to blocks with phis; the new blocks stand at the end."""
    before = predecessors(function)
    names = NameSupply(function)
    added = [
        split_edge(block, successor, names, new_label())
        for block in function.blocks
        for successor in block.successors
        if successor.phis and is_critical(block, successor, before)
    ]
    function.blocks.extend(added)
    return len(added)


class _BlockElimination:
    """The phis of one block; `temporaries` are those of the phis that conflict."""

    def __init__(self, block: Block, before: Predecessors, names: NameSupply) -> None:
        self._block = block
        self._predecessors = before[block]
        self._variables = {phi: Variable(phi.result.name) for phi in block.phis}
        self.copies = 0
        self.temporaries: dict[Phi, Variable] = {}
        conflicting = _conflicting_phis(block.phis)
        for phi in block.phis:
            if phi in conflicting:
                name = names.value(f"tmp_{phi.result.name}")
                self.temporaries[phi] = Variable(name)

    def run(self) -> None:
        """Insert the copies and remove the phis."""
        variable_of: dict[Value, Variable] = {
            phi.result: variable for phi, variable in self._variables.items()
        }
        for predecessor in self._predecessors:
            for phi in self._block.phis:
                source = phi.incoming(predecessor)
                source = variable_of.get(source, source)
                target = self.temporaries.get(phi)
                if target is None:
                    target = self._variables[phi]
                if source is not target:
                    predecessor.append(Copy(target, source))
                    self.copies += 1
        second: list[Instruction] = []
        for phi, temporary in self.temporaries.items():
            copy = Copy(self._variables[phi], temporary)
            copy.block = self._block
            second.append(copy)
        self.copies += len(second)
        self._block.instructions = second + self._block.instructions
        for phi, variable in self._variables.items():
            phi.drop_operands()
            phi.block = None
            assign_variable(phi.result, variable)
        self._block.phis = []


def _conflicting_phis(phis: list[Phi]) -> set[Phi]:
    """The phis that read another phi of the block on some edge, and all phis read by these."""
    phi_of: dict[NamedValue, Phi] = {phi.result: phi for phi in phis}
    read_by = {
        phi: [
            phi_of[operand]
            for operand in phi.operands
            if isinstance(operand, NamedValue) and operand in phi_of and phi_of[operand] is not phi
        ]
        for phi in phis
    }
    work = [phi for phi in phis if read_by[phi]]
    conflicting = set(work)
    while work:
        for other in read_by[work.pop()]:
            if other not in conflicting:
                conflicting.add(other)
                work.append(other)
    return conflicting
