"""Mistakes in generated code are not proven where executions show them."""

from __future__ import annotations

import random

import pytest

from tests.checker.builds import example
from tests.checker.code_mutants import Mutants
from tests.slices import amount


@pytest.mark.parametrize("name", ["factory", "immutables"])
def test_mistakes_in_code_are_not_proven(name: str) -> None:
    mutants = Mutants(example(name, "gas"), 0.1)
    found = list(mutants.outcomes(amount(8, 60), random.Random(1)))
    assert not [one for one in found if one.proven and one.differs]
    assert any(one.differs for one in found)
