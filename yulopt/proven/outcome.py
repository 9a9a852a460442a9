"""The outcome of a proven build, and its serialisation."""

from __future__ import annotations

from collections.abc import Iterator

import attr

from yulopt.passes.step import Observer
from yulopt.persistence.json_values import Json
from yulopt.prover.rollback import Extent, Rollback, RollbackReplay


@attr.s(auto_attribs=True, frozen=True)
class GivenUp:
    """A change that was rolled back, and the cost.

    `size` and `gas` are the losses of the object at that point: bytes of EVM code, None if it
    could not be assembled there, and estimated gas.
    """

    rollback: Rollback
    size: int | None
    gas: int


@attr.s(auto_attribs=True, frozen=True)
class ProvenBuild:
    """A build in which every change is proven.

    `given_up` are the changes that are rolled back; `proofs` is the number of proven changes of
    functions. `size` is the bytes of the creation code, `unproven_size` without rollbacks, None if
    the stack is too deep. `different` are the changes that altered the behaviour, each as a text
    that shows it; `certificate` is for others to check.
    """

    given_up: tuple[GivenUp, ...]
    proofs: int
    size: int | None
    unproven_size: int | None
    different: tuple[str, ...]
    certificate: str

    def observer(self) -> Observer:
        """Repeats the rollbacks in another run of the same program with the same settings."""
        return RollbackReplay(one.rollback for one in self.given_up)


def to_json(built: ProvenBuild) -> Json:
    """A build as a JSON value."""
    given_up: list[Json] = [
        [
            one.rollback.path,
            one.rollback.number,
            one.rollback.step,
            list(one.rollback.extent.functions),
            list(one.rollback.extent.parts),
            one.size,
            one.gas,
        ]
        for one in built.given_up
    ]
    return {
        "givenUp": given_up,
        "proofs": built.proofs,
        "size": built.size,
        "unprovenSize": built.unproven_size,
        "different": list(built.different),
        "certificate": built.certificate,
    }


def from_json(value: Json) -> ProvenBuild | None:
    """The build of a cached value; None if there is none, or it is malformed."""
    match value:
        case {
            "givenUp": list(records),
            "proofs": int(proofs),
            "size": int() | None as size,
            "unprovenSize": int() | None as unproven_size,
            "different": list(different),
            "certificate": str(certificate),
        }:
            return ProvenBuild(
                tuple(_given_up(records)),
                proofs,
                size,
                unproven_size,
                tuple(map(str, different)),
                certificate,
            )
    return None


def _given_up(records: list[Json]) -> Iterator[GivenUp]:
    for record in records:
        match record:
            case [
                str(path),
                int(number),
                str(step),
                list(functions),
                list(parts),
                int() | None as size,
                int(gas),
            ]:
                extent = Extent(tuple(map(str, functions)), tuple(int(str(one)) for one in parts))
                rollback = Rollback(path, number, step, extent)
                yield GivenUp(rollback, size, gas)
