"""`yulopt compare`: tables, figures for programs, pictures, and the check of sizes."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import yulopt
from tests.cli.test_assembly import DEEP
from tests.conftest import ROOT, Command
from yulopt import Pipeline, compile
from yulopt.driver.options import Options
from yulopt.tune.check import Record, other_settings
from yulopt.tune.comparison import Comparison, Setting
from yulopt.tune.plot import front
from yulopt.tune.report import setting_json

COUNTER = ROOT / "examples" / "counter.yul"
SORT = ROOT / "examples" / "sort.yul"


def sizes(path: Path, steps: str | None = None, runs: int = 200) -> tuple[int, int]:
    """The bytes of the deployed code, and of the creation code."""
    made = yulopt.compile(path.read_text("utf-8"), steps, runs=runs)
    return (made.deployed or made.bytecode).size, made.bytecode.size


def test_the_table(yulopt: Command) -> None:
    result = yulopt(
        "compare", "--no-gas", "--sequence", "default", "--steps", "mine=u", COUNTER, SORT
    )
    assert (result.exit_code, result.stderr) == (0, "")
    lines = [" ".join(line.split()[:-2]) for line in result.stdout.splitlines()]
    (small, creation), (none, creation_none) = sizes(COUNTER), sizes(COUNTER, "u")
    assert lines[2] == f"default {small}* {creation}*"
    assert lines[3].startswith(f"mine {none} +{none / small - 1:.1%} {creation_none} ")
    assert "geometric means, in terms of 'default'" in result.stdout
    assert f"{SORT}\n" in result.stdout


def test_a_long_name_is_shortened(yulopt: Command) -> None:
    result = yulopt("compare", "--no-gas", "--steps", "u" * 100, "--steps", "a\x1b=u", COUNTER)
    assert result.stdout.splitlines()[2].split()[0] == "u" * 29 + "..."
    assert result.stdout.splitlines()[3].split()[0] == "a\\x1b"


def test_a_single_setting_has_no_comparison(yulopt: Command) -> None:
    result = yulopt("compare", "--no-gas", "--steps", "u", COUNTER)
    assert "*" not in result.stdout
    assert "%" not in result.stdout


def test_json(yulopt: Command) -> None:
    options = ("--no-gas", "--steps", "a=u", "--optimize-runs", "1", "--optimize-runs", "9999")
    result = yulopt("compare", *options, "--json", SORT)
    record = json.loads(result.stdout)
    assert record["settings"] == [
        {
            "name": f"a, runs {runs}",
            "steps": "u:fDnTOcmuO",
            "runs": runs,
            "codegen": "solc",
            "solc_version": "0.8.37",
            "evm_version": "osaka",
            "stack_allocation": True,
        }
        for runs in (1, 9999)
    ]
    (program,) = record["programs"]
    assert program["program"] == str(SORT)
    for one, runs in zip(program["results"], (1, 9999), strict=True):
        assert (one["deployed_bytes"], one["creation_bytes"]) == sizes(SORT, "u", runs)
        assert one["gas"] is None
    first, second = program["results"]
    ratio = second["deployed_bytes"] / first["deployed_bytes"]
    assert record["means"]["a, runs 9999"]["deployed_bytes"] == pytest.approx(ratio)


def test_csv(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "deep.yul"
    path.write_text(DEEP)
    result = yulopt("compare", "--no-gas", "--steps", ":", "--csv", COUNTER, path)
    one, deep = csv.DictReader(result.stdout.splitlines())
    assert (int(one["deployed_bytes"]), int(one["creation_bytes"])) == sizes(COUNTER, ":")
    assert (deep["program"], deep["error"], deep["gas"]) == (str(path), "stack too deep", "")


def test_a_stack_that_is_too_deep_is_a_result(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "deep.yul"
    path.write_text(DEEP)
    result = yulopt("compare", "--no-gas", "--steps", ":", path)
    assert result.exit_code == 0
    assert ":  stack too deep" in result.stdout


def test_processes_give_the_same(yulopt: Command) -> None:
    options = ("compare", "--no-gas", "--csv", COUNTER, SORT)
    one, two = (yulopt(*options, "-j", jobs).stdout.splitlines() for jobs in ("1", "2"))
    assert [line.split(",")[:6] for line in one] == [line.split(",")[:6] for line in two]


# Gas


def test_gas_of_calls(yulopt: Command, tmp_path: Path) -> None:
    pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
    path, calls = tmp_path / "it.yul", tmp_path / "it.calls"
    path.write_text("{ sstore(0, 1) }")
    calls.write_text("data 0x\nweight 10 data 0x01\n")
    results = [
        json.loads(yulopt("compare", "--steps", ":", "--json", "--calls", where, path).stdout)
        for where in (calls, tmp_path)
    ]
    for result in results:
        (one,) = result["programs"][0]["results"]
        # PUSH1 1 PUSH0 SSTORE STOP: the slot is set once, and has the word then.
        assert one["gas"] == (5 + 22100) + 10 * (5 + 2200)


def test_gas_of_synthetic_calls(yulopt: Command) -> None:
    pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
    result = yulopt("compare", "--sequence", "default", "--json", COUNTER)
    (one,) = json.loads(result.stdout)["programs"][0]["results"]
    assert one["gas"] > 22100


def test_calls_with_unexpected_endings(yulopt: Command, tmp_path: Path) -> None:
    pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
    path, calls = tmp_path / "it.yul", tmp_path / "it.calls"
    path.write_text("{ revert(0, 0) }")
    calls.write_text("data 0x\n")
    result = yulopt("compare", "--calls", calls, path)
    assert (result.exit_code, result.stdout) == (1, "")
    reported = "error: the call 'data 0x' reverts; if it is meant to, write 'reverts' before it\n"
    assert result.stderr == f"{path}: {reported}"


# Pictures


@pytest.mark.parametrize("suffix", [".svg", ".html"])
def test_a_picture(yulopt: Command, tmp_path: Path, suffix: str) -> None:
    target = tmp_path / f"picture{suffix}"
    result = yulopt("compare", "--no-gas", "--plot", target, "--steps", "<&>=u", COUNTER, SORT)
    assert result.exit_code == 0
    text = target.read_text("utf-8")
    svg = text[text.index("<svg") : text.index("</svg>") + len("</svg>")]
    texts = [element.text for element in ElementTree.fromstring(svg).iter()]
    assert "<&>" in texts
    assert text.startswith("<svg" if suffix == ".svg" else "<!doctype html>")


def test_a_picture_of_size_and_gas(yulopt: Command, tmp_path: Path) -> None:
    pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
    target = tmp_path / "picture.svg"
    assert yulopt("compare", "--plot", target, SORT).exit_code == 0
    circles = ElementTree.fromstring(target.read_text("utf-8")).findall(
        "{http://www.w3.org/2000/svg}circle"
    )
    # Two settings, and the key.
    assert len(circles) == 4


def test_the_front() -> None:
    points = [(3.0, 1.0), (1.0, 3.0), (2.0, 3.0), (2.0, 2.0), (3.0, 2.0), (1.0, 3.0)]
    assert front(points) == [(1.0, 3.0), (2.0, 2.0), (3.0, 1.0)]


# The check


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A record of the sorting example as a sequence without steps leaves it."""
    size, creation = sizes(SORT, ":")
    results = [{"setting": ":", "deployed_bytes": size, "creation_bytes": creation}]
    path = tmp_path / "sizes.json"
    path.write_text(json.dumps({"programs": [{"program": str(SORT), "results": results}]}))
    return path


def test_a_check_that_finds_nothing(yulopt: Command, record: Path) -> None:
    result = yulopt("compare", "--no-gas", "--steps", ":", "--baseline", record, SORT)
    assert (result.exit_code, result.stderr) == (0, "")


def test_a_check_of_growth(yulopt: Command, record: Path) -> None:
    size = sizes(SORT, ":")[0]
    record.write_text(record.read_text().replace(f'_bytes": {size},', f'_bytes": {size - 10},'))
    options = ("compare", "--no-gas", "--steps", ":", "--baseline", record, SORT)
    result = yulopt(*options)
    assert result.exit_code == 1
    reported = f"has grown by 10 bytes, from {size - 10} to {size} (allowed: 0)\n"
    assert result.stderr == f"{SORT}: the code {reported}"
    assert yulopt(*options, "--allow-growth", "10").exit_code == 0


def test_a_check_of_waste(yulopt: Command, record: Path) -> None:
    size, least = sizes(SORT)[0], sizes(SORT, ":")[0]
    steps = ("--sequence", "default", "--steps", "less=:", "--allow-growth", "1000")
    options = ("compare", "--no-gas", *steps, "--baseline", record, SORT, "--allow-waste")
    result = yulopt(*options, str(size - least - 1))
    assert result.exit_code == 1
    assert f"has {size} bytes, and {least} with 'less': {size - least} less" in result.stderr
    assert yulopt(*options, str(size - least)).exit_code == 0


def test_a_program_that_is_not_in_the_record(yulopt: Command, record: Path) -> None:
    result = yulopt("compare", "--no-gas", "--steps", ":", "--baseline", record, COUNTER)
    assert result.exit_code == 0
    assert result.stderr == f"note: {COUNTER} is not in {record}\n"


def test_a_name_does_not_make_other_settings() -> None:
    record = Record(setting=setting_json(Setting("a", Options(":"))))
    for steps, other in ((":", []), ("u:", ["other steps"])):
        assert other_settings(Comparison([Setting("b", Options(steps))], []), record) == other


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (("--steps", "other=:"), []),
        (("--steps", ":", "--optimize-runs", "1"), ["runs 200, now 1"]),
        (
            ("--steps", "u:", "--no-stack-allocation", "--evm-version", "paris"),
            ["other steps; evm version osaka, now paris; stack allocation True, now False"],
        ),
    ],
)
def test_other_settings_than_those_of_the_record_are_noted(
    yulopt: Command, tmp_path: Path, options: tuple[str, ...], reported: list[str]
) -> None:
    path = tmp_path / "sizes.json"
    path.write_text(yulopt("compare", "--no-gas", "--steps", ":", "--json", COUNTER).stdout)
    result = yulopt("compare", "--no-gas", *options, "--baseline", path, COUNTER)
    notes = [line for line in result.stderr.splitlines() if line.startswith("note: ")]
    assert notes == [f"note: {path} has other settings: {one}" for one in reported]


@pytest.mark.parametrize(
    "text",
    [
        "[]",
        '{"settings": [], "programs": []}',
        '{"programs": [{}]}',
        '{"programs": [{"program": 1, "results": []}]}',
    ],
)
def test_an_invalid_record(yulopt: Command, tmp_path: Path, text: str) -> None:
    path = tmp_path / "sizes.json"
    path.write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        # It is an error before anything is built.
        patch.setattr("yulopt.tune.comparison.compare", None)
        result = yulopt("compare", "--no-gas", "--steps", ":", "--baseline", path, SORT)
    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == f"{path}: error: this is not output of `yulopt compare --json`\n"


# Errors


def test_bad_input(yulopt: Command, tmp_path: Path) -> None:
    path = tmp_path / "bad.yul"
    path.write_text("{ f() }")
    for jobs in ("1", "2"):
        result = yulopt("compare", "--no-gas", "-j", jobs, COUNTER, path)
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith(f"{path}:1:3: error: function 'f' not found\n{{ f() }}\n")


@pytest.mark.parametrize(
    ("options", "reported"),
    [
        (("--json", "--csv"), "--json and --csv exclude each other"),
        (("--no-gas", "--calls", "x"), "--no-gas and --calls exclude each other"),
        (("--allow-waste", "3"), "--allow-waste needs --baseline"),
        (("--plot", "x.png"), "'x.png' ends neither in .svg nor in .html"),
        (("--steps", "=gu"), "'=gu' has no name; write NAME=SEQ, or SEQ alone"),
        (("--optimize-runs", "1", "--optimize-runs", "01"), "--optimize-runs is given twice for 1"),
        (("--solc-version", "0.8.28") * 2, "--solc-version is given twice for 0.8.28"),
        (("--steps", "a=u", "--steps", "a=l"), "Two sequences are called 'a'"),
        ((COUNTER,), "A FILE is given twice"),
    ],
)
def test_wrong_usage(yulopt: Command, options: tuple[str, ...], reported: str) -> None:
    result = yulopt("compare", *options, COUNTER)
    assert (result.exit_code, result.stdout) == (2, "")
    assert reported in result.stderr


def test_wrong_steps(yulopt: Command) -> None:
    result = yulopt("compare", "--steps", "a=u?", COUNTER)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "'?'" in result.stderr


def test_pipelines_are_compared_with_the_default(yulopt: Command) -> None:
    options = ("--pipeline", "size", "--pipeline", "gas", "--optimize-runs", "7", "--json")
    record = json.loads(yulopt("compare", "--no-gas", *options, COUNTER).stdout)
    reported = [(one["name"], one["runs"], one["codegen"]) for one in record["settings"]]
    assert reported == [("default", 7, "solc"), ("size", 1, "beyond"), ("gas", 7, "beyond")]
    source = COUNTER.read_text("utf-8")
    for name, one in zip(("size", "gas"), record["programs"][0]["results"][1:], strict=True):
        made = compile(source, pipeline=name, runs=7)
        assert one["creation_bytes"] == made.bytecode.size


def test_a_pipeline_is_compared_with_each_back_end(yulopt: Command) -> None:
    options = ("--pipeline", "size", "--backend", "solc", "--backend", "beyond", "--json")
    record = json.loads(yulopt("compare", "--no-gas", *options, COUNTER).stdout)
    reported = [(one["name"], one["codegen"]) for one in record["settings"]]
    assert reported == [("default", "solc"), ("size, solc", "solc"), ("size", "beyond")]
    pipeline = Pipeline.named("size", codegen="solc")
    made = compile(COUNTER.read_text("utf-8"), pipeline=pipeline)
    assert record["programs"][0]["results"][1]["creation_bytes"] == made.bytecode.size


def test_back_ends_are_those_of_pipelines(yulopt: Command) -> None:
    result = yulopt("compare", "--no-gas", "--backend", "solc", COUNTER)
    assert (result.exit_code, "--backend needs --pipeline." in result.stderr) == (2, True)


def test_a_pipeline_and_a_sequence_have_different_names(yulopt: Command) -> None:
    result = yulopt("compare", "--no-gas", "--pipeline", "gas", "--steps", "gas=u", COUNTER)
    assert result.exit_code == 2
    assert "A sequence and a pipeline are called 'gas'." in result.stderr
