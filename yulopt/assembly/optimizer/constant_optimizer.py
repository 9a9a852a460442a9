"""ConstantOptimizer: replaces constants by code that computes or copies them.

What is cheapest depends on how often the code runs: a computation has fewer bytes but takes gas
each time. It is weighed for each distinct constant, over all the places where it is pushed. Words
without any regularity may be copied from the end of the bytecode.

Example::

    0xffffffffffffffffffffffffffffffffffffffff and 0 sstore

becomes::

    1 1 0xa0 shl sub and 0 sstore

Source: chapter 10, section 12 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.items import Item, Push, PushDataOffset, dup, instruction, swap
from yulopt.assembly.optimizer.constant_routines import RoutineFinder
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.gas.model import Gas
from yulopt.syntax.literals import WORD_BYTES
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
        for value, count in _count_constants(items).items():
            replacement = _replacement(value, count, context)
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


def _count_constants(items: list[Item]) -> dict[int, int]:
    """How often each constant is pushed that is not too small."""
    counts: dict[int, int] = {}
    for item in items:
        if isinstance(item, Push) and item.value >= _SMALLEST_CONSTANT:
            counts[item.value] = counts.get(item.value, 0) + 1
    return counts


def _replacement(value: int, count: int, context: Context) -> list[Item] | None:
    """What to write instead of a constant that is pushed `count` times; None for the constant."""
    model = context.gas
    push = model.push(value)
    literal = model.lifetime(Gas(push.run, count * push.code))
    finder = RoutineFinder(context, count)
    routine = finder.cheapest(value)
    computed = finder.cost(routine)
    copying = _copying_routine(value, has_push0=context.dialect.has_push0)
    data = value.to_bytes(WORD_BYTES, "big")
    copied = finder.code_cost(_copying_gas(context), copying) + model.data_gas(data)
    if copied < literal and copied < computed:
        return copying
    return routine if computed < literal and computed <= copied else None


def _copying_routine(value: int, *, has_push0: bool) -> list[Item]:
    """Copies a word of data over the word at address 0, loads it, and restores the word there."""
    content = value.to_bytes(WORD_BYTES, "big").decode("latin-1")
    place = PushDataOffset(f"@constant_{value:#x}", Data(f"@constant_{value:#x}", content))
    mload, mstore, codecopy = instruction("mload"), instruction("mstore"), instruction("codecopy")
    if has_push0:
        zero, size = Push(0), Push(WORD_BYTES)
        return [zero, mload, size, place, zero, codecopy, zero, mload, swap(1), zero, mstore]
    saving = [Push(0), dup(1), mload, Push(WORD_BYTES), place, dup(4), codecopy]
    return [*saving, dup(2), mload, swap(2), mstore]


def _copying_gas(context: Context) -> int:
    """The gas of such a routine; the reference does not count the push of the place."""
    return _COPYING_GAS if context.dialect.has_push0 else _COPYING_GAS_WITHOUT_PUSH0
