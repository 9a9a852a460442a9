"""The attempt to prove one pair of functions: by normal form, with calls unfolded as needed."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from yulopt.prover.answers import ProofSettings, Query, Status, Verdict
from yulopt.prover.calls import OUTERMOST
from yulopt.prover.cases import Cases
from yulopt.prover.differences import differences
from yulopt.prover.dispatch_cases import DispatchCases
from yulopt.prover.function_pair import CallsOfSide, Pairs, Part, execute, parts
from yulopt.prover.graph import Graph
from yulopt.prover.invariants import StepInvariants
from yulopt.prover.known import Known
from yulopt.prover.terms import Term
from yulopt.prover.uneven_calls import UnevenCalls
from yulopt.prover.work_clock import OpenQuestion, WorkClock

# How pairs are proven.
NORMAL_FORM: Final = "normal form"
AS_CALLED: Final = "as it is called"
CASES: Final = "cases"
SMT: Final = "smt"
_BRIEF: Final = "different in normal form"
# Operations for the results of a call.
_OF_CALL: Final = frozenset({"ends", "halted", "result", "after"})
# Maximum number of times that calls on only one side are unfolded.
_MAX_ROUNDS: Final = 12
# The share of the time for comparing functions for any calls, if facts about calls may help later,
# and for executing all callees.
_IN_ISOLATION: Final = 0.3
_EXECUTED: Final = 0.25
# The share of the time for cases after each execution.
_CASES: Final = 0.1


class Comparison(ABC):
    """Compares two pieces of code as terms; subclasses define how they are executed."""

    def __init__(self, settings: ProofSettings) -> None:
        self._settings = settings
        self._clock = WorkClock(smtlib=settings.smtlib)
        self._end = settings.seconds
        self._method = NORMAL_FORM
        # The functions whose calls were not executed.
        self._assumed: set[str] = set()
        # For code that is compared selector by selector.
        self._dispatch: DispatchCases | None = None

    @abstractmethod
    def _compare(self, graph: Graph, unfolded: frozenset[str]) -> tuple[list[Part], set[str]]:
        """Execute both sides, with `unfolded` functions inlined. Returns the parts that must agree,
        and the functions that are not called equally often; records the assumed ones."""

    @abstractmethod
    def _assumptions(self) -> frozenset[tuple[str, str]]:
        """The pairs of functions that were assumed equal."""

    def _check_time(self) -> None:
        self._clock.check(self._end)

    def verdict(self) -> Verdict:
        """The verdict."""
        try:
            return self._verdict()
        except OpenQuestion as question:
            return Verdict(Status.OPEN, reason=str(question))

    def _verdict(self) -> Verdict:
        graph = Graph(self._clock)
        found = self._unfold(graph)
        if not found:
            return Verdict(Status.PROVEN, self._method, assumed=self._assumptions())
        return self._with_solvers(graph, found)

    def _with_solvers(self, graph: Graph, found: list[Part]) -> Verdict:
        """The verdict by cases and solvers on parts that differ in normal form."""
        queries: list[Query] = []
        if self._same_in_all_cases(graph, found, queries):
            method = SMT if queries else CASES
            return Verdict(Status.PROVEN, method, queries=queries, assumed=self._assumptions())
        verdict = self._solve(graph, found)
        verdict.queries[:0] = queries
        return verdict

    def _same_in_all_cases(self, graph: Graph, found: list[Part], queries: list[Query]) -> bool:
        end = (self._clock.now() + self._settings.seconds) / 2
        return self._same_in_cases(graph, found, end, self._settings.solvers, queries)

    def _same_in_cases(
        self,
        graph: Graph,
        found: list[Part],
        end: float,
        solvers: Sequence[str],
        queries: list[Query],
    ) -> bool:
        """Whether the parts agree, by cases, until the clock is at `end`."""
        control, *others = [(part.before, part.after) for part in found]

        def is_same(conditions: list[tuple[Term, bool]], share: float) -> bool:
            now = self._clock.now()
            cases = Cases(graph, now + share * (end - now), solvers, queries)
            for condition, holds in conditions:
                cases.assume(condition, holds=holds)
            try:
                return cases.same_control(*control, others)
            except OpenQuestion:
                return False

        if self._dispatch is None:
            return is_same([], 1.0)
        assumed = self._dispatch.show(graph, control[0], self._assumed, is_same)
        self._assumed = self._assumed if assumed is None else assumed
        return assumed is not None

    def _unfold(self, graph: Graph) -> list[Part]:
        """Compare both functions, and inline callees as long as that helps.

        Returns the parts that must agree if some of them differ.
        """
        unfolded: frozenset[str] = frozenset()
        for _ in range(_MAX_ROUNDS):
            found, calls = self._compare(graph, unfolded)
            different = self._different(graph, found)
            if not different:
                return []
            without, with_others = _unmatched(different)
            unmatched = without & self._assumed | calls
            if unmatched <= unfolded:
                unmatched = with_others & self._assumed
            if unmatched <= unfolded:
                break
            unfolded = self._to_unfold(unfolded | unmatched)
        return found

    def _to_unfold(self, unfolded: frozenset[str]) -> frozenset[str]:
        """The functions to inline next, some of which a comparison found."""
        return unfolded

    def _different(self, graph: Graph, found: list[Part]) -> list[Part]:
        """The parts that differ; none if a short comparison case by case shows that they are equal,
        as where conditions are checked in another order."""
        different = [part for part in found if not part.is_same]
        end = self._clock.now() + _CASES * self._settings.seconds
        if different and self._same_in_cases(graph, found, end, (), []):
            self._method = CASES
            return []
        return different

    def _solve(self, graph: Graph, found: list[Part]) -> Verdict:
        names = ", ".join(part.name for part in found if not part.is_same)
        if not self._settings.solvers:
            return Verdict(Status.OPEN, reason=f"different in normal form: {names}; no solver")
        try:
            from yulopt.prover.solving import solve
        except ImportError:
            return Verdict(
                Status.OPEN, reason=f"different in normal form: {names}; z3-solver is not installed"
            )
        settings = self._settings
        verdict = solve(graph, found, settings.seconds, settings.solvers, replays=settings.replays)
        if verdict.status is Status.PROVEN:
            verdict.assumed = self._assumptions()
        elif verdict.status is Status.OPEN:
            verdict.reason += f" (different in normal form: {names})"
        return verdict


class Attempt(Comparison):
    """Compares two functions, or, with None, the code outside functions.

    `invariants` are those of the whole programs, if known.
    """

    def __init__(
        self,
        pairs: Pairs,
        settings: ProofSettings,
        before: str | None,
        after: str | None,
        invariants: StepInvariants | None = None,
    ) -> None:
        super().__init__(settings)
        self._pairs = pairs
        self._before = before
        self._after = after
        self._invariants = None if settings.is_brief else invariants
        self._uneven: UnevenCalls | None = None
        # Facts that hold at all calls of functions, once used.
        self._known: dict[str, Known] | None = None

    def verdict(self) -> Verdict:
        """The verdict."""
        verdict = super().verdict()
        verdict.uses_callers = self._known is not None
        return verdict

    def _verdict(self) -> Verdict:
        if self._before is not None and self._after is not None:
            definitions = (
                self._pairs.before.code.functions[self._before],
                self._pairs.after.code.functions[self._after],
            )
            if len({(len(one.parameters), len(one.returns)) for one in definitions}) > 1:
                return Verdict(Status.OPEN, reason="different parameters")
        graph = Graph(self._clock)
        if self._invariants is None:
            found = self._unfold(graph)
        elif not self._is_same_within(_IN_ISOLATION, lambda: self._unfold(graph)):
            self._known = self._invariants.of(self._pairs)
            graph = Graph(self._clock)
            found = self._unfold(graph)
        else:
            found = []
        if found and self._settings.is_brief:
            return Verdict(Status.OPEN, reason=_BRIEF)
        if not found or self._is_same_within(_EXECUTED, self._executed):
            method = self._method if self._known is None else AS_CALLED
            return Verdict(Status.PROVEN, method, assumed=self._assumptions())
        return self._with_solvers(graph, found)

    def _executed(self) -> list[Part]:
        """Compare both functions with all callees inlined."""
        graph = Graph(self._clock)
        found, _ = self._compare(graph, frozenset(self._pairs.after_of))
        return self._different(graph, found)

    def _is_same_within(self, share: float, compare: Callable[[], list[Part]]) -> bool:
        """Whether a comparison finds no difference within a share of the time."""
        assumed, end = self._assumed, self._end
        self._end = min(end, self._clock.now() + share * self._settings.seconds)
        try:
            is_same = not compare()
        except OpenQuestion:
            is_same = False
        self._end = end
        if not is_same:
            self._assumed = assumed
        return is_same

    def _compare(self, graph: Graph, unfolded: frozenset[str]) -> tuple[list[Part], set[str]]:
        sides = (
            (self._pairs.before, self._before, True),
            (self._pairs.after, self._after, False),
        )
        if self._known is not None:
            unfolded |= self._pairs.allocators
        summaries = []
        counts: list[Counter[str]] = []
        for side, name, is_before in sides:
            calls = CallsOfSide(self._pairs, unfolded, self._known or {}, is_before=is_before)
            summaries.append(
                execute(
                    graph,
                    side,
                    calls,
                    name,
                    self._check_time,
                    bounds_loops=self._known is not None,
                )
            )
            counts.append(calls.call_counts)
        self._assumed = set(counts[0]) | set(counts[1])
        found = parts(graph, *summaries)
        uneven = {name for name in self._assumed if counts[0][name] != counts[1][name]}
        return found, uneven

    def _to_unfold(self, unfolded: frozenset[str]) -> frozenset[str]:
        if self._uneven is None:
            self._uneven = UnevenCalls(self._pairs)
        return self._uneven.with_all(self._before or OUTERMOST, self._after or OUTERMOST, unfolded)

    def _assumptions(self) -> frozenset[tuple[str, str]]:
        return frozenset((name, self._pairs.after_of[name]) for name in self._assumed)


def _unmatched(different: Iterable[Part]) -> tuple[set[str], set[str]]:
    """The functions whose calls face a different term on the other side, or a call with different
    arguments."""
    found: set[Term] = set()
    passed: list[Term] = []
    for before, after in differences(((part.before, part.after) for part in different), passed):
        found |= _calls(before) ^ _calls(after)
        for side in (before, after):
            if side.op in _OF_CALL:
                found.add(side.args[0])
    without, with_others = (
        {str(call.data) for call in calls if call.op == "call"} for calls in (found, passed)
    )
    return without, with_others


def _calls(root: Term) -> set[Term]:
    """The calls of functions in a term."""
    pending = [root]
    seen = set(pending)
    while pending:
        for arg in pending.pop().args:
            if arg not in seen:
                seen.add(arg)
                pending.append(arg)
    return {term for term in seen if term.op == "call"}
