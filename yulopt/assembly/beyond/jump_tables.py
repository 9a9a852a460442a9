"""JumpTables: finds the case of a value by a jump to a computed place.

Comparisons of one value with constants, one after the other or as a search tree, lead to one block
for each of some keys, and for all else to one that is the default. Instead, up to four bits of the
value choose one of 16 labels, which are one word; where that leads, the value is compared with the
keys that have these bits. The bits are those that tell the keys apart best.

Whether that is cheaper is computed for each part of a search: the bytes, and the gas of the
comparisons on the way to each key, which is taken to be looked for as often as the search runs
(`frequencies`), or, if a profile of calls knows the keys, as often as they are called. So keys that
are called often may still be compared first, and a large search may begin with a comparison that
chooses between tables. With a table, it takes 55 gas to find one of 16 keys, if the bits tell all
of them apart; by a tree it takes some 100.

Between the comparisons there may be guards, as `if callvalue() { revert(0, 0) }`, that only some of
the keys have. Each of these keys gets one of its own.

Right if:

* single scrutinee: the comparisons do nothing but compare the topmost slot with constants. They may
  leave it there or remove it; their targets find the same stack as before.
* guards: they test the ether or the size of the data that were sent, and fail like the default, so
  they may run after the comparison.
* single default: values that are no key lead to one block, or to blocks that end the execution
  alike, without reading the stack.
* single predecessor: each comparison after the first one is reached only from the search itself.
* first match: of several comparisons with one key, the first one decides.
* exact bounds: keys are found only on their side of comparisons by order.
* two-byte labels: the code is so much shorter than 64 KiB that two bytes are enough for a label,
  also after the passes that follow.

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
own.
"""

from __future__ import annotations

from typing import ClassVar, Final

import attr

from yulopt.assembly.beyond.blocks import (
    DESTINATION_GAS,
    DESTINATION_SIZE,
    JUMP_SIZE,
    Block,
    Graph,
    References,
    build_graph,
    write_items,
)
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.instructions import (
    ARGUMENTS,
    DUP1,
    DUP16,
    EQ,
    ISZERO,
    JUMP,
    POP,
    RESULTS,
    SUB,
    SWAP1,
    SWAP16,
    TERMINATES,
)
from yulopt.assembly.items import (
    LABEL_BYTES,
    Instruction,
    Item,
    Label,
    Push,
    PushLabels,
    dup,
    instruction,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.frequency.selectors import NOT_CALLED
from yulopt.gas.model import WEIGHT_ONE
from yulopt.rules.arithmetic import WORD_BITS
from yulopt.syntax.literals import WORD_LIMIT

# Half of what a label in a table can say: the passes that follow may make code somewhat longer.
_LARGEST_CODE: Final = 1 << 8 * LABEL_BYTES - 1
_WIDEST_LABEL: Final = 3
# An index is multiplied by the bits of an entry, that is, shifted by this.
_ENTRY_BITS: Final = 8 * LABEL_BYTES
_ENTRY_SHIFT: Final = 4
# Tables have so many entries, and so many of the lower bits of a value may choose one.
_ENTRIES: Final = (16, 8, 4)
_CHOOSING_BITS: Final = 32
_MIN_KEYS: Final = 3
_MAX_KEYS: Final = 128
# The items that compare the value with a constant, at most.
_MAX_ITEMS: Final = 6

_ITEM_GAS: Final = 3
_JUMP_GAS: Final = 8
_JUMPI_GAS: Final = 3 + 10

# Stands for labels where only the size of a table matters.
_NO_LABEL: Final = Label("")

_LT: Final = OPCODES["lt"]
_GT: Final = OPCODES["gt"]
_SHR: Final = OPCODES["shr"]
_EQUALITIES: Final = {EQ: False, SUB: True, OPCODES["xor"]: True}
_ASKING: Final = frozenset(
    (EQ, ISZERO, SUB, _LT, _GT, OPCODES["callvalue"], OPCODES["calldatasize"])
)
_COMPARISONS: Final = frozenset((*_EQUALITIES, _LT, _GT, _SHR))


class JumpTables(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "jumpTables"

    def run(self, items: list[Item], context: Context) -> bool:
        """Search by tables in place; returns whether anything has changed."""
        if not context.dialect.has_bitwise_shifts:
            return False
        graph = build_graph(items)
        if graph is None or context.size(items, _WIDEST_LABEL) > _LARGEST_CODE:
            return False
        searches = _Chooser(graph, context).searches_by_table()
        for search, _ in searches:
            search.stand_alone(graph)
        for search, table in searches:
            _Writer(graph, search).write(table)
        if not searches:
            return False
        graph.settle()
        items[:] = write_items(graph)
        return True


@attr.s(auto_attribs=True, eq=False)
class _Way:
    """Where a comparison leads; `is_removed`: with the value no longer on the stack. On the way are
    guards, the first one last."""

    block: Block
    is_removed: bool
    guards: tuple[Block, ...] = ()


@attr.s(auto_attribs=True, eq=False)
class _Comparison:
    """The end of a block, from the item `start` on, that compares the topmost slot with a constant.

    `found` is the way of what is less than the constant (`is_order`), or equal to it; `other` that
    of all else.
    """

    start: int
    is_order: bool
    constant: int
    found: _Way
    other: _Way


@attr.s(auto_attribs=True, eq=False)
class _Guard:
    """A block that only asks for something else than the value: `failing` is the way that ends the
    execution, `passing` leads to a search."""

    failing: _Way
    passing: _Way


class _Search:
    """What is looked for from a comparison on.

    `ways` has the way of each key; `default` is that of all else, None if there are several.
    `gas` and `size` are those of the comparison, `parts` the searches that it leads to. `price` is
    the least for all of it, with the `table`, if there is one, or else by the comparison.
    """

    def __init__(self, block: Block, start: int) -> None:
        self.block = block
        self.start = start
        self.ways: dict[int, _Way] = {}
        self.default: _Way | None = None
        self.parts: list[_Search] = []
        self.gas = 0
        self.size = 0
        self.price = 0
        self.table: _Table | None = None

    def stand_alone(self, graph: Graph) -> None:
        """Give the comparison a block of its own if a search that leads here may cut the block."""
        if self.start and _removes(self.block):
            self.block = graph.split(self.block, self.start)
            self.start = 0


class _Table:
    """The bits of the value from `lowest` on choose one of the `buckets`, whose keys are compared
    in their order."""

    def __init__(self, lowest: int, buckets: list[list[int]]) -> None:
        self.lowest = lowest
        self.buckets = buckets


# Reading the comparisons


class _Condition:
    """Whether the value is less than a constant, or else, equal to it; `is_negated`: is not."""

    def __init__(self, constant: int, *, is_order: bool, is_negated: bool = False) -> None:
        self.constant = constant
        self.is_order = is_order
        self.is_negated = is_negated


class _Value:
    """The value that is looked for."""


# What is on the stack: the value, a constant, or a condition.
_Slot = _Value | int | _Condition
_VALUE: Final = _Value()


def _comparison(block: Block) -> _Comparison | None:
    """The comparison that a block ends with."""
    if block.taken is None or block.next is None:
        return None
    body = block.body
    for start in range(max(0, len(body) - _MAX_ITEMS), len(body)):
        stack = _executed(body[start:])
        if stack is None or len(stack) > 2 or (len(stack) == 2 and stack[0] is not _VALUE):
            continue
        condition = stack[-1]
        if isinstance(condition, _Condition):
            found = _Way(block.taken, is_removed=len(stack) == 1)
            other = _Way(block.next, is_removed=len(stack) == 1)
            if condition.is_negated:
                found, other = other, found
            return _Comparison(start, condition.is_order, condition.constant, found, other)
    return None


def _executed(items: list[Item]) -> list[_Slot] | None:
    """The stack after some items, if the value is all that they find there; None if that is not
    enough, or they do something else than comparing it."""
    stack: list[_Slot] = [_VALUE]
    for item in items:
        if isinstance(item, Push):
            stack.append(item.value)
            continue
        if not isinstance(item, Instruction) or len(stack) < ARGUMENTS[item.opcode]:
            return None
        opcode = item.opcode
        if DUP1 <= opcode <= DUP16:
            stack.append(stack[DUP1 - opcode - 1])
        elif SWAP1 <= opcode <= SWAP16:
            deep = SWAP1 - opcode - 2
            stack[-1], stack[deep] = stack[deep], stack[-1]
        elif opcode == ISZERO:
            stack.append(_negated(stack.pop()))
        else:
            condition = _compared(opcode, stack)
            if condition is None:
                return None
            del stack[-2:]
            stack.append(condition)
    return stack


def _negated(slot: _Slot) -> _Slot:
    if isinstance(slot, _Condition):
        is_negated = not slot.is_negated
        return _Condition(slot.constant, is_order=slot.is_order, is_negated=is_negated)
    if isinstance(slot, _Value):
        return _Condition(0, is_order=False)
    return int(slot == 0)


def _compared(opcode: int, stack: list[_Slot]) -> _Condition | None:
    """The topmost two slots compared; None if that is not the value with a constant."""
    if opcode not in _COMPARISONS:
        return None
    left, right = stack[-1], stack[-2]
    if opcode == _SHR:
        if not isinstance(left, int) or left >= WORD_BITS or not isinstance(right, _Value):
            return None
        # Something is left of what is not less.
        return _Condition(1 << left, is_order=True, is_negated=True)
    is_turned = isinstance(left, int)
    if is_turned:
        left, right = right, left
    if not isinstance(left, _Value) or not isinstance(right, int):
        return None
    if opcode in _EQUALITIES:
        return _Condition(right, is_order=False, is_negated=_EQUALITIES[opcode])
    # What is greater is not less than the next number.
    is_greater = (opcode == _GT) != is_turned
    if is_greater and right + 1 == WORD_LIMIT:
        return None
    return _Condition(right + is_greater, is_order=True, is_negated=is_greater)


# Choosing the tables


class _Chooser:
    """Finds all searches, and which of them are better by a table."""

    def __init__(self, graph: Graph, context: Context) -> None:
        self._graph = graph
        self._context = context
        self._prices = ItemPrices(context)
        self._references = References(graph)
        self._comparisons: dict[Block, _Comparison] = {}
        self._guards: dict[Block, _Guard] = {}
        self._searches: dict[Block, _Search] = {}
        self._roots: list[_Search] = []
        self._weights: dict[int, int] = {}

    def searches_by_table(self) -> list[tuple[_Search, _Table]]:
        """The searches that get tables."""
        graph = self._graph
        for block in graph.blocks:
            comparison = _comparison(block)
            if comparison is not None:
                self._comparisons[block] = comparison
        # In the order of the code, a guard stands before what it leads to.
        for block in reversed(graph.blocks):
            guard = None if block in self._comparisons else self._guard(block)
            if guard is not None:
                self._guards[block] = guard
        ways = [guard.passing for guard in self._guards.values()]
        for comparison in self._comparisons.values():
            ways += (comparison.found, comparison.other)
        parts = {way.block for way in ways if self._is_part(way)}
        frequencies = Frequencies(graph)
        found: list[tuple[_Search, _Table]] = []
        for block in self._comparisons:
            if block in parts:
                continue
            self._roots = []
            self._roots.append(self._whole_search(block))
            for root in self._roots:
                self._weights = self._weights_of(root, frequencies[block])
                found += self._by_table(root)
        return found

    def _by_table(self, root: _Search) -> list[tuple[_Search, _Table]]:
        """The parts of a search that get tables."""
        for search in reversed(_with_parts(root)):
            self._choose(search)
        found: list[tuple[_Search, _Table]] = []
        pending = [root]
        while pending:
            search = pending.pop()
            if search.table is None:
                pending += search.parts
            else:
                found.append((search, search.table))
        return found

    def _is_part(self, way: _Way) -> bool:
        """Whether a way leads on with the search.

        That no other way leads there keeps searches apart, and no search leads back to itself.
        """
        if way.is_removed or self._references.count(way.block) > 1:
            return False
        comparison = self._comparisons.get(way.block)
        return way.block in self._guards if comparison is None else comparison.start == 0

    def _guard(self, block: Block) -> _Guard | None:
        """What a block is if it is a guard."""
        if block.taken is None or block.next is None or not _asks(block):
            return None
        for failing, passing in ((block.taken, block.next), (block.next, block.taken)):
            way = _Way(passing, is_removed=False)
            if _is_end(failing) and self._is_part(way):
                return _Guard(_Way(failing, is_removed=False), way)
        return None

    def _whole_search(self, block: Block) -> _Search:
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

    def _ways_on(self, block: Block) -> list[_Way]:
        """The ways on which a search may go on after a comparison or a guard."""
        guard = self._guards.get(block)
        if guard is not None:
            return [guard.passing]
        comparison = self._comparisons[block]
        return [comparison.found, comparison.other] if comparison.is_order else [comparison.other]

    def _search(self, block: Block) -> _Search:
        """The search that begins at the end of a block, when those of its parts are known."""
        guard = self._guards.get(block)
        if guard is not None:
            search = self._new_search(block, 0)
            ways, default = self._behind(search, guard.passing)
            for key, way in ways.items():
                guards = (*way.guards, block)
                search.ways[key] = _Way(way.block, way.is_removed, guards)
            search.default = _common(guard.failing, default)
            return search
        comparison = self._comparisons[block]
        search = self._new_search(block, comparison.start)
        constant = comparison.constant
        ways, search.default = self._behind(search, comparison.other)
        if comparison.is_order:
            less, default = self._behind(search, comparison.found)
            # What is on the wrong side is never found there.
            search.ways = {key: way for key, way in less.items() if key < constant}
            search.ways |= {key: way for key, way in ways.items() if key >= constant}
            search.default = _common(default, search.default)
        else:
            search.ways = {**ways, constant: comparison.found}
        return search

    def _new_search(self, block: Block, start: int) -> _Search:
        search = _Search(block, start)
        search.gas, search.size = self._costs(block.body[start:])
        return search

    def _costs(self, items: list[Item]) -> tuple[int, int]:
        """The gas and the bytes of items that compute a condition, and of a jump by it."""
        size = sum([self._prices.size(item) for item in items])
        return _ITEM_GAS * len(items) + _JUMPI_GAS, size + JUMP_SIZE

    def _behind(self, search: _Search, way: _Way) -> tuple[dict[int, _Way], _Way | None]:
        """The ways of keys, and of all else, after one way of a search."""
        if self._is_part(way):
            part = self._searches[way.block]
            if part.default is not None and len(part.ways) < _MAX_KEYS:
                search.parts.append(part)
                return part.ways, part.default
            # It has no table, or enough keys for one, so that no key is part of too many searches.
            self._roots.append(part)
        return {}, way

    def _weights_of(self, root: _Search, frequency: int) -> dict[int, int]:
        """How often each key is looked for: alike, or as a profile says that knows them."""
        profile = self._context.calls
        counts = {} if profile is None else profile.counts
        called = [counts.get(key, 0) for key in root.ways]
        total = sum(called)
        if not total:
            return dict.fromkeys(root.ways, frequency)
        unit = frequency * len(called)
        weights = [max(unit * count // total, NOT_CALLED) for count in called]
        return dict(zip(root.ways, weights, strict=True))

    def _choose(self, search: _Search) -> None:
        """Find the least price of a search, and whether it is that with a table; those of its parts
        are found."""
        gas = self._context.gas
        search.price = sum([part.price for part in search.parts])
        weights = self._weights
        passing = sum([weights.get(key, 0) for key in search.ways])
        search.price += search.gas * passing * gas.executions
        search.price += search.size * gas.byte_gas * WEIGHT_ONE
        if search.default is None or len(search.ways) < _MIN_KEYS:
            return
        keys = sorted(search.ways, key=lambda key: (-weights.get(key, 0), key))
        for entries in _ENTRIES:
            for lowest in range(_CHOOSING_BITS):
                table = _Table(lowest, [[] for _ in range(entries)])
                for key in keys:
                    table.buckets[key >> lowest & entries - 1].append(key)
                price = self._price(table, search)
                if price < search.price:
                    search.price, search.table = price, table

    def _price(self, table: _Table, search: _Search) -> int:
        """What a search by a table costs."""
        model = self._context.gas
        start = _start(table, len(table.buckets) * (_NO_LABEL,))
        size = sum([self._prices.size(item) for item in start])
        gas = _ITEM_GAS * (len(start) - 1) + _JUMP_GAS + DESTINATION_GAS
        run = 0
        for bucket in table.buckets:
            size += DESTINATION_SIZE if bucket else 0
            passed = gas
            for key in bucket:
                cost = self._costs(_comparing(key))
                passed += cost[0]
                size += cost[1]
                run += passed * self._weights.get(key, 0)
                for guard in search.ways[key].guards:
                    cost = self._costs(guard.body)
                    run += cost[0] * self._weights.get(key, 0)
                    size += cost[1]
        return run * model.executions + size * model.byte_gas * WEIGHT_ONE


def _with_parts(root: _Search) -> list[_Search]:
    """A search and all its parts, each before its own parts."""
    found = [root]
    for search in found:
        found += search.parts
    return found


def _common(one: _Way | None, other: _Way | None) -> _Way | None:
    """One way that stands for both, if they do the same."""
    if one is None or other is None:
        return None
    if one.block is other.block and one.is_removed == other.is_removed and not one.guards:
        return one
    if not _is_end(one.block) or not _is_end(other.block):
        return None
    is_same = [item.key for item in one.block.body] == [item.key for item in other.block.body]
    return one if is_same else None


def _is_end(block: Block) -> bool:
    """Whether a block ends the execution without a look at what it finds on the stack."""
    if block.next is not None or not block.body:
        return False
    height = 0
    for item in block.body:
        if not isinstance(item, Instruction):
            if not isinstance(item, Push):
                return False
            height += 1
            continue
        if height < ARGUMENTS[item.opcode] or item.opcode == JUMP:
            return False
        height += RESULTS[item.opcode] - ARGUMENTS[item.opcode]
    last = block.body[-1]
    return isinstance(last, Instruction) and TERMINATES[last.opcode]


def _asks(block: Block) -> bool:
    """Whether a block finds its condition without the stack, and does nothing else."""
    height = 0
    for item in block.body:
        if isinstance(item, Instruction):
            if item.opcode not in _ASKING or height < ARGUMENTS[item.opcode]:
                return False
            height += RESULTS[item.opcode] - ARGUMENTS[item.opcode]
        elif isinstance(item, Push):
            height += 1
        else:
            return False
    return height == 1


# Writing a search


def _start(table: _Table, labels: tuple[Label, ...]) -> list[Item]:
    """The jump by a table, which leaves the value on the stack."""
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


def _comparing(key: int) -> list[Item]:
    return [dup(1), Push(key), instruction("eq")]


class _Writer:
    """Writes one search by a table into the graph."""

    def __init__(self, graph: Graph, search: _Search) -> None:
        self._graph = graph
        self._search = search
        assert search.default is not None
        self._default = search.default
        # The blocks that remove the value before they go on with another one.
        self._removing: dict[Block, Block] = {}

    def write(self, table: _Table) -> None:
        """Replace the comparisons."""
        block, start = self._search.block, self._search.start
        position = block.body[start].position
        entries = tuple([self._bucket(keys).label for keys in table.buckets])
        items = _start(table, entries)
        for item in items:
            item.position = position
        block.body[start:] = items
        block.next = block.taken = None
        block.jump_note = ""

    def _bucket(self, keys: list[int]) -> Block:
        """The block that compares the value with some keys, one after the other."""
        if not keys:
            return self._keeping(self._default)
        key = keys[0]
        way = self._search.ways[key]
        block = self._graph.new_block()
        self._graph.blocks.append(block)
        if len(keys) == 1 and self._can_remove(way) and self._can_remove(self._default):
            # Nobody needs the value any more.
            block.body = _comparing(key)[1:]
            block.taken = self._after_removal(way)
            block.next = self._after_removal(self._default)
        else:
            block.body = _comparing(key)
            block.taken = self._keeping(way)
            block.next = self._bucket(keys[1:])
        return block

    def _can_remove(self, way: _Way) -> bool:
        return way.is_removed or _is_end(way.block) or _removes(way.block)

    def _after_removal(self, way: _Way) -> Block:
        """Where a way leads if the value is removed before."""
        block = way.block
        if not way.is_removed and not _is_end(block):
            if len(block.body) == 1 and block.taken is None and block.next is not None:
                block = block.next
            else:
                block = self._graph.split(block, 1)
        return self._guarded(way, block)

    def _keeping(self, way: _Way) -> Block:
        """Where a way leads if the value is still there."""
        if not way.is_removed or _is_end(way.block):
            return self._guarded(way, way.block)
        block = self._removing.get(way.block)
        if block is None:
            block = self._graph.new_block()
            block.body = [instruction("pop")]
            block.next = way.block
            self._graph.blocks.append(block)
            self._removing[way.block] = block
        return self._guarded(way, block)

    def _guarded(self, way: _Way, block: Block) -> Block:
        """A block after copies of the guards on a way."""
        for guard in way.guards:
            copy = self._graph.new_block()
            copy.body = [*guard.body]
            copy.taken, copy.next = guard.taken, guard.next
            assert guard.taken is not None
            if _is_end(guard.taken):
                copy.next = block
            else:
                copy.taken = block
            self._graph.blocks.append(copy)
            block = copy
        return block


def _removes(block: Block) -> bool:
    """Whether the first thing a block does is to remove the value."""
    first = block.body[0] if block.body else None
    return isinstance(first, Instruction) and first.opcode == POP
