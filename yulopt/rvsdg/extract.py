"""Chooses one form of every value: the way back from an e-graph to a graph.

The model of optir counts nodes: arguments and numbers are free, a loop or a switch costs as many as
it has operands, everything else one. As a tree, everything counts each time that it is used; as a
graph, once. The model for gas is that of trees, since sharing holds within one region only; there
the body of a loop counts eight times. (All cases of a switch count in full, as their code does.)

Source: chapter 09, sections 7.1 and 7.2.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import DEFAULT_EVM_VERSION, Tier, dialect_for
from yulopt.egraph.arguments_used import without_strange_arguments
from yulopt.egraph.export import ENode, Export
from yulopt.egraph.shared_costs import SharedCosts
from yulopt.egraph.tree_costs import Form, TreeCosts
from yulopt.rvsdg.encoding import (
    CALL,
    FUNCTION,
    LOOP,
    SWITCH,
    TEXT,
    Encoding,
    same_scope,
    same_scope_count,
)
from yulopt.rvsdg.ir import Node
from yulopt.rvsdg.traversal import postorder

TREE: Final = "tree"
DAG: Final = "dag"
GAS: Final = "gas"

_LOOP_WEIGHT: Final = 8
# Gas is counted in parts, so that nothing but leaves is free.
_PARTS: Final = 100
_VARIABLE_GAS: Final = 3
_CALL_GAS: Final = 25
_BRANCH_GAS: Final = 25
_EFFECT_GAS: Final = 100
_TIERS: Final = {
    Tier.ZERO: 0,
    Tier.BASE: 2,
    Tier.VERY_LOW: 3,
    Tier.LOW: 5,
    Tier.MID: 8,
    Tier.HIGH: 60,
    Tier.BLOCK_HASH: 20,
}


def extract(export: Export, root: int, encoding: Encoding, cost: str) -> Node:
    """The cheapest graph for the value with the handle `root`, by one of the cost models."""
    without_strange_arguments(export, same_scope)
    forms = [[_form(node, cost) for node in nodes] for nodes in export.classes]
    tree = TreeCosts(forms)
    value = export.handles[root]
    chosen: dict[int, Form] = {one: forms[one][tree.form[one]] for one in tree.order}
    order = tree.order
    if cost == DAG:
        shared = SharedCosts(forms, tree, [value], 0, 0)
        shared.improve()
        shared.improve_thoroughly(_candidates(export, tree))
        shared.improve()
        order = shared.needed()
        chosen = {one: shared.form(one) for one in order}
    return _built(value, order, chosen, encoding)


def cost_of(root: Node, encoding: Encoding, cost: str) -> int:
    """What a graph costs by one of the models."""
    total: dict[Node, int] = {}
    numbers: dict[Node, int] = {}
    nodes = postorder([root])
    for node in nodes:
        numbers[node] = len(numbers)
        encoded = encoding.encode(node, [numbers[operand] for operand in node.operands])
        form = _form(encoded, cost)
        total[node] = form.own
        if cost != DAG:
            total[node] += sum([total[nodes[operand]] for operand in form.operands])
    return sum(total.values()) if cost == DAG else total[root]


def _candidates(export: Export, tree: TreeCosts) -> list[int]:
    """The values for prepaid moves: functions first."""
    functions = [
        value
        for value in tree.order
        if any(_is_a(node, FUNCTION) for node in export.classes[value])
    ]
    return list(dict.fromkeys([*functions, *tree.order]))


def _built(root: int, order: list[int], chosen: dict[int, Form], encoding: Encoding) -> Node:
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


def _is_a(node: ENode, prefix: str) -> bool:
    return isinstance(node.head, str) and node.head.startswith(prefix)


def _form(node: ENode, cost: str) -> Form:
    key = f"{len(str(node.head)):04}{node.head}"
    if cost == GAS:
        return Form(_gas(node), _with_weights(node), key, node)
    own = 1
    if not isinstance(node.head, str) or node.head.startswith(TEXT):
        own = 0
    elif node.head == LOOP or node.head.startswith(SWITCH):
        own = len(node.children)
    return Form(own, node.children, key, node)


def _with_weights(node: ENode) -> tuple[int, ...]:
    """The operands, those inside a loop repeatedly."""
    if node.head != LOOP:
        return node.children
    count = same_scope_count(node)
    return node.children[:count] + node.children[count:] * _LOOP_WEIGHT


def _gas(node: ENode) -> int:
    """The gas of a node without its operands, and at least a part of one, except for leaves."""
    head = node.head
    if not isinstance(head, str) or head.startswith(TEXT):
        return _VARIABLE_GAS * _PARTS
    if head == LOOP:
        return _BRANCH_GAS * _LOOP_WEIGHT * _PARTS
    if head.startswith(SWITCH):
        return _BRANCH_GAS * _PARTS
    if head == CALL:
        return (_CALL_GAS + _VARIABLE_GAS * len(node.children)) * _PARTS
    if head.startswith("#"):
        return 1
    builtin = dialect_for(DEFAULT_EVM_VERSION).builtins.get(head)
    if builtin is None or builtin.tier is None:
        return _EFFECT_GAS * _PARTS
    return _TIERS.get(builtin.tier, _EFFECT_GAS) * _PARTS + 1
