"""Terms that bind the symbols of a loop."""

from __future__ import annotations

import pytest

from tests.prover.test_step_proof import proofs
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


def loop(copied: int) -> str:
    """A loop over four words, with a number of unused words that take over the next one's value."""
    words = ["x0", "x1", "x2", "x3"]
    unused = [f"y{index}" for index in range(copied)]
    declared = [f"let {name} := calldataload({32 * i})" for i, name in enumerate(words)]
    declared += [f"let {name} := sload({i})" for i, name in enumerate(unused)]
    changed = [
        f"{name} := add({value}, sload({i}))"
        for i, (name, value) in enumerate(zip(words, [*words[1:], "first"], strict=True))
    ]
    taken = [*unused[1:], "i"] if unused else []
    changed += [f"{name} := {value}" for name, value in zip(unused, taken, strict=True)]
    return f"""{{
        {" ".join(declared)}
        for {{ let i := 0 }} lt(i, 9) {{ i := add(i, 1) }} {{
            let first := x0 {" ".join(changed)}
        }}
        {" ".join(f"sstore({10 + i}, {name})" for i, name in enumerate(words))}
    }}"""


@pytest.mark.parametrize("copied", range(1, 8))
def test_unused_symbols_do_not_change_the_order_of_others(copied: int) -> None:
    """They may need more rounds of refinement than the others."""
    (proof,) = proofs(loop(copied), loop(0))
    assert proof.method == "normal form"


def test_the_order_of_symbols_does_not_make_loops_equal() -> None:
    (proof,) = proofs(loop(3), loop(0).replace("x1 := add(x2,", "x1 := add(x3,"))
    assert proof.status.value != "proven"
