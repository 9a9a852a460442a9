"""The UnusedStoreEliminator (S): removes unread stores to storage and memory.

How areas of memory are compared is tested in `test_unused_store_ranges`.
"""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_an_overwritten_store_is_removed_if_both_name_the_same_variable() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            let zero := 0
            let also_zero := 0
            sstore(x, 1)
            sstore(x, 2)
            sstore(zero, 3)
            sstore(also_zero, 4)
            sstore(5, 5)
            sstore(5, 6)
        }""",
        """{
            let x := calldataload(0)
            let zero := 0
            let also_zero := 0
            sstore(x, 2)
            sstore(zero, 3)
            sstore(also_zero, 4)
            sstore(5, 5)
            sstore(5, 6)
        }""",
    )


def test_a_read_of_a_slot_that_is_surely_another_one_does_not_matter() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 1)
            let z := calldataload(1)
            sstore(x, 1)
            pop(sload(y))
            sstore(x, 2)
            pop(sload(z))
            sstore(x, 3)
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 1)
            let z := calldataload(1)
            pop(sload(y))
            sstore(x, 2)
            pop(sload(z))
            sstore(x, 3)
        }""",
    )


def test_storage_may_be_read_after_the_end_of_the_program_memory_may_not() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            sstore(x, 1)
            mstore(x, 2)
        }""",
        """{
            let x := calldataload(0)
            sstore(x, 1)
        }""",
    )


def test_storage_and_memory_may_be_read_after_the_end_of_a_function_and_after_leave() -> None:
    check_unchanged(
        "S",
        """{
            function f(x) {
                mstore(x, 1)
                sstore(x, 2)
                if callvalue() { leave }
                mstore(x, 3)
                sstore(x, 4)
            }
        }""",
    )


def test_a_revert_undoes_stores_to_storage_and_memory_ends_with_the_call() -> None:
    check_step(
        "S",
        """{
            function f(x) {
                if callvalue() {
                    sstore(x, 1)
                    mstore(x, 2)
                    invalid()
                }
                if calldatasize() {
                    sstore(x, 3)
                    mstore(x, 4)
                    stop()
                }
            }
        }""",
        """{
            function f(x) {
                if callvalue() { invalid() }
                if calldatasize() {
                    sstore(x, 3)
                    stop()
                }
            }
        }""",
    )


def test_a_function_reads_all_of_each_location_it_touches() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            sstore(x, 2)
            log_it(x)
            mstore(x, 3)
            sstore(x, 4)
            store_it(x)
            mstore(x, 5)
            sstore(x, 6)
            nothing(x)
            sstore(x, 7)
            function log_it(a) { log0(a, a) }
            function store_it(b) { sstore(b, b) }
            function nothing(c) { pop(c) }
        }""",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            log_it(x)
            sstore(x, 4)
            store_it(x)
            nothing(x)
            sstore(x, 7)
            function log_it(a) { log0(a, a) }
            function store_it(b) { sstore(b, b) }
            function nothing(c) { pop(c) }
        }""",
    )


def test_a_function_that_always_reverts_undoes_stores_unless_it_touches_storage_itself() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            if callvalue() {
                sstore(x, 1)
                fail()
            }
            sstore(x, 2)
            store_and_fail(x)
            function fail() { revert(0, 0) }
            function store_and_fail(a) {
                sstore(a, 3)
                revert(0, 0)
            }
        }""",
        """{
            let x := calldataload(0)
            if callvalue() { fail() }
            sstore(x, 2)
            store_and_fail(x)
            function fail() { revert(0, 0) }
            function store_and_fail(a) { revert(0, 0) }
        }""",
    )


def test_with_msize_all_writes_to_memory_stay() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            mstore(x, msize())
            sstore(x, 2)
            sstore(x, 3)
        }""",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            mstore(x, msize())
            sstore(x, 3)
        }""",
    )


def test_transient_storage_is_ignored() -> None:
    check_unchanged(
        "S",
        """{
            let x := calldataload(0)
            tstore(x, 1)
            tstore(x, 2)
        }""",
    )


def test_a_store_in_a_loop_may_be_read_in_a_later_iteration() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            for { } callvalue() { } {
                pop(mload(x))
                mstore(x, 1)
                mstore(y, 2)
                sstore(x, 3)
                if calldatasize() { break }
                sstore(x, 4)
            }
            sstore(x, 5)
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            for { } callvalue() { } {
                pop(mload(x))
                mstore(x, 1)
                if calldatasize() { break }
            }
            sstore(x, 5)
        }""",
    )


def test_stores_that_reach_the_end_of_an_iteration_nested_deeper_than_five_stay() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            mstore(y, 1)
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                mstore(x, 50)
                for { } 6 { } {
                    mstore(x, 60)
                    mstore(x, 61)
                }
                mstore(x, 51)
            } } } } }
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            mstore(y, 1)
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                for { } 6 { } { mstore(x, 61) }
            } } } } }
        }""",
    )


def test_a_variable_that_is_assigned_counts_as_a_constant_as_in_solc() -> None:
    check_step(
        "S",
        """{
            let x := calldataload(4)
            let a := add(x, 32)
            x := add(x, 32)
            let b := x
            let length := 32
            mstore(a, 1)
            return(b, length)
        }""",
        """{
            let x := calldataload(4)
            let a := add(x, 32)
            x := add(x, 32)
            let b := x
            let length := 32
            return(b, length)
        }""",
    )
