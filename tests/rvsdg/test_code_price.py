"""Which code may replace other code after saturation."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.rvsdg.code_price import CodePrice
from yulopt.rvsdg.extract import DAG, GAS, TREE
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block

DIALECT = dialect_for(DEFAULT_EVM_VERSION)
# More variables than the stack reaches, all of them needed at the end.
DEEP = "{{ {} {} }}".format(
    " ".join(f"let v{number} := calldataload({number})" for number in range(20)),
    " ".join(f"sstore(v{number}, v{number})" for number in range(20)),
)


def is_cheaper(text: str, original: str, cost: str = DAG, executions: int | None = 200) -> bool:
    def code(text: str) -> Block:
        block = yulopt.parse(text).code
        make_context(block, DIALECT)
        return block

    return CodePrice(DIALECT, cost, executions).is_cheaper(code(text), code(original))


@pytest.mark.parametrize("cost", [DAG, TREE, GAS])
def test_less_is_cheaper(cost: str) -> None:
    small, large = "{ sstore(0, 3) }", "{ sstore(0, add(1, 2)) }"
    assert is_cheaper(small, large, cost)
    assert not is_cheaper(large, small, cost)
    assert not is_cheaper(small, small, cost)


def test_bytes_are_those_of_the_generated_code() -> None:
    """A variable for each value changes nothing on the stack."""
    nested = "{ sstore(0, add(calldataload(0), calldataload(32))) }"
    split = "{ let a := calldataload(32) let b := add(calldataload(0), a) sstore(0, b) }"
    assert CodePrice(DIALECT, DAG, 200).bytes_of(yulopt.parse(nested).code) == CodePrice(
        DIALECT, DAG, 200
    ).bytes_of(yulopt.parse(split).code)
    assert not is_cheaper(split, nested)


LOOP = "for { let i } lt(i, n) { i := add(i, 1) }"
INSIDE = f"{{ let n := sload(9) {LOOP} {{ sstore(i, mul(n, n)) }} }}"
BEFORE = f"{{ let n := sload(9) let v := mul(n, n) mstore(0, n) {LOOP} {{ sstore(i, v) }} }}"


@pytest.mark.parametrize("cost", [DAG, GAS])
def test_more_bytes_are_never_cheaper(cost: str) -> None:
    """A few bytes more for a multiplication less in each iteration, however often."""
    assert not is_cheaper(BEFORE, INSIDE, cost, executions=100_000)


@pytest.mark.parametrize(("executions", "expected"), [(1, True), (100_000, False)])
def test_by_gas_bytes_count_less_with_more_runs(executions: int, expected: bool) -> None:
    assert is_cheaper(INSIDE, BEFORE, GAS, executions) == expected


def test_unreachable_values_replace_only_unreachable_values() -> None:
    long = " ".join(f"sstore({number}, exp(calldataload(0), 99999))" for number in range(99))
    assert not is_cheaper(DEEP, f"{{ {long} }}")
    assert not is_cheaper(DEEP, f"{{ {long} }}", GAS)
    assert is_cheaper("{ }", DEEP)
    assert is_cheaper(DEEP, DEEP.replace("}", "sstore(1, 2) }"))
    assert not is_cheaper(DEEP.replace("}", "sstore(1, 2) }"), DEEP)
