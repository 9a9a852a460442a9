"""Readable calls, such as `transfer(address,uint256)`, in the ABI of Solidity's contracts.

Values are written as in `[(1, "a"), (2, "b")]`: lists in brackets, tuples in parentheses, bytes and
addresses as hexadecimal digits after 0x.

The library `eth_abi`, which encodes values, need not be installed (`yulopt[abi]`), so this module
is imported only when it is used.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Final

import attr
from eth_abi import decode, encode
from eth_abi.exceptions import DecodingError, ParseError
from eth_abi.grammar import ABIType, BasicType, TupleType, parse

from yulopt.dialect.keccak import keccak256
from yulopt.errors import count_text
from yulopt.interpreter.report import Json

_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
# `uint` is short for `uint256`.
_SHORT_NAME: Final = re.compile(r"\b(u?int)\b", re.ASCII)
_SELECTOR_BYTES: Final = 4
# The errors that Solidity's code reverts with.
_FAILURES: Final = ("Error(string)", "Panic(uint256)")


@attr.s(auto_attribs=True, frozen=True)
class Signature:
    """A function of a contract; `outputs` is None if the types of results are not given."""

    name: str
    inputs: tuple[ABIType, ...]
    outputs: tuple[ABIType, ...] | None

    def __str__(self) -> str:
        return f"{self.name}({_joined(self.inputs)})"

    @property
    def selector(self) -> bytes:
        """The selector."""
        return keccak256(str(self).encode())[:_SELECTOR_BYTES]

    def encode(self, arguments: Sequence[str]) -> bytes:
        """The arguments, one for each input, without the selector; ValueError names a wrong one."""
        values = []
        for number, (kind, text) in enumerate(zip(self.inputs, arguments, strict=True), start=1):
            try:
                values.append(read_value(kind, text))
            except ValueError as error:
                raise ValueError(f"argument {number} of {self}: {error}") from None
        return encode([kind.to_type_str() for kind in self.inputs], values)

    def decode(self, output: bytes) -> list[Value]:
        """The returned values; ValueError if they do not match the outputs."""
        return _decode(self.outputs or (), output)


def parse_signature(text: str) -> Signature:
    """Read `NAME(TYPES)` or `NAME(TYPES)(TYPES)`; the ValueError describes a fault."""
    name, inputs, outputs = _divided(_SHORT_NAME.sub(r"\g<1>256", "".join(text.split())))
    if _NAME.fullmatch(name) is None or not inputs or outputs[:1] not in ("", "("):
        raise ValueError(f"'{text}' is not of the form transfer(address,uint256)")
    return Signature(name, _types(inputs), _types(outputs) if outputs else None)


def failure_reason(output: bytes) -> str:
    """The error of Solidity's revert data, as in `Error("too low")`; else an empty text."""
    for text in _FAILURES:
        signature = parse_signature(text)
        if output.startswith(signature.selector):
            try:
                (value,) = _decode(signature.inputs, output[_SELECTOR_BYTES:])
            except ValueError:
                return ""
            return f"{signature.name}({value})"
    return ""


def _divided(text: str) -> tuple[str, str, str]:
    """The text before the first pair of parentheses, the pair, and the rest."""
    depth = 0
    for index, sign in enumerate(text):
        depth += (sign == "(") - (sign == ")")
        if sign == ")" and depth == 0:
            start = text.index("(")
            return text[:start], text[start : index + 1], text[index + 1 :]
    return text, "", ""


def _types(text: str) -> tuple[ABIType, ...]:
    """The types in a pair of parentheses."""
    if text == "()":
        return ()
    try:
        found = parse(text)
        found.validate()
    except ParseError:
        raise ValueError(f"'{text}' is not a list of types like (address,uint256)") from None
    except ValueError as error:
        raise ValueError(str(error).rstrip(".")) from None
    if not isinstance(found, TupleType) or found.is_array:
        raise ValueError(f"'{text}' is not a list of types like (address,uint256)")
    for kind in found.components:
        _check_type(kind)
    return found.components


def _decode(kinds: Sequence[ABIType], content: bytes) -> list[Value]:
    try:
        values = decode([kind.to_type_str() for kind in kinds], content)
    except (DecodingError, UnicodeDecodeError):
        raise ValueError(f"is not an encoding of ({_joined(kinds)})") from None
    return [Value(kind, value) for kind, value in zip(kinds, values, strict=True)]


def _joined(kinds: Sequence[ABIType]) -> str:
    return ",".join(kind.to_type_str() for kind in kinds)


_NUMBER: Final = re.compile(r"-?(?:0x[0-9a-fA-F]+|[0-9]+)", re.ASCII)
_HEX: Final = re.compile(r"0x((?:[0-9a-fA-F]{2})*)", re.ASCII)
_BRACKETS: Final = {"(": ")", "[": "]"}
_ADDRESS_BITS: Final = 160


@attr.s(auto_attribs=True, frozen=True)
class Value:
    """A value of some type, in the representation of the library `eth_abi`."""

    kind: ABIType
    content: object

    def __str__(self) -> str:
        """The value in the notation of arguments."""
        if isinstance(self.content, bool):
            return "true" if self.content else "false"
        if isinstance(self.content, bytes):
            return "0x" + self.content.hex()
        if isinstance(self.content, list | tuple):
            opening, closing = "[]" if self.kind.is_array else "()"
            return opening + ", ".join(map(str, self._items())) + closing
        if isinstance(self.kind, BasicType) and self.kind.base == "string":
            # Quotes and escapes, for an unambiguous text.
            return json.dumps(self.content)
        return str(self.content)

    def json(self) -> Json:
        """The value for programs; numbers are texts of hexadecimal digits."""
        if isinstance(self.content, bool):
            return self.content
        if isinstance(self.content, int):
            return f"{self.content:#x}"
        if isinstance(self.content, list | tuple):
            return [item.json() for item in self._items()]
        return "0x" + self.content.hex() if isinstance(self.content, bytes) else str(self.content)

    def _items(self) -> list[Value]:
        assert isinstance(self.content, list | tuple)
        if self.kind.is_array:
            return [Value(self.kind.item_type, item) for item in self.content]
        assert isinstance(self.kind, TupleType)
        return [
            Value(kind, item) for kind, item in zip(self.kind.components, self.content, strict=True)
        ]


def _check_type(kind: ABIType) -> None:
    """Raise ValueError for a type without a notation for values."""
    if isinstance(kind, TupleType):
        for component in kind.components:
            _check_type(component)
    elif isinstance(kind, BasicType) and kind.base not in _READERS:
        known = ", ".join(_READERS)
        raise ValueError(f"unknown type '{kind.to_type_str()}'; there are: {known}")


def read_value(kind: ABIType, text: str) -> object:
    """Parse a value; ValueError if it is not of that type."""
    text = text.strip()
    if kind.is_array:
        items = _items(text, "[", kind)
        lengths = (kind.arrlist or ((),))[-1]
        _check_count(kind, items, lengths[0] if lengths else len(items))
        return [read_value(kind.item_type, item) for item in items]
    if isinstance(kind, TupleType):
        items = _items(text, "(", kind)
        _check_count(kind, items, len(kind.components))
        return tuple(map(read_value, kind.components, items))
    assert isinstance(kind, BasicType)
    return _READERS[kind.base](kind, text)


def _check_count(kind: ABIType, items: list[str], count: int) -> None:
    if len(items) != count:
        raise ValueError(f"{kind.to_type_str()} has {count_text(count, 'item')}, not {len(items)}")


def _items(text: str, opening: str, kind: ABIType) -> list[str]:
    """The parts of `[A, B]` or `(A, B)`; commas in brackets and in quotes do not divide."""
    closing = _BRACKETS[opening]
    if not text.startswith(opening) or not text.endswith(closing):
        raise ValueError(f"expected {kind.to_type_str()} as {opening}A, B{closing}, not '{text}'")
    items = [""]
    depth, quoted, escaped = 0, False, False
    for sign in text[1:-1]:
        if quoted:
            quoted = escaped or sign != '"'
            escaped = sign == "\\" and not escaped
        elif sign == '"':
            quoted = True
        elif sign == "," and depth == 0:
            items.append("")
            continue
        else:
            depth += (sign in _BRACKETS) - (sign in _BRACKETS.values())
        items[-1] += sign
    return [] if len(items) == 1 and not items[0].strip() else items


def _number(text: str, expected: str) -> int:
    if _NUMBER.fullmatch(text) is None:
        raise ValueError(f"'{text}' is not {expected}")
    return int(text, 16) if "x" in text else int(text)


def _integer(kind: BasicType, text: str) -> int:
    number = _number(text, "a number like 42 or 0x2a")
    bits = kind.sub or 0
    least, most = (0, 2**bits) if kind.base == "uint" else (-(2 ** (bits - 1)), 2 ** (bits - 1))
    if not least <= number < most:
        raise ValueError(f"{text} is out of the range of {kind.to_type_str()}")
    return number


def _address(_kind: BasicType, text: str) -> str:
    number = _number(text, "an address like 0xb0b")
    if not 0 <= number < 2**_ADDRESS_BITS:
        raise ValueError(f"{text} has more than {_ADDRESS_BITS} bits")
    return f"0x{number:040x}"


def _truth(_kind: BasicType, text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(f"expected true or false, not '{text}'")
    return text == "true"


def _bytes(kind: BasicType, text: str) -> bytes:
    match = _HEX.fullmatch(text)
    if match is None:
        raise ValueError(f"'{text}' is not 0x and hexadecimal digits, two for each byte")
    content = bytes.fromhex(match[1])
    if kind.sub is not None and len(content) != kind.sub:
        raise ValueError(
            f"{kind.to_type_str()} has {count_text(kind.sub, 'byte')}, not {len(content)}"
        )
    return content


def _string(_kind: BasicType, text: str) -> str:
    """Text, which is quoted if necessary inside a list."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text, strict=False))
    except json.JSONDecodeError:
        raise ValueError(f"{text} is not a string in quotes") from None


_READERS: Final[dict[str, Callable[[BasicType, str], object]]] = {
    "uint": _integer,
    "int": _integer,
    "address": _address,
    "bool": _truth,
    "bytes": _bytes,
    "string": _string,
}
