"""Random graphs of all kinds of nodes, in words of 32 bits."""

from __future__ import annotations

from random import Random

from yulopt.rvsdg.ir import Graph, Node


def random_graph(rng: Random, graph: Graph, depth: int, arguments: int) -> Node:
    """A random value of a region with this many arguments."""
    kind = rng.random()
    if depth == 0 or kind < 0.2:
        if rng.random() < 0.7:
            return graph.argument(rng.randrange(arguments))
        return graph.constant(rng.choice((0, 1, 2, 3, -1, 7, 16, rng.getrandbits(32))))

    def part(count: int = arguments) -> Node:
        return random_graph(rng, graph, depth - 1, count)

    if kind < 0.65:
        name = rng.choice(("+", "*", "/", "%", "&", "=", ">", "<<", ">>", ">>s"))
        return graph.operator(name, part(), part())
    count = rng.randrange(1, 4)
    inputs = [part() for _ in range(count)]
    if kind < 0.8:
        predicate = graph.operator("&", part(), graph.constant(1))
        width = rng.randrange(1, 3)
        cases = [[part(count) for _ in range(width)] for _ in range(2)]
        return graph.projection(rng.randrange(width), graph.switch(predicate, inputs, cases))
    if kind < 0.9:
        results = [
            graph.argument(index) if rng.random() < 0.4 else part(count) for index in range(count)
        ]
        predicate = graph.operator(">", graph.constant(5), part(count))
        return graph.projection(rng.randrange(count), graph.loop(inputs, results, predicate))
    function = graph.function(count, [part(count + 1)], [part()])
    return graph.projection(0, graph.call(function, inputs))
