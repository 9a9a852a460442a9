"""Consecutive changes are proven as one where possible, in groups that a rollback does not move."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import pytest

from tests.broken_steps import break_step
from tests.proven.test_search import PROGRAM, Renumber, break_simplifier
from yulopt.batch.workers import Death
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.passes.step import Context
from yulopt.prover import run as runs
from yulopt.prover import step_proof
from yulopt.prover.certificate import certificate_text, check_certificate, read_certificate
from yulopt.prover.groups import groups, halves_of
from yulopt.prover.job import Job, job_of
from yulopt.prover.pair_finding import Memory
from yulopt.prover.run import RunProof, prove_run
from yulopt.prover.step_proof import FunctionProof
from yulopt.prover.verdict import CodeView, ProofSettings
from yulopt.prover.versions import StepChange, Version
from yulopt.steps.common_subexpression_eliminator import CommonSubexpressionEliminator
from yulopt.syntax.ast import Block

_STEPS = "suIxacIruUmIjVu:"


def _version(*, is_unique: bool = True) -> Version:
    block = Block([])
    return Version(block, {}, CodeView(block) if is_unique else None, {})


def _changes(*numbers: int, path: str = "o", is_unique: bool = True) -> list[StepChange]:
    versions = _version(is_unique=is_unique), _version()
    return [StepChange(path, number, number, "A", "a", None, *versions) for number in numbers]


def _numbers(changes: list[StepChange], size: int) -> list[list[int]]:
    found = groups(changes, range(len(changes)), size)
    return [[changes[index].number for index in group] for group in found]


def test_groups_begin_at_multiples_of_their_size() -> None:
    changes = _changes(1, 3, 4, 6, 7, 15, 16, 40, 41)
    assert _numbers(changes, 4) == [[1, 3], [4, 6, 7], [15], [16], [40, 41]]
    assert _numbers(changes, 1) == [[change.number] for change in changes]
    # Nothing else moves if a change is rolled back.
    assert _numbers(_changes(1, 4, 6, 7, 15, 16, 40, 41), 4)[1:] == _numbers(changes, 4)[1:]


def test_groups_are_in_one_object_and_have_unique_names() -> None:
    assert _numbers(_changes(1, 2) + _changes(2, 3, path="p"), 16) == [[1, 2], [2, 3]]
    unlike = _changes(1, 2, is_unique=False) + _changes(3, 4)
    assert _numbers(unlike, 16) == [[1], [2], [3, 4]]


@pytest.mark.parametrize(
    ("numbers", "halves"),
    [
        ((1, 7, 8, 15), ([1, 7], [8, 15])),
        ((8, 9, 15), ([8, 9], [15])),
        ((12, 13), ([12], [13])),
        ((0, 1, 2, 3, 15), ([0, 1, 2, 3], [15])),
    ],
)
def test_halves_are_smaller_groups(
    numbers: tuple[int, ...], halves: tuple[list[int], list[int]]
) -> None:
    changes = _changes(30, *numbers)
    found = halves_of(changes, range(1, len(changes)))
    assert tuple([changes[index].number for index in half] for half in found) == halves


def _job(steps: str = _STEPS, *, is_grouped: bool = True) -> Job:
    job = job_of(Source(PROGRAM, "p.yul"), Options(steps), 3.0)
    return replace(job, groups=is_grouped, replays=False)


def test_a_group_is_one_proof() -> None:
    singles, grouped = prove_run(_job(is_grouped=False)), prove_run(_job())
    assert singles.is_proven
    assert grouped.is_proven
    assert len(grouped.steps) < len(singles.steps)
    assert sum(step.changes for step in grouped.steps) == len(singles.steps)
    # Each begins with the code that the last one ended with.
    for run in (singles, grouped):
        hashes = [step.hashes for step in run.steps]
        assert all(one[1] == other[0] for one, other in pairwise(hashes))
    ends = [(run.steps[0].hashes[0], run.steps[-1].hashes[1]) for run in (singles, grouped)]
    assert ends[0] == ends[1]


def test_a_wrong_step_is_the_only_unproven_one() -> None:
    with pytest.MonkeyPatch.context() as patch:
        break_simplifier(patch, 1)
        run = prove_run(_job())
    assert {step.step for step in run.steps if not _is_proven(run, step.number)} == {
        "ExpressionSimplifier"
    }
    assert any(step.last > step.number for step in run.steps)


def _is_proven(run: RunProof, number: int) -> bool:
    (step,) = (step for step in run.steps if step.number == number)
    return all(proof.status.value == "proven" for proof in step.proofs)


def test_only_the_result_of_a_group_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one step breaks, a later one mends."""

    def mend(context: Context, block: Block) -> None:
        Renumber(77, 1).visit_block(block)

    break_simplifier(monkeypatch, 1)
    break_step(monkeypatch, CommonSubexpressionEliminator, mend)
    assert prove_run(_job("suIc:")).is_proven
    assert not prove_run(_job("suIc:", is_grouped=False)).is_proven


def test_after_a_proven_half_the_other_one_is_not_tried_as_one() -> None:
    tried: list[tuple[str, str]] = []
    proven: set[tuple[str, str]] = set()
    prove_group = step_proof.prove_group

    def noted(
        before: Version, after: Version, settings: ProofSettings, memory: Memory
    ) -> list[FunctionProof] | None:
        found = prove_group(before, after, settings, memory)
        tried.append((before.hash_of_all, after.hash_of_all))
        if found is not None:
            proven.add(tried[-1])
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "prove_group", noted)
        break_simplifier(patch, 1)
        prove_run(_job())
    wholes = set(tried)
    for begin, middle in proven:
        for end in {end for start, end in wholes - proven if start == begin}:
            assert (middle, end) not in wholes


def test_steps_of_a_lost_group_are_proven_one_by_one() -> None:
    do = vars(runs)["_do"]
    lost: list[range] = []

    def lose_groups(task: tuple[Job, range]) -> object:
        if len(task[1]) == 1:
            return do(task)
        lost.append(task[1])
        return Death(3)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(runs, "_do", lose_groups)
        run = prove_run(_job())
    assert lost
    assert run.is_proven
    assert all(step.changes == 1 for step in run.steps)


def test_groups_are_in_the_certificate() -> None:
    text = certificate_text(prove_run(_job()))
    record = json.loads(text)
    assert record["settings"]["groups"] is True
    line = next(proof for proof in record["proofs"] if "last" in proof)
    assert line["last"] > line["number"]
    program = Source(PROGRAM, "p.yul")
    assert check_certificate(read_certificate(Source(text, "c.json")), program).is_proven
    line["last"] += 1
    wrong = read_certificate(Source(json.dumps(record), "c.json"))
    with pytest.raises(YulError, match='"last" is'):
        check_certificate(wrong, program)
