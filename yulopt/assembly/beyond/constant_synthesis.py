"""ConstantSynthesizer: pushes each constant with the code that is cheapest at its site.

Each constant is weighed at each site: the estimated frequency of the block decides between few
bytes and little gas. Besides solc's sums of shifted parts there are

    PUSH0 NOT n SHR         ones at the low end (masks of addresses and integers)
    PUSH0 NOT n SHL         ones at the high end
    k PUSH0 NOT DIV         a pattern that is repeated through the word (0x5555...)
    c NOT                   complements
    c n SHL                 constants that end in zeros

They only compute on the stack. Unlike solc's own pass, this one never copies constants from the
code through memory.

Right if:

* adjacent duplicates: a constant is copied only from the item right before it in the same block.
* same word: the code for a constant computes exactly that word.

Example::

    0xffffffffffffffffffffffffffffffffffffffff and 0 sstore stop

becomes::

    0 not 0x60 shr and 0 sstore stop

Source: Warren, "Hacker's Delight", chapter 2, for words of ones and zeros; the sums are those of
chapter 10, section 12 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.beyond.blocks import Graph
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.beyond.graph_pass import GraphPass
from yulopt.assembly.items import LABEL_BYTES, Instruction, Item, Push, dup, instruction, located
from yulopt.assembly.optimizer.constant_optimizer import computed_routine
from yulopt.assembly.optimizer.context import Context
from yulopt.gas.model import WEIGHT_ONE
from yulopt.gas.schedule import COPY_GAS
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK, byte_length

# No code is shorter than a push of a smaller number.
_SMALLEST: Final = 1 << 16
# The maximum nesting depth of computations.
_MAX_STEPS: Final = 3
_MIN_ZEROS: Final = 8
_WIDEST_FACTOR: Final = 4


class ConstantSynthesizer(GraphPass):
    """The pass."""

    name: ClassVar[str] = "constants"

    def change(self, graph: Graph, context: Context) -> bool:
        """Replace constants in place; returns whether anything changed."""
        frequencies = Frequencies(graph)
        synthesis = ConstantSynthesis(context)
        changed = False
        for block in graph.blocks:
            body = synthesis.rewritten(block.body, min(frequencies[block], WEIGHT_ONE))
            if [item.key for item in body] != [item.key for item in block.body]:
                block.body = body
                changed = True
        return changed


def _copy(item: Item) -> Item:
    if isinstance(item, Push):
        return Push(item.value)
    assert isinstance(item, Instruction)
    return Instruction(item.name, item.opcode)


class _Candidate:
    """Code for a constant, with its bytes and the gas of one execution."""

    __slots__ = ("gas", "items", "size")

    def __init__(self, items: list[Item], size: int, gas: int) -> None:
        self.items = items
        self.size = size
        self.gas = gas


class ConstantSynthesis:
    """The cheapest code for constants; memoises all ways to push each of them."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._has_shifts = context.dialect.has_bitwise_shifts
        self._found: dict[tuple[int, int], list[_Candidate]] = {}

    def rewritten(self, items: list[Item], weight: int) -> list[Item]:
        """The items of a block of this frequency, with the cheapest code for each constant."""
        result: list[Item] = []
        last: int | None = None
        for item in items:
            if isinstance(item, Push):
                result += self._cheapest(item, last, weight)
                last = item.value
            else:
                result.append(item)
                last = None
        return result

    def _cheapest(self, constant: Push, last: int | None, weight: int) -> list[Item]:
        """The cheapest code in a block of this frequency; `last` is the preceding constant."""
        value = constant.value
        candidates = self._candidates(value, _MAX_STEPS)
        if last == value:
            candidates = [*candidates, self._candidate([dup(1)])]
        model = self._context.gas
        costs = [
            (one.size * model.byte_gas * WEIGHT_ONE + one.gas * model.executions * weight, index)
            for index, one in enumerate(candidates)
        ]
        number = min(costs)[1]
        if number == 0:
            return [constant]
        return [located(_copy(item), constant.position) for item in candidates[number].items]

    def _candidate(self, items: list[Item]) -> _Candidate:
        model, builtins = self._context.gas, self._context.dialect.builtins
        gas = 0
        for item in items:
            if isinstance(item, Push):
                gas += model.push_gas(item.value)
            else:
                assert isinstance(item, Instruction)
                builtin = builtins.get(item.name)
                gas += COPY_GAS if builtin is None else model.run_gas(builtin)
        return _Candidate(items, self._context.size(items, LABEL_BYTES), gas)

    def _candidates(self, value: int, steps: int) -> list[_Candidate]:
        known = self._found.get((value, steps))
        if known is None:
            ways: list[list[Item]] = [[Push(value)]]
            if value >= _SMALLEST and steps > 0:
                ways += self._computations(value, steps - 1)
            known = self._found[value, steps] = [self._candidate(way) for way in ways]
        return known

    def _computations(self, value: int, steps: int) -> list[list[Item]]:
        """Code that computes a constant from constants that take at most that number of steps."""
        ways: list[list[Item]] = []
        complement = WORD_MASK - value
        if byte_length(complement) < byte_length(value):
            ways += [
                [*one.items, instruction("not")] for one in self._candidates(complement, steps)
            ]
        factor = WORD_MASK // value
        if factor > 1 and byte_length(factor) <= _WIDEST_FACTOR and factor * value == WORD_MASK:
            ways.append([Push(factor), Push(0), instruction("not"), instruction("div")])
        if not self._has_shifts:
            return ways
        zeros = (value & -value).bit_length() - 1
        if zeros >= _MIN_ZEROS:
            for one in self._candidates(value >> zeros, steps):
                ways.append([*one.items, Push(zeros), instruction("shl")])
            if value | (1 << zeros) - 1 == WORD_MASK:
                ways.append([Push(0), instruction("not"), Push(zeros), instruction("shl")])
        if value & value + 1 == 0:
            shift = Push(8 * WORD_BYTES - value.bit_length())
            ways.append([Push(0), instruction("not"), shift, instruction("shr")])
        if steps > 0:
            ways.append(computed_routine(value, self._context))
        return ways
