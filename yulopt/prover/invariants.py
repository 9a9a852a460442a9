"""Interprocedural invariants: bounds of parameters, results and the free memory pointer at all
calls of functions.

A bottom-up pass over the call graph executes each function for all arguments, for its results; a
top-down pass collects the arguments of its calls. So each invariant rests on those before it:
unvisited functions, and the parameters of recursive ones, are unknown.

The invariants are those of one program. For both sides of a step, those of both are joined.

Source: D. Callahan and others, "Interprocedural constant propagation" (1986).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final, TypeAlias

import attr

from yulopt.prover.calls import OUTERMOST
from yulopt.prover.effects import Effects
from yulopt.prover.function_pair import Pairs, Side, execute
from yulopt.prover.graph import Graph
from yulopt.prover.known import HEAP, UNKNOWN, Bounds, Known, joined_entries
from yulopt.prover.summaries import CallSite, Summary
from yulopt.prover.work_clock import OpenQuestion, WorkClock
from yulopt.syntax.literals import WORD_MASK

# The largest address at which functions are expected to write at a parameter.
_MAX_PARAMETER: Final = 1 << 128
# Called for each call of a function, with facts about its arguments, and those of them that are not
# less than the free memory pointer (see `Known.entry`).
Note: TypeAlias = Callable[[str, list[Bounds], frozenset[int] | None], None]


class Invariants:
    """The invariants of the functions of one program that are found within `seconds`."""

    def __init__(self, side: Side, seconds: float) -> None:
        self._side = side
        self._clock = WorkClock()
        self._seconds = seconds
        self.of_function = {
            name: Known([UNKNOWN] * len(function.parameters), [UNKNOWN] * len(function.returns))
            for name, function in side.code.functions.items()
        }
        # The facts about the arguments of the calls met so far.
        self._arguments: dict[str, tuple[list[Bounds], frozenset[int] | None]] = {}
        graph = side.calls
        components = graph.components()
        for component in components:
            if not graph.is_recursive(component) and component[0] != OUTERMOST:
                self._find_results(component[0])
        for component in reversed(components):
            for name in component:
                if not graph.is_recursive(component) and name != OUTERMOST:
                    if name not in self._arguments:
                        # It is never called, so its calls do not happen.
                        continue
                    known = self.of_function[name]
                    known.parameters, known.entry = self._arguments[name]
                self._meet_calls(name)

    def _find_results(self, name: str) -> None:
        known = self.of_function[name]
        summary = self._in_heap(name, frozenset(), WORD_MASK)
        if summary is not None and summary.written_at and not summary.guarantee.keeps_heap:
            # It may be called to write at its parameters. Its callees accept larger ones, so that
            # it may add to those that it passes on.
            callees = self._side.calls.calls[name] & self.of_function.keys()
            limits = [self.of_function[callee].guarantee.most >> 1 for callee in callees]
            above = self._in_heap(name, summary.written_at, min([_MAX_PARAMETER, *limits]))
            if above is not None and above.guarantee.keeps_heap:
                summary = above
        # Without memory, no result depends on the heap.
        in_any_memory = summary
        if summary is None or "memory" in self._side.effects[name].uses:
            in_any_memory = self._found(name) if known.results else None
        if in_any_memory is not None and in_any_memory.results:
            known.results = list(in_any_memory.bounds)
        if summary is not None:
            bounds = list(summary.bounds)
            results = bounds if summary.results and bounds != known.results else None
            known.guarantee = attr.evolve(summary.guarantee, results=results)

    def _in_heap(self, name: str, above: frozenset[int], most: int) -> Summary | None:
        """The summary of a function that is called in the heap, with parameters `above` that are
        not less than the pointer, and at most `most`."""
        known = self.of_function[name]
        parameters, known.entry = known.parameters, above
        known.parameters = [
            Bounds(HEAP.least, most) if number in above else bounds
            for number, bounds in enumerate(parameters)
        ]
        summary = self._found(name)
        known.parameters, known.entry = parameters, None
        if summary is None:
            return None
        return replace(summary, guarantee=attr.evolve(summary.guarantee, most=most))

    def _found(self, name: str) -> Summary | None:
        # Calls inside are not recorded: the arguments of the function are unknown here.
        return self._execute(name, lambda _name, _arguments, _above: None)

    def _meet_calls(self, name: str) -> None:
        """Record the arguments of the calls in a function, or in the code outside functions."""
        if self._execute(name, self._note) is None:
            for callee in self._side.calls.calls[name]:
                if callee in self.of_function:
                    unknown = [UNKNOWN] * len(self.of_function[callee].parameters)
                    self._note(callee, unknown, None)

    def _execute(self, name: str, note: Note) -> Summary | None:
        """The summary of a function, None if there is none; `note` is called for its calls."""
        calls = _CallsInside(self._side, self.of_function, note)
        try:
            graph = Graph(self._clock)
            return execute(
                graph,
                self._side,
                calls,
                name or None,
                self._check_time,
                bounds_loops=True,
                finds_invariants=True,
            )
        except OpenQuestion:
            return None

    def _note(self, name: str, arguments: list[Bounds], above: frozenset[int] | None) -> None:
        """Record a call with such arguments."""
        known, entry = self._arguments.setdefault(name, (arguments, above))
        joined = [one.join(two) for one, two in zip(known, arguments, strict=True)]
        self._arguments[name] = joined, joined_entries(entry, above)

    def _check_time(self) -> None:
        self._clock.check(self._seconds)


class _CallsInside:
    """The calls of functions of one program; allocators are inlined.

    `known` are the facts about functions so far; `note` is called for arguments.
    """

    def __init__(self, side: Side, known: Mapping[str, Known], note: Note) -> None:
        self._side = side
        self._known = known
        self._note = note

    def key(self, name: str) -> str | None:
        """The name of the function."""
        return name

    def is_unfolded(self, name: str) -> bool:
        """Whether calls of a function are inlined."""
        return name in self._side.allocators

    def note_call(self, name: str, site: CallSite) -> None:
        """Record the arguments of a call."""
        bounds = [site.facts.abstract(argument) for argument in site.arguments]
        self._note(name, bounds, site.above)

    def known(self, name: str) -> Known | None:
        """The facts about the function so far."""
        return self._known[name]

    def effects(self, name: str) -> Effects:
        """The effects of a call."""
        return self._side.effects[name]


class StepInvariants:
    """The invariants of the functions of both programs, computed on demand."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._of_sides: tuple[Invariants, Invariants] | None = None

    def of(self, pairs: Pairs) -> dict[str, Known]:
        """The invariants of both sides, by the names of functions before."""
        if self._of_sides is None:
            self._of_sides = (
                Invariants(pairs.before, self._seconds),
                Invariants(pairs.after, self._seconds),
            )
        before, after = (invariants.of_function for invariants in self._of_sides)
        return {one: before[one].join(after[other]) for one, other in pairs.after_of.items()}
