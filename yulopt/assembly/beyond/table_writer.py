"""Writes a search by a table of labels into the graph of blocks."""

from __future__ import annotations

from typing import Final

from yulopt.assembly.beyond.blocks import Block, Graph
from yulopt.assembly.beyond.case_comparisons import Way, ends_alone, removes_value
from yulopt.assembly.beyond.case_searches import Search, Table
from yulopt.assembly.beyond.hash_and_displace import PerfectHash
from yulopt.assembly.beyond.key_tables import entry_jump, table_search
from yulopt.assembly.items import LABEL_BYTES, Item, Label, Push, PushLabels, dup, instruction

# An index is multiplied by the bits of an entry, that is, shifted by this.
_ENTRY_BITS: Final = 8 * LABEL_BYTES
_ENTRY_SHIFT: Final = 4


def table_jump(table: Table, labels: tuple[Label, ...]) -> list[Item]:
    """The items that jump to one of the labels through a table, and keep the value."""
    entries = len(table.buckets)
    shift = table.lowest - _ENTRY_SHIFT
    shifted = [] if not shift else [Push(abs(shift)), instruction("shr" if shift > 0 else "shl")]
    return [
        PushLabels(labels),
        dup(2),
        *shifted,
        Push(entries - 1 << _ENTRY_SHIFT),
        instruction("and"),
        instruction("shr"),
        Push((1 << _ENTRY_BITS) - 1),
        instruction("and"),
        instruction("jump"),
    ]


def comparing(key: int) -> list[Item]:
    """The items that compare the value with a key, and keep it."""
    return [dup(1), Push(key), instruction("eq")]


def _located(items: list[Item], position: int) -> list[Item]:
    for item in items:
        item.position = position
    return items


class TableWriter:
    """Writes one search by a table into the graph."""

    def __init__(self, graph: Graph, search: Search) -> None:
        self._graph = graph
        self._search = search
        assert search.default is not None
        self._default = search.default
        # The blocks that pop the value before they continue with another one.
        self._removing: dict[Block, Block] = {}

    def write(self, table: Table | PerfectHash) -> None:
        """Replace the comparisons."""
        block, start = self._search.block, self._search.start
        position = block.body[start].position
        if isinstance(table, PerfectHash):
            items = self._key_table(table)
            block.next = self._graph.new_block()
            block.next.body = _located(entry_jump(), position)
            self._graph.blocks.append(block.next)
            block.taken = self._after_entry(self._default)
        else:
            entries = tuple([self._bucket(keys).label for keys in table.buckets])
            items = table_jump(table, entries)
            block.next = block.taken = None
        block.body[start:] = _located(items, position)
        block.jump_note = ""

    def _key_table(self, function: PerfectHash) -> list[Item]:
        """The search in a table with an entry for each key."""
        ways = {key: self._keeping(way).label for key, way in self._search.ways.items()}
        # No value has the slot of another key, so any key may fill the others.
        filling = next(iter(ways))
        keys = [filling] * function.slots
        for key in ways:
            keys[function.slot(key)] = key
        return table_search(function, tuple(keys), tuple([ways[key] for key in keys]))

    def _after_entry(self, way: Way) -> Block:
        """The block of a target after an entry of a table was pushed."""
        if ends_alone(way.block):
            return self._guarded(way, way.block)
        block = self._graph.new_block()
        block.body = [instruction("pop")]
        block.next = self._keeping(way)
        self._graph.blocks.append(block)
        return block

    def _bucket(self, keys: list[int]) -> Block:
        """The block that compares the value with some keys in sequence."""
        if not keys:
            return self._keeping(self._default)
        key = keys[0]
        way = self._search.ways[key]
        block = self._graph.new_block()
        self._graph.blocks.append(block)
        if len(keys) == 1 and self._can_remove(way) and self._can_remove(self._default):
            # The value is dead from here on.
            block.body = comparing(key)[1:]
            block.taken = self._after_removal(way)
            block.next = self._after_removal(self._default)
        else:
            block.body = comparing(key)
            block.taken = self._keeping(way)
            block.next = self._bucket(keys[1:])
        return block

    def _can_remove(self, way: Way) -> bool:
        return way.is_removed or ends_alone(way.block) or removes_value(way.block)

    def _after_removal(self, way: Way) -> Block:
        """The block of a target after the value was popped."""
        block = way.block
        if not way.is_removed and not ends_alone(block):
            if len(block.body) == 1 and block.taken is None and block.next is not None:
                block = block.next
            else:
                block = self._graph.split(block, 1)
        return self._guarded(way, block)

    def _keeping(self, way: Way) -> Block:
        """The block of a target while the value is still on the stack."""
        if not way.is_removed or ends_alone(way.block):
            return self._guarded(way, way.block)
        block = self._removing.get(way.block)
        if block is None:
            block = self._graph.new_block()
            block.body = [instruction("pop")]
            block.next = way.block
            self._graph.blocks.append(block)
            self._removing[way.block] = block
        return self._guarded(way, block)

    def _guarded(self, way: Way, block: Block) -> Block:
        """A block preceded by copies of the guards of a target."""
        for guard in way.guards:
            copy = self._graph.new_block()
            copy.body = [*guard.body]
            copy.taken, copy.next = guard.taken, guard.next
            assert guard.taken is not None
            if ends_alone(guard.taken):
                copy.next = block
            else:
                copy.taken = block
            self._graph.blocks.append(copy)
            block = copy
        return block
