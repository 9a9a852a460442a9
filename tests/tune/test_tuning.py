"""A search finds what is better than the default, and takes the same way with the same seed."""

from __future__ import annotations

import pytest

import yulopt
from tests.conftest import ROOT
from yulopt.errors import Source, YulError
from yulopt.tune.measure import CodeSettings
from yulopt.tune.tuning import Progress, Tuned, Wanted, tune
from yulopt.tune.work import Processes

ERC20 = Source((ROOT / "examples/erc20.yul").read_text("utf-8"), "erc20.yul")
SORT = Source((ROOT / "examples/sort.yul").read_text("utf-8"), "sort.yul")


def deployed_size(source: Source, tuned: Tuned) -> int:
    """The size of the code with the settings that were found, from an ordinary compilation."""
    best = tuned.best.candidate
    result = yulopt.compile(source.text, best.steps, runs=best.runs)
    return result.bytecode.size if result.deployed is None else result.deployed.size


def test_the_result_is_better_than_the_default_and_real() -> None:
    [tuned] = tune([ERC20], Wanted(evaluations=60, seed=1))
    assert tuned.default.measured is not None
    assert tuned.best.measured is not None
    assert tuned.best.measured.deployed_bytes < tuned.default.measured.deployed_bytes
    assert deployed_size(ERC20, tuned) == tuned.best.measured.deployed_bytes


def test_the_seed_decides_the_way_and_who_measures_does_not() -> None:
    wanted = Wanted(evaluations=60, seed=2)
    alone = tune([ERC20, SORT], wanted)
    assert tune([ERC20, SORT], wanted, team=Processes(2)) == alone
    assert [tuned.name for tuned in alone] == ["erc20.yul", "sort.yul"]


def test_common_settings_are_the_same_for_all() -> None:
    first, second = tune([ERC20, SORT], Wanted(evaluations=50, common=True))
    assert first.best.candidate == second.best.candidate
    assert deployed_size(ERC20, first) + deployed_size(SORT, second) <= sum(
        tuned.default.measured.deployed_bytes for tuned in (first, second) if tuned.default.measured
    )


def test_runs_stay_as_they_are_if_asked_to() -> None:
    [tuned] = tune([SORT], Wanted(evaluations=60, settings=CodeSettings(runs=7), keep_runs=True))
    assert tuned.default.candidate.runs == tuned.best.candidate.runs == 7


def test_what_does_not_matter_is_left_out() -> None:
    told: list[Progress] = []
    [tuned] = tune([SORT], Wanted(evaluations=50), tell=told.append)
    assert len(tuned.best.candidate.steps) < len(tuned.default.candidate.steps)
    assert told[-1].tuned == tuned


def test_the_front_has_no_point_that_another_one_beats() -> None:
    [tuned] = tune([SORT], Wanted(evaluations=40))
    assert tuned.front
    assert tuned.front[0].measured is not None
    assert tuned.best.measured is not None
    assert tuned.front[0].measured.deployed_bytes == tuned.best.measured.deployed_bytes


def test_without_time_there_is_the_default() -> None:
    [tuned] = tune([SORT], Wanted(seconds=0))
    assert not tuned.is_measured
    assert tuned.best.candidate == tuned.default.candidate


def test_a_program_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(YulError, match="expected"):
        tune([Source("object {", "bad.yul")], Wanted(evaluations=1))
