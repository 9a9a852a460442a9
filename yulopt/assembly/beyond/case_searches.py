"""Searches for a value among constants: how comparisons are linked, and the cost of each.

Comparisons form a chain, a search tree, or both, with guards between them. A search starts at one
of them; it has a target for each key and one for the default.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.beyond.blocks import JUMP_SIZE, Block, Graph, References
from yulopt.assembly.beyond.case_comparisons import (
    Comparison,
    Guard,
    Way,
    common_way,
    ends_alone,
    only_asks,
    read_comparison,
    removes_value,
)
from yulopt.assembly.beyond.hash_and_displace import PerfectHash
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.items import Item
from yulopt.gas.model import CONDITIONAL_JUMP
from yulopt.gas.schedule import PUSH_GAS

_MAX_KEYS: Final = 128
ITEM_GAS: Final = PUSH_GAS
_JUMPI_GAS: Final = CONDITIONAL_JUMP[0]


def condition_costs(items: list[Item], prices: ItemPrices) -> tuple[int, int]:
    """The gas and the bytes of items that compute a condition, and of a jump by it."""
    size = sum([prices.size(item) for item in items])
    return ITEM_GAS * len(items) + _JUMPI_GAS, size + JUMP_SIZE


class Table:
    """The bits of the value from `lowest` on choose one of the `buckets`, whose keys are compared
    in their order."""

    def __init__(self, lowest: int, buckets: list[list[int]]) -> None:
        self.lowest = lowest
        self.buckets = buckets


class Search:
    """A comparison, and all that it leads to.

    `ways`: the target of each key; `default`: that of all other values, None if there are several.
    `gas` and `size` are those of the comparison, `parts` the searches that it leads to. `price`:
    the minimum for the whole search, with the `table`, if there is one, or else by the comparison.
    A perfect hash stands for a table of all keys.
    """

    def __init__(self, block: Block, start: int) -> None:
        self.block = block
        self.start = start
        self.ways: dict[int, Way] = {}
        self.default: Way | None = None
        self.parts: list[Search] = []
        self.gas = 0
        self.size = 0
        self.price = 0
        self.table: Table | PerfectHash | None = None

    def stand_alone(self, graph: Graph) -> None:
        """Split off the comparison if a search that leads here may split the block."""
        if self.start and removes_value(self.block):
            self.block = graph.split(self.block, self.start)
            self.start = 0


class SearchFinder:
    """Finds all searches of a graph."""

    def __init__(self, graph: Graph, prices: ItemPrices) -> None:
        self._prices = prices
        self._references = References(graph)
        self._comparisons: dict[Block, Comparison] = {}
        self._guards: dict[Block, Guard] = {}
        self._searches: dict[Block, Search] = {}
        self._roots: list[Search] = []
        for block in graph.blocks:
            comparison = read_comparison(block)
            if comparison is not None:
                self._comparisons[block] = comparison
        # In the order of the code, a guard precedes its targets.
        for block in reversed(graph.blocks):
            guard = None if block in self._comparisons else self._guard(block)
            if guard is not None:
                self._guards[block] = guard

    def first_blocks(self) -> list[Block]:
        """The blocks with the first comparison of a search, in the order of the code."""
        ways = [guard.passing for guard in self._guards.values()]
        for comparison in self._comparisons.values():
            ways += (comparison.found, comparison.other)
        parts = {way.block for way in ways if self._is_part(way)}
        return [block for block in self._comparisons if block not in parts]

    def searches_from(self, block: Block) -> list[Search]:
        """The search that starts with the comparison of a block, and further ones that it leads to
        but does not include."""
        self._roots = []
        self._roots.append(self._whole_search(block))
        return self._roots

    def _is_part(self, way: Way) -> bool:
        """Whether a target continues the search.

        As no other edge leads there, searches are disjoint, and no search leads back to itself.
        """
        if way.is_removed or self._references.count(way.block) > 1:
            return False
        comparison = self._comparisons.get(way.block)
        return way.block in self._guards if comparison is None else comparison.start == 0

    def _guard(self, block: Block) -> Guard | None:
        """The guard that a block is, if any."""
        if block.taken is None or block.next is None or not only_asks(block):
            return None
        for failing, passing in ((block.taken, block.next), (block.next, block.taken)):
            way = Way(passing, is_removed=False)
            if ends_alone(failing) and self._is_part(way):
                return Guard(Way(failing, is_removed=False), way)
        return None

    def _whole_search(self, block: Block) -> Search:
        """The search that begins with the comparison at the end of a block."""
        blocks: list[Block] = []
        pending = [block]
        while pending:
            block = pending.pop()
            blocks.append(block)
            pending += [way.block for way in self._ways_on(block) if self._is_part(way)]
        for block in reversed(blocks):
            self._searches[block] = self._search(block)
        return self._searches[block]

    def _ways_on(self, block: Block) -> list[Way]:
        """The targets at which a search may continue after a comparison or a guard."""
        guard = self._guards.get(block)
        if guard is not None:
            return [guard.passing]
        comparison = self._comparisons[block]
        return [comparison.found, comparison.other] if comparison.is_order else [comparison.other]

    def _search(self, block: Block) -> Search:
        """The search that starts at the end of a block, given those of its parts."""
        guard = self._guards.get(block)
        if guard is not None:
            search = self._new_search(block, 0)
            ways, default = self._after(search, guard.passing)
            for key, way in ways.items():
                guards = (*way.guards, block)
                search.ways[key] = Way(way.block, way.is_removed, guards)
            search.default = common_way(guard.failing, default)
            return search
        comparison = self._comparisons[block]
        search = self._new_search(block, comparison.start)
        constant = comparison.constant
        ways, search.default = self._after(search, comparison.other)
        if comparison.is_order:
            less, default = self._after(search, comparison.found)
            # Keys on the wrong side are never found there.
            search.ways = {key: way for key, way in less.items() if key < constant}
            search.ways |= {key: way for key, way in ways.items() if key >= constant}
            search.default = common_way(default, search.default)
        else:
            search.ways = {**ways, constant: comparison.found}
        return search

    def _new_search(self, block: Block, start: int) -> Search:
        search = Search(block, start)
        search.gas, search.size = condition_costs(block.body[start:], self._prices)
        return search

    def _after(self, search: Search, way: Way) -> tuple[dict[int, Way], Way | None]:
        """The targets of keys, and the default, after one target of a search."""
        if self._is_part(way):
            part = self._searches[way.block]
            if part.default is not None and len(part.ways) < _MAX_KEYS:
                search.parts.append(part)
                return part.ways, part.default
            # It has no table, or enough keys for one, so that no key belongs to too many searches.
            self._roots.append(part)
        return {}, way


def with_parts(root: Search) -> list[Search]:
    """A search and all its parts, each before its own parts."""
    found = [root]
    for search in found:
        found += search.parts
    return found
