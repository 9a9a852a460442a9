"""The term graph of a proof, with all builders of terms."""

from __future__ import annotations

from yulopt.prover.arrays import Arrays
from yulopt.prover.control import Control
from yulopt.prover.loops import Loops
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words
from yulopt.prover.work_clock import WorkClock


class Graph:
    """Terms, and their builders; `clock` counts the terms."""

    def __init__(self, clock: WorkClock | None = None) -> None:
        self.clock = clock or WorkClock()
        self.terms = Terms(self.clock)
        self.words = Words(self.terms)
        self.choices = self.words.choices
        self.arrays = Arrays(self.terms, self.words)
        self.control = Control(self.terms, self.choices)
        self.loops = Loops(self.terms, self.words, self.arrays, self.control)

    def parameter(self, index: int) -> Term:
        """The symbolic value of a parameter."""
        return self.terms.make("parameter", index)

    def empty_frame(self) -> dict[str, Term]:
        """The parts of the state that are new in each frame, by their names in executions."""
        parts = (("memory", "no memory"), ("returndata", "no data"), ("extent", "no extent"))
        return {f"#{part}": self.terms.make(op) for part, op in parts}

    def initial(self, component: str) -> Term:
        """A part of the state when a function is called."""
        return self.terms.make("initial", component)
