"""The benchmarks of `yulopt fit` and of the baseline, on small programs."""

from __future__ import annotations

import random

import pytest

from benchmarks import coreset, fit, phaser
from tests.conftest import ROOT
from yulopt.errors import Source
from yulopt.tune.candidate import candidate

SOURCE = (
    "{ let x := add(calldataload(0), 0) let y := x sstore(y, add(1, 2)) if 0 { revert(0, 0) } }"
)


@pytest.fixture(autouse=True)
def _small_populations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(phaser, "POPULATION", 8)
    monkeypatch.setattr(phaser, "ELITE", 4)
    monkeypatch.setattr(phaser, "MUTANTS", 2)
    monkeypatch.setattr(phaser, "LENGTH", 12)


def test_the_best_of_a_population() -> None:
    sizes = phaser.TreeSizes(Source(SOURCE))
    best = phaser.Search(sizes, random.Random(3)).run(0)
    assert len(sizes.known) == 8
    assert sizes.size(best) == min(sizes.known.values())
    assert sizes.size("ulscjftnDTu" * 3) < sizes.size("")


def test_rounds_keep_the_elite() -> None:
    sizes = phaser.TreeSizes(Source(SOURCE))
    search = phaser.Search(sizes, random.Random(3))
    first = sizes.size(search.run(0))
    later = sizes.size(search.run(1))
    assert search.rounds > 0
    assert later <= first
    assert len(sizes.known) > 8


def measurements(sizes: dict[str, float], runs: dict[str, str]) -> coreset.Measurements:
    """The measurements of a program: each letter of `runs` is a run that takes a second."""
    found = coreset.Measurements()
    found.sizes = sizes
    for steps, letters in runs.items():
        edges = {(letter.encode(), (letter, 0)) for letter in letters}
        found.runs[steps] = frozenset(edges)
        found.seconds |= dict.fromkeys(edges, 1.0)
    return found


def test_the_coreset_takes_what_saves_most_for_its_time() -> None:
    sizes: dict[str, float] = {coreset.DEFAULT: 100, "far": 50, "near": 60, "more": 40, "none": 90}
    runs = {coreset.DEFAULT: "abcd", "far": "efgh", "near": "abce", "more": "abcfghik", "none": ""}
    programs = {"it": measurements(sizes, runs)}
    pool = list(sizes)
    assert coreset.chosen_by_gain(programs, pool, 2, by_time=False) == ["more", "far"]
    # A run that is shared is no cost; what is not measured for a program saves nothing there.
    programs["other"] = measurements({coreset.DEFAULT: 10}, {coreset.DEFAULT: "a"})
    assert coreset.chosen_by_gain(programs, pool, 2, by_time=True) == ["none", "near"]
    assert coreset.chosen_by_gain(programs, pool, 9, by_time=True)[2:] == ["more", "far"]


def test_earlier_runs_have_their_time() -> None:
    bench = coreset.Bench("it", SOURCE, coreset.Measurements())
    bench.evaluate([candidate(coreset.DEFAULT, 200)])
    bench.measure([coreset.DEFAULT])
    assert bench.known.default_seconds > 0
    assert bench.known.cost(coreset.DEFAULT, set()) > 1


def test_variants_begin_like_their_trunk() -> None:
    trunk = "dfDvulfn[xa]TUcOculjmul:fDnTOcmuO"
    found = coreset.variants_of(trunk, ["xscCTUt:fD", trunk], 20, random.Random(5))
    assert len(found) == 20
    for steps in found:
        assert candidate(steps, 200).steps == steps
        assert steps.startswith("dfDvulfn[xa]")


def test_a_case_of_fitting(monkeypatch: pytest.MonkeyPatch) -> None:
    sequences = {"short": "d[veTtnDlu]f:", "none": ":"}
    monkeypatch.setattr(fit, "usual_sequences", lambda: sequences)
    (case,) = fit.cases(ROOT / "examples" / "auction.yul", (200,))
    # The sizes are those of the how-to page.
    assert (case.limit, case.bisected.runs) == (991, 216)
    assert case.found.most >= case.bisected.most
    assert case.is_better == (case.found.most > 216)
    assert fit.row(case)[1:3] == ("991", "216")
