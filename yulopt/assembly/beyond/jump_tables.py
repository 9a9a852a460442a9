"""JumpTables: finds the case of a value by a jump to a computed place.

Comparisons of one value with constants, as a chain or a search tree, lead to one block per key, and
to a default for all other values. Instead, up to four bits of the value select one of 16 labels in
one word; at the target, the value is compared with the keys that have these bits. The bits chosen
are those that distinguish the keys best.

Whether that is cheaper is computed for each part of a search: the bytes, and the gas of the
comparisons on the way to each key, weighted by the frequency of the search (`frequencies`) or, if a
call profile contains the keys, by their calls. So frequently called keys may still be compared
first, and a large search may begin with a comparison that selects a table. Finding one of 16 keys
takes 55 gas with a table, if the bits distinguish all of them, and some 100 with a tree.

A selector has another way, if bytes cost more than gas: a perfect hash of it chooses an entry of a
table after the code, with the only key that it may be equal to and its label. Six bytes for each
key replace the eleven of a comparison, and some fifty more compute the hash and read the entry, in
125 gas (see `key_tables`).

Between the comparisons there may be guards such as `if callvalue() { revert(0, 0) }` for only some
of the keys. Each of these keys gets its own copy.

Right if:

* single scrutinee: the comparisons do nothing but compare the topmost slot with constants. They may
  leave it there or remove it; their targets find the same stack as before.
* guards: they test the call value or the size of the call data, and fail like the default, so they
  may run after the comparison.
* single default: values other than the keys lead to one block, or to blocks that end the execution
  alike, without reading the stack.
* single predecessor: each comparison after the first one is reached only from the search itself.
* first match: among several comparisons with one key, the first one decides.
* exact bounds: keys are found only on their side of comparisons by order.
* two-byte labels: the code is so much shorter than 64 KiB that two bytes are enough for a label,
  also after the passes that follow.
* selectors: a value that is looked up in a table after the code has four bytes, as have the keys.
* unused memory: the entry is read through the first word of memory, which is zero before and after.
  No code before the search uses it, and none asks for the size of memory.

Example::

    0 calldataload 0xe0 shr
    dup1 0x11 eq @a jumpi dup1 0x23 eq @b jumpi dup1 0x35 eq @c jumpi dup1 0x47 eq @d jumpi
    dup1 0x51 eq @e jumpi dup1 0x66 eq @f jumpi 0x72 eq @g jumpi 0 dup1 revert
    a: pop 1 0 sstore stop b: pop 2 0 sstore stop c: pop 3 0 sstore stop d: pop 4 0 sstore stop
    e: pop 5 0 sstore stop f: pop 6 0 sstore stop g: 7 0 sstore stop

becomes::

    0 calldataload 0xe0 shr
    @@part_8,@part_9,@part_11,@part_13,@part_15,@part_17,@part_19,@part_21 dup2 0x70 and shr
    0xffff and jump
    @part_8: 0 dup1 revert
    g: 7 0 sstore stop
    @part_9: 0x11 sub @@part_8 jumpi 1 0 sstore stop
    @part_11: 0x23 sub @@part_8 jumpi 2 0 sstore stop
    @part_13: 0x35 sub @@part_8 jumpi 3 0 sstore stop
    @part_15: 0x47 sub @@part_8 jumpi 4 0 sstore stop
    @part_17: 0x51 sub @@part_8 jumpi 5 0 sstore stop
    @part_19: 0x66 sub @@part_8 jumpi 6 0 sstore stop
    @part_21: 0x72 eq @g jumpi @@part_8 jump

Source: R. Bernstein, "Producing good code for the case statement", Software: Practice and
Experience 15 (1985), for jump tables as parts of a search; a table of labels in one word is our
own. `hash_and_displace` has the sources of perfect hashing.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.beyond.blocks import (
    DESTINATION_GAS,
    DESTINATION_SIZE,
    Graph,
    write_items,
)
from yulopt.assembly.beyond.case_searches import (
    ITEM_GAS,
    Search,
    SearchFinder,
    Table,
    condition_costs,
    with_parts,
)
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.beyond.hash_and_displace import PerfectHash, hash_and_displace
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.beyond.key_tables import (
    UnusedMemory,
    entry_jump,
    is_selector,
    table_search,
)
from yulopt.assembly.beyond.table_writer import (
    TableWriter,
    comparing,
    table_jump,
)
from yulopt.assembly.items import ENTRY_BYTES, LABEL_BYTES, Item, Label, PushLabel, instruction
from yulopt.assembly.optimizer.context import Context
from yulopt.frequency.selectors import NOT_CALLED
from yulopt.gas.model import WEIGHT_ONE
from yulopt.gas.schedule import JUMP_GAS

# Half of the range of a label in a table: later passes may lengthen the code somewhat.
_LARGEST_CODE: Final = 1 << 8 * LABEL_BYTES - 1
_WIDEST_LABEL: Final = 3
# The sizes of a table, and the low bits of a value that may select its entry.
_ENTRIES: Final = (16, 8, 4)
_CHOOSING_BITS: Final = 32
_MIN_KEYS: Final = 3
# A dummy label for computing the size of a table.
_NO_LABEL: Final = Label("")
_BRANCH: Final[list[Item]] = [PushLabel(_NO_LABEL), instruction("jumpi")]


class JumpTables(GraphPass):
    """The pass."""

    name: ClassVar[str] = "jumpTables"

    def change(self, graph: Graph, context: Context) -> bool:
        """Replace searches by tables in place; returns whether anything changed."""
        if not context.dialect.has_bitwise_shifts:
            return False
        if context.size(write_items(graph), _WIDEST_LABEL) > _LARGEST_CODE:
            return False
        searches = _Chooser(graph, context).searches_by_table()
        for search, _ in searches:
            search.stand_alone(graph)
        for search, table in searches:
            TableWriter(graph, search).write(table)
        if searches:
            graph.settle()
        return bool(searches)


class _Chooser:
    """Finds the searches that a table improves."""

    def __init__(self, graph: Graph, context: Context) -> None:
        self._context = context
        self._prices = ItemPrices(context)
        self._frequencies = Frequencies(graph)
        self._finder = SearchFinder(graph, self._prices)
        self._weights: dict[int, int] = {}
        self._comparisons: dict[int, tuple[int, int]] = {}
        self._memory = UnusedMemory(graph)

    def searches_by_table(self) -> list[tuple[Search, Table | PerfectHash]]:
        """The searches that get tables."""
        found: list[tuple[Search, Table | PerfectHash]] = []
        for block in self._finder.first_blocks():
            for root in self._finder.searches_from(block):
                self._weights = self._weights_of(root, self._frequencies[block])
                found += self._by_table(root)
        return found

    def _by_table(self, root: Search) -> list[tuple[Search, Table | PerfectHash]]:
        """The parts of a search that get tables."""
        for search in reversed(with_parts(root)):
            self._choose(search)
        self._choose_key_table(root)
        found: list[tuple[Search, Table | PerfectHash]] = []
        pending = [root]
        while pending:
            search = pending.pop()
            if search.table is None:
                pending += search.parts
            else:
                found.append((search, search.table))
        return found

    def _weights_of(self, root: Search, frequency: int) -> dict[int, int]:
        """The weight of each key: equal, or by a profile that contains the keys."""
        profile = self._context.calls
        counts = {} if profile is None else profile.counts
        called = [counts.get(key, 0) for key in root.ways]
        total = sum(called)
        if not total:
            return dict.fromkeys(root.ways, frequency)
        unit = frequency * len(called)
        weights = [max(unit * count // total, NOT_CALLED) for count in called]
        return dict(zip(root.ways, weights, strict=True))

    def _choose(self, search: Search) -> None:
        """Find the minimum price of a search, with or without a table, given those of its parts."""
        gas = self._context.gas
        search.price = sum([part.price for part in search.parts])
        weights = self._weights
        passing = sum([weights.get(key, 0) for key in search.ways])
        search.price += search.gas * passing * gas.executions
        search.price += search.size * gas.byte_gas * WEIGHT_ONE
        if search.default is None or len(search.ways) < _MIN_KEYS:
            return
        keys = sorted(search.ways, key=lambda key: (-weights.get(key, 0), key))
        run, size = self._guard_costs(search)
        fixed = run, size + sum([self._comparison_costs(key)[1] for key in keys])
        for entries in _ENTRIES:
            for lowest in range(_CHOOSING_BITS):
                table = Table(lowest, [[] for _ in range(entries)])
                for key in keys:
                    table.buckets[key >> lowest & entries - 1].append(key)
                price = self._price(table, fixed)
                if price < search.price:
                    search.price, search.table = price, table

    def _choose_key_table(self, search: Search) -> None:
        """Let a search have a table of keys if that is cheaper."""
        before = search.block.body[: search.start]
        if search.default is None or not is_selector(before, search.ways):
            return
        if not self._memory.is_unused(search.block, search.start):
            return
        function = hash_and_displace(list(search.ways), ENTRY_BYTES)
        if function is not None:
            price = self._price_of_keys(search, function)
            if price < search.price:
                search.price, search.table = price, function

    def _price_of_keys(self, search: Search, function: PerfectHash) -> int:
        """The price of a search by a table of keys."""
        model = self._context.gas
        empty = (0,) * function.slots, (_NO_LABEL,) * function.slots
        items = [*table_search(function, *empty), *_BRANCH, *entry_jump()]
        size = sum([self._prices.size(item) for item in items])
        running = self._prices.total(items) - size * model.byte_gas
        run, guards = self._guard_costs(search)
        size += guards
        passing = sum([self._weights.get(key, 0) for key in search.ways])
        run += DESTINATION_GAS * passing
        return run * model.executions + running * passing + size * model.byte_gas * WEIGHT_ONE

    def _comparison_costs(self, key: int) -> tuple[int, int]:
        """The gas and the bytes of comparing with a key, and of the jump."""
        costs = self._comparisons.get(key)
        if costs is None:
            costs = self._comparisons[key] = condition_costs(comparing(key), self._prices)
        return costs

    def _guard_costs(self, search: Search) -> tuple[int, int]:
        """The weighted gas and the bytes of the guards on the ways from a search."""
        run = size = 0
        for key, way in search.ways.items():
            for guard in way.guards:
                cost = condition_costs(guard.body, self._prices)
                run += cost[0] * self._weights.get(key, 0)
                size += cost[1]
        return run, size

    def _price(self, table: Table, fixed: tuple[int, int]) -> int:
        """The price of a search by a table; `fixed`: its weighted gas and bytes with any table."""
        model = self._context.gas
        start = table_jump(table, len(table.buckets) * (_NO_LABEL,))
        run, size = fixed
        size += sum([self._prices.size(item) for item in start])
        gas = ITEM_GAS * (len(start) - 1) + JUMP_GAS + DESTINATION_GAS
        for bucket in table.buckets:
            size += DESTINATION_SIZE if bucket else 0
            passed = gas
            for key in bucket:
                passed += self._comparison_costs(key)[0]
                run += passed * self._weights.get(key, 0)
        return run * model.executions + size * model.byte_gas * WEIGHT_ONE
