"""Bytes are different only where executions show it."""

from __future__ import annotations

import random
from typing import Final

import pytest

from tests.checker.builds import Build, example, with_byte
from tests.slices import amount, seeds
from yulopt.checker.objects import CodeProof
from yulopt.code_proofs import code_replay
from yulopt.code_proofs.code_replay import CodeExecutions, prove_code
from yulopt.code_proofs.object_code import ObjectCode
from yulopt.code_proofs.report import build_lines
from yulopt.code_proofs.run import BuildProof
from yulopt.prover.answers import Counterexample, ProofSettings, Status
from yulopt.prover.replay import NOT_REPLAYED

_MUL: Final = b"\x02"
_WORDS: Final = (0, 1, 2, 7, 32, 64, 1 << 64, (1 << 256) - 1)
# The second result is the word that is in memory, or in transient storage.
_CALLED: Final = """{
    let a, b := f(calldataload(0), 3) sstore(0, add(a, b))
    let c, d := f(5, calldataload(32)) sstore(1, add(c, d))
    function f(x, y) -> z, w {
        if gt(x, y) { mstore(x, y) return(x, 32) }
        z := mul(x, y) w := add(mload(64), tload(1))
    }
}"""
# As deep as the interpreter goes; each call has several slots on the stack.
_DEEP: Final = """{
    sstore(0, f(200, 1, 2, 3, 4)) sstore(1, f(1, 1, 2, 3, 4))
    function f(n, a, b, c, d) -> z {
        if n { z := add(add(mul(f(sub(n, 1), b, c, d, a), a), xor(b, c)), d) }
    }
}"""


def settings(one: Build) -> ProofSettings:
    return ProofSettings(one.dialect, 0.3, ("z3",))


def executions(one: Build) -> CodeExecutions:
    return CodeExecutions(one.inner, one.witnesses, settings(one))


def example_of(generator: random.Random) -> Counterexample:
    def cells(offsets: range) -> dict[int, int]:
        return {offset: generator.choice(_WORDS) for offset in offsets}

    return Counterexample(
        tuple(generator.choice(_WORDS) for _ in range(6)),
        cells(range(0, 128, 32)),
        cells(range(0, 128, 32)),
        cells(range(3)),
        cells(range(2)),
        {"calldatasize": generator.choice((0, 4, 100)), "callvalue": generator.choice((0, 1))},
    )


@pytest.mark.parametrize(
    ("name", "pipeline"), [("erc20", "balanced"), ("immutables", "gas"), ("strings", "size")]
)
@pytest.mark.parametrize("seed", seeds(1, 20))
def test_right_bytes_do_what_the_yul_does(name: str, pipeline: str, seed: int) -> None:
    generator = random.Random(seed)
    one = example(name, pipeline)
    for program in one.witnesses:
        found = CodeExecutions(program, one.witnesses, settings(one))
        for function in (None, *found.functions):
            for _ in range(amount(3, 100)):
                replay = found.replay(function, example_of(generator))
                assert replay.difference is None, f"seed {seed}: {function}, {replay.given}"
            assert found.search(function, None).difference is None


@pytest.mark.parametrize("new", [0x01, 0x03, 0x0A])
def test_other_bytes_are_different(new: int) -> None:
    one = Build(_CALLED, steps=":")
    witness = one.witnesses[one.inner]
    offset = witness.content.index(_MUL, witness.entries["f"])
    other = {one.inner: with_byte(witness, offset, new)}
    outside, f = prove_code(one.inner, other, settings(one)).proofs
    assert (outside.status, outside.reason) == (Status.OPEN, "depends on f")
    assert f.status is Status.REFUTED
    assert f.reason.startswith("logs: different with calldata")


def test_the_state_is_that_of_the_example() -> None:
    one = Build(_CALLED, steps=":")
    witness = one.witnesses[one.inner]
    offset = witness.content.index(_MUL, witness.entries["f"])
    one.witnesses = {one.inner: with_byte(witness, offset, 0x01)}
    # 2 * 2 is 2 + 2.
    for parameters, is_same in (((2, 2), True), ((2, 3), False)):
        given = Counterexample(parameters, memory={64: 7}, transient={1: 8})
        assert (executions(one).replay("f", given).difference is None) is is_same


def test_differences_that_no_execution_shows_are_open(monkeypatch: pytest.MonkeyPatch) -> None:
    one = Build(_CALLED, steps=":")
    right = prove_code(one.inner, one.witnesses, settings(one))
    wrong = [CodeProof("f", Status.OPEN, "", "why", [], iter([Counterexample((7, 8))]))]
    monkeypatch.setattr(right, "proofs", wrong)
    monkeypatch.setattr(code_replay, "prove_object", lambda *_: right)
    (f,) = prove_code(one.inner, one.witnesses, settings(one)).proofs
    assert (f.status, f.reason) == (Status.OPEN, NOT_REPLAYED)


def test_too_many_slots_are_no_difference() -> None:
    one = Build(_DEEP, steps=":")
    for function, parameters in ((None, ()), ("f", (300, 1, 2, 3, 4))):
        assert executions(one).replay(function, Counterexample(parameters)).difference is None


def test_the_report_says_what_is_different() -> None:
    one = Build("{ sstore(0, mul(calldataload(0), 3)) }", steps=":")
    witness = one.witnesses[one.inner]
    wrong = with_byte(witness, witness.content.index(_MUL), 0x01)
    proof = prove_code(one.inner, {one.inner: wrong}, settings(one))
    lines = build_lines(BuildProof([ObjectCode("object", wrong, proof)]))
    assert lines[-1].startswith("DIFFERENT: the bytes do something else; 0 of 1 functions proven")
    assert any("DIFFERENT, storage: different with calldata 0x" in line for line in lines)
