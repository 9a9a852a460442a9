"""Graphs and control flow from short texts, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from tests.rvsdg.cfg_interpreter import run_graph
from yulopt.dialect.table import BUILTINS
from yulopt.rvsdg.build import build_all
from yulopt.rvsdg.cfgasm import parse_assembly
from yulopt.rvsdg.interpreter import OutOfFuelError, run
from yulopt.rvsdg.ir import Graph, Loop, Node, Operator, Switch
from yulopt.rvsdg.language import OPTIR, Language
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.traversal import postorder
from yulopt.rvsdg.verifier import verify

# Of optir, and of Yul.
_COMMUTATIVE = {"+", "*", "&", "="} | {
    builtin.name for builtin in BUILTINS if builtin.is_commutative and builtin.parameters == 2
}

POWER = """
function -> x n
mov 1 -> y
label loop
& n 1 -> c
switch c even odd
label odd
* y x -> y
label even
* x x -> x
= n 0 -> c
>> n 1 -> n
switch c loop done
label done
return y
"""


def parse(text: str, language: Language = OPTIR) -> Node:
    """The node of a text, checked."""
    return parsed(text, Graph(language))


def parsed(text: str, graph: Graph) -> Node:
    """The node of a text in a graph, checked."""
    root = parse_expression(text, graph)
    verify(root, graph.language)
    return root


def evaluate(text: str, *arguments: int) -> list[int]:
    """The results of a function in 32-bit words."""
    return run(parse(text), arguments, OPTIR, fuel=10_000)


def outcome(root: Node, arguments: Sequence[int], *, fuel: int = 2000) -> list[int] | None:
    """The same; None if it takes too long, or a predicate is not the number of a case."""
    try:
        return run(root, arguments, OPTIR, fuel=fuel)
    except (OutOfFuelError, ValueError):
        return None


def normal(node: Node) -> str:
    """The term with the operands of commutative operators in a fixed order."""
    texts: dict[Node, str] = {}
    for one in postorder([node]):
        operands = [texts[operand] for operand in one.operands]
        if isinstance(one, Operator) and one.name in _COMMUTATIVE:
            operands.sort()
        texts[one] = f"({type(one).__name__} {one.head[1:]} {' '.join(operands)})"
    return texts[node]


def built(text: str, *, all_live: bool = True) -> tuple[Node, Graph]:
    """The graph of control flow in assembly, checked."""
    graph = Graph(OPTIR)
    root = build_all(parse_assembly(text, OPTIR), graph, all_live=all_live)
    verify(root, OPTIR)
    return root, graph


def count(root: Node, kind: type[Node]) -> int:
    """The number of nodes of a kind."""
    return sum(isinstance(node, kind) for node in postorder([root]))


def shape(root: Node) -> tuple[int, int]:
    """The number of loops and switches."""
    return count(root, Loop), count(root, Switch)


def assert_built_same(text: str, inputs: Sequence[Sequence[int]], fuel: int = 500) -> int:
    """Control flow and what is built from it do the same; how many inputs could be compared."""
    compared = 0
    for all_live in (True, False):
        root, _ = built(text, all_live=all_live)
        for arguments in inputs:
            try:
                expected = run_graph(parse_assembly(text, OPTIR), arguments, OPTIR, fuel=fuel)
            except OutOfFuelError:
                continue
            assert run(root, arguments, OPTIR, fuel=10 * fuel) == expected, arguments
            compared += 1
    return compared
