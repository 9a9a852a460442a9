"""The estimated gas of whole programs: everything once, and weighted by frequency."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.gas.estimate import WeightedGas, gas_estimate
from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE


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
        ('{ pop(verbatim_0i_1o("\\x30")) }', 2, 1),
        ('{ pop(loadimmutable("i")) }', 2 + 3, 1 + 33),
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


def weighted(source: str, executions: int | None = 1, *, pays_for_code: bool = False) -> float:
    """The same with weights, by default without the code."""
    dialect = dialect_for(DEFAULT_EVM_VERSION)
    gas = WeightedGas(dialect, executions, pays_for_code=pays_for_code)
    return gas.of_object(yulopt.parse(source).code) / WEIGHT_ONE


STORE = 100 + 2 + 3


@pytest.mark.parametrize(
    ("source", "gas"),
    [
        ("{ sstore(0, 1) }", STORE),
        ("{ if callvalue() { sstore(0, 1) } }", 2 + 17 + STORE / 2),
        ("{ for {} callvalue() {} { sstore(0, 1) } }", (1 + 17 + 11 + 2 + STORE) * LOOP_WEIGHT),
        ("{ f() function f() { sstore(0, 1) } }", 15 + STORE),
        # As the ConstantOptimiser writes it: not(0).
        (f"{{ sstore(0, {2**256 - 1}) }}", 100 + 2 + 2 + 3),
    ],
)
def test_frequent_code_weighs_more(source: str, gas: float) -> None:
    assert weighted(source) == gas
    assert weighted(source, 7) == 7 * gas


def test_code_is_paid_for_once_however_often_it_runs() -> None:
    loop = "{ for {} callvalue() {} { sstore(0, 1) } }"
    code = weighted(loop, 5, pays_for_code=True) - weighted(loop, 5)
    assert code == BYTE * (1 + 1 + 5 + 4 + 1 + 1 + 1 + 2)


def test_functions_are_measured_separately() -> None:
    block = yulopt.parse("{ f() function f() { sstore(0, 1) } }").code
    gas = WeightedGas(dialect_for(DEFAULT_EVM_VERSION), 1, pays_for_code=False)
    assert gas(block) == 15 * WEIGHT_ONE
