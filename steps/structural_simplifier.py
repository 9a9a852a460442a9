"""StructuralSimplifier (`t`): resolves branches and loops whose condition is a literal.

The replacement of a statement is simplified as well, so one run is enough. Variables
that hold a constant are not looked up: run LiteralRematerialiser (`T`) first.

Example::

    {
        if 1 { sstore(0, 1) }
        if 0 { sstore(0, 2) }
        switch 3
        case 0x02 { sstore(1, 1) }
        case 0x03 { sstore(1, 2) }
        default { sstore(1, 3) }
        for { let i := 7 } 0 { } { sstore(i, i) }
    }

becomes::

    {
        sstore(0, 1)
        { sstore(1, 2) }
        let i := 7
    }

Source: chapter 02, section 4.8 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import BRANCHES, LOOPS, NESTED_BLOCKS
from yulopt.analysis.equality import literals_equal
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    ForLoop,
    If,
    Literal,
    Statement,
    Switch,
    is_zero_literal,
)
from yulopt.syntax.visitor import BlockTransformer


class StructuralSimplifier(Step):
    """Resolves branches and loops whose condition is a literal."""

    name = "StructuralSimplifier"
    letter = "t"
    requires = (UNIQUE_NAMES,)
    by_function = True
    reads_others = False
    looks_for = BRANCHES | LOOPS
    may_add = NESTED_BLOCKS

    def run(self, context: Context, block: Block) -> None:
        simplifier = _Simplifier()
        simplifier.visit_block(block)
        if not simplifier.changed:
            context.unchanged.update(block.statements)


class _Simplifier(BlockTransformer):
    def __init__(self) -> None:
        self.changed = False

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        remainder = _resolve(statement)
        if remainder is None:
            return super().visit_statement(statement)
        self.changed = True
        block = Block(remainder)
        self.visit_block(block)
        return block.statements


def _resolve(statement: Statement) -> list[Statement] | None:
    """The replacement of a statement whose condition is a literal; None for any other."""
    if isinstance(statement, If) and isinstance(statement.condition, Literal):
        return [] if is_zero_literal(statement.condition) else statement.body.statements
    if isinstance(statement, Switch) and isinstance(statement.expression, Literal):
        return _resolve_switch(statement, statement.expression)
    if isinstance(statement, ForLoop) and is_zero_literal(statement.condition):
        return statement.init.statements
    return None


def _resolve_switch(switch: Switch, value: Literal) -> list[Statement]:
    for case in switch.cases:
        if case.label is None or literals_equal(case.label, value):
            return [case.body]
    return []
