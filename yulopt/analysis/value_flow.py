"""Properties of variables that spread along assignments, arguments and results.

A variable is marked if some value with the property is assigned to it anywhere; whether an
expression has the property may depend on the marked variables. The order of assignments is
irrelevant.

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
    VariableDeclaration,
)
from yulopt.syntax.blocks import functions_in
from yulopt.syntax.visitor import Walker


class ValueFlow(Walker):
    """The marked variables of a program with unique names and hoisted functions.

    Subclasses define `spreads`. `marked`: the names of the variables; `assigned`: each value that
    is assigned to a variable, but for those of instructions with several.
    """

    def __init__(self, code: Block) -> None:
        self.marked: set[str] = set()
        self.functions: dict[str, FunctionDefinition] = {
            function.name: function for function in functions_in(code)
        }
        # For each variable, the variables that are assigned a value with it, and the value.
        self._readers: dict[str, list[tuple[str, Expression]]] = {}
        self._pending: list[str] = []
        self.assigned: list[tuple[str, Expression]] = []
        self.visit_block(code)
        while self._pending:
            for name, value in self._readers.get(self._pending.pop(), ()):
                self._check(name, value)

    def spreads(self, value: Expression) -> bool:
        """Whether a value has the property, by the variables marked so far; monotone in these."""
        raise NotImplementedError

    def of_result(self, call: FunctionCall) -> bool:
        """Whether the only result of a function of the program has the property."""
        (result,) = self.functions[call.name].returns
        return result in self.marked

    def of_instruction(self, call: FunctionCall) -> bool:
        """Whether the results of an instruction with several have the property."""
        raise NotImplementedError

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is None:
            parameters = self.functions[call.name].parameters
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
            function = self.functions.get(value.name)
            results = [] if function is None else function.returns
            for name, result in zip_longest(names, results):
                if result is not None:
                    self._assign(name, Identifier(result))
                elif self.of_instruction(value):
                    self._mark(name)

    def _assign(self, name: str, value: Expression) -> None:
        self.assigned.append((name, value))
        reads = _Reads()
        reads.visit_expression(value)
        for called in reads.functions:
            reads.variables.update(self.functions[called].returns)
        for read in reads.variables:
            self._readers.setdefault(read, []).append((name, value))
        self._check(name, value)

    def _check(self, name: str, value: Expression) -> None:
        if name not in self.marked and self.spreads(value):
            self._mark(name)

    def _mark(self, name: str) -> None:
        if name not in self.marked:
            self.marked.add(name)
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
