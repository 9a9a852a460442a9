"""The driver of saturation: chapter 09, section 9.5, A7 and B9; dumps; random graphs."""

from __future__ import annotations

from random import Random

import pytest

from tests.rvsdg.acceptance_cases import CASES, Case
from tests.rvsdg.cfg_interpreter import run_graph
from tests.rvsdg.graphs import normal, outcome, parsed
from tests.rvsdg.random_assembly import PARAMETERS, random_assembly
from tests.rvsdg.random_graphs import random_graph
from tests.slices import seeds
from yulopt.egraph.export import ENode
from yulopt.egraph.saturation import Limits, saturate
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import parse_assembly
from yulopt.rvsdg.dump import DOT, JSON, dump
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import DAG, TREE, cost_of, extract, extraction_analyses
from yulopt.rvsdg.host import HostGraph
from yulopt.rvsdg.interpreter import OutOfFuelError, run
from yulopt.rvsdg.ir import Function, Graph, Node
from yulopt.rvsdg.language import OPTIR, Language, yul_language
from yulopt.rvsdg.optimise import optimise
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.saturate import Saturation, Settings
from yulopt.rvsdg.session import session_for
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import verify

pytest.importorskip("egglog", reason="saturation needs egglog")

each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def same_value(one: str, other: str, language: Language = OPTIR) -> bool:
    """Whether two terms end in one class; they are operands of one `use`."""
    graph = Graph(language)
    left, right = parse_expression(one, graph), parse_expression(other, graph)
    root = graph.function(4, [graph.use(left), graph.use(right)])
    saturation = Saturation(root, graph, Settings())
    export = saturation.run()
    return export.handles[saturation.handle(left)] == export.handles[saturation.handle(right)]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("(+ get-0 get-1)", "(+ get-1 get-0)"),
        ("(* get-0 get-1)", "(* get-1 get-0)"),
        ("(& get-0 get-1)", "(& get-1 get-0)"),
        ("(= get-0 get-1)", "(= get-1 get-0)"),
        ("(+ get-0 0)", "get-0"),
        ("(* get-0 1)", "get-0"),
        ("(/ get-0 1)", "get-0"),
        ("(<< get-0 0)", "get-0"),
        ("(>> get-0 0)", "get-0"),
        ("(>>s get-0 0)", "get-0"),
        ("(* get-0 0)", "0"),
        ("(& get-0 0)", "0"),
        ("(& get-0 -1)", "get-0"),
        ("(+ (* get-0 get-1) (* get-0 get-2))", "(* get-0 (+ get-1 get-2))"),
        ("(+ get-0 (* get-0 get-2))", "(* get-0 (+ 1 get-2))"),
        ("(+ get-0 get-0)", "(* get-0 2)"),
        ("(/ (/ get-0 6) 7)", "(/ get-0 42)"),
        ("(% (& get-0 1000) 16)", "(& (& get-0 1000) 15)"),
        ("(% (>> get-0 1) 16)", "(& (>> get-0 1) 15)"),
        ("(<< get-0 get-1)", "(* get-0 (<< 1 get-1))"),
        ("(<< (<< get-0 3) 4)", "(<< get-0 7)"),
        ("(<< (>> get-0 5) 5)", "(& get-0 (<< -1 5))"),
        ("(= get-0 get-0)", "1"),
        ("(> get-0 get-0)", "0"),
        ("(= (= get-0 get-1) 1)", "(= get-0 get-1)"),
        ("(= (> get-0 get-1) 1)", "(> get-0 get-1)"),
        ("(= (= (= get-0 0) 0) 0)", "(= get-0 0)"),
        ("(+ get-0 (+ get-0 get-0))", "(* get-0 3)"),
    ],
)
def test_equal_terms_end_in_one_class(left: str, right: str) -> None:
    assert same_value(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [
        # What holds without the guards only.
        ("(% get-0 16)", "(& get-0 15)"),
        ("(% get-0 0)", "(& get-0 -1)"),
        ("(/ (/ get-0 65536) 65536)", "(/ get-0 0)"),
        ("get-0", "get-1"),
    ],
)
def test_unequal_terms_stay_apart(left: str, right: str) -> None:
    assert not same_value(left, right)


def test_equality_is_local_to_a_scope() -> None:
    graph = Graph(OPTIR)
    source = """
    (func-2-inputs-2-outputs
      (get-0 (switch-2-cases-1-outputs get-1 get-0 get-0 (+ get-0 get-1) get-0))
      (+ get-0 get-1))
    """
    root = parsed(source, graph)
    saturation = Saturation(root, graph, Settings())
    export = saturation.run()
    one, other = saturation.handle(graph.argument(0)), saturation.handle(graph.argument(1))
    assert export.handles[one] != export.handles[other]
    found, _ = optimise(root, graph, Settings())
    for arguments in ((3, 0), (3, 1), (-9, 1)):
        assert run(found, list(arguments), OPTIR) == run(root, list(arguments), OPTIR)


# Section 9.5


@each_case
def test_repeated_runs_give_the_same(case: Case) -> None:
    results = set()
    for _ in range(3):
        graph = Graph(OPTIR)
        root = parsed(case.source, graph)
        found, _ = optimise(root, graph, Settings(cost=case.cost))
        results.add((normal(found), cost_of(found, Encoding(graph), case.cost)))
    assert len(results) == 1


@each_case
def test_an_unchanged_graph_adds_nothing(case: Case) -> None:
    graph = Graph(OPTIR)
    root = parsed(case.source, graph)
    numbers: dict[Node, int] = {}
    for node in postorder([root]):
        numbers[node] = len(numbers)
    encoding = Encoding(graph)
    session = session_for(OPTIR, associative=False)
    session.begin()
    session.unite(
        (number, encoding.encode(node, [numbers[one] for one in node.operands]))
        for node, number in numbers.items()
    )
    before = session.size()
    export = session.export()
    host = HostGraph(export, len(numbers))
    for value, nodes in enumerate(export.classes):
        for form in nodes:
            assert host.add(form.head, form.children) == value
    host.send(session)
    session.unite(
        (number, encoding.encode(node, [numbers[one] for one in node.operands]))
        for node, number in numbers.items()
    )
    assert session.size() == before
    session.end()
    analyses = extraction_analyses(export, encoding)
    assert extract(analyses, numbers[root], encoding, TREE) is root


def test_large_numbers_survive() -> None:
    words = [2**63 - 1, 2**63, 2**64, 2**128 + 5, 2**255, 2**256 - 1]
    session = session_for(yul_language(), associative=False)
    session.begin()
    session.unite(enumerate(map(ENode, words)))
    export = session.export()
    session.end()
    for handle, word in enumerate(words):
        assert [node.head for node in export.classes[export.handles[handle]]] == [word]


def test_operands_of_loops_take_part_in_congruence() -> None:
    one = "(get-0 (loop get-0 (+ get-1 (+ get-0 0)) get-1 get-1 (> 100 get-0)))"
    other = "(get-0 (loop get-0 (+ get-0 get-1) get-1 get-1 (> 100 get-0)))"
    assert "get-1" in one
    wrapped = one.replace("(loop get-0", "(loop get-0 get-0").replace("get-1 get-1 (>", "get-1 (>")
    expected = other.replace("(loop get-0", "(loop get-0 get-0").replace(
        "get-1 get-1 (>", "get-1 (>"
    )
    assert same_value(wrapped, expected)


@each_case
def test_without_rounds_the_graph_stays(case: Case) -> None:
    graph = Graph(OPTIR)
    root = parsed(case.source, graph)
    assert optimise(root, graph, Settings(rounds=0, cost=case.cost))[0] is root


# Dumps


def test_dumps() -> None:
    graph = Graph(OPTIR)
    root = parsed("(func-1-inputs-1-outputs (+ get-0 0))", graph)
    dot = dump(root, graph, Settings(), DOT)
    assert dot.startswith("digraph")
    assert "get-0" in dot
    assert '"root": 0' in dump(root, graph, Settings(), JSON)


# Random graphs


@pytest.mark.parametrize("cost", [DAG, TREE])
def test_random_graphs_compute_the_same(cost: str) -> None:
    cheaper = compared = 0
    for seed in seeds(12, at_length=100):
        rng = Random(f"graph {seed}")
        graph = Graph(OPTIR)
        root = graph.function(3, [random_graph(rng, graph, 4, 3) for _ in range(2)])
        assert isinstance(root, Function)
        verify(root, OPTIR)
        found, _ = optimise(root, graph, Settings(cost=cost, nodes=3000, rounds=4, seconds=5.0))
        verify(found, OPTIR)
        cheaper += found is not root
        for _ in range(8):
            arguments = [rng.choice((0, 1, 2, -1, -8, 33, rng.getrandbits(32))) for _ in range(3)]
            arguments = [OPTIR.word(word) for word in arguments]
            before = outcome(root, arguments, fuel=300)
            after = outcome(found, arguments, fuel=300)
            if before is not None and after is not None:
                assert after == before, (seed, arguments)
                compared += 1
    assert cheaper > 2
    assert compared > 12


def test_random_control_flow_computes_the_same() -> None:
    """The control-flow graph, the graph, and the graph after saturation."""
    cheaper = compared = 0
    for seed in seeds(12, at_length=100):
        rng = Random(f"flow {seed}")
        text = random_assembly(rng, most_blocks=7)
        graph = Graph(OPTIR)
        root = build_all(parse_assembly(text, OPTIR), graph)
        found, _ = optimise(root, graph, Settings(nodes=4000, rounds=4, seconds=5.0))
        verify(found, OPTIR)
        cheaper += found is not root
        for _ in range(4):
            arguments = [rng.getrandbits(rng.randint(1, 31)) for _ in PARAMETERS]
            try:
                expected = run_graph(parse_assembly(text, OPTIR), arguments, OPTIR, fuel=200)
            except OutOfFuelError:
                continue
            assert run(found, arguments, OPTIR, fuel=4000) == expected, (seed, text)
            compared += 1
    assert cheaper > 1
    assert compared > 12


def test_limits_of_one_step() -> None:
    session = session_for(OPTIR, associative=False)
    session.begin()
    session.unite([(0, ENode(("arg", 0))), (1, ENode("add", (0, 0)))])
    report = saturate(session, Limits(iterations=1))
    session.end()
    assert report.stopped_by == "iterations"
    assert report.iterations == 1
