"""Shared code that is executed once for each block that it stands for."""

from __future__ import annotations

import random
from functools import cache

import attr
import pytest

from tests.checker.builds import Build, options
from tests.checker.changed_bytes import changes
from tests.checker.test_loops import SHARED_CONDITIONS
from tests.checker.test_proofs import open_functions
from tests.generation.dense import generate_dense
from tests.slices import amount, seeds
from yulopt.checker.flow import Explore, Explorer
from yulopt.checker.witness import Witness
from yulopt.code_proofs.object_code import witness_from, witness_json
from yulopt.code_proofs.readings import Readings

# Programs where paths join in the bytes before they do in the Yul, and where copies of code, which
# code generation makes, are shared again.
JOINS_EARLY = (597, 12)
JOINS_AGAIN = (595, 12)


@cache
def build(seed: int, size: int) -> Build:
    return Build(generate_dense(seed, size), chosen=options(pipeline="size"))


def joined(witness: Witness) -> list[Explorer]:
    return [Readings(attr.evolve(witness, clones={}, joins={}))]


def apart(witness: Witness) -> list[Explorer]:
    return [Readings(witness)]


def open_for(one: Build) -> dict[str, str]:
    witness = one.witnesses[one.inner]
    assert witness.clones
    return open_functions(one.prove_inner(witness, seconds=1))


@pytest.mark.parametrize(
    ("program", "explore", "is_proven"),
    [
        (JOINS_EARLY, apart, True),
        (JOINS_EARLY, joined, False),
        (JOINS_AGAIN, apart, False),
        (JOINS_AGAIN, joined, True),
    ],
)
def test_either_explorer_may_be_needed(
    program: tuple[int, int], explore: Explore, is_proven: bool
) -> None:
    one = build(*program)
    usual, one.explore = one.explore, explore
    try:
        assert (open_for(one) == {}) == is_proven
    finally:
        one.explore = usual
    assert open_for(one) == {}


def test_a_loop_begins_before_the_place_where_clones_join() -> None:
    one = Build(SHARED_CONDITIONS[2], pipeline="gas")
    usual, one.explore = one.explore, apart
    try:
        assert open_for(one) == {}
    finally:
        one.explore = usual


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_no_clones_prove_other_bytes(seed: int) -> None:
    generator = random.Random(seed)
    one = build(*JOINS_AGAIN)
    usual = one.explore
    one.explore = lambda witness: [*apart(with_any_clones(witness, generator)), *joined(witness)]
    try:
        found = changes(one, amount(20, 150), seed, seconds=0.2)
    finally:
        one.explore = usual
    assert not [change for change in found if change.differs], f"seed {seed}"


def with_any_clones(witness: Witness, generator: random.Random) -> Witness:
    """A witness with clones and joins at random offsets."""
    offsets = [*witness.labels, *(generator.randrange(len(witness.content)) for _ in range(9))]
    return attr.evolve(
        witness,
        clones={offset: (any_clones(generator),) for offset in offsets},
        joins={offset: any_clones(generator) for offset in offsets if generator.random() < 0.3},
    )


def any_clones(generator: random.Random) -> tuple[int, ...]:
    return tuple(generator.randrange(3) for _ in range(generator.randrange(1, 4)))


def test_witnesses_are_read_as_they_are_written() -> None:
    one = build(*JOINS_EARLY)
    witness = one.witnesses[one.inner]
    assert witness_from(witness_json(witness)) == witness


@pytest.mark.parametrize("key", ["clones", "joins"])
@pytest.mark.parametrize("offset", ["x", "-1", ""])
def test_an_offset_is_a_number(key: str, offset: str) -> None:
    one = build(*JOINS_EARLY)
    record = witness_json(one.witnesses[one.inner])
    record[key] = {offset: []}
    with pytest.raises(ValueError, match=f'an offset is expected, not "{offset}"'):
        witness_from(record)
