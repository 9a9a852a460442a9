"""The shape of the SSA form: modules, functions, blocks, instructions, values.

A module has functions, a function has blocks, a block has phis, instructions, and one terminator.
An instruction reads its `operands` and defines its `results`. Every value knows its uses, so that
replacing it takes time linear in its uses; to keep the uses up to date, operands are changed with
`set_operand` and the like, never in the list itself.

The kinds of instructions are in `yulopt.ssa.ir.instructions`, except the phi, which is part of the
shape of a block.

Source: chapter 08, section 1.1 of the specification.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from yulopt.dialect import Dialect
from yulopt.syntax.literals import WORD_MASK


class Value:
    """Anything an instruction can read. Equal values (`==`) are certainly the same at run time.

    All are words, except the names of cells and the strings that some builtins take.
    """

    __slots__ = ()


class Constant(Value):
    """A known word; `value` is reduced modulo 2**256."""

    __slots__ = ("value",)

    def __init__(self, value: int) -> None:
        self.value = value & WORD_MASK

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and other.value == self.value

    def __hash__(self) -> int:
        return hash(self.value)


class Text(Value):
    """The string of a literal-only argument; one character (0 to 255) for each byte."""

    __slots__ = ("content",)

    def __init__(self, content: str) -> None:
        self.content = content

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Text) and other.content == self.content

    def __hash__(self) -> int:
        return hash(self.content)


class NamedValue(Value):
    """A value with a name. `uses` are the operands that read it, as (instruction, operand index).

    `uses` is a dictionary without values, because its order must not depend on addresses.
    """

    __slots__ = ("name", "uses")

    def __init__(self, name: str) -> None:
        self.name = name
        self.uses: dict[tuple[Instruction, int], None] = {}

    def replace_all_uses(self, replacement: Value) -> None:
        """Replace all uses of this value by the other."""
        assert replacement is not self
        for user, index in list(self.uses):
            user.set_operand(index, replacement)

    def __repr__(self) -> str:
        return f"%{self.name}"


class Parameter(NamedValue):
    """A value passed by the caller of the function."""

    __slots__ = ()


class Result(NamedValue):
    """A value that one instruction defines: single assignment."""

    __slots__ = ("instruction",)

    def __init__(self, name: str, instruction: Instruction) -> None:
        super().__init__(name)
        self.instruction = instruction


class Cell(Result):
    """The name of a cell; only loads and stores can use it."""

    __slots__ = ()


class Variable(NamedValue):
    """A name that several instructions assign; only in functions without phis ("post-SSA")."""

    __slots__ = ()


# Values are imported from here, with what reads and defines them.
__all__ = [
    "MAIN",
    "Block",
    "Cell",
    "Constant",
    "Declaration",
    "Function",
    "Instruction",
    "Module",
    "NamedValue",
    "Parameter",
    "Phi",
    "Result",
    "Terminator",
    "Text",
    "Value",
    "Variable",
]

# Instructions


class Instruction:
    """Reads `operands`, defines `results`.

    `block` is the block it belongs to, None once it is erased (or not yet inserted). `position`
    is the offset in the text it was read from, -1 if a pass made it.
    """

    __slots__ = ("block", "operands", "position", "results")

    def __init__(self, operands: list[Value]) -> None:
        self.block: Block | None = None
        self.operands = operands
        self.results: list[NamedValue] = []
        self.position = -1
        for index, operand in enumerate(operands):
            if isinstance(operand, NamedValue):
                operand.uses[self, index] = None

    def define(self, name: str) -> None:
        """Add a result."""
        self.results.append(Result(name, self))

    @property
    def result(self) -> NamedValue:
        """The only result."""
        assert len(self.results) == 1
        return self.results[0]

    def set_operand(self, index: int, value: Value) -> None:
        """Read another value."""
        old = self.operands[index]
        if isinstance(old, NamedValue):
            del old.uses[self, index]
        self.operands[index] = value
        if isinstance(value, NamedValue):
            value.uses[self, index] = None

    def add_operand(self, value: Value) -> None:
        """Read one more value."""
        if isinstance(value, NamedValue):
            value.uses[self, len(self.operands)] = None
        self.operands.append(value)

    def drop_operands(self) -> None:
        """Drop all operands."""
        for index, operand in enumerate(self.operands):
            if isinstance(operand, NamedValue):
                del operand.uses[self, index]
        self.operands.clear()

    def erase(self) -> None:
        """Delete this instruction; its results must have no uses.

        The block's list still contains it until `Block.sweep`, so that deleting many instructions
        of one block takes linear time.
        """
        assert not any(result.uses for result in self.results)
        self.drop_operands()
        self.block = None

    @property
    def is_erased(self) -> bool:
        """Whether it waits to be swept out of its block."""
        return self.block is None


class Phi(Instruction):
    """`%p = phi i256 [ %v, %b ], ...`: the operand of the block that control came from.

    `blocks[i]` is the predecessor of `operands[i]`; the order has no meaning. All phis of a block
    are evaluated at once, before its instructions.
    """

    __slots__ = ("_indices", "blocks")

    def __init__(self, name: str) -> None:
        super().__init__([])
        self.blocks: list[Block] = []
        self._indices: dict[Block, int] = {}
        self.define(name)

    def add_incoming(self, block: Block, value: Value) -> None:
        """Add the operand for a predecessor that has none yet."""
        assert block not in self._indices
        self._indices[block] = len(self.blocks)
        self.blocks.append(block)
        self.add_operand(value)

    def has_incoming(self, block: Block) -> bool:
        """Whether there is an operand for this predecessor."""
        return block in self._indices

    def incoming(self, block: Block) -> Value:
        """The operand for a predecessor."""
        return self.operands[self._indices[block]]

    def remove_incoming(self, block: Block) -> None:
        """Remove the operand for a predecessor; the last operand takes its place in the list."""
        index = self._indices.pop(block)
        last_block = self.blocks.pop()
        last = self.operands[-1]
        if last_block is not block:
            self.set_operand(index, last)
            self.blocks[index] = last_block
            self._indices[last_block] = index
        if isinstance(last, NamedValue):
            del last.uses[self, len(self.operands) - 1]
        self.operands.pop()

    def drop_operands(self) -> None:
        """Drop all operands and their predecessors."""
        super().drop_operands()
        self.blocks.clear()
        self._indices.clear()

    def replace_incoming_block(self, old: Block, new: Block) -> None:
        """Reassign the operand of `old` to the predecessor `new`."""
        assert new not in self._indices
        index = self._indices.pop(old)
        self._indices[new] = index
        self.blocks[index] = new


class Terminator(Instruction):
    """The last instruction of a block. `targets` are its possible successors, with repetitions."""

    __slots__ = ("targets",)

    def __init__(self, operands: list[Value], targets: list[Block]) -> None:
        super().__init__(operands)
        self.targets = targets

    def replace_target(self, old: Block, new: Block) -> None:
        """Retarget `old` to `new`; phis are left unchanged."""
        self.targets = [new if target is old else target for target in self.targets]


# Blocks, functions, modules


class Block:
    """Phis, then instructions, then a terminator (None only while the block is being built)."""

    __slots__ = ("instructions", "label", "phis", "position", "terminator")

    def __init__(self, label: str, position: int = -1) -> None:
        self.label = label
        self.phis: list[Phi] = []
        self.instructions: list[Instruction] = []
        self.terminator: Terminator | None = None
        self.position = position

    def add_phi(self, phi: Phi) -> None:
        """Add a phi after the others."""
        phi.block = self
        self.phis.append(phi)

    def append(self, instruction: Instruction) -> None:
        """Add an instruction after the others, before the terminator."""
        instruction.block = self
        self.instructions.append(instruction)

    def insert(self, index: int, instruction: Instruction) -> None:
        """Insert an instruction before `instructions[index]`."""
        instruction.block = self
        self.instructions.insert(index, instruction)

    def terminate(self, terminator: Terminator) -> None:
        """Set the terminator, erasing an old one. Phis of the targets are left unchanged."""
        if self.terminator is not None:
            self.terminator.erase()
        terminator.block = self
        self.terminator = terminator

    def all_instructions(self) -> Iterator[Instruction]:
        """Phis, instructions, and the terminator."""
        yield from self.phis
        yield from self.instructions
        if self.terminator is not None:
            yield self.terminator

    @property
    def successors(self) -> list[Block]:
        """The distinct successors, in the order of the terminator."""
        if self.terminator is None:
            return []
        return list(dict.fromkeys(self.terminator.targets))

    def sweep(self) -> None:
        """Remove the erased phis and instructions."""
        self.phis = [phi for phi in self.phis if phi.block is self]
        self.instructions = [item for item in self.instructions if item.block is self]

    def __repr__(self) -> str:
        return f"<block {self.label}>"


class Function:
    """A function; `blocks[0]` is the entry, which has no predecessors.

    It returns `returns` words. `result_names` are the names of the Yul return variables, empty if
    they are not known. `post_ssa`: phis are gone, copies are allowed, `Variable`s are assigned
    several times. `reducible`: every loop has one entry (promised, and verified).
    """

    def __init__(
        self,
        name: str,
        parameters: list[Parameter],
        returns: int,
        result_names: list[str] | None = None,
        position: int = -1,
    ) -> None:
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.result_names = result_names or []
        self.blocks: list[Block] = []
        self.post_ssa = False
        self.reducible = False
        self.position = position

    @property
    def entry(self) -> Block:
        """The block where execution starts."""
        return self.blocks[0]

    def all_instructions(self) -> Iterator[Instruction]:
        """The instructions of all blocks in order; phis and terminators are instructions, too."""
        for block in self.blocks:
            yield from block.all_instructions()

    def sweep(self) -> None:
        """Remove the erased instructions from all blocks."""
        for block in self.blocks:
            block.sweep()

    def __repr__(self) -> str:
        return f"<function @{self.name}>"


class Declaration:
    """A function that is defined elsewhere; it takes `parameters` words, returns `returns` words,
    and may do anything."""

    __slots__ = ("name", "parameters", "position", "returns")

    def __init__(self, name: str, parameters: int, returns: int, position: int = -1) -> None:
        self.name = name
        self.parameters = parameters
        self.returns = returns
        self.position = position


MAIN: Final = "main"


class Module:
    """The functions of one object; its code outside functions is the function `MAIN`.

    `dialect` says which builtins there are.
    """

    __slots__ = ("declarations", "dialect", "functions")

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self.functions: dict[str, Function] = {}
        self.declarations: dict[str, Declaration] = {}

    def add(self, function: Function) -> None:
        """Add a function after the others."""
        assert function.name not in self.functions
        self.functions[function.name] = function

    def signature(self, name: str) -> tuple[int, int] | None:
        """The numbers of parameters and results of a function, None for an unknown function."""
        function = self.functions.get(name)
        if function is not None:
            return len(function.parameters), function.returns
        declaration = self.declarations.get(name)
        return None if declaration is None else (declaration.parameters, declaration.returns)
