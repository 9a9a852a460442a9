"""Functions of the Yul and their bytes, compared as terms.

A call of a function counts as equal on both sides if the function has an entry in the code. That is
sound by induction over the depth of calls, if each such function is proven itself; `objects` checks
that at the end. Functions without an entry are inlined into the Yul; if bytes and Yul do not call a
function equally often, its calls are inlined on both sides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Mapping
from typing import Final

from yulopt.checker.decoding import Code
from yulopt.checker.execution import Execution
from yulopt.checker.flow import RETURN, Explore, LoopResult, Mark, Signature
from yulopt.checker.semantics import BuiltinsOfBytes
from yulopt.checker.witness import Witness
from yulopt.dialect import Dialect
from yulopt.prover.answers import CodeView, ProofSettings
from yulopt.prover.attempt import Comparison
from yulopt.prover.dispatch_cases import DispatchCases
from yulopt.prover.effects import Effects, asks_for_msize
from yulopt.prover.function_pair import Part, Side, execute, parts
from yulopt.prover.graph import Graph
from yulopt.prover.known import Known
from yulopt.prover.summaries import CallSite, Summary
from yulopt.prover.work_clock import TERMS_PER_SECOND, OpenQuestion
from yulopt.syntax.ast import Block

# The shares of the time after which code is not read in other ways any more, at first and where
# choices inside others are decided.
_SEARCHED: Final = 0.25
_SEARCHED_DEEPER: Final = 0.8
# The depth up to which choices inside others are decided, if that is needed.
_DEPTH: Final = 4


class BothSides:
    """The Yul of an object and its bytes, with the functions that have an entry there.

    Functions with the same entry, and equally many arguments and results, share one name in the
    terms: that of the first. `visited` has the offsets of all instructions that were executed.
    """

    def __init__(
        self, block: Block, witness: Witness, sizes: Mapping[str, int], dialect: Dialect
    ) -> None:
        self.witness = witness
        self.code = Code(witness, dialect)
        self.visited: set[int] = set()
        with_extent = asks_for_msize(block)
        self.yul = Side(CodeView(block), dialect, with_extent=with_extent)
        self.yul.builtins_of = lambda graph: BuiltinsOfBytes(
            graph, dialect, witness, sizes, with_extent=with_extent
        )
        self.key_of: dict[str, str] = {}
        self.signatures: dict[str, Signature] = {}
        first: dict[tuple[int, int, int, bool], str] = {}
        for name in self.yul.code.functions:
            entry = witness.entries.get(name)
            if entry is not None:
                found = self._signature(name)
                order = sorted(found.order)
                if order != [*range(len(order))] or len(order) > found.slots:
                    continue  # No order of its slots.
                shape = (entry, found.arguments, found.results, found.has_address)
                self.key_of[name] = first.setdefault(shape, name)
                self.signatures.setdefault(self.key_of[name], found)

    def _signature(self, name: str) -> Signature:
        definition = self.yul.code.functions[name]
        returns = not self.yul.effects[name].always_ends
        return Signature(
            name,
            len(definition.parameters),
            len(definition.returns),
            returns or self.witness.address_always,
            self.witness.orders.get(name, ()),
        )

    def callable(self, unfolded: frozenset[str]) -> Mapping[int, Signature]:
        """The functions that are not inlined, by their entries."""
        return {
            self.witness.entries[name]: signature
            for name, signature in self.signatures.items()
            if name not in unfolded
        }


class CallsOfYul:
    """The facts about the functions that the Yul calls; those of `unfolded` are inlined."""

    def __init__(self, sides: BothSides, unfolded: frozenset[str]) -> None:
        self._sides = sides
        self._unfolded = unfolded
        self.call_counts: Counter[str] = Counter()

    def key(self, name: str) -> str | None:
        """The name of the function in the graph."""
        return self._sides.key_of.get(name)

    def is_unfolded(self, name: str) -> bool:
        """Whether calls of the function are inlined."""
        key = self.key(name)
        return key is None or key in self._unfolded

    def note_call(self, name: str, site: CallSite) -> None:
        """Count a call that is not inlined."""
        if not site.inlines:
            self.call_counts[self._sides.key_of[name]] += 1

    def known(self, name: str) -> Known | None:
        """Invariants of functions are not used here."""
        return None

    def effects(self, name: str) -> Effects:
        """The effects of a call."""
        key = self.key(name)
        return self._sides.yul.effects[name if key is None or key in self._unfolded else key]


class CodeComparison(Comparison):
    """Compares a function of the Yul, or, with None, the code outside functions, with its bytes."""

    def __init__(
        self, sides: BothSides, settings: ProofSettings, explore: Explore, name: str | None
    ) -> None:
        super().__init__(settings)
        # Modified bytes may have any nesting of loops.
        self._clock.limit = settings.seconds * TERMS_PER_SECOND
        self._sides = sides
        self._explorers = explore(sides.witness)
        self._explorer = self._explorers[0]
        self._search_end = _SEARCHED * settings.seconds
        # Whether loops are those of the Yul, and whether `_is_same_on_retry` was called.
        self._loops_match = True
        self._has_retried = False
        self._name = name
        self._dispatch = None if name else DispatchCases()
        # The functions that either side calls more often.
        self._uneven: frozenset[str] = frozenset()
        self._inlined: frozenset[str] = frozenset()

    def _unfold(self, graph: Graph) -> list[Part]:
        try:
            found = super()._unfold(graph)
        except OpenQuestion:
            if self._is_same_on_retry():
                return []
            raise
        return [] if found and self._is_same_on_retry() else found

    def _is_same_on_retry(self) -> bool:
        """Whether code is the same if conditions decide choices nested more deeply, as paths may
        join in another order, or for other explorers. That is tried once."""
        if self._has_retried:
            return False
        assumed = self._assumed
        self._has_retried = True
        self._inlined = self._uneven
        ways = [(one, depth) for one in self._explorers for depth in (0, _DEPTH)][1:]
        for tried, (self._explorer, depth) in enumerate(ways):
            graph = Graph(self._clock)
            graph.choices.depth = depth
            left = _SEARCHED_DEEPER * self._settings.seconds - self._clock.now()
            self._search_end = self._clock.now() + left / (len(ways) - tried)
            try:
                if not super()._unfold(graph):
                    return True
            except OpenQuestion:
                pass
        self._assumed = assumed
        return False

    def _different(self, graph: Graph, found: list[Part]) -> list[Part]:
        different = super()._different(graph, found)
        if different and not self._loops_match and self._is_same_on_retry():
            return []
        return different

    def _compare(self, graph: Graph, unfolded: frozenset[str]) -> tuple[list[Part], set[str]]:
        unfolded = (unfolded | self._inlined) - self._sides.yul.recursive
        calls = CallsOfYul(self._sides, unfolded)
        first = len(graph.loops.closed)
        yul = execute(graph, self._sides.yul, calls, self._name, self._check_time)
        outlines = {closed.outline() for closed in graph.loops.closed[first:]}
        if graph.choices.depth:
            self._explorer.note(graph.terms.all())
        summary, counts = self._execute_bytes(graph, unfolded, outlines)
        self._assumed = set(calls.call_counts) | set(counts)
        uneven = {name for name in self._assumed if calls.call_counts[name] != counts[name]}
        self._uneven |= uneven
        return parts(graph, yul, summary), uneven

    def _execute_bytes(
        self, graph: Graph, unfolded: frozenset[str], outlines: Container[int]
    ) -> tuple[Summary, Counter[str]]:
        """Execute the bytes, with their loops read as the Yul has them, if possible."""
        while True:
            execution, signature = self._execution(graph, unfolded)
            found: Summary | OpenQuestion
            try:
                found = execution.function(signature) if signature else execution.outermost()
            except OpenQuestion as question:
                found = question
            loops = _results(execution, outlines)
            may_search = self._clock.now() < self._search_end
            if self._explorer.advance(loops, execution.joins, may_search=may_search):
                continue
            self._loops_match = all(loop.is_known for loop in loops)
            if execution.is_part:
                raise OpenQuestion("only a part of the code was executed")
            if isinstance(found, OpenQuestion):
                raise found
            return found, Counter(execution.call_counts)

    def _execution(
        self, graph: Graph, unfolded: frozenset[str]
    ) -> tuple[Execution, Signature | None]:
        """An execution of the bytes that has not begun yet, and the signature of the function."""
        sides, witness = self._sides, self._sides.witness
        marks: tuple[Mark, ...] = ()
        start = 0
        signature: Signature | None = None
        if self._name is not None:
            signature = sides.signatures[sides.key_of[self._name]]
            slots = [RETURN] * signature.has_address + [None] * signature.arguments
            marks = tuple(signature.as_ordered(slots))
            start = witness.entries[self._name]
        callable = sides.callable(unfolded)
        flow = self._explorer.flow(sides.code, callable, start, marks)
        if flow.entry.offset != start:
            raise OpenQuestion("a function is not executed from its entry")
        execution = Execution(
            graph,
            sides.code,
            flow,
            callable,
            sides.yul.builtins_of(graph),
            sides.yul.effects.__getitem__,
            self._check_time,
            sides.visited,
        )
        return execution, signature

    def _assumptions(self) -> frozenset[tuple[str, str]]:
        return frozenset((name, name) for name in self._assumed)


def _results(execution: Execution, outlines: Container[int]) -> list[LoopResult]:
    """The loops of an execution, those that it never left included, given those of the Yul."""
    return [
        LoopResult(head, depth, closed.outline() in outlines)
        for head, depth, closed in execution.closed
    ] + [LoopResult(head, depth, False) for depth, head in [*enumerate(execution.open_heads)][::-1]]
