"""Places inside variables: fields of structs, elements of arrays, values of mappings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from tests.campaigns.solidity.scope import Variable
from tests.campaigns.solidity.types import (
    BYTES,
    BYTES1,
    Array,
    Mapping,
    Struct,
    Type,
    Value,
)

_DEEPEST: Final = 3


@dataclass(frozen=True)
class Place:
    """A place in a variable, which is there if all `guards` hold."""

    text: str
    type: Type
    variable: Variable
    guards: tuple[str, ...] = ()

    @property
    def guard(self) -> str:
        """The condition under which it is there."""
        return " && ".join(self.guards)


def places(variable: Variable, leaf: Callable[[Value], str], index_type: Value) -> Iterator[Place]:
    """The variable itself and the places in it; `leaf` makes indices and keys of some type."""
    yield from _inside(Place(variable.name, variable.type, variable), leaf, index_type, _DEEPEST)


def _inside(
    place: Place, leaf: Callable[[Value], str], index_type: Value, depth: int
) -> Iterator[Place]:
    yield place
    if not depth:
        return

    def deeper(step: str, kind: Type, *guards: str) -> Iterator[Place]:
        inner = Place(place.text + step, kind, place.variable, (*place.guards, *guards))
        return _inside(inner, leaf, index_type, depth - 1)

    match place.type:
        case Struct(fields=fields):
            for name, kind in fields:
                yield from deeper(f".{name}", kind)
        case Mapping(key=key, value=kind):
            yield from deeper(f"[{leaf(key)}]", kind)
        case Array(element=element, length=None):
            length = f"{place.text}.length"
            yield from deeper(f"[{leaf(index_type)} % {length}]", element, f"{length} > 0")
        case Array(element=element, length=length):
            yield from deeper(f"[{leaf(index_type)} % {length}]", element)
    if place.type == BYTES:
        length = f"{place.text}.length"
        yield from deeper(f"[{leaf(index_type)} % {length}]", BYTES1, f"{length} > 0")
