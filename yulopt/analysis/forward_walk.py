"""Forward data-flow analysis over structured code, with one state per program point.

States are joined where control flow joins; a loop is repeated until its state is stable, so
ascending chains must be finite. Functions are not entered.

Source: F. Nielson, H. R. Nielson and C. Hankin, "Principles of program analysis" (1999), chapter 2.
"""

from __future__ import annotations

from typing import Generic, TypeVar

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionDefinition,
    If,
    Leave,
    Statement,
    Switch,
    VariableDeclaration,
)

S = TypeVar("S")


class ForwardWalk(Generic[S]):
    """A forward analysis; subclasses define states, and the effect of expressions on them.

    `state`: the current state, None at unreachable points. `leaving`, `breaking` and `continuing`:
    the states at these jumps, the latter two for the innermost loop. `is_over`: the walk can stop.
    """

    def __init__(self, start: S) -> None:
        self.state: S | None = start
        self.leaving: S | None = None
        self.breaking: S | None = None
        self.continuing: S | None = None
        self.is_over = False

    # Hooks of an analysis

    def copy(self, state: S) -> S:
        """A copy of a state."""
        raise NotImplementedError

    def join(self, one: S, other: S) -> S:
        """The join of two states."""
        raise NotImplementedError

    def agree(self, one: S, other: S) -> bool:
        """Whether two states are equal."""
        raise NotImplementedError

    def run_expression(self, expression: Expression) -> None:
        """Run an expression that is a condition, or a statement."""
        raise NotImplementedError

    def run_assignment(self, names: list[str], value: Expression | None) -> None:
        """Run an assignment or declaration; without a value the variables become 0."""
        raise NotImplementedError

    # Statements

    def visit_statements(self, statements: list[Statement]) -> None:
        """Run statements in sequence, while reachable."""
        for statement in statements:
            if self.state is None or self.is_over:
                return
            self._visit(statement)

    def joined(self, one: S | None, other: S | None) -> S | None:
        """The join of two states, either of which may be unreachable."""
        if one is None or other is None:
            return one if other is None else other
        return self.join(one, other)

    def _visit(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            self.run_expression(statement.expression)
        elif isinstance(statement, VariableDeclaration):
            self.run_assignment(statement.names, statement.value)
        elif isinstance(statement, Assignment):
            self.run_assignment([target.name for target in statement.targets], statement.value)
        elif isinstance(statement, Block):
            self.visit_statements(statement.statements)
        elif isinstance(statement, If):
            self.run_expression(statement.condition)
            before = self._copied(self.state)
            self.visit_statements(statement.body.statements)
            self.state = self.joined(before, self.state)
        elif isinstance(statement, Switch):
            self._visit_switch(statement)
        elif isinstance(statement, ForLoop):
            self._visit_loop(statement)
        elif not isinstance(statement, FunctionDefinition):
            self._jump(statement)

    def _visit_switch(self, switch: Switch) -> None:
        self.run_expression(switch.expression)
        before = self.state
        after = before if switch.cases[-1].label is not None else None
        for case in switch.cases:
            self.state = self._copied(before)
            self.visit_statements(case.body.statements)
            after = self.joined(after, self.state)
        self.state = after

    def _visit_loop(self, loop: ForLoop) -> None:
        self.visit_statements(loop.init.statements)
        outer = self.breaking, self.continuing
        head = self.state
        while head is not None and not self.is_over:
            self._begin_loop()
            self.state = self.copy(head)
            self.run_expression(loop.condition)
            end = self._copied(self.state)
            self.visit_statements(loop.body.statements)
            self.state = self.joined(self.state, self.continuing)
            self.visit_statements(loop.post.statements)
            again = head if self.state is None else self.join(head, self.state)
            if self.agree(again, head):
                self.state = self.joined(end, self.breaking)
                break
            head = again
        self.breaking, self.continuing = outer

    def _begin_loop(self) -> None:
        # mypy would narrow attributes assigned in the loop to None after it.
        self.breaking = self.continuing = None

    def _jump(self, statement: Statement) -> None:
        if isinstance(statement, Leave):
            self.leaving = self.joined(self.leaving, self.state)
        elif isinstance(statement, Break):
            self.breaking = self.joined(self.breaking, self.state)
        elif isinstance(statement, Continue):
            self.continuing = self.joined(self.continuing, self.state)
        self.state = None

    def _copied(self, state: S | None) -> S | None:
        return None if state is None else self.copy(state)
