"""Whole programs: libraries, a contract that calls back, and `Main` with its bases."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from tests.campaigns.solidity.declarations import Declarations
from tests.campaigns.solidity.functions import FunctionWriter, Head
from tests.campaigns.solidity.scope import Function, Scope, Variable
from tests.campaigns.solidity.types import (
    BASIC,
    BYTES,
    UINT,
    Array,
    Bytes,
    Mapping,
    Type,
    Value,
    has_mapping,
)

_POINTER: Final = "function(uint256, uint256) internal returns (uint256)"
_OPERATIONS: Final = ("op0", "op1", "op2")
_MODIFIERS: Final = ("m0", "m1")
_HELPER_NAME: Final = "Helper"
# Levels: internal functions, functions that others call back, those of other contracts, the rest.
_INTERNAL, _CALLBACK, _HELPER, _EXTERNAL = 1, 40, 45, 50


class ProgramWriter:
    """Writes one program; `size` is about how many statements a function has."""

    def __init__(self, rng: Random, size: int) -> None:
        self._rng = rng
        self._size = size
        self._declarations = Declarations(rng)
        self._functions = FunctionWriter(rng, self._declarations, size)
        self._shared: list[Function] = []
        self._modifiers: tuple[str, ...] = _MODIFIERS

    def lines(self) -> list[str]:
        """The lines of the program, without indentation."""
        lines = self._head() + self._library("Lib", "internal", self._some(2))
        if self._rng.random() < 0.4:
            lines += self._library("Linked", "external", 1)
        # Makes the code about twice as large, so most programs go without.
        if self._rng.random() < 0.3:
            helper, functions, kinds = self._helper()
            return lines + helper + self._main(functions, {_HELPER_NAME: kinds})
        return lines + self._main([], {})

    def _head(self) -> list[str]:
        lines = ["// SPDX-License-Identifier: MIT", "pragma solidity ^0.8.0;"]
        lines += self._declarations.lines()
        lines += ["interface ICallback {"]
        return [
            *lines,
            *("function onCall(uint256 n, bytes memory data) external returns (uint256);", "}"),
        ]

    def _some(self, most: int) -> int:
        """How many there are of something; fewer in small programs."""
        return self._rng.randint(1, min(most, self._size))

    # Libraries

    def _library(self, name: str, words: str, count: int) -> list[str]:
        lines: list[str] = []
        scope = Scope([], list(self._shared))
        for number in range(count):
            function, text = self._functions.internal(
                f"l{number}", scope, -9 + len(self._shared), words=words, prefix=f"{name}."
            )
            self._shared.append(function)
            lines += text
            if words == "internal":  # a library cannot call itself by messages
                scope.functions.append(function)
        return [f"library {name} {{", *lines, "}"]

    # State

    def _state(self, prefix: str, count: int) -> tuple[list[Variable], list[str]]:
        """State variables, some with getters, and their declarations."""
        variables, lines = [], []
        for number in range(count):
            kind, name = self._declarations.state_type(), f"{prefix}{number}"
            words = " public" * (_has_getter(kind) and self._rng.random() < 0.4)
            if isinstance(kind, Value) and self._rng.random() < 0.25:
                variables.append(Variable(name, kind, "transient"))
                lines.append(f"{kind.name} transient{words} {name};")
                continue
            variables.append(Variable(name, kind, "storage"))
            value = ""
            if isinstance(kind, Value) and self._rng.random() < 0.4:
                value = f" = {self._functions.expressions.literal(kind)}"
            lines.append(f"{kind.name}{words} {name}{value};")
        return variables, lines

    def _constants(self, prefix: str) -> tuple[list[Variable], list[str]]:
        variables, lines = [], []
        for number in range(self._rng.randint(0, 2)):
            kind = self._rng.choice(BASIC)
            variables.append(Variable(f"{prefix}{number}", kind, "code", assignable=False))
            value = self._functions.expressions.literal(kind)
            lines.append(f"{kind.name} constant {prefix}{number} = {value};")
        return variables, lines

    def _immutables(self) -> tuple[list[Variable], list[str]]:
        kinds = [self._rng.choice(BASIC) for _ in range(self._rng.randint(0, 4))]
        variables = [Variable(f"i{n}", kind, "code", False) for n, kind in enumerate(kinds)]
        return variables, [f"{v.type.name} immutable {v.name};" for v in variables]

    def _constructor(
        self, scope: Scope, immutables: Sequence[Variable], calls: str = ""
    ) -> tuple[tuple[Type, ...], list[str]]:
        """The types of its parameters, and a constructor that sets all immutables."""
        kinds = self._functions.kinds(3)
        head = Head("constructor", kinds, (), "payable")
        inner = self._functions.scope(scope, head, _CALLBACK, changes=True)
        inner.may_end = False
        lines = [head.text().removeprefix("function ").replace("payable", f"payable{calls}")]
        for variable in immutables:
            assert isinstance(variable.type, Value)
            lines.append(f"{variable.name} = {self._functions.value(variable.type, inner)};")
        return kinds, [*lines, *self._functions.statements.block(inner, 3), "}"]

    # Contracts

    def _helper(self) -> tuple[list[str], list[Function], tuple[Type, ...]]:
        """A contract that calls its caller back, its functions, and what its constructor takes."""
        state, lines = self._state("h", self._some(4))
        constants, more = self._constants("k")
        immutables, still_more = self._immutables()
        variables = [*state, *constants, *immutables]
        scope = Scope(list(variables), list(self._shared), variables)
        kinds, constructor = self._constructor(scope, immutables)
        functions = []
        lines += [*more, *still_more, *constructor, "receive() external payable {", "}"]
        callback = Function("ICallback(msg.sender).onCall", (UINT, BYTES), (UINT,), True, True, 0)
        scope.functions.append(callback)
        for number in range(self._some(3)):
            function, text = self._functions.external(
                f"g{number}", scope, _HELPER, prefix="helper."
            )
            functions.append(function)
            lines += text
        return [f"contract {_HELPER_NAME} {{", *lines, "}"], functions, kinds

    def _main(self, others: list[Function], creates: dict[str, tuple[Type, ...]]) -> list[str]:
        """`Main`, and the contracts that it inherits from; it calls functions of others."""
        writer = self._functions
        variables, base = self._base_state()
        base += [f"{name} helper;" for name in creates]
        scope = Scope(list(variables), list(self._shared), variables)
        for name in _OPERATIONS:
            base += writer.operation(name, scope)
        for name in _MODIFIERS:
            base += writer.modifier(name, scope)
        # A virtual function, which both contracts above override.
        head = Head("virt", writer.kinds(3), writer.kinds(1, 1), "")
        bodies = []
        for level, words in enumerate(("virtual", "virtual override"), _INTERNAL):
            head.words = f"internal {words} {self._modified()}"
            bodies.append(writer.function(head, scope, level))
            if level == _INTERNAL:
                below = Function("super.virt", head.parameters, head.results, level=_INTERNAL)
                scope.functions.append(below)
        own_state, own = self._state("t", self._some(4))
        immutables, more = self._immutables()
        variables = [*variables, *own_state, *immutables]
        scope = Scope(list(variables), list(scope.functions), variables, operations=_OPERATIONS)
        head.words = "internal override"
        own += [*more, *writer.function(head, scope, _INTERNAL + 2)]
        top = Function("virt", head.parameters, head.results, level=_INTERNAL + 2)
        scope.functions[-1] = top
        own += self._internals(
            scope, _INTERNAL + 3, self._some(3), recurses=self._rng.random() < 0.6
        )
        own += self._callback(scope)
        constructor = self._constructor(scope, immutables)[1]
        for name, created in creates.items():
            arguments = writer.expressions.arguments(created, Scope([], []))
            constructor.insert(-1, f"helper = new {name}({arguments});")
        own += constructor
        scope.functions += others
        scope.creates = creates
        own += self._externals(scope, self._some(5)) + self._fallbacks(scope)
        own += self._dump([variable for variable in variables if variable.location != "code"])
        return [
            *["abstract contract Base {", *base, *bodies[0], "}"],
            *["abstract contract Middle is Base {", *bodies[1], "}"],
            *["contract Main is Middle, ICallback {", "using Lib for *;", *own, "}"],
        ]

    def _base_state(self) -> tuple[list[Variable], list[str]]:
        state, lines = self._state("s", self._some(4))
        constants, more = self._constants("c")
        lines += [f"{_POINTER} operation = op0;", *more]
        return [*state, *constants], lines

    def _internals(self, scope: Scope, level: int, count: int, *, recurses: bool) -> list[str]:
        """Internal functions, which are also added to the scope."""
        lines = []
        for _ in range(count):
            words = f"internal {self._modified()}"
            function, text = self._functions.internal(f"f{level}", scope, level, words=words)
            if not function.changes:  # modifiers may change the state
                text[0] = text[0].replace(words, "internal")
            lines += text
            scope.functions.append(function)
            level += 1
        if recurses:
            recursive, text = self._functions.recursive("rec", scope, level)
            scope.functions += recursive
            lines += text
        return lines

    def _externals(self, scope: Scope, count: int) -> list[str]:
        """External functions, which are also added to the scope."""
        lines = []
        for number in range(count):
            function, text = self._functions.external(f"e{number}", scope, _EXTERNAL + number)
            if function.changes and self._rng.random() < 0.3:
                text[0] = text[0].replace(") external", f") external {self._modified()}")
            lines += text
            scope.functions.append(function)
        return lines

    def _modified(self) -> str:
        """Some modifiers with arguments."""
        chosen = [name for name in self._modifiers if self._rng.random() < 0.4]
        return " ".join(f"{name}({self._rng.randrange(20)})" for name in chosen)

    def _callback(self, scope: Scope) -> list[str]:
        head = Head("onCall", (UINT, BYTES), (UINT,), "external override")
        return self._functions.function(head, scope, _CALLBACK)

    def _fallbacks(self, scope: Scope) -> list[str]:
        lines = []
        if self._rng.random() < 0.6:
            inner = scope.inner()
            inner.level, inner.has_data = _CALLBACK, False
            lines += ["receive() external payable {"]
            lines += [*self._functions.statements.block(inner, 2), "}"]
        if self._rng.random() < 0.6:
            inner = scope.inner()
            inner.level, inner.results = _CALLBACK, (BYTES,)
            lines += ["fallback(bytes calldata) external payable returns (bytes memory) {"]
            lines += [*self._functions.body(inner), "}"]
        return lines

    def _dump(self, state: list[Variable]) -> list[str]:
        """A function that reads all state that can be encoded."""
        names = [variable.name for variable in state if not has_mapping(variable.type)]
        lines = ["function dump() external view returns (bytes memory) {"]
        return [*lines, f"return abi.encode({', '.join(names)});", "}"]


def _has_getter(kind: Type) -> bool:
    match kind:
        case Value() | Bytes():
            return True
        case Array():
            return isinstance(kind.element, Value)
        case Mapping():
            return _has_getter(kind.value)
    return False


class SmallProgramWriter(ProgramWriter):
    """Writes a program with one contract and a few functions, which has little of all there is."""

    def __init__(self, rng: Random, size: int) -> None:
        super().__init__(rng, size)
        self._functions.widest = 2
        self._modifiers = _MODIFIERS[: self._chance(0.2)]

    def _chance(self, share: float) -> bool:
        return self._rng.random() < share

    def lines(self) -> list[str]:
        """The lines of the program, without indentation."""
        lines = self._head()
        if has_library := self._chance(0.25):
            lines += self._library("Lib", "internal", 1)
        if self._chance(0.1):
            lines += self._library("Linked", "external", 1)
        body = ["using Lib for *;"] * has_library + self._contract()
        return [*lines, "contract Main {", *body, "}"]

    def _contract(self) -> list[str]:
        """What is in the contract."""
        state, lines = self._state("s", self._rng.randint(1, 3))
        constants, more = self._constants("c") if self._chance(0.2) else ([], [])
        immutables, still_more = self._immutables() if self._chance(0.2) else ([], [])
        lines += more + still_more
        variables = [*state, *constants, *immutables]
        scope = Scope(list(variables), list(self._shared), variables)
        for name in self._modifiers:
            lines += self._functions.modifier(name, scope)
        if self._chance(0.1):
            for name in _OPERATIONS:
                lines += self._functions.operation(name, scope)
            lines.append(f"{_POINTER} operation = op0;")
            scope.operations = _OPERATIONS
        count = self._rng.choice((0, 0, 1, 1, 2))
        lines += self._internals(scope, _INTERNAL, count, recurses=self._chance(0.15))
        if immutables or self._chance(0.2):
            lines += self._constructor(scope, immutables)[1]
        if self._chance(0.05):  # the dispatcher is a search
            self._functions.size = 1
            lines += self._externals(scope, 12)
        else:
            lines += self._externals(scope, self._rng.choice((1, 1, 2, 2, 3)))
        if self._chance(0.1):
            lines += self._fallbacks(scope)
        return lines + (self._dump(state) if self._chance(0.3) else [])


# One in this many programs is large, and takes five times as long. Small ones show most
# faults sooner, large ones those in how large code is arranged.
_LARGE: Final = 6


def generate(seed: int, size: int = 5) -> str:
    """A random program, as text; the same for the same arguments."""
    rng = Random(seed)
    sizes = (1, 1, 2, 2, max(1, size // 2), size, size + 2)
    kind = SmallProgramWriter if rng.randrange(_LARGE) else ProgramWriter
    return indented(kind(rng, rng.choice(sizes)).lines())


def indented(lines: Sequence[str]) -> str:
    """Lines with their indentation, which braces at their ends tell."""
    depth, result = 0, []
    for line in lines:
        if line.startswith("}"):
            depth -= 1
        result.append("    " * depth + line)
        if line.endswith("{"):
            depth += 1
    return "\n".join(result) + "\n"
