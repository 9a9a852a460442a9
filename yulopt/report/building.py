"""The bytes of a contract by a pipeline, and the gas of its calls."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import attr

from yulopt.driver.build import compile_source
from yulopt.driver.options import Options
from yulopt.errors import Source, StackTooDeepError, YulError
from yulopt.frequency.call_profile import SELECTOR_BYTES
from yulopt.report.model import Figures, FunctionGas, Gas
from yulopt.suite.pipelines import Pipeline
from yulopt.syntax.objects import deployed_object
from yulopt.tune.calls import Calls
from yulopt.tune.comparison import TOO_DEEP

if TYPE_CHECKING:
    from yulopt.tune.world import Execution


@attr.s(auto_attribs=True, frozen=True)
class Bytes:
    """The creation code and the deployed code of a contract."""

    creation: bytes
    deployed: bytes


@attr.s(auto_attribs=True, frozen=True)
class Measuring:
    """The measured calls of a contract, each sequence of them on a contract of its own; `views` are
    the selectors of functions that change nothing, and `functions` are all that should be called,
    if known.
    """

    scenarios: tuple[Calls, ...]
    views: frozenset[bytes] = frozenset()
    functions: tuple[str, ...] = ()


@attr.s(auto_attribs=True, frozen=True)
class Task:
    """A program to build with a pipeline; without `measuring`, nothing is executed."""

    name: str
    ir: str
    pipeline: Pipeline
    options: Options
    measuring: Measuring | None


@attr.s(auto_attribs=True, frozen=True)
class Built:
    """The outcome of a task: figures, or the reason why there are none."""

    figures: Figures | None
    failure: str = ""


def build_and_measure(task: Task) -> Built:
    """Do a task; this can be sent to other processes."""
    try:
        code = code_of(task.ir, task.name, task.pipeline, task.options)
        return Built(measured(code, task.measuring))
    except StackTooDeepError:
        return Built(None, TOO_DEEP)
    except YulError as error:
        return Built(None, error.message)


def code_of(ir: str, name: str, pipeline: Pipeline, options: Options) -> Bytes:
    """The code of a program; raises `YulError`."""
    compiled, parts = compile_source(Source(ir, name), options.with_pipeline(pipeline))
    program = compiled.program
    deployed = deployed_object(program)
    return Bytes(parts[program].content, parts[program if deployed is None else deployed].content)


def measured(code: Bytes, measuring: Measuring | None) -> Figures:
    """The figures of code; raises `YulError` if calls end unexpectedly."""
    gas, shown = None, ""
    if measuring is not None:
        # It needs an optional package.
        from yulopt.tune.execution import execute
        from yulopt.tune.gas_measure import behaviour

        runs = [execute(code.creation, code.deployed, one) for one in measuring.scenarios]
        shown = behaviour([execution for run in runs for execution in run])
        deployments, calls = [], []
        for run, scenario in zip(runs, measuring.scenarios, strict=True):
            first = len(run) - len(scenario.calls)
            deployments += run[:first]
            calls += run[first:]
        gas = Gas(
            deployments[0].paid if deployments else None,
            tuple(_by_function(calls, measuring.views)),
        )
    return Figures(len(code.deployed), len(code.creation), gas, shown)


def _by_function(executions: Iterable[Execution], views: frozenset[bytes]) -> Iterator[FunctionGas]:
    """The mean gas of calls with the same title, weighted."""
    grouped: dict[str, list[Execution]] = {}
    for one in executions:
        if one.call.weight:
            grouped.setdefault(one.call.title, []).append(one)
    for title, group in grouped.items():
        weight = sum(one.call.weight for one in group)
        yield FunctionGas(
            title,
            weight,
            sum(one.call.weight * one.paid for one in group) / weight,
            sum(one.call.weight * one.gas for one in group) / weight,
            group[0].call.data[:SELECTOR_BYTES] in views,
        )
