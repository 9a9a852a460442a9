"""Corresponding functions of a step, proof obligations, and their dependents."""

from __future__ import annotations

from typing import Final
from unittest.mock import patch

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.pair_finding import RESERVED, Finding
from yulopt.prover.replay import NOT_FOUND, NOT_REPLAYED, Executions, Replay
from yulopt.prover.solvers import SOLVERS
from yulopt.prover.step_proof import IN_ISOLATION, FunctionProof, prove_step
from yulopt.prover.verdict import CodeView, Counterexample, ProofSettings, Status
from yulopt.prover.versions import version_of
from yulopt.syntax.parser import parse_source

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


def proofs(before: str, after: str, wanted: str | None = None) -> list[FunctionProof]:
    """The proofs for two programs."""
    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (before, after))
    return prove_step(old, new, ProofSettings(DIALECT, 5, ()), Executions(DIALECT), {}, wanted)


def reported(before: str, after: str, wanted: str | None = None) -> list[tuple[str, str, str]]:
    """The names, status, and method or reason of the proofs."""
    return [
        (f"{proof.before}>{proof.after}", proof.status.value, proof.method or proof.reason)
        for proof in proofs(before, after, wanted)
    ]


def test_equal_text_needs_no_proof() -> None:
    text = "{ f(1) g() function f(x) { sstore(x, x) } function g() { sstore(0, 1) } }"
    assert reported(text, text) == []
    moved = "{ f(1) g() function g() { sstore(0, 1) } function f(x) { sstore(x, x) } }"
    assert {status for _, status, _ in reported(text, moved)} <= {"proven"}


def test_only_changed_functions_are_reported() -> None:
    before = "{ f(1) g() function f(x) { sstore(x, x) } function g() { sstore(0, add(1, 1)) } }"
    after = before.replace("add(1, 1)", "2")
    assert reported(before, after) == [("g>g", "proven", "normal form")]
    assert reported(before, after, "g") == [("g>g", "proven", "normal form")]
    assert reported(before, after, "f") == []


def test_conditions_in_another_order_need_no_inlining() -> None:
    function = "function f(x) { for { } x { x := sub(x, 1) } { sstore(x, x) } }"
    check = "if callvalue() { revert(0, 0) }"
    switch = "switch calldataload(0) case 1 {"
    before = f"{{ {switch} {check} f(1) }} case 2 {{ {check} f(2) }} {function} }}"
    after = f"{{ if callvalue() {{ {switch} revert(0, 0) }} case 2 {{ revert(0, 0) }} }}"
    after += f" {switch} f(1) }} case 2 {{ f(2) }} {function} }}"
    (proof,) = proofs(before, after)
    assert (proof.status, proof.method, proof.assumed) == (Status.PROVEN, "cases", ["f"])
    (other,) = proofs(before, after.replace("{ f(2) }", "{ f(1) }"))
    assert other.status is not Status.PROVEN


def test_renamed_functions_correspond_by_their_order() -> None:
    before = "{ f_1(1) g_1() function f_1(x) { sstore(x, x) } function g_1() { sstore(0, 1) } }"
    after = "{ f(1) g() function f(y) { sstore(y, y) } function g() { sstore(0, 1) } }"
    assert reported(before, after) == [(">", "proven", "equal trees")]
    mended = after.replace("sstore(0, 1)", "let z := 1 sstore(0, z)")
    assert reported(before, mended) == [
        (">", "proven", "equal trees"),
        ("f_1>f", "proven", "equal trees"),
        ("g_1>g", "proven", "normal form"),
    ]


def test_duplicate_names() -> None:
    before = "{ { let x := 1 sstore(x, 2) } { let x := 2 sstore(x, 1) } }"
    after = "{ { let x := 1 sstore(x, 2) } { let x_1 := 2 sstore(x_1, 1) } }"
    assert reported(before, after) == [(">", "proven", "equal trees")]
    wrong = after.replace("sstore(x_1, 1)", "sstore(x_1, 3)")
    assert reported(before, wrong) == [(">", "open", "names are not unique")]


def test_nested_functions_with_duplicate_names() -> None:
    before = "{ let x := 1 f(x) { let y := 2 sstore(y, 1) } { let y := 3 f(y) }"
    before += " function f(z) { g(z) function g(w) { sstore(w, w) } } function h() {} }"
    after = before.replace("let y := 3 f(y)", "let y_1 := 3 f(y_1)")
    assert reported(before, after) == [(">", "proven", "equal trees")]
    wrong = after.replace("sstore(w, w)", "sstore(w, 1)")
    assert reported(before, wrong) == [(">", "open", "names are not unique")]


def test_a_name_reused_for_another_variable_is_not_a_renaming() -> None:
    before = "{ let a := 1 { let b := 2 sstore(a, b) } let b := 3 sstore(b, a) }"
    after = "{ let a := 1 { let b := 2 sstore(a, b) } let b_1 := 3 sstore(a, b_1) }"
    assert reported(before, after) == [(">", "open", "names are not unique")]


def test_new_functions_are_executed_where_they_are_called() -> None:
    before = "{ sstore(0, 1) sstore(1, 2) }"
    after = "{ f(0) f(1) function f(x) { sstore(x, add(x, 1)) } }"
    assert reported(before, after) == [(">", "proven", "normal form")]
    assert reported(after, before) == [(">", "proven", "normal form")]


def test_callers_of_an_unproven_function_are_open() -> None:
    before = "{ f(calldataload(0)) function f(x) { if x { sstore(0, x) f(sub(x, 1)) } }"
    before += " function h(z) { let y := z f(y) } }"
    after = before.replace("sstore(0, x)", "sstore(1, x)").replace("let y := z f(y)", "f(z)")
    found = {names: (status, why) for names, status, why in reported(before, after)}
    assert found["f>f"] == ("refuted", "execution")
    assert found["h>h"] == ("open", "depends on f")


def test_recursive_functions_are_proven_by_induction() -> None:
    before = "{ f(calldataload(0)) function f(x) { if x { sstore(0, x) f(sub(x, 1)) } } }"
    after = before.replace("sstore(0, x) f(sub(x, 1))", "let y := sub(x, 1) sstore(0, x) f(y)")
    found = proofs(before, after)
    assert [(proof.status, proof.assumed) for proof in found] == [(Status.PROVEN, ["f"])]


def test_infinite_recursion_differs_from_none() -> None:
    before = "{ sstore(0, f(4)) function f(x) -> r { if x { r := mul(0, f(x)) } } }"
    after = "{ sstore(0, f(4)) function f(x) -> r { } }"
    for texts in ((before, after), (after, before)):
        assert "proven" not in {status for _, status, _ in reported(*texts)}


def test_infinite_mutual_recursion() -> None:
    before = "{ f(4) function f(x) { if x { g(x) } } function g(x) { f(x) } }"
    after = "{ f(4) function f(x) { let y } function g(x) { f(x) } }"
    for texts in ((before, after), (after, before)):
        assert ("f>f", "proven") not in {(names, status) for names, status, _ in reported(*texts)}


_SUM: Final = """{ sstore(0, sum(4))
    function sum(n) -> r { if n { r := add(n, sum(sub(n, 1))) } } }"""
_PARITY: Final = """{ sstore(0, is_even(10))
    function is_even(n) -> r { r := 1 if n { r := is_odd(sub(n, 1)) } }
    function is_odd(m) -> s { if m { s := is_even(sub(m, 1)) } } }"""


@pytest.mark.parametrize(
    ("before", "call", "value"), [(_SUM, "sum(4)", 10), (_PARITY, "is_even(10)", 1)]
)
def test_recursive_calls_of_known_values_are_executed(before: str, call: str, value: int) -> None:
    after = before.replace(call, str(value), 1)
    assert reported(before, after) == [(">", "proven", "normal form")]
    wrong = before.replace(call, str(value + 1), 1)
    assert "proven" not in {status for _, status, _ in reported(before, wrong)}
    # The number of calls is unknown.
    unknown = before.replace(call, call.partition("(")[0] + "(calldatasize())", 1)
    assert "proven" not in {status for _, status, _ in reported(unknown, after)}


def test_recursion_of_known_values_may_not_end() -> None:
    before = "{ sstore(0, f(4, 0)) function f(x, y) -> r { r := f(x, add(y, 1)) } }"
    after = before.replace("f(4, 0)", "0", 1)
    for texts in ((before, after), (after, before)):
        assert "proven" not in {status for _, status, _ in reported(*texts)}


def test_a_function_equal_only_for_its_calls() -> None:
    before = "{ f(1) f(1) function f(x) { sstore(x, add(x, 1)) sstore(2, msize()) } }"
    after = "{ f(1) f(1) function f(x) { sstore(1, 2) sstore(2, msize()) } }"
    assert reported(before, after) == [("f>f", "proven", "as it is called")]
    called = before.replace("f(1) f(1)", "f(1) f(calldataload(0))")
    found = reported(called, after.replace("f(1) f(1)", "f(1) f(calldataload(0))"))
    assert found == [("f>f", "refuted", "execution")]


def test_a_function_equal_only_with_the_contents_of_memory() -> None:
    before = "{ mstore(0, 1) f() f() function f() { sstore(0, mload(0)) } }"
    after = before.replace("mload(0)", "1")
    assert reported(before, after) == [("f>f", "proven", "in its callers")]
    called = before.replace("f() f()", "f() mstore(0, calldataload(0)) f()")
    assert reported(called, called.replace("mload(0)", "1")) == [("f>f", "refuted", "execution")]


def test_one_wrong_function_among_others() -> None:
    before = "{ mstore(0, 1) f() g(1)"
    before += " function f() { sstore(mload(0), 2) } function g(y) { sstore(y, 3) } }"
    after = before.replace("mload(0)", "1").replace("sstore(y, 3)", "sstore(y, 4)")
    found = {names: (status, why) for names, status, why in reported(before, after)}
    assert found["g>g"] == ("refuted", "execution")
    # By itself it is different, too, but its change alone is right in its caller.
    assert found["f>f"] == ("open", "depends on g")


def test_a_difference_counts_if_a_caller_shows_it() -> None:
    before = "{ mstore(0, 1) f() sstore(1, exp(calldataload(0), 3))"
    before += " function f() { sstore(0, mload(0)) } }"
    after = before.replace("calldataload(0), 3", "3, calldataload(0)").replace("mload(0)", "2")
    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (before, after))

    class OnlyFunctions(Executions):
        def replay(
            self,
            before: CodeView,
            after: CodeView,
            before_name: str | None,
            after_name: str | None,
            example: Counterexample,
        ) -> Replay:
            if before_name is None:
                return Replay(problem=NOT_REPLAYED)
            return super().replay(before, after, before_name, after_name, example)

        def search(
            self,
            before: CodeView,
            after: CodeView,
            before_name: str | None,
            after_name: str | None,
            example: Counterexample | None,
        ) -> Replay:
            return Replay(problem=NOT_FOUND)

    settings = ProofSettings(DIALECT, 5)
    shown = {
        proof.before: proof for proof in prove_step(old, new, settings, Executions(DIALECT), {})
    }
    assert [shown[name].status for name in ("", "f")] == [Status.REFUTED] * 2
    hidden = {
        proof.before: proof for proof in prove_step(old, new, settings, OnlyFunctions(DIALECT), {})
    }
    assert [hidden[name].reason for name in ("", "f")] == [NOT_REPLAYED, IN_ISOLATION]
    assert hidden["f"].status is Status.OPEN
    assert hidden["f"].replay is not None


def test_uncalled_functions_may_differ() -> None:
    before = "{ sstore(0, 1) function f(x) { sstore(x, 2) } }"
    after = "{ sstore(0, 1) function f(x) { sstore(x, 3) } }"
    assert reported(before, after) == [("f>f", "proven", "in its callers")]


_CALLS = "{ sstore(0, g(calldataload(0))) sstore(1, h(calldataload(1)))"
_SAME = " function f(x) -> y { y := x }"
_LAST_BYTE = " function f(x) -> y { y := and(x, 255) }"
_RIGHT = " function h(a) -> b { b := f(and(a, 255)) }"
_THROUGH = " function g(p) -> q { q := u(p) } function u(v) -> w { w := f(v) }"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "{ sstore(0, 1) function f() { pop(sload(1)) } }",
            "{ f() sstore(0, 1) function f() { sstore(5, 5) } }",
        ),
        (
            "{ sstore(0, 1) function f() { k() } function k() { pop(sload(1)) } }",
            "{ f() sstore(0, 1) function f() { k() } function k() { sstore(5, 5) } }",
        ),
        (
            _CALLS + _RIGHT + _THROUGH + _SAME + "}",
            _CALLS + _RIGHT + " function g(p) -> q { q := f(p) }" + _LAST_BYTE + "}",
        ),
        (
            _CALLS + _RIGHT + " function g(p) -> q { q := f(p) }" + _SAME + "}",
            _CALLS + _RIGHT + _THROUGH + _LAST_BYTE + "}",
        ),
        (
            _CALLS + _RIGHT + _THROUGH + _SAME + "}",
            _CALLS + _RIGHT + " function g(p) -> q { q := t(p, 1) }"
            " function t(v, z) -> w { w := f(v) }" + _LAST_BYTE + "}",
        ),
    ],
)
def test_callers_only_after_a_step_or_through_inlined_functions(before: str, after: str) -> None:
    """Each calls `f` in a way in which it is different, and not where it is called directly before
    the step."""
    assert {status for _, status, _ in reported(before, after)} != {"proven"}


def test_effects_of_counterparts_belong_to_the_key_of_a_finding() -> None:
    """In the first program, what is called after the step had a counterpart without effects."""
    after = "{ f() sstore(0, 1) function f() { sstore(5, 5) } }"
    memory: dict[str, Finding] = {}
    for before in ("{ sstore(0, 1) function f() { pop(sload(1)) } }", "{ sstore(0, 1) }"):
        old, new = (
            version_of(parse_source(Source(text), DIALECT).code) for text in (before, after)
        )
        settings = ProofSettings(DIALECT, 5, ())
        found = prove_step(old, new, settings, Executions(DIALECT), memory)
        assert found[0].status is Status.REFUTED


def test_a_recursive_function_different_only_for_calls_that_never_occur() -> None:
    before = "{ f(3) function f(x) { if x { sstore(x, 1) f(sub(x, 1)) } } }"
    after = before.replace("if x {", "if and(x, 7) {")
    assert reported(before, after) == [("f>f", "open", IN_ISOLATION)]
    called = before.replace("f(3)", "f(8)")
    assert reported(called, after.replace("f(3)", "f(8)")) == [("f>f", "refuted", "execution")]


def test_a_difference_is_found_without_a_solver() -> None:
    before = "{ if eq(calldataload(4), 77) { sstore(0, 1) } }"
    assert reported(before, before.replace("77", "78")) == [(">", "refuted", "execution")]


def test_callers_of_callers_are_executed_as_well() -> None:
    before = "{ let a := calldataload(0) f(a, a)"
    before += (
        " function f(x, w) { g(x, w) sstore(9, 9) } function g(y, z) { sstore(y, eq(y, z)) } }"
    )
    after = before.replace("eq(y, z)", "1")
    assert reported(before, after) == [("g>g", "proven", "in its callers")]
    called = before.replace("f(a, a)", "f(a, add(a, 1))")
    found = reported(called, called.replace("eq(y, z)", "1"))
    assert found == [("g>g", "refuted", "execution")]


def test_callers_of_the_only_function_of_interest_depend_on_others() -> None:
    before = "{ mstore(0, 1) f() g(1)"
    before += " function f() { sstore(0, mload(0)) } function g(y) { sstore(y, 3) } }"
    # The function f is the same where it is called, g is not.
    after = before.replace("mload(0)", "1").replace("sstore(y, 3)", "sstore(y, 4)")
    assert ("f>f", "proven", "in its callers") not in reported(before, after, "f")
    right = before.replace("mload(0)", "1")
    assert reported(before, right, "f") == [("f>f", "proven", "in its callers")]


def test_what_the_only_function_of_interest_calls_counts() -> None:
    before = "{ f() function f() { g() } function g() { sstore(0, add(1, 1)) } }"
    assert reported(before, before.replace("add(1, 1)", "2"), "f") == [
        ("g>g", "proven", "normal form")
    ]
    assert reported(before, before.replace("add(1, 1)", "3"), "f") == [
        ("g>g", "refuted", "execution")
    ]


def test_counterexamples_that_do_not_replay_are_followed_by_others() -> None:
    before, after = "{ sstore(0, lt(calldataload(0), 9)) }", "{ sstore(0, 0) }"
    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (before, after))
    refused: list[Counterexample] = []

    class Picky(Executions):
        def replay(
            self,
            before: CodeView,
            after: CodeView,
            before_name: str | None,
            after_name: str | None,
            example: Counterexample,
        ) -> Replay:
            if len({one.calldata[0] for one in refused}) < 3:
                refused.append(example)
                return Replay(problem=NOT_REPLAYED)
            return super().replay(before, after, before_name, after_name, example)

    (proof,) = prove_step(old, new, ProofSettings(DIALECT, 5), Picky(DIALECT), {})
    assert (proof.status, proof.method) == (Status.REFUTED, "smt")
    assert proof.replay is not None
    assert int.from_bytes(proof.replay.given.calldata[:32], "big") < 9


def test_memory_that_a_step_reserves_cannot_be_set_before_it() -> None:
    before = "{ f(7) function f(x) { mstore(64, memoryguard(128)) sstore(x, 1) } }"
    # The parameter is read from a location that was never written.
    after = before.replace("(128)", "(160)").replace("sstore(x", "sstore(mload(128)")
    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (before, after))
    found = prove_step(old, new, ProofSettings(DIALECT, 5), Executions(DIALECT), {})
    assert {proof.before: proof.reason for proof in found}["f"] == RESERVED


# The prover gets as far as the solver in f only.
_BEFORE = "{ f(1) function f(x) { sstore(x, exp(3, x)) } function g(y) { sstore(y, add(1, 1)) } }"
_AFTER = "{ f(1) function f(x) { sstore(x, exp(x, 3)) } function g(y) { sstore(y, 2) } }"


def verdicts_with_failing_solver(error: BaseException) -> dict[str, tuple[str, str]]:
    """The verdict on both functions if the solver, and all executions, end so."""

    def fail(*_: object) -> tuple[str, None]:
        raise error

    class Failing(Executions):
        def search(
            self,
            before: CodeView,
            after: CodeView,
            before_name: str | None,
            after_name: str | None,
            example: Counterexample | None,
        ) -> Replay:
            raise error

    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (_BEFORE, _AFTER))
    with patch.dict(SOLVERS, z3=fail):
        found = prove_step(old, new, ProofSettings(DIALECT, 5), Failing(DIALECT), {})
    return {proof.before: (proof.status.value, proof.method or proof.reason) for proof in found}


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (KeyError("sorts"), "KeyError: 'sorts'"),
        (RecursionError("too\n deep"), "RecursionError: too deep"),
        (MemoryError(), "MemoryError"),
        (AssertionError(), "AssertionError"),
    ],
)
def test_a_failure_leaves_a_pair_open_and_the_others_continue(
    error: Exception, reason: str
) -> None:
    found = verdicts_with_failing_solver(error)
    assert found["f"] == ("open", f"the prover failed with {reason}")
    assert found["g"] == ("proven", "normal form")


def test_an_interrupt_ends_all_proofs() -> None:
    with pytest.raises(KeyboardInterrupt):
        verdicts_with_failing_solver(KeyboardInterrupt())


def test_a_difference_is_found_though_the_solver_fails() -> None:
    def fail(*_: object) -> tuple[str, None]:
        raise AssertionError

    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (_BEFORE, _AFTER))
    with patch.dict(SOLVERS, z3=fail):
        found = prove_step(old, new, ProofSettings(DIALECT, 5), Executions(DIALECT), {})
    assert {proof.before: proof.method for proof in found}["f"] == "execution"
