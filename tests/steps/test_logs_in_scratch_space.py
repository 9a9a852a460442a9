"""The ScratchSpacePlacer (A): logged words move to scratch space, also if memory is used later."""

from __future__ import annotations

import random

import pytest

from tests.slices import seeds
from tests.steps.test_scratch_space_placer import check_same


def logging(after: str, body: str = "mstore(p, x) log1(p, 32, 7)", guard: int = 128) -> str:
    """A program with a memory guard that calls a function that logs, twice."""
    return f"""{{
        mstore(64, memoryguard({guard})) mstore(0, not(0)) mstore(32, not(1))
        f(calldataload(0)) f(calldataload(32)) {after}
        function f(x) {{ let p := mload(64) {body} }}
    }}"""


@pytest.mark.parametrize(
    ("body", "after"),
    [
        ("mstore(p, x) log1(p, 32, 7)", ""),
        ("mstore(p, mload(32)) log1(p, 32, x)", "stop()"),
        ("mstore(p, x) mstore(add(p, 32), 5) log0(p, 64)", "mstore(0, 1) return(0, 32)"),
        ("mstore(add(32, p), x) let y := add(x, 1) mstore(p, y) log0(p, 64)", ""),
        ("mstore(memoryguard(128), x) log0(128, 32)", "mstore(128, 9) return(128, 32)"),
        ("mstore(add(memoryguard(128), 32), x) log0(160, 32)", "sstore(0, mload(32))"),
        ("mstore(p, x) log1(p, 32, 7)", "let q := mload(64) mstore(q, 1) log0(q, 32)"),
        ("mstore(p, x) log1(p, 32, 7)", "let q := mload(64) mstore(q, 1) revert(q, 32)"),
        ("mstore(p, x) log1(p, 32, 7)", "mstore(0, 1) sstore(keccak256(0, 32), 1)"),
    ],
)
def test_logged_words_move_to_scratch_space(body: str, after: str) -> None:
    text = check_same(logging(after, body))
    assert "(0, 32" in text.partition("function f(x)")[2] or "(0, 64" in text


@pytest.mark.parametrize(
    ("body", "after"),
    [
        # Scratch space, or the former place, is read.
        ("mstore(p, x) log1(p, 32, 7)", "sstore(0, mload(0))"),
        ("mstore(p, x) log1(p, 32, 7)", "sstore(0, mload(1))"),
        ("mstore(p, x) log1(p, 32, 7)", "sstore(0, mload(128))"),
        ("mstore(p, x) log1(p, 32, 7)", "sstore(0, mload(calldataload(64)))"),
        ("mstore(p, x) log1(p, 32, 7)", "return(128, 32)"),
        ("mstore(p, x) log1(p, 32, 7)", "mstore(100, 1) return(0, 128)"),
        ("mstore(p, x) log1(p, 32, 7)", "mstore(128, 1) revert(128, 33)"),
        ("mstore(p, x) log1(p, 32, 7)", "mstore8(0, 1) sstore(keccak256(0, 32), 1)"),
        ("mstore(p, x) mstore(add(p, 32), 5) log0(p, 64)", "sstore(0, mload(32))"),
        ("mstore(p, x) log1(p, 32, 7)", "pop(call(gas(), 9, 0, 0, 32, 0, 0))"),
        ("mstore(p, x) log1(p, 32, 7)", "if calldataload(96) { sstore(0, mload(0)) }"),
        ("mstore(p, x) log1(p, 32, 7)", "for { } 1 { } { if mload(0) { break } f(3) }"),
        ("if mload(0) { mstore(p, x) log1(p, 32, 7) f(0) }", ""),
        # The data is not that of stores right before, or too much.
        ("mstore(p, x) log1(p, 31, 7)", ""),
        ("mstore(p, x) log1(p, 64, 7)", ""),
        ("mstore(add(p, 1), x) log1(p, 32, 7)", ""),
        ("mstore(p, x) log1(p, x, 7)", ""),
        ("mstore(p, x) mstore(0, x) log1(p, 32, 7)", ""),
        ("mstore(p, x) log1(p, 32, mload(0))", ""),
        ("mstore(p, x) let y := mload(0) log1(p, 32, y)", ""),
        ("mstore(p, x) p := 160 log1(p, 32, 7)", ""),
        ("mstore(p, x) if x { mstore(p, 9) } log1(p, 32, 7)", ""),
        ("mstore(add(p, 32), mload(0)) mstore(p, mload(32)) log0(p, 64)", ""),
        ("mstore(p, 1) mstore(add(p, 32), 2) mstore(add(p, 64), 3) log0(p, 96)", ""),
        ("let q := 160 mstore(q, x) log1(p, 32, 7)", ""),
        ("mstore(add(p, x), x) log1(add(p, x), 32, 7)", ""),
    ],
)
def test_other_logs_stay(body: str, after: str) -> None:
    text = check_same(logging(after, body)).partition("function f(x)")[2]
    assert "mload(64)" in text


@pytest.mark.parametrize(
    "body",
    [
        "mstore(p, x) log1(p, 32, mload(0))",
        "mstore(p, x) let y := mload(0) log1(p, 32, y)",
        "mstore(add(p, 32), mload(32)) mstore(p, mload(32)) log0(p, 64)",
        "mstore(add(p, 32), x) mstore(p, mload(32)) log0(p, 64)",
        "mstore(p, x) log0(p, 64)",
    ],
)
def test_logs_that_depend_on_scratch_space(body: str) -> None:
    text = check_same(f"""{{
        mstore(64, memoryguard(128)) mstore(0, not(0)) mstore(32, not(1))
        f(mload(64), calldataload(0)) sstore(5, 6)
        function f(p, x) {{ {body} sstore(6, x) }}
    }}""")
    assert "(p, x)" in text.partition("function f(p, x)")[2] or "(p, mload" in text


def test_logs_stay_without_a_guard_and_with_msize() -> None:
    assert "mload(64)" in check_same(logging("").replace("memoryguard(128)", "128"))
    assert "mload(64)" in check_same(logging("sstore(7, msize())"))


@pytest.mark.parametrize("seed", seeds(60, 1000))
def test_random_logs(seed: int) -> None:
    print(f"seed {seed}")
    rng = random.Random(seed)
    statements = (
        "mstore({0}, x) log1({0}, 32, 7)",
        "mstore({0}, x) mstore(add({0}, 32), 8) log0({0}, 64)",
        "mstore({1}, x)",
        "sstore(x, mload({1}))",
        "sstore(keccak256({1}, {2}), x)",
        "log0({1}, {2})",
        "if calldataload(x) {{ g(add(x, 1)) }}",
        "if calldataload({1}) {{ revert({1}, {2}) }}",
    )

    def code(length: int) -> str:
        return " ".join(
            rng.choice(statements).format(
                rng.choice(("p", "128", "160")),
                rng.choice(("0", "32", "128", "160")),
                rng.choice(("32", "64")),
            )
            for _ in range(length)
        )

    check_same(f"""{{
        mstore(64, memoryguard(128)) start() f(calldataload(0)) start() h(2)
        function start() {{ let p := mload(64) let x := calldataload(0) {code(2)} }}
        function f(x) {{ let p := mload(64) {code(2)} g(x) }}
        function h(x) {{ let p := mload(64) {code(2)} if x {{ f(0) h(sub(x, 1)) }} {code(1)} }}
        function g(x) {{ let p := mload(64) {code(2).replace("g(", "i(")} }}
        function i(x) {{ sstore(9, x) }}
    }}""")
