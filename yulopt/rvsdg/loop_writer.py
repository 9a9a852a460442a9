"""Writes a loop as `for {} 1 {} { ... }` that is left at its end.

Source: chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from yulopt.rvsdg.ir import Argument, Loop, Node
from yulopt.rvsdg.region_state import (
    FunctionValue,
    RegionEnd,
    RegionState,
    Value,
    WordValue,
    expression,
    is_atom,
    is_word,
)
from yulopt.rvsdg.traversal import needed_variables
from yulopt.rvsdg.verifier import GraphError
from yulopt.syntax import ast
from yulopt.yul_writer.branches import negated
from yulopt.yul_writer.parallel_copies import variables_read


def write_loop(outer: RegionState, loop: Loop) -> list[Value]:
    """Write a loop into a region; returns its variables after it, 0 for unneeded ones."""
    needed = needed_variables(loop, outer.used.get(loop, []))
    variables: list[Value] = [0] * loop.width
    # The variables that iterations assign to, by their index.
    assigned: dict[int, str] = {}
    for index in needed:
        value = outer.values[loop.inputs[index]]
        result = loop.results[index]
        is_same = isinstance(result, Argument) and result.index == index
        if isinstance(value, FunctionValue) and not is_same:
            raise GraphError("a loop changes a function")
        if is_word(value) and not (is_same and is_atom(value)):
            value = assigned[index] = outer.variable(expression(value))
        variables[index] = value
    inside = outer.inner(variables)
    ends: dict[str, Node | Value] = {name: loop.results[index] for index, name in assigned.items()}
    predicate, *results = inside.write(
        [loop.predicate, *(loop.results[index] for index in needed)],
        RegionEnd(ends, loop.predicate),
    )
    values = dict(zip(needed, results, strict=True))
    _end_iteration(inside, predicate, {name: values[index] for index, name in assigned.items()})
    true = expression(1)
    outer.add(ast.ForLoop(ast.Block([]), true, ast.Block([]), ast.Block(inside.statements)))
    continues = isinstance(predicate, int) and predicate != 0
    if not inside.breaks and (inside.terminated or continues):
        outer.terminated = True
    return variables


def _end_iteration(inside: RegionState, predicate: Value, values: dict[str, Value]) -> None:
    """The variables for the next iteration, and the predicate."""
    words: dict[str, WordValue] = {}
    for name, value in values.items():
        if not isinstance(value, (str, int, ast.Expression)):
            raise GraphError("a variable of a loop is a word before it, and a state in it")
        words[name] = value
    changed = {name for name, value in words.items() if value != name}
    condition = expression(predicate)
    if not changed.isdisjoint(variables_read(condition)):
        condition = ast.Identifier(inside.variable(condition))
    inside.assign(words)
    if not isinstance(predicate, int):
        dialect = inside.program.language.dialect
        inside.add(ast.If(negated(condition, dialect), ast.Block([ast.Break()])))
    elif predicate == 0:
        inside.add(ast.Break())
