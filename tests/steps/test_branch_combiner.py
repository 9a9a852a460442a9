"""The BranchCombiner (7): combines successive branches to the same end into one."""

from __future__ import annotations

from itertools import product

import pytest

from tests.steps.check import check_step, check_unchanged, result
from yulopt.interpreter.run import run

MAX = (1 << 256) - 1
X_AND_Y = "let x := calldataload(0) let y := calldataload(32)"
CONDITIONS = [
    "x",
    "iszero(x)",
    "iszero(iszero(y))",
    "lt(x, y)",
    "iszero(lt(x, y))",
    "iszero(slt(y, x))",
    "iszero(eq(x, y))",
    "iszero(lt(x, 2))",
    "iszero(lt(2, x))",
    "iszero(gt(y, 7))",
    "iszero(gt(7, y))",
    "iszero(lt(x, 0))",
    f"iszero(gt(x, {MAX:#x}))",
    f"iszero(lt({MAX:#x}, x))",
    f"iszero(gt({MAX:#x}, x))",
    "iszero(lt(y, 0x8000000000000000))",
    "shr(64, x)",
    "shr(64, y)",
    "shl(64, y)",
    "shr(300, x)",
    "or(shr(64, x), iszero(and(lt(x, 9), gt(y, 3))))",
    "iszero(and(x, y))",
    "iszero(or(x, lt(x, y)))",
]
WORDS = (0, 1, 2, 3, 7, 8, 1 << 63, 1 << 64, 1 << 192, 1 << 255, MAX)


def returns(program: str, *words: int) -> bool:
    """Whether the call ends normally if calldata has these words."""
    calldata = b"".join(word.to_bytes(32, "big") for word in words)
    return bool(run(program, calldata=calldata).storage)


@pytest.mark.parametrize("first", CONDITIONS)
def test_the_combined_branch_is_taken_where_one_of_them_is(first: str) -> None:
    for later in CONDITIONS:
        checks = f"if {first} {{ revert(0, 0) }} if {later} {{ revert(0, 0) }}"
        program = f"{{ {X_AND_Y} {checks} sstore(0, 1) }}"
        after = result("7", program)
        assert after.count("if ") == 1
        words = WORDS if "0x" in first + later else WORDS[::2]
        for x, y in product(words, WORDS):
            assert returns(after, x, y) == returns(program, x, y), f"{later}: {x:#x}, {y:#x}"


def test_declarations_come_before_the_combined_branch() -> None:
    check_step(
        "7",
        f"""{{
            if callvalue() {{ revert(0, 0) }}
            {X_AND_Y}
            if shr(160, x) {{ revert(0, 0) }}
            let z
            if gt(y, x) {{ revert(0, 0) }}
            sstore(x, z)
        }}""",
        f"""{{
            {X_AND_Y}
            let z
            if or(gt(y, x), or(shr(160, x), callvalue())) {{ revert(0, 0) }}
            sstore(x, z)
        }}""",
    )


def test_terms_of_a_disjunction_are_joined() -> None:
    check_step(
        "7",
        f"""{{
            {X_AND_Y}
            if or(shr(160, x), iszero(lt(x, y))) {{ revert(0, 0) }}
            if iszero(slt(x, calldatasize())) {{ revert(0, 0) }}
            if iszero(lt(calldatasize(), 256)) {{ revert(0, 0) }}
            if iszero(eq(x, caller())) {{ revert(0, 0) }}
            if iszero(iszero(callvalue())) {{ revert(0, 0) }}
            if iszero(gt(y, 63)) {{ revert(0, 0) }}
            if shr(160, y) {{ revert(0, 0) }}
            sstore(0, 1)
        }}""",
        f"""{{
            {X_AND_Y}
            if or(lt(y, 64), or(callvalue(), or(xor(x, caller()), or(shr(8, calldatasize()),
                or(shr(160, or(y, x)), iszero(and(slt(x, calldatasize()), lt(x, y)))))))) {{
                revert(0, 0)
            }}
            sstore(0, 1)
        }}""",
    )


def test_any_equal_bodies_that_do_not_continue() -> None:
    check_step(
        "7",
        """{
            function panic() { mstore(0, 17) revert(0, 32) }
            function f(x, y) -> r
            {
                for { } lt(r, 9) { r := add(r, 1) }
                {
                    if lt(r, x) { continue }
                    if lt(r, y) { continue }
                    if gt(r, x) { break }
                    if gt(r, y) { break }
                    sstore(r, x)
                }
                if x { r := 5 leave }
                if y { r := 5 leave }
                if shr(128, x) { let data := 64 revert(0, data) }
                if shr(128, y) { let data_1 := 64 revert(0, data_1) }
                if shr(64, x) { panic() }
                if shr(64, y) { panic() }
            }
            sstore(0, f(calldataload(0), calldataload(32)))
        }""",
        """{
            function panic() { mstore(0, 17) revert(0, 32) }
            function f(x, y) -> r
            {
                for { } lt(r, 9) { r := add(r, 1) }
                {
                    if or(lt(r, y), lt(r, x)) { continue }
                    if or(gt(r, y), gt(r, x)) { break }
                    sstore(r, x)
                }
                if or(y, x) { r := 5 leave }
                if shr(128, or(y, x)) { let data_1 := 64 revert(0, data_1) }
                if shr(64, or(y, x)) { panic() }
            }
            sstore(0, f(calldataload(0), calldataload(32)))
        }""",
    )


@pytest.mark.parametrize(
    "between",
    [
        "x := y",
        "sstore(0, x)",
        "let z := mload(x)",
        "let z := sload(x)",
        "let z := f(x)",
        "let z := gas()",
        "let z := exp(x, y)",
        "{ let z := x }",
        "if lt(x, y) { stop() }",
        "if lt(x, y) { }",
        "for { } 0 { } { }",
    ],
)
def test_nothing_else_may_come_between(between: str) -> None:
    check_unchanged(
        "7",
        f"""{{
            function f(a) -> r {{ r := add(a, 1) }}
            {X_AND_Y}
            if x {{ revert(0, 0) }}
            {between}
            if y {{ revert(0, 0) }}
            sstore(x, y)
        }}""",
    )


def test_bodies_that_differ_or_continue_stay() -> None:
    check_unchanged(
        "7",
        f"{{ {X_AND_Y} if x {{ revert(0, 0) }} if y {{ revert(0, 32) }} }}",
        f"{{ {X_AND_Y} if x {{ return(0, 0) }} if y {{ revert(0, 0) }} }}",
        f"{{ {X_AND_Y} if x {{ sstore(0, 1) }} if y {{ sstore(0, 1) }} }}",
        f"{{ {X_AND_Y} if x {{ sstore(0, 1) stop() }} if y {{ sstore(0, 2) stop() }} }}",
        f"{{ {X_AND_Y} if x {{ f() }} if y {{ f() }} function f() {{ log0(0, 0) }} }}",
    )


def test_a_later_condition_reads_no_state_but_the_first_may() -> None:
    check_unchanged(
        "7",
        "{ if calldataload(0) { revert(0, 0) } if sload(0) { revert(0, 0) } sstore(0, 1) }",
        "{ if calldataload(0) { revert(0, 0) } if returndatasize() { revert(0, 0) } sstore(0, 1) }",
    )
    check_step(
        "7",
        """{
            if iszero(call(gas(), 5, 0, 0, 0, 0, 0)) { revert(0, 0) }
            let x := calldataload(0)
            if lt(x, caller()) { revert(0, 0) }
            sstore(0, x)
        }""",
        """{
            let x := calldataload(0)
            if or(lt(x, caller()), iszero(call(gas(), 5, 0, 0, 0, 0, 0))) { revert(0, 0) }
            sstore(0, x)
        }""",
    )


def test_a_branch_that_may_be_usual_waits_for_cheap_conditions_only() -> None:
    check_step(
        "7",
        f"""{{
            {X_AND_Y}
            if x {{ stop() }}
            if y {{ stop() }}
            if lt(mul(x, y), x) {{ stop() }}
            if lt(mul(x, y), y) {{ revert(0, 0) }}
            if lt(mul(x, y), 7) {{ revert(0, 0) }}
            sstore(0, 1)
        }}""",
        f"""{{
            {X_AND_Y}
            if or(y, x) {{ stop() }}
            if lt(mul(x, y), x) {{ stop() }}
            if or(lt(mul(x, y), 7), lt(mul(x, y), y)) {{ revert(0, 0) }}
            sstore(0, 1)
        }}""",
    )


def test_a_branch_waits_up_to_a_limit() -> None:
    checks = [f"if lt(calldataload({n}), {n}) {{ revert(0, 0) }}" for n in range(2, 40)]
    after = result("7", f"{{ {' '.join(checks)} sstore(0, 1) }}")
    # Each condition takes 12 gas.
    assert [line.count("lt(") for line in after.splitlines() if "if " in line] == [17, 17, 4]


def test_without_shifts_comparisons_stay_comparisons() -> None:
    check_step(
        "7",
        f"""{{
            {X_AND_Y}
            if iszero(lt(x, 2)) {{ revert(0, 0) }}
            if iszero(lt(y, 8)) {{ revert(0, 0) }}
            sstore(x, y)
        }}""",
        f"{{ {X_AND_Y} if or(gt(y, 7), gt(x, 1)) {{ revert(0, 0) }} sstore(x, y) }}",
        evm_version="byzantium",
    )
