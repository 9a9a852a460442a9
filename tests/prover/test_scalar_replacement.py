"""Words at invariant places in loops: reads see past the loop, and only past other places."""

from __future__ import annotations

from typing import Final

import pytest

from tests.prover.test_at_calls import are_proven

_ROUNDS: Final = "for { let i := 0 } lt(i, calldataload(32)) { i := add(i, 1) }"
_SEARCH: Final = "for { } 1 { x := add(x, 1) }"
# The slot of a structure, and one of its words 2 and 3, which depends on the round.
_HERO: Final = "mstore(0, caller()) mstore(32, 1) let h := keccak256(0, 64)"
_NEAR: Final = "let o := add(add(h, 2), shr(2, mod(i, 5)))"
# A program before a step, and what takes the place of some code of it.
_SAME: Final = {
    "a word beside the scratch space of a loop": (
        f"{{ mstore(128, calldataload(0)) {_ROUNDS} {{ mstore(0, i) sstore(keccak256(0, 32), i) }}"
        " sstore(1, mload(128)) }",
        {"mload(128)": "calldataload(0)"},
    ),
    "a word that the last round wrote": (
        f"{{ let x := calldataload(0) {_SEARCH} {{ mstore(0, x) if sload(keccak256(0, 32)) {{ break"
        " } } mstore(0, x) sstore(2, keccak256(0, 32)) }",
        {"mstore(0, x) sstore": "sstore"},
    ),
    "the free memory pointer, and what lies there": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ let p := mload(64) mstore(p, i) log1(p, 32, i) }}"
        " sstore(1, mload(64)) return(mload(64), 64) }",
        {"sstore(1, mload(64))": "sstore(1, 128)", "return(mload(64)": "return(128"},
    ),
    "a slot beside that of a loop": (
        f"{{ sstore(1, 5) {_ROUNDS} {{ sstore(0, i) }} sstore(2, sload(1)) }}",
        {"sload(1)": "5"},
    ),
    "a slot of transient storage": (
        f"{{ tstore(1, 5) {_ROUNDS} {{ tstore(0, add(tload(0), i)) }} sstore(2, tload(1)) }}",
        {"tload(1)": "5"},
    ),
    "a loop that leaves its function": (
        "{ let y := f(7) sstore(0, y) function f(x) -> r {"
        f" mstore(160, x) {_SEARCH} {{ mstore(0, x) if sload(x) {{ r := mload(160) leave }}"
        " if callvalue() { break } } r := add(x, mload(160)) } }",
        {"r := mload(160)": "r := 7", "add(x, mload(160))": "add(x, 7)"},
    ),
    "a loop in a loop": (
        f"{{ mstore(128, 9) {_ROUNDS} {{ mstore(0, i) for {{ let j := 0 }} lt(j, i)"
        " { j := add(j, 1) } { mstore(32, j) sstore(keccak256(0, 64), mload(128)) } } }",
        {"mload(128)": "9"},
    ),
    "words of one part that overlap": (
        f"{{ mstore(128, 9) {_ROUNDS} {{ mstore(0, i) mstore(16, calldataload(i)) }}"
        " sstore(mload(0), mload(128)) }",
        {"mload(128)": "9"},
    ),
    "slots that become variables, beside one that depends on the round": (
        f"{{ {_HERO} {_ROUNDS} {{ {_NEAR} sstore(h, xor(sload(h), sload(o))) sstore(o, i)"
        " sstore(add(h, 4), add(sload(add(h, 4)), sload(h))) } sstore(9, sload(h)) }",
        {
            _ROUNDS: f"let x := sload(h) let y := sload(add(h, 4)) {_ROUNDS}",
            "sstore(h, xor(sload(h), sload(o)))": "x := xor(x, sload(o))",
            "sstore(add(h, 4), add(sload(add(h, 4)), sload(h)))": "y := add(y, x)",
            "sstore(9, sload(h))": "sstore(h, x) sstore(add(h, 4), y) sstore(9, x)",
        },
    ),
    "slots that are written after a loop if they changed": (
        f"{{ {_HERO} let x := sload(h) {_ROUNDS} {{ {_NEAR} sstore(o, sload(h))"
        " sstore(h, add(sload(h), i)) } sstore(9, 1) }",
        {
            "sstore(o, sload(h)) sstore(h, add(sload(h), i))": "sstore(o, y) y := add(y, i)",
            _ROUNDS: f"let y := x {_ROUNDS}",
            "sstore(9, 1)": "if sub(y, x) { sstore(h, y) } sstore(9, 1)",
        },
    ),
    "a slot that is read after a loop that writes near it": (
        f"{{ {_HERO} let x := sload(h) {_ROUNDS} {{ {_NEAR} sstore(o, i) }} sstore(9, sload(h)) }}",
        {"sload(h)) }": "x) }"},
    ),
    "a slot that is read where a loop is left": (
        f"{{ {_HERO} let x := sload(h) {_ROUNDS} {{ {_NEAR} sstore(o, i)"
        " if sload(i) { sstore(add(o, 1), 1) break } } sstore(9, sload(h)) }",
        {"sload(h)) }": "x) }"},
    ),
}
_DIFFERENT: Final = {
    "slots beside one that may be the same": (
        f"{{ {_HERO} {_ROUNDS} {{ let o := add(h, and(i, 1)) sstore(h, xor(sload(h), i))"
        " sstore(o, i) } sstore(9, sload(h)) }",
        {
            _ROUNDS: f"let x := sload(h) {_ROUNDS}",
            "sstore(h, xor(sload(h), i))": "x := xor(x, i)",
            "sstore(9, sload(h))": "sstore(h, x) sstore(9, x)",
        },
    ),
    "a slot before one that may be the same": (
        f"{{ {_HERO} {_ROUNDS} {{ {_NEAR} sstore(add(h, 3), xor(sload(add(h, 3)), i))"
        " sstore(o, i) } }",
        {
            _ROUNDS: f"let x := sload(add(h, 3)) {_ROUNDS}",
            "sstore(add(h, 3), xor(sload(add(h, 3)), i))": "x := xor(x, i)",
            "sstore(o, i) } }": "sstore(o, i) } sstore(add(h, 3), x) }",
        },
    ),
    "a slot that is not written after a loop if it changed": (
        f"{{ {_HERO} let x := sload(h) {_ROUNDS} {{ {_NEAR} sstore(o, sload(h))"
        " sstore(h, add(sload(h), i)) } sstore(9, 1) }",
        {
            "sstore(o, sload(h)) sstore(h, add(sload(h), i))": "sstore(o, y) y := add(y, i)",
            _ROUNDS: f"let y := x {_ROUNDS}",
            "sstore(9, 1)": "if sub(y, 1) { sstore(h, y) } sstore(9, 1)",
        },
    ),
    "a slot that is read after a loop that may write it": (
        f"{{ {_HERO} let x := sload(add(h, 2)) {_ROUNDS} {{ {_NEAR} sstore(o, i) }}"
        " sstore(9, sload(add(h, 2))) }",
        {"sload(add(h, 2))) }": "x) }"},
    ),
    "a slot that is written where a loop is left": (
        f"{{ {_HERO} let x := sload(h) {_ROUNDS} {{ {_NEAR} sstore(o, i)"
        " if sload(i) { sstore(sub(o, 2), 1) break } } sstore(9, sload(h)) }",
        {"sload(h)) }": "x) }"},
    ),
    "words of memory beside writes that a round places there": (
        f"{{ mstore(0, 7) {_ROUNDS} {{ mstore(0, add(mload(0), i)) mstore(and(i, 96), i) }}"
        " return(0, 32) }",
        {
            _ROUNDS: f"let x := 7 {_ROUNDS}",
            "mstore(0, add(mload(0), i))": "x := add(x, i)",
            "return(": "mstore(0, x) return(",
        },
    ),
    "words of memory that a round overlaps": (
        f"{{ mstore(0, 7) {_ROUNDS} {{ mstore(0, add(mload(0), i))"
        " mstore(add(31, and(i, 96)), i) } return(0, 32) }",
        {
            _ROUNDS: f"let x := 7 {_ROUNDS}",
            "mstore(0, add(mload(0), i))": "x := add(x, i)",
            "return(": "mstore(0, x) return(",
        },
    ),
    "a write that may reach the word": (
        f"{{ mstore(128, calldataload(0)) {_ROUNDS} {{ mstore(i, 1) }} sstore(1, mload(128)) }}",
        {"mload(128)": "calldataload(0)"},
    ),
    "a write that overlaps the word": (
        f"{{ mstore(128, calldataload(0)) {_ROUNDS} {{ mstore(97, i) }} sstore(1, mload(128)) }}",
        {"mload(128)": "calldataload(0)"},
    ),
    "a write of a byte": (
        f"{{ mstore(128, calldataload(0)) {_ROUNDS} {{ mstore(0, i) mstore8(128, i) }}"
        " sstore(1, mload(128)) }",
        {"mload(128)": "calldataload(0)"},
    ),
    "a copy in a loop": (
        f"{{ mstore(128, 1) {_ROUNDS} {{ mstore(0, i) calldatacopy(96, 0, i) }}"
        " sstore(1, mload(128)) }",
        {"mload(128)": "1"},
    ),
    "a loop that may have no rounds": (
        f"{{ let x := calldataload(0) {_ROUNDS} {{ mstore(0, x) sstore(i, 1) }}"
        " mstore(0, x) sstore(2, keccak256(0, 32)) }",
        {"mstore(0, x) sstore(2": "sstore(2"},
    ),
    "a word that only some rounds write": (
        f"{{ let x := calldataload(0) {_SEARCH} {{ if sload(x) {{ mstore(0, x) }}"
        " if calldataload(x) { break } } mstore(0, x) sstore(2, keccak256(0, 32)) }",
        {"mstore(0, x) sstore(2": "sstore(2"},
    ),
    "a free memory pointer that a round moves": (
        f"{{ mstore(64, 128) {_ROUNDS} {{ let p := mload(64) mstore(p, i)"
        " mstore(64, add(p, 32)) } sstore(1, mload(64)) }",
        {"sstore(1, mload(64))": "sstore(1, 128)"},
    ),
    "a word that a moved free memory pointer reaches": (
        f"{{ mstore(64, 128) mstore(160, 5) {_ROUNDS} {{ let p := mload(64) mstore(p, i)"
        " mstore(64, add(p, 32)) } sstore(1, mload(160)) }",
        {"mload(160)": "5"},
    ),
    "a free memory pointer that is overwritten where it points": (
        f"{{ mstore(64, 33) {_ROUNDS} {{ mstore(mload(64), i) }} sstore(1, mload(64)) }}",
        {"sstore(1, mload(64))": "sstore(1, 33)"},
    ),
    "a pointer to itself": (
        f"{{ mstore(64, 64) {_ROUNDS} {{ mstore(mload(64), i) }} sstore(1, mload(64)) }}",
        {"sstore(1, mload(64))": "sstore(1, 64)"},
    ),
    "a word that is overwritten before the loop is left": (
        f"{{ mstore(128, 1) {_ROUNDS} {{ mstore(0, i) if sload(i) {{ mstore(128, 2) break }} }}"
        " sstore(1, mload(128)) }",
        {"mload(128)": "1"},
    ),
    "a word that is overwritten before the function is left": (
        "{ mstore(128, 1) let y := f(7) sstore(y, mload(128)) function f(x) -> r {"
        f" {_SEARCH} {{ mstore(0, x) if sload(x) {{ mstore(128, 2) leave }}"
        " if callvalue() { break } } r := x } }",
        {"mload(128)": "1"},
    ),
    "a slot that storage names": (
        f"{{ sstore(1, 5) sstore(0, 1) {_ROUNDS} {{ sstore(sload(0), i) }} sstore(2, sload(1)) }}",
        {"sload(1)": "5"},
    ),
    "a word of an overlapping pair": (
        f"{{ mstore(0, 9) {_ROUNDS} {{ mstore(0, 9) mstore(16, calldataload(i)) }}"
        " sstore(1, mload(0)) }",
        {"mload(0)": "9"},
    ),
}


def _after(program: str, changes: dict[str, str]) -> str:
    for old, new in changes.items():
        assert program.count(old) == 1
        program = program.replace(old, new)
    return program


@pytest.mark.parametrize("case", _SAME)
def test_words_of_loops(case: str) -> None:
    program, changes = _SAME[case]
    assert are_proven(program, _after(program, changes), ())


@pytest.mark.parametrize("case", _DIFFERENT)
def test_words_that_loops_may_change(case: str) -> None:
    program, changes = _DIFFERENT[case]
    assert not are_proven(program, _after(program, changes), ())
