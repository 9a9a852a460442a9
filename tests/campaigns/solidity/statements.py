"""Random statements: blocks of them, with their declarations."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final

from tests.campaigns.solidity.assembly import CHANGING, TEMPLATES, UNSAFE, AssemblyWriter
from tests.campaigns.solidity.assignments import AssignmentWriter, Lines
from tests.campaigns.solidity.declarations import Declarations
from tests.campaigns.solidity.expressions import ExpressionWriter
from tests.campaigns.solidity.messages import MessageWriter
from tests.campaigns.solidity.scope import Scope, Variable
from tests.campaigns.solidity.types import (
    BASIC,
    BOOL,
    BYTES,
    STRING,
    UINT,
    Value,
    located,
)

_DEEPEST: Final = 3


class StatementWriter:
    """Writes statements; lines that end or begin with a brace enclose blocks."""

    def __init__(
        self, rng: Random, declarations: Declarations, expressions: ExpressionWriter
    ) -> None:
        self._rng = rng
        self._declarations = declarations
        self._expressions = expressions
        self._assignments = AssignmentWriter(rng, declarations, expressions)
        self._assembly = AssemblyWriter(rng)
        self._messages = MessageWriter(rng, declarations, expressions, self.block)
        makers: dict[Callable[[Scope, int], Lines], int] = {
            self._assignments.declare_value: 4,
            self._assignments.declare_reference: 4,
            self._assignments.declare_pointer: 2,
            self._assignments.assign: 5,
            self._assignments.assign_place: 6,
            self._assignments.change_length: 3,
            self._assignments.delete: 1,
            self._if: 3,
            self._loop: 3,
            self._unchecked: 2,
            self._nested: 1,
            self._emit: 2,
            self._require: 2,
            self._assignments.swap: 1,
            self._call: 3,
            self._pointer_call: 1,
            self._code: 1,
            self._inline_assembly: 4,
            self._leave: 1,
            self._messages.write: 3,
        }
        # Some kinds are frequent in some programs, and absent in others.
        self._makers = list(makers)
        self._weights = [weight * rng.choice((0, 1, 1, 2, 4)) for weight in makers.values()]
        self._weights[3] += 1

    def block(self, scope: Scope, size: int, depth: int = 0) -> Lines:
        """About `size` statements in a scope of their own."""
        inner = scope.inner()
        lines: Lines = []
        for _ in range(size):
            [maker] = self._rng.choices(self._makers, self._weights)
            lines += maker(inner, depth + 1)
        return lines

    def _size(self) -> int:
        return self._rng.randint(1, 3)

    # Control flow

    def _if(self, scope: Scope, depth: int) -> Lines:
        if depth > _DEEPEST:
            return self._assignments.assign(scope, depth)
        lines = [f"if ({self._expressions.value(BOOL, scope)}) {{"]
        lines += self.block(scope, self._size(), depth)
        if self._rng.random() < 0.5:
            lines += ["} else {", *self.block(scope, self._size(), depth)]
        return [*lines, "}"]

    def _loop(self, scope: Scope, depth: int) -> Lines:
        if depth > _DEEPEST or scope.loops >= 2:
            return self._assignments.assign(scope, depth)
        name, inner = self._assignments.fresh(), scope.inner()
        inner.loops += 1
        bound = self._expressions.small(scope, 5)
        inner.variables.append(Variable(name, UINT, assignable=False))
        body = self.block(inner, self._size(), depth)
        early = [
            f"if ({self._expressions.value(BOOL, inner)}) {{",
            self._rng.choice(("break;", "continue;")),
            "}",
        ]
        if self._rng.random() < 0.6:
            body = [*body, *early, *self.block(inner, 1, depth)]
        match self._rng.randrange(3):
            case 0:
                return [f"for (uint256 {name} = 0; {name} < {bound}; {name}++) {{", *body, "}"]
            case 1:
                head = [f"uint256 {name} = {bound};", f"while ({name} > 0) {{", f"{name}--;"]
                return ["{", *head, *body, "}", "}"]
        head = [f"uint256 {name} = 0;", "do {", f"{name}++;"]
        return ["{", *head, *body, f"}} while ({name} < {bound});", "}"]

    def _unchecked(self, scope: Scope, depth: int) -> Lines:
        if scope.unchecked or depth > _DEEPEST:
            return self._assignments.assign(scope, depth)
        inner = scope.inner()
        inner.unchecked = True
        return ["unchecked {", *self.block(inner, self._size(), depth), "}"]

    def _nested(self, scope: Scope, depth: int) -> Lines:
        if depth > _DEEPEST:
            return self._assignments.assign(scope, depth)
        return ["{", *self.block(scope, self._size(), depth), "}"]

    def _leave(self, scope: Scope, depth: int) -> Lines:
        condition = f"if ({self._expressions.value(BOOL, scope)}) {{"
        return [condition, self.return_statement(scope), "}"]

    def return_statement(self, scope: Scope) -> str:
        """A statement that returns results of the required types."""
        results = self._expressions.arguments(scope.results, scope)
        return f"return ({results});" if scope.results else "return;"

    def _require(self, scope: Scope, depth: int) -> Lines:
        condition = self._expressions.value(BOOL, scope)
        chance = f"({self._expressions.leaf(UINT, scope)} % 5 == 1)"
        error = self._rng.choice(self._declarations.errors)
        call = f"{error.name}({self._expressions.arguments(error.parameters, scope)})"
        return [
            self._rng.choice(
                (
                    f"require(!{chance} || {condition}, {call});",
                    f'require(!{chance} || {condition}, "no");',
                    f"assert(!{chance} || {condition});",
                    f"if ({chance} && {condition}) revert {call};",
                    f"if ({chance}) revert({self._expressions.reference(STRING, scope, 1)});",
                )
            )
        ]

    # Calls and events

    def _emit(self, scope: Scope, depth: int) -> Lines:
        if not scope.changes:
            return []
        event = self._rng.choice(self._declarations.events)
        return [f"emit {event.name}({self._expressions.arguments(event.parameters, scope)});"]

    def _call(self, scope: Scope, depth: int) -> Lines:
        """An internal call whose results are variables, or assigned, or dropped."""
        found = [function for function in scope.callable() if not function.external]
        if not found or scope.loops > 1:
            return self._assignments.assign(scope, depth)
        function = self._rng.choice(found)
        call = self._expressions.call(function, scope)
        if not function.results or self._rng.random() < 0.2:
            return [f"{call};"]
        names = [self._assignments.fresh() for _ in function.results]
        parts = []
        for name, kind in zip(names, function.results, strict=True):
            if len(names) > 1 and self._rng.random() < 0.2:
                parts.append("")
                continue
            scope.variables.append(
                Variable(name, kind, "" if isinstance(kind, Value) else "memory")
            )
            parts.append(f"{located(kind, 'memory')} {name}")
        if not any(parts):
            return [f"{call};"]
        return [f"({', '.join(parts)}) = {call};" if len(parts) > 1 else f"{parts[0]} = {call};"]

    def _pointer_call(self, scope: Scope, depth: int) -> Lines:
        """Through a function pointer, from an array in memory or from a state variable."""
        names = scope.operations
        if not names or not scope.changes:
            return self._assignments.assign(scope, depth)
        kind = "function(uint256, uint256) internal returns (uint256)"
        arguments = self._expressions.arguments((UINT, UINT), scope)
        result, pointers = self._assignments.fresh(), self._assignments.fresh()
        index = self._expressions.small(scope, len(names))
        lines = [f"{kind}[{len(names)}] memory {pointers};"]
        lines += [f"{pointers}[{number}] = {name};" for number, name in enumerate(names)]
        lines.append(f"uint256 {result} = {pointers}[{index}]({arguments});")
        scope.variables.append(Variable(result, UINT))
        lines.append(f"operation = {pointers}[{self._expressions.small(scope, len(names))}];")
        lines.append(f"{result} ^= operation({result}, {index});")
        return lines

    def _code(self, scope: Scope, depth: int) -> Lines:
        """Encodes something and decodes it again."""
        kinds = [self._declarations.memory_type() for _ in range(self._rng.randint(1, 2))]
        kinds.append(self._rng.choice(BASIC))
        encoded = f"abi.encode({self._expressions.arguments(kinds, scope)})"
        names = [self._assignments.fresh() for _ in kinds]
        parts = [
            f"{located(kind, 'memory')} {name}" for name, kind in zip(names, kinds, strict=True)
        ]
        for name, kind in zip(names, kinds, strict=True):
            scope.variables.append(
                Variable(name, kind, "" if isinstance(kind, Value) else "memory")
            )
        types = ", ".join(kind.name for kind in kinds)
        return [f"({', '.join(parts)}) = abi.decode({encoded}, ({types}));"]

    def _inline_assembly(self, scope: Scope, depth: int) -> Lines:
        words = [variable.name for variable in scope.of_type(UINT) if not variable.location]
        results = [
            variable.name
            for variable in scope.of_type(UINT, assignable=True)
            if not variable.location
        ]
        texts = [
            variable.name
            for variable in scope.of_type(BYTES, assignable=True)
            if variable.location == "memory"
        ]
        if not results or not texts:
            word, text = self._assignments.fresh(), self._assignments.fresh()
            lines = [
                f"uint256 {word} = {self._expressions.value(UINT, scope, 1)};",
                f"bytes memory {text} = {self._expressions.reference(BYTES, scope, 1)};",
            ]
            scope.variables += [Variable(word, UINT), Variable(text, BYTES, "memory")]
            return lines
        templates = [name for name in TEMPLATES if scope.changes or name not in CHANGING]
        if self._declarations.is_unsafe:
            templates += [*UNSAFE] * 4
        name = self._rng.choice(
            [name for name in templates if scope.may_end or name != "an early return"]
        )
        a, b = self._rng.choice(words), self._rng.choice(words)
        return [
            "{",
            *self._assembly.block(name, a, b, self._rng.choice(results), self._rng.choice(texts)),
            "}",
        ]
