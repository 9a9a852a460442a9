"""Guesses of the bounds of words that a loop carries, which its execution checks by induction.

A word is guessed not to drop below its bound before the loop; to stay below the limit of addresses
if it is a counter; to have the bounds that the variable had in the other program; or, if the loop
seems to have a single iteration, to be what it is before or after that.
"""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.prover.known import MAX_ADDRESS, UNKNOWN, Bounds
from yulopt.prover.terms import Term
from yulopt.rules.arithmetic import COMPUTABLE, compute
from yulopt.syntax.ast import (
    Assignment,
    Expression,
    ForLoop,
    FunctionCall,
    Identifier,
    Literal,
    VariableDeclaration,
)


def guessed_bounds(
    loop: ForLoop,
    entry: Mapping[str, Term],
    before: Mapping[str, Bounds],
    others: Mapping[str, Bounds],
) -> dict[str, Bounds]:
    """Guesses of the bounds of variables at the start of each iteration; `entry` has their values
    and `before` their bounds before the loop, `others` are bounds of variables in other loops."""
    guesses = {name: Bounds(known.least) for name, known in before.items() if known.least}
    guesses |= {
        name: others[name]
        for name, known in before.items()
        if name in others and others[name].has(known)
    }
    constants = {name: value.value for name, value in entry.items() if value.is_constant}
    return guesses | _of_single_round(loop, constants)


def counted_bounds(
    entry: Mapping[str, Bounds],
    carried: Mapping[str, Term],
    following: Mapping[str, Term],
    known: Mapping[str, Bounds],
) -> dict[str, Bounds]:
    """Guesses that counters do not leave the addresses of memory, which they often index.

    A counter is `carried` by a loop, and `following` is its sum with a constant. `entry` are bounds
    of variables before the loop, `known` those at the start of each iteration so far.
    """
    guesses: dict[str, Bounds] = {}
    for name, after in following.items():
        is_counter = after.op == "sum" and after.args == (carried[name],)
        if is_counter and name in entry and entry[name].most <= MAX_ADDRESS:
            guesses[name] = known.get(name, UNKNOWN).meet(Bounds(0, MAX_ADDRESS))
    return guesses


def confirmed(guesses: Mapping[str, Bounds], following: Mapping[str, Bounds]) -> dict[str, Bounds]:
    """The guesses that hold at the start of the next iteration, by the bounds there; of others,
    their lower bounds if these hold."""
    found: dict[str, Bounds] = {}
    for name, guess in guesses.items():
        actual = following.get(name, guess)
        for weaker in (guess, Bounds(guess.least)):
            if weaker != UNKNOWN and weaker.has(actual):
                found[name] = weaker
                break
    return found


def _of_single_round(loop: ForLoop, entry: Mapping[str, int]) -> dict[str, Bounds]:
    """Bounds of the variables in the condition of a loop that seems to end after one iteration.

    `entry` has the values of variables before the loop, as far as they are constant. Returns
    nothing if the block after each iteration does not decide, from these alone, that the loop ends.
    """
    if not _value(loop.condition, entry):
        return {}
    after: dict[str, int] = dict(entry)
    for statement in loop.post.statements:
        if not isinstance(statement, (Assignment, VariableDeclaration)):
            return {}
        if isinstance(statement, Assignment):
            names = [target.name for target in statement.targets]
        else:
            names = statement.names
        value = None if statement.value is None else _value(statement.value, after)
        for name in names:
            after.pop(name, None)
            if value is not None:
                after[name] = value
    if _value(loop.condition, after) != 0:
        return {}
    return {
        name: Bounds(min(value, after[name]), max(value, after[name]), value | after[name])
        for name, value in entry.items()
        if name in after and after[name] != value
    }


def _value(expression: Expression, known: Mapping[str, int]) -> int | None:
    """The value of an expression, if it is computed from constants."""
    if isinstance(expression, Literal):
        return expression.value
    if isinstance(expression, Identifier):
        return known.get(expression.name)
    assert isinstance(expression, FunctionCall)
    if expression.builtin is None or expression.name not in COMPUTABLE:
        return None
    values = [_value(argument, known) for argument in expression.arguments]
    computed = [value for value in values if value is not None]
    return compute(expression.name, computed) if len(computed) == len(values) else None
