"""Programs through graphs and saturation, and back to Yul: behaviour and effects are preserved."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.conftest import EXAMPLES
from tests.generation.dense import generate_dense
from tests.rvsdg.campaign import Saturated
from tests.rvsdg.round_trip import Figures, check_round_trip
from tests.slices import amount, at_length, smallest
from yulopt.egraph.scheduler import GrowingRules
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.interpreter import run
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import yul_language
from yulopt.rvsdg.optimise import optimise
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.saturate import Saturation, Settings
from yulopt.rvsdg.session import session_for
from yulopt.rvsdg.verifier import GraphError, verify

pytest.importorskip("egglog", reason="saturation needs egglog")


@pytest.mark.parametrize("path", smallest(2, EXAMPLES), ids=lambda path: path.stem)
def test_examples(path: Path) -> None:
    figures = check_round_trip(path.read_text("utf-8"), transform=Saturated(), tries=10)
    assert figures.runs


def test_generated_programs() -> None:
    figures = Figures()
    saturated = Saturated()
    for seed in range(6):
        text = generate_dense(seed, size=6)
        check_round_trip(text, seed=seed, tries=6, transform=saturated, figures=figures)
    assert figures.runs > 10
    assert saturated.changed > 2


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # A word that was stored or loaded before is not loaded again.
        ("(get-0 (sload get-1 (get-0 (sstore get-1 get-2 get-0 get-3))))", "get-2"),
        ("(get-0 (mload get-1 (get-0 (mstore get-1 get-2 get-0))))", "get-2"),
        ("(get-0 (tload 1 (get-1 (tload 1 get-0))))", "(get-0 (tload 1 get-0))"),
        ("(get-1 (sload 1 (get-1 (sload 1 get-0))))", "(get-1 (sload 1 get-0))"),
    ],
)
def test_rules_about_states(one: str, other: str) -> None:
    assert are_found_equal(one, other)


def are_found_equal(one: str, other: str) -> bool:
    """Whether saturation finds that two terms are equal."""
    graph = Graph(yul_language())
    left, right = parse_expression(one, graph), parse_expression(other, graph)
    root = graph.function(4, [graph.use(left), graph.use(right)])
    saturation = Saturation(root, graph, Settings())
    export = saturation.run()
    assert not saturation.report.stopped_by
    return export.handles[saturation.handle(left)] == export.handles[saturation.handle(right)]


def test_other_places_and_other_states_are_other_words() -> None:
    graph = Graph(yul_language())
    terms = [
        "(get-0 (sload 1 (get-0 (sstore 2 get-2 get-0 get-3))))",
        "(get-0 (sload 1 (get-0 (sstore get-1 get-2 get-0 get-3))))",
        "(get-0 (sload 1 get-0))",
        "get-2",
    ]
    nodes = [parse_expression(term, graph) for term in terms]
    root = graph.function(4, [graph.use(node) for node in nodes])
    saturation = Saturation(root, graph, Settings())
    export = saturation.run()
    assert len({export.handles[saturation.handle(node)] for node in nodes}) == len(nodes)


@pytest.mark.parametrize("associative", [False, True])
def test_sums_in_every_order(associative: bool) -> None:
    graph = Graph(yul_language())
    text = "(func-3-inputs-1-outputs (sub (add (add get-0 get-1) get-2) (add get-1 get-2)))"
    root = parse_expression(text, graph)
    found, _ = optimise(root, graph, Settings(associative=associative))
    expected = parse_expression("(func-3-inputs-1-outputs get-0)", graph)
    assert (found is expected) == associative


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Past stores to other places: other numbers, or the same word plus other numbers.
        ("(get-0 (sload 1 (get-0 (sstore 2 9 (get-0 (sstore 1 7 get-0 get-1)) get-2))))", "7"),
        (
            "(get-0 (mload get-1 (get-0 (mstore (add get-1 32) 9"
            " (get-0 (mstore get-1 7 get-0))))))",
            "7",
        ),
        (
            "(get-0 (mload (add 64 get-1) (get-0 (mstore (add get-1 32) 9"
            " (get-0 (mstore (add get-1 64) get-2 get-0))))))",
            "get-2",
        ),
        # Past loads, and past both, to an earlier load.
        (
            "(get-0 (tload 1 (get-1 (tload get-1 (get-0 (tstore 1 7 get-0 get-2))))))",
            "7",
        ),
        (
            "(get-0 (sload 1 (get-0 (sstore 2 9 (get-1 (sload 1 get-0)) get-2))))",
            "(get-0 (sload 1 get-0))",
        ),
        # A repeated store to memory does nothing.
        ("(get-0 (mstore 64 7 (get-0 (mstore 0 8 (get-0 (mstore 64 7 get-0))))))",
         "(get-0 (mstore 0 8 (get-0 (mstore 64 7 get-0))))"),
        ("(get-0 (mstore get-1 (get-0 (mload get-1 get-0)) (get-1 (mload get-1 get-0))))",
         "(get-1 (mload get-1 get-0))"),
    ],
)  # fmt: skip
def test_accesses_in_between(one: str, other: str) -> None:
    assert are_found_equal(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        # Words that overlap in memory, or may.
        ("(get-0 (mload 0 (get-0 (mstore 31 9 (get-0 (mstore 0 7 get-0))))))", "7"),
        ("(get-0 (mload 31 (get-0 (mstore 0 9 (get-0 (mstore 31 7 get-0))))))", "7"),
        ("(get-0 (mload get-1 (get-0 (mstore get-2 9 (get-0 (mstore get-1 7 get-0))))))", "7"),
        (
            "(get-0 (mload get-1 (get-0 (mstore (add get-1 31) 9"
            " (get-0 (mstore get-1 7 get-0))))))",
            "7",
        ),
        # In memory, what is in between may not be a word.
        ("(get-0 (mload 0 (get-0 (mstore8 64 9 (get-0 (mstore 0 7 get-0))))))", "7"),
        # A store outside memory fails in a static call.
        (
            "(get-0 (sstore 1 (get-0 (sload 1 get-0)) (get-1 (sload 1 get-0)) get-2))",
            "(get-1 (sload 1 get-0))",
        ),
        ("(get-0 (mstore 0 7 (get-0 (mstore 16 8 (get-0 (mstore 0 7 get-0))))))",
         "(get-0 (mstore 16 8 (get-0 (mstore 0 7 get-0))))"),
    ],
)  # fmt: skip
def test_accesses_in_between_that_matter(one: str, other: str) -> None:
    assert not are_found_equal(one, other)


def test_text_that_is_not_code_changes_only_without_effects() -> None:
    """Such graphs cannot be written as Yul, which would find an effect that happens twice."""
    graph = Graph(yul_language())
    pure = parse_expression("(func-1-inputs-1-outputs (add (add 1 2) get-0))", graph)
    with_effects = parse_expression(
        "(func-2-inputs-2-outputs (get-0 (sload (add 1 2) get-0)) (get-1 (sload (add 1 2) get-0)))",
        graph,
    )
    assert optimise(pure, graph, Settings())[0] is not pure
    assert optimise(with_effects, graph, Settings())[0] is with_effects


def difference_of_sums(one: list[int], other: list[int], graph: Graph) -> Node:
    """A function of the arguments in one sum minus those in another, added in these orders."""
    sums = [graph.argument(order[0]) for order in (one, other)]
    for index, order in enumerate((one, other)):
        for number in order[1:]:
            sums[index] = graph.operator("add", sums[index], graph.argument(number))
    return graph.function(len(one), [graph.operator("sub", *sums)])


@pytest.mark.parametrize("count", [amount(8, 12)])
def test_long_sums_cancel_each_other(count: int) -> None:
    graph = Graph(yul_language())
    order = list(range(count))
    root = difference_of_sums(order, order[::-1], graph)
    found, (report,) = optimise(root, graph, Settings(nodes=5000, associative=True))
    assert found is graph.function(count, [graph.constant(0)])
    assert report.cost_after < report.cost_before


def test_saturation_is_unfinished_while_a_rule_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    graph = Graph(yul_language())
    root = difference_of_sums([0, 1], [1, 0], graph)
    _, (plain,) = optimise(root, graph, Settings())
    pausing = iter([True, True, True])
    monkeypatch.setattr(GrowingRules, "pausing", lambda _: next(pausing, False))
    _, (report,) = optimise(root, graph, Settings())
    assert (plain.stopped_by, report.stopped_by) == ("", "")
    assert report.rounds == plain.rounds + 3


@at_length
def test_sums_that_are_too_long_stay_within_limits() -> None:
    """There are some 3 ** 30 sums of these operands."""
    graph = Graph(yul_language())
    rng = Random("long sums")
    order = list(range(30))
    root = difference_of_sums(order, rng.sample(order, 30), graph)
    found, (report,) = optimise(root, graph, Settings(nodes=amount(1000, 5000), associative=True))
    assert report.stopped_by == "e-nodes"
    assert report.nodes < 20_000
    assert report.cost_after <= report.cost_before
    arguments = [rng.getrandbits(256) for _ in order]
    assert run(found, arguments, graph.language) == [0]


def test_literal_arguments_stay_literals() -> None:
    """Of any other operand, one of several forms is chosen, maybe `and(0x180, 255)` for 128."""
    graph = Graph(yul_language())
    node = parse_expression("(memoryguard 128)", graph)
    encoding = Encoding(graph)
    encoded = encoding.encode(node, [7])
    assert encoded.children == ()
    assert encoding.decode(encoded, []) is node
    wrong = parse_expression("(func-0-inputs-1-outputs (memoryguard (and 384 255)))", graph)
    with pytest.raises(GraphError, match="operand 0 of 'memoryguard' must be a number"):
        verify(wrong, graph.language)


def test_graphs_of_one_dialect_share_an_e_graph() -> None:
    one, other = (Graph(yul_language()).language for _ in range(2))
    assert session_for(one, associative=False) is session_for(other, associative=False)
