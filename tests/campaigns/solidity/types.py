"""Types of Solidity: their names, and how a value becomes a word and a word a value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Type:
    """A type by the name that Solidity has for it."""

    name: str


@dataclass(frozen=True)
class Value(Type):
    """A type without a location.

    `from_word` and `to_word` are formats of conversions from and to `uint256`.
    """

    from_word: str = "{}"
    to_word: str = "{}"

    @property
    def is_signed(self) -> bool:
        return self.name.startswith("int")

    @property
    def is_integer(self) -> bool:
        return self.name.startswith(("uint", "int"))

    @property
    def is_bytes(self) -> bool:
        return self.name.startswith("bytes")

    def of(self, word: str) -> str:
        """The value that a word is converted to."""
        return self.from_word.format(word)

    def word(self, value: str) -> str:
        """The word that a value is converted to."""
        return self.to_word.format(value)


@dataclass(frozen=True)
class Bytes(Type):
    """`bytes` or `string`."""


@dataclass(frozen=True)
class Array(Type):
    """An array; `length` is None if it is dynamic."""

    element: Type
    length: int | None


@dataclass(frozen=True)
class Struct(Type):
    """A struct with its fields in order."""

    fields: tuple[tuple[str, Type], ...]


@dataclass(frozen=True)
class Mapping(Type):
    """A mapping, which only storage has."""

    key: Value
    value: Type


def _unsigned(bits: int) -> Value:
    return Value(f"uint{bits}", f"uint{bits}({{}})", "uint256({})")


def _signed(bits: int) -> Value:
    return Value(f"int{bits}", f"int{bits}(int256({{}}))", "uint256(int256({}))")


def _fixed_bytes(length: int) -> Value:
    return Value(f"bytes{length}", f"bytes{length}(bytes32({{}}))", "uint256(bytes32({}))")


UINT: Final = Value("uint256")
INT: Final = Value("int256", "int256({})", "uint256({})")
BOOL: Final = Value("bool", "(({} & 1) == 1)", "uint256({} ? 1 : 0)")
ADDRESS: Final = Value("address", "address(uint160({}))", "uint256(uint160({}))")
BYTES32: Final = Value("bytes32", "bytes32({})", "uint256({})")
BYTES: Final = Bytes("bytes")
STRING: Final = Bytes("string")
# An enum with this many members, and a user-defined value type, which every program declares.
KIND_MEMBERS: Final = 3
KIND: Final = Value("Kind", f"Kind({{}} % {KIND_MEMBERS})", "uint256({})")
PRICE: Final = Value("Price", "Price.wrap(uint128({}))", "uint256(Price.unwrap({}))")

BASIC: Final = (
    UINT,
    INT,
    BOOL,
    ADDRESS,
    BYTES32,
    *map(_unsigned, (8, 16, 64, 128)),
    *map(_signed, (8, 32, 128)),
    *map(_fixed_bytes, (1, 4, 20)),
    KIND,
    PRICE,
)
UINT8: Final = next(kind for kind in BASIC if kind.name == "uint8")
BYTES1: Final = next(kind for kind in BASIC if kind.name == "bytes1")


def array(element: Type, length: int | None = None) -> Array:
    """The type of arrays of these elements."""
    return Array(f"{element.name}[{'' if length is None else length}]", element, length)


def mapping(key: Value, value: Type) -> Mapping:
    """The type of mappings between these types."""
    return Mapping(f"mapping({key.name} => {value.name})", key, value)


def is_reference(kind: Type) -> bool:
    """Whether variables of the type say where they are."""
    return not isinstance(kind, Value)


def has_mapping(kind: Type) -> bool:
    """Whether the type can only be in storage."""
    match kind:
        case Mapping():
            return True
        case Array():
            return has_mapping(kind.element)
        case Struct():
            return any(has_mapping(field) for _, field in kind.fields)
    return False


def located(kind: Type, location: str) -> str:
    """The type of a local variable or parameter that is at `location` if it can be."""
    return f"{kind.name} {location}" if is_reference(kind) else kind.name
