"""ConditionalSimplifier (`C`): assigns to a variable what a condition implies about it.

After an `if x` whose body does not continue, `x` is zero; inside `case 7` of `switch x`, it is 7.
The step makes this explicit by assignments, for steps that track values. They break pseudo-SSA form
and are removed again by ConditionalUnsimplifier (`U`).

Example::

    {
        let x := calldataload(0)
        if x { revert(0, 0) }
        switch x
        case 7 { sstore(0, x) }
        default { sstore(1, x) }
    }

becomes::

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

Source: chapter 02, section 4.11 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import ASSIGNMENTS, BRANCHES
from yulopt.analysis.control_flow import (
    FunctionFlow,
    ends_with_flow_change,
)
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
    zero_literal,
)
from yulopt.syntax.copying import copy_literal
from yulopt.syntax.visitor import BlockTransformer


class ConditionalSimplifier(Step):
    """Assigns to a variable what a condition implies about it."""

    name = "ConditionalSimplifier"
    letter = "C"
    requires = (UNIQUE_NAMES,)
    preserves_analyses = CALLS_AND_FACTS
    by_function = True
    looks_for = BRANCHES
    may_add = ASSIGNMENTS

    def run(self, context: Context, block: Block) -> None:
        _Simplifier(context.function_flow(block)).visit_block(block)


class _Simplifier(BlockTransformer):
    def __init__(self, function_flow: FunctionFlow) -> None:
        self._function_flow = function_flow

    def visit_if(self, statement: If) -> list[Statement] | None:
        super().visit_if(statement)
        if isinstance(statement.condition, Identifier) and ends_with_flow_change(
            statement.body, self._function_flow
        ):
            assignment = _assign(statement.condition.name, zero_literal(), statement.position)
            return [statement, assignment]
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        if isinstance(switch.expression, Identifier):
            for case in switch.cases:
                if case.label is not None:
                    label = copy_literal(case.label)
                    assignment = _assign(switch.expression.name, label, case.body.position)
                    case.body.statements.insert(0, assignment)
        return super().visit_switch(switch)


def _assign(variable: str, value: Literal, position: int) -> Statement:
    return Assignment([Identifier(variable, position)], value, position)
