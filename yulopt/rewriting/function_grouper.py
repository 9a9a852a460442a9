"""The grouped form: one block, then nothing but function definitions.

Source: chapter 02, section 4.2 of the specification.
"""

from __future__ import annotations

from yulopt.passes.properties import is_grouped
from yulopt.syntax.ast import Block, FunctionDefinition, Statement


def group_functions(block: Block) -> None:
    """Bring the top block into the grouped form, unless it has it already."""
    if is_grouped(block):
        return
    functions: list[Statement] = []
    others: list[Statement] = []
    for statement in block.statements:
        if isinstance(statement, FunctionDefinition):
            functions.append(statement)
        else:
            others.append(statement)
    block.statements = [Block(others, block.position), *functions]
