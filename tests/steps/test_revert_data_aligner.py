"""The RevertDataAligner (0): reverted data with a selector begins at address 28."""

from __future__ import annotations

import random

import pytest

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from yulopt.interpreter.run import run

WORDS = (0, 1, 0x11223344, 1 << 255, (1 << 256) - 1)


def check_same(before: str) -> str:
    """Run the step, and both programs with some inputs; returns the text after."""
    after = result("hg0", before)
    for word in WORDS:
        calldata = word.to_bytes(32, "big") + bytes(range(1, 33)) * 3
        expected, actual = (run(text, calldata=calldata) for text in (before, after))
        assert (actual.kind, actual.output) == (expected.kind, expected.output), before
    return after


def test_a_selector_alone() -> None:
    check_step(
        "0",
        "{ mstore(0, shl(224, 0x11223344)) revert(0, 4) }",
        "{ mstore(0, 0x11223344) revert(28, 4) }",
    )


@pytest.mark.parametrize(
    ("stored", "expected"),
    [
        ("0x1122334455", "0x00000000"),
        (f"0x11223344{'55' * 28}", "0x11223344"),
        ("shl(229, 4594637)", "0x08c379a0"),
        ("shl(255, 3)", "0x80000000"),
        ("shl(256, 3)", "0x00000000"),
        ("shl(224, calldataload(0))", "calldataload(0)"),
        ("shl(224, 0x1122334455)", "0x1122334455"),
        ('"text"', "0x74657874"),
    ],
)
def test_kinds_of_selectors(stored: str, expected: str) -> None:
    before = f"{{ mstore(0, {stored}) mstore(4, calldataload(32)) revert(0, 36) }}"
    after = f"{{ mstore(0, {expected}) mstore(32, calldataload(32)) revert(28, 36) }}"
    assert check_same(before) == result("hg", after)


def test_words_in_any_order_after_the_selector() -> None:
    before = """{
        mstore(0, shl(224, 0x11223344))
        mstore(68, "text")
        let x := calldataload(0)
        mstore(4, x)
        x := sload(x)
        mstore(36, x)
        revert(0, 100)
    }"""
    assert "revert(28, 100)" in check_same(before)


def test_in_functions_and_branches() -> None:
    text = check_same("""{
        if calldataload(0) { panic(shr(248, calldataload(0))) }
        switch calldataload(32)
        case 0 { mstore(0, shl(224, 0x11223344)) revert(0, 4) }
        default { mstore(0, shl(224, 0x55667788)) mstore(4, caller()) revert(0, 36) }
        function panic(code) {
            mstore(0, shl(224, 0x4e487b71))
            mstore(4, code)
            revert(0, 36)
        }
    }""")
    assert text.count("revert(28, ") == 3


def test_variables_that_are_one_number() -> None:
    text = check_same("""{
        let zero := 0
        let four := 4
        let selector := shl(224, 0x11223344)
        for { let i := 0 } lt(i, 3) { i := add(i, 1) } {
            zero := 0x00
            if eq(i, calldataload(0)) {
                mstore(zero, selector)
                mstore(four, shl(zero, i))
                revert(zero, f())
            }
        }
        function f() -> size { size := 36 }
    }""")
    assert text.count("revert(28, ") == 0
    text = check_same("""{
        let zero
        let selector := shl(224, 0x11223344)
        for { let i := 0 } lt(i, 3) { i := add(i, 1) } {
            zero := 0x00
            let size := 36
            if eq(i, calldataload(0)) {
                mstore(zero, selector)
                mstore(4, i)
                revert(zero, size)
            }
        }
    }""")
    assert text.count("revert(28, ") == 1


@pytest.mark.parametrize(
    "statements",
    [
        "let a := 0 if calldataload(0) { a := 4 } mstore(a, shl(224, 1)) revert(0, 4)",
        "let a := 0 if calldataload(0) { a := 4 } mstore(0, shl(224, 1)) revert(a, 4)",
        "let a := 4 if calldataload(0) { a := 8 } mstore(0, shl(224, 1)) revert(0, a)",
        "let a := shl(224, 1) if calldataload(0) { a := 8 } mstore(0, a) revert(0, 4)",
        "let b if calldataload(0) { b := 4 } let a := b mstore(a, shl(224, 1)) revert(0, 4)",
        "let a := 0 if calldataload(0) { a := calldataload(0) } mstore(a, 0) revert(0, 4)",
        "let a, b := pair() mstore(a, shl(224, 1)) revert(0, 4)",
        "let a let b a, b := pair() mstore(a, shl(224, 1)) revert(0, 4)",
        "let b for { let i := 0 } lt(i, 2) { i := add(i, 1) }"
        " { let a := b if i { mstore(a, shl(224, 1)) revert(0, 4) } b := 32 }",
        "fail(0) fail(4)",
        "let a if calldataload(0) { a := shl(224, 1) } mstore(0, a) revert(0, 4)",
    ],
)
def test_other_variables(statements: str) -> None:
    functions = """
        function pair() -> r, s { r := calldataload(32) s := 4 }
        function fail(at) { if calldataload(0) { mstore(at, shl(224, 1)) revert(at, 4) } }
    """
    before = f"{{ {statements} {functions} }}"
    assert check_same(before) == result("hg", before)


@pytest.mark.parametrize(
    "statements",
    [
        # Not all the data is written, or not in this order.
        "mstore(0, shl(224, 1)) revert(0, 36)",
        "mstore(4, 7) revert(0, 36)",
        "mstore(4, 7) mstore(0, shl(224, 1)) revert(0, 36)",
        "mstore(0, shl(224, 1)) mstore(4, 7) mstore(68, 8) revert(0, 100)",
        "mstore(0, shl(224, 1)) mstore(4, 7) mstore(36, 8) revert(0, 100)",
        "mstore(0, shl(224, 1)) if calldataload(0) { mstore(4, 7) } revert(0, 36)",
        "if calldataload(0) { mstore(0, shl(224, 1)) } revert(0, 4)",
        "mstore(0, shl(224, 1)) { revert(0, 4) }",
        # Other data.
        "mstore(0, shl(224, 1)) mstore(4, 7) revert(0, 32)",
        "mstore(0, shl(224, 1)) revert(0, 0)",
        "mstore(0, shl(224, 1)) revert(4, 4)",
        "mstore(0, shl(224, 1)) return(0, 4)",
        "mstore(0, shl(224, 1)) revert(calldatasize(), 4)",
        "mstore(0, shl(224, 1)) revert(0, calldatasize())",
        "mstore(calldatasize(), shl(224, 1)) revert(0, 4)",
        # Other selectors.
        "mstore(0, calldataload(0)) revert(0, 4)",
        "mstore(0, shl(223, calldataload(0))) revert(0, 4)",
        "mstore(0, shl(calldataload(0), 1)) revert(0, 4)",
        "mstore(0, shr(224, calldataload(0))) revert(0, 4)",
        # Words that overlap, or are written twice.
        "mstore(0, shl(224, 1)) mstore(4, 7) mstore(16, 8) revert(0, 36)",
        "mstore(0, shl(224, 1)) mstore(4, 7) mstore(4, 8) revert(0, 36)",
        "mstore(0, shl(224, 1)) mstore(0, shl(224, 2)) mstore(4, 8) mstore(0, 1) revert(0, 36)",
        "mstore(0, shl(224, 1)) mstore(4, 7) mstore8(5, 8) revert(0, 36)",
        # Memory is accessed otherwise.
        "mstore(0, shl(224, 1)) mstore(4, mload(0)) revert(0, 36)",
        "mstore(0, shl(224, 1)) let x := mload(4) mstore(4, x) revert(0, 36)",
        "mstore(0, shl(224, 1)) mstore(4, keccak256(0, 4)) revert(0, 36)",
        "mstore(0, shl(224, mload(0))) revert(0, 4)",
        "mstore(0, shl(224, 1)) mstore(4, get()) revert(0, 36)",
        "mstore(0, shl(224, 1)) let x := get() mstore(4, x) revert(0, 36)",
        "mstore(0, shl(224, 1)) set() mstore(4, 1) revert(0, 36)",
        "mstore(0, shl(224, 1)) calldatacopy(1, 0, 2) mstore(4, 1) revert(0, 36)",
        "mstore(0, shl(224, 1)) for { } mload(0) { mstore(0, 0) } { } revert(0, 4)",
        # The size of memory is read.
        "mstore(0, shl(224, 1)) mstore(4, msize()) revert(0, 36)",
        "if calldataload(0) { sstore(0, msize()) } mstore(0, shl(224, 1)) revert(0, 4)",
    ],
)
def test_other_data_stays(statements: str) -> None:
    functions = "function get() -> r { r := mload(0) } function set() { mstore(2, 3) }"
    before = f"{{ {statements} {functions} }}"
    assert check_same(before) == result("hg", before)


def test_words_stay_below_the_guard() -> None:
    def program(guard: int) -> str:
        return f"""{{
            mstore(64, memoryguard({guard}))
            mstore(0, shl(224, 1)) mstore(4, 2) mstore(36, 3) mstore(68, 4)
            revert(0, 100)
        }}"""

    check_unchanged("0", program(127))
    assert "revert(28, 100)" in result("0", program(128))


@pytest.mark.parametrize("seed", seeds(40, 400))
def test_random_stores(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    values = ("calldataload(0)", "shl(224, calldataload(32))", "mload(4)", "caller()", "7")
    statements = [
        f"mstore({rng.choice((0, 0, 4, 4, 32, 36, 68))}, {rng.choice(values)})" for _ in range(4)
    ]
    statements.insert(rng.randrange(2), "mstore(0, shl(224, 0x11223344))")
    check_same(f"{{ {' '.join(statements)} revert(0, {rng.choice((4, 36, 68, 100))}) }}")
