"""Properties of builtin functions.

Source: chapter 01, sections 9.2 to 9.7; chapter 06, section 8 of the specification.
"""

from __future__ import annotations

import enum
from typing import Final

# Effects on one kind of state, ordered: combining two takes the maximum.
NONE: Final = 0
READ: Final = 1
WRITE: Final = 2


class SideEffects:
    """The side effects of code.

    `movable`: pure, may be moved, copied and deleted. `movable_apart_from_effects`: may be moved
    past code whose writes do not touch what it reads. `removable`: may be deleted when its value
    is unused; `removable_if_no_msize`: the same, when the program never asks for `msize`.
    `cannot_loop`: certainly ends. The last four are NONE, READ or WRITE.
    """

    def __init__(
        self,
        movable: bool = True,
        movable_apart_from_effects: bool = True,
        removable: bool = True,
        removable_if_no_msize: bool = True,
        cannot_loop: bool = True,
        other_state: int = NONE,
        storage: int = NONE,
        memory: int = NONE,
        transient_storage: int = NONE,
    ) -> None:
        self.movable = movable
        self.movable_apart_from_effects = movable_apart_from_effects
        self.removable = removable
        self.removable_if_no_msize = removable_if_no_msize
        self.cannot_loop = cannot_loop
        self.other_state = other_state
        self.storage = storage
        self.memory = memory
        self.transient_storage = transient_storage

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SideEffects) and (
            self.movable == other.movable
            and self.movable_apart_from_effects == other.movable_apart_from_effects
            and self.removable == other.removable
            and self.removable_if_no_msize == other.removable_if_no_msize
            and self.cannot_loop == other.cannot_loop
            and self.other_state == other.other_state
            and self.storage == other.storage
            and self.memory == other.memory
            and self.transient_storage == other.transient_storage
        )

    @staticmethod
    def worst() -> SideEffects:
        """The effects of unknown code."""
        return SideEffects(False, False, False, False, False, WRITE, WRITE, WRITE, WRITE)

    def add(self, other: SideEffects) -> None:
        """Add the effects of other code."""
        self.movable = self.movable and other.movable
        self.movable_apart_from_effects = (
            self.movable_apart_from_effects and other.movable_apart_from_effects
        )
        self.removable = self.removable and other.removable
        self.removable_if_no_msize = self.removable_if_no_msize and other.removable_if_no_msize
        self.cannot_loop = self.cannot_loop and other.cannot_loop
        self.other_state = max(self.other_state, other.other_state)
        self.storage = max(self.storage, other.storage)
        self.memory = max(self.memory, other.memory)
        self.transient_storage = max(self.transient_storage, other.transient_storage)


class ControlFlow:
    """The endings of a call: return, a successful end of the transaction, a revert."""

    def __init__(
        self,
        can_continue: bool = True,
        can_terminate: bool = False,
        can_revert: bool = False,
    ) -> None:
        self.can_continue = can_continue
        self.can_terminate = can_terminate
        self.can_revert = can_revert

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ControlFlow) and (
            self.can_continue == other.can_continue
            and self.can_terminate == other.can_terminate
            and self.can_revert == other.can_revert
        )


class AddressSpace(enum.Enum):
    """An address space: state that instructions address by bytes or, in storage, by slots."""

    STORAGE = "storage"
    MEMORY = "memory"
    TRANSIENT_STORAGE = "transient storage"
    CALLDATA = "calldata"


class Operation:
    """One access of a builtin to an address `space`; `effect` is READ or WRITE.

    `start` and `length` are argument indices, None where the range is unknown; `fixed_length` is a
    length in bytes (in slots for storage) that the builtin itself fixes. `length_limit`: the index
    of an argument that bounds the unknown `length`. `value`: the index of the argument that is
    stored there unchanged.
    """

    def __init__(
        self,
        space: AddressSpace,
        effect: int,
        start: int | None = None,
        length: int | None = None,
        fixed_length: int | None = None,
        length_limit: int | None = None,
        value: int | None = None,
    ) -> None:
        self.space = space
        self.effect = effect
        self.start = start
        self.length = length
        self.fixed_length = fixed_length
        self.length_limit = length_limit
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Operation) and (
            self.space == other.space
            and self.effect == other.effect
            and self.start == other.start
            and self.length == other.length
            and self.fixed_length == other.fixed_length
            and self.length_limit == other.length_limit
            and self.value == other.value
        )


class Tier(enum.IntEnum):
    """Gas tiers of the instructions, cheap to expensive."""

    ZERO = 0
    BASE = 1
    VERY_LOW = 2
    LOW = 3
    MID = 4
    HIGH = 5
    BLOCK_HASH = 6
    WARM_ACCESS = 7
    SPECIAL = 8


class LiteralArgument(enum.Enum):
    """The kinds of literal-only arguments."""

    NUMBER = "number"
    STRING = "string"


class Builtin:
    """A builtin function of the EVM dialect; compared by identity.

    `tier` is None for a builtin that is not one EVM instruction. `literal_arguments` maps the
    index of each literal-only argument to its kind. `is_msize` is also true for `verbatim`, which
    may contain the instruction.

    `mirrored`: the equivalent builtin with the first two arguments exchanged, which is the builtin
    itself if it is commutative; empty if there is none. `is_boolean`: the result is 0 or 1.
    `fails_in_static_calls`: whatever its arguments are. `takes_object_path`: its argument names an
    object or data.
    """

    def __init__(
        self,
        name: str,
        parameters: int,
        returns: int,
        tier: Tier | None,
        side_effects: SideEffects | None = None,
        control_flow: ControlFlow | None = None,
        operations: tuple[Operation, ...] = (),
        literal_arguments: dict[int, LiteralArgument] | None = None,
        is_msize: bool = False,
        mirrored: str = "",
        is_boolean: bool = False,
        fails_in_static_calls: bool = False,
        takes_object_path: bool = False,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.tier = tier
        self.side_effects = SideEffects() if side_effects is None else side_effects
        self.control_flow = ControlFlow() if control_flow is None else control_flow
        self.operations = operations
        self.literal_arguments = {} if literal_arguments is None else literal_arguments
        self.is_msize = is_msize
        self.mirrored = mirrored
        self.is_boolean = is_boolean
        self.fails_in_static_calls = fails_in_static_calls
        self.takes_object_path = takes_object_path

    @property
    def is_instruction(self) -> bool:
        """Whether this builtin is exactly one EVM instruction."""
        return self.tier is not None

    @property
    def is_commutative(self) -> bool:
        """Whether the first two arguments can be exchanged."""
        return self.mirrored == self.name

    @property
    def is_pure(self) -> bool:
        """Whether this is an instruction that computes one word from its arguments alone, constant
        within a transaction."""
        return self.is_instruction and self.side_effects.movable and self.returns == 1

    @property
    def word_access(self) -> Operation | None:
        """The word that an instruction such as `mload` or `sstore` loads or stores: its only
        access, of a fixed length. None for any other builtin."""
        if len(self.operations) == 1 and self.operations[0].fixed_length is not None:
            return self.operations[0]
        return None
