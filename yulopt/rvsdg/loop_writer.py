"""Writes a loop as `for {} 1 {} { ... }` that is left at its end.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from yulopt.rvsdg.ir import Argument, Loop, Node
from yulopt.rvsdg.parallel_assignment import assign_all
from yulopt.rvsdg.region_end import RegionEnd
from yulopt.rvsdg.traversal import needed_variables
from yulopt.rvsdg.verifier import GraphError
from yulopt.rvsdg.yul_values import (
    FunctionValue,
    Value,
    WordValue,
    expression,
    is_atom,
    is_word,
    variables_of,
)
from yulopt.syntax import ast

if TYPE_CHECKING:
    from yulopt.rvsdg.region_writer import RegionWriter


class LoopWriter:
    """Writes one loop into a region."""

    def __init__(self, outer: RegionWriter, loop: Loop) -> None:
        self._outer = outer
        self._loop = loop

    def write(self) -> list[Value]:
        """The variables after the loop; those that nothing needs are 0."""
        loop, outer = self._loop, self._outer
        needed = needed_variables(loop, outer.used(loop))
        variables: list[Value] = [0] * loop.width
        assigned: list[int] = []
        for index in needed:
            value = outer.value(loop.inputs[index])
            result = loop.results[index]
            is_same = isinstance(result, Argument) and result.index == index
            if isinstance(value, FunctionValue) and not is_same:
                raise GraphError("a loop changes a function")
            if is_word(value) and not (is_same and is_atom(value)):
                value = outer.variable(expression(value))
                assigned.append(index)
            variables[index] = value
        inside = outer.inner(variables)
        ends: dict[str, Node | Value] = {}
        for index in assigned:
            name = variables[index]
            assert isinstance(name, str)
            ends[name] = loop.results[index]
        results = inside.write(
            [loop.predicate, *(loop.results[index] for index in needed)],
            RegionEnd(ends, loop.predicate),
        )
        values = dict(zip(needed, results[1:], strict=True))
        self._end(inside, results[0], {index: values[index] for index in assigned}, variables)
        true = expression(1)
        outer.add(ast.ForLoop(ast.Block([]), true, ast.Block([]), ast.Block(inside.statements)))
        goes_on = isinstance(results[0], int) and results[0] != 0
        if not inside.breaks and (inside.terminated or goes_on):
            outer.terminated = True
        return variables

    def _end(
        self,
        inside: RegionWriter,
        predicate: Value,
        values: dict[int, Value],
        variables: list[Value],
    ) -> None:
        """What an iteration leaves to the next one, and whether there is one."""
        parallel: dict[str, WordValue] = {}
        for index, value in values.items():
            name = variables[index]
            if not isinstance(name, str) or not isinstance(value, (str, int, ast.Expression)):
                raise GraphError("a variable of a loop is a word before it, and a state in it")
            parallel[name] = value
        changed = {name for name, value in parallel.items() if value != name}
        if variables_of(predicate) & changed:
            predicate = inside.variable(expression(predicate))
        for statement in assign_all(parallel, inside.program.fresh_name):
            inside.add(statement)
        if isinstance(predicate, int):
            if predicate == 0:
                inside.add(ast.Break())
            return
        inside.add(ast.If(negated(inside, predicate), ast.Block([ast.Break()])))


def is_negation(condition: Value) -> bool:
    """Whether a condition is `iszero` of something."""
    return isinstance(condition, ast.FunctionCall) and condition.name == "iszero"


def negated(writer: RegionWriter, condition: Value) -> ast.Expression:
    """A condition that holds if another one does not."""
    if isinstance(condition, ast.FunctionCall) and condition.name == "iszero":
        return condition.arguments[0]
    return writer.call("iszero", expression(condition))
