"""Where the stack will be too deep: a prediction of what the optimised code generator does.

Source: chapter 07, sections 5.2 and 5.3 of the specification.
"""

from __future__ import annotations

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.dialect import Dialect
from yulopt.stack.graph import BasicBlock, forward_reachable_blocks
from yulopt.stack.graph_builder import build_control_flow_graph
from yulopt.stack.layout_generator import generate_layout
from yulopt.stack.transitions import StackTooDeep, find_problems
from yulopt.syntax.ast import Block


def stack_report(block: Block, dialect: Dialect) -> dict[str, list[StackTooDeep]]:
    """The problems of each function; `OUTERMOST` is the key of the code outside functions.

    That key is always there; functions without problems, and functions that the code outside
    functions cannot reach, are left out. The code must have unique names.
    """
    graph = build_control_flow_graph(block, dialect)
    report = {OUTERMOST: _problems_of(graph.entry, dialect)}
    for function in graph.functions:
        problems = _problems_of(function.entry, dialect)
        if problems:
            report[function.name] = problems
    return report


def _problems_of(entry: BasicBlock, dialect: Dialect) -> list[StackTooDeep]:
    layout = generate_layout(entry, has_push0=dialect.has_push0)
    problems: list[StackTooDeep] = []
    for block in forward_reachable_blocks(entry):
        current = layout[block].entry
        for operation, wanted in zip(block.operations, layout[block].operations, strict=True):
            problems += find_problems(current, wanted)
            current = wanted[: len(wanted) - len(operation.input)] + operation.output
        for successor in block.successors():
            problems += find_problems(current, layout[successor].entry)
    return problems
