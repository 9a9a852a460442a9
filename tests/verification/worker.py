"""Verifies the trials of a program, in a process of its own."""

from __future__ import annotations

import traceback
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from tests.verification.programs import Program
from tests.verification.sequences import Trial
from tests.verification.tally import Tally
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.verifier.report import difference_text
from yulopt.verifier.verifier import PreparedProgram


def verify_trials(program: Program, trials: list[Trial], shrink_seconds: float = 0.0) -> Tally:
    """Verify in this process; stops at the first difference."""
    dialect = dialect_for(parse_evm_version(program.evm_version))
    tally = Tally()

    def run() -> None:
        prepared = PreparedProgram(
            Source(program.text), dialect, tries=program.tries, seed=program.seed
        )
        for number, trial in enumerate(trials):
            try:
                verification = prepared.verify(
                    trial.options(program.evm_version), shrink_seconds=shrink_seconds
                )
            except Exception as error:  # whatever yulopt raises is a finding
                last = traceback.extract_tb(error.__traceback__)[-1]
                place = f"{Path(last.filename).name}:{last.lineno}"
                problem = f"{type(error).__name__}: {error} ({place})"
            else:
                if number == 0:
                    tally.add_program(verification)
                if verification.difference is None:
                    tally.add(verification)
                    continue
                problem = difference_text(verification.difference)
            tally.differences.append(f"{program.name}, {trial}\n{problem}")
            break

    run_with_deep_stack(run)
    return tally


class Worker:
    """A process that verifies; when it dies or takes too long, that counts as a difference."""

    def __init__(self, seconds: float, shrink_seconds: float = 0.0) -> None:
        self._seconds = seconds
        self._shrink_seconds = shrink_seconds
        self._process = ProcessPoolExecutor(1, get_context("spawn"))

    def run(self, program: Program, trials: list[Trial]) -> Tally:
        """Verify the trials of a program."""
        future = self._process.submit(verify_trials, program, trials, self._shrink_seconds)
        try:
            return future.result(self._seconds)
        except (BrokenExecutor, TimeoutError) as failure:
            return Tally(differences=[f"{program.name}: {type(failure).__name__}"])

    def close(self) -> None:
        """End the process."""
        self._process.shutdown(wait=False, cancel_futures=True)
