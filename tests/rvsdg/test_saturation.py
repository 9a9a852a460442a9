"""The acceptance cases of saturation, by their names in chapter 09, sections 9.1, 9.2 and 9.5."""

from __future__ import annotations

from random import Random

import pytest

from tests.rvsdg.acceptance_cases import CASES, Case
from tests.rvsdg.graphs import normal, outcome, parsed
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import DAG, cost_of
from yulopt.rvsdg.ir import Function, Graph, Node
from yulopt.rvsdg.language import OPTIR
from yulopt.rvsdg.optimise import optimise
from yulopt.rvsdg.saturate import Settings
from yulopt.rvsdg.verifier import verify

pytest.importorskip("egglog", reason="saturation needs egglog")

each_case = pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])


def inputs(case: Case, root: Node) -> list[tuple[int, ...]]:
    """Arguments to try: those of the case, or some random ones."""
    if case.arguments or not isinstance(root, Function):
        return list(case.arguments) or [()]
    rng = Random(case.name)
    words = (0, 1, 2, -1, -7, 41, 100, 2**31 - 1, -(2**31))
    return [tuple(rng.choice(words) for _ in range(root.inputs)) for _ in range(20)]


@each_case
def test_results_of_saturation(case: Case) -> None:
    graph = Graph(OPTIR)
    root, expected = parsed(case.source, graph), parsed(case.expected, graph)
    encoding = Encoding(graph)
    assert cost_of(root, encoding, DAG) == case.before
    assert cost_of(expected, encoding, DAG) == case.after
    found, (report,) = optimise(root, graph, Settings(cost=case.cost))
    verify(found, OPTIR)
    assert report.stopped_by == ""
    assert normal(found) == normal(expected)
    assert cost_of(found, encoding, DAG) == case.after
    compared = 0
    for arguments in inputs(case, root):
        before = outcome(root, arguments)
        if before is not None:
            assert outcome(found, arguments) == before, arguments
            compared += 1
    assert compared


@each_case
def test_exact_choice(case: Case) -> None:
    """The search finds the optimum."""
    pytest.importorskip("scipy", reason="an exact choice needs scipy")
    graph = Graph(OPTIR)
    root = parsed(case.source, graph)
    found, (report,) = optimise(root, graph, Settings(exact=True))
    assert report.not_exact == ""
    assert cost_of(found, Encoding(graph), DAG) == report.cost_after == case.after
