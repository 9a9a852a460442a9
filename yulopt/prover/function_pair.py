"""Two functions as terms, and their differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from yulopt.analysis.control_flow import function_control_flow
from yulopt.dialect import Dialect
from yulopt.prover.answers import CodeView
from yulopt.prover.builtins import Builtins
from yulopt.prover.effects import Effects, FunctionEffects, asks_for_msize
from yulopt.prover.execution import Execution
from yulopt.prover.facts import Facts
from yulopt.prover.graph import Graph
from yulopt.prover.known import Known
from yulopt.prover.spilled_words import SpilledWords, spilled_words
from yulopt.prover.summaries import PARTS, Calls, Summary
from yulopt.prover.terms import Term


@dataclass(frozen=True)
class Part:
    """A part that must agree before and after: `control`, a result, a part of the state.

    Unless control falls through, results and state do not matter.
    """

    name: str
    before: Term
    after: Term

    @property
    def is_same(self) -> bool:
        """Whether both are the same term."""
        return self.before is self.after


class Side:
    """The code before or after a step, with the facts about its functions.

    `spilled` are variables in memory; only the `code` after the step accesses them.
    """

    def __init__(
        self,
        code: CodeView,
        dialect: Dialect,
        *,
        with_extent: bool,
        spilled: SpilledWords | None = None,
    ) -> None:
        self.code = code
        effects = FunctionEffects(code.block, with_extent=with_extent)
        self.calls = effects.graph
        flow = function_control_flow(code.block, self.calls)
        self.recursive = self.calls.recursive_functions()
        self.effects = {
            name: Effects(found.uses, found.writes, found.may_end, not flow[name].can_continue)
            for name, found in effects.of_function.items()
            if name in code.functions
        }
        self.builtins_of: Callable[[Graph], Builtins] = lambda graph: Builtins(
            graph, dialect.version, with_extent=with_extent, spilled=spilled
        )


class Pairs:
    """Both sides of a step, and the correspondence of functions."""

    def __init__(
        self, before: CodeView, after: CodeView, pairs: dict[str, str], dialect: Dialect
    ) -> None:
        spilled = spilled_words(before, after)
        with_extent = (
            spilled is not None or asks_for_msize(before.block) or asks_for_msize(after.block)
        )
        self.before = Side(before, dialect, with_extent=with_extent, spilled=spilled)
        self.after = Side(after, dialect, with_extent=with_extent, spilled=spilled)
        self.after_of = {
            one: other
            for one, other in pairs.items()
            if one in before.functions
            and other in after.functions
            and _signature(before, one) == _signature(after, other)
        }
        self.before_of = {other: one for one, other in self.after_of.items()}

    def effects(self, before_name: str) -> Effects:
        """The effects of a function with a counterpart: those that both sides have in common.

        Only termination of a recursive function is not taken from the other side: an induction over
        the depth of calls begins with calls that do not return.
        """
        after_name = self.after_of[before_name]
        found = self.before.effects[before_name].meet(self.after.effects[after_name])
        if before_name in self.before.recursive or after_name in self.after.recursive:
            return replace(found, may_end=True)
        return found


def _signature(code: CodeView, name: str) -> tuple[int, int]:
    definition = code.functions[name]
    return len(definition.parameters), len(definition.returns)


class CallsOfSide:
    """The facts about functions on one side; those of `unfolded` are inlined.

    `invariants` hold at all calls, on both sides; `met` counts the calls that were not inlined.
    Both are by the name of the function before.
    """

    def __init__(
        self,
        pairs: Pairs,
        unfolded: frozenset[str],
        invariants: Mapping[str, Known],
        *,
        is_before: bool,
    ) -> None:
        self._pairs = pairs
        self._unfolded = unfolded
        self._is_before = is_before
        self._invariants = invariants
        self.met: Counter[str] = Counter()

    def key(self, name: str) -> str | None:
        """The name of the function before the step, None if it has no counterpart."""
        if self._is_before:
            return name if name in self._pairs.after_of else None
        return self._pairs.before_of.get(name)

    def is_unfolded(self, name: str) -> bool:
        """Whether calls of the function are inlined."""
        key = self.key(name)
        return key is None or key in self._unfolded

    def meet(self, name: str, arguments: list[Term], facts: Facts) -> None:
        """Count a call."""
        key = self.key(name)
        assert key is not None
        self.met[key] += 1

    def known(self, name: str) -> Known | None:
        """The invariants of the function at all calls."""
        key = self.key(name)
        return None if key is None else self._invariants.get(key)

    def effects(self, name: str) -> Effects:
        """The effects of a call."""
        key = self.key(name)
        if key is None or key in self._unfolded:
            side = self._pairs.before if self._is_before else self._pairs.after
            return side.effects[name]
        return self._pairs.effects(key)


def execute(
    graph: Graph,
    side: Side,
    calls: Calls,
    name: str | None,
    check_time: Callable[[], None],
    *,
    refines: bool = False,
    bounds_loops: bool = False,
) -> Summary:
    """The summary of a function, or, with None, of the code outside functions; for the options, see
    `Execution`."""
    builtins = side.builtins_of(graph)
    execution = Execution(
        graph, side.code, calls, builtins, check_time, refines=refines, bounds_loops=bounds_loops
    )
    return execution.outermost() if name is None else execution.function(name)


def parts(graph: Graph, before: Summary, after: Summary) -> list[Part]:
    """The parts that must agree. Both summaries have equally many results."""
    found = [Part("control", before.control, after.control)]
    falls = graph.control.can_fall
    if falls(before.control) and falls(after.control):
        found += [
            Part(f"result {index}", one, other)
            for index, (one, other) in enumerate(zip(before.results, after.results, strict=True))
        ]
        found += [
            Part(part[1:], before.state[part], after.state[part]) for part in PARTS if before.state
        ]
    return found
