"""ConditionalUnsimplifier (`U`): removes the assignments that ConditionalSimplifier (`C`) inserts.

Example::

    {
        let x := calldataload(0)
        if x { revert(0, 0) }
        x := 0
        switch x
        case 7 {
            x := 7
            sstore(0, x)
        }
        default { sstore(1, x) }
    }

becomes::

    {
        let x := calldataload(0)
        if x { revert(0, 0) }
        switch x
        case 7 { sstore(0, x) }
        default { sstore(1, x) }
    }

Source: chapter 02, section 4.12 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import BRANCHES, NOTHING
from yulopt.analysis.control_flow import (
    FunctionFlow,
    ends_with_flow_change,
)
from yulopt.analysis.equality import literals_equal
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
)
from yulopt.syntax.visitor import BlockTransformer


class ConditionalUnsimplifier(Step):
    """Removes the assignments that ConditionalSimplifier inserts."""

    name = "ConditionalUnsimplifier"
    letter = "U"
    requires = (UNIQUE_NAMES,)
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = BRANCHES
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _Unsimplifier(context.function_flow(block)).visit_block(block)


class _Unsimplifier(BlockTransformer):
    def __init__(self, function_flow: FunctionFlow) -> None:
        self._function_flow = function_flow

    def visit_block(self, block: Block) -> None:
        super().visit_block(block)
        statements = block.statements
        # Only the first of two assignments after an `if` is dropped.
        index = 1
        while index < len(statements):
            if self._is_implied(statements[index - 1], statements[index]):
                del statements[index]
            index += 1

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        if isinstance(switch.expression, Identifier):
            for case in switch.cases:
                statements = case.body.statements
                if case.label is not None and statements:
                    value = _assigned_literal(statements[0], switch.expression.name)
                    if value is not None and literals_equal(value, case.label):
                        del statements[0]
        return super().visit_switch(switch)

    def _is_implied(self, statement: Statement, following: Statement) -> bool:
        """Whether `statement` is an `if` after which `following` changes nothing."""
        if not (isinstance(statement, If) and isinstance(statement.condition, Identifier)):
            return False
        if not ends_with_flow_change(statement.body, self._function_flow):
            return False
        value = _assigned_literal(following, statement.condition.name)
        return value is not None and value.value == 0


def _assigned_literal(statement: Statement, name: str) -> Literal | None:
    """The literal if the statement assigns one to just this variable."""
    if (
        isinstance(statement, Assignment)
        and len(statement.targets) == 1
        and statement.targets[0].name == name
        and isinstance(statement.value, Literal)
    ):
        return statement.value
    return None
