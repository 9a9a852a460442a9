"""Side effects of code.

Source: chapter 03, section 11 of the specification.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from yulopt.analysis.call_graph import CallGraph, call_graph
from yulopt.dialect import READ, WRITE, Dialect, SideEffects
from yulopt.syntax.ast import Block, Expression, ExpressionStatement, FunctionCall, Statement
from yulopt.syntax.visitor import Walker

FunctionEffects = dict[str, SideEffects]


class _SideEffectsCollector(Walker):
    def __init__(self, function_effects: FunctionEffects) -> None:
        self.effects = SideEffects()
        self._function_effects = function_effects

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None:
            self.effects.add(call.builtin.side_effects)
        else:
            effects = self._function_effects.get(call.name)
            self.effects.add(SideEffects.worst() if effects is None else effects)
        for argument in call.arguments:
            self.visit_expression(argument)


_NOTHING_KNOWN: Final[FunctionEffects] = {}


def expression_effects(
    expression: Expression, function_effects: FunctionEffects = _NOTHING_KNOWN
) -> SideEffects:
    """The effects of an expression; functions missing in the map may do anything."""
    collector = _SideEffectsCollector(function_effects)
    collector.visit_expression(expression)
    return collector.effects


def statement_effects(
    *statements: Statement, function_effects: FunctionEffects = _NOTHING_KNOWN
) -> SideEffects:
    """The combined effects of all calls anywhere in the statements."""
    collector = _SideEffectsCollector(function_effects)
    for statement in statements:
        collector.visit_statement(statement)
    return collector.effects


def is_movable(expression: Expression, function_effects: FunctionEffects = _NOTHING_KNOWN) -> bool:
    """Whether every call in the expression is movable."""
    if not isinstance(expression, FunctionCall):
        return True
    if expression.builtin is not None:
        effects: SideEffects | None = expression.builtin.side_effects
    else:
        effects = function_effects.get(expression.name)
    if effects is None or not effects.movable:
        return False
    return all(is_movable(argument, function_effects) for argument in expression.arguments)


def is_removable(
    expression: Expression, function_effects: FunctionEffects, code_contains_msize: bool
) -> bool:
    """Whether an expression may be deleted when its value is not used."""
    if not isinstance(expression, FunctionCall):
        return True
    if expression.builtin is not None:
        effects: SideEffects | None = expression.builtin.side_effects
    else:
        effects = function_effects.get(expression.name)
    if effects is None or not can_be_removed(effects, code_contains_msize):
        return False
    for argument in expression.arguments:
        if not is_removable(argument, function_effects, code_contains_msize):
            return False
    return True


def can_be_removed(effects: SideEffects, code_contains_msize: bool) -> bool:
    """Whether code with these effects may be deleted when its value is not used."""
    return effects.removable if code_contains_msize else effects.removable_if_no_msize


def is_movable_relative_to(
    effects: SideEffects, other: SideEffects, code_contains_msize: bool
) -> bool:
    """Whether code with `effects` can be moved past code with the effects `other`."""
    if not effects.cannot_loop:
        return False
    if effects.movable:
        return True
    if not effects.movable_apart_from_effects:
        return False
    pairs = (
        (effects.other_state, other.other_state),
        (effects.storage, other.storage),
        (effects.memory, other.memory),
        (effects.transient_storage, other.transient_storage),
    )
    for own, others in pairs:
        if own == WRITE or (own == READ and others == WRITE):
            return False
    return not (effects.memory == READ and code_contains_msize)


def propagate_side_effects(graph: CallGraph, dialect: Dialect) -> dict[str, SideEffects]:
    """The effects of calling each function, transitively.

    Functions that may run for ever, by a loop or by recursion, can be neither moved nor removed.
    """
    result: dict[str, SideEffects] = {}
    for component in graph.components():
        effects = SideEffects()
        members = set(component)
        may_loop = len(component) > 1
        for function in component:
            may_loop = may_loop or function in graph.with_loops
            for callee in graph.calls[function]:
                if callee in members:
                    may_loop = True
                elif callee in result:
                    effects.add(result[callee])
                else:
                    builtin = dialect.builtin(callee)
                    effects.add(SideEffects.worst() if builtin is None else builtin.side_effects)
        if may_loop:
            effects.movable = False
            effects.removable = False
            effects.removable_if_no_msize = False
            effects.cannot_loop = False
        for function in component:
            result[function] = effects
    return result


def contains_msize(block: Block) -> bool:
    """Whether the code can ask for `msize`, directly or through `verbatim`."""
    return call_graph(block).contains_msize


def builtin_call(statement: Statement, names: Container[str]) -> FunctionCall | None:
    """The call of one of these builtins, if a statement consists of it."""
    if isinstance(statement, ExpressionStatement):
        call = statement.expression
        if isinstance(call, FunctionCall) and call.name in names:
            return call
    return None


class _CallFinder(Walker):
    def __init__(self, name: str) -> None:
        self.calls: list[FunctionCall] = []
        self._name = name

    def visit_call(self, call: FunctionCall) -> None:
        super().visit_call(call)
        if call.name == self._name:
            self.calls.append(call)


def find_calls(block: Block, name: str) -> list[FunctionCall]:
    """All calls of the function or builtin `name`, arguments before the call they belong to."""
    finder = _CallFinder(name)
    finder.visit_block(block)
    return finder.calls
