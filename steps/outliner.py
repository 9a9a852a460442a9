"""Outliner (`X`): extracts repeated statements into a function.

Sequences of statements that are equal up to constants and outer variables become calls of one
function, with parameters for the differences and results for variables that are used later. These
are above all reverts with different messages: they need no return, and hardly ever run.

The decision is by gas over the lifetime of a contract: the bytes of the removed sequences, against
a function, its calls, and their gas in frequent code (`yulopt.frequency.code_frequencies`). The
largest savings come first. New functions are considered again, with all other code.

If that makes the stack too deep, nothing is changed. The FullInliner (`i`) would inline the
functions again, so this runs after it.

Right if:

* single entry and exit: the sequence has no `leave`, and no `break` or `continue` for a loop around
  it.
* defined before use: each outer variable that it assigns is assigned by a top-level statement of
  the sequence before it is read.
* fixed literals: case labels, and arguments that must be literals, are equal in all occurrences.
* no memory guard: it has no `memoryguard`.

Assumed:

* gas and size: only `gas()` and the size of the code reveal the difference. Arguments are variables
  and literals, so nothing is computed earlier than before.

Example::

    {
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

from yulopt.analysis.anti_unification import Filling, Structure, skeleton_of_statements
from yulopt.analysis.call_graph import OUTERMOST, call_graph
from yulopt.analysis.control_flow import FlowKind, flow_kind, function_control_flow
from yulopt.analysis.references import count_variable_references
from yulopt.analysis.repeated_substrings import Occurrence, repeated_windows
from yulopt.frequency.code_frequencies import Frequencies
from yulopt.passes.properties import GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.abstraction import AbstractionCosts
from yulopt.rewriting.code_size import is_shared
from yulopt.rewriting.outlining import Outline, Site
from yulopt.stack.within_reach import change_within_reach
from yulopt.syntax.ast import Block, Case, Expression, FunctionDefinition, If, Statement
from yulopt.syntax.visitor import Walker

# The maximum length of sequences; longer ones are composed of several.
_LONGEST: Final = 24
_MAX_ROUNDS: Final = 4
# The maximum number of sites tried as the first one.
_MAX_STARTS: Final = 4


class Outliner(Step):
    """Extracts repeated statements into a function."""

    name = "Outliner"
    letter = "X"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS)
    is_extension: ClassVar[bool] = True
    reads_runs = True

    def run(self, context: Context, block: Block) -> None:
        def outline(code: Block, left_alone: set[str]) -> bool:
            rounds = 0
            while rounds < _MAX_ROUNDS and _Round(context, code, left_alone).outline():
                rounds += 1
            return rounds > 0

        change_within_reach(block, context.dialect, outline)


class _List:
    """The statements of a block.

    `looks`: equal numbers for statements with equal structure, negative ones for immovable
    statements; `first` and `last` number each statement among all of the program, including nested
    ones.
    """

    def __init__(self, block: Block, *, is_branch: bool) -> None:
        self.block = block
        self.is_branch = is_branch
        self.looks: list[int] = []
        self.first: list[int] = []
        self.last: list[int] = []
        # For each statement, the number of references to each variable; computed on demand.
        self._references: dict[int, dict[str, int]] = {}

    def references(self, index: int) -> dict[str, int]:
        """The number of references of a statement to each variable."""
        found = self._references.get(index)
        if found is None:
            found = count_variable_references(Block([self.block.statements[index]]))
            self._references[index] = found
        return found


class _Lists(Walker):
    """Collects all lists of statements; those in some functions may not move."""

    def __init__(self, left_alone: set[str]) -> None:
        self.lists: list[_List] = []
        self.count = 0
        self._left_alone = left_alone
        self._function = OUTERMOST
        self._is_branch = False
        self._numbers: dict[Structure, int] = {}

    def visit_block(self, block: Block) -> None:
        found = _List(block, is_branch=self._is_branch)
        self._is_branch = False
        self.lists.append(found)
        for statement in block.statements:
            found.looks.append(self._look(statement))
            found.first.append(self.count)
            self.count += 1
            self.visit_statement(statement)
            found.last.append(self.count)

    def _look(self, statement: Statement) -> int:
        if isinstance(statement, FunctionDefinition) or self._function in self._left_alone:
            return -1
        structure = skeleton_of_statements([statement]).structure
        if "memoryguard" in structure:
            return -1
        return self._numbers.setdefault(structure, len(self._numbers))

    def visit_if(self, statement: If) -> None:
        self._is_branch = True
        self.visit_block(statement.body)

    def visit_case(self, case: Case) -> None:
        self._is_branch = True
        self.visit_block(case.body)

    def visit_function(self, function: FunctionDefinition) -> None:
        self._function = function.name
        super().visit_function(function)
        self._function = OUTERMOST

    def visit_expression(self, expression: Expression) -> None:
        """Expressions contain no statements."""


class _Round:
    """Outlines repeated code of the current program."""

    def __init__(self, context: Context, code: Block, left_alone: set[str]) -> None:
        self._code = code
        self._dispenser = context.dispenser
        calls = call_graph(code)
        self._flow = function_control_flow(code, calls)
        self._frequencies = Frequencies(code, calls, self._flow, context.calls_of_code)
        self._costs = AbstractionCosts(context, self._flow)
        self._references = count_variable_references(code)
        for statement in code.statements:
            if isinstance(statement, FunctionDefinition):
                for name in statement.returns:
                    self._references[name] = self._references.get(name, 0) + 1
        self._shared: dict[Block, bool] = {}
        self._sizes: dict[Statement, int] = {}
        self._lists = _Lists(left_alone)
        self._lists.visit_block(code)

    def outline(self) -> bool:
        """Outline profitable sequences; returns whether there were any."""
        heap: list[tuple[int, int, list[Site]]] = []
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

    def _repeated(self) -> list[list[Site]]:
        """Sequences that occur several times, and can be moved."""
        looks = [statements.looks for statements in self._lists.lists]
        return [
            sites
            for length, occurrences in repeated_windows(looks, _LONGEST)
            for sites in self._alike(occurrences, length)
        ]

    def _alike(self, occurrences: list[Occurrence], length: int) -> list[list[Site]]:
        """The sites of similar windows, grouped by exact structure."""
        sites: dict[Structure, list[Site]] = {}
        ends: dict[int, int] = {}
        for index, start in occurrences:
            if start < ends.get(index, 0):
                continue  # It overlaps with the one before.
            statements = self._lists.lists[index]
            block = statements.block
            shares = statements.is_branch and self._is_shared(block)
            if shares and length < len(block.statements):
                continue
            end = start + length
            window = block.statements[start:end]
            site = Site(block, window, statements.first[start], statements.last[end - 1])
            if site.skeleton.is_closed:
                ends[index] = end
                site.is_shared = shares
                site.used = self._used(site, statements, start)
                sites.setdefault(site.skeleton.structure, []).append(site)
        groups = [group for group in sites.values() if len(group) > 1]
        for group in groups:
            for site in group:
                site.frequency = self._frequencies.of_block(site.block)
                site.size = sum(self._size(statement) for statement in site.statements)
        return groups

    def _is_shared(self, block: Block) -> bool:
        known = self._shared.get(block)
        if known is None:
            known = self._shared[block] = is_shared(block, self._flow)
        return known

    def _size(self, statement: Statement) -> int:
        known = self._sizes.get(statement)
        if known is None:
            known = self._sizes[statement] = self._costs.size(Block([statement]))
        return known

    def _used(self, site: Site, statements: _List, start: int) -> set[int]:
        """The numbers of a site's variables that are used elsewhere."""
        inside = [statements.references(start + n) for n in range(len(site.statements))]
        return {
            number
            for number, name in enumerate(site.skeleton.variables)
            if self._references.get(name, 0) > sum(counts.get(name, 0) for counts in inside)
        }

    def _chosen(self, sites: list[Site]) -> Outline | None:
        """The best subset of some sites to replace by calls of one function, if any."""
        best: Outline | None = None
        if len(sites) > 1:
            last = sites[0].statements[-1]
            returns = flow_kind(last, self._flow) is FlowKind.FLOW_OUT
            for first in sites[:_MAX_STARTS]:
                chosen = self._grown(first, sites, returns)
                if len(chosen.sites) > 1 and chosen.gain > (best.gain if best else 0):
                    best = chosen
        return best

    def _grown(self, first: Site, sites: list[Site], returns: bool) -> Outline:
        """A function for a site and others that profit from it."""
        chosen = Outline(first, self._costs, returns=returns)
        if not chosen.is_possible():
            return chosen
        shared: dict[tuple[Filling, ...], list[Site]] = {}
        if first.is_shared:
            shared[first.fillings] = []
        for site in sites:
            if site is first:
                continue
            if site.is_shared and site.fillings in shared:
                shared[site.fillings].append(site)
                continue
            if chosen.add(site) and site.is_shared:
                shared[site.fillings] = []
        chosen.copies = [site for copies in shared.values() for site in copies]
        return chosen
