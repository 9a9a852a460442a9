"""Walks over graphs.

Source: chapter 09, sections 2.2, 2.3 and 6.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.graphs import orders
from yulopt.rvsdg.ir import Argument, Loop, Node


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
