"""Disjunctions and conjunctions as conditions: decided by their terms, and taken term by term."""

from __future__ import annotations

from typing import Final

import pytest

from tests.prover.test_at_calls import are_proven

_WORDS: Final = "let x := calldataload(0) let y := calldataload(32) let z := calldataload(64)"
_SAME: Final = {
    "two checks": (
        f"{{ {_WORDS} if lt(x, y) {{ revert(0, 0) }} if z {{ revert(0, 0) }} sstore(x, y) }}",
        f"{{ {_WORDS} if or(z, lt(x, y)) {{ revert(0, 0) }} sstore(x, y) }}",
    ),
    "checks in another order": (
        f"{{ {_WORDS} if x {{ stop() }} if y {{ stop() }} if z {{ stop() }} sstore(x, y) }}",
        f"{{ {_WORDS} if z {{ stop() }} if or(x, y) {{ stop() }} sstore(x, y) }}",
    ),
    "negated truth values": (
        f"{{ {_WORDS} if iszero(lt(x, y)) {{ stop() }} if iszero(slt(y, z)) {{ stop() }}"
        " sstore(x, y) }",
        f"{{ {_WORDS} if iszero(and(slt(y, z), lt(x, y))) {{ stop() }} sstore(x, y) }}",
    ),
    "equal words, and bits above": (
        f"{{ {_WORDS} if iszero(eq(x, y)) {{ revert(0, 0) }} if shr(64, x) {{ revert(0, 0) }}"
        " if shr(64, z) { revert(0, 0) } sstore(x, y) }",
        f"{{ {_WORDS} if or(shr(64, or(x, z)), xor(y, x)) {{ revert(0, 0) }} sstore(x, y) }}",
    ),
    "in a loop": (
        f"{{ {_WORDS} for {{ }} sload(z) {{ z := add(z, 1) }}"
        " { if lt(x, z) { break } if eq(z, y) { break } sstore(z, x) } sstore(z, y) }",
        f"{{ {_WORDS} for {{ }} sload(z) {{ z := add(z, 1) }}"
        " { if or(eq(z, y), lt(x, z)) { break } sstore(z, x) } sstore(z, y) }",
    ),
    "a mask that one of the checks makes redundant": (
        f"{{ {_WORDS} if x {{ revert(0, 0) }} if shr(64, y) {{ revert(0, 0) }}"
        " sstore(0, and(y, 0xffffffffffffffff)) }",
        f"{{ {_WORDS} if or(shr(64, y), x) {{ revert(0, 0) }} sstore(0, y) }}",
    ),
}
_DIFFERENT: Final = {
    "a conjunction of words that are not 0": (
        f"{{ {_WORDS} if x {{ if y {{ sstore(0, 1) }} }} }}",
        f"{{ {_WORDS} if and(x, y) {{ sstore(0, 1) }} }}",
    ),
    "a conjunction of a word and a truth value": (
        f"{{ {_WORDS} if x {{ sstore(0, 1) }} }}",
        f"{{ {_WORDS} if and(x, 1) {{ sstore(0, 1) }} }}",
    ),
    "a conjunction instead of a disjunction": (
        f"{{ {_WORDS} if lt(x, y) {{ stop() }} if lt(y, z) {{ stop() }} sstore(x, y) }}",
        f"{{ {_WORDS} if and(lt(x, y), lt(y, z)) {{ stop() }} sstore(x, y) }}",
    ),
    "a term too few": (
        f"{{ {_WORDS} if x {{ stop() }} if y {{ stop() }} if z {{ stop() }} sstore(x, y) }}",
        f"{{ {_WORDS} if or(x, y) {{ stop() }} sstore(x, y) }}",
    ),
    "a term that is negated": (
        f"{{ {_WORDS} if x {{ stop() }} if y {{ stop() }} sstore(x, y) }}",
        f"{{ {_WORDS} if or(iszero(x), y) {{ stop() }} sstore(x, y) }}",
    ),
    "different ends": (
        f"{{ {_WORDS} if x {{ stop() }} if y {{ revert(0, 0) }} sstore(x, y) }}",
        f"{{ {_WORDS} if or(x, y) {{ revert(0, 0) }} sstore(x, y) }}",
    ),
    "a store between the checks": (
        f"{{ {_WORDS} if x {{ stop() }} sstore(1, z) if y {{ stop() }} sstore(x, y) }}",
        f"{{ {_WORDS} sstore(1, z) if or(x, y) {{ stop() }} sstore(x, y) }}",
    ),
    "a mask of the term that need not hold": (
        f"{{ {_WORDS} if or(shr(64, y), x) {{ sstore(0, and(y, 0xffffffffffffffff)) }} }}",
        f"{{ {_WORDS} if or(shr(64, y), x) {{ sstore(0, y) }} }}",
    ),
}


@pytest.mark.parametrize("case", _SAME)
def test_equivalent_conditions_are_proven(case: str) -> None:
    one, other = _SAME[case]
    assert are_proven(one, other, ())
    assert are_proven(other, one, ())


@pytest.mark.parametrize("case", _DIFFERENT)
def test_conditions_that_differ_are_not_proven(case: str) -> None:
    one, other = _DIFFERENT[case]
    assert not are_proven(one, other, ())
    assert not are_proven(other, one, ())
