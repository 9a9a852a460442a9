"""The two base traversals of analyses and steps.

`Walker` only reads, `Transformer` rewrites in place. Their orders are part of solc's behaviour and
visible in its output: arguments of a call go from the last to the first in both, but a loop goes
condition, body, post in a `Walker` and condition, post, body in a `Transformer`.

Source: chapter 02, section 3 of the specification.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Case,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)


@mypyc_attr(allow_interpreted_subclasses=True)
class Walker:
    """Visits every node without changing anything; override the methods of interest.

    An overriding method decides whether the children are visited, by calling the method it
    overrides. Names that are declared, and callee names, are not nodes and are not visited.
    """

    def visit_expression(self, expression: Expression) -> None:
        """Any expression where a value is used (not assignment targets or labels)."""
        if isinstance(expression, Identifier):
            self.visit_identifier(expression)
        elif isinstance(expression, FunctionCall):
            self.visit_call(expression)
        elif isinstance(expression, Literal):
            self.visit_literal(expression)

    def visit_literal(self, literal: Literal) -> None:
        """A literal, also the label of a case."""

    def visit_identifier(self, identifier: Identifier) -> None:
        """A variable that is read, or the target of an assignment."""

    def visit_call(self, call: FunctionCall) -> None:
        """A call: its arguments from the last to the first."""
        for argument in reversed(call.arguments):
            self.visit_expression(argument)

    def visit_statement(self, statement: Statement) -> None:
        """Any statement of a statement list."""
        if isinstance(statement, VariableDeclaration):
            self.visit_declaration(statement)
        elif isinstance(statement, ExpressionStatement):
            self.visit_expression(statement.expression)
        elif isinstance(statement, Assignment):
            self.visit_assignment(statement)
        elif isinstance(statement, If):
            self.visit_if(statement)
        elif isinstance(statement, Block):
            self.visit_block(statement)
        elif isinstance(statement, ForLoop):
            self.visit_for(statement)
        elif isinstance(statement, Switch):
            self.visit_switch(statement)
        elif isinstance(statement, FunctionDefinition):
            self.visit_function(statement)
        else:
            self.visit_jump(statement)

    def visit_assignment(self, assignment: Assignment) -> None:
        """An assignment: its targets from left to right, then the value."""
        for target in assignment.targets:
            self.visit_identifier(target)
        self.visit_expression(assignment.value)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        """A declaration: its value."""
        if declaration.value is not None:
            self.visit_expression(declaration.value)

    def visit_if(self, statement: If) -> None:
        """An `if`: condition, body."""
        self.visit_expression(statement.condition)
        self.visit_block(statement.body)

    def visit_switch(self, switch: Switch) -> None:
        """A `switch`: expression, then label and body of each case."""
        self.visit_expression(switch.expression)
        for case in switch.cases:
            self.visit_case(case)

    def visit_case(self, case: Case) -> None:
        """One case: label, body."""
        if case.label is not None:
            self.visit_literal(case.label)
        self.visit_block(case.body)

    def visit_for(self, loop: ForLoop) -> None:
        """A loop: init, condition, body, post."""
        self.visit_block(loop.init)
        self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self.visit_block(loop.post)

    def visit_function(self, function: FunctionDefinition) -> None:
        """A function definition: its body."""
        self.visit_block(function.body)

    def visit_jump(self, jump: Statement) -> None:
        """A `break`, `continue` or `leave`."""

    def visit_block(self, block: Block) -> None:
        """A statement list: plain block, or body of something else."""
        for statement in block.statements:
            self.visit_statement(statement)


@mypyc_attr(allow_interpreted_subclasses=True)
class Transformer:
    """Rewrites a tree in place; override methods to rewrite.

    A method for expressions returns the expression that replaces the one it was given;
    a method for statements returns None to keep the statement (with what was changed inside), or
    the list of statements that replace it. These are not visited again.
    """

    def visit_expression(self, expression: Expression) -> Expression:
        """Any expression where a value is used."""
        if isinstance(expression, Identifier):
            return self.visit_identifier(expression)
        if isinstance(expression, FunctionCall):
            return self.visit_call(expression)
        return expression

    def visit_identifier(self, identifier: Identifier) -> Expression:
        """A variable that is read."""
        return identifier

    def visit_call(self, call: FunctionCall) -> Expression:
        """A call: its arguments from the last to the first."""
        self._replace_arguments(call.arguments)
        return call

    def _replace_arguments(self, arguments: list[Expression]) -> None:
        index: i64 = len(arguments)
        while index > 0:
            index -= 1
            argument = arguments[index]
            replacement = self.visit_expression(argument)
            if replacement is not argument:
                arguments[index] = replacement

    def visit_value_arguments(self, call: FunctionCall) -> FunctionCall:
        """The arguments of a call from the last to the first, without those that are literals
        because the builtin demands it (the name in `datasize("name")`).
        """
        arguments = call.arguments
        literal_only = None if call.builtin is None else call.builtin.literal_arguments
        if not literal_only:
            self._replace_arguments(arguments)
            return call
        for index in range(len(arguments) - 1, -1, -1):
            if index not in literal_only:
                arguments[index] = self.visit_expression(arguments[index])
        return call

    def visit_target(self, target: Identifier) -> None:
        """The target of an assignment; it may only be renamed."""

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        """Any statement of a statement list."""
        if isinstance(statement, VariableDeclaration):
            return self.visit_declaration(statement)
        if isinstance(statement, ExpressionStatement):
            return self.visit_expression_statement(statement)
        if isinstance(statement, Assignment):
            return self.visit_assignment(statement)
        if isinstance(statement, If):
            return self.visit_if(statement)
        if isinstance(statement, Block):
            self.visit_block(statement)
            return None
        if isinstance(statement, ForLoop):
            return self.visit_for(statement)
        if isinstance(statement, Switch):
            return self.visit_switch(statement)
        if isinstance(statement, FunctionDefinition):
            return self.visit_function(statement)
        return self.visit_jump(statement)

    def visit_expression_statement(self, statement: ExpressionStatement) -> list[Statement] | None:
        """An expression statement."""
        statement.expression = self.visit_expression(statement.expression)
        return None

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        """An assignment: its targets from left to right, then the value."""
        for target in assignment.targets:
            self.visit_target(target)
        assignment.value = self.visit_expression(assignment.value)
        return None

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        """A declaration: its value."""
        if declaration.value is not None:
            declaration.value = self.visit_expression(declaration.value)
        return None

    def visit_if(self, statement: If) -> list[Statement] | None:
        """An `if`: condition, body."""
        statement.condition = self.visit_expression(statement.condition)
        self.visit_block(statement.body)
        return None

    def visit_switch(self, switch: Switch) -> list[Statement] | None:
        """A `switch`: expression, then the body of each case."""
        switch.expression = self.visit_expression(switch.expression)
        for case in switch.cases:
            self.visit_block(case.body)
        return None

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        """A loop: init, condition, post, body."""
        self.visit_block(loop.init)
        loop.condition = self.visit_expression(loop.condition)
        self.visit_block(loop.post)
        self.visit_block(loop.body)
        return None

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        """A function definition: its body."""
        self.visit_block(function.body)
        return None

    def visit_jump(self, jump: Statement) -> list[Statement] | None:
        """A `break`, `continue` or `leave`."""
        return None

    def visit_block(self, block: Block) -> None:
        """A statement list: plain block, or body of something else."""
        statements = block.statements
        result: list[Statement] | None = None
        for index, statement in enumerate(statements):
            replacement = self.visit_statement(statement)
            if replacement is not None:
                if result is None:
                    result = statements[:index]
                result.extend(replacement)
            elif result is not None:
                result.append(statement)
        if result is not None:
            block.statements = result


@mypyc_attr(allow_interpreted_subclasses=True)
class BlockTransformer(Transformer):
    """Rewrites only statements that contain blocks, jumps, and what `visit_block` sees.

    Declarations, assignments, expression statements and expressions are not visited.
    """

    def visit_expression(self, expression: Expression) -> Expression:
        return expression

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        if isinstance(statement, (VariableDeclaration, ExpressionStatement, Assignment)):
            return None
        return super().visit_statement(statement)


def remove_empty_blocks(statements: list[Statement]) -> list[Statement]:
    """The statements without empty blocks."""
    for statement in statements:
        if _is_empty_block(statement):
            return [statement for statement in statements if not _is_empty_block(statement)]
    return statements


def _is_empty_block(statement: Statement) -> bool:
    return isinstance(statement, Block) and not statement.statements


def remove_statements(block: Block, statements: set[Statement]) -> None:
    """Remove the statements in the set (these very nodes) from the statement lists in the block.

    A body that becomes empty stays.
    """
    if statements:
        _Remover(statements).visit_block(block)


class _Remover(BlockTransformer):
    def __init__(self, removed: set[Statement]) -> None:
        self._removed = removed

    def visit_statement(self, statement: Statement) -> list[Statement] | None:
        return [] if statement in self._removed else super().visit_statement(statement)
