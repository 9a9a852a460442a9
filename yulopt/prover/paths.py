"""Paths of a symbolic execution: regions, branches, and joins.

At joins, variables and the parts of the state become choices between their values on either path.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce

from yulopt.prover.apart import Apart
from yulopt.prover.builtins import Builtins, State
from yulopt.prover.facts import Facts
from yulopt.prover.frames import Frames
from yulopt.prover.graph import Graph
from yulopt.prover.known import UNKNOWN, Bounds, KnownMemory
from yulopt.prover.memory_facts import MEMORY, MemoryFacts
from yulopt.prover.summaries import Ended, Ways, joined_changes
from yulopt.prover.terms import Term
from yulopt.prover.work_clock import OpenQuestion

Run = Callable[[], None]


@dataclass
class _Arm:
    """An arm of a branch: its condition, None for the default; its control; its changes, None if
    its end is unreachable; and at its end, the bounds of changed words, and the facts about memory
    and its fixed words, None and empty if it does not change memory."""

    condition: Term | None
    control: Term
    changed: State | None
    bounds: dict[str, Bounds]
    kept: KnownMemory | None
    fixed: dict[Term, Term]


class Paths:
    """The state on the current path, and the facts about it; for `bounds_loops` see
    `Execution`."""

    def __init__(self, graph: Graph, builtins: Builtins, *, bounds_loops: bool) -> None:
        self._graph = graph
        self._facts = Facts(graph.terms, graph.words, drops_masks=bounds_loops)
        apart = Apart(
            graph.terms, graph.arrays, graph.words, self._facts, follows_words=bounds_loops
        )
        builtins.apart = apart
        # Bytes are executed without this rule, and so is the Yul that is compared with them.
        self._frames = Frames(
            graph.terms,
            graph.arrays,
            graph.choices,
            self._facts,
            apart,
            is_followed=bounds_loops,
        )
        builtins.accessed = self._frames.access
        self._memory = MemoryFacts(graph.terms, self._facts, apart, is_followed=bounds_loops)
        self._bounds_loops = bounds_loops
        self._state: State = {}
        self._journals: list[dict[str, Term | None]] = []
        # The parts of control since the start of the current region.
        self._parts: list[Term] = []

    def _set(self, name: str, value: Term) -> None:
        self._note(name, self._state.get(name))
        self._state[name] = value

    def _note(self, name: str, before: Term | None) -> None:
        if self._journals:
            self._journals[-1].setdefault(name, before)

    def _undo(self, journal: dict[str, Term | None], carried: State) -> None:
        """Restore the state before the loop."""
        for name, before in journal.items():
            if before is None:
                del self._state[name]
                continue
            if name not in carried and self._state[name] is not before:
                raise OpenQuestion(f"a loop changes {name}, which was not expected")
            self._state[name] = before

    def _add(self, ways: Ways, leaf: Term) -> None:
        """Add the current path to those with a common target."""
        fixed = self._memory.fixed_words(self._state)
        ways.add(leaf, self._state, self._facts, self._memory.at(self._state), fixed)

    def _jump(self, kind: str, ways: Ways) -> None:
        leaf = self._graph.control.point(kind)
        self._add(ways, leaf)
        self._parts.append(leaf)
        raise Ended

    def _region(self, run: Run) -> tuple[Term, bool]:
        """Run an action; its control, and whether its end is reachable."""
        outer, self._parts = self._parts, []
        try:
            run()
            falls = True
        except Ended:
            falls = False
        parts, self._parts = self._parts, outer
        last = self._graph.terms.fall if falls else parts.pop()
        return self._graph.control.sequence(parts, last), falls

    def _branch(self, cases: list[tuple[Term, Run]], default: Run | None) -> None:
        """Run the first action whose condition holds, else the default."""
        choose = self._graph.choices.choose
        mark = self._facts.mark()
        arms: list[_Arm] = []
        decided = False
        for condition, run in cases:
            holds = self._facts.decide(condition)
            if holds is False:
                continue
            if holds is True:
                default, decided = run, True
                break
            inner = self._facts.mark()
            self._facts.learn(condition, holds=True)
            arms.append(self._arm(condition, run))
            self._facts.forget(inner)
            self._facts.learn(condition, holds=False)
        if not arms:
            if default is not None:
                default()
            return
        inner = self._facts.mark()
        arms.append(self._arm(None, default))
        going = [arm for arm in arms if arm.changed is not None]
        if len(going) > 1 or arms[-1].changed is None:
            self._facts.forget(mark)
        elif not decided:
            # Only the last arm falls through: its conditions hold from here on.
            self._facts.forget(inner)
        self._join_arms(going)
        control = arms[-1].control
        for arm in reversed(arms[:-1]):
            assert arm.condition is not None
            control = choose(arm.condition, arm.control, control)
        if control is not self._graph.terms.fall:
            self._parts.append(control)
            if not self._graph.control.can_fall(control):
                raise Ended
        if len(going) == 1 and going[0].condition is not None:
            self._facts.learn(going[0].condition, holds=True)

    def _arm(self, condition: Term | None, run: Run | None) -> _Arm:
        """Run one arm, and restore the state."""
        if run is None:
            return _Arm(condition, self._graph.terms.fall, {}, {}, None, {})
        self._journals.append({})
        followed = self._memory.floors, self._memory.words
        control, falls = self._region(run)
        writes = falls and MEMORY in self._journals[-1]
        kept = self._memory.at(self._state) if writes else None
        fixed = self._memory.fixed_words(self._state) if writes else {}
        self._memory.floors, self._memory.words = followed
        journal = self._journals.pop()
        changed: State = {}
        for name, before in journal.items():
            if before is None:
                del self._state[name]
            else:
                changed[name] = self._state[name]
                self._state[name] = before
        bounds = self._facts.bounds_of(changed) if self._bounds_loops else {}
        return _Arm(condition, control, changed if falls else None, bounds, kept, fixed)

    def _join_arms(self, arms: list[_Arm]) -> None:
        """Set the variables that arms change to choices between their values."""
        kept = [arm.kept for arm in arms if arm.kept is not None]
        if kept and len(kept) < len(arms):
            kept.append(self._memory.at(self._state))
        fixed: dict[Term, Term] = {}
        if any(arm.fixed for arm in arms):
            outer = self._memory.fixed_words(self._state)
            fixed = joined_changes(
                self._graph.choices, outer, [(arm.condition, arm.fixed) for arm in arms]
            )
        ways = [(arm.condition, arm.changed) for arm in arms if arm.changed is not None]
        for name, value in joined_changes(self._graph.choices, self._state, ways).items():
            if value is self._state[name]:
                continue
            if self._bounds_loops:
                before = self._facts.bounds_of({name: self._state[name]})
                found = [(before | arm.bounds).get(name, UNKNOWN) for arm in arms]
                bounds = reduce(Bounds.join, found)
                self._facts.limit_all([value], [bounds])
            self._set(name, value)
        if fixed:
            self._memory.note_fixed(self._state, fixed)
        self._memory.note(self._state, KnownMemory.of_all(kept))
