"""Outliner: extracts repeated code into functions (procedural abstraction).

Sequences of items within blocks are grown item by item as long as they occur more than once. The
largest savings come first: each occurrence saves its bytes and costs a call, the function itself
exists once, and a call takes gas where the code is frequent. Code that only leads to a revert is
outlined for its bytes alone. Large constants that are pushed several times are such sequences, too.

Right if:

* position independence: a sequence does not ask for gas or the program counter, assigns no
  immutable, pushes no label and has no verbatim code.
* straight-line code: it neither jumps nor ends the execution.
* stack effect: it takes at most two values from the stack, and leaves at most one.
* reachable slots: slots below its inputs are one deeper in the function, because of the return
  address, and still within reach.

Assumed:

* height: the stack has room for one more slot.

Example::

    callvalue @other jumpi
    0x11223344556677889900aabbccddeeff11223344556677889900aabbccddeeff
    0 mstore 32 0 revert
    other: 7 8 mstore
    0x11223344556677889900aabbccddeeff11223344556677889900aabbccddeeff
    1 mstore 33 0 revert

becomes::

    callvalue @other jumpi
    @@part_4 @@part_3 jump[call]
    other: 7 8 mstore
    @@part_5
    @part_3: 0x11223344556677889900aabbccddeeff11223344556677889900aabbccddeeff
    swap1 jump[return]
    @part_4: 0 mstore 0x20 0 revert
    @part_5: 1 mstore 0x21 0 revert

Source: Fraser, Myers and Wendt, "Analyzing and compressing assembly code", SIGPLAN symposium on
compiler construction 1984; Debray and others, "Compiler techniques for code compaction", ACM TOPLAS
22(2), 2000.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.beyond.blocks import (
    DESTINATION_SIZE,
    JUMP_SIZE,
    Block,
    Graph,
)
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.clones import FIRST, numbered
from yulopt.assembly.instructions import (
    ARGUMENTS,
    DUP1,
    DUP16,
    JUMP,
    JUMPI,
    RESULTS,
    TERMINATES,
)
from yulopt.assembly.items import (
    CALL_JUMP,
    LABEL_BYTES,
    NO_POSITION,
    RETURN_JUMP,
    AssignImmutable,
    Instruction,
    Item,
    PushLabel,
    Verbatim,
    dup,
    instruction,
    located,
    swap,
)
from yulopt.assembly.opcodes import OPCODES
from yulopt.assembly.optimizer.context import Context
from yulopt.gas.model import CALL, FUNCTION, WEIGHT_ONE
from yulopt.gas.schedule import EXCHANGE_GAS
from yulopt.stack.slots import REACH

_LONGEST: Final = 48
_MAX_INPUTS: Final = 2
_PUSH_LABEL_SIZE: Final = 1 + LABEL_BYTES
_SWAP_SIZE: Final = 1
_CALL_SIZE: Final = _PUSH_LABEL_SIZE + JUMP_SIZE + DESTINATION_SIZE
# Of the call itself, and of the function around its body.
_CALL_GAS: Final = CALL[0] + FUNCTION[0]
_FUNCTION_SIZE: Final = DESTINATION_SIZE + 1
# In a contract with many functions each is assumed to run seldom. Its gas is spent in loops, so
# calls in them are weighted as if it ran more often. With twice that weight, contracts got larger.
_LEAST_IN_LOOPS: Final = WEIGHT_ONE // 4
# Their results depend on where or when they run.
_NOT_MOVABLE: Final = frozenset((OPCODES["gas"], OPCODES["pc"], JUMP, JUMPI))


class Outliner(GraphPass):
    """The pass."""

    name: ClassVar[str] = "outlining"

    def change(self, graph: Graph, context: Context) -> bool:
        """Outline code in place; returns whether that was worthwhile anywhere."""
        calls = _chosen_calls(graph, context)
        for block, in_block in calls.items():
            _call(graph, block, in_block)
        if calls:
            graph.settle()
        return bool(calls)


class _Sequence:
    """A sequence of items with its occurrences: blocks by number, and positions in their bodies.

    `inputs` and `outputs`: the numbers of values they take from and leave on the stack; `size`:
    their bytes. `function`: the block they were extracted to, if any.
    """

    def __init__(
        self, length: int, inputs: int, outputs: int, size: int, places: list[tuple[int, int]]
    ) -> None:
        self.length = length
        self.inputs = inputs
        self.outputs = outputs
        self.size = size
        self.places = places
        self.function: Block | None = None

    @property
    def swaps(self) -> int:
        """The number of instructions a function needs to move the return address below the inputs,
        and above the output."""
        return self.inputs + self.outputs


def _chosen_calls(graph: Graph, context: Context) -> dict[Block, list[tuple[int, _Sequence]]]:
    """The sites in each block where sequences are replaced by calls, in order."""
    blocks = graph.blocks
    frequencies = Frequencies(graph, _LEAST_IN_LOOPS)
    weights = [frequencies[block] for block in blocks]
    rated: list[tuple[int, int, _Sequence]] = []
    for sequence in _repeated_sequences(blocks, context):
        gain = _gain(sequence, sequence.places, weights, context)
        if gain > 0:
            rated.append((-gain, len(rated), sequence))
    rated.sort(key=_rank)
    taken: list[set[int]] = [set() for _ in blocks]
    calls: dict[Block, list[tuple[int, _Sequence]]] = {}
    for _, _, sequence in rated:
        free = _free_places(sequence, taken)
        if _gain(sequence, free, weights, context) <= 0:
            continue
        for number, start in _worthwhile(sequence, free, weights, context):
            taken[number].update(range(start, start + sequence.length))
            calls.setdefault(blocks[number], []).append((start, sequence))
    return calls


def _rank(rated: tuple[int, int, _Sequence]) -> tuple[int, int]:
    return rated[0], rated[1]


def _free_places(sequence: _Sequence, taken: list[set[int]]) -> list[tuple[int, int]]:
    """The occurrences of a sequence that overlap neither each other nor outlined code."""
    free: list[tuple[int, int]] = []
    for number, start in sequence.places:
        if free and free[-1][0] == number and start < free[-1][1] + sequence.length:
            continue
        if taken[number].isdisjoint(range(start, start + sequence.length)):
            free.append((number, start))
    return free


def _saved(sequence: _Sequence, weight: int, context: Context) -> int:
    """The savings of a call in a block of this frequency."""
    gas = context.gas
    call_gas = _CALL_GAS + EXCHANGE_GAS * sequence.swaps
    saved = (sequence.size - _CALL_SIZE) * gas.byte_gas * WEIGHT_ONE
    return saved - call_gas * gas.executions * weight


def _worthwhile(
    sequence: _Sequence, places: list[tuple[int, int]], weights: list[int], context: Context
) -> list[tuple[int, int]]:
    return [place for place in places if _saved(sequence, weights[place[0]], context) > 0]


def _gain(
    sequence: _Sequence, places: list[tuple[int, int]], weights: list[int], context: Context
) -> int:
    """The savings of calls at all sites where a call saves anything."""
    saved = [_saved(sequence, weights[number], context) for number, _ in places]
    size = sequence.size + _FUNCTION_SIZE + _SWAP_SIZE * sequence.swaps
    return sum([one for one in saved if one > 0]) - size * context.gas.byte_gas * WEIGHT_ONE


# Finding them


def _repeated_sequences(blocks: list[Block], context: Context) -> list[_Sequence]:
    """All repeated sequences that could be functions and are longer than a call."""
    numbers: dict[object, int] = {}
    words = [[numbers.setdefault(item.key, len(numbers)) for item in b.body] for b in blocks]
    first: dict[int, list[tuple[int, int]]] = {}
    for number, word in enumerate(words):
        for start, key in enumerate(word):
            first.setdefault(key, []).append((number, start))
    pending = [
        sequence
        for places in first.values()
        if (sequence := _grown(_Sequence(0, 0, 0, 0, []), places, blocks, context)) is not None
    ]
    found: list[_Sequence] = []
    while pending:
        sequence = pending.pop()
        if sequence.size > _CALL_SIZE and sequence.outputs <= 1:
            found.append(sequence)
        if sequence.length == _LONGEST:
            continue
        following: dict[int, list[tuple[int, int]]] = {}
        for number, start in sequence.places:
            if start + sequence.length < len(words[number]):
                key = words[number][start + sequence.length]
                following.setdefault(key, []).append((number, start))
        for places in following.values():
            grown = _grown(sequence, places, blocks, context)
            if grown is not None:
                pending.append(grown)
    return found


def _grown(
    sequence: _Sequence, places: list[tuple[int, int]], blocks: list[Block], context: Context
) -> _Sequence | None:
    """A sequence extended by the next item at some occurrences, if a function may contain it."""
    if len(places) < 2:
        return None
    number, start = places[0]
    item = blocks[number].body[start + sequence.length]
    effect = _effect(item, sequence.inputs, sequence.outputs)
    if effect is None:
        return None
    size = sequence.size + context.size([item], LABEL_BYTES)
    return _Sequence(sequence.length + 1, effect[0], effect[1], size, places)


def _effect(item: Item, inputs: int, outputs: int) -> tuple[int, int] | None:
    """The inputs and outputs of a sequence extended by one item; None if it must not contain the
    item."""
    if isinstance(item, (AssignImmutable, PushLabel, Verbatim)):
        return None
    if not isinstance(item, Instruction):
        return inputs, outputs + 1
    opcode = item.opcode
    if DUP1 <= opcode <= DUP16:
        # One slot further down, the highest one would be out of reach.
        return None if opcode == DUP16 and outputs < REACH else (inputs, outputs + 1)
    needed = ARGUMENTS[opcode]
    if opcode in _NOT_MOVABLE or TERMINATES[opcode]:
        return None
    taken = max(needed - outputs, 0)
    if inputs + taken > _MAX_INPUTS:
        return None
    return inputs + taken, outputs + taken + RESULTS[opcode] - needed


# Replacing them


def _call(graph: Graph, block: Block, calls: list[tuple[int, _Sequence]]) -> None:
    """Replace sequences in a block by calls; the last one first."""
    for start, sequence in sorted(calls, key=_start, reverse=True):
        body = block.body[start : start + sequence.length]
        position = body[0].position
        if sequence.function is None:
            sequence.function = _function(graph, body, sequence)
        rest = graph.split(block, start + sequence.length)
        graph.lead_on(block, start, sequence.function, FIRST)
        returned = PushLabel(rest.label, numbered(rest.clones))
        block.body.append(located(returned, position))
        block.jump_note, block.jump_position = CALL_JUMP, position


def _start(call: tuple[int, _Sequence]) -> int:
    return call[0]


def _function(graph: Graph, items: list[Item], sequence: _Sequence) -> Block:
    """The function with these items; it has no source position, as it serves several sites."""
    function = graph.new_block()
    graph.blocks.append(function)
    body = function.body
    for depth in range(sequence.inputs, 0, -1):
        body.append(swap(depth))
    # The number of values above the return address.
    above = sequence.inputs
    for item in items:
        if isinstance(item, Instruction) and DUP1 <= item.opcode <= DUP16:
            slot = item.opcode - DUP1 + 1
            body.append(item if slot <= above else dup(slot + 1))
            above += 1
        elif isinstance(item, Instruction):
            body.append(item)
            above += RESULTS[item.opcode] - ARGUMENTS[item.opcode]
        else:
            body.append(item)
            above += 1
    if sequence.outputs:
        body.append(swap(1))
    body.append(instruction("jump", RETURN_JUMP))
    for item in body:
        item.position = NO_POSITION
    return function
