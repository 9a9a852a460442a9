"""Names in Yul for values and variables; and the source, if the module was lowered from Yul.

Names and spellings are taken from the source, which is kept where the raised code is worse.

Source: chapter 08, sections 6.12 and 7.4 of the specification.
"""

from __future__ import annotations

from collections.abc import Callable

from yulopt.analysis.declarations import declared_names, function_definitions
from yulopt.gas.metrics import code_size
from yulopt.ssa.ir.function import NamedValue
from yulopt.ssa.ir.names import stem
from yulopt.syntax import ast
from yulopt.syntax.ast import NUMBER, Block, FunctionDefinition, Literal, Statement
from yulopt.syntax.names import NameDispenser
from yulopt.syntax.visitor import Transformer, Walker
from yulopt.yul_writer.names import legal_name


class YulNames:
    """Gives each value its name. Names are used once in a program, whatever function they are in.

    `dispenser` knows the names in use, of which `own` belong to the function being raised.
    """

    def __init__(self, dispenser: NameDispenser) -> None:
        self._dispenser = dispenser
        self._nameless = 0
        self._names: dict[NamedValue, str] = {}
        self.own: set[str] = set()

    def of(self, value: NamedValue) -> str:
        """The name of a value; the first request decides on it."""
        name = self._names.get(value)
        if name is None:
            name = self.fresh(stem(value))
            self._names[value] = name
        return name

    def fresh(self, hint: str) -> str:
        """A fresh name, similar to the hint."""
        hint = hint.rstrip(".")
        if not hint:
            return self._numbered()
        name = legal_name(hint)
        if name in self.own:
            self.own.discard(name)
            return name
        return self._dispenser.new_name(name)

    def _numbered(self) -> str:
        """The next free one of `_1`, `_2`, ..."""
        while True:
            self._nameless += 1
            name = f"_{self._nameless}"
            if not self._dispenser.is_illegal(name):
                return self._dispenser.new_name(name)

    def set(self, value: NamedValue, name: str) -> None:
        """Give a value the name of another one, or one of the source."""
        self._names[value] = name


class Originals:
    """The code of an object.

    `names` are all names in it, `spellings` a literal for each value: the first one, numbers
    before booleans and strings. With `keep_better`, a function is only replaced by one that is not
    larger; with a `price`, only by one that is cheaper.
    """

    def __init__(
        self,
        code: Block,
        *,
        keep_better: bool = False,
        price: Callable[[Block], int] | None = None,
    ) -> None:
        self._code = code
        self._keep_better = keep_better
        self._price = price
        self._definitions = {one.name: one for one in function_definitions(code)}
        self.names = declared_names(code)
        collector = _Spellings()
        collector.visit_block(code)
        self.spellings = {**collector.others, **collector.numbers}

    def own_names(self, function: str | None) -> set[str]:
        """The names of the variables of a function, or (for None) outside functions."""
        collector = _OwnNames()
        if function is None:
            collector.visit_block(self._code)
        else:
            definition = self._definitions[function]
            collector.names.update(definition.parameters, definition.returns)
            collector.visit_block(definition.body)
        return collector.names

    def better(self, definition: FunctionDefinition) -> FunctionDefinition:
        """A function after raising, or the original if that is better."""
        original = self._definitions[definition.name]
        if not self._is_worse(definition.body.statements, original.body):
            return definition
        return self.definition(definition.name)

    def better_code(self, statements: list[Statement]) -> list[Statement]:
        """The same for code outside functions."""
        return self.main_code() if self._is_worse(statements, self._code) else statements

    def definition(self, name: str) -> FunctionDefinition:
        """The original of a function, without nested function definitions."""
        original = self._definitions[name]
        _FunctionRemover().visit_block(original.body)
        return original

    def main_code(self) -> list[Statement]:
        """The original of the code outside functions."""
        _FunctionRemover().visit_block(self._code)
        only = self._code.statements[0] if len(self._code.statements) == 1 else None
        # It is put into a block anyway.
        return only.statements if isinstance(only, Block) else self._code.statements

    def _is_worse(self, statements: list[Statement], original: Block) -> bool:
        new = Block(statements)
        if self._price is not None:
            return self._price(new) >= self._price(original)
        return self._keep_better and code_size(new) > code_size(original)


class _Spellings(Walker):
    def __init__(self) -> None:
        self.numbers: dict[int, Literal] = {}
        self.others: dict[int, Literal] = {}

    def visit_literal(self, literal: Literal) -> None:
        if not literal.unlimited:
            found = self.numbers if literal.kind is NUMBER else self.others
            found.setdefault(literal.value, literal)


class _OwnNames(Walker):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_declaration(self, declaration: ast.VariableDeclaration) -> None:
        self.names.update(declaration.names)

    def visit_expression(self, expression: ast.Expression) -> None:
        """Expressions declare nothing."""

    def visit_function(self, function: FunctionDefinition) -> None:
        """The variables of another function."""


class _FunctionRemover(Transformer):
    """Removes the definitions of functions."""

    def visit_expression(self, expression: ast.Expression) -> ast.Expression:
        return expression

    def visit_function(self, function: FunctionDefinition) -> list[Statement] | None:
        return []
