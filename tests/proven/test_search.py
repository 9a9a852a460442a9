"""A proven build rolls back wrong and unproven changes, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.broken_steps import break_step
from yulopt import compile, optimize
from yulopt.driver.optimization import optimize_source, program_text
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.passes.step import Context
from yulopt.persistence.cache import Cache
from yulopt.proven import making
from yulopt.proven.build import prove_build
from yulopt.proven.outcome import ProvenBuild
from yulopt.proven.search import causes
from yulopt.prover.certificate import check_certificate, read_certificate
from yulopt.prover.job import job_of
from yulopt.prover.run import RunProof, StepProofs, prove
from yulopt.prover.step_proof import DEPENDS, IN_ISOLATION, FunctionProof
from yulopt.prover.verdict import Counterexample, FunctionProver, Status, Verdict
from yulopt.steps.expression_simplifier import ExpressionSimplifier
from yulopt.steps.function_hoister import FunctionHoister
from yulopt.syntax.ast import Block, ExpressionStatement, FunctionCall, Literal
from yulopt.syntax.visitor import Walker

PROGRAM = """{
    first(calldataload(0))
    second(calldataload(0))
    function first(x) { sstore(1, add(x, 0)) sstore(2, x) if x { first(sub(x, 1)) } }
    function second(x) { sstore(3, add(x, 0)) sstore(4, x) if x { second(sub(x, 1)) } }
}
"""
STEPS = "suI:"


class Renumber(Walker):
    """Lets all stores to one slot go to another one."""

    def __init__(self, slot: int, other: int) -> None:
        self._slot = slot
        self._other = other

    def visit_call(self, call: FunctionCall) -> None:
        if call.name == "sstore":
            key = call.arguments[0]
            if isinstance(key, Literal) and key.value == self._slot:
                call.arguments[0] = Literal(key.kind, self._other)
        super().visit_call(call)


def break_simplifier(monkeypatch: pytest.MonkeyPatch, slot: int) -> None:
    """Let the simplifier do its work, and one thing that is wrong."""
    right = ExpressionSimplifier()

    def run(context: Context, block: Block) -> None:
        right.run(context, block)
        Renumber(slot, 77).visit_block(block)

    break_step(monkeypatch, ExpressionSimplifier, run)


def built(text: str = PROGRAM, steps: str | None = STEPS, cache: Path | None = None) -> ProvenBuild:
    return prove_build(Source(text, "p.yul"), Options(steps), cache=Cache(cache))


def text_of(result: ProvenBuild, text: str = PROGRAM, steps: str = STEPS) -> str:
    program = optimize_source(Source(text), Options(steps), observer=result.observer())
    return program_text(program, bare=False)


def test_proven_changes_stay() -> None:
    result = built()
    assert result.given_up == ()
    assert result.different == ()
    assert result.size == result.unproven_size
    assert text_of(result) == optimize(PROGRAM, STEPS)


def test_the_wrong_change_of_one_function_is_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    break_simplifier(monkeypatch, 1)
    assert "77" in optimize(PROGRAM, STEPS)
    result = built()
    assert {one.rollback.extent.functions for one in result.given_up} == {("first",)}
    assert {one.rollback.step for one in result.given_up} == {"ExpressionSimplifier"}
    text = text_of(result)
    assert "77" not in text
    # In the other function, x stands in place of x + 0.
    assert "sstore(1, add(" in text
    assert "sstore(3, x" in text


def test_only_the_wrong_part_of_a_change_is_rolled_back(monkeypatch: pytest.MonkeyPatch) -> None:
    break_simplifier(monkeypatch, 5)
    program = PROGRAM.replace("sstore(2, x)", "sstore(2, x) sstore(5, x)")
    result = built(program)
    text = text_of(result, program)
    assert "77" not in text
    # Correct changes in the same function stay.
    assert "sstore(1, x" in text
    (one, *_) = result.given_up
    assert one.rollback.extent.functions == ("first",)
    assert len(one.rollback.extent.parts) == 1
    record = json.loads(result.certificate)
    assert record["settings"]["rollbacks"][0]["parts"] == list(one.rollback.extent.parts)
    read = read_certificate(Source(result.certificate, "c.json"))
    assert check_certificate(read, Source(program, "p.yul")).is_proven


@pytest.mark.parametrize(
    ("reasons", "rolled_back"),
    [
        (["time", IN_ISOLATION], [0]),
        ([IN_ISOLATION, IN_ISOLATION], [0, 1]),
        ([f"{DEPENDS} g", "time"], [1]),
        ([f"{DEPENDS} g", IN_ISOLATION], [1]),
    ],
)
def test_callers_are_rolled_back_first(reasons: list[str], rolled_back: list[int]) -> None:
    open_, nothing = Status.OPEN, list[str]()
    proofs = [
        FunctionProof(f"f{index}", "", "", "", open_, "", reason, [], nothing, 0)
        for index, reason in enumerate(reasons)
    ]
    step = StepProofs("o", 1, 1, 0, "A", "a", ("", ""), proofs)
    run = RunProof(job_of(Source(PROGRAM), Options(STEPS), 1), "", steps=[step])
    assert [proofs.index(proof) for _, proof in causes(run)] == rolled_back


def test_a_wrong_change_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    break_simplifier(monkeypatch, 1)
    (shown, *_) = built().different
    assert "which becomes" in shown
    assert "sstore(77" in shown


def test_only_one_counterexample_is_sought(monkeypatch: pytest.MonkeyPatch) -> None:
    sought: list[object] = []

    def found(self: object) -> Iterator[Counterexample]:
        sought.append(self)
        return iter(())

    monkeypatch.setattr("yulopt.prover.solving._Counterexamples.found", found)
    break_simplifier(monkeypatch, 1)
    assert built().given_up
    assert not sought
    prove(PROGRAM, STEPS)
    assert sought


def test_the_certificate_can_be_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    break_simplifier(monkeypatch, 3)
    certificate = built().certificate
    record = json.loads(certificate)
    assert record["settings"]["rollbacks"][0]["functions"] == ["second"]
    assert {proof["status"] for proof in record["proofs"]} == {"proven"}
    read = read_certificate(Source(certificate, "c.json"))
    assert check_certificate(read, Source(PROGRAM, "p.yul")).is_proven
    # Without the rollbacks, something is not proven.
    del record["settings"]["rollbacks"]
    lying = read_certificate(Source(json.dumps(record), "c.json"))
    with pytest.raises(YulError):
        check_certificate(lying, Source(PROGRAM, "p.yul"))


@pytest.mark.parametrize(
    "rollbacks",
    [1, [1], [{"object": "a"}], [{"object": "a", "number": 1, "step": "b", "functions": [2]}]],
)
def test_rollbacks_of_a_certificate_are_read_with_care(rollbacks: object) -> None:
    record = json.loads(built().certificate)
    record["settings"]["rollbacks"] = rollbacks
    with pytest.raises(YulError, match="object, number, step, functions are expected"):
        check_certificate(
            read_certificate(Source(json.dumps(record), "c.json")), Source(PROGRAM, "p")
        )


def test_a_build_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    break_simplifier(monkeypatch, 1)
    result = built(cache=tmp_path)
    searched = []
    monkeypatch.setattr(making, "made", lambda *_: searched.append(1))
    assert built(cache=tmp_path) == result
    assert not searched


def test_proofs_of_a_function_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Another program with the same function needs no other proof of it."""
    built(cache=tmp_path)
    proven = []
    prove = FunctionProver.prove

    def reported(self: FunctionProver, before: str | None, after: str | None) -> Verdict:
        proven.append(before)
        return prove(self, before, after)

    monkeypatch.setattr(FunctionProver, "prove", reported)
    built(PROGRAM.replace("sstore(4, x)", "sstore(5, x)"), cache=tmp_path)
    assert "second" in proven
    assert "first" not in proven


def test_from_python(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("YULOPT_CACHE", str(tmp_path))
    assert optimize(PROGRAM, STEPS, proven=True) == optimize(PROGRAM, STEPS)
    code = compile(PROGRAM, pipeline="gas", proven=True)
    assert code.bytecode == compile(PROGRAM, pipeline="gas").bytecode
    break_simplifier(monkeypatch, 1)
    assert "77" not in optimize(PROGRAM, STEPS.replace("s", "ss"), proven=True)
    with pytest.raises(ValueError, match="exclude each other"):
        optimize(PROGRAM, STEPS, bare=True, proven=True)


def test_every_step_needs_the_first_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    right = FunctionHoister()

    def run(context: Context, block: Block) -> None:
        right.run(context, block)
        block.statements.append(
            ExpressionStatement(
                FunctionCall("invalid", [], context.dialect.builtins["invalid"], block.position),
                block.position,
            )
        )

    break_step(monkeypatch, FunctionHoister, run)
    with pytest.raises(YulError, match=r"FunctionHoister over the object .* is not proven"):
        built()
