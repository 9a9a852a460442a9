"""The control-flow graph and the dominator tree of a function, in a compact form.

The graph is that of the SSA form (`yulopt.ssa.lowering`). Its blocks contain no text here: the text
of a function is split into pieces (`yulopt.explore.structure`), and each piece maps to a block, so
all versions of a function with the same structure share one graph.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import attr

from yulopt.analysis.control_flow import FlowKind, FunctionFlow, flow_kind
from yulopt.analysis.declarations import function_definitions
from yulopt.dialect import Dialect
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir import function as ir
from yulopt.ssa.lowering import lower_functions
from yulopt.ssa.text.printer import target_labels
from yulopt.syntax.ast import (
    Block,
    Break,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionDefinition,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
)


@attr.s(auto_attribs=True)
class Picture:
    """A graph, or the reason why there is none."""

    graph: Graph | None
    problem: str = ""


class Gallery:
    """Keeps graphs by the structure of functions; `pictures` has them by number."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self._numbers: dict[str, int] = {}

    def numbers(
        self, structures: dict[int, str], code: Block, flow: FunctionFlow, dialect: Dialect
    ) -> dict[int, int]:
        """The numbers of the pictures of functions, given by their structures.

        The keys are the indices of the functions in the module that `code` is lowered to.
        """
        new = {text: index for index, text in structures.items() if text not in self._numbers}
        if new:
            pictures = _pictures(list(new.values()), code, flow, dialect)
            for text, picture in zip(new, pictures, strict=True):
                self._numbers[text] = len(self.pictures)
                self.pictures.append(picture)
        return {index: self._numbers[text] for index, text in structures.items()}


def _pictures(
    indices: Sequence[int], code: Block, flow: FunctionFlow, dialect: Dialect
) -> list[Picture]:
    bodies = [code, *(definition.body for definition in function_definitions(code))]
    try:
        functions = list(lower_functions(code, dialect, indices).functions.values())
        return [Picture(graph_of(functions[index], bodies[index], flow)) for index in indices]
    except Exception as error:
        # A step of another package may produce invalid code.
        problem = f"The code cannot be converted to SSA form: {error!r}"
        return [Picture(None, problem) for _ in indices]


_NOWHERE: Final = -1


@attr.s(auto_attribs=True)
class GraphBlock:
    """`dominator` is the number of the immediate dominator (the entry is its own), `edges` are the
    numbers of the successors, each with its condition."""

    label: str
    dominator: int
    edges: list[tuple[int, str]]


@attr.s(auto_attribs=True)
class Location:
    """The block of a brace or head, and that of the simple statements after it, the first `reached`
    of which are in it (None: all). -1 stands for unreachable pieces."""

    head: int
    run: int = _NOWHERE
    reached: int | None = None


@attr.s(auto_attribs=True)
class Graph:
    """The blocks in the order of the text; the first one is the entry."""

    blocks: list[GraphBlock]
    locations: list[Location]


def graph_of(function: ir.Function, body: Block, flow: FunctionFlow) -> Graph:
    """The graph of a function that was lowered from `body`, and not changed since."""
    numbers = {block: number for number, block in enumerate(function.blocks)}
    tree = DominatorTree(function)
    blocks = [
        GraphBlock(
            block.label,
            numbers[tree.idom[block]],
            [(numbers[target], label) for target, label in _edges(block)],
        )
        for block in function.blocks
    ]
    labels = {block.label: number for block, number in numbers.items()}
    return Graph(blocks, _Locator(labels, flow).of(body))


def _edges(block: ir.Block) -> list[tuple[ir.Block, str]]:
    terminator = block.terminator
    assert terminator is not None
    labels = target_labels(terminator, "true", "false")
    return list(zip(terminator.targets, labels, strict=True))


class _Locator:
    """Walks through a body in the order of the text, and follows control by the labels of blocks.

    `_current` is the current block. Lowering numbers control statements in its own order, in which
    the body of a loop comes before its post block.
    """

    def __init__(self, labels: dict[str, int], flow: FunctionFlow) -> None:
        self._labels = labels
        self._flow = flow
        self._locations: list[Location] = []
        self._control_statements = 0
        self._current = 0

    def of(self, body: Block) -> list[Location]:
        """The blocks of the pieces of a body."""
        self._block(body)
        return self._locations

    def _at(self, label: str) -> int:
        return self._labels.get(label, _NOWHERE)

    def _piece(self) -> None:
        """Add a brace or a head in the current block; simple statements may follow."""
        self._locations.append(Location(self._current, self._current))
        self._run = 0

    def _go_to(self, block: int) -> None:
        """Continue in another block, from the last brace or head on."""
        self._current = block
        self._locations[-1].run = block

    def _block(self, block: Block) -> None:
        self._piece()
        for statement in block.statements:
            self._statement(statement)
        self._piece()

    def _statement(self, statement: Statement) -> None:
        if isinstance(statement, Block):
            self._block(statement)
        elif isinstance(statement, If):
            self._if(statement)
        elif isinstance(statement, Switch):
            self._switch(statement)
        elif isinstance(statement, ForLoop):
            self._for(statement)
        elif isinstance(statement, (Break, Continue, Leave)):
            self._piece()
            self._go_to(_NOWHERE)
        elif not isinstance(statement, FunctionDefinition):
            self._simple(statement)

    def _simple(self, statement: Statement) -> None:
        location = self._locations[-1]
        if self._current != _NOWHERE:
            self._run += 1
            if flow_kind(statement, self._flow) is FlowKind.TERMINATE:
                self._current = _NOWHERE
        elif location.run != _NOWHERE:
            location.reached = self._run

    def _number(self) -> int:
        self._control_statements += self._current != _NOWHERE
        return self._control_statements - 1

    def _if(self, statement: If) -> None:
        self._piece()
        number, before = self._number(), self._current
        condition = statement.condition
        if before == _NOWHERE:
            self._block(statement.body)
        elif isinstance(condition, Literal):
            if condition.value == 0:
                self._current = _NOWHERE
            self._block(statement.body)
            if condition.value == 0:
                self._go_to(before)
        else:
            self._current = self._at(f"if.body.{number}")
            self._block(statement.body)
            self._go_to(self._at(f"if.after.{number}"))

    def _switch(self, switch: Switch) -> None:
        self._piece()
        number, before = self._number(), self._current
        is_plain = switch.cases[0].label is None
        if self._ends(switch.expression):
            before = _NOWHERE
        for index, case in enumerate(switch.cases):
            if before == _NOWHERE:
                self._current = _NOWHERE
            elif not is_plain:
                kind = "switch.default" if case.label is None else "switch.case"
                suffix = "" if case.label is None else f".{index}"
                self._current = self._at(f"{kind}.{number}{suffix}")
            self._piece()
            self._block(case.body)
        if before == _NOWHERE:
            self._go_to(_NOWHERE)
        elif not is_plain:
            self._go_to(self._at(f"switch.after.{number}"))

    def _for(self, loop: ForLoop) -> None:
        self._piece()
        number, before = self._number(), self._current
        self._block(loop.init)
        after = self._current
        labels = dict.fromkeys(("cond", "body", "post", "after"), _NOWHERE)
        is_literal = isinstance(loop.condition, Literal)
        is_left_out = isinstance(loop.condition, Literal) and loop.condition.value == 0
        if before != _NOWHERE and not is_left_out:
            labels = {part: self._at(f"for.{part}.{number}") for part in labels}
            after = labels["after"]
        self._locations[-1].run = _NOWHERE if is_literal else labels["cond"]
        # The post part is lowered after the body and stands before it.
        outer, self._locations = self._locations, []
        self._current = labels["body"]
        self._block(loop.body)
        body, self._locations = self._locations, outer
        self._current = labels["post"]
        self._block(loop.post)
        # There is nothing between the two.
        self._locations[-1].run = _NOWHERE
        self._locations.extend(body)
        self._go_to(after)

    def _ends(self, expression: Expression) -> bool:
        return flow_kind(ExpressionStatement(expression), self._flow) is FlowKind.TERMINATE
