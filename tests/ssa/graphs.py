"""Control-flow graphs for tests of analyses, from a text or random."""

from __future__ import annotations

from random import Random

from yulopt.ssa.analysis.loops import LoopForest
from yulopt.ssa.ir.edges import remove_unreachable
from yulopt.ssa.ir.function import Block, Function, Parameter
from yulopt.ssa.ir.instructions import Branch, Jump, Return, Switch


def graph(edges: str) -> Function:
    """A function with the edges of a text like `e: a b, a: e`; other blocks return."""
    targets: dict[str, list[str]] = {}
    for line in edges.split(","):
        source, _, successors = line.partition(":")
        targets[source.strip()] = successors.split()
    for successor in [one for successors in targets.values() for one in successors]:
        targets.setdefault(successor, [])
    return _function(targets)


def is_reducible(function: Function) -> bool:
    """Whether every loop has one entry."""
    return not any(loop.irreducible for loop in LoopForest(function).loops)


def random_graph(rng: Random, size: int) -> Function:
    """A random function with up to `size` blocks, all of them reachable."""
    labels = ["entry", *(f"b{number}" for number in range(size))]
    edges = {}
    for label in labels:
        count = rng.choice((0, 1, 1, 2, 2, 2, 3))
        edges[label] = [rng.choice(labels[1:]) for _ in range(count)]
    if not edges["entry"]:
        edges["entry"] = [labels[1]]
    function = _function(edges)
    remove_unreachable(function)
    return function


def _function(targets: dict[str, list[str]]) -> Function:
    condition = Parameter("c")
    function = Function("f", [condition], 0)
    blocks = {label: Block(label) for label in targets}
    function.blocks = list(blocks.values())
    for label, block in blocks.items():
        successors = [blocks[target] for target in targets[label]]
        if not successors:
            block.terminate(Return([]))
        elif len(successors) == 1:
            block.terminate(Jump(successors[0]))
        elif len(successors) == 2:
            block.terminate(Branch(condition, successors[0], successors[1]))
        else:
            block.terminate(Switch(condition, successors[0], list(enumerate(successors[1:]))))
    return function


def labels(blocks: object) -> str:
    """The labels of some blocks, sorted, with spaces between them."""
    assert isinstance(blocks, (list, set, tuple, dict))
    return " ".join(sorted(block.label for block in blocks))
