"""Parallel copies: assignments that happen at once, put in an order to be done one by one.

A variable may only be overwritten when nobody needs its old value any more. Targets that no other
value reads are ready at once; each assignment may free what it reads. A variable that has been
copied is free at once, since what is read of it later is read in the copy. What is left over are
cycles: one variable is saved in a temporary, which opens the cycle.

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
    """The targets, in an order in which they can be assigned one by one.

    `reads` has the variables that the value of each target reads, `copies` those values that are
    nothing but a variable. Each target comes with the variables that hold by then what others held
    at the start: its value has to be read there. `save` is to copy a variable to a new one, before
    the next target is assigned, and to give that.
    """
    readers = dict.fromkeys(reads, 0)
    for target, variables in reads.items():
        for variable in variables:
            if variable in readers and variable != target:
                readers[variable] += 1
    copy_of: dict[_Variable, _Variable] = {}
    # The same, for variables that do not hold the value themselves any more.
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
    """Statements that give each variable its value, all of which are read before any changes."""
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
    """The variables that an expression reads, each one once."""
    return list(dict.fromkeys([identifier.name for identifier in _identifiers(value)]))


def _identifiers(value: Expression) -> Iterator[Identifier]:
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, Identifier):
            yield item
        elif isinstance(item, FunctionCall):
            waiting.extend(item.arguments)
