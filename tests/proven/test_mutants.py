"""No broken step affects a proven build. All mutants: `python -m tests.proven.mutants`."""

from __future__ import annotations

import pytest

from tests.mutation.mutant import Mutant
from tests.proven.mutants import judged
from tests.prover.mutants import PROVEN_MUTANTS
from tests.slices import AT_LENGTH

# Those whose first program shows them soon.
_QUICK = ("functions return at their ends only", "masks may have holes")
_SLICE = [one for one in PROVEN_MUTANTS if AT_LENGTH or one.broken in _QUICK]


@pytest.mark.parametrize("mutant", _SLICE, ids=lambda mutant: mutant.name)
def test_no_wrong_code_leaves_a_proven_build(mutant: Mutant) -> None:
    found = judged(mutant, programs=1, tries=5, seconds=2)
    assert not found.wrong
    # The test would say nothing if an ordinary build were right.
    assert found.shown or mutant.broken not in _QUICK
