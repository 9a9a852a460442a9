"""The proofs of a run as text: a table of the steps, open functions, differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from yulopt.errors import printable
from yulopt.prover.job import NO_SOLVER
from yulopt.prover.replay import Replay
from yulopt.prover.run import RunProof, StepProofs
from yulopt.prover.step_proof import FunctionProof
from yulopt.prover.verdict import Status
from yulopt.terminal.table import table_lines
from yulopt.verifier.minimise import SmallCase
from yulopt.verifier.report import case_lines

_TITLES: Final = ("step", "runs", "functions", "proven", "different", "open", "seconds")
_Painter: TypeAlias = Callable[[str, Status], str]
_RED, _GREEN, _YELLOW = 31, 32, 33
_COLOURS: Final = {Status.PROVEN: _GREEN, Status.REFUTED: _RED, Status.OPEN: _YELLOW}
NOT_COVERED: Final = "Not covered: code generation, from Yul to bytes; gas."
_GROUP: Final = "steps proven as one"
_MAX_OPEN: Final = 30


def step_name(step: StepProofs) -> str:
    """A step with its letter, if it has one; all groups of steps have the same name."""
    if step.last > step.number:
        return _GROUP
    return step.step + (f" ({step.letter})" if step.letter else "")


def report_text(
    run: RunProof,
    *,
    colour: bool = False,
    not_covered: str = NOT_COVERED,
    further: Sequence[str] = (),
) -> str:
    """The whole report, which begins with the exclusions; with `colour` for a terminal.

    `further` lines, about the stages after the steps, are appended.
    """

    def paint(text: str, status: Status) -> str:
        return f"\x1b[{_COLOURS[status]}m{text}\x1b[0m" if colour else text

    lines = [not_covered, "", *_table(run)]
    opened = [
        (step, proof) for step in run.steps for proof in step.proofs if proof.status is Status.OPEN
    ]
    if opened:
        lines += ["", paint("open:", Status.OPEN)]
        lines += [f"  {_place(step, proof)}: {proof.reason}" for step, proof in opened[:_MAX_OPEN]]
        if len(opened) > _MAX_OPEN:
            lines.append(f"  ... and {len(opened) - _MAX_OPEN} more, which --json lists")
        lines += ["", "reasons:"]
        reasons = Counter(proof.reason for _, proof in opened)
        lines += [f"  {count:5}  {reason}" for reason, count in reasons.most_common()]
        if not run.job.solvers:
            lines.append(f"  normal forms only; {NO_SOLVER}")
    for step in run.steps:
        for proof in step.proofs:
            if proof.replay is not None and proof.status is Status.REFUTED:
                title = f"{_place(step, proof)}: the step changes what it does"
                lines += ["", paint(title, Status.REFUTED), *replay_lines(proof.replay)]
    lines += ["", _verdict(run, paint)]
    if further:
        lines += ["", *further]
    return "\n".join(lines) + "\n"


def _verdict(run: RunProof, paint: _Painter) -> str:
    proven, refuted = run.count(Status.PROVEN), run.count(Status.REFUTED)
    pairs = sum(len(step.proofs) for step in run.steps)
    summary = f"{proven} of {pairs} changed functions proven in {run.seconds:.1f} s"
    if refuted:
        return paint(f"DIFFERENT: a step changes what the program does; {summary}.", Status.REFUTED)
    if not run.is_proven:
        return paint(f"OPEN: {summary}, nothing different was found.", Status.OPEN)
    of = f"function {run.job.function}" if run.job.function else "the program"
    # A step of a group may undo what another one has done.
    steps = "the steps do not change" if run.job.groups else "no step changes"
    return paint(f"PROVEN: {steps} what {of} does; {summary}.", Status.PROVEN)


def _table(run: RunProof) -> list[str]:
    by_step: dict[str, list[StepProofs]] = {}
    for step in run.steps:
        by_step.setdefault(step_name(step), []).append(step)
    rows = [_row(name, steps) for name, steps in by_step.items()]
    rows.append(_row("total", run.steps))
    return table_lines([_TITLES, *rows])


def _row(name: str, steps: list[StepProofs]) -> tuple[str, ...]:
    proofs = [proof for step in steps for proof in step.proofs]
    count = Counter(proof.status for proof in proofs)
    return (
        name,
        str(len(steps)),
        str(len(proofs)),
        *(str(count[status]) for status in (Status.PROVEN, Status.REFUTED, Status.OPEN)),
        f"{sum(proof.seconds for proof in proofs):.1f}",
    )


def _place(step: StepProofs, proof: FunctionProof) -> str:
    place = f"{step_name(step)}, number {step.number} over {step.path}, {proof.shown_name}"
    return printable(place)


def replay_lines(replay: Replay) -> list[str]:
    """A program and an input that show a difference, the smallest known."""
    difference = replay.difference
    assert difference is not None
    found = SmallCase(replay.before, replay.after, replay.given, difference)
    return case_lines(replay.small or found)
