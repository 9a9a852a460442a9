"""forge, and its results for a project compiled with solc or with yulopt."""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests import oracle
from yulopt.dropin import front
from yulopt.dropin.choices import PIPELINE_VARIABLE
from yulopt.dropin.launcher import launcher
from yulopt.dropin.project_file import FILE_NAME
from yulopt.persistence.json_values import Json, JsonObject, object_at, read_json

# The variable that names forge, where it is not on the PATH.
FORGE_VARIABLE: Final = "YULOPT_FORGE"
STOCK: Final = "stock"
DEFAULT: Final = "default"
_SEED: Final = "0x2026"
_FUZZ_RUNS: Final = 64
_HEX_DIGITS_PER_BYTE: Final = 2
_HEAP_INPUT: Final = Path(front.__file__).with_name("heap_input.js")


class ForgeError(Exception):
    """forge has failed other than by tests that fail."""


def find_forge() -> str | None:
    """The program, if there is one."""
    named = os.environ.get(FORGE_VARIABLE)
    return named if named and Path(named).is_file() else shutil.which("forge")


def unavailable(release: str | None = None) -> str | None:
    """The missing program to build projects with forge and a release of solc, or None."""
    if find_forge() is None:
        return (
            "needs forge: run integrations/foundry/prepare.sh FOLDER, and set"
            f" {FORGE_VARIABLE} to the path that it prints"
        )
    return oracle.available(release)


@dataclass(frozen=True)
class TestResult:
    """Whether a test has passed, and its gas, which only tests without random inputs have."""

    __test__ = False

    passed: bool
    gas: int | None


@dataclass(frozen=True)
class Run:
    """The results of a project with one compiler.

    `artifacts` are what forge has written for each contract, by path; `reported` is its output.
    """

    seconds: float
    processor_seconds: float
    artifacts: dict[str, JsonObject]
    tests: dict[str, TestResult]
    reported: str

    def bytes_of(self, sources: str) -> int:
        """The bytes of all deployed code of files in a folder."""
        return (
            sum(
                len(str(object_at(artifact, "deployedBytecode").get("object", "0x"))) - 2
                for artifact in self.artifacts.values()
                if _source(artifact).startswith(f"{sources}/")
            )
            // _HEX_DIGITS_PER_BYTE
        )


class Compilers:
    """The programs that forge runs as solc, in a folder of their own."""

    def __init__(self, folder: Path, yulopt: str | None = None, release: str | None = None) -> None:
        """`yulopt` is the path of a `yulopt-solc`, if it is not the one that runs this; `release`
        is that of solc, the newest if None.
        """
        self._folder = folder
        self._solc = str(oracle.package_of(release))
        scripts = (Path(__file__).with_name("stock.js"), _HEAP_INPUT, self._solc)
        command = " ".join(shlex.quote(str(path)) for path in scripts)
        self._stock = self._program("stock-solc", f'#!/bin/sh\nexec node {command} "$@"\n')
        self._is_installed = yulopt is not None
        self._yulopt = Path(yulopt) if yulopt else self._program("yulopt-solc", launcher())

    def environment(self, compiler: str) -> dict[str, str]:
        """The variables that have forge compile with it; it is `stock`, or a pipeline."""
        return {
            **os.environ,
            "FOUNDRY_SOLC": str(self._stock if compiler == STOCK else self._yulopt),
            "FOUNDRY_OFFLINE": "true",
            "FOUNDRY_FUZZ_SEED": _SEED,
            "FOUNDRY_FUZZ_RUNS": str(_FUZZ_RUNS),
            "FOUNDRY_LINT_LINT_ON_BUILD": "false",
            PIPELINE_VARIABLE: "off" if compiler in (STOCK, DEFAULT) else compiler,
            "YULOPT_SOLC": self._solc,
            # The timed build starts from scratch.
            "YULOPT_CACHE": "off",
            # A program that is installed elsewhere has its own modules, perhaps compiled ones.
            "PYTHONPATH": "" if self._is_installed else os.pathsep.join(sys.path),
            "NO_COLOR": "1",
        }

    def _program(self, name: str, content: str) -> Path:
        path = self._folder / name
        path.write_text(content)
        path.chmod(0o755)
        return path


def choose_for_tests_too(project: Path, environment: dict[str, str]) -> None:
    """Have a project's tests compiled by the pipeline that the environment names, too."""
    pipeline = environment.pop(PIPELINE_VARIABLE)
    table = f'[contracts."**"]\npipeline = "{pipeline}"\n'
    (project / FILE_NAME).write_text(table)


def forge(
    project: Path, environment: Mapping[str, str], *arguments: str
) -> subprocess.CompletedProcess[str]:
    """Run forge in a project; raises `ForgeError` if there is none."""
    program = find_forge()
    if program is None:
        raise ForgeError(unavailable())
    return subprocess.run(
        [program, *arguments],
        cwd=project,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def build_and_test(project: Path, environment: Mapping[str, str]) -> Run:
    """Build a project anew, and run its tests; raises `ForgeError` if it cannot be built."""
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    built = forge(project, environment, "build", "--force")
    seconds = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if built.returncode != 0:
        raise ForgeError(built.stderr + built.stdout)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    tested = forge(project, environment, "test", "--json")
    return Run(
        seconds,
        spent,
        read_artifacts(project),
        read_tests(tested.stdout),
        built.stdout + built.stderr,
    )


def read_artifacts(project: Path) -> dict[str, JsonObject]:
    """The artifacts of each contract of each file."""
    folder = project / "out"
    return {
        str(path.relative_to(folder)): object_at(read_json(path.read_text("utf-8")))
        for path in sorted(folder.glob("*/*.json"))
        if path.parent.name != "build-info"
    }


def read_tests(text: str) -> dict[str, TestResult]:
    """The results in the output of `forge test --json`; raises `ForgeError` if there are none."""
    try:
        suites = object_at(read_json(text))
    except ValueError:
        raise ForgeError(f"forge test has not answered: {text[:1000]}") from None
    return {
        f"{suite}:{name}": _result(object_at(result))
        for suite, found in suites.items()
        for name, result in object_at(found, "test_results").items()
    }


def _result(result: JsonObject) -> TestResult:
    gas: Json = object_at(result, "kind", "Unit").get("gas")
    return TestResult(result["status"] == "Success", gas if isinstance(gas, int) else None)


def _source(artifact: JsonObject) -> str:
    targets = object_at(artifact, "metadata", "settings", "compilationTarget")
    return next(iter(targets), "")
