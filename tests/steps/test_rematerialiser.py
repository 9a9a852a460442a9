"""Rematerialiser (`m`)."""

from __future__ import annotations

import pytest

import yulopt
from tests.steps.check import check_step, check_unchanged, printed, result
from yulopt.rewriting.rematerialisation import rematerialise

# How often a variable may be referenced


def test_m_replaces_variables_referenced_once() -> None:
    source = "{ let x := calldataload(0) sstore(x, 1) }"
    check_step("m", source, "{ let x := calldataload(0) sstore(calldataload(0), 1) }")


def test_m_leaves_variables_referenced_twice() -> None:
    check_unchanged("m", "{ let x := calldataload(0) sstore(x, x) }")


def test_m_takes_an_assignment_for_a_reference() -> None:
    check_unchanged("m", "{ let x := calldataload(0) sstore(x, 1) x := 2 }")


def test_m_leaves_a_loop_alone_if_the_value_would_be_computed_again() -> None:
    check_unchanged("m", "{ let x := calldataload(0) for { } x { } { } }")
    check_unchanged("m", "{ let x := calldataload(0) for { } 1 { } { sstore(x, 1) } }")
    check_unchanged("m", "{ let x := calldataload(0) for { } 1 { sstore(x, 1) } { } }")


def test_m_replaces_variables_assigned_in_the_same_loop() -> None:
    source = "{ for { } 1 { } { let x := calldataload(0) sstore(x, 1) } }"
    check_step(
        "m", source, "{ for { } 1 { } { let x := calldataload(0) sstore(calldataload(0), 1) } }"
    )


def test_m_decrements_reference_counts() -> None:
    """A zero is replaced in any case, which leaves five references, the assignment among them."""
    source = "{{ let x {zero} x := 1 {one} }}"
    uses = "sstore(x, 2) "
    check_step(
        "m",
        source.format(zero=uses * 3, one=uses * 4),
        source.format(zero="sstore(0, 2) " * 3, one="sstore(1, 2) " * 4),
    )
    check_step(
        "m",
        source.format(zero=uses * 3, one=uses * 5),
        source.format(zero="sstore(0, 2) " * 3, one=uses * 5),
    )


def test_m_counts_references_in_inserted_values() -> None:
    """Of the five references of `x` one is in a loop, and is doubled there."""
    source = """
        {{
            let x := 1
            for {{ }} sload(0) {{ }} {{ let y := add(x, 256) sstore({y}, 2) }}
            sstore(x, 3) sstore(x, 4) sstore(x, 5) sstore(x, 6)
        }}
    """
    check_step("m", source.format(y="y"), source.format(y="add(x, 256)"))
    assert "sstore(1, 6)" in result("m", source.format(y="7"))


# The cost limit of a value


def uses(count: int) -> str:
    return " ".join(["sstore(x, 1)"] * count)


FREE = ["0", "0x00", "caller()", "calldatasize()"]
CHEAP = ["1", "255", "true", "false", '""', "p"]
COSTLY = ["256", '"a"', "not(0)", "add(p, 1)", "calldataload(0)", "blockhash(0)"]
UNKNOWN = ["sload(0)", "mload(0)", "gas()", "f()", "returndatasize()"]


def replaces(value: str, references: int, *, in_loop: bool = False, version: str = "osaka") -> bool:
    """Whether all of this many references of a variable are replaced by its value."""
    outer = "for { } sload(0) { } " if in_loop else ""
    functions = "function f() -> r { }"
    source = f"{{ let p := sload(9) let x := {value} {outer}{{ {uses(references)} }} {functions} }}"
    text = result("m", source, evm_version=version)
    replaced = text.count(f"sstore({value}, 1)")
    assert replaced in (0, references)
    return replaced == references


def test_m_copies_free_values_anywhere() -> None:
    for value in FREE:
        assert replaces(value, 6)
        assert replaces(value, 6, in_loop=True)


def test_m_copies_cheap_values_up_to_five_times() -> None:
    for value in CHEAP:
        assert replaces(value, 5)
        assert not replaces(value, 6)


def test_m_copies_cheap_values_not_into_loops() -> None:
    for value in CHEAP:
        assert not replaces(value, 2, in_loop=True)
        assert not replaces(value, 1, in_loop=True)


def test_m_does_not_copy_costly_values() -> None:
    for value in COSTLY:
        assert replaces(value, 1)
        assert not replaces(value, 2)


def test_m_does_not_copy_immovable_values() -> None:
    for value in UNKNOWN:
        assert not replaces(value, 1)


@pytest.mark.parametrize(("version", "is_free"), [("paris", False), ("shanghai", True)])
def test_m_takes_zero_for_free_where_it_has_an_instruction(version: str, is_free: bool) -> None:
    assert replaces("0", 5, version=version)
    assert replaces("0", 1, in_loop=True, version=version) == is_free


def test_m_keeps_kind_and_spelling() -> None:
    for value in ("0x00", "0x0001", "true", '""'):
        assert f"sstore({value}, 1)" in result("m", f"{{ let x := {value} {uses(2)} }}")


def test_m_prints_an_implicit_zero_in_decimal() -> None:
    check_step("m", "{ let x sstore(x, x) }", "{ let x sstore(0, 0) }")


def test_m_needs_the_variables_of_the_value_in_scope() -> None:
    source = "{ let x { let y := sload(0) x := add(y, 1) } sstore(x, 1) }"
    check_unchanged("m", source)


def test_m_copies_values_as_it_has_rewritten_them() -> None:
    """So `b` does not mention `x` any more when that is assigned."""
    source = "{ let x let a := add(x, 256) let b := a x := sload(0) sstore(b, 1) sstore(x, x) }"
    check_step(
        "m",
        source,
        """
        {
            let x
            let a := add(0, 256)
            let b := add(0, 256)
            x := sload(0)
            sstore(add(0, 256), 1)
            sstore(x, x)
        }
        """,
    )


def test_m_behaves_like_the_reference() -> None:
    source = """
        {
            let z let c := caller() let k := 0xff
            let u := add(mload(0), 1) let w := add(caller(), 0x100)
            sstore(z, c) sstore(z, c) sstore(u, w)
            for { } lt(z, 3) { } { sstore(k, z) }
        }
    """
    check_step(
        "m",
        source,
        """
        {
            let z let c := caller() let k := 0xff
            let u := add(mload(0), 1) let w := add(caller(), 0x100)
            sstore(0, caller()) sstore(0, caller()) sstore(u, add(caller(), 0x100))
            for { } lt(0, 3) { } { sstore(k, 0) }
        }
        """,
    )


# Rematerialising chosen variables, which StackCompressor does


def rematerialised(source: str, always: str, *, only_selected: bool) -> str:
    block = yulopt.parse(source).code
    context = yulopt.make_context(block)
    rematerialise(block, context.dialect, always=set(always.split()), only_selected=only_selected)
    return yulopt.print_yul(block)


CHOICE = "{ let x := calldataload(0) let y := caller() sstore(x, y) sstore(x, y) }"


def test_chosen_variables_are_replaced_whatever_they_cost() -> None:
    assert rematerialised(CHOICE, "x", only_selected=False) == printed(
        """
        {
            let x := calldataload(0)
            let y := caller()
            sstore(calldataload(0), caller())
            sstore(calldataload(0), caller())
        }
        """
    )


def test_only_chosen_variables_are_replaced_on_request() -> None:
    assert rematerialised(CHOICE, "x", only_selected=True) == printed(
        """
        {
            let x := calldataload(0)
            let y := caller()
            sstore(calldataload(0), y)
            sstore(calldataload(0), y)
        }
        """
    )
    assert rematerialised(CHOICE, "", only_selected=True) == printed(CHOICE)


def test_a_chosen_variable_without_a_known_value_stays() -> None:
    source = "{ let x := sload(0) let y { let z := sload(1) y := z } sstore(x, y) }"
    assert rematerialised(source, "x y z", only_selected=True) == printed(source)


def test_a_chosen_variable_whose_value_mentions_itself_stays() -> None:
    source = "{ let x := sload(0) x := add(x, 1) sstore(x, 2) }"
    assert rematerialised(source, "x", only_selected=True) == printed(source)
