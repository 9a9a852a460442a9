"""Which SSA values are alive at the same time, so that they cannot share a variable.

Two values interfere if one of them is still needed directly after the definition of the other. In
SSA form the definition of one then dominates that of the other; so in the order of definitions
along the dominator tree, a set of values is free of interference if no value interferes with the
closest one that dominates it: one check for each value instead of one for each pair.

Source: Budimlić, Cooper, Harvey, Kennedy, Oberg, Reeves, "Fast Copy Coalescing and Live-Range
Identification" (2002); Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon, "Revisiting
Out-of-SSA Translation for Correctness, Code Quality, and Efficiency" (2009), section IV.B; chapter
08, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.ir.function import Block, Function, NamedValue, Phi, Result

# Where a value is defined: the place of its block in the dominator tree, the place in the block.
# Values that are defined at the same moment have the same place.
Place = tuple[int, int]

_PARAMETERS = -1
_PHIS = 0


class Interference:
    """Answers for the given values of a function in SSA form, as it was when this was made."""

    __slots__ = ("_last_use", "_liveness", "_positions", "_preorder", "_tree")

    def __init__(
        self, function: Function, tree: DominatorTree, values: Iterable[NamedValue]
    ) -> None:
        self._tree = tree
        wanted = dict.fromkeys(values)
        self._liveness = Liveness(function, wanted)
        self._preorder = {block: number for number, block in enumerate(tree.preorder)}
        self._positions: dict[NamedValue, tuple[Block, int]] = {}
        # The last place in a block that reads a value, for operands of phis there is none.
        self._last_use: dict[tuple[NamedValue, Block], int] = {}
        for parameter in function.parameters:
            self._positions[parameter] = (function.entry, _PARAMETERS)
        for block in function.blocks:
            position = _PHIS
            for instruction in block.all_instructions():
                if not isinstance(instruction, Phi):
                    position += 1
                    for operand in instruction.operands:
                        if isinstance(operand, NamedValue) and operand in wanted:
                            self._last_use[operand, block] = position
                for result in instruction.results:
                    if result in wanted:
                        self._positions[result] = (block, position)

    def place(self, value: NamedValue) -> Place:
        """A key that sorts values in the order of their definitions along the dominator tree."""
        block, position = self._positions[value]
        return self._preorder[block], position

    def block(self, value: NamedValue) -> Block:
        """Where the value is defined."""
        return self._positions[value][0]

    def in_order(self, values: Iterable[NamedValue]) -> list[NamedValue]:
        """The values in the order of their definitions."""
        return sorted(values, key=self.place)

    def are_free(self, values: Sequence[NamedValue]) -> bool:
        """Whether no two of the values interfere; they must be in the order of definitions."""
        dominating: list[NamedValue] = []
        for value in values:
            block = self.block(value)
            while dominating and not self._tree.dominates(self.block(dominating[-1]), block):
                dominating.pop()
            if dominating and self._is_alive_after(dominating[-1], value):
                return False
            dominating.append(value)
        return True

    def _is_alive_after(self, value: NamedValue, definition: NamedValue) -> bool:
        """Whether `value`, which is defined before, is needed after the other one's definition."""
        block, position = self._positions[definition]
        if self._positions[value] == (block, position):
            return True
        if position == _PHIS:
            return value in self._liveness.live_in[block]
        if value in self._liveness.live_out[block]:
            return True
        return self._last_use.get((value, block), _PHIS) > position


def is_phi_result(value: NamedValue) -> bool:
    """Whether a phi defines the value."""
    return isinstance(value, Result) and isinstance(value.instruction, Phi)
