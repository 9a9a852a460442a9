"""Assigns to several variables at once, in Yul, which does it one by one.

A variable is assigned to when nothing else reads it any more; in a cycle one is saved first.

Source: chapter 08, section 7.2, and chapter 09, section 7.3 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.rvsdg.yul_values import WordValue, expression, rename, variables_of
from yulopt.syntax import ast


def assign_all(
    values: dict[str, WordValue], fresh_name: Callable[[str], str]
) -> list[ast.Statement]:
    """Statements that give each variable its value, all of which are read before any changes."""
    waiting = {name: value for name, value in values.items() if value != name}
    reads = {name: variables_of(value) - {name} for name, value in waiting.items()}
    readers = dict.fromkeys(waiting, 0)
    for names in reads.values():
        for name in names:
            if name in readers:
                readers[name] += 1
    ready = [name for name in waiting if readers[name] == 0]
    order = iter(list(waiting))
    saved: dict[str, str] = {}
    statements: list[ast.Statement] = []
    while waiting:
        if not ready:
            name = next(name for name in order if name in waiting)
            saved[name] = fresh_name(name)
            statements.append(ast.VariableDeclaration([saved[name]], ast.Identifier(name)))
            ready.append(name)
        name = ready.pop()
        value = expression(waiting.pop(name))
        rename(value, saved)
        statements.append(ast.Assignment([ast.Identifier(name)], value))
        for read in reads[name]:
            if read in waiting and read not in saved:
                readers[read] -= 1
                if readers[read] == 0:
                    ready.append(read)
    return statements
