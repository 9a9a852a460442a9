"""Bounds of words by the conditions on a path, and masks and checks that they make redundant."""

from __future__ import annotations

import pytest

from tests.prover.test_at_calls import are_proven

_SAME = {
    "masked copy of an argument, before a loop": (
        "{ let x := calldataload(4) let y := and(x, 255) if iszero(eq(x, y)) { revert(0, 0) }"
        " for { } sload(y) { } { sstore(y, 0) mstore(y, 1) } return(0, y) }",
        "{ let x := calldataload(4) let y := and(x, 255) if iszero(eq(x, y)) { revert(0, 0) }"
        " for { } sload(x) { } { sstore(x, 0) mstore(x, 1) } return(0, x) }",
    ),
    "next number after a word that is not the largest one": (
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { stop() } sstore(and(add(x, 1), 255),"
        " and(shl(64, add(x, 1)), shl(64, 255))) }",
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { stop() } sstore(add(x, 1),"
        " shl(64, add(x, 1))) }",
    ),
    "previous number of a word that is not 0": (
        "{ let x := and(calldataload(0), 255) if eq(x, 0) { stop() }"
        " sstore(and(sub(x, 1), 255), 7) }",
        "{ let x := and(calldataload(0), 255) if eq(x, 0) { stop() } sstore(sub(x, 1), 7) }",
    ),
    "bits of a product": (
        "{ sstore(0, f(shr(224, calldataload(0)), shr(224, calldataload(4))))"
        " function f(x, y) -> z { z := and(mul(x, y), 0xffffffffffffffff) } }",
        "{ sstore(0, f(shr(224, calldataload(0)), shr(224, calldataload(4))))"
        " function f(x, y) -> z { z := mul(x, y) } }",
    ),
    "minimum of a word and one within bounds": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " if gt(x, 0xffff) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " sstore(0, x) }",
    ),
    "minimum by the other comparison": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := y"
        " if lt(x, y) { z := x } if gt(z, 0xffff) { invalid() } sstore(0, z) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := y"
        " if lt(x, y) { z := x } sstore(0, z) }",
    ),
}
_DIFFERENT = {
    "masked copy of an argument that is checked for more bits": (
        "{ let x := calldataload(4) let y := and(x, 255) if shr(9, x) { revert(0, 0) }"
        " sstore(y, 1) }",
        "{ let x := calldataload(4) let y := and(x, 255) if shr(9, x) { revert(0, 0) }"
        " sstore(x, 1) }",
    ),
    "masked copy of an argument that is checked later": (
        "{ let x := calldataload(4) let y := and(x, 255) sstore(0, y) if shr(8, x) { stop() } }",
        "{ let x := calldataload(4) let y := and(x, 255) sstore(0, x) if shr(8, x) { stop() } }",
    ),
    "word that is not above the largest one": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { stop() }"
        " if gt(x, 0xfffe) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { stop() }"
        " sstore(0, x) }",
    ),
    "maximum of a word and one within bounds": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if lt(x, y) { x := y }"
        " if gt(x, 0xffff) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if lt(x, y) { x := y }"
        " sstore(0, x) }",
    ),
    "minimum that may be as large as the bound": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " if gt(x, 0xfffe) { invalid() } sstore(0, x) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) if gt(x, y) { x := y }"
        " sstore(0, x) }",
    ),
    "maximum that may be as large as the larger bound": (
        "{ let x := shr(248, calldataload(0)) let y := shr(240, calldataload(32))"
        " if lt(x, y) { x := y } if gt(x, 0xfffe) { invalid() } sstore(0, x) }",
        "{ let x := shr(248, calldataload(0)) let y := shr(240, calldataload(32))"
        " if lt(x, y) { x := y } sstore(0, x) }",
    ),
    "word that is not larger and may be equal": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := 0"
        " if iszero(gt(x, y)) { z := x } if gt(z, 0xfffe) { invalid() } sstore(0, z) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := 0"
        " if iszero(gt(x, y)) { z := x } sstore(0, z) }",
    ),
    "another word than that which was compared": (
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := calldataload(64)"
        " if gt(x, y) { z := y } if gt(z, 0xffff) { invalid() } sstore(0, z) }",
        "{ let x := calldataload(0) let y := shr(240, calldataload(32)) let z := calldataload(64)"
        " if gt(x, y) { z := y } sstore(0, z) }",
    ),
    "next number after a word that may be the largest one": (
        "{ let x := and(calldataload(0), 255) if eq(x, 254) { stop() }"
        " sstore(and(add(x, 1), 255), 7) }",
        "{ let x := and(calldataload(0), 255) if eq(x, 254) { stop() } sstore(add(x, 1), 7) }",
    ),
    "next number where a word is the largest one": (
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { sstore(and(add(x, 1), 255), 7) } }",
        "{ let x := and(calldataload(0), 255) if eq(x, 255) { sstore(add(x, 1), 7) } }",
    ),
    "next number after a word whose largest value was excluded in one case": (
        "{ let x := and(calldataload(0), 255) if calldataload(32) { if eq(x, 255) { stop() } }"
        " sstore(and(add(x, 1), 255), 7) }",
        "{ let x := and(calldataload(0), 255) if calldataload(32) { if eq(x, 255) { stop() } }"
        " sstore(add(x, 1), 7) }",
    ),
    "mask of other bits than those of a shifted word": (
        "{ let x := and(calldataload(0), 255) sstore(0, and(shl(64, add(x, 1)), shl(65, 255))) }",
        "{ let x := and(calldataload(0), 255) sstore(0, shl(64, add(x, 1))) }",
    ),
    "mask of fewer bits than those of a shifted sum": (
        "{ let x := and(calldataload(0), 255) sstore(0, and(shl(64, add(x, 1)), shl(64, 255))) }",
        "{ let x := and(calldataload(0), 255) sstore(0, shl(64, add(x, 1))) }",
    ),
    "one bit too many in a product": (
        "{ sstore(0, f(shr(224, calldataload(0)), shr(223, calldataload(4))))"
        " function f(x, y) -> z { z := and(mul(x, y), 0xffffffffffffffff) } }",
        "{ sstore(0, f(shr(224, calldataload(0)), shr(223, calldataload(4))))"
        " function f(x, y) -> z { z := mul(x, y) } }",
    ),
    "product that wraps around": (
        "{ let x := shr(1, calldataload(0)) let y := shr(1, calldataload(32))"
        " sstore(0, and(mul(x, y), shr(2, not(0)))) }",
        "{ let x := shr(1, calldataload(0)) let y := shr(1, calldataload(32))"
        " sstore(0, mul(x, y)) }",
    ),
}


@pytest.mark.parametrize("case", _SAME)
def test_equivalent_programs_are_proven(case: str) -> None:
    assert are_proven(*_SAME[case], ())


@pytest.mark.parametrize("case", _DIFFERENT)
def test_programs_that_differ_are_not_proven(case: str) -> None:
    one, other = _DIFFERENT[case]
    assert not are_proven(one, other, ())
    assert not are_proven(other, one, ())
