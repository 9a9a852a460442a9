"""Rooted trees: ancestors, and the lowest common ancestor of two nodes.

Subtrees are intervals of the preorder, so ancestry is one comparison. Besides its parent, every
node has a *jump* to a higher ancestor, chosen such that every ancestor is a logarithmic number of
steps away.

Source: Myers, "An Applicative Random-Access Stack" (1983).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yulopt.graphs.orders import NONE


class Forest:
    """Trees over some nodes, given by their parents, which are `NONE` for roots.

    Only `nodes` are in it (by default all); roots and children are in that order. `preorder`: the
    nodes in depth-first order; `first` and `last`: the positions of a node's subtree in it.
    `depth`: the distance from the root.
    """

    def __init__(self, parent: list[int], nodes: Sequence[int] | None = None) -> None:
        self.parent = parent
        self.roots: list[int] = []
        self.children: list[list[int]] = [[] for _ in parent]
        for node in range(len(parent)) if nodes is None else nodes:
            (self.roots if parent[node] == NONE else self.children[parent[node]]).append(node)
        self.preorder: list[int] = []
        self.depth = [0] * len(parent)
        self.first = [NONE] * len(parent)
        self.last = [NONE] * len(parent)
        self._jump = list(range(len(parent)))
        self._walk()

    def _walk(self) -> None:
        stack = self.roots[::-1]
        depth, jump = self.depth, self._jump
        while stack:
            node = stack.pop()
            self.first[node] = len(self.preorder)
            self.preorder.append(node)
            above = self.parent[node]
            if above != NONE:
                depth[node] = depth[above] + 1
                higher = jump[above]
                highest = jump[higher]
                are_equal = depth[above] - depth[higher] == depth[higher] - depth[highest]
                jump[node] = highest if are_equal else above
            stack.extend(self.children[node][::-1])
        for node in reversed(self.preorder):
            children = self.children[node]
            self.last[node] = self.last[children[-1]] if children else self.first[node]

    def is_ancestor(self, node: int, other: int) -> bool:
        """Whether a node is an ancestor of another, or the same."""
        return self.first[node] <= self.first[other] <= self.last[node]

    def ancestor_at(self, node: int, depth: int) -> int:
        """The ancestor of a node, or the node itself, that has this depth."""
        while self.depth[node] > depth:
            jump = self._jump[node]
            node = jump if self.depth[jump] >= depth else self.parent[node]
        return node

    def common_ancestor(self, node: int, other: int) -> int:
        """The lowest common ancestor; `NONE` for nodes of different trees."""
        jump = self._jump
        node = self.ancestor_at(node, self.depth[other])
        other = self.ancestor_at(other, self.depth[node])
        while node != other:
            if self.parent[node] == NONE:
                return NONE
            if jump[node] != jump[other]:
                node, other = jump[node], jump[other]
            else:
                node, other = self.parent[node], self.parent[other]
        return node

    def highest(self, node: int, holds: Callable[[int], bool]) -> int:
        """The highest ancestor of `node` with a property that is monotone: `node` has it, and no
        ancestor of a node without it does."""
        while True:
            parent, jump = self.parent[node], self._jump[node]
            if parent == NONE:
                return node
            if holds(jump):
                node = jump
            elif jump != parent and holds(parent):
                node = parent
            else:
                return node
