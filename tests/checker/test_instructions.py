"""Instructions on terms compute the same as a real EVM, over edge values."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Final

import pytest

from tests.checker.builds import options
from tests.execution import CALLER, CONTRACT, Call, Machine
from yulopt.checker.decoding import UNKNOWN, Code
from yulopt.checker.execution import Execution
from yulopt.checker.semantics import BuiltinsOfBytes
from yulopt.checker.witness import Witness
from yulopt.code_proofs.exploration import Exploration
from yulopt.prover.effects import Effects
from yulopt.prover.graph import Graph
from yulopt.prover.summaries import Summary
from yulopt.prover.words import ARITHMETIC

_DIALECT: Final = options().dialect
_EDGES: Final = (0, 1, 2, 31, 32, 0xFF, 1 << 128, 1 << 255, (1 << 255) - 1, (1 << 256) - 1)
_FEW: Final = (0, 1, 32, 1 << 255, (1 << 256) - 1)
# mstore(0, ...), return(0, 32)
_RETURN: Final = bytes.fromhex("5f5260205ff3")
# Bytes of the code before the instruction are never more than this.
_OPERANDS: Final = 3 * 33
_CALLDATA: Final = bytes(range(1, 65))


def executed(code: bytes) -> Summary:
    """The terms that bytes compute."""
    witness = Witness(code, {}, {}, {}, {}, {}, frozenset())
    decoded, graph = Code(witness, _DIALECT), Graph()
    execution = Execution(
        graph,
        decoded,
        Exploration(decoded, witness, {}, 0, (), {}),
        {},
        BuiltinsOfBytes(graph, _DIALECT, witness, {}, with_extent=True),
        lambda name: Effects(),
        lambda: None,
        set(),
    )
    return execution.outermost()


def given(code: bytes) -> int | None:
    """The word that code returns as a term, None if that is not a number."""
    control = executed(code).control
    assert control.op == "halt"
    assert control.data == "return"
    word = control.args[0].args[0]
    return word.value if word.is_constant else None


def returned(code: bytes) -> int:
    """The word that it returns on a real EVM."""
    machine = Machine()
    outcome = machine.call(machine.install(code), Call(_CALLDATA, 7))
    assert outcome.success
    return int.from_bytes(outcome.output, "big")


def pushed(*words: int) -> bytes:
    """Code that pushes words, the first one last."""
    return b"".join(b"\x7f" + word.to_bytes(32, "big") for word in reversed(words))


def _arithmetic() -> Iterator[tuple[int, str, int]]:
    code = Code(Witness(bytes(range(0x20)), {}, {}, {}, {}, {}, frozenset()), _DIALECT)
    for opcode, one in code.instructions.items():
        if one.name in ARITHMETIC:
            yield opcode, one.name, one.takes


@pytest.mark.parametrize(("opcode", "name", "takes"), list(_arithmetic()))
def test_arithmetic_is_that_of_the_evm(opcode: int, name: str, takes: int) -> None:
    for operands in product(_EDGES if takes < 3 else _FEW, repeat=takes):
        code = pushed(*operands) + bytes([opcode]) + _RETURN
        # The EVM at hand does not have clz (EIP-7939).
        expected = 256 - operands[0].bit_length() if name == "clz" else returned(code)
        assert given(code) == expected, operands


def test_all_arithmetic_is_decoded() -> None:
    assert {name for _, name, _ in _arithmetic()} == ARITHMETIC


@pytest.mark.parametrize("number", range(1, 17))
def test_dup_and_swap(number: int) -> None:
    slots = pushed(*range(100, 117))
    for opcode in (0x7F + number, 0x8F + number):
        code = slots + bytes([opcode]) + _RETURN
        assert given(code) == returned(code) == 99 + number + (opcode > 0x8F)
        # Where the top went.
        code = slots + bytes([opcode]) + b"\x50" * number + _RETURN
        assert given(code) == returned(code)


@pytest.mark.parametrize("width", range(33))
def test_push(width: int) -> None:
    code = bytes([0x5F + width, *range(1, width + 1)]) + _RETURN
    assert given(code) == returned(code)


@pytest.mark.parametrize(
    "code",
    [
        "6001600052 6000 51",  # mstore, mload
        "60ff 6003 53 6000 51",  # mstore8
        "7f" + "11" * 32 + "600052 6020 6000 6020 5e 6020 51",  # mcopy
        "7f" + "11" * 32 + "600052 6020 6000 20",  # keccak256
        "6005 6001 55 6006 6002 55 6001 54",  # sstore, sload
        "6005 6001 5d 6006 6002 5d 6001 5c",  # tstore, tload
        "6020 6000 6000 39 6000 51",  # codecopy
        "6001 6000 52 59",  # msize is not a number
    ],
)
def test_state(code: str) -> None:
    content = bytes.fromhex(code.replace(" ", "")) + _RETURN + bytes(32)
    found = given(content)
    assert found is None if "59" in code.split() else found == returned(content)


@pytest.mark.parametrize(
    ("opcode", "operands", "name", "value"),
    [
        (0x30, (), "address", int(CONTRACT, 16)),
        (0x32, (), "origin", int(CALLER, 16)),
        (0x33, (), "caller", int(CALLER, 16)),
        (0x34, (), "callvalue", 7),
        (0x35, (1,), "calldataload", int.from_bytes(_CALLDATA[1:33], "big")),
        (0x36, (), "calldatasize", 64),
        (0x38, (), "codesize", 1 + len(_RETURN)),
        (0x41, (), "coinbase", int("b0" * 20, 16)),
        (0x42, (), "timestamp", 1_700_000_000),
        (0x43, (), "number", 20_000_000),
        (0x46, (), "chainid", 1),
        (0x48, (), "basefee", 0),
        (0x31, (int(CONTRACT, 16),), "balance", 10**18 + 7),
        (0x47, (), "balance", 10**18 + 7),
        (0x3B, (int("1b" * 20, 16),), "extcodesize", 12),
    ],
)
def test_the_environment(opcode: int, operands: tuple[int, ...], name: str, value: int) -> None:
    code = pushed(*operands) + bytes([opcode]) + _RETURN
    word = executed(code).control.args[0].args[0]
    assert word.op == name
    assert returned(code) == value


def test_what_is_no_instruction_is_unknown() -> None:
    code = Code(Witness(bytes([0x0C, 0x1F, 0xA5, 0xEF]), {}, {}, {}, {}, {}, frozenset()), _DIALECT)
    assert {one.name for one in code.instructions.values()} == {UNKNOWN}
