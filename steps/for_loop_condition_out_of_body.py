"""ForLoopConditionOutOfBody (`O`): turns a `break` at the start of a loop body into its condition.

The inverse of ForLoopConditionIntoBody, for loops whose condition is a literal that is not zero.
The condition of the `break` must be movable: it must have no effect and depend on nothing that can
change.

Example::

    {
        for { let i := 0 } true { i := add(i, 1) }
        {
            if iszero(lt(i, 5)) { break }
            sstore(i, 0)
        }
    }

becomes::

    {
        for { let i := 0 } lt(i, 5) { i := add(i, 1) }
        { sstore(i, 0) }
    }

Source: chapter 02, section 4.6 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import CallGraph
from yulopt.analysis.construct_kinds import LOOPS, NOTHING
from yulopt.analysis.side_effects import is_movable
from yulopt.dialect import Builtin
from yulopt.passes.code_facts import SideEffectsOfFunctions, UseOfMsize
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Break,
    Expression,
    ForLoop,
    FunctionCall,
    If,
    Literal,
    Statement,
)
from yulopt.syntax.visitor import BlockTransformer


class ForLoopConditionOutOfBody(Step):
    """Turns a `break` at the start of a loop body into its condition."""

    name = "ForLoopConditionOutOfBody"
    letter = "O"
    preserves_analyses = (CallGraph, SideEffectsOfFunctions, UseOfMsize)
    by_function = True
    looks_for = LOOPS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        rewriter = _ConditionOutOfBody(context.dialect.builtins["iszero"])
        rewriter.visit_block(block)
        if not rewriter.changed:
            context.unchanged.update(block.statements)


class _ConditionOutOfBody(BlockTransformer):
    def __init__(self, iszero: Builtin) -> None:
        self.changed = False
        self._iszero = iszero

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        super().visit_for(loop)
        condition = loop.condition
        if not isinstance(condition, Literal) or condition.value == 0:
            return None
        end_condition = _end_condition(loop.body)
        if end_condition is not None:
            self.changed = True
            del loop.body.statements[0]
            loop.condition = self._negate(end_condition)
        return None

    def _negate(self, condition: Expression) -> Expression:
        if isinstance(condition, FunctionCall) and condition.builtin is self._iszero:
            return condition.arguments[0]
        return FunctionCall("iszero", [condition], self._iszero, condition.position)


def _end_condition(body: Block) -> Expression | None:
    """The condition under which the first statement of the body leaves the loop."""
    if not body.statements:
        return None
    first = body.statements[0]
    if (
        isinstance(first, If)
        and first.body.statements
        and isinstance(first.body.statements[0], Break)
        and is_movable(first.condition)
    ):
        return first.condition
    return None
