"""ConstantOptimizer: replaces constants by code that computes or copies them.

The cheapest form depends on the expected number of runs: a computation has fewer bytes but takes
gas each time. It is weighed for each distinct constant, over all the sites where it is pushed.
Words without any regularity may be copied from the end of the bytecode.

The computation is found much like the expression for a constant in Yul (`yulopt.gas.constants`),
but not quite: a complement that is shorter is taken at once, small numbers are not split, and costs
include the number of occurrences.

Example::

    0xffffffffffffffffffffffffffffffffffffffff and 0 sstore

becomes::

    1 1 0xa0 shl sub and 0 sstore

Source: chapter 10, section 12 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.items import Instruction, Item, Push, PushDataOffset, dup, instruction, swap
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.gas.constants import split_at, split_positions
from yulopt.gas.model import Gas
from yulopt.syntax.literals import WORD_BYTES, WORD_MASK, byte_length
from yulopt.syntax.objects import Data

_SMALLEST_CONSTANT: Final = 0x100
_COPYING_GAS: Final = 29
_COPYING_GAS_WITHOUT_PUSH0: Final = 33


class ConstantOptimizer(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "constantOptimizer"

    def run(self, items: list[Item], context: Context) -> bool:
        """Replace constants in place; returns whether any was replaced."""
        replacements: dict[int, list[Item]] = {}
        for value, count in count_constants(items).items():
            replacement = replacement_of(value, count, context)
            if replacement is not None:
                replacements[value] = replacement
        if not replacements:
            return False
        result: list[Item] = []
        for item in items:
            if isinstance(item, Push) and item.value in replacements:
                result += replacements[item.value]
            else:
                result.append(item)
        items[:] = result
        return True


def count_constants(items: list[Item]) -> dict[int, int]:
    """The number of pushes of each constant that is large enough."""
    counts: dict[int, int] = {}
    for item in items:
        if isinstance(item, Push) and item.value >= _SMALLEST_CONSTANT:
            counts[item.value] = counts.get(item.value, 0) + 1
    return counts


def replacement_of(value: int, count: int, context: Context) -> list[Item] | None:
    """The replacement for a constant that is pushed `count` times; None to keep it."""
    model = context.solc_gas
    push = model.push(value)
    literal = model.lifetime(Gas(push.run, count * push.code))
    finder = _RoutineFinder(context, count)
    routine = finder.cheapest(value)
    computed = finder.cost(routine)
    copying = _copying_routine(value, has_push0=context.knows_push0)
    data = value.to_bytes(WORD_BYTES, "big")
    copied = finder.code_cost(_copying_gas(context), copying) + model.data_gas(data)
    if copied < literal and copied < computed:
        return copying
    return routine if computed < literal and computed <= copied else None


def computed_routine(value: int, context: Context) -> list[Item]:
    """The shortest code that solc would consider for a constant, except copying."""
    return _RoutineFinder(context, _OFTEN).cheapest(value)


def _copying_routine(value: int, *, has_push0: bool) -> list[Item]:
    """Copies a word of data over the word at address 0, loads it, and restores the word there."""
    content = value.to_bytes(WORD_BYTES, "big").decode("latin-1")
    offset = PushDataOffset(f"@constant_{value:#x}", Data(f"@constant_{value:#x}", content))
    mload, mstore, codecopy = instruction("mload"), instruction("mstore"), instruction("codecopy")
    if has_push0:
        zero, size = Push(0), Push(WORD_BYTES)
        return [zero, mload, size, offset, zero, codecopy, zero, mload, swap(1), zero, mstore]
    saving = [Push(0), dup(1), mload, Push(WORD_BYTES), offset, dup(4), codecopy]
    return [*saving, dup(2), mload, swap(2), mstore]


def _copying_gas(context: Context) -> int:
    """The gas of such a routine; solc does not count the push of the offset."""
    return _COPYING_GAS if context.knows_push0 else _COPYING_GAS_WITHOUT_PUSH0


# Smaller constants are not taken apart.
_SMALLEST_SPLIT: Final = 0x10000
# The maximum number of candidates for one constant, including those for nested constants.
_MAX_CANDIDATES: Final = 10000
# A count large enough to make the gas of one execution negligible.
_OFTEN: Final = 1 << 20
_LABEL_WIDTH: Final = 3
# Solc counts this price of EXP twice.
_EXP_GAS: Final = 10


class _RoutineFinder:
    """Finds the cheapest code for a constant that occurs `count` times."""

    def __init__(self, context: Context, count: int) -> None:
        self._context = context
        self._count = count
        self._candidates_left = _MAX_CANDIDATES
        # Routines that were found, with the number of candidates that it took.
        self._found: dict[int, tuple[list[Item], int]] = {}

    def cheapest(self, value: int) -> list[Item]:
        """The code for a constant, possibly a plain push."""
        if value < _SMALLEST_SPLIT:
            return [Push(value)]
        found = self._found.get(value)
        if found is not None and found[1] < self._candidates_left:
            self._candidates_left -= found[1]
            return found[0]
        before = self._candidates_left
        routine = self._search(value)
        if self._candidates_left > 0:
            self._found[value] = routine, before - self._candidates_left
        return routine

    def cost(self, routine: list[Item]) -> int:
        """The gas of a routine over the lifetime of the contract, at all its sites."""
        return self.code_cost(sum([self._run_gas(item) for item in routine]), routine)

    def code_cost(self, run_gas: int, routine: list[Item]) -> int:
        """The same, if one execution takes `run_gas`."""
        model = self._context.solc_gas
        size = self._context.size(routine, _LABEL_WIDTH)
        return model.lifetime(Gas(run_gas, self._count * model.byte_gas * size))

    def _run_gas(self, item: Item) -> int:
        model = self._context.solc_gas
        if isinstance(item, Push):
            return model.push_gas(item.value)
        assert isinstance(item, Instruction)
        gas = model.run_gas(self._context.dialect.builtins[item.name])
        return gas + _EXP_GAS if item.name == "exp" else gas

    def _search(self, value: int) -> list[Item]:
        complement = WORD_MASK - value
        if byte_length(complement) < byte_length(value):
            return [*self.cheapest(complement), instruction("not")]
        best: list[Item] = [Push(value)]
        best_cost = self.cost(best)
        positions = split_positions(value)
        while positions and self._candidates_left > 0:
            bit = positions.bit_length() - 1
            positions ^= 1 << bit
            parts = split_at(value, bit)
            if parts is None:
                continue
            routine = self._sum(parts[0], bit, parts[1])
            self._candidates_left -= 1
            cost = self.cost(routine)
            if cost < best_cost:
                best, best_cost = routine, cost
        return best

    def _sum(self, upper: int, bit: int, lower: int) -> list[Item]:
        """The code for `upper * 2**bit + lower`."""
        routine = self.cheapest(abs(lower))[:] if lower else []
        if self._context.dialect.has_bitwise_shifts:
            routine += [*self.cheapest(upper), Push(bit), instruction("shl")]
        else:
            routine += [Push(bit), Push(2), instruction("exp")]
            if upper != 1:
                routine += [*self.cheapest(upper), instruction("mul")]
        if lower:
            routine.append(instruction("add" if lower > 0 else "sub"))
        return routine
