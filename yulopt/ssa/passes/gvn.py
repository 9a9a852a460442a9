"""gvn: computes every value once.

On a walk over the dominator tree, an instruction with the same operation and operands as an earlier
one is replaced by that one. This applies to builtins that are movable by the table, and to calls of
functions that are movable by their summary. Operands of commutative builtins are compared in any
order, and `gt` counts as `lt` with its operands swapped. Two phis of one block with the same
operands are the same, and a phi whose operands are all the same is this operand. Reads of memory,
storage or cells are left alone.

Example::

    func @f(%a: i256, %b: i256) -> i256 {
    entry:
      %0 = add %a, %b
      %1 = lt %0, 10
      br %1, %small, %big
    small:
      %2 = add %b, %a
      %3 = mul %2, 2
      sstore 0, %3
      br %big
    big:
      %4 = phi i256 [ %a, %entry ], [ 7, %small ]
      %5 = phi i256 [ %a, %entry ], [ 7, %small ]
      %6 = gt 10, %0
      %7 = xor %4, %5
      %8 = add %6, %7
      ret %8
    }

becomes::

    func @f(%a: i256, %b: i256) -> i256 {
    entry:
      %0 = add %a, %b
      %1 = lt %0, 10
      br %1, %small, %big
    small: ; preds = %entry
      %3 = mul %0, 2
      sstore 0, %3
      br %big
    big: ; preds = %entry, %small
      %4 = phi i256 [ %a, %entry ], [ 7, %small ]
      %7 = xor %4, %4
      %8 = add %1, %7
      ret %8
    }

Source: Briggs, Cooper, Simpson, "Value Numbering" (1997), section 4; chapter 08, section 6.2.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.effects import ModuleEffects
from yulopt.ssa.analysis.folding import trivial_value
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
from yulopt.ssa.ir.instructions import BuiltinCall, Call
from yulopt.ssa.kernel.analysis_table import CONTROL_FLOW
from yulopt.ssa.kernel.pass_contract import PREHEADERS, SSA, Pass, Statistics

# An expression: an operation, and operands as representatives of their classes.
_Expression = tuple[object, ...]


class GlobalValueNumbering(Pass):
    """Computes every value once."""

    name = "gvn"
    preserves = (SSA, PREHEADERS)
    preserves_analyses = CONTROL_FLOW

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Replace recomputations."""
        removed = _Numbering(function, analyses).run()
        if removed:
            function.sweep()
        return {"instructions removed": removed}


class _Numbering:
    def __init__(self, function: Function, analyses: Analyses[Function]) -> None:
        self._effects = analyses.get(ModuleEffects)
        self._tree = analyses.get(DominatorTree)
        self._removed = 0
        # The results of the expressions that are available at the walk's position.
        self._leaders: dict[_Expression, list[NamedValue]] = {}
        # Values in the order in which the walk meets them.
        self._numbers: dict[NamedValue, int] = {}
        for parameter in function.parameters:
            self._number(parameter)

    def run(self) -> int:
        """Walk over the dominator tree; returns how many instructions were removed."""
        stack: list[tuple[Block, list[_Expression] | None]] = [(self._tree.order[0], None)]
        while stack:
            block, computed = stack.pop()
            if computed is not None:
                for expression in computed:
                    del self._leaders[expression]
                continue
            stack.append((block, self._visit(block)))
            stack.extend((child, None) for child in reversed(self._tree.children[block]))
        return self._removed

    def _visit(self, block: Block) -> list[_Expression]:
        """Number a block; returns the expressions that it computes first."""
        computed: list[_Expression] = []
        order = list(block.phis[0].blocks) if block.phis else []
        for phi in block.phis:
            value = trivial_value(phi)
            if value is not None:
                phi.result.replace_all_uses(value)
                phi.erase()
                self._removed += 1
            else:
                self._lead_or_follow(phi, _phi_expression(phi, order), computed)
        for instruction in block.instructions:
            self._lead_or_follow(instruction, self._expression(instruction), computed)
        return computed

    def _lead_or_follow(
        self, instruction: Instruction, expression: _Expression | None, computed: list[_Expression]
    ) -> None:
        leaders = None if expression is None else self._leaders.get(expression)
        if leaders is not None:
            for result, leader in zip(instruction.results, leaders, strict=True):
                result.replace_all_uses(leader)
            instruction.erase()
            self._removed += 1
            return
        for result in instruction.results:
            self._number(result)
        if expression is not None:
            self._leaders[expression] = instruction.results
            computed.append(expression)

    def _number(self, value: NamedValue) -> None:
        self._numbers[value] = len(self._numbers)

    def _expression(self, instruction: Instruction) -> _Expression | None:
        """The expression of an instruction, None if it cannot be replaced."""
        operands = instruction.operands
        if not instruction.results:
            return None
        if isinstance(instruction, BuiltinCall):
            builtin = instruction.builtin
            if not builtin.side_effects.movable:
                return None
            if builtin.mirrored and self._order(operands[0]) > self._order(operands[1]):
                return (builtin.mirrored, operands[1], operands[0], *operands[2:])
            return (builtin.name, *operands)
        if isinstance(instruction, Call):
            if not self._effects.is_movable(instruction):
                return None
            return (Call, instruction.callee, *operands)
        return None

    def _order(self, value: Value) -> tuple[bool, int]:
        if isinstance(value, NamedValue):
            return False, self._numbers[value]
        assert isinstance(value, Constant)
        return True, value.value


def _phi_expression(phi: Phi, order: list[Block]) -> _Expression:
    """The operands of a phi, in the order of these predecessors."""
    if phi.blocks == order:
        return (Phi, phi.block, *phi.operands)
    return (Phi, phi.block, *[phi.incoming(block) for block in order])
