"""Executes plain bytecode, for accounts whose code is not an interpreted program.

Source: the Ethereum yellow paper, section 9 and appendix H.
"""

from __future__ import annotations

from typing import Final

from yulopt.assembly.opcodes import JUMPDEST, OPCODES, push_opcode
from yulopt.dialect import Builtin, dialect_for
from yulopt.evm.frame import Executable, Frame
from yulopt.evm.halt import exceptional
from yulopt.evm.semantics import execute
from yulopt.syntax.literals import WORD_MASK

_STACK_LIMIT: Final = 1024
_PUSH0: Final = push_opcode(0)
_PUSH32: Final = push_opcode(32)
_DUP1: Final = 0x80
_SWAP1: Final = 0x90
_LOG0: Final = 0xA0
_JUMP: Final = OPCODES["jump"]
_JUMPI: Final = OPCODES["jumpi"]
_PC: Final = OPCODES["pc"]
_NAMES: Final = {opcode: name for name, opcode in OPCODES.items() if name != "difficulty"}
_PREVRANDAO: Final = OPCODES["prevrandao"]


class Bytecode(Executable):
    """Executes any code of an account byte by byte."""

    def __init__(self) -> None:
        super().__init__(None)

    def run(self, frame: Frame) -> None:
        """Execute; raises `Halt` at the end, or returns for a stop."""
        _BytecodeRun(frame).run()


class _BytecodeRun:
    def __init__(self, frame: Frame) -> None:
        self._frame = frame
        self._code = frame.code
        self._dialect = dialect_for(frame.transaction.environment.evm_version)
        self._targets = _jump_targets(frame.code)
        self._stack: list[int] = []

    def run(self) -> None:
        code, stack = self._code, self._stack
        pc = 0
        while pc < len(code):
            opcode = code[pc]
            pc += 1
            if _PUSH0 <= opcode <= _PUSH32:
                size = opcode - _PUSH0
                if size == 0 and not self._dialect.has_push0:
                    raise exceptional("PUSH0 does not exist in this version")
                digits = code[pc : pc + size].ljust(size, b"\0")
                self._push(int.from_bytes(digits, "big"))
                pc += size
            elif _DUP1 <= opcode < _SWAP1:
                self._require(opcode - _DUP1 + 1)
                self._push(stack[_DUP1 - opcode - 1])
            elif _SWAP1 <= opcode < _LOG0:
                depth = opcode - _SWAP1 + 1
                self._require(depth + 1)
                stack[-1], stack[-1 - depth] = stack[-1 - depth], stack[-1]
            elif opcode == _JUMP:
                pc = self._target(self._pop())
            elif opcode == _JUMPI:
                target = self._pop()
                if self._pop():
                    pc = self._target(target)
            elif opcode == _PC:
                self._push(pc - 1)
            elif opcode != JUMPDEST:
                self._builtin(opcode)

    def _builtin(self, opcode: int) -> None:
        builtin = self._find(opcode)
        self._require(builtin.parameters)
        arguments = [self._stack.pop() for _ in range(builtin.parameters)]
        result = execute(self._frame, builtin.name, (), arguments)
        if builtin.returns:
            self._push(result)

    def _find(self, opcode: int) -> Builtin:
        name = _NAMES.get(opcode, "")
        if opcode == _PREVRANDAO and self._dialect.builtin(name) is None:
            name = "difficulty"
        builtin = self._dialect.builtin(name)
        if builtin is None:
            raise exceptional(f"there is no instruction {opcode:#04x}")
        return builtin

    def _target(self, pc: int) -> int:
        self._frame.transaction.use_steps(1)
        if pc not in self._targets:
            raise exceptional("a jump to an offset without a jump destination")
        return pc

    def _push(self, word: int) -> None:
        if len(self._stack) >= _STACK_LIMIT:
            raise exceptional("stack overflow")
        self._stack.append(word & WORD_MASK)

    def _pop(self) -> int:
        self._require(1)
        return self._stack.pop()

    def _require(self, count: int) -> None:
        if len(self._stack) < count:
            raise exceptional("stack underflow")


def _jump_targets(code: bytes) -> set[int]:
    targets: set[int] = set()
    pc = 0
    while pc < len(code):
        opcode = code[pc]
        if opcode == JUMPDEST:
            targets.add(pc)
        elif _PUSH0 < opcode <= _PUSH32:
            pc += opcode - _PUSH0
        pc += 1
    return targets
