"""The accesses of a function to memory, storage, transient storage and call data.

Source: chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.dialect import Builtin
from yulopt.memory.location_map import Range
from yulopt.ssa.ir.function import MAIN, Block, Function, Instruction, Module, NamedValue
from yulopt.ssa.ir.instructions import BuiltinCall, Call, End, Unreachable
from yulopt.ssa.memory.accesses import Access, Accesses
from yulopt.ssa.memory.addresses import AddressFinder
from yulopt.ssa.memory.evm_locations import Assumptions, EvmLocations, Place, Space
from yulopt.ssa.memory.evm_places import EXACT_LOADS, PlaceFinder
from yulopt.ssa.memory.evm_summaries import FunctionSummary, ModuleSummaries

_STATE = (Space.STORAGE, Space.TRANSIENT)


class EvmAccesses(Accesses):
    """Those of one function. Without `memory`, accesses to memory are left out."""

    def __init__(
        self,
        module: Module,
        function: Function,
        summaries: ModuleSummaries,
        assumptions: Assumptions,
        *,
        memory: bool,
    ) -> None:
        self._is_main = function.name == MAIN
        self._memory = memory
        self._summaries = summaries
        addresses = AddressFinder()
        self._finder = PlaceFinder(module.dialect, addresses)
        # The exact accesses, and the bases of their addresses.
        self._exact: dict[Instruction, Place] = {}
        self._bases: dict[NamedValue, None] = {}
        for instruction in function.all_instructions():
            if isinstance(instruction, BuiltinCall):
                self._find_exact(instruction)
        self._locations = EvmLocations(self._exact.values(), assumptions)
        super().__init__(self._locations.bound)
        for block in function.blocks:
            accesses = [
                access
                for instruction in block.all_instructions()
                for access in self._accesses(instruction)
            ]
            if accesses:
                self.of_block[block] = accesses

    # What can be said about locations

    def hint(self, location: int) -> str:
        return self._space(location).name.lower()

    def may_join(self, location: int) -> bool:
        # To load call data again costs no more than the copies for a phi.
        return self._space(location) != Space.CALLDATA

    def dead_at_end(self, block: Block) -> list[Range]:
        terminator = block.terminator
        memory = [self._locations.whole(Space.MEMORY)]
        state = [self._locations.whole(space) for space in _STATE]
        if isinstance(terminator, End):
            can_stop = terminator.builtin.control_flow.can_terminate
            return memory if can_stop else memory + state
        if isinstance(terminator, Unreachable):
            return memory + state
        return memory if self._is_main else []

    def _space(self, location: int) -> Space:
        return next(
            space
            for space in Space
            if self._locations.whole(space)[0] <= location < self._locations.whole(space)[1]
        )

    # Reading the instructions

    def _find_exact(self, call: BuiltinCall) -> None:
        place = self._finder.exact(call)
        if place is None or (place.space == Space.MEMORY and not self._memory):
            return
        self._exact[call] = place
        assert place.address is not None
        if isinstance(place.address.base, NamedValue):
            self._bases[place.address.base] = None

    def _accesses(self, instruction: Instruction) -> Iterable[Access]:
        if isinstance(instruction, (BuiltinCall, End)):
            if instruction in self._exact:
                yield self._exact_access(instruction, self._exact[instruction])
            elif _matters(instruction.builtin):
                yield self._other_access(instruction)
        elif isinstance(instruction, Call):
            yield self._call(instruction, self._summaries.of(instruction.callee))
        # Facts about the future do not hold before the definition of the base of an address: until
        # then, the base has its value of the last iteration.
        redefined = [
            places
            for result in instruction.results
            if result in self._bases
            for places in self._locations.of_base(result)
        ]
        if redefined:
            yield Access(instruction, reads=redefined)

    def _exact_access(self, call: Instruction, place: Place) -> Access:
        assert isinstance(call, BuiltinCall)
        location = self._locations.number(place)
        is_load = call.builtin.name in EXACT_LOADS
        touched = self._locations.touched(place)
        everything = self._locations.everything(place.space)
        if is_load:
            return Access(
                call,
                location=location,
                everything=everything,
                value=call.result,
                is_load=True,
                reads=touched,
                removable=True,
            )
        return Access(
            call,
            location=location,
            everything=everything,
            # A single byte is no value of a word.
            value=call.operands[1] if call.builtin.name != "mstore8" else None,
            writes=touched,
            covers=self._locations.covered(place),
            removable=True,
        )

    def _other_access(self, instruction: BuiltinCall | End) -> Access:
        places = self._finder.of(instruction)
        return Access(
            instruction,
            reads=self._touched(places.reads),
            writes=self._touched(places.writes),
            covers=[
                covered for place in places.covers for covered in self._locations.covered(place)
            ],
        )

    def _call(self, call: Call, summary: FunctionSummary) -> Access:
        reads = self._touched(summary.reads)
        if summary.may_stop:
            reads += [self._locations.whole(space) for space in _STATE]
        return Access(call, reads=reads, writes=self._touched(summary.writes))

    def _touched(self, places: Iterable[Place]) -> list[Range]:
        return [touched for place in places for touched in self._locations.touched(place)]


def _matters(builtin: Builtin) -> bool:
    """Whether it accesses anything but its arguments."""
    return not builtin.side_effects.movable
