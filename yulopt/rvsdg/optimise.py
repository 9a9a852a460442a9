"""The cheapest equal graph that saturation finds; the graph stays unless a cheaper one is found.

Source: chapter 09, section 7.
"""

from __future__ import annotations

from yulopt.rvsdg.acceptance import Acceptance
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.extract import DAG, GAS, TREE, cost_of, extract
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.saturate import Report, Saturation, Settings


def optimise(root: Node, graph: Graph, settings: Settings) -> Node:
    """The cheapest equal graph that is found, made in the same `graph`; the root itself if there is
    none that is cheaper. Raises `YulError` if the library is not installed."""
    return optimise_with_report(root, graph, settings)[0]


def optimise_with_report(root: Node, graph: Graph, settings: Settings) -> tuple[Node, Report]:
    """The same, and what was done.

    What is chosen for a state and for a value may come from two forms of one call, so that an
    effect would happen twice. Such a graph is rejected; then other choices are tried, and at last
    an e-graph in which no call has the form of the function's body.
    """
    saturation = Saturation(root, graph, settings)
    acceptance = Acceptance(root, graph)
    found = _cheaper(root, graph, settings, saturation, acceptance)
    if found is None:
        calls_stay = Saturation(root, graph, settings, inline=False)
        found = _cheaper(root, graph, settings, calls_stay, acceptance)
    report, encoding = saturation.report, Encoding(graph)
    report.cost_before = cost_of(root, encoding, settings.cost)
    report.cost_after = cost_of(found or root, encoding, settings.cost)
    return found or root, report


def _cheaper(
    root: Node,
    graph: Graph,
    settings: Settings,
    saturation: Saturation,
    acceptance: Acceptance,
) -> Node | None:
    """The graph that is chosen from an e-graph, the root if it is not cheaper; None if every choice
    is rejected."""
    export = saturation.run()
    encoding = Encoding(graph)
    before = cost_of(root, encoding, settings.cost)
    for cost in dict.fromkeys((settings.cost, GAS, TREE, DAG)):
        found = extract(export, saturation.handle(root), encoding, cost)
        if cost_of(found, encoding, settings.cost) >= before:
            return root
        if acceptance.accepts(found):
            return found
    return None
