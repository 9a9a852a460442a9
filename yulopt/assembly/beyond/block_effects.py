"""Dependences: which instructions of a basic block must keep their order.

Every instruction that is not a pure computation touches some kinds of state: memory, storage,
transient storage, the rest of the world (other accounts, the return data of the last call, the list
of logs and calls), and the remaining gas. Two of them must keep their order if both touch the same
kind and one changes it, unless their areas of memory or slots of storage are disjoint. Addresses
are a value plus a constant offset.

* `gas` keeps its order relative to all instructions that touch state, and `msize` relative to those
  that touch memory.
* Calls and creations change everything, as the code that they run may be re-entrant; `staticcall`
  only reads storage. Logs and calls keep their order.
* A failure undoes all changes of state, so it does not matter which of two instructions fails
  first. (A `revert` with data is the last instruction of a block.)

Source: the table of builtins (`yulopt.dialect.table`).
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.opcodes import OPCODES
from yulopt.dialect.builtins import NONE, READ, WRITE, AddressSpace, Builtin
from yulopt.dialect.table import BUILTINS
from yulopt.syntax.literals import WORD_LIMIT

# The kinds of state.
MEMORY: Final = 0
STORAGE: Final = 1
TRANSIENT: Final = 2
WORLD: Final = 3
GAS: Final = 4

_SPACES: Final = {
    AddressSpace.MEMORY: MEMORY,
    AddressSpace.STORAGE: STORAGE,
    AddressSpace.TRANSIENT_STORAGE: TRANSIENT,
}
# The unknown length of an area.
_UNKNOWN: Final = -1
# The base of an unknown address, or of a constant one.
ANYWHERE: Final = -2
NO_BASE: Final = -1


class Access:
    """The access of an instruction to one kind of state, and the arguments that locate it.

    `start` and `length` are indices of arguments, -1 if there is none; `fixed_length` applies if no
    argument gives the length.
    """

    def __init__(
        self, kind: int, effect: int, start: int = -1, length: int = -1, fixed_length: int = -1
    ) -> None:
        self.kind = kind
        self.effect = effect
        self.start = start
        self.length = length
        self.fixed_length = fixed_length


def _accesses(builtin: Builtin) -> list[Access]:
    effects = builtin.side_effects
    if effects.movable:
        return []
    name = builtin.name
    result: list[Access] = []
    totals = [effects.memory, effects.storage, effects.transient_storage]
    for operation in builtin.operations:
        kind = _SPACES.get(operation.space)
        if kind is None:
            continue
        if operation.start is None:
            result.append(Access(kind, operation.effect))
            continue
        length = operation.length
        if length is None:
            length = operation.length_limit
        result.append(
            Access(
                kind,
                operation.effect,
                operation.start,
                -1 if length is None else length,
                -1 if operation.fixed_length is None else operation.fixed_length,
            )
        )
    covered = {access.kind for access in result}
    for kind, effect in enumerate(totals):
        if effect != NONE and kind not in covered:
            result.append(Access(kind, effect))
    world = WRITE if name.startswith("log") else effects.other_state
    if world != NONE:
        result.append(Access(WORLD, world))
    result.append(Access(GAS, WRITE if name == "gas" else READ))
    return result


def _table() -> list[list[Access]]:
    table: list[list[Access]] = [[] for _ in range(256)]
    for builtin in BUILTINS:
        if builtin.is_instruction and builtin.control_flow.can_continue:
            accesses = _accesses(builtin)
            if builtin.is_msize:
                # It depends on every earlier access, including reads.
                accesses = [Access(MEMORY, WRITE), Access(GAS, READ)]
            table[OPCODES[builtin.name]] = accesses
    return table


# By opcode; empty for pure computations.
ACCESSES: Final = _table()


class Place:
    """An access with its address: `offset` bytes or slots after the value `base`."""

    __slots__ = ("base", "effect", "kind", "length", "offset")

    def __init__(self, kind: int, effect: int, base: int, offset: int, length: int) -> None:
        self.kind = kind
        self.effect = effect
        self.base = base
        self.offset = offset
        self.length = length

    def conflicts(self, other: Place) -> bool:
        """Whether the order of the two accesses may matter."""
        if self.kind != other.kind or (self.effect != WRITE and other.effect != WRITE):
            return False
        if self.base == ANYWHERE or other.base == ANYWHERE or self.base != other.base:
            return True
        if self.length == 0 or other.length == 0:
            return False
        # Distances from one start to the other, forwards and around the wrap.
        ahead = (other.offset - self.offset) % WORD_LIMIT
        backward = (self.offset - other.offset) % WORD_LIMIT
        apart = self.length != _UNKNOWN and self.length <= ahead
        return not (apart and other.length != _UNKNOWN and other.length <= backward)
