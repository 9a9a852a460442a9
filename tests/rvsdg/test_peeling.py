"""LP7: loops with their first iteration before them."""

from __future__ import annotations

from random import Random

import pytest

from tests.generation.dense import generate_dense
from tests.rvsdg.graphs import normal, outcome, parsed
from tests.rvsdg.random_assembly import PARAMETERS, random_assembly
from tests.rvsdg.round_trip import Figures, check_round_trip
from tests.slices import amount, seeds
from yulopt.egraph.export import Export
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import parse_assembly
from yulopt.rvsdg.encoding import SWITCH, Encoding
from yulopt.rvsdg.extract import DAG, GAS, cost_of
from yulopt.rvsdg.ir import Graph, Loop, Node
from yulopt.rvsdg.language import OPTIR
from yulopt.rvsdg.optimise import optimise
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.saturate import Saturation, Settings
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import verify

pytest.importorskip("egglog", reason="saturation needs egglog")

TWICE = "(func-0-inputs-1-outputs (get-0 (loop 0 (+ get-0 1) (> 1 get-0))))"
ZERO_AFTERWARDS = """
(func-2-inputs-1-outputs
  (get-0 (loop get-0 get-1 (+ get-0 (* get-1 get-1)) 0 (> 100 get-0))))
"""
SEVEN_AFTERWARDS = """
(func-2-inputs-1-outputs (get-0 (loop get-0 get-1 (+ get-0 get-1) 7 (& get-0 6))))
"""
SIMPLE = "(func-1-inputs-1-outputs (get-0 (loop get-0 (* get-0 3) (= get-0 7))))"
NESTED = """
(func-1-inputs-1-outputs
  (get-0 (loop get-0 (get-0 (loop get-0 (* get-0 3) (= get-0 7))) (> 100 get-0))))
"""


def optimised(text: str, graph: Graph, cost: str = DAG, peel: bool = True) -> Node:
    return optimise(parsed(text, graph), graph, Settings(cost=cost, peel=peel))[0]


def loops(root: Node) -> int:
    return sum(isinstance(node, Loop) for node in postorder([root]))


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        # The first iteration goes on, and the second one does not.
        (TWICE, "(func-0-inputs-1-outputs 2)"),
        # After the first iteration, nothing changes any more.
        (ZERO_AFTERWARDS, "(func-2-inputs-1-outputs (+ get-0 (* get-1 get-1)))"),
    ],
)
def test_peeling_leaves_no_loop(source: str, expected: str) -> None:
    graph = Graph(OPTIR)
    assert normal(optimised(source, graph)) == normal(parsed(expected, graph))
    assert loops(optimised(source, graph, peel=False)) == 1


def test_peeling_makes_a_variable_constant() -> None:
    graph = Graph(OPTIR)
    found = optimised(SEVEN_AFTERWARDS, graph, GAS)
    kept = optimised(SEVEN_AFTERWARDS, graph, GAS, peel=False)
    (loop,) = [node for node in postorder([found]) if isinstance(node, Loop)]
    expected = parse_expression("(loop get-0 (+ get-0 7) (& get-0 6))", graph)
    assert normal(loop) == normal(expected)
    encoding = Encoding(graph)
    assert cost_of(found, encoding, GAS) < cost_of(kept, encoding, GAS)
    rng = Random("seven")
    for arguments in [(0, 5), (6, 1), (5, 3), *[(rng.getrandbits(31), 9) for _ in range(20)]]:
        assert outcome(found, arguments) == outcome(kept, arguments)


@pytest.mark.parametrize(("source", "count"), [(SIMPLE, 1), (NESTED, 2)])
def test_each_loop_is_peeled_once_and_only_on_demand(source: str, count: int) -> None:
    def exported(peel: bool) -> Export:
        graph = Graph(OPTIR)
        return Saturation(parsed(source, graph), graph, Settings(peel=peel)).run()

    def values_with_switches(export: Export) -> int:
        return sum(
            any(str(node.head).startswith(SWITCH) for node in nodes) for nodes in export.classes
        )

    assert values_with_switches(exported(peel=True)) == count
    assert values_with_switches(exported(peel=False)) == 0


def test_random_control_flow_computes_the_same() -> None:
    compared = with_loops = 0
    settings = Settings(cost=GAS, nodes=4000, rounds=4, seconds=5.0, peel=True)
    for seed in seeds(8, at_length=100):
        rng = Random(f"peeled flow {seed}")
        graph = Graph(OPTIR)
        root = build_all(parse_assembly(random_assembly(rng, most_blocks=7), OPTIR), graph)
        found, _ = optimise(root, graph, settings)
        verify(found, OPTIR)
        with_loops += loops(root) > 0
        for _ in range(6):
            arguments = tuple(rng.getrandbits(rng.randint(1, 31)) for _ in PARAMETERS)
            before, after = outcome(root, arguments), outcome(found, arguments)
            if before is not None and after is not None:
                assert after == before, (seed, arguments)
                compared += 1
    assert with_loops > 1
    assert compared > 30


def test_generated_programs_behave_the_same() -> None:
    figures = Figures()
    changed = 0

    def peeled(root: Node, graph: Graph) -> Node:
        nonlocal changed
        found, _ = optimise(root, graph, Settings(cost=GAS, rounds=4, nodes=6000, peel=True))
        changed += found is not root
        return found

    for seed in range(30, 30 + amount(2, 40)):
        text = generate_dense(seed, size=6)
        if "for {" in text:
            check_round_trip(text, seed=seed, tries=6, transform=peeled, figures=figures)
    assert figures.runs > 5
    assert changed
