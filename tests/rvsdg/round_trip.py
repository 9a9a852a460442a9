"""Checks that a Yul program behaves the same as a graph, and after writing it as Yul again.

The inputs are those that `yulopt.verifier` chooses for the program as it is written. Both the
graph itself, in its interpreter, and the code that is written from it are executed with them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import attr

from tests.rvsdg.graph_program import GraphProgram
from yulopt.dialect import dialect_for, parse_evm_version
from yulopt.errors import Source
from yulopt.interpreter.machine import Program
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.parser import parse_expression
from yulopt.rvsdg.printer import print_expression
from yulopt.rvsdg.program import graph_of_code
from yulopt.rvsdg.to_yul import write_code
from yulopt.rvsdg.verifier import verify
from yulopt.suite.suite import make_context
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul
from yulopt.verifier.exploration import explore
from yulopt.verifier.subject import LIMITS, subjects

EVM_VERSION = "cancun"
# What happens to the graph between Yul and Yul.
Transform = Callable[[Node, Graph], Node]


def unchanged(root: Node, graph: Graph) -> Node:
    """The transformation that does nothing."""
    return root


@attr.s(auto_attribs=True)
class Figures:
    """Counts of comparisons: objects, runs of the code, runs of the graph."""

    objects: int = 0
    runs: int = 0
    graph_runs: int = 0


def check_round_trip(
    text: str,
    *,
    seed: int = 0,
    tries: int = 20,
    evm_version: str = EVM_VERSION,
    transform: Transform = unchanged,
    execute_graph: bool = True,
    figures: Figures | None = None,
) -> Figures:
    """Compare a program with its round trip; AssertionError with the code if it differs."""
    counted = Figures() if figures is None else figures
    run_with_deep_stack(
        lambda: _check(text, seed, tries, evm_version, transform, execute_graph, counted)
    )
    return counted


def _check(
    text: str,
    seed: int,
    tries: int,
    evm_version: str,
    transform: Transform,
    execute_graph: bool,
    figures: Figures,
) -> None:
    dialect = dialect_for(parse_evm_version(evm_version))
    whole = parse_source(Source(text), dialect)
    graphs: list[tuple[Node, Graph]] = []
    for tree in whole.levels():
        make_context(tree.code, dialect)
        graph, root = graph_of_code(tree.code, dialect)
        root = transform(root, graph)
        verify(root, graph.language)
        assert parse_expression(print_expression(root), graph) is root
        tree.code = write_code(root, graph)
        graphs.append((root, graph))
    written = print_yul(whole.code if whole.is_bare_block else whole)
    codes = [tree.code for tree in parse_source(Source(written), dialect).levels()]
    rng = Random(seed)
    found = subjects(parse_source(Source(text), dialect), dialect)
    for subject, code, (root, graph) in zip(found, codes, graphs, strict=True):
        program = Program(code, subject.image)
        as_graph = GraphProgram(root, graph, subject.image)
        exploration = explore(subject, rng, tries, LIMITS)
        for given, before in zip(exploration.inputs, exploration.outcomes, strict=True):
            place = f"seed {seed}, object '{subject.path}', {given}"
            difference = subject.difference(program, given, before)
            assert difference is None, f"{place}: {difference}\n{written}"
            figures.runs += 1
            if execute_graph:
                difference = subject.difference(as_graph, given, before)
                assert difference is None, f"graph, {place}: {difference}\n{written}"
                figures.graph_runs += 1
        figures.objects += 1
