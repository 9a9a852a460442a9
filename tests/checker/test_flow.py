"""With a wrong graph of its blocks, a function is open, and nothing wrong is proven."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Final, TypeVar

import attr
import pytest

import yulopt.checker
from tests.checker.builds import Build, with_byte
from tests.checker.changed_bytes import changes
from tests.checker.test_proofs import PROGRAM, open_functions
from tests.slices import amount, seeds
from yulopt.checker.decoding import Code
from yulopt.checker.flow import LoopShape, Mark, Node, Signature
from yulopt.checker.witness import Witness
from yulopt.code_proofs.exploration import Exploration, Moved, Place, Reading
from yulopt.code_proofs.readings import explorers

T = TypeVar("T")
_MAX_LINES: Final = 1500
LOOP: Final = """{
    for { let i := 0 } lt(i, calldatasize()) { i := add(i, 1) } { sstore(i, calldataload(i)) }
    sstore(calldatasize(), 7)
}
"""
RECURSION: Final = "{ sstore(0, f(calldataload(0))) function f(x) -> y { y := f(x) } }"


class Lying(Exploration):
    """Finds the blocks, and then says something else."""

    def __init__(
        self,
        code: Code,
        witness: Witness,
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
        readings: Mapping[Place, Reading],
        moved: Moved,
    ) -> None:
        super().__init__(code, witness, callable, start, marks, readings, moved)
        self.nodes = list(self.order)
        self.lie()

    def lie(self) -> None:
        """Change what was found."""


class OtherEntry(Lying):
    def lie(self) -> None:
        self.entry = self.nodes[-1]


class EverythingIsCalled(Lying):
    def lie(self) -> None:
        for node in self.nodes:
            node.is_call = True


class EntryIsCalled(Lying):
    def lie(self) -> None:
        self.nodes[0].is_call = True


class OtherJumps(Lying):
    def lie(self) -> None:
        for node in self.nodes:
            node.jumps = dict.fromkeys(node.jumps, self.nodes[0])


class NoBranches(Lying):
    def lie(self) -> None:
        for node in self.nodes:
            node.following = None


class NoReturns(Lying):
    def lie(self) -> None:
        for node in self.nodes:
            node.returns = False


class NoLoops(Lying):
    def lie(self) -> None:
        self.heads = frozenset()


class LoopsChange(Lying):
    """Says that loops change less than they do."""

    def changed(self, shape: LoopShape) -> LoopShape:
        return attr.evolve(shape, changed=frozenset())

    def loop(self, head: Node) -> LoopShape:
        return self.changed(super().loop(head))


class LoopsExecute(LoopsChange):
    def changed(self, shape: LoopShape) -> LoopShape:
        return attr.evolve(shape, names=frozenset(), calls=frozenset())


class LeavesOut(Lying):
    """Leaves out all blocks but the first."""

    def lie(self) -> None:
        self.left_out = frozenset(self.nodes[1:])


@cache
def build(text: str) -> Build:
    return Build(text, steps=":")


@pytest.mark.parametrize(
    ("text", "liar", "reason"),
    [
        (PROGRAM, OtherEntry, "not executed from its entry"),
        (PROGRAM, EverythingIsCalled, "there is no function where one is called"),
        (PROGRAM, OtherJumps, "a jump leads elsewhere"),
        (PROGRAM, NoBranches, "a branch leads elsewhere"),
        (PROGRAM, NoReturns, "the target of a computed jump is unknown"),
        (PROGRAM, LeavesOut, "only a part of the code was executed"),
        (LOOP, NoLoops, "time"),
        (LOOP, LoopsChange, "which was not expected"),
        (LOOP, LoopsExecute, "which was not expected"),
    ],
)
def test_a_lie_leaves_functions_open(text: str, liar: type[Lying], reason: str) -> None:
    one = build(text)
    assert not any(open_functions(proof) for proof in one.prove())
    found = with_blocks(one, liar, lambda: one.prove(seconds=0.02))
    assert any(reason in why for proof in found for why in open_functions(proof).values())


class NeedsTwo(Lying):
    """Says that all blocks need at most two words on the stack."""

    def lie(self) -> None:
        for node in self.nodes:
            node.marks = node.marks[-2:]


# push1 8, push1 1, push1 f, jump; jumpdest, sstore(0, ...), push1 0x13, push1 2, push1 f, jump;
# jumpdest, sstore(1, ...), stop; f: jumpdest, dup1, sload, push1 0x21, jumpi, swap1, jump;
# jumpdest, pop, and then a jumpdest or dup1 of the return address; push1 7, push1 0x29, jump;
# jumpdest, swap1, jump.
_LEFT: Final = "600860016019 56fe 5b5f55 601360026019 56fe 5b600155 00fe 5b8054602157 9056"
_ENDS: Final = "5b50 {} 6007602956 5b9056"


@pytest.mark.parametrize(("extra", "is_proven"), [("5b", True), ("80", False)])
def test_a_function_leaves_nothing_on_the_stack(extra: str, is_proven: bool) -> None:
    text = """{
        sstore(0, f(1)) sstore(1, f(2))
        function f(x) -> y { y := x if sload(x) { y := 7 } }
    }"""
    one = Build(text, steps=":")
    witness = attr.evolve(
        one.witnesses[one.inner],
        content=bytes.fromhex((_LEFT + _ENDS.format(extra)).replace(" ", "")),
        entries={"f": 0x19},
        labels=frozenset({0, 4, 0x0B, 0x0F, 0x1C, 0x26}),
    )
    proof = with_blocks(one, NeedsTwo, lambda: one.prove_inner(witness))
    assert proof.is_proven == is_proven, open_functions(proof)


@pytest.mark.parametrize("text", [LOOP, PROGRAM])
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_the_blocks_of_the_right_bytes_do_not_prove_others(text: str, seed: int) -> None:
    one = build(text)
    right = Code(one.witnesses[one.inner], one.dialect)

    def of_the_right_bytes(
        _code: Code,
        witness: Witness,
        callable: Mapping[int, Signature],
        start: int,
        marks: tuple[Mark, ...],
        readings: Mapping[Place, Reading],
        moved: Moved,
    ) -> Exploration:
        return Exploration(right, witness, callable, start, marks, readings, moved)

    found = with_blocks(one, of_the_right_bytes, lambda: changes(one, amount(25, 200), seed))
    assert not [change for change in found if change.differs], f"seed {seed}"


def test_a_function_is_not_proven_by_a_call_of_itself() -> None:
    one = build(RECURSION)
    witness = one.witnesses[one.inner]
    wrong = with_byte(witness, witness.entries["f"] + 1, 0xFE)
    found = with_blocks(one, EntryIsCalled, lambda: one.prove_inner(wrong))
    assert "f" in open_functions(found)


def test_the_trusted_base_is_small() -> None:
    folder = Path(yulopt.checker.__file__).parent
    lines = sum(len(path.read_text("utf-8").splitlines()) for path in folder.glob("*.py"))
    assert lines <= _MAX_LINES


def with_blocks(one: Build, make: Callable[..., Exploration], work: Callable[[], T]) -> T:
    usual = one.explore
    one.explore = lambda witness: explorers(witness, make)
    try:
        return work()
    finally:
        one.explore = usual
