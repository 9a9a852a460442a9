"""A basic block as a dependence graph: its computations, and the order they require.

Symbolic execution gives every value a number: the initial stack slots, constants, and the results
of instructions. Equal computations are one value, and so are equal loads with no interfering write
between them. A computed number is pushed if that takes no more bytes. An instruction with effects
is a node even if it has no result. The block is then a list of nodes with arguments, some pairs of
which must keep their order (`yulopt.assembly.beyond.block_effects`), and the stack at its end.

Sources: Albert, Gordillo, Hernandez-Cerezo, Rubio: "A Max-SMT superoptimizer for EVM" (2022) and
GASOL call this the stack functional specification of a block.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.beyond.block_effects import ACCESSES, ANYWHERE, MEMORY, NO_BASE, Place
from yulopt.assembly.beyond.item_prices import ItemPrices
from yulopt.assembly.instructions import (
    ADD,
    ARGUMENTS,
    DUP1,
    DUP16,
    POP,
    RESULTS,
    SUB,
    SWAP1,
    SWAP16,
)
from yulopt.assembly.items import Instruction, Item, Push, instruction, located
from yulopt.assembly.opcodes import OPCODES
from yulopt.dialect.builtins import WRITE
from yulopt.dialect.table import BUILTINS
from yulopt.rules.arithmetic import ARITHMETIC, compute

# Kinds of values.
INITIAL: Final = 0
CONSTANT: Final = 1
NODE: Final = 2

# All slots matter at the end of a block.
EVERYTHING: Final = -1

# The placeholder item of values that no item computes.
_NO_ITEM: Final = instruction("stop")
_NOTHING: Final[tuple[int, ...]] = ()


def _instructions() -> list[bool]:
    """For each opcode, whether blocks may contain the instruction other than at their end."""
    known = [False] * 256
    for builtin in BUILTINS:
        if builtin.is_instruction and builtin.control_flow.can_continue and builtin.name != "pc":
            known[OPCODES[builtin.name]] = True
    known[POP] = True
    for opcode in range(DUP1, SWAP16 + 1):
        known[opcode] = True
    return known


def _mirrors() -> list[str]:
    """For each opcode, the equivalent instruction with swapped arguments."""
    mirrors = [""] * 256
    for builtin in BUILTINS:
        # `addmod` and `mulmod` have a third argument, which stays.
        if builtin.is_instruction and builtin.mirrored:
            mirrors[OPCODES[builtin.name]] = builtin.mirrored
    return mirrors


IS_KNOWN: Final = _instructions()
MIRRORS: Final = _mirrors()


class BlockGraph:
    """The values and nodes of a block, by number.

    `kinds`: the kind of a value; `items`: the item that computes it (a placeholder for initial
    slots); `arguments`: its operands, the top of the stack first; `results`: 1 if it leaves a value
    on the stack. Constants are pushes, or instructions without arguments. `before`: the nodes that
    must precede a node, besides its arguments. `required`: the nodes with effects; `initial` and
    `final`: the stack at the start and the end, as deep as the block reaches. `peak`: the maximum
    number of slots in use.
    """

    def __init__(self) -> None:
        self.kinds: list[int] = []
        self.items: list[Item] = []
        self.arguments: list[list[int]] = []
        self.results: list[int] = []
        self.before: list[list[int]] = []
        self.required: list[int] = []
        self.initial: list[int] = []
        self.final: list[int] = []
        self.peak = 0

    def add(self, kind: int, item: Item, arguments: list[int], results: int) -> int:
        """A new value or node."""
        self.kinds.append(kind)
        self.items.append(item)
        self.arguments.append(arguments)
        self.results.append(results)
        self.before.append([])
        return len(self.kinds) - 1


def block_graph(
    items: list[Item], wanted: int, prices: ItemPrices, *, msize_matters: bool
) -> BlockGraph:
    """The graph of some items, all of which must be supported instructions or pushes.

    Only the topmost `wanted` slots matter in the end, if that is not EVERYTHING. If the size of
    memory matters, reads of memory are required, too.
    """
    return _Execution(prices, msize_matters).run(items, wanted)


class _Execution:
    """Executes a block symbolically."""

    def __init__(self, prices: ItemPrices, msize_matters: bool) -> None:
        self._graph = BlockGraph()
        self._prices = prices
        self._msize_matters = msize_matters
        self._stack: list[int] = []
        self._known: dict[tuple[object, tuple[int, ...], tuple[int, ...]], int] = {}
        # The constant values, and the bytes of the code that computes them.
        self._numbers: dict[int, int] = {}
        self._sizes: dict[int, int] = {}
        # The nodes so far that touch state, with their accesses.
        self._touching: list[tuple[int, list[Place]]] = []

    def run(self, items: list[Item], wanted: int) -> BlockGraph:
        graph = self._graph
        for item in items:
            if isinstance(item, Instruction):
                self._instruction(item)
            else:
                self._stack.append(self._push(item))
            graph.peak = max(graph.peak, len(self._stack))
        if wanted != EVERYTHING:
            self._reach(wanted)
            del self._stack[: len(self._stack) - wanted]
        graph.final = self._stack
        return graph

    def _reach(self, count: int) -> None:
        """Model at least this number of initial slots."""
        graph = self._graph
        while len(self._stack) < count:
            value = graph.add(INITIAL, _NO_ITEM, [], 1)
            self._stack.insert(0, value)
            graph.initial.insert(0, value)
            graph.peak += 1

    def _instruction(self, item: Instruction) -> None:
        opcode = item.opcode
        self._reach(ARGUMENTS[opcode])
        stack = self._stack
        if DUP1 <= opcode <= DUP16:
            stack.append(stack[DUP1 - opcode - 1])
        elif SWAP1 <= opcode <= SWAP16:
            deep = SWAP1 - opcode - 2
            stack[-1], stack[deep] = stack[deep], stack[-1]
        elif opcode == POP:
            stack.pop()
        else:
            self._operation(item)

    def _operation(self, item: Instruction) -> None:
        opcode = item.opcode
        count = ARGUMENTS[opcode]
        stack = self._stack
        arguments = [stack.pop() for _ in range(count)]
        mirror = MIRRORS[opcode]
        if mirror and arguments[0] > arguments[1]:
            # A canonical form of both, so that equal computations are found.
            arguments[0], arguments[1] = arguments[1], arguments[0]
            if mirror != item.name:
                mirrored = instruction(mirror)
                mirrored.position, mirrored.joins = item.position, item.joins
                item = mirrored
        accesses = ACCESSES[opcode]
        results = RESULTS[opcode]
        if not accesses:
            stack.append(self._computation(item, arguments))
            return
        places = self._places(opcode, arguments)
        before = self._conflicting(places)
        changes = any(place.effect == WRITE for place in places)
        graph = self._graph
        if changes:
            node = graph.add(NODE, item, arguments, results)
            graph.before[node] = before
            # `gas` and `msize` change nothing; they only must keep their position.
            if not results or count:
                graph.required.append(node)
        else:
            known = len(graph.kinds)
            node = self._value(item, arguments, before)
            if node < known:
                stack.append(node)
                return
            if self._msize_matters and any(place.kind == MEMORY for place in places):
                graph.required.append(node)
        self._touching.append((node, places))
        if results:
            stack.append(node)

    def _value(self, item: Item, arguments: list[int], before: list[int]) -> int:
        """The node that computes a value, a new one if there is none yet."""
        key = (item.key, tuple(arguments), tuple(before))
        value = self._known.get(key, -1)
        if value < 0:
            value = self._graph.add(NODE, item, arguments, 1)
            self._graph.before[value] = before
            self._known[key] = value
        return value

    def _push(self, item: Item) -> int:
        key = (item.key, _NOTHING, _NOTHING)
        value = self._known.get(key, -1)
        if value < 0:
            value = self._graph.add(CONSTANT, item, [], 1)
            self._known[key] = value
            if isinstance(item, Push):
                self._numbers[value] = item.value
                self._sizes[value] = self._prices.size(item)
        return value

    def _computation(self, item: Instruction, arguments: list[int]) -> int:
        """The result of a pure instruction."""
        if not arguments:
            return self._push(item)
        numbers = [self._numbers.get(argument, -1) for argument in arguments]
        if -1 in numbers or item.name not in ARITHMETIC:
            return self._value(item, arguments, [])
        number = compute(item.name, numbers)
        push = located(Push(number), item.position)
        size = 1 + sum([self._sizes[argument] for argument in arguments])
        if self._prices.size(push) <= size:
            return self._push(push)
        value = self._value(item, arguments, [])
        self._numbers[value] = number
        self._sizes[value] = size
        return value

    # Dependences

    def _conflicting(self, places: list[Place]) -> list[int]:
        """The nodes so far that must precede one that touches `places`."""
        result: list[int] = []
        for node, others in self._touching:
            if _any_conflict(places, others):
                result.append(node)
        return result

    def _places(self, opcode: int, arguments: list[int]) -> list[Place]:
        places: list[Place] = []
        for access in ACCESSES[opcode]:
            length = access.fixed_length
            if access.length >= 0:
                length = self._numbers.get(arguments[access.length], -1)
            base, offset = ANYWHERE, 0
            if access.start >= 0:
                base, offset = self._address(arguments[access.start])
            places.append(Place(access.kind, access.effect, base, offset, length))
        return places

    def _address(self, value: int) -> tuple[int, int]:
        """Decompose a value into a base and a constant offset."""
        graph, numbers = self._graph, self._numbers
        offset = 0
        while True:
            number = numbers.get(value, -1)
            if number >= 0:
                return NO_BASE, offset + number
            item = graph.items[value]
            if graph.kinds[value] != NODE:
                return value, offset
            assert isinstance(item, Instruction)
            arguments = graph.arguments[value]
            if item.opcode == ADD and arguments[0] in numbers:
                offset += numbers[arguments[0]]
                value = arguments[1]
            elif item.opcode == ADD and arguments[1] in numbers:
                offset += numbers[arguments[1]]
                value = arguments[0]
            elif item.opcode == SUB and arguments[1] in numbers:
                offset -= numbers[arguments[1]]
                value = arguments[0]
            else:
                return value, offset


def _any_conflict(places: list[Place], others: list[Place]) -> bool:
    for place in places:
        for other in others:
            if place.conflicts(other):
                return True
    return False
