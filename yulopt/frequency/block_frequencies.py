"""Static branch prediction: block frequencies estimated from the graph alone.

* Edges that can only lead to a failure are never taken: contracts are not called to fail.
* A loop is iterated `LOOP_WEIGHT` times; its exits are taken as often in total as it is entered.
* Otherwise all edges are equally likely.

The frequencies follow from these edge probabilities, from the entry on.

Source: T. Ball, J. Larus, "Branch prediction for free", PLDI 1993, for the heuristics; Y. Wu,
J. Larus, "Static branch frequency and program profile analysis", MICRO 27 (1994), for frequencies.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE
from yulopt.graphs.loops import LoopNesting
from yulopt.graphs.orders import NONE, DepthFirstSearch, Graph, reverse

# The upper limit of frequencies.
_MOST: Final = WEIGHT_ONE << 10


def block_frequencies(
    successors: Graph,
    failing: Collection[int],
    following: Graph | None = None,
    *,
    loops_end: bool = True,
    least_in_loops: int = 1,
) -> list[int]:
    """The frequency of each block per run of the first one, in units of `WEIGHT_ONE`.

    `failing`: the blocks that end by failing. `following`: blocks that run once for each run of a
    block, besides its successors: the return points of its calls. Blocks that only lead to a
    failure, or are unreachable, have 0. Unless `loops_end`, loop exits are as likely as other
    edges, so that code after a loop counts more than code before it. Loops count as iterated at
    least `least_in_loops` times, whatever precedes them.
    """
    cold = only_failing(successors, failing)
    both = successors
    if following is not None:
        both = [[*ways, *more] for ways, more in zip(successors, following, strict=True)]
    nesting = LoopNesting(both)
    exits = _Exits(successors, cold, nesting)
    headers = set(nesting.header)
    incoming = [0] * len(successors)
    incoming[0] = WEIGHT_ONE
    found = [0] * len(successors)
    for block in DepthFirstSearch(both).reverse_postorder():
        weight = max(incoming[block], 1)
        if block in headers:
            weight = max(weight * LOOP_WEIGHT, least_in_loops)
        weight = min(weight, _MOST)
        found[block] = 0 if block in cold else weight
        ways = [way for way in successors[block] if way not in cold] or successors[block]
        left = [exits.left(block, way) if loops_end else [] for way in ways]
        staying = sum(not loops for loops in left)
        for way, loops in zip(ways, left, strict=True):
            incoming[way] += exits.part(weight, loops) if loops else weight // staying
        for way in following[block] if following is not None else ():
            incoming[way] += weight
    return found


def only_failing(successors: Graph, failing: Collection[int]) -> set[int]:
    """The blocks from which every path leads to a failure."""
    before = reverse(successors)
    open_ways = [len(ways) for ways in successors]
    cold: set[int] = set()
    pending = list(failing)
    while pending:
        block = pending.pop()
        cold.add(block)
        for predecessor in before[block]:
            open_ways[predecessor] -= 1
            if open_ways[predecessor] == 0:
                pending.append(predecessor)
    return cold


class _Exits:
    """The loop exits that do not only lead to a failure."""

    def __init__(self, successors: Graph, cold: set[int], loops: LoopNesting) -> None:
        self._loops = loops
        self._count = [0] * len(loops.header)
        for block, ways in enumerate(successors):
            for way in ways:
                if block not in cold and way not in cold:
                    for loop in self.left(block, way):
                        self._count[loop] += 1

    def left(self, block: int, way: int) -> list[int]:
        """The loops that an edge leaves, inner ones first."""
        forest = self._loops.forest
        inside = self._loops.innermost[way]
        loop = self._loops.innermost[block]
        found: list[int] = []
        while loop != NONE and not (inside != NONE and forest.is_ancestor(loop, inside)):
            found.append(loop)
            loop = forest.parent[loop]
        return found

    def part(self, weight: int, left: list[int]) -> int:
        """The frequency of an edge that leaves these loops, from a block of that frequency."""
        for loop in left:
            weight //= LOOP_WEIGHT * max(self._count[loop], 1)
        return weight
