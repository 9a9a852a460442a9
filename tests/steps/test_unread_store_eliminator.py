"""The UnreadStoreEliminator (5) removes dead stores to memory, and no others."""

from __future__ import annotations

import random

import pytest

from tests.slices import seeds
from tests.steps.check import result
from tests.steps.memory_programs import BEYOND_LIMITS, Writer, outcome
from tests.steps.unread_adversaries import UNREAD_ADVERSARIES

CALLDATA = [
    one.to_bytes(32, "big") + other.to_bytes(32, "big")
    for one in (0, 1, 2, 32, 64, 160, (1 << 256) - 32)
    for other in (0, 3, int.from_bytes(range(101, 133), "big"))
]


def without_unread(program: str) -> str:
    """The printed program without its dead stores."""
    return result("5", program)


@pytest.mark.parametrize("name", UNREAD_ADVERSARIES)
def test_stores_that_are_read_stay(name: str) -> None:
    adversary = UNREAD_ADVERSARIES[name]
    expected = [outcome(adversary.program, data) for data in CALLDATA]
    assert [outcome(adversary.wrong, data) for data in CALLDATA] != expected, "nothing is wrong"
    for steps in ("5", "z5"):
        after = result(steps, adversary.program)
        assert [outcome(after, data) for data in CALLDATA] == expected, after


GUARD = "mstore(64, memoryguard(128)) let x := calldataload(0)"


def removed(statements: str, functions: str = "") -> bool:
    """Whether the store of 7 is removed; the program behaves the same."""
    program = f"{{ {{ {GUARD} {statements} }} {functions} }}"
    after = without_unread(program)
    for data in CALLDATA:
        assert outcome(after, data) == outcome(program, data), after
    return ", 7)" not in after


IGNORED = """
    function send() {
        pop(call(gas(), 4, 0, 0, 33, 0, 0))
        if returndatasize() {
            let p := mload(64)
            let q := add(p, and(add(returndatasize(), 63), not(31)))
            if or(gt(q, 0xffffffffffffffff), lt(q, p)) { revert(0, 0) }
            mstore(64, q)
            mstore(p, returndatasize())
            returndatacopy(add(p, 32), 0, returndatasize())
        }
    }
"""


def test_an_unread_object_is_removed_with_its_allocation() -> None:
    program = f"{{ {{ {GUARD} send() sstore(0, x) mstore(0, x) return(0, 32) }} {IGNORED} }}"
    after = without_unread(program)
    assert "returndatacopy" not in after
    assert after.count("mstore") == 2, after
    # The check of its size stays.
    assert "revert(0, 0)" in after
    assert outcome(after, CALLDATA[0]) == outcome(program, CALLDATA[0])


def test_the_pointer_is_raised_for_later_allocations() -> None:
    used = "send() let r := mload(64) mstore(r, x) return(r, 32)"
    after = without_unread(f"{{ {{ {GUARD} {used} }} {IGNORED} }}")
    assert "mstore(64, q)" in after


def test_code_without_a_return_reads_nothing_after_it() -> None:
    fail = "function fail() { mstore(0, 1) revert(0, 32) }"
    reads = "sstore(0, mload(160))"
    assert removed("mstore(160, 7) fail() " + reads, fail)
    assert removed("if x { mstore(160, 7) return(0, 32) } " + reads)
    assert not removed(f"mstore(160, 7) if x {{ fail() }} {reads}", fail)


def test_overwritten_words_are_not_read() -> None:
    function = "function f() { mstore(32, 7) }"
    assert removed("f() mstore(32, x) return(32, 32)", function)
    assert not removed("f() mstore(32, x) f() return(32, 32)", function)
    assert not removed("f() mstore(33, x) return(32, 32)", function)


def test_stores_of_loops_are_removed() -> None:
    loop = "for { let i := 0 } lt(i, 3) { i := add(i, 1) } "
    body = "{ mstore(add(128, mul(i, 32)), 7) if x { continue } sstore(i, x) if i { break } }"
    assert removed(f"{loop} {body} mstore(0, x) return(0, 32)")
    assert not removed(f"{loop} {body} return(128, 32)")


def test_random_programs_behave_the_same() -> None:
    changed = 0
    for seed in seeds(15, 6000):
        rng = random.Random(seed)
        writer = Writer(rng)
        program = f"""{{
            {{ {GUARD} {writer.statements(2, ())} f(128) {writer.statements(1, ())} }}
            function f(q) {{ {writer.statements(1, ("q",))} }}
            function g() {{ {writer.statements(1, ())} }}
            function h(x) {{ if x {{ {writer.statements(0, ())} }} }}
        }}"""
        after = without_unread(program)
        changed += after.count("mstore") != program.count("mstore")
        for data in CALLDATA[::3]:
            expected = outcome(program, data)
            same = expected[0] in BEYOND_LIMITS or outcome(after, data) == expected
            assert same, f"seed {seed}:\n{program}\n{after}"
    assert changed > 10, f"only {changed} programs had unread stores"


def test_a_function_may_have_the_name_of_a_later_builtin() -> None:
    program = f"{{ {{ {GUARD} mcopy(x, 1, 2) }} function mcopy(a, b, c) {{ sstore(a, c) }} }}"
    after = result("5", program, "shanghai")
    assert "mcopy(x, 1, 2)" in after
    assert "mstore" not in after
