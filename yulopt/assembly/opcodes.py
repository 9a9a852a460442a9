"""The EVM's instructions and their bytes, as a table; and a disassembler.

Source: the Ethereum yellow paper, appendix H, and the proposals that added instructions since;
the builtins of chapter 01, section 9 of the specification have the names used here. The disassembly
has the form of solc's `opcodes`; source: chapter 10, section 14 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import Dialect, Release
from yulopt.dialect.answers import EOF_IN_OPCODES, NO_CLZ, NO_SLOTNUM
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
# The same instruction before it was redefined.
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
_NAMES.update({opcode: f"PUSH{size}" for opcode, size in _PUSH_SIZES.items()})
_NAMES.update({swap_opcode(number): f"SWAP{number}" for number in range(1, REACH + 1)})
_NAMES[PUSH0] = "PUSH0"
_PREVRANDAO = OPCODES["prevrandao"]
# Instructions of the EVM object format: names, and how many bytes their immediate arguments have.
_EOF = {
    0xD1: ("DATALOADN", 2),
    0xE0: ("RJUMP", 2),
    0xE1: ("RJUMPI", 2),
    0xE3: ("CALLF", 2),
    0xE4: ("RETF", 0),
    0xE5: ("JUMPF", 2),
    0xE6: ("DUPN", 1),
    0xE7: ("SWAPN", 1),
    0xEC: ("EOFCREATE", 1),
    0xEE: ("RETURNCONTRACT", 1),
    0xF8: ("EXTCALL", 0),
    0xF9: ("EXTDELEGATECALL", 0),
    0xFB: ("EXTSTATICCALL", 0),
}


def disassemble(content: bytes, dialect: Dialect) -> str:
    """The instructions, each followed by a space; immediates in hexadecimal digits.

    Bytes that are no instruction are shown as numbers, as is data. The set of instructions depends
    on the release, not on the EVM version.
    """
    names, sizes = _known_to(dialect.release)
    words: list[str] = []
    position = 0
    while position < len(content):
        opcode = content[position]
        position += 1
        size = sizes.get(opcode, 0)
        if size:
            value = int.from_bytes(content[position : position + size].ljust(size, b"\0"), "big")
            words += [names[opcode], f"0x{value:X}"]
            position += size
        elif opcode == _PREVRANDAO:
            words.append("PREVRANDAO" if "prevrandao" in dialect.builtins else "DIFFICULTY")
        else:
            words.append(names.get(opcode) or f"0x{opcode:X}")
    return "".join([word + " " for word in words])


def _known_to(release: Release) -> tuple[dict[int, str], dict[int, int]]:
    """The names of the instructions that a release knows, and the sizes of immediate arguments."""
    names, sizes = dict(_NAMES), dict(_PUSH_SIZES)
    if NO_CLZ.holds_in(release.version):
        del names[OPCODES["clz"]]
    if NO_SLOTNUM.holds_in(release.version):
        del names[OPCODES["slotnum"]]
    if EOF_IN_OPCODES.holds_in(release.version):
        names.update({opcode: name for opcode, (name, _) in _EOF.items()})
        sizes.update({opcode: size for opcode, (_, size) in _EOF.items()})
    return names, sizes
