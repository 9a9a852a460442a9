"""Costs of nodes and graphs by the gas model."""

from __future__ import annotations

import pytest

from yulopt.dialect import Dialect, dialect_for, parse_evm_version
from yulopt.egraph.export import ENode
from yulopt.gas.model import LOOP_WEIGHT, WEIGHT_ONE
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import GAS, cost_of
from yulopt.rvsdg.gas import NodePrices
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import yul_language
from yulopt.rvsdg.parser import parse_expression

RUNS = 1000
BYTE = 200
EXP = 10 + 50  # gas, for one byte
PUSH_1, DUP = 3, 3


def dialect(version: str) -> Dialect:
    return dialect_for(parse_evm_version(version))


@pytest.mark.parametrize(
    ("node", "version", "gas", "code_bytes"),
    [
        (ENode("add", (0, 1)), "cancun", 3, 1),
        (ENode("mul", (0, 1)), "cancun", 5, 1),
        (ENode("mulmod", (0, 1, 2)), "cancun", 8, 1),
        (ENode(("arg", 0)), "cancun", DUP, 1),
        (ENode(0), "cancun", 2, 1),
        (ENode(0), "paris", 3, 2),
        (ENode(5), "paris", 3, 2),
        (ENode(2**16 - 1), "cancun", 3, 3),
        (ENode(2**256 - 2), "cancun", 3 + 3, 2 + 1),  # not(1)
        (ENode("#use", (0,)), "cancun", 0, 0),
        # The code around the body of a function runs with each call.
        (ENode("#call", (0, 1)), "cancun", 15 + 9 + DUP, 8 + 1),
    ],
)
def test_prices(node: ENode, version: str, gas: int, code_bytes: int) -> None:
    tie = 1 + len(node.children)
    expected = (gas * RUNS * WEIGHT_ONE + tie, code_bytes * BYTE * WEIGHT_ONE)
    assert NodePrices(dialect(version), RUNS).price(node) == expected


def test_the_cost_of_a_byte_depends_on_the_kind_of_code() -> None:
    add = ENode("add", (0, 1))
    assert NodePrices(dialect("cancun"), None).price(add)[1] == 16 * WEIGHT_ONE
    assert NodePrices(dialect("cancun"), 1).price(add)[1] == BYTE * WEIGHT_ONE


def whole_gas(text: str, runs: int) -> int:
    graph = Graph(yul_language(dialect("cancun")))
    return cost_of(parse_expression(text, graph), Encoding(graph), GAS, runs) // WEIGHT_ONE


def running_gas(text: str) -> int:
    """The gas of one execution."""
    return whole_gas(text, 1001) - whole_gas(text, 1000)


@pytest.mark.parametrize(
    ("text", "times", "parts"),
    [
        ("(func-1-inputs-1-outputs {})", 1, 1),
        ("(func-0-inputs-1-outputs (get-0 (switch-3-cases-1-outputs 1 5 {} get-0 get-0)))", 1, 3),
        ("(func-0-inputs-1-outputs (get-0 (loop 5 {} 0)))", LOOP_WEIGHT, 1),
    ],
)
def test_code_in_a_region_runs_as_often_as_the_region(text: str, times: int, parts: int) -> None:
    with_power, without = text.format("(exp (add get-0 7) 3)"), text.format("(add get-0 7)")
    gas = running_gas(with_power) - running_gas(without)
    assert gas == (EXP + PUSH_1) * times // parts
    code = whole_gas(with_power, 0) - whole_gas(without, 0)
    assert code == (1 + 2) * BYTE


def test_a_region_shares_and_two_regions_do_not() -> None:
    shared = "(func-1-inputs-2-outputs (exp get-0 3) (add 1 (exp get-0 3)))"
    in_cases = "(func-1-inputs-1-outputs (get-0 (switch-2-cases-1-outputs 1 get-0 {} {})))"
    power = "(exp get-0 3)"
    assert running_gas(shared) < 2 * EXP
    both = running_gas(in_cases.format(power, f"(add 1 {power})"))
    one = running_gas(in_cases.format(power, "(add 1 get-0)"))
    assert both - one == EXP // 2 + 3 // 2 + 1


def test_a_function_counts_once() -> None:
    body = "(func-1-inputs-1-outputs (exp get-0 3))"
    calls = ["(get-0 (call ?f 1))", "(get-0 (call ?f 2))"]
    once, twice = (
        running_gas(f"(?f {body} (func-0-inputs-{len(used)}-outputs {' '.join(used)}))")
        for used in (calls[:1], calls)
    )
    assert twice - once < EXP


def test_nested_loops_are_no_problem() -> None:
    text = "(add get-0 1)"
    for _ in range(60):
        text = f"(get-0 (loop get-0 {text} 0))"
    root: Node = parse_expression(
        f"(func-1-inputs-1-outputs {text})", graph := Graph(yul_language(dialect("cancun")))
    )
    assert cost_of(root, Encoding(graph), GAS, RUNS) > LOOP_WEIGHT**60
