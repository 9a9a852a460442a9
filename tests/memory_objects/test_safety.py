"""Whether code is memory-safe by Solidity's rules."""

from __future__ import annotations

import pytest

from tests.memory_objects.programs import code_of
from yulopt.memory_objects.safety import SafetyReport, memory_safety
from yulopt.memory_objects.verdicts import Verdict

SAFE = {
    "no memory": "sstore(0, 1)",
    "no bytes at any address": "mstore(64, 128) revert(calldataload(0), 0)",
    "an object": """
        mstore(64, 128)
        let p := mload(64)
        mstore(64, add(p, 64))
        mstore(p, 1)
        mstore(add(p, 32), 2)
        return(p, 64)
    """,
    "above the pointer, for a while": """
        mstore(64, 128)
        calldatacopy(mload(64), 0, calldatasize())
        revert(mload(64), calldatasize())
    """,
    "hashed in scratch space": """
        mstore(64, 128)
        mstore(0, caller())
        mstore(32, 1)
        sstore(keccak256(0, 64), 1)
    """,
    "a loop over an array": """
        mstore(64, 128)
        let n := and(calldataload(0), 0xffff)
        let p := mload(64)
        mstore(64, add(p, shl(5, n)))
        for { let i := 0 } lt(i, n) { i := add(i, 1) } { mstore(add(p, shl(5, i)), i) }
        return(p, shl(5, n))
    """,
    "a loop that allocates": """
        mstore(64, 128)
        for { let i := 0 } lt(i, calldatasize()) { i := add(i, 1) } {
            let p := mload(64)
            mstore(64, add(p, 32))
            mstore(p, i)
        }
        return(128, 0)
    """,
    "the pointer put back": """
        mstore(64, 128)
        let m := mload(64)
        mstore(0, 1)
        mstore(32, 2)
        mstore(64, caller())
        sstore(0, keccak256(0, 96))
        mstore(64, m)
        mstore(mload(64), 1)
    """,
    "functions as Solidity has them": """
        mstore(64, 128)
        let p := allocate(64)
        mstore(add(p, 32), 7)
        sstore(0, mload(p))
        function allocate(size) -> at {
            at := mload(64)
            let next := add(at, and(add(size, 31), not(31)))
            if or(gt(next, 0xffffffffffffffff), lt(next, at)) { revert(0, 0) }
            mstore(64, next)
        }
    """,
    "recursion that allocates": """
        mstore(64, 128)
        sstore(0, f(calldataload(0)))
        function f(n) -> r {
            let p := mload(64)
            mstore(64, add(p, 32))
            mstore(p, n)
            if n { r := f(sub(n, 1)) }
            r := add(r, mload(p))
        }
    """,
}

SAFE |= {
    "the pointer set back in a function": """
        mstore(64, 128)
        f()
        function f() {
            let p := mload(64)
            mstore(64, add(p, 32))
            mstore(64, p)
            mstore(p, 1)
        }
    """,
    "an array of unknown size, which is checked": """
        mstore(64, 128)
        let n := calldataload(0)
        if gt(n, 0xffffffffffffffff) { revert(0, 0) }
        let p := mload(64)
        let next := add(p, and(add(shl(5, n), 63), not(31)))
        if or(gt(next, 0xffffffffffffffff), lt(next, p)) { revert(0, 0) }
        mstore(64, next)
        mstore(p, n)
        mstore(mload(64), 1)
    """,
}

UNSAFE = {
    "free memory may begin at one of two addresses": """
        switch calldataload(0) case 0 { mstore(64, 128) } default { mstore(64, 256) }
        mstore(mload(64), 1)
    """,
    "an address in free memory": "mstore(64, 128) mstore(160, 1) return(mload(64), 32)",
    "an unknown address": "mstore(64, 128) mstore(calldataload(0), 1) return(mload(64), 32)",
    "before the pointer": """
        mstore(64, 128)
        mstore(sub(mload(64), 32), 1)
    """,
    "a distance that may wrap around": """
        mstore(64, 128)
        mstore(add(mload(64), calldataload(0)), 1)
    """,
    "the pointer set to something else": """
        mstore(64, 128)
        mstore(64, calldataload(0))
        f()
        function f() { mstore(mload(64), 1) }
    """,
    "the pointer overwritten in parts": """
        mstore(64, 128)
        mstore(50, calldataload(0))
        f()
        function f() { mstore(mload(64), 1) }
    """,
    "a pointer from storage": "mstore(64, 128) mstore(sload(0), 1) sstore(1, mload(mload(64)))",
    "returned across the zero slot": "mstore(64, 128) return(64, 96)",
    "set twice": """
        if calldatasize() { mstore(64, 128) }
        if iszero(calldatasize()) { mstore(64, 160) }
        mstore(mload(64), 1)
    """,
    "never set, but used": "mstore(mload(64), 1)",
    "in a loop, step by step": """
        mstore(64, 128)
        let p := mload(64)
        for { } calldataload(p) { p := sub(p, 32) } { mstore(p, 1) }
    """,
}


def report(text: str) -> SafetyReport:
    """The report on a program."""
    return memory_safety(code_of(f"{{ {text} }}"))


_P = "mstore(64, 128) let p := mload(64)"

# Raising the first pointer by some words must not let an access happen that the proof has not seen.
UNSAFE |= {
    "what the pointer is taken from": """
        mstore(64, memoryguard(128)) mstore(sub(0x300, mload(64)), 1)
    """,
    "only below some pointer": f"{_P} if lt(p, 1000) {{ mstore(160, 1) }}",
    "only above some pointer": f"{_P} if gt(1000, p) {{ mstore(160, 1) }}",
    "only for one pointer": f"{_P} if eq(p, 800) {{ mstore(160, 1) }}",
    "only for a case of the pointer": f"{_P} switch p case 800 {{ mstore(160, 1) }}",
    "only for a case of the pointer, with a guard": "mstore(64, memoryguard(128))"
    " switch mload(64) case 800 { mstore(160, 1) }",
    "only below some pointer, with a guard": "mstore(64, memoryguard(128))"
    " if lt(mload(64), 1000) { mstore(160, 1) }",
    "only for a small pointer": f"{_P} if iszero(shr(20, p)) {{ mstore(160, 1) }}",
    "only at a distance of zero": f"{_P} if iszero(sub(p, 800)) {{ mstore(160, 1) }}",
    "only if a distance is zero": f"{_P} if sub(p, 800) {{ stop() }} mstore(160, 1)",
    "only if a number is below the pointer": f"""{_P}
        let n := and(calldataload(0), 0xffff)
        if lt(p, n) {{ mstore(160, 1) }}
    """,
    "only below a number above the pointer": f"""{_P}
        let n := calldataload(0)
        if gt(n, p) {{ if lt(n, 5000) {{ mstore(160, 1) }} }}
    """,
    "an address that a low pointer chooses": f"{_P} mstore(mul(lt(p, 1000), 160), 1)",
    "a variable that a low pointer sets": f"""{_P}
        let a := 0
        if lt(p, 1000) {{ a := 160 }}
        mstore(a, 1)
    """,
    "a constant less the pointer": f"{_P} mstore(sub(400, p), 1)",
    "a constant far from the pointer": f"{_P} let a := sub(p, 0xfffffffffc18) mstore(sub(a, 9), 1)",
    "the pointer without its low bits": f"{_P} mstore(add(and(p, not(0xffff)), 160), 1)",
    "half of the pointer": f"{_P} mstore(add(div(p, 2), 160), 1)",
    "the remainder of the pointer": f"{_P} mstore(mod(p, 1000), 1)",
    "a pointer among the arguments": f"""{_P}
        f(p)
        function f(a) {{ if lt(a, 1000) {{ mstore(160, 1) }} }}
    """,
    "a first pointer in scratch space": "mstore(64, 0) mstore(0, 1) mstore(mload(64), 1)",
    "a first pointer at the zero slot": "mstore(64, 96) sstore(0, mload(96)) mstore(mload(64), 1)",
}
# A number may be as large as the raised pointer, but is not raised with it.
_LARGE = f"{_P} let x := or(and(calldataload(0), 3), 0x1000000000000)"
UNSAFE |= {
    "a pointer that is doubled": f"{_P} mstore(add(p, p), 1)",
    "a pointer that is multiplied": f"{_P} mstore(mul(p, 3), 1)",
    "two pointers less a constant": f"""{_P}
        mstore(add(sub(add(p, p), 0x1000000000000), 0xffffffffff40), 1)
    """,
    "above a large number": f"{_LARGE} if iszero(lt(x, add(p, 4))) {{ mstore(160, 1) }}",
    "as far as a large number": f"{_LARGE} if shr(64, sub(add(p, 4), x)) {{ mstore(160, 1) }}",
    "above all pointers but not above others": f"""{_P}
        let x := or(and(calldataload(0), 3), 0xfffffffffffffff0)
        if lt(add(p, 0xffff000000000000), x) {{ mstore(160, 1) }}
    """,
    "an immutable anywhere": 'mstore(256, 1) setimmutable(0, "a", calldataload(0))',
}
# The rules do not forbid to show the pointer.
SAFE |= {
    f"a pointer that is {name}": f"{_P} {code}"
    for name, code in {
        "stored": "sstore(0, p)",
        "logged": "log1(0, 0, p)",
        "compared with a number": "sstore(0, lt(p, calldataload(0)))",
        "a case of a number": "switch p case 640 { sstore(0, 1) }",
        "the bits of a number": "sstore(0, shr(5, p))",
        "in one of several words": "sstore(0, mload(shl(5, and(calldataload(0), 3))))",
    }.items()
}
SAFE |= {
    "a pointer that is checked for overflow": f"""{_P}
        let q := add(p, calldataload(0))
        if or(gt(q, 0xffffffffffffffff), lt(q, p)) {{ revert(0, 0) }}
        mstore(p, 1)
    """,
    "a revert with another word in the place of the pointer": f"{_P} mstore(68, 7) revert(0, 100)",
    "a pointer that is stored in memory": f"{_P} mstore(p, p) mstore(mload(p), 1)",
    "the distance of two pointers": f"{_P} mstore(64, add(p, 32)) sstore(0, sub(mload(64), p))",
    "a pointer that is cut to the bits of an address": f"{_P} mstore(and(p, {(1 << 160) - 1}), 1)",
    "pointers that are compared": f"""{_P}
        let n := and(calldataload(0), 0xffff)
        for {{ let a := p }} lt(a, add(p, n)) {{ a := add(a, 32) }} {{ mstore(a, sub(a, p)) }}
    """,
}


@pytest.mark.parametrize("name", SAFE)
def test_memory_safe_code_is_proven(name: str) -> None:
    found = report(SAFE[name])
    assert found.proven, [one for one in found.accesses if one.verdict is not Verdict.SAFE]


@pytest.mark.parametrize("name", UNSAFE)
def test_unsafe_code_is_not_proven(name: str) -> None:
    assert not report(UNSAFE[name]).proven


def test_the_first_free_memory_is_reported() -> None:
    assert report(SAFE["an object"]).first_free == 128
    assert report("mstore(64, memoryguard(160)) return(mload(64), 32)").first_free == 160


def test_a_memory_guard_may_be_out_of_reach() -> None:
    assert report(f"mstore(64, memoryguard({1 << 64}))").first_free == 1 << 64


def test_without_the_pointer_free_memory_begins_after_constant_addresses() -> None:
    found = report("mstore(200, 1) return(200, 64)")
    assert (found.proven, found.first_free, found.uses_pointer) == (True, 264, False)


def test_constant_addresses_may_be_computed() -> None:
    found = report("""
        for { let i := 0 } lt(i, 10) { i := add(i, 1) } { mstore(shl(5, i), i) }
        return(0, 320)
    """)
    assert (found.proven, found.first_free) == (True, 320)


def test_each_access_has_a_reason() -> None:
    accesses = report("mstore(64, 128) mstore(0, 1) mstore(200, 1) mstore(mload(64), 1)").accesses
    assert [(one.call.name, one.verdict.value) for one in accesses] == [
        ("mstore", "safe"),
        ("mstore", "safe"),
        ("mstore", "unsafe"),
        ("mload", "safe"),
        ("mstore", "safe"),
    ]
    assert accesses[2].reason == "up to 232, although free memory begins at 128"


def test_reads_of_msize_are_reported() -> None:
    assert report("sstore(0, msize())").asks_size


def test_the_pointer_is_not_raised_too_far() -> None:
    raised = (
        "mstore(64, 128) f() f() function f() {{ mstore(64, add(mload(64), and(sload(0), {}))) }}"
    )
    assert report(raised.format("0xffffffffffffffff")).proven
    assert not report(raised.format("0xffffffffffffffffffffffff")).proven


@pytest.mark.parametrize(
    ("function", "is_proven"),
    [
        ("function f() { stop() }", True),
        ("function f() { g() } function g() { mstore(0, 1) }", True),
        ("function f() { mstore(mload(64), 1) }", False),
        ("function f() { g() } function g() { mstore(mload(64), 1) }", False),
        ("function f() { if sload(0) { f() } mstore(mload(64), 1) }", False),
        ("function f() { g(64) } function g(a) { mstore(mload(a), 1) }", False),
    ],
)
def test_only_uses_of_the_pointer_need_it(function: str, is_proven: bool) -> None:
    program = f"mstore(64, 128) mstore(64, caller()) f() {function}"
    assert report(program).proven is is_proven


def test_a_value_that_replaced_the_pointer_is_not_the_pointer() -> None:
    assert not report(
        "mstore(64, 128) mstore(64, 200) f(200) function f(a) { mstore(a, 1) }"
    ).proven


_USE = "mstore(mload(64), 1)"


@pytest.mark.parametrize(
    ("statements", "is_proven"),
    [
        # As the arguments of an error are encoded.
        ("g(4) revert(0, 68)", True),
        (f"if sload(0) {{ g(4) revert(0, 68) }} {_USE}", True),
        (f"f() {_USE} function f() {{ if sload(0) {{ g(4) revert(0, 68) }} }}", True),
        (f"g(4) {_USE}", False),
        (f"if sload(0) {{ g(4) }} {_USE}", False),
        (f"f() {_USE} function f() {{ g(4) }}", False),
        (f"f() {_USE} function f() {{ if sload(0) {{ g(4) leave }} revert(0, 0) }}", False),
        (f"for {{ }} 1 {{ }} {{ if sload(0) {{ g(4) break }} }} {_USE}", False),
        (
            f"f() {_USE}"
            " function f() { for { } sload(0) { } { if sload(1) { g(4) continue } revert(0, 0) } }",
            False,
        ),
    ],
)
def test_writes_before_a_revert_are_safe(statements: str, is_proven: bool) -> None:
    encoding = "function g(a) { mstore(a, 1) mstore(add(a, 32), 2) }"
    assert report(f"mstore(64, 128) {statements} {encoding}").proven is is_proven


def test_a_call_does_not_restore_the_pointer() -> None:
    # So much is written that only the walk with the arguments shows that none of it is there.
    stores = " ".join(f"mstore(add(a, {offset}), 1)" for offset in range(0, 640, 32))
    program = f"w(200) {_USE} function w(a) {{ {stores} }}"
    assert report(f"mstore(64, 2000) {program}").proven
    overwrite = "g(36) function g(a) { mstore(a, 1) }"
    assert not report(f"mstore(64, 2000) {overwrite} {program}").proven


@pytest.mark.parametrize(
    ("statements", "is_proven"),
    [
        # Each iteration touches memory there, which ends it long before the address is 0 again.
        (
            "for { let i := 0 } lt(i, calldataload(0)) { i := add(i, 32) }"
            " { mstore(add(p, i), 1) }",
            True,
        ),
        (
            "for { let a := p } sload(0) { a := add(a, 32) } { mstore(a, 1) }",
            True,
        ),
        ("calldatacopy(p, 0, sload(0)) mstore(add(p, sload(0)), 1)", False),
        ("let n := sload(0) calldatacopy(p, 0, n) mstore(add(p, n), 1)", True),
        ("let n := sload(0) mstore(add(p, n), 1) calldatacopy(p, 0, n)", False),
        (
            "for { let i := 0 } lt(i, calldataload(0)) { i := add(i, 32) }"
            " { if sload(i) { mstore(add(p, i), 1) } }",
            False,
        ),
        # Nothing is touched if there are no bytes.
        ("let n := sload(0) calldatacopy(n, 0, 0) mstore(add(p, n), 1)", False),
        ("let n := sload(0) calldatacopy(n, 0, 1) mstore(add(p, n), 1)", False),
        ("let n := sload(0) let a := sub(p, n) calldatacopy(p, 0, n) mstore(a, 1)", False),
    ],
)
def test_accessed_memory_is_within_reach(statements: str, is_proven: bool) -> None:
    assert report(f"mstore(64, 128) let p := mload(64) {statements}").proven is is_proven


@pytest.mark.parametrize(
    ("function", "is_proven"),
    [
        ("r := add(a, 32)", True),
        ("r := a if sload(0) { r := add(a, 64) leave }", True),
        ("r := add(a, and(sload(0), 0xffff))", True),
        ("r := mload(64)", True),
        ("r := mload(64) mstore(64, add(r, 32)) leave", True),
        ("r := sub(a, 32)", False),
        ("r := a if sload(0) { r := 64 }", False),
        ("if sload(0) { r := add(a, 64) leave } r := 96", False),
        ("r := add(a, sload(0))", False),
        ("r := add(b, 32)", False),
        ("if sload(0) { r := a leave } r := b", False),
    ],
)
def test_results_of_functions(function: str, is_proven: bool) -> None:
    program = "mstore(64, 128) let p := f(mload(64), sload(1)) mstore(p, 1)"
    # The function is called with something else, too, so that its arguments may be anything.
    program += " pop(f(0, 0)) pop(f(not(0), 0))"
    assert report(f"{program} function f(a, b) -> r {{ {function} }}").proven is is_proven


def test_memory_is_free_after_an_allocation() -> None:
    """As solc leaves it where the first object has an unknown size."""
    program = """
        let p := memoryguard(160)
        let n := and(sload(0), 0xffff)
        mstore(64, add(p, n))
        calldatacopy(p, 0, n)
        mstore(128, 1)
        mstore(mload(64), 1)
    """
    found = report(program)
    assert (found.proven, found.first_free) == (True, 160)
    assert not report(program.replace("mstore(128, 1)", "mstore(160, 1)")).proven
    assert not report(program.replace("add(p, n)", "add(160, n)")).proven


def test_objects_are_found() -> None:
    objects = report("""
        mstore(64, 128)
        let p := f(32)
        mstore(64, add(mload(64), 64))
        function f(n) -> q {
            q := mload(64)
            mstore(64, add(q, n))
        }
    """).objects
    assert [(one.name, one.least, one.most) for one in objects] == [("", 64, 64), ("f", 32, 32)]
