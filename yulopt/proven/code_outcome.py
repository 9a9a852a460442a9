"""What comes of proving the bytes of a build, and how it is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import attr

from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.code_proofs.certificate import with_code
from yulopt.code_proofs.object_code import ObjectCode, code_from, code_json
from yulopt.driver.options import DeniedPasses, Options
from yulopt.errors import YulError
from yulopt.persistence.json_values import Json
from yulopt.syntax.objects import Data, Object


@attr.s(auto_attribs=True, frozen=True)
class ProvenCode:
    """The bytes of a build, with their proofs.

    `denied` are the passes over the assembly that are left out, since bytes are open with them.
    `size` is the bytes of the creation code, `allowed_size` with all passes.
    """

    denied: DeniedPasses
    objects: tuple[ObjectCode, ...]
    size: int
    allowed_size: int

    @property
    def is_proven(self) -> bool:
        """Whether all bytes that run do what the Yul does."""
        return all(one.proof.is_proven for one in self.objects)

    @property
    def more(self) -> int:
        """How many bytes the denied passes would have saved."""
        return self.size - self.allowed_size

    def options(self, options: Options) -> Options:
        """The options of the build, such that it makes these bytes."""
        return options._replace(denied_passes=self.denied)

    def check(self, compiled: CompiledObject, parts: Mapping[Object | Data, Bytecode]) -> None:
        """Raise `YulError` unless a build has made these bytes."""
        made = {path: parts[one.program].content for path, one in compiled.all_paths().items()}
        if made != {one.path: one.witness.content for one in self.objects}:
            raise YulError("the build did not give the proven bytes again; please report this")

    def certificate(self, certificate: str) -> str:
        """The certificate of the steps, with that of the bytes."""
        return with_code(certificate, self.objects)


def code_to_json(code: ProvenCode) -> Json:
    """It as a value that can be kept."""
    denied: list[Json] = [[path, list(names)] for path, names in code.denied]
    return {
        "denied": denied,
        "objects": [code_json(one) for one in code.objects],
        "size": code.size,
        "allowedSize": code.allowed_size,
    }


def code_from_json(value: Json) -> ProvenCode | None:
    """What was kept; None if it is nothing, or not what is kept here."""
    match value:
        case {
            "denied": list(denied),
            "objects": list(objects),
            "size": int(size),
            "allowedSize": int(allowed_size),
        }:
            try:
                codes = tuple(map(code_from, objects))
            except ValueError:
                return None
            return ProvenCode(tuple(_denied(denied)), codes, size, allowed_size)
    return None


def _denied(records: list[Json]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for record in records:
        match record:
            case [str(path), list(names)]:
                yield path, tuple(map(str, names))
