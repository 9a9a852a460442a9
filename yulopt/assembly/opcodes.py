"""The instructions of the EVM and their bytes, as a table; and bytecode disassembled.

Source: the Ethereum yellow paper, appendix H, and the proposals that added instructions since;
the builtins of chapter 01, section 9 of the specification have the names used here. The disassembly
has the form of solc's `opcodes`; source: chapter 10, section 14 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Dialect
from yulopt.stack.slots import REACH
from yulopt.syntax.literals import WORD_BYTES

# Runs of consecutive bytes: the first byte, and the instructions from there on.
_RUNS: Final = (
    (0x00, "stop add mul sub div sdiv mod smod addmod mulmod exp signextend"),
    (0x10, "lt gt slt sgt eq iszero and or xor not byte shl shr sar clz"),
    (0x20, "keccak256"),
    (0x30, "address balance origin caller callvalue calldataload calldatasize calldatacopy"),
    (0x38, "codesize codecopy gasprice extcodesize extcodecopy returndatasize returndatacopy"),
    (0x3F, "extcodehash"),
    (0x40, "blockhash coinbase timestamp number prevrandao gaslimit chainid selfbalance"),
    (0x48, "basefee blobhash blobbasefee slotnum"),
    (0x50, "pop mload mstore mstore8 sload sstore jump jumpi"),
    (0x58, "pc msize gas jumpdest tload tstore mcopy push0"),
    (0xA0, "log0 log1 log2 log3 log4"),
    (0xF0, "create call callcode return delegatecall create2"),
    (0xFA, "staticcall"),
    (0xFD, "revert invalid selfdestruct"),
)

OPCODES: Final = {
    name: first + index for first, names in _RUNS for index, name in enumerate(names.split())
}
# The same instruction before it was given a new meaning.
OPCODES["difficulty"] = OPCODES["prevrandao"]

JUMPDEST: Final = OPCODES["jumpdest"]
INVALID: Final = OPCODES["invalid"]
PUSH0: Final = OPCODES["push0"]

_BEFORE_PUSH1: Final = PUSH0
_BEFORE_DUP1: Final = 0x7F
_BEFORE_SWAP1: Final = 0x8F


def push_opcode(size: int) -> int:
    """The instruction that pushes the `size` bytes (1 to 32) after it."""
    return _BEFORE_PUSH1 + size


def dup_opcode(number: int) -> int:
    """The instruction that copies the slot `number` (1 to 16) from the top; 1 is the top."""
    return _BEFORE_DUP1 + number


def swap_opcode(depth: int) -> int:
    """The instruction that exchanges the top with the slot `depth` (1 to 16) below it."""
    return _BEFORE_SWAP1 + depth


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
