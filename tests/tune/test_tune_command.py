"""The command `yulopt tune`."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import pytest

import yulopt as package
from tests import oracle
from tests.conftest import ROOT, Command
from tests.slices import at_length

COUNTER = ROOT / "examples/counter.yul"
SORT = ROOT / "examples/sort.yul"
QUICK = ("--evaluations", "20", "-j", "1", "--no-confirm")


@pytest.fixture(autouse=True)
def _short_coreset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little to measure, and little to shorten."""
    monkeypatch.setattr("yulopt.tune.tuning.coreset", lambda: ("xariTuVcum:", "xsci:m"))


def test_the_settings_that_are_found_give_the_code_that_is_told(yulopt: Command) -> None:
    result = yulopt("tune", "--json", *QUICK, SORT)
    assert result.exit_code == 0, result.stderr
    [program] = json.loads(result.stdout)["programs"]
    best = program["best"]
    compiled = package.compile(SORT.read_text("utf-8"), best["optimizerSteps"], runs=best["runs"])
    assert compiled.bytecode.size == best["creationBytes"] < program["default"]["creationBytes"]
    assert program["confirmedBy"] is None


@at_length
def test_people_get_lines_and_snippets(yulopt: Command) -> None:
    result = yulopt("tune", *QUICK, "--common", "--snippet", "foundry", COUNTER, SORT)
    assert result.exit_code == 0, result.stderr
    assert "deployed 680 -> " in result.stdout
    assert result.stdout.count("steps  ") == 1
    settings = tomllib.loads(
        result.stdout.partition("[profile")[1] + result.stdout.partition("[profile")[2]
    )
    details = settings["profile"]["default"]["optimizer_details"]
    assert details["yulDetails"]["optimizerSteps"] in result.stdout
    assert result.stderr == ""


@at_length
def test_a_picture_shows_the_front(yulopt: Command, tmp_path: Path) -> None:
    target = tmp_path / "sort.svg"
    result = yulopt("tune", *QUICK, "--plot", target, SORT)
    assert result.exit_code == 0, result.stderr
    assert "best" in target.read_text("utf-8")


def test_gas_counts_if_it_is_asked_for(yulopt: Command) -> None:
    pytest.importorskip("pyrevm", reason="gas of execution needs pyrevm: pip install 'yulopt[gas]'")
    result = yulopt("tune", "--json", "--objective", "gas", *QUICK, COUNTER)
    assert result.exit_code == 0, result.stderr
    [program] = json.loads(result.stdout)["programs"]
    assert program["best"]["gas"] <= program["default"]["gas"]
    assert program["best"]["deployedBytes"] <= program["default"]["deployedBytes"]


def test_solc_confirms_the_result(yulopt: Command) -> None:
    oracle.skip_unless_available()
    result = yulopt(
        "tune", "--evaluations", "10", "-j", "1", "--front", os.environ["SOLC"], COUNTER
    )
    assert result.exit_code == 0, result.stderr
    assert "solc 0.8.37" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--time", "soon", COUNTER], "write 90s, 10m or 1.5h"),
        ([COUNTER, COUNTER], "given twice"),
        (["--plot", "front.png", COUNTER], ".svg"),
        (["--objective", "sise", COUNTER], "size"),
    ],
)
def test_wrong_usage(yulopt: Command, arguments: list[str | Path], message: str) -> None:
    result = yulopt("tune", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr


def test_bad_input_is_one_error(yulopt: Command, tmp_path: Path) -> None:
    bad = tmp_path / "bad.yul"
    bad.write_text("{ let }")
    result = yulopt("tune", *QUICK, bad)
    assert result.exit_code == 1
    assert "bad.yul:1:7: error" in result.stderr
    assert result.stdout == ""
