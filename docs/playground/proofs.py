"""Proofs about the steps that are looked at in the page, loaded when somebody wants to see one.

They are those of `yulopt prove` without a solver, which the page has not.
"""

from __future__ import annotations

from typing import Final

from docs.playground.bridge import Run, looked_at
from yulopt.explore.proofs import proof_record
from yulopt.persistence.json_values import Json, write_json
from yulopt.prover.answers import ProofSettings
from yulopt.prover.pair_finding import Finding
from yulopt.prover.replay import Executions
from yulopt.prover.step_proof import prove_step
from yulopt.prover.versions import StepChange, VersionRecorder

# How hard to try for each function.
_SECONDS: Final = 5.0


class _Known:
    """What is known about a run: the code around each step that changed some, by its number, and
    what was found out about pairs of functions."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.findings: dict[str, Finding] = {}
        recorder = VersionRecorder()
        run.watch(recorder)
        self.changes: dict[int, StepChange] = {one.run_number: one for one in recorder.changes}


_last: list[_Known] = []


def proofs(number: int) -> str:
    """What is proven of a change of the run whose steps are looked at: for each changed function
    its name, "proven", "different" or "open", and how or why."""
    if not _last or _last[0].run is not looked_at.run:
        _last[:] = [_Known(looked_at.run)]
    [known] = _last
    change = known.changes.get(looked_at.changes[number].step.number)
    if change is None:
        # No text of code is another.
        return "[]"
    dialect = known.run.settings.options.dialect
    settings = ProofSettings(dialect, _SECONDS, solvers=())
    found = prove_step(change.before, change.after, settings, Executions(dialect), known.findings)
    records: list[Json] = [[*proof_record(proof)] for proof in found]
    return write_json(records)
