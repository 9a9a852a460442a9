"""Loops: the strongly connected components of a graph, and their nesting.

A loop is a strongly connected component with more than one node or an edge to itself. Its header is
the node by which depth-first search enters it. Its inner loops are found in the same way, after the
edges to the header are removed. A loop is irreducible if it can be entered other than through the
header.

Implementing that definition directly, with components of components, would be quadratic for deep
nesting. Here loops are found from the inside out: the nodes of a loop are found backwards from its
back edges, where finished inner loops count as one node.

Source: Havlak, "Nesting of Reducible and Irreducible Loops" (1997), which extends Tarjan, "Testing
Flow Graph Reducibility" (1974).
"""

from __future__ import annotations

from yulopt.graphs.forest import Forest
from yulopt.graphs.orders import NONE, DepthFirstSearch, Graph, reverse


class LoopNesting:
    """The loops reachable from node 0. They are numbered, outer ones before inner ones, and index
    the lists here.

    `header` is a node; `latches` are the nodes with an edge back to it; `own_nodes`, the header
    first, are in none of the loops inside. `irreducible`: whether the loop can be entered other
    than through the header. `forest`: the nesting of the loops. By the number of a node,
    `innermost` is its innermost loop, `NONE` if it is in none.
    """

    def __init__(self, graph: Graph) -> None:
        finder = _LoopFinder(graph)
        # Loops are found from the inside out.
        headers = finder.headers[::-1]
        index = {header: loop for loop, header in enumerate(headers)}
        number = finder.search.preorder
        self.header = [number[header] for header in headers]
        self.latches = [[number[one] for one in finder.back[header]] for header in headers]
        self.irreducible = [header in finder.irreducible for header in headers]
        self.own_nodes = [[header] for header in self.header]
        self.innermost = [NONE] * len(graph)
        parent = [NONE] * len(headers)
        for loop, header in enumerate(headers):
            self.innermost[number[header]] = loop
            for member in finder.members[header]:
                inner = index.get(member)
                if inner is None:
                    self.own_nodes[loop].append(number[member])
                    self.innermost[number[member]] = loop
                else:
                    parent[inner] = loop
        self.forest = Forest(parent)


class _LoopFinder:
    """Havlak's algorithm. Nodes are identified by their depth-first numbers, so the descendants of
    a node are an interval.

    `headers` are those of all loops, inner ones before outer ones. `back` are the sources of the
    edges back to each node; `members` are the nodes of each loop without the header, and of the
    loops inside it only the headers.
    """

    def __init__(self, graph: Graph) -> None:
        self.search = DepthFirstSearch(graph)
        number, preorder = self.search.number, self.search.preorder
        self._last = [self.search.last[node] for node in preorder]
        self.back: list[list[int]] = []
        # The sources of all other edges.
        self._forward: list[dict[int, None]] = []
        before = reverse(graph)
        for target, node in enumerate(preorder):
            back: list[int] = []
            forward: dict[int, None] = {}
            for predecessor in before[node]:
                source = number[predecessor]
                if source == NONE:
                    continue
                if self._is_descendant(source, target):
                    back.append(source)
                else:
                    forward[source] = None
            self.back.append(back)
            self._forward.append(forward)
        # Union-find: the outermost finished loop around a node, by its header.
        self._outermost = list(range(len(preorder)))
        self.headers: list[int] = []
        self.members: dict[int, list[int]] = {}
        self.irreducible: set[int] = set()
        for header in range(len(preorder) - 1, -1, -1):
            if self.back[header]:
                self.headers.append(header)
                self.members[header] = self._members(header)
                for member in self.members[header]:
                    self._outermost[member] = header

    def _members(self, header: int) -> list[int]:
        found = dict.fromkeys([self._find(latch) for latch in self.back[header]])
        found.pop(header, None)
        work = list(found)
        while work:
            for source in self._forward[work.pop()]:
                outer = self._find(source)
                if not self._is_descendant(outer, header):
                    # An edge from outside to another node than the header.
                    self.irreducible.add(header)
                    self._forward[header][outer] = None
                elif outer != header and outer not in found:
                    found[outer] = None
                    work.append(outer)
        return sorted(found)

    def _find(self, node: int) -> int:
        path: list[int] = []
        while self._outermost[node] != node:
            path.append(node)
            node = self._outermost[node]
        for visited in path:
            self._outermost[visited] = node
        return node

    def _is_descendant(self, node: int, ancestor: int) -> bool:
        return ancestor <= node <= self._last[ancestor]
