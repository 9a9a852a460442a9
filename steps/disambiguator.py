"""Disambiguator: makes every declared name unique.

The first action of every run; all steps rely on it. The first of several equal names keeps it, the
others get a number. Declarations are ordered by their first occurrence, including uses.

Example::

    {
        { let x := 1 sstore(0, x) }
        { let x := 2 sstore(1, x) }
    }

becomes::

    {
        {
            let x := 1
            sstore(0, x)
        }
        {
            let x_1 := 2
            sstore(1, x_1)
        }
    }

Source: chapter 02, section 2.5 of the specification.
"""

from __future__ import annotations

from yulopt.passes.step import Context, Step
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import Transformer


class Disambiguator(Step):
    """Makes every declared name unique."""

    name = "Disambiguator"

    def run(self, context: Context, block: Block) -> None:
        # Solc uses a separate dispenser here; its numbers are not continued later.
        _Disambiguator(NameDispenser(context.dialect)).visit_block(block)


class _Declaration:
    """One declaration; it gets its unique name at its first occurrence."""

    def __init__(self) -> None:
        self.name = ""


class _Disambiguator(Transformer):
    def __init__(self, dispenser: NameDispenser) -> None:
        self._dispenser = dispenser
        # The declarations that are visible under each name, innermost last.
        self._visible: dict[str, list[_Declaration]] = {}

    def visit_block(self, block: Block) -> None:
        opened = self._open(block)
        self._visit_statements(block)
        self._close(opened)

    def visit_for(self, loop: ForLoop) -> list[Statement] | None:
        opened = self._open(loop.init)
        self._visit_statements(loop.init)
        loop.condition = self.visit_expression(loop.condition)
        self.visit_block(loop.post)
        self.visit_block(loop.body)
        self._close(opened)
        return None

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        function.name = self._unique_name(function.name)
        opened = [*function.parameters, *function.returns]
        for name in opened:
            self._add(name)
        function.parameters = [self._unique_name(name) for name in function.parameters]
        function.returns = [self._unique_name(name) for name in function.returns]
        self.visit_block(function.body)
        self._close(opened)
        return None

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        declaration.names = [self._unique_name(name) for name in declaration.names]
        return super().visit_declaration(declaration)

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        for target in assignment.targets:
            target.name = self._unique_name(target.name)
        assignment.value = self.visit_expression(assignment.value)
        return None

    def visit_identifier(self, identifier: Identifier) -> Expression:
        identifier.name = self._unique_name(identifier.name)
        return identifier

    def visit_call(self, call: FunctionCall) -> Expression:
        if call.builtin is None:
            call.name = self._unique_name(call.name)
        for argument in call.arguments:
            self.visit_expression(argument)
        return call

    def _visit_statements(self, block: Block) -> None:
        for statement in block.statements:
            self.visit_statement(statement)

    def _open(self, block: Block) -> list[str]:
        """Make all names that are declared directly in a block visible."""
        opened: list[str] = []
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                opened.append(statement.name)
            elif isinstance(statement, VariableDeclaration):
                opened.extend(statement.names)
        for name in opened:
            self._add(name)
        return opened

    def _add(self, name: str) -> None:
        self._visible.setdefault(name, []).append(_Declaration())

    def _close(self, names: list[str]) -> None:
        for name in names:
            self._visible[name].pop()

    def _unique_name(self, name: str) -> str:
        declaration = self._visible[name][-1]
        if not declaration.name:
            declaration.name = self._dispenser.new_name(name)
        return declaration.name
