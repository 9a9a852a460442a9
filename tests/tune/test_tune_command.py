"""The command `yulopt tune`."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path

import attr
import pytest

import yulopt as package
from tests import oracle
from tests.conftest import ROOT, Command
from tests.slices import at_length
from yulopt.driver.options import Options
from yulopt.tune.candidate import candidate
from yulopt.tune.measure import Measured
from yulopt.tune.report import plain
from yulopt.tune.tuning import Point, Tuned, Tuning
from yulopt.tune.tuning_report import tuning_json, tuning_lines

COUNTER = ROOT / "examples/counter.yul"
SORT = ROOT / "examples/sort.yul"
POINT = Point(candidate(None, 200), Measured(10, 1000, 5.0))
QUICK = ("--evaluations", "20", "-j", "1", "--no-confirm")


@pytest.fixture(autouse=True)
def _short_coreset(monkeypatch: pytest.MonkeyPatch) -> None:
    """Little to measure, and little to shorten."""
    monkeypatch.setattr("yulopt.tune.tuning.coreset", lambda: ("xariTuVcum:", "xsci:m"))


def test_the_found_settings_give_the_reported_code(yulopt: Command) -> None:
    result = yulopt("tune", "--json", *QUICK, SORT)
    assert result.exit_code == 0, result.stderr
    [program] = json.loads(result.stdout)["programs"]
    best = program["best"]
    compiled = package.compile(SORT.read_text("utf-8"), best["optimizerSteps"], runs=best["runs"])
    assert compiled.bytecode.size == best["creationBytes"] < program["default"]["creationBytes"]
    assert program["confirmedBy"] is None


@at_length
def test_text_output_has_lines_and_snippets(yulopt: Command) -> None:
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


def test_gas_counts_on_request(yulopt: Command) -> None:
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


@at_length
@pytest.mark.parametrize(("allowed", "status"), [(0, 1), (1000, 0)])
def test_code_that_could_be_smaller_is_a_finding(
    yulopt: Command, allowed: int, status: int
) -> None:
    result = yulopt("tune", *QUICK, "--allow-waste", str(allowed), SORT)
    assert result.exit_code == status
    assert ("with 'best'" in result.stderr) == (status == 1)
    assert "deployed 680 -> " in result.stdout


@at_length
def test_code_that_has_grown_is_a_finding(yulopt: Command, tmp_path: Path) -> None:
    before = tmp_path / "sizes.json"
    compared = yulopt("compare", "--no-gas", "--sequence", "default", "--json", COUNTER)
    before.write_text(compared.stdout.replace('"deployed_bytes": 49', '"deployed_bytes": 48'))
    result = yulopt("tune", *QUICK, "--baseline", before, COUNTER)
    assert result.exit_code == 1
    assert "grown by 1 byte," in result.stderr


def test_a_malformed_baseline_is_an_error_before_the_search(
    yulopt: Command, tmp_path: Path
) -> None:
    path = tmp_path / "sizes.json"
    path.write_text("[]")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("yulopt.tune.tuning.tune", None)
        result = yulopt("tune", *QUICK, "--baseline", path, COUNTER)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{path}: error: this is not output of `yulopt compare --json`\n"


def test_common_settings_that_are_worse_for_a_program_are_reported() -> None:
    worse = attr.evolve(POINT, measured=Measured(10, 1001, 5.0))
    tuning = Tuning(
        (Tuned("a.yul", POINT, POINT, (), 2), Tuned("b.yul", POINT, worse, (), 2)), False
    )
    lines = list(tuning_lines(tuning, Options(), [None, None], (), plain, common=True))
    assert [line for line in lines if "worse" in line] == ["  worse than by default: size"]
    records = json.loads(tuning_json(tuning, Options(), [None, None]))["programs"]
    assert [record["worse"] for record in records] == [[], ["size"]]


def test_code_above_the_limit_is_a_failure(yulopt: Command) -> None:
    result = yulopt("tune", *QUICK, "--limit", "10", COUNTER)
    assert (result.exit_code, result.stderr) == (1, "")
    assert "\n  above the limit of 10 bytes\n" in result.stdout


def test_whether_the_code_fits_is_reported() -> None:
    results = tuple(Tuned("a.yul", POINT, POINT, (), 1, limit=limit) for limit in (999, 1000, None))
    tuning = Tuning(results, False)
    text = "\n".join(tuning_lines(tuning, Options(), [None] * 3, (), plain, common=False))
    assert text.count("above the limit of 999 bytes") == text.count("limit") == 1
    assert text.count("1 setting measured") == 3
    records = json.loads(tuning_json(tuning, Options(), [None] * 3))["programs"]
    assert [record["fits"] for record in records] == [False, True, True]


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


def test_errors_about_an_option_name_it(yulopt: Command, tmp_path: Path) -> None:
    missing = tmp_path / "missing"
    result = yulopt("tune", "--front", missing, COUNTER)
    assert result.exit_code == 1
    assert result.stderr.startswith(f"--front: error: there is no {missing}; ")
    result = yulopt("tune", "--no-confirm", "--scheduler", "nowhere", COUNTER)
    assert result.exit_code == 1
    assert result.stderr.startswith("--scheduler: error: ")
