"""A slice of the campaign over loops and arrays; it finds faults of the prover.

The whole is `python -m tests.campaigns.arrays`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.campaigns import arrays
from tests.slices import seeds


# The last one copies elements to the length, past elements at unknown indices.
@pytest.mark.parametrize("seed", [*seeds(8, 300), 70])
def test_wrong_pairs_are_not_proven(seed: int) -> None:
    assert arrays.check(seed) != arrays.WRONG


def test_pairs_are_proven_and_different() -> None:
    found = Counter(map(arrays.check, range(8)))
    assert found[arrays.PROVEN]
    assert found[arrays.DIFFERS]
