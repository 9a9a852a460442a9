"""The static checks: scopes, arity, literals, and where jumps may stand.

Like solc's analysis this goes over each object twice: first the names are registered in their
scopes, and only when that succeeds their uses are checked. The first error is raised.

Source: chapter 01, sections 3 and 6 of the specification.
"""

from __future__ import annotations

from yulopt.ast import (
    NUMBER,
    STRING,
    Assignment,
    Block,
    Break,
    Case,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Literal,
    Node,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.dialect import Builtin, Dialect, LiteralArgument, introduced_in
from yulopt.errors import Source, YulError
from yulopt.literals import WORD_BYTES, WORD_LIMIT
from yulopt.nesting import check_nesting, check_object_nesting
from yulopt.objects import Object
from yulopt.printer import quote
from yulopt.visitor import Walker


def validate(program: Object, source: Source, dialect: Dialect) -> None:
    """Check an object tree as parsed from `source`; raises `YulError` for the first violation."""
    objects = _outside_in(program)
    for tree, depth in objects:
        check_object_nesting(depth, tree.position, source)
        check_nesting(tree.code, source)
        _PlacementCheck(source).visit_block(tree.code)
    for tree, _ in objects:
        _ScopeCheck(source).visit_block(tree.code)
        _UseCheck(source, dialect, tree).visit_block(tree.code)


def _outside_in(program: Object) -> list[tuple[Object, int]]:
    """All objects of the tree with their depths (from 1), each one before its children."""
    objects: list[tuple[Object, int]] = []
    pending = [(program, 1)]
    while pending:
        tree, depth = pending.pop()
        objects.append((tree, depth))
        pending.extend((child, depth + 1) for child in reversed(tree.sub_objects))
    return objects


class _PlacementCheck(Walker):
    """Refuses jumps and function definitions where they cannot stand."""

    def __init__(self, source: Source) -> None:
        self._source = source
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
            raise self._error(
                function, "functions cannot be defined inside the init block of a for loop"
            )
        outer_part, outer_function = self._loop_part, self._in_function
        self._loop_part, self._in_function = "", True
        self.visit_block(function.body)
        self._loop_part, self._in_function = outer_part, outer_function

    def visit_jump(self, jump: Statement) -> None:
        if isinstance(jump, Leave):
            if not self._in_function:
                raise self._error(jump, "'leave' can only be used inside a function")
        elif self._loop_part != "body":
            keyword = "break" if isinstance(jump, Break) else "continue"
            place = f", not its {self._loop_part} block" if self._loop_part else ""
            raise self._error(jump, f"'{keyword}' needs to be inside the body of a for loop{place}")

    def _error(self, node: Node, message: str) -> YulError:
        return self._source.syntax_error(node.position, message)


class _ScopeCheck(Walker):
    """Registers every declared name; none may be taken in an enclosing scope at that moment."""

    def __init__(self, source: Source) -> None:
        self._source = source
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
                    self._register(name, statement, "variable", registered)
            else:
                self.visit_statement(statement)
        return registered

    def _register(self, name: str, node: Node, kind: str, registered: list[str]) -> None:
        if name in self._taken:
            raise self._source.validation_error(
                node.position, f"the {kind} name '{name}' is already taken in this scope"
            )
        self._taken.add(name)
        registered.append(name)


class _Symbol:
    """What a name stands for where it is visible."""

    def __init__(self, function: FunctionDefinition | None, depth: int, declared: bool) -> None:
        self.function = function  # None for a variable
        self.function_depth = depth
        self.declared = declared


class _UseCheck:
    """Checks that every use of a name, every call and every literal is right."""

    def __init__(self, source: Source, dialect: Dialect, tree: Object) -> None:
        self._source = source
        self._dialect = dialect
        self._object = tree
        self._visible: dict[str, list[_Symbol]] = {}
        self._function_depth = 0

    def visit_block(self, block: Block) -> None:
        opened = self._open(block)
        self._visit_statements(block)
        self._close(opened)

    def _open(self, block: Block) -> list[str]:
        """Make the names declared directly in `block` visible; variables are not usable yet."""
        opened: list[str] = []
        for statement in block.statements:
            if isinstance(statement, FunctionDefinition):
                self._add(statement.name, _Symbol(statement, self._function_depth, True))
                opened.append(statement.name)
            elif isinstance(statement, VariableDeclaration):
                for name in statement.names:
                    self._add(name, _Symbol(None, self._function_depth, False))
                    opened.append(name)
        return opened

    def _add(self, name: str, symbol: _Symbol) -> None:
        self._visible.setdefault(name, []).append(symbol)

    def _close(self, names: list[str]) -> None:
        for name in names:
            self._visible[name].pop()

    def _visit_statements(self, block: Block) -> None:
        for statement in block.statements:
            self._visit_statement(statement)

    def _visit_statement(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            count = self._visit_expression(statement.expression)
            if count:
                values = "1 value" if count == 1 else f"{count} values"
                raise self._error(
                    statement,
                    f"a statement must not return values, but this one returns {values};"
                    " use 'pop' or assign them",
                )
        elif isinstance(statement, VariableDeclaration):
            self._visit_declaration(statement)
        elif isinstance(statement, Assignment):
            self._visit_assignment(statement)
        elif isinstance(statement, Block):
            self.visit_block(statement)
        elif isinstance(statement, If):
            self._expect_one_value(statement.condition)
            self.visit_block(statement.body)
        elif isinstance(statement, ForLoop):
            opened = self._open(statement.init)
            self._visit_statements(statement.init)
            self._expect_one_value(statement.condition)
            self.visit_block(statement.body)
            self.visit_block(statement.post)
            self._close(opened)
        elif isinstance(statement, Switch):
            self._visit_switch(statement)
        elif isinstance(statement, FunctionDefinition):
            self._visit_function(statement)

    def _visit_declaration(self, declaration: VariableDeclaration) -> None:
        for index, name in enumerate(declaration.names, start=1):
            self._check_name(name, declaration, index)
        if declaration.value is not None:
            count = self._visit_expression(declaration.value)
            if count != len(declaration.names):
                raise self._error(
                    declaration,
                    f'variable count mismatch for declaration of "{", ".join(declaration.names)}":'
                    f" {len(declaration.names)} variables and {count} values",
                )
        for name in declaration.names:
            self._visible[name][-1].declared = True

    def _visit_assignment(self, assignment: Assignment) -> None:
        names = [target.name for target in assignment.targets]
        for index, name in enumerate(names):
            if name in names[:index]:
                raise self._error(
                    assignment,
                    f"variable '{name}' occurs more than once on the left of the assignment",
                )
        count = self._visit_expression(assignment.value)
        if count != len(names):
            raise self._error(
                assignment,
                f'variable count for assignment to "{", ".join(names)}" does not match number of'
                f" values ({len(names)} vs. {count})",
            )
        for target in assignment.targets:
            self._check_target(target)

    def _check_target(self, target: Identifier) -> None:
        symbol = self._find(target.name)
        if symbol is None:
            raise self._error(target, f"variable '{target.name}' not found; it cannot be assigned")
        if symbol.function is not None:
            raise self._error(target, f"assignment requires a variable; '{target.name}' is none")
        if not symbol.declared:
            raise self._error(target, f"variable '{target.name}' used before it was declared")

    def _visit_switch(self, switch: Switch) -> None:
        self._expect_one_value(switch.expression)
        seen: set[int] = set()
        for case in switch.cases:
            if case.label is not None:
                self._visit_literal(case.label)
                self._check_duplicate(case, case.label.value, seen)
            self.visit_block(case.body)

    def _check_duplicate(self, case: Case, value: int, seen: set[int]) -> None:
        if value in seen:
            raise self._error(case, "duplicate case: this value already has one")
        seen.add(value)

    def _visit_function(self, function: FunctionDefinition) -> None:
        self._check_name(function.name, function, 0)
        self._function_depth += 1
        names = [*function.parameters, *function.returns]
        for index, name in enumerate(names, start=2):
            self._check_name(name, function, index)
        for name in names:
            self._add(name, _Symbol(None, self._function_depth, True))
        self.visit_block(function.body)
        self._close(names)
        self._function_depth -= 1

    def _expect_one_value(self, expression: Expression) -> None:
        count = self._visit_expression(expression)
        if count != 1:
            raise self._error(
                expression,
                f"expected an expression with one value, but this one has {count} values",
            )

    def _visit_expression(self, expression: Expression) -> int:
        """Check an expression; returns how many values it has."""
        if isinstance(expression, FunctionCall):
            return self._visit_call(expression)
        if isinstance(expression, Identifier):
            self._check_variable(expression)
        elif isinstance(expression, Literal):
            self._visit_literal(expression)
        return 1

    def _check_variable(self, identifier: Identifier) -> None:
        symbol = self._find(identifier.name)
        if symbol is None:
            raise self._error(identifier, f"identifier '{identifier.name}' not found")
        if symbol.function is not None:
            raise self._error(identifier, f"function '{identifier.name}' used without being called")
        if not symbol.declared:
            raise self._error(
                identifier, f"variable '{identifier.name}' used before it was declared"
            )

    def _visit_literal(self, literal: Literal) -> None:
        if literal.kind is STRING:
            length = len(literal.text or "")
            if length > WORD_BYTES and not literal.unlimited:
                raise self._error(
                    literal, f"string literal too long ({length} bytes; at most {WORD_BYTES})"
                )
        elif literal.value >= WORD_LIMIT:
            raise self._error(literal, "number literal too large (more than 256 bits)")

    def _visit_call(self, call: FunctionCall) -> int:
        builtin = call.builtin
        if builtin is not None:
            if builtin.name == "pc":
                raise self._error(call, "'pc' cannot be called: Yul has no code positions")
            parameters, returns = builtin.parameters, builtin.returns
        else:
            function = self._callee(call)
            parameters, returns = len(function.parameters), len(function.returns)
        if len(call.arguments) != parameters:
            noun = "argument" if parameters == 1 else "arguments"
            raise self._error(
                call,
                f"function '{call.name}' expects {parameters} {noun} but got {len(call.arguments)}",
            )
        for index in range(len(call.arguments) - 1, -1, -1):
            argument = call.arguments[index]
            if builtin is not None and index in builtin.literal_arguments:
                self._check_literal_argument(builtin, index, argument)
            else:
                self._expect_one_value(argument)
        return returns

    def _callee(self, call: FunctionCall) -> FunctionDefinition:
        symbol = self._find(call.name)
        if symbol is not None and symbol.function is not None:
            return symbol.function
        if symbol is not None:
            raise self._error(call, f"attempt to call the variable '{call.name}'")
        version = introduced_in(call.name)
        if version is not None and version > self._dialect.version:
            raise self._error(
                call,
                f"function '{call.name}' not found: the builtin needs EVM version {version.text}"
                f" or later, and this is {self._dialect.version.text}",
            )
        raise self._error(call, f"function '{call.name}' not found")

    def _check_literal_argument(self, builtin: Builtin, index: int, argument: Expression) -> None:
        if not isinstance(argument, Literal):
            raise self._error(argument, f"'{builtin.name}' expects a literal here")
        wanted = builtin.literal_arguments[index]
        kind = NUMBER if wanted is LiteralArgument.NUMBER else STRING
        if argument.kind is not kind:
            raise self._error(argument, f"'{builtin.name}' expects a {wanted.value} literal here")
        self._visit_literal(argument)
        content = argument.text or ""
        if builtin.name in ("datasize", "dataoffset") and not self._object.knows_path(content):
            raise self._error(argument, f"unknown data object {quote(content)}")
        if builtin.name.startswith("verbatim") and not content:
            raise self._error(argument, "'verbatim' needs bytecode that is not empty")

    def _check_name(self, name: str, declaration: Node, word: int) -> None:
        """Refuse a name that cannot be declared; it is the `word`-th one of the declaration."""
        if name.endswith("."):
            reason = f"'{name}' is not a valid identifier: it ends with a dot"
        elif ".." in name:
            reason = f"'{name}' is not a valid identifier: it has two dots in a row"
        elif self._dialect.is_reserved(name):
            reason = f"the identifier '{name}' is reserved and cannot be used"
        else:
            return
        offset = self._source.word_offset(declaration.position, word)
        raise self._source.validation_error(offset, reason)

    def _find(self, name: str) -> _Symbol | None:
        """The symbol that `name` means here; variables of outer functions are not visible."""
        symbols = self._visible.get(name)
        if not symbols:
            return None
        symbol = symbols[-1]
        if symbol.function is None and symbol.function_depth != self._function_depth:
            return None
        return symbol

    def _error(self, node: Node, message: str) -> YulError:
        return self._source.validation_error(node.position, message)
