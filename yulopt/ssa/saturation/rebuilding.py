"""Replaces the expressions of a function by the chosen ones.

Within a block, an expression is computed directly before its first reader; those only read further
down are computed at the end.

Source: chapter 09, section 8.4.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.dialect import Builtin
from yulopt.gas.constants import ConstantFinder
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.function import Block, Constant, Function, Instruction, Phi, Value
from yulopt.ssa.ir.instructions import BuiltinCall
from yulopt.ssa.ir.names import NameSupply
from yulopt.ssa.saturation.choice import Expression, Operand, Use
from yulopt.ssa.saturation.placement import Copy, Placement
from yulopt.ssa.saturation.terms import Terms
from yulopt.syntax.literals import WORD_MASK


class Rebuilding:
    """Rebuilds one function; `complement` is the instruction `not`."""

    def __init__(
        self,
        function: Function,
        placement: Placement,
        constants: ConstantFinder,
        complement: Builtin,
    ) -> None:
        self._function = function
        self._placement = placement
        self._constants = constants
        self._complement = complement
        self._values: dict[Copy, Value] = {}
        self._supply = NameSupply(function)
        self._named: set[str] = set()

    def run(self, tree: DominatorTree, terms: Terms, uses: Sequence[Use]) -> None:
        """Compute everything that `uses` need, let them read it, and delete the old terms."""
        reading: dict[Instruction, list[Use]] = {}
        reading_at_end: dict[Block, list[Use]] = {}
        for use in uses:
            if isinstance(use.instruction, Phi):
                block = use.instruction.blocks[use.index]
                reading_at_end.setdefault(block, []).append(use)
            else:
                reading.setdefault(use.instruction, []).append(use)
        copies: dict[Block, list[Copy]] = {}
        for copy in self._placement.copies:
            copies.setdefault(copy.block, []).append(copy)
        old: list[Instruction] = []
        for block in tree.preorder:
            instructions = block.instructions
            block.instructions = []
            for instruction in instructions:
                if terms.is_term(instruction):
                    old.append(instruction)
                else:
                    self._let_read(reading.get(instruction, ()), block)
                    block.instructions.append(instruction)
            assert block.terminator is not None
            self._let_read(reading.get(block.terminator, ()), block)
            for copy in copies.get(block, ()):
                self._compute(copy)
            self._let_read(reading_at_end.get(block, ()), block)
        # They may read each other.
        for instruction in old:
            instruction.drop_operands()
        for instruction in old:
            instruction.erase()

    def _let_read(self, uses: Sequence[Use], block: Block) -> None:
        for use in uses:
            if isinstance(use.operand, Expression):
                value = self._compute(self._placement.copy_of[use])
            else:
                value = self._simple(use.operand, block)
            use.instruction.set_operand(use.index, value)

    def _compute(self, wanted: Copy) -> Value:
        """The value of a copy, computed now, with its operands, unless it has been before."""
        stack = [wanted]
        while stack:
            copy = stack[-1]
            missing = [one for one in copy.operands.values() if one not in self._values]
            if copy in self._values:
                stack.pop()
            elif missing:
                stack.extend(reversed(missing))
            else:
                stack.pop()
                self._values[copy] = self._append(copy)
        return self._values[wanted]

    def _append(self, copy: Copy) -> Value:
        expression, block = copy.expression, copy.block
        operands: list[Value] = []
        for index, operand in enumerate(expression.operands):
            if isinstance(operand, Expression):
                operands.append(self._values[copy.operands[index]])
            elif isinstance(operand, Constant) and self._constants.is_complement(operand.value):
                number = Constant(WORD_MASK - operand.value)
                operands.append(self._call(self._complement, [number], block))
            else:
                operands.append(self._simple(operand, block))
        return self._call(expression.builtin, operands, block, expression.name)

    def _simple(self, operand: Operand, block: Block) -> Value:
        if isinstance(operand, Builtin):
            return self._call(operand, [], block)
        assert isinstance(operand, Value)
        return operand

    def _call(self, builtin: Builtin, operands: list[Value], block: Block, name: str = "") -> Value:
        # The instruction with that name will be deleted.
        if not name or name in self._named:
            name = self._supply.temporary()
        self._named.add(name)
        call = BuiltinCall(builtin, operands, [name])
        block.append(call)
        return call.result
