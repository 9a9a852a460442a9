"""Bounds of words that loops carry: the masks that a program drops must be those of all rounds."""

from __future__ import annotations

import pytest

from tests.prover.test_step_proof import proofs
from yulopt.prover.verdict import Status

_MASKED = "and(calldataload(0), 255)"
_ROUNDS = "for { let i := 0 } lt(i, calldataload(32)) { i := add(i, 1) }"
# `USE` stands for a word that the program masks before a step, and not after it.
_SAME = {
    "masked before the loop and in each round": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE) x := and(sload(i), 255) }} }}"
    ),
    "used after the loop": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ x := byte(i, x) }} sstore(0, USE) }}"
    ),
    "used where the loop is left": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ if sload(i) {{ x := byte(1, i) break }}"
        " x := and(sload(x), 15) } sstore(0, USE) }"
    ),
    "unmasked only where the program ends": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ if sload(i) {{ x := i sstore(9, x) stop() }}"
        " sstore(i, USE) x := and(sload(x), 15) } }"
    ),
    "kept in some rounds": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE)"
        " if calldataload(i) { x := and(calldataload(add(i, 32)), 63) } } sstore(0, USE) }"
    ),
    "moved between words": (
        f"{{ let x := {_MASKED} let y := 7 let z := 3 {_ROUNDS} {{ sstore(i, USE)"
        " x := y y := z z := and(sload(i), 15) } }"
    ),
    "an argument of a call in each round": (
        f"{{ let v := {_MASKED} {_ROUNDS} {{ f(v) v := and(sload(v), 255) }}"
        " function f(x) { sstore(x, USE) } }"
    ),
    "the result of a call in each round": (
        f"{{ let x := 0 {_ROUNDS} {{ sstore(i, USE) x := f(x) }} sstore(9, USE)"
        " function f(z) -> y { y := sload(z) if gt(y, 255) { revert(0, 0) } } }"
    ),
    "checked before the loop": (
        f"{{ let x := calldataload(0) if gt(x, 255) {{ revert(0, 0) }} {_ROUNDS}"
        " { sstore(i, USE) x := and(sload(i), 255) } sstore(0, USE) }"
    ),
    "set to its constant in a loop inside": (
        f"{{ let x := 7 {_ROUNDS} {{ sstore(i, USE)"
        " for { let j := 0 } lt(j, i) { j := add(j, 1) } { x := 7 } } sstore(0, USE) }"
    ),
    "below the bound of the condition and a step more": (
        "{ let n := and(calldataload(32), 127) let x := 0"
        " for { } lt(x, n) { x := add(x, 32) } { sstore(x, USE) } sstore(0, USE) }"
    ),
}
# The mask in a loop is redundant on one path, where the loop becomes that of the other path.
_FREE = "for { } lt(x, 400) { } { x := add(x, p) } sstore(1, USE)"
_MASKING = "for { } lt(x, 400) { } { x := and(add(x, p), 511) } sstore(0, x)"
_TWO_PATHS = [
    "{ let p := calldataload(0) let x := and(calldataload(32), 255) switch lt(p, 101)"
    f" case {number} {{ {one} }} default {{ {other} }} }}"
    for number, one, other in ((0, _FREE, _MASKING), (1, _MASKING, _FREE))
]
_DIFFERENT = {
    "kept in some rounds, and not masked in others": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE)"
        " if calldataload(i) { x := calldataload(add(i, 32)) } } }"
    ),
    "masked in some rounds only": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE) switch calldataload(i)"
        " case 0 { x := calldataload(add(i, 32)) } default { x := and(sload(i), 63) } } }"
    ),
    "moved between words, one of which is not masked": (
        f"{{ let x := {_MASKED} let y := 7 let z := calldataload(64) {_ROUNDS} {{ sstore(i, USE)"
        " x := y y := z z := and(z, 15) } }"
    ),
    "checked before the loop, and then changed": (
        f"{{ let x := calldataload(0) if gt(x, 255) {{ revert(0, 0) }} x := add(x, 1) {_ROUNDS}"
        " { sstore(i, USE) x := and(sload(i), 255) } }"
    ),
    "checked in one of two cases before the loop": (
        f"{{ let x := calldataload(0) if calldataload(1) {{ if gt(x, 255) {{ revert(0, 0) }} }}"
        f" {_ROUNDS} {{ sstore(i, USE) x := and(sload(i), 255) }} }}"
    ),
    "checked after the first round": (
        f"{{ let x := calldataload(0) {_ROUNDS} {{ sstore(i, USE) if gt(x, 255) {{ stop() }}"
        " x := and(sload(i), 255) } }"
    ),
    "not masked before the loop": (
        f"{{ let x := calldataload(0) {_ROUNDS} {{ sstore(i, USE) x := and(sload(i), 255) }} }}"
    ),
    "not masked before a loop without rounds": (
        f"{{ let x := calldataload(0) {_ROUNDS} {{ x := and(sload(i), 255) }} sstore(0, USE) }}"
    ),
    "with more bits in each round": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE) x := and(calldataload(i), 511) }} }}"
    ),
    "with more bits after the round": (
        f"{{ let x := {_MASKED} for {{ let i := 0 }} lt(i, calldataload(32))"
        " { i := add(i, 1) x := add(x, 1) } { sstore(i, USE) x := and(sload(i), 255) } }"
    ),
    "not masked before continue": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE)"
        " if sload(i) { x := sload(add(i, 1)) continue } x := and(sload(i), 255) } }"
    ),
    "not masked before break": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ if sload(i) {{ x := sload(add(i, 1)) break }}"
        " x := and(sload(i), 255) } sstore(0, USE) }"
    ),
    "not masked in a loop inside": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE)"
        " for { } sload(x) { } { x := sload(add(x, 1)) } } }"
    ),
    "set to another constant in a loop inside": (
        f"{{ let x := 7 {_ROUNDS} {{ sstore(i, USE)"
        " for { let j := 0 } lt(j, i) { j := add(j, 1) } { x := 300 } } }"
    ),
    "set to its constant, and then to another one": (
        f"{{ let x := 7 {_ROUNDS} {{ sstore(i, USE) x := 7 if sload(i) {{ x := 300 }} }} }}"
    ),
    "set to another constant, and then to its own": (
        f"{{ let x := 7 {_ROUNDS} {{ sstore(i, USE) x := 300 if calldataload(i) {{ x := 7 }} }} }}"
    ),
    "set to its constant, and to a word": (
        f"{{ let x := 7 {_ROUNDS} {{ sstore(i, USE)"
        " x := calldataload(i) if calldataload(x) { x := 7 } } }"
    ),
    "set to the constant of one path, and with another one": (
        f"{{ let x := 7 if sload(0) {{ x := 300 }} {_ROUNDS} {{ sstore(i, USE) x := 7 }} }}"
    ),
    "a step more than the bound of the condition": (
        "{ let n := and(calldataload(32), 255) let x := 0"
        " for { } lt(x, n) { x := add(x, 32) } { sstore(x, 1) } sstore(0, USE) }"
    ),
    "below the bound of the condition unless a round is continued": (
        "{ let n := and(calldataload(32), 127) let x := 0 for { } lt(x, n) { x := add(x, 32) }"
        " { if sload(x) { x := calldataload(x) continue } sstore(x, 1) } sstore(0, USE) }"
    ),
    "growing from round to round": (
        f"{{ let x := {_MASKED} {_ROUNDS} {{ sstore(i, USE) x := add(x, 1) }} }}"
    ),
    "an argument that is not masked in one call": (
        f"{{ let v := {_MASKED} {_ROUNDS} {{ f(v) v := calldataload(v) f(and(v, 255)) }}"
        " function f(x) { sstore(x, USE) } }"
    ),
}


def _status(program: str, mask: int = 255) -> set[Status]:
    """The verdict of the prover about all functions."""
    before, after = (program.replace("USE", used) for used in (f"and(x, {mask})", "x"))
    return {proof.status for proof in proofs(before, after)}


@pytest.mark.parametrize("case", _SAME)
def test_words_within_bounds_in_all_rounds(case: str) -> None:
    assert _status(_SAME[case]) == {Status.PROVEN}


@pytest.mark.parametrize("case", _DIFFERENT)
def test_words_that_leave_their_bounds(case: str) -> None:
    assert Status.PROVEN not in _status(_DIFFERENT[case])


@pytest.mark.parametrize("program", _TWO_PATHS)
def test_bounds_on_one_path_are_none_on_another(program: str) -> None:
    assert Status.PROVEN not in _status(program, 511)
