"""The static checks: scopes, arity, literals, where jumps may stand, and paths to data.

Like solc's analysis, `validate` goes over each object twice: first the names are registered in
their scopes, and only when that succeeds their uses are checked (`yulopt.syntax.uses`). The errors
of all objects are raised together; what solc finds while it parses, and then does not analyse,
comes before that and alone.

`check_object_paths` runs after optimisation. `datasize("inner.data")` is a path to data of an inner
object. solc's analysis accepts it, and solc's code generation ends with an internal error where it
is still there after optimisation, since it can only follow a path of several names to an object. So
such a program has no output.

Source: chapter 01, sections 1, 3, 4.1 and 6 of the specification, and observation of solc 0.8.37.
"""

from __future__ import annotations

from yulopt.dialect import Dialect
from yulopt.errors import ErrorList, Source, YulSyntaxError
from yulopt.syntax.ast import (
    Block,
    Break,
    Expression,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Leave,
    Literal,
    Node,
    Statement,
    VariableDeclaration,
)
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.nesting import check_nesting, check_object_nesting
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.printer import quote
from yulopt.syntax.uses import UseCheck
from yulopt.syntax.visitor import Walker


def validate(
    program: Object, source: Source, dialect: Dialect, noted: list[tuple[int, str]]
) -> None:
    """Check an object tree as parsed from `source`.

    `noted` is what the parser found wrong without having to stop: offsets, each with a message.
    Raises `YulError`, the first error with all others, if anything is wrong.
    """
    objects = _outside_in(program)
    _check_placement(objects, source, noted)
    errors = ErrorList()
    for tree, _ in objects:
        known = len(errors)
        _ScopeCheck(source, errors).visit_block(tree.code)
        if len(errors) == known:
            UseCheck(source, dialect, tree, errors).visit_block(tree.code)
    errors.raise_any()


def _check_placement(
    objects: list[tuple[Object, int]], source: Source, noted: list[tuple[int, str]]
) -> None:
    """What solc checks while it parses: it goes on after a misplaced statement or name, and stops
    where the nesting is too deep.
    """
    check = _PlacementCheck()
    too_deep: YulSyntaxError | None = None
    for tree, depth in objects:
        try:
            check_object_nesting(depth, tree.position, source)
            check_nesting(tree.code, source)
        except YulSyntaxError as error:
            too_deep = error
            break
        check.visit_block(tree.code)
    errors = ErrorList()
    for offset, message in sorted(noted + check.found):
        errors.add(source.syntax_error(offset, message))
    if too_deep is not None:
        errors.add(too_deep)
    errors.raise_any()


def _outside_in(program: Object) -> list[tuple[Object, int]]:
    """All objects of the tree with their depths (from 1), each one before its children."""
    objects: list[tuple[Object, int]] = []
    pending = [(program, 1)]
    while pending:
        tree, depth = pending.pop()
        objects.append((tree, depth))
        pending.extend((child, depth + 1) for child in reversed(tree.sub_objects))
    return objects


class _ScopeCheck(Walker):
    """Registers every declared name; none may be taken in an enclosing scope at that moment."""

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
        """Take a name, or note an error; returns whether the name was free."""
        if name in self._taken:
            message = f"the {kind} name '{name}' is already taken in this scope"
            self._errors.add(self._source.validation_error(node.position, message))
            return False
        self._taken.add(name)
        registered.append(name)
        return True


class _PlacementCheck(Walker):
    """Finds jumps and function definitions where they cannot stand.

    `found` has their offsets, each with what is wrong.
    """

    def __init__(self) -> None:
        self.found: list[tuple[int, str]] = []
        self._loop_part = ""
        self._in_function = False

    def visit_expression(self, expression: Expression) -> None:
        """Expressions contain no statements."""

    def visit_for(self, loop: ForLoop) -> None:
        outer = self._loop_part
        self._loop_part = "init"
        self.visit_block(loop.init)
        self._loop_part = "post"
        self.visit_block(loop.post)
        self._loop_part = "body"
        self.visit_block(loop.body)
        self._loop_part = outer

    def visit_function(self, function: FunctionDefinition) -> None:
        if self._loop_part == "init":
            self._note(function, "functions cannot be defined inside the init block of a for loop")
        outer_part, outer_function = self._loop_part, self._in_function
        self._loop_part, self._in_function = "", True
        self.visit_block(function.body)
        self._loop_part, self._in_function = outer_part, outer_function

    def visit_jump(self, jump: Statement) -> None:
        if isinstance(jump, Leave):
            if not self._in_function:
                self._note(jump, "'leave' can only be used inside a function")
        elif self._loop_part != "body":
            keyword = "break" if isinstance(jump, Break) else "continue"
            hint = f", not its {self._loop_part} block" if self._loop_part else ""
            self._note(jump, f"'{keyword}' needs to be inside the body of a for loop{hint}")

    def _note(self, node: Node, message: str) -> None:
        self.found.append((node.position, message))


def check_object_paths(program: Object, source: Source) -> None:
    """Raise `YulValidationError` for the first path in any code of `program` that leads to data of
    an inner object.
    """
    run_with_deep_stack(lambda: _check_object(program, source))


def _check_object(tree: Object, source: Source) -> None:
    _PathCheck(tree, source).visit_block(tree.code)
    for child in tree.sub_objects:
        _check_object(child, source)


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
            # A literal that a step made has no position of its own.
            offset = literal.position if literal.position >= 0 else self._object.position
            raise self._source.validation_error(
                offset,
                f"no code can be generated for {quote(path)}, the data of an inner object (solc"
                " ends with an internal error); put the data into this object, or use"
                f" {quote(owner)}",
            )
