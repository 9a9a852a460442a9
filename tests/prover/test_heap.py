"""Objects in memory: those above the free memory pointer do not overlap older ones, in loops and
in functions that neither lower the pointer nor write to objects."""

from __future__ import annotations

from typing import Final

import pytest

from tests.prover.proving import can_be_proven
from tests.prover.test_step_proof import DIALECT
from yulopt import optimize
from yulopt.errors import Source
from yulopt.prover.facts import Facts
from yulopt.prover.function_pair import Side
from yulopt.prover.invariants import Invariants
from yulopt.prover.known import Guarantee
from yulopt.prover.terms import Terms
from yulopt.prover.versions import version_of
from yulopt.prover.words import Words
from yulopt.prover.work_clock import WorkClock
from yulopt.syntax.literals import WORD_MASK
from yulopt.syntax.parser import parse_source

_ROUNDS: Final = "for { let i := 0 } lt(i, calldataload(32)) { i := add(i, 1) }"
# The free memory pointer, which is not a constant.
_HEAP: Final = "mstore(64, add(128, and(calldataload(64), 0xffff)))"
_CHECK: Final = "if or(gt(q, 0xffffffffffffffff), lt(q, p)) { revert(0, 0) }"
_ALLOCATE: Final = f"let p := mload(64) let q := add(p, 64) {_CHECK} mstore(64, q)"
_OBJECT: Final = (
    f"{_HEAP} let o := mload(64) let e := add(o, 64)"
    " if gt(e, 0xffffffffffffffff) { revert(0, 0) } mstore(64, e) mstore(o, calldataload(0))"
)
_SAVE: Final = "sstore(0, WORD)"
_NEW: Final = f"function new() -> r {{ {_ALLOCATE} r := p mstore(r, 5) mstore(add(r, 32), 6) }}"
_FINALIZE: Final = f"function finalize(p, n) {{ let q := add(p, n) {_CHECK} mstore(64, q) }}"
_FILL: Final = (
    "function fill(w) { for { let i := 0 } lt(i, 2) { i := add(i, 1) }"
    " { mstore(add(w, shl(5, i)), i) } }"
)
# `WORD` stands for `mload(o)` before a step, `AT_K` for `mload(k)`, and both for `calldataload(0)`
# after it.
_SAME: Final = {
    "a loop that allocates": f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(p, i) }} {_SAVE} }}",
    "a loop that reads": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(p, i) sstore(i, WORD) }} }}"
    ),
    "objects without a check of overflow": (
        f"{{ {_OBJECT} {_ROUNDS} {{ let p := mload(64) mstore(64, add(p, 32)) mstore(p, i) }}"
        f" {_SAVE} }}"
    ),
    "objects of any size": (
        f"{{ {_OBJECT} {_ROUNDS} {{ let p := mload(64)"
        " let q := add(p, and(add(calldataload(i), 31), not(31)))"
        f" {_CHECK} mstore(64, q) mstore(p, i) }} {_SAVE} }}"
    ),
    "objects in one of two cases": (
        f"{{ {_OBJECT} {_ROUNDS} {{ if sload(i) {{ {_ALLOCATE} mstore(p, i) }} }} {_SAVE} }}"
    ),
    "two loops": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(p, i) }} for {{ let j := 0 }} lt(j, 9)"
        f" {{ j := add(j, 1) }} {{ let r := mload(64) mstore(64, add(r, 32)) mstore(r, j) }}"
        f" {_SAVE} }}"
    ),
    "a loop in a loop": (
        f"{{ {_OBJECT} for {{ let j := 0 }} lt(j, 9) {{ j := add(j, 1) }}"
        f" {{ {_ROUNDS} {{ {_ALLOCATE} mstore(p, i) if sload(p) {{ break }} }}"
        f" sstore(j, WORD) }} }}"
    ),
    "below the end of the first object": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(sub(p, 32), i) }} {_SAVE} }}"
    ),
    "a function that allocates": f"{{ {_OBJECT} pop(new()) pop(new()) {_SAVE} {_NEW} }}",
    "a function in a loop": f"{{ {_OBJECT} {_ROUNDS} {{ sstore(i, new()) }} {_SAVE} {_NEW} }}",
    "a function that calls another one": (
        f"{{ {_OBJECT} sstore(1, f()) {_SAVE} {_NEW} function f() -> s {{"
        " for { let j := 0 } lt(j, 9) { j := add(j, 1) } { s := add(s, mload(new())) } } }"
    ),
    "a function that allocates at its parameter": (
        f"{{ {_OBJECT} let r := mload(64) finalize(r, 96) mstore(r, 7) {_SAVE} {_FINALIZE} }}"
    ),
    "a function that writes to scratch space": (
        f"{{ {_OBJECT} f(1) {_SAVE} function f(a) {{ mstore(0, a) mstore(32, a) sstore("
        "keccak256(0, 64), 1) } }"
    ),
    "a function that writes at the pointer": (
        f"{{ {_OBJECT} fill(mload(64)) fill(add(mload(64), 4)) {_SAVE} {_FILL} }}"
    ),
    "a function that calls one that writes at the pointer": (
        f"{{ {_OBJECT} f(1, mload(64)) f(2, add(mload(64), 32)) {_SAVE} {_FILL}"
        " function f(n, a) { mstore(a, n) fill(add(a, 32)) } }"
    ),
    "a function that writes at the pointer in a function": (
        f"{{ {_OBJECT} f(o) f(o) {_FILL} function f(a) {{ let k := new() mstore(k,"
        f" calldataload(0)) fill(mload(64)) sstore(0, AT_K) }} {_NEW} }}"
    ),
    "a function that returns before it writes at the pointer": (
        f"{{ {_OBJECT} f(0, mload(64)) f(1, mload(64)) {_SAVE} {_FILL}"
        " function f(n, a) { if iszero(n) { leave } fill(a) } }"
    ),
    "in a function that is given an object": (
        f"{{ {_HEAP} f(calldataload(32)) f(1) {_NEW} function f(n) {{ let o := new()"
        " mstore(o, calldataload(0)) for { let i := 0 } lt(i, n) { i := add(i, 1) }"
        f" {{ sstore(add(i, 1), new()) }} {_SAVE} }} }}"
    ),
}
_DIFFERENT: Final = {
    "a loop that lowers the pointer": (
        f"{{ {_OBJECT} {_ROUNDS} {{ let p := mload(64) mstore(64, sub(p, 32)) mstore(p, i) }}"
        f" {_SAVE} }}"
    ),
    "one case that lowers the pointer": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(p, i)"
        f" if sload(i) {{ mstore(64, sub(p, 64)) }} }} {_SAVE} }}"
    ),
    "a loop that resets the pointer": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(p, i) mstore(64, o) }} {_SAVE} }}"
    ),
    "a second loop after the pointer was lowered": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(p, i) }} mstore(64, o)"
        " for { let j := 0 } lt(j, 9) { j := add(j, 1) } { let r := mload(64)"
        f" mstore(64, add(r, 32)) mstore(r, j) }} {_SAVE} }}"
    ),
    "below the pointer": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} mstore(sub(p, 48), i) }} {_SAVE} }}"
    ),
    "anywhere": (
        f"{{ {_OBJECT} {_ROUNDS} {{ {_ALLOCATE} let a := add(p, sload(i))"
        f" if gt(a, 128) {{ mstore(a, i) }} }} {_SAVE} }}"
    ),
    "objects whose size may wrap around": (
        f"{{ {_OBJECT} {_ROUNDS} {{ let p := mload(64) mstore(64, add(p, calldataload(i)))"
        f" if iszero(lt(mload(64), 128)) {{ mstore(p, i) }} }} {_SAVE} }}"
    ),
    "a function that lowers the pointer": (
        f"{{ {_OBJECT} f() mstore(mload(64), 7) {_SAVE}"
        " function f() { mstore(64, sub(mload(64), 64)) } }"
    ),
    "a function that allocates after it lowered the pointer": (
        f"{{ {_OBJECT} f(2) mstore(o, calldataload(0)) pop(new()) {_SAVE} {_NEW} function f(n)"
        " { mstore(64, add(and(sub(mload(64), 600), 0xffff), 128)) for { } n { n := sub(n, 1) }"
        " { pop(new()) } } }"
    ),
    "a function that may lower the pointer": (
        f"{{ {_OBJECT} f(0) pop(new()) {_SAVE} {_NEW} function f(n)"
        " { for { } lt(n, calldataload(96)) { n := add(n, 1) }"
        " { if sload(n) { mstore(64, sub(mload(64), 64)) leave } } } }"
    ),
    "a function with an object whose size may wrap around": (
        f"{{ {_OBJECT} f() if iszero(lt(mload(64), 128)) {{ mstore(mload(64), 7) }} {_SAVE}"
        " function f() { mstore(64, add(mload(64), calldataload(96))) } }"
    ),
    "a function that writes to an object": (
        f"{{ {_OBJECT} f(o) f(0) {_SAVE} function f(a) {{ for {{ let i := 0 }} lt(i, 2)"
        " { i := add(i, 1) } { mstore(add(a, shl(5, i)), i) } } }"
    ),
    "a function that writes at an object as well": (
        f"{{ {_OBJECT} fill(mload(64)) fill(o) {_SAVE} {_FILL} }}"
    ),
    "a function that writes just before the pointer": (
        f"{{ {_OBJECT} fill(sub(mload(64), 33)) {_SAVE} {_FILL} }}"
    ),
    "a function that calls one that writes before the pointer": (
        f"{{ {_OBJECT} f(mload(64)) {_SAVE} {_FILL} function f(a) {{ fill(sub(a, 64)) }} }}"
    ),
    "a function that writes at two parameters": (
        f"{{ {_OBJECT} f(mload(64), o) {_SAVE} {_FILL} function f(a, b)"
        " { fill(a) for { let i := 0 } lt(i, 2) { i := add(i, 1) } { mstore(b, i) } } }"
    ),
    "a function that writes at a sum that may wrap around": (
        f"{{ {_OBJECT} fill(add(mload(64), calldataload(96))) {_SAVE} {_FILL} }}"
    ),
    "a function that writes at an address that may wrap around": (
        f"{{ {_OBJECT} f(add(mload(64), shr(1, calldataload(96)))) {_SAVE} {_FILL} function f(a)"
        " { fill(add(a, shl(255, 1))) } }"
    ),
    "a function that writes at a parameter after the pointer was lowered": (
        f"{{ {_OBJECT} let p := mload(64) mstore(64, o) f(p) {_SAVE} {_FILL}"
        " function f(a) { fill(mload(64)) fill(a) } }"
    ),
    "a function at a parameter in one of two calls": (
        f"{{ {_OBJECT} f(mload(64)) f(o) {_SAVE} function f(a) {{ g(a) }} function g(b)"
        " { for { let i := 0 } lt(i, 2) { i := add(i, 1) } { mstore(b, i) } } }"
    ),
    "a function at a parameter that is checked on another path": (
        f"{{ {_OBJECT} let a := calldataload(96) if gt(a, 0xffff) {{ stop() }}"
        f" switch calldataload(128) case 0 {{ if lt(a, mload(64)) {{ stop() }} fill(a) {_SAVE} }}"
        f" default {{ fill(a) {_SAVE} }} {_FILL} }}"
    ),
    "a function that writes before the pointer": (
        f"{{ {_OBJECT} f() {_SAVE} function f() {{ for {{ let i := 1 }} lt(i, 9)"
        " { i := add(i, 1) } { mstore(sub(mload(64), shl(5, i)), i) } } }"
    ),
    "a function that writes to the last object": (
        f"{{ {_OBJECT} f() {_SAVE} function f() {{ if gt(mload(64), 256)"
        " { mstore(sub(mload(64), 64), 7) } } }"
    ),
    "a function that copies to the end of an object": (
        f"{{ {_OBJECT} f() f() {_SAVE} function f() {{ let n := 0 for {{ }} lt(n, 2)"
        " { n := add(n, 1) } { calldatacopy(sub(mload(64), 40), 0, 64) } } }"
    ),
    "a function at a parameter that is not the pointer": (
        f"{{ {_OBJECT} finalize(o, 0) mstore(mload(64), 7) {_SAVE} {_FINALIZE} }}"
    ),
    "a function that is called before there is a heap": (
        f"{{ let o := calldataload(96) if gt(o, 0xffff) {{ stop() }} mstore(o, calldataload(0))"
        f" pop(new()) {_SAVE} {_NEW} }}"
    ),
    "a word that ends after the pointer": (
        f"{{ {_HEAP} let o := sub(mload(64), 16) mstore(o, calldataload(0)) f() {_SAVE} {_NEW}"
        " function f() { for { let i := 0 } lt(i, 2) { i := add(i, 1) } { pop(new()) } } }"
    ),
    "in a function that is once called without a heap": (
        "{ mstore(64, 128) f(1) mstore(64, 0) f(2) function f(n) { let o := mload(64)"
        f" mstore(o, calldataload(0)) mstore(0, n) {_SAVE} }} }}"
    ),
    "in a recursive function without a heap": (
        "{ f(1) function f(n) { let o := mload(64) mstore(o, calldataload(0)) mstore(0, n)"
        f" {_SAVE} if sload(n) {{ f(add(n, 1)) }} }} }}"
    ),
    "a function with a pointer that is too large": (
        "{ let o := 256 mstore(o, calldataload(0)) mstore(64, not(63)) f() "
        f"{_SAVE} function f() {{ mstore(add(mload(64), 320), 7) }} }}"
    ),
    "an address that may wrap around": (
        f"{{ {_HEAP} let o := sub(calldataload(96), 16) if gt(o, 0xffff) {{ stop() }}"
        f" mstore(o, calldataload(0)) pop(new()) {_SAVE} {_NEW} }}"
    ),
}


@pytest.mark.parametrize("name", _SAME)
def test_an_object_is_what_it_was(name: str) -> None:
    assert can_be_proven(*_versions(_SAME[name]))


@pytest.mark.parametrize("name", _DIFFERENT)
def test_other_objects_may_change(name: str) -> None:
    assert not can_be_proven(*_versions(_DIFFERENT[name]))


@pytest.mark.parametrize(
    ("body", "is_same"),
    [
        ("fill(a)", True),
        ("fill(a) pop(new())", False),
        ("fill(a) if sload(1) { mstore(64, add(mload(64), 32)) }", False),
        ("fill(a) calldatacopy(a, 0, 96)", True),
        ("fill(a) calldatacopy(a, 0, calldataload(9))", True),
        ("fill(a) calldatacopy(70, 0, 1)", False),
    ],
)
def test_a_function_keeps_the_pointer(body: str, is_same: bool) -> None:
    code = (
        f"{{ {_HEAP} let k := mload(64) f(k) sstore(1, NOW) f(k) sstore(2, NOW) {_FILL} {_NEW}"
        f" function f(a) {{ for {{ let j := 0 }} lt(j, 2) {{ j := add(j, 1) }} {{ {body} }} }} }}"
    )
    assert can_be_proven(*(code.replace("NOW", x) for x in ("mload(64)", "k"))) is is_same


def test_what_functions_guarantee() -> None:
    """Functions that write at a parameter keep the heap if it is not less than the pointer."""
    code = (
        f"{{ {_HEAP} f(mload(64), 1) f(mload(64), 0) g(0) h(mload(64), 0) j(0) k(0) {_FILL}"
        f" {_NEW} function f(a, n)"
        " { mstore(0, n) fill(add(a, 32)) } function g(b) { fill(sub(b, 32)) }"
        " function h(c, d) { fill(c) fill(d) } function j(e) { fill(e) pop(new()) }"
        " function k(x) { pop(new()) fill(x) } }"
    )
    found = _invariants(str(optimize(code, ""))).of_function
    guarantees = {name: known.guarantee for name, known in found.items()}
    most = 1 << 128
    assert guarantees["fill"] == Guarantee(frozenset({0}), most, True, True, True)
    assert guarantees["f"] == Guarantee(frozenset({0}), most >> 1, True, True, True)
    assert guarantees["h"] == Guarantee(frozenset({0, 1}), most >> 1, True, True, True)
    assert guarantees["j"] == Guarantee(frozenset({0}), most >> 1, True, False, True)
    assert [guarantees[name].keeps_heap for name in "gk"] == [False, False]
    assert [found[name].entry for name in ("f", "h")] == [frozenset({0}), None]


def test_functions_that_are_never_called_call_no_others() -> None:
    code = (
        f"{{ {_HEAP} f(mload(64)) CALL function f(a) {{ mstore(a, 1) }}"
        " function unused() { g(128) } function g(b) { f(b) } }"
    )
    entries = [
        _invariants(code.replace("CALL", call)).of_function["f"].entry for call in ("", "unused()")
    ]
    assert entries == [frozenset({0}), frozenset()]


def _invariants(code: str) -> Invariants:
    view = version_of(parse_source(Source(code), DIALECT).code).code
    assert view is not None
    return Invariants(Side(view, DIALECT, with_extent=False), 2)


def test_a_heap_may_be_empty() -> None:
    """That words before the pointer are followed does not mean that there are any."""
    code = (
        "{ mstore(64, 128) f(calldataload(0)) f(1) function f(n) { for { let i := 0 } lt(i, n)"
        " { i := add(i, 1) } { let v := g() TEST sstore(i, v) } }"
        " function g() -> r { if calldatasize() { mstore(0, 1) } r := mload(64) mstore(0, r) } }"
    )
    one, same, other = (
        code.replace("TEST", test)
        for test in ("", "if lt(v, 128) { invalid() }", "if lt(v, 129) { invalid() }")
    )
    assert can_be_proven(one, same)
    assert not can_be_proven(one, other)


def test_a_pointer_may_be_too_large() -> None:
    code = (
        "{ mstore(64, 128) f(1) f(2) let v := mload(64) TEST sstore(v, 1)"
        " function f(a) { for { } lt(a, 2) { a := add(a, 1) } { mstore(0, a) }"
        " mstore(64, add(mload(64), shl(100, 1))) } }"
    )
    one, other = (code.replace("TEST", x) for x in ("", "if shr(66, v) { invalid() }"))
    assert not can_be_proven(one, other)


@pytest.mark.parametrize(
    "body",
    [
        "r := mload(64) mstore(0, a)",
        # The address is known only after the loop was closed.
        "let x := 64 for { } 1 { x := add(x, 0) } { r := mload(x) if sload(r) { break } }",
    ],
)
def test_without_a_heap_results_are_unknown(body: str) -> None:
    code = (
        "{ let n := calldataload(0) mstore(64, n) let v := g(1) let w := g(2) TEST sstore(v, w)"
        f" function g(a) -> r {{ {body} }} }}"
    )
    one, other = (code.replace("TEST", x) for x in ("", "if lt(v, 128) { invalid() }"))
    assert not can_be_proven(one, other)


def test_without_a_heap_a_call_may_change_the_pointer() -> None:
    code = (
        "{ mstore(64, 32) let v := f() TEST sstore(0, v)"
        " function g() { mstore(add(mload(64), 32), 5) mstore(128, 2) }"
        " function f() -> r { g() let a := HASH g() r := eq(a, HASH) } }"
    ).replace("HASH", "keccak256(64, 32)")
    one, other = (code.replace("TEST", x) for x in ("", "if iszero(v) { invalid() }"))
    assert not can_be_proven(one, other)


def test_the_rest_of_a_sum_may_be_anything() -> None:
    terms = Terms(WorkClock())
    words = Words(terms)
    facts = Facts(terms, words)
    one, other, rest = map(terms.unknown_word, ("one", "other", "rest"))
    facts.limit_difference(one, other, 1000)
    difference = words.subtract(one, other)
    assert facts.bounds(words.add_number(difference, 7)) == (7, 1007)
    moved = words.combine(((1, difference), (1, rest)))
    assert facts.bounds(moved) == (0, WORD_MASK)
    facts.limit(rest, 5, 6)
    assert facts.bounds(moved) == (5, 1006)


def _versions(code: str) -> tuple[str, str]:
    before = code.replace("AT_K", "mload(k)").replace("WORD", "mload(o)")
    return before, code.replace("AT_K", "calldataload(0)").replace("WORD", "calldataload(0)")
