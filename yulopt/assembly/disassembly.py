"""Bytecode as text, in the form of solc's `opcodes`: what each byte would be if it were executed.

Source: chapter 10, section 14 of the specification.
"""

from __future__ import annotations

from yulopt.assembly.opcodes import OPCODES, PUSH0, dup_opcode, push_opcode, swap_opcode
from yulopt.dialect import Dialect
from yulopt.stack.slots import REACH
from yulopt.syntax.literals import WORD_BYTES

_PUSH_SIZES = {push_opcode(size): size for size in range(1, WORD_BYTES + 1)}
_NAMES = {opcode: name.upper() for name, opcode in OPCODES.items()}
_NAMES.update({dup_opcode(number): f"DUP{number}" for number in range(1, REACH + 1)})
_NAMES.update({swap_opcode(number): f"SWAP{number}" for number in range(1, REACH + 1)})
_NAMES[PUSH0] = "PUSH0"
_PREVRANDAO = OPCODES["prevrandao"]


def disassemble(content: bytes, dialect: Dialect) -> str:
    """The instructions, each followed by a space; what is pushed is in hexadecimal digits.

    Bytes that are no instruction are shown as numbers, and so are data.
    """
    words: list[str] = []
    position = 0
    while position < len(content):
        opcode = content[position]
        position += 1
        size = _PUSH_SIZES.get(opcode, 0)
        if size:
            value = int.from_bytes(content[position : position + size].ljust(size, b"\0"), "big")
            words += [f"PUSH{size}", f"0x{value:X}"]
            position += size
        elif opcode == _PREVRANDAO:
            words.append("PREVRANDAO" if "prevrandao" in dialect.builtins else "DIFFICULTY")
        else:
            words.append(_NAMES.get(opcode) or f"0x{opcode:X}")
    return "".join([word + " " for word in words])
