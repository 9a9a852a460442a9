"""Gas as the cost: the written code is measured, and replaces the input only if cheaper."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.slices import every_nth
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.gas.estimate import WeightedGas
from yulopt.gas.model import WEIGHT_ONE
from yulopt.rvsdg.extract import GAS, TREE
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import yul_language
from yulopt.rvsdg.optimise import Acceptance, optimise
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.program import Unit, read_program
from yulopt.rvsdg.saturate import Settings
from yulopt.rvsdg.to_yul import write_code

EXAMPLES = Path(__file__).parents[2] / "examples"
DIALECT = dialect_for(DEFAULT_EVM_VERSION)
RUNS = 200


def units(text: str) -> list[Unit]:
    return read_program(Source(text), DIALECT)


def written_gas(root: Node, graph: Graph, executions: int | None) -> int:
    return WeightedGas(DIALECT, executions).of_object(write_code(root, graph))


@pytest.mark.parametrize("name", every_nth(2, ["counter", "proxy", "immutables", "sort"]))
def test_the_result_is_cheaper_or_unchanged(name: str) -> None:
    pytest.importorskip("egglog", reason="saturation needs egglog")
    for unit in units((EXAMPLES / f"{name}.yul").read_text("utf-8")):
        executions = None if unit.is_creation else RUNS
        before = written_gas(unit.root, unit.graph, executions)
        settings = Settings(cost=GAS, rounds=3, nodes=6_000, executions=executions)
        found, reports = optimise(unit.root, unit.graph, settings)
        after = written_gas(found, unit.graph, executions)
        assert reports[0].cost_before == before // WEIGHT_ONE
        assert reports[-1].cost_after == after // WEIGHT_ONE
        if found is not unit.root:
            assert after < before


def test_a_more_expensive_graph_of_fewer_nodes_is_reported() -> None:
    """`exp` is one node as `add` is."""
    graph = Graph(yul_language(DIALECT))
    store = "(?0 (sstore 0 {} get-0 get-1) (func-2-inputs-2-outputs (get-0 ?0) (get-1 ?0)))"
    root = parse_expression(store.format("(add (callvalue) (add (caller) 1))"), graph)
    found = parse_expression(store.format("(exp (callvalue) (caller))"), graph)
    by_gas, by_nodes = (Acceptance(root, graph, cost, RUNS) for cost in (GAS, TREE))
    gas, nodes = by_gas.cost(found), by_nodes.cost(found)
    assert gas is not None
    assert nodes is not None
    assert gas > by_gas.before
    assert nodes < by_nodes.before


def test_a_state_used_twice_is_rejected() -> None:
    graph = Graph(yul_language(DIALECT))
    root = parse_expression(
        "(?0 (sstore 0 1 get-0 get-1) (func-2-inputs-2-outputs (get-0 ?0) (get-1 ?0)))", graph
    )
    twice = parse_expression(
        "(func-2-inputs-2-outputs"
        " (get-0 (sstore 0 1 get-0 get-1)) (get-1 (sstore 0 2 get-0 get-1)))",
        graph,
    )
    assert Acceptance(root, graph, GAS, RUNS).cost(twice) is None


def test_creation_code_is_the_outermost_object_and_undeployed_ones() -> None:
    program = """
        object "A" { code { }
          object "A_deployed" { code { } object "B" { code { } object "B_deployed" { code { } } } }
        }
    """
    assert {unit.object.name: unit.is_creation for unit in units(program)} == {
        "A": True,
        "A_deployed": False,
        "B": True,
        "B_deployed": False,
    }
