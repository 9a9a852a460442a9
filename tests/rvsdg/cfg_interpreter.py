"""Executes control-flow graphs: the oracle for graphs built from them.

Source: chapter 09, section 4 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.rvsdg.cfg import (
    CALL,
    MOVE,
    USE,
    ControlFlowGraph,
    Instruction,
    Literal,
    Operand,
    function_variable,
)
from yulopt.rvsdg.interpreter import OutOfFuelError, mixed
from yulopt.rvsdg.language import Language


def run_graph(
    functions: Sequence[ControlFlowGraph],
    arguments: Sequence[int],
    language: Language,
    *,
    fuel: int = 1_000_000,
) -> list[int]:
    """The results of the last function for these arguments.

    `fuel` limits the blocks that are executed; raises `OutOfFuelError`.
    """
    return _Execution(functions, language, fuel).run(
        functions[-1], [language.word(argument) for argument in arguments]
    )


class _Activation:
    """A call that has not returned: its variables, and where it is."""

    __slots__ = ("block", "function", "next", "variables")

    def __init__(self, function: ControlFlowGraph, arguments: list[int]) -> None:
        if len(arguments) != len(function.parameters):
            raise ValueError(
                f"the function takes {len(function.parameters)} arguments,"
                f" but {len(arguments)} are given"
            )
        self.function = function
        self.variables = dict(zip(function.parameters, arguments, strict=True))
        self.block = function.entry
        # The index of the next instruction in the block.
        self.next = 0


class _Execution:
    """Executes functions, with an explicit stack of those that wait for others."""

    def __init__(
        self, functions: Sequence[ControlFlowGraph], language: Language, fuel: int
    ) -> None:
        self._functions = {function_variable(function.name): function for function in functions}
        self._language = language
        self._fuel = fuel

    def run(self, function: ControlFlowGraph, arguments: list[int]) -> list[int]:
        """The results of a function."""
        stack = [_Activation(function, arguments)]
        while True:
            activation = stack[-1]
            called = self._run_block(activation)
            if called is not None:
                stack.append(called)
                continue
            words = [self._word(operand, activation) for operand in activation.block.operands()]
            if activation.block.targets:
                self._enter(activation, words[0] if words else 0)
                continue
            stack.pop()
            if not stack:
                return words
            waiting = stack[-1]
            call = waiting.block.instructions[waiting.next - 1]
            waiting.variables.update(zip(call.results, words, strict=True))

    def _enter(self, activation: _Activation, index: int) -> None:
        targets = activation.block.targets
        if not 0 <= index < len(targets):
            raise ValueError(f"the selector of a switch with {len(targets)} targets is {index}")
        activation.block, activation.next = targets[index], 0

    def _run_block(self, activation: _Activation) -> _Activation | None:
        """Execute up to the next call, which is given back, or the end of the block."""
        if activation.next == 0:
            self._fuel -= 1
            if self._fuel < 0:
                raise OutOfFuelError
        while activation.next < len(activation.block.instructions):
            instruction = activation.block.instructions[activation.next]
            activation.next += 1
            if instruction.name == CALL:
                callee = self._functions[str(instruction.operands[0])]
                return _Activation(callee, self._words(instruction.operands[1:], activation))
            result = self._result(instruction, self._words(instruction.operands, activation))
            activation.variables[instruction.results[0]] = result
        return None

    def _words(self, operands: list[Operand], activation: _Activation) -> list[int]:
        return [self._word(operand, activation) for operand in operands]

    def _word(self, operand: Operand, activation: _Activation) -> int:
        if isinstance(operand, str):
            return activation.variables.get(operand, 0)
        if isinstance(operand, Literal):
            raise ValueError("effects are not executed here")
        return self._language.word(operand)

    def _result(self, instruction: Instruction, words: list[int]) -> int:
        if instruction.name == MOVE:
            return words[0]
        if instruction.name == USE:
            return self._language.word(mixed(words))
        name = instruction.name
        if name in self._language.synonyms:
            name, order = self._language.synonyms[name]
            words = [words[index] for index in order]
        return self._language.evaluate(name, words)
