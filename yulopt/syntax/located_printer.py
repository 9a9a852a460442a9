"""Yul text with comments for its locations in the Solidity source, as solc prints it.

A comment precedes each node whose location differs from that of the previously printed node, and
each with the number of a Solidity node: on separate lines before statements and blocks, and inline
before expressions.

solc parses its own output again, and prints or compiles that. Then the comments before a node
determine its location, and of several before one token the last one counts.

Source: chapter 01, section 5.2; chapter 11, section 4.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, final

from yulopt.dialect import Dialect
from yulopt.dialect.answers import BUILTIN_COMMENTS_IN_LINE
from yulopt.errors import Source
from yulopt.syntax.ast import (
    AS_BEFORE,
    Block,
    Expression,
    FunctionCall,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.locations import NOWHERE, Locations
from yulopt.syntax.objects import Object
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import Printer, print_around_code, source_lines

_NOTHING_PRINTED: Final[Mapping[Object, list[str]]] = {}


def read_again(
    program: Object,
    locations: Locations,
    dialect: Dialect,
    printed: Mapping[Object, list[str]] = _NOTHING_PRINTED,
) -> tuple[Object, Locations]:
    """A program after solc has printed and parsed it again.

    `locations`: those of the original text; the result has those of the new text. The name of the
    program in errors is not kept. `printed`: lines of code that replace those of some objects.
    """
    read = Locations()
    text = run_with_deep_stack(lambda: _print(program, locations, dialect, printed))
    again = parse_source(Source(text), dialect, read)
    for item, former in zip(again.all_objects(), program.all_objects(), strict=True):
        item.guarded = former.guarded
    return again, read


def print_with_locations(program: Object, locations: Locations, dialect: Dialect) -> str:
    """The text of an object tree, as that of `print_yul`, with comments.

    `locations`: those of the text that the program was read from; its quotations of the Solidity
    source are repeated.
    """
    return run_with_deep_stack(lambda: _print(program, locations, dialect, _NOTHING_PRINTED))


def print_block_with_locations(program: Object, locations: Locations, dialect: Dialect) -> str:
    """The same for the code of an object alone, which can be read again."""

    def run() -> list[str]:
        return [*source_lines(program), *LocatedPrinter(locations, dialect).block(program.code)]

    return "\n".join(run_with_deep_stack(run)) + "\n"


def _print(
    program: Object,
    locations: Locations,
    dialect: Dialect,
    printed: Mapping[Object, list[str]],
) -> str:
    def code_lines(tree: Object) -> list[str]:
        lines = printed.get(tree)
        return LocatedPrinter(locations, dialect).block(tree.code) if lines is None else lines

    return "\n".join(print_around_code(program, code_lines)) + "\n"


@final
class LocatedPrinter(Printer):
    """Prints the code of one object."""

    def __init__(self, locations: Locations, dialect: Dialect) -> None:
        self._locations = locations
        self._is_in_line = BUILTIN_COMMENTS_IN_LINE.holds_in(dialect.release.version)
        self._last = NOWHERE

    def expression(self, expression: Expression) -> str:
        comment = self._comment(expression.position)
        before = f"/** {comment} */ " if comment else ""
        if isinstance(expression, FunctionCall):
            before += self._callee(expression)
        return before + super().expression(expression)

    def declared_names(self, declaration: VariableDeclaration) -> str:
        names: list[str] = []
        for name in declaration.names:
            comment = self._comment(declaration.names_position)
            names.append(f"/// {comment}\n{name}" if comment else name)
        return ", ".join(names)

    def block(self, block: Block) -> list[str]:
        comment = self._comment(block.position)
        lines = super().block(block)
        return [f"/// {comment}", *lines] if comment else lines

    def statement(self, statement: Statement) -> list[str]:
        if isinstance(statement, Block):
            return self.block(statement)
        comment = self._comment(statement.position)
        lines = super().statement(statement)
        # The comment before the name of a builtin may end its line, also within an expression.
        lines = [part for line in lines for part in line.split("\n")]
        return [f"/// {comment}", *lines] if comment else lines

    def _callee(self, call: FunctionCall) -> str:
        """The comment before the name in a call, as the same number is that of the name."""
        comment = self._comment(call.position)
        if not comment:
            return ""
        is_in_line = call.builtin is None or self._is_in_line
        return f"/** {comment} */ " if is_in_line else f"/// {comment}\n"

    def _comment(self, position: int) -> str:
        """The comment before a node from an offset in the source."""
        if position == AS_BEFORE:
            return ""
        parts: list[str] = []
        number = self._locations.ast_ids.get(position)
        if number is not None:
            parts.append(f"@ast-id {number}")
        location = self._locations.at(position)
        if location != self._last:
            self._last = location
            parts.append(f"@src {location.file}:{location.start}:{location.end}")
            snippet = self._locations.snippets.get(location)
            if snippet is not None:
                parts.append(f" {snippet}")
        return " ".join(parts)
