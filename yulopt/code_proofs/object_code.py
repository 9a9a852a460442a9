"""The bytes of an object with their witness and proofs, and the same as JSON."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence

import attr

from yulopt.checker.objects import CodeProof, ObjectProof
from yulopt.checker.witness import Witness
from yulopt.persistence.json_values import Json, JsonObject, object_at
from yulopt.prover.answers import Status


@attr.s(auto_attribs=True, frozen=True)
class ObjectCode:
    """The code of an object, and its path: the names from the outermost object on, with dots."""

    path: str
    witness: Witness
    proof: ObjectProof

    def opened(self) -> Iterator[CodeProof]:
        """The open or refuted proofs."""
        return (one for one in self.proof.proofs if one.status is not Status.PROVEN)


def witness_json(witness: Witness) -> JsonObject:
    """A witness, with the hash of its bytes."""
    return {
        "sha256": hashlib.sha256(witness.content).hexdigest(),
        "bytes": witness.content.hex(),
        "immutables": dict(_sites(witness.immutables)),
        "libraries": dict(_sites(witness.libraries)),
        "offsets": dict(witness.offsets),
        "assigned": {name: list(offsets) for name, offsets in witness.assigned.items()},
        "entries": dict(witness.entries),
        "orders": {name: list(order) for name, order in witness.orders.items()},
        "labels": [*sorted(witness.labels)],
        "clones": {
            str(offset): [list(one) for one in found]
            for offset, found in sorted(witness.clones.items())
        },
        "joins": {str(offset): list(found) for offset, found in sorted(witness.joins.items())},
        "addressAlways": witness.address_always,
    }


def witness_from(value: Json) -> Witness:
    """The witness of a record; raises ValueError if it is malformed, or the hash is wrong."""
    record = object_at(value)
    content, digest = record.get("bytes"), record.get("sha256")
    always = record.get("addressAlways")
    if not isinstance(content, str) or not isinstance(always, bool):
        raise ValueError("bytes in hexadecimal digits and addressAlways are expected")
    data = bytes.fromhex(content)
    if hashlib.sha256(data).hexdigest() != digest:
        raise ValueError("the hash does not match the bytes")
    return Witness(
        data,
        _names(record.get("immutables")),
        _names(record.get("libraries")),
        {name: _number(offset) for name, offset in _items(record.get("offsets"))},
        {name: _numbers(offsets) for name, offsets in _items(record.get("assigned"))},
        {name: _number(offset) for name, offset in _items(record.get("entries"))},
        frozenset(_numbers(record.get("labels"))),
        always,
        {name: _numbers(order) for name, order in _items(record.get("orders"))},
        {_offset(at): tuple(map(_numbers, _list(one))) for at, one in _items(record.get("clones"))},
        {_offset(at): _numbers(clones) for at, clones in _items(record.get("joins"))},
    )


def proofs_json(proofs: Sequence[CodeProof]) -> list[Json]:
    """A record for each proof."""
    return [
        {
            "function": one.function,
            "status": one.status.value,
            "method": one.method,
            "reason": one.reason,
            "assumed": list(one.assumed),
        }
        for one in proofs
    ]


def proofs_from(value: Json) -> list[CodeProof]:
    """The proofs of records; raises ValueError for malformed ones."""
    return [_proof(record) for record in _list(value)]


def _proof(value: Json) -> CodeProof:
    match value:
        case {
            "function": str(function),
            "status": str(status),
            "method": str(method),
            "reason": str(reason),
            "assumed": list(assumed),
        }:
            return CodeProof(function, Status(status), method, reason, list(map(str, assumed)))
    raise ValueError("function, status, method, reason and assumed are expected")


def code_json(code: ObjectCode) -> JsonObject:
    """The record of the code of an object."""
    return {
        "object": code.path,
        **witness_json(code.witness),
        "functions": proofs_json(code.proof.proofs),
    }


def code_from(value: Json) -> ObjectCode:
    """The code of a record; raises ValueError if it is malformed."""
    record = object_at(value)
    path = record.get("object")
    if not isinstance(path, str):
        raise ValueError("the path of an object is expected")
    witness = witness_from(value)
    proofs = proofs_from(record.get("functions"))
    if not proofs:
        raise ValueError(f"there is no proof about {path}")
    name = path.rpartition(".")[2]
    return ObjectCode(path, witness, ObjectProof(name, proofs, set(), len(witness.content)))


def _sites(names: Mapping[int, str]) -> Iterator[tuple[str, Json]]:
    """The offsets of each name."""
    found: dict[str, list[Json]] = {}
    for offset, name in sorted(names.items()):
        found.setdefault(name, []).append(offset)
    yield from found.items()


def _names(value: Json) -> dict[int, str]:
    return {offset: name for name, sites in _items(value) for offset in _numbers(sites)}


def _items(value: Json) -> list[tuple[str, Json]]:
    if not isinstance(value, dict):
        raise ValueError("an object is expected")
    return list(value.items())


def _list(value: Json) -> list[Json]:
    if not isinstance(value, list):
        raise ValueError("a list is expected")
    return value


def _numbers(value: Json) -> tuple[int, ...]:
    return tuple(map(_number, _list(value)))


def _offset(key: str) -> int:
    if not (key.isascii() and key.isdecimal()):
        raise ValueError(f'an offset is expected, not "{key}"')
    return int(key)


def _number(value: Json) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("a number is expected")
    return value
