"""What symbolic execution takes and gives: calls as they are known, and what code does."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol

from yulopt.prover.builtins import State
from yulopt.prover.effects import COMPONENTS, Effects
from yulopt.prover.facts import Facts
from yulopt.prover.graph import Graph
from yulopt.prover.known import Known
from yulopt.prover.terms import Term

PARTS: Final = tuple(f"#{component}" for component in COMPONENTS)
SORTS: Final = {part: number for number, part in enumerate(PARTS, 1)}


class Calls(Protocol):
    """What is known about the functions that code calls."""

    def key(self, name: str) -> str | None:
        """What the function is called in the graph; None if it has no counterpart."""

    def is_unfolded(self, name: str) -> bool:
        """Whether calls are executed, unless the function is being executed already."""

    def meet(self, name: str, arguments: list[Term], facts: Facts) -> None:
        """There is a call that is not executed, where something is known."""

    def known(self, name: str) -> Known | None:
        """What holds of its parameters and results wherever it is called, if that may be used."""

    def effects(self, name: str) -> Effects:
        """What a call does; if it is unfolded, what its code looks like doing."""


@dataclass(frozen=True)
class Summary:
    """What a function does: `control`, which falls if it returns, and the values that it then gives
    and leaves behind in the state, by name."""

    control: Term
    results: tuple[Term, ...]
    state: State


class Ended(Exception):
    """The statement that runs next is not reached."""


class Ways:
    """Leaves of control that lead to one place, and what some names are there."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.states: dict[Term, State] = {}

    def add(self, leaf: Term, state: State, facts: Facts) -> None:
        """Another way, where something is known."""
        self.states[leaf] = {name: facts.refined(state[name]) for name in self.names}

    def joined(self, graph: Graph, control: Term) -> State | None:
        """What names are where these leaves of control meet; None if there are none."""
        if not self.states:
            return None
        joined: State = {}
        for name in self.names:
            of_leaf = {leaf: state[name] for leaf, state in self.states.items()}
            values = list(of_leaf.values())
            if all(value is values[0] for value in values):
                joined[name] = values[0]
            else:
                value = graph.control.select(control, of_leaf.get)
                assert value is not None
                joined[name] = value
        return joined
