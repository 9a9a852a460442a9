"""Two functions as terms, and their differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from yulopt.dialect import Dialect
from yulopt.prover.answers import CodeView
from yulopt.prover.builtins import Builtins
from yulopt.prover.effects import Effects, FunctionEffects, asks_for_msize
from yulopt.prover.execution import Execution
from yulopt.prover.graph import Graph
from yulopt.prover.known import FREE_POINTER, Known
from yulopt.prover.returning import returning_functions
from yulopt.prover.spilled_words import SpilledWords, spilled_words
from yulopt.prover.summaries import PARTS, Calls, CallSite, Summary
from yulopt.prover.terms import Term
from yulopt.syntax.ast import FunctionCall, FunctionDefinition, Literal
from yulopt.syntax.visitor import Walker


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

    `spilled` are variables in memory; only the `code` after the step accesses them. With
    `ignores_messages`, functions need no memory for messages that they have just written. It is off
    for bytes, since fewer of their loops would then be found in the Yul.
    """

    def __init__(
        self,
        code: CodeView,
        dialect: Dialect,
        *,
        with_extent: bool,
        spilled: SpilledWords | None = None,
        ignores_messages: bool = False,
    ) -> None:
        self.code = code
        effects = FunctionEffects(
            code.block, with_extent=with_extent, ignores_messages=ignores_messages
        )
        self.calls = effects.graph
        returning = returning_functions(code.functions, self.calls)
        self.recursive = self.calls.recursive_functions()
        self.effects = {
            name: Effects(found.uses, found.writes, found.may_end, name not in returning)
            for name, found in effects.of_function.items()
            if name in code.functions
        }
        self.allocators = frozenset(filter(self._is_allocator, self.effects))
        self.builtins_of: Callable[[Graph], Builtins] = lambda graph: Builtins(
            graph, dialect.version, with_extent=with_extent, spilled=spilled
        )

    def _is_allocator(self, name: str) -> bool:
        """Whether a function sets the free memory pointer, maybe to its parameter, and contains
        neither loops nor calls that return."""
        effects = self.effects[name]
        callees = [callee for callee in self.calls.calls[name] if callee in self.effects]
        return (
            "memory" in effects.writes
            and not effects.always_ends
            and name not in self.calls.with_loops
            and all(self.effects[callee].always_ends for callee in callees)
            and _PointerWrites.inside(self.code.functions[name])
        )


class _PointerWrites(Walker):
    """Searches for writes of the free memory pointer."""

    def __init__(self) -> None:
        self.found = False

    @staticmethod
    def inside(function: FunctionDefinition) -> bool:
        """Whether a function contains such a write."""
        walker = _PointerWrites()
        walker.visit_block(function.body)
        return walker.found

    def visit_call(self, call: FunctionCall) -> None:
        """Check a call."""
        super().visit_call(call)
        if call.name == "mstore" and isinstance(address := call.arguments[0], Literal):
            self.found |= address.value == FREE_POINTER


class Pairs:
    """Both sides of a step, and the correspondence of functions."""

    def __init__(
        self, before: CodeView, after: CodeView, pairs: dict[str, str], dialect: Dialect
    ) -> None:
        spilled = spilled_words(before, after)
        with_extent = (
            spilled is not None or asks_for_msize(before.block) or asks_for_msize(after.block)
        )
        self.before, self.after = (
            Side(code, dialect, with_extent=with_extent, spilled=spilled, ignores_messages=True)
            for code in (before, after)
        )
        self.after_of = {
            one: other
            for one, other in pairs.items()
            if one in before.functions
            and other in after.functions
            and before.signature(one) == after.signature(other)
        }
        self.before_of = {other: one for one, other in self.after_of.items()}
        self.allocators = frozenset(
            one
            for one, other in self.after_of.items()
            if one in self.before.allocators and other in self.after.allocators
        )

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


class CallsOfSide:
    """The facts about functions on one side; those of `unfolded` are inlined.

    `invariants` hold at all calls, on both sides; `call_counts` are the numbers of calls that were
    not inlined. Both are by the name of the function before.
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
        self.call_counts: Counter[str] = Counter()

    def key(self, name: str) -> str | None:
        """The name of the function before the step, None if it has no counterpart."""
        if self._is_before:
            return name if name in self._pairs.after_of else None
        return self._pairs.before_of.get(name)

    def is_unfolded(self, name: str) -> bool:
        """Whether calls of the function are inlined."""
        key = self.key(name)
        return key is None or key in self._unfolded

    def note_call(self, name: str, site: CallSite) -> None:
        """Count a call that is not inlined."""
        if not site.inlines:
            key = self.key(name)
            assert key is not None
            self.call_counts[key] += 1

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
    bounds_loops: bool = False,
    finds_invariants: bool = False,
) -> Summary:
    """The summary of a function, or, with None, of the code outside functions; for the options, see
    `Execution`."""
    builtins = side.builtins_of(graph)
    execution = Execution(
        graph,
        side.code,
        calls,
        builtins,
        check_time,
        bounds_loops=bounds_loops,
        finds_invariants=finds_invariants,
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
