"""The pure expressions of a function as terms for an e-graph.

A term is an instruction that computes a word from words and nothing else. Leaves are parameters,
phis, and the results of all other instructions; an instruction without operands, such as `caller`,
is a leaf that can be computed anywhere. Roots are the operands of everything that is not a term.

Source: chapter 09, section 8.1.
"""

from __future__ import annotations

from collections.abc import Iterator

from yulopt.dialect import Builtin
from yulopt.egraph.export import ARGUMENT, ENode, Head
from yulopt.ssa.analysis.dominators import DominatorTree
from yulopt.ssa.ir.function import Constant, Function, Instruction, NamedValue, Value
from yulopt.ssa.ir.instructions import BuiltinCall


class Root:
    """Operand `index` of an instruction that is not a term reads the value with this handle."""

    __slots__ = ("handle", "index", "instruction")

    def __init__(self, instruction: Instruction, index: int, handle: int) -> None:
        self.instruction = instruction
        self.index = index
        self.handle = handle


class Terms:
    """The terms of a function.

    `nodes[handle]` is a term, a leaf or a number; `leaves[index]` is the value (or the instruction
    without operands) after the argument with this index; `results` are the values of terms in the
    current function.
    """

    def __init__(self, function: Function, tree: DominatorTree, operations: dict[str, int]) -> None:
        self.nodes: list[ENode] = []
        self.leaves: list[NamedValue | Builtin] = []
        self.results: dict[int, NamedValue] = {}
        self.roots: list[Root] = []
        self._operations = operations
        self._handles: dict[NamedValue | Builtin | int, int] = {}
        for block in tree.preorder:
            for instruction in block.instructions:
                if self.is_term(instruction):
                    self._add_term(instruction)
        for block in tree.preorder:
            for instruction in block.all_instructions():
                if not self.is_term(instruction):
                    self._add_roots(instruction)

    def is_term(self, instruction: Instruction) -> bool:
        """Whether an instruction is a term, or a leaf that can be computed anywhere."""
        return (
            isinstance(instruction, BuiltinCall)
            and (instruction.builtin.name in self._operations or is_free_leaf(instruction.builtin))
            and all(isinstance(operand, (Constant, NamedValue)) for operand in instruction.operands)
        )

    def groups(self, most: int) -> Iterator[list[int]]:
        """The handles of all terms, operands first: together if there are at most that many, else
        in groups that share only leaves and numbers."""
        terms = [handle for handle, node in enumerate(self.nodes) if node.children]
        if len(terms) <= most:
            yield terms
            return
        leader = list(range(len(self.nodes)))

        def find(handle: int) -> int:
            while leader[handle] != handle:
                leader[handle] = leader[leader[handle]]
                handle = leader[handle]
            return handle

        for handle in terms:
            for operand in self.nodes[handle].children:
                if self.nodes[operand].children:
                    leader[find(operand)] = find(handle)
        members: dict[int, list[int]] = {}
        for handle in terms:
            members.setdefault(find(handle), []).append(handle)
        # Small groups are combined, to limit the number of e-graphs.
        gathered: list[int] = []
        for group in members.values():
            if gathered and len(gathered) + len(group) > most:
                yield gathered
                gathered = []
            gathered = gathered + group if gathered else group
        if gathered:
            yield gathered

    def _add_term(self, instruction: Instruction) -> None:
        assert isinstance(instruction, BuiltinCall)
        if not instruction.operands:
            handle = self._leaf(instruction.builtin)
        else:
            operands = tuple([self._handle(operand) for operand in instruction.operands])
            handle = self._add(instruction.builtin.name, operands)
        self._handles[instruction.result] = handle
        self.results[handle] = instruction.result

    def _add_roots(self, instruction: Instruction) -> None:
        for index, operand in enumerate(instruction.operands):
            if isinstance(operand, NamedValue) and operand in self._handles:
                handle = self._handles[operand]
                if handle in self.results:
                    self.roots.append(Root(instruction, index, handle))

    def _handle(self, operand: Value) -> int:
        if isinstance(operand, Constant):
            if operand.value not in self._handles:
                self._handles[operand.value] = self._add(operand.value)
            return self._handles[operand.value]
        assert isinstance(operand, NamedValue)
        return self._leaf(operand)

    def _leaf(self, leaf: NamedValue | Builtin) -> int:
        if leaf not in self._handles:
            self.leaves.append(leaf)
            self._handles[leaf] = self._add((ARGUMENT, len(self.leaves) - 1))
        return self._handles[leaf]

    def _add(self, head: Head, operands: tuple[int, ...] = ()) -> int:
        self.nodes.append(ENode(head, operands))
        return len(self.nodes) - 1


def is_free_leaf(builtin: Builtin) -> bool:
    """Whether this is an instruction such as `caller` or `calldatasize`."""
    return builtin.is_pure and not builtin.parameters
