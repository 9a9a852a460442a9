"""Measures programs by the gas of calls, in addition to their bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import attr

from yulopt.assembly.bytecode import Bytecode
from yulopt.assembly.compiled import CompiledObject
from yulopt.driver.build import finish, sizes
from yulopt.driver.options import Options
from yulopt.syntax.objects import Data, Object, deployed_object
from yulopt.tune.calls import Calls
from yulopt.tune.execution import execute
from yulopt.tune.measure import Measured
from yulopt.tune.world import REVERT, Execution


class GasMeasure:
    """The bytes of the code, and the weighted gas of some calls; each sequence of calls has a
    contract of its own.
    """

    def __init__(self, *scenarios: Calls) -> None:
        self._scenarios = scenarios

    def measure(self, compiled: CompiledObject, options: Options) -> Measured:
        """As for any measure; raises `YulError` also for a call that ends unexpectedly."""
        program, parts = compiled.program, finish(compiled, options)
        executions = [one for calls in self._scenarios for one in executed(program, parts, calls)]
        return Measured(*sizes(program, parts), weighted_gas(executions), behaviour(executions))


def executed(
    program: Object, parts: Mapping[Object | Data, Bytecode], calls: Calls
) -> list[Execution]:
    """The outcomes of some calls of a program with these bytes, as of `execute`."""
    deployed = deployed_object(program)
    creation = parts[program].content
    if deployed is None:
        # Without an inner object, the code itself is called.
        return execute(creation, creation, attr.evolve(calls, deployments=()))
    return execute(creation, parts[deployed].content, calls)


def weighted_gas(executions: list[Execution]) -> int:
    """The weighted gas of all calls."""
    return sum(execution.gas * execution.call.weight for execution in executions)


def behaviour(executions: list[Execution]) -> str:
    """A digest of the observable behaviour of the calls: whether they succeed, revert or halt
    exceptionally, their output, the logs, and the state after each of them.

    The reason of an exceptional halt is left out: it is not observable on the chain.
    """
    shown = [
        (execution.failure == REVERT, bool(execution.failure), execution.output, execution.effects)
        for execution in executions
    ]
    return hashlib.sha256(repr(shown).encode()).hexdigest()
