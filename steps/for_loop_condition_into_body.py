"""ForLoopConditionIntoBody (`I`): replaces the condition of a loop by a `break` in its body.

Inside the body the condition can be split and simplified like any other expression; in the head of
the loop it cannot, since it is re-evaluated in each iteration. Conditions that are a literal or a
variable stay.

Example::

    {
        for { let i := 0 } lt(i, 5) { i := add(i, 1) } { sstore(i, 0) }
    }

becomes::

    {
        for { let i := 0 } true { i := add(i, 1) }
        {
            if iszero(lt(i, 5)) { break }
            sstore(i, 0)
        }
    }

Source: chapter 02, section 4.5 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import CallGraph
from yulopt.analysis.construct_kinds import BRANCHES, LOOPS
from yulopt.dialect import Builtin
from yulopt.passes.code_facts import SideEffectsOfFunctions, UseOfMsize
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    AS_BEFORE,
    BOOLEAN,
    Block,
    Break,
    ForLoop,
    FunctionCall,
    If,
    Literal,
    Statement,
)
from yulopt.syntax.visitor import BlockTransformer


class ForLoopConditionIntoBody(Step):
    """Replaces the condition of a loop by a `break` in its body."""

    name = "ForLoopConditionIntoBody"
    letter = "I"
    preserves_analyses = (CallGraph, SideEffectsOfFunctions, UseOfMsize)
    by_function = True
    looks_for = LOOPS
    may_add = BRANCHES

    def run(self, context: Context, block: Block) -> None:
        rewriter = _ConditionIntoBody(context.dialect.builtins["iszero"])
        rewriter.visit_block(block)
        if not rewriter.changed:
            context.unchanged.update(block.statements)


class _ConditionIntoBody(BlockTransformer):
    def __init__(self, iszero: Builtin) -> None:
        self.changed = False
        self._iszero = iszero

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        condition = loop.condition
        if isinstance(condition, FunctionCall):
            self.changed = True
            position = condition.position
            negated = FunctionCall("iszero", [condition], self._iszero, position)
            leave_loop = If(negated, Block([Break(AS_BEFORE)], position), position)
            loop.body.statements.insert(0, leave_loop)
            loop.condition = Literal(BOOLEAN, 1, position=position)
        return super().visit_for(loop)
