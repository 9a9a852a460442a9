"""Verifies the steps of a mutant over one program; the mutant is in place."""

from __future__ import annotations

from tests.mutation.mutant import Mutant
from tests.verification.programs import program
from tests.verification.sequences import Trial
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.verifier.verifier import PreparedProgram


def check(mutant: Mutant, seed: int) -> tuple[str, int]:
    """What gives the mutant away with the program of a seed, if anything does, and how many inputs
    there were.

    An exception gives it away, too: many mistakes make code that is no program any more.
    """
    given = program(seed, mutant.style)
    dialect = dialect_for(parse_evm_version(given.evm_version))
    optimisation = Trial(mutant.steps, mutant.last, bare=True).optimisation(dialect)

    def run() -> tuple[str, int]:
        prepared = PreparedProgram(Source(given.text), dialect, tries=given.tries, seed=seed)
        try:
            verification = prepared.verify(optimisation)
        except Exception as error:
            return type(error).__name__, 0
        found = verification.difference
        caught = "" if found is None else f"{found.difference.effect} after {found.step.name}"
        return caught, sum(report.inputs for report in verification.objects)

    return run_with_deep_stack(run)
