"""The gas of calls on an EVM, and synthetic calls."""

from __future__ import annotations

import pytest

pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
pytest.importorskip("eth_abi", reason="signatures need eth-abi: pip install 'yulopt[gas]'")

from tests.conftest import EXAMPLES
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.driver.compilation import Compilation
from yulopt.errors import Source, YulError
from yulopt.evm.environment import DEFAULT_ORIGIN
from yulopt.interface import compile
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.tune.call_files import read_calls
from yulopt.tune.calls import Call, Calls
from yulopt.tune.execution import execute
from yulopt.tune.gas_measure import behaviour
from yulopt.tune.synthetic_calls import calls_from_code
from yulopt.tune.world import Execution

ERC20 = next(path for path in EXAMPLES if path.stem == "erc20").read_text("utf-8")
COUNTER = """
object "Counter" {
    code {
        sstore(0, calldataload_(0))
        datacopy(0, dataoffset("Counter_deployed"), datasize("Counter_deployed"))
        return(0, datasize("Counter_deployed"))
        function calldataload_(n) -> word {
            codecopy(0, add(datasize("Counter"), mul(n, 32)), 32)
            word := mload(0)
        }
    }
    object "Counter_deployed" {
        code {
            switch shr(224, calldataload(0))
            case 0x11111111 { sstore(0, add(sload(0), calldataload(4))) }
            case 0x22222222 {
                if iszero(calldataload(4)) { revert(0, 0) }
                mstore(0, sload(0))
                return(0, 32)
            }
            default { invalid() }
        }
    }
}
"""


def run(program: str, text: str) -> list[Execution]:
    made = compile(program)
    return execute(code_of(made), b"", read_calls(Source(text, "f.calls")))


def code_of(made: Compilation) -> bytes:
    return bytes.fromhex(made.bytecode.hex)


def tree(text: str) -> Object:
    return parse_source(Source(text), dialect_for(DEFAULT_EVM_VERSION))


def test_gas_of_a_transaction_is_that_of_its_code() -> None:
    # PUSH1 1 PUSH0 SSTORE, of which the store takes 22100 for a cold slot.
    code = bytes.fromhex("60015f55")
    calls = Calls((), (Call("one", b"\1\0"), Call("again", b"")))
    first, second = execute(b"", code, calls)
    assert (first.gas, first.failure) == (3 + 2 + 22100, "")
    # The slot is cold again, and has the word already.
    assert second.gas == 3 + 2 + 2200


def test_a_deployment_counts_without_its_bytes() -> None:
    # PUSH1 5 PUSH0 RETURN: the code is five zero bytes, and a word of memory costs three.
    calls = Calls((Call("constructor", b"\1\2"),), (Call("it", b""),))
    deployment, call = execute(bytes.fromhex("60055ff3"), b"", calls)
    assert (deployment.gas, deployment.failure) == (3 + 2 + 3, "")
    assert (call.gas, call.failure) == (0, "")


def test_calls_see_the_state_of_earlier_ones() -> None:
    executions = run(
        ERC20,
        """
        constructor(uint256) 1000
        transfer(address,uint256) 0xb0b 5
        from 0xb0b transfer(address,uint256) 0xc0c 2
        balanceOf(address) 0xb0b
        from 0xd0d reverts transfer(address,uint256) 0xc0c 2
        """,
    )
    assert [execution.failure for execution in executions] == ["", "", "", "", "revert"]
    assert int.from_bytes(executions[3].output, "big") == 3
    # Storing costs more than loading.
    assert executions[1].gas > 22100 > executions[3].gas > 2100


def test_sender_value_time_and_block() -> None:
    # Returns caller, value, timestamp and number.
    code = "{ mstore(0, caller()) mstore(32, callvalue()) mstore(64, timestamp())"
    code += " mstore(96, number()) return(0, 128) }"
    text = "f()\ntime 5\nblock 7\nfrom 0xb0b value 3 f()\n"
    runtime = code_of(compile(code))
    calls = read_calls(Source(text)).calls
    one, other = execute(b"", runtime, Calls((), calls))
    words = [int.from_bytes(other.output[at : at + 32], "big") for at in range(0, 128, 32)]
    assert words == [0xB0B, 3, 5, 7]
    assert int.from_bytes(one.output[:32], "big") == DEFAULT_ORIGIN


@pytest.mark.parametrize(
    ("line", "reported"),
    [
        ("transfer(address,uint256) 0xb0b 5000", "0xb0b 5000' reverts with 0x"),
        ("reverts balanceOf(address) 0xb0b", "is meant to fail, and succeeds"),
    ],
)
def test_a_call_with_another_ending(line: str, reported: str) -> None:
    with pytest.raises(YulError, match=reported):
        run(ERC20, f"constructor(uint256) 1000\n{line}\n")


def test_an_instruction_that_the_evm_does_not_have() -> None:
    with pytest.raises(YulError, match="OpcodeNotFound"):
        execute(b"", bytes.fromhex("60011e"), Calls((), (Call("it", b""),)))


SHOWN = "sstore(0, 7) log1(0, 0, 5) mstore(0, 9) return(0, 32)"


@pytest.mark.parametrize(
    ("code", "is_same"),
    [
        ("sstore(0, add(3, 4)) log1(32, 0, 5) mstore(0, 9) return(0, 32)", True),
        ("log1(0, 0, 5) sstore(1, 0) sstore(0, 7) mstore(64, 9) return(64, 32)", True),
        ("sstore(0, 8) log1(0, 0, 5) mstore(0, 9) return(0, 32)", False),
        ("sstore(1, 7) log1(0, 0, 5) mstore(0, 9) return(0, 32)", False),
        ("sstore(0, 7) log1(0, 0, 6) mstore(0, 9) return(0, 32)", False),
        ("sstore(0, 7) log1(0, 1, 5) mstore(0, 9) return(0, 32)", False),
        ("sstore(0, 7) log1(0, 0, 5) mstore(0, 8) return(0, 32)", False),
        ("sstore(0, 7) log1(0, 0, 5) mstore(0, 9) revert(0, 32)", False),
        ("sstore(0, 7) log1(0, 0, 5) mstore(0, 9) invalid()", False),
        ("pop(call(gas(), 1, 3, 0, 0, 0, 0)) " + SHOWN, False),
    ],
)
def test_behaviour_is_everything_observable(code: str, *, is_same: bool) -> None:
    calls = Calls((), (Call("it", b"", value=5),), are_synthetic=True)

    def of(text: str) -> str:
        return behaviour(execute(b"", code_of(compile(f"{{ {text} }}")), calls))

    assert (of(code) == of(SHOWN)) == is_same


def test_the_reason_of_an_exceptional_halt_is_not_observable() -> None:
    calls = Calls((), (Call("it", b""),), are_synthetic=True)
    wrong_instruction, underflow = bytes.fromhex("fe"), bytes.fromhex("01")
    assert behaviour(execute(b"", wrong_instruction, calls)) == behaviour(
        execute(b"", underflow, calls)
    )


# Synthetic calls


def test_synthetic_calls() -> None:
    calls = calls_from_code(tree(COUNTER))
    assert [call.title for call in calls.calls] == [
        "no data",
        "0x11111111 with zero",
        "0x11111111 with one",
        "0x22222222 with zero",
        "0x22222222 with one",
    ]
    executions = execute(code_of(compile(COUNTER)), b"", calls)
    failures = [execution.failure for execution in executions]
    assert failures == ["", "InvalidFEOpcode", "", "", "revert", ""]
    # The last call does not see what the others have done: the constructor was given zero.
    assert executions[-1].output == bytes(32)
    assert executions[0].call.weight == 0


def test_an_undeployable_contract_is_installed_directly() -> None:
    text = COUNTER.replace("sstore(0, calldataload_(0))", "invalid()")
    made = compile(text)
    assert made.deployed is not None
    deployed = bytes.fromhex(made.deployed.hex)
    executions = execute(code_of(made), deployed, calls_from_code(tree(text)))
    assert executions[0].call.title == "no data"
    assert executions[-1].output == bytes(32)


@pytest.mark.parametrize("name", ["erc20", "multisig", "auction"])
def test_the_selectors_of_examples(name: str) -> None:
    text = next(path for path in EXAMPLES if path.stem == name).read_text("utf-8")
    assert len(calls_from_code(tree(text)).calls) > 6
