"""The instructions of bytecode, with the minimum gas of each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from yulopt.assembly.gas_meter import ItemMeter
from yulopt.assembly.instructions import ARGUMENTS, RESULTS
from yulopt.assembly.items import Instruction, Item, Label, PlaceLabel, Push
from yulopt.assembly.opcodes import JUMPDEST, OPCODES, PUSH0, push_opcode
from yulopt.assembly.optimizer.expression_classes import ExpressionClasses
from yulopt.assembly.optimizer.machine_state import MachineState
from yulopt.dialect import Dialect
from yulopt.gas.model import GasModel
from yulopt.syntax.literals import WORD_BYTES

_NO_LABEL: Final = Label("")


class ReadInstruction(NamedTuple):
    """An instruction at an offset of bytecode: `size` in bytes with its immediate, its minimum gas
    (None for bytes that are no instruction), and the words that it pops and pushes."""

    offset: int
    opcode: int
    size: int
    gas: int | None
    arguments: int
    results: int

    @property
    def end(self) -> int:
        """The offset after it."""
        return self.offset + self.size


def read_instruction(content: bytes, offset: int, dialect: Dialect) -> ReadInstruction:
    """The instruction at an offset."""
    opcode = content[offset]
    if PUSH0 <= opcode <= push_opcode(WORD_BYTES):
        size, arguments, results = 1 + opcode - PUSH0, 0, 1
    else:
        size, arguments, results = 1, ARGUMENTS[opcode], RESULTS[opcode]
    return ReadInstruction(offset, opcode, size, _least_gas(opcode, dialect), arguments, results)


def read_instructions(content: bytes, count: int, dialect: Dialect) -> Iterator[ReadInstruction]:
    """The instructions from the start of bytecode; data may follow them."""
    offset = 0
    for _ in range(count):
        read = read_instruction(content, offset, dialect)
        yield read
        offset = read.end


def _least_gas(opcode: int, dialect: Dialect) -> int | None:
    names = [name for name in dialect.builtins if OPCODES.get(name) == opcode]
    if names:
        return GasModel(dialect, None).run_gas(dialect.builtins[names[0]])
    item: Item = Instruction("", opcode)
    if PUSH0 <= opcode <= push_opcode(WORD_BYTES):
        item = Push(opcode - PUSH0)
    elif opcode == JUMPDEST:
        item = PlaceLabel(_NO_LABEL)
    return ItemMeter(MachineState(ExpressionClasses()), dialect, 0).charge(item)
