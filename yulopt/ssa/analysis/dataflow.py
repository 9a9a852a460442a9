"""Data-flow analysis with a worklist, for facts about numbered locations.

A block's input is joined from the outputs of its sources: its predecessors for facts about the
past, its successors for facts about the future. The analysis is optimistic: outputs that are not
known yet are ignored, so a loop kills only the facts that something in it destroys. The worklist is
ordered as given, so an inner loop settles before the code after it.

A block with several sources whose input does not settle loses all facts; this bounds the time to a
fixed number of visits for each block, for loops of any nesting.

Source: Kildall, "A Unified Approach to Global Program Optimization" (1973); Kam, Ullman, "Global
Data Flow Analysis and Iterative Algorithms" (1976); chapter 08, section 5.4 of the specification.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping
from typing import Final, Generic, TypeVar

from yulopt.memory.location_map import LocationMap
from yulopt.ssa.ir.function import Block

Fact = TypeVar("Fact")

_MAX_VISITS: Final = 40


class DataFlow(Generic[Fact]):
    """One data-flow problem; subclasses define join and transfer.

    After `solve`, `inputs` and `outputs` are the facts on entry to and exit from each block in the
    direction of the analysis: at its start and end, or the other way round for a backward analysis.
    """

    def __init__(self) -> None:
        self.inputs: dict[Block, LocationMap[Fact]] = {}
        self.outputs: dict[Block, LocationMap[Fact]] = {}
        self._nothing: LocationMap[Fact] = LocationMap()

    def start(self, block: Block) -> LocationMap[Fact]:
        """The input of a block if none of its sources has an output."""
        raise NotImplementedError

    def combine(self, block: Block, location: int, one: Fact, other: Fact) -> Fact | None:
        """The meet of two different facts at a block where control flow joins."""
        raise NotImplementedError

    def transfer(self, block: Block, facts: LocationMap[Fact]) -> LocationMap[Fact]:
        """The output of a block for an input."""
        raise NotImplementedError

    def solve(
        self,
        order: list[Block],
        sources: Mapping[Block, list[Block]],
        targets: Mapping[Block, list[Block]],
    ) -> None:
        """Find the facts of all blocks of `order`."""
        number = {block: index for index, block in enumerate(order)}
        waiting = list(range(len(order)))
        is_waiting = [True] * len(order)
        visits = [0] * len(order)
        while waiting:
            index = heapq.heappop(waiting)
            is_waiting[index] = False
            block = order[index]
            facts = self._input(block, sources[block])
            if visits[index] > _MAX_VISITS and len(sources[block]) > 1:
                facts = self._nothing
            old = self.inputs.get(block)
            if old is not None:
                # Equal facts keep their identity, so that the maps of neighbours still share them.
                facts = facts.sharing(old)
                if facts is old:
                    continue
            visits[index] += 1
            self.inputs[block] = facts
            facts = self.transfer(block, facts)
            old = self.outputs.get(block)
            if old is not None:
                facts = facts.sharing(old)
                if facts is old:
                    continue
            self.outputs[block] = facts
            for target in targets[block]:
                position = number[target]
                if not is_waiting[position]:
                    is_waiting[position] = True
                    heapq.heappush(waiting, position)

    def _input(self, block: Block, sources: list[Block]) -> LocationMap[Fact]:
        known = [self.outputs[source] for source in sources if source in self.outputs]
        if not known:
            return self.start(block)
        facts = known[0]
        for other in known[1:]:
            facts = facts.meet(
                other, lambda location, one, two: self.combine(block, location, one, two)
            )
        return facts
