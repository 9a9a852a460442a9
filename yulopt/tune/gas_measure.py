"""The gas of calls as a measure of programs, beside their bytes."""

from __future__ import annotations

import hashlib

import attr

from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import finish
from yulopt.driver.options import Options
from yulopt.syntax.objects import deployed_object
from yulopt.tune.calls import Calls
from yulopt.tune.execution import execute
from yulopt.tune.measure import Measured
from yulopt.tune.world import REVERT, Execution


class GasMeasure:
    """The bytes of the code, and the gas of some calls, each as often as its weight says; each
    sequence of calls has a contract of its own.
    """

    def __init__(self, *scenarios: Calls) -> None:
        self._scenarios = scenarios

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        """As of any measure; raises `YulError` also for a call that does not end as meant."""
        program, parts = compiled.program, finish(compiled, options)
        deployed = deployed_object(program)
        creation = parts[program].content
        runtime, scenarios = creation, self._scenarios
        if deployed is None:
            # Nothing says that the code deploys other code: it is called as it is.
            scenarios = tuple(attr.evolve(calls, deployments=()) for calls in scenarios)
        else:
            runtime = parts[deployed].content
        executions = [one for calls in scenarios for one in execute(creation, runtime, calls)]
        return Measured(
            len(creation), len(runtime), weighted_gas(executions), behaviour(executions)
        )


def weighted_gas(executions: list[Execution]) -> int:
    """The gas of all calls, each as often as its weight says."""
    return sum(execution.gas * execution.call.weight for execution in executions)


def behaviour(executions: list[Execution]) -> str:
    """A digest of all that the calls show: whether they succeed, revert or are given up, what they
    return or revert with, the logs, and the state after each of them.

    Why the EVM has given up does not count: nobody is told on the chain.
    """
    shown = [
        (execution.failure == REVERT, bool(execution.failure), execution.output, execution.effects)
        for execution in executions
    ]
    return hashlib.sha256(repr(shown).encode()).hexdigest()
