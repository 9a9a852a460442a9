"""The blocks of statements."""

from __future__ import annotations

from yulopt.syntax.ast import Block, ForLoop, FunctionDefinition, If, Statement, Switch


def blocks_in(statement: Statement) -> list[Block]:
    """The blocks directly in a statement, in the order of Yul's own visits: the body last."""
    if isinstance(statement, (If, FunctionDefinition)):
        return [statement.body]
    if isinstance(statement, Switch):
        return [case.body for case in statement.cases]
    if isinstance(statement, ForLoop):
        return [statement.init, statement.post, statement.body]
    return [statement] if isinstance(statement, Block) else []


def functions_in(block: Block) -> list[FunctionDefinition]:
    """The functions defined directly in a block."""
    return [one for one in block.statements if isinstance(one, FunctionDefinition)]
