"""Sequentialises parallel copies.

A variable may only be overwritten once its old value is no longer needed. Targets that no other
value reads are ready at once; each assignment may free the variables it reads. A copied variable is
free at once, since later reads use the copy. Cycles remain: one variable is saved in a temporary,
which breaks the cycle.

Source: Boissinot, Darte, Rastello, Dupont de Dinechin, Guillon, "Revisiting Out-of-SSA Translation
for Correctness, Code Quality, and Efficiency" (2009), algorithm 1, here also for values that are
computed from several variables; chapter 08, section 7.2 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import TypeVar

from yulopt.syntax.ast import (
    Assignment,
    Expression,
    FunctionCall,
    Identifier,
    Statement,
    VariableDeclaration,
)

_Variable = TypeVar("_Variable")


def sequentialised(
    reads: Mapping[_Variable, Collection[_Variable]],
    copies: Mapping[_Variable, _Variable],
    save: Callable[[_Variable], _Variable],
) -> Iterator[tuple[_Variable, Mapping[_Variable, _Variable]]]:
    """The targets, in an order in which they can be assigned sequentially.

    `reads`: the variables that the value of each target reads; `copies`: the values that are just a
    variable. Each target comes with the variables that by then hold the initial values of others,
    for renaming its reads. `save` must copy a variable to a new one, before the next target is
    assigned, and return it.
    """
    readers = dict.fromkeys(reads, 0)
    for target, variables in reads.items():
        for variable in variables:
            if variable in readers and variable != target:
                readers[variable] += 1
    copy_of: dict[_Variable, _Variable] = {}
    # The same, for variables that no longer hold the value themselves.
    holders: dict[_Variable, _Variable] = {}
    ready = [target for target in reads if readers[target] == 0][::-1]
    waiting = dict.fromkeys(reads)
    while waiting:
        while ready:
            target = ready.pop()
            del waiting[target]
            yield target, holders
            if target in copy_of:
                holders[target] = copy_of[target]
            for variable in reads[target]:
                if variable in waiting:
                    readers[variable] -= 1
                    if variable not in copy_of and (target in copies or readers[variable] == 0):
                        ready.append(variable)
                    if target in copies:
                        copy_of.setdefault(variable, target)
        if waiting:
            # Only cycles are left.
            variable = next(iter(waiting))
            copy_of[variable] = save(variable)
            ready.append(variable)


def assignments(
    values: Mapping[str, Expression], fresh_name: Callable[[str], str]
) -> list[Statement]:
    """Statements that assign the variables in parallel: all values are read before any change."""
    statements: list[Statement] = []

    def save(variable: str) -> str:
        saved = fresh_name(variable)
        statements.append(VariableDeclaration([saved], Identifier(variable)))
        return saved

    reads = {name: variables_read(value) for name, value in values.items()}
    copies = {name: value.name for name, value in values.items() if isinstance(value, Identifier)}
    for name, holders in sequentialised(reads, copies, save):
        value = values[name]
        for identifier in _identifiers(value):
            identifier.name = holders.get(identifier.name, identifier.name)
        statements.append(Assignment([Identifier(name)], value))
    return statements


def variables_read(value: Expression) -> list[str]:
    """The distinct variables that an expression reads."""
    return list(dict.fromkeys([identifier.name for identifier in _identifiers(value)]))


def _identifiers(value: Expression) -> Iterator[Identifier]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Identifier):
            yield item
        elif isinstance(item, FunctionCall):
            waiting.extend(item.arguments)
