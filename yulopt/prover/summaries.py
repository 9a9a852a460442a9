"""The interface of symbolic execution: facts about calls, and summaries of code."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Final, Protocol, TypeVar

from yulopt.prover.builtins import State
from yulopt.prover.choices import Choices
from yulopt.prover.effects import COMPONENTS, Effects
from yulopt.prover.facts import Facts
from yulopt.prover.graph import Graph
from yulopt.prover.known import (
    NO_GUARANTEE,
    NOTHING,
    UNKNOWN,
    Bounds,
    Guarantee,
    Known,
    KnownMemory,
)
from yulopt.prover.terms import Term

PARTS: Final = tuple(f"#{component}" for component in COMPONENTS)
SORTS: Final = {part: number for number, part in enumerate(PARTS, 1)}


@dataclass(frozen=True)
class CallSite:
    """A call: its arguments, the facts there, the numbers of the arguments that are not less than
    the free memory pointer (see `Known.entry`), and whether the call is inlined."""

    arguments: list[Term]
    facts: Facts
    above: frozenset[int] | None
    inlines: bool


class Calls(Protocol):
    """The facts about the functions that code calls."""

    def key(self, name: str) -> str | None:
        """The name of the function in the graph; None if it has no counterpart."""

    def is_unfolded(self, name: str) -> bool:
        """Whether calls are inlined, unless they are recursive."""

    def note_call(self, name: str, site: CallSite) -> None:
        """Called for each call."""

    def known(self, name: str) -> Known | None:
        """The invariants of its parameters and results at all calls, if they may be used."""

    def effects(self, name: str) -> Effects:
        """The effects of a call; if it is inlined, those of its code by inspection."""


@dataclass(frozen=True)
class Summary:
    """The summary of a function: `control`, which falls through if it returns, its results, the
    final state, by name, and the facts about its memory and fixed words of it. With
    `finds_invariants`, also the `bounds` of results, the parameters at which it writes, and its
    guarantee for calls in the heap."""

    control: Term
    results: tuple[Term, ...]
    state: State
    kept: KnownMemory = NOTHING
    fixed: Mapping[Term, Term] = field(default_factory=dict)
    bounds: Sequence[Bounds] = ()
    written_at: frozenset[int] = frozenset()
    guarantee: Guarantee = NO_GUARANTEE


# A variable, a part of the state, or the address of a word of memory.
_Key = TypeVar("_Key")


class Ended(Exception):
    """The next statement is unreachable."""


def joined_changes(
    choices: Choices,
    state: Mapping[_Key, Term],
    arms: Sequence[tuple[Term | None, Mapping[_Key, Term]]],
) -> dict[_Key, Term]:
    """The values of the names that arms change, at their join; `arms` has their conditions, None
    for the last one, and their changes of a state."""
    joined: dict[_Key, Term] = {}
    for name in dict.fromkeys(name for _, changed in arms for name in changed):
        for condition, changed in reversed(arms):
            value = changed.get(name, state[name])
            if name in joined and condition is not None:
                value = choices.choose(condition, value, joined[name])
            joined[name] = value
    return joined


class Ways:
    """Leaves of control with a common target, with the values of some names, and the facts about
    memory, at each. Of `bounded` names, bounds are known, too; fixed words may be known."""

    def __init__(self, names: tuple[str, ...], bounded: Sequence[str] = ()) -> None:
        self.names = names
        self.states: dict[Term, State] = {}
        self._kept: dict[Term, KnownMemory] = {}
        self._bounded = bounded
        self._bounds: dict[Term, list[Bounds]] = {}
        self._fixed: dict[Term, dict[Term, Term]] = {}

    @property
    def kept(self) -> KnownMemory:
        """The facts about memory that hold at all leaves."""
        return KnownMemory.of_all(self._kept.values())

    @property
    def bounds(self) -> list[Bounds]:
        """The bounds of the bounded names at all leaves."""
        unknown = [UNKNOWN] * len(self._bounded)
        found = [self._bounds.get(leaf, unknown) for leaf in self.states]
        return [reduce(Bounds.join, each) for each in zip(*found, strict=True)]

    def add(
        self,
        leaf: Term,
        state: State,
        facts: Facts,
        kept: KnownMemory,
        fixed: dict[Term, Term],
    ) -> None:
        """Add a path, with the facts and the fixed words on it."""
        self.put(leaf, {name: state[name] for name in self.names}, kept)
        self._bounds[leaf] = [facts.abstract(state[name]) for name in self._bounded]
        self._fixed[leaf] = fixed

    def put(self, leaf: Term, state: State, kept: KnownMemory) -> None:
        """Add a leaf."""
        self.states[leaf] = state
        self._kept[leaf] = kept

    def take(self, leaf: Term) -> tuple[State, KnownMemory]:
        """Remove a leaf."""
        self._fixed.pop(leaf, None)
        return self.states.pop(leaf), self._kept.pop(leaf)

    def joined(self, graph: Graph, control: Term) -> State | None:
        """The values of names where these leaves of control meet; None if there are none."""
        if not self.states:
            return None
        return {
            name: _select(graph, control, {leaf: of[name] for leaf, of in self.states.items()})
            for name in self.names
        }

    def joined_fixed(self, graph: Graph, control: Term) -> dict[Term, Term]:
        """The fixed words where these leaves meet, as far as they are known at all of them."""
        known = [self._fixed.get(leaf, {}) for leaf in self.states]
        return {
            start: _select(graph, control, {leaf: self._fixed[leaf][start] for leaf in self.states})
            for start in (known[0] if known else {})
            if all(start in words for words in known)
        }


def _select(graph: Graph, control: Term, of_leaf: dict[Term, Term]) -> Term:
    """The value at the leaf that control reaches."""
    first, *others = of_leaf.values()
    if all(value is first for value in others):
        return first
    found = graph.control.select(control, of_leaf.get)
    assert found is not None
    return found
