"""Queries to the solver, and its answers."""

from __future__ import annotations

import operator
import os
import signal
from collections.abc import Callable
from functools import reduce
from importlib.util import find_spec
from itertools import pairwise
from threading import Timer

import pytest
import z3

from tests.prover.test_verdict import DIALECT, verdict, view
from yulopt.prover.graph import Graph
from yulopt.prover.smt import Encoder
from yulopt.prover.solvers import SOLVERS, UNKNOWN, ask
from yulopt.prover.verdict import FunctionProver, ProofSettings, Status, Verdict
from yulopt.prover.work_clock import WorkClock

needs_bitwuzla = pytest.mark.skipif(
    find_spec("bitwuzla") is None, reason="pip install 'yulopt[bitwuzla]' adds the solver"
)


def about_function(before: str, after: str) -> Verdict:
    """About a function f."""
    prover = FunctionProver(view(before), view(after), {"f": "f"}, ProofSettings(DIALECT))
    return prover.prove("f", "f")


def test_conditions_count_where_the_end_is_reached() -> None:
    found = about_function(
        "{ function f(x) -> r {"
        " switch x case 0 { r := 1 } case 1 { r := iszero(x) } default { revert(0, 0) } } }",
        "{ function f(x) -> r { if gt(x, 1) { revert(0, 0) } r := sub(1, x) } }",
    )
    assert found.status is Status.PROVEN, found


def test_words_equal_without_a_rule() -> None:
    found = about_function(
        "{ function f(x, y) -> r { r := add(and(x, y), or(x, y)) } }",
        "{ function f(x, y) -> r { r := add(x, y) } }",
    )
    assert (found.status, found.method) == (Status.PROVEN, "smt")
    assert {query.solver for query in found.queries} == {"z3"}
    assert found.queries[-1].answer == "unsat"


def test_digests_of_queries_do_not_change() -> None:
    texts = (
        "{ function f(x, y) -> r { r := add(and(x, y), or(x, y)) } }",
        "{ function f(x, y) -> r { r := add(x, y) } }",
    )
    digests = {tuple(query.digest for query in about_function(*texts).queries) for _ in range(2)}
    assert len(digests) == 1


def test_counterexample_has_the_parameters() -> None:
    found = about_function(
        "{ function f(x, y) -> r { r := eq(x, 77) } }",
        "{ function f(x, y) -> r { r := 0 } }",
    )
    assert found.status is Status.REFUTED
    assert found.counterexample is not None
    assert found.counterexample.parameters[0] == 77


def test_counterexample_has_calldata_and_storage() -> None:
    found = verdict(
        "{ if eq(calldataload(4), add(sload(7), 1)) { sstore(0, 1) } }",
        "{ }",
    )
    assert found.status is Status.REFUTED
    example = found.counterexample
    assert example is not None
    assert example.calldata[4] == (example.storage[7] + 1) % (1 << 256)
    assert example.storage.get(0) != 1


def test_queries_too_hard_for_solvers_are_never_refuted() -> None:
    found = about_function(
        "{ function f(x, y) -> r { r := mulmod(x, y, not(0)) } }",
        "{ function f(x, y) -> r { r := mulmod(y, x, not(0)) } }",
    )
    assert found.status is Status.PROVEN


@needs_bitwuzla
def test_bitwuzla_gives_counterexamples() -> None:
    before = view("{ function f(x, y) -> r { r := and(eq(x, 77), gt(sload(y), 5)) } }")
    after = view("{ function f(x, y) -> r { } }")
    settings = ProofSettings(DIALECT, 5, ("bitwuzla",))
    found = FunctionProver(before, after, {"f": "f"}, settings).prove("f", "f")
    assert found.status is Status.REFUTED
    assert {query.solver for query in found.queries} == {"bitwuzla"}
    assert found.counterexample is not None
    assert found.counterexample.parameters[0] == 77
    assert found.counterexample.storage[found.counterexample.parameters[1]] > 5


@needs_bitwuzla
@pytest.mark.parametrize("answer", ["sat", "unsat"])
def test_solvers_are_asked_in_turn_until_one_answers(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(SOLVERS, "z3", lambda *_: (UNKNOWN, None))
    word = z3.BitVec("word", 256)
    conditions = [3 * word == 7, z3.BoolVal(answer == "sat")]
    found = ask(conditions, 5, ("z3", "bitwuzla", "z3"), WorkClock())
    reported = [(query.solver, query.answer) for query in found.queries]
    assert reported == [("z3", "unknown"), ("bitwuzla", answer)]
    assert len({query.digest for query in found.queries}) == 1
    if found.model is not None:
        assert found.model(word) * 3 % (1 << 256) == 7
        assert found.model(z3.BitVec("what was not asked about", 256)) == 0
    assert (found.model is not None) == (answer == "sat")


def test_products_of_unknown_words_are_for_the_solver_that_is_quick_with_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []

    def unknown(name: str) -> Callable[..., tuple[str, None]]:
        def solver(*_: object) -> tuple[str, None]:
            asked.append(name)
            return UNKNOWN, None

        return solver

    for name in tuple(SOLVERS):
        monkeypatch.setitem(SOLVERS, name, unknown(name))
    words = [z3.BitVec(f"word {number}", 256) for number in range(5)]
    product = reduce(operator.mul, words)
    for factors, order in (
        (words[0] + words[1], ["z3", "bitwuzla"]),
        (words[0] * words[1], ["bitwuzla", "z3"]),
        (product, ["bitwuzla"]),
    ):
        asked.clear()
        found = ask([factors == 7], 1.0, ("z3", "bitwuzla"), WorkClock())
        assert asked == order
        assert {query.answer for query in found.queries} == {UNKNOWN}
        assert {query.solver for query in found.queries} == {"z3", "bitwuzla"}


@needs_bitwuzla
def test_bitwuzla_proves_and_counts_arrays_and_unknown_functions() -> None:
    texts = (
        "{ function f(x, y) -> r { sstore(x, 1) r := sload(or(x, y)) } }",
        "{ function f(x, y) -> r { sstore(x, 1) r := sload(add(and(x, y), xor(x, y))) } }",
    )
    settings = ProofSettings(DIALECT, 5, ("bitwuzla",))
    before, after = map(view, texts)
    found = FunctionProver(before, after, {"f": "f"}, settings).prove("f", "f")
    assert (found.status, found.method) == (Status.PROVEN, "smt")


@needs_bitwuzla
@pytest.mark.parametrize("solver", ["z3", "bitwuzla"])
def test_names_that_a_program_chooses_are_names_only(solver: str) -> None:
    name = 'linkersymbol("a|() (_ BitVec 8)) (assert false) (exit) ;")'
    before, after = (
        view(f"{{ function f(x) -> r {{ r := {builtin}(x, {name}) }} }}")
        for builtin in "add sub".split()
    )
    prover = FunctionProver(before, after, {"f": "f"}, ProofSettings(DIALECT, 5, (solver,)))
    assert prover.prove("f", "f").status is Status.REFUTED


def test_rejected_counterexamples_are_followed_by_others() -> None:
    found = about_function(
        "{ function f(x) -> r { if lt(x, 5) { r := x } } }", "{ function f(x) -> r { } }"
    )
    values = {example.parameters for example in found.further}
    assert len(values) > 1
    assert all(0 < value < 5 for (value,) in values)


def test_words_of_calldata_that_overlap_have_bytes_in_common() -> None:
    found = verdict(
        "{ if and(eq(shr(8, calldataload(1)), calldataload(0)), calldataload(0)) {"
        " if iszero(byte(0, calldataload(0))) { sstore(0, 1) } } }",
        "{ }",
    )
    assert found.counterexample is not None
    first, second = (found.counterexample.calldata[offset] for offset in (0, 1))
    assert first
    assert first % (1 << 248) == second >> 8


def test_words_beyond_the_end_of_calldata_are_zero() -> None:
    found = verdict(
        "{ if iszero(gt(calldatasize(), calldataload(0))) {"
        " if lt(calldataload(0), 8) { sstore(0, calldataload(calldatasize())) } } }",
        "{ if iszero(gt(calldatasize(), calldataload(0))) {"
        " if lt(calldataload(0), 8) { sstore(0, 0) } } }",
    )
    assert (found.status, found.method) == (Status.PROVEN, "smt")


def test_pointers_and_sizes_of_counterexamples_are_small() -> None:
    found = verdict(
        "{ mstore(mload(64), 1) if gt(calldatasize(), 4) { sstore(0, 1) } }",
        "{ mstore(mload(64), 1) }",
    )
    assert found.counterexample is not None
    assert 4 < found.counterexample.environment["calldatasize"] <= 1 << 12


def test_counterexamples_have_the_memory_that_stores_make() -> None:
    # By the values alone that are read, the condition could be anything.
    found = verdict(
        "{ mstore(64, 128) mstore(calldataload(0), 1) if eq(mload(64), 1) { sstore(0, 1) } }",
        "{ mstore(64, 128) mstore(calldataload(0), 1) }",
    )
    assert found.counterexample is not None
    assert found.counterexample.calldata[0] == 64


# A mapping with the key of the calldata, at two places, and what is stored and read there.
_MAPPING = """{{
    let key := calldataload(0)
    mstore(0, key) mstore(32, {slot})
    let one := keccak256(0, 64)
    mstore(0, {other}) mstore(32, 0)
    let two := keccak256(0, 64)
    sstore(one, 1)
    sstore(two, 2)
    sstore(9, {result})
}}"""


def _about_mapping(*, slot: int = 0, other: str = "key") -> Status:
    """Whether the first value is still there after the second one was stored."""
    before, after = (
        _MAPPING.format(slot=slot, other=other, result=result) for result in ("sload(one)", "1")
    )
    return verdict(before, after).status


def test_different_bytes_have_different_hashes() -> None:
    assert _about_mapping(slot=1) is Status.PROVEN
    assert _about_mapping(other="add(key, 1)") is Status.PROVEN
    assert _about_mapping(other="not(key)") is Status.PROVEN


def test_bytes_that_may_be_the_same_may_have_the_same_hash() -> None:
    assert _about_mapping() is not Status.PROVEN
    assert _about_mapping(other="calldataload(32)") is not Status.PROVEN
    assert _about_mapping(other="div(key, 2)") is not Status.PROVEN


def test_a_solver_assumes_nothing_about_the_value_of_a_hash() -> None:
    small = "{{ mstore(0, calldataload(0)) let h := keccak256(0, 32) sstore(9, {}) }}"
    assert verdict(small.format("gt(h, 1000)"), small.format("1")).status is not Status.PROVEN


def test_loops_whose_equations_are_different_are_different_to_the_solver() -> None:
    graph = Graph()
    make = graph.terms.make
    words = graph.parameter(0), graph.parameter(1)
    bound = make("bound", (1, 0, 0)), make("bound", (1, 1, 0))
    # Each symbol becomes the first value of the other one, or the second both.
    one, other = (
        make("out", (1, 2, 0, 0), (bound[0], graph.terms.fall, *words, *following))
        for following in ((words[1], words[0]), (words[1], words[1]))
    )
    encoder = Encoder()
    differ = encoder.any(one) != encoder.any(other)
    assert not ask([differ, *encoder.axioms], 5, ("z3",), WorkClock()).is_equal


def test_memory_in_use_that_depends_on_a_condition() -> None:
    before = "{ if calldataload(0) { mstore(0, 7) } sstore(0, msize()) }"
    found = verdict(before, before.replace("mstore(0,", "mstore(32,"))
    assert (found.status, found.method) == (Status.REFUTED, "smt")


def test_an_interrupt_while_the_solver_is_at_work_ends_the_run() -> None:
    one, other = z3.BitVec("one", 256), z3.BitVec("other", 256)
    product = one * other == 0xFFF1_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0000_0003
    hard = [product, z3.UGT(one, 1), z3.ULT(one, other), z3.ULT(other, 1 << 128)]
    timer = Timer(0.5, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        ask(hard, 20, ("z3",), WorkClock())
    timer.join()


@needs_bitwuzla
@pytest.mark.parametrize("solver", ["z3", "bitwuzla"])
def test_a_question_costs_the_same_work_every_time(solver: str) -> None:
    """Whatever was asked before, and whether there is an answer: that is what makes proofs the same
    on all machines."""
    one, other = z3.BitVec("one", 160), z3.BitVec("other", 160)
    primes = (2**61 - 1) * (2**89 - 1)
    hard = [one * other == primes, *(z3.UGT(word, 1) for word in (one, other))]
    hard += [z3.ULT(word, 1 << 100) for word in (one, other)]
    spent = []
    for number in range(2, 5):
        clock = WorkClock()
        assert ask(hard, 0.6, (solver,), clock).model is None
        spent.append(clock.now())
        ask([one * one == number, one != other], 0.01, (solver,), WorkClock())
    assert len(set(spent)) == 1
    assert spent[0] > 0.6


def test_queries_too_hard_for_their_time_are_not_asked() -> None:
    words = [z3.BitVec(f"word {number}", 256) for number in range(40)]
    products = [one * other == 7 for one, other in pairwise(words)]
    clock = WorkClock()
    answer = ask(products, 0.1, ("z3",), clock)
    # A solver that was asked would have taken some time.
    assert [(query.answer, query.seconds) for query in answer.queries] == [(UNKNOWN, 0)]
    assert clock.now() < 0.1
    # Products with numbers are cheap.
    numbers = [z3.BitVecVal(3, 256) * word == 7 for word in words]
    assert ask(numbers, 0.1, ("z3",), WorkClock()).queries[0].answer == "sat"
