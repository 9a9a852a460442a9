"""ConstantSynthesizer: pushes each constant with the code that is cheapest where it stands.

Computations on constants are carried out first, so that it does not matter how a constant was
written. Then each of them is weighed at each place: how often the block is estimated to run decides
between few bytes and little gas. Beside the sums of shifted parts that solc knows there are

    PUSH0 NOT n SHR         ones at the low end (masks of addresses and integers)
    PUSH0 NOT n SHL         ones at the high end
    PUSH0 NOT n SHR m SHL   ones in the middle
    k PUSH0 NOT DIV         a pattern that is repeated through the word (0x5555...)
    c NOT                   complements
    c n SHL                 constants that end in zeros

Every one of these is checked by computing it.

Example::

    1 1 0xa0 shl sub and 0 sstore stop

becomes::

    0 not 0x60 shr and 0 sstore stop

Source: Warren, "Hacker's Delight", chapter 2, for words of ones and zeros; point 5 of what solc's
own pass leaves (chapter 10, section 12 of the specification).
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.beyond.blocks import build_graph, write_items
from yulopt.assembly.beyond.frequencies import Frequencies
from yulopt.assembly.instructions import ARGUMENTS, DUP1
from yulopt.assembly.items import Instruction, Item, Push, dup, instruction, located
from yulopt.assembly.optimizer.constant_optimizer import computed_routine
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.gas.model import WEIGHT_ONE
from yulopt.rules.arithmetic import COMPUTABLE, compute
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK, byte_length

# No code is shorter than a push of a smaller number.
_SMALLEST: Final = 1 << 16
# How many computations may be one inside the other.
_MOST_STEPS: Final = 3
_INSTRUCTION_GAS: Final = 3
_LABEL_WIDTH: Final = 2
_FEWEST_ZEROS: Final = 8
_WIDEST_FACTOR: Final = 4


class ConstantSynthesizer(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "constants"

    def run(self, items: list[Item], context: Context) -> bool:
        """Replace constants in place; returns whether anything has changed."""
        graph = build_graph(items)
        if graph is None:
            return False
        frequencies = Frequencies(graph)
        synthesis = _Synthesis(context)
        changed = False
        for block in graph.blocks:
            weight = min(frequencies[block], WEIGHT_ONE)
            body: list[Item] = []
            last: int | None = None
            for constant in _folded(block.body):
                body += synthesis.cheapest(constant, last, weight)
                last = constant.value
            if [item.key for item in body] != [item.key for item in block.body]:
                block.body = body
                changed = True
        if changed:
            items[:] = write_items(graph)
        return changed


class _Code:
    """Code that pushes `value`; anything else if that is None."""

    __slots__ = ("items", "value")

    def __init__(self, items: list[Item], value: int | None) -> None:
        self.items = items
        self.value = value


def _folded(items: list[Item]) -> list[_Code]:
    """The items, with all that computes one constant in one piece."""
    result: list[_Code] = []
    for item in items:
        value: int | None = None
        arguments = 0
        if isinstance(item, Push):
            value = item.value
        elif isinstance(item, Instruction):
            if item.opcode == DUP1 and result and result[-1].value is not None:
                # What pushes the same again.
                result.append(_Code(_relocated(result[-1].items, item.position), result[-1].value))
                continue
            arguments = ARGUMENTS[item.opcode]
            value = _computed(item, result)
        code = [item]
        if arguments and value is not None:
            code = [part for operand in result[-arguments:] for part in operand.items] + code
            del result[-arguments:]
        result.append(_Code(code, value))
    return result


def _computed(item: Instruction, before: list[_Code]) -> int | None:
    """What an instruction computes from the constants before it; None if that is not known."""
    if item.name not in COMPUTABLE:
        return None
    operands: list[int] = []
    for code in reversed(before[-ARGUMENTS[item.opcode] :]):
        if code.value is None:
            return None
        operands.append(code.value)
    if len(operands) < ARGUMENTS[item.opcode]:
        return None
    return compute(item.name, operands)


def _relocated(items: list[Item], position: int) -> list[Item]:
    return [located(_copy(item), position) for item in items]


def _copy(item: Item) -> Item:
    if isinstance(item, Push):
        return Push(item.value, item.note)
    assert isinstance(item, Instruction)
    return Instruction(item.name, item.opcode, item.note)


class _Candidate:
    """Code for a constant, with its bytes and the gas of one execution."""

    __slots__ = ("gas", "items", "size")

    def __init__(self, items: list[Item], size: int, gas: int) -> None:
        self.items = items
        self.size = size
        self.gas = gas


class _Synthesis:
    """Knows all ways to push each constant that it was asked for."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._has_shifts = context.dialect.has_bitwise_shifts
        self._found: dict[tuple[int, int], list[_Candidate]] = {}

    def cheapest(self, constant: _Code, last: int | None, weight: int) -> list[Item]:
        """The cheapest code in a block that runs that often; `last` is the constant before it."""
        value = constant.value
        if value is None:
            return constant.items
        candidates = [self._candidate(constant.items), *self._candidates(value, _MOST_STEPS)]
        if last == value:
            candidates.append(self._candidate([dup(1)]))
        model = self._context.gas
        costs = [
            (one.size * model.byte_gas * WEIGHT_ONE + one.gas * model.executions * weight, index)
            for index, one in enumerate(candidates)
        ]
        number = min(costs)[1]
        if number == 0:
            return constant.items
        return _relocated(candidates[number].items, constant.items[-1].position)

    def _candidate(self, items: list[Item]) -> _Candidate:
        model, builtins = self._context.gas, self._context.dialect.builtins
        gas = 0
        for item in items:
            if isinstance(item, Push):
                gas += model.push_gas(item.value)
            else:
                assert isinstance(item, Instruction)
                builtin = builtins.get(item.name)
                gas += _INSTRUCTION_GAS if builtin is None else model.run_gas(builtin)
        return _Candidate(items, self._context.size(items, _LABEL_WIDTH), gas)

    def _candidates(self, value: int, steps: int) -> list[_Candidate]:
        known = self._found.get((value, steps))
        if known is None:
            ways: list[list[Item]] = [[Push(value)]]
            if value >= _SMALLEST and steps > 0:
                ways += self._computations(value, steps - 1)
            known = self._found[value, steps] = [self._candidate(way) for way in ways]
        return known

    def _computations(self, value: int, steps: int) -> list[list[Item]]:
        """Code that computes a constant, from constants that take at most so many steps."""
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
        if zeros >= _FEWEST_ZEROS:
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
