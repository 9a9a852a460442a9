"""The programs on record notice mistakes in code generation.

Each time, every third mutant is tried (see `tests.slices`). `python -m tests.code_mutants`
shows for each mutant all programs that give it away.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

import pytest

from tests.code_generation.judge import all_checks
from tests.code_mutants import faults
from tests.mutation.code.table import CODE_MUTANTS
from tests.mutation.mutant import CodeMutant
from tests.slices import every_nth

SLICE: Final = every_nth(3, CODE_MUTANTS)


@pytest.mark.parametrize("mutant", SLICE, ids=lambda mutant: mutant.name)
def test_mutant_is_caught(mutant: CodeMutant) -> None:
    assert faults(mutant, [mutant.caught_by])


def test_mutants_are_different_and_caught_by_something_on_record() -> None:
    assert len({mutant.name for mutant in CODE_MUTANTS}) == len(CODE_MUTANTS)
    assert {mutant.caught_by for mutant in CODE_MUTANTS} <= set(all_checks())
    rooms = Counter(mutant.module.split(".")[1] for mutant in CODE_MUTANTS)
    assert rooms["stack"] >= 20
    assert rooms["assembly"] >= 20


def test_a_mutant_is_gone_afterwards() -> None:
    mutant = CODE_MUTANTS[0]
    assert faults(mutant, [mutant.caught_by])
    unchanged = CodeMutant(mutant.module, "nothing is broken", mutant.old, mutant.old, "")
    assert not faults(unchanged, [mutant.caught_by])


def test_every_patch_fits() -> None:
    for mutant in CODE_MUTANTS:
        mutant.patched(mutant.source())
