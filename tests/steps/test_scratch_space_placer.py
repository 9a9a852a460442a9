"""The ScratchSpacePlacer (A): data returned, reverted or logged last is built at address 0."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from tests.slices import seeds
from tests.steps.check import check_step, check_unchanged, result
from tests.steps.memory_programs import BEYOND_LIMITS, Writer, outcome

# Possible starts of free memory, and the places where code that assumes one would be wrong.
POINTERS = (128, 0, 1, 20, 32, 64, 95, 1000)


def check_same(before: str, pointers: Sequence[int] = POINTERS) -> str:
    """Run the step, and let both programs run with some pointers; returns the text after."""
    after = result("A", before)
    for pointer in pointers:
        for word in (0, 1):
            calldata = pointer.to_bytes(32, "big") + word.to_bytes(32, "big") * 3
            expected = outcome(before, calldata)
            if expected[0] not in BEYOND_LIMITS:
                assert outcome(after, calldata) == expected, f"{pointer}: {before}"
    return after


def with_pointer(statements: str, functions: str = "") -> str:
    """A program that begins with memory in use, and free memory from where the calldata says."""
    return f"""{{
        calldatacopy(0, 5, 100) calldatacopy(100, 3, 100)
        mstore(64, calldataload(0))
        {statements}
        {functions}
    }}"""


def is_placed(statements: str, functions: str = "") -> bool:
    """Whether the step places what the statements build, and the program does the same."""
    return "mload(64)" not in check_same(with_pointer(statements, functions))


def test_a_word_is_returned() -> None:
    check_step(
        "A",
        "{ mstore(64, 128) let p := mload(0x40) mstore(p, sload(0)) return(p, 0x20) }",
        "{ mstore(64, 128) mstore(0, sload(0)) return(0, 0x20) }",
    )


def test_an_error_with_a_text_is_reverted() -> None:
    before = """
        let p := mload(64)
        mstore(p, shl(229, 4594637))
        mstore(add(p, 4), 32)
        mstore(add(36, p), 4)
        let q := add(p, 68)
        mstore(q, "text")
        revert(p, sub(add(q, 32), p))
    """
    assert is_placed(before)
    after = """{
        mstore(0, shl(229, 4594637)) mstore(4, 32) mstore(36, 4)
        let q := 68
        mstore(q, "text")
        revert(0, add(q, 32))
    }"""
    check_step("A", f"{{ {before} }}", after)


PLACED = {
    "partly overwritten": "mstore(p, 1) mstore(add(p, 4), 2) mstore8(p, 3) return(p, 36)",
    "in any order": "mstore(add(p, 32), 1) mstore(p, calldataload(32)) return(p, 64)",
    "in the middle": "mstore(p, calldataload(32)) return(add(p, 7), 20)",
    "a part of what is copied": "calldatacopy(p, 3, 50) return(add(p, 9), 41)",
    "as much as there is between two pointers": """
        mstore(p, 1) mstore(add(p, 32), 2)
        return(p, sub(add(p, 64), add(p, 8)))
    """,
    "nothing at all": "if calldataload(32) { return(p, 0) } mstore(p, 1) return(p, 32)",
    "the same in both branches": """
        switch calldataload(32) case 0 { mstore(p, 1) } default { mstore(p, 2) }
        return(p, 32)
    """,
    "one end or the other": "mstore(p, 5) if calldataload(32) { revert(p, 32) } return(p, 31)",
    "hashed before": "mstore(p, 1) let h := keccak256(p, 32) mstore(p, h) return(p, 32)",
    "read again": "mstore(p, calldataload(32)) sstore(1, mload(p)) return(p, 32)",
    "copied on": "mstore(p, calldataload(32)) mcopy(add(p, 8), p, 32) return(p, 40)",
    "logged before the end": "mstore(p, 1) log1(p, 32, 5) stop()",
    "logged before other memory is written": """
        mstore(p, 1) log1(p, 32, 5)
        mstore(0, 2) mstore8(32, 4) return(0, 33)
    """,
    "another end with memory of its own": """
        mstore(p, 1)
        if calldataload(32) { mstore(0, 9) mstore(4, 0x11) revert(0, 36) }
        return(p, 32)
    """,
    "memory is read before": "mstore(p, keccak256(0, 64)) return(p, 32)",
    "in a loop": """
        for { let i } lt(i, 3) { i := add(i, 1) } { mstore(p, i) mstore(add(p, 32), i) }
        mstore(p, 1) mstore(add(p, 32), 1)
        return(p, 64)
    """,
    "the end in the block around": """
        if calldataload(32) { let q := mload(64) mstore(q, 1) log1(q, 32, 1) }
        mstore(0, 2) return(0, 32)
    """,
    "before anything is built": """
        if calldataload(32) { sstore(0, mload(0)) }
        mstore(p, 1) return(p, 32)
    """,
    "the end of the code": """
        if calldataload(32) { let q := mload(64) mstore(q, 1) log1(q, 32, 1) }
    """,
    "a call of others": """
        mstore(p, 3)
        sstore(9, call(gas(), 4, 0, p, 32, add(p, 32), 32))
        mstore(add(p, 32), 4)
        return(p, 64)
    """,
    "a contract": "mstore(p, shl(248, 0xfe)) sstore(1, create(0, p, 1)) return(p, 32)",
    "a pointer that changes": """
        let q := p
        mstore(q, 1) q := add(q, 32) mstore(q, 2)
        return(p, 64)
    """,
}


@pytest.mark.parametrize("statements", PLACED.values(), ids=PLACED)
def test_memory_is_placed_at_0(statements: str) -> None:
    assert is_placed(f"let p := mload(64) {statements}")


KEPT = {
    "bytes that were not written": "mstore(p, 1) return(p, 33)",
    "bytes between those that were written": "mstore(p, 1) mstore(add(p, 33), 2) return(p, 64)",
    "bytes before": "mstore(add(p, 1), 1) return(p, 32)",
    "bytes that only one branch writes": """
        if calldataload(32) { mstore(p, 1) }
        return(p, 32)
    """,
    "bytes that one case writes": """
        switch calldataload(32) case 0 { mstore(p, 1) } case 1 { mstore(p, 2) }
        return(p, 32)
    """,
    "bytes that only a loop writes": """
        for { let i } lt(i, calldataload(32)) { i := add(i, 1) } { mstore(p, i) break }
        return(p, 32)
    """,
    "bytes that are written before continue only": """
        for { let i } lt(i, 1) { i := add(i, 1) } { if calldataload(32) { continue } mstore(p, i) }
        return(p, 32)
    """,
    "bytes that others may have written": """
        sstore(9, call(gas(), 4, 0, 0, calldataload(32), p, 32)) return(p, 32)
    """,
    "as much as the calldata says": "mstore(p, 1) return(p, calldataload(32))",
    "copied as much as the calldata says": "calldatacopy(p, 0, calldatasize()) return(p, 32)",
    "bytes that are missing after continue": """
        for { let i } lt(i, 1) { i := add(i, 1) log0(p, 32) } {
            if calldataload(32) { continue }
            mstore(p, i)
        }
        return(0, 0)
    """,
    "overwritten before a break": """
        mstore(p, 1)
        for { let i } lt(i, 2) { i := add(i, 1) } { if calldataload(32) { mstore(0, 2) break } }
        return(p, 32)
    """,
    "overwritten through the pointer": """
        mstore(p, 1) log0(p, 32)
        mstore(0, 2) mstore(p, 3) log0(p, 32)
        return(0, 32)
    """,
    "overwritten at its address": "mstore(p, 1) mstore(0, 2) return(p, 32)",
    "overwritten anywhere": "mstore(p, 1) mstore(calldataload(32), 2) return(p, 32)",
    "copied over": "mstore(p, 1) returndatacopy(0, 0, returndatasize()) return(p, 32)",
    "scratch space is read": "mstore(p, 1) mstore(add(p, 32), mload(0)) return(p, 64)",
    "scratch space is hashed": "mstore(p, 1) mstore(p, keccak256(0, 64)) return(p, 32)",
    "scratch space is written half": "mstore(p, 1) log0(p, 32) mstore(0, 1) return(0, 33)",
    "written before, not since": "mstore(0, 1) mstore(p, 2) log0(p, 32) return(0, 32)",
    "read where it is not known": "mstore(p, 1) log0(p, 32) sstore(0, mload(calldataload(32)))",
    "the pointer is loaded again": "mstore(p, 1) log0(p, 32) let q := mload(64) sstore(1, q)",
    "the pointer is stored": "mstore(p, 1) sstore(0, p) return(p, 32)",
    "the pointer is in memory": "mstore(p, p) return(p, 32)",
    "the pointer is compared": "mstore(p, 1) if lt(p, 100) { revert(0, 0) } return(p, 32)",
    "the pointer is a condition": "mstore(p, 1) if p { revert(0, 0) } return(p, 32)",
    "the pointer is switched": "mstore(p, 1) switch p case 0 { revert(0, 0) } return(p, 32)",
    "a multiple of the pointer": "mstore(add(p, p), 1) return(add(p, p), 32)",
    "subtracted from something": "mstore(p, 1) sstore(0, sub(5, p)) return(p, 32)",
    "before the pointer": "mstore(sub(p, 1), 1) return(sub(p, 1), 32)",
    "a length": "mstore(p, 1) revert(0, p)",
    "one of two pointers": """
        let q := p
        if calldataload(32) { q := add(p, 1) }
        mstore(p, 1) mstore(q, 2) return(q, 32)
    """,
    "a pointer or not": """
        let q
        if calldataload(32) { q := p }
        mstore(p, 1) return(q, 32)
    """,
    "their difference": """
        let q := p let r := p
        if calldataload(32) { q := add(p, 1) }
        mstore(p, 1) sstore(sub(q, r), 1) return(p, 32)
    """,
    "a pointer that grows in a loop": """
        let q := p
        for { let i } lt(i, 3) { i := add(i, 1) } { mstore(q, i) q := add(q, 32) }
        return(p, 96)
    """,
    "memory at the end of a loop": """
        for { let i } lt(i, 2) { i := add(i, 1) } {
            sstore(i, mload(calldataload(32)))
            let q := mload(64) mstore(q, i) log0(q, 32)
        }
        sstore(8, p)
    """,
    "memory at a break": """
        for { } 1 { } { let q := mload(64) mstore(q, 3) log0(q, 32) break }
        sstore(0, mload(0)) sstore(8, p)
    """,
    "memory at continue": """
        for { let i } lt(i, 2) { i := add(i, 1) } {
            sstore(i, mload(0))
            let q := mload(64) mstore(q, 3) log0(q, 32)
            if 1 { continue }
        }
        sstore(8, p)
    """,
    "memory around": """
        if calldataload(32) { let q := mload(64) mstore(q, 1) log1(q, 32, 1) }
        sstore(0, mload(0)) sstore(1, p)
    """,
    "create reads what is not written": "mstore(p, 1) sstore(1, create(0, p, 64)) return(p, 32)",
    "read in a loop before it is written": """
        for { let i } lt(i, 2) { i := add(i, 1) } { sstore(i, mload(0)) mstore(p, 7) }
        return(0, 0)
    """,
}


@pytest.mark.parametrize("statements", KEPT.values(), ids=KEPT)
def test_memory_is_not_placed_at_0(statements: str) -> None:
    before = with_pointer(f"let p := mload(64) {statements}")
    assert check_same(before).count("mload(64)") == before.count("mload(64)")


def test_a_reassigned_pointer_is_left_alone() -> None:
    assert not is_placed("let p := mload(64) mstore(p, 1) log0(p, 32) p := 5 return(0, 0)")


CALLED = {
    "writes for itself": ("f()", "function f() { mstore(0, 1) sstore(0, mload(0)) }", False),
    "writes and reverts": (
        "f(calldataload(32))",
        "function f(x) { if x { mstore(0, 1) mstore(4, 2) revert(0, 36) } }",
        True,
    ),
    "reads": ("f()", "function f() { sstore(0, mload(0)) }", False),
    "reads through another": (
        "f()",
        "function f() { g() } function g() { sstore(0, mload(0)) }",
        False,
    ),
    "reverts with what it did not write": (
        "f(calldataload(32))",
        "function f(x) { if x { mstore(0, 1) revert(0, 33) } }",
        False,
    ),
    "ends after writing": (
        "if calldataload(32) { f() }",
        "function f() { mstore(0, 1) return(0, 32) }",
        True,
    ),
    "uses no memory": ("sstore(0, f())", "function f() -> r { r := sload(5) }", True),
    "leaves after writing": (
        "f(calldataload(32))",
        "function f(x) { if x { mstore(0, 1) leave } }",
        False,
    ),
    "calls itself": ("f(0)", "function f(x) { if x { f(sub(x, 1)) } }", False),
    "reverts with memory of its own": (
        "f(calldataload(32))",
        "function f(x) { if x { let q := mload(64) mstore(q, 1) revert(q, 32) } }",
        True,
    ),
}


@pytest.mark.parametrize(("call", "functions", "expected"), CALLED.values(), ids=CALLED)
def test_a_function_is_called_meanwhile(call: str, functions: str, *, expected: bool) -> None:
    statements = f"let p := mload(64) mstore(p, 7) {call} return(p, 32)"
    assert is_placed(statements, functions) is expected


def test_a_function_reads_at_the_end() -> None:
    function = "function f() { sstore(0, mload(0)) }"
    assert not is_placed("let p := mload(64) mstore(p, 7) log0(p, 32) f() stop()", function)


ENCODERS = {
    "encodes two words": (
        """function f(q, a) -> end {
            end := add(q, 64) mstore(q, a) mstore(add(q, 32), 8)
        }""",
        True,
    ),
    "leaves early": (
        """function f(q, a) -> end {
            end := add(q, 64) mstore(q, a) if a { leave } mstore(add(q, 32), 8)
        }""",
        False,
    ),
    "returns one end or another": (
        """function f(q, a) -> end {
            end := add(q, 64) mstore(q, a) mstore(add(q, 32), 8) if a { end := add(q, 32) }
        }""",
        False,
    ),
    "stores the pointer": (
        "function f(q, a) -> end { end := add(q, 32) mstore(q, a) sstore(0, q) }",
        False,
    ),
    "calls itself": (
        "function f(q, a) -> end { end := add(q, 32) mstore(q, a) if 0 { end := f(q, a) } }",
        False,
    ),
    "calls another": (
        """function f(q, a) -> end { mstore(q, a) end := g(add(q, 32)) }
        function g(r) -> s { mstore(r, 3) s := add(r, 32) }""",
        True,
    ),
    "reads": ("function f(q, a) -> end { end := add(q, 32) mstore(q, a) pop(mload(0)) }", False),
}


@pytest.mark.parametrize(("functions", "expected"), ENCODERS.values(), ids=ENCODERS)
def test_a_function_is_given_the_pointer(functions: str, *, expected: bool) -> None:
    statements = "let p := mload(64) let e := f(p, calldataload(32)) return(p, sub(e, p))"
    assert is_placed(statements, functions) is expected


def test_a_function_is_given_different_values() -> None:
    functions = "function f(q, n) -> r { calldatacopy(q, 3, n) r := n }"
    known = "let p := mload(64) pop(f(p, 32)) pop(f(p, 64)) return(p, 64)"
    assert is_placed(known, functions)
    unknown = "let p := mload(64) pop(f(p, 32)) pop(f(p, calldataload(32))) return(p, 32)"
    assert not is_placed(unknown, functions)


def test_a_function_that_returns_two_pointers() -> None:
    function = "function f(q) -> r, s { r := q s := add(q, 32) }"
    statements = "let p := mload(64) let a, b := f(p) sstore(a, b) mstore(p, 1) return(p, 32)"
    assert not is_placed(statements, function)


def test_writes_in_one_branch_only() -> None:
    branch = "if calldataload(32) { mstore(0, 1) }"
    assert not is_placed(f"let p := mload(64) mstore(p, 2) log0(p, 32) {branch} return(0, 32)")


def test_copied_memory_is_read_first() -> None:
    assert not is_placed("let p := mload(64) mcopy(p, p, 32) return(p, 32)")


def test_functions_continue_with_existing_memory() -> None:
    function = "function f() { let p := mload(64) mstore(p, 1) log0(p, 32) }"
    assert not is_placed("f() sstore(0, mload(0))", function)
    leaving = "function f(x) { let p := mload(64) mstore(p, 1) if x { leave } revert(p, 32) }"
    assert not is_placed("f(calldataload(32)) sstore(0, mload(0))", leaving)


def test_self_recursive_functions() -> None:
    function = """function f(x) {
        if iszero(x) { let p := mload(64) mstore(p, 1) revert(p, 32) }
        f(sub(x, 1))
    }"""
    assert is_placed("f(2)", function)


def test_later_objects_are_placed_first() -> None:
    check_step(
        "A",
        """{
            let p := mload(64) mstore(p, 1) log0(p, 32)
            let q := mload(64) mstore(q, 2) return(q, 32)
        }""",
        "{ mstore(0, 1) log0(0, 32) mstore(0, 2) return(0, 32) }",
    )


def test_msize_is_read() -> None:
    check_unchanged("A", "{ let p := mload(64) mstore(p, msize()) return(p, 32) }")
    function = "function f() { sstore(0, msize()) }"
    check_unchanged("A", f"{{ let p := mload(64) mstore(p, 1) return(p, 32) {function} }}")


def test_variables_may_be_spilled_above_the_guard() -> None:
    program = """object "a" {{ code {{
        {{ let p := mload(64) calldatacopy(p, 0, {size}) return(p, {size}) }}
        function f() {{ mstore(64, memoryguard(0x80)) }}
    }} }}"""
    assert "mload" not in result("A", program.format(size=128))
    assert "mload" in result("A", program.format(size=129))


def test_other_variables_are_not_pointers() -> None:
    check_unchanged("A", "{ let p := mload(32) mstore(p, 1) return(p, 32) }")
    check_unchanged("A", "{ let p := sload(64) mstore(p, 1) return(p, 32) }")
    check_unchanged("A", "{ let p, q := f(64) mstore(p, 1) function f(x) -> a, b { } }")


def test_any_statements_about_memory() -> None:
    placed = 0
    for seed in seeds(20, 4000):
        writer = Writer(random.Random(seed))
        functions = f"""
            function f(q) {{ {writer.statements(1, ("q",))} }}
            function g() {{ {writer.statements(1, ())} }}
            function h(x) {{ if x {{ {writer.statements(0, ())} revert(0, 32) }} }}
        """
        program = with_pointer(writer.statements(2, ()), functions)
        after = check_same(program, (128, 20))
        placed += after.count("mload(64)") < program.count("mload(64)")
    assert placed > 5, f"only {placed} of the programs had anything to place"


@pytest.mark.parametrize(
    ("statements", "functions"),
    [
        ("sstore(0, f())", "function f() -> r { let p := mload(64) r := p }"),
        ("sstore(0, f())", "function f() -> r { let p := mload(64) r := add(p, 9) leave }"),
        (
            "let q for { let i := 0 } lt(i, 2) { i := add(i, 1) } { let p := mload(64) q := p }"
            " sstore(0, q)",
            "",
        ),
        (
            "let q for { let i := 0 } 1 { i := 1 } { if i { let p := mload(64) q := p break } }"
            " sstore(0, q)",
            "",
        ),
    ],
    ids=["result", "leave", "loop", "break"],
)
def test_the_pointer_outlives_the_code(statements: str, functions: str) -> None:
    assert not is_placed(statements, functions)
