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

STACK_OVERFLOW: Final = "stack overflow"
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


def run_part(frame: Frame, start: int, stack: list[int], end: int) -> list[int] | None:
    """Execute code from an offset on, with words on the stack, until it jumps to `end`, which is no
    offset in it. Returns the stack then, or None for a stop; raises `Halt` as usual."""
    part = _BytecodeRun(frame, stack, end)
    part.run(start)
    return part.stack if part.has_ended else None


class _BytecodeRun:
    def __init__(self, frame: Frame, stack: list[int] | None = None, end: int = -1) -> None:
        self._frame = frame
        self._end = end
        self.has_ended = False
        self._code = frame.code
        self._dialect = dialect_for(frame.transaction.environment.evm_version)
        self._targets = _jump_targets(frame.code)
        self.stack: list[int] = [] if stack is None else stack

    def run(self, pc: int = 0) -> None:
        code, stack = self._code, self.stack
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
        arguments = [self.stack.pop() for _ in range(builtin.parameters)]
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
        if pc == self._end:
            self.has_ended = True
            return len(self._code)
        if pc not in self._targets:
            raise exceptional("a jump to an offset without a jump destination")
        return pc

    def _push(self, word: int) -> None:
        if len(self.stack) >= _STACK_LIMIT:
            raise exceptional(STACK_OVERFLOW)
        self.stack.append(word & WORD_MASK)

    def _pop(self) -> int:
        self._require(1)
        return self.stack.pop()

    def _require(self, count: int) -> None:
        if len(self.stack) < count:
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
