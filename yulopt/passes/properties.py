"""Forms of programs that steps rely on.

Source: chapter 02, sections 1.5 and 4 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.analysis.declarations import declared_names
from yulopt.passes.pass_requirements import Property
from yulopt.syntax.ast import Block, ForLoop, FunctionDefinition
from yulopt.syntax.visitor import Walker


class _NonEmptyInit(Walker):
    def __init__(self) -> None:
        self.found = False

    def visit_for(self, loop: ForLoop) -> None:
        self.found = self.found or bool(loop.init.statements)
        super().visit_for(loop)


class _NestedFunctions(Walker):
    def __init__(self) -> None:
        self.found = False

    def visit_function(self, function: FunctionDefinition) -> None:
        self.found = True


def is_grouped(block: Block) -> bool:
    """Whether the top block is one block followed by nothing but function definitions."""
    statements = block.statements
    return (
        bool(statements)
        and isinstance(statements[0], Block)
        and all(isinstance(statement, FunctionDefinition) for statement in statements[1:])
    )


def _only_blocks_and_functions(block: Block) -> bool:
    return all(isinstance(item, (Block, FunctionDefinition)) for item in block.statements)


def _names_are_unique(block: Block) -> bool:
    names = declared_names(block)
    return len(names) == len(set(names))


def _loop_initialisers_are_empty(block: Block) -> bool:
    walker = _NonEmptyInit()
    walker.visit_block(block)
    return not walker.found


def _functions_are_hoisted(block: Block) -> bool:
    walker = _NestedFunctions()
    for statement in block.statements:
        if isinstance(statement, FunctionDefinition):
            walker.visit_block(statement.body)
        else:
            walker.visit_statement(statement)
    return not walker.found


UNIQUE_NAMES: Final = "unique names"
HOISTED_FUNCTIONS: Final = "functions at the top level"
BLOCKS_AND_FUNCTIONS: Final = "only blocks and functions at the top level"
GROUPED_FUNCTIONS: Final = "one block followed by functions at the top level"
EMPTY_LOOP_INITIALISERS: Final = "empty loop initialisers"

PROPERTIES: Final[dict[str, Property[Block]]] = {
    item.name: item
    for item in (
        Property(UNIQUE_NAMES, _names_are_unique, "Disambiguator"),
        Property(HOISTED_FUNCTIONS, _functions_are_hoisted, "FunctionHoister (h)"),
        Property(BLOCKS_AND_FUNCTIONS, _only_blocks_and_functions, "FunctionGrouper (g)"),
        Property(GROUPED_FUNCTIONS, is_grouped, "FunctionGrouper (g)"),
        Property(EMPTY_LOOP_INITIALISERS, _loop_initialisers_are_empty, "ForLoopInitRewriter (o)"),
    )
}
