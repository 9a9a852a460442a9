"""What comes of a proven build, and how it is kept."""

from __future__ import annotations

from collections.abc import Iterator

import attr

from yulopt.passes.step import Observer
from yulopt.persistence.json_values import Json
from yulopt.prover.rollback import Extent, Rollback, RollbackReplay


@attr.s(auto_attribs=True, frozen=True)
class GivenUp:
    """A change that was rolled back, and what that costs.

    `size` and `gas` are what the object loses by that, at that point: bytes of EVM code, None if
    it could not be assembled there, and gas as estimated.
    """

    rollback: Rollback
    size: int | None
    gas: int


@attr.s(auto_attribs=True, frozen=True)
class ProvenBuild:
    """What it takes to build a program so that every change of it is proven.

    `given_up` are the changes that are rolled back; `proofs` counts the changes of functions that
    are proven. `size` is the bytes of the creation code, `unproven_size` without rollbacks, None
    where something is out of reach of the stack. `different` are the changes that were found to do
    something else, each as a text that shows it; `certificate` is what others can check.
    """

    given_up: tuple[GivenUp, ...]
    proofs: int
    size: int | None
    unproven_size: int | None
    different: tuple[str, ...]
    certificate: str

    def observer(self) -> Observer:
        """Makes of a run of the same program, with the same settings, the proven one."""
        return RollbackReplay(one.rollback for one in self.given_up)


def to_json(built: ProvenBuild) -> Json:
    """A build as a value that can be kept."""
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
    """What was kept; None if it is nothing, or not what is kept here."""
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
