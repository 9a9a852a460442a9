"""Bounds of words that loops carry, guessed from a single iteration or from the other program, and
bounds by remainders, signed conditions and sums."""

from __future__ import annotations

from typing import Final

import pytest

from tests.prover.proving import can_be_proven

_ONCE: Final = (
    "{ let i := 0 for { } lt(add(i, 3), LIMIT) { i := NEXT } { sstore(PLACE, 1) BODY }"
    " sstore(7, i) }"
)
_MASKED: Final = (
    "{ let i := 0 for { } lt(and(i, 255), and(calldataload(0), MASK)) { i := NEXT }"
    " { sstore(i, 1) BODY } sstore(7, i) }"
)

_SMALL: Final = "if gt(x, 99) { stop() } if gt(y, 99) { stop() }"
_WRONG: Final = (
    "{ let i := 0 for { } lt(i, 1) { i := add(i, 1) } { if sload(9) { i := not(5) } }"
    " sstore(7, and(i, 255)) }"
)

# An element is written while there may be more of them; the number before them is read again.
_COUNTED: Final = (
    "{ let a := and(calldataload(0), 65535) mstore(a, calldataload(96))"
    " for { let i := FIRST } COUNTS { i := NEXT }"
    " { let n := mload(a) if iszero(lt(i, n)) { revert(0, 0) }"
    " ACCESS sstore(i, LENGTH) } return(0, 0) }"
)


def _counted(
    after: str = "add(i, 1)",
    access: str = "mstore(add(add(a, shl(5, i)), 32), 5)",
    first: str = "0",
    counts: str = "lt(i, calldataload(64))",
) -> tuple[str, str]:
    code = _COUNTED.replace("FIRST", first).replace("COUNTS", counts)
    code = code.replace("NEXT", after).replace("ACCESS", access)
    return code.replace("LENGTH", "mload(a)"), code.replace("LENGTH", "n")


def _once(limit: int, body: str = "") -> tuple[str, str]:
    code = _ONCE.replace("LIMIT", str(limit)).replace("BODY", body)
    return (
        code.replace("NEXT", "add(i, 4)").replace("PLACE", "i"),
        code.replace("NEXT", "4").replace("PLACE", "0"),
    )


def _masked(mask: int, body: str = "") -> tuple[str, str]:
    code = _MASKED.replace("MASK", str(mask)).replace("BODY", body)
    return code.replace("NEXT", "and(add(i, 1), 255)"), code.replace("NEXT", "add(i, 1)")


def _without(check: str, code: str) -> tuple[str, str]:
    """A program with a check that ends it, and without."""
    whole = f"{{ let x := calldataload(0) let y := calldataload(32) {code} sstore(x, y) }}"
    return whole.replace("CHECK", f"if {check} {{ invalid() }}"), whole.replace("CHECK", "")


_SAME: Final = {
    "an index": _counted(),
    "an index from a bounded word": _counted(first="shr(200, calldataload(32))"),
    "an index that decreases": _counted(
        "sub(i, 1)", first="shr(200, calldataload(32))", counts="i"
    ),
    "a part of a sum": _without("gt(x, 9)", f"{_SMALL} if lt(add(x, y), 10) {{ CHECK }}"),
    "a part of a sum of products": _without(
        "gt(x, 4)", f"{_SMALL} if lt(add(shl(1, x), shl(2, y)), 10) {{ CHECK }}"
    ),
    "a part of a sum with a number": _without(
        "gt(x, 3)", f"{_SMALL} if lt(add(add(shl(1, x), y), 3), 10) {{ CHECK }}"
    ),
    "one iteration": _once(5),
    "no iteration": _once(3),
    "one iteration with a condition": _once(5, "if sload(9) { sstore(i, 2) }"),
    "one iteration with a jump": _once(5, "if sload(9) { continue } sstore(i, 2)"),
    "a mask of the other program": _masked(255),
    "a remainder": _without("gt(mod(y, 5), 4)", "CHECK"),
    "a remainder of a small word": _without("gt(mod(and(y, 7), x), 7)", "CHECK"),
    "a remainder by a small word": _without("gt(mod(y, and(x, 7)), 6)", "CHECK"),
    "a signed bound": _without("gt(292, x)", "if slt(sub(x, 4), 288) { stop() } CHECK"),
    "a bound of a sum": _without(
        "gt(x, 4)", "if gt(x, 99) { stop() } if lt(add(x, 5), 10) { CHECK }"
    ),
    "a bound of a difference": _without(
        "or(lt(x, 5), gt(x, 15))", "if gt(sub(x, 5), 10) { stop() } CHECK"
    ),
}
_DIFFERENT: Final = {
    "an index that jumps": _counted("add(i, sub(shl(251, 1), 1))"),
    "an index that was not used": _counted(
        access="if calldataload(i) { mstore(add(add(a, shl(5, i)), 32), 5) }"
    ),
    "an index that decreases below 0": _counted(
        "sub(i, add(shl(251, 1), 1))", counts="calldataload(add(i, 9))"
    ),
    "an index from any word": _counted(first="calldataload(32)"),
    "a part of a sum that overflows": _without(
        "gt(x, 9)",
        "if gt(x, shl(255, 1)) { stop() } if gt(y, shl(255, 1)) { stop() }"
        " if lt(add(x, y), 10) { CHECK }",
    ),
    "a smaller part of a sum": _without("gt(x, 8)", f"{_SMALL} if lt(add(x, y), 10) {{ CHECK }}"),
    "a smaller part of a sum of products": _without(
        "gt(x, 3)", f"{_SMALL} if lt(add(shl(1, x), shl(2, y)), 10) {{ CHECK }}"
    ),
    "a smaller part of a sum with a number": _without(
        "gt(x, 2)", f"{_SMALL} if lt(add(add(shl(1, x), y), 3), 10) {{ CHECK }}"
    ),
    "a part of a difference": _without("gt(x, 9)", f"{_SMALL} if lt(sub(x, y), 10) {{ CHECK }}"),
    "two iterations": _once(8),
    "an iteration that goes back": _once(5, "if sload(9) { i := sub(i, 4) }"),
    "an iteration that changes the word": _once(5, "if sload(9) { i := 1 }"),
    "a jump after the word was changed": _once(5, "if sload(9) { i := 1 continue } sstore(2, 2)"),
    "a bound that is not the mask": _masked(511),
    "a word that the body changes": _masked(255, "if sload(3) { i := sload(add(i, 1)) }"),
    "a smaller remainder": _without("gt(mod(y, 5), 3)", "CHECK"),
    "a remainder of a larger word": _without("gt(mod(and(y, 7), x), 6)", "CHECK"),
    "a remainder by a larger word": _without("gt(mod(y, and(x, 7)), 5)", "CHECK"),
    "a larger signed bound": _without("gt(293, x)", "if slt(sub(x, 4), 288) { stop() } CHECK"),
    "an unsigned word that is negative": _without("gt(x, 4)", "if slt(x, not(0)) { stop() } CHECK"),
    "a bound that may be negative": _without("shr(255, x)", "if slt(x, y) { stop() } CHECK"),
    "a wrong guess": (_WRONG, _WRONG.replace("and(i, 255)", "i")),
    "a sum that overflows": _without("gt(x, 4)", "if lt(add(x, 5), 10) { CHECK }"),
    "a smaller sum": _without("gt(x, 3)", "if gt(x, 99) { stop() } if lt(add(x, 5), 10) { CHECK }"),
    "a smaller difference": _without(
        "or(lt(x, 5), gt(x, 14))", "if gt(sub(x, 5), 10) { stop() } CHECK"
    ),
    "a difference that overflows": _without("lt(x, 5)", "if lt(sub(x, 5), 10) { stop() } CHECK"),
}


@pytest.mark.parametrize("name", _SAME)
def test_words_have_the_bounds_that_were_guessed(name: str) -> None:
    assert can_be_proven(*_SAME[name])


@pytest.mark.parametrize("name", _DIFFERENT)
def test_words_without_such_bounds(name: str) -> None:
    assert not can_be_proven(*_DIFFERENT[name])
