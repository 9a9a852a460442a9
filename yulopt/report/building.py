"""The bytes of a contract as a pipeline makes them, and what its calls cost then."""

from __future__ import annotations

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


@attr.s(auto_attribs=True, frozen=True)
class Bytes:
    """The code of a contract: what creates it, and what is deployed."""

    creation: bytes
    deployed: bytes


@attr.s(auto_attribs=True, frozen=True)
class Measuring:
    """The calls of a contract that are measured; `views` are the selectors of functions that change
    nothing, and `functions` are all that are called, if they are known.
    """

    calls: Calls
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
    """What came of a task: figures, or why there are none."""

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
    """The figures of code; raises `YulError` if calls end otherwise than they should."""
    gas, shown = None, ""
    if measuring is not None:
        # It needs a package that is not always there.
        from yulopt.tune.execution import execute
        from yulopt.tune.gas_measure import behaviour

        executions = execute(code.creation, code.deployed, measuring.calls)
        shown = behaviour(executions)
        calls = executions[len(executions) - len(measuring.calls.calls) :]
        first = executions[0] if len(executions) > len(calls) else None
        gas = Gas(
            None if first is None else first.paid,
            tuple(
                FunctionGas(
                    one.call.title,
                    one.call.weight,
                    one.paid,
                    one.gas,
                    one.call.data[:SELECTOR_BYTES] in measuring.views,
                )
                for one in calls
                if one.call.weight
            ),
        )
    return Figures(len(code.deployed), len(code.creation), gas, shown)
