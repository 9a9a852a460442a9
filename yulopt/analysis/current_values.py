"""The expression that each variable holds, for steps that only look values up.

Like `DataFlowAnalyzer` without storage and memory, but lazily: only the times of assignments are
recorded. An expression remains valid as long as no variable in it has changed since it was
assigned. So code in pseudo-SSA form, where nearly nothing is assigned, costs nearly nothing but the
walk.

Source: chapter 04, sections 1.2 to 1.5 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.declarations import assigned_after_continue, assigned_names
from yulopt.syntax.ast import (
    AS_BEFORE,
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Switch,
    VariableDeclaration,
    zero_literal,
)


class CurrentValue:
    """An expression that was assigned to a variable at `time`.

    `loop_depth`: that of the assignment in its function.
    """

    __slots__ = ("expression", "loop_depth", "time")

    def __init__(self, expression: Expression, time: int, loop_depth: int) -> None:
        self.expression = expression
        self.time = time
        self.loop_depth = loop_depth


class CurrentValues:
    """The values of a function's variables at one point of it.

    This is separate from the walk so that its users need no reference to the walk: a cycle of
    references would keep both until the garbage collector runs.
    """

    def __init__(self) -> None:
        self.time = 0
        self.last: dict[str, CurrentValue] = {}
        # The time when a variable was last assigned, possibly assigned, or left its scope. Missing
        # for those that are only declared.
        self.changed: dict[str, int] = {}

    def value_of(self, name: str) -> Expression | None:
        """The movable expression that has the value of the variable now, if there is one."""
        value = self.last.get(name)
        if value is None or not self.is_current(value.expression, value.time):
            return None
        return value.expression

    def is_current(self, expression: Expression, time: int) -> bool:
        """Whether the expression is movable, and its variables, all visible here, are unchanged
        since that time."""
        if isinstance(expression, Identifier):
            return self.changed.get(expression.name, 0) <= time
        if isinstance(expression, FunctionCall):
            if expression.builtin is None or not expression.builtin.side_effects.movable:
                return False
            for argument in expression.arguments:
                if not self.is_current(argument, time):
                    return False
        return True

    def forget(self, name: str) -> None:
        """The variable may hold another value from now on."""
        self.last.pop(name, None)
        self.changed[name] = self.time


class ValueTracker:
    """Rewrites code in execution order, with the values of variables at each point.

    Steps override `rewrite`, and `record` if not all values are of interest. The value of a
    variable is the expression assigned to it, already rewritten.

    The code must have unique names and empty `for` initialisers, and no function in a loop. With
    `leaves_scopes`, expressions may mention variables that are no longer visible.
    """

    def __init__(self, *, leaves_scopes: bool = False) -> None:
        self.loop_depth = 0
        self.values = CurrentValues()
        self._leaves_scopes = leaves_scopes
        # The variables assigned in the current function so far, with repetitions.
        self._assigned: list[str] = []
        self._zero = zero_literal(AS_BEFORE)

    def rewrite(self, expression: Expression) -> Expression:
        """The replacement of an expression that a statement evaluates."""
        return expression

    def record(self, name: str, value: Expression, time: int) -> None:
        """Called when a variable gets the value of an expression."""
        self.values.last[name] = CurrentValue(value, time, self.loop_depth)

    def visit_block(self, block: Block) -> None:
        """Rewrite the expressions of a block."""
        for statement in block.statements:
            if isinstance(statement, VariableDeclaration):
                self._visit_declaration(statement)
            elif isinstance(statement, ExpressionStatement):
                statement.expression = self.rewrite(statement.expression)
            elif isinstance(statement, Assignment):
                self._visit_assignment(statement)
            elif isinstance(statement, If):
                statement.condition = self.rewrite(statement.condition)
                self._visit_branch(statement.body)
            elif isinstance(statement, Switch):
                statement.expression = self.rewrite(statement.expression)
                for case in statement.cases:
                    self._visit_branch(case.body)
            elif isinstance(statement, ForLoop):
                self._visit_loop(statement)
            elif isinstance(statement, Block):
                self._visit_scope(statement)
            elif isinstance(statement, FunctionDefinition):
                self.visit_function(statement)

    def visit_function(self, function: FunctionDefinition) -> None:
        """Rewrite the expressions of a function, without values of outer variables."""
        values = self.values
        outer = (values.last, values.changed, self._assigned, self.loop_depth)
        values.last = {}
        values.changed = {}
        self._assigned = []
        self.loop_depth = 0
        for name in function.returns:
            self.record(name, self._zero, values.time)
        self.visit_block(function.body)
        values.last, values.changed, self._assigned, self.loop_depth = outer

    def _visit_declaration(self, declaration: VariableDeclaration) -> None:
        if declaration.value is None:
            for name in declaration.names:
                self.record(name, self._zero, self.values.time)
        else:
            declaration.value = self.rewrite(declaration.value)
            if len(declaration.names) == 1:
                self.record(declaration.names[0], declaration.value, self.values.time)

    def _visit_assignment(self, assignment: Assignment) -> None:
        assignment.value = self.rewrite(assignment.value)
        # A value that mentions the variable itself is out of date at once.
        before = self.values.time
        self.values.time += 1
        for target in assignment.targets:
            self._assigned.append(target.name)
            self.values.forget(target.name)
        if len(assignment.targets) == 1:
            self.record(assignment.targets[0].name, assignment.value, before)

    def _visit_branch(self, body: Block) -> None:
        """A body that may run or not. Assignments in case bodies are forgotten case by case."""
        already_assigned = len(self._assigned)
        self.visit_block(body)
        self.values.time += 1
        for index in range(already_assigned, len(self._assigned)):
            self.values.forget(self._assigned[index])

    def _visit_loop(self, loop: ForLoop) -> None:
        assert not loop.init.statements, "values are tracked with empty loop initialisers only"
        assigned = assigned_names(loop.body, loop.post)
        after_continue = assigned_after_continue(loop.body)
        self.loop_depth += 1
        self._forget_all(assigned)
        loop.condition = self.rewrite(loop.condition)
        self._visit_scope(loop.body)
        self._forget_all(after_continue)
        self.visit_block(loop.post)
        self._forget_all(assigned)
        self.loop_depth -= 1

    def _visit_scope(self, block: Block) -> None:
        """A block whose assignments remain known after it.

        The expressions that were assigned may mention variables that are not visible afterwards.
        """
        already_assigned = len(self._assigned)
        self.visit_block(block)
        if len(self._assigned) > already_assigned and not self._leaves_scopes:
            self.values.time += 1
            for statement in block.statements:
                if isinstance(statement, VariableDeclaration):
                    for name in statement.names:
                        self.values.changed[name] = self.values.time

    def _forget_all(self, names: set[str]) -> None:
        self.values.time += 1
        for name in names:
            self.values.forget(name)
