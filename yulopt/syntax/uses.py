"""Checks every use of a name, every call and every literal.

Source: chapter 01, sections 6.2 and 6.3 of the specification.
"""

from __future__ import annotations

from yulopt.dialect import Builtin, Dialect, LiteralArgument, introduced_in
from yulopt.errors import ErrorList, Source, did_you_mean
from yulopt.syntax.ast import (
    NUMBER,
    STRING,
    Assignment,
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Identifier,
    If,
    Literal,
    Node,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.literals import WORD_BYTES, WORD_LIMIT
from yulopt.syntax.objects import Object
from yulopt.syntax.printer import quote


class _Symbol:
    """The meaning of a visible name."""

    def __init__(self, function: FunctionDefinition | None, depth: int, declared: bool) -> None:
        self.function = function  # None for a variable
        self.function_depth = depth
        self.declared = declared


class UseCheck:
    """Checks every use of a name, every call and every literal."""

    def __init__(self, source: Source, dialect: Dialect, tree: Object, errors: ErrorList) -> None:
        self._source = source
        self._dialect = dialect
        self._object = tree
        self._errors = errors
        self._visible: dict[str, list[_Symbol]] = {}
        self._function_depth = 0
        # Names found to be declarable so far.
        self._allowed: set[str] = set()

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
        symbols = self._visible.get(name)
        if symbols is None:
            self._visible[name] = [symbol]
        else:
            symbols.append(symbol)

    def _close(self, names: list[str]) -> None:
        for name in names:
            self._visible[name].pop()

    def _visit_statements(self, block: Block) -> None:
        for statement in block.statements:
            self._visit_statement(statement)

    def _visit_statement(self, statement: Statement) -> None:
        if isinstance(statement, ExpressionStatement):
            self._visit_expression_statement(statement)
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

    def _visit_expression_statement(self, statement: ExpressionStatement) -> None:
        known_errors = len(self._errors)
        count = self._visit_expression(statement.expression)
        if count and len(self._errors) == known_errors:
            values = "1 value" if count == 1 else f"{count} values"
            self._note(
                statement,
                f"a statement must not return values, but this one returns {values};"
                " use 'pop' or assign them",
            )

    def _visit_declaration(self, declaration: VariableDeclaration) -> None:
        for index, name in enumerate(declaration.names, start=1):
            self._check_name(name, declaration, index)
        if declaration.value is not None:
            count = self._visit_expression(declaration.value)
            if count is not None and count != len(declaration.names):
                self._note(
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
                self._note(
                    assignment,
                    f"variable '{name}' occurs more than once on the left of the assignment",
                )
        count = self._visit_expression(assignment.value)
        if count is not None and count != len(names):
            self._note(
                assignment,
                f'variable count for assignment to "{", ".join(names)}" does not match number of'
                f" values ({len(names)} vs. {count})",
            )
        for target in assignment.targets:
            self._check_target(target)

    def _check_target(self, target: Identifier) -> None:
        symbol = self._find(target.name)
        if symbol is None:
            hint = did_you_mean(target.name, self._variables())
            self._note(target, f"variable '{target.name}' not found; it cannot be assigned{hint}")
        elif symbol.function is not None:
            self._note(target, f"assignment requires a variable; '{target.name}' is none")
        elif not symbol.declared:
            self._note(target, f"variable '{target.name}' used before it was declared")

    def _visit_switch(self, switch: Switch) -> None:
        self._expect_one_value(switch.expression)
        seen: set[int] = set()
        for case in switch.cases:
            label = case.label
            if label is not None and self._check_literal(label):
                if label.value in seen:
                    self._note(case, "duplicate case: this value already has one")
                seen.add(label.value)
            self.visit_block(case.body)

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
        if count is not None and count != 1:
            self._note(
                expression,
                f"expected an expression with one value, but this one has {count} values",
            )

    def _visit_expression(self, expression: Expression) -> int | None:
        """Check an expression; returns its number of values, None if unknown."""
        if isinstance(expression, FunctionCall):
            return self._visit_call(expression)
        if isinstance(expression, Identifier):
            self._check_variable(expression)
        elif isinstance(expression, Literal):
            self._check_literal(expression)
        return 1

    def _check_variable(self, identifier: Identifier) -> None:
        name = identifier.name
        symbol = self._find(name)
        if symbol is None:
            hint = did_you_mean(name, self._variables())
            self._note(identifier, f"identifier '{name}' not found{hint}")
        elif symbol.function is not None:
            self._note(identifier, f"function '{name}' used without being called")
        elif not symbol.declared:
            self._note(identifier, f"variable '{name}' used before it was declared")

    def _check_literal(self, literal: Literal) -> bool:
        """Whether the literal has a value of 256 bits, or needs none."""
        if literal.kind is STRING:
            length = len(literal.text or "")
            if length <= WORD_BYTES or literal.unlimited:
                return True
            self._note(literal, f"string literal too long ({length} bytes; at most {WORD_BYTES})")
        elif literal.value < WORD_LIMIT:
            return True
        else:
            self._note(literal, "number literal too large (more than 256 bits)")
        return False

    def _visit_call(self, call: FunctionCall) -> int | None:
        """Check a call; returns its number of values, None if the function is unknown."""
        builtin = call.builtin
        if builtin is not None:
            if builtin.name == "pc":
                self._note(call, "'pc' cannot be called: Yul has no code positions")
            self._check_argument_count(call, builtin.parameters)
            returns: int | None = builtin.returns
        else:
            function = self._callee(call)
            if function is not None:
                self._check_argument_count(call, len(function.parameters))
            returns = None if function is None else len(function.returns)
        for index in range(len(call.arguments) - 1, -1, -1):
            argument = call.arguments[index]
            if builtin is not None and index in builtin.literal_arguments:
                self._check_literal_argument(builtin, index, argument)
            else:
                self._expect_one_value(argument)
        return returns

    def _check_argument_count(self, call: FunctionCall, expected: int) -> None:
        if len(call.arguments) != expected:
            noun = "argument" if expected == 1 else "arguments"
            self._note(
                call,
                f"function '{call.name}' expects {expected} {noun} but got {len(call.arguments)}",
            )

    def _callee(self, call: FunctionCall) -> FunctionDefinition | None:
        symbol = self._find(call.name)
        if symbol is not None:
            if symbol.function is None:
                self._note(call, f"attempt to call the variable '{call.name}'")
            return symbol.function
        version = introduced_in(call.name)
        if version is not None and version > self._dialect.version:
            reason = (
                f": the builtin needs EVM version {version.text} or later, and this is"
                f" {self._dialect.version.text}"
            )
        elif version is not None:
            reason = f": solc {self._dialect.release.version} does not have this builtin"
        else:
            reason = did_you_mean(call.name, [*self._dialect.builtins, *self._functions()])
        self._note(call, f"function '{call.name}' not found{reason}")
        return None

    def _check_literal_argument(self, builtin: Builtin, index: int, argument: Expression) -> None:
        wanted = builtin.literal_arguments[index]
        kind = NUMBER if wanted is LiteralArgument.NUMBER else STRING
        if not isinstance(argument, Literal):
            self._note(argument, f"'{builtin.name}' expects a literal here")
        elif argument.kind is not kind:
            self._note(argument, f"'{builtin.name}' expects a {wanted.value} literal here")
        elif self._check_literal(argument):
            content = argument.text or ""
            if builtin.takes_object_path and not self._object.knows_path(content):
                self._note(argument, f"unknown data object {quote(content)}")
            if builtin.name.startswith("verbatim") and not content:
                self._note(argument, "'verbatim' needs bytecode that is not empty")

    def _check_name(self, name: str, declaration: Node, word: int) -> None:
        """Reject an invalid name; it is the `word`-th one of the declaration."""
        if name in self._allowed:
            return
        if name.endswith("."):
            reason = f"'{name}' is not a valid identifier: it ends with a dot"
        elif ".." in name:
            reason = f"'{name}' is not a valid identifier: it has two dots in a row"
        elif self._dialect.is_reserved(name):
            reason = f"the identifier '{name}' is reserved and cannot be used"
        else:
            self._allowed.add(name)
            return
        offset = self._source.word_offset(declaration.position, word)
        self._errors.add(self._source.validation_error(offset, reason))

    def _find(self, name: str) -> _Symbol | None:
        """The symbol that `name` means here; variables of outer functions are not visible."""
        symbols = self._visible.get(name)
        if not symbols:
            return None
        symbol = symbols[-1]
        if symbol.function is None and symbol.function_depth != self._function_depth:
            return None
        return symbol

    def _variables(self) -> list[str]:
        """The variables that can be used here."""
        return [
            name
            for name in self._visible
            if (symbol := self._find(name)) and symbol.function is None and symbol.declared
        ]

    def _functions(self) -> list[str]:
        """The functions of the program that can be called here."""
        return [name for name in self._visible if (symbol := self._find(name)) and symbol.function]

    def _note(self, node: Node, message: str) -> None:
        self._errors.add(self._source.validation_error(node.position, message))
