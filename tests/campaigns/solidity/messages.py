"""Random statements that send messages: calls with and without `try`, and new contracts."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from tests.campaigns.solidity.declarations import Declarations
from tests.campaigns.solidity.expressions import ExpressionWriter
from tests.campaigns.solidity.scope import Function, Scope, Variable
from tests.campaigns.solidity.types import BOOL, BYTES, STRING, UINT, Type, Value, located

_CATCHES: Final[dict[str, Variable | None]] = {
    "catch Error(string memory reason) {": Variable("reason", STRING, "memory"),
    "catch Panic(uint256 code) {": Variable("code", UINT),
    "catch (bytes memory data) {": Variable("data", BYTES, "memory"),
    "catch {": None,
}


class MessageWriter:
    """Writes statements that send messages; `block` writes the blocks in them."""

    def __init__(
        self,
        rng: Random,
        declarations: Declarations,
        expressions: ExpressionWriter,
        block: Callable[[Scope, int, int], list[str]],
    ) -> None:
        self._rng = rng
        self._declarations = declarations
        self._expressions = expressions
        self._block = block
        self._number = 0

    def write(self, scope: Scope, depth: int) -> list[str]:
        """A statement with a message, none if there is no contract to call here."""
        found = [function for function in scope.callable() if function.external]
        if scope.loops or depth > 2 or not found:
            return []
        if scope.creates and scope.changes and self._rng.random() < 0.3:
            return self._creation(scope, depth)
        function = self._rng.choice(found)
        makers = [self._try, self._try, self._bare_call, self._low_level]
        return self._rng.choice(makers)(function, scope, depth)

    def _fresh(self) -> str:
        self._number += 1
        return f"w{self._number}"

    def _results(self, kinds: tuple[Type, ...]) -> list[Variable]:
        return [
            Variable(self._fresh(), kind, "" if isinstance(kind, Value) else "memory")
            for kind in kinds
        ]

    def _try(self, function: Function, scope: Scope, depth: int) -> list[str]:
        results = self._results(function.results)
        head = f"try {self._expressions.call(function, scope)}"
        if results:
            head += f" returns ({_declared(results)})"
        return [f"{head} {{", *self._branches(results, scope, depth), "}"]

    def _branches(self, results: list[Variable], scope: Scope, depth: int) -> list[str]:
        """What follows the head of a `try`."""
        inner = scope.inner()
        inner.variables += results
        lines = self._block(inner, 2, depth + 1)
        catches = [catch for catch in list(_CATCHES)[:2] if self._rng.random() < 0.5]
        catches += [self._rng.choice(list(_CATCHES)[2:])] * (
            self._rng.random() < 0.85 or not catches
        )
        for catch in catches:
            inner, variable = scope.inner(), _CATCHES[catch]
            if variable is not None:
                inner.variables.append(variable)
            lines += [f"}} {catch}", *self._block(inner, 1, depth + 1)]
        return lines

    def _bare_call(self, function: Function, scope: Scope, depth: int) -> list[str]:
        results = self._results(function.results)
        call = self._expressions.call(function, scope)
        if not results:
            return [f"{call};"]
        scope.variables += results
        declared = _declared(results)
        return [f"({declared}) = {call};" if len(results) > 1 else f"{declared} = {call};"]

    def _low_level(self, function: Function, scope: Scope, depth: int) -> list[str]:
        """The results are only looked at as bytes."""
        arguments = self._expressions.arguments(function.parameters, scope)
        target = function.call.rpartition(".")[0]
        method = "call" if function.changes else "staticcall"
        payload = f"abi.encodeCall({function.call}, ({arguments}))"
        if scope.changes and self._rng.random() < 0.2:
            payload = self._expressions.reference(BYTES, scope, 1)
            if self._rng.random() < 0.4:
                method, payload = "call{value: 1}", '""'
            else:
                method = "call"
        done = Variable(self._fresh(), BOOL)
        data = Variable(self._fresh(), BYTES, "memory")
        scope.variables += [done, data]
        return [f"({_declared([done, data])}) = address({target}).{method}({payload});"]

    def _creation(self, scope: Scope, depth: int) -> list[str]:
        name, kinds = self._rng.choice(list(scope.creates.items()))
        created = self._fresh()
        value = self._rng.choice(("", "", "{value: 1}"))
        new = f"new {name}{value}({self._expressions.arguments(kinds, scope)})"
        if self._rng.random() < 0.5:
            lines = self._branches([], scope, depth)
            return [f"try {new} returns ({name} {created}) {{", f"helper = {created};", *lines, "}"]
        return [f"{name} {created} = {new};", f"helper = {created};"]


def _declared(variables: list[Variable]) -> str:
    return ", ".join(f"{located(v.type, v.location)} {v.name}" for v in variables)
