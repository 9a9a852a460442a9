"""The StackToMemoryMover: rewrites code so that some variables live in memory.

Reads become `mload`, assignments `mstore`. Parameters are stored when their function starts. Return
variables are left in memory for the caller to read, except a single one: a call with one result may
be inside an expression, so it still returns it on the stack.

A function's memory slots come after those of all functions it calls, so functions that are never
active at the same time share slots.

Source: chapter 07, sections 7.4 and 7.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from yulopt.analysis.call_graph import OUTERMOST, CallGraph
from yulopt.analysis.declarations import function_definitions
from yulopt.passes.step import Context
from yulopt.syntax.ast import (
    NUMBER,
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
    zero_literal,
)
from yulopt.syntax.literals import format_hex
from yulopt.syntax.visitor import Transformer


def move_to_memory(context: Context, block: Block, addresses: Mapping[str, int]) -> None:
    """Move each variable in `addresses` to memory, at that address.

    `block` is the whole code of an object, with unique names.
    """
    returns = {function.name: function.returns for function in function_definitions(block)}
    mover = StackToMemoryMover(context, addresses, returns)
    mover.visit_block(block)
    block.statements += mover.new_functions


class StackToMemoryMover(Transformer):
    """Rewrites code; for other locations of variables, override the access to a word."""

    def __init__(
        self, context: Context, addresses: Mapping[str, int], returns: Mapping[str, list[str]]
    ) -> None:
        self.new_functions: list[Statement] = []
        self._dispenser = context.dispenser
        self._builtins = context.dialect.builtins
        self._addresses = addresses
        self._returns = returns

    # Access to memory

    def _load(self, variable: str, position: int) -> FunctionCall:
        address = self._address(variable, position)
        return FunctionCall("mload", [address], self._builtins["mload"], position)

    def _store(self, variable: str, value: Expression, position: int) -> Statement:
        arguments: list[Expression] = [self._address(variable, position), value]
        call = FunctionCall("mstore", arguments, self._builtins["mstore"], position)
        return ExpressionStatement(call, position)

    def _address(self, variable: str, position: int) -> Expression:
        address = self._addresses[variable]
        return Literal(NUMBER, address, format_hex(address), position=position)

    # Statements

    def visit_identifier(self, identifier: Identifier) -> Expression:
        if identifier.name in self._addresses:
            return self._load(identifier.name, identifier.position)
        return identifier

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        super().visit_declaration(declaration)
        names = declaration.names
        if len(names) == 1:
            if names[0] not in self._addresses:
                return None
            value = declaration.value
            position = declaration.position
            stored = zero_literal(position) if value is None else value
            return [self._store(names[0], stored, position)]
        return self._split(names, declaration.value, declaration, [])

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        super().visit_assignment(assignment)
        names = [target.name for target in assignment.targets]
        if len(names) == 1:
            if names[0] not in self._addresses:
                return None
            return [self._store(names[0], assignment.value, assignment.position)]
        return self._split(names, assignment.value, assignment, assignment.targets)

    def _split(
        self,
        names: list[str],
        value: Expression | None,
        statement: Statement,
        targets: list[Identifier],
    ) -> list[Statement] | None:
        """Several variables at once: take over the values one by one, memory first.

        The `statement` declares the variables if there are no `targets`.
        """
        position = statement.position
        names_position = targets[0].position if targets else position
        if isinstance(statement, VariableDeclaration):
            names_position = statement.names_position
        returned: list[str] | None = None
        if isinstance(value, FunctionCall) and value.builtin is None:
            returned = self._returns[value.name]
        if not any(name in self._addresses for name in [*names, *(returned or [])]):
            return None
        temporaries: list[str] = []
        stores: list[Statement] = []
        copies: list[Statement] = []
        for index, name in enumerate(names):
            source: Expression
            if returned is not None and returned[index] in self._addresses:
                source = self._load(returned[index], position)
            else:
                temporaries.append(self._dispenser.new_name(name))
                source = Identifier(temporaries[-1], position)
            if name in self._addresses:
                stores.append(self._store(name, source, position))
            elif targets:
                target = targets[index]
                copies.append(Assignment([target], source, target.position))
            else:
                copies.append(VariableDeclaration([name], source, names_position))
        first: Statement
        if temporaries or value is None:
            first = VariableDeclaration(temporaries, value, position)
            first.names_position = names_position
        else:
            first = ExpressionStatement(value, value.position)
        return [first, *reversed(stores), *reversed(copies)]

    # Functions

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        super().visit_function(function)
        moved = self._addresses
        position = function.names_position
        parameters = [name for name in function.parameters if name in moved]
        results = [name for name in function.returns if name in moved]
        stores = [self._store(name, Identifier(name, position), position) for name in parameters]
        stores += [self._store(name, zero_literal(position), position) for name in results]
        if len(function.returns) == 1 and function.returns[0] in moved:
            self._wrap(function, stores)
            return None
        function.body.statements[:0] = stores
        function.keep_returns(lambda name: name not in moved)
        return None

    def _wrap(self, function: FunctionDefinition, stores: list[Statement]) -> None:
        """Put the body into a new function, so that it is left before the result is loaded."""
        position = function.position
        new_name = self._dispenser.new_name(function.name)
        kept = [name for name in function.parameters if name not in self._addresses]
        self.new_functions.append(FunctionDefinition(new_name, kept, [], function.body, position))
        renamed = {name: self._dispenser.new_name(name) for name in kept}
        function.parameters = [renamed.get(name, name) for name in function.parameters]
        arguments: list[Expression] = [Identifier(name, position) for name in renamed.values()]
        result = function.returns[0]
        function.body = Block(
            [
                *stores,
                ExpressionStatement(FunctionCall(new_name, arguments, None, position), position),
                Assignment([Identifier(result, position)], self._load(result, position), position),
            ],
            position,
        )


# More parameters and return variables than this cannot be handled on the stack.
_MAX_ON_STACK: Final = 16


def allocate_memory_slots(
    graph: CallGraph, variables: Mapping[str, Sequence[str]]
) -> dict[str, int]:
    """A slot number for each of the `variables`, which are given by function; one may occur twice.

    Mutually recursive functions have separate slots: all of them may be active at once.
    """
    slots: dict[str, int] = {}
    # The first slot that callers may use.
    next_slot: dict[str, int] = {}
    for component in graph.components():
        callees = [callee for name in component for callee in graph.calls[name]]
        first = max((next_slot.get(callee, 0) for callee in callees), default=0)
        for name in component:
            for variable in variables.get(name, ()):
                if variable not in slots:
                    slots[variable] = first
                    first += 1
        next_slot.update(dict.fromkeys(component, first))
    return slots


def allocate_depth_first(
    graph: CallGraph, variables: Mapping[str, Sequence[str]]
) -> dict[str, int]:
    """The same, but functions whose callees are not done yet count as needing no slots.

    So mutually recursive functions may share slots with their callees.
    """
    slots: dict[str, int] = {}
    next_slot: dict[str, int] = {}

    def allocate(function: str) -> int:
        if function not in next_slot:
            next_slot[function] = 0
            callees = graph.calls.get(function, ())
            first = max((allocate(callee) for callee in callees), default=0)
            for variable in variables.get(function, ()):
                if variable not in slots:
                    slots[variable] = first
                    first += 1
            next_slot[function] = first
        return next_slot[function]

    allocate(OUTERMOST)
    return slots


def variables_to_move(unreachable: Sequence[str], function: FunctionDefinition | None) -> list[str]:
    """The variables of a function that need a slot, in this order; one may occur twice.

    For too many parameters and return variables, these are the first ones.
    """
    moved: list[str] = []
    if function is not None:
        signature = function.parameters + function.returns
        moved += signature[: max(0, len(signature) - _MAX_ON_STACK)]
    # An empty name represents too many parameters and return variables.
    moved += [variable for variable in unreachable if variable]
    return moved
