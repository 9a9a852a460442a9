"""One program of the campaign: generated, compiled, and compared."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Final

import attr

from tests.campaigns.yul_conventions.programs import (
    assigned_once,
    conventions_program,
    evm_version_for,
    is_creation,
)
from tests.execution import CONTRACT, Call, Machine, Outcome, first_difference, observe
from tests.suite.campaign import RUNS
from tests.test_execution import compile_here, encode
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import StackTooDeepError, YulError
from yulopt.interface import compile
from yulopt.shrinking.shrinker import ProgramShrinker

_EDGES: Final = (0, 1, 2, 3, 5, 7, 9, 31, 32, 64, 255, 2**64, 2**255, 2**256 - 1)
_CALLS: Final = 16
_CREATED: Final = 0xC0DE << 64


@attr.s(auto_attribs=True, frozen=True)
class Failure:
    """A program for which a pipeline makes code that does something else."""

    text: str
    pipeline: str
    runs: int
    calls: list[Call]
    difference: str

    def __str__(self) -> str:
        return f"{self.pipeline}, runs {self.runs}: {self.difference}\n{self.text}"


@attr.s(auto_attribs=True)
class Tally:
    """What was compared; `exhausted` calls are those that have met a limit of the machine."""

    programs: int = 0
    codes: int = 0
    calls: int = 0
    failed: int = 0
    exhausted: int = 0
    failures: list[tuple[int, Failure]] = attr.Factory(list)

    def __str__(self) -> str:
        return (
            f"{self.programs} programs, {self.codes} codes, {self.calls} calls, of which"
            f" {self.failed} fail, {self.exhausted} by limits; {len(self.failures)} differences"
        )


def calls_for(seed: int) -> list[Call]:
    """Calls with up to three words, some of which are cut short, and sometimes money."""
    rng = Random(seed)
    calls = []
    for _ in range(_CALLS):
        words = [
            rng.choice(_EDGES) if rng.random() < 0.6 else rng.getrandbits(256)
            for _ in range(rng.choice((0, 1, 2, 3, 3, 3)))
        ]
        data = encode(words) + rng.randbytes(rng.choice((0, 0, 0, 5)))
        calls.append(Call(data, rng.choice((0, 0, 9))))
    return calls


def find_failure(text: str, pipeline: str, runs: int, calls: list[Call]) -> Failure | None:
    """The difference of a pipeline's code from the program, or None."""
    reference = _reference(text)
    return _failure(text, pipeline, runs, calls, reference) if reference else None


def check(seed: int, pipelines: Sequence[str], tally: Tally) -> None:
    """Compare the codes that pipelines make of the program of that seed."""
    text, calls, rng = conventions_program(seed), calls_for(seed), Random(seed)
    expected = _reference(text) or _reference(conventions_program(seed, frames=True))
    if expected is None:
        return
    tally.programs += 1
    outcomes = _observed(text, expected, calls)
    tally.calls += len(outcomes)
    tally.failed += sum(not outcome.success for outcome in outcomes)
    tally.exhausted += sum(outcome.exhausted for outcome in outcomes)
    for pipeline in pipelines:
        tally.codes += 1
        failure = _failure(text, pipeline, rng.choice(RUNS), calls, expected)
        if failure is not None:
            tally.failures.append((seed, failure))


def _reference(text: str) -> str | None:
    """The code of the program without steps, or after the fixed stages if it is too deep."""
    if is_creation(text):
        text = assigned_once(text)
    dialect = dialect_for(parse_evm_version(evm_version_for(text)))
    return compile_here(text, unoptimised=True, dialect=dialect) or compile_here(
        text, ":", dialect=dialect
    )


def _failure(
    text: str, pipeline: str, runs: int, calls: list[Call], reference: str
) -> Failure | None:
    version = evm_version_for(text)
    try:
        found = compile(text, pipeline=pipeline, runs=runs, evm_version=version)
    except StackTooDeepError:
        return None
    one = _observed(text, reference, calls)
    other = _observed(text, found.bytecode.hex, calls)
    number = _only_exhausted(one, other)
    if number is None:
        number = first_difference(one, other)
    if number is None:
        return None
    index = number // 2 if is_creation(text) else number
    shown = _text(calls[index], one[number], other[number])
    return Failure(text, pipeline, runs, calls, f"call {index}, {shown}")


def _observed(text: str, bytecode: str, calls: list[Call]) -> list[Outcome]:
    """The outcomes of calls; for creation code, each with that of what was created."""
    if not is_creation(text):
        return observe(bytecode, calls)
    machine, outcomes = Machine(), []
    machine.install(bytes.fromhex(bytecode))
    for number, call in enumerate(calls):
        made = machine.call(CONTRACT, call)
        created = machine.install(made.output, f"0x{_CREATED + number:040x}")
        outcomes += [replace(made, output=b""), machine.call(created, Call(b""))]
    return outcomes


def _only_exhausted(expected: list[Outcome], found: list[Outcome]) -> int | None:
    """The number of the first call that meets a limit only in the code of a pipeline."""
    for number, (one, other) in enumerate(zip(expected, found, strict=False)):
        if one.exhausted or other.exhausted:
            return None if one.exhausted else number
    return None


def _text(call: Call, one: Outcome, other: Outcome) -> str:
    return f"calldata {call.data.hex()}, value {call.value}:\n  expected {one}\n  found    {other}"


def shrink(failure: Failure) -> Failure:
    """The failure with fewer calls, and with a smaller program."""
    best = failure
    for number in reversed(range(len(failure.calls))):
        calls = [call for index, call in enumerate(best.calls) if index != number]
        best = find_failure(best.text, best.pipeline, best.runs, calls) or best

    def fails(text: str) -> bool:
        nonlocal best
        try:
            found = find_failure(text, best.pipeline, best.runs, best.calls)
        except YulError:
            return False
        best = found or best
        return found is not None

    ProgramShrinker(fails).shrink(best.text)
    return best
