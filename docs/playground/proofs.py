"""Proofs about the steps that are looked at in the page, loaded when somebody wants to see one.

They are those of `yulopt prove` without a solver, which the page has not.
"""

from __future__ import annotations

from typing import Final

from docs.playground.bridge import Run, looked_at
from yulopt.errors import Source
from yulopt.explore.proofs import proof_record
from yulopt.persistence.json_values import Json, write_json
from yulopt.prover.answers import ProofSettings
from yulopt.prover.pair_finding import Finding
from yulopt.prover.replay import Executions
from yulopt.prover.step_proof import prove_step
from yulopt.prover.versions import version_of
from yulopt.syntax.parser import parse_source

# How hard to try for each function.
_SECONDS: Final = 5.0


class _Known:
    """The findings about pairs of functions in the steps of a run."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.findings: dict[str, Finding] = {}


_last: list[_Known] = []


def proofs(number: int) -> str:
    """What is proven of a change of the run whose steps are looked at: for each changed function
    its name, "proven", "different" or "open", and how or why.

    It is proven of the texts that are shown.
    """
    if not _last or _last[0].run is not looked_at.run:
        _last[:] = [_Known(looked_at.run)]
    [known] = _last
    change = looked_at.changes[number]
    dialect = known.run.settings.options.dialect
    programs = (
        parse_source(Source(moment.program_text()), dialect)
        for moment in (change.before, change.after)
    )
    before, after = (
        version_of(program.all_objects()[change.step.object_number].code) for program in programs
    )
    settings = ProofSettings(dialect, _SECONDS, solvers=())
    found = prove_step(before, after, settings, Executions(dialect), known.findings)
    records: list[Json] = [[*proof_record(proof)] for proof in found]
    return write_json(records)
