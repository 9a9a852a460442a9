"""Bytes do not tell where loops begin and end: that is guessed, and the guess may be wrong."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache, partial
from itertools import chain
from typing import Any, Final

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
# The code before the first round and at the end of each one is shared up to the middle of the
# condition of the loop, which compares two words with a mask that looks like a selector.
SHARED_CONDITIONS: Final = [
    f"""{{
        let p := shl(200, calldataload(0)) let t := calldataload(32)
        let word := sload(p)
        let r := and(shr(31, word), 0x7fffffff)
        switch r
        case 0 {{
            r := and(shr(62, word), 0x7fffffff)
            for {{ }} r {{ }} {{
                word := sload(or(p, r))
                if iszero(eq(t, and(shr({compared}, word), 0x7fffffff))) {{ break }}
                t := {kept}
                r := and(shr({shift}, word), 0x7fffffff)
            }}
        }}
        default {{ r := add(r, t) }}
        sstore(0, mul(or(p, r), iszero(iszero(r))))
    }}"""
    for compared, kept, shift in ((31, "r", 62), (30, "r", 62), (31, "word", 62), (31, "r", 61))
]
# The code after a loop is reached with one more word on the stack where the loop is left early, by
# a comparison with what may be a selector.
LEFT_WITH_MORE: Final = [
    f"""{{
        let x := calldataload(0)
        for {{ }} x {{ }} {{
            let word := sload(x)
            if eq(word, {selector}) {{ {before} break }}
            x := word
        }}
        sstore(0, {last})
    }}"""
    for selector, before, last in (
        (0x12345678, "", "x"),
        (0x12345679, "", "x"),
        (0x12345678, "x := word", "x"),
        (0x12345678, "", "not(x)"),
    )
]
# A function that is executed where it is called, in a loop: on one way to the call, the return
# address is already where another value is to be, on the other one it is not.
LABELS_LEFT: Final = [
    f"""{{
        let s := calldataload(0) let end := add(s, calldataload(32)) let out := 0x80
        for {{ }} iszero(eq(s, end)) {{ }} {{
            let c := byte(0, calldataload(s))
            s := add(s, 1)
            if eq(c, 117) {{
                let u := calldataload(s) s := add(s, 4)
                if gt(u, 0xd800) {{ u := add({least}, and(calldataload(s), 0x3ff)) s := add(s, 6) }}
                out := append(out, u)
                continue
            }}
            mstore8(out, c) out := add(out, 1)
        }}
        log0(0x80, sub(out, 0x80))
        function append(p, c) -> q {{
            if iszero(gt(c, {most})) {{ mstore8(p, c) q := add(p, 1) leave }}
            mstore8(0x1f, c)
            mstore8(0x1e, shr(6, c))
            if iszero(shr(11, c)) {{
                mstore(p, shl(240, or(0xc080, and(0x1f3f, mload(0))))) q := add(p, 2) leave
            }}
            mstore8(0x1d, shr(12, c))
            mstore(p, shl(232, or(0xe08080, and(0xf3f3f, mload(0))))) q := add(p, {width})
        }}
    }}"""
    for least, most, width in (
        (0x10000, 0x7F, 3),
        (0x10001, 0x7F, 3),
        (0x10000, 0x7E, 3),
        (0x10000, 0x7F, 4),
    )
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


_G: Final = """
    sstore(1, g(7))
    function g(n) -> z { z := f(n) sstore(z, n) }
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


@pytest.mark.parametrize("name", ["loops", "strings"])
def test_loops_are_read_as_the_passes_have_left_them(name: str) -> None:
    for proof in example(name, "gas").prove():
        assert open_functions(proof) == {}


@pytest.mark.parametrize("pipeline", ["size", "gas"])
@pytest.mark.parametrize("programs", [SHARED_HEADS, SHARED_ENDS, SHARED_CONDITIONS, LABELS_LEFT])
def test_code_that_is_shared_around_a_loop(programs: list[str], pipeline: str) -> None:
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
    assert "different" in reasons[""]


def test_exits_of_a_function_do_not_differ_in_height() -> None:
    one = build(LEFT_TWICE.replace("sstore(0, f(", "sstore(0, g(").replace("}\n}", "}\n" + _G))
    witness = one.witnesses[one.inner]
    entry = {"g": witness.entries["g"]}
    witness = attr.evolve(witness, entries=entry)
    assert open_functions(one.prove_inner(witness)) == {}
    reasons = open_functions(with_blocks(one, OneOfEach, lambda: one.prove_inner(witness)))
    assert reasons["g"] == "a loop has more exits than expected"


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


class RandomHeights(Random):
    """Has blocks say that they need fewer words on the stack than there are."""

    def __init__(self, *settings: Any) -> None:
        super().__init__(*settings)
        for node in self.order:
            node.marks = node.marks[self.generator.randrange(len(node.marks) + 1) :]


@pytest.mark.parametrize("kind", [Random, RandomEnds, RandomHeights])
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_no_reading_proves_other_bytes(kind: type[Random], seed: int) -> None:
    generator = random.Random(seed)
    for text in (BEGINS[0], ENDS[0], LEFT_WITH_MORE[0]):
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
