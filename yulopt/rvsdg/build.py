"""Builds a function of the graph from control flow: regions for loops and branches.

Control flow is structured first. Then each block becomes nodes, each loop a `loop` over the
variables live at its start, and each branch a `switch` whose outputs are the variables that differ
in a case and are live after it. Dead variables never enter.

A variable becomes an input of a region only when the region reads it, unless `all_live` requests
every live variable, as the construction is usually described. It then is an input of all enclosing
regions up to the one that defines it. Constants and functions defined elsewhere need no input.

Source: Bahmann, Reissmann, Jahre, Meyer 2015, section 4.3; chapter 09, section 5.3 of the
specification.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from typing import TypeAlias

from yulopt.rvsdg.cfg import (
    CALL,
    MOVE,
    USE,
    Block,
    ControlFlowGraph,
    Instruction,
    Literal,
    Liveness,
    Operand,
    function_variable,
)
from yulopt.rvsdg.ir import Constant, Function, Graph, Node, Projection, Recursion
from yulopt.rvsdg.restructuring import LoopRegion, StructuredGraph

_NO_FUNCTIONS: Mapping[str, Node] = {}


def build_all(
    functions: Sequence[ControlFlowGraph], graph: Graph, *, all_live: bool = True
) -> Node:
    """The last of some functions; each may call earlier ones. They are consumed."""
    known: dict[str, Node] = {}
    made: Node | None = None
    for function in functions:
        made = build(function, graph, known, all_live=all_live)
        if function.name:
            known[function_variable(function.name)] = made
    assert made is not None
    return made


def build(
    function: ControlFlowGraph,
    graph: Graph,
    functions: Mapping[str, Node] = _NO_FUNCTIONS,
    *,
    constants: Sequence[Node] = (),
    all_live: bool = False,
) -> Node:
    """The function node of a control-flow graph, which is consumed.

    `functions` are the values of variables that are called; they have no constants of their own.
    `constants` are those of the function, one for each of its constant variables.
    """
    return _Builder(function, graph, functions, all_live).run(constants)


# A coroutine of the construction, which may start others and continues after them.
_Part: TypeAlias = Generator["_Part", None, None]


class _Builder:
    def __init__(
        self,
        function: ControlFlowGraph,
        graph: Graph,
        functions: Mapping[str, Node],
        all_live: bool,
    ) -> None:
        self._function = function
        self._graph = graph
        self._variables = _Variables(graph, functions)
        self._all_live = all_live
        self._structure = StructuredGraph(function)
        self._live = Liveness(function)
        # The number of loops entered at a block that are built or being built.
        self._entered: dict[Block, int] = {}

    def run(self, constants: Sequence[Node]) -> Node:
        """The function node."""
        names = [*self._function.parameters, *self._function.constants]
        region = _Region(None, {name: index for index, name in enumerate(names)})
        stack: list[_Part] = [self._sequence(region, self._function.entry, None)]
        while stack:
            part = next(stack[-1], None)
            if part is None:
                stack.pop()
            else:
                stack.append(part)
        results = [
            self._variables.value(region, operand) for operand in self._structure.exit.returned
        ]
        inputs = len(self._function.parameters)
        return self._graph.function(inputs, results, constants, self._function.name)

    def _sequence(self, region: _Region, start: Block, end: Block | None) -> _Part:
        """Build the code from one block to another, exclusively."""
        block = start
        while block is not end:
            loops = self._structure.loops.get(block, ())
            entered = self._entered.get(block, 0)
            if entered < len(loops):
                self._entered[block] = entered + 1
                yield self._loop(region, loops[entered])
                block = loops[entered].exit
                continue
            self._instructions(region, block)
            if not block.targets:
                return
            if len(block.targets) == 1:
                block = block.targets[0]
                continue
            continuation = self._structure.continuation.get(block, end)
            assert continuation is not None
            yield self._switch(region, block, continuation)
            block = continuation

    # Regions

    def _loop(self, outer: _Region, loop: LoopRegion) -> _Part:
        live = self._live.live_in[loop.entry]
        assigned = 0
        for block in (*loop.body, loop.tail):
            for instruction in block.instructions:
                assigned |= self._live.bits(instruction.results)
        # A loop-carried variable, even if it is unassigned before the loop.
        carried = live & assigned
        region = _Region(outer, {})
        for name in self._live.names(live if self._all_live else carried):
            if self._live.bits([name]) & carried or self._variables.lookup(outer, name) is not None:
                region.inputs[name] = len(region.inputs)
        yield self._sequence(region, loop.entry, loop.tail)
        self._instructions(region, loop.tail)
        predicate = self._predicate(region, loop)
        inputs = [self._variables.value(outer, name) for name in region.inputs]
        # Variables that are only outputs of the loop.
        for name in self._live.names(self._live.live_in[loop.exit] & assigned & ~live):
            if name in region.assigned:
                region.inputs[name] = len(region.inputs)
                inputs.append(self._graph.constant(0))
        names = list(region.inputs)
        results = [self._variables.value(region, name) for name in names]
        made = self._graph.loop(inputs, results, predicate)
        for index, name in enumerate(names):
            if results[index] is not self._graph.argument(index):
                outer.assigned[name] = self._graph.projection(index, made)

    def _predicate(self, region: _Region, loop: LoopRegion) -> Node:
        selector = self._variables.value(region, loop.tail.selector)
        if loop.back == 1:
            return selector
        return self._graph.operator("=", selector, self._graph.constant(loop.back))

    def _switch(self, outer: _Region, block: Block, continuation: Block) -> _Part:
        predicate = self._variables.value(outer, block.selector)
        inputs: dict[str, int] = {}
        if self._all_live:
            for name in self._live.names(self._live.live_out(block)):
                if self._variables.lookup(outer, name) is not None:
                    inputs[name] = len(inputs)
        cases = [_Region(outer, inputs) for _ in block.targets]
        for case, target in zip(cases, block.targets, strict=True):
            yield self._sequence(case, target, continuation)
        live = self._live.live_in[continuation]
        changed: dict[str, None] = {}
        for case in cases:
            for name, value in case.assigned.items():
                is_unchanged = self._variables.is_unchanged(case, name, value)
                if self._live.bits([name]) & live and not is_unchanged:
                    changed[name] = None
        if not changed:
            return
        outputs = [[self._variables.value(case, name) for name in changed] for case in cases]
        made = self._graph.switch(
            predicate, [self._variables.value(outer, name) for name in inputs], outputs
        )
        for index, name in enumerate(changed):
            outer.assigned[name] = self._graph.projection(index, made)

    # Instructions

    def _instructions(self, region: _Region, block: Block) -> None:
        for instruction in block.instructions:
            self._instruction(region, instruction)

    def _instruction(self, region: _Region, instruction: Instruction) -> None:
        values = [self._variables.value(region, operand) for operand in instruction.operands]
        results = instruction.results
        if instruction.name == MOVE:
            region.assigned[results[0]] = values[0]
            return
        if instruction.name == USE:
            region.assigned[results[0]] = self._graph.use(*values)
            return
        if instruction.name == CALL:
            made, is_tuple = self._graph.call(values[0], values[1:]), True
        else:
            made, is_tuple = self._operator(instruction.name, values)
        for index, name in enumerate(results):
            region.assigned[name] = self._graph.projection(index, made) if is_tuple else made

    def _operator(self, name: str, values: list[Node]) -> tuple[Node, bool]:
        """An operator, and whether it gives a tuple."""
        made = self._graph.operator(name, *values)
        signature = self._graph.language.signature(name)
        return made, signature is not None and signature.is_tuple


class _Region:
    """A scope for nodes, with the values of variables.

    `inputs` maps variables to argument indices; cases of one switch share it. `assigned`: the
    variables defined in the region itself; `everywhere`: those whose outer value needs no input.
    """

    def __init__(self, parent: _Region | None, inputs: dict[str, int]) -> None:
        self.parent = parent
        self.inputs = inputs
        self.assigned: dict[str, Node] = {}
        self.everywhere: dict[str, Node] = {}


class _Variables:
    """Finds the values of variables; `functions` are those of variables that are called."""

    def __init__(self, graph: Graph, functions: Mapping[str, Node]) -> None:
        self._graph = graph
        self._functions = functions

    def value(self, region: _Region, operand: Operand) -> Node:
        """The node of an operand in a region."""
        if isinstance(operand, Literal):
            return self._graph.text(operand.content)
        if isinstance(operand, int):
            return self._graph.constant(operand)
        found = self.lookup(region, operand)
        return self._graph.constant(0) if found is None else found

    def lookup(self, region: _Region, name: str) -> Node | None:
        """The node of a variable in a region, made an input if necessary; None if it is
        unassigned."""
        inside: list[_Region] = []
        found = self._known(region, name)
        while found is None and region.parent is not None:
            inside.append(region)
            region = region.parent
            found = self._known(region, name)
        if found is None:
            found = self._functions.get(name)
        if found is None:
            return None
        for inner in reversed(inside):
            if _needs_no_input(found):
                inner.everywhere[name] = found
            else:
                found = self._graph.argument(inner.inputs.setdefault(name, len(inner.inputs)))
        return found

    def is_unchanged(self, case: _Region, name: str, value: Node) -> bool:
        """Whether a case of a switch assigns a variable its previous value."""
        if name in case.inputs:
            return value is self._graph.argument(case.inputs[name])
        # It can only be an unchanged input if it was read before.
        region = case.parent
        before = None
        while region is not None and before is None:
            before = self._known(region, name)
            region = region.parent
        return _needs_no_input(value) and value is (before or self._graph.constant(0))

    def _known(self, region: _Region, name: str) -> Node | None:
        """The node of a variable in a region, without consulting enclosing ones."""
        if name in region.assigned:
            return region.assigned[name]
        if name in region.inputs:
            return self._graph.argument(region.inputs[name])
        return region.everywhere.get(name)


def _needs_no_input(node: Node) -> bool:
    """Whether it means the same in every scope: a constant, or a function without constants."""
    if isinstance(node, Projection):
        node = node.source
    return isinstance(node, (Constant, Function, Recursion)) and not node.same_scope
