"""Equivalence of a function before and after a step."""

from __future__ import annotations

from yulopt.prover.answers import (
    CallResult,
    CodeView,
    Counterexample,
    ProofSettings,
    Query,
    Status,
    Verdict,
)
from yulopt.prover.attempt import Attempt
from yulopt.prover.equal_trees import EqualTrees
from yulopt.prover.function_pair import Pairs
from yulopt.prover.invariants import StepInvariants
from yulopt.syntax.deep_stack import run_with_deep_stack

__all__ = [
    "CallResult",
    "CodeView",
    "Counterexample",
    "FunctionProver",
    "ProofSettings",
    "Query",
    "Status",
    "Verdict",
]


class FunctionProver:
    """Compares functions of an object before and after a transformation.

    `pairs` maps functions before to their counterparts after. With `invariants`, the code of both
    is a whole program: functions are compared for the arguments of its calls.
    """

    def __init__(
        self,
        before: CodeView,
        after: CodeView,
        pairs: dict[str, str],
        settings: ProofSettings,
        invariants: StepInvariants | None = None,
    ) -> None:
        self.before = before
        self.after = after
        self._pairs = pairs
        self._settings = settings
        self._invariants = invariants
        self._graph_pairs: Pairs | None = None

    def prove(self, before_name: str | None, after_name: str | None) -> Verdict:
        """Compare two functions, or, with None for both, the code outside all functions."""
        trees = EqualTrees(self._pairs)
        if before_name is None or after_name is None:
            same = trees.blocks(self.before.block, self.after.block)
        else:
            same = trees.functions_equal(
                self.before.functions[before_name], self.after.functions[after_name]
            )
        if same:
            return Verdict(Status.PROVEN, "equal trees", assumed=frozenset(trees.called))
        return run_with_deep_stack(lambda: self._by_graph(before_name, after_name))

    def _by_graph(self, before_name: str | None, after_name: str | None) -> Verdict:
        if self._graph_pairs is None:
            self._graph_pairs = Pairs(self.before, self.after, self._pairs, self._settings.dialect)
        return Attempt(
            self._graph_pairs, self._settings, before_name, after_name, self._invariants
        ).verdict()
