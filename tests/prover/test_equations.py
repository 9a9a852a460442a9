"""Terms that bind the symbols of a loop."""

from __future__ import annotations

import pytest

from yulopt.prover.equations import Equations
from yulopt.prover.graph import Graph
from yulopt.prover.memory_facts import MEMORY
from yulopt.prover.summaries import SORTS
from yulopt.prover.work_clock import WorkClock


@pytest.mark.parametrize("number", range(1, 17))
def test_a_value_does_not_move_symbols_of_other_sorts(number: int) -> None:
    """A solver knows bound symbols by their places. So both forms of a value should leave the
    others where they are."""
    graph = Graph(WorkClock())
    terms = graph.terms
    first = terms.newest_serial + 1
    memory, word = terms.open_symbol(SORTS[MEMORY]), terms.open_symbol(0)
    following = [
        graph.arrays.store_word(memory, word, terms.constant(number)),
        graph.words.add_number(word, number),
    ]
    entry = [terms.make("initial", MEMORY), terms.zero]
    equations = Equations(terms, graph.loops.rebuilding, [memory, word], entry, following, first)
    bound = equations.bind("out", (memory, terms.fall))
    assert isinstance(bound.data, tuple)
    assert bound.data[1:] == (2, 0, SORTS[MEMORY])
