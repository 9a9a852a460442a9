"""Mixtures of the code before and after a step, with only some parts of a change applied."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TypeAlias

from yulopt.passes.properties import is_grouped
from yulopt.prover.alignment import Alignment
from yulopt.prover.versions import OUTSIDE, Version, version_of
from yulopt.syntax.ast import (
    Block,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.visitor import Walker

# A part of a change: the name of a function, and the number of the part in its alignment.
Part: TypeAlias = tuple[str, int]


class Mixtures:
    """The mixtures of two versions of the code of an object.

    `names` are the functions to mix, provided that they have the same name, parameters and results
    in both versions; others stay as they were. `parts` are the parts of their changes.
    """

    def __init__(self, before: Version, after: Version, names: Iterable[str]) -> None:
        self._before, self._after = before, after
        self._alignments: dict[str, Alignment] = {}
        for name in names:
            one, other = _body(before, name), _body(after, name)
            if name == OUTSIDE and not (is_grouped(before.whole) and is_grouped(after.whole)):
                continue
            if one is not None and other is not None and _head(before, name) == _head(after, name):
                self._alignments[name] = Alignment(one, other)
        self.parts: list[Part] = [
            (name, number)
            for name, alignment in self._alignments.items()
            for number in range(alignment.count)
        ]

    def version(self, made: Collection[Part]) -> Version | None:
        """The code before the step with some parts of its changes applied; None if it is invalid.

        It has the new functions, even if they are not called.
        """
        old, new = self._before.code, self._after.code
        assert old is not None
        assert new is not None
        outside: list[Statement] = self._before.outside.statements
        functions: dict[str, Statement] = {**new.functions, **old.functions}
        for name in dict.fromkeys(name for name, _ in made):
            mixed = self.of_function(name, made)
            assert mixed is not None
            if name == OUTSIDE:
                outside = [mixed]
            else:
                functions[name] = mixed
        version = version_of(Block([*outside, *functions.values()]), self._before)
        return version if is_valid(version, self._before, self._after) else None

    def of_function(self, name: str, made: Collection[Part]) -> Statement | None:
        """A function, or the block outside functions, with some parts of its change applied; None
        if it is not mixed."""
        alignment = self._alignments.get(name)
        if alignment is None:
            return None
        body = alignment.mixture({number for one, number in made if one == name})
        if name == OUTSIDE:
            (block,) = body.statements
            return block
        assert self._before.code is not None
        function = self._before.code.functions[name]
        return FunctionDefinition(
            name, function.parameters, function.returns, body, function.position
        )


def _body(version: Version, name: str) -> Block | None:
    if name == OUTSIDE:
        return version.outside
    assert version.code is not None
    function = version.code.functions.get(name)
    return None if function is None else function.body


def _head(version: Version, name: str) -> tuple[list[str], list[str]] | None:
    if name == OUTSIDE:
        return None
    assert version.code is not None
    function = version.code.functions[name]
    return function.parameters, function.returns


def is_valid(version: Version, before: Version, after: Version) -> bool:
    """Whether a mixture is valid code: names are unique and used in scope, and calls match the
    signatures of functions."""
    code, old, new = version.code, before.code, after.code
    if code is None or old is None or new is None:
        return False
    names = _Names()
    names.visit_block(code.block)
    fits = all(
        {one.signature(name) for one in (old, new) if name in one.functions}
        == {code.signature(name)}
        for name in names.called
    )
    return fits and not names.misses


class _Names(Walker):
    """Finds the functions that are called, and whether a variable is used outside its scope."""

    def __init__(self) -> None:
        self.called: set[str] = set()
        self.misses = False
        self._visible: set[str] = set()

    def visit_identifier(self, identifier: Identifier) -> None:
        self.misses = self.misses or identifier.name not in self._visible

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is None:
            self.called.add(call.name)
        super().visit_call(call)

    def visit_declaration(self, declaration: VariableDeclaration) -> None:
        super().visit_declaration(declaration)
        self._visible.update(declaration.names)

    def visit_block(self, block: Block) -> None:
        self._statements(block.statements)
        self._visible -= _declared(block)

    def visit_for(self, loop: ForLoop) -> None:
        self._statements(loop.init.statements)
        self.visit_expression(loop.condition)
        self.visit_block(loop.body)
        self.visit_block(loop.post)
        self._visible -= _declared(loop.init)

    def visit_function(self, function: FunctionDefinition) -> None:
        outer, self._visible = self._visible, {*function.parameters, *function.returns}
        self.visit_block(function.body)
        self._visible = outer

    def _statements(self, statements: list[Statement]) -> None:
        for statement in statements:
            self.visit_statement(statement)


def _declared(block: Block) -> set[str]:
    """The variables that a block declares."""
    return {
        name
        for statement in block.statements
        if isinstance(statement, VariableDeclaration)
        for name in statement.names
    }
