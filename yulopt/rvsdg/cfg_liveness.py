"""Which variables are live where, as bit sets: their values may still be read.

Only variables that some block reads before it assigns to them can be live at its start, and have
bits. Bits are in the order in which variables appear in the text.

Source: chapter 09, section 5.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from yulopt.rvsdg.cfg import Block, ControlFlowGraph, Operand, postorder


class Liveness:
    """`live_in[block]` are the variables that are live where a block starts."""

    __slots__ = ("_bits", "_names", "live_in")

    def __init__(self, graph: ControlFlowGraph) -> None:
        self._names = _names_across_blocks(graph)
        self._bits = {name: 1 << index for index, name in enumerate(self._names)}
        self.live_in: dict[Block, int] = {}
        self._solve(graph)

    def names(self, live: int) -> Iterator[str]:
        """The variables of a bit set, in order."""
        while live:
            lowest = live & -live
            yield self._names[lowest.bit_length() - 1]
            live ^= lowest

    def bits(self, names: Iterable[str]) -> int:
        """The bit set of some variables, of those that are live anywhere."""
        result = 0
        for name in names:
            result |= self._bits.get(name, 0)
        return result

    def live_out(self, block: Block) -> int:
        """The variables that are live where a block ends."""
        result = 0
        for target in block.targets:
            result |= self.live_in[target]
        return result

    def _solve(self, graph: ControlFlowGraph) -> None:
        order = postorder(graph.entry)
        effects = {block: self._effect(block) for block in order}
        before: dict[Block, list[Block]] = {block: [] for block in order}
        for block in order:
            self.live_in[block] = 0
            for target in block.targets:
                before[target].append(block)
        waiting = dict.fromkeys(order)
        while waiting:
            block = next(iter(waiting))
            del waiting[block]
            read, assigned = effects[block]
            live = read | self.live_out(block) & ~assigned
            if live != self.live_in[block]:
                self.live_in[block] = live
                waiting.update(dict.fromkeys(before[block]))

    def _effect(self, block: Block) -> tuple[int, int]:
        """What a block reads before it assigns to it, and what it assigns to."""
        read = assigned = 0
        for instruction in block.instructions:
            read |= self.bits(_variables(instruction.operands)) & ~assigned
            assigned |= self.bits(instruction.results)
        return read | self.bits(_variables(block.operands())) & ~assigned, assigned


def _variables(operands: list[Operand]) -> list[str]:
    return [operand for operand in operands if isinstance(operand, str)]


def _names_across_blocks(graph: ControlFlowGraph) -> list[str]:
    """The variables that some block reads before it assigns to them, in order of appearance."""
    order: dict[str, None] = dict.fromkeys([*graph.parameters, *graph.constants])
    exposed: set[str] = set()
    for block in graph.blocks:
        assigned: set[str] = set()
        for instruction in block.instructions:
            read = _variables(instruction.operands)
            exposed.update(name for name in read if name not in assigned)
            assigned.update(instruction.results)
            order.update(dict.fromkeys([*read, *instruction.results]))
        read = _variables(block.operands())
        exposed.update(name for name in read if name not in assigned)
        order.update(dict.fromkeys(read))
    return [name for name in order if name in exposed]
