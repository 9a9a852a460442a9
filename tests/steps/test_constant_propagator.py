"""The ConstantPropagator (z): interprocedural constant propagation."""

from __future__ import annotations

import random

import pytest

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from tests.steps.memory_programs import BEYOND_LIMITS, Writer, outcome

GUARDED = 'object "a" {{ code {{ {} }} }}'


def check_same(before: str) -> str:
    """Run the step, and let both programs run; returns the text after."""
    after = result("z", before)
    for first in (0, 1, 64, 200):
        for second in (0, 1):
            calldata = first.to_bytes(32, "big") + second.to_bytes(32, "big") * 3
            expected = outcome(before, calldata)
            if expected[0] not in BEYOND_LIMITS:
                assert outcome(after, calldata) == expected, before
    return after


def is_known(statements: str, functions: str = "") -> bool:
    """Whether the step knows a pointer that is loaded after the statements."""
    program = f"{{ mstore(64, 128) {statements} sstore(mload(64), 1) {functions} }}"
    return "sstore(mload(64), 1)" not in check_same(program)


KNOWN = {
    "nothing happens": "",
    "stores elsewhere": "mstore(32, 1) mstore(96, 2) mstore8(63, 3) calldatacopy(0, 0, 64)",
    "copies above it": "calldatacopy(96, 0, calldatasize())",
    "copies of nothing": "calldatacopy(0, 0, 0) returndatacopy(70, 0, 0)",
    "stores through it": "let p := mload(64) mstore(p, 1) mstore(add(p, 32), 2)",
    "the same in all branches": """
        switch calldataload(0) case 0 { mstore(64, 160) } default { mstore(64, add(128, 32)) }
    """,
    "a branch that ends": "if calldataload(0) { mstore(64, 1) revert(0, 0) }",
    "a loop": "for { let i } lt(i, 3) { i := add(i, 1) } { sstore(i, mload(64)) }",
    "an allocation": "let p := mload(64) mstore(64, add(p, and(add(33, 31), not(31))))",
    "a call of others": "sstore(0, call(gas(), 4, 0, 0, 100, 0, 64))",
}
UNKNOWN = {
    "part of it is stored": "mstore8(95, 1)",
    "stored before it": "mstore(33, 1)",
    "stored anywhere": "mstore(calldataload(0), 1)",
    "copied over": "calldatacopy(0, 0, 65)",
    "copied over by as much as there is": "calldatacopy(0, 0, calldatasize())",
    "copied to anywhere": "returndatacopy(calldataload(0), 0, returndatasize())",
    "what a call returns": "sstore(0, call(gas(), 4, 0, 0, 64, 40, 64))",
    "one branch": "if calldataload(0) { mstore(64, 160) }",
    "one case": "switch calldataload(0) case 0 { mstore(64, 160) } case 1 { }",
    "a loop that may run": """
        for { let i } lt(i, calldataload(0)) { i := add(i, 1) } { mstore(64, 160) break }
    """,
    "a loop that goes on": """
        for { let i } lt(i, 3) { i := add(i, 1) } { if calldataload(0) { mstore(64, 5) continue } }
    """,
    "an allocation of unknown size": "mstore(64, add(mload(64), calldataload(0)))",
    "a sum that may be anything": "let p := mload(64) mstore(add(p, calldataload(0)), 1)",
}


@pytest.mark.parametrize("statements", KNOWN.values(), ids=KNOWN)
def test_the_free_memory_pointer_is_known(statements: str) -> None:
    assert is_known(statements)


@pytest.mark.parametrize("statements", UNKNOWN.values(), ids=UNKNOWN)
def test_the_free_memory_pointer_is_not_known(statements: str) -> None:
    assert not is_known(statements)


def test_at_the_beginning_the_pointer_is_not_known() -> None:
    check_unchanged("z", "{ sstore(0, mload(64)) }")


CALLED = {
    "stores elsewhere": ("f(1)", "function f(x) { mstore(0, x) }", True),
    "stores it": ("f(1)", "function f(x) { mstore(64, calldataload(0)) }", False),
    "stores at known addresses": ("f(0) f(96)", "function f(x) { mstore(x, 1) }", True),
    "stores at known addresses, one of them that of the pointer": (
        "f(0) f(64)",
        "function f(x) { mstore(x, 1000) }",
        True,
    ),
    "stores at an unknown address": ("f(calldataload(0))", "function f(x) { mstore(x, 1) }", False),
    "leaves before storing it": (
        "f(calldataload(0))",
        "function f(x) { if x { leave } mstore(64, 1) }",
        False,
    ),
    "ends after storing it": (
        "if calldataload(0) { f() }",
        "function f() { mstore(64, 1) stop() }",
        True,
    ),
    "returns it": ("mstore(64, f())", "function f() -> p { p := mload(64) }", True),
    "returns anything": ("mstore(64, f())", "function f() -> p { p := calldataload(0) }", False),
    "calls itself": (
        "f(2)",
        "function f(x) { if iszero(x) { mstore(64, 9) leave } f(sub(x, 1)) }",
        False,
    ),
    "calls itself and stores nothing": (
        "f(2)",
        "function f(x) { if iszero(x) { leave } f(sub(x, 1)) }",
        False,
    ),
}


@pytest.mark.parametrize(("call", "functions", "expected"), CALLED.values(), ids=CALLED)
def test_a_function_is_called_meanwhile(call: str, functions: str, *, expected: bool) -> None:
    assert is_known(call, functions) is expected


def test_an_argument_that_is_the_same_in_all_calls() -> None:
    check_step(
        "z",
        "{ f(3, 1) f(add(1, 2), 2) function f(x, y) { sstore(x, y) } }",
        "{ f(3, 1) f(3, 2) function f(x, y) { sstore(3, y) } }",
    )


def test_a_function_is_called_with_too_many_values() -> None:
    calls = " ".join(f"f({number})" for number in range(40))
    after = check_same(f"{{ mstore(64, 128) {calls} function f(x) {{ sstore(x, mload(64)) }} }}")
    assert "sstore(x, mload(64))" in after


def test_an_address_that_is_the_pointer_in_some_calls_only() -> None:
    after = check_same("""{
        sstore(0, f(calldataload(0)))
        sstore(1, f(64))
        function f(where) -> word { mstore(64, 7) word := mload(where) }
    }""")
    assert "word := mload(where)" in after


def test_recursive_functions_know_nothing() -> None:
    program = """{
        mstore(64, 128)
        f(5, 2)
        function f(x, n) {
            sstore(x, mload(64))
            mstore(64, x)
            if n { f(add(x, 1), sub(n, 1)) }
        }
    }"""
    assert check_same(program) == result("", program)


def test_variables_changed_by_a_loop_are_not_constant() -> None:
    program = """{
        let x := 1
        for { let i := 0 } lt(i, 3) { i := add(i, 1) } { sstore(i, x) x := add(x, 2) }
        sstore(10, x)
    }"""
    after = check_same(program)
    assert "sstore(i, x)" in after
    assert "sstore(10, x)" in after


def test_long_constants_stay_in_variables() -> None:
    check_step(
        "z",
        "{ let x := 255 let y := 256 sstore(x, y) sstore(y, x) }",
        "{ let x := 255 let y := 256 sstore(255, y) sstore(y, 255) }",
    )


def test_instructions_with_effects_have_no_value() -> None:
    check_unchanged("z", "{ log2(0, 1, 2, 3) sstore(balance(1), add(calldataload(0), 1)) }")


def test_effects_stay() -> None:
    program = """{
        sstore(5, add(f(), 1))
        function f() -> r { sstore(0, 7) r := 3 }
    }"""
    assert "add(f(), 1)" in check_same(program)


def test_the_memory_guard_is_the_constant() -> None:
    statements = """
        { let p := memoryguard(0x80) mstore(64, p) f() }
        function f() {
            let q := add(mload(64), 32)
            mstore(q, 1) log0(q, 32) sstore(mload(64), sub(q, 1))
        }
    """
    expected = """
        { let p := memoryguard(0x80) mstore(64, memoryguard(0x80)) f() }
        function f() {
            let q := add(memoryguard(0x80), 32)
            mstore(add(memoryguard(0x80), 32), 1)
            log0(add(memoryguard(0x80), 32), 32)
            sstore(memoryguard(0x80), sub(add(memoryguard(0x80), 32), 1))
        }
    """
    check_step("z", GUARDED.format(statements), GUARDED.format(expected))


def test_differences_between_guarded_addresses_are_numbers() -> None:
    statements = "{ let p := memoryguard(0x80) let q := add(p, 36) revert(p, sub(q, p)) }"
    assert "revert(memoryguard(0x80), 36)" in result("z", GUARDED.format(statements))


def test_other_results_from_the_guard_are_unknown() -> None:
    program = GUARDED.format("{ let p := mul(memoryguard(0x80), 2) sstore(p, sub(0, p)) }")
    check_unchanged("z", program)
    after = result(
        "z", GUARDED.format("{ let p := memoryguard(0x80) sstore(sub(p, 5), sub(5, p)) }")
    )
    assert "sstore(sub(memoryguard(0x80), 5), sub(5, memoryguard(0x80)))" in after


def test_stores_above_the_guard_are_not_the_pointer() -> None:
    statements = """{{
        let p := memoryguard(0x80)
        mstore(64, p)
        for {{ let i := 0 }} lt(i, calldataload(0)) {{ i := add(i, 1) }} {{
            mstore(p, 1)
            log0(p, 32)
            p := add(p, {})
        }}
        sstore(mload(64), 1)
    }}"""
    after = result("z", GUARDED.format(statements.format("32")))
    assert "mload" not in after
    assert "mstore(p, 1)" in after
    assert "mload" in result("z", GUARDED.format(statements.format("not(31)")))
    assert "mload" in result("z", GUARDED.format(statements.format("calldataload(i)")))


def test_useless_guards() -> None:
    for guards in ("sstore(memoryguard(64), 1)", "sstore(memoryguard(96), memoryguard(128))"):
        check_unchanged("z", GUARDED.format(f"{{ mstore(64, 128) sstore(0, mload(64)) {guards} }}"))


def test_a_guard_from_which_a_small_offset_wraps_around_to_the_pointer() -> None:
    highest = "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff"
    statements = f"""{{
        mstore(64, 1)
        mstore(add(memoryguard({highest}), 65), calldataload(0))
        sstore(0, mload(64))
    }}"""
    check_same(statements)
    check_unchanged("z", statements)


def test_msize_is_read() -> None:
    check_unchanged("z", "{ mstore(64, 128) sstore(msize(), mload(64)) }")


def test_any_statements_about_memory() -> None:
    changed = 0
    for seed in seeds(12, 4000):
        writer = Writer(random.Random(seed))
        program = f"""{{
            mstore(64, 128) {writer.statements(2, ())}
            function f(q) {{ {writer.statements(1, ("q",))} }}
            function g() {{ {writer.statements(1, ())} }}
            function h(x) {{ if x {{ {writer.statements(0, ())} revert(0, 32) }} }}
        }}"""
        after = check_same(program)
        changed += after.count("mload(64)") < program.count("mload(64)")
    assert changed > 5, f"only in {changed} of the programs a pointer was known"
