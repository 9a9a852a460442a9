"""The cases notice every mistake in a pass."""

from __future__ import annotations

import pytest

from tests.assembly.mutants import MUTANTS, broken_package, first_difference
from tests.mutation.mutant import Mutant
from yulopt.assembly import optimizer


def test_the_cases_find_no_mistake_in_the_passes_themselves() -> None:
    assert first_difference(optimizer) is None


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_a_mutant_is_caught(mutant: Mutant) -> None:
    source = mutant.source()
    assert mutant.patched(source) != source
    assert first_difference(broken_package(mutant)) is not None
