"""Calls as people write them, `transfer(address,uint256)`, in the ABI of Solidity's contracts.

The library `eth_abi`, which codes values, need not be installed (`yulopt[abi]`), so this module is
imported only when it is used.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

import attr
from eth_abi import decode, encode
from eth_abi.exceptions import DecodingError, ParseError
from eth_abi.grammar import ABIType, TupleType, parse

from yulopt.dialect.keccak import keccak256
from yulopt.interpreter.abi_values import Value, check_type, read_value

_NAME: Final = re.compile(r"[A-Za-z_$][\w$]*", re.ASCII)
# `uint` is short for `uint256`.
_SHORT_NAME: Final = re.compile(r"\b(u?int)\b", re.ASCII)
_SELECTOR_BYTES: Final = 4
# What Solidity's code reverts with.
_FAILURES: Final = ("Error(string)", "Panic(uint256)")


@attr.s(auto_attribs=True, frozen=True)
class Signature:
    """A function of a contract; `outputs` is None if it is not said what the function returns."""

    name: str
    inputs: tuple[ABIType, ...]
    outputs: tuple[ABIType, ...] | None

    def __str__(self) -> str:
        return f"{self.name}({_joined(self.inputs)})"

    @property
    def selector(self) -> bytes:
        """What the data of a call begins with."""
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
        """The values that were returned; ValueError if they are not what the outputs say."""
        return _decode(self.outputs or (), output)


def parse_signature(text: str) -> Signature:
    """Read `NAME(TYPES)` or `NAME(TYPES)(TYPES)`; ValueError says what is wrong."""
    name, inputs, outputs = _divided(_SHORT_NAME.sub(r"\g<1>256", "".join(text.split())))
    if _NAME.fullmatch(name) is None or not inputs or outputs[:1] not in ("", "("):
        raise ValueError(f"'{text}' is not of the form transfer(address,uint256)")
    return Signature(name, _types(inputs), _types(outputs) if outputs else None)


def failure_reason(output: bytes) -> str:
    """What Solidity's code says when it reverts, as in `Error("too low")`; else an empty text."""
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
    """What stands before the first pair of parentheses, the pair, and what follows it."""
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
        raise ValueError(f"'{text}' is no list of types like (address,uint256)") from None
    except ValueError as error:
        raise ValueError(str(error).rstrip(".")) from None
    if not isinstance(found, TupleType) or found.is_array:
        raise ValueError(f"'{text}' is no list of types like (address,uint256)")
    for kind in found.components:
        check_type(kind)
    return found.components


def _decode(kinds: Sequence[ABIType], content: bytes) -> list[Value]:
    try:
        values = decode([kind.to_type_str() for kind in kinds], content)
    except (DecodingError, UnicodeDecodeError):
        raise ValueError(f"is not what ({_joined(kinds)}) looks like") from None
    return [Value(kind, value) for kind, value in zip(kinds, values, strict=True)]


def _joined(kinds: Sequence[ABIType]) -> str:
    return ",".join(kind.to_type_str() for kind in kinds)
