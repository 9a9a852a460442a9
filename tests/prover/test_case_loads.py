"""Loads of memory and storage that are compared case by case."""

from __future__ import annotations

from tests.prover.proving import can_be_proven

_MASK = f"{(1 << 128) - 1:#x}"
_ELEMENTS = "0x8a35acfbc15ff81a39ae7d344fd709f28e8600b4aa8c65c6b64bfe7fe36bd19b"


def _element(load: str, limit: str) -> str:
    """A program that loads slot 0 after it has perhaps written an element of an array."""
    return f"""{{
        let first := or(shl(128, timestamp()), and(sload(0), {_MASK}))
        sstore(0, first)
        if calldataload(32) {{
            let length := sload(4)
            if iszero(lt(length, {limit})) {{ revert(0, 0) }}
            sstore(4, add(length, 1))
            sstore(add({_ELEMENTS}, length), caller())
        }}
        let sum := add(and({load}, {_MASK}), and(callvalue(), {_MASK}))
        if shr(128, sum) {{ revert(0, 0) }}
        sstore(1, sum)
    }}"""


def test_a_slot_after_a_checked_element_was_written() -> None:
    checked, unchecked = str(1 << 64), "not(0)"
    assert can_be_proven(_element("sload(0)", checked), _element("first", checked))
    assert not can_be_proven(_element("sload(0)", unchecked), _element("first", unchecked))
    assert not can_be_proven(_element("sload(4)", checked), _element("first", checked))


def _answer(scratch: int, pointer: int, mask: str = "sub(shl(224, 1), 1)") -> str:
    """A program that checks unused bits of the answer of a call, which is in memory."""
    return f"""{{
        mstore(0, {scratch})
        let p := add({pointer}, mul(32, and(calldataload(0), 255)))
        mstore(p, 5)
        let answer := 0
        if call(gas(), 9, 0, p, 32, p, 32) {{
            answer := mload(p)
            if and(answer, {mask}) {{ revert(0, 0) }}
        }}
        if iszero(eq(shl(224, 0x150b7a02), answer)) {{ mstore(p, 7) revert(p, 32) }}
    }}"""


def test_a_word_that_a_case_masks_is_read_above_scratch_space() -> None:
    assert can_be_proven(_answer(1, 128), _answer(2, 128))
    assert not can_be_proven(_answer(1, 0), _answer(2, 0))
    assert not can_be_proven(_answer(1, 128), _answer(1, 128, "sub(shl(223, 1), 1)"))
