"""The call graph of some code.

A fault in the call graph that steps use must not mislead proofs about these steps, so the prover
has its own, of all calls, whatever the tables say about their effects. Its strongly connected
components are checked.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from yulopt.graphs.components import components_of
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Statement,
    Switch,
    VariableDeclaration,
)

# The key of all code outside functions.
OUTERMOST: Final = ""


class CallGraph:
    """`calls`: the distinct callees of each function, builtins among them, and of the code outside
    functions as `OUTERMOST`. `with_loops`: the functions that contain a loop directly."""

    def __init__(self, block: Block) -> None:
        self.calls: dict[str, dict[str, None]] = {}
        self.with_loops: set[str] = set()
        # The calls of each builtin.
        self.of_builtins: dict[str, list[FunctionCall]] = {}
        self._function = OUTERMOST
        self._components: list[list[str]] | None = None
        self._enter(OUTERMOST, block)

    @property
    def contains_msize(self) -> bool:
        """Whether code may read the size of memory."""
        return any(name == "msize" or name.startswith("verbatim_") for name in self.of_builtins)

    def components(self) -> list[list[str]]:
        """The strongly connected components of functions, callees before their callers."""
        if self._components is None:
            self._components = components_of(self.calls)
            assert are_components(self._components, self.calls)
        return self._components

    def is_recursive(self, component: list[str]) -> bool:
        """Whether the functions of a component can call themselves, directly or through others."""
        return len(component) > 1 or component[0] in self.calls[component[0]]

    def recursive_functions(self) -> set[str]:
        """The functions that can call themselves, directly or through others."""
        return {name for one in self.components() if self.is_recursive(one) for name in one}

    def reachable_from(self, roots: Iterable[str]) -> set[str]:
        """The functions reachable by calls from `roots`, inclusive."""
        pending = list(roots)
        found = set(pending)
        while pending:
            new = [one for one in self.calls[pending.pop()] if one in self.calls]
            pending += [one for one in new if one not in found]
            found.update(new)
        return found

    def _enter(self, name: str, body: Block) -> None:
        outer, self._function = self._function, name
        self.calls[name] = {}
        self._visit(body)
        self._function = outer

    def _visit(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            self._visit_expression(statement.expression)
        elif isinstance(statement, (Assignment, VariableDeclaration)):
            if statement.value is not None:
                self._visit_expression(statement.value)
        elif isinstance(statement, Block):
            for inner in statement.statements:
                self._visit(inner)
        elif isinstance(statement, If):
            self._visit_expression(statement.condition)
            self._visit(statement.body)
        elif isinstance(statement, Switch):
            self._visit_expression(statement.expression)
            for case in statement.cases:
                self._visit(case.body)
        elif isinstance(statement, ForLoop):
            self.with_loops.add(self._function)
            self._visit(statement.init)
            self._visit_expression(statement.condition)
            self._visit(statement.body)
            self._visit(statement.post)
        elif isinstance(statement, FunctionDefinition):
            self._enter(statement.name, statement.body)

    def _visit_expression(self, expression: Expression) -> None:
        if isinstance(expression, FunctionCall):
            self.calls[self._function][expression.name] = None
            if expression.builtin is not None:
                self.of_builtins.setdefault(expression.name, []).append(expression)
            for argument in reversed(expression.arguments):
                self._visit_expression(argument)


def are_components(components: Sequence[Sequence[str]], calls: Mapping[str, Iterable[str]]) -> bool:
    """Whether all functions are in components, callees not in later ones than their callers: then
    functions that call each other are in one."""
    numbers = {name: number for number, one in enumerate(components) for name in one}
    return (
        numbers.keys() == calls.keys()
        and sum(map(len, components)) == len(numbers)
        and all(
            numbers.get(callee, 0) <= numbers[name]
            for name, callees in calls.items()
            for callee in callees
        )
    )
