"""BlockScheduler: finds cheaper instructions for each basic block, with fewer stack moves.

A block is decomposed into its dependence graph (`block_graph`), and rebuilt by a search for the
cheapest instructions with the same effects and the same final stack (`stack_search`). They are
accepted if they are strictly cheaper: bytes by the price of storing them, gas by the expected
number of runs. Equal computations and loads within a block are done once.

Blocks end at labels and jumps, at `pc`, at assignments of immutables and at verbatim code, which
are unchanged. Long ones are cut into windows, so that the time is linear.

Right if:

* memory dependences: accesses to bytes of memory that may overlap keep their order if one of them
  writes, and equal loads are merged only if no interfering write may be between them (see
  `block_effects`).
* storage dependences: the same holds for slots of storage and of transient storage that may be
  equal.
* observable order: calls, creations and logs keep their order, also relative to reads of their
  results and of `gas`.
* no `msize`: loads whose result is unused are dropped, those of memory only if the program does not
  ask for `msize`, as `verbatim` may do.
* no deeper reads: a block reads no deeper into the stack than before, as the slots there are
  unknown.
* final stack: after a block, the stack is as before. If the block ends the execution, slots that
  are not needed may be left.

Assumed:

* height: a block may use `SLACK` slots more than before at its highest: a program that recurses
  until the stack of 1024 slots is almost full may fail a little earlier.
* gas: gas is not preserved.

Example::

    dup1 sload dup2 swap1 dup4 swap1 lt @full jumpi dup2 swap1 sstore stop full: 0 dup1 revert

becomes::

    dup1 dup1 sload dup4 gt @full jumpi sstore stop full: 0 0 revert

Sources: see `stack_search`; Albert et al., "SuperStack: Superoptimization of Stack-Bytecode via
Greedy, Constraint-based, and SAT Techniques" (2024).
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.beyond.block_graph import (
    EVERYTHING,
    IS_KNOWN,
    MIRRORS,
    BlockGraph,
    block_graph,
)
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.beyond.stack_search import (
    COMPUTE,
    COMPUTE_MIRRORED,
    DUP,
    SWAP,
    StackSearch,
    steps_of,
)
from yulopt.assembly.instructions import ARGUMENTS, TERMINATES, may_ask_size
from yulopt.assembly.items import (
    NO_POSITION,
    AssignImmutable,
    Instruction,
    Item,
    PlaceLabel,
    PushLabel,
    Verbatim,
    dup,
    instruction,
    swap,
)
from yulopt.assembly.optimizer.context import AssemblyPass, Context

# How many slots more than before a block may use.
SLACK: Final = 2
# The beam width: the states followed per amount of work.
WIDTH: Final = 32
# The maximum number of items of a block that is scheduled as a whole.
WINDOW: Final = 300


class BlockScheduler(AssemblyPass):
    """Finds cheaper instructions for each basic block."""

    name: ClassVar[str] = "blockScheduler"

    def run(self, items: list[Item], context: Context) -> bool:
        """Optimise the assembly of one object in place; returns whether anything changed."""
        scheduled = _Scheduler(items, context).run(items)
        changed = len(scheduled) != len(items) or any(
            new is not old for new, old in zip(scheduled, items, strict=True)
        )
        items[:] = scheduled
        return changed


class _Scheduler:
    def __init__(self, items: list[Item], context: Context) -> None:
        self._prices = ItemPrices(context)
        self._msize_matters = may_ask_size(items)
        # The better schedules found for blocks, by their items and endings.
        self._done: dict[tuple[object, ...], list[tuple[int, int]] | None] = {}

    def run(self, items: list[Item]) -> list[Item]:
        """The items with all blocks scheduled."""
        result: list[Item] = []
        block: list[Item] = []
        for item in items:
            if belongs_to_block(item):
                block.append(item)
                continue
            wanted = EVERYTHING
            if isinstance(item, Instruction) and TERMINATES[item.opcode]:
                wanted = ARGUMENTS[item.opcode]
            result += self._block(block, wanted)
            result.append(item)
            block = []
        return result + self._block(block, EVERYTHING)

    def _block(self, block: list[Item], wanted: int) -> list[Item]:
        """One block; of the stack after it only the topmost `wanted` slots matter, if not all."""
        if len(block) < 2:
            return block
        if len(block) > WINDOW:
            head = self._block(block[:WINDOW], EVERYTHING)
            return head + self._block(block[WINDOW:], wanted)
        # Equal code may lead to different clones.
        clones = [item.clones if isinstance(item, PushLabel) else item.joins for item in block]
        key = (wanted, *[item.key for item in block], *clones)
        prices = self._prices
        graph = block_graph(block, wanted, prices, msize_matters=self._msize_matters)
        if key not in self._done:
            highest, ends = graph.peak + SLACK, wanted != EVERYTHING
            self._done[key] = _cheaper_steps(
                graph, block, prices, ends=ends, highest=highest, width=WIDTH
            )
        steps = self._done[key]
        # Equal blocks have source positions of their own.
        return block if steps is None else _items(graph, steps)


def belongs_to_block(item: Item) -> bool:
    """Whether an item belongs to the current block."""
    if isinstance(item, Instruction):
        return IS_KNOWN[item.opcode]
    return not isinstance(item, (PlaceLabel, AssignImmutable, Verbatim))


def schedule(
    block: list[Item],
    wanted: int,
    prices: ItemPrices,
    *,
    msize_matters: bool,
    width: int = WIDTH,
    most: int | None = None,
) -> list[Item] | None:
    """The cheapest items found for a block; None if they are not cheaper than those that it has.

    `wanted`: the number of topmost slots that matter after a block that ends the execution;
    `EVERYTHING` if all slots do. `most`: how many more slots than at its start it may use; None for
    `SLACK` more than it uses now.
    """
    graph = block_graph(block, wanted, prices, msize_matters=msize_matters)
    highest = graph.peak + SLACK if most is None else len(graph.initial) + most
    ends = wanted != EVERYTHING
    steps = _cheaper_steps(graph, block, prices, ends=ends, highest=highest, width=width)
    return None if steps is None else _items(graph, steps)


def _cheaper_steps(
    graph: BlockGraph,
    block: list[Item],
    prices: ItemPrices,
    *,
    ends: bool,
    highest: int,
    width: int,
) -> list[tuple[int, int]] | None:
    """The cheapest steps found for the graph of a block; None if they are not cheaper than its
    items."""
    state = StackSearch(graph, prices, ends=ends, highest=highest, width=width).run()
    steps = [] if state is None else steps_of(state)
    is_cheaper = state is not None and prices.total(_items(graph, steps)) < prices.total(block)
    return steps if is_cheaper else None


def cheapest_items(
    graph: BlockGraph, prices: ItemPrices, *, ends: bool, highest: int, width: int
) -> list[Item] | None:
    """The cheapest items found for a graph (see `StackSearch`); None if the search gave up."""
    state = StackSearch(graph, prices, ends=ends, highest=highest, width=width).run()
    return None if state is None else _items(graph, steps_of(state))


def _items(graph: BlockGraph, steps: list[tuple[int, int]]) -> list[Item]:
    """The items of the steps; stack moves get the source position of the item they serve."""
    result: list[Item] = []
    position = NO_POSITION
    for kind, number in reversed(steps):
        if kind == COMPUTE:
            result.append(graph.items[number])
            position = graph.items[number].position
            continue
        item: Item
        if kind == COMPUTE_MIRRORED:
            original = graph.items[number]
            assert isinstance(original, Instruction)
            item = instruction(MIRRORS[original.opcode])
            position, item.joins = original.position, original.joins
        elif kind == DUP:
            item = dup(number)
        elif kind == SWAP:
            item = swap(number)
        else:
            item = instruction("pop")
        item.position = position
        result.append(item)
    result.reverse()
    return result
