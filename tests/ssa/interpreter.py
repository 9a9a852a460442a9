"""The reference interpreter of SSA modules, on the EVM state of `yulopt.evm`.

It executes functions before and after phi elimination, and serves as oracle for every pass: what
a transaction does must stay the same. It is written to be obviously right, not to be fast.

Source: chapter 08, section 1.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from yulopt.evm.bytecode import Bytecode
from yulopt.evm.code_image import CodeImage
from yulopt.evm.environment import Environment, Limits
from yulopt.evm.frame import Executable, Frame, TraceEntry, Transaction
from yulopt.evm.halt import Halt, HaltKind
from yulopt.evm.semantics import execute
from yulopt.evm.world import World
from yulopt.ssa.ir.function import (
    MAIN,
    Block,
    Constant,
    Function,
    Instruction,
    Module,
    NamedValue,
    Terminator,
    Text,
    Value,
    Variable,
)
from yulopt.ssa.ir.instructions import (
    Alloca,
    Branch,
    BuiltinCall,
    Call,
    End,
    Jump,
    Load,
    Return,
    Store,
    Switch,
)


class Cell:
    """A cell that an `alloca` has made."""

    __slots__ = ("content",)

    def __init__(self) -> None:
        self.content = 0


# A declared function: from its name and arguments to its results.
Host = Callable[[str, list[int]], list[int]]


def no_host(name: str, arguments: list[int]) -> list[int]:
    """The host of modules that declare nothing."""
    raise Halt(HaltKind.UNSUPPORTED, reason=f"the function @{name} is not defined")


class SsaProgram(Executable):
    """A module that can run as the code of an account.

    `image` is that of the object whose code it is; `host` executes declared functions.
    """

    def __init__(self, module: Module, image: CodeImage | None, host: Host = no_host) -> None:
        super().__init__(image)
        self._module = module
        self._host = host

    def run(self, frame: Frame) -> None:
        """Execute `MAIN`; raises `Halt` at the end, or returns for a stop."""
        _Execution(self._module, frame, self._host).call(MAIN, [])


def run_function(
    module: Module,
    name: str,
    arguments: Sequence[int],
    *,
    frame: Frame | None = None,
    host: Host = no_host,
) -> list[int]:
    """The results of one function of a module.

    `frame` is the state it works on, by default that of an empty world. Raises `Halt` if the
    function ends the execution.
    """
    if frame is None:
        frame = empty_frame()
    return _Execution(module, frame, host).call(name, list(arguments))


def empty_frame(limits: Limits | None = None) -> Frame:
    """The execution of some message in a world without anything in it."""
    world = World()
    world.start_transaction()
    transaction = Transaction(world, Environment(), limits or Limits(), {}, Bytecode(), {})
    return Frame(transaction, world.account(1), b"", caller=2)


class _Activation:
    """A call of a function that has not returned: its values, and where it is."""

    __slots__ = ("block", "cells", "function", "next", "values")

    def __init__(self, function: Function, arguments: list[int]) -> None:
        self.function = function
        self.values: dict[NamedValue, int] = dict(zip(function.parameters, arguments, strict=True))
        self.cells: dict[Value, Cell] = {}
        self.block = function.entry
        # The index of the next instruction in the block.
        self.next = 0

    def value(self, value: Value) -> int:
        """The current value of an operand."""
        if isinstance(value, Constant):
            return value.value
        assert isinstance(value, NamedValue)
        return self.values.get(value, 0) if isinstance(value, Variable) else self.values[value]

    def assign(self, targets: Sequence[NamedValue], values: Sequence[int]) -> None:
        """Give values to results."""
        for target, value in zip(targets, values, strict=True):
            self.values[target] = value


class _Execution:
    """Executes a function and what it calls, with an explicit stack."""

    def __init__(self, module: Module, frame: Frame, host: Host) -> None:
        self._module = module
        self._frame = frame
        self._host = host
        self._stack: list[_Activation] = []

    def call(self, name: str, arguments: list[int]) -> list[int]:
        """Execute a function; returns its results."""
        transaction = self._frame.transaction
        self._stack.append(_Activation(self._module.functions[name], arguments))
        while True:
            activation = self._stack[-1]
            if activation.next == 0:
                transaction.use_steps(1)
            results = self._run_block(activation)
            if results is None:
                continue
            self._stack.pop()
            if not self._stack:
                return results
            caller = self._stack[-1]
            waiting = caller.block.instructions[caller.next - 1]
            caller.assign(waiting.results, results)

    def _run_block(self, activation: _Activation) -> list[int] | None:
        """Execute up to the next call or the end of the block; results, if it returns."""
        instructions = activation.block.instructions
        while activation.next < len(instructions):
            instruction = instructions[activation.next]
            activation.next += 1
            if isinstance(instruction, Call):
                if self._start_call(activation, instruction):
                    return None
            else:
                self._execute(activation, instruction)
        terminator = activation.block.terminator
        assert terminator is not None
        if isinstance(terminator, Return):
            return [activation.value(operand) for operand in terminator.operands]
        self._enter(activation, self._next_block(activation, terminator))
        return None

    def _next_block(self, activation: _Activation, terminator: Terminator) -> Block:
        if isinstance(terminator, Jump):
            return terminator.target
        if isinstance(terminator, Branch):
            taken = activation.value(terminator.condition) != 0
            return terminator.then if taken else terminator.otherwise
        if isinstance(terminator, Switch):
            selector = activation.value(terminator.selector)
            for value, target in terminator.cases():
                if value == selector:
                    return target
            return terminator.default
        if isinstance(terminator, End):
            self._builtin(activation, terminator, terminator.builtin.name)
        raise AssertionError("code that cannot be reached was reached")

    def _enter(self, activation: _Activation, block: Block) -> None:
        """Go to a block: all phis are read before any of them changes."""
        values = [activation.value(phi.incoming(activation.block)) for phi in block.phis]
        for phi, value in zip(block.phis, values, strict=True):
            activation.values[phi.result] = value
        activation.block = block
        activation.next = 0

    def _start_call(self, activation: _Activation, call: Call) -> bool:
        """Call a function of the module, or a declared one, which has then been executed."""
        arguments = [activation.value(operand) for operand in call.operands]
        function = self._module.functions.get(call.callee)
        self._trace_call(call, arguments)
        if function is None:
            activation.assign(call.results, self._host(call.callee, arguments))
            return False
        most_calls = self._frame.transaction.limits.call_depth
        if len(self._stack) > most_calls:
            raise Halt(
                HaltKind.OUT_OF_CALL_DEPTH,
                reason=f"more than {most_calls} calls of functions are waiting",
            )
        self._stack.append(_Activation(function, arguments))
        return True

    def _execute(self, activation: _Activation, instruction: Instruction) -> None:
        if isinstance(instruction, BuiltinCall):
            result = self._builtin(activation, instruction, instruction.builtin.name)
            if instruction.results:
                activation.assign(instruction.results, [result])
        elif isinstance(instruction, Load):
            activation.values[instruction.result] = activation.cells[instruction.cell].content
        elif isinstance(instruction, Store):
            activation.cells[instruction.cell].content = activation.value(instruction.value)
        elif isinstance(instruction, Alloca):
            activation.cells[instruction.result] = Cell()
        else:
            # A copy, parallel or not: all operands are read before any variable changes.
            values = [activation.value(operand) for operand in instruction.operands]
            activation.assign(instruction.results, values)

    # Builtins

    def _builtin(self, activation: _Activation, instruction: Instruction, name: str) -> int:
        literals: list[str] = []
        arguments: list[int] = []
        for operand in instruction.operands:
            if isinstance(operand, Text):
                literals.append(operand.content)
            else:
                arguments.append(activation.value(operand))
        tracer = self._frame.transaction.tracer
        if tracer is None:
            return execute(self._frame, name, literals, arguments)
        entry = self._trace_entry("builtin", instruction, name, literals, arguments)
        try:
            result = execute(self._frame, name, literals, arguments)
            if instruction.results:
                entry.result = result
        finally:
            tracer.emit(entry)
        return result

    def _trace_call(self, call: Call, arguments: list[int]) -> None:
        tracer = self._frame.transaction.tracer
        if tracer is not None:
            tracer.emit(self._trace_entry("function", call, call.callee, [], arguments))

    def _trace_entry(
        self,
        kind: str,
        instruction: Instruction,
        name: str,
        literals: list[str],
        arguments: list[int],
    ) -> TraceEntry:
        image = self._frame.image
        return TraceEntry(
            kind,
            name,
            tuple(literals),
            tuple(arguments),
            None,
            instruction.position,
            b"" if image is None else image.marker,
            self._frame.depth,
            len(self._stack) - 1,
        )
