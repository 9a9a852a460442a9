"""What the solver is asked, and what it says."""

from __future__ import annotations

from tests.prover.test_verdict import DIALECT, verdict, view
from yulopt.prover.graph import Graph
from yulopt.prover.smt import Encoder, ask
from yulopt.prover.verdict import FunctionProver, ProofSettings, Status, Verdict


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
    assert found.method == "smt"
    assert {query.solver for query in found.queries} == {"z3"}
    assert found.queries[-1].answer == "unsat"


def test_words_that_are_equal_for_a_reason_that_is_no_rule() -> None:
    found = about_function(
        "{ function f(x, y) -> r { r := add(and(x, y), or(x, y)) } }",
        "{ function f(x, y) -> r { r := add(x, y) } }",
    )
    assert (found.status, found.method) == (Status.PROVEN, "smt")


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


def test_what_solvers_get_lost_in_is_open_or_proven_but_not_refuted() -> None:
    found = about_function(
        "{ function f(x, y) -> r { r := mulmod(x, y, not(0)) } }",
        "{ function f(x, y) -> r { r := mulmod(y, x, not(0)) } }",
    )
    assert found.status is Status.PROVEN


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
    assert not ask([encoder.any(one) != encoder.any(other), *encoder.axioms], 5).is_equal
