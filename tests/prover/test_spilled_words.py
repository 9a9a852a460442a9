"""Variables spilled to memory, and adversarial programs for spilling."""

from __future__ import annotations

import pytest

from tests.prover.test_step_proof import DIALECT
from yulopt.errors import Source
from yulopt.prover.replay import Executions
from yulopt.prover.run import prove
from yulopt.prover.step_proof import prove_step
from yulopt.prover.verdict import ProofSettings, Status
from yulopt.prover.versions import version_of
from yulopt.syntax.parser import parse_source

# A program that promises not to touch memory from 0x80 to the pointer, and one that has two words.
PROGRAM = "{{ {{ let p := memoryguard({}) mstore(0x40, p) {} }} {} }}"
OLD, NEW = "0x80", "0xc0"


def statuses(before: str, after: str) -> set[Status]:
    old, new = (version_of(parse_source(Source(text), DIALECT).code) for text in (before, after))
    found = prove_step(old, new, ProofSettings(DIALECT, 5, ()), Executions(DIALECT), {})
    assert found
    return {proof.status for proof in found}


def is_proven(
    before: str, after: str, old_functions: str = "", new_functions: str = "", *, guard: str = NEW
) -> bool:
    one = PROGRAM.format(OLD, before, old_functions)
    other = PROGRAM.format(guard, after, new_functions or old_functions)
    return statuses(one, other) == {Status.PROVEN}


F = "function f(a) { sstore(a, 1) }"
WRITES = "function f(a) { mstore(0x80, add(a, 1)) sstore(a, 1) }"
COPIES = "function f(a) { calldatacopy(0x80, 0, 32) sstore(keccak256(0x80, 32), a) }"
COPY = "let q := 0x80 calldatacopy(q, 0, 32) sstore(keccak256(q, 32), 1)"
# It is not executed where it is called.
RECURSIVE = "function f(a) {{ if a {{ f(sub(a, 1)) }} {} sstore(a, 1) }}"
UNKNOWN_STORE = "mstore(add(p, calldataload(0)), 7)"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (
            "let x := calldataload(0) f(x) sstore(x, x)",
            "mstore(0x80, calldataload(0)) f(mload(0x80)) sstore(mload(0x80), mload(0x80))",
        ),
        (
            f"let x := calldataload(0) {UNKNOWN_STORE} return(p, x)",
            f"mstore(0xa0, calldataload(0)) {UNKNOWN_STORE} return(p, mload(0xa0))",
        ),
        (
            f"let x := calldataload(0) {UNKNOWN_STORE} sstore(x, mload(0x40))",
            f"mstore(0x80, calldataload(0)) {UNKNOWN_STORE} sstore(mload(0x80), mload(0x40))",
        ),
        (
            "let x := 1 if calldataload(0) { x := 2 } sstore(0, x)",
            "mstore(0x80, 1) if calldataload(0) { mstore(0x80, 2) } sstore(0, mload(0x80))",
        ),
        (
            "let x := 1 for {} lt(x, 10) { x := add(x, 1) } { sstore(x, x) } sstore(0, x)",
            "mstore(0x80, 1) for {} lt(mload(0x80), 10) { mstore(0x80, add(mload(0x80), 1)) }"
            " { sstore(mload(0x80), mload(0x80)) } sstore(0, mload(0x80))",
        ),
    ],
    ids=["across a call", "across a store", "beside memory", "in a branch", "in a loop"],
)
def test_variables_in_memory(before: str, after: str) -> None:
    assert is_proven(before, after, F)


def test_a_function_that_leaves_its_result_in_memory() -> None:
    before = "function f(a) -> b, c { b := a c := sload(a) }"
    after = "function f(a) -> b { b := a mstore(0x80, sload(a)) }"
    assert is_proven(
        "let x, y := f(calldataload(0)) sstore(x, y)",
        "let x := f(calldataload(0)) mstore(0xa0, mload(0x80)) sstore(x, mload(0xa0))",
        before,
        after,
    )


# Something is stored between, which may be to any address as far as anybody knows.
BEFORE = f"let x := calldataload(0) {UNKNOWN_STORE} f(x) sstore(x, x)"
AFTER = (
    f"mstore(0x80, calldataload(0)) {UNKNOWN_STORE} f(mload(0x80)) sstore(mload(0x80), mload(0x80))"
)


@pytest.mark.parametrize(
    ("before", "after", "old", "new", "guard"),
    [
        # The guard is not raised over the word.
        (BEFORE, AFTER.replace("0x80", "0xc0"), F, F, NEW),
        (BEFORE, AFTER, F, F, OLD),
        (BEFORE, AFTER.replace("0x80", "0x81"), F, F, NEW),
        # The word is unknown after a call.
        (BEFORE, AFTER, F, WRITES, NEW),
        (
            BEFORE.replace("f(x)", "g()"),
            AFTER.replace("f(mload(0x80))", "g()"),
            F + "function g() { f(1) }",
            WRITES + "function g() { f(1) }",
            NEW,
        ),
        # Nor is it the same before and after it, or after two calls.
        (
            "f(1) sstore(7, 0)",
            "let x := mload(0x80) f(1) sstore(7, sub(mload(0x80), x))",
            RECURSIVE.format(""),
            RECURSIVE.format("mstore(0x80, a)"),
            NEW,
        ),
        (
            "f(1) f(2) sstore(7, 0)",
            "f(1) let x := mload(0x80) f(2) sstore(7, sub(mload(0x80), x))",
            RECURSIVE.format(""),
            RECURSIVE.format("mstore(0x80, a)"),
            NEW,
        ),
        (
            "for { let i := 0 } lt(i, 3) { i := add(i, 1) } { f(i) sstore(7, 0) }",
            "for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
            " { let x := mload(0x80) f(i) sstore(7, sub(mload(0x80), x)) }",
            RECURSIVE.format(""),
            RECURSIVE.format("mstore(0x80, a)"),
            NEW,
        ),
        # The word is read before anything is written.
        ("mstore(p, 1) let x := 0 sstore(0, x)", "mstore(p, 1) sstore(0, mload(0x80))", F, F, NEW),
        # The program breaks its promise.
        ("mstore(0x80, 5) " + BEFORE, "mstore(0x80, 5) " + AFTER, F, F, NEW),
        ("mstore(0x61, 5) " + BEFORE, "mstore(0x61, 5) " + AFTER, F, F, NEW),
        ("calldatacopy(0x80, 0, 9) " + BEFORE, "calldatacopy(0x80, 0, 9) " + AFTER, F, F, NEW),
        (BEFORE, AFTER, COPIES, COPIES, NEW),
        (f"{COPY} {BEFORE}", f"{COPY} {AFTER}", F, F, NEW),
        # There are other accesses, which may be to the word, and would not show otherwise.
        (BEFORE, AFTER.replace("f(", "mstore(calldataload(32), 1) f("), F, F, NEW),
        (BEFORE, AFTER.replace("f(", "pop(mload(calldataload(32))) f("), F, F, NEW),
        (
            f"{UNKNOWN_STORE} {BEFORE}",
            AFTER.replace("f(", f"if calldataload(64) {{ {UNKNOWN_STORE} }} f("),
            F,
            F,
            NEW,
        ),
        # A word below the reserved ones is memory.
        (
            "sstore(0, calldataload(0)) return(0, 32)",
            "mstore(0x80, calldataload(0)) mstore(0, 5) sstore(0, mload(0x80)) return(0, 32)",
            F,
            F,
            NEW,
        ),
        # The same before a call that ends the frame.
        (
            "let x := calldataload(0) g(x)",
            "mstore(0x80, calldataload(0)) mstore(calldataload(32), 1) g(mload(0x80))",
            "function g(a) { sstore(0, a) stop() }",
            "function g(a) { sstore(0, a) stop() }",
            NEW,
        ),
        # A function that calls itself has one word for all its calls.
        (
            "sstore(0, f(calldataload(0)))",
            "sstore(0, f(calldataload(0)))",
            "function f(a) -> r { let x := a if a { pop(f(sub(a, 1))) } r := x }",
            "function f(a) -> r { mstore(0x80, a) if a { pop(f(sub(a, 1))) } r := mload(0x80) }",
            NEW,
        ),
    ],
)
def test_what_stays_unproven(before: str, after: str, old: str, new: str, guard: str) -> None:
    assert not is_proven(before, after, old, new, guard=guard)


def test_stack_limit_evader() -> None:
    names = [f"x{number}" for number in range(18)]
    loads = " ".join(f"let {name} := sload({name[1:]})" for name in names)
    stores = " ".join(f"sstore({name}, add({name}, a))" for name in names)
    function = f"function f(a) {{ {loads} if a {{ g() }} {stores} {stores} }}"
    text = PROGRAM.format(OLD, "f(callvalue())", f"{function} function g() {{ stop() }}")
    proof = prove(text, "cL:", stack_allocation=True, evm_version="cancun")
    moved = [step for step in proof.steps if step.step == "StackLimitEvader"]
    assert moved
    assert proof.is_proven
