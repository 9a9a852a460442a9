"""Proofs about all steps of a run.

The run is recorded once, and then the changes of each step are compared, in one process or several.
A process that is not a fork of this one records the run again.

With `Job.groups`, the code before and after a group of steps is compared first, which needs one
execution of both for all its steps. If that fails, its halves are tried, at last each step.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from typing import Final

from yulopt.batch.workers import Death, results_as_they_come
from yulopt.driver.optimization import optimize_source, program_text
from yulopt.driver.options import options_of_arguments
from yulopt.errors import Source, YulError, did_you_mean
from yulopt.prover.findings import Findings
from yulopt.prover.groups import groups, halves_of
from yulopt.prover.job import DEFAULT_SECONDS, Job, job_of
from yulopt.prover.replay import Executions, shrink
from yulopt.prover.rollback import Rollback, RollingBackRecorder
from yulopt.prover.step_proof import FunctionProof, no_proof, prove_group, prove_step
from yulopt.prover.verdict import ProofSettings, Status
from yulopt.prover.versions import StepChange, digest
from yulopt.suite.registry import all_steps
from yulopt.suite.worlds import behaviour_of
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.terminal.console import ProgressLine

# The runs of steps in a group, a power of two.
_GROUP: Final = 16


@dataclass
class StepProofs:
    """A run of a step that changed something, and the proofs about it; or a group of such runs,
    proven as one.

    `number` counts the runs of steps over the object `path`, from 1, and `run_number` those over
    all objects, from 0. Of a group, these are the numbers of the first run, and `last` is that of
    the last one; `step` names both, and `changes` counts the runs that changed something. `hashes`
    are those of all code before and after.
    """

    path: str
    number: int
    last: int
    run_number: int
    step: str
    letter: str
    hashes: tuple[str, str]
    proofs: list[FunctionProof]
    changes: int = 1

    @property
    def status(self) -> Status:
        """Proven if all changes are; refuted if some change is."""
        found = {proof.status for proof in self.proofs}
        if Status.REFUTED in found:
            return Status.REFUTED
        return Status.OPEN if Status.OPEN in found else Status.PROVEN


@dataclass
class RunProof:
    """All steps that changed something.

    `output_hash` is that of the text of the optimised program; `rollbacks` are those of the policy
    of the job.
    """

    job: Job
    output_hash: str
    rollbacks: tuple[Rollback, ...] = ()
    steps: list[StepProofs] = field(default_factory=list)
    seconds: float = 0.0

    def count(self, status: Status) -> int:
        """The number of pairs of step and function with a status."""
        return sum(proof.status is status for step in self.steps for proof in step.proofs)

    @property
    def is_proven(self) -> bool:
        """Whether the run as a whole is."""
        return all(step.status is Status.PROVEN for step in self.steps)


def prove(
    source: str,
    steps: str | None = None,
    *,
    bare: bool = False,
    evm_version: str | None = None,
    runs: int = DEFAULT_RUNS,
    stack_allocation: bool = True,
    seconds: float = DEFAULT_SECONDS,
    function: str = "",
    jobs: int = 1,
) -> RunProof:
    """Prove that each step of a sequence preserves the behaviour of the functions it changed.

    The first parameters are those of `yulopt.optimize`. `seconds`: for each function that a step
    changed. `function`: the name of the only one to prove. `jobs`: processes.

    Raises `YulError` for bad input, ValueError for bad arguments.
    """
    options = options_of_arguments(
        steps, bare=bare, evm_version=evm_version, runs=runs, stack_allocation=stack_allocation
    )
    return prove_run(job_of(Source(source), options, seconds, function=function), jobs)


def prove_run(job: Job, jobs: int = 1, line: ProgressLine | None = None) -> RunProof:
    """Prove all steps of a run, with some processes; `line` shows the progress.

    Raises `YulError` for bad input, and if the function that the job names does not exist.
    """
    started = time.monotonic()
    _last.clear()
    line = ProgressLine("") if line is None else line
    recorded = _recorded(job, line)
    if job.function and job.function not in recorded.functions:
        raise YulError(
            f"no program of the run has a function '{job.function}'"
            f"{did_you_mean(job.function, recorded.functions, 'no step creates one')}",
            filename=job.file,
        )
    result = RunProof(job, recorded.output_hash, recorded.rollbacks)
    proven = 0
    for proofs in _proofs(job, jobs, line):
        result.steps += proofs
        proven += sum(step.changes for step in proofs)
        line.advance(f"{proven} of {len(recorded.changes)} steps")
    result.steps.sort(key=lambda step: step.run_number)
    result.seconds = time.monotonic() - started
    return result


def _proofs(job: Job, jobs: int, line: ProgressLine) -> Iterator[list[StepProofs]]:
    """The proofs about all changes, in order of completion; `line` may end this at any time."""
    changes = _recorded(job).changes
    size = _GROUP if job.groups else 1
    tasks = [(job, group) for group in groups(changes, range(len(changes)), size)]
    # The second half of each group that is not proven as one, by the first half.
    halves: dict[range, range] = {}

    def split(group: range) -> None:
        first, second = halves_of(changes, group)
        halves[first] = second
        tasks.append((job, first))

    with closing(_results(tasks, jobs, line)) as results:
        for number, result in results:
            _, group = tasks[number]
            if isinstance(result, Death):
                result = [] if len(group) > 1 else [_lost(changes[group[0]], result)]
            second = halves.pop(group, range(0))
            if len(group) > 1 and result and len(second) > 1:
                # Both were not proven as one, so the cause is probably in this half.
                split(second)
            elif second:
                tasks.append((job, second))
            if result:
                yield result
            else:
                split(group)


def _results(
    tasks: list[tuple[Job, range]], jobs: int, line: ProgressLine
) -> Generator[tuple[int, list[StepProofs] | Death]]:
    if jobs == 1:
        yield from enumerate(map(_do, tasks))
        return
    yield from results_as_they_come(
        _do, tasks, jobs, copied=True, waiting=lambda: line.advance(line.detail)
    )


def _lost(change: StepChange, death: Death) -> StepProofs:
    return _step_proofs([change], [no_proof(change.before, change.after, f"the process {death}")])


def _do(task: tuple[Job, range]) -> list[StepProofs]:
    """The proofs about a change, or about a group of them as one; of the latter, nothing if that is
    not proven."""
    job, group = task
    recorded = _recorded(job)
    changes = [recorded.changes[index] for index in group]
    before, after = changes[0].before, changes[-1].after
    proofs: list[FunctionProof] | None
    if len(changes) == 1:
        proofs = _prove_change(job, recorded, changes[0])
    else:
        proofs = prove_group(before, after, _settings(job), recorded.findings)
    recorded.findings.write()
    return [] if proofs is None else [_step_proofs(changes, proofs)]


def _step_proofs(changes: list[StepChange], proofs: list[FunctionProof]) -> StepProofs:
    first, last = changes[0], changes[-1]
    is_group = len(changes) > 1
    return StepProofs(
        first.path,
        first.number,
        last.number,
        first.run_number,
        f"{first.step} to {last.step}" if is_group else first.step,
        "" if is_group else first.letter,
        (first.before.hash_of_all, last.after.hash_of_all),
        proofs,
        len(changes),
    )


def _settings(job: Job) -> ProofSettings:
    dialect = job.options.dialect
    return ProofSettings(dialect, job.seconds, job.solvers, smtlib=job.smtlib, replays=job.replays)


def _prove_change(job: Job, recorded: _Recorded, change: StepChange) -> list[FunctionProof]:
    """The proofs about one change."""
    dialect = job.options.dialect
    proofs = prove_step(
        change.before,
        change.after,
        _settings(job),
        Executions(dialect),
        recorded.findings,
        job.function or None,
    )
    for proof in proofs:
        found = proof.replay
        if proof.status is Status.REFUTED and found is not None and job.shrink_seconds > 0:
            step = all_steps()[change.step]
            executions = change.expected_executions
            sequence = job.options.sequence
            behaviour = behaviour_of(
                dialect, sequence.main, sequence.cleanup, beyond=sequence.beyond
            )
            shrink(
                found, step, executions, dialect, job.shrink_seconds, job.options.calls, behaviour
            )
    return proofs


@dataclass
class _Recorded:
    """The changes of a run, the hash of its output, and the findings of a process."""

    output_hash: str
    changes: list[StepChange]
    functions: set[str]
    rollbacks: tuple[Rollback, ...]
    findings: Findings


# The run that this process has recorded last.
_last: dict[Job, _Recorded] = {}


def _recorded(job: Job, line: ProgressLine | None = None) -> _Recorded:
    if job not in _last:
        recorder = RollingBackRecorder(job.policy, line)
        source = Source(job.text, job.file)
        try:
            program = optimize_source(source, job.options, observer=recorder)
        except YulError as error:
            error.locate(job.file)
            raise
        output_hash = digest(program_text(program, bare=job.options.bare))
        _last[job] = _Recorded(
            output_hash,
            recorder.changes,
            recorder.functions,
            tuple(recorder.rollbacks),
            Findings(job.findings, job.seconds),
        )
    return _last[job]
