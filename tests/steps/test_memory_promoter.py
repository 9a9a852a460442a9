"""The MemoryPromoter (H): promotes words of memory to values."""

from __future__ import annotations

import random

import pytest

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from tests.steps.memory_adversaries import ADVERSARIES
from tests.steps.memory_programs import BEYOND_LIMITS, Writer, outcome

_MINUS_32 = (1 << 256) - 32
# Two words of calldata: indices, distances, addresses, and words that differ in all bytes.
CALLDATA = [
    one.to_bytes(32, "big") + other.to_bytes(32, "big")
    for one, other in (
        (0, 1),
        (1, 0),
        (2, 3),
        (32, 128),
        (3, 3),
        (3, 160),
        (_MINUS_32, _MINUS_32),
        (int.from_bytes(range(1, 33), "big"), int.from_bytes(range(101, 133), "big")),
        (160, int.from_bytes(range(1, 33), "big")),
    )
]


@pytest.mark.parametrize("name", ADVERSARIES)
def test_unsound_optimisations_are_rejected(name: str) -> None:
    adversary = ADVERSARIES[name]
    expected = [outcome(adversary.program, data) for data in CALLDATA]
    assert [outcome(adversary.wrong, data) for data in CALLDATA] != expected, "nothing is wrong"
    after = result("H", adversary.program)
    assert [outcome(after, data) for data in CALLDATA] == expected, after


@pytest.mark.parametrize("name", ADVERSARIES)
def test_unsound_optimisations_are_rejected_by_several_steps(name: str) -> None:
    program = ADVERSARIES[name].program
    after = result("oxa[r]HcLSuHcSu", program)
    for data in CALLDATA:
        expected = outcome(program, data)
        assert expected[0] in BEYOND_LIMITS or outcome(after, data) == expected, after


OBJECT = "mstore(64, memoryguard(128)) let p := mload(64) mstore(64, add(p, 64))"


def promoted(before: str, after: str, functions: str = "") -> None:
    """The step makes these statements of those, after the allocation of an object."""
    check_step("H", f"{{ {OBJECT} {before} {functions} }}", f"{{ {OBJECT} {after} {functions} }}")


def test_a_word_is_loaded_that_was_stored() -> None:
    promoted(
        "let x := sload(0) mstore(p, x) sstore(1, mload(p))",
        "let x := sload(0) mstore(p, x) sstore(1, x)",
    )


def test_a_word_is_loaded_twice() -> None:
    promoted("let x := mload(p) sstore(1, mload(p))", "let x := mload(p) sstore(1, x)")


def test_a_number_was_stored() -> None:
    promoted("mstore(p, 7) sstore(1, mload(p))", "mstore(p, 7) sstore(1, 7)")


def test_words_of_an_object_are_distinct() -> None:
    promoted(
        "let x := sload(0) mstore(p, x) mstore(add(p, 32), 7) sstore(1, mload(p))",
        "let x := sload(0) mstore(p, x) mstore(add(p, 32), 7) sstore(1, x)",
    )


def test_scratch_space_is_disjoint_from_objects() -> None:
    promoted(
        "let x := sload(0) mstore(p, x) mstore(0, 7) sstore(1, mload(p)) sstore(2, mload(0))",
        "let x := sload(0) mstore(p, x) mstore(0, 7) sstore(1, x) sstore(2, 7)",
    )


def test_objects_are_disjoint() -> None:
    # The second one is of unknown size, and something is stored at an unknown distance in it.
    second = "let q := mload(64) mstore(64, add(q, and(sload(1), 0xffff)))"
    store = "mstore(add(q, and(sload(2), 0xffff)), 7)"
    promoted(
        f"let x := sload(0) mstore(p, x) {second} {store} sstore(1, mload(p))",
        f"let x := sload(0) mstore(p, x) {second} {store} sstore(1, x)",
    )


def test_objects_allocated_in_loops_are_disjoint() -> None:
    loop = """
        for { let i := 0 } lt(i, calldatasize()) { i := add(i, 1) } {
            let q := mload(64) mstore(64, add(q, 32)) mstore(q, i)
        }"""
    promoted(
        f"let x := sload(0) mstore(p, x) {loop} sstore(1, mload(p))",
        f"let x := sload(0) mstore(p, x) {loop} sstore(1, x)",
    )


def test_objects_allocated_in_functions_are_disjoint() -> None:
    function = "function f() -> q { q := mload(64) mstore(64, add(q, 32)) mstore(q, 7) }"
    promoted(
        "let x := sload(0) mstore(p, x) let r := f() sstore(1, mload(p))",
        "let x := sload(0) mstore(p, x) let r := f() sstore(1, x)",
        function,
    )


def test_a_function_writes_somewhere_else() -> None:
    promoted(
        "let x := sload(0) mstore(p, x) f(add(p, 32)) sstore(1, mload(p))",
        "let x := sload(0) mstore(p, x) f(add(p, 32)) sstore(1, x)",
        "function f(a) { mstore(0, 1) mstore(a, 7) }",
    )


def test_a_reference_is_not_the_address_of_the_pointer() -> None:
    # That is the word of Solidity, which writes the guard; an object is allocated after the store.
    before = f"""{{ {OBJECT}
        let x := sload(0)
        mstore(add(p, 32), x)
        mstore(mload(p), 200)
        let q := mload(64)
        mstore(64, add(q, 32))
        mstore(p, q)
        mstore(q, 7)
        sstore(1, eq(mload(64), add(q, 32)))
        sstore(2, mload(p))
    }}"""
    assert "sstore(2, q)" in result("H", before)
    without = before.replace("memoryguard(128)", "128")
    assert "sstore(2, mload(p))" in result("H", without)


def test_the_length_of_an_array_stays() -> None:
    # Its stores are at an unknown distance, but after the length.
    before = """
        let n := and(sload(0), 0xffff)
        let a := mload(64)
        mstore(64, add(a, shl(5, add(n, 1))))
        mstore(a, n)
        for { let i := 0 } lt(i, {loaded}) { i := add(i, 1) } {
            mstore(add(add(a, 32), shl(5, i)), i)
        }
    """
    promoted(before.replace("{loaded}", "mload(a)"), before.replace("{loaded}", "n"))


def test_a_hash_is_shared() -> None:
    hashed = "mstore(0, x) mstore(32, 1) let h := keccak256(0, 64)"
    promoted(
        f"let x := caller() {hashed} sstore(h, 1) mstore(0, caller()) mstore(32, 1)"
        " sstore(add(keccak256(0, 64), 1), 2)",
        f"let x := caller() {hashed} sstore(h, 1) sstore(add(h, 1), 2)",
    )


def test_a_hash_is_shared_by_both_branches() -> None:
    hashed = "mstore(0, caller()) let h := keccak256(0, 32)"
    promoted(
        f"{hashed} if h {{ mstore(0, caller()) sstore(keccak256(0, 32), 1) }}",
        f"{hashed} if h {{ sstore(h, 1) }}",
    )


def test_a_hash_of_known_words_is_a_number_where_that_is_cheaper() -> None:
    hashed = "mstore(0, 1) mstore(32, 2) sstore({}, 1)"
    number = "0xe90b7bceb6e7df5418fb78d8ee546e97c83a08bbccc01a0644d599ccd2a7c2e0"
    often, seldom = (
        result("H", f"{{ {hashed.format('keccak256(0, 64)')} }}", runs=runs) for runs in (10000, 1)
    )
    assert number in often
    assert number not in seldom


def test_redundant_stores_are_removed() -> None:
    promoted(
        "let x := sload(0) mstore(p, x) mstore(0, 1) mstore(p, x) mstore(p, mload(p))",
        "let x := sload(0) mstore(p, x) mstore(0, 1)",
    )


def test_effects_stay() -> None:
    function = "function f(a) -> b { sstore(a, 1) b := 0 }"
    check_unchanged(
        "H",
        f"{{ mstore(0, 1) mstore(f(0), 1) {function} }}",
        f"{{ mstore(0, 1) mstore(0, f(2)) mstore(0, f(1)) {function} }}",
    )


def test_variables_are_in_scope() -> None:
    check_unchanged(
        "H",
        "{ { let x := sload(0) mstore(0, x) } sstore(1, mload(0)) }",
        "{ for { let x := sload(0) } x { x := 0 } { mstore(0, x) } sstore(1, mload(0)) }",
        "{ f() function f() { let x := sload(0) mstore(0, x) g() }"
        " function g() { sstore(1, mload(0)) } }",
    )


def test_msize_is_read() -> None:
    check_unchanged("H", "{ mstore(0, 1) pop(mload(0)) sstore(0, msize()) }")


def test_the_free_memory_pointer_is_left_to_others() -> None:
    check_unchanged("H", f"{{ {OBJECT} let q := mload(64) let r := mload(64) mstore(r, q) }}")


def test_immutables_are_set_anywhere() -> None:
    program = """object "a" { code {
        { let x := sload(0) mstore(0, x) setimmutable(0, "i", 1) sstore(0, mload(0)) }
    } }"""
    assert "mload" in result("H", program)


def test_parameters_and_results_are_variables() -> None:
    check_step(
        "H",
        "{ sstore(0, f(sload(1))) function f(a) -> b { mstore(0, a) b := mload(0) } }",
        "{ sstore(0, f(sload(1))) function f(a) -> b { mstore(0, a) b := a } }",
    )


def with_any_memory(statements: str, functions: str, pointer: str) -> str:
    """A program that begins with memory in use."""
    return f"""{{
        calldatacopy(0, 5, 60) mstore(64, {pointer}) calldatacopy(128, 3, 100)
        {statements}
        {functions}
    }}"""


def test_any_statements_about_memory() -> None:
    changed = 0
    for seed in seeds(30, 6000):
        rng = random.Random(seed)
        writer = Writer(rng)
        functions = f"""
            function f(q) {{ {writer.statements(1, ("q",))} }}
            function g() {{ {writer.statements(1, ())} }}
            function h(x) {{ if x {{ {writer.statements(0, ())} revert(0, 32) }} }}
        """
        pointer = rng.choice(("128", "calldataload(0)", "and(calldataload(0), 0xff)"))
        program = with_any_memory(writer.statements(2, ()), functions, pointer)
        after = result("H", program)
        changed += after != result("", program)
        for data in CALLDATA:
            expected = outcome(program, data)
            same = expected[0] in BEYOND_LIMITS or outcome(after, data) == expected
            assert same, f"seed {seed}: {program}"
    assert changed > 3, f"only {changed} programs had anything to promote"
