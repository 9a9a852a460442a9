"""Source locations of code that is compiled from Yul itself, not from Solidity.

Annotations in the Yul may name sources, but only the file itself counts. Without them, the source
is the text of the program as solc prints it after its optimiser, instead of the file.

Source: chapter 11, section 4.3 of the specification.
"""

from __future__ import annotations

import re
from typing import Final

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Case,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Node,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.locations import NOWHERE, Location, Locations
from yulopt.syntax.objects import Object

# The number of the only source in an answer.
_ANSWERED: Final = 0
_TOKEN: Final = re.compile(
    r"""(?:hex)?"(?:[^"\\\n]|\\.)*"|(?:hex)?'(?:[^'\\\n]|\\.)*'|[A-Za-z0-9_$.]+"""
)
_BLANK: Final = re.compile(r"(?:\s|//[^\n]*|/\*.*?\*/)*", re.DOTALL)


def source_names(program: Object, file: str) -> dict[int, str]:
    """The sources of a program, by number: those that annotations name, and the file itself."""
    names = _annotated_names(program)
    return names if file in names.values() else {**names, max(names, default=-1) + 1: file}


def yul_locations(
    program: Object, text: str, annotated: Locations, file: str
) -> tuple[Locations, Locations]:
    """The locations of the program for listings, and those for source maps.

    `text` is that of the program, `annotated` the locations in its annotations, `file` the name of
    the source. A node that begins at the same offset as its parent has the location of the parent.
    """
    names = source_names(program, file)
    own_number = next(number for number, name in names.items() if name == file)
    spans = Spans(text)
    run_with_deep_stack(lambda: spans.add_object(program))
    own = {start: Location(own_number, start, end) for start, end in spans.ends.items()}
    locations = annotated.with_others(own)
    return locations, locations.renumbered(
        lambda number: _ANSWERED if names.get(number) == file else NOWHERE.file
    )


def _annotated_names(program: Object) -> dict[int, str]:
    names = dict(program.source_names or {})
    for child in program.sub_objects:
        names |= _annotated_names(child)
    return names


class Spans:
    """Finds the ends of nodes, the inner ones first, in objects without annotated sources."""

    def __init__(self, text: str) -> None:
        self._text = text
        # The ends of nodes by their beginnings.
        self.ends: dict[int, int] = {}

    def add_object(self, program: Object) -> None:
        if program.source_names is None:
            self._block(program.code)
        for child in program.sub_objects:
            self.add_object(child)

    def _block(self, block: Block) -> int:
        end = block.position + 1
        for statement in block.statements:
            end = self.statement_end(statement)
        return self._note(block, self._after("}", end))

    def statement_end(self, statement: Statement) -> int:
        """The end of a statement."""
        if isinstance(statement, Block):
            return self._block(statement)
        if isinstance(statement, ExpressionStatement):
            return self._note(statement, self._expression(statement.expression))
        if isinstance(statement, Assignment):
            return self._note(statement, self._expression(statement.value))
        if isinstance(statement, VariableDeclaration):
            return self._note(statement, self._declaration_end(statement))
        if isinstance(statement, If):
            self._expression(statement.condition)
            return self._note(statement, self._block(statement.body))
        if isinstance(statement, ForLoop):
            self._block(statement.init)
            self._expression(statement.condition)
            self._block(statement.post)
            return self._note(statement, self._block(statement.body))
        if isinstance(statement, Switch):
            end = self._expression(statement.expression)
            for case in statement.cases:
                end = self._case(case)
            return self._note(statement, end)
        if isinstance(statement, FunctionDefinition):
            for name, start in zip(statement.returns, statement.return_positions, strict=True):
                self.ends[start] = start + len(name)
            return self._note(statement, self._block(statement.body))
        word = "break" if isinstance(statement, Break) else "leave"
        word = "continue" if isinstance(statement, Continue) else word
        return self._note(statement, statement.position + len(word))

    def _declaration_end(self, declaration: VariableDeclaration) -> int:
        if declaration.value is not None:
            return self._expression(declaration.value)
        return self._after_names(declaration.names, declaration.position + len("let"))

    def _after(self, symbol: str, end: int) -> int:
        """The offset after a symbol, which only blanks and comments precede."""
        start = self._skip(end)
        assert self._text.startswith(symbol, start)
        return start + len(symbol)

    def _after_names(self, names: list[str], end: int) -> int:
        for index, name in enumerate(names):
            end = self._after(name, self._after(",", end) if index else end)
        return end

    def _skip(self, end: int) -> int:
        blank = _BLANK.match(self._text, end)
        return end if blank is None else blank.end()

    def _case(self, case: Case) -> int:
        if case.label is not None:
            self._expression(case.label)
        return self._note(case, self._block(case.body))

    def _expression(self, expression: Expression) -> int:
        if isinstance(expression, FunctionCall):
            end = self._after("(", expression.position + len(expression.name))
            for argument in expression.arguments:
                end = self._expression(argument)
            return self._note(expression, self._after(")", end))
        token = _TOKEN.match(self._text, expression.position)
        assert token is not None
        return self._note(expression, token.end())

    def _note(self, node: Node, end: int) -> int:
        self.ends[node.position] = end
        return end
