"""Changes by broken steps are never proven. All mutants: `python -m tests.prove_mutants`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.mutation.mutant import Mutant
from tests.prover.mutants import PROVEN_MUTANTS, judged
from tests.slices import amount, every_nth

# Those whose first program shows them soon.
_QUICK = (
    "a function continues after leave",
    "functions return at their ends only",
    "values from `post` are known after the loop",
    "masks may have holes",
)
_SLICE = [one for one in PROVEN_MUTANTS if one.broken in _QUICK] + every_nth(
    len(PROVEN_MUTANTS), [one for one in PROVEN_MUTANTS if one.broken not in _QUICK]
)


@pytest.mark.parametrize("mutant", _SLICE, ids=lambda mutant: mutant.name)
def test_changes_by_a_broken_step_are_not_proven(mutant: Mutant) -> None:
    found = judged(mutant, programs=1, tries=amount(5, 60), seconds=2)
    assert not found.false_proofs
    # The test would say nothing if nothing showed them.
    assert found.statuses or mutant.broken not in _QUICK


def test_some_broken_step_is_shown_by_a_counterexample_of_the_solver() -> None:
    (mutant,) = (one for one in PROVEN_MUTANTS if one.broken == "masks may have holes")
    found = judged(mutant, programs=1, tries=5, seconds=3)
    assert found.statuses == ["different"]
    assert found.models == found.replayed == 1


def test_kept_changes_are_the_found_ones(tmp_path: Path) -> None:
    (mutant,) = (one for one in PROVEN_MUTANTS if one.broken == "masks may have holes")
    found = judged(mutant, programs=2, tries=5, seconds=3, folder=tmp_path)
    (file,) = tmp_path.iterdir()
    written = file.stat().st_mtime_ns
    again = judged(mutant, programs=2, tries=5, seconds=3, folder=tmp_path)
    assert again.statuses == found.statuses == ["different"] * 2
    assert file.stat().st_mtime_ns == written
