"""What functions do to the memory and storage of the EVM, calls of other functions included.

If all places that a function reads (or writes) in a space are constant, they are listed; otherwise
it may read all of that space.

Once made, they stay right while passes run, since no pass adds accesses to a function.

Source: chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from yulopt.graphs.components import components_of
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.instructions import BuiltinCall, Call, End
from yulopt.ssa.memory.addresses import AddressFinder
from yulopt.ssa.memory.evm_locations import Place, Space
from yulopt.ssa.memory.evm_places import PlaceFinder, everywhere

# A function that accesses more places of a space than this may access all of it.
_MOST_PLACES: Final = 32


class PlaceSet:
    """Places, as long as there are not too many of them."""

    __slots__ = ("_of_space",)

    def __init__(self) -> None:
        self._of_space: dict[Space, dict[Place, None]] = {}

    def add(self, place: Place) -> None:
        """Add a place."""
        places = self._of_space.setdefault(place.space, {})
        whole = everywhere(place.space)
        if whole in places:
            return
        if place == whole or len(places) == _MOST_PLACES:
            places.clear()
            place = whole
        places[place] = None

    def update(self, places: Iterable[Place]) -> None:
        """Add several places."""
        for place in places:
            self.add(place)

    def covers(self, other: PlaceSet) -> bool:
        """Whether it has all places of another one."""
        return all(
            place in places or everywhere(place.space) in places
            for place in other
            for places in (self._of_space.get(place.space, {}),)
        )

    def __iter__(self) -> Iterator[Place]:
        for places in self._of_space.values():
            yield from places


class FunctionSummary:
    """`reads` and `writes` are places; `may_stop`: execution may end there, and not revert."""

    __slots__ = ("may_stop", "reads", "writes")

    def __init__(self) -> None:
        self.reads = PlaceSet()
        self.writes = PlaceSet()
        self.may_stop = False

    @staticmethod
    def worst() -> FunctionSummary:
        """That of a function about which nothing is known."""
        summary = FunctionSummary()
        summary.may_stop = True
        for space in Space:
            summary.reads.add(everywhere(space))
            summary.writes.add(everywhere(space))
        return summary

    def add(self, other: FunctionSummary) -> None:
        """Do what the other one does, too."""
        self.reads.update(other.reads)
        self.writes.update(other.writes)
        self.may_stop = self.may_stop or other.may_stop

    def covers(self, other: FunctionSummary) -> bool:
        """Whether the other one does nothing more."""
        return (
            self.reads.covers(other.reads)
            and self.writes.covers(other.writes)
            and self.may_stop >= other.may_stop
        )


class ModuleSummaries:
    """The summaries of all functions of a module."""

    __slots__ = ("_summaries",)

    def __init__(self, module: Module) -> None:
        self._summaries: dict[str, FunctionSummary] = {}
        own: dict[str, FunctionSummary] = {}
        callees: dict[str, list[str]] = {}
        for function in module.functions.values():
            own[function.name], callees[function.name] = _own_effects(module, function)
        for component in components_of(callees):
            summary = FunctionSummary()
            members = set(component)
            for name in component:
                summary.add(own[name])
                for callee in callees[name]:
                    if callee not in members:
                        summary.add(self.of(callee))
            for name in component:
                self._summaries[name] = summary

    def of(self, name: str) -> FunctionSummary:
        """The summary of a function; of a declared one nothing is known."""
        return self._summaries.get(name, _WORST)

    def covers(self, other: ModuleSummaries) -> bool:
        """Whether all that other summaries of the same module say was expected here."""
        return all(self.of(name).covers(summary) for name, summary in other._summaries.items())


def _own_effects(module: Module, function: Function) -> tuple[FunctionSummary, list[str]]:
    """What a function does itself, and which functions it calls, each one once."""
    summary = FunctionSummary()
    callees: dict[str, None] = {}
    finder = PlaceFinder(module.dialect, AddressFinder())
    for instruction in function.all_instructions():
        if isinstance(instruction, (BuiltinCall, End)):
            places = finder.of(instruction)
            summary.reads.update(map(_from_outside, places.reads))
            summary.writes.update(map(_from_outside, places.writes))
            if instruction.builtin.control_flow.can_terminate:
                summary.may_stop = True
        elif isinstance(instruction, Call):
            callees[instruction.callee] = None
    return summary, list(callees)


def _from_outside(place: Place) -> Place:
    """What a caller can know about a place: the values of the function have no meaning there."""
    if place.address is None or place.address.base is not None:
        return everywhere(place.space)
    return place


_WORST: Final = FunctionSummary.worst()
