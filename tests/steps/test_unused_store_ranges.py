"""The UnusedStoreEliminator (S): which areas of memory overlap, and which writes cover others."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_reverted_data_is_read_if_its_range_may_overlap() -> None:
    check_step(
        "S",
        """{
            function f(x) {
                let next := add(x, 32)
                let length := 32
                let nothing := 0
                if callvalue() {
                    mstore(x, 1)
                    mstore(next, 2)
                    revert(next, length)
                }
                if calldatasize() {
                    mstore(x, 3)
                    revert(x, nothing)
                }
                if caller() {
                    mstore(x, 4)
                    revert(0, 0)
                }
            }
        }""",
        """{
            function f(x) {
                let next := add(x, 32)
                let length := 32
                let nothing := 0
                if callvalue() {
                    mstore(next, 2)
                    revert(next, length)
                }
                if calldatasize() { revert(x, nothing) }
                if caller() {
                    mstore(x, 4)
                    revert(0, 0)
                }
            }
        }""",
    )


def test_words_at_known_distances_from_the_same_address_overlap_or_not() -> None:
    check_step(
        "S",
        """{
            let p := calldataload(0)
            let p31 := add(p, 31)
            let p32 := add(p, 32)
            let before := sub(p, 32)
            mstore(p, 1)
            pop(mload(p32))
            pop(mload(before))
            mstore(p, 2)
            pop(mload(p31))
            mstore(p, 3)
        }""",
        """{
            let p := calldataload(0)
            let p31 := add(p, 31)
            let p32 := add(p, 32)
            let before := sub(p, 32)
            pop(mload(p32))
            pop(mload(before))
            mstore(p, 2)
            pop(mload(p31))
        }""",
    )


def test_ranges_at_constant_addresses_are_compared_exactly() -> None:
    check_step(
        "S",
        """{
            let start := 64
            let end := 96
            let size := 64
            mstore(start, 1)
            log0(end, size)
            mstore(start, 2)
            log0(start, start)
            mstore8(end, 3)
            codecopy(start, start, size)
            log0(start, size)
            mstore(end, 4)
            log0(size, end)
        }""",
        """{
            let start := 64
            let end := 96
            let size := 64
            log0(end, size)
            mstore(start, 2)
            log0(start, start)
            codecopy(start, start, size)
            log0(start, size)
            mstore(end, 4)
            log0(size, end)
        }""",
    )


def test_ranges_that_wrap_around_are_unknown() -> None:
    check_unchanged(
        "S",
        """{
            let last := not(0)
            let top := 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0
            let near := 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
            let size := 64
            mstore(near, 1)
            codecopy(top, last, size)
            log0(top, size)
        }""",
    )


def test_a_write_covers_a_shorter_one_from_the_same_variable_of_a_length_known_or_named() -> None:
    check_step(
        "S",
        """{
            let p := calldataload(0)
            let n := calldataload(1)
            mstore8(p, 1)
            mstore(p, 2)
            log0(p, n)
            calldatacopy(p, p, n)
            codecopy(p, p, n)
            log0(p, n)
            mstore(p, 3)
            mstore8(p, 4)
            log0(p, n)
        }""",
        """{
            let p := calldataload(0)
            let n := calldataload(1)
            mstore(p, 2)
            log0(p, n)
            codecopy(p, p, n)
            log0(p, n)
            mstore(p, 3)
            mstore8(p, 4)
            log0(p, n)
        }""",
    )


def test_a_copy_of_nothing_goes_with_the_next_write_to_memory() -> None:
    check_step(
        "S",
        """{
            function f(p, q) {
                let nothing := 0
                calldatacopy(p, p, nothing)
                log0(p, p)
                mstore(q, 1)
                calldatacopy(p, p, nothing)
            }
        }""",
        """{
            function f(p, q) {
                let nothing := 0
                log0(p, p)
                mstore(q, 1)
                calldatacopy(p, p, nothing)
            }
        }""",
    )


def test_mcopy_returndatacopy_and_stores_of_expressions_cover_others_but_stay_themselves() -> None:
    check_step(
        "S",
        """{
            let p := calldataload(0)
            let q := calldataload(1)
            let n := 32
            mstore(p, 1)
            returndatacopy(p, q, n)
            mstore(p, 2)
            mstore(p, mload(q))
            mstore(p, 3)
            mstore(q, 4)
            mcopy(p, q, n)
            sstore(p, 5)
            sstore(p, caller())
            sstore(p, 6)
        }""",
        """{
            let p := calldataload(0)
            let q := calldataload(1)
            let n := 32
            returndatacopy(p, q, n)
            mstore(p, 2)
            mstore(p, mload(q))
            mstore(p, 3)
            mstore(q, 4)
            mcopy(p, q, n)
            sstore(p, caller())
            sstore(p, 6)
        }""",
    )


def test_calls_of_other_contracts_read_all_storage_and_memory_where_they_say() -> None:
    check_step(
        "S",
        """{
            let p := calldataload(0)
            let next := add(p, 32)
            let word := 32
            mstore(p, 1)
            mstore(next, 2)
            sstore(p, 3)
            pop(staticcall(p, p, p, word, next, word))
            sstore(p, 4)
        }""",
        """{
            let p := calldataload(0)
            let next := add(p, 32)
            let word := 32
            mstore(p, 1)
            sstore(p, 3)
            pop(staticcall(p, p, p, word, next, word))
            sstore(p, 4)
        }""",
    )
