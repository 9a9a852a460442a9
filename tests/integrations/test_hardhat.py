"""With the plug-in, Hardhat 2 and 3 build projects as with solc.

A project differs by the lines of its configuration that name yulopt. Compared are all files that
are built, and what tests print, the stack traces of failing ones above all.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.integrations.hardhat import NO_NODE, PLUGIN, Project, TestRun, skip_unless_prepared
from tests.oracle import available, package_of
from tests.slices import at_length, every_nth
from yulopt.dialect import NEWEST, RELEASES
from yulopt.dropin.launcher import launcher
from yulopt.persistence.json_values import Json, object_at, read_json, write_json

# The lines that put the plug-in in.
ONE_LINE = {
    2: ['require("yulopt-hardhat");'],
    3: ['import yulopt from "yulopt-hardhat";', "plugins: [yulopt],"],
}
# Only the first needs no more than .ci/run installs.
PROJECTS = every_nth(4, [("factory", 2), ("token", 2), ("token", 3), ("factory", 3)])
SOME_FRAMES = {"token": "at Token.transfer (contracts/ERC20.sol:32)", "factory": "at Factory.make"}
PASSING_TESTS = {("token", 3): 4, ("factory", 3): 4, ("token", 2): 5, ("factory", 2): 4}
FAILING_TESTS = 5

# The function that each failing test fails in, and the line if that is known. In "shop", much that
# fails is shared: code that it inherits, equal checks, and reverts without data, of which the
# called function is named. It can be that of a text as well, if its end is shared; that of calls
# without a selector is not named. A value that a line above has as well has the location of that.
FAILING_LINES = {
    "token": [
        "Token._mint (contracts/ERC20.sol:66)",
        "Token.transferAll (contracts/Token.sol:38)",
        "Token.setFee (contracts/Token.sol:33)",
        "Token._move (contracts/ERC20.sol:55)",
        "Token._move (contracts/ERC20.sol:57)",
    ],
    "factory": [
        "Vault.constructor (contracts/Vault.sol:17)",
        "Vault.constructor (contracts/Vault.sol:18)",
        "Factory.make (contracts/Factory.sol:15)",
        "Shares.redeem (contracts/Shares.sol:21)",
        "Vault.withdraw (contracts/Vault.sol:29)",
    ],
    "shop": [
        "Shop.constructor (contracts/Shop.sol:16)",
        "Shop.constructor (contracts/Shop.sol:16)",
        "Shop.constructor (contracts/Shop.sol:16)",
        "Shop.onlyOwner (contracts/Base.sol:17)",
        "Shop.buy (contracts/Shop.sol:21)",
        "Shop.buy (contracts/Shop.sol:22)",
        "Shop.buy",
        "Buyer.onBuy (contracts/Shop.sol:82)",
        "Shop.setPrice (contracts/Shop.sol:32)",
        "Shop.lower (contracts/Shop.sol:42)",
        "Shop.raise (contracts/Shop.sol:46)",
        "Shop.read (contracts/Shop.sol:49)",
        "Shop.part (contracts/Shop.sol:53)",
        "Shop.forward (contracts/Shop.sol:57)",
        "Till.pay (contracts/Shop.sol:94)",
        "",
        "Purse.take",
        "Purse.give",
        "Purse.give",
        "Jar.<receive> (contracts/Shop.sol:145)",
        "Jar.<receive>",
        "Twins.first",
        "Twins.second",
        "Maker.<unrecognized-selector> (contracts/Shop.sol:126)",
    ],
}
# Of functions that share the whole check, none is named, but solc names them.
UNNAMED = {("shop", "balanced"): (21, 22)}
# By the number of the failing test.
SHOWN_TEXTS = {
    "shop": {
        0: "limit is low",
        6: "too little",
        14: "low pay",
        15: "low tip",
        16: "too few",
        17: "nobody",
        18: "not yours",
        21: "too low",
        22: "too low",
    }
}
# The end of these is shared, but not with calls without a selector.
NAMED_TEXTS = {"shop": (6, 16, 17, 18)}
# With solc, these have no frame but the contract.
UNNAMED_WITH_SOLC = {"shop": (14, 15, 16)}
# Of what reverts without data, Hardhat 3 has no trace.
UNTRACED_IN_3 = {"token": (), "factory": (2,), "shop": (8, 11, 12, 13, 23)}
TRACED = every_nth(
    12,
    [
        (name, number, pipeline)
        for number in (2, 3)
        for name in ("token", "factory", "shop")
        for pipeline in ("gas", "balanced")
    ],
)

each_project = pytest.mark.parametrize(("name", "number"), PROJECTS)


# A worker that takes tests over from another comes back to a module: not for each module.
@pytest.fixture(scope="session", autouse=True)
def _scratch_is_removed() -> Iterator[None]:
    yield
    if scratch.cache_info().currsize:
        shutil.rmtree(scratch())


@cache
def scratch() -> Path:
    return Path(mkdtemp(prefix="yulopt-hardhat-"))


@cache
def executable() -> Path:
    path = scratch() / "yulopt-solc"
    path.write_text(launcher())
    path.chmod(0o755)
    return path


def project(name: str, number: int, compiler: str) -> Project:
    skip_unless_prepared(number)
    return Project(name, number, scratch() / f"{name}-{number}-{compiler}", executable())


@cache
def with_solc(name: str, number: int) -> Project:
    made = project(name, number, "solc")
    assert made.take_out_yulopt() == ONE_LINE[number]
    made.build()
    return made


@cache
def with_plugin(name: str, number: int) -> Project:
    made = project(name, number, "yulopt")
    made.build()
    return made


@cache
def with_path(name: str, path: Path) -> Project:
    """Hardhat 3 without the plug-in, which has the path of a compiler instead."""
    made = project(name, 3, path.stem)
    made.take_out_yulopt()
    text = made.configuration.read_text()
    made.configuration.write_text(re.sub("path: .*", f'path: "{path}",', text))
    made.build()
    return made


@cache
def run_with_solc(name: str, number: int) -> TestRun:
    return with_solc(name, number).test()


def check_artifacts(actual: dict[str, str], expected: dict[str, str]) -> None:
    assert actual.keys() == expected.keys()
    for path, text in actual.items():
        if not path.endswith(".json"):
            assert text == expected[path]
            continue
        ours, theirs = read_json(text), read_json(expected[path])
        if "output" in object_at(ours):
            # Of the build as a whole, with source maps.
            assert object_at(ours).pop("output") == object_at(theirs).pop("output")
        assert ours == theirs


def without_build_id(artifacts: dict[str, str]) -> dict[str, str]:
    """The identifier of a build covers the path of the compiler."""
    (path,) = (path for path in artifacts if path.endswith(".output.json"))
    identifier = Path(path).name.removesuffix(".output.json")
    return {
        path.replace(identifier, "ID"): text.replace(identifier, "ID")
        for path, text in artifacts.items()
    }


@each_project
def test_artifacts_are_those_of_solc(name: str, number: int) -> None:
    expected, actual = with_solc(name, number), with_plugin(name, number)
    assert any(path.endswith(f"{name.capitalize()}.json") for path in actual.artifacts())
    check_artifacts(actual.artifacts(), expected.artifacts())


@each_project
def test_tests_pass_and_fail_as_with_solc(name: str, number: int) -> None:
    run = with_plugin(name, number).test()
    assert len(run.passed) == PASSING_TESTS[name, number]
    assert len(run.failures) == FAILING_TESTS
    assert SOME_FRAMES[name] in "".join(run.failures)
    assert run == run_with_solc(name, number)


@pytest.mark.parametrize(("name", "number", "pipeline"), TRACED)
def test_stack_traces_of_a_pipeline_name_the_failing_line(
    name: str, number: int, pipeline: str
) -> None:
    made = project(name, number, pipeline)
    made.environment["YULOPT_PIPELINE"] = pipeline
    made.build()
    failures = made.test().failures
    frames = [re.findall(r"at (\w+\.(?!<unknown>)\S+ \(contracts/.*\))", one) for one in failures]
    found = [named[0] if named else "" for named in frames]
    unnamed = UNNAMED.get((name, pipeline), ())
    untraced = UNTRACED_IN_3[name] if number == 3 else ()
    lines = enumerate(FAILING_LINES[name])
    expected = ["" if index in (*untraced, *unnamed) else line for index, line in lines]
    assert [
        one if "(" in line else one.partition(" ")[0]
        for one, line in zip(found, expected, strict=True)
    ] == expected
    for index, shown in SHOWN_TEXTS.get(name, {}).items():
        assert shown in failures[index].partition("Error:")[2]
    for index in NAMED_TEXTS.get(name, ()):
        assert "<unknown>" not in failures[index]
    for index in unnamed:
        assert re.findall(r"at (\S+) \(contracts/", failures[index]) == ["Twins.<unknown>"]


@at_length
@pytest.mark.parametrize("number", [2, 3])
def test_where_a_pipeline_has_an_unknown_frame_solc_has_no_other(number: int) -> None:
    for name, unnamed in UNNAMED_WITH_SOLC.items():
        failures = run_with_solc(name, number).failures
        for index in unnamed:
            frames = re.findall(r"at \w+\.(\S+) \(contracts/", failures[index])
            assert frames == ["<unknown>"]


@at_length
def test_other_steps_make_other_code_that_passes_the_tests() -> None:
    """Among them, that a factory has the code of what it makes in it."""
    made = project("factory", 2, "small")
    made.environment["YULOPT_PIPELINE"] = "small"
    made.build()
    path = "contracts/Factory.sol/Factory.json"
    code = object_at(read_json(made.artifacts()[path]))["bytecode"]
    assert code != object_at(read_json(with_solc("factory", 2).artifacts()[path]))["bytecode"]
    assert made.test().passed == run_with_solc("factory", 2).passed


@at_length
@pytest.mark.parametrize("number", [2, 3])
def test_another_choice_is_another_build(number: int) -> None:
    """Without --force, and there and back again."""
    made = project("token", number, "choices")
    path = "contracts/Token.sol/Token.json"
    codes: list[Json] = []
    for pipeline in ("none", "gas", "gas", "none"):
        made.environment["YULOPT_PIPELINE"] = pipeline
        done = made.hardhat("compile" if number == 2 else "build")
        assert done.returncode == 0, done.stdout
        assert ("90001" in done.stdout or "goes beyond solc" in done.stdout) == (
            pipeline == "gas" and len(codes) == 1
        )
        codes.append(object_at(read_json(made.artifacts()[path]))["bytecode"])
    assert codes[1] == codes[2] != codes[0] == codes[3]
    assert (
        codes[0] == object_at(read_json(with_solc("token", number).artifacts()[path]))["bytecode"]
    )


@at_length
@pytest.mark.parametrize("route", ["launcher", "file of JavaScript"])
def test_hardhat_3_takes_a_path(route: str) -> None:
    made = with_path("token", executable() if route == "launcher" else PLUGIN / "soljson.js")
    check_artifacts(
        without_build_id(made.artifacts()), without_build_id(with_solc("token", 3).artifacts())
    )
    assert made.test() == run_with_solc("token", 3)


@pytest.mark.parametrize("number", [2, 3])
def test_a_missing_yulopt_is_reported(number: int) -> None:
    made = project("token", number, "none")
    made.environment["YULOPT_EXECUTABLE"] = "/no/yulopt-solc"
    done = made.hardhat("compile")
    assert done.returncode == 1
    assert "there is no /no/yulopt-solc (from the variable YULOPT_EXECUTABLE)" in done.stdout
    assert not (made.folder / "artifacts" / "contracts").exists()


@at_length
@pytest.mark.parametrize("number", [2, 3])
def test_other_versions_are_left_to_hardhat(number: int) -> None:
    made = project("token", number, "other")
    for folder in ("contracts", "test"):
        shutil.rmtree(made.folder / folder)
    (made.folder / "contracts").mkdir()
    (made.folder / "contracts" / "Other.sol").write_text("contract Other {}")
    text = made.configuration.read_text()
    made.configuration.write_text(text.replace('version: "0.8.37"', 'version: "0.8.19"'))
    made.environment["YULOPT_EXECUTABLE"] = "/no/yulopt-solc"
    made.build()


# Nothing is downloaded: Hardhat 3 has paths, and the compilers of Hardhat 2 come from a task.
TWO_COMPILERS = {
    2: """
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");
const { subtask } = require("hardhat/config");
require("yulopt-hardhat");
const compilers = COMPILERS;
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion: version }) => ({
  version,
  longVersion: version,
  compilerPath: compilers.find(one => one.version === version).path,
  isSolcJs: true,
}));
module.exports = { solidity: { compilers: compilers.map(({ path, ...rest }) => rest) } };
""",
    3: """
import { defineConfig } from "hardhat/config";
import yulopt from "yulopt-hardhat";
export default defineConfig({
  plugins: [yulopt],
  solidity: { compilers: COMPILERS },
});
""",
}
LOOP = """{ function sum(uint256 n) external pure returns (uint256 s) {
    for (uint256 i; i < n; ++i) s += i * n; } }
"""


def with_two_compilers(number: int, compiler: str, versions: tuple[str, str]) -> Project:
    """A project with a contract for each of two releases of solc."""
    made = project("token", number, f"two-{compiler}")
    for folder in ("contracts", "test"):
        shutil.rmtree(made.folder / folder)
    (made.folder / "contracts").mkdir()
    for name, version in zip(("Early", "Late"), versions, strict=True):
        text = (
            f"// SPDX-License-Identifier: MIT\npragma solidity ={version};\ncontract {name} {LOOP}"
        )
        (made.folder / "contracts" / f"{name}.sol").write_text(text)
    compilers: Json = [
        {
            "version": version,
            "path": str(package_of(version) / "soljson.js"),
            "settings": {"viaIR": True, "optimizer": {"enabled": True, "runs": 200}},
        }
        for version in versions
    ]
    text = TWO_COMPILERS[number]
    if compiler == "solc":
        for line in ONE_LINE[number]:
            text = text.replace(line, "")
    text = text.replace("COMPILERS", write_json(compilers))
    made.configuration.write_text(text)
    return made


@at_length
@pytest.mark.parametrize("number", [2, 3])
def test_several_compilers_in_one_configuration(number: int) -> None:
    versions = ("0.8.28", NEWEST.version)
    if reason := available(versions[0]):
        pytest.skip(reason)
    stock = with_two_compilers(number, "solc", versions)
    stock.build()
    made = with_two_compilers(number, "yulopt", versions)
    made.build()
    check_artifacts(made.artifacts(), stock.artifacts())
    codes = [
        object_at(read_json(made.artifacts()[f"contracts/{name}.sol/{name}.json"]))["bytecode"]
        for name in ("Early", "Late")
    ]
    assert codes[0] != codes[1]
    made.environment["YULOPT_EXECUTABLE"] = "/no/yulopt-solc"
    assert made.hardhat("compile", "--force").returncode == 1


def test_the_tests_of_the_plugin_itself() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip(NO_NODE)
    done = subprocess.run(
        [node, "--test", PLUGIN / "test" / "yulopt.test.js"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert re.search(r"^# pass [1-9]", done.stdout, re.MULTILINE), done.stdout


def test_the_plugin_stands_in_for_the_same_releases() -> None:
    text = (PLUGIN / "lib" / "yulopt.js").read_text()
    found = re.search(r"const SOLC_VERSIONS = \[([^]]*)\];", text)
    assert found is not None
    assert re.findall('"(.+?)"', found[1]) == list(RELEASES)
