"""Placement of declarations: in the innermost block that contains all uses of the variable.

If the first statement of that block that names a variable assigns it, the assignment becomes the
declaration; otherwise the declaration stands before that statement. The variables of a function's
head are declared already.

The innermost common block is found in one walk: when a block is closed, its mentions pass to the
enclosing block. This is Tarjan's offline algorithm for lowest common ancestors.

Source: Tarjan, "Applications of Path Compression on Balanced Trees" (1979); chapter 08, section 7.4
of the specification.
"""

from __future__ import annotations

from collections.abc import Iterable

from yulopt.syntax.ast import (
    Assignment,
    Block,
    Identifier,
    Statement,
    VariableDeclaration,
    zero_literal,
)
from yulopt.syntax.visitor import Walker


def declare_variables(body: Block, declared: Iterable[str]) -> None:
    """Declare the variables that the body of a function names, apart from those of its head.

    The body must be without declarations and function definitions; it is changed in place.
    """
    known = set(declared)
    homes = _Homes(known)
    homes.visit_block(body)
    placement = _Placement(known, homes)
    placement.visit_block(body)
    for block, statements in placement.declared.items():
        _insert(block, statements)


class _Homes(Walker):
    """Finds the innermost block around all mentions of a variable."""

    def __init__(self, known: set[str]) -> None:
        self._known = known
        self._home: dict[str, Block] = {}
        # The block around a closed one, or one further out.
        self._outer: dict[Block, Block] = {}
        self._open: list[Block] = []

    def home(self, name: str) -> Block:
        """The block where a variable is to be declared."""
        return self._home[name]

    def visit_identifier(self, identifier: Identifier) -> None:
        name = identifier.name
        if name not in self._known:
            home = self._home.get(name)
            self._home[name] = self._open[-1] if home is None else self._innermost_open(home)

    def visit_block(self, block: Block) -> None:
        self._open.append(block)
        super().visit_block(block)
        self._open.pop()
        if self._open:
            self._outer[block] = self._open[-1]

    def _innermost_open(self, block: Block) -> Block:
        """The innermost open block around a block."""
        path: list[Block] = []
        while block in self._outer:
            path.append(block)
            block = self._outer[block]
        for closed in path:
            self._outer[closed] = block
        return block


class _Placement(Walker):
    """Finds the first statement that names a variable, among those of its block.

    `declared` are the variables for each block, by the index of that statement.
    """

    def __init__(self, known: set[str], homes: _Homes) -> None:
        self.declared: dict[Block, dict[int, list[str]]] = {}
        self._seen = set(known)
        self._homes = homes
        self._index: dict[Block, int] = {}

    def visit_block(self, block: Block) -> None:
        for index, statement in enumerate(block.statements):
            self._index[block] = index
            self.visit_statement(statement)

    def visit_identifier(self, identifier: Identifier) -> None:
        name = identifier.name
        if name not in self._seen:
            self._seen.add(name)
            home = self._homes.home(name)
            self.declared.setdefault(home, {}).setdefault(self._index[home], []).append(name)


def _insert(block: Block, declared: dict[int, list[str]]) -> None:
    statements: list[Statement] = []
    for index, statement in enumerate(block.statements):
        names = declared.get(index, [])
        if names and isinstance(statement, Assignment) and not _reads(statement, names):
            targets = [target.name for target in statement.targets]
            if all(target in names for target in targets):
                names = [name for name in names if name not in targets]
                statement = VariableDeclaration(targets, statement.value, statement.position)
        statements.extend(VariableDeclaration([name], zero_literal()) for name in names)
        statements.append(statement)
    block.statements = statements


def _reads(assignment: Assignment, names: list[str]) -> bool:
    """Whether the value of an assignment mentions one of the variables."""
    finder = _Reader(set(names))
    finder.visit_expression(assignment.value)
    return finder.found


class _Reader(Walker):
    def __init__(self, names: set[str]) -> None:
        self.found = False
        self._names = names

    def visit_identifier(self, identifier: Identifier) -> None:
        self.found = self.found or identifier.name in self._names
