"""ControlFlowSimplifier (`n`): simplifies degenerate branches and loops.

- An `if` with an empty body is reduced to its condition.
- A `switch` loses empty cases (when it has no default that does something); with one case left
  it becomes an `if`, with none it is reduced to its expression.
- A loop whose body always leaves it in the first iteration becomes an `if`.
- A `leave` at the end of a function is removed.

Example::

    {
        if calldataload(0) { }
        switch calldataload(1)
        case 0 { }
        case 1 { sstore(0, 1) }
        default { }
        for { } calldataload(2) { sstore(1, 1) }
        {
            sstore(2, 2)
            break
        }
        function f()
        {
            sstore(3, 3)
            leave
        }
    }

becomes::

    {
        pop(calldataload(0))
        if eq(1, calldataload(1)) { sstore(0, 1) }
        if calldataload(2) { sstore(2, 2) }
        function f()
        { sstore(3, 3) }
    }

Source: chapter 02, section 4.9 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.construct_kinds import BRANCHES, LEAVES, LOOPS, NESTED_BLOCKS
from yulopt.analysis.control_flow import FlowKind, flow_kind
from yulopt.dialect import Dialect
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, HOISTED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Block,
    Break,
    Case,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Leave,
    Statement,
    Switch,
)
from yulopt.syntax.visitor import BlockTransformer


class ControlFlowSimplifier(Step):
    """Simplifies degenerate branches and loops."""

    name = "ControlFlowSimplifier"
    letter = "n"
    requires = (UNIQUE_NAMES, HOISTED_FUNCTIONS, EMPTY_LOOP_INITIALISERS)
    by_function = True
    looks_for = BRANCHES | LOOPS | LEAVES
    may_add = NESTED_BLOCKS | BRANCHES

    def run(self, context: Context, block: Block) -> None:
        simplifier = _Simplifier(context.dialect)
        simplifier.visit_block(block)
        if not simplifier.changed:
            context.unchanged.update(block.statements)


class _Simplifier(BlockTransformer):
    def __init__(self, dialect: Dialect) -> None:
        self.changed = False
        self._pop = dialect.builtins["pop"]
        self._eq = dialect.builtins["eq"]
        # The number of exits and continuations of the current loop visited so far.
        self._breaks = 0
        self._continues = 0

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        replacement = self._replacement(statement)
        if replacement is None:
            return super().visit_statement(statement)
        self.changed = True
        block = Block(replacement)
        self.visit_block(block)
        return block.statements

    def visit_jump(self, jump: Statement) -> list[Statement] | None:
        if isinstance(jump, Break):
            self._breaks += 1
        elif isinstance(jump, Continue):
            self._continues += 1
        return None

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        super().visit_function(function)
        statements = function.body.statements
        if statements and isinstance(statements[-1], Leave):
            statements.pop()
            self.changed = True
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        outer = (self._breaks, self._continues)
        self._breaks = self._continues = 0
        super().visit_for(loop)
        replacement = self._loop_as_if(loop)
        self._breaks, self._continues = outer
        if replacement is None:
            return None
        self.changed = True
        return [replacement]

    def _loop_as_if(self, loop: ForLoop) -> If | None:
        """The equivalent `if`, if the body certainly leaves the loop at its end."""
        statements = loop.body.statements
        if not statements:
            return None
        last = statements[-1]
        leaves_by_break = isinstance(last, Break)
        leaves = leaves_by_break or flow_kind(last) in (FlowKind.TERMINATE, FlowKind.LEAVE)
        other_breaks = self._breaks - (1 if leaves_by_break else 0)
        if not leaves or other_breaks or self._continues:
            return None
        if leaves_by_break:
            statements.pop()
        return If(loop.condition, loop.body, loop.position)

    def _replacement(self, statement: Statement) -> list[Statement] | None:
        if isinstance(statement, If) and not statement.body.statements:
            return [self._discard(statement.condition, statement.position)]
        if isinstance(statement, Switch):
            number = len(statement.cases)
            _remove_empty_cases(statement)
            self.changed |= len(statement.cases) < number
            if not statement.cases:
                return [self._discard(statement.expression, statement.expression.position)]
            if len(statement.cases) == 1:
                return self._single_case(statement, statement.cases[0])
        return None

    def _single_case(self, switch: Switch, case: Case) -> list[Statement]:
        if case.label is None:
            value = switch.expression
            return [self._discard(value, value.position), case.body]
        arguments: list[Expression] = [case.label, switch.expression]
        condition = FunctionCall("eq", arguments, self._eq, switch.expression.position)
        return [If(condition, case.body, switch.position)]

    def _discard(self, value: Expression, position: int) -> Statement:
        return ExpressionStatement(FunctionCall("pop", [value], self._pop, position), position)


def _remove_empty_cases(switch: Switch) -> None:
    cases = switch.cases
    if cases and cases[-1].label is None and not cases[-1].body.statements:
        cases.pop()
    if not cases or cases[-1].label is not None:
        switch.cases = [case for case in cases if case.body.statements]
