"""The verifier notices broken steps: every mutant that can be noticed is.

Each time, one mutant of each package is tried (see `tests.slices`). The table of all of them, with
the number of programs that each takes from the first on, is `python -m tests.mutants`.
"""

from __future__ import annotations

from typing import Final

import pytest

from tests.mutants import is_as_expected, line, run_mutant
from tests.mutation.mutant import Mutant
from tests.mutation.table import MUTANTS
from tests.slices import one_of_each


def package(mutant: Mutant) -> str:
    return mutant.module.rpartition(".")[0]


SLICE: Final = one_of_each(package, MUTANTS)


@pytest.mark.parametrize("mutant", SLICE, ids=lambda mutant: mutant.name)
def test_mutant_is_caught_unless_nobody_can_notice_it(mutant: Mutant) -> None:
    trace = run_mutant(mutant, first=mutant.seed)
    assert is_as_expected(mutant, trace), line(mutant, trace)


def test_mutants_have_different_names() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS) >= 40


def test_a_patch_must_fit() -> None:
    misfit = Mutant("yulopt.syntax.names", "nothing is broken", "no such code", "", "hgfo")
    with pytest.raises(ValueError, match="found 0 times, not once"):
        misfit.patched(misfit.source())
