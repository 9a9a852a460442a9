"""Control-flow graphs over variables that can be assigned any number of times.

This is what graphs of `yulopt.rvsdg.ir` are built from: of the assembly of `yulopt.rvsdg.cfgasm`,
or of Yul. The operators are those of the language of the graph, with `MOVE`, `USE`, and `CALL`,
whose first operand is the variable of a function. A variable that nothing was assigned to is 0.

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

    __slots__ = ("content",)

    def __init__(self, content: str) -> None:
        self.content = content


# A variable, a word, or a literal argument.
Operand: TypeAlias = str | int | Literal


def function_variable(name: str) -> str:
    """The variable that a function is called by."""
    return f":function {name}"


class Instruction:
    """Computes something of `operands`, and assigns it to the variables `results`.

    An operator that gives a tuple has as many results as there are values in it.
    """

    __slots__ = ("name", "operands", "results")

    def __init__(self, name: str, operands: list[Operand], results: list[str]) -> None:
        self.name = name
        self.operands = operands
        self.results = results


class Block:
    """Instructions, and where to go then.

    With several `targets`, `selector` is the index of the one that is taken. Without any, the
    function returns `returned`.
    """

    __slots__ = ("instructions", "label", "returned", "selector", "targets")

    def __init__(self, label: str) -> None:
        self.label = label
        self.instructions: list[Instruction] = []
        self.selector: Operand = 0
        self.targets: list[Block] = []
        self.returned: list[Operand] = []

    def go_to(self, *targets: Block, selector: Operand = 0) -> None:
        """Set where to go."""
        self.targets = list(targets)
        self.selector = selector

    def move(self, source: Operand, variable: str) -> None:
        """Add a copy."""
        self.instructions.append(Instruction(MOVE, [source], [variable]))

    def operands(self) -> list[Operand]:
        """What is read after the instructions."""
        if len(self.targets) > 1:
            return [self.selector]
        return [] if self.targets else self.returned

    def __repr__(self) -> str:
        return f"<block {self.label}>"


# A block, and which of its targets.
Edge: TypeAlias = tuple[Block, int]


class ControlFlowGraph:
    """A function: `blocks[0]` is where it starts; nothing goes back there.

    `constants` are variables of functions, which come after the `parameters`. `outputs` is how
    many values are returned. `endless` is what it is made to return if it never does: one of these
    may be a state, without which nothing would be executed.
    """

    __slots__ = ("_labels", "blocks", "constants", "endless", "name", "outputs", "parameters")

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
        """Add a block with a label that is not used yet."""
        block = Block(label)
        self.blocks.append(block)
        return block

    def made_block(self, kind: str) -> Block:
        """Add a block that is not in the source; its label starts with what is in no source."""
        self._labels += 1
        return self.new_block(f":{kind}.{self._labels}")

    def made_variable(self, kind: str) -> str:
        """A variable that is not in the source."""
        self._labels += 1
        return f":{kind}.{self._labels}"

    @property
    def entry(self) -> Block:
        """Where the function starts."""
        return self.blocks[0]


def reachable_blocks(entry: Block) -> list[Block]:
    """The blocks that can be reached, each after those that depth-first search finds from it."""
    return postorder([entry], _targets)


def retreating_edges(entry: Block) -> list[Edge]:
    """The edges that depth-first search finds to go back to a block it has not finished. Every
    cycle has at least one."""
    blocks = reachable_blocks(entry)
    search = DepthFirstSearch(adjacency(blocks, _targets), len(blocks) - 1)
    return [(blocks[node], index) for node, index in search.retreating]


def _targets(block: Block) -> list[Block]:
    return block.targets


class Liveness:
    """Which variables are live where, as bit sets; `live_in[block]` is for where a block starts.

    Only variables that some block reads before it assigns to them can be live at its start, and
    have bits. Bits are in the order in which variables appear in the text.
    """

    __slots__ = ("_bits", "_names", "live_in")

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
        """The variables that are live where a block ends."""
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
        """What a block reads before it assigns to it, and what it assigns to."""
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

    __slots__ = ("graph", "incoming")

    def __init__(self, graph: ControlFlowGraph) -> None:
        self.graph = graph
        self.incoming: dict[Block, dict[Edge, None]] = {block: {} for block in graph.blocks}
        for block in graph.blocks:
            self._count(block)

    def _count(self, block: Block) -> None:
        for index, target in enumerate(block.targets):
            self.incoming[target][block, index] = None

    def redirect(self, edge: Edge, target: Block) -> None:
        """Let an edge go to another block."""
        block, index = edge
        del self.incoming[block.targets[index]][edge]
        block.targets[index] = target
        self.incoming[target][edge] = None

    def new_block(self, kind: str, targets: list[Block], selector: Operand = 0) -> Block:
        """A new block that goes to some blocks."""
        block = self.graph.made_block(kind)
        block.go_to(*targets, selector=selector)
        self.incoming[block] = {}
        self._count(block)
        return block

    def new_switch(self, kind: str, variable: str, targets: list[Block]) -> Block:
        """The only one of the targets, or a new block that goes where a variable says."""
        if len(targets) == 1:
            return targets[0]
        return self.new_block(kind, targets, selector=variable)

    def assign(self, edge: Edge, target: Block, values: dict[str, int]) -> Block:
        """Let an edge go to a block through a new one, which assigns to variables; the new one."""
        made = self.new_block("edge", [target])
        for variable, value in values.items():
            made.move(value, variable)
        self.redirect(edge, made)
        return made
