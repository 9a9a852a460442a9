"""`yulopt compare` with several releases of solc: changes by an upgrade, and their steps."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import yulopt as package
from tests.conftest import Command
from yulopt.driver.options import Options
from yulopt.tune.comparison import Program, Setting
from yulopt.tune.upgrade import compare_releases

# Up to 0.8.36, the copy in `lost` is removed, although it may fail.
SOURCE = """object "a" { code {
    if calldataload(0) { lost() } kept()
    function lost() {
        let size := returndatasize()
        pop(call(gas(), 1, 0, 0, 0, 0, 0))
        returndatacopy(0, 0, size)
        revert(0, 0)
    }
    function kept() {
        pop(call(gas(), 2, 0, 0, 0, 0, 0))
        returndatacopy(0, 0, returndatasize())
        revert(0, returndatasize())
    }
} }
"""
STEPS = "xS"
NAME = "UnusedStoreEliminator"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "a.yul"
    path.write_text(SOURCE)
    return path


def versions(*numbers: str) -> list[str]:
    return [word for number in numbers for word in ("--solc-version", number)]


def test_steps_and_bytes_function_by_function(yulopt: Command, file: Path) -> None:
    options = ("compare", "--no-gas", "--steps", f"mine={STEPS}", *versions("0.8.36", "0.8.37"))
    result = yulopt(*options, file)
    assert (result.exit_code, result.stderr) == (0, "")
    head, body = result.stdout.split("\n\n")
    assert [line.split("  ")[1] for line in head.splitlines()[2:]] == [
        "mine, solc 0.8.36",
        "mine, solc 0.8.37",
    ]
    reported = body.splitlines()
    assert reported[0] == f"{file}: mine, solc 0.8.37, beside mine, solc 0.8.36"
    assert reported[1] == f"  {NAME} (S): lost"
    assert [line.split()[0] for line in reported[2:]] == ["lost"]
    record = json.loads(yulopt(*options, "--json", file).stdout)
    (upgrade,) = record["upgrades"]
    (function,) = upgrade["functions"]
    before, after = (one["deployed_bytes"] for one in record["programs"][0]["results"])
    assert 0 < function["bytes_before"] < function["bytes_after"]
    assert before < after
    assert not upgrade["has_other_steps"]


def test_each_release_has_its_default_steps_and_evm(yulopt: Command, file: Path) -> None:
    numbers = ("0.8.26", "0.8.34", "0.8.37")
    result = yulopt("compare", "--no-gas", "--json", *versions(*numbers), file)
    record = json.loads(result.stdout)
    one, other, last = record["settings"]
    assert [row["evm_version"] for row in (one, other, last)] == ["cancun", "osaka", "osaka"]
    assert one["steps"] != other["steps"] == last["steps"]
    # Each is compared with the first.
    assert [row["after"] for row in record["upgrades"]] == [
        f"default, solc {number}" for number in numbers[1:]
    ]
    assert all(row["has_other_steps"] for row in record["upgrades"])
    for row, number in zip(record["programs"][0]["results"], numbers, strict=True):
        made = package.compile(SOURCE, solc_version=number)
        assert row["creation_bytes"] == made.bytecode.size


def test_an_evm_version_that_one_release_lacks(yulopt: Command, file: Path) -> None:
    result = yulopt(
        "compare", "--evm-version", "osaka", *versions("0.8.28", "0.8.37"), "--no-gas", file
    )
    assert result.exit_code == 2
    assert "solc 0.8.28 does not have EVM version 'osaka'" in result.stderr


def test_equal_results_are_reported(yulopt: Command, file: Path) -> None:
    result = yulopt("compare", "--no-gas", *versions("0.8.34", "0.8.35"), "--steps", "u", file)
    assert result.stdout.endswith("\n  nothing that shows in this program\n")


def test_beyond_solc_nothing_depends_on_the_release() -> None:
    before, after = (
        Setting(number, Options(STEPS, codegen="beyond", solc_version=number))
        for number in ("0.8.36", "0.8.37")
    )
    upgrade = compare_releases(Program("a", SOURCE), before, after)
    assert (upgrade.steps, upgrade.functions) == ((), ())
