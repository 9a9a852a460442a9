"""Objects: sizes and offsets, data, creation code, immutables, libraries."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.evm.chain import Chain
from yulopt.evm.data_builtins import library_address
from yulopt.evm.environment import DEFAULT_ORIGIN
from yulopt.evm.outcome import Outcome
from yulopt.interpreter.run import add_program, fund, run

CONTRACT = """
    object "C" {
        code {
            let size := datasize("C_deployed")
            datacopy(0, dataoffset("C_deployed"), size)
            codecopy(0x400, datasize("C"), 32)
            setimmutable(0, "answer", mload(0x400))
            setimmutable(0, "unused", 1)
            sstore(0, sub(codesize(), datasize("C")))
            return(0, size)
        }
        object "C_deployed" {
            code {
                mstore(0, loadimmutable("answer"))
                mstore(32, eq(codesize(), datasize("C_deployed")))
                datacopy(64, dataoffset("greeting"), datasize("greeting"))
                return(0, add(64, datasize("greeting")))
            }
            data "greeting" "hello"
        }
        data "other" hex"0102"
    }
"""


def deploy(source: str, arguments: bytes = b"") -> tuple[Chain, Outcome]:
    chain = Chain()
    code = add_program(chain, yulopt.parse(source)).image.content
    fund(chain, DEFAULT_ORIGIN, 0)
    return chain, chain.create(DEFAULT_ORIGIN, code + arguments)


def word(number: int) -> bytes:
    return number.to_bytes(32, "big")


def test_creation_code_deploys_the_inner_object_with_its_immutables() -> None:
    chain, deployment = deploy(CONTRACT, word(42))
    assert deployment.is_success
    assert deployment.storage == {(deployment.created, 0): 32}
    outcome = chain.call(DEFAULT_ORIGIN, deployment.created)
    assert outcome.output == word(42) + word(1) + b"hello"


def test_an_immutable_is_zero_in_code_that_was_not_deployed() -> None:
    assert run(CONTRACT, object_path="C_deployed").output[:32] == word(0)
    assert run(CONTRACT, object_path="C.C_deployed").output[64:] == b"hello"


def test_an_unknown_object() -> None:
    with pytest.raises(yulopt.YulError, match="there is no object 'X' inside 'C_deployed'"):
        run(CONTRACT, object_path="C_deployed.X")


def test_paths_into_inner_objects() -> None:
    source = """object "A" {
        code { datacopy(0, dataoffset("B.C.d"), datasize("B.C.d")) return(0, datasize("B.C.d")) }
        object "B" { code { } data "x" "xx" object "C" { code { } data "y" "y" data "d" "deep" } }
    }"""
    assert run(source).output == b"deep"


@pytest.mark.parametrize("create", ["create(0, 0, size)", "create2(0, 0, size, 7)"])
def test_create(create: str) -> None:
    """The new contract runs its creation code, and then answers calls."""
    source = """object "Factory" {
        code {
            let size := datasize("Child")
            datacopy(0, dataoffset("Child"), size)
            let child := CREATE
            sstore(0, child)
            sstore(1, eq(extcodehash(child), hash_of_deployed()))
            pop(call(gas(), child, 0, 0, 0, 0, 32))
            return(0, 32)
            function hash_of_deployed() -> hash {
                let size_1 := datasize("Child.Child_deployed")
                datacopy(0x200, dataoffset("Child.Child_deployed"), size_1)
                hash := keccak256(0x200, size_1)
            }
        }
        object "Child" {
            code {
                sstore(5, caller())
                let size := datasize("Child_deployed")
                datacopy(0, dataoffset("Child_deployed"), size)
                return(0, size)
            }
            object "Child_deployed" { code { mstore(0, add(sload(5), 1)) return(0, 32) } }
        }
    }"""
    outcome = run(source.replace("CREATE", create))
    assert outcome.is_success
    ((factory, _), child) = next(iter(outcome.storage.items()))
    assert outcome.storage == {(factory, 0): child, (factory, 1): 1, (child, 5): factory}
    assert outcome.output == word(factory + 1)
    assert [message.kind for message in outcome.messages] == [create.partition("(")[0], "call"]


def test_an_incomplete_copy_of_code_is_not_code() -> None:
    source = """object "A" {
        code {
            datacopy(0, dataoffset("B"), sub(datasize("B"), 1))
            sstore(0, create(0, 0, sub(datasize("B"), 1)))
            sstore(1, 1)
        }
        object "B" { code { sstore(0, 1) } data "d" "123" }
    }"""
    outcome = run(source)
    assert [slot for _, slot in outcome.storage] == [1]


def test_libraries() -> None:
    source = "{ sstore(0, linkersymbol('a.sol:L')) }"
    chain = Chain(libraries={"a.sol:L": 0x1234})
    chain.world.account(1000).code = add_program(chain, yulopt.parse(source)).image.content
    assert chain.call(DEFAULT_ORIGIN, 1000).storage == {(1000, 0): 0x1234}
    ((_, without_address),) = run(source).storage.items()
    assert without_address == library_address("a.sol:L")


def test_steps_do_not_change_code_introspection() -> None:
    source = """object "A" {
        code {
            sstore(0, codesize())
            sstore(1, datasize("B"))
            codecopy(0, 0, codesize())
            sstore(2, keccak256(0, codesize()))
        }
        object "B" { code { if 1 { stop() } sstore(0, 1) } }
    }"""
    before, after = run(source), run(yulopt.optimize(source))
    assert before.storage == after.storage
