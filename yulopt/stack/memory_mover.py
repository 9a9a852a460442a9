"""The StackToMemoryMover: rewrites code so that some variables live in memory.

Reads become `mload`, assignments `mstore`. Parameters are stored when their function starts.
Return variables are left in memory for the caller to read, except a single one: a call that
returns one value may stand inside an expression, so it goes on returning it on the stack.

Source: chapter 07, section 7.5 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping

from yulopt.pipeline.step import Context
from yulopt.stack.function_definitions import function_definitions
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
    """Let each variable in `addresses` live in memory, at that address.

    `block` is the whole code of an object, with unique names.
    """
    returns = {function.name: function.returns for function in function_definitions(block)}
    mover = _StackToMemoryMover(context, addresses, returns)
    mover.visit_block(block)
    block.statements += mover.new_functions


class _StackToMemoryMover(Transformer):
    def __init__(
        self, context: Context, addresses: Mapping[str, int], returns: Mapping[str, list[str]]
    ) -> None:
        self.new_functions: list[Statement] = []
        self._dispenser = context.dispenser
        self._builtins = context.dialect.builtins
        self._addresses = addresses
        self._returns = returns

    # Access to memory

    def _load(self, variable: str) -> FunctionCall:
        return FunctionCall("mload", [self._address(variable)], self._builtins["mload"])

    def _store(self, variable: str, value: Expression) -> Statement:
        arguments: list[Expression] = [self._address(variable), value]
        return ExpressionStatement(FunctionCall("mstore", arguments, self._builtins["mstore"]))

    def _address(self, variable: str) -> Literal:
        address = self._addresses[variable]
        return Literal(NUMBER, address, format_hex(address))

    # Statements

    def visit_identifier(self, identifier: Identifier) -> Expression:
        if identifier.name in self._addresses:
            return self._load(identifier.name)
        return identifier

    def visit_declaration(self, declaration: VariableDeclaration) -> list[Statement] | None:
        super().visit_declaration(declaration)
        names = declaration.names
        if len(names) == 1:
            if names[0] not in self._addresses:
                return None
            value = declaration.value
            return [self._store(names[0], zero_literal() if value is None else value)]
        return self._split(names, declaration.value, is_declaration=True)

    def visit_assignment(self, assignment: Assignment) -> list[Statement] | None:
        super().visit_assignment(assignment)
        names = [target.name for target in assignment.targets]
        if len(names) == 1:
            if names[0] not in self._addresses:
                return None
            return [self._store(names[0], assignment.value)]
        return self._split(names, assignment.value, is_declaration=False)

    def _split(
        self, names: list[str], value: Expression | None, *, is_declaration: bool
    ) -> list[Statement] | None:
        """Several variables at once: take over the values one by one, memory first."""
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
                source = self._load(returned[index])
            else:
                temporaries.append(self._dispenser.new_name(name))
                source = Identifier(temporaries[-1])
            if name in self._addresses:
                stores.append(self._store(name, source))
            elif is_declaration:
                copies.append(VariableDeclaration([name], source))
            else:
                copies.append(Assignment([Identifier(name)], source))
        first: Statement
        if temporaries or value is None:
            first = VariableDeclaration(temporaries, value)
        else:
            first = ExpressionStatement(value)
        return [first, *reversed(stores), *reversed(copies)]

    # Functions

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        super().visit_function(function)
        moved = self._addresses
        stores = [
            self._store(name, Identifier(name)) for name in function.parameters if name in moved
        ]
        stores += [self._store(name, zero_literal()) for name in function.returns if name in moved]
        if len(function.returns) == 1 and function.returns[0] in moved:
            self._wrap(function, stores)
            return None
        function.body.statements[:0] = stores
        function.returns = [name for name in function.returns if name not in moved]
        return None

    def _wrap(self, function: FunctionDefinition, stores: list[Statement]) -> None:
        """Put the body into a new function, so that it is left before the result is loaded."""
        new_name = self._dispenser.new_name(function.name)
        kept = [name for name in function.parameters if name not in self._addresses]
        self.new_functions.append(FunctionDefinition(new_name, kept, [], function.body))
        renamed = {name: self._dispenser.new_name(name) for name in kept}
        function.parameters = [renamed.get(name, name) for name in function.parameters]
        arguments: list[Expression] = [Identifier(name) for name in renamed.values()]
        result = function.returns[0]
        function.body = Block(
            [
                *stores,
                ExpressionStatement(FunctionCall(new_name, arguments)),
                Assignment([Identifier(result)], self._load(result)),
            ]
        )
