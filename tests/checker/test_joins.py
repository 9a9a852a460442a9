"""Passes share code in front of the place where ways meet in the Yul: it is found again."""

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
from yulopt.code_proofs.blocks import Block
from yulopt.code_proofs.exploration import Exploration, LoopKey, Reading

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


def _open_with(other: str) -> dict[str, str]:
    """The functions that are open with bytes whose ways meet within an expression."""
    one, bytes_of = build(_AFTER), build(other)
    return open_functions(one.prove_inner(bytes_of.witnesses[bytes_of.inner], seconds=1))


class Random(Exploration):
    """Has ways meet elsewhere at random."""

    def __init__(
        self,
        generator: random.Random,
        code: Code,
        labels: frozenset[int],
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
        readings: Mapping[LoopKey, Reading],
        _moved: Mapping[LoopKey, int | None],
    ) -> None:
        usual = Exploration(code, labels, callable, start, marks, readings)
        moved: dict[LoopKey, int | None] = {}
        for node in usual.order:
            assert isinstance(node, Block)
            if generator.random() < 0.5:
                moved[usual.key(node)] = generator.choice([None, *node.cuts])
        super().__init__(code, labels, callable, start, marks, readings, moved)


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
