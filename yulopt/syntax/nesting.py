"""How deep a program may be nested: as deep as solc's parser can follow.

solc's parser is recursive and counts how deep it is. The parser here has no such limit, so the
count is made afterwards, over the tree, or, when the text could not be parsed to its end, over
what was open there.

Source: chapter 01, section 3 of the specification, and observation of solc 0.8.37: the count goes
up with each block, statement, `let` and declared name, function, `for`, case, expression, with the
name or literal an expression, assignment or case label starts with, and with each call.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from yulopt.errors import Source, YulSyntaxError
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Case,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Node,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker

_DEEPEST: Final = 1200

# What each token adds for as long as the construct that it begins is open.
_OPEN: Final = {
    "LBRACE": 1,
    "_LPAR": 2,
    "LET": 2,
    "IF": 1,
    "SWITCH": 1,
    "FOR": 2,
    "FUNCTION": 2,
    "CASE": 1,
    "DEFAULT": 1,
}
EXPRESSION: Final = "an expression"


def check_nesting(code: Block, source: Source) -> None:
    """Raise an error where solc's parser would stop reading the code of an object."""
    _NestingCheck(source).visit_block(code)


def find_nesting_error(parts: Iterable[tuple[str, int]], source: Source) -> YulSyntaxError | None:
    """The same error, if there is one, for a text that could not be parsed to its end.

    `parts`: kind and offset of the tokens, and of whole expressions (with the kind EXPRESSION),
    that belong to constructs that are open at the end.
    """
    depth = 0
    opened = ""
    previous_offset = 0
    for kind, offset in parts:
        depth += _OPEN.get(kind, 0)
        if kind == "LBRACE" and opened == "LBRACE":
            depth += 1  # a block that is a statement, and not the body of one
        inside = 2 if kind == EXPRESSION else 0
        if depth + inside >= _DEEPEST:
            # A call counts where its name stands.
            return _error(source, previous_offset if kind == "_LPAR" else offset)
        if kind in _OPEN:
            opened = kind
        previous_offset = offset
    return None


def check_object_nesting(depth: int, offset: int, source: Source) -> None:
    """Raise such an error for an object that is nested too deep in `depth - 1` others."""
    if depth >= _DEEPEST:
        raise _error(source, offset)


class _NestingCheck(Walker):
    def __init__(self, source: Source) -> None:
        self._source = source
        self._depth = 0

    def visit_block(self, block: Block) -> None:
        self._enter(block)
        super().visit_block(block)
        self._depth -= 1

    def visit_statement(self, statement: Statement) -> None:
        self._enter(statement)
        if isinstance(statement, ExpressionStatement):
            assert isinstance(statement.expression, FunctionCall)
            self._enter(statement)
            self.visit_call(statement.expression)
            self._depth -= 1
        else:
            super().visit_statement(statement)
        self._depth -= 1

    def visit_expression(self, expression: Expression) -> None:
        self._enter(expression)
        # The name or literal itself, and after a name the call.
        self._enter(expression)
        super().visit_expression(expression)
        self._depth -= 2

    def visit_assignment(self, assignment: Assignment) -> None:
        self._pass(assignment.position)
        self.visit_expression(assignment.value)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        self._enter(declaration)
        self._pass(self._source.word_offset(declaration.position, 1))
        super().visit_declaration(declaration)
        self._depth -= 1

    def visit_function(self, function: FunctionDefinition) -> None:
        self._enter(function)
        if function.parameters or function.returns:
            self._pass(self._source.word_offset(function.position, 2))
        super().visit_function(function)
        self._depth -= 1

    def visit_for(self, loop: ForLoop) -> None:
        self._enter(loop)
        self.visit_block(loop.init)
        self.visit_expression(loop.condition)
        self.visit_block(loop.post)
        self.visit_block(loop.body)
        self._depth -= 1

    def visit_switch(self, switch: Switch) -> None:
        self.visit_expression(switch.expression)
        for case in switch.cases:
            self.visit_case(case)

    def visit_case(self, case: Case) -> None:
        self._enter(case)
        if case.label is not None:
            self._pass(case.label.position)
        self.visit_block(case.body)
        self._depth -= 1

    def _enter(self, node: Node) -> None:
        self._depth += 1
        if self._depth >= _DEEPEST:
            raise _error(self._source, node.position)

    def _pass(self, offset: int) -> None:
        """Enter and leave something that has nothing inside."""
        if self._depth + 1 >= _DEEPEST:
            raise _error(self._source, offset)


def _error(source: Source, offset: int) -> YulSyntaxError:
    return source.syntax_error(offset, "maximum recursion depth reached: nested too deep")
