"""The real forge: builds and tests a project with yulopt as with solc, and notices choices.

The environment variable YULOPT_FORGE names it, or it is on the PATH.
integrations/foundry/prepare.sh installs it.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

import pytest

from tests.campaigns.foundry.comparison import problems
from tests.campaigns.foundry.forge import (
    DEFAULT,
    STOCK,
    Compilers,
    Run,
    build_and_test,
    find_forge,
    forge,
    read_artifacts,
    unavailable,
)
from tests.campaigns.foundry.projects import PROJECTS
from tests.slices import at_length, every_nth
from yulopt.persistence.json_values import Json, object_at, read_json, write_json
from yulopt.report.call_counts import counts_in
from yulopt.report.foundry_traces import traces_in
from yulopt.tune.calls import Call, Calls

COUNTER = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
contract Counter {
    uint256 public number;
    mapping(address => uint256) public by;
    function add(uint256 amount) external { number += amount; by[msg.sender] += amount; }
}
"""
COUNTER_TEST = """// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;
import {Counter} from "../src/Counter.sol";
contract CounterTest {
    Counter counter = new Counter();
    function test_Add() public { counter.add(3); require(counter.number() == 3, "3"); }
    function test_Fails() public { counter.add(3); require(counter.number() == 4, "no 4"); }
}
"""
OURS = "vault (ours)"
PARTS = {
    OURS: PROJECTS[OURS],
    "Solady": replace(PROJECTS["Solady"], tests=("MerkleProofLib", "Ownable")),
}
# The tests of each, and the fewest artifacts.
EXTENTS = {OURS: (11, 7), "Solady": (32, 16)}
SLITHER_VARIABLE = "YULOPT_SLITHER"
CONFIGURATION = """[profile.default]
via_ir = true
optimizer = true
[profile.cheap.optimizer_details.yulDetails]
optimizerSteps = "pipeline=gas"
"""


# A worker that takes tests over from another comes back to a module: not for each module.
@pytest.fixture(scope="session", autouse=True)
def _forge() -> Iterator[None]:
    if reason := unavailable():
        pytest.skip(reason)
    yield
    if scratch.cache_info().currsize:
        shutil.rmtree(scratch())


@cache
def scratch() -> Path:
    return Path(mkdtemp(prefix="yulopt-forge-"))


@cache
def compilers() -> Compilers:
    return Compilers(scratch())


@cache
def built(compiler: str, name: str) -> tuple[Path, Run]:
    """A project, and its results."""
    folder = scratch() / f"{name} {compiler}"
    PARTS[name].copy_to(folder)
    return folder, build_and_test(folder, compilers().environment(compiler))


@pytest.fixture
def counter(tmp_path: Path) -> Path:
    """A small project."""
    for name, text in (
        ("src/Counter.sol", COUNTER),
        ("test/Counter.t.sol", COUNTER_TEST),
        ("foundry.toml", CONFIGURATION),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def build(project: Path, compiler: str, **variables: str) -> str:
    """Build incrementally; returns the output of forge."""
    environment = compilers().environment(compiler) | variables
    done = forge(project, environment, "build")
    assert done.returncode == 0, done.stderr
    return done.stdout + done.stderr


def code(project: Path, name: str = "Counter.sol/Counter.json") -> str:
    return str(object_at(read_artifacts(project)[name], "bytecode")["object"])


@pytest.mark.parametrize("compiler", [DEFAULT, "gas"])
@pytest.mark.parametrize("name", PARTS)
def test_a_project_passes_its_tests_as_with_solc(name: str, compiler: str) -> None:
    """By default it has the same artifacts, too."""
    if PARTS[name].missing:
        pytest.skip(f"needs {PARTS[name].missing}")
    stock = built(STOCK, name)[1]
    tests, artifacts = EXTENTS[name]
    assert len(stock.tests) == tests
    assert all(result.passed for result in stock.tests.values())
    assert len(stock.artifacts) >= artifacts
    assert problems(compiler, built(compiler, name)[1], stock) == []


def test_another_choice_is_another_build(counter: Path) -> None:
    """Without --force, there and back again."""
    codes, said = [], []
    for pipeline in (DEFAULT, "gas", "gas", DEFAULT):
        said.append(build(counter, pipeline))
        codes.append(code(counter))
    assert codes[1] == codes[2] != codes[0] == codes[3]
    assert "No files changed" in said[2]
    # It is printed once, and does not count as a warning.
    assert re.findall(r"Info.*", said[1]) == [
        "Info (90001): yulopt compiles src/Counter.sol:Counter with the pipeline 'gas', which goes"
        " beyond solc; explorers cannot verify such code (1 of tests and scripts left to"
        " solc's steps)"
    ]
    (counter / "yulopt.toml").write_text('ignored_codes = [90001]\n[default]\npipeline = "gas"\n')
    assert "Info" not in build(counter, DEFAULT, YULOPT_PIPELINE="", FOUNDRY_DENY="warnings")
    assert code(counter) == codes[1]


@at_length
def test_stale_artifacts_are_reported_from_outside_the_project(counter: Path) -> None:
    build(counter, DEFAULT)
    (counter / "src" / "Counter.sol").write_text(COUNTER + "contract Other {}\n")
    arguments = ("build", "--root", str(counter))
    done = forge(counter.parent, compilers().environment("gas"), *arguments)
    assert "Warning (90009): the cache of Foundry has contracts" in done.stdout + done.stderr
    forced = forge(counter.parent, compilers().environment("gas"), *arguments, "--force")
    assert "90009" not in forced.stdout + forced.stderr


@at_length
def test_a_profile_can_have_a_pipeline(counter: Path) -> None:
    build(counter, DEFAULT)
    usual = code(counter)
    build(counter, DEFAULT, FOUNDRY_PROFILE="cheap")
    assert code(counter) != usual
    build(counter, DEFAULT)
    assert code(counter) == usual


def test_tests_create_what_is_deployed(counter: Path) -> None:
    build(counter, "gas")
    inner = code(counter).removeprefix("0x")
    assert inner in code(counter, "Counter.t.sol/CounterTest.json")


def test_calls_of_tests_are_read(counter: Path) -> None:
    """As a report reads them; what the test that fails has done is undone, but counted."""

    def written(*options: str) -> Json:
        done = forge(counter, compilers().environment(STOCK), "test", "--json", *options)
        return read_json(done.stdout)

    counts = counts_in(written("--gas-report"))
    assert counts is not None
    synthetic = Calls((), (Call("add(uint256)", b""), Call("number()", b"")))
    weighed = counts.weigh("src/Counter.sol:Counter", synthetic)
    assert weighed is not None
    assert [call.weight for call in weighed.calls] == [2, 2]
    traces = traces_in(written("-vvv"), "traces.json")
    assert traces is not None
    digits = code(counter).removeprefix("0x")
    found = traces.replay(digits, bytes.fromhex(digits), {})
    assert (found.tests, found.whole, found.calls) == (1, 1, 2)


def test_mistakes_are_reported(counter: Path) -> None:
    environment = compilers().environment("gass")
    done = forge(counter, environment, "build")
    assert done.returncode != 0
    assert "there is no pipeline 'gass'; did you mean 'gas'?" in done.stderr
    assert "90004" in build(counter, DEFAULT, FOUNDRY_VIA_IR="false")


# Other commands of forge


def said(compiler: str, *arguments: str, folder: Path | None = None) -> str:
    """The output of a command, without times."""
    project = built(compiler, OURS)[0] if folder is None else folder
    done = forge(project, compilers().environment(compiler), *arguments)
    assert done.returncode == 0, done.stderr
    return re.sub(r"[\d.]+(?:ns|µs|ms|s)\b", "TIME", done.stdout)


@pytest.mark.parametrize(
    "arguments",
    every_nth(
        5,
        [
            ("inspect", "Vault", "storageLayout"),
            ("test", "--gas-report", "--match-contract", "SortingTest", "-j", "1"),
            ("inspect", "Vault", "deployedBytecode"),
            ("inspect", "Vault", "methodIdentifiers"),
            ("selectors", "list", "Vault"),
        ],
    ),
    ids=lambda arguments: " ".join(arguments[:3]),
)
def test_commands_print_the_same_as_with_solc(arguments: tuple[str, ...]) -> None:
    expected = said(STOCK, *arguments)
    assert expected.strip()
    assert said(DEFAULT, *arguments) == expected


@at_length
@pytest.mark.parametrize("output", ["irOptimized", "assemblyOptimized", "ir"])
def test_inspect_gives_outputs_of_its_own_build(output: str) -> None:
    assert said(DEFAULT, "inspect", "Sorting", output) == said(STOCK, "inspect", "Sorting", output)


@at_length
def test_coverage_is_that_of_solc() -> None:
    arguments = ("coverage", "--ir-minimum", "--report", "lcov", "--report-file")
    reports = []
    for compiler in (STOCK, DEFAULT):
        path = scratch() / f"{compiler}.lcov"
        said(compiler, *arguments, str(path))
        reports.append(path.read_text())
    assert reports[0] == reports[1]
    assert "FNF:" in reports[0]


@at_length
def test_a_debugger_sees_the_same_steps() -> None:
    dumps = []
    for compiler in (STOCK, DEFAULT):
        path = scratch() / f"{compiler}.dump.json"
        said(compiler, "test", "--debug", "--match-test", "test_Describe", "--dump", str(path))
        dumps.append(object_at(read_json(path.read_text())))
    assert dumps[0]["debug_arena"] == dumps[1]["debug_arena"]
    assert dumps[0]["debug_arena"]


@at_length
def test_the_input_for_explorers_gives_the_same_code() -> None:
    """Etherscan recompiles the request, by its own solc."""
    folder, run = built(DEFAULT, OURS)
    said(DEFAULT, "build", "--force", "--build-info", "src/Sorting.sol")
    (path,) = (folder / "out" / "build-info").glob("*.json")
    info = object_at(read_json(path.read_text()))
    settings = ("language", "sources", "settings")
    request = write_json({name: object_at(info, "input")[name] for name in settings})
    answers = [read_json(answer(compiler, request)) for compiler in (STOCK, DEFAULT)]
    assert answers[0] == answers[1]
    contract = object_at(answers[0], "contracts", "src/Sorting.sol", "Sorting", "evm", "bytecode")
    artifact = object_at(run.artifacts["Sorting.sol/Sorting.json"], "bytecode")
    assert f"0x{contract['object']}" == artifact["object"]


def answer(compiler: str, request: str) -> str:
    environment = compilers().environment(compiler)
    done = subprocess.run(
        [environment["FOUNDRY_SOLC"], "--standard-json"],
        input=request,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_slither_finds_the_same_as_with_solc(tmp_path: Path) -> None:
    """It reads what crytic-compile has forge build."""
    slither = os.environ.get(SLITHER_VARIABLE) or shutil.which("slither")
    if slither is None:
        pytest.skip(f"needs slither: pip install slither-analyzer, and set {SLITHER_VARIABLE}")
    project = tmp_path / "project"
    PARTS[OURS].copy_to(project)
    reports = []
    for compiler in (STOCK, DEFAULT):
        environment = compilers().environment(compiler)
        path = tmp_path / f"{compiler}.json"
        # crytic-compile looks for forge on the PATH.
        folders = [str(Path(find_forge() or "").parent), environment["PATH"]]
        environment["PATH"] = os.pathsep.join(folders)
        del environment["PYTHONPATH"]
        subprocess.run(
            [slither, ".", "--json", str(path)],
            cwd=project,
            env=environment | {"FOUNDRY_SOLC": str(without_python_path(compiler, tmp_path))},
            capture_output=True,
            check=False,
        )
        reports.append(object_at(read_json(path.read_text())))
    assert reports[0] == reports[1]
    assert reports[0]["success"] is True
    assert object_at(reports[0], "results")["detectors"]


def without_python_path(compiler: str, folder: Path) -> Path:
    """A compiler that sets what slither, in an environment of its own, must not see."""
    environment = compilers().environment(compiler)
    path = folder / f"{compiler}-solc"
    python_path = shlex.quote(environment["PYTHONPATH"])
    solc = shlex.quote(environment["FOUNDRY_SOLC"])
    path.write_text(f'#!/bin/sh\nPYTHONPATH={python_path} exec {solc} "$@"\n')
    path.chmod(0o755)
    return path
