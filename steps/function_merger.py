"""FunctionMerger (`N`): merges functions that differ only in constants.

Functions whose bodies are equal up to the names of variables and constants are merged into one of
them, with a parameter for each difference; constants that always vary together share a parameter.
Where one function has a constant and the other an unassigned parameter, the call passes the
constant, so copies of a function specialised for certain arguments are merged with it again.
Merging can make callers equal, which are then merged, too.

The decision is by gas over the lifetime of a contract: the removed body, against the gas and bytes
of the additional arguments. The frequencies of functions are estimated
(`yulopt.frequency.code_frequencies`).

If that makes the stack too deep, nothing is merged. Inlining and specialising undo merging, so this
runs after them.

Right if:

* equal skeletons: the functions are equal up to the names of variables, constants, and parameters
  that are only read.
* fixed literals: case labels, and arguments that must be literals, are equal (see
  `yulopt.analysis.anti_unification`).
* unassigned parameters: a constant of one function matches a parameter of another only if that is
  never assigned.
* argument order: each argument of each function is passed once, in the same order.

Assumed:

* gas and size: only `gas()` and the size of the code reveal the difference.

Example::

    {
        {
            f(calldataload(0))
            g(calldataload(32))
        }
        function f(x)
        {
            if iszero(x) { revert(0, 0) }
            mstore(0, x)
            mstore(32, 1)
            sstore(keccak256(0, 64), 7)
        }
        function g(y)
        {
            if iszero(y) { revert(0, 0) }
            mstore(0, y)
            mstore(32, 2)
            sstore(keccak256(0, 64), 7)
        }
    }

becomes::

    {
        {
            f(calldataload(0), 1)
            f(calldataload(32), 2)
        }
        function f(x, _1)
        {
            if iszero(x) { revert(0, 0) }
            mstore(0, x)
            mstore(32, _1)
            sstore(keccak256(0, 64), 7)
        }
    }

Source: T. Edler von Koch et al., "Exploiting function similarity for code size reduction",
LCTES 2014. This is an extension: solc has no such step.
"""

from __future__ import annotations

from typing import ClassVar, Final

from yulopt.analysis.anti_unification import Structure, filling_of, skeleton_of_function
from yulopt.analysis.call_graph import call_graph
from yulopt.analysis.control_flow import function_control_flow
from yulopt.analysis.declarations import assigned_names
from yulopt.frequency.code_frequencies import Frequencies
from yulopt.gas.model import FUNCTION, UNUSED_VALUE
from yulopt.passes.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.abstraction import AbstractionCosts, Column, Columns, columns_of
from yulopt.rewriting.hole_filler import HoleFiller
from yulopt.stack.within_reach import change_within_reach
from yulopt.syntax.ast import (
    Block,
    Expression,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
)
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.positions import forget_positions
from yulopt.syntax.visitor import Walker, remove_statements

# The maximum number of parameters and results of merged functions.
_MAX_SLOTS: Final = 10
# The maximum number of sets of functions that another one is compared with.
_MAX_SETS: Final = 16


class FunctionMerger(Step):
    """Merges functions that differ only in constants."""

    name = "FunctionMerger"
    letter = "N"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        def merge(code: Block, left_alone: set[str]) -> bool:
            merged = False
            while _Round(context, code, left_alone).merge():
                merged = True
            return merged

        change_within_reach(block, context.dialect, merge)


class _Round:
    """Merges functions of a program, given the current calls."""

    def __init__(self, context: Context, code: Block, left_alone: set[str]) -> None:
        self._dispenser = context.dispenser
        self._code = code
        collector = _CallCollector()
        collector.visit_block(code)
        calls = call_graph(code)
        flow = function_control_flow(code, calls)
        self._costs = AbstractionCosts(context, flow)
        frequencies = Frequencies(code, calls, flow, context.calls_of_code)
        self._alike: dict[Structure, list[_Member]] = {}
        for statement in code.statements:
            if (
                isinstance(statement, FunctionDefinition)
                and statement.name in collector.calls
                and statement.name not in left_alone
            ):
                frequency = frequencies.of_function(statement.name)
                calls_of_it = collector.calls[statement.name]
                member = _Member(statement, calls_of_it, frequency, self._costs)
                self._alike.setdefault(member.structure, []).append(member)

    def merge(self) -> bool:
        """Merge profitable sets; returns whether there were any."""
        merged: set[Statement] = set()
        for members in self._alike.values():
            if len(members) > 1:
                for merge_set in self._divided(members):
                    if len(merge_set.members) > 1:
                        merged.update(merge_set.merge(self._dispenser))
        remove_statements(self._code, merged)
        return bool(merged)

    def _divided(self, members: list[_Member]) -> list[_MergeSet]:
        """Partition similar functions into sets that are worth merging."""
        # A parameter of the first of a set may be a constant in the others.
        members.sort(key=lambda member: -len(member.function.parameters))
        sets: list[_MergeSet] = []
        for member in members:
            best: tuple[int, int, _MergeSet] | None = None
            for index in range(max(len(sets) - _MAX_SETS, 0), len(sets)):
                larger = sets[index].with_member(member)
                gain = larger.gain - sets[index].gain
                if gain > (0 if best is None else best[0]) and larger.is_possible():
                    best = gain, index, larger
            if best is None:
                columns = columns_of(member.holes, member.passing)
                sets.append(_MergeSet([member], columns, self._costs))
            else:
                sets[best[1]] = best[2]
        return sets


class _Member:
    """A candidate for merging, with all its calls.

    `holes`: those of its skeleton, after one for each parameter that it assigns.
    """

    def __init__(
        self,
        function: FunctionDefinition,
        calls: list[FunctionCall],
        frequency: int,
        costs: AbstractionCosts,
    ) -> None:
        assigned = assigned_names(function.body)
        own: list[Expression] = [Identifier(x) for x in function.parameters if x in assigned]
        skeleton = skeleton_of_function(function, assigned)
        self.function = function
        self.calls = calls
        self.frequency = frequency
        self.structure = skeleton.structure
        self.holes = own + skeleton.holes
        self.fillings = [filling_of(hole) for hole in self.holes]
        self.size = costs.code(FUNCTION, 0) + costs.size(function.body)
        # The cost of passing each hole; parameters are already passed.
        self.passing = [
            costs.constant(hole, frequency, len(calls)) if isinstance(hole, Literal) else 0
            for hole in self.holes
        ]


class _MergeSet:
    """Functions with equal structure; the first of them replaces all.

    `gain`: the savings.
    """

    def __init__(self, members: list[_Member], columns: Columns, costs: AbstractionCosts) -> None:
        self.members = members
        self._columns = columns
        self._costs = costs
        fillings = members[0].fillings
        order = {name: index for index, name in enumerate(members[0].function.parameters)}
        # The hole of each parameter.
        self._passed = sorted(
            (column.first_hole for column in columns.passed),
            key=lambda hole: (order.get(str(fillings[hole]), len(order)), hole),
        )
        self.gain = self._gain()

    def with_member(self, member: _Member) -> _MergeSet:
        """The set with another function."""
        columns = self._columns.refined(member.holes, member.passing)
        return _MergeSet([*self.members, member], columns, self._costs)

    def is_possible(self) -> bool:
        """Whether each argument of each function is passed once, in the same order, with not too
        many others."""
        slots = len(self._passed) + len(self.members[0].function.returns)
        return slots <= _MAX_SLOTS and all(
            member.function.parameters
            == [name for hole in self._passed if isinstance(name := member.fillings[hole], str)]
            for member in self.members
        )

    def _gain(self) -> int:
        first, *others = self.members
        costs = self._costs
        frequency = sum(member.frequency for member in self.members)
        gain = sum(member.size for member in others)
        gain -= sum(column.passing for column in self._columns.passed)
        for hole, column in zip(first.holes, self._columns.of_hole, strict=True):
            if column.differs:
                gain -= costs.read(hole, frequency)
        new = len(self._passed) - len(first.function.parameters)
        return gain - costs.code(UNUSED_VALUE, new * frequency, new)

    def merge(self, dispenser: NameDispenser) -> list[FunctionDefinition]:
        """Replace all functions by the first; returns the others."""
        first, *others = self.members
        names: dict[Column, str] = {}
        for hole in self._passed:
            name = first.fillings[hole]
            column = self._columns.of_hole[hole]
            names[column] = name if isinstance(name, str) else dispenser.new_name("")
        in_holes: dict[Expression, str] = {
            hole: names[column]
            for hole, column in zip(first.holes, self._columns.of_hole, strict=True)
            if column.differs and isinstance(hole, Literal)
        }
        for member in self.members:
            passed = [member.holes[hole] for hole in self._passed]
            for call in member.calls:
                arguments = dict(zip(member.function.parameters, call.arguments, strict=True))
                call.name = first.function.name
                call.arguments = [
                    arguments[hole.name] if isinstance(hole, Identifier) else copy_expression(hole)
                    for hole in passed
                ]
        HoleFiller(in_holes, {}).visit_block(first.function.body)
        forget_positions(first.function)
        first.function.parameters = list(names.values())
        return [member.function for member in others]


class _CallCollector(Walker):
    """Finds the calls of each function."""

    def __init__(self) -> None:
        self.calls: dict[str, list[FunctionCall]] = {}

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.builtin is None:
            self.calls.setdefault(call.name, []).append(call)
