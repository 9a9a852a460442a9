"""Liveness: at which points values are still needed.

The operand of a phi is used at the end of the predecessor it belongs to, not at the head of the
phi's block; the result of a phi is defined at the head of its block, so it is live there.

Two walks suffice, whatever the nesting of loops. The first goes backwards over the graph without
back edges. What is then live at the header of a loop (and is not defined by its phis) is defined
outside the loop, because a definition dominates its uses; so it is live in the whole loop, which
the second walk adds from outer loops to inner ones. If control can enter a loop other than through
its header, such an edge counts as one to the header.

Variables, which have several assignments after phi elimination, lack that property; each use of one
is followed backwards to its assignments.

Source: Boissinot, Hack, Grund, Dupont de Dinechin, Rastello, "Computing Liveness Sets for SSA-Form
Programs" (2011), algorithms 1 to 5; chapter 08, section 3.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from typing import Final

from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.edges import postorder, predecessors
from yulopt.ssa.ir.function import Block, Function, NamedValue, Variable

_GROUP_BITS: Final = 9
_GROUP_MASK: Final = (1 << _GROUP_BITS) - 1


class Liveness:
    """The live values of a function, as of construction.

    `live_in` and `live_out` are the values that are live at the start and at the end of each block.
    Functions without phis ("post-SSA") are fine, too. With `only`, the analysis is restricted to
    these values.
    """

    __slots__ = ("_forest", "_numbering", "_order", "live_in", "live_out")

    def __init__(self, function: Function, only: Container[NamedValue] | None = None) -> None:
        values = dict.fromkeys(function.parameters, None) | {
            result: None
            for instruction in function.all_instructions()
            for result in instruction.results
        }
        self._numbering = _Numbering(value for value in values if only is None or value in only)
        self.live_in = {block: ValueSet(self._numbering) for block in function.blocks}
        self.live_out = {block: ValueSet(self._numbering) for block in function.blocks}
        self._forest = LoopForest(function)
        self._order = postorder(function)
        self._walk_backwards()
        self._spread_into_loops()
        # Parameters are defined in the entry block.
        for parameter in function.parameters:
            self.live_in[function.entry].discard(parameter)
        if any(isinstance(value, Variable) for value in self._numbering.values):
            self._follow_variables(function)

    # Values with one definition

    def _walk_backwards(self) -> None:
        finished: set[Block] = set()
        for block in self._order:
            live = self.live_out[block]
            for successor in block.successors:
                target = self._entered(block, successor)
                if target in finished:
                    above = self.live_in[target].copy()
                    for phi in target.phis:
                        above.discard(phi.result)
                    live.update(above)
                for phi in successor.phis:
                    self._add(live, phi.incoming(block))
            self.live_in[block] = self._before(block, live)
            finished.add(block)

    def _entered(self, block: Block, successor: Block) -> Block:
        """The header of the outermost loop that an edge enters sideways, if there is one."""
        loop = self._forest.loop_of.get(successor)
        if loop is None or not loop.is_in_irreducible:
            return successor
        entered = self._forest.outermost_excluding(successor, block)
        return successor if entered is None else entered.header

    def _before(self, block: Block, live_out: ValueSet) -> ValueSet:
        """The values live at the start of a block, from those live at its end."""
        live = live_out.copy()
        instructions = [*block.instructions]
        if block.terminator is not None:
            instructions.append(block.terminator)
        for instruction in reversed(instructions):
            for result in instruction.results:
                live.discard(result)
            for operand in instruction.operands:
                self._add(live, operand)
        for phi in block.phis:
            self._add(live, phi.result)
        return live

    def _add(self, live: ValueSet, value: object) -> None:
        if (
            isinstance(value, NamedValue)
            and value in self._numbering.numbers
            and not isinstance(value, Variable)
        ):
            live.add(value)

    def _spread_into_loops(self) -> None:
        throughout: dict[Loop, ValueSet] = {}
        for loop in self._forest.loops:
            live = self.live_in[loop.header].copy()
            for phi in loop.header.phis:
                live.discard(phi.result)
            if loop.parent is not None:
                live.update(throughout[loop.parent])
            throughout[loop] = live
            for block in loop.own_blocks:
                self.live_in[block].update(live)
                self.live_out[block].update(live)

    # Variables

    def _follow_variables(self, function: Function) -> None:
        before = predecessors(function)
        assigning: dict[Block, set[NamedValue]] = {}
        reading: list[tuple[NamedValue, Block]] = []
        for block in function.blocks:
            assigned = assigning[block] = set()
            for instruction in block.all_instructions():
                reading.extend(
                    (operand, block)
                    for operand in instruction.operands
                    if isinstance(operand, Variable)
                    and operand not in assigned
                    and operand in self._numbering.numbers
                )
                assigned.update(
                    result for result in instruction.results if isinstance(result, Variable)
                )
        for variable, start in reading:
            work = [start]
            while work:
                block = work.pop()
                if variable in self.live_in[block]:
                    continue
                self.live_in[block].add(variable)
                for predecessor in before[block]:
                    self.live_out[predecessor].add(variable)
                    if variable not in assigning[predecessor]:
                        work.append(predecessor)


class _Numbering:
    """Numbers for values: `values[numbers[v]]` is v."""

    __slots__ = ("numbers", "values")

    def __init__(self, values: Iterable[NamedValue]) -> None:
        self.values = list(values)
        self.numbers = {value: number for number, value in enumerate(self.values)}


class ValueSet:
    """A set of numbered values, small when sparse, quick to join when dense; it is iterated in the
    order of the numbers.

    It keeps one word of bits for each group of numbers that has members. Values that are live
    together mostly have adjacent numbers.
    """

    __slots__ = ("_groups", "_numbering")

    def __init__(self, numbering: _Numbering) -> None:
        self._numbering = numbering
        self._groups: dict[int, int] = {}

    def add(self, value: NamedValue) -> None:
        """Add a value, which must have a number."""
        number = self._numbering.numbers[value]
        group = number >> _GROUP_BITS
        self._groups[group] = self._groups.get(group, 0) | 1 << (number & _GROUP_MASK)

    def discard(self, value: NamedValue) -> None:
        """Remove a value if it is a member."""
        number = self._numbering.numbers.get(value)
        if number is not None:
            group = number >> _GROUP_BITS
            bits = self._groups.get(group, 0) & ~(1 << (number & _GROUP_MASK))
            if bits:
                self._groups[group] = bits
            else:
                self._groups.pop(group, None)

    def update(self, other: ValueSet) -> None:
        """Add all values of another set over the same numbers."""
        groups = self._groups
        if not groups:
            self._groups = other._groups.copy()
            return
        for group, bits in other._groups.items():
            groups[group] = groups.get(group, 0) | bits

    def copy(self) -> ValueSet:
        """Another set with the same values."""
        copied = ValueSet(self._numbering)
        copied._groups = self._groups.copy()
        return copied

    def __contains__(self, value: object) -> bool:
        number = self._numbering.numbers.get(value) if isinstance(value, NamedValue) else None
        if number is None:
            return False
        bits = self._groups.get(number >> _GROUP_BITS, 0)
        return bool(bits >> (number & _GROUP_MASK) & 1)

    def __iter__(self) -> Iterator[NamedValue]:
        values = self._numbering.values
        for group in sorted(self._groups):
            bits = self._groups[group]
            while bits:
                lowest = bits & -bits
                yield values[(group << _GROUP_BITS) + lowest.bit_length() - 1]
                bits ^= lowest

    def __len__(self) -> int:
        return sum(bits.bit_count() for bits in self._groups.values())
