"""Calls of a contract, by its ABI: edge cases and random arguments, and malformed calldata."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, TypeAlias

import attr
from eth_abi import encode

from tests.execution import CALLER, Call
from tests.oracle import Json, members
from yulopt.dialect.keccak import keccak256

Abi: TypeAlias = Sequence[Json]
Entry: TypeAlias = Mapping[str, Json]
_WORD: Final = 32
_MALFORMED: Final = 0.2
_EDGES: Final = (0, 1, 2, 31, 32, 33, 64, 0x80, 255, 2**16, 2**31, 2**64 - 1, 2**128, 2**256 - 1)
_HUGE: Final = (2**255, 2**256 - 1, 2**64, 2**64 - 1, 2**32, 2**256 - 32, 0x1F, 0x3F)


@attr.s(auto_attribs=True, frozen=True)
class Transaction:
    """A call; `well_formed` if calldata is what the ABI says."""

    call: Call
    well_formed: bool = False


class CallWriter:
    """Makes calls of the contract with this ABI."""

    def __init__(self, rng: Random, abi: Abi) -> None:
        self._rng = rng
        self._functions = [members(entry) for entry in abi if _kind(entry) == "function"]
        self._constructor = next(
            (members(entry) for entry in abi if _kind(entry) == "constructor"), None
        )

    def constructor_arguments(self) -> bytes:
        """The data appended to the creation code."""
        return self._arguments(self._constructor) if self._constructor is not None else b""

    def calls(self, rounds: int) -> list[Transaction]:
        """As many calls of each function as `rounds`, in a random order, and some other calls."""
        found = [function for function in self._functions for _ in range(rounds)]
        self._rng.shuffle(found)
        calls = [self._transaction(function) for function in found]
        for other in (
            Call(b"", self._rng.choice((0, 1, 1000))),
            Call(self._rng.randbytes(self._rng.choice((1, 3, 4, 40))), self._rng.choice((0, 7))),
        ):
            calls.insert(self._rng.randrange(len(calls) + 1), Transaction(other))
        # Last of all, reads of the state.
        views = [function for function in self._functions if not function.get("inputs")]
        return calls + [
            Transaction(Call(_selector(function), static=True), True)
            for function in views
            if function.get("stateMutability") == "view"
        ]

    def _transaction(self, function: Entry) -> Transaction:
        mutability = function.get("stateMutability")
        value = self._rng.choice((0, 1, 10**9)) if mutability == "payable" else 0
        is_static = self._rng.random() < (0.6 if mutability == "view" else 0.03)
        arguments = self._arguments(function)
        if self._rng.random() < _MALFORMED and arguments:
            data = _selector(function) + self._malformed(arguments)
            return Transaction(Call(data, value * (self._rng.random() < 0.9), is_static))
        data = _selector(function) + arguments
        well_formed = mutability == "view" or not is_static
        return Transaction(Call(data, 0 if is_static else value, is_static), well_formed)

    def _malformed(self, data: bytes) -> bytes:
        """Cut short, or with a word that is wrong, or dirty, or far away."""
        place = self._rng.randrange(0, len(data), _WORD)
        word = int.from_bytes(data[place : place + _WORD], "big")
        changed = self._rng.choice(
            (
                self._rng.choice(_HUGE),
                word ^ (1 << self._rng.randrange(256)),
                word | (0xFF << 248),
                word + _WORD,
                max(0, word - _WORD),
            )
        )
        wrong = data[:place] + (changed % 2**256).to_bytes(_WORD, "big") + data[place + _WORD :]
        cut = data[: self._rng.randrange(len(data))]
        return self._rng.choice((wrong, wrong, wrong, cut, data + self._rng.randbytes(9)))

    def _arguments(self, entry: Entry) -> bytes:
        inputs = _list(entry.get("inputs"))
        return encode([_type(entry) for entry in inputs], [self._value(entry) for entry in inputs])

    def _value(self, entry: Entry) -> object:
        """A value of the type of a parameter, for eth-abi."""
        kind = str(entry["type"])
        if kind.endswith("]"):
            base, _, length = kind[:-1].rpartition("[")
            count = int(length) if length else self._rng.choice((0, 1, 1, 2, 3, 5))
            return [self._value({**entry, "type": base}) for _ in range(count)]
        if kind == "tuple":
            return tuple(self._value(part) for part in _list(entry["components"]))
        if kind.startswith(("uint", "int")):
            return self._integer(kind, str(entry.get("internalType", "")))
        if kind == "bool":
            return self._rng.random() < 0.5
        if kind == "address":
            return self._rng.choice((CALLER, f"0x{self._rng.choice((0, 1, 4, 2**160 - 1)):040x}"))
        if kind == "string":
            return "text of some length " * self._rng.choice((0, 1, 1, 2, 4))
        if kind == "bytes":
            return self._rng.randbytes(self._rng.choice((0, 1, 4, 31, 32, 33, 70)))
        content = self._rng.randbytes(int(kind.removeprefix("bytes")))
        return self._rng.choice((content, bytes(len(content)), b"\xff" * len(content)))

    def _integer(self, kind: str, internal: str) -> int:
        is_signed = kind.startswith("int")
        bits = int(kind.removeprefix("u").removeprefix("int"))
        if internal.startswith("enum"):
            return self._rng.randrange(3)
        word = self._rng.choice(
            (self._rng.choice(_EDGES), self._rng.randrange(20), self._rng.getrandbits(bits))
        )
        word &= (1 << bits) - 1
        return word - (1 << bits) if is_signed and word >> (bits - 1) else word


def _list(value: Json) -> list[Entry]:
    return [members(item) for item in value] if isinstance(value, list) else []


def _kind(entry: Json) -> Json:
    return members(entry).get("type")


def _type(entry: Entry) -> str:
    """The type of a parameter in the form that selectors are made of."""
    kind = str(entry["type"])
    if not kind.startswith("tuple"):
        return kind
    parts = ",".join(_type(part) for part in _list(entry["components"]))
    return f"({parts}){kind.removeprefix('tuple')}"


def _selector(function: Entry) -> bytes:
    types = ",".join(_type(entry) for entry in _list(function.get("inputs")))
    return keccak256(f"{function['name']}({types})".encode())[:4]
