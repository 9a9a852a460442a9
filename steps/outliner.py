"""Outliner (`X`): makes a function of statements that occur several times.

Sequences of statements that are the same but for constants and for variables of elsewhere become
calls of one function, with parameters for what differs and results for variables that are used
later. Above all these are ways to fail, which differ in the text that they tell: what ends by
reverting needs no return, and hardly ever runs.

It is decided by the gas over the life of a contract: the bytes of the sequences less, against a
function, its calls, and the gas of these where code is likely to run often
(`yulopt.analysis.frequencies`). The sequence that saves most comes first. Functions that are made
are looked at again, with all other code.

A sequence is only moved if control enters it at its beginning and leaves it at its end, so it has
no `leave`, and no `break` and `continue` for a loop around it; if every variable of elsewhere that
it assigns is assigned by a statement of its own before it is read; and if it has no `memoryguard`.
What is passed are variables and literals, so nothing is computed earlier than it was; only `gas()`
and the size of code tell the difference. If the stack gets too deep where it was not, nothing is
changed. The FullInliner (`i`) would put functions back, so this runs after it.

Example::

    {
        if iszero(calldataload(0))
        {
            mstore(0, shl(229, 4594637))
            mstore(4, 32)
            mstore(36, 8)
            mstore(68, "no value")
            revert(0, 100)
        }
        if callvalue()
        {
            mstore(0, shl(229, 4594637))
            mstore(4, 32)
            mstore(36, 9)
            mstore(68, "too early")
            revert(0, 100)
        }
    }

becomes::

    {
        {
            if iszero(calldataload(0)) { outlined(8, "no value") }
            if callvalue() { outlined(9, "too early") }
        }
        function outlined(_1, _2)
        {
            mstore(0, shl(229, 4594637))
            mstore(4, 32)
            mstore(36, _1)
            mstore(68, _2)
            revert(0, 100)
        }
    }

Source: R. Karp, R. Miller, A. Rosenberg, "Rapid identification of repeated patterns in strings,
trees and arrays", STOC 1972, for finding them; K. Cooper, N. McIntosh, "Enhanced code compression
for embedded RISC processors", PLDI 1999. This is an extension: solc has no such step.
"""

from __future__ import annotations

import heapq
from typing import ClassVar, Final

from yulopt.analysis.call_graph import OUTERMOST, call_graph
from yulopt.analysis.control_flow import FlowKind, flow_kind, function_control_flow
from yulopt.analysis.frequencies import Frequencies
from yulopt.analysis.references import count_variable_references
from yulopt.analysis.skeletons import Filling, Structure, filling_of, skeleton_of_statements
from yulopt.gas.model import (
    ASSIGNMENT,
    CALL,
    DESTINATION,
    FUNCTION,
    JUMP,
    LOOP_WEIGHT,
    READ_VARIABLE,
    UNUSED_VALUE,
    WEIGHT_ONE,
)
from yulopt.pipeline.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.pipeline.step import Context, Step
from yulopt.rewriting.abstraction import AbstractionCosts, Columns, columns_of
from yulopt.rewriting.code_size import is_shared
from yulopt.rewriting.hole_filler import HoleFiller
from yulopt.stack.within_reach import change_within_reach
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Case,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.copying import copy_expression
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import Walker

# Longer sequences are made of several.
_LONGEST: Final = 24
_MOST_PARAMETERS: Final = 6
_MOST_RESULTS: Final = 3
_MOST_ROUNDS: Final = 4
# With so many sites it is tried to begin.
_MOST_STARTS: Final = 4
_NAME: Final = "outlined"


class Outliner(Step):
    """Makes a function of statements that occur several times."""

    name = "Outliner"
    letter = "X"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        def outline(code: Block, left_alone: set[str]) -> bool:
            rounds = 0
            while rounds < _MOST_ROUNDS and _Round(context, code, left_alone).outline():
                rounds += 1
            return rounds > 0

        change_within_reach(block, context.dialect, outline)


class _Site:
    """Statements that follow one another in a block.

    `first` and `last` number them among all statements of the program, with what they contain.
    """

    def __init__(self, block: Block, statements: list[Statement], first: int, last: int) -> None:
        self.block = block
        self.statements = statements
        self.first = first
        self.last = last
        self.frequency = 0
        self.skeleton = skeleton_of_statements(statements)
        self.fillings = tuple(filling_of(hole) for hole in self.skeleton.holes)
        # The numbers of its variables that are used elsewhere.
        self.used: set[int] = set()
        self.size = 0
        # Whether the assembler makes one of all such blocks with equal fillings.
        self.is_shared = False
        # What it costs to pass what is in each hole.
        self.passing: list[int] = []


class _List:
    """The statements of a block, with the number of what each of them looks like, and with the
    numbers of the first and the last statement in it."""

    def __init__(self, block: Block) -> None:
        self.block = block
        self.looks: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []


class _Lists(Walker):
    """Collects all lists of statements but those in some functions."""

    def __init__(self, left_alone: set[str]) -> None:
        self.lists: list[_List] = []
        self.count = 0
        self.branches: set[Block] = set()
        self._left_alone = left_alone
        self._function = OUTERMOST
        self._numbers: dict[Structure, int] = {}

    def visit_block(self, block: Block) -> None:
        found = _List(block)
        self.lists.append(found)
        for statement in block.statements:
            found.looks.append(self._look(statement))
            found.first.append(self.count)
            self.count += 1
            self.visit_statement(statement)
            found.last.append(self.count)

    def _look(self, statement: Statement) -> int:
        """A number that is equal for statements that look alike, and positive if they may move."""
        if isinstance(statement, FunctionDefinition):
            return -self.count - 1
        structure = skeleton_of_statements([statement]).structure
        if self._function in self._left_alone or "memoryguard" in structure:
            return -self.count - 1
        return self._numbers.setdefault(structure, len(self._numbers) + 1)

    def visit_if(self, statement: If) -> None:
        self.branches.add(statement.body)
        super().visit_if(statement)

    def visit_function(self, function: FunctionDefinition) -> None:
        self._function = function.name
        super().visit_function(function)
        self._function = OUTERMOST

    def visit_case(self, case: Case) -> None:
        self.branches.add(case.body)
        super().visit_case(case)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions contain no statements."""


class _Round:
    """Outlines what is repeated in a program as it is now."""

    def __init__(self, context: Context, code: Block, left_alone: set[str]) -> None:
        self._code = code
        self._dispenser = context.dispenser
        calls = call_graph(code)
        self._flow = function_control_flow(code, calls)
        self._frequencies = Frequencies(
            code, calls, self._flow, once=WEIGHT_ONE, iterations=LOOP_WEIGHT
        )
        self._costs = AbstractionCosts(context, self._flow)
        self._references = count_variable_references(code)
        for statement in code.statements:
            if isinstance(statement, FunctionDefinition):
                for name in statement.returns:
                    self._references[name] = self._references.get(name, 0) + 1
        self._lists = _Lists(left_alone)
        self._lists.visit_block(code)

    def outline(self) -> bool:
        """Outline what pays; returns whether there was anything."""
        heap: list[tuple[int, int, list[_Site]]] = []
        for number, sites in enumerate(self._repeated()):
            chosen = self._chosen(sites)
            if chosen is not None:
                heapq.heappush(heap, (-chosen.gain, number, sites))
        touched = bytearray(self._lists.count)
        found = False
        while heap:
            gain, number, sites = heapq.heappop(heap)
            left = [site for site in sites if not any(touched[site.first : site.last])]
            chosen = self._chosen(left)
            if chosen is None:
                continue
            if chosen.gain < -gain:
                heapq.heappush(heap, (-chosen.gain, number, left))
                continue
            self._code.statements.append(chosen.outline(self._dispenser))
            outlined = chosen.sites + chosen.copies
            for site in outlined:
                for index in range(site.first, site.last):
                    touched[index] = 1
            found = True
            others = [site for site in left if site not in outlined]
            heapq.heappush(heap, (gain, number, others))
        return found

    def _repeated(self) -> list[list[_Site]]:
        """Sequences that occur several times, and can be moved.

        Windows of each length get a name, which is that of the two windows in them that are shorter
        by one; only windows that consist of repeated ones can be repeated.
        """
        result: list[list[_Site]] = []
        lists = self._lists.lists
        windows = [
            (index, start, look)
            for index, statements in enumerate(lists)
            for start, look in enumerate(statements.looks)
            if look > 0
        ]
        for length in range(1, _LONGEST + 1):
            groups: dict[int, list[tuple[int, int]]] = {}
            for index, start, name in windows:
                groups.setdefault(name, []).append((index, start))
            repeated = {name: group for name, group in groups.items() if len(group) > 1}
            for group in repeated.values():
                result += self._alike(group, length)
            names = {(index, start): name for index, start, name in windows if name in repeated}
            longer: dict[tuple[int, int], int] = {}
            windows = [
                (index, start, longer.setdefault((name, following), len(longer)))
                for (index, start), name in names.items()
                if (following := names.get((index, start + 1))) is not None
            ]
        return result

    def _alike(self, places: list[tuple[int, int]], length: int) -> list[list[_Site]]:
        """The sites of windows that look alike, divided into those with the same structure."""
        sites: dict[Structure, list[_Site]] = {}
        ends: dict[int, int] = {}
        for index, start in places:
            statements = self._lists.lists[index]
            if start < ends.get(index, 0):
                continue  # It overlaps with the one before.
            last = statements.last[start + length - 1]
            window = statements.block.statements[start : start + length]
            site = _Site(statements.block, window, statements.first[start], last)
            block = statements.block
            site.is_shared = block in self._lists.branches and is_shared(block, self._flow)
            is_whole = length == len(block.statements)
            if site.skeleton.is_closed and (is_whole or not site.is_shared):
                ends[index] = start + length
                sites.setdefault(site.skeleton.structure, []).append(site)
        groups = [group for group in sites.values() if len(group) > 1]
        for group in groups:
            for site in group:
                self._examine(site)
        return groups

    def _examine(self, site: _Site) -> None:
        block = Block(site.statements)
        inside = count_variable_references(block)
        site.used = {
            number
            for number, name in enumerate(site.skeleton.variables)
            if self._references.get(name, 0) > inside.get(name, 0)
        }
        site.frequency = self._frequencies.of_block(site.block)
        site.size = self._costs.size(block)
        site.passing = [
            self._costs.constant(hole, site.frequency)
            if isinstance(hole, Literal)
            else self._costs.code(READ_VARIABLE, site.frequency)
            for hole in site.skeleton.holes
        ]

    def _chosen(self, sites: list[_Site]) -> _Outline | None:
        """Those of some sites that are best replaced by calls of one function, if any are."""
        best: _Outline | None = None
        if len(sites) > 1:
            last = sites[0].statements[-1]
            returns = flow_kind(last, self._flow) is FlowKind.FLOW_OUT
            for first in sites[:_MOST_STARTS]:
                chosen = self._grown(first, sites, returns)
                if len(chosen.sites) > 1 and chosen.gain > (best.gain if best else 0):
                    best = chosen
        return best

    def _grown(self, first: _Site, sites: list[_Site], returns: bool) -> _Outline:
        """A site with those that gain something with it."""
        columns = columns_of(first.skeleton.holes, first.passing)
        chosen = _Outline([first], columns, self._costs, returns)
        if not chosen.is_possible():
            return chosen
        shared: dict[tuple[Filling, ...], list[_Site]] = {}
        if first.is_shared:
            shared[first.fillings] = []
        for site in sites:
            if site.is_shared and site.fillings in shared:
                if site is not first:
                    shared[site.fillings].append(site)
            elif site is not first:
                columns = chosen.columns.refined(site.skeleton.holes, site.passing)
                larger = _Outline([*chosen.sites, site], columns, self._costs, returns)
                if larger.is_possible() and larger.gain > chosen.gain:
                    chosen = larger
                    if site.is_shared:
                        shared[site.fillings] = []
        chosen.copies = [site for sites in shared.values() for site in sites]
        return chosen


class _Outline:
    """A function in place of the statements at some sites; `gain` is what it saves.

    `copies` are sites whose code is the same as that of one of the `sites` already.
    """

    def __init__(
        self, sites: list[_Site], columns: Columns, costs: AbstractionCosts, returns: bool
    ) -> None:
        self.sites = sites
        self.copies: list[_Site] = []
        self.columns = columns
        self._costs = costs
        self._returns = returns
        used = set().union(*(site.used for site in sites)) if returns else set()
        self._results: list[int] = sorted(used)
        self.gain = self._gain()

    def is_possible(self) -> bool:
        """Whether neither too much is passed nor returned, and that to new variables or old ones,
        not both."""
        site = self.sites[0]
        kept = set(site.skeleton.kept)
        number = sum(site.skeleton.variables[result] in kept for result in self._results)
        return (
            len(self.columns.passed) <= _MOST_PARAMETERS
            and len(self._results) <= _MOST_RESULTS
            and number in {0, len(self._results)}
        )

    def _gain(self) -> int:
        costs = self._costs
        passed = self.columns.passed
        first = self.sites[0]
        frequency = sum(site.frequency for site in self.sites)
        calls = len(self.sites)
        gain = sum(site.size for site in self.sites)
        gain -= costs.code(CALL if self._returns else JUMP, frequency, calls)
        gain -= sum(column.passing for column in passed)
        gain -= first.size
        for hole, column in zip(first.skeleton.holes, self.columns.of_hole, strict=True):
            if column.differs:
                gain -= costs.read(hole, frequency)
        gain -= costs.code(FUNCTION if self._returns else DESTINATION, frequency)
        if self._returns:
            gain -= costs.code(UNUSED_VALUE, frequency * len(passed), len(passed))
            if first.skeleton.kept:
                gain -= costs.code(
                    ASSIGNMENT, frequency * len(self._results), calls * len(self._results)
                )
        return gain

    def outline(self, dispenser: NameDispenser) -> FunctionDefinition:
        """Put calls in place of the statements; returns the function."""
        first = self.sites[0]
        name = dispenser.new_name(_NAME)
        for site in self.sites[1:] + self.copies:
            self._put(site, self._call(name, site))
        call = self._call(name, first)
        parameters = {column: dispenser.new_name("") for column in self.columns.passed}
        in_holes = {
            hole: parameters[column]
            for hole, column in zip(first.skeleton.holes, self.columns.of_hole, strict=True)
            if column.differs
        }
        variables = first.skeleton.variables
        results = {variables[number]: dispenser.new_name("") for number in self._results}
        renamed = dict(results)
        for variable in first.skeleton.kept:
            if variable not in renamed:
                renamed[variable] = dispenser.new_name(variable)
        body = Block(first.statements, first.statements[0].position)
        body.statements = _with_results(first, results)
        self._put(first, call)
        HoleFiller(in_holes, renamed).visit_block(body)
        returns = list(results.values())
        return FunctionDefinition(name, list(parameters.values()), returns, body, body.position)

    def _call(self, name: str, site: _Site) -> Statement:
        """The statement that calls the function for a site."""
        position = site.statements[0].position
        holes = site.skeleton.holes
        arguments = [copy_expression(holes[column.first_hole]) for column in self.columns.passed]
        call = FunctionCall(name, arguments, None, position)
        results = [site.skeleton.variables[number] for number in self._results]
        if not results:
            return ExpressionStatement(call, position)
        if results[0] in site.skeleton.kept:
            return Assignment([Identifier(x, position) for x in results], call, position)
        return VariableDeclaration(results, call, position)

    def _put(self, site: _Site, call: Statement) -> None:
        start = site.block.statements.index(site.statements[0])
        site.block.statements[start : start + len(site.statements)] = [call]


def _with_results(site: _Site, results: dict[str, str]) -> list[Statement]:
    """The statements of a site, where results are declared, and nothing else is that is not."""
    kept = set(site.skeleton.kept)
    body: list[Statement] = []
    for statement in site.statements:
        names: list[str] = []
        if isinstance(statement, VariableDeclaration):
            names = statement.names
        elif isinstance(statement, Assignment):
            # The first time; later ones assign what is declared then.
            names = [target.name for target in statement.targets]
            names = names if kept.issuperset(names) else []
            kept.difference_update(names)
        if not names or not isinstance(statement, (VariableDeclaration, Assignment)):
            body.append(statement)
            continue
        value = statement.value
        others = [name for name in names if name not in results]
        if len(others) == len(names):
            body.append(VariableDeclaration(names, value, statement.position))
        elif value is not None:
            if others:
                body.append(VariableDeclaration(others, None, statement.position))
            targets = [Identifier(name, statement.position) for name in names]
            body.append(Assignment(targets, value, statement.position))
    return body
