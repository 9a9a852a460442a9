"""Executes control-flow graphs: the oracle for what is built from them.

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
from yulopt.rvsdg.interp import OutOfFuelError, mixed
from yulopt.rvsdg.language import Language


def run_graph(
    functions: Sequence[ControlFlowGraph],
    arguments: Sequence[int],
    language: Language,
    *,
    fuel: int = 1_000_000,
) -> list[int]:
    """What the last function returns for these arguments.

    `fuel` limits the blocks that are executed; raises `OutOfFuelError`.
    """
    return _Execution(functions, language, fuel).run(
        functions[-1], [language.word(argument) for argument in arguments]
    )


class _Execution:
    def __init__(
        self, functions: Sequence[ControlFlowGraph], language: Language, fuel: int
    ) -> None:
        self._functions = {function_variable(function.name): function for function in functions}
        self._language = language
        self._fuel = fuel

    def run(self, function: ControlFlowGraph, arguments: list[int]) -> list[int]:
        """The results of a function. Calls are as deep as functions are defined one by another."""
        if len(arguments) != len(function.parameters):
            raise ValueError(
                f"the function takes {len(function.parameters)} arguments,"
                f" but {len(arguments)} are given"
            )
        variables = dict(zip(function.parameters, arguments, strict=True))
        block = function.entry
        while True:
            self._fuel -= 1
            if self._fuel < 0:
                raise OutOfFuelError
            for instruction in block.instructions:
                results = self._results(instruction, variables)
                variables.update(zip(instruction.results, results, strict=True))
            words = [self._word(operand, variables) for operand in block.operands()]
            if not block.targets:
                return words
            index = words[0] if words else 0
            if not 0 <= index < len(block.targets):
                raise ValueError(
                    f"the selector of a switch with {len(block.targets)} targets is {index}"
                )
            block = block.targets[index]

    def _word(self, operand: Operand, variables: dict[str, int]) -> int:
        if isinstance(operand, str):
            return variables.get(operand, 0)
        assert not isinstance(operand, Literal)
        return self._language.word(operand)

    def _results(self, instruction: Instruction, variables: dict[str, int]) -> list[int]:
        if instruction.name == CALL:
            callee = self._functions[str(instruction.operands[0])]
            return self.run(
                callee, [self._word(operand, variables) for operand in instruction.operands[1:]]
            )
        words = [self._word(operand, variables) for operand in instruction.operands]
        if instruction.name == MOVE:
            return words
        if instruction.name == USE:
            return [self._language.word(mixed(words))]
        name = instruction.name
        if name in self._language.synonyms:
            name, order = self._language.synonyms[name]
            words = [words[index] for index in order]
        return [self._language.evaluate(name, words)]
