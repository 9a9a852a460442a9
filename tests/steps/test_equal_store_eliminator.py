"""EqualStoreEliminator (`E`)."""

from __future__ import annotations

import pytest

from tests.step_runs import after, resolves, yul


def eliminates(statements: str, left: str) -> bool:
    """Whether E leaves this of the statements; p, q and v are variables."""
    return resolves(statements, left, "E")


@pytest.mark.parametrize("store", ["sstore", "mstore"])
def test_E_removes_stores_of_what_is_there(store: str) -> None:
    load = store.replace("store", "load")
    assert eliminates(f"{store}(p, v) {store}(p, v)", f"{store}(p, v)")
    assert eliminates(f"let a := {load}(p) {store}(p, a)", f"let a := {load}(p)")


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
    assert [text for text in OTHER_STORES if not eliminates(text, text)] == []


def test_E_removes_stores_to_storage_that_others_leave_equal() -> None:
    assert eliminates("sstore(p, v) sstore(q, v) sstore(p, v)", "sstore(p, v) sstore(q, v)")


def test_E_removes_stores_to_memory_even_with_msize() -> None:
    assert eliminates("pop(msize()) mstore(p, v) mstore(p, v)", "pop(msize()) mstore(p, v)")


def test_E_leaves_empty_bodies() -> None:
    assert eliminates("sstore(p, v) if q { sstore(p, v) }", "sstore(p, v) if q { }")


def test_E_removes_in_loops() -> None:
    assert eliminates(
        "for { } q { } { sstore(p, v) sstore(p, v) }", "for { } q { } { sstore(p, v) }"
    )


def test_E_lets_a_removed_store_overwrite() -> None:
    """The second store goes, but what is known of memory near it is forgotten."""
    source = "mstore(p, v) let a := mload(q) mstore(q, a) mstore(p, v)"
    assert eliminates(source, source.replace("mstore(q, a) ", ""))


def test_E_goes_by_the_last_variable_that_was_loaded() -> None:
    source = "let a := mload(p) mstore(p, a) let b := mload(p) mstore(p, a) mstore(p, b)"
    assert eliminates(source, "let a := mload(p) let b := mload(p) mstore(p, a) mstore(p, b)")


def test_E_ignores_leave() -> None:
    source = "{{ function f(a, b) -> c {{ sstore(a, b) c := 1 {} if c {{ leave }} {} }} }}"
    assert after("E", source.format("sstore(a, b)", "sstore(a, b)")) == yul(source.format("", ""))
