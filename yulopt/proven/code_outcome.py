"""The outcome of proving the bytes of a build, and its serialisation.

It is plain data, so that a build that was proven before need not load the prover.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import attr

from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.options import DeniedPasses, Options
from yulopt.errors import YulError
from yulopt.persistence.json_values import Json
from yulopt.prover.certificate_format import with_code
from yulopt.syntax.objects import Data, Object


@attr.s(auto_attribs=True, frozen=True)
class ProvenObject:
    """The bytes of the object at a path, and the number of its functions.

    `is_proven`: all bytes that run are proven. `opened` has each function whose proof is open, with
    the reason; `record` is the object's record in a certificate.
    """

    path: str
    content: bytes
    functions: int
    is_proven: bool
    opened: tuple[str, ...]
    record: str


class Cost(NamedTuple):
    """Bytes of all objects, and their estimated gas over the life of a contract."""

    size: int
    gas: int


@attr.s(auto_attribs=True, frozen=True)
class ProvenCode:
    """The proven bytes of a build.

    `denied` are the passes over the assembly that are left out, since bytes are open with them, and
    `costs` what each of them alone would have saved. `size` is the bytes of the creation
    code, `allowed_size` with all passes.
    """

    denied: DeniedPasses
    costs: tuple[tuple[Cost, ...], ...]
    objects: tuple[ProvenObject, ...]
    size: int
    allowed_size: int

    @property
    def is_proven(self) -> bool:
        """Whether all bytes that run do what the Yul does."""
        return all(one.is_proven for one in self.objects)

    @property
    def more(self) -> int:
        """The number of bytes that the denied passes would have saved."""
        return self.size - self.allowed_size

    def options(self, options: Options) -> Options:
        """The options with which the build generates these bytes."""
        return options._replace(denied_passes=self.denied)

    def check(self, compiled: CompiledObject, parts: Mapping[Object | Data, Bytecode]) -> None:
        """Raise `YulError` unless a build has these bytes."""
        made = {path: parts[one.program].content for path, one in compiled.all_paths().items()}
        if made != {one.path: one.content for one in self.objects}:
            raise YulError("the build did not reproduce the proven bytes; please report this")

    def certificate(self, certificate: str) -> str:
        """The certificate of the steps, with that of the bytes."""
        return with_code(certificate, [one.record for one in self.objects])


def code_to_json(code: ProvenCode) -> Json:
    """An outcome as a JSON value."""
    denied: list[Json] = [[path, list(names)] for path, names in code.denied]
    objects: list[Json] = [
        [one.path, one.content.hex(), one.functions, one.is_proven, list(one.opened), one.record]
        for one in code.objects
    ]
    return {
        "denied": denied,
        "costs": [[[one.size, one.gas] for one in costs] for costs in code.costs],
        "objects": objects,
        "size": code.size,
        "allowedSize": code.allowed_size,
    }


def code_from_json(value: Json) -> ProvenCode | None:
    """The outcome of a cached value; None if there is none, or it is malformed."""
    match value:
        case {
            "denied": list(denied),
            "costs": list(costs),
            "objects": list(objects),
            "size": int(size),
            "allowedSize": int(allowed_size),
        }:
            return ProvenCode(
                tuple(_denied(denied)),
                tuple(_costs(costs)),
                tuple(_objects(objects)),
                size,
                allowed_size,
            )
    return None


def _objects(records: list[Json]) -> Iterator[ProvenObject]:
    for record in records:
        match record:
            case [str(path), str(digits), int(functions), bool(is_proven), list(opened), str(text)]:
                content, reasons = bytes.fromhex(digits), tuple(map(str, opened))
                yield ProvenObject(path, content, functions, is_proven, reasons, text)


def _denied(records: list[Json]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for record in records:
        match record:
            case [str(path), list(names)]:
                yield path, tuple(map(str, names))


def _costs(records: list[Json]) -> Iterator[tuple[Cost, ...]]:
    for record in records:
        if isinstance(record, list):
            yield tuple(_cost(record))


def _cost(records: list[Json]) -> Iterator[Cost]:
    for record in records:
        match record:
            case [int(size), int(gas)]:
                yield Cost(size, gas)
