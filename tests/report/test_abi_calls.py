"""Synthetic calls: the encoding of arguments, and the reached functions."""

from __future__ import annotations

import pytest

from yulopt import compile as compile_yul
from yulopt.persistence.json_values import Json

pytest.importorskip("pyrevm", reason="gas needs pyrevm: pip install 'yulopt[gas]'")
eth_abi = pytest.importorskip("eth_abi", reason="it is the judge: pip install 'yulopt[abi]'")

from yulopt.report.abi_calls import functions_of, synthetic_calls  # noqa: E402 (needs pyrevm)

DEPLOYS = 'code { datacopy(0, dataoffset("B"), datasize("B")) return(0, datasize("B")) }'


def abi_of(*functions: Json) -> Json:
    return list(functions)


def function(name: str, *types: str, view: bool = False) -> dict[str, Json]:
    inputs: list[Json] = [{"type": kind} for kind in types]
    mutability = "view" if view else "nonpayable"
    return {"type": "function", "name": name, "inputs": inputs, "stateMutability": mutability}


ACCEPTS_ALL = f'object "A" {{ {DEPLOYS} object "B" {{ code {{ sstore(0, 1) }} }} }}'


def creation(text: str) -> bytes:
    return bytes.fromhex(compile_yul(text, ":").bytecode.hex)


@pytest.mark.parametrize(
    "types",
    [
        ("uint256", "address", "bool", "bytes4", "int8"),
        ("string", "uint8", "bytes"),
        ("address[]", "uint256[]"),
        ("uint256[3]", "string[2]", "bytes32[2][]"),
    ],
)
def test_arguments_suit_decoders(types: tuple[str, ...]) -> None:
    calls = synthetic_calls(abi_of(function("f", *types)), creation(ACCEPTS_ALL))
    assert calls is not None
    [call] = [call for call in calls.calls if call.weight]
    values = eth_abi.decode(types, call.data[4:])
    assert eth_abi.encode(types, values) == call.data[4:]


def test_a_tuple() -> None:
    parameter: Json = {
        "type": "tuple[]",
        "components": [{"type": "uint256"}, {"type": "tuple", "components": [{"type": "bytes"}]}],
    }
    entry: Json = {"type": "function", "name": "f", "inputs": [parameter]}
    assert [one.name for one in functions_of([entry])] == ["f((uint256,(bytes))[])"]
    calls = synthetic_calls([entry], creation(ACCEPTS_ALL))
    assert calls is not None
    [value] = eth_abi.decode(["(uint256,(bytes))[]"], calls.calls[0].data[4:])
    assert value == ((1, (b"yulopt",)),)


# `b()` succeeds once after each `a()`, and nothing does after `renounce()`.
NEEDS_ORDER = (
    f"""object "A" {{ {DEPLOYS}
"""
    + """object "B" { code {
    if sload(1) { revert(0, 0) }
    switch shr(224, calldataload(0))
    case 0x0dbe671f { sstore(0, 1) }
    case 0x4df7e3d0 { if iszero(sload(0)) { revert(0, 0) } sstore(0, 0) }
    case 0xe1b3cf18 { sstore(1, 1) }
    default { revert(0, 0) }
} } }"""
)


def test_functions_that_need_other_calls_first_are_reached() -> None:
    names = ("renounce", "b", "a", "unknown")
    functions = functions_of(abi_of(*map(function, names)))
    text = NEEDS_ORDER
    for known, name in (("0xe1b3cf18", "renounce"), ("0x4df7e3d0", "b"), ("0x0dbe671f", "a")):
        selector = next(one.selector for one in functions if one.name == f"{name}()")
        text = text.replace(known, f"0x{selector.hex()}")
    calls = synthetic_calls(abi_of(*map(function, names)), creation(text))
    assert calls is not None
    assert [call.title for call in calls.calls if call.weight] == ["a()", "b()", "renounce()"]
    assert {call.title for call in calls.calls if call.reverts} >= {"unknown()"}


def test_contracts_that_cannot_be_deployed_have_no_calls() -> None:
    assert synthetic_calls([], creation('object "A" { code { revert(0, 0) } }')) is None
