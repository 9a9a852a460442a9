"""Parses expressions and names; the common base of the parser.

Source: chapter 01, section 3 of the specification, and observation of solc 0.8.37: the depth goes
up with each block, statement, `let` and declared name, function, `for`, case, expression, with the
name or literal an expression, assignment or case label starts with, and with each call.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from yulopt.errors import Source, YulSyntaxError
from yulopt.syntax import lexer
from yulopt.syntax.ast import STRING, Expression, FunctionCall, Identifier, Literal
from yulopt.syntax.lexer import (
    COLON,
    COMMA,
    END,
    LAST_OF_EXPRESSIONS,
    LPAR,
    NAME,
    RPAR,
    Lexeme,
    Lexer,
)

DEEPEST: Final = 1200

# Sets of expected tokens, in terms of the grammar.
LITERAL: Final = "NUMBER TRUE FALSE STRING HEX_STRING"
EXPRESSION: Final = f"NAME {LITERAL}"
_FIRST_ARGUMENT: Final = f"{EXPRESSION} _RPAR"


class ExpressionParser:
    """Reads the expressions of one source.

    Attributes: `notes`, recoverable errors: offsets, each with a message.
    """

    def __init__(self, source: Source, tokens: Lexer) -> None:
        self._source = source
        self._tokens = tokens
        self._depth: i64 = 0
        self.notes: list[tuple[int, str]] = []

    def _expression(self, expected: str) -> Expression:
        """An expression, where `expected` could stand."""
        tokens = self._tokens
        kind = tokens.kind
        if kind > LAST_OF_EXPRESSIONS:
            raise self._unexpected(expected)
        position = tokens.offset
        self._enter(2, position)
        if kind != NAME:
            self._depth -= 2
            return self._literal()
        name = tokens.lexeme
        tokens.advance()
        if tokens.kind == LPAR:
            call = self._call(name, position)
            self._depth -= 2
            return call
        self._depth -= 2
        if name.builtin is not None:
            message = f"the builtin function '{name.text}' must be called"
            raise self._source.syntax_error(position, message)
        return Identifier(name.text, position)

    def _call(self, callee: Lexeme, position: int) -> FunctionCall:
        """A call, from its opening parenthesis on."""
        tokens = self._tokens
        tokens.advance()
        arguments: list[Expression] = []
        if tokens.kind != RPAR:
            argument = self._expression(_FIRST_ARGUMENT)
            arguments.append(argument)
            while tokens.kind == COMMA:
                tokens.advance()
                argument = self._expression(EXPRESSION)
                arguments.append(argument)
            if tokens.kind != RPAR:
                raise self._unexpected("_COMMA _RPAR" + continuation(argument))
        tokens.advance()
        builtin = callee.builtin
        if builtin is not None and builtin.literal_arguments:
            for index in builtin.literal_arguments:
                literal = arguments[index] if index < len(arguments) else None
                if isinstance(literal, Literal) and literal.kind is STRING:
                    literal.unlimited = True
                    literal.value = 0
        return FunctionCall(callee.text, arguments, builtin, position)

    def _literal(self) -> Literal:
        tokens = self._tokens
        model = tokens.lexeme.literal
        assert model is not None
        literal = Literal(model.kind, model.value, model.text, False, tokens.offset)
        tokens.advance()
        if tokens.kind == COLON:
            self._type()
            self._note(literal.position, "types are not supported")
        return literal

    def _add_names(self, names: list[str]) -> tuple[int, ...]:
        """One or more names that are declared, appended to a list; returns their positions."""
        tokens = self._tokens
        if tokens.kind == NAME:
            self._pass()
        positions = [tokens.offset]
        names.append(self._name("NAME"))
        while tokens.kind == COMMA:
            tokens.advance()
            positions.append(tokens.offset)
            names.append(self._name("NAME"))
        return tuple(positions)

    def _name(self, expected: str) -> str:
        """A name that is declared, where `expected` could stand."""
        tokens = self._tokens
        if tokens.kind != NAME:
            raise self._unexpected(expected)
        name = tokens.lexeme
        position = tokens.offset
        tokens.advance()
        if name.builtin is not None or tokens.kind == COLON:
            self._note_name(name, position)
        return name.text

    def _note_name(self, name: Lexeme, position: int) -> None:
        """Record errors in a declared name, just after it was read."""
        typed = self._tokens.kind == COLON
        if typed:
            self._type()
        if name.builtin is not None:
            self._note(
                position,
                f"cannot use the name of the builtin function '{name.text}' for something else",
            )
        if typed:
            self._note(position, "types are not supported")

    def _type(self) -> None:
        """A colon and a name."""
        self._tokens.advance()
        if self._tokens.kind != NAME:
            raise self._unexpected("NAME")
        self._tokens.advance()

    def _enter(self, levels: i64, position: int) -> None:
        """Enter a number of nesting levels that begin at a position."""
        self._depth += levels
        if self._depth >= DEEPEST:
            raise self._too_deep(position)

    def _pass(self) -> None:
        """Enter and leave a construct without parts at the token."""
        if self._depth + 1 >= DEEPEST:
            raise self._too_deep(self._tokens.offset)

    def _too_deep(self, offset: int) -> YulSyntaxError:
        return self._source.syntax_error(offset, "maximum recursion depth reached: nested too deep")

    def _note(self, offset: int, message: str) -> None:
        self.notes.append((offset, message))

    def _unexpected(self, expected: str, is_start: bool = False) -> YulSyntaxError:
        """The error for a token other than the expected ones."""
        # Not needed for a valid text.
        from yulopt.syntax import syntax_messages

        tokens = self._tokens
        message = syntax_messages.unexpected_token_message(
            lexer.TERMINALS[tokens.kind], tokens.spelling(), expected.split()
        )
        if tokens.kind == END:
            message += syntax_messages.unclosed_bracket_hint(tokens.open_brackets(), self._source)
        if is_start:
            message += syntax_messages.other_language_hint(self._source.text, tokens.offset)
        return self._source.syntax_error(tokens.offset, message)


def continuation(expression: Expression) -> str:
    """The tokens that may continue an expression."""
    return " _LPAR" if isinstance(expression, Identifier) else ""
