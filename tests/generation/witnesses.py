"""Makes more results of generated programs observable."""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.errors import Source
from yulopt.syntax.ast import (
    NUMBER,
    Block,
    Expression,
    ExpressionStatement,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Literal,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

# How much of the memory is logged at the end, and the slot of the first variable.
_MEMORY = 0x200
_FIRST_SLOT = 0xFFFF00


class _Witness:
    """Adds statements to the end of code and of functions."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect

    def extend(self, code: Block) -> None:
        """Store the variables of the outermost block, and log memory, at the end of code."""
        names = [
            name
            for statement in code.statements
            if isinstance(statement, VariableDeclaration)
            for name in statement.names
        ]
        for number, name in enumerate(names):
            slot = _FIRST_SLOT + number
            code.statements.append(self._call("sstore", self._number(slot), Identifier(name)))
        code.statements.append(self._call("log0", self._number(0), self._number(_MEMORY)))

    def extend_function(self, function: FunctionDefinition) -> None:
        """Log the results of a function, which its callers may not use, at its end."""
        for result in function.returns:
            log = self._call("log1", self._number(0), self._number(0), Identifier(result))
            function.body.statements.append(log)

    def _call(self, name: str, *arguments: Expression) -> Statement:
        return ExpressionStatement(FunctionCall(name, list(arguments), self._dialect.builtin(name)))

    def _number(self, value: int) -> Literal:
        return Literal(NUMBER, value, str(value))


def add_witnesses(program: Object, dialect: Dialect) -> None:
    """Change all objects of a program, in place."""
    witness = _Witness(dialect)
    pending = [program]
    for tree in pending:
        for statement in tree.code.statements:
            if isinstance(statement, FunctionDefinition):
                witness.extend_function(statement)
        witness.extend(tree.code)
        pending.extend(tree.sub_objects)


def with_witnesses(text: str, dialect: Dialect) -> str:
    """The text of a program with more observable results."""
    program = parse_source(Source(text), dialect)
    add_witnesses(program, dialect)
    return print_yul(program)
