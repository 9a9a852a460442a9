"""The cheapest code that computes a constant.

It is like the choice of an expression for a constant in Yul (`yulopt.gas.constants`),
but not the same: a complement that is shorter is taken at once, small numbers are not split, and
costs count how often the constant occurs.

Source: chapter 10, section 12 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.items import Instruction, Item, Push, instruction
from yulopt.assembly.optimizer.context import Context
from yulopt.gas.constants import split_at, split_positions
from yulopt.gas.model import Gas
from yulopt.syntax.literals import WORD_MASK, byte_length

# Smaller constants are not taken apart.
_SMALLEST_CONSTANT: Final = 0x10000
# How many candidates are weighed for one constant, with all the constants inside them.
_MOST_CANDIDATES: Final = 10000
_LABEL_WIDTH: Final = 3
# The reference counts this price of EXP twice.
_EXP_GAS: Final = 10


class RoutineFinder:
    """Finds the cheapest code for a constant that occurs `count` times."""

    def __init__(self, context: Context, count: int) -> None:
        self._context = context
        self._count = count
        self._candidates_left = _MOST_CANDIDATES
        # Routines that were found, with the number of candidates that it took.
        self._found: dict[int, tuple[list[Item], int]] = {}

    def cheapest(self, value: int) -> list[Item]:
        """The code that pushes a constant, which may be just that."""
        if value < _SMALLEST_CONSTANT:
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
        """The gas of a routine over the life of the contract, in all places where it will be."""
        return self.code_cost(sum([self._run_gas(item) for item in routine]), routine)

    def code_cost(self, run_gas: int, routine: list[Item]) -> int:
        """The same, if one execution takes `run_gas`."""
        model = self._context.gas
        size = self._context.size(routine, _LABEL_WIDTH)
        return model.lifetime(Gas(run_gas, self._count * model.byte_gas * size))

    def _run_gas(self, item: Item) -> int:
        model = self._context.gas
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
