"""A slice of the campaign over messages.

The whole is `python -m tests.campaigns.messages`.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.campaigns import arrays, messages
from tests.slices import seeds


# With 71, one wrong byte in the rule about messages shows.
@pytest.mark.parametrize("seed", [*seeds(12, 300), 71])
def test_wrong_pairs_are_not_proven(seed: int) -> None:
    assert messages.check(seed) != arrays.WRONG


def test_pairs_are_proven_and_different() -> None:
    found = Counter(map(messages.check, range(12)))
    assert found[arrays.PROVEN]
    assert found[arrays.DIFFERS]
