"""Deploys a contract and calls it, on one of the EVMs of `yulopt.tune.world`."""

from __future__ import annotations

import importlib.util
import sys
from typing import Final

from yulopt.errors import YulError
from yulopt.tune.calls import Calls
from yulopt.tune.world import REVERT, REVM, Execution, World

# The reasons by which an EVM halts at an instruction that it does not know, revm's first.
_UNKNOWN_INSTRUCTION: Final = ("OpcodeNotFound", "InvalidInstruction")


def new_world() -> World:
    """An empty world of the first installed package; there must be one."""
    if importlib.util.find_spec(REVM) is not None:
        from yulopt.tune.revm_world import RevmWorld

        return RevmWorld()
    return py_evm_world()


def py_evm_world() -> World:
    """An empty world of py-evm.

    The package raises the recursion limit of the whole process, with which deeply nested JSON would
    crash Python instead of raising an error.
    """
    limit = sys.getrecursionlimit()
    from yulopt.tune.py_evm_world import PyEvmWorld

    sys.setrecursionlimit(limit)
    return PyEvmWorld()


def execute(creation: bytes, deployed: bytes, calls: Calls) -> list[Execution]:
    """Deploy a contract and call it; the outcomes of the deployment, if any, and of the calls.

    `deployed` is the runtime code, with zeros for immutables. Raises `YulError` if a call fails
    unexpectedly, or succeeds that is expected to fail.
    """
    world, contract, executions = _deploy(creation, deployed, calls)
    for call in calls.calls:
        execution = (world.copy() if calls.are_synthetic else world).call(contract, call)
        if not calls.are_synthetic and bool(execution.failure) != call.reverts:
            raise YulError(_surprise(execution))
        executions.append(execution)
    return executions


def _deploy(creation: bytes, deployed: bytes, calls: Calls) -> tuple[World, str, list[Execution]]:
    """A world with the contract, its address, and the successful deployment."""
    for call in calls.deployments:
        world = new_world()
        contract, execution = world.deploy(creation, call)
        if not execution.failure:
            return world, contract, [execution]
        if not calls.are_synthetic:
            raise YulError(_surprise(execution))
    world = new_world()
    return world, world.install(deployed), []


def _surprise(execution: Execution) -> str:
    """The message for a call that did not end as expected."""
    title, failure = execution.call.title, execution.failure
    if not failure:
        return f"the call '{title}' is meant to fail, and succeeds"
    how = "reverts" if failure == REVERT else f"fails ({failure})"
    if execution.output:
        how += f" with 0x{execution.output.hex()}"
    if failure in _UNKNOWN_INSTRUCTION:
        how += ", by the rules of Cancun, which have no later instruction, such as clz"
    return f"the call '{title}' {how}; if it is meant to, write 'reverts' before it"
