"""The gas of a whole program, estimated."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.gas.estimate import gas_estimate


def gas(source: str, executions: int | None = 1) -> int:
    """The estimate for deployed code that runs that often."""
    code = yulopt.parse(source).code
    return gas_estimate(code, dialect_for(DEFAULT_EVM_VERSION), executions)


BYTE = 200  # of deployed code


@pytest.mark.parametrize(
    ("source", "run_gas", "code_bytes"),
    [
        ("{ }", 0, 0),
        ("{ pop(1) }", 2 + 3, 3),
        ("{ sstore(0, 1) }", 100 + 2 + 3, 1 + 1 + 2),
        ("{ log1(0, 0, 0) }", 750 + 6, 4),
        ("{ let x }", 2 + 2, 2),
        ("{ function f() {} }", 9, 2),
        ("{ f() function f() {} }", 15 + 9, 8 + 2),
        ("{ if 0 { leave_() } function leave_() {} }", 2 + 17 + 15 + 9, 1 + 6 + 8 + 2),
    ],
)
def test_run_gas_and_code(source: str, run_gas: int, code_bytes: int) -> None:
    for executions in (1, 200):
        assert gas(source, executions) == executions * run_gas + BYTE * code_bytes


def test_every_kind_of_statement_and_builtin_counts() -> None:
    source = """object "a" { code {
        for { let i := 0 } lt(i, 5) { i := add(i, 1) } { break continue }
        switch calldataload(0) case 0 { pop(create(0, 0, 0)) } default { selfdestruct(0) }
        pop(keccak256(0, 0)) pop(exp(2, 3)) pop(datasize("a")) pop(memoryguard(0x80))
        function f() -> x { leave }
    } }"""
    whole = gas(source)
    assert whole > gas(source.replace("break continue", "continue")) > 32000 + 5000
    assert gas(source, None) < whole  # bytes of creation code are cheap
