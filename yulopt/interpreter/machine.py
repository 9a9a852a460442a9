"""Executes compiled code: one loop over basic blocks, with an explicit stack of calls."""

from __future__ import annotations

import attr

from yulopt.evm.code_image import CodeImage, code_image
from yulopt.evm.frame import Executable, Frame, TraceEntry, Tracer
from yulopt.evm.halt import Halt, HaltKind
from yulopt.evm.memory import WatchedMemory
from yulopt.interpreter.code import (
    Block,
    Branch,
    Call,
    Function,
    Jump,
    MultiBranch,
    Return,
)
from yulopt.interpreter.lowering import lower
from yulopt.interpreter.operations import BuiltinOperation
from yulopt.syntax.ast import Block as SyntaxBlock
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Object


@attr.s(auto_attribs=True, eq=False)
class _Suspended:
    """A suspended caller: its registers, and the pending call."""

    registers: list[int]
    call: Call


class Program(Executable):
    """The compiled code of one object.

    `functions` has the code outside functions first; `memory_guard` is the argument of
    `memoryguard`, None if it is not called. With `guard`, `memoryguard` returns that instead, and
    the bytes between its argument and this must not be used.
    """

    def __init__(self, code: SyntaxBlock, image: CodeImage, guard: int | None = None) -> None:
        super().__init__(image)
        lowered = run_with_deep_stack(lambda: lower(code, guard))
        self.functions: list[Function] = lowered.functions
        self.memory_guard = lowered.memory_guard
        self._guard = guard

    def run(self, frame: Frame) -> None:
        """Execute the code; raises `Halt` at the end, or returns for a stop."""
        transaction = frame.transaction
        tracer, most_calls = transaction.tracer, transaction.limits.call_depth
        if self._guard is not None and self.memory_guard is not None:
            limits = transaction.limits
            frame.memory = WatchedMemory(
                limits.memory, limits.reads_are_free, self.memory_guard, self._guard
            )
        function = self.functions[0]
        registers = function.registers[:]
        suspended: list[_Suspended] = []
        block = function.entry
        while True:
            transaction.steps += 1
            if transaction.steps > transaction.limits.steps:
                transaction.use_steps(0)
            block.reached = True
            if tracer is None:
                for operation in block.operations:
                    operation.execute(frame, registers)
            else:
                _execute_traced(block, frame, registers, tracer, len(suspended))
            exit = block.exit
            if isinstance(exit, Branch):
                block = exit.nonzero if registers[exit.condition] else exit.zero
            elif isinstance(exit, Jump):
                block = exit.target
            elif isinstance(exit, Call):
                if len(suspended) >= most_calls:
                    raise Halt(
                        HaltKind.OUT_OF_CALL_DEPTH,
                        reason=f"more than {most_calls} calls of functions are waiting",
                    )
                if tracer is not None:
                    _trace_call(exit, frame, registers, tracer, len(suspended))
                suspended.append(_Suspended(registers, exit))
                function = exit.function
                callee_registers = function.registers[:]
                for index, register in enumerate(exit.arguments):
                    callee_registers[index] = registers[register]
                registers = callee_registers
                block = function.entry
            elif isinstance(exit, Return):
                caller = suspended.pop()
                call = caller.call
                first = call.function.parameters
                for index, register in enumerate(call.targets):
                    caller.registers[register] = registers[first + index]
                registers = caller.registers
                block = call.next
            elif isinstance(exit, MultiBranch):
                if tracer is not None and tracer.wants_switches:
                    _trace_switch(exit, frame, registers, tracer, len(suspended))
                block = exit.targets.get(registers[exit.value], exit.default)
            else:
                return


def compile_tree(program: Object, image: CodeImage | None = None) -> list[Program]:
    """Compile an object and all objects inside it, the outer ones first.

    `image` is the image of the object, by default a new one.
    """
    pending = [(program, code_image(program) if image is None else image)]
    programs: list[Program] = []
    for tree, tree_image in pending:
        programs.append(Program(tree.code, tree_image))
        pending.extend(zip(tree.sub_objects, tree_image.children, strict=True))
    return programs


# Traces


def _execute_traced(
    block: Block, frame: Frame, registers: list[int], tracer: Tracer, nesting: int
) -> None:
    for operation in block.operations:
        if not isinstance(operation, BuiltinOperation):
            operation.execute(frame, registers)
            continue
        entry = TraceEntry(
            "builtin",
            operation.name,
            operation.literals,
            tuple(registers[index] for index in operation.arguments),
            None,
            operation.position,
            _marker(frame),
            frame.depth,
            nesting,
        )
        try:
            operation.execute(frame, registers)
            if operation.has_result:
                entry.result = registers[operation.target]
        finally:
            tracer.emit(entry)


def _trace_call(
    call: Call, frame: Frame, registers: list[int], tracer: Tracer, nesting: int
) -> None:
    arguments = tuple(registers[index] for index in call.arguments)
    tracer.emit(
        TraceEntry(
            "function",
            call.function.name,
            (),
            arguments,
            None,
            call.position,
            _marker(frame),
            frame.depth,
            nesting,
        )
    )


def _trace_switch(
    switch: MultiBranch, frame: Frame, registers: list[int], tracer: Tracer, nesting: int
) -> None:
    arguments = (registers[switch.value], *switch.targets)
    tracer.emit(
        TraceEntry(
            "switch", "switch", (), arguments, None, -1, _marker(frame), frame.depth, nesting
        )
    )


def _marker(frame: Frame) -> bytes:
    return b"" if frame.image is None else frame.image.marker
