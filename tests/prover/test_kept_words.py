"""Words of memory that loops leave unchanged: lengths of arrays whose elements are written."""

from __future__ import annotations

import pytest

from tests.prover.proving import can_be_proven
from tests.prover.test_step_proof import proofs
from yulopt.prover.verdict import Status

_ARRAY = (
    "let p := and(calldataload(64), 0xffffff) let n := and(calldataload(0), 255) mstore(p, n)"
    " let k := calldataload(32)"
)
_ROUNDS = "for { let i := 0 } lt(i, k) { i := add(i, 1) }"
_CHECKED = "if iszero(lt(i, LENGTH)) { revert(0, 0) }"
_ELEMENT = "add(add(p, shl(5, i)), 32)"
_FILLED = f"{_ROUNDS} {{ {_CHECKED} mstore({_ELEMENT}, i) }}"
# `LENGTH` stands for a word that the program reads before a step, and not after it.
_SAME = {
    "read in each round": f"{{ {_ARRAY} {_FILLED} }}",
    "read after the loop": f"{{ {_ARRAY} {_FILLED} sstore(0, LENGTH) }}",
    "read after two loops": (
        f"{{ {_ARRAY} {_FILLED} for {{ let j := 0 }} lt(j, LENGTH)"
        " { j := add(j, 1) } { mstore(add(add(p, shl(5, j)), 32), j) } sstore(0, LENGTH) }"
    ),
    "read where the loop is left": (
        f"{{ {_ARRAY} {_ROUNDS} {{ {_CHECKED} mstore({_ELEMENT}, i)"
        f" if sload(i) {{ mstore({_ELEMENT}, n) break }} }} sstore(0, LENGTH) }}"
    ),
    "read in rounds that are continued": (
        f"{{ {_ARRAY} {_ROUNDS} {{ {_CHECKED} if sload(i) {{ mstore({_ELEMENT}, 1) continue }}"
        f" mstore({_ELEMENT}, LENGTH) }} }}"
    ),
    "read after writes in one of two cases": (
        f"{{ {_ARRAY} {_ROUNDS} {{ if sload(i) {{ {_CHECKED} mstore({_ELEMENT}, 1) }}"
        " sstore(i, LENGTH) } }"
    ),
    "read in a loop inside": (
        f"{{ {_ARRAY} {_ROUNDS} {{ {_CHECKED} for {{ let j := i }} lt(j, LENGTH)"
        " { j := add(j, 1) } { mstore(add(add(p, shl(5, j)), 32), j) } sstore(i, LENGTH) } }"
    ),
    "read in a loop around the one that writes": (
        f"{{ {_ARRAY} for {{ let j := 0 }} lt(j, k) {{ j := add(j, 1) }}"
        f" {{ {_FILLED} sstore(j, LENGTH) }} }}"
    ),
    "read after a function that leaves its loop": (
        f"{{ {_ARRAY} {_ROUNDS} {{ f(p, i) sstore(i, LENGTH) }} function f(a, m)"
        " { for { let j := 0 } 1 { j := add(j, 1) }"
        " { if iszero(lt(j, mload(a))) { leave } mstore(add(add(a, shl(5, j)), 32), m) } } }"
    ),
}
_DIFFERENT = {
    "with an index that is not checked": (
        f"{{ {_ARRAY} {_ROUNDS} {{ mstore(add(add(p, shl(5, calldataload(i))), 32), i)"
        " sstore(i, LENGTH) } }"
    ),
    "with an index that is checked too late": (
        f"{{ {_ARRAY} {_ROUNDS} {{ let v := calldataload(i)"
        " mstore(add(add(p, shl(5, v)), 32), i) sstore(i, LENGTH)"
        " if iszero(lt(v, 255)) { stop() } } }"
    ),
    "with an index that is checked in one of two cases": (
        f"{{ {_ARRAY} {_ROUNDS} {{ let v := calldataload(i)"
        " if sload(i) { if iszero(lt(v, 255)) { stop() } }"
        " mstore(add(add(p, shl(5, v)), 32), i) sstore(add(i, 1), LENGTH) } }"
    ),
    "with a length that is not a small number": (
        f"{{ {_ARRAY} n := calldataload(0) mstore(p, n) {_ROUNDS} {{ let v := calldataload(i)"
        " if iszero(lt(v, n)) { stop() } mstore(add(add(p, shl(5, v)), 32), i)"
        " sstore(i, LENGTH) } }"
    ),
    "whose first element is the length": (
        f"{{ {_ARRAY} {_ROUNDS} {{ {_CHECKED} mstore(add(p, shl(5, i)), i) }} }}"
    ),
    "of bytes, one of which is before the first": (
        f"{{ {_ARRAY} {_ROUNDS} {{ {_CHECKED} mstore8(add(add(p, i), 31), i) }} }}"
    ),
    "overlapped by an element": (
        f"{{ {_ARRAY} {_ROUNDS} {{ {_CHECKED} mstore(add(add(p, shl(5, i)), 31), not(i)) }} }}"
    ),
    "overlapped by a copy": (
        f"{{ {_ARRAY} {_ROUNDS} {{ sstore(i, LENGTH) calldatacopy(add(p, i), 0, i) }} }}"
    ),
    "written before the round is continued": (
        f"{{ {_ARRAY} {_ROUNDS} {{ sstore(i, LENGTH) if calldataload(i) {{ mstore(p, i) continue }}"
        f" {_CHECKED} mstore({_ELEMENT}, i) }} }}"
    ),
    "written before the loop is left": (
        f"{{ {_ARRAY} {_ROUNDS} {{ {_CHECKED} mstore({_ELEMENT}, i)"
        " if calldataload(i) { mstore(p, k) break } } sstore(0, LENGTH) }"
    ),
    "written in a loop inside": (
        f"{{ {_ARRAY} {_ROUNDS} {{ sstore(i, LENGTH) for {{ let j := 0 }} lt(j, n)"
        " { j := add(j, 1) } { mstore(add(p, shl(5, j)), i) } } }"
    ),
    "written in the second round": (
        f"{{ {_ARRAY} let x := 32 {_ROUNDS} {{ sstore(i, LENGTH) mstore(add(p, x), i) x := 0 }} }}"
    ),
    "written after the round": (
        f"{{ {_ARRAY} for {{ let i := 0 }} lt(i, k) {{ mstore(p, i) i := add(i, 1) }}"
        f" {{ sstore(i, LENGTH) mstore({_ELEMENT}, i) }} }}"
    ),
    "written by a function": (
        f"{{ {_ARRAY} {_ROUNDS} {{ sstore(i, LENGTH) f(p, i) }} function f(q, i) {{"
        " if i { f(q, shr(1, i)) } mstore(add(q, i), 77) } }"
    ),
    "written by a function that leaves its loop": (
        f"{{ {_ARRAY} {_ROUNDS} {{ sstore(i, LENGTH) f(p, i) }} function f(a, m)"
        " { for { let j := 0 } 1 { j := add(j, 1) }"
        " { if calldataload(j) { mstore(add(a, and(calldataload(m), 31)), m) leave } } } }"
    ),
    "checked by the length of one of two arrays": (
        f"{{ {_ARRAY} let q := add(p, 32) mstore(q, 300) {_ROUNDS}"
        " { if iszero(lt(i, mload(q))) { revert(0, 0) } mstore(add(p, shl(5, i)), i)"
        " sstore(i, LENGTH) } }"
    ),
    "checked on one of two paths to the same loop": (
        f"{{ {_ARRAY} let v := calldataload(96) switch lt(v, 255)"
        f" case 0 {{ {_ROUNDS} {{ mstore(add(add(p, shl(5, v)), 32), i) }} sstore(0, LENGTH) }}"
        f" default {{ {_ROUNDS} {{ mstore(add(add(p, shl(5, v)), 32), i) }} sstore(0, n) }} }}"
    ),
}


def _status(program: str) -> set[Status]:
    """The verdict of the prover about all functions."""
    before, after = (program.replace("LENGTH", length) for length in ("mload(p)", "n"))
    return {proof.status for proof in proofs(before, after)}


@pytest.mark.parametrize("case", _SAME)
def test_words_that_loops_leave_unchanged(case: str) -> None:
    assert _status(_SAME[case]) == {Status.PROVEN}


@pytest.mark.parametrize("case", _DIFFERENT)
def test_words_that_loops_may_write(case: str) -> None:
    assert Status.PROVEN not in _status(_DIFFERENT[case])


_COPIES = {
    "once": "BODY sstore(0, READ)",
    "in a loop": "for { } i { i := calldataload(i) } { sstore(i, READ) BODY }",
}


@pytest.mark.parametrize("body", _COPIES.values(), ids=_COPIES)
def test_a_word_that_is_copied_from_another_address(body: str) -> None:
    """The copied word is found by its own address, and not by the one that it is copied to."""
    copy = "mstore(add(288, shl(5, and(i, 1))), i) mstore(256, mload(320))"
    code = f"{{ mstore(256, 5) let i := calldataload(0) {body.replace('BODY', copy)} }}"
    assert not can_be_proven(code.replace("READ", "mload(256)"), code.replace("READ", "5"))
    assert can_be_proven(
        code.replace("READ", "mload(256)"), f"{code.replace('READ', 'add(mload(256), 0)')}"
    )
