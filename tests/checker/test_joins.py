"""Passes share code before the point where paths join in the Yul: that point is found again."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache, partial
from typing import Final

import pytest

from tests.checker.builds import Build, observe, with_byte
from tests.checker.changed_bytes import another_byte
from tests.checker.test_flow import with_blocks
from tests.checker.test_proofs import open_functions
from tests.execution import first_difference
from tests.slices import amount, seeds
from yulopt.checker.decoding import Code
from yulopt.checker.flow import Mark, Signature
from yulopt.checker.witness import Witness
from yulopt.code_proofs.blocks import Block
from yulopt.code_proofs.exploration import Exploration, Moved, Place, Reading

# More choices than can be proven case by case.
_CHOICES: Final = 8


_AFTER: Final = """
    switch sload(i)
    case 0 { sum := or(and(sum, not(0xffff)), i) }
    default { sum := or(and(sum, not(0xffff0000)), shl(16, i)) }
"""
_WITHIN: Final = [
    f"""
    let mask := 0xffff let part := i
    if {condition} {{ mask := {mask} part := {part} }}
    sum := {value}
    """
    for condition, mask, part, value in (
        ("sload(i)", "0xffff0000", "shl(16, i)", "or(and(sum, not(mask)), part)"),
        ("sload(i)", "0xffff8000", "shl(16, i)", "or(and(sum, not(mask)), part)"),
        ("iszero(sload(i))", "0xffff0000", "shl(16, i)", "or(and(sum, not(mask)), part)"),
        ("sload(i)", "0xffff0000", "shl(15, i)", "or(and(sum, not(mask)), part)"),
        ("sload(i)", "0xffff0000", "shl(16, i)", "xor(and(sum, not(mask)), part)"),
    )
]
_WHERE: Final = ["", "for { } lt(sum, 9) { }"]


@cache
def build(body: str) -> Build:
    """A program with `body` for each of many choices."""
    parts = " ".join(f"{{ let i := {index} {body} }}" for index in range(1, _CHOICES))
    return Build(f"{{ let sum := calldataload(0) {parts} sstore(0, sum) }}", steps=":")


def test_ways_that_meet_within_an_expression() -> None:
    assert _open_with(_WITHIN[0]) == {}
    for other in _WITHIN[1:]:
        assert "" in _open_with(other)


# Ways that meet before a call and a check, in a loop.
_CALLS: Final = """
    switch sload(i)
    case 0 { sum := f(sum, i) if lt(sum, 3) { revert(0, 0) } sum := sub(sum, 3) }
    default { sum := f(i, 7) if lt(sum, i) { revert(0, 0) } sum := sub(sum, i) }
    mstore(sum, i)
"""
_SHARED: Final = [
    f"""
    let a := i let b := 7 let c := i
    if iszero(sload(i)) {{ a := sum b := {second} c := {third} }}
    sum := {call} if lt(sum, c) {{ revert(0, 0) }} sum := sub(sum, c)
    mstore(sum, i)
    """
    for second, third, call in (
        ("i", "3", "f(a, b)"),
        ("i", "4", "f(a, b)"),
        ("7", "3", "f(a, b)"),
        ("i", "3", "f(b, a)"),
    )
]


@cache
def in_loop(body: str) -> Build:
    return Build(
        f"""{{
            let sum := calldataload(0)
            for {{ let i := caller() }} lt(i, timestamp()) {{ i := add(i, 1) }} {{ {body} }}
            sstore(0, f(sum, 1)) sstore(1, f(1, sum))
            function f(x, y) -> z {{
                z := sload(x) mstore(x, z) z := keccak256(x, y) sstore(x, z) z := add(z, y)
            }}
        }}""",
        steps=":",
    )


def test_ways_that_meet_before_a_call_in_a_loop() -> None:
    right = in_loop(_CALLS)
    assert open_functions(right.prove_inner(right.witnesses[right.inner], seconds=1)) == {}
    found = []
    for body in _SHARED:
        other = in_loop(body)
        witness = other.witnesses[other.inner]
        found.append(open_functions(right.prove_inner(witness, seconds=1)))
    assert found[0] == {}
    for reasons in found[1:]:
        assert "" in reasons


def _open_with(other: str) -> dict[str, str]:
    """The functions that are open with bytes whose ways meet within an expression."""
    one, bytes_of = build(_AFTER), build(other)
    return open_functions(one.prove_inner(bytes_of.witnesses[bytes_of.inner], seconds=0.2))


class Random(Exploration):
    """Has ways meet elsewhere at random."""

    def __init__(
        self,
        generator: random.Random,
        code: Code,
        witness: Witness,
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
        readings: Mapping[Place, Reading],
        _moved: Moved,
    ) -> None:
        usual = Exploration(code, witness, callable, start, marks, readings)
        moved: dict[Place, tuple[int, ...]] = {}
        for node in usual.order:
            assert isinstance(node, Block)
            if generator.random() < 0.5:
                places = [(), usual.places_after(node), *((offset,) for offset in node.cuts)]
                moved[usual.key(node)] = generator.choice(places)
        super().__init__(code, witness, callable, start, marks, readings, moved)


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_no_place_proves_other_bytes(seed: int) -> None:
    generator = random.Random(seed)
    for where in _WHERE:
        one = Build(f"{{ let i := 3 let sum := 1 {where} {{ {_WITHIN[0]} }} sstore(0, sum) }}")
        witness = one.witnesses[one.inner]
        calls = list(one.calls(generator))
        expected = observe(witness.content, calls)
        prove = partial(one.prove_inner, witness, seconds=0.2)
        assert with_blocks(one, partial(Random, generator), prove).is_proven
        for _ in range(amount(15, 400)):
            changed = with_byte(witness, *another_byte(witness, generator))
            prove = partial(one.prove_inner, changed, seconds=0.2)
            if with_blocks(one, partial(Random, generator), prove).is_proven:
                observed = observe(changed.content, calls)
                assert first_difference(expected, observed) is None, f"seed {seed}"
