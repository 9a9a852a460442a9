"""The StackCompressor: which variables it removes to relieve the stack, and which it leaves."""

from __future__ import annotations

import pytest

import yulopt
from tests.stack_programs import HOMESTEAD, OSAKA, compile_code, declarations, uses, variables
from yulopt.dialect import Dialect
from yulopt.steps.stack_compressor import StackCompressor


def compressed(source: str, dialect: Dialect, *, stack_allocation: bool = True) -> set[str]:
    """The variables `v...` that are gone after the step."""
    context, code = compile_code(f"{{ {{ {source} }} }}", dialect)
    context.stack_allocation = stack_allocation
    StackCompressor().run(context, code)
    text = yulopt.print_yul(code)
    return {f"v{index}" for index in range(40) if f"let v{index} :" not in text} & {
        f"v{index}" for index in range(40) if f"let v{index} :" in source
    }


def test_the_cheapest_variables_are_removed_and_often_more_than_needed() -> None:
    # Keys: 2 for v0, 3 for v1 to v7, 4 for the others. See the report of this program above: after
    # v1 for the first problem, the number of variables still needed wraps around.
    source = declarations(20, "calldataload(mul(32, {}))").replace("mul(32, 0)", "0")
    for index in range(1, 20):
        source = source.replace(f"mul(32, {index})", str(32 * index))
    assert compressed(source + uses(20), OSAKA) == set(variables(*range(20)))
    source = source.replace("let v19 := calldataload(608)", "")
    assert compressed(source + uses(19), OSAKA) == set(variables(0, *range(7, 19)))


def test_values_that_are_not_movable_stay() -> None:
    assert compressed(declarations(20, "sload({})") + uses(20), OSAKA) == set()


def test_assigned_variables_stay() -> None:
    source = declarations(20, "calldataload({})") + " v0 := 7 " + uses(20)
    gone = compressed(source, OSAKA)
    assert "v0" not in gone
    assert "v1" in gone


def test_without_problems_nothing_is_touched() -> None:
    assert compressed("let v0 := caller() let v1 := v0 sstore(v1, v1)", OSAKA) == set()


def test_functions_that_cannot_be_reached_are_left_alone() -> None:
    context, code = compile_code(
        f"{{ {{ }} function f() {{ {declarations(20, 'calldataload({})')} {uses(20)} }} }}"
    )
    StackCompressor().run(context, code)
    assert yulopt.print_yul(code).count("let v") == 20


@pytest.mark.parametrize(
    ("dialect", "stack_allocation"), [(HOMESTEAD, True), (HOMESTEAD, False), (OSAKA, False)]
)
def test_the_older_code_generator_removes_as_many_as_needed(
    dialect: Dialect, stack_allocation: bool
) -> None:
    # Every variable is used twice, so that the Rematerialiser itself has no reason to touch it.
    source = declarations(18, "calldataload(add({}, 256))") + uses(18) + uses(18)
    gone = compressed(source, dialect, stack_allocation=stack_allocation)
    assert gone == set(variables(0, 1))


def test_an_msize_removed_in_an_earlier_round_still_counts() -> None:
    # The first round chooses w0 and w1, the cheapest ones, which does not help.
    expensive = declarations(18, "calldataload(add({}, 1000))") + uses(18) + uses(18)
    cheap = "let w0 := caller() let w1 := caller() " + 3 * "sstore(w0, w1) "
    source = f"{{ {{ let m := msize() pop(mload(0)) {expensive} {cheap} }} }}"
    context, code = compile_code(source, HOMESTEAD)
    StackCompressor().run(context, code)
    text = yulopt.print_yul(code)
    assert "msize" not in text
    assert "v1 :=" not in text
    assert "pop(mload(0))" in text
