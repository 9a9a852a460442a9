"""The cheapest equal graph that saturation finds; the graph stays unless a cheaper one is found.

Source: chapter 09, section 7.
"""

from __future__ import annotations

from collections.abc import Iterator

from yulopt.egraph.export import Export
from yulopt.rvsdg.acceptance import Acceptance, whole_cost
from yulopt.rvsdg.encoding import Encoding
from yulopt.rvsdg.exact import extract_exactly
from yulopt.rvsdg.extract import DAG, GAS, SHARED_GAS, TREE, cost_of, extract
from yulopt.rvsdg.ir import Call, Graph, Node
from yulopt.rvsdg.saturate import Report, Saturation, Settings
from yulopt.rvsdg.traversal import postorder


def optimise(root: Node, graph: Graph, settings: Settings) -> Node:
    """The cheapest equal graph that is found, made in the same `graph`; the root itself if there is
    none that is cheaper. Raises `YulError` if the library is not installed."""
    return optimise_with_report(root, graph, settings)[0]


def optimise_with_report(root: Node, graph: Graph, settings: Settings) -> tuple[Node, Report]:
    """The same, and what was done.

    What is chosen for a state and for a value may come from two forms of one call, so that an
    effect would happen twice. Such a graph is rejected; then other choices are tried, and at last
    an e-graph in which no call has the form of the function's body. Gas is measured on the Yul that
    is written; there the best of all choices is taken, by whatever model it was made.
    """
    acceptance = Acceptance(root, graph, settings.cost, settings.executions)
    saturation = Saturation(root, graph, settings)
    found, cost = _cheapest(root, graph, settings, saturation, acceptance)
    if found is None and any(isinstance(node, Call) for node in postorder([root])):
        calls_stay = Saturation(root, graph, settings, inline=False)
        found, cost = _cheapest(root, graph, settings, calls_stay, acceptance)
    report = saturation.report
    report.cost_before = whole_cost(acceptance.before, settings.cost)
    report.cost_after = whole_cost(cost, settings.cost)
    return found or root, report


def _cheapest(
    root: Node,
    graph: Graph,
    settings: Settings,
    saturation: Saturation,
    acceptance: Acceptance,
) -> tuple[Node | None, int]:
    """The graph that is chosen from an e-graph and what it costs, the root if nothing is cheaper
    by a model; None if every choice is rejected, or measured and not cheaper."""
    export = saturation.run()
    encoding, executions = Encoding(graph), settings.executions
    best, lowest = None, acceptance.before
    for found in _choices(saturation.handle(root), export, encoding, settings, saturation.report):
        by_model = cost_of(found, encoding, settings.cost, executions)
        if by_model >= lowest and not acceptance.is_measured:
            return root, lowest
        cost = acceptance.cost(found)
        if cost is not None and cost < lowest:
            best, lowest = found, cost
            if not acceptance.is_measured:
                break
    return best, lowest


def _choices(
    root: int, export: Export, encoding: Encoding, settings: Settings, report: Report
) -> Iterator[Node]:
    """Graphs for a value, what is likely the cheapest one first."""
    if settings.exact:
        found, report.not_exact = extract_exactly(export, root, encoding, settings.seconds)
        if found is not None:
            yield found
    for model in dict.fromkeys((settings.cost, GAS, SHARED_GAS, TREE, DAG)):
        yield extract(export, root, encoding, model, settings.executions)
