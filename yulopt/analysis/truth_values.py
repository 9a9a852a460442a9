"""Variables that are 0 or 1 wherever they are read.

A variable is a truth value if only truth values are assigned to it: comparisons, 0 and 1, bitwise
operations on truth values, and other such variables. The order of assignments is irrelevant.

Source: F. Nielson, H. Nielson, C. Hankin, "Principles of program analysis" (1999), section 2.4, for
the fixpoint by a worklist.
"""

from __future__ import annotations

from itertools import zip_longest

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    VariableDeclaration,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.visitor import Walker


class TruthValues(Walker):
    """The truth values of a program with unique names and hoisted functions."""

    def __init__(self, code: Block) -> None:
        self._functions: dict[str, FunctionDefinition] = {
            function.name: function for function in functions_in(code)
        }
        # The variables that may have other values.
        self._others: set[str] = set()
        # For each variable, the variables that are assigned a value with it, and the value.
        self._readers: dict[str, list[tuple[str, Expression]]] = {}
        self._pending: list[str] = []
        self.visit_block(code)
        while self._pending:
            for name, value in self._readers.get(self._pending.pop(), ()):
                self._check(name, value)

    def has(self, expression: Expression) -> bool:
        """Whether an expression is always 0 or 1."""
        if isinstance(expression, Literal):
            return expression.value <= 1
        if isinstance(expression, Identifier):
            return expression.name not in self._others
        assert isinstance(expression, FunctionCall)
        if expression.builtin is None:
            (result,) = self._functions[expression.name].returns
            return result not in self._others
        if expression.builtin.is_boolean:
            return True
        if expression.name == "and":
            return any(map(self.has, expression.arguments))
        return expression.name in ("or", "xor") and all(map(self.has, expression.arguments))

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is None:
            parameters = self._functions[call.name].parameters
            for name, argument in zip(parameters, call.arguments, strict=True):
                self._assign(name, argument)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        super().visit_declaration(declaration)
        self._assign_all(declaration.names, declaration.value)

    def visit_assignment(self, assignment: Assignment) -> None:
        super().visit_assignment(assignment)
        self._assign_all([target.name for target in assignment.targets], assignment.value)

    def _assign_all(self, names: list[str], value: Expression | None) -> None:
        if len(names) == 1 and value is not None:
            self._assign(names[0], value)
        elif isinstance(value, FunctionCall):
            function = self._functions.get(value.name)
            # Instructions with several results yield other values, too.
            results = [] if function is None else function.returns
            for name, result in zip_longest(names, results):
                if result is None:
                    self._exclude(name)
                else:
                    self._assign(name, Identifier(result))

    def _assign(self, name: str, value: Expression) -> None:
        reads = _Reads()
        reads.visit_expression(value)
        for called in reads.functions:
            reads.variables.update(self._functions[called].returns)
        for read in reads.variables:
            self._readers.setdefault(read, []).append((name, value))
        self._check(name, value)

    def _check(self, name: str, value: Expression) -> None:
        if not self.has(value):
            self._exclude(name)

    def _exclude(self, name: str) -> None:
        if name not in self._others:
            self._others.add(name)
            self._pending.append(name)


class _Reads(Walker):
    """The variables and functions in an expression."""

    def __init__(self) -> None:
        self.variables: set[str] = set()
        self.functions: set[str] = set()

    def visit_identifier(self, identifier: Identifier) -> None:
        self.variables.add(identifier.name)

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is None:
            self.functions.add(call.name)
