"""Code size and code cost."""

from __future__ import annotations

import pytest

from tests.parsing import OSAKA, block, expression, function
from yulopt.dialect import (
    dialect_for,
    parse_evm_version,
)
from yulopt.gas.metrics import code_cost, code_size, code_size_including_functions

SIZES = {
    "": 0,
    "{ }": 0,
    "let a": 0,
    "let a := 0": 0,
    "let a := 1": 1,
    "let a let b := a": 0,
    "let a a := 2": 1,
    "pop(1)": 2,
    "pop(0x00)": 1,
    "pop(false)": 1,
    "pop(true)": 2,
    'pop("")': 2,
    r'pop("\x00")': 2,
    'pop(datasize("object"))': 3,
    "sstore(add(1, 2), 3)": 5,
    "if 0 { }": 2,
    "if 1 { stop() }": 4,
    "switch 0 case 1 { }": 3,
    "switch 0 case 1 { } case 2 { } default { }": 7,
    "switch add(1, 2) case 1 { pop(3) } default { pop(4) }": 12,
    "for { } 0 { } { }": 3,
    "for { let i := 1 } 1 { pop(0) } { break }": 8,
    "for { } 0 { } { continue }": 5,
    "if lt(1, 3) { sstore(0, 1) leave }": 9,
}


def test_code_size() -> None:
    bodies = {code: function(f"function f() {{ {code} }}").body for code in SIZES}
    assert {code: code_size(body) for code, body in bodies.items()} == SIZES
    assert {code: code_size_including_functions(body) for code, body in bodies.items()} == SIZES


def test_functions_count_only_on_request() -> None:
    code = block("{ pop(1) function f() { pop(1) function g() { pop(1) } } }")
    assert code_size(code) == 2
    assert code_size_including_functions(code) == 2 + 1 + 2 + 1 + 2


COSTS = {
    "a": 1,
    "1": 1,
    "255": 1,
    "256": 2,
    "0x0001": 1,
    "0x010000": 3,
    "0x" + "f" * 64: 32,
    "0": 0,
    "0x00": 0,
    "true": 1,
    "false": 1,
    '""': 1,
    '"abc"': 4,
    r'"\x00"': 2,
    "caller()": 0,
    "gas()": 0,
    "add(a, 1)": 4,
    "mload(0)": 2,
    "mulmod(a, b, 0)": 4,
    "selfbalance()": 2,
    "clz(0)": 2,
    "sload(0)": 50,
    "exp(a, 0)": 51,
    "blockhash(0)": 50,
    "tload(0)": 50,
    "keccak256(0, 0)": 50,
    "f(a)": 51,
    'datasize("object")': 57,
    "memoryguard(0)": 50,
    "add(sload(add(a, 0)), f(0))": 2 + 50 + 2 + 1 + 50,
}


def test_code_cost() -> None:
    assert {text: code_cost(expression(text), OSAKA) for text in COSTS} == COSTS


@pytest.mark.parametrize(("version", "cost"), [("paris", 1), ("shanghai", 0)])
def test_zero_costs_nothing_with_an_instruction_of_its_own(version: str, cost: int) -> None:
    dialect = dialect_for(parse_evm_version(version))
    assert code_cost(expression("0", version), dialect) == cost
    assert code_cost(expression("false", version), dialect) == 1
