"""Random expressions of a given type, well typed by construction."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final

from tests.campaigns.solidity.places import Place, places
from tests.campaigns.solidity.scope import Function, Scope
from tests.campaigns.solidity.types import (
    BASIC,
    BOOL,
    BYTES,
    BYTES32,
    KIND,
    KIND_MEMBERS,
    STRING,
    UINT,
    UINT8,
    Array,
    Bytes,
    Struct,
    Type,
    Value,
    has_mapping,
)

_EDGES: Final = (
    *(0, 1, 2, 3, 5, 31, 32, 33, 64, 127, 128, 255, 256, 2**31, 2**64 - 1, 2**128, 2**160 - 1),
    *(2**255 - 1, 2**255, 2**256 - 1, 2**256 - 32, 0x40, 0x80, 0xA0, 0xC0),
)
_TEXTS: Final = ("", "a", "Yul", "a string of exactly 32 characters", "x" * 31, "long " * 14)
_LONGEST: Final = 70
# Arithmetic that fails in a checked block is rare, so that most calls succeed.
_RISK: Final = 0.12


class ExpressionWriter:
    """Writes expressions; compound ones are in brackets."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    # Values

    def value(self, kind: Value, scope: Scope, depth: int = 2) -> str:
        """An expression of a type of values."""
        if depth <= 0 or self.rng.random() < 0.15:
            return self.leaf(kind, scope)
        makers: list[Callable[[Value, Scope, int], str]] = [self._converted, self._choice]
        makers += [self._read] * 3 + [self._called] * 2
        if kind.is_integer:
            makers += [self._arithmetic] * 5
        elif kind.is_bytes:
            makers += [self._bits] * 2
        if kind == BOOL:
            makers += [self._comparison] * 4
        if kind == UINT:
            makers += [self._measured] * 2
        if kind == BYTES32:
            makers += [self._hashed] * 2
        return self.rng.choice(makers)(kind, scope, depth - 1)

    def leaf(self, kind: Value, scope: Scope) -> str:
        """A variable or a literal."""
        names = [variable.name for variable in scope.of_type(kind)]
        if names and self.rng.random() < 0.75:
            return self.rng.choice(names)
        return self.literal(kind)

    def literal(self, kind: Value) -> str:
        """A constant of the type."""
        if kind == KIND:
            return f"Kind({self.rng.randrange(KIND_MEMBERS)})"
        if kind == BOOL:
            return self.rng.choice(("true", "false"))
        some = (self.rng.choice(_EDGES), self.rng.randrange(300), self.rng.getrandbits(256))
        return kind.of(f"uint256({self.rng.choice(some)})")

    def small(self, scope: Scope, limit: int) -> str:
        """A `uint256` below a limit."""
        return f"({self.leaf(UINT, scope)} % {limit})"

    def _converted(self, kind: Value, scope: Scope, depth: int) -> str:
        other = self.rng.choice(BASIC)
        return kind.of(other.word(self.value(other, scope, depth)))

    def _choice(self, kind: Value, scope: Scope, depth: int) -> str:
        one, other = (self.value(kind, scope, depth) for _ in range(2))
        return f"({self.value(BOOL, scope, depth)} ? {one} : {other})"

    def _read(self, kind: Value, scope: Scope, depth: int) -> str:
        place = self.place(scope, lambda place: place.type == kind and bool(place.text))
        if place is None:
            return self.leaf(kind, scope)
        if place.guards:
            return f"({place.guard} ? {place.text} : {self.leaf(kind, scope)})"
        return place.text

    def _called(self, kind: Value, scope: Scope, depth: int) -> str:
        found = [f for f in scope.callable() if f.results == (kind,) and not f.external]
        if not found or scope.loops > 1:
            return self.leaf(kind, scope)
        return self.call(self.rng.choice(found), scope, depth)

    def call(self, function: Function, scope: Scope, depth: int = 1) -> str:
        """A call with arguments."""
        arguments = [self.any(kind, scope, depth) for kind in function.parameters]
        return f"{function.call}({', '.join(arguments)})"

    def _arithmetic(self, kind: Value, scope: Scope, depth: int) -> str:
        a, b = self.value(kind, scope, depth), self.value(kind, scope, depth)
        amount = f"({self.leaf(UINT, scope)} & 255)"
        forms = [f"({a} {operator} {b})" for operator in "&|^"]
        forms += [f"(~{a})", f"({a} >> {amount})", f"({a} << {amount})"]
        forms += [f"({a} {operator} ({b} | 1))" for operator in "/%"]
        if scope.unchecked or self.rng.random() < _RISK:
            forms += 2 * [f"({a} {operator} {b})" for operator in "+-*"]
            forms.append(f"({a} ** ({self.leaf(UINT8, scope)} & 3))")
            if kind.is_signed:
                forms.append(f"(-{a})")
        else:
            forms += 2 * [
                f"(({a} / 4) {operator} ({b} / 4))" for operator in "+-"[: 1 + kind.is_signed]
            ]
        if kind == UINT:
            modulus = f"({self.leaf(UINT, scope)} | 1)"
            forms += [f"addmod({a}, {b}, {modulus})", f"mulmod({a}, {b}, {modulus})"]
        return self.rng.choice(forms)

    def _bits(self, kind: Value, scope: Scope, depth: int) -> str:
        a, b = self.value(kind, scope, depth), self.value(kind, scope, depth)
        amount = f"({self.leaf(UINT, scope)} & 255)"
        forms = [f"({a} {operator} {b})" for operator in "&|^"]
        forms += [f"(~{a})", f"({a} >> {amount})", f"({a} << {amount})"]
        return self.rng.choice(forms)

    def _comparison(self, kind: Value, scope: Scope, depth: int) -> str:
        if self.rng.random() < 0.3:
            a, b = self.value(BOOL, scope, depth), self.value(BOOL, scope, depth)
            return self.rng.choice((f"({a} && {b})", f"({a} || {b})", f"(!{a})", f"({a} == {b})"))
        other = self.rng.choice([kind for kind in BASIC if kind.is_integer or kind.is_bytes])
        a, b = self.value(other, scope, depth), self.value(other, scope, depth)
        return f"({a} {self.rng.choice(('<', '>', '<=', '>=', '==', '!='))} {b})"

    def _measured(self, kind: Value, scope: Scope, depth: int) -> str:
        place = self.place(
            scope, lambda place: not place.guards and isinstance(place.type, (Array, Bytes))
        )
        if place is not None and self.rng.random() < 0.8:
            is_text = place.type == STRING
            return f"bytes({place.text}).length" if is_text else f"{place.text}.length"
        data = "msg.data.length" if scope.has_data else "block.timestamp"
        return self.rng.choice((data, "block.number", "uint256(uint160(msg.sender))"))

    def _hashed(self, kind: Value, scope: Scope, depth: int) -> str:
        return f"keccak256({self.reference(BYTES, scope, depth)})"

    # References

    def any(self, kind: Type, scope: Scope, depth: int = 2) -> str:
        """An expression of a type; references lead to memory, or can be copied there."""
        if isinstance(kind, Value):
            return self.value(kind, scope, depth)
        return self.reference(kind, scope, depth)

    def reference(self, kind: Type, scope: Scope, depth: int = 2) -> str:
        """An expression for a variable of the type in memory."""
        if self.rng.random() < 0.55 or depth <= 0:
            place = self.place(scope, lambda place: place.type == kind and not place.guards)
            if place is not None:
                return place.text
        found = [f for f in scope.callable() if f.results == (kind,) and not f.external]
        if found and depth > 0 and scope.loops < 2 and self.rng.random() < 0.4:
            return self.call(self.rng.choice(found), scope, depth - 1)
        if isinstance(kind, Bytes):
            return self._bytes(kind, scope, depth)
        if isinstance(kind, Struct):
            fields = [self.any(field, scope, depth - 1) for _, field in kind.fields]
            if self.rng.random() < 0.5:
                return f"{kind.name}({', '.join(fields)})"
            named = [f"{name}: {text}" for (name, _), text in zip(kind.fields, fields, strict=True)]
            self.rng.shuffle(named)
            return f"{kind.name}({{{', '.join(named)}}})"
        assert isinstance(kind, Array)
        if kind.length is None:
            return f"new {kind.name}({self.small(scope, 5)})"
        # Only values are in arrays of fixed length, see `declarations`.
        return (
            f"[{', '.join(self.any(kind.element, scope, depth - 1) for _ in range(kind.length))}]"
        )

    def _bytes(self, kind: Bytes, scope: Scope, depth: int) -> str:
        if depth <= 0:
            text = f'"{self.rng.choice(_TEXTS)}"'
            return text if kind == STRING else f"bytes({text})"
        if kind == STRING:
            parts = ", ".join(self.reference(STRING, scope, depth - 1) for _ in range(2))
            return self.rng.choice(
                (f"string.concat({parts})", f"string({self.reference(BYTES, scope, depth - 1)})")
            )
        parts = ", ".join(self.reference(BYTES, scope, depth - 1) for _ in range(2))
        data = ["msg.data", "msg.data[msg.data.length / 3:]"] if scope.has_data else []
        return self.rng.choice(
            (
                *data,
                f"bytes.concat({parts})",
                f"bytes.concat({self.value(BYTES32, scope, depth - 1)}, {parts})",
                f"bytes({self.reference(STRING, scope, depth - 1)})",
                f"new bytes({self.small(scope, _LONGEST)})",
                f"abi.encode({self.codable(scope, depth - 1)})",
                f"abi.encodePacked({self._packable(scope, depth - 1)})",
            )
        )

    def codable(self, scope: Scope, depth: int) -> str:
        """One to three expressions that `abi.encode` takes."""
        return ", ".join(self._codable(scope, depth) for _ in range(self.rng.randint(1, 3)))

    def _codable(self, scope: Scope, depth: int) -> str:
        place = self.place(scope, lambda place: not place.guards and not has_mapping(place.type))
        if place is not None and self.rng.random() < 0.6:
            return place.text
        return self.value(self.rng.choice(BASIC), scope, depth)

    def _packable(self, scope: Scope, depth: int) -> str:
        kinds = [self.rng.choice(BASIC) for _ in range(self.rng.randint(1, 3))]
        parts = [self.value(kind, scope, depth) for kind in kinds]
        return ", ".join([*parts, self.reference(BYTES, scope, depth)])

    # Places

    def place(self, scope: Scope, is_wanted: Callable[[Place], bool]) -> Place | None:
        """A random place of the wanted kind in the variables; None if there is none."""
        found = list(self.places(scope, is_wanted))
        return self.rng.choice(found) if found else None

    def places(self, scope: Scope, is_wanted: Callable[[Place], bool]) -> Iterator[Place]:
        """All wanted places, of each variable at most a few."""
        for variable in scope.variables:
            found = [
                place
                for place in places(variable, lambda kind: self.leaf(kind, scope), UINT)
                if is_wanted(place)
            ]
            yield from self.rng.sample(found, min(2, len(found)))

    def arguments(self, kinds: Sequence[Type], scope: Scope, depth: int = 1) -> str:
        """Expressions of these types, with commas."""
        return ", ".join(self.any(kind, scope, depth) for kind in kinds)
