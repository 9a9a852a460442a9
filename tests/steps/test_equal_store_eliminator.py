"""EqualStoreEliminator (`E`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step, check_unchanged, with_variables


def check_eliminated(statements: str, left: str) -> None:
    """E leaves this of the statements."""
    check_step("E", with_variables(statements), with_variables(left))


@pytest.mark.parametrize("store", ["sstore", "mstore"])
def test_E_removes_redundant_stores(store: str) -> None:
    load = store.replace("store", "load")
    check_eliminated(f"{store}(p, v) {store}(p, v)", f"{store}(p, v)")
    check_eliminated(f"let a := {load}(p) {store}(p, a)", f"let a := {load}(p)")


OTHER_STORES = [
    "sstore(p, v) sstore(p, q)",
    "sstore(p, v) sstore(q, v)",
    "sstore(p, v) mstore(p, v)",
    "sstore(7, v) sstore(7, v)",
    "sstore(p, 7) sstore(p, 7)",
    "tstore(p, v) tstore(p, v)",
    "mstore8(p, v) mstore8(p, v)",
    "sstore(p, v) v := 7 sstore(p, v)",
    "sstore(p, v) writes() sstore(p, v)",
    "if q { sstore(p, v) } sstore(p, v)",
    "sstore(p, v) sstore(q, p) sstore(p, v)",
]


def test_E_keeps_other_stores() -> None:
    check_unchanged("E", *map(with_variables, OTHER_STORES))


def test_E_removes_stores_to_storage_that_others_leave_equal() -> None:
    check_eliminated("sstore(p, v) sstore(q, v) sstore(p, v)", "sstore(p, v) sstore(q, v)")


def test_E_removes_stores_to_memory_even_with_msize() -> None:
    check_eliminated("pop(msize()) mstore(p, v) mstore(p, v)", "pop(msize()) mstore(p, v)")


def test_E_leaves_empty_bodies() -> None:
    check_eliminated("sstore(p, v) if q { sstore(p, v) }", "sstore(p, v) if q { }")


def test_E_removes_in_loops() -> None:
    check_eliminated(
        "for { } q { } { sstore(p, v) sstore(p, v) }", "for { } q { } { sstore(p, v) }"
    )


def test_E_lets_a_removed_store_overwrite() -> None:
    """The second store goes, but what is known of memory near it is forgotten."""
    source = "mstore(p, v) let a := mload(q) mstore(q, a) mstore(p, v)"
    check_eliminated(source, source.replace("mstore(q, a) ", ""))


def test_E_goes_by_the_last_variable_that_was_loaded() -> None:
    source = "let a := mload(p) mstore(p, a) let b := mload(p) mstore(p, a) mstore(p, b)"
    check_eliminated(source, "let a := mload(p) let b := mload(p) mstore(p, a) mstore(p, b)")


def test_E_ignores_leave() -> None:
    source = "{{ function f(a, b) -> c {{ sstore(a, b) c := 1 {} if c {{ leave }} {} }} }}"
    check_step("E", source.format("sstore(a, b)", "sstore(a, b)"), source.format("", ""))
