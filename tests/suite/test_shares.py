"""`benchmarks/pipelines.py`: a pipeline with and without each transformation."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from benchmarks import pipelines
from tests.conftest import ROOT
from yulopt.assembly.beyond.driver import BEYOND_PASS_NAMES
from yulopt.driver.options import Options
from yulopt.suite.pipelines import Pipeline
from yulopt.tune.measure import Measured

COUNTER = ROOT / "examples" / "counter.yul"


def test_each_transformation_is_left_out_once() -> None:
    chosen = pipelines.variants(Pipeline("ukbu", 1, "beyond"), Options(runs=300))
    steps = {variant.name: variant.options.steps for variant in chosen}
    assert steps["the pipeline"] == "ukbu:fDnTOcmuO"
    assert steps["without k (CodeHoister)"] == "ubu:fDnTOcmuO"
    assert steps["without b (SwitchSplitter)"] == "uku:fDnTOcmuO"
    runs = {variant.name: variant.options.runs for variant in chosen}
    assert runs.pop("solc") == runs.pop("with runs 300") == 300
    assert set(runs.values()) == {1}
    left_out = {
        name
        for variant in chosen
        if variant.options.beyond_passes is not None
        for name in BEYOND_PASS_NAMES
        if name not in variant.options.beyond_passes
    }
    assert left_out == set(BEYOND_PASS_NAMES)


def test_shares_are_means_over_programs() -> None:
    solc, own = pipelines.variants(Pipeline("u"), Options())[:2]
    shares = pipelines.Shares([solc, own])
    shares.add([Measured(0, 100, 1000), Measured(0, 50, 400)])
    shares.add([Measured(0, 10, 10), Measured(0, 20, 10)])
    assert list(shares.rows()) == [
        ("solc", "1.0000", "1.0000", "1.0000", "1.0000"),
        ("the pipeline", "1.0000", "2.0000", f"{0.4**0.5:.4f}", "1.0000"),
    ]


def test_the_table() -> None:
    result = CliRunner().invoke(pipelines.main, ["--no-gas", "--pipeline", "size", str(COUNTER)])
    assert result.exit_code == 0
    rows = {line.split("  ")[0]: line.split()[-4] for line in result.stdout.splitlines()[1:]}
    assert rows["solc"] == "1.0000"
    assert float(rows["the pipeline"]) < float(rows["with solc's passes over the assembly"])
    assert float(rows["the pipeline"]) == pytest.approx(
        float(result.stderr.rpartition(": ")[2]), abs=1e-4
    )
