"""Synthetic calls for a contract that comes without a call file, made from its ABI.

Each function is called with small numbers, one-element arrays, and addresses of the caller or
another account, in several rounds, each on the state after the calls before: tokens minted in the
first round can be transferred in the next. The calls are recorded with the contract as built by
solc; every other build must behave the same. The first success of each function is measured; all
other calls only prepare and check.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import attr

from yulopt.dialect.keccak import keccak256
from yulopt.frequency.call_profile import SELECTOR_BYTES
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.syntax.literals import WORD_BYTES
from yulopt.tune.calls import CONSTRUCTOR, Call, Calls
from yulopt.tune.execution import new_world
from yulopt.tune.world import World

_OTHER: Final = 0xB0B00000000000000000000000000000000B0B
_TEXT: Final = b"yulopt"
_VIEWS: Final = ("view", "pure")
# After these, a contract may reject all other calls.
_LAST: Final = (
    re.compile(r"^(transfer|set|accept|change)\w*(Owner|Admin|Governor)", re.IGNORECASE),
    re.compile(r"^(renounce|pause|destroy|kill|close|stop|disable|upgrade|revoke)", re.IGNORECASE),
)
_ARRAY: Final = re.compile(r"(.*)\[([0-9]*)\]")
# The addresses among the arguments, in turn.
_SENDER, _STRANGER = "sender", "stranger"
_ROUNDS: Final = ((_SENDER,), (_SENDER, _STRANGER), (_STRANGER,), (_STRANGER, _SENDER))


@attr.s(auto_attribs=True, frozen=True)
class Function:
    """A function of a contract; the name is its signature."""

    name: str
    inputs: tuple[JsonObject, ...]
    is_view: bool
    is_payable: bool

    @property
    def selector(self) -> bytes:
        return keccak256(self.name.encode())[:SELECTOR_BYTES]


def functions_of(abi: Json) -> list[Function]:
    """The functions in an ABI, in its order."""
    return [
        Function(
            f"{entry.get('name')}({','.join(map(_canonical, _inputs(entry)))})",
            _inputs(entry),
            entry.get("stateMutability") in _VIEWS,
            entry.get("stateMutability") == "payable",
        )
        for entry in _entries(abi, "function")
    ]


def synthetic_calls(abi: Json, creation: bytes) -> Calls | None:
    """Calls for a contract with this ABI and creation code; None if it cannot be deployed with such
    arguments.
    """
    deployed = _deployment(abi, creation)
    if deployed is None:
        return None
    world, contract, deployment = deployed
    trial = _Trial(world, contract, deployment.sender)
    functions = sorted(functions_of(abi), key=_stage)
    for _, stage in itertools.groupby(functions, key=_stage):
        trial.call_all(list(stage))
    return Calls((deployment,), tuple(trial.calls))


def _stage(function: Function) -> int:
    """The stage of a function: irreversible changes of the state come last."""
    if function.is_view:
        return len(_LAST)
    return next((number for number, last in enumerate(_LAST) if last.search(function.name)), -1)


class _Trial:
    """Makes calls in a world, to find some with which each function succeeds."""

    def __init__(self, world: World, contract: str, sender: int) -> None:
        self.calls: list[Call] = []
        self._world = world
        self._contract = contract
        self._sender = sender
        self._succeeded: set[str] = set()

    def call_all(self, functions: Sequence[Function]) -> None:
        """Call functions, alone, and then each that still fails after each of the others."""
        for who, function in itertools.product(_ROUNDS, functions):
            self._try([function], who)
        for who, prepare in itertools.product(_ROUNDS, functions):
            waiting = [one for one in functions if one.name not in self._succeeded]
            if waiting and prepare not in waiting:
                self._call(prepare, who)
                self._try(waiting, who)

    def _try(self, functions: Sequence[Function], who: Sequence[str]) -> None:
        for function in functions:
            if function.name not in self._succeeded:
                self._call(function, who)

    def _call(self, function: Function, who: Sequence[str]) -> None:
        data = function.selector + _encoded(function.inputs, _addresses(who, self._sender))
        call = Call(function.name, data, value=int(function.is_payable))
        failed = bool(self._world.call(self._contract, call).failure)
        is_first = not failed and function.name not in self._succeeded
        self.calls.append(attr.evolve(call, weight=int(is_first), reverts=failed))
        if is_first:
            self._succeeded.add(function.name)


def _deployment(abi: Json, creation: bytes) -> tuple[World, str, Call] | None:
    entry = next(_entries(abi, "constructor"), {})
    for who in _ROUNDS:
        call = Call(CONSTRUCTOR, b"", weight=0)
        call = attr.evolve(call, data=_encoded(_inputs(entry), _addresses(who, call.sender)))
        world = new_world()
        contract, execution = world.deploy(creation, call)
        if not execution.failure:
            return world, contract, call
    return None


def _addresses(who: Sequence[str], sender: int) -> Callable[[], int]:
    """The source of the addresses among arguments: those of `who`, the last one repeated."""
    pending = [sender if one == _SENDER else _OTHER for one in who]
    return lambda: pending.pop(0) if len(pending) > 1 else pending[0]


def _entries(abi: Json, kind: str) -> Iterator[JsonObject]:
    for entry in map(object_at, abi if isinstance(abi, list) else []):
        if entry.get("type") == kind:
            yield entry


def _inputs(entry: JsonObject) -> tuple[JsonObject, ...]:
    return _members(entry, "inputs")


def _members(entry: JsonObject, key: str) -> tuple[JsonObject, ...]:
    members = entry.get(key)
    return tuple(map(object_at, members)) if isinstance(members, list) else ()


def _type(parameter: JsonObject) -> str:
    return str(parameter.get("type", ""))


def _canonical(parameter: JsonObject) -> str:
    """The canonical type for signatures."""
    inside = ",".join(map(_canonical, _members(parameter, "components")))
    return _type(parameter).replace("tuple", f"({inside})", 1)


# Encoding, by the specification of the contract ABI


def _encoded(parameters: Sequence[JsonObject], address: Callable[[], int]) -> bytes:
    """Small values of these types, one after the other: those of dynamic size after the others."""
    values = [_value(parameter, address) for parameter in parameters]
    dynamic = [_is_dynamic(parameter) for parameter in parameters]
    place = sum(
        WORD_BYTES if is_dynamic else len(value)
        for value, is_dynamic in zip(values, dynamic, strict=True)
    )
    heads, tails = b"", b""
    for value, is_dynamic in zip(values, dynamic, strict=True):
        heads += _word(place + len(tails)) if is_dynamic else value
        tails += value if is_dynamic else b""
    return heads + tails


def _value(parameter: JsonObject, address: Callable[[], int]) -> bytes:
    kind = _type(parameter)
    array = _ARRAY.fullmatch(kind)
    if array is not None:
        count = int(array[2] or 1)
        items = _encoded([{**parameter, "type": array[1]}] * count, address)
        return items if array[2] else _word(count) + items
    if kind == "tuple":
        return _encoded(_members(parameter, "components"), address)
    if kind in ("string", "bytes"):
        return _word(len(_TEXT)) + _TEXT.ljust(WORD_BYTES, b"\0")
    if kind == "address":
        return _word(address())
    if kind.startswith("bytes"):
        return b"\1".ljust(WORD_BYTES, b"\0")
    return _word(1)


def _is_dynamic(parameter: JsonObject) -> bool:
    kind = _type(parameter)
    array = _ARRAY.fullmatch(kind)
    if array is not None:
        return not array[2] or _is_dynamic({**parameter, "type": array[1]})
    if kind == "tuple":
        return any(map(_is_dynamic, _members(parameter, "components")))
    return kind in ("string", "bytes")


def _word(value: int) -> bytes:
    return value.to_bytes(WORD_BYTES, "big")
