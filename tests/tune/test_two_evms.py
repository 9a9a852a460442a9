"""Both EVMs that measure gas give the same results."""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
# To import it here would change the limit of recursion for all tests.
if find_spec("eth") is None:
    pytest.skip("the other EVM needs py-evm: pip install 'yulopt[gas]'", allow_module_level=True)

from tests.conftest import EXAMPLES
from tests.slices import every_nth
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.interface import compile
from yulopt.syntax.parser import parse_source
from yulopt.tune.calls import Call
from yulopt.tune.execution import execute, py_evm_world
from yulopt.tune.revm_world import RevmWorld
from yulopt.tune.synthetic_calls import calls_from_code
from yulopt.tune.world import REVERT, Execution, World

WORLDS: list[Callable[[], World]] = [RevmWorld, py_evm_world]


def comparable(execution: Execution) -> tuple[object, ...]:
    """An execution, without the words for what went wrong."""
    failure = execution.failure
    kind = failure if failure in ("", REVERT) else "halted"
    return execution.gas, execution.paid, kind, bytes(execution.output), execution.effects


def transactions(new: Callable[[], World], code: bytes, calls: list[Call]) -> list[object]:
    """The outcome of a deployment, and of calls of the deployed code: each on a temporary copy of
    the world, and then permanently."""
    world = new()
    contract, deployment = world.deploy(code, Call("deployment", b""))
    results: list[object] = [contract, comparable(deployment)]
    for call in calls:
        results.append(comparable(world.copy().call(contract, call)))
        results.append(comparable(world.call(contract, call)))
    return results


@pytest.mark.parametrize("path", every_nth(4, EXAMPLES), ids=lambda path: path.stem)
def test_calls_of_examples(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = path.read_text()
    calls = calls_from_code(parse_source(Source(text), dialect_for(DEFAULT_EVM_VERSION)))
    made = compile(text)
    deployed = b"" if made.deployed is None else bytes.fromhex(made.deployed.hex)
    results = []
    for new in WORLDS:
        monkeypatch.setattr("yulopt.tune.execution.new_world", new)
        executions = execute(bytes.fromhex(made.bytecode.hex), deployed, calls)
        results.append([comparable(execution) for execution in executions])
    expected, found = results
    assert len(expected) > 2
    assert found == expected


CASES = {
    "a refund": "sstore(0, 1) sstore(0, 0) sstore(1, calldataload(0))",
    "logs": "mstore(0, 7) log2(0, 40, caller(), 5) log0(3, 2)",
    "a failure": "sstore(0, 1) invalid()",
    "a revert": "sstore(0, 1) log0(0, 0) mstore(0, 9) revert(0, 32)",
    "out of gas": "mstore(0xffffffffff, 1)",
    "transient storage": "sstore(tload(0), 5) tstore(0, add(tload(0), 1)) sstore(9, tload(0))",
    "precompiled contracts": "pop(staticcall(gas(), 2, 0, 64, 0, 32)) sstore(0, mload(0))",
    "value for another": "pop(call(gas(), 0xdead, 3, 0, 0, 0, 0)) sstore(0, selfbalance())",
    "an account that is cold": "sstore(0, balance(0x1234)) sstore(1, extcodesize(0x1234))",
    "what is around": "sstore(0, add(origin(), chainid())) sstore(1, add(coinbase(), gasprice()))",
    "a contract of its own": "mstore8(0, 0x5f) sstore(0, create(1, 0, 1)) sstore(1, gas())",
    "itself": "if calldatasize() { sstore(0, call(gas(), address(), 0, 0, 0, 0, 0)) }",
}


@pytest.mark.parametrize("body", CASES.values(), ids=CASES)
def test_effects_of_transactions(body: str) -> None:
    program = f"""object "a" {{
        code {{ datacopy(0, dataoffset("b"), datasize("b")) return(0, datasize("b")) }}
        object "b" {{ code {{ {body} }} }}
    }}"""
    code = bytes.fromhex(compile(program).bytecode.hex)
    calls = [
        Call("first", bytes(31) + b"\5", value=10),
        Call("of another one", bytes(32), sender=0xB0B, block=7, time=99),
        Call("without data", b""),
    ]
    expected, found = (transactions(new, code, calls) for new in WORLDS)
    assert found == expected


def test_a_deployment_that_fails_and_code_that_nothing_deploys() -> None:
    results = []
    for new in WORLDS:
        world = new()
        _, failed = world.deploy(bytes.fromhex("5f5ffd"), Call("deployment", b"\1"))
        contract = world.install(bytes.fromhex("60015f5560205ff3"))
        results.append([comparable(failed), comparable(world.call(contract, Call("it", b"")))])
    expected, found = results
    assert found == expected


def test_the_limit_of_recursion_stays_and_calls_go_as_deep_as_they_can() -> None:
    limit = sys.getrecursionlimit()
    # Calls itself with all gas, and counts.
    body = "sstore(0, add(sload(0), 1)) pop(call(gas(), address(), 0, 0, 0, 0, 0))"
    code = bytes.fromhex(compile(f"{{ {body} }}").bytecode.hex)
    effects = []
    for new in WORLDS:
        world = new()
        contract = world.install(code)
        effects.append(comparable(world.call(contract, Call("deep", b""))))
    assert effects[0] == effects[1]
    assert sys.getrecursionlimit() == limit
