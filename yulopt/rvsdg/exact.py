"""The cheapest graph by the cost model `dag`, found exactly: for small e-graphs.

What is counted is what `yulopt.rvsdg.extract.cost_of` counts by that model, so that costs can be
compared: each value once, in whatever regions it is used, and what is inside a switch or a loop
like everything else.

Source: chapter 09, section 7.2.
"""

from __future__ import annotations

from typing import Final

from yulopt.egraph.arguments_used import without_strange_arguments
from yulopt.egraph.exact_choice import ExactChoice
from yulopt.egraph.export import Export
from yulopt.egraph.tree_costs import TreeCosts
from yulopt.rvsdg.encoding import Encoding, same_scope
from yulopt.rvsdg.extract import chosen_graph, node_forms
from yulopt.rvsdg.ir import Node

_MOST_NODES: Final = 3000


def extract_exactly(
    export: Export, root: int, encoding: Encoding, seconds: float
) -> tuple[Node | None, str]:
    """The cheapest graph for the value with the handle `root`; or None, and why it was not found.

    The solver has so many seconds. Raises `YulError` if its library is not installed.
    """
    without_strange_arguments(export, same_scope)
    count = sum(map(len, export.classes))
    if count >= _MOST_NODES:
        return None, f"{count} nodes are too many, it takes fewer than {_MOST_NODES}"
    forms = node_forms(export)
    value = export.handles[root]
    choice = ExactChoice(forms, TreeCosts(forms), value, seconds)
    if choice.problem:
        return None, choice.problem
    return chosen_graph(value, choice.order, choice.chosen, encoding), ""
