"""Test graphs: random ones of many shapes, deep ones, and oracles by paths."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.slices import seeds
from yulopt.graphs.orders import Graph

# Deeper than any stack of calls.
DEEP = 40_000


def random_graphs(each_time: int = 200) -> Iterator[tuple[int, Graph]]:
    """Random graphs with their seeds: sparse and dense ones, with cycles that have several entries,
    repeated edges, and nodes that cannot be reached from node 0."""
    for seed in seeds(each_time, at_length=20 * each_time):
        yield seed, random_graph(Random(seed))


def random_graph(rng: Random) -> Graph:
    """A random graph with up to 16 nodes."""
    size = rng.randint(1, 16)
    degrees = rng.choice(((0, 1, 1, 2), (0, 1, 2, 2, 3), (1, 2, 5)))
    return [[rng.randrange(size) for _ in range(rng.choice(degrees))] for _ in range(size)]


def random_forest(rng: Random) -> list[int]:
    """The parents of up to 40 nodes, which are not in the order of the trees; -1 for roots."""
    size = rng.randint(1, 40)
    names = rng.sample(range(size), size)
    parent = [-1] * size
    for index in range(1, size):
        if rng.random() < 0.9:
            parent[names[index]] = names[rng.randrange(max(0, index - 3), index)]
    return parent


def line(size: int = DEEP) -> Graph:
    """Each node leads to the next one."""
    return [[node + 1] for node in range(size - 1)] + [[]]


def nested_loops(depth: int) -> Graph:
    """Headers from the outermost loop to the innermost one, then latches the other way round."""
    graph = line(2 * depth)
    for level in range(depth):
        graph[2 * depth - 1 - level].append(level)
    return graph


def reachable(graph: Graph, start: int, without: int | None = None) -> set[int]:
    """The nodes reachable from a node on paths that avoid another."""
    if start == without:
        return set()
    found = {start}
    work = [start]
    while work:
        for successor in graph[work.pop()]:
            if successor not in found and successor != without:
                found.add(successor)
                work.append(successor)
    return found


def dominators_by_removal(graph: Graph, root: int = 0) -> dict[int, set[int]]:
    """The dominators of each node that can be reached: without one of them, it cannot be."""
    everything = reachable(graph, root)
    dominators = {node: {node} for node in everything}
    for node in everything:
        for cut_off in everything - reachable(graph, root, without=node):
            dominators[cut_off].add(node)
    return dominators


def depth_first(graph: Graph, root: int = 0) -> tuple[list[int], list[int]]:
    """The nodes as a recursive search meets and finishes them."""
    preorder: list[int] = []
    postorder: list[int] = []

    def visit(node: int) -> None:
        preorder.append(node)
        for successor in graph[node]:
            if successor not in preorder:
                visit(successor)
        postorder.append(node)

    visit(root)
    return preorder, postorder
