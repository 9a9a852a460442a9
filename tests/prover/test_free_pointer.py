"""The free memory pointer in loops, branches and functions: objects lie apart from scratch space
only while it does not become less."""

from __future__ import annotations

from typing import Final

import pytest

from tests.prover.test_at_calls import are_proven

_ROUNDS: Final = "for { let i := 0 } lt(i, calldataload(32)) { i := add(i, 1) }"
_OTHER: Final = _ROUNDS.replace("i ", "n ").replace("i,", "n,")
_ALLOCATE: Final = (
    "let p := mload(64) let q := add(p, 64)"
    " if or(gt(q, 0xffffffffffffffff), lt(q, p)) { revert(0, 0) } mstore(64, q)"
)
# What a round stores in scratch space lies apart from the object at `p`.
_READ: Final = "mstore(p, i) mstore(0, calldataload(i)) sstore(keccak256(0, 32), mload(p))"
_AT_POINTER: Final = f"let r := mload(64) {_READ.replace('(p', '(r')}"
# Programs in which `mload(p)` and `mload(r)` are `i`.
_SAME: Final = {
    "a loop that allocates": f"{{ mstore(64, 128) {_ROUNDS} {{ {_ALLOCATE} {_READ} }} }}",
    "a loop that allocates where objects are written": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ {_AT_POINTER} mstore(64, add(r, 96)) }} }}"
    ),
    "a branch that allocates": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ if calldataload(i) {{ {_ALLOCATE} }} {_AT_POINTER} }} }}"
    ),
    "a loop in a loop": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ for {{ let j := 0 }} lt(j, i) {{ j := add(j, 1) }}"
        f" {{ {_ALLOCATE} mstore(p, j) if sload(j) {{ break }} if sload(p) {{ continue }} }}"
        f" {_AT_POINTER} }} }}"
    ),
    "a function that allocates": (
        f"{{ mstore(64, 128) {_OTHER} {{ f(n) }} function f(i) {{ if sload(i) {{ leave }}"
        f" {_ALLOCATE} {_READ} if calldataload(p) {{ leave }} sstore(1, 1) }} }}"
    ),
    "after a loop that allocates": (
        f"{{ mstore(64, 128) {_OTHER} {{ {_ALLOCATE} log0(p, n) }} let i := sload(7)"
        f" {_AT_POINTER} }}"
    ),
}
_DIFFERENT: Final = {
    "scratch space at the pointer": f"{{ mstore(64, 16) {_ROUNDS} {{ {_ALLOCATE} {_READ} }} }}",
    "a pointer that is not known": (
        f"{{ mstore(64, calldataload(0)) {_ROUNDS} {{ {_ALLOCATE} {_READ} }} }}"
    ),
    "a pointer that becomes less": (
        f"{{ mstore(64, 256) {_ROUNDS} {{ {_AT_POINTER} mstore(64, sub(r, 32)) }} }}"
    ),
    "a pointer that may wrap around": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ let p := mload(64) mstore(64, add(p, calldataload(i)))"
        f" {_READ} }} }}"
    ),
    "a branch that sets it": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ {_ALLOCATE} {_READ}"
        " if calldataload(p) { mstore(64, 0) } } }"
    ),
    "the default case that sets it": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ switch calldataload(i) case 0 {{ sstore(0, 1) }}"
        f" default {{ mstore(64, 0) }} {_AT_POINTER} }} }}"
    ),
    "a jump to the next round after it is set": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ {_ALLOCATE} {_READ}"
        " if calldataload(p) { mstore(64, 0) continue } sstore(1, i) } }"
    ),
    "a jump out of an inner loop after it is set": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ for {{ }} 1 {{ }} {{"
        " if sload(i) { mstore(64, 0) break } if sload(add(i, 1)) { break } }"
        f" {_AT_POINTER} }} }}"
    ),
    "the code after each round": (
        f"{{ mstore(64, 128) for {{ let i := 0 }} lt(i, calldataload(32))"
        f" {{ i := add(i, 1) mstore(64, 0) }} {{ {_AT_POINTER} }} }}"
    ),
    "a function that returns after it is set": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ f(i) {_AT_POINTER} }} function f(x)"
        " { if sload(x) { mstore(64, 0) leave } sstore(1, 1) } }"
    ),
    "after a loop that sets it": (
        f"{{ mstore(64, 128) {_OTHER} {{ mstore(64, n) }} let i := sload(7) {_AT_POINTER} }}"
    ),
}


def _forwarded(program: str) -> str:
    return program.replace("mload(p)", "i").replace("mload(r)", "i")


@pytest.mark.parametrize("case", _SAME)
def test_objects_apart_from_scratch_space(case: str) -> None:
    assert are_proven(_SAME[case], _forwarded(_SAME[case]), ())


@pytest.mark.parametrize("case", _DIFFERENT)
def test_objects_that_may_overlap_scratch_space(case: str) -> None:
    assert not are_proven(_DIFFERENT[case], _forwarded(_DIFFERENT[case]), ())
