"""Functions with random heads and bodies."""

from __future__ import annotations

from random import Random

import attr

from tests.campaigns.solidity.declarations import Declarations
from tests.campaigns.solidity.expressions import ExpressionWriter
from tests.campaigns.solidity.scope import Function, Scope, Variable
from tests.campaigns.solidity.statements import StatementWriter
from tests.campaigns.solidity.types import UINT, Type, Value, is_reference, located

# How often a recursive function calls itself, at most.
_MAX_RECURSION = 5


@attr.s(auto_attribs=True)
class Head:
    """The head of a function: parameters, results and modifiers."""

    name: str
    parameters: tuple[Type, ...]
    results: tuple[Type, ...]
    words: str
    locations: tuple[str, ...] = ()

    def text(self) -> str:
        """The line that begins the function."""
        parameters = ", ".join(
            f"{located(variable.type, variable.location)} {variable.name}"
            for variable in self.variables()
        )
        results = ", ".join(located(kind, "memory") for kind in self.results)
        returns = f" returns ({results})" if results else ""
        return f"function {self.name}({parameters}) {self.words}{returns} {{"

    def variables(self) -> list[Variable]:
        """The parameters."""
        locations = self.locations or ("memory",) * len(self.parameters)
        return [
            Variable(f"a{number}", kind, location if is_reference(kind) else "")
            for number, (kind, location) in enumerate(zip(self.parameters, locations, strict=True))
        ]


class FunctionWriter:
    """Writes functions; their bodies have about `size` statements.

    `widest` is the largest number of parameters.
    """

    def __init__(self, rng: Random, declarations: Declarations, size: int) -> None:
        self.rng = rng
        self.declarations = declarations
        self.size = size
        self.widest = 4
        self.expressions = ExpressionWriter(rng)
        self.statements = StatementWriter(rng, declarations, self.expressions)

    def kinds(self, most: int, least: int = 0) -> tuple[Type, ...]:
        """Random types of parameters or results."""
        count = self.rng.randint(least, max(least, min(most, self.widest)))
        return tuple(self.declarations.any_type() for _ in range(count))

    def scope(self, outer: Scope, head: Head, level: int, *, changes: bool) -> Scope:
        """The scope of the body of a function in a contract or library."""
        inner = outer.inner()
        inner.variables += head.variables()
        inner.results = head.results
        inner.level = level
        inner.changes = changes
        return inner

    def function(self, head: Head, outer: Scope, level: int, *, changes: bool = True) -> list[str]:
        """A function with a random body."""
        scope = self.scope(outer, head, level, changes=changes)
        return [head.text(), *self.body(scope), "}"]

    def body(self, scope: Scope) -> list[str]:
        """Random statements, and results."""
        inner = scope.inner()
        lines = self.statements.block(inner, self.rng.randint(1, self.size))
        return [*lines, self.statements.return_statement(scope)]

    def internal(
        self, name: str, outer: Scope, level: int, *, words: str = "internal", prefix: str = ""
    ) -> tuple[Function, list[str]]:
        """An internal function of random type."""
        changes = self.rng.random() < 0.7
        result = self.kinds(1, 1) if self.rng.random() < 0.75 else self.kinds(3)
        head = Head(name, self.kinds(3), result, words + " view" * (not changes))
        function = Function(prefix + name, head.parameters, result, changes, level=level)
        return function, self.function(head, outer, level, changes=changes)

    def external(
        self, name: str, outer: Scope, level: int, *, prefix: str = "this."
    ) -> tuple[Function, list[str]]:
        """An external function of random type."""
        changes = self.rng.random() < 0.7
        parameters = self.kinds(4)
        locations = tuple(self.rng.choice(("memory", "calldata")) for _ in parameters)
        words = "external" if "calldata" in locations else self.rng.choice(("external", "public"))
        words += self.rng.choice(("", "", " payable")) if changes else " view"
        head = Head(name, parameters, self.kinds(3), words, locations)
        function = Function(prefix + name, parameters, head.results, changes, True, level)
        return function, self.function(head, outer, level, changes=changes)

    def recursive(self, name: str, outer: Scope, level: int) -> tuple[list[Function], list[str]]:
        """A function that calls itself, or two that call each other; both may be called."""
        names = [name, f"{name}x"] if self.rng.random() < 0.5 else [name]
        kinds = (UINT, *self.kinds(2))
        results = self.kinds(1, 1)
        lines: list[str] = []
        for index, own in enumerate(names):
            head = Head(own, kinds, results, "internal")
            scope = self.scope(outer, head, level, changes=True)
            fuel = f"a0 % {_MAX_RECURSION + 1}"
            lines += [head.text(), f"if ({fuel} == 0) {{"]
            lines += [self.statements.return_statement(scope), "}"]
            lines += self.statements.block(scope.inner(), self.rng.randint(1, self.size))
            arguments = self.expressions.arguments(kinds[1:], scope)
            called = names[1 - index] if len(names) > 1 else own
            call = f"{called}({fuel} - 1{', ' * bool(arguments)}{arguments})"
            result = Variable("deeper", results[0], "memory" if is_reference(results[0]) else "")
            lines.append(f"{located(results[0], 'memory')} deeper = {call};")
            scope.variables.append(result)
            lines += [*self.body(scope), "}"]
        functions = [Function(own, kinds, results, True, level=level) for own in names]
        return functions, lines

    def operation(self, name: str, outer: Scope) -> list[str]:
        """A function from two words to a word."""
        head = Head(name, (UINT, UINT), (UINT,), "internal")
        return self.function(head, outer, 0)

    def modifier(self, name: str, outer: Scope) -> list[str]:
        """A modifier with code around its placeholder, and early returns."""
        scope = outer.inner()
        scope.variables.append(Variable("m0", UINT))
        scope.level, scope.results = 1, ()
        before = self.statements.block(scope.inner(), self.rng.randint(0, 2))
        after = self.statements.block(scope.inner(), self.rng.randint(1, 3))
        condition = f"if (m0 % 7 == {self.rng.randrange(7)}) {{"
        placeholder = ["_;"]
        match self.rng.randrange(4):
            case 0:
                placeholder = [condition, "return;", "}", "_;"]
            case 1:
                placeholder = [condition, "_;", "return;", "}", "_;"]
            case 2:
                placeholder = ["_;", condition, "return;", "}"]
        return [f"modifier {name}(uint256 m0) {{", *before, *placeholder, *after, "}"]

    def value(self, kind: Value, scope: Scope) -> str:
        """A value for an initial assignment."""
        return self.expressions.value(kind, scope, 1)
