"""LoopInvariantCodeMotion (`M`): moves loop-invariant declarations out of loops.

A declaration in the body or the post block of a loop (not nested deeper) moves before the loop if
its variables are never assigned, and its value depends neither on what the loop declares or assigns
nor on what the loop writes. Inner loops come first, so a declaration can move out of several. Works
best on split code in pseudo-SSA form.

Example::

    {
        let n := calldataload(0)
        let i := 0
        for { } lt(i, n) { i := add(i, 1) }
        {
            let size := mul(n, 32)
            let start := sload(0)
            let offset := add(i, size)
            mstore(offset, start)
        }
    }

becomes::

    {
        let n := calldataload(0)
        let i := 0
        let size := mul(n, 32)
        let start := sload(0)
        for { } lt(i, n) { i := add(i, 1) }
        {
            let offset := add(i, size)
            mstore(offset, start)
        }
    }

Source: chapter 04, section 10 of the specification.
"""

from __future__ import annotations

from collections.abc import Container

from yulopt.analysis.construct_kinds import LOOPS, NOTHING
from yulopt.analysis.references import variables_in
from yulopt.analysis.side_effects import (
    FunctionEffects,
    expression_effects,
    is_movable_relative_to,
    statement_effects,
)
from yulopt.analysis.ssa_values import ssa_values
from yulopt.dialect import NONE, SideEffects
from yulopt.passes.code_facts import FUNCTION_FACTS
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Expression,
    ForLoop,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Transformer


class LoopInvariantCodeMotion(Step):
    """Moves loop-invariant declarations out of loops."""

    name = "LoopInvariantCodeMotion"
    letter = "M"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS, EMPTY_LOOP_INITIALISERS)
    preserves_analyses = FUNCTION_FACTS
    by_function = True
    looks_for = LOOPS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _CodeMotion(
            context.function_effects(block),
            ssa_values(block, with_parameters=not context.behaviour.parameters_vary),
            code_contains_msize=context.contains_msize(block),
            moves_loads=context.behaviour.loads_before_loops,
        ).visit_block(block)


class _CodeMotion(Transformer):
    def __init__(
        self,
        function_effects: FunctionEffects,
        ssa_variables: Container[str],
        *,
        code_contains_msize: bool,
        moves_loads: bool,
    ) -> None:
        self._function_effects = function_effects
        self._ssa_variables = ssa_variables
        self._code_contains_msize = code_contains_msize
        self._moves_loads = moves_loads

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        super().visit_for(loop)
        loop_effects = statement_effects(loop, function_effects=self._function_effects)
        moved: list[Statement] = []
        for block in (loop.post, loop.body):
            moved += self._take_invariants(block, loop_effects)
        return [*moved, loop] if moved else None

    def _take_invariants(self, block: Block, loop_effects: SideEffects) -> list[Statement]:
        """Remove the declarations to be moved from the block and return them."""
        moved: list[Statement] = []
        kept: list[Statement] = []
        declared_here: set[str] = set()
        for statement in block.statements:
            if isinstance(statement, VariableDeclaration):
                if self._is_invariant(statement, declared_here, loop_effects):
                    moved.append(statement)
                    continue
                declared_here.update(statement.names)
            kept.append(statement)
        block.statements = kept
        return moved

    def _is_invariant(
        self,
        declaration: VariableDeclaration,
        declared_here: set[str],
        loop_effects: SideEffects,
    ) -> bool:
        if not all(name in self._ssa_variables for name in declaration.names):
            return False
        value = declaration.value
        if value is None:
            return True
        for name in variables_in(value):
            if name in declared_here or name not in self._ssa_variables:
                return False
        effects = expression_effects(value, self._function_effects)
        if effects.memory != NONE and not self._moves_loads:
            # Where the loop does not load it, the address may be out of reach.
            return False
        return is_movable_relative_to(effects, loop_effects, self._code_contains_msize)
