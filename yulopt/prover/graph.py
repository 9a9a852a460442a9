"""The graph of a proof with all that makes terms in it."""

from __future__ import annotations

from yulopt.prover.arrays import Arrays
from yulopt.prover.control import Control
from yulopt.prover.loops import Loops
from yulopt.prover.terms import Term, Terms
from yulopt.prover.words import Words


class Graph:
    """Terms, and their makers."""

    def __init__(self) -> None:
        self.terms = Terms()
        self.words = Words(self.terms)
        self.choices = self.words.choices
        self.arrays = Arrays(self.terms, self.words)
        self.control = Control(self.terms, self.choices)
        self.loops = Loops(self.terms, self.words, self.arrays, self.control)

    def parameter(self, index: int) -> Term:
        """What a function gets as a parameter."""
        return self.terms.make("parameter", index)

    def initial(self, component: str) -> Term:
        """A part of the state when a function is called."""
        return self.terms.make("initial", component)


class OpenQuestion(Exception):
    """Nothing can be said, for the reason that is the message."""
