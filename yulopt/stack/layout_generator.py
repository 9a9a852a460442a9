"""The layout generator: backward computation of stack layouts.

The layouts determine where the stack will be too deep, which the optimiser queries as solc does.

Source: chapter 07, sections 4, 5.2 and 5.3 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.call_graph import OUTERMOST
from yulopt.dialect import Dialect
from yulopt.graphs.orders import breadth_first
from yulopt.stack.branch_layout import combine_layouts
from yulopt.stack.graph import (
    BasicBlock,
    BlockLayout,
    CallOperation,
    ConditionalJump,
    Function,
    FunctionReturn,
    Jump,
    Operation,
    StackLayout,
    forward_postorder,
    forward_reachable_blocks,
)
from yulopt.stack.graph_builder import build_control_flow_graph
from yulopt.stack.ideal_layout import ideal_layout
from yulopt.stack.junk_filling import fill_in_junk
from yulopt.stack.slots import FUNCTION_RETURN, JUNK, REACH, Layout
from yulopt.stack.transitions import StackTooDeep, find_problems, is_too_deep
from yulopt.syntax.ast import Block


def generate_layout(
    entry: BasicBlock, *, has_push0: bool, function: Function | None = None
) -> StackLayout:
    """The layouts of all blocks of one entry point: the main code, or one function.

    `function` is given when code is generated for it (and only then).
    """
    layout = propagate_layouts(entry)
    _stitch_conditional_jumps(layout, entry)
    fill_in_junk(layout, entry, function, has_push0)
    return layout


def propagate_layouts(entry: BasicBlock) -> StackLayout:
    """Lay out all blocks backwards, loops until their ends keep all needed slots.

    A block whose successor is laid out again is not itself laid out again, unless it belongs to the
    loop or jumps to its start.
    """
    layout: StackLayout = {}
    successors_first = forward_postorder(entry)
    back_jumps = [
        (block, exit.target)
        for block in successors_first
        if isinstance(exit := block.exit, Jump) and exit.backwards
    ]
    blocks = successors_first
    while blocks:
        for block in blocks:
            successors = [layout[other] for other in block.successors() if other in layout]
            layout[block] = block_layout(block, _exit_layout(block, layout), successors)
        outdated: set[BasicBlock] = set()
        for end, start in back_jumps:
            if not set(layout[end].exit).issuperset(layout[start].entry):
                outdated.update(start.entries)
                outdated.update(_loop_blocks(end, start))
        blocks = [block for block in successors_first if block in outdated]
    return layout


def _exit_layout(block: BasicBlock, layout: StackLayout) -> Layout:
    """The required stack at the end of a block.

    A back edge is visited before its loop header is laid out. At first its requirement is empty,
    later that of the previous round.
    """
    exit = block.exit
    if isinstance(exit, Jump):
        if exit.backwards and exit.target not in layout:
            return []
        return layout[exit.target].entry
    if isinstance(exit, ConditionalJump):
        combined = combine_layouts(layout[exit.zero].entry, layout[exit.nonzero].entry)
        return [*combined, exit.condition]
    if isinstance(exit, FunctionReturn):
        return [*exit.function.returns, FUNCTION_RETURN]
    return []


def _loop_blocks(end: BasicBlock, start: BasicBlock) -> set[BasicBlock]:
    """The blocks from the start of a loop to its back edge, inclusive."""
    return set(breadth_first([end], lambda block: [] if block is start else block.entries))


def block_layout(block: BasicBlock, exit: Layout, successors: list[BlockLayout]) -> BlockLayout:
    """The layouts of a block that ends with `exit`."""
    for aggressive in (False, True):
        layout = exit
        operations: list[Layout] = []
        for operation in reversed(block.operations):
            wanted = layout
            before = _before_operation(operation, wanted, aggressive)
            operations.append(before)
            layout = strip(before)
            if not aggressive and is_too_deep(layout, wanted):
                break
        else:
            break
    operations.reverse()
    return BlockLayout(layout, operations, exit, successors, aggressive)


def _before_operation(operation: Operation, wanted: Layout, aggressive: bool) -> Layout:
    """The layout an operation should find, if `wanted` is wanted after it.

    If `aggressive`, and across recursive calls, generable slots are not kept on the stack.
    """
    aggressive = aggressive or is_recursive_call(operation)
    return ideal_layout(operation.output, wanted, aggressive) + operation.input


def is_recursive_call(operation: Operation) -> bool:
    """Whether no slots that can be generated are kept across an operation, wherever it is."""
    return isinstance(operation, CallOperation) and operation.is_recursive


# The number of slots below the top that are searched for a copy of it.
_COPY_WINDOW: Final = REACH - 2


def strip(layout: Layout) -> Layout:
    """The layout without the topmost slots that can be generated or copied when needed."""
    size = len(layout)
    while size > 0:
        top = layout[size - 1]
        if not (top.is_generable or top in layout[max(0, size - 1 - _COPY_WINDOW) : size - 1]):
            break
        size -= 1
    return layout[:size]


def _stitch_conditional_jumps(layout: StackLayout, entry: BasicBlock) -> None:
    """Let the targets of conditional jumps start with the stack at the jump.

    Slots that a target does not need become junk.
    """
    for block in forward_reachable_blocks(entry):
        if isinstance(block.exit, ConditionalJump):
            available = layout[block].exit[:-1]
            for target in (block.exit.zero, block.exit.nonzero):
                needed = set(layout[target].entry)
                layout[target].entry = [slot if slot in needed else JUNK for slot in available]


def stack_report(block: Block, dialect: Dialect) -> dict[str, list[StackTooDeep]]:
    """The problems of each function; `OUTERMOST` is the key of the code outside functions.

    That key always exists; functions without problems, and uncallable functions, are omitted. The
    code must have unique names.
    """
    graph = build_control_flow_graph(block, dialect)
    report = {OUTERMOST: _problems_of(graph.entry, dialect)}
    for function in graph.functions:
        problems = _problems_of(function.entry, dialect)
        if problems:
            report[function.name] = problems
    graph.release()
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
