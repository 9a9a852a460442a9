"""A slice of the campaign over pairs of programs with a heap; it finds faults of the prover.

The whole is `python -m tests.campaigns.pairs`.
"""

from __future__ import annotations

import re
from random import Random

import pytest

from tests.campaigns.pairs.campaign import (
    EXECUTED,
    SECONDS,
    Tally,
    Verdict,
    check_seed,
    difference,
    is_valid,
    pair_of,
    shrink,
)
from tests.campaigns.pairs.edits import EDITS, Edit
from tests.campaigns.pairs.executed import inputs
from tests.campaigns.pairs.heap_programs import heap_program
from tests.campaigns.pairs.mutants import first_proven, mutants_of_prover
from tests.campaigns.pairs.pair import sides
from tests.campaigns.pairs.program import Program
from tests.prover.proving import are_proven
from tests.slices import at_length, seeds
from yulopt.shrinking.tree import parse_tree

CONSTRUCTS = {
    "an object": r"let p\d+ := mload\(64\) mstore\(64, add\(p\d+, ",
    "an object whose end is checked": r"mstore\(64, q\d+\)",
    "an object of any size": r", 31\), not\(31\)\)",
    "an object in a function": r":= allocate\(",
    "an object in a loop": r"\{ let i := 0 \} lt\(i, n\) \{ i := add\(i, 1\) \} \{ let p := new",
    "an array": r"mstore\(r\d+, n\d+\)",
    "an element whose index is checked": r"if lt\(\w+, mload\(r\d+\)\) \{ mstore",
    "a length that bounds a loop": r"lt\(i\d+, mload\(r\d+\)\)",
    "a hash of an array": r"keccak256\(add\(r\d+, 32\), shl\(5, mload\(r\d+\)\)\)",
    "scratch space": r"mstore\(0, ",
    "a lower pointer": r"mstore\(64, sub\(mload\(64\), 32\)\)",
    "a pointer that is reset": r"mstore\(64, p\d+\)",
    "a pointer that wraps around": r"mstore\(64, calldataload\(64\)\)",
    "a function with a pointer": r"function f\d+\(o, w, k\) -> r",
    "recursion": r"f\d+\(o, w, and\(sub\(k, 1\), 3\)\)",
    "a copy": r"mcopy\(",
    "a message": r":= send\(",
    "a jump out of a function": r"\bleave\b",
    "a jump out of a loop": r"\bbreak\b",
    "a jump to the next iteration": r"\bcontinue\b",
}

# Pairs that show faults of the prover: the campaign found the first one, which was then made small.
FOUND = {
    "the free memory pointer need not keep its bound in a round": (
        "{ let n := 7 let b := 64 mstore(64, b) mstore(0, 1) for { let c } 1 { c := add(c, 1) }"
        " { if iszero(lt(c, n)) { break } let d := mload(64) mstore(d, 0) }"
        " sstore(0, either(mload(0), 1)) }"
    ),
    "the free memory pointer never becomes less": (
        "{ mstore(64, 128) let o := mload(64) mstore(64, add(o, 64)) mstore(o, calldataload(0))"
        " for { let i := 0 } lt(i, and(calldataload(96), 7)) { i := add(i, 1) }"
        " { mstore(64, sub(mload(64), 32)) mstore(mload(64), i) }"
        " sstore(9, either(mload(o), calldataload(0))) }"
    ),
}


@pytest.fixture(scope="module")
def programs() -> str:
    return "".join(heap_program(Random(seed), 6)[0] for seed in range(600))


def test_a_seed_gives_the_same_pair() -> None:
    assert [pair_of(seed) for seed in range(5)] == list(map(pair_of, range(5)))
    assert pair_of(1) != pair_of(2)


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_each_construct_occurs(construct: str, programs: str) -> None:
    assert re.search(CONSTRUCTS[construct], programs)


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.__name__)
def test_each_edit_finds_places(edit: Edit) -> None:
    for seed in range(100):
        text, _ = heap_program(rng := Random(seed), 4)
        pair = edit(rng, Program(parse_tree(text), inputs(text, seed, 3)))
        if pair is not None and is_valid(str(pair)):
            one, other = sides(str(pair))
            assert one != other
            break
    else:
        pytest.fail("no pair")


def test_a_pair_is_one_text() -> None:
    pair = "{ switch either case 0 { let x := 1 } default { let x := either(2, 3) } sstore(0, x) }"
    one, other = (re.sub(r"\s+", " ", text) for text in sides(pair))
    assert one == "{ let x := 1 sstore(0, x) }"
    assert other == "{ let x := 3 sstore(0, x) }"
    assert difference(pair, inputs("", 0, 1))


@pytest.mark.parametrize("seed", seeds(12, 400))
def test_no_pair_is_wrongly_proven(seed: int) -> None:
    print(f"python -m tests.campaigns.pairs --seeds {seed}:{seed + 1} --shrink")
    assert check_seed(False, seed).wrong == []


def test_many_pairs_are_proven_and_many_differ() -> None:
    total = Tally()
    for seed in range(100, 116):
        total.add(check_seed(False, seed))
    assert total.share(Verdict.PROVEN) >= 0.25
    assert total.share(Verdict.DIFFERS) >= 0.15


@pytest.mark.parametrize("broken", FOUND)
def test_pairs_show_faults_of_the_prover(broken: str) -> None:
    (mutant,) = (one for one in mutants_of_prover(generated=False) if one.broken == broken)
    pair = FOUND[broken]
    assert difference(pair, inputs(pair, 0, EXECUTED))
    assert not are_proven(*sides(pair), SECONDS)
    assert first_proven([(0, pair)], mutant) == 0


@at_length
def test_a_wrongly_proven_pair_becomes_small() -> None:
    before = (
        "{ let x := calldataload(0) sstore(1, 2) sstore(0, add(x, either(1, 2))) sstore(2, 3) }"
    )
    small = shrink(before, 0, lambda one, other, seconds: one != other)
    assert "sstore(1" not in small
    assert difference(small, inputs(small, 0, EXECUTED))
