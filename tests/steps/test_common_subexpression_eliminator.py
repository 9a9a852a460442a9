"""CommonSubexpressionEliminator (`c`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged


def test_c_uses_the_variable_that_holds_the_value() -> None:
    source = "{ let a := calldataload(0) let b := add(a, 7) sstore(add(a, 7), mul(add(a, 7), 2)) }"
    check_step("c", source, "{ let a := calldataload(0) let b := add(a, 7) sstore(b, mul(b, 2)) }")


def test_c_replaces_literals_whatever_their_kind_and_spelling() -> None:
    source = "{ let one := 1 let t := true sstore(0x01, true) sstore(t, 2) if 1 { } }"
    check_step(
        "c", source, "{ let one := 1 let t := one sstore(one, one) sstore(one, 2) if one { } }"
    )


def test_c_distinguishes_nested_calls_and_texts() -> None:
    """The nested calls are held by no variable, so they stay and are part of what is compared."""
    source = """
        {
            let p := calldataload(0) let q := calldataload(1)
            let a := add(mul(p, q), not(p)) let b := loadimmutable("p")
            sstore(add(mul(p, q), not(p)), add(mul(q, p), not(p)))
            sstore(add(not(p), mul(p, q)), add(mul(p, q), not(q)))
            sstore(loadimmutable("p"), loadimmutable("q"))
        }
    """
    check_step(
        "c",
        source,
        """
        {
            let p := calldataload(0) let q := calldataload(1)
            let a := add(mul(p, q), not(p)) let b := loadimmutable("p")
            sstore(a, add(mul(q, p), not(p)))
            sstore(add(not(p), mul(p, q)), add(mul(p, q), not(q)))
            sstore(b, loadimmutable("q"))
        }
        """,
    )


def test_c_replaces_no_labels() -> None:
    check_unchanged("c", "{ let one := 1 switch gas() case 1 { } }")


def test_c_replaces_no_literals_that_must_be_literals() -> None:
    source = """
        {
            let a := 128 let b := memoryguard(128) let c := datasize("object")
            setimmutable(128, "object", 128) sstore(memoryguard(128), datasize("object"))
        }
    """
    check_step(
        "c",
        source,
        """
        {
            let a := 128 let b := memoryguard(128) let c := datasize("object")
            setimmutable(a, "object", a) sstore(b, c)
        }
        """,
    )


def test_c_replaces_the_copy_of_a_variable_by_the_variable() -> None:
    source = "{ let a := sload(0) let b := a let c := b sstore(c, b) }"
    check_step("c", source, "{ let a := sload(0) let b := a let c := a sstore(a, a) }")


def test_c_replaces_only_by_what_is_in_scope() -> None:
    """`t` leaves a block in the place of the switch."""
    source = "{ let a switch 1 default { let b := sload(9) a := b sstore(a, 2) } sstore(a, 3) }"
    check_step("tc", source, "{ let a { let b := sload(9) a := b sstore(b, 2) } sstore(a, 3) }")


def test_c_never_replaces_a_variable_by_a_literal() -> None:
    check_unchanged("c", "{ let a := 7 sstore(a, a) }")


def test_c_takes_the_first_variable_in_the_order_of_names() -> None:
    """Which is y b a here."""
    source = "{ let a let b let y sstore(0, 0) }"
    check_step("c", source, "{ let a let b let y sstore(y, y) }")


@pytest.mark.parametrize(
    "value", ["sload(0)", "mload(0)", "gas()", "keccak256(0, 0)", "returndatasize()", "f(1)"]
)
def test_c_does_not_know_values_that_are_not_movable(value: str) -> None:
    functions = "function f(x) -> r { r := sload(x) }"
    check_unchanged("c", f"{{ let a := {value} sstore({value}, 7) {functions} }}")


def test_c_knows_what_functions_do() -> None:
    functions = "function f(x) -> r { r := add(x, 1) } function g(y) -> s { for { } y { } { } }"
    source = "{{ let a := f(7) sstore({}, g(7)) let b := g(7) {} }}"
    check_step("c", source.format("f(7)", functions), source.format("a", functions))


def test_c_knows_nothing_of_several_variables_with_one_value() -> None:
    functions = "function f() -> r, s { }"
    check_unchanged("c", f"{{ let a, b := f() let c, d := f() {functions} }}")


def test_c_does_not_commute() -> None:
    check_unchanged("c", "{ let a := add(1, 2) sstore(add(2, 1), 7) }")


def test_c_forgets_values_whose_variables_change() -> None:
    source = """
        {
            let p := calldataload(0) let a := add(p, 7) let b := a
            sstore(0, add(p, 7))
            p := sload(5)
            sstore(1, add(p, 7))
            sstore(a, b)
        }
    """
    check_step(
        "c",
        source,
        """
        {
            let p := calldataload(0) let a := add(p, 7) let b := a
            sstore(0, a)
            p := sload(5)
            sstore(1, add(p, 7))
            sstore(a, a)
        }
        """,
    )


def test_c_forgets_the_copies_of_a_variable_that_changes() -> None:
    source = """
        {
            let p := calldataload(0) let a := add(p, 7)
            let b := calldataload(1) b := add(p, 7)
            sstore(add(p, 7), b)
            a := sload(5)
            sstore(add(p, 7), b)
        }
    """
    check_step(
        "c",
        source,
        """
        {
            let p := calldataload(0) let a := add(p, 7)
            let b := calldataload(1) b := a
            sstore(a, a)
            a := sload(5)
            sstore(add(p, 7), b)
        }
        """,
    )


def test_c_takes_no_copy_of_a_copy() -> None:
    """What `c` holds is seen as `b`, although both are what `a` was."""
    source = """
        {
            let a := sload(0)
            let c := sload(1)
            if a { let b := a c := b a := 7 sstore(c, b) }
        }
    """
    check_step(
        "c",
        source,
        """
        {
            let a := sload(0)
            let c := sload(1)
            if a { let b := a c := a a := 7 sstore(c, b) }
        }
        """,
    )


def test_c_does_not_use_a_result_for_a_zero() -> None:
    """But for anything else, and ordinary variables for zeros, too."""
    source = "{ function f() -> r { sstore(r, 0) r := 5 sstore(5, 0) r := 0 sstore(0, r) } }"
    check_step("c", source, source.replace("sstore(5, 0)", "sstore(r, 0)"))
    source = "{ function f() -> r { let z sstore(r, 0) } }"
    check_step("c", source, source.replace("sstore(r, 0)", "sstore(r, z)"))


def test_c_uses_nothing_of_other_functions() -> None:
    source = "{ let a := 7 function f(b) -> c { c := 7 sstore(b, 7) } sstore(7, 1) }"
    check_step(
        "c", source, "{ let a := 7 function f(b) -> c { c := 7 sstore(b, c) } sstore(a, 1) }"
    )
