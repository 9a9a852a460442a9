"""Every mutant is caught, unless it is known to be equivalent.

Each time a slice of them is tried (see `tests.slices`). The table of all is
`python -m tests.mutants`.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from importlib import import_module
from typing import Final

import pytest

from tests.mutants import line
from tests.mutation.by_tests import checks, is_there
from tests.mutation.in_place import in_place
from tests.mutation.judging import is_as_expected, judge
from tests.mutation.mutant import CodeMutant, Mutant, StepMutant, SuiteMutant
from tests.mutation.table import MUTANTS
from tests.slices import AT_LENGTH, every_nth


def _takes_long(mutant: Mutant) -> bool:
    """Whether it takes all tests of a package, or one over the examples, to judge the mutant."""
    over_examples = isinstance(mutant, SuiteMutant) and mutant.caught_by.endswith("examples")
    return bool(mutant.equivalent) or over_examples


SLICE: Final = (
    MUTANTS if AT_LENGTH else every_nth(90, [one for one in MUTANTS if not _takes_long(one)])
)


@pytest.mark.parametrize("mutant", SLICE, ids=lambda mutant: mutant.name)
def test_mutant_is_caught_unless_it_is_equivalent(mutant: Mutant) -> None:
    verdict = judge(mutant)
    assert is_as_expected(mutant, verdict), line(mutant, verdict)


def test_mutants_have_different_names() -> None:
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_every_patch_fits() -> None:
    for mutant in MUTANTS:
        assert mutant.patched(mutant.source()) != mutant.source()


def test_every_named_test_exists() -> None:
    """Otherwise the judge would take the missing test for one that fails."""
    named = [one for one in MUTANTS if isinstance(one, SuiteMutant) and one.caught_by]
    missing = [one.name for one in named if not is_there(next(checks(one)))]
    assert not missing


def test_no_package_is_left_out() -> None:
    rooms = Counter(mutant.module.split(".")[1] for mutant in MUTANTS)
    assert rooms["analysis"] + rooms["steps"] >= 40
    assert min(rooms[room] for room in ("stack", "assembly")) >= 20
    middle = [rooms[room] for room in ("graphs", "ssa", "rvsdg", "egraph")]
    assert min(middle) >= 10
    assert sum(middle) >= 100


def test_a_patch_must_fit() -> None:
    misfit = StepMutant("yulopt.syntax.names", "nothing is broken", "no such code", "", "hgfo")
    with pytest.raises(ValueError, match="found 0 times, not once"):
        misfit.patched(misfit.source())


def test_a_mutant_is_undone_afterwards() -> None:
    mutant = next(mutant for mutant in MUTANTS if isinstance(mutant, CodeMutant))
    assert judge(mutant).check == mutant.caught_by
    unchanged = replace(mutant, new=mutant.old)
    with in_place(unchanged):
        court = import_module(mutant.judge)
        assert not court.fault(unchanged, mutant.caught_by)
