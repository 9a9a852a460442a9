"""Values of the ABI as text: how arguments are written, and how results are shown.

Lists stand in brackets and tuples in parentheses, as in `[(1, "a"), (2, "b")]`; bytes and addresses
are hexadecimal digits after 0x.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

import attr
from eth_abi.grammar import ABIType, BasicType, TupleType

from yulopt.interpreter.report import Json

_NUMBER: Final = re.compile(r"-?(?:0x[0-9a-fA-F]+|[0-9]+)", re.ASCII)
_HEX: Final = re.compile(r"0x((?:[0-9a-fA-F]{2})*)", re.ASCII)
_BRACKETS: Final = {"(": ")", "[": "]"}
_ADDRESS_BITS: Final = 160


@attr.s(auto_attribs=True, frozen=True)
class Value:
    """A value of some type, as the library `eth_abi` gives it."""

    kind: ABIType
    content: object

    def __str__(self) -> str:
        """The value as an argument is written."""
        if isinstance(self.content, bool):
            return "true" if self.content else "false"
        if isinstance(self.content, bytes):
            return "0x" + self.content.hex()
        if isinstance(self.content, list | tuple):
            opening, closing = "[]" if self.kind.is_array else "()"
            return opening + ", ".join(map(str, self._items())) + closing
        if isinstance(self.kind, BasicType) and self.kind.base == "string":
            # Quotes and escapes, so that nothing in it can be taken for something else.
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


def check_type(kind: ABIType) -> None:
    """Raise ValueError for a type that values cannot be written for."""
    if isinstance(kind, TupleType):
        for component in kind.components:
            check_type(component)
    elif isinstance(kind, BasicType) and kind.base not in _READERS:
        known = ", ".join(_READERS)
        raise ValueError(f"unknown type '{kind.to_type_str()}'; there are: {known}")


def read_value(kind: ABIType, text: str) -> object:
    """The value that a text stands for; ValueError if it is none of that type."""
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
        raise ValueError(f"{kind.to_type_str()} has {count} items, not {len(items)}")


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
        raise ValueError(f"{kind.to_type_str()} has {kind.sub} bytes, not {len(content)}")
    return content


def _string(_kind: BasicType, text: str) -> str:
    """Text, which stands in quotes if that is needed inside a list."""
    if not text.startswith('"'):
        return text
    try:
        return str(json.loads(text, strict=False))
    except json.JSONDecodeError:
        raise ValueError(f"{text} is no text in quotes") from None


_READERS: Final[dict[str, Callable[[BasicType, str], object]]] = {
    "uint": _integer,
    "int": _integer,
    "address": _address,
    "bool": _truth,
    "bytes": _bytes,
    "string": _string,
}
