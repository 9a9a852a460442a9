"""The static checks: scopes, arity, literals, and paths to data.

Like solc's analysis, `validate` goes over each object twice: first the names are registered in
their scopes, and only when that succeeds their uses are checked (`yulopt.syntax.uses`). The errors
of all objects are raised together.

`check_object_paths` runs after optimisation. `datasize("inner.data")` is a path to data of an inner
object. solc's analysis accepts it, and solc's code generation ends with an internal error if it
survives optimisation, since it can only follow a path of several names to an object. So such a
program has no output.

Source: chapter 01, sections 1, 3, 4.1 and 6 of the specification, and observation of solc 0.8.37.
"""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.errors import ErrorList, Source
from yulopt.syntax.ast import (
    Block,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Literal,
    Node,
    VariableDeclaration,
)
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.printer import quote
from yulopt.syntax.uses import UseCheck
from yulopt.syntax.visitor import Walker


def validate(program: Object, source: Source, dialect: Dialect) -> None:
    """Check an object tree as read from `source`.

    Raises `YulError`, the first error with all others, if anything is wrong.
    """
    errors = ErrorList()
    for tree in program.all_objects():
        known = len(errors)
        _ScopeCheck(source, errors).visit_block(tree.code)
        if len(errors) == known:
            UseCheck(source, dialect, tree, errors).visit_block(tree.code)
    errors.raise_any()


class _ScopeCheck(Walker):
    """Registers every declared name; none may be in use in an enclosing scope at that moment."""

    def __init__(self, source: Source, errors: ErrorList) -> None:
        self._source = source
        self._errors = errors
        self._taken: set[str] = set()

    def visit_block(self, block: Block) -> None:
        self._visit_in_scope(block, [])

    def visit_for(self, loop: ForLoop) -> None:
        registered = self._open(loop.init)
        for part in (loop.body, loop.post):
            self.visit_block(part)
        self._taken.difference_update(registered)

    def visit_function(self, function: FunctionDefinition) -> None:
        registered: list[str] = []
        for name in (*function.parameters, *function.returns):
            self._register(name, function, "variable", registered)
        self._visit_in_scope(function.body, registered)

    def visit_expression(self, expression: Expression) -> None:
        """Expressions declare nothing."""

    def _visit_in_scope(self, block: Block, registered: list[str]) -> None:
        registered.extend(self._open(block))
        self._taken.difference_update(registered)

    def _open(self, block: Block) -> list[str]:
        """Visit the statements; returns the names to remove when the scope closes."""
        registered: list[str] = []
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                self._register(statement.name, statement, "function", registered)
        for statement in block.statements:
            if isinstance(statement, VariableDeclaration):
                for name in statement.names:
                    if not self._register(name, statement, "variable", registered):
                        break  # as solc does, so the others are free
            else:
                self.visit_statement(statement)
        return registered

    def _register(self, name: str, node: Node, kind: str, registered: list[str]) -> bool:
        """Register a name, or record an error; returns whether the name was free."""
        if name in self._taken:
            message = f"the {kind} name '{name}' is already taken in this scope"
            self._errors.add(self._source.validation_error(node.position, message))
            return False
        self._taken.add(name)
        registered.append(name)
        return True


def check_object_paths(program: Object, source: Source) -> None:
    """Raise `YulValidationError` for the first path in any code of `program` that leads to data of
    an inner object.
    """
    run_with_deep_stack(lambda: _check_paths(program, source))


def _check_paths(program: Object, source: Source) -> None:
    for item in program.all_objects():
        _PathCheck(item, source).visit_block(item.code)


class _PathCheck(Walker):
    def __init__(self, tree: Object, source: Source) -> None:
        self._object = tree
        self._source = source

    def visit_call(self, call: FunctionCall) -> None:
        if call.builtin is not None and call.builtin.takes_object_path:
            path = call.arguments[0]
            assert isinstance(path, Literal)
            self._check(path)
        super().visit_call(call)

    def _check(self, literal: Literal) -> None:
        path = literal.text or ""
        owner, dot, _ = path.rpartition(".")
        if dot and isinstance(self._object.find(path), Data):
            # A literal created by a step has no position.
            offset = literal.position if literal.position >= 0 else self._object.position
            raise self._source.validation_error(
                offset,
                f"no code can be generated for {quote(path)}, the data of an inner object (solc"
                " ends with an internal error); put the data into this object, or use"
                f" {quote(owner)}",
            )
