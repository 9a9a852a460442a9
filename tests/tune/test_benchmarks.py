"""What the benchmarks of `yulopt fit` and of the baseline do, on small programs."""

from __future__ import annotations

import random

import pytest

from benchmarks import fit, phaser
from tests.conftest import ROOT
from yulopt.errors import Source
from yulopt.pipeline.named_sequences import read_sequence

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


def test_a_case_of_fitting(monkeypatch: pytest.MonkeyPatch) -> None:
    sequences = {"small": read_sequence("small"), "none": ":"}
    monkeypatch.setattr(fit, "usual_sequences", lambda: sequences)
    (case,) = fit.cases(ROOT / "examples" / "auction.yul", (200,))
    # The sizes are those of the how-to page.
    assert (case.limit, case.bisected.runs) == (991, 216)
    assert case.found.most >= case.bisected.most
    assert case.is_better == (case.found.most > 216)
    assert fit.row(case)[1:3] == ("991", "216")
