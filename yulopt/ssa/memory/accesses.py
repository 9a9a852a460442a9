"""What instructions do to numbered locations, as far as load forwarding needs to know it.

Locations are cells, words of memory, slots of storage; what they are makes no difference to the
analyses, which see only numbers and ranges of numbers.

Source: chapter 08, sections 5.4 and 5.5 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.memory.location_map import Range
from yulopt.ssa.ir.function import Block, Instruction, Value

# The number of no location.
NOWHERE: Final = -1


class Access:
    """What one instruction does.

    `location` is the one that it loads or stores exactly, NOWHERE if there is none; `value` is what
    is there afterwards: that which is stored, or the result of the load. `is_load` tells which.

    `everything` is a location that stands for all of that kind together, also those that have no
    number; it is dead if all of them are.

    `reads` are the locations that it may read, `writes` those that it may change (apart from
    `location`), `covers` those that it surely overwrites.

    `removable`: the instruction may be deleted if what it loads is known, or what it stores is
    already there. `is_needed`: it must stay even if nobody reads what it stores.
    """

    __slots__ = (
        "covers",
        "everything",
        "instruction",
        "is_load",
        "is_needed",
        "location",
        "reads",
        "removable",
        "value",
        "writes",
    )

    def __init__(
        self,
        instruction: Instruction,
        *,
        location: int = NOWHERE,
        everything: int = NOWHERE,
        value: Value | None = None,
        is_load: bool = False,
        reads: list[Range] | None = None,
        writes: list[Range] | None = None,
        covers: list[Range] | None = None,
        removable: bool = False,
        is_needed: bool = False,
    ) -> None:
        self.instruction = instruction
        self.location = location
        self.everything = everything
        self.value = value
        self.is_load = is_load
        self.reads = reads or []
        self.writes = writes or []
        self.covers = covers or []
        self.removable = removable
        self.is_needed = is_needed


class Accesses:
    """The accesses of a function, in the order of execution of each block that has any.

    There are `bound` locations; a subclass says more about them.
    """

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.of_block: dict[Block, list[Access]] = {}

    def in_block(self, block: Block) -> list[Access]:
        """The accesses of a block."""
        return self.of_block.get(block, [])

    def hint(self, location: int) -> str:
        """A name for values of a location."""
        raise NotImplementedError

    def may_join(self, location: int) -> bool:
        """Whether a phi may choose between values of a location."""
        return True

    def dead_at_end(self, block: Block) -> list[Range]:
        """The locations that nobody reads after a block without successors."""
        raise NotImplementedError
