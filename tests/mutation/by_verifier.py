"""Judges mutants of steps by the verifier, over generated programs."""

from __future__ import annotations

from typing import Final

from tests.mutation.mutant import StepMutant
from tests.verification.programs import program
from tests.verification.sequences import Trial
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.verifier.verifier import PreparedProgram

# How many programs a mutant is given, and one that must not be caught.
_BUDGET: Final = 150
_EQUIVALENT_BUDGET: Final = 30


def checks(mutant: StepMutant) -> list[str]:
    """The seeds of programs."""
    budget = _EQUIVALENT_BUDGET if mutant.equivalent else _BUDGET
    return [str(seed) for seed in dict.fromkeys((mutant.seed, *range(budget)))]


def fault(mutant: StepMutant, check: str) -> str:
    """The symptom of the mutant on a program.

    An exception gives it away, too: many mistakes make code that is no program any more.
    """
    seed = int(check)
    given = program(seed, mutant.style)
    dialect = dialect_for(parse_evm_version(given.evm_version))
    options = Trial(mutant.steps, mutant.last, bare=True).options(given.evm_version)

    def run() -> str:
        prepared = PreparedProgram(Source(given.text), dialect, tries=given.tries, seed=seed)
        try:
            found = prepared.verify(options).difference
        except Exception as error:
            return type(error).__name__
        return "" if found is None else f"{found.difference.effect} after {found.step.name}"

    return run_with_deep_stack(run)
