"""A search improves on the default, and is reproducible by its seed."""

from __future__ import annotations

import multiprocessing

import attr
import pytest

import yulopt
from tests.conftest import ROOT
from tests.slices import at_length
from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.options import Options
from yulopt.errors import Source, YulError
from yulopt.tune.measure import BytesMeasure, Measured
from yulopt.tune.tuning import Tuned, Wanted, tune
from yulopt.tune.work import Alone, Processes

COUNTER = Source((ROOT / "examples/counter.yul").read_text("utf-8"), "counter.yul")
SORT = Source((ROOT / "examples/sort.yul").read_text("utf-8"), "sort.yul")


@pytest.fixture(autouse=True)
def _short_coreset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little to measure, and little to shorten."""
    monkeypatch.setattr("yulopt.tune.tuning.coreset", lambda: ("xariTuVcum:", "dxsci:m", "x[ul]:"))


def deployed_size(source: Source, tuned: Tuned) -> int:
    """The size of the code with the settings that were found, from an ordinary compilation."""
    best = tuned.best.candidate
    result = yulopt.compile(source.text, best.steps, runs=best.runs)
    return result.bytecode.size if result.deployed is None else result.deployed.size


def test_the_result_is_better_than_the_default_and_real() -> None:
    [tuned] = tune([SORT], Wanted(evaluations=20, seed=1)).programs
    assert tuned.default.measured is not None
    assert tuned.best.measured is not None
    assert tuned.best.measured.deployed_bytes < tuned.default.measured.deployed_bytes
    assert deployed_size(SORT, tuned) == tuned.best.measured.deployed_bytes


@at_length
def test_the_search_depends_on_the_seed_and_not_on_the_workers() -> None:
    wanted = Wanted(evaluations=20, seed=2)
    alone = tune([COUNTER, SORT], wanted)
    assert tune([COUNTER, SORT], wanted, team=Processes(2)) == alone
    assert [tuned.name for tuned in alone.programs] == ["counter.yul", "sort.yul"]


def test_common_settings_are_the_same_for_all() -> None:
    first, second = tune([COUNTER, SORT], Wanted(evaluations=20, common=True)).programs
    assert first.best.candidate == second.best.candidate
    assert deployed_size(COUNTER, first) + deployed_size(SORT, second) <= sum(
        tuned.default.measured.deployed_bytes for tuned in (first, second) if tuned.default.measured
    )


def test_runs_are_kept_on_request() -> None:
    wanted = Wanted(evaluations=20, options=Options(runs=7), keep_runs=True)
    [tuned] = tune([COUNTER], wanted).programs
    assert tuned.default.candidate.runs == tuned.best.candidate.runs == 7


class Behaving(BytesMeasure):
    """Reports other behaviour for some code, as if it had been executed."""

    def __init__(self, wrong: int) -> None:
        self._wrong = wrong

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        found = super().measure(compiled, options)
        does = "wrong" if found.deployed_bytes == self._wrong else "right"
        return attr.evolve(found, gas=1.0, behaviour=does)


def test_code_with_other_behaviour_is_rejected() -> None:
    [tuned] = tune([SORT], Wanted(evaluations=20, seed=1)).programs
    assert tuned.refused == 0
    assert tuned.best.measured is not None
    least = tuned.best.measured.deployed_bytes
    [checked] = tune([SORT], Wanted(evaluations=20, seed=1), measures=[Behaving(least)]).programs
    assert checked.refused > 0
    assert checked.best.measured is not None
    assert checked.best.measured.deployed_bytes > least
    assert all(
        point.measured is not None and point.measured.behaviour == "right"
        for point in checked.front
    )


class Failing:
    """Finds a call with an unexpected ending."""

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        raise YulError("the call reverts")


def test_calls_with_unexpected_endings_are_an_error() -> None:
    with pytest.raises(YulError, match="the call reverts") as error:
        tune([SORT], Wanted(evaluations=1), measures=[Failing()])
    assert error.value.filename == "sort.yul"


def test_progress_is_reported() -> None:
    reports: list[Tuned] = []
    [tuned] = tune([SORT], Wanted(evaluations=20), on_progress=reports.append).programs
    assert reports[-1] == tuned
    assert [report.evaluations for report in reports][:2] == [1, 4]


def test_an_interrupt_gives_the_best_so_far() -> None:
    def interrupt(tuned: Tuned) -> None:
        if tuned.evaluations > 1:
            raise KeyboardInterrupt

    tuning = tune([SORT], Wanted(evaluations=20), on_progress=interrupt)
    assert tuning.is_interrupted
    assert tuning.programs[0].evaluations == 4


class Interrupted(Alone):
    """Is interrupted after this many tasks."""

    def __init__(self, tasks: int) -> None:
        super().__init__()
        self._tasks = tasks

    def wait(self, seconds: float) -> dict[int, list[Measured | None]]:
        if not self._tasks:
            raise KeyboardInterrupt
        self._tasks -= 1
        return super().wait(seconds)


def test_an_incomplete_batch_counts() -> None:
    whole = tune([SORT], Wanted(), team=Interrupted(tasks=2)).programs[0].evaluations
    broken = tune([SORT], Wanted(), team=Interrupted(tasks=3)).programs[0].evaluations
    # The default, the coreset, and a part of a batch of 24.
    assert (whole, broken) == (4, 10)


def test_a_process_that_dies_changes_nothing() -> None:
    wanted = Wanted(evaluations=20, seed=3)

    def kill(tuned: Tuned) -> None:
        if tuned.evaluations == 4:
            [child] = multiprocessing.active_children()
            child.kill()

    assert tune([COUNTER], wanted, team=Processes(1), on_progress=kill) == tune([COUNTER], wanted)


def test_the_front_has_no_dominated_point() -> None:
    [tuned] = tune([COUNTER], Wanted(evaluations=20)).programs
    assert tuned.front
    assert tuned.front[0].measured is not None
    assert tuned.best.measured is not None
    assert tuned.front[0].measured.deployed_bytes == tuned.best.measured.deployed_bytes


def test_without_time_there_is_the_default() -> None:
    [tuned] = tune([SORT], Wanted(seconds=0)).programs
    assert not tuned.is_measured
    assert tuned.best.candidate == tuned.default.candidate


def test_a_program_that_cannot_be_read_is_an_error() -> None:
    with pytest.raises(YulError, match="expected"):
        tune([Source("object {", "bad.yul")], Wanted(evaluations=1))
