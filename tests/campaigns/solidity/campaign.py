"""One program of the campaign: generated, compiled, and compared."""

from __future__ import annotations

import atexit
import shutil
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

import attr

from tests.campaigns.solidity.calls import CallWriter
from tests.campaigns.solidity.comparing import Scenario, compare, reverts
from tests.campaigns.solidity.compiling import EVM_VERSION, Compiler, Program, Refused
from tests.campaigns.solidity.contracts import generate
from tests.campaigns.solidity.shrinking import SourceShrinker, fewer
from tests.oracle import SCRIPT, Json, JsonLines, ProcessFailure

RUNS: Final = (1, 200, 10**6)
_ROUNDS: Final = 8
_CRASH: Final = "no code:"
_OTHER_REFERENCE: Final = "solc makes another reference"
# For one program of these solc makes the reference, too.
_CONFIRMED: Final = 20


@attr.s(auto_attribs=True, frozen=True)
class Setting:
    """The settings of a compilation."""

    pipeline: str
    runs: int
    evm_version: str


@attr.s(auto_attribs=True, frozen=True)
class Failure:
    """A program for which a pipeline makes code that does something else than the reference."""

    seed: int
    source: str
    setting: Setting
    scenario: Scenario
    text: str

    def __str__(self) -> str:
        return f"seed {self.seed}, {self.setting.pipeline}, runs {self.setting.runs}: {self.text}"


@attr.s(auto_attribs=True)
class Tally:
    """What was compared: programs by the setting of their reference, codes, and calls.

    `missing` counts codes that there are not (see `Program.compile`); `well_formed` calls with
    calldata as the ABI wants it, of which some have `failed`.
    """

    programs: dict[str, int] = attr.Factory(dict)
    refused: dict[str, int] = attr.Factory(dict)
    codes: int = 0
    missing: int = 0
    calls: int = 0
    well_formed: int = 0
    failed: int = 0
    failures: list[Failure] = attr.Factory(list)

    def add(self, other: Tally) -> None:
        """Count what another one has counted."""
        for mine, theirs in ((self.programs, other.programs), (self.refused, other.refused)):
            for name, count in theirs.items():
                mine[name] = mine.get(name, 0) + count
        self.codes += other.codes
        self.missing += other.missing
        self.calls += other.calls
        self.well_formed += other.well_formed
        self.failed += other.failed
        self.failures += other.failures

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {name}" for name, count in self.programs.items())
        share = 100 * self.failed // self.well_formed if self.well_formed else 0
        return (
            f"{sum(self.programs.values())} programs ({kinds}),"
            f" {sum(self.refused.values())} refused, {self.codes} codes,"
            f" {self.missing} missing, {self.calls} calls,"
            f" {share}% of those well-formed revert, {len(self.failures)} differences"
        )


@cache
def solc(evm_version: str = EVM_VERSION) -> Compiler:
    """A compiler for this process, which ends with it."""
    process = JsonLines([shutil.which("node") or "node", str(SCRIPT)])
    atexit.register(process.close)
    return Compiler(process, evm_version)


def scenario_for(seed: int, abi: Sequence[Json], rounds: int = _ROUNDS) -> Scenario:
    """The creation and the calls of a program's contract."""
    calls = CallWriter(Random(seed), abi)
    return Scenario(calls.constructor_arguments(), tuple(calls.calls(rounds)))


def check(seed: int, pipelines: Sequence[str], compiler: Compiler, *, size: int = 5) -> Tally:
    """Compare the codes that pipelines make of the program of that seed."""
    tally, source = Tally(), generate(seed, size)
    try:
        program = compiler.compile(source)
    except Refused as refused:
        tally.refused[str(refused).splitlines()[0]] = 1
        return tally
    tally.programs[program.setting] = 1
    scenario = scenario_for(seed, program.abi)
    rng = Random(seed)
    for pipeline in pipelines:
        setting = Setting(pipeline, rng.choice(RUNS), compiler.evm_version)
        text = _difference(program, setting, scenario, tally)
        if (text or seed % _CONFIRMED == 0) and not compiler.is_confirmed(source, program):
            text = _OTHER_REFERENCE
        if text:
            tally.failures.append(Failure(seed, source, setting, scenario, text))
    return tally


def check_seed(pipelines: Sequence[str], evm_version: str, rotate: bool, seed: int) -> Tally:
    """The task of a process for a seed; `rotate`: with only one of the pipelines."""
    chosen = [pipelines[seed % len(pipelines)]] if rotate else pipelines
    return check(seed, chosen, solc(evm_version))


def find_failure(source: str, setting: Setting, compiler: Compiler) -> Failure | None:
    """The failure of a program, if any. Raises `Refused`."""
    program = compiler.compile(source)
    scenario = scenario_for(0, program.abi)
    text = _difference(program, setting, scenario, Tally())
    return Failure(0, source, setting, scenario, text) if text else None


def _difference(program: Program, setting: Setting, scenario: Scenario, tally: Tally) -> str:
    """The difference of a pipeline's code from the reference, empty if none."""
    try:
        found = program.compile(setting.pipeline, setting.runs, setting.evm_version)
    except Exception as error:
        return f"{_CRASH} {type(error).__name__}: {error}"
    if found is None:
        tally.missing += 1
        return ""
    tally.codes += 1
    difference, outcomes = compare(program, found, scenario)
    tally.calls += len(outcomes)
    well_formed, failed = reverts(outcomes, scenario.transactions)
    tally.well_formed += well_formed
    tally.failed += failed
    return difference


def shrink(failure: Failure, compiler: Compiler, seconds: float) -> Failure:
    """The failure with fewer calls and a smaller program; the search ends after some seconds."""
    is_crash = failure.text.startswith(_CRASH)
    scenario = failure.scenario

    def text_of(program: Program, scenario: Scenario) -> str:
        text = _difference(program, failure.setting, scenario, Tally())
        return text if text.startswith(_CRASH) == is_crash else ""

    def fails(source: str) -> bool:
        try:
            return bool(text_of(compiler.compile(source), scenario))
        except (Refused, ProcessFailure):
            return False

    program = compiler.compile(failure.source)
    if not is_crash:
        found = program.compile(
            failure.setting.pipeline, failure.setting.runs, failure.setting.evm_version
        )
        assert found is not None
        chosen = fewer(
            scenario.transactions,
            lambda rest: bool(
                compare(program, found, Scenario(scenario.arguments, tuple(rest)))[0]
            ),
        )
        scenario = Scenario(scenario.arguments, tuple(chosen))
    source = SourceShrinker(fails, seconds).shrink(failure.source)
    text = text_of(compiler.compile(source), scenario)
    return Failure(failure.seed, source, failure.setting, scenario, text)
