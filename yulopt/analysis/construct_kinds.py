"""The kinds of statements and expressions in a piece of code.

A set of kinds is a bit set. Steps declare such sets to show where they have nothing to do (see
`yulopt.passes.parts`).
"""

from __future__ import annotations

from typing import Final

from yulopt.dialect import WRITE
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Leave,
    Statement,
    Switch,
    VariableDeclaration,
)

# Blocks as statements.
NESTED_BLOCKS: Final = 1
LOOPS: Final = 2
# `if` and `switch`.
BRANCHES: Final = 4
LEAVES: Final = 8
# To existing variables.
ASSIGNMENTS: Final = 16
# Statements that consist of a call of a builtin that writes to memory or storage.
STORES: Final = 32
# Calls of `sload`, `mload` and `keccak256`.
LOADS: Final = 64

NOTHING: Final = 0
ANYTHING: Final = 127

NAMES: Final[dict[int, str]] = {
    NESTED_BLOCKS: "nested blocks",
    LOOPS: "loops",
    BRANCHES: "branches",
    LEAVES: "leave",
    ASSIGNMENTS: "assignments",
    STORES: "stores",
    LOADS: "loads",
}
_LOADS: Final = frozenset({"sload", "mload", "keccak256"})


def describe(contents: int) -> str:
    """The names of the kinds in a set."""
    return ", ".join(name for kind, name in NAMES.items() if contents & kind) or "nothing"


def construct_kinds_of(statement: Statement) -> int:
    """The kinds of constructs in a function definition or block."""
    if isinstance(statement, FunctionDefinition):
        return _of_block(statement.body, 0)
    assert isinstance(statement, Block)
    return _of_block(statement, 0)


def _of_block(block: Block, found: int) -> int:
    for statement in block.statements:
        if isinstance(statement, VariableDeclaration):
            if statement.value is not None:
                found = _of_expression(statement.value, found)
        elif isinstance(statement, Assignment):
            found = _of_expression(statement.value, found | ASSIGNMENTS)
        elif isinstance(statement, ExpressionStatement):
            expression = statement.expression
            if isinstance(expression, FunctionCall) and expression.builtin is not None:
                effects = expression.builtin.side_effects
                if effects.memory == WRITE or effects.storage == WRITE:
                    found |= STORES
            found = _of_expression(expression, found)
        elif isinstance(statement, If):
            found = _of_expression(statement.condition, found | BRANCHES)
            found = _of_block(statement.body, found)
        elif isinstance(statement, Switch):
            found = _of_expression(statement.expression, found | BRANCHES)
            for case in statement.cases:
                found = _of_block(case.body, found)
        elif isinstance(statement, ForLoop):
            found = _of_block(statement.init, found | LOOPS)
            found = _of_expression(statement.condition, found)
            found = _of_block(statement.body, found)
            found = _of_block(statement.post, found)
        elif isinstance(statement, Block):
            found = _of_block(statement, found | NESTED_BLOCKS)
        elif isinstance(statement, FunctionDefinition):
            found = _of_block(statement.body, found)
        elif isinstance(statement, Leave):
            found |= LEAVES
    return found


def _of_expression(expression: Expression, found: int) -> int:
    """Searches for loads only, until one is found."""
    if found & LOADS or not isinstance(expression, FunctionCall):
        return found
    if expression.builtin is not None and expression.name in _LOADS:
        return found | LOADS
    for argument in expression.arguments:
        found = _of_expression(argument, found)
    return found
