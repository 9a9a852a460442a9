"""Declarations outside contracts: structs, errors, events, an enum, a value type."""

from __future__ import annotations

from random import Random

import attr

from tests.campaigns.solidity.types import (
    ADDRESS,
    BASIC,
    BYTES,
    BYTES32,
    KIND,
    STRING,
    UINT,
    Struct,
    Type,
    Value,
    array,
    mapping,
)

KEYS = (UINT, ADDRESS, BYTES32, KIND)
_MAX_INDEXED = 3


@attr.s(auto_attribs=True, frozen=True)
class Record:
    """An error or an event: a name with parameters, of which some are `indexed`."""

    name: str
    parameters: tuple[Type, ...]
    indexed: frozenset[int] = frozenset()

    def text(self, keyword: str) -> str:
        """The declaration."""
        parameters = (
            kind.name + " indexed" * (index in self.indexed)
            for index, kind in enumerate(self.parameters)
        )
        return f"{keyword} {self.name}({', '.join(parameters)});"


class Declarations:
    """Random declarations of a program, and types made of them.

    `is_unsafe`: some assembly of the program does not say that it is memory-safe.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.is_unsafe = rng.random() < 0.25
        self.structs: list[Struct] = []
        for number in range(rng.randint(1, 3)):
            kinds = [self._field_type() for _ in range(rng.randint(1, 5))]
            fields = tuple((f"f{index}", kind) for index, kind in enumerate(kinds))
            self.structs.append(Struct(f"S{number}", fields))
        self.errors = [
            Record("Failed", ()),
            *(Record(f"Error{number}", self._parameters(3)) for number in range(2)),
        ]
        self.events = [self._event(number) for number in range(3)]

    def _field_type(self) -> Type:
        chosen = self._rng.random()
        if chosen < 0.6:
            return self.value_type()
        if chosen < 0.75:
            return self._rng.choice((BYTES, STRING))
        if chosen < 0.85 and self.structs:
            return self._rng.choice(self.structs)
        if chosen < 0.93:
            return array(self.value_type(), self._rng.randint(1, 4))
        return array(self.value_type())

    def _parameters(self, most: int) -> tuple[Type, ...]:
        return tuple(self.memory_type() for _ in range(self._rng.randint(1, most)))

    def _event(self, number: int) -> Record:
        parameters = tuple(
            self._rng.choice((self.value_type(), self.memory_type()))
            for _ in range(self._rng.randint(1, 5))
        )
        most = min(_MAX_INDEXED, len(parameters))
        indexed = self._rng.sample(range(len(parameters)), self._rng.randint(0, most))
        return Record(f"Event{number}", parameters, frozenset(indexed))

    def value_type(self) -> Value:
        """A type of values."""
        return self._rng.choice((UINT, *BASIC))

    def memory_type(self) -> Type:
        """A type that is not one of values, and that memory can have."""
        struct = self._rng.choice(self.structs)
        return self._rng.choice(
            (
                *(BYTES, BYTES, STRING, struct, struct, array(struct), array(UINT)),
                *(array(self.value_type()), array(array(self.value_type())), array(BYTES)),
                *(array(array(self.value_type(), 2)), array(self.value_type(), 3)),
            )
        )

    def any_type(self) -> Type:
        """The type of a parameter or result."""
        return self.value_type() if self._rng.random() < 0.6 else self.memory_type()

    def state_type(self) -> Type:
        """The type of a state variable."""
        chosen = self._rng.random()
        if chosen < 0.35:
            return self.value_type()
        if chosen < 0.6:
            return self.memory_type()
        inner = self._rng.choice((self.value_type(), self.memory_type()))
        one = mapping(self._rng.choice(KEYS), inner)
        return one if chosen < 0.85 else mapping(self._rng.choice(KEYS), one)

    def lines(self) -> list[str]:
        """All declarations."""
        lines = ["enum Kind { K0, K1, K2 }", "type Price is uint128;"]
        for struct in self.structs:
            fields = [f"{kind.name} {name};" for name, kind in struct.fields]
            lines += [f"struct {struct.name} {{", *fields, "}"]
        lines += [error.text("error") for error in self.errors]
        return lines + [event.text("event") for event in self.events]
