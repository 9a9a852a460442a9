"""Each pass, and all together, preserve the behaviour of random assembly on a real EVM."""

from __future__ import annotations

from random import Random

import pytest

from tests.assembly.beyond.programs import outcomes, program
from tests.assembly.passes import context
from tests.execution import first_difference
from tests.slices import seeds
from yulopt.assembly.beyond.driver import BEYOND_PASSES
from yulopt.assembly.text import read_items

SEEDS = seeds(7, 100)


@pytest.mark.parametrize("is_creation", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_programs_behave_the_same(seed: int, is_creation: bool) -> None:
    text = program(Random(seed))
    before = outcomes(read_items(text))
    changed = False
    for kinds in [*[(kind,) for kind in dict.fromkeys(BEYOND_PASSES)], BEYOND_PASSES]:
        # Hardly any gas counts, so that there is more to outline and to share.
        settings = context(runs=1 + seed % 2, is_creation=is_creation)
        items = read_items(text)
        for kind in kinds:
            changed |= kind().run(items, settings)
        difference = first_difference(before, outcomes(items))
        assert difference is None, (seed, [kind.name for kind in kinds], difference, text)
    assert changed
