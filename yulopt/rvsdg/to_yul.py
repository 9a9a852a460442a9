"""Writes a graph as the code of a Yul object.

Every region becomes a block, every called function a function; states vanish. A function that is
called with states in different positions is written once for each.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Sequence

from yulopt.rvsdg.ir import Function, Graph, Node
from yulopt.rvsdg.language import YulLanguage
from yulopt.rvsdg.region_state import (
    STATE,
    FunctionValue,
    RegionEnd,
    StateValue,
    Value,
    expression,
    is_word,
)
from yulopt.rvsdg.region_writer import RegionWriter
from yulopt.rvsdg.verifier import GraphError, verify
from yulopt.syntax import ast
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.names import NameDispenser
from yulopt.yul_writer.names import legal_name


def write_code(root: Node, graph: Graph) -> ast.Block:
    """The code of a function whose inputs and outputs are states, and the functions it calls.

    All names are unique. Raises `GraphError` if the graph violates its rules (a state is used
    twice, for example), or cannot be expressed in Yul.
    """
    return run_with_deep_stack(lambda: _ProgramWriter(graph).write(root))


class _Instance:
    """An instance of a function for certain kinds of inputs. `words`: which outputs are words;
    while the function is being written, an assumption: results, and then the states it takes."""

    def __init__(self, name: str, outputs: int, states: int) -> None:
        self.name = name
        self.words = [number < outputs - states for number in range(outputs)]
        self.is_called_early = False
        self.is_written = False


class _ProgramWriter:
    """Writes functions on their first call."""

    def __init__(self, graph: Graph) -> None:
        assert isinstance(graph.language, YulLanguage)
        self.language = graph.language
        self._hints = graph.names
        self._dispenser = NameDispenser(self.language.dialect)
        self._instances: dict[tuple[object, ...], _Instance] = {}
        self._definitions: list[ast.Statement] = []

    def write(self, root: Node) -> ast.Block:
        """The whole code."""
        verify(root, self.language)
        if not isinstance(root, Function) or root.constants:
            raise GraphError("code must be a function without constants")
        writer = RegionWriter(self, [STATE] * root.inputs)
        if any(is_word(value) for value in writer.write(root.results)):
            raise GraphError("code must not give words")
        return ast.Block([ast.Block(writer.statements), *self._definitions])

    def fresh_name(self, hint: str) -> str:
        """A fresh name."""
        return self._dispenser.new_name(hint)

    def called(self, function: FunctionValue, inputs: Sequence[Value]) -> tuple[str, list[bool]]:
        """The function's instance for such inputs: its name, and which outputs are words."""
        kinds = tuple(
            value.key if isinstance(value, FunctionValue) else is_word(value) for value in inputs
        )
        key = (function.key, kinds)
        instance = self._instances.get(key)
        if instance is None:
            states = sum(isinstance(value, StateValue) for value in inputs)
            name = self.fresh_name(legal_name(self._hints.get(function.function, "f")))
            instance = _Instance(name, function.function.outputs, states)
            self._instances[key] = instance
            words = self._define(name, function, inputs)
            if instance.is_called_early and words != instance.words:
                raise GraphError("a recursive function does not give results, and then states")
            instance.words = words
            instance.is_written = True
        elif not instance.is_written:
            instance.is_called_early = True
        return instance.name, instance.words

    def _define(self, name: str, function: FunctionValue, inputs: Sequence[Value]) -> list[bool]:
        index = len(self._definitions)
        self._definitions.append(ast.Block([]))
        arguments: list[Value] = [
            self.fresh_name("p") if is_word(value) else value for value in inputs
        ]
        parameters = [argument for argument in arguments if isinstance(argument, str)]
        writer = RegionWriter(self, [*arguments, *function.constants])
        outputs = function.function.results
        names = [self.fresh_name("r") for _ in outputs]
        end = RegionEnd({**dict(zip(names, outputs, strict=True))})
        results = dict(zip(names, writer.write(outputs, end), strict=True))
        returns = [name for name, result in results.items() if is_word(result)]
        for variable in returns:
            if results[variable] != 0:
                target = ast.Identifier(variable)
                writer.add(ast.Assignment([target], expression(results[variable])))
        body = ast.Block(writer.statements)
        self._definitions[index] = ast.FunctionDefinition(name, parameters, returns, body)
        return [is_word(result) for result in results.values()]
