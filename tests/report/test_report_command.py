"""`yulopt report` on real contracts in Solidity."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from tests.conftest import Command
from tests.oracle import available
from tests.slices import at_length
from yulopt.dropin.front import FRONT_VARIABLE
from yulopt.persistence.cache import CACHE_VARIABLE
from yulopt.persistence.json_values import Json, JsonObject, object_at

pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
pytestmark = pytest.mark.skipif(available() is not None, reason=str(available()))

TOKEN: Final = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
import "p/Owned.sol";
interface IToken { function mint(address to, uint256 amount) external; }
library Sums { function add(uint x, uint y) internal pure returns (uint) { return x + y; } }
contract Token is Owned, IToken {
    mapping(address => uint256) public balanceOf;
    constructor(address first) Owned(first) {}
    function burn(uint256 amount) external { balanceOf[msg.sender] -= amount; }
    function mint(address to, uint256 amount) external {
        require(msg.sender == owner, "no");
        balanceOf[to] = Sums.add(balanceOf[to], amount);
    }
    function never() external pure { revert("never"); }
}
"""
OWNED: Final = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
abstract contract Owned {
    address public owner;
    constructor(address first) { require(first != address(0)); owner = first; }
}
"""
Project: TypeAlias = Callable[[str], Path]


@pytest.fixture
def project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A project of Foundry with one token, in which the command runs."""
    (tmp_path / "src").mkdir()
    (tmp_path / "lib/p/src").mkdir(parents=True)
    (tmp_path / "foundry.toml").write_text("[profile.default]\noptimizer_runs = 7\n")
    (tmp_path / "src/Token.sol").write_text(TOKEN)
    (tmp_path / "lib/p/src/Owned.sol").write_text(OWNED)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path_factory.getbasetemp() / "cache"))
    monkeypatch.setenv(FRONT_VARIABLE, os.environ["SOLC"])
    return tmp_path


def only_contract(text: str) -> JsonObject:
    contracts = object_at(json.loads(text)).get("contracts")
    assert isinstance(contracts, list)
    [contract] = contracts
    return object_at(contract)


def builds_of(contract: JsonObject) -> dict[str, JsonObject]:
    builds = contract.get("builds")
    assert isinstance(builds, list)
    return {str(object_at(build)["key"]): object_at(build) for build in builds}


def names_of(functions: Json) -> list[Json]:
    assert isinstance(functions, list)
    return [object_at(one).get("name") for one in functions]


@pytest.mark.usefixtures("project")
def test_without_a_path_the_project_is_reported(yulopt: Command) -> None:
    result = yulopt("report", "--quick", "--json", "--jobs", "1")
    assert result.exit_code == 0, result.stderr
    document = json.loads(result.stdout)
    assert document["setting"] == "without IR, runs 7 (foundry.toml)"
    assert document["skipped"].startswith("2 not deployed")
    assert "FOUNDRY_VIA_IR=true" in document["decision"]["command"]
    contract = only_contract(result.stdout)
    assert contract["name"] == "src/Token.sol:Token"
    assert contract["unmeasured"] == ["never()"]
    builds = builds_of(contract)
    pipelines = ["size", "gas", "balanced"]
    published = [f"publish-{name}" for name in pipelines]
    assert list(builds) == ["solc", "via-ir", *pipelines, *published]
    for build in builds.values():
        # The constructor refuses zero, and burning fails before anything is minted.
        assert set(names_of(build["functions"])) == {
            "balanceOf(address)",
            "burn(uint256)",
            "mint(address,uint256)",
            "owner()",
        }
    for key in ("deployedBytes", "paidGas", "executionGas", "deploymentGas"):
        first, best = builds["solc"][key], builds["gas"][key]
        assert isinstance(first, int | float)
        assert isinstance(best, int | float)
        assert best < first
    paid, execution = builds["gas"]["paidGas"], builds["gas"]["executionGas"]
    assert isinstance(paid, float)
    assert isinstance(execution, float)
    assert paid - execution > 21000
    assert builds["solc"]["verification"] == "Etherscan, Sourcify, Blockscout"
    assert builds["gas"]["verification"] == "none"
    for key, pipeline in zip(published, pipelines, strict=True):
        assert builds[key]["verification"] == "Sourcify, as Yul"
        assert builds[key]["pipeline"] == pipeline


def test_the_whole_report_as_text_and_as_a_page(yulopt: Command, project: Path) -> None:
    words = ("--search-time", "1s", "--proof-time", "1s", "--jobs", "1", "--html", "page.html")
    (project / "foundry.toml").write_text(
        "[profile.default]\noptimizer = false\noptimizer_runs = 7\n"
    )
    result = yulopt("report", *words, "src/Token.sol")
    assert result.exit_code == 0, result.stderr
    head, _, rest = result.stdout.partition("\n\n")
    setting = "without IR, runs 7, but with the optimiser on (foundry.toml)"
    assert head.startswith(f"solc 0.8.37 as the project builds it: {setting}")
    assert rest.startswith("src/Token.sol:Token\n")
    assert "\n  --pipeline gas" in rest
    assert "proven" in rest or "in time" in rest or "pip install" in rest
    assert "no call succeeded of: never()" in rest
    page = (project / "page.html").read_text()
    assert "src/Token.sol:Token" in page
    # It needs nothing from elsewhere.
    assert "http" not in page
    assert "<script" not in page


@at_length
def test_calls_beside_a_contract_are_measured(yulopt: Command, project: Path) -> None:
    (project / "src/Token.calls").write_text(
        "constructor(address) 0xa11ce\nweight 3 from 0xa11ce mint(address,uint256) 0xb0b 5\n"
        "reverts weight 0 burn(uint256) 9\n"
    )
    result = yulopt("report", "--quick", "--json", "--jobs", "1")
    contract = only_contract(result.stdout)
    assert contract["calls"] == f"gas is that of the calls in {project / 'src/Token.calls'}"
    gas = builds_of(contract)["gas"]["functions"]
    assert names_of(gas) == ["mint(address,uint256) 0xb0b 5"]


@at_length
def test_calls_of_tests_are_measured(yulopt: Command, project: Path) -> None:
    (project / "gas.json").write_text(
        '[{"contract": "src/Token.sol:Token",'
        ' "functions": {"mint(address,uint256)": {"calls": 9}}}]'
    )
    words = ("report", "--quick", "--json", "--jobs", "1", "--calls", "gas.json")
    contract = only_contract(yulopt(*words).stdout)
    assert str(contract["calls"]).endswith("each as often as tests call its function")
    gas = builds_of(contract)["gas"]["functions"]
    assert isinstance(gas, list)
    [function] = map(object_at, gas)
    assert (function["name"], function["weight"]) == ("mint(address,uint256)", 9)
    # Any other file has calls of its own, and says what is wrong with it.
    (project / "gas.json").write_text('[{"contract": 7}]')
    assert "the transaction has no 'data'" in yulopt(*words).stderr


@at_length
@pytest.mark.usefixtures("project")
def test_markdown(yulopt: Command) -> None:
    result = yulopt("report", "--quick", "--markdown", "--jobs", "1", "src")
    lines = result.stdout.splitlines()
    assert lines[0] == "### yulopt report"
    assert "#### src/Token.sol:Token" in lines
    assert "| | bytes | to 24,576 | gas to deploy | gas of a call | execution |" in lines


@at_length
def test_remappings_among_the_paths(yulopt: Command, project: Path) -> None:
    (project / "lib").rename(project / "elsewhere")
    words = ("report", "--quick", "--json", "--jobs", "1", "src/Token.sol")
    assert "'p/Owned.sol' is not found" in yulopt(*words).stderr
    for more in (("p/=elsewhere/p/src/",), ("--remap", "p/=elsewhere/p/src/")):
        assert yulopt(*words, *more).exit_code == 0
    assert "'p' is not a remapping" in yulopt(*words, "--remap", "p").stderr


@at_length
def test_contracts_that_solc_cannot_build(yulopt: Command, project: Path) -> None:
    names = [f"x{number}" for number in range(18)]
    parameters, total = ", ".join(f"uint {name}" for name in names), " * ".join(names)
    (project / "src/Deep.sol").write_text(
        "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\ncontract Deep { function f("
        f"{parameters}) external pure returns (uint) {{ return {total} + x0; }} }}"
        " contract Flat { function g() external pure returns (uint) { return 1; } }"
    )
    result = yulopt("report", "--quick", "--json", "--jobs", "1", "src/Deep.sol")
    assert result.exit_code == 0, result.stderr
    deep, flat = map(object_at, json.loads(result.stdout)["contracts"])
    # One that is too deep says nothing about the others in the file.
    assert builds_of(flat)["solc"]["failure"] is None
    builds = builds_of(deep)
    assert (builds["solc"]["failure"], builds["solc"]["deployedBytes"]) == ("stack too deep", None)
    assert builds["gas"]["failure"] is None


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("missing.sol",), "missing.sol: error: cannot be read: No such file or directory"),
        (("lib",), "there is no contract to deploy (1 not deployed"),
        (("--markdown", "--json"), "--markdown and --json exclude each other"),
        (("--search-time", "soon"), "'soon' is not a duration"),
        (("empty",), "it has no Solidity files"),
    ],
    ids=lambda value: value if isinstance(value, str) else "-".join(value),
)
def test_bad_input(yulopt: Command, project: Path, words: tuple[str, ...], message: str) -> None:
    (project / "empty").mkdir()
    result = yulopt("report", "--quick", *words)
    assert (result.exit_code in (1, 2), result.stdout) == (True, "")
    assert message in result.stderr
