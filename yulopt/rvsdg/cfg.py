"""Control-flow graphs over mutable variables.

Graphs of `yulopt.rvsdg.ir` are built from these; they come from the assembly of
`yulopt.rvsdg.cfgasm`, or from Yul. The operators are those of the graph's language, and `MOVE`,
`USE`, and `CALL`, whose first operand is the variable of a function. An unassigned variable is 0.

Source: chapter 09, sections 4 and 5 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from yulopt.graphs.orders import DepthFirstSearch, adjacency, postorder

MOVE: Final = "mov"
USE: Final = "use"
CALL: Final = ":call"


class Literal:
    """The string of a literal argument, one character for each byte."""

    def __init__(self, content: str) -> None:
        self.content = content


# A variable, a word, or a literal argument.
Operand: TypeAlias = str | int | Literal


def function_variable(name: str) -> str:
    """The variable that a function is called by."""
    return f":function {name}"


class Instruction:
    """Applies an operator to `operands`, and assigns the `results`.

    An operator that gives a tuple has as many results as there are values in it.
    """

    def __init__(self, name: str, operands: list[Operand], results: list[str]) -> None:
        self.name = name
        self.operands = operands
        self.results = results


class Block:
    """Instructions, and the successors.

    With several `targets`, `selector` is the index of the taken one. Without any, the function
    returns `returned`.
    """

    def __init__(self, label: str) -> None:
        self.label = label
        self.instructions: list[Instruction] = []
        self.selector: Operand = 0
        self.targets: list[Block] = []
        self.returned: list[Operand] = []

    def go_to(self, *targets: Block, selector: Operand = 0) -> None:
        """Set the successors."""
        self.targets = list(targets)
        self.selector = selector

    def move(self, source: Operand, variable: str) -> None:
        """Add a copy."""
        self.instructions.append(Instruction(MOVE, [source], [variable]))

    def operands(self) -> list[Operand]:
        """The variables read after the instructions."""
        if len(self.targets) > 1:
            return [self.selector]
        return [] if self.targets else self.returned

    def __repr__(self) -> str:
        return f"<block {self.label}>"


# A block, and which of its targets.
Edge: TypeAlias = tuple[Block, int]


class ControlFlowGraph:
    """A function: `blocks[0]` is the entry, which has no predecessors.

    `constants`: variables of functions, after the `parameters`. `outputs`: the number of returned
    values. `endless`: the values nominally returned by a function that never returns: one of these
    may be a state, without which nothing would be executed.
    """

    def __init__(
        self, name: str, parameters: list[str], outputs: int, constants: list[str] | None = None
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.constants = constants or []
        self.outputs = outputs
        self.endless: list[Operand] = [0] * outputs
        self.blocks: list[Block] = []
        self._labels = 0

    def new_block(self, label: str) -> Block:
        """Add a block with a fresh label."""
        block = Block(label)
        self.blocks.append(block)
        return block

    def made_block(self, kind: str) -> Block:
        """Add a synthetic block; its label starts with a prefix that no source has."""
        self._labels += 1
        return self.new_block(f":{kind}.{self._labels}")

    def made_variable(self, kind: str) -> str:
        """A synthetic variable."""
        self._labels += 1
        return f":{kind}.{self._labels}"

    @property
    def entry(self) -> Block:
        """The entry block."""
        return self.blocks[0]


def reachable_blocks(entry: Block) -> list[Block]:
    """The reachable blocks in postorder of depth-first search."""
    return postorder([entry], _targets)


def retreating_edges(entry: Block) -> list[Edge]:
    """The retreating edges of depth-first search. Every cycle has at least one."""
    blocks = reachable_blocks(entry)
    search = DepthFirstSearch(adjacency(blocks, _targets), len(blocks) - 1)
    return [(blocks[node], index) for node, index in search.retreating]


def _targets(block: Block) -> list[Block]:
    return block.targets


class Liveness:
    """Liveness as bit sets; `live_in[block]` is for the start of a block.

    Only variables that some block reads before it assigns to them can be live at its start, and
    have bits. Bits are in the order in which variables appear in the text.
    """

    def __init__(self, graph: ControlFlowGraph) -> None:
        self._names = _names_across_blocks(graph)
        self._bits = {name: 1 << index for index, name in enumerate(self._names)}
        self.live_in: dict[Block, int] = {}
        self._solve(graph)

    def names(self, live: int) -> Iterator[str]:
        """The variables of a bit set, in order."""
        while live:
            lowest = live & -live
            yield self._names[lowest.bit_length() - 1]
            live ^= lowest

    def bits(self, names: Iterable[str]) -> int:
        """The bit set of some variables, of those that are live anywhere."""
        result = 0
        for name in names:
            result |= self._bits.get(name, 0)
        return result

    def live_out(self, block: Block) -> int:
        """The variables live at the end of a block."""
        result = 0
        for target in block.targets:
            result |= self.live_in[target]
        return result

    def _solve(self, graph: ControlFlowGraph) -> None:
        order = reachable_blocks(graph.entry)
        effects = {block: self._effect(block) for block in order}
        before: dict[Block, list[Block]] = {block: [] for block in order}
        for block in order:
            self.live_in[block] = 0
            for target in block.targets:
                before[target].append(block)
        waiting = dict.fromkeys(order)
        while waiting:
            block = next(iter(waiting))
            del waiting[block]
            read, assigned = effects[block]
            live = read | self.live_out(block) & ~assigned
            if live != self.live_in[block]:
                self.live_in[block] = live
                waiting.update(dict.fromkeys(before[block]))

    def _effect(self, block: Block) -> tuple[int, int]:
        """The variables that a block reads before assigning them, and those it assigns."""
        read = assigned = 0
        for instruction in block.instructions:
            read |= self.bits(_variables(instruction.operands)) & ~assigned
            assigned |= self.bits(instruction.results)
        return read | self.bits(_variables(block.operands())) & ~assigned, assigned


def _variables(operands: list[Operand]) -> list[str]:
    return [operand for operand in operands if isinstance(operand, str)]


def _names_across_blocks(graph: ControlFlowGraph) -> list[str]:
    """The variables that some block reads before it assigns to them, in order of appearance."""
    order: dict[str, None] = dict.fromkeys([*graph.parameters, *graph.constants])
    exposed: set[str] = set()
    for block in graph.blocks:
        assigned: set[str] = set()
        for instruction in block.instructions:
            read = _variables(instruction.operands)
            exposed.update(name for name in read if name not in assigned)
            assigned.update(instruction.results)
            order.update(dict.fromkeys([*read, *instruction.results]))
        read = _variables(block.operands())
        exposed.update(name for name in read if name not in assigned)
        order.update(dict.fromkeys(read))
    return [name for name in order if name in exposed]


class Edges:
    """`incoming[block]` are the edges to a block, in a fixed order (values have no meaning)."""

    def __init__(self, graph: ControlFlowGraph) -> None:
        self.graph = graph
        self.incoming: dict[Block, dict[Edge, None]] = {block: {} for block in graph.blocks}
        for block in graph.blocks:
            self._count(block)

    def _count(self, block: Block) -> None:
        for index, target in enumerate(block.targets):
            self.incoming[target][block, index] = None

    def redirect(self, edge: Edge, target: Block) -> None:
        """Redirect an edge to another block."""
        block, index = edge
        del self.incoming[block.targets[index]][edge]
        block.targets[index] = target
        self.incoming[target][edge] = None

    def new_block(self, kind: str, targets: list[Block], selector: Operand = 0) -> Block:
        """A new block with these successors."""
        block = self.graph.made_block(kind)
        block.go_to(*targets, selector=selector)
        self.incoming[block] = {}
        self._count(block)
        return block

    def new_switch(self, kind: str, variable: str, targets: list[Block]) -> Block:
        """The only target, or a new block that branches on a variable."""
        if len(targets) == 1:
            return targets[0]
        return self.new_block(kind, targets, selector=variable)

    def assign(self, edge: Edge, target: Block, values: dict[str, int]) -> Block:
        """Route an edge through a new block, which assigns variables; returns it."""
        made = self.new_block("edge", [target])
        for variable, value in values.items():
            made.move(value, variable)
        self.redirect(edge, made)
        return made
