"""sccp: finds constants and branches that are never taken, at once.

Every value starts as unknown and every edge as never taken; from the entry on, what is reached is
evaluated, and a phi joins only the values of edges that are taken. So a value can be constant
because a branch is never taken, which is never taken because the value is constant. Then constants
replace values, decided branches become jumps, and unreachable blocks are removed.

Example::

    func @f() -> i256 {
    entry:
      br %loop
    loop:
      %x = phi i256 [ 1, %entry ], [ %y, %next ]
      %odd = eq %x, 1
      br %odd, %next, %change
    change:
      br %next
    next:
      %y = phi i256 [ %x, %loop ], [ 2, %change ]
      %again = calldataload 0
      br %again, %loop, %done
    done:
      ret %y
    }

becomes::

    func @f() -> i256 {
    entry:
      br %loop
    loop: ; preds = %entry, %next
      br %next
    next: ; preds = %loop
      %again = calldataload 0
      br %again, %loop, %done
    done: ; preds = %next
      ret 1
    }

Source: Wegman, Zadeck, "Constant Propagation with Conditional Branches" (1991); chapter 08, section
6.1.
"""

from __future__ import annotations

from yulopt.passes.analyses import Analyses
from yulopt.ssa.analysis.folding import decided_target, fold, is_arithmetic
from yulopt.ssa.ir.edges import remove_edge, remove_unreachable
from yulopt.ssa.ir.function import (
    Block,
    Function,
    Instruction,
    Module,
    NamedValue,
    Phi,
    Result,
    Terminator,
    Value,
)
from yulopt.ssa.ir.instructions import Jump
from yulopt.ssa.kernel.pass_contract import Pass, Statistics


class SparseConditionalConstantPropagation(Pass):
    """Finds constants and branches that are never taken, at once."""

    name = "sccp"

    def run(self, module: Module, function: Function, analyses: Analyses[Function]) -> Statistics:
        """Find constants, then rewrite the function."""
        analysis = _Analysis(function)
        analysis.run()
        return _rewrite(function, analysis)


class _Analysis:
    """`taken` are the edges that control may take, as the sources for each target that is reached.

    `values` is the lattice: a value that is not in it is unknown so far (top); then it is a
    constant; finally it is mapped to itself, since it may be anything (bottom).
    """

    def __init__(self, function: Function) -> None:
        self.values: dict[NamedValue, Value] = {one: one for one in function.parameters}
        self.taken: dict[Block, set[Block]] = {function.entry: set()}
        self._flow: list[tuple[Block, Block]] = []
        self._changed: list[NamedValue] = []
        self._enter(function.entry)

    def run(self) -> None:
        """Evaluate until nothing changes."""
        while self._flow or self._changed:
            while self._changed:
                self._propagate(self._changed.pop())
            if self._flow:
                self._follow(*self._flow.pop())

    def value_of(self, value: Value) -> Value | None:
        """The lattice value: a constant, the value itself (bottom), or None (top)."""
        return self.values.get(value) if isinstance(value, NamedValue) else value

    def _propagate(self, value: NamedValue) -> None:
        """Revisit the users of a value that has changed."""
        for user, index in value.uses:
            assert user.block is not None
            sources = self.taken.get(user.block)
            if sources is None:
                continue
            if not isinstance(user, Phi):
                self._evaluate(user)
            elif user.blocks[index] in sources:
                self._join(user, value)

    def _follow(self, source: Block, target: Block) -> None:
        """Mark an edge as executable."""
        sources = self.taken.setdefault(target, set())
        if source in sources:
            return
        first = not sources
        sources.add(source)
        for phi in target.phis:
            self._join(phi, phi.incoming(source))
        if first:
            self._enter(target)

    def _enter(self, block: Block) -> None:
        for instruction in block.instructions:
            self._evaluate(instruction)
        assert block.terminator is not None
        self._evaluate(block.terminator)

    def _join(self, phi: Phi, operand: Value) -> None:
        """Join an operand of a phi that has changed. The others need not be revisited, since values
        only go down in the lattice."""
        value = self.value_of(operand)
        if value is not None:
            self._lower(phi.result, phi.result if isinstance(value, NamedValue) else value)

    def _evaluate(self, instruction: Instruction) -> None:
        if isinstance(instruction, Terminator):
            self._evaluate_terminator(instruction)
        elif not is_arithmetic(instruction):
            for result in instruction.results:
                self._lower(result, result)
        elif self.values.get(instruction.result) is not instruction.result:
            operands = [self.value_of(operand) for operand in instruction.operands]
            known = [operand for operand in operands if operand is not None]
            if len(known) == len(operands):
                self._lower(instruction.result, fold(instruction, known) or instruction.result)

    def _evaluate_terminator(self, terminator: Terminator) -> None:
        block = terminator.block
        assert block is not None
        targets = block.successors
        if len(targets) > 1:
            value = self.value_of(terminator.operands[0])
            if value is None:
                return
            decided = decided_target(terminator, value)
            if decided is not None:
                targets = [decided]
        self._flow.extend((block, target) for target in targets)

    def _lower(self, result: NamedValue, value: Value) -> None:
        """Meet the lattice value of a result with another."""
        old = self.values.get(result)
        if old is result or (old is not None and old == value):
            return
        self.values[result] = value if old is None else result
        self._changed.append(result)


def _rewrite(function: Function, analysis: _Analysis) -> Statistics:
    constants = 0
    for result, value in analysis.values.items():
        if not isinstance(value, NamedValue):
            assert isinstance(result, Result)
            result.replace_all_uses(value)
            result.instruction.erase()
            constants += 1
    function.sweep()
    branches = 0
    for block in function.blocks:
        successors = block.successors
        assert block.terminator is not None
        if block in analysis.taken and len(successors) > 1:
            target = decided_target(block.terminator, block.terminator.operands[0])
            if target is not None:
                for successor in successors:
                    if successor is not target:
                        remove_edge(block, successor)
                block.terminate(Jump(target))
                branches += 1
    return {
        "constants found": constants,
        "branches decided": branches,
        "blocks removed": remove_unreachable(function),
    }
