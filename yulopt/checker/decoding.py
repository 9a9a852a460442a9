"""Bytes as instructions.

Decoding is linear from the first byte to the last one, data included, as in the EVM's analysis of
jump destinations, which excludes the operands of pushes.

Source: the Ethereum yellow paper, section 9.4.3 and appendix H.
"""

from __future__ import annotations

from typing import Final

import attr

from yulopt.checker.witness import ADDRESS_BYTES, Witness
from yulopt.dialect import Dialect
from yulopt.prover.work_clock import OpenQuestion
from yulopt.syntax.literals import WORD_BYTES

# Instructions by their first opcode, in runs. They have the names of Yul's builtins.
_RUNS: Final = (
    (0x00, "stop add mul sub div sdiv mod smod addmod mulmod exp signextend"),
    (0x10, "lt gt slt sgt eq iszero and or xor not byte shl shr sar clz"),
    (0x20, "keccak256"),
    (0x30, "address balance origin caller callvalue calldataload calldatasize calldatacopy"),
    (0x38, "codesize codecopy gasprice extcodesize extcodecopy returndatasize returndatacopy"),
    (0x3F, "extcodehash blockhash coinbase timestamp number prevrandao gaslimit chainid"),
    (0x47, "selfbalance basefee blobhash blobbasefee slotnum"),
    (0x50, "pop mload mstore mstore8 sload sstore jump jumpi"),
    (0x58, "pc msize gas jumpdest tload tstore mcopy"),
    (0xA0, "log0 log1 log2 log3 log4"),
    (0xF0, "create call callcode return delegatecall create2"),
    (0xFA, "staticcall"),
    (0xFD, "revert invalid selfdestruct"),
)
_NAMES: Final = {
    first + index: name for first, names in _RUNS for index, name in enumerate(names.split())
}
# The instruction had this name before the merge.
_FORMER: Final = {"prevrandao": "difficulty"}
# Operands and results of instructions other than builtins.
_OF_CODE: Final = {"jump": (1, 0), "jumpi": (2, 0), "jumpdest": (0, 0)}
_PUSH0: Final = 0x5F
_DUP1: Final = 0x80
_SWAP1: Final = 0x90
_LOG0: Final = 0xA0
UNKNOWN: Final = "unknown"


@attr.s(auto_attribs=True, frozen=True)
class Instruction:
    """An instruction at `offset`, after which another one is at `following`.

    `number` is the value of a `push`, or the depth of `dup` and `swap`; `text` is the name of the
    placeholder of `loadimmutable` and `linkersymbol`.
    """

    offset: int
    name: str
    takes: int
    gives: int
    following: int
    number: int = 0
    text: str = ""


class Code:
    """The instructions of an object, by their offsets.

    Raises OpenQuestion for a placeholder that is not the operand of a push.
    """

    def __init__(self, witness: Witness, dialect: Dialect) -> None:
        self._dialect = dialect
        self.content = witness.content
        self._filled = {
            (offset - 1, width): (kind, name)
            for kind, width, names in (
                ("loadimmutable", WORD_BYTES, witness.immutables),
                ("linkersymbol", ADDRESS_BYTES, witness.libraries),
            )
            for offset, name in names.items()
        }
        self.instructions: dict[int, Instruction] = {}
        self.targets: set[int] = set()
        offset = 0
        while offset < len(witness.content):
            found = self._decode(witness.content, offset)
            self.instructions[offset] = found
            if found.name == "jumpdest":
                self.targets.add(offset)
            offset = found.following
        self._end = offset
        if self._filled:
            raise OpenQuestion("a library or immutable is filled in where no instruction pushes it")

    def at(self, offset: int) -> Instruction:
        """The instruction at an offset; `stop` after the end, unknown inside another one."""
        name = UNKNOWN if offset < self._end else "stop"
        return self.instructions.get(offset) or Instruction(offset, name, 0, 0, offset + 1)

    def _decode(self, content: bytes, offset: int) -> Instruction:
        opcode = content[offset]
        width = opcode - _PUSH0
        if 0 <= width <= WORD_BYTES:
            if width == 0 and not self._dialect.has_push0:
                return Instruction(offset, UNKNOWN, 0, 0, offset + 1)
            return self._push(content, offset, width)
        if _DUP1 <= opcode < _SWAP1:
            number = opcode - _DUP1 + 1
            return Instruction(offset, "dup", number, number + 1, offset + 1, number)
        if _SWAP1 <= opcode < _LOG0:
            number = opcode - _SWAP1 + 1
            return Instruction(offset, "swap", number + 1, number + 1, offset + 1, number)
        name = _NAMES.get(opcode, UNKNOWN)
        if name in _OF_CODE:
            return Instruction(offset, name, *_OF_CODE[name], offset + 1)
        builtin = self._dialect.builtin(name)
        if builtin is None and name in _FORMER:
            name = _FORMER[name]
            builtin = self._dialect.builtin(name)
        if builtin is None:
            return Instruction(offset, UNKNOWN, 0, 0, offset + 1)
        return Instruction(offset, name, builtin.parameters, builtin.returns, offset + 1)

    def _push(self, content: bytes, offset: int, width: int) -> Instruction:
        following = offset + 1 + width
        filled = self._filled.pop((offset, width), None)
        if filled is not None:
            if any(content[offset + 1 : following]):
                raise OpenQuestion("a library or immutable is not zero in the code")
            return Instruction(offset, filled[0], 0, 1, following, 0, filled[1])
        operand = content[offset + 1 : following].ljust(width, b"\0")
        return Instruction(offset, "push", 0, 1, following, int.from_bytes(operand, "big"))
