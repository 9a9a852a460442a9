"""Proofs about all steps of a run.

The run is recorded once, and then the changes of each step are compared, in one process or several.
A process that is not a fork of this one records the run again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, field

from yulopt.batch.workers import Death, results_as_they_come
from yulopt.driver.optimization import optimize_source, program_text
from yulopt.driver.options import options_of_arguments
from yulopt.errors import Source, YulError, did_you_mean
from yulopt.prover.findings import Findings
from yulopt.prover.job import DEFAULT_SECONDS, Job, job_of
from yulopt.prover.replay import Executions, shrink
from yulopt.prover.rollback import Rollback, RollingBackRecorder
from yulopt.prover.step_proof import FunctionProof, no_proof, prove_step
from yulopt.prover.verdict import ProofSettings, Status
from yulopt.prover.versions import StepChange, digest
from yulopt.suite.registry import all_steps
from yulopt.suite.worlds import behaviour_of
from yulopt.syntax.arguments import DEFAULT_RUNS
from yulopt.terminal.console import ProgressLine


@dataclass
class StepProofs:
    """A run of a step that changed something, and the proofs about it.

    `number` counts the runs of steps over the object `path`, from 1, and `run_number` those over
    all objects, from 0. `hashes` are those of all code before and after it.
    """

    path: str
    number: int
    run_number: int
    step: str
    letter: str
    hashes: tuple[str, str]
    proofs: list[FunctionProof]

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

    `output_hash` is that of the text of the optimised program; `runs` is the number of step runs
    over each object; `functions` are the names of all functions in any version; `rollbacks` are
    those of the policy of the job.
    """

    job: Job
    output_hash: str
    runs: dict[str, int]
    functions: set[str]
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
    result = RunProof(
        job, recorded.output_hash, recorded.runs, recorded.functions, recorded.rollbacks
    )
    changes = recorded.changes
    found: dict[int, list[FunctionProof] | Death] = {}
    for number, proofs in _proofs(job, jobs, line):
        found[number] = proofs
        line.advance(f"{len(found)} of {len(changes)} steps")
    for number, change in enumerate(changes):
        proofs = found[number]
        if isinstance(proofs, Death):
            proofs = [no_proof(change.before, change.after, f"the process {proofs}")]
        result.steps.append(
            StepProofs(
                change.path,
                change.number,
                change.run_number,
                change.step,
                change.letter,
                (change.before.hash_of_all, change.after.hash_of_all),
                proofs,
            )
        )
    result.seconds = time.monotonic() - started
    return result


def _proofs(
    job: Job, jobs: int, line: ProgressLine
) -> Iterator[tuple[int, list[FunctionProof] | Death]]:
    """The proofs about each change, in order of completion; `line` may end this at any time."""
    tasks = [(job, number) for number in range(len(_recorded(job).changes))]
    if jobs == 1:
        yield from enumerate(map(_do, tasks))
        return
    with closing(
        results_as_they_come(
            _do, tasks, jobs, copied=True, waiting=lambda: line.advance(line.detail)
        )
    ) as results:
        yield from results


def _do(task: tuple[Job, int]) -> list[FunctionProof]:
    """The proofs about one change."""
    job, number = task
    recorded = _recorded(job)
    dialect = job.options.dialect

    change = recorded.changes[number]
    proofs = prove_step(
        change.before,
        change.after,
        ProofSettings(dialect, job.seconds, job.solvers, smtlib=job.smtlib, replays=job.replays),
        Executions(dialect),
        recorded.findings,
        job.function or None,
    )
    recorded.findings.write()
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
    runs: dict[str, int]
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
            recorder.runs,
            recorder.functions,
            tuple(recorder.rollbacks),
            Findings(job.findings, job.seconds),
        )
    return _last[job]
