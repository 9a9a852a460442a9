"""The ImmutableOutliner (w): outlines repeated reads of an immutable into one function."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step

IMMUTABLE = 'loadimmutable("7")'
LIBRARY = 'linkersymbol("a.sol:L")'


def function(value: str) -> str:
    return f"function immutable() -> value {{ value := {value} }}"


@pytest.mark.parametrize("value", [IMMUTABLE, LIBRARY])
def test_frequent_reads_have_a_function(value: str) -> None:
    program = """{{ {{
        sstore({0}, f()) sstore(1, {0}) sstore(2, {0}) sstore(3, {0})
        sstore(4, loadimmutable("8"))
    }} function f() -> r {{ r := {0} }} {1} }}"""
    after = program.format("immutable()", function(value))
    check_step("w", program.format(value, ""), after, runs=1)


def test_more_expensive_forms_stay() -> None:
    twice = f"{{ {{ sstore(0, {LIBRARY}) sstore({LIBRARY}, 1) }} }}"
    check_step("w", twice, twice, runs=20)
    # The gas of calls counts more than bytes.
    thrice = f"{{ {{ sstore(0, {IMMUTABLE}) sstore(1, {IMMUTABLE}) sstore(2, {IMMUTABLE}) }} }}"
    check_step("w", thrice, thrice, runs=1000)
    check_step(
        "w",
        thrice,
        f"""{{ {{ sstore(0, immutable()) sstore(1, immutable()) sstore(2, immutable()) }}
        {function(IMMUTABLE)} }}""",
        runs=1,
    )


def test_code_in_a_loop_counts_as_frequent() -> None:
    loop = """{{ {{ for {{ let i := 0 }} lt(i, calldataload(0)) {{ i := add(i, 1) }} {{
        sstore(i, {0}) log1(0, 0, {0}) log2(0, 0, {0}, i)
    }} }} {1} }}"""
    before = loop.format(IMMUTABLE, "")
    check_step("w", before, before, runs=30)
    check_step("w", before, loop.format("immutable()", function(IMMUTABLE)), runs=1)


def test_a_new_name_is_free() -> None:
    program = """{{ {{ let immutable := calldataload(0)
        sstore({0}, immutable) sstore(1, {0}) sstore(2, {0}) }} {1} }}"""
    check_step(
        "w",
        program.format(IMMUTABLE, ""),
        program.format(
            "immutable_1()", function(IMMUTABLE).replace("immutable()", "immutable_1()")
        ),
        runs=1,
    )
