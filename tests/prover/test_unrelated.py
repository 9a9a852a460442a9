"""The prover answers any query: a slice of the campaign over unrelated programs."""

from __future__ import annotations

import pytest

from tests.prover.unrelated import check
from tests.slices import seeds


# The last one has a loop that ends the execution wherever it seems to leave its function.
@pytest.mark.parametrize("seed", [*seeds(6, 300), 1668])
def test_pairs_of_unrelated_programs(seed: int) -> None:
    found = check(seed)
    assert found
    assert not found["WRONG"]
