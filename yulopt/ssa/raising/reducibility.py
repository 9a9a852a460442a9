"""Gives every loop a single entry, as all loops of Yul have.

If control can enter a loop in several places, small entries are copied: the edges from outside go
to the copy, so that the original is only reached from inside the loop ("node splitting"). Where
that would copy too much, or code that assigns an immutable, the loop gets a new header, the
dispatcher: all edges to entries first set a variable to the number of the entry, and a switch in
the dispatcher branches to it.

Lowered Yul is reducible, and passes keep it so. Only hand-written functions need this.

Source: Janssen, Corporaal, "Making Graphs Reducible with Controlled Node Splitting" (1997);
chapter 08, section 8.3 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.ssa.analysis.loops import Loop, LoopForest
from yulopt.ssa.ir.edges import Predecessors, predecessors, remove_unreachable
from yulopt.ssa.ir.function import (
    Block,
    Constant,
    Function,
    Instruction,
    NamedValue,
    Result,
    Terminator,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import (
    Branch,
    BuiltinCall,
    Call,
    Copy,
    End,
    Jump,
    Return,
    Switch,
    Unreachable,
)
from yulopt.ssa.ir.names import NameSupply

MAX_COPIED_INSTRUCTIONS: Final = 200


def make_reducible(function: Function, *, budget: int = MAX_COPIED_INSTRUCTIONS) -> None:
    """Change a function without phis, in place, until each of its loops has one entry.

    `budget`: the maximum number of instructions copied; with 0 only dispatchers are used.
    """
    splitter: _Splitter | None = None
    while True:
        loops = [loop for loop in LoopForest(function).loops if loop.irreducible]
        if not loops:
            return
        if splitter is None:
            splitter = _Splitter(function, budget)
        before = predecessors(function)
        handled: set[Block] = set()
        for loop in loops:
            blocks = list(loop.blocks())
            # A loop inside a changed one is examined again.
            if handled.isdisjoint(blocks):
                handled.update(blocks)
                splitter.give_one_entry(loop, set(blocks), before)
        remove_unreachable(function)


class _Splitter:
    def __init__(self, function: Function, budget: int) -> None:
        self._function = function
        self._budget = budget
        self._names = NameSupply(function)
        _use_variables_between_blocks(function)

    def give_one_entry(self, loop: Loop, blocks: set[Block], before: Predecessors) -> None:
        """Split the smallest further entry of the loop, or give the loop a dispatcher."""
        entries = [
            block for block in loop.blocks() if any(one not in blocks for one in before[block])
        ]
        others = [block for block in entries if block is not loop.header]
        smallest = min(others, key=lambda block: len(block.instructions))
        cost = len(smallest.instructions) + 1
        if cost <= self._budget and not _assigns_immutable(smallest):
            self._budget -= cost
            self._split(smallest, [one for one in before[smallest] if one not in blocks])
        else:
            self._insert_dispatcher(entries, blocks, before)

    def _split(self, block: Block, outside: list[Block]) -> None:
        """Give the predecessors from outside a copy of the block."""
        copied = Block(self._names.label(block.label))
        renamed: dict[Value, Value] = {}
        for instruction in block.instructions:
            copied.append(self._copy_instruction(instruction, renamed))
        assert block.terminator is not None
        copied.terminate(_copy_terminator(block.terminator, renamed))
        for predecessor in outside:
            assert predecessor.terminator is not None
            predecessor.terminator.replace_target(block, copied)
        index = self._function.blocks.index(block)
        self._function.blocks.insert(index, copied)

    def _copy_instruction(
        self, instruction: Instruction, renamed: dict[Value, Value]
    ) -> Instruction:
        operands = [renamed.get(operand, operand) for operand in instruction.operands]
        copied: Instruction
        if isinstance(instruction, BuiltinCall):
            copied = BuiltinCall(instruction.builtin, operands, [])
        elif isinstance(instruction, Call):
            copied = Call(instruction.callee, operands, [])
        else:
            assert isinstance(instruction, Copy)
            copied = Copy(instruction.result, operands[0])
            copied.results = []
        for result in instruction.results:
            if isinstance(result, Variable):
                copied.results.append(result)
            else:
                copied.define(self._names.value(result.name))
                renamed[result] = copied.results[-1]
        return copied

    def _insert_dispatcher(
        self, entries: list[Block], blocks: set[Block], before: Predecessors
    ) -> None:
        """Lead all edges to the entries through a switch, which becomes the only entry."""
        state = Variable(self._names.value("state"))
        dispatcher = Block(self._names.label("dispatcher"))
        cases = list(enumerate(entries[:-1]))
        dispatcher.terminate(Switch(state, entries[-1], cases))
        added: list[Block] = [dispatcher]
        for number, entry in enumerate(entries):
            for inside in (False, True):
                setting = Block(self._names.label(f"to.{entry.label}"))
                setting.append(Copy(state, Constant(number)))
                setting.terminate(Jump(dispatcher))
                added.append(setting)
                for predecessor in before[entry]:
                    if (predecessor in blocks) == inside:
                        assert predecessor.terminator is not None
                        predecessor.terminator.replace_target(entry, setting)
        index = self._function.blocks.index(entries[0])
        self._function.blocks[index:index] = added


def _copy_terminator(terminator: Terminator, renamed: dict[Value, Value]) -> Terminator:
    operands = [renamed.get(operand, operand) for operand in terminator.operands]
    if isinstance(terminator, Jump):
        return Jump(terminator.target)
    if isinstance(terminator, Branch):
        return Branch(operands[0], terminator.then, terminator.otherwise)
    if isinstance(terminator, Switch):
        return Switch(operands[0], terminator.default, list(terminator.cases()))
    if isinstance(terminator, Return):
        return Return(operands)
    if isinstance(terminator, End):
        return End(terminator.builtin, operands)
    return Unreachable()


def _assigns_immutable(block: Block) -> bool:
    """Whether solc's code generation would ignore part of a copy of the block: all assignments of
    an immutable but the first."""
    return any(
        isinstance(one, BuiltinCall) and one.builtin.name == "setimmutable"
        for one in block.instructions
    )


def _use_variables_between_blocks(function: Function) -> None:
    """Demote all results that cross blocks to variables, since they may get several definitions, or
    a non-dominating one."""
    for block in function.blocks:
        for instruction in block.instructions:
            for index, result in enumerate(instruction.results):
                if isinstance(result, Result) and _is_read_elsewhere(result, block):
                    variable = Variable(result.name)
                    result.replace_all_uses(variable)
                    instruction.results[index] = variable


def _is_read_elsewhere(value: NamedValue, block: Block) -> bool:
    return any(user.block is not block for user, _ in value.uses)
