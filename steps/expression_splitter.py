"""ExpressionSplitter (`x`): gives every sub-expression its own variable.

Afterwards the arguments of calls are variables (unless a literal is mandatory), as are the
conditions of `if` and `switch`: three-address code, on which most analyses are more precise. The
new declarations follow the order of evaluation, from right to left. Loop conditions are left alone:
they cannot be preceded by statements (ForLoopConditionIntoBody `I` moves them into the body first).

Example::

    {
        let x := calldataload(4)
        if lt(x, 9) { sstore(x, add(mload(x), 1)) }
    }

becomes::

    {
        let _1 := 4
        let x := calldataload(_1)
        let _2 := 9
        let _3 := lt(x, _2)
        if _3
        {
            let _4 := 1
            let _5 := mload(x)
            let _6 := add(_5, _4)
            sstore(x, _6)
        }
    }

Source: chapter 05, section 1 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import NOTHING
from yulopt.passes.code_facts import CALLS_AND_FACTS
from yulopt.passes.properties import UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    Identifier,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import Transformer


class ExpressionSplitter(Step):
    """Gives every sub-expression its own variable."""

    name = "ExpressionSplitter"
    letter = "x"
    requires = (UNIQUE_NAMES,)
    preserves_analyses = CALLS_AND_FACTS
    may_add = NOTHING

    def run(self, context: Context, block: Block) -> None:
        _Splitter(context.dispenser).visit_block(block)


class _Splitter(Transformer):
    def __init__(self, dispenser: NameDispenser) -> None:
        self._dispenser = dispenser
        # The declarations to put before the current statement.
        self._pending: list[Statement] = []

    def visit_call(self, call: FunctionCall) -> Expression:
        arguments = call.arguments
        for index in range(len(arguments) - 1, -1, -1):
            if call.builtin is None or index not in call.builtin.literal_arguments:
                arguments[index] = self._outline(arguments[index])
        return call

    def visit_if(self, statement: If) -> list[Statement] | None:
        statement.condition = self._outline(statement.condition)
        self.visit_block(statement.body)
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        switch.expression = self._outline(switch.expression)
        for case in switch.cases:
            self.visit_block(case.body)
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        self.visit_block(loop.init)
        self.visit_block(loop.post)
        self.visit_block(loop.body)
        return None

    def visit_block(self, block: Block) -> None:
        outer = self._pending
        self._pending = []
        result: list[Statement] = []
        for statement in block.statements:
            self.visit_statement(statement)
            if self._pending:
                result.extend(self._pending)
                self._pending = []
            result.append(statement)
        block.statements = result
        self._pending = outer

    def _outline(self, expression: Expression) -> Expression:
        """A variable that holds the value of the expression."""
        if isinstance(expression, Identifier):
            return expression
        value = self.visit_expression(expression)
        name = self._dispenser.new_name("")
        position = expression.position
        self._pending.append(VariableDeclaration([name], value, position))
        return Identifier(name, position)
