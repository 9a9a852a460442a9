"""Extraction: chooses one form of every value, which turns an e-graph into a graph.

The model of optir counts nodes: arguments and numbers are free, a loop or a switch costs its number
of operands, everything else one. As a tree (`tree`), nodes count once per use; as a graph (`dag`),
once.

The model for gas is that of `yulopt.rvsdg.gas`. It also allows the choice as in a tree, where the
share of each operand is exact (`gas`), or as in a graph (`shared gas`), where the computations of
each value are estimated from the tree.

The forms and their cheapest trees are analyses of the e-graph (`extraction_analyses`), which
several choices share.

By the model `dag`, the cheapest graph of a small e-graph can be found exactly.

Source: chapter 09, sections 7.1 and 7.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from yulopt.egraph.exact_choice import ExactChoice
from yulopt.egraph.export import ENode, Export, drop_forms_with_extra_arguments
from yulopt.egraph.shared_costs import SharedCosts
from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.gas.model import WEIGHT_ONE
from yulopt.passes.analyses import Analyses, Analysis
from yulopt.rvsdg.encoding import FUNCTION, LOOP, SWITCH, TEXT, Encoding, same_scope
from yulopt.rvsdg.gas import NodePrices, node_prices, region_gas, shares
from yulopt.rvsdg.ir import Node
from yulopt.rvsdg.traversal import postorder
from yulopt.syntax.arguments import DEFAULT_RUNS

TREE: Final = "tree"
DAG: Final = "dag"
GAS: Final = "gas"
SHARED_GAS: Final = "shared gas"

# The maximum number of nodes for an exact choice.
_MAX_NODES: Final = 3000


class NodeForms:
    """The forms of all values by the model of optir, and the cheapest trees of them."""

    def __init__(self, export: Export) -> None:
        self.forms = [[_form(node) for node in nodes] for nodes in export.classes]
        self.tree = TreeCosts(self.forms)


class GasForms:
    """The same by the model for gas."""

    def __init__(self, export: Export, prices: NodePrices) -> None:
        self.forms = _gas_forms(export, prices)
        self.tree = TreeCosts(self.forms)


def extraction_analyses(
    export: Export, encoding: Encoding, executions: int | None = DEFAULT_RUNS
) -> Analyses[Export]:
    """The basis for choosing forms. Forms that no choice may have are removed from the export at
    once.

    `executions`: the expected number of runs (None for creation code), for gas.
    """
    drop_forms_with_extra_arguments(export, same_scope)
    return Analyses(
        export,
        (
            Analysis[Export, NodeForms](
                NodeForms,
                lambda export, _: NodeForms(export),
                lambda old, new: old.tree.form == new.tree.form,
            ),
            Analysis[Export, GasForms](
                GasForms,
                lambda export, _: GasForms(export, node_prices(encoding.language, executions)),
                lambda old, new: old.tree.form == new.tree.form,
            ),
        ),
    )


def extract(
    analyses: Analyses[Export],
    root: int,
    encoding: Encoding,
    cost: str,
    before: Sequence[tuple[int, ENode]] = (),
) -> Node:
    """The cheapest graph for the value with the handle `root`, by one of the cost models.

    `analyses` are those of `extraction_analyses`. `before`: where to search from instead of the
    cheapest tree (`nodes_before`).
    """
    export = analyses.unit
    value = export.handles[root]
    priced = analyses.get(GasForms) if cost in (GAS, SHARED_GAS) else analyses.get(NodeForms)
    forms, tree = priced.forms, priced.tree
    order = tree.order
    chosen = {one: forms[one][tree.form[one]] for one in order}
    if cost == SHARED_GAS:
        forms = _with_weights(forms, tree, value)
    if cost in (DAG, SHARED_GAS):
        shared = SharedCosts(forms, tree, [value], 0, 0, _start(forms, tree, before))
        shared.improve_fully(_candidates(export, tree))
        order = shared.needed()
        chosen = {one: shared.form(one) for one in order}
    return _chosen_graph(value, order, chosen, encoding)


def extract_exactly(
    analyses: Analyses[Export], root: int, encoding: Encoding, seconds: float
) -> tuple[Node | None, str]:
    """The cheapest graph by the model `dag` for the value with the handle `root`; or None, and why
    it was not found. The cost is that of `cost_of` by that model.

    The solver has `seconds`. Raises `YulError` if its library is not installed.
    """
    export = analyses.unit
    count = sum(map(len, export.classes))
    if count >= _MAX_NODES:
        return None, f"{count} nodes are too many, it takes fewer than {_MAX_NODES}"
    by_nodes = analyses.get(NodeForms)
    value = export.handles[root]
    choice = ExactChoice(by_nodes.forms, by_nodes.tree, value, seconds)
    if choice.problem:
        return None, choice.problem
    return _chosen_graph(value, choice.order, choice.chosen, encoding), ""


def cost_of(
    root: Node, encoding: Encoding, cost: str, executions: int | None = DEFAULT_RUNS
) -> int:
    """The cost of a graph by one of the models: in nodes, or for gas, in units of `WEIGHT_ONE`."""
    if cost in (GAS, SHARED_GAS):
        return region_gas(root, encoding, node_prices(encoding.language, executions))
    nodes = postorder([root])
    numbers = {node: number for number, node in enumerate(nodes)}
    total: list[int] = []
    for node in nodes:
        form = _form(encoding.encode(node, [numbers[operand] for operand in node.operands]))
        inside = sum([total[operand] for operand in form.operands]) if cost == TREE else 0
        total.append(form.own + inside)
    return total[-1] if cost == TREE else sum(total)


def nodes_before(
    root: Node, encoding: Encoding, value_of: Callable[[Node], int]
) -> list[tuple[int, ENode]]:
    """The value of each node of a graph that is in an e-graph, with the node as a form of it."""
    return [
        (value_of(node), encoding.encode(node, list(map(value_of, node.operands))))
        for node in postorder([root])
    ]


def _chosen_graph(root: int, order: list[int], chosen: dict[int, Form], encoding: Encoding) -> Node:
    """The graph for a value, with the forms that are chosen; `order` has operands first."""
    needed = {root}
    for value in reversed(order):
        if value in needed:
            needed.update(chosen[value].node.children)
    nodes: dict[int, Node] = {}
    for value in order:
        if value in needed:
            node = chosen[value].node
            nodes[value] = encoding.decode(node, [nodes[child] for child in node.children])
    return nodes[root]


def _start(
    forms: list[list[Form]], tree: TreeCosts, before: Sequence[tuple[int, ENode]]
) -> dict[int, Form]:
    """The previous forms of values: of several nodes found equal, the first, so that none needs
    itself."""
    found: dict[int, Form] = {}
    for value, node in before:
        if value in found or value not in tree.rank:
            continue
        if all(child in found for child in node.children):
            for form in forms[value]:
                if form.node.head == node.head and form.node.children == node.children:
                    found[value] = form
    return found


def _candidates(export: Export, tree: TreeCosts) -> list[int]:
    """The values for prepaid moves: functions first."""
    functions = [
        value
        for value in tree.order
        if any(str(node.head).startswith(FUNCTION) for node in export.classes[value])
    ]
    return list(dict.fromkeys([*functions, *tree.order]))


def _key(node: ENode) -> str:
    return f"{len(str(node.head)):04}{node.head}"


def _form(node: ENode) -> Form:
    own = 1
    if not isinstance(node.head, str) or node.head.startswith(TEXT):
        own = 0
    elif node.head == LOOP or node.head.startswith(SWITCH):
        own = len(node.children)
    return Form(own, node.children, _key(node), node)


def _gas_forms(export: Export, prices: NodePrices) -> list[list[Form]]:
    """The forms of all values by the model for gas."""
    is_leaf = [any(not isinstance(node.head, str) for node in nodes) for nodes in export.classes]
    arguments = {
        (value, node.head[1])
        for value, nodes in enumerate(export.classes)
        for node in nodes
        if isinstance(node.head, tuple)
    }

    def form(node: ENode) -> Form:
        running, code = prices.price(node)
        parts = shares(node, is_leaf.__getitem__, lambda value, index: (value, index) in arguments)
        return Form(running, node.children, _key(node), node, code, parts)

    return [[form(node) for node in nodes] for nodes in export.classes]


def _with_weights(values: list[list[Form]], tree: TreeCosts, root: int) -> list[list[Form]]:
    """The forms as if each one ran as often as its value is likely to be computed: as often as in
    the cheapest tree, or in what is nearest to that."""
    weights = {root: WEIGHT_ONE}
    for value in reversed(tree.order):
        if value in weights:
            for operand, weight in _operand_weights(
                values[value][tree.form[value]], weights[value]
            ):
                weights[operand] = max(weights.get(operand, 1), weight)
    queue = [value for value in reversed(tree.order) if value in weights]
    for value in queue:
        for form in values[value]:
            for operand, weight in _operand_weights(form, weights[value]):
                if operand not in weights:
                    weights[operand] = max(weight, 1)
                    queue.append(operand)
    return [
        [
            Form(
                form.own * weights.get(value, 1) // WEIGHT_ONE + form.code + 1,
                form.operands,
                form.key,
                form.node,
            )
            for form in forms
        ]
        for value, forms in enumerate(values)
    ]


def _operand_weights(form: Form, weight: int) -> Iterator[tuple[int, int]]:
    """The number of computations of the operands of a form with this number of computations."""
    assert form.shares is not None
    for operand, (times, parts) in zip(form.operands, form.shares, strict=True):
        yield operand, weight * times // parts
