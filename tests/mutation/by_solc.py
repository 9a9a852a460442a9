"""Judges mutants of code generation by solc's output for programs."""

from __future__ import annotations

from tests.code_generation import judge
from tests.mutation.mutant import CodeMutant


def checks(mutant: CodeMutant) -> list[str]:
    """The programs and reports, the one that is known to catch the mutant first."""
    return list(dict.fromkeys((mutant.caught_by, *judge.all_checks())))


def fault(_mutant: CodeMutant, check: str) -> str:
    """The differences from solc."""
    return judge.fault(check)
