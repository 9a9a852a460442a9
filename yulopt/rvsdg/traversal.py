"""Walks over graphs, and substitution into a scope.

Source: chapter 09, sections 2.2, 2.3 and 6.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from yulopt.graphs import orders
from yulopt.rvsdg.ir import Argument, Graph, Loop, Node


def _operands(node: Node) -> tuple[Node, ...]:
    return node.operands


def _same_scope(node: Node) -> tuple[Node, ...]:
    return node.same_scope


def postorder(roots: Iterable[Node]) -> list[Node]:
    """All nodes reachable from the roots, in any scope, each once, operands first."""
    return orders.postorder(roots, _operands)


def region(roots: Iterable[Node]) -> list[Node]:
    """The nodes reachable from the roots in their scope, each once, operands first."""
    return orders.postorder(roots, _same_scope)


def substitute(graph: Graph, roots: Sequence[Node], replacements: Mapping[int, Node]) -> list[Node]:
    """The roots with arguments of their scope replaced by other nodes, all at once.

    Arguments of inner scopes, and those without a replacement, are unchanged.
    """
    replaced: dict[Node, Node] = {}
    for node in region(roots):
        if isinstance(node, Argument):
            replaced[node] = replacements.get(node.index, node)
            continue
        same_scope = len(node.same_scope)
        # The operands of the same scope are always the first ones.
        changed = [replaced[child] for child in node.operands[:same_scope]]
        replaced[node] = graph.rebuild(node, [*changed, *node.operands[same_scope:]])
    return [replaced[root] for root in roots]


def arguments_used(roots: Iterable[Node]) -> set[int]:
    """The indices of the arguments of their scope that the roots use."""
    return {node.index for node in region(roots) if isinstance(node, Argument)}


def needed_variables(loop: Loop, used: list[int]) -> list[int]:
    """The indices of the variables that these outputs of a loop and its predicate depend on."""
    needed = set(used)
    waiting: list[Node] = [loop.predicate, *(loop.results[index] for index in used)]
    seen: set[Node] = set()
    while waiting:
        node = waiting.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, Argument) and node.index < loop.width and node.index not in needed:
            needed.add(node.index)
            waiting.append(loop.results[node.index])
        waiting.extend(node.same_scope)
    return sorted(needed)
