"""Static branch prediction: how often the blocks of a graph run, guessed from the graph alone.

* A way that can only fail is not taken: what fails is not what a contract is for.
* A loop is iterated `LOOP_WEIGHT` times, whoever leaves it then: its exits are taken as often
  together as it is entered.
* Where nothing else is known, all ways are equally likely.

The frequencies follow from these probabilities, from the entry along the edges.

Source: T. Ball, J. Larus, "Branch prediction for free", PLDI 1993, for the heuristics; Y. Wu,
J. Larus, "Static branch frequency and program profile analysis", MICRO 27 (1994), for frequencies.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE
from yulopt.graphs.loops import LoopNesting
from yulopt.graphs.orders import NONE, DepthFirstSearch, Graph, reverse

# More is not told from this.
_MOST: Final = WEIGHT_ONE << 10


def block_frequencies(
    successors: Graph,
    failing: Collection[int],
    following: Graph | None = None,
    *,
    loops_end: bool = True,
    least_in_loops: int = 1,
) -> list[int]:
    """How often each block runs when the first one is run once, in parts of `WEIGHT_ONE`.

    `failing` are the blocks that end by failing. `following` are blocks that run once more for each
    run of a block, wherever its successors lead: where functions return to that it calls. Blocks
    that only lead to a failure, or are not reached, have 0. Unless `loops_end`, a way out of a loop
    is as likely as the others, so that what follows a loop counts more than what precedes it.
    Loops count as iterated `least_in_loops` times at least, whatever lies before them.
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
    """The blocks from which every way leads to one that ends by failing."""
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
    """The ways out of loops that do not only lead to a failure."""

    def __init__(self, successors: Graph, cold: set[int], loops: LoopNesting) -> None:
        self._loops = loops
        self._count = [0] * len(loops.header)
        for block, ways in enumerate(successors):
            for way in ways:
                if block not in cold and way not in cold:
                    for loop in self.left(block, way):
                        self._count[loop] += 1

    def left(self, block: int, way: int) -> list[int]:
        """The loops that a way leaves, inner ones first."""
        forest = self._loops.forest
        inside = self._loops.innermost[way]
        loop = self._loops.innermost[block]
        found: list[int] = []
        while loop != NONE and not (inside != NONE and forest.is_ancestor(loop, inside)):
            found.append(loop)
            loop = forest.parent[loop]
        return found

    def part(self, weight: int, left: list[int]) -> int:
        """How often a way that leaves these loops is taken from a block of that frequency."""
        for loop in left:
            weight //= LOOP_WEIGHT * max(self._count[loop], 1)
        return weight
