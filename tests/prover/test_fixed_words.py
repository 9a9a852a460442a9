"""Scratch space and the free memory pointer: their words are followed where paths meet, where a
function returns, and past writes elsewhere; a store of the word that is there changes nothing."""

from __future__ import annotations

from typing import Final

import pytest

from tests.prover.proving import can_be_proven
from yulopt.prover.apart import Apart
from yulopt.prover.facts import Facts
from yulopt.prover.graph import Graph
from yulopt.prover.work_clock import WorkClock

# A pointer that is not a constant, so that only bounds tell what is written there.
_HEAP: Final = "mstore(64, add(128, and(calldataload(64), 0xffff)))"
_NEW: Final = "let p := mload(64) mstore(p, calldataload(96)) mstore(64, add(p, 32))"
_KEY: Final = "mstore(0, calldataload(0)) mstore(32, 5)"
_SAVE: Final = "sstore(keccak256(0, 64), 1)"
# `AGAIN` stands for `_KEY` before a step, and for nothing after it.
_SAME: Final = {
    "after an object": f"{_KEY} {_NEW} AGAIN {_SAVE}",
    "where paths meet": f"{_KEY} if calldataload(32) {{ {_NEW} }} AGAIN {_SAVE}",
    "where one of several paths goes on": (
        f"{_KEY} switch calldataload(32) case 0 {{ {_NEW} }} case 1 {{ mstore(0, 1)"
        f" revert(0, 32) }} default {{ mstore(add(mload(64), 32), 2) }} AGAIN {_SAVE}"
    ),
    "where paths with the same words meet": (
        f"if calldataload(32) {{ {_KEY} {_NEW} }} if iszero(calldataload(32)) {{ {_KEY} }}"
        f" AGAIN {_SAVE}"
    ),
    "after two objects": (
        f"{_KEY} if calldataload(32) {{ {_NEW} }} if sload(0) {{ let q := mload(64)"
        f" mstore(q, 8) mstore(64, add(q, 64)) }} AGAIN {_SAVE}"
    ),
    "after a function that returns early": (
        f"{_KEY} f() AGAIN {_SAVE} function f() {{ if sload(1) {{ leave }} if sload(2)"
        f" {{ {_NEW} }} }}"
    ),
    "in one arm": f"{_KEY} if calldataload(32) {{ {_NEW} AGAIN {_SAVE} }} sstore(mload(32), 2)",
    "in a loop": (
        f"{_KEY} for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) }} {{ if sload(i) {{"
        f" let q := mload(64) mstore(q, 8) }} AGAIN {_SAVE} }}"
    ),
    "after a copy and a call": (
        f"{_KEY} if calldataload(32) {{ let p := mload(64) calldatacopy(p, 0, 100)"
        f" pop(call(gas(), 1, 0, p, 100, p, 32)) }} AGAIN {_SAVE}"
    ),
}
_DIFFERENT: Final = {
    "one path writes another word": f"{_KEY} if calldataload(32) {{ mstore(0, 7) }} AGAIN {_SAVE}",
    "one path writes a part": f"{_KEY} if calldataload(32) {{ mstore8(35, 7) }} AGAIN {_SAVE}",
    "one path writes over the border": (
        f"{_KEY} if calldataload(32) {{ {_NEW} mstore(16, 7) }} AGAIN {_SAVE}"
    ),
    "a pointer that may be anything": (
        f"{_KEY} mstore(64, calldataload(64)) if calldataload(32) {{ mstore(mload(64), 9) }}"
        f" AGAIN {_SAVE}"
    ),
    "a copy to scratch space": (
        f"{_KEY} if calldataload(32) {{ {_NEW} calldatacopy(0, 0, calldataload(128)) }}"
        f" AGAIN {_SAVE}"
    ),
    "a copy within memory": (
        f"{_KEY} if calldataload(32) {{ {_NEW} mcopy(31, 96, 1) }} AGAIN {_SAVE}"
    ),
    "a copy of code": f"{_KEY} if calldataload(32) {{ codecopy(32, 0, 32) }} AGAIN {_SAVE}",
    "a copy of other code": (
        f"{_KEY} if calldataload(32) {{ extcodecopy(128, 32, 0, 32) }} AGAIN {_SAVE}"
    ),
    "data that a call returns": (
        f"{_KEY} if calldataload(32) {{ {_NEW} pop(staticcall(gas(), 4, p, 32, 0, 32)) }}"
        f" AGAIN {_SAVE}"
    ),
    "a path on which they are not known": (f"if calldataload(32) {{ {_KEY} }} AGAIN {_SAVE}"),
    "a function that writes, and returns early": (
        f"{_KEY} f() AGAIN {_SAVE} function f() {{ if sload(1) {{ mstore(0, 3) leave }}"
        f" if sload(2) {{ {_NEW} }} }}"
    ),
    "a function that writes at its end": (
        f"{_KEY} f() AGAIN {_SAVE} function f() {{ if sload(1) {{ leave }} if sload(2)"
        f" {{ {_NEW} }} mstore(32, sload(3)) }}"
    ),
    "a loop that writes": (
        f"{_KEY} for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) }} {{ if sload(i) {{ {_NEW} }}"
        f" AGAIN {_SAVE} mstore(0, i) }}"
    ),
    "a loop that is left after a write": (
        f"{_KEY} for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) }} {{ if sload(i) {{ mstore(0, i)"
        f" break }} if sload(add(i, 9)) {{ {_NEW} }} }} AGAIN {_SAVE}"
    ),
    "a loop that goes on after a write": (
        f"{_KEY} for {{ let i := 0 }} lt(i, 3) {{ i := add(i, 1) AGAIN {_SAVE} }} {{"
        f" if sload(i) {{ mstore(0, i) continue }} if sload(add(i, 9)) {{ {_NEW} }} }}"
    ),
    "a second function with another word": (
        f"{_KEY} f(1) f(2) AGAIN {_SAVE} function f(n) {{ if sload(n) {{ {_NEW} }} g(n) }}"
        " function g(m) { if sload(m) { leave } mstore(32, m) }"
    ),
}


@pytest.mark.parametrize("name", _SAME)
def test_words_are_what_they_were(name: str) -> None:
    assert can_be_proven(*_versions(_SAME[name]))


# Paths meet before, so that fixed words were noted.
_MEET: Final = "if sload(77) { let z := mload(64) mstore(z, 3) }"


@pytest.mark.parametrize("before", ["", _MEET])
@pytest.mark.parametrize("name", _DIFFERENT)
def test_words_may_have_changed(name: str, before: str) -> None:
    code = _DIFFERENT[name].replace(_KEY, f"{_KEY} {before}", 1)
    assert not can_be_proven(*_versions(code))


@pytest.mark.parametrize(("size", "is_same"), [(24, True), (25, False)])
def test_a_copy_may_change_the_pointer(size: int, is_same: bool) -> None:
    code = (
        f"{{ {_HEAP} let k := mload(64) {_MEET} if calldataload(32) {{ calldatacopy(40, 0, {size})"
        " } sstore(1, NOW) }"
    )
    assert can_be_proven(*(code.replace("NOW", x) for x in ("mload(64)", "k"))) is is_same


def test_a_store_of_the_same_word_may_expand_memory() -> None:
    one, other = "{ mstore(32, 0) sstore(0, msize()) }", "{ sstore(0, msize()) }"
    assert not can_be_proven(one, other)


@pytest.mark.parametrize(("least", "is_same"), [(64, True), (63, False)])
def test_reads_after_scratch_space(least: int, is_same: bool) -> None:
    """Memory is a choice, and what was written at `place` may be anywhere."""
    graph = Graph(WorkClock())
    terms = graph.terms
    facts = Facts(terms, graph.words)
    apart = Apart(terms, graph.arrays, graph.words, facts, follows_words=True)
    place, address, condition = map(terms.unknown_word, ("place", "address", "condition"))
    initial = graph.initial("#memory")
    stored = graph.arrays.store_word(initial, terms.constant(32), terms.constant(0x11))
    one, other = (
        graph.choices.choose(condition, graph.arrays.store_word(memory, place, condition), initial)
        for memory in (stored, initial)
    )
    facts.limit(address, least, 1000)
    size = terms.constant(96)
    assert (apart.slice(one, address, size) is apart.slice(other, address, size)) is is_same
    assert (apart.load_word(one, address) is apart.load_word(other, address)) is is_same


def _versions(code: str) -> tuple[str, str]:
    whole = f"{{ {_HEAP} {code} }}"
    return whole.replace("AGAIN", _KEY), whole.replace("AGAIN", "")
