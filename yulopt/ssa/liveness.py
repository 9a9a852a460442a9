"""Liveness: which values are still needed where.

The operand of a phi is needed at the end of the predecessor it belongs to, not at the head of the
phi's block; the result of a phi is defined at the head of its block, so it is live there.

Every use is followed backwards to the definition, and the blocks on the way are marked. The time is
that for writing down the result.

Source: Boissinot, Hack, Grund, Dupont de Dinechin, Rastello, "Computing Liveness Sets for SSA-Form
Programs" (2011), algorithms 4 and 5; chapter 08, section 3.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Container

from yulopt.ssa.edges import predecessors
from yulopt.ssa.ir import Block, Function, Instruction, NamedValue, Parameter, Result, Variable

# A set with an order that does not depend on addresses.
ValueSet = dict[NamedValue, None]


class Liveness:
    """The live values of a function, as they were when this was made.

    `live_in` and `live_out` are the values that are live at the start and at the end of each
    block. Functions without phis ("post-SSA") are fine, too. With `only`, nothing but these values
    is looked at.
    """

    __slots__ = ("_assigned", "_before", "_entry", "_only", "live_in", "live_out")

    def __init__(self, function: Function, only: Container[NamedValue] | None = None) -> None:
        self._only = only
        self.live_in: dict[Block, ValueSet] = {block: {} for block in function.blocks}
        self.live_out: dict[Block, ValueSet] = {block: {} for block in function.blocks}
        self._before = predecessors(function)
        self._entry = function.entry
        # The blocks that assign each variable.
        self._assigned: dict[NamedValue, set[Block]] = {}
        for block in function.blocks:
            for instruction in block.instructions:
                for result in instruction.results:
                    if isinstance(result, Variable):
                        self._assigned.setdefault(result, set()).add(block)
        for block in function.blocks:
            self._visit(block)

    def _visit(self, block: Block) -> None:
        """Mark what is live because of the uses in this block."""
        for phi in block.phis:
            if self._is_wanted(phi.result):
                self.live_in[block][phi.result] = None
            for predecessor, operand in zip(phi.blocks, phi.operands, strict=True):
                if isinstance(operand, NamedValue) and self._is_wanted(operand):
                    self.live_out[predecessor][operand] = None
                    if not self._is_defined_in(operand, predecessor):
                        self._mark(operand, predecessor)
        # Variables that this block has assigned so far.
        assigned: set[NamedValue] = set()
        instructions: list[Instruction] = list(block.instructions)
        if block.terminator is not None:
            instructions.append(block.terminator)
        for instruction in instructions:
            for operand in instruction.operands:
                if not isinstance(operand, NamedValue) or not self._is_wanted(operand):
                    continue
                if isinstance(operand, Variable):
                    if operand not in assigned:
                        self._mark(operand, block)
                elif not self._is_defined_in(operand, block):
                    self._mark(operand, block)
            for result in instruction.results:
                if isinstance(result, Variable):
                    assigned.add(result)

    def _is_wanted(self, value: NamedValue) -> bool:
        return self._only is None or value in self._only

    def _mark(self, value: NamedValue, block: Block) -> None:
        """The value is live at the start of a block, and back from there to its definitions."""
        work = [block]
        while work:
            block = work.pop()
            if value in self.live_in[block]:
                continue
            self.live_in[block][value] = None
            for predecessor in self._before[block]:
                self.live_out[predecessor][value] = None
                if not self._is_defined_in(value, predecessor):
                    work.append(predecessor)

    def _is_defined_in(self, value: NamedValue, block: Block) -> bool:
        """Whether a block defines the value (for phi results, that is at its start)."""
        if isinstance(value, Result):
            return value.instruction.block is block
        if isinstance(value, Parameter):
            return block is self._entry
        return block in self._assigned.get(value, ())
