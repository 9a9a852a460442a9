"""Coalescing: values share a variable, so that the copies between them disappear.

Values that are connected by phis are put into one congruence class if no two of them interfere.
This mostly succeeds for a whole class at once, as its values come from one variable of the source;
otherwise the values with the name of one variable are tried, and then copy by copy, those in the
deepest loops first.

A class has at most one *owner*: a parameter, or a position in the results of the function. The
owner becomes a variable of the output, and two such variables cannot be merged.

Two values interfere if one is live directly after the definition of the other. In SSA form the
definition of one then dominates that of the other; so in the order of definitions along the
dominator tree, a set of values is free of interference if no value interferes with the nearest one
that dominates it: one check per value instead of one per pair.

Source: Sreedhar, Ju, Gillies, Santhanam, "Translating Out of Static Single Assignment Form"
(1999); Budimlić, Cooper, Harvey, Kennedy, Oberg, Reeves, "Fast Copy Coalescing and Live-Range
Identification" (2002); Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon, "Revisiting
Out-of-SSA Translation for Correctness, Code Quality, and Efficiency" (2009), section IV.B; chapter
08, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.analysis.liveness import Liveness
from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.function import Block, Function, NamedValue, Phi, Result
from yulopt.ssa.ir.instructions import Return
from yulopt.ssa.ir.names import stem

# A phi result and one of its operands: the copy that disappears if they share a variable.
_Affinity = tuple[NamedValue, NamedValue]

# In classes that are tried copy by copy: the maximum number of values examined per value.
_MAX_VISITS: Final = 200


class _CongruenceClass:
    """Values that share a variable; `members` are in the order of their definitions."""

    def __init__(self, members: list[NamedValue], owners: set[int]) -> None:
        self.members = members
        self.owners = owners


def congruence_classes(function: Function) -> list[list[NamedValue]]:
    """The classes of all values that phis connect, in the order of their first definitions, as are
    the values of a class."""
    affinities = _affinities(function)
    values: dict[NamedValue, None] = {}
    for block in function.blocks:
        for phi in block.phis:
            values[phi.result] = None
    for _, operand in affinities:
        values[operand] = None
    tree = DominatorTree(function)
    interference = _Interference(function, tree, values)
    classes = _Coalescing(function, interference, list(values), affinities).classes()
    return [one.members for one in classes]


def _affinities(function: Function) -> list[_Affinity]:
    return [
        (phi.result, operand)
        for block in function.blocks
        for phi in block.phis
        for operand in phi.operands
        if isinstance(operand, NamedValue)
    ]


class _Coalescing:
    def __init__(
        self,
        function: Function,
        interference: _Interference,
        values: list[NamedValue],
        affinities: list[_Affinity],
    ) -> None:
        self._function = function
        self._interference = interference
        self._affinities = affinities
        self._owners = _owners(function)
        self._visits = _MAX_VISITS * len(values)
        self._class_of = {
            value: _CongruenceClass([value], self._owner_of(value)) for value in values
        }

    def classes(self) -> list[_CongruenceClass]:
        """A congruence class: values that share a variable."""
        left = self._merge_groups(self._affinities)
        left = self._merge_groups([pair for pair in left if stem(pair[0]) == stem(pair[1])])
        left = [pair for pair in self._affinities if not self._are_together(pair)]
        for result, operand in self._by_weight(left):
            one, other = self._class_of[result], self._class_of[operand]
            if one is not other and self._visits > 0:
                self._visits -= len(one.members) + len(other.members)
                self._merge_if_possible([one, other])
        found = dict.fromkeys(self._class_of.values())
        return sorted(found, key=lambda one: self._interference.definition_order(one.members[0]))

    def _owner_of(self, value: NamedValue) -> set[int]:
        owner = self._owners.get(value)
        return set() if owner is None else {owner}

    def _are_together(self, pair: _Affinity) -> bool:
        return self._class_of[pair[0]] is self._class_of[pair[1]]

    def _merge_groups(self, affinities: list[_Affinity]) -> list[_Affinity]:
        """Merge values along affinities where nothing interferes; returns the affinities that
        remain."""
        neighbours: dict[NamedValue, list[NamedValue]] = {}
        for one, other in affinities:
            neighbours.setdefault(one, []).append(other)
            neighbours.setdefault(other, []).append(one)
        seen: set[NamedValue] = set()
        failed: set[NamedValue] = set()
        for start in neighbours:
            if start in seen:
                continue
            seen.add(start)
            group = [start]
            for value in group:
                for neighbour in neighbours[value]:
                    if neighbour not in seen:
                        seen.add(neighbour)
                        group.append(neighbour)
            classes = list(dict.fromkeys(self._class_of[value] for value in group))
            if not self._merge_if_possible(classes):
                failed.update(group)
        return [pair for pair in affinities if pair[0] in failed]

    def _merge_if_possible(self, classes: list[_CongruenceClass]) -> bool:
        owners = set().union(*(one.owners for one in classes))
        if len(owners) > 1:
            return False
        members = self._interference.in_order(member for one in classes for member in one.members)
        if not self._interference.are_free(members):
            return False
        merged = _CongruenceClass(members, owners)
        for member in members:
            self._class_of[member] = merged
        return True

    def _by_weight(self, affinities: list[_Affinity]) -> list[_Affinity]:
        """The copies in the deepest loops first, then in the order of the function."""
        forest = LoopForest(self._function)
        depths: dict[_Affinity, int] = {}
        for block in self._function.blocks:
            for phi in block.phis:
                for predecessor, operand in zip(phi.blocks, phi.operands, strict=True):
                    if isinstance(operand, NamedValue):
                        pair = (phi.result, operand)
                        depth = forest.depth(predecessor)
                        depths[pair] = max(depth, depths.get(pair, 0))
        return sorted(affinities, key=lambda pair: -depths[pair])


def _owners(function: Function) -> dict[NamedValue, int]:
    """The values that have an owner: parameters, and the results of a function's only return.

    Owners are numbered; those of results come after those of parameters.
    """
    owners: dict[NamedValue, int] = {
        parameter: index for index, parameter in enumerate(function.parameters)
    }
    returns = [
        block.terminator for block in function.blocks if isinstance(block.terminator, Return)
    ]
    if len(returns) == 1:
        for index, value in enumerate(returns[0].operands):
            if isinstance(value, Result) and value not in owners:
                owners[value] = len(function.parameters) + index
    return owners


# Where a value is defined: the number of its block in the dominator tree, and where in the block.
# Values that are defined at the same moment have the same position.
_Position = tuple[int, int]

_PARAMETERS = -1
_PHIS = 0


class _Interference:
    """Interference of the given values of a function in SSA form, as of construction."""

    def __init__(
        self, function: Function, tree: DominatorTree, values: Iterable[NamedValue]
    ) -> None:
        self._tree = tree
        wanted = dict.fromkeys(values)
        self._liveness = Liveness(function, wanted)
        self._preorder = {block: number for number, block in enumerate(tree.preorder)}
        self._positions: dict[NamedValue, tuple[Block, int]] = {}
        # The last position in a block that reads a value; operands of phis have none.
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

    def definition_order(self, value: NamedValue) -> _Position:
        """A key that sorts values in the order of their definitions along the dominator tree."""
        block, position = self._positions[value]
        return self._preorder[block], position

    def block(self, value: NamedValue) -> Block:
        """The definition of the value."""
        return self._positions[value][0]

    def in_order(self, values: Iterable[NamedValue]) -> list[NamedValue]:
        """The values in the order of their definitions."""
        return sorted(values, key=self.definition_order)

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
        """Whether `value`, which is defined earlier, is live after the other's definition."""
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
