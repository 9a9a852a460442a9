"""PeepholeOptimizer: replaces a few adjacent items by fewer or cheaper ones.

A run goes over all items once. Its result is kept only if it is shorter, or as long but with fewer
bytes or more POPs; otherwise all its rewrites are dropped, and the pass ends. After a kept result
there is another run. The rules are in `peephole_rules`.

Example::

    callvalue iszero iszero @paid jumpi
    1 2 swap1 add 0 sstore stop dup1
    paid: 2 2 sstore

becomes::

    callvalue @paid jumpi 1 2 add 0 sstore stop
    paid: 2 dup1 sstore

Source: chapter 10, section 7 of the specification.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.assembly.instructions import POP, opcode_of
from yulopt.assembly.items import Item
from yulopt.assembly.optimizer.context import AssemblyPass, Context
from yulopt.assembly.optimizer.peephole_rules import RULES, RULES_BUT_ENDS, Window

_LABEL_WIDTH: Final = 3


class PeepholeOptimizer(AssemblyPass):
    """The pass."""

    name: ClassVar[str] = "peephole"

    def run(self, items: list[Item], context: Context) -> bool:
        """Optimise in place as long as that is a gain; returns whether anything changed."""
        changed = False
        while _run_once(items, context):
            changed = True
        return changed


def _run_once(items: list[Item], context: Context) -> bool:
    result = _rewritten(items, context)
    if not _is_gain(items, result, context):
        return False
    items[:] = result
    return True


def _rewritten(items: list[Item], context: Context) -> list[Item]:
    window = Window(items, has_push0=context.knows_push0)
    rules = RULES_BUT_ENDS if context.dialect.behaviour.keeps_equal_ends else RULES
    result: list[Item] = []
    position = 0
    while position < len(items):
        done = rules.apply(window, position, result)
        if not done:
            result.append(items[position])
            done = 1
        position += done
    return result


def _is_gain(before: list[Item], after: list[Item], context: Context) -> bool:
    if len(after) != len(before):
        return len(after) < len(before)
    if context.size(after, _LABEL_WIDTH) < context.size(before, _LABEL_WIDTH):
        return True
    return _pops(after) > _pops(before)


def _pops(items: list[Item]) -> int:
    return sum([opcode_of(item) == POP for item in items])
