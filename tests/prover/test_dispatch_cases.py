"""Code outside functions is the same if it is for each selector, by one of several comparisons."""

from __future__ import annotations

from collections.abc import Callable

from yulopt.prover.cases import Cases
from yulopt.prover.dispatch_cases import Check, DispatchCases
from yulopt.prover.graph import Graph
from yulopt.prover.terms import Term

Ends = tuple[str, str, str]
"""What code does for selector 1, for selector 2, and for all others."""


def control(graph: Graph, ends: Ends, *, swaps: bool = False) -> Term:
    """Code with a dispatcher; it may compare with the second selector first."""
    loaded = graph.terms.make("calldataload", args=(graph.terms.zero,))
    selector = graph.words.shifted_right(224, loaded)
    found = graph.terms.make(ends[2])
    for number in (1, 2) if swaps else (2, 1):
        condition = graph.words.equal(graph.terms.constant(number), selector)
        found = graph.choices.choose(condition, graph.terms.make(ends[number - 1]), found)
    return found


def comparing(graph: Graph, before: Term, after: Term) -> Check:
    """A comparison of control where conditions hold or do not."""

    def is_same(conditions: list[tuple[Term, bool]], _share: float) -> bool:
        cases = Cases(graph, graph.clock.now() + 1, (), [])
        for condition, holds in conditions:
            cases.assume(condition, holds=holds)
        return cases.same_control(before, after, [])

    return is_same


def show(cases: DispatchCases, one: Ends, other: Ends, *assumed: str) -> set[str] | None:
    """Compare two codes in a graph of their own."""
    graph = Graph()
    before, after = control(graph, one), control(graph, other, swaps=True)
    return cases.show(graph, before, set(assumed), comparing(graph, before, after))


def test_each_selector_may_be_shown_by_another_comparison() -> None:
    cases = DispatchCases()
    assert show(cases, ("a", "b", "c"), ("a", "d", "c"), "f") is None
    assert show(cases, ("a", "b", "c"), ("d", "b", "c"), "g") == {"f", "g"}


def test_one_comparison_assumes_only_what_it_needs() -> None:
    cases = DispatchCases()
    assert show(cases, ("a", "b", "c"), ("a", "d", "c"), "f") is None
    assert show(cases, ("a", "b", "c"), ("a", "b", "c"), "g") == {"g"}


def test_a_selector_that_no_comparison_shows() -> None:
    cases = DispatchCases()
    for _ in range(2):
        assert show(cases, ("a", "b", "c"), ("a", "d", "c")) is None


def test_other_selectors_are_compared_in_one_piece() -> None:
    cases = DispatchCases()
    assert show(cases, ("a", "b", "c"), ("a", "b", "d")) is None
    # No comparison shows them, though this one shows all selectors by themselves.
    assert show(cases, ("a", "b", "c"), ("a", "b", "e")) is None
    assert show(cases, ("a", "b", "c"), ("d", "e", "c")) == set()


def test_a_word_that_is_not_the_selector() -> None:
    def compare(word: Callable[[Graph], Term]) -> set[str] | None:
        cases = DispatchCases()
        found: set[str] | None = None
        # One comparison for the cases where the condition holds, another for those where it fails.
        for before, after in (("a", "d"), ("d", "c")):
            graph = Graph()
            condition = graph.words.equal(graph.terms.one, word(graph))
            leaf = {name: graph.terms.make(name) for name in "acd"}
            one = graph.choices.choose(condition, leaf["a"], leaf["c"])
            other = graph.choices.choose(condition, leaf[before], leaf[after])

            found = cases.show(graph, one, set(), comparing(graph, one, other))
        return found

    def selector(graph: Graph) -> Term:
        loaded = graph.terms.make("calldataload", args=(graph.terms.zero,))
        return graph.words.shifted_right(224, loaded)

    def slot(graph: Graph) -> Term:
        return graph.arrays.load(graph.initial("storage"), graph.terms.zero)

    assert compare(selector) == set()
    # A word of the state may be another one in each comparison.
    assert compare(slot) is None
