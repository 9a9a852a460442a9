"""DeadCodeEliminator (`D`): removes unreachable statements.

Everything after a statement that never continues (`return`, `revert`, `break`, `leave`, a call
of a function that never returns, ...) is removed from the same statement list, apart from
function definitions. Branches are not analysed: code after an `if` that reverts stays.

Example::

    {
        {
            fail()
            sstore(0, 1)
        }
        function fail()
        {
            revert(0, 0)
            sstore(1, 1)
        }
    }

becomes::

    {
        { fail() }
        function fail()
        { revert(0, 0) }
    }

Source: chapter 02, section 4.10 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.analysis.control_flow import (
    FunctionFlow,
    first_flow_change,
)
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import Block, FunctionDefinition
from yulopt.syntax.visitor import BlockTransformer


class DeadCodeEliminator(Step):
    """Removes unreachable statements."""

    name = "DeadCodeEliminator"
    letter = "D"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS, EMPTY_LOOP_INITIALISERS)
    by_function = True
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        eliminator = _Eliminator(context.function_flow(block))
        eliminator.visit_block(block)
        if not eliminator.changed:
            context.unchanged.update(block.statements)


class _Eliminator(BlockTransformer):
    def __init__(self, function_flow: FunctionFlow) -> None:
        self.changed = False
        self._function_flow = function_flow

    def visit_block(self, block: Block) -> None:
        statements = block.statements
        last = first_flow_change(statements, self._function_flow)
        if last is not None and last + 1 < len(statements):
            functions = [
                statement
                for statement in statements[last + 1 :]
                if isinstance(statement, FunctionDefinition)
            ]
            block.statements = [*statements[: last + 1], *functions]
            self.changed = True
        super().visit_block(block)
