"""StackCompressor: recomputes values instead of keeping them on a stack that is too deep.

If the code generator could not reach a variable, variables with a known movable value are replaced
by that value and then removed (see Rematerialiser and UnusedPruner). For the newer code generator,
the unreachable slots are computed exactly, and one pass handles them. The older one, for old EVM
versions and without stack allocation, is simulated; the passes are repeated until it succeeds, at
most 16 times, and every pass is a full Rematerialiser.

The cheapest variables are chosen first: those with the smallest product of the cost of the value
and the number of references. The step needs the grouped form and unique names, and runs near the
end of the suite.

Example::

    {
        { f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16) }
        function f(a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q)
        {
            let sender := caller()
            sstore(sender, q)
            log4(a, b, c, d, e, g)
            log4(h, i, j, k, l, m)
            log4(n, o, p, q, sender, a)
        }
    }

becomes::

    {
        {
            f(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)
        }
        function f(a, b, c, d, e, g, h, i, j, k, l, m, n, o, p, q)
        {
            sstore(caller(), q)
            log4(a, b, c, d, e, g)
            log4(h, i, j, k, l, m)
            log4(n, o, p, q, caller(), a)
        }
    }

Source: chapter 07, section 6 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.analysis.data_flow import DataFlowAnalyzer
from yulopt.analysis.declarations import function_definitions
from yulopt.analysis.side_effects import contains_msize
from yulopt.dialect import Dialect
from yulopt.gas.metrics import code_cost
from yulopt.passes.properties import EMPTY_LOOP_INITIALISERS, GROUPED_FUNCTIONS, UNIQUE_NAMES
from yulopt.passes.step import Context, Step
from yulopt.rewriting.rematerialisation import rematerialise
from yulopt.rewriting.unused_pruning import prune_unused
from yulopt.stack.compilability import Unreachable, check_compilability
from yulopt.stack.problems import StackProblems, stack_problems
from yulopt.stack.transitions import StackTooDeep
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
)

_MAX_ROUNDS: Final = 16
# The count of variables still to be chosen is an unsigned number of this size, and wraps around.
_COUNT_MASK: Final = 2**64 - 1


class StackCompressor(Step):
    """Recomputes values instead of keeping them on a stack that is too deep."""

    name = "StackCompressor"
    requires = (UNIQUE_NAMES, GROUPED_FUNCTIONS, EMPTY_LOOP_INITIALISERS)
    # Unless it finds problems.
    preserves_analyses = (StackProblems,)

    def run(self, context: Context, block: Block) -> None:
        if context.stack_allocation and context.dialect.forwards_all_gas:
            report = stack_problems(context, block)
            if any(report.values()):
                _compress_once(block, context.dialect, report)
                context.analyses_of(block).forget(StackProblems)
        else:
            _compress_repeatedly(block, context.dialect, context.stack_allocation)
            context.analyses_of(block).forget(StackProblems)


def _compress_once(
    block: Block, dialect: Dialect, report: Mapping[str, list[StackTooDeep]]
) -> None:
    """The pass for the newer code generator."""
    chosen = _choose_for_problems(report, _find_candidates(block, dialect))
    rematerialise(block, dialect, always=chosen, only_selected=True)
    _prune(block, dialect, code_contains_msize=contains_msize(block))


def _compress_repeatedly(block: Block, dialect: Dialect, stack_allocation: bool) -> None:
    """The passes for the older code generator."""
    # Not recomputed if an unused `msize` is removed meanwhile.
    code_contains_msize = contains_msize(block)
    for _ in range(_MAX_ROUNDS):
        unreachable = check_compilability(block, reuse=stack_allocation)
        if not unreachable:
            return
        chosen = _choose_cheapest(unreachable, _find_candidates(block, dialect))
        rematerialise(block, dialect, always=chosen)
        _prune(block, dialect, code_contains_msize=code_contains_msize)


def _prune(block: Block, dialect: Dialect, *, code_contains_msize: bool) -> None:
    """Remove unused code, except functions and calls of functions."""
    functions = [function.name for function in function_definitions(block)]
    prune_unused(
        block, dialect, {}, code_contains_msize=code_contains_msize, externally_used=functions
    )


class _Candidate:
    """A variable that could be replaced: its function, the cost of its value, its uses."""

    def __init__(self, function: str, cost: int, references: int = 0) -> None:
        self.function = function
        self.cost = cost
        self.references = references

    @property
    def key(self) -> int:
        """The cost of replacing the variable."""
        return self.cost * self.references


class _CandidateFinder(DataFlowAnalyzer):
    def __init__(self, dialect: Dialect) -> None:
        super().__init__()
        self.candidates: dict[str, _Candidate] = {}
        self._dialect = dialect
        self._function = OUTERMOST

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        self._function = function.name
        super().visit_function(function)
        self._function = OUTERMOST
        return None

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        super().visit_declaration(declaration)
        if len(declaration.names) == 1:
            name = declaration.names[0]
            value = self.value_of(name)
            if value is not None:
                self.candidates[name] = _Candidate(self._function, code_cost(value, self._dialect))
        return None

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        for target in assignment.targets:
            self.candidates.pop(target.name, None)
        return super().visit_assignment(assignment)

    def visit_identifier(self, identifier: Identifier) -> Expression:
        name = identifier.name
        if name in self.candidates:
            if self.value_of(name) is None:
                del self.candidates[name]
            else:
                self.candidates[name].references += 1
        return identifier


def _find_candidates(block: Block, dialect: Dialect) -> dict[str, _Candidate]:
    """The variables whose value is known wherever they are used, in order of declaration."""
    finder = _CandidateFinder(dialect)
    finder.visit_block(block)
    return finder.candidates


def _choose_for_problems(
    report: Mapping[str, list[StackTooDeep]], candidates: Mapping[str, _Candidate]
) -> set[str]:
    """Variables whose removal solves the problems, possibly more than needed."""
    chosen: set[str] = set()
    for problems in report.values():
        for problem in problems:
            _choose_for_problem(problem, candidates, chosen)
    return chosen


def _choose_for_problem(
    problem: StackTooDeep, candidates: Mapping[str, _Candidate], chosen: set[str]
) -> None:
    """Choose the cheapest variables of one problem.

    The count wraps around below zero, so that often many more variables are chosen than needed.
    """
    needed = problem.deficit
    groups: dict[int, list[str]] = {}
    for name in problem.choices:
        if name in chosen:
            needed = (needed - 1) & _COUNT_MASK
        elif name in candidates:
            groups.setdefault(candidates[name].key, []).append(name)
    for key in sorted(groups):
        for name in groups[key]:
            enough = needed == 0
            needed = (needed - 1) & _COUNT_MASK
            if enough:
                break
            chosen.add(name)
        if needed == 0:
            return


def _choose_cheapest(
    unreachable: Mapping[str, Unreachable], candidates: Mapping[str, _Candidate]
) -> set[str]:
    """For each function as many variables as it lacks slots, cheapest first."""
    by_function: dict[str, list[str]] = {}
    for name, candidate in candidates.items():
        by_function.setdefault(candidate.function, []).append(name)
    chosen: set[str] = set()
    for function, found in unreachable.items():
        names = by_function.get(function, [])
        names.sort(key=lambda name: candidates[name].key)
        chosen.update(names[: found.deficit])
    return chosen
