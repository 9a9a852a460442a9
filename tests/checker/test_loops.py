"""Bytes do not tell where loops begin and end: that is guessed, and the guess may be wrong."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache, partial
from itertools import chain
from typing import Final

import attr
import pytest

from tests.checker.builds import Build, example, observe, with_byte
from tests.checker.changed_bytes import another_byte
from tests.checker.test_flow import LOOP, LoopsChange, Lying, with_blocks
from tests.checker.test_proofs import open_functions
from tests.execution import first_difference
from tests.slices import amount, seeds
from yulopt.checker.decoding import Code
from yulopt.checker.flow import LoopShape, Mark, Node, Signature
from yulopt.checker.witness import Witness
from yulopt.code_proofs.exploration import DEFAULT, Exploration, Moved, Place, Reading

# Programs that differ in where a loop begins.
BEGINS: Final = [
    f"""{{
        let v := calldataload(0) let count := 1
        {before}
        for {{ }} v {{ {after} }} {{ count := add(count, 1) {body} }}
        sstore(v, count)
    }}"""
    for before, after, body in (
        ("v := div(v, 10)", "v := div(v, 10)", ""),
        ("", "v := div(v, 10)", ""),
        ("v := div(v, 10) v := div(v, 10)", "v := div(v, 10)", ""),
        ("v := div(v, 10)", "v := div(v, 10)", "v := shr(1, v)"),
        ("v := div(v, 10)", "v := div(v, 10) count := add(count, 1)", ""),
    )
]
# Programs that differ in where a loop goes on after its end.
ENDS: Final = [
    f"""{{
        for {{ let n := 0 }} lt(n, calldatasize()) {{ n := add(n, 1) }} {{
            if is_prime(n) {{ sstore(n, 1) {inside} }}
        }}
        sstore(not(0), 1)
        function is_prime(n) -> prime {{
            for {{ let d := 2 }} lt(d, n) {{ d := add(d, 1) }} {{
                if iszero(mod(n, d)) {{ {found} }}
            }}
            prime := 1
        }}
    }}"""
    for found, inside in (
        ("leave", ""),
        ("break", ""),
        ("stop()", ""),
        ("prime := 2 leave", "sstore(n, is_prime(n))"),
        ("leave", "break"),
        ("leave", "stop()"),
    )
]


# The code at the end of a round and before the first one is shared, in two blocks, of which some
# rounds only go through the second.
SHARED_HEADS: Final = [
    f"""{{
        let x := calldataload(0) let n := calldataload(32) let z := 1000
        if and(n, 1) {{ z := x }}
        for {{ {before} }} n {{ n := shr(1, n) }} {{
            if shr(128, x) {{ revert(0, 0) }}
            x := div(add(mul(x, x), 500), 1000)
            if and(n, 1) {{
                let y := mul(z, x)
                if iszero(eq(div(y, x), z)) {{ {failing} }}
                z := div(add(y, 500), 1000)
            }}
        }}
        mstore(0, z) return(0, 32)
    }}"""
    for before, failing in (
        ("n := shr(1, n)", "if x { revert(0, 0) }"),
        ("", "if x { revert(0, 0) }"),
        ("n := shr(1, n)", "if z { revert(0, 0) }"),
    )
]
# Rounds end in several ways, which share the addition: one of them goes through the code before it
# that the first round comes from.
SHARED_ENDS: Final = [
    f"""{{
        let p := calldataload(0) let n := calldataload(32)
        if iszero(lt(p, n)) {{ revert(0, 0) }}
        p := add(p, 1)
        for {{ }} 1 {{ }} {{
            let c := byte(0, calldataload(p))
            if eq(c, 34) {{ break }}
            if iszero(eq(c, 92)) {{ p := add(p, 1) continue }}
            c := byte(0, calldataload(add(p, 1)))
            if and(shr(c, 0x510110400000000002001), 1) {{ p := add(p, {escaped}) continue }}
            if eq(c, 117) {{ tstore(p, 2) p := add(p, {digits}) continue }}
            p := n
            break
        }}
        if iszero(lt(p, n)) {{ revert(0, 0) }}
        sstore(0, p)
    }}"""
    for escaped, digits in ((2, 6), (1, 6), (2, 5), (6, 2))
]
# A loop in a function that is executed in its caller, and is left in three ways.
LEFT_TWICE: Final = """{
    sstore(0, f(calldataload(0)))
    function f(n) -> y {
        for { let i := 0 } lt(i, n) { i := add(i, 1) } {
            if eq(sload(i), 7) { y := 1 leave }
            if eq(sload(i), 8) { y := 2 leave }
        }
        y := 3
    }
}"""


@cache
def build(text: str) -> Build:
    return Build(text, steps=":")


@pytest.mark.parametrize("programs", [BEGINS, ENDS])
@pytest.mark.parametrize("has_entries", [True, False])
def test_another_loop_is_not_proven(programs: list[str], has_entries: bool) -> None:
    for text in programs:
        assert _open_with(text, text, has_entries) == {}
    for other in programs[1:]:
        assert "" in _open_with(programs[0], other, has_entries)
        assert "" in _open_with(other, programs[0], has_entries)


def _open_with(text: str, other: str, has_entries: bool, seconds: float = 0.2) -> dict[str, str]:
    """The functions of a program that are open with the bytes of another one."""
    witness = build(other).witnesses[build(other).inner]
    if not has_entries:
        witness = attr.evolve(witness, entries={})
    return open_functions(build(text).prove_inner(witness, seconds=0.2))


@pytest.mark.parametrize("name", ["loops", "sort"])
def test_loops_are_read_as_the_passes_have_left_them(name: str) -> None:
    for proof in example(name, "gas").prove():
        assert open_functions(proof) == {}


@pytest.mark.parametrize("pipeline", ["size", "gas"])
@pytest.mark.parametrize("programs", [SHARED_HEADS, SHARED_ENDS])
def test_heads_that_are_shared(programs: list[str], pipeline: str) -> None:
    right, *others = (Build(text, pipeline=pipeline) for text in programs)
    assert open_functions(right.prove_inner(right.witnesses[right.inner])) == {}
    for other in others:
        witness = other.witnesses[other.inner]
        assert "" in open_functions(right.prove_inner(witness, seconds=0.3))


class LeftElsewhere(LoopsChange):
    """Says that loops are left to the entry, and go on nowhere."""

    def changed(self, shape: LoopShape) -> LoopShape:
        return attr.evolve(shape, leave=self.entry, after=None)


class LastButNot(LoopsChange):
    """Says that loops end with the function, and go on after them."""

    def changed(self, shape: LoopShape) -> LoopShape:
        return attr.evolve(shape, is_last=True)


class WithoutFirstRound(Lying):
    """Begins with what comes after the heads of loops."""

    def lie(self) -> None:
        for node in self.nodes:
            for head in self.heads:
                if node.following is head and head.following is not None:
                    node.following = head.following


class WithoutLastRound(Lying):
    """Has the ways back lead out of the loop."""

    def lie(self) -> None:
        for node in self.nodes:
            for offset, target in node.jumps.items():
                if target in self.heads and self.nodes.index(target) <= self.nodes.index(node):
                    node.jumps[offset] = self.nodes[-1]


@pytest.mark.parametrize("liar", [LeftElsewhere, LastButNot, WithoutFirstRound, WithoutLastRound])
@pytest.mark.parametrize("text", [LOOP, ENDS[0]])
def test_a_lie_about_a_loop_proves_nothing_wrong(liar: type[Lying], text: str) -> None:
    one = build(text)
    witness = one.witnesses[one.inner]
    others = [build(other).witnesses[build(other).inner] for other in ENDS]
    found = with_blocks(one, liar, lambda: [one.prove_inner(other) for other in others])
    wrong = [other for other in others if other.content != witness.content]
    assert len(wrong) >= len(ENDS) - 1
    for proof, other in zip(found, others, strict=True):
        assert not proof.is_proven or other.content == witness.content


class OneOfEach(Lying):
    """Has one block at each offset, whatever is on the stack there, and the loop left to the first
    label."""

    def lie(self) -> None:
        self.first = {node.offset: node for node in reversed(self.nodes)}
        for node in self.nodes:
            node.jumps = {offset: self.first[offset] for offset in node.jumps}
            if node.following is not None:
                node.following = self.first[node.following.offset]

    def loop(self, head: Node) -> LoopShape:
        left = self.first[min(offset for offset in self.first if offset)]
        return attr.evolve(super().loop(head), after=head.following, leave=left)


def test_what_stays_on_the_stack_is_not_forgotten() -> None:
    one = build(LEFT_TWICE)
    witness = attr.evolve(one.witnesses[one.inner], entries={})
    assert with_blocks(one, OneOfEach, lambda: one.prove_inner(witness)).is_proven
    # At the return address, the result lies below what should have been popped.
    leave, other = bytes.fromhex("5050600290565b"), bytes.fromhex("60029256fefe5b")
    assert witness.content.count(leave) == 1
    changed = attr.evolve(witness, content=witness.content.replace(leave, other))
    reasons = open_functions(with_blocks(one, OneOfEach, lambda: one.prove_inner(changed)))
    assert reasons[""] == "a loop has more exits than expected"


class Random(Exploration):
    """Reads loops at random."""

    def __init__(
        self,
        generator: random.Random,
        code: Code,
        witness: Witness,
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
        _readings: Mapping[Place, Reading],
        _moved: Moved,
    ) -> None:
        self.generator = generator
        usual = Exploration(code, witness, callable, start, marks, {})
        readings = {head: [DEFAULT, *chain(*usual.readings(head))] for head in usual.heads}
        chosen = {usual.key(head): generator.choice(found) for head, found in readings.items()}
        super().__init__(code, witness, callable, start, marks, chosen)


class RandomEnds(Random):
    """Has loops end anywhere."""

    def loop(self, head: Node) -> LoopShape:
        after, leave = self.generator.choices([None, *self.order], k=2)
        is_last = self.generator.random() < 0.5
        return attr.evolve(super().loop(head), after=after, leave=leave, is_last=is_last)


@pytest.mark.parametrize("kind", [Random, RandomEnds])
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_no_reading_proves_other_bytes(kind: type[Random], seed: int) -> None:
    generator = random.Random(seed)
    for text in (BEGINS[0], ENDS[0]):
        one = build(text)
        witness = one.witnesses[one.inner]
        calls = list(one.calls(generator))
        expected = observe(witness.content, calls)
        for _ in range(amount(15, 400)):
            changed = with_byte(witness, *another_byte(witness, generator))
            read = partial(kind, generator)
            prove = partial(one.prove_inner, changed, seconds=0.2)
            if with_blocks(one, read, prove).is_proven:
                observed = observe(changed.content, calls)
                assert first_difference(expected, observed) is None, f"seed {seed}"
