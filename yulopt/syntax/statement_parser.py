"""Parses statements.

Source: chapter 01, section 3 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.errors import Source
from yulopt.syntax.ast import (
    Assignment,
    Block,
    Break,
    Case,
    Continue,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionDefinition,
    Identifier,
    If,
    Leave,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.expression_parser import EXPRESSION, LITERAL, ExpressionParser, continuation
from yulopt.syntax.lexer import (
    ARROW,
    ASSIGN,
    BREAK,
    CASE,
    COMMA,
    DEFAULT,
    FOR,
    FUNCTION,
    IF,
    LAST_OF_EXPRESSIONS,
    LBRACE,
    LEAVE,
    LET,
    LPAR,
    NAME,
    RBRACE,
    RPAR,
    SWITCH,
    Lexeme,
    Lexer,
)

_STATEMENT: Final = "NAME LBRACE LET IF FOR SWITCH FUNCTION BREAK CONTINUE LEAVE"


class StatementParser(ExpressionParser):
    """Reads the statements of one source, and records misplaced ones."""

    def __init__(self, source: Source, tokens: Lexer) -> None:
        super().__init__(source, tokens)
        # The current part of a loop, and whether it is in a function.
        self._loop_part = ""
        self._in_function = False

    def _body(self, expected: str) -> Block:
        """A block, where `expected` could stand."""
        if self._tokens.kind != LBRACE:
            raise self._unexpected(expected)
        return self._block()

    def _body_after(self, condition: Expression) -> Block:
        """A block after an expression."""
        if self._tokens.kind != LBRACE:
            raise self._unexpected("LBRACE" + continuation(condition))
        return self._block()

    def _block(self) -> Block:
        tokens = self._tokens
        position = tokens.offset
        self._enter(1, position)
        tokens.advance()
        statements: list[Statement] = []
        while True:
            kind = tokens.kind
            if kind == NAME:
                statements.append(self._assignment_or_call())
            elif kind == LET:
                statements.append(self._declaration())
            elif kind == RBRACE:
                break
            elif kind == IF:
                statements.append(self._if())
            elif kind == LBRACE:
                self._enter(1, tokens.offset)
                statements.append(self._block())
                self._depth -= 1
            elif kind == FUNCTION:
                statements.append(self._function())
            elif kind == SWITCH:
                statements.append(self._switch())
            elif kind == FOR:
                statements.append(self._for())
            elif BREAK <= kind <= LEAVE:
                statements.append(self._jump())
            else:
                raise self._unexpected(_after_statement(statements[-1] if statements else None))
        tokens.advance()
        self._depth -= 1
        return Block(statements, position)

    def _assignment_or_call(self) -> Statement:
        tokens = self._tokens
        name = tokens.lexeme
        position = tokens.offset
        self._enter(2, position)
        tokens.advance()
        if tokens.kind == LPAR:
            call = self._call(name, position)
            self._depth -= 2
            return ExpressionStatement(call, position)
        self._depth -= 1
        targets = [Identifier(name.text, position)]
        if tokens.kind != ASSIGN or name.builtin is not None:
            self._add_targets(name, targets)
        tokens.advance()
        value = self._expression(EXPRESSION)
        self._depth -= 1
        return Assignment(targets, value, position)

    def _add_targets(self, first: Lexeme, targets: list[Identifier]) -> None:
        """The rest of the targets, up to the assignment sign."""
        tokens = self._tokens
        builtin = None if first.builtin is None else targets[0]
        expected = "_LPAR _COMMA _ASSIGN"
        while tokens.kind == COMMA:
            expected = "_COMMA _ASSIGN"
            tokens.advance()
            if tokens.kind != NAME:
                raise self._unexpected("NAME")
            target = Identifier(tokens.lexeme.text, tokens.offset)
            if tokens.lexeme.builtin is not None and builtin is None:
                builtin = target
            targets.append(target)
            tokens.advance()
        if tokens.kind != ASSIGN:
            raise self._unexpected(expected)
        if builtin is not None:
            message = f"cannot assign to the builtin function '{builtin.name}'"
            raise self._source.syntax_error(builtin.position, message)

    def _declaration(self) -> VariableDeclaration:
        tokens = self._tokens
        position = tokens.offset
        self._enter(2, position)
        tokens.advance()
        names: list[str] = []
        names_position = tokens.offset
        self._add_names(names)
        value: Expression | None = None
        if tokens.kind == ASSIGN:
            tokens.advance()
            value = self._expression(EXPRESSION)
        self._depth -= 2
        declaration = VariableDeclaration(names, value, position)
        declaration.names_position = names_position
        return declaration

    def _if(self) -> If:
        tokens = self._tokens
        position = tokens.offset
        self._enter(1, position)
        tokens.advance()
        condition = self._expression(EXPRESSION)
        body = self._body_after(condition)
        self._depth -= 1
        return If(condition, body, position)

    def _switch(self) -> Switch:
        tokens = self._tokens
        position = tokens.offset
        self._enter(1, position)
        tokens.advance()
        expression = self._expression(EXPRESSION)
        cases: list[Case] = []
        while tokens.kind == CASE:
            cases.append(self._case())
        if tokens.kind == DEFAULT:
            case_position = tokens.offset
            self._enter(1, case_position)
            tokens.advance()
            cases.append(Case(None, self._body("LBRACE"), case_position))
            self._depth -= 1
        if not cases:
            raise self._unexpected("CASE DEFAULT" + continuation(expression))
        self._depth -= 1
        return Switch(expression, cases, position)

    def _case(self) -> Case:
        tokens = self._tokens
        position = tokens.offset
        self._enter(1, position)
        tokens.advance()
        if tokens.kind == NAME or tokens.kind > LAST_OF_EXPRESSIONS:
            raise self._unexpected(LITERAL)
        self._pass()
        label = self._literal()
        body = self._body("LBRACE")
        self._depth -= 1
        return Case(label, body, position)

    def _for(self) -> ForLoop:
        tokens = self._tokens
        position = tokens.offset
        self._enter(2, position)
        tokens.advance()
        outer = self._loop_part
        self._loop_part = "init"
        init = self._body("LBRACE")
        condition = self._expression(EXPRESSION)
        self._loop_part = "post"
        post = self._body_after(condition)
        self._loop_part = "body"
        body = self._body("LBRACE")
        self._loop_part = outer
        self._depth -= 2
        return ForLoop(init, condition, post, body, position)

    def _function(self) -> FunctionDefinition:
        tokens = self._tokens
        position = tokens.offset
        self._enter(2, position)
        if self._loop_part == "init":
            self._note(position, "functions cannot be defined inside the init block of a for loop")
        tokens.advance()
        name = self._name("NAME")
        if tokens.kind != LPAR:
            raise self._unexpected("_LPAR")
        tokens.advance()
        parameters = self._parameters()
        returns: list[str] = []
        return_positions: tuple[int, ...] = ()
        expected = "_ARROW LBRACE"
        if tokens.kind == ARROW:
            tokens.advance()
            return_positions = self._add_names(returns)
            expected = "_COMMA LBRACE"
        outer_part, outer_function = self._loop_part, self._in_function
        self._loop_part, self._in_function = "", True
        body = self._body(expected)
        self._loop_part, self._in_function = outer_part, outer_function
        self._depth -= 2
        return FunctionDefinition(name, parameters, returns, body, position, return_positions)

    def _parameters(self) -> list[str]:
        """The names up to the closing parenthesis, optionally after a comma."""
        tokens = self._tokens
        names: list[str] = []
        if tokens.kind == NAME:
            self._pass()
        while tokens.kind != RPAR:
            names.append(self._name("NAME _RPAR"))
            if tokens.kind == COMMA:
                tokens.advance()
            elif tokens.kind != RPAR:
                raise self._unexpected("_COMMA _RPAR")
        tokens.advance()
        return names

    def _jump(self) -> Statement:
        tokens = self._tokens
        position = tokens.offset
        kind = tokens.kind
        self._enter(1, position)
        self._depth -= 1
        tokens.advance()
        if kind == LEAVE:
            if not self._in_function:
                self._note(position, "'leave' can only be used inside a function")
            return Leave(position)
        if self._loop_part != "body":
            keyword = "break" if kind == BREAK else "continue"
            hint = f", not its {self._loop_part} block" if self._loop_part else ""
            self._note(position, f"'{keyword}' needs to be inside the body of a for loop{hint}")
        return Break(position) if kind == BREAK else Continue(position)


def _after_statement(statement: Statement | None) -> str:
    """The tokens expected after a statement, or at the start of a block."""
    expected = f"{_STATEMENT} RBRACE"
    if isinstance(statement, VariableDeclaration):
        if statement.value is None:
            return f"{expected} _COMMA _ASSIGN"
        return expected + continuation(statement.value)
    if isinstance(statement, Assignment):
        return expected + continuation(statement.value)
    if isinstance(statement, Switch) and statement.cases[-1].label is not None:
        return f"{expected} CASE DEFAULT"
    return expected
