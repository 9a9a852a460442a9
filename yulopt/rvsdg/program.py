"""Whole programs: Yul to graphs, one for each object, and back.

Source: chapter 09, sections 5.4 and 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import attr

from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.rvsdg.from_ssa import graph_of_module
from yulopt.rvsdg.ir import Graph, Node
from yulopt.rvsdg.language import yul_language
from yulopt.rvsdg.to_yul import write_code
from yulopt.ssa.lowering import lower
from yulopt.suite.suite import make_context
from yulopt.syntax.ast import Block
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object, is_creation_object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul


@attr.s(auto_attribs=True, eq=False)
class Unit:
    """The code of one object as a function node of a graph; `is_creation` if it is creation code,
    which runs once."""

    object: Object
    graph: Graph
    root: Node
    is_creation: bool


def read_program(source: Source, dialect: Dialect) -> list[Unit]:
    """The graphs of a Yul program, that of the outermost object first. Raises `YulError`."""
    program = parse_source(source, dialect)
    return run_with_deep_stack(
        lambda: [
            _unit(item, dialect, item is program or is_creation_object(item))
            for item in program.levels()
        ]
    )


def _unit(item: Object, dialect: Dialect, is_creation: bool) -> Unit:
    make_context(item.code, dialect)
    graph, root = graph_of_code(item.code, dialect)
    return Unit(item, graph, root, is_creation)


def graph_of_code(code: Block, dialect: Dialect) -> tuple[Graph, Node]:
    """A graph, and the node of the code of an object, whose names must be unique."""
    graph = Graph(yul_language(dialect))
    return graph, graph_of_module(lower(code, dialect), graph)


def write_program(
    units: Sequence[Unit], is_cheaper: Callable[[Unit, Block], bool] = lambda _unit, _code: True
) -> str:
    """The program as Yul; the code of its objects is replaced. Raises `YulError`.

    `is_cheaper` can reject the new code of an object.
    """
    for unit in units:
        code = write_code(unit.root, unit.graph)
        if is_cheaper(unit, code):
            unit.object.code = code
    whole = units[0].object
    if whole.is_bare_block:
        return print_yul(whole.code) + "\n"
    return print_yul(whole)
