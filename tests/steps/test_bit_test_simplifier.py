"""The BitTestSimplifier (Y): tests of the low or high bits of a value become shifts."""

from __future__ import annotations

import pytest

from tests.slices import every_nth
from tests.steps.check import check_step, check_unchanged, result
from yulopt.interpreter.run import run

MAX = (1 << 256) - 1

CONSTANTS = (
    *("0", "1", "2", "0xff", "0x0100", "0xffffffff", "0x0100000000", "0xffffffffffffffff"),
    *("0xfffffffffffffffe", "0x010000000000000000", f"0x{'ff' * 20}", f"0x01{'00' * 20}"),
    *(f"0x7f{'ff' * 31}", f"0x80{'00' * 31}", f"0x{'ff' * 32}", f"0xff{'00' * 31}"),
    *(f"0x{'ff' * 28}{'00' * 4}", f"0x{'ff' * 31}00", f"0x{'ff' * 31}0f", f"0xff{'00' * 30}ff"),
)


def stored(program: str, word: int) -> dict[int, int]:
    """The stored value if calldata begins with the word."""
    outcome = run(program, calldata=word.to_bytes(32, "big"))
    return {slot: value for (_, slot), value in outcome.storage.items()}


@pytest.mark.parametrize("constant", every_nth(4, CONSTANTS))
def test_computed_values_are_unchanged(constant: str) -> None:
    expressions = [
        comparison
        for name in ("lt", "gt", "slt", "eq")
        for comparison in (f"{name}(x, {constant})", f"{name}({constant}, x)")
    ] + [f"eq(x, and(x, {constant}))", f"eq(and({constant}, x), x)", "eq(x, iszero(iszero(x)))"]
    statements = " ".join(
        f"""
        sstore({6 * n}, {test}) sstore({6 * n + 1}, iszero({test}))
        if {test} {{ sstore({6 * n + 2}, 1) }}
        if iszero({test}) {{ sstore({6 * n + 3}, 1) }}
        if or({test}, eq(x, 5)) {{ sstore({6 * n + 4}, 1) }}
        switch {test} case 0 {{ sstore({6 * n + 5}, 1) }} default {{ sstore({6 * n + 5}, 2) }}
        """
        for n, test in enumerate(expressions)
    )
    program = f"{{ let x := calldataload(0) {statements} }}"
    after = result("Y", program, runs=1)
    number = int(constant, 0)
    # Words beside the constant, with more and with fewer bits, and without those it has.
    for word in (0, 1, 2, 5, number, number - 1, number + 1, 2 * number, number // 2, ~number):
        assert stored(after, word & MAX) == stored(program, word & MAX), f"{word & MAX:#x}"


def test_masks_and_limits_become_shifts() -> None:
    check_step(
        "Y",
        f"""{{
            let x := calldataload(0)
            if iszero(eq(x, and(x, 0x{"ff" * 20}))) {{ stop() }}
            if iszero(eq(and(0x{"ff" * 16}, x), x)) {{ stop() }}
            if iszero(eq(x, and(x, 0x{"ff" * 4 + "00" * 28}))) {{ stop() }}
            if gt(x, 0xffffffffffffffff) {{ stop() }}
            if lt(0xffffffffffffffff, x) {{ stop() }}
            if iszero(lt(x, 0x010000000000000000)) {{ stop() }}
            if lt(x, 0x010000000000000000) {{ stop() }}
            if gt(0x010000000000000000, x) {{ stop() }}
            sstore(0, gt(x, 0xffffffffffffffffffff))
        }}""",
        """{
            let x := calldataload(0)
            if shr(160, x) { stop() }
            if shr(128, x) { stop() }
            if shl(32, x) { stop() }
            if shr(64, x) { stop() }
            if shr(64, x) { stop() }
            if shr(64, x) { stop() }
            if iszero(shr(64, x)) { stop() }
            if iszero(shr(64, x)) { stop() }
            sstore(0, iszero(iszero(shr(80, x))))
        }""",
    )


def test_truth_values() -> None:
    check_step(
        "Y",
        """{
            let x := calldataload(0)
            sstore(0, eq(x, iszero(iszero(x))))
            sstore(1, iszero(iszero(x)))
            sstore(2, eq(iszero(iszero(calldataload(32))), calldataload(32)))
            if iszero(iszero(x)) { stop() }
            if or(iszero(iszero(x)), iszero(iszero(calldataload(32)))) { stop() }
            for { } iszero(iszero(x)) { } { x := calldataload(x) }
            switch iszero(iszero(x)) case 0 { stop() } default { sstore(2, 2) }
            sstore(3, iszero(iszero(iszero(x))))
        }""",
        """{
            let x := calldataload(0)
            sstore(0, lt(x, 2))
            sstore(1, iszero(iszero(x)))
            sstore(2, lt(calldataload(32), 2))
            if x { stop() }
            if or(x, calldataload(32)) { stop() }
            for { } x { } { x := calldataload(x) }
            switch x case 0 { stop() } default { sstore(2, 2) }
            sstore(3, iszero(x))
        }""",
    )


def test_values_that_matter_stay() -> None:
    check_unchanged(
        "Y",
        # Both can be true without a bit in common.
        "{ if and(iszero(iszero(calldataload(0))), iszero(iszero(calldataload(1)))) { stop() } }",
        "{ switch iszero(iszero(calldataload(0))) case 1 { stop() } default { sstore(2, 2) } }",
        "{ switch iszero(iszero(calldataload(0))) case 0 { stop() } case 1 { sstore(2, 2) } }",
        "{ sstore(0, or(iszero(iszero(calldataload(0))), iszero(iszero(calldataload(1))))) }",
        "{ sstore(0, xor(1, iszero(iszero(calldataload(0))))) }",
    )
    check_step(
        "Y",
        f"{{ let x := calldataload(0) if and(gt(x, 0x{'ff' * 20}), iszero(x)) {{ stop() }} }}",
        """{
            let x := calldataload(0)
            if and(iszero(iszero(shr(160, x))), iszero(x)) { stop() }
        }""",
    )


@pytest.mark.parametrize(
    "condition",
    [
        # Masks with holes, and those that cover everything or nothing.
        f"eq(x, and(x, 0xff{'00' * 20}ff))",
        f"eq(x, and(x, 0xff{'00' * 8}))",
        f"eq(x, and(x, 0x{'ff' * 32}))",
        "eq(x, and(x, 0))",
        # Limits that are beside a power of two.
        f"gt(x, 0x01{'00' * 20})",
        f"lt(x, 0x{'ff' * 20})",
        f"gt(x, 0x{'ff' * 32})",
        "lt(x, 1)",
        "gt(x, 0)",
        # With a sign, it is something else.
        f"slt(x, 0x01{'00' * 20})",
        f"sgt(x, 0x{'ff' * 20})",
        # Not the same value, or not the same each time.
        f"eq(x, and(y, 0x{'ff' * 20}))",
        f"eq(sload(x), and(sload(x), 0x{'ff' * 20}))",
        f"eq(f(), and(f(), 0x{'ff' * 20}))",
        "eq(x, iszero(iszero(y)))",
        "eq(mload(x), iszero(iszero(mload(x))))",
        "eq(x, iszero(x))",
        f"eq(x, or(x, 0x{'ff' * 20}))",
        f"lt(x, and(x, 0x{'ff' * 20}))",
    ],
)
def test_other_tests_stay(condition: str) -> None:
    check_unchanged(
        "Y",
        f"""{{
            let x := calldataload(0)
            let y := calldataload(1)
            if {condition} {{ sstore(x, y) }}
            function f() -> z {{ z := sload(0) sstore(0, add(z, 1)) }}
        }}""",
    )


def test_a_value_with_effects_is_computed_once_as_before() -> None:
    check_step(
        "Y",
        f"""{{
            if gt(f(), 0x{"ff" * 9}) {{ stop() }}
            function f() -> z {{ z := sload(0) sstore(0, add(z, 1)) }}
        }}""",
        """{
            if shr(72, f()) { stop() }
            function f() -> z { z := sload(0) sstore(0, add(z, 1)) }
        }""",
    )


def test_forms_that_are_not_cheaper_stay() -> None:
    check_unchanged(
        "Y",
        "{ if gt(calldataload(0), 0xff) { stop() } if lt(calldataload(0), 32) { stop() } }",
        "{ sstore(0, gt(calldataload(0), 0xffff)) }",
    )
    limit = "0x010000000000000000"
    program = f"{{ sstore(0, iszero(iszero(lt(calldataload(0), {limit})))) }}"
    assert "shr" in result("Y", program, runs=1)
    program = f"{{ sstore(0, gt(calldataload(0), 0x{'ff' * 8})) }}"
    assert "shr" in result("Y", program, runs=1)
    # Three instructions take longer than one; a constant is only bytes.
    assert "shr" not in result("Y", program, runs=10**6)


def test_without_shifts_nothing_changes() -> None:
    program = "{ let x := calldataload(0) if gt(x, 0xffffffffffffffff) { stop() } }"
    check_unchanged("Y", program, evm_version="byzantium")
