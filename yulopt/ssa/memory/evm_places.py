"""Which places of the EVM a builtin function accesses.

Source: chapter 01, sections 9.3 to 9.6, and chapter 08, section 5.5 of the specification.
"""

from __future__ import annotations

from typing import Final

import attr

from yulopt.dialect import NONE, READ, WRITE, Builtin, Dialect, Location, Operation
from yulopt.ssa.ir.function import Constant
from yulopt.ssa.ir.instructions import BuiltinCall, End
from yulopt.ssa.memory.addresses import AddressFinder
from yulopt.ssa.memory.evm_locations import Place, Space
from yulopt.syntax.literals import WORD_BYTES

# The builtins that access exactly one word or slot, with its length: at argument 0, and for stores
# the value is argument 1.
EXACT_LOADS: Final = {
    "mload": (Space.MEMORY, WORD_BYTES),
    "sload": (Space.STORAGE, 1),
    "tload": (Space.TRANSIENT, 1),
    "calldataload": (Space.CALLDATA, WORD_BYTES),
}
EXACT_STORES: Final = {
    "mstore": (Space.MEMORY, WORD_BYTES),
    "mstore8": (Space.MEMORY, 1),
    "sstore": (Space.STORAGE, 1),
    "tstore": (Space.TRANSIENT, 1),
}

_SPACE_OF: Final = {
    Location.MEMORY: Space.MEMORY,
    Location.STORAGE: Space.STORAGE,
    Location.TRANSIENT_STORAGE: Space.TRANSIENT,
    Location.CALLDATA: Space.CALLDATA,
}

# Builtins that access the same places as an instruction, though the table does not say so.
_SAME_AS: Final = {"datacopy": "codecopy"}


def everywhere(space: Space) -> Place:
    """A place about which only the space is known."""
    return Place(space, None, None)


@attr.s(auto_attribs=True, eq=False)
class PlacesOfBuiltin:
    """What a call of a builtin may read, may write, and surely overwrites."""

    reads: list[Place] = attr.Factory(list)
    writes: list[Place] = attr.Factory(list)
    covers: list[Place] = attr.Factory(list)


class PlaceFinder:
    """Finds the places that instructions of one function access."""

    def __init__(self, dialect: Dialect, addresses: AddressFinder) -> None:
        self._dialect = dialect
        self._addresses = addresses

    def exact(self, call: BuiltinCall) -> Place | None:
        """The word or slot that a builtin loads or stores exactly, None for other builtins."""
        name = call.builtin.name
        found = EXACT_LOADS.get(name) or EXACT_STORES.get(name)
        if found is None:
            return None
        space, length = found
        return Place(space, self._addresses.find(call.operands[0]), length)

    def of(self, call: BuiltinCall | End) -> PlacesOfBuiltin:
        """The places that a builtin accesses."""
        found = PlacesOfBuiltin()
        described: set[tuple[Space, int]] = set()
        for operation in self._operations(call.builtin):
            space = _SPACE_OF[operation.location]
            described.add((space, operation.effect))
            place = self._place(call, space, operation)
            if operation.effect == WRITE:
                found.writes.append(place)
                if operation.length is not None or operation.fixed_length is not None:
                    found.covers.append(place)
            else:
                found.reads.append(place)
        for space, effect in _effects(call.builtin):
            # Where the table only says that something happens, it can happen everywhere.
            if (space, READ) not in described and (space, WRITE) not in described:
                found.reads.append(everywhere(space))
            if effect == WRITE and (space, WRITE) not in described:
                found.writes.append(everywhere(space))
        return found

    def _operations(self, builtin: Builtin) -> tuple[Operation, ...]:
        similar = _SAME_AS.get(builtin.name)
        if similar is not None:
            found = self._dialect.builtin(similar)
            assert found is not None
            return found.operations
        return builtin.operations

    def _place(self, call: BuiltinCall | End, space: Space, operation: Operation) -> Place:
        if operation.start is None:
            return everywhere(space)
        length = operation.fixed_length
        if length is None:
            # Calls write as much as is returned, at most the length that follows the start.
            index = operation.start + 1 if operation.length is None else operation.length
            operand = call.operands[index]
            length = operand.value if isinstance(operand, Constant) else None
        return Place(space, self._addresses.find(call.operands[operation.start]), length)


def _effects(builtin: Builtin) -> list[tuple[Space, int]]:
    """The effect of a builtin on each space that it accesses."""
    effects = builtin.side_effects
    pairs = (
        (Space.MEMORY, effects.memory),
        (Space.STORAGE, effects.storage),
        (Space.TRANSIENT, effects.transient_storage),
    )
    return [(space, effect) for space, effect in pairs if effect != NONE]
