"""Tokens to tree: a recursive-descent parser with one token of lookahead, as solc's is.

Each method reads one construct of `grammar.lark`, from its first token on, and leaves the lexer at
the token behind it. There is a second kind of errors than those that end the reading: what is wrong
with a name, and statements in places where they cannot stand, is only noted, and all of it is
raised in the end. What needs scopes is checked by `yulopt.syntax.validate`.

A program may be nested as deep as solc's parser can follow. It counts how deep it is, and so does
this one (`_enter`); that limits its own recursion, too.

Source: chapter 01, sections 2 to 5 of the specification, and observation of solc 0.8.37: the depth
goes up with each block, statement, `let` and declared name, function, `for`, case, expression, with
the name or literal an expression, assignment or case label starts with, and with each call.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from yulopt.dialect import Dialect
from yulopt.errors import MOST_ERRORS, Source, YulError, YulSyntaxError, joined
from yulopt.syntax import lexer
from yulopt.syntax.annotations import Annotations
from yulopt.syntax.ast import STRING as STRING_LITERAL
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
    Identifier,
    If,
    Leave,
    Literal,
    Statement,
    Switch,
    VariableDeclaration,
)
from yulopt.syntax.lexer import (
    ARROW,
    ASSIGN,
    BREAK,
    CASE,
    COLON,
    COMMA,
    DEFAULT,
    END,
    FOR,
    FUNCTION,
    HEX_STRING,
    IF,
    LAST_OF_EXPRESSIONS,
    LBRACE,
    LEAVE,
    LET,
    LPAR,
    NAME,
    RBRACE,
    RPAR,
    STRING,
    SWITCH,
    Lexeme,
    Lexer,
)
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.printer import quote

_DEEPEST: Final = 1200

# What may stand somewhere, in the words of the grammar.
_LITERAL: Final = "NUMBER TRUE FALSE STRING HEX_STRING"
_EXPRESSION: Final = f"NAME {_LITERAL}"
_STATEMENT: Final = "NAME LBRACE LET IF FOR SWITCH FUNCTION BREAK CONTINUE LEAVE"


def read_program(source: Source, dialect: Dialect) -> Object:
    """The tree of a text whose uses of names are not checked yet.

    Raises `YulError`, the first error with all others.
    """
    annotations = Annotations(source)
    notes: list[tuple[int, str]] = []
    program: Object | None = None
    errors: list[YulError] = []
    try:
        program = _Parser(source, Lexer(source, dialect, annotations), annotations, notes).program()
    except YulError as fatal:
        errors.append(fatal)
    if program is not None and not notes:
        return program
    for offset, message in sorted(notes)[: MOST_ERRORS + 1]:
        errors.append(source.syntax_error(offset, message))
    raise joined(sorted(errors, key=lambda error: (error.line, error.column)))


@final
class _Parser:
    """Reads the tokens of one source.

    `notes` gets what is wrong and does not keep it from going on: offsets, each with a message.
    """

    def __init__(
        self,
        source: Source,
        tokens: Lexer,
        annotations: Annotations,
        notes: list[tuple[int, str]],
    ) -> None:
        self._source = source
        self._tokens = tokens
        self._annotations = annotations
        self._notes = notes
        self._depth: i64 = 0
        # Which part of a loop this is, and whether it is in a function.
        self._loop_part = ""
        self._in_function = False

    # Objects

    def program(self) -> Object:
        """The whole source."""
        tokens = self._tokens
        if tokens.kind == LBRACE:
            names = self._annotations.source_names(tokens.offset)
            block = self._code(names)
            program = Object("object", block, [], names, True, block.position)
        elif self._at_word("object"):
            program = self._object(1, None, set())
        else:
            # Even before something else solc looks at the list of sources first.
            self._annotations.source_names(tokens.offset)
            raise self._unexpected("OBJECT LBRACE", is_start=True)
        if tokens.kind != END:
            raise self._unexpected("$END")
        return program

    def _object(self, depth: int, parent: str | None, taken: set[str]) -> Object:
        """An object that is in `depth - 1` others.

        `parent` is the name of the one around it, and `taken` those of the children before it.
        """
        tokens = self._tokens
        position = tokens.offset
        if depth >= _DEEPEST:
            raise self._too_deep(position)
        source_names = self._annotations.source_names(position)
        tokens.advance()
        name = self._quoted_name("an object", parent, taken)
        if tokens.kind != LBRACE:
            raise self._unexpected("LBRACE")
        tokens.advance()
        if not self._at_word("code"):
            raise self._unexpected("_CODE")
        tokens.advance()
        code = self._code(source_names)
        children: list[Object | Data] = []
        names: set[str] = set()
        while tokens.kind != RBRACE:
            if self._at_word("object"):
                children.append(self._object(depth + 1, name, names))
            elif self._at_word("data"):
                children.append(self._data(name, names))
            else:
                raise self._unexpected("OBJECT _DATA RBRACE")
        tokens.advance()
        return Object(name, code, children, source_names, False, position)

    def _code(self, source_names: dict[int, str] | None) -> Block:
        """The code of an object, with the annotations of its tokens and of the one behind it."""
        self._annotations.begin_code(self._tokens.offset, source_names)
        code = self._body("LBRACE")
        self._annotations.end_code()
        return code

    def _data(self, parent: str, taken: set[str]) -> Data:
        tokens = self._tokens
        tokens.advance()
        name = self._quoted_name("a data item", parent, taken)
        if tokens.kind not in (STRING, HEX_STRING):
            raise self._unexpected("STRING HEX_STRING")
        content = tokens.lexeme.text
        tokens.advance()
        return Data(name, content)

    def _quoted_name(self, owner: str, parent: str | None, taken: set[str]) -> str:
        """The name of an object or data, which is added to the names that are taken."""
        tokens = self._tokens
        if tokens.kind != STRING:
            raise self._unexpected("STRING")
        name = tokens.lexeme.text
        offset = tokens.offset
        if not name:
            self._note(offset, f"the name of {owner} cannot be empty")
        elif name == parent:
            self._note(
                offset, f"the name {quote(name)} is the same as that of the containing object"
            )
        elif name in taken:
            self._note(offset, f"the name {quote(name)} is already taken here")
        taken.add(name)
        tokens.advance()
        return name

    def _at_word(self, word: str) -> bool:
        """Whether the token is a word that is a keyword only here."""
        tokens = self._tokens
        if tokens.kind != NAME:
            return False
        tokens.refuse_dot(word)
        return tokens.lexeme.text == word

    # Statements

    def _body(self, expected: str) -> Block:
        """A block, where `expected` could stand."""
        if self._tokens.kind != LBRACE:
            raise self._unexpected(expected)
        return self._block()

    def _body_after(self, condition: Expression) -> Block:
        """A block behind an expression."""
        if self._tokens.kind != LBRACE:
            raise self._unexpected("LBRACE" + _continuation(condition))
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
        value = self._expression(_EXPRESSION)
        self._depth -= 1
        return Assignment(targets, value, position)

    def _add_targets(self, first: Lexeme, targets: list[Identifier]) -> None:
        """What follows the name of the first target, up to the sign of the assignment."""
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
        self._add_names(names)
        value: Expression | None = None
        if tokens.kind == ASSIGN:
            tokens.advance()
            value = self._expression(_EXPRESSION)
        self._depth -= 2
        return VariableDeclaration(names, value, position)

    def _if(self) -> If:
        tokens = self._tokens
        position = tokens.offset
        self._enter(1, position)
        tokens.advance()
        condition = self._expression(_EXPRESSION)
        body = self._body_after(condition)
        self._depth -= 1
        return If(condition, body, position)

    def _switch(self) -> Switch:
        tokens = self._tokens
        position = tokens.offset
        self._enter(1, position)
        tokens.advance()
        expression = self._expression(_EXPRESSION)
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
            raise self._unexpected("CASE DEFAULT" + _continuation(expression))
        self._depth -= 1
        return Switch(expression, cases, position)

    def _case(self) -> Case:
        tokens = self._tokens
        position = tokens.offset
        self._enter(1, position)
        tokens.advance()
        if tokens.kind == NAME or tokens.kind > LAST_OF_EXPRESSIONS:
            raise self._unexpected(_LITERAL)
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
        condition = self._expression(_EXPRESSION)
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
        expected = "_ARROW LBRACE"
        if tokens.kind == ARROW:
            tokens.advance()
            self._add_names(returns)
            expected = "_COMMA LBRACE"
        outer_part, outer_function = self._loop_part, self._in_function
        self._loop_part, self._in_function = "", True
        body = self._body(expected)
        self._loop_part, self._in_function = outer_part, outer_function
        self._depth -= 2
        return FunctionDefinition(name, parameters, returns, body, position)

    def _parameters(self) -> list[str]:
        """The names up to the closing parenthesis, before which a comma may stand."""
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

    # Expressions and names

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
            argument = self._expression(_EXPRESSION + " _RPAR")
            arguments.append(argument)
            while tokens.kind == COMMA:
                tokens.advance()
                argument = self._expression(_EXPRESSION)
                arguments.append(argument)
            if tokens.kind != RPAR:
                raise self._unexpected("_COMMA _RPAR" + _continuation(argument))
        tokens.advance()
        builtin = callee.builtin
        if builtin is not None and builtin.literal_arguments:
            for index in builtin.literal_arguments:
                literal = arguments[index] if index < len(arguments) else None
                if isinstance(literal, Literal) and literal.kind is STRING_LITERAL:
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

    def _add_names(self, names: list[str]) -> None:
        """One or more names that are declared, appended to a list."""
        if self._tokens.kind == NAME:
            self._pass()
        names.append(self._name("NAME"))
        while self._tokens.kind == COMMA:
            self._tokens.advance()
            names.append(self._name("NAME"))

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
        """Note what is wrong with a name that is declared, behind which the lexer is."""
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

    # Depth

    def _enter(self, levels: i64, position: int) -> None:
        """Go deeper by so many levels, all of which begin at a position."""
        self._depth += levels
        if self._depth >= _DEEPEST:
            raise self._too_deep(position)

    def _pass(self) -> None:
        """Enter and leave something at the token that has nothing inside."""
        if self._depth + 1 >= _DEEPEST:
            raise self._too_deep(self._tokens.offset)

    def _too_deep(self, offset: int) -> YulSyntaxError:
        return self._source.syntax_error(offset, "maximum recursion depth reached: nested too deep")

    # Errors

    def _note(self, offset: int, message: str) -> None:
        self._notes.append((offset, message))

    def _unexpected(self, expected: str, is_start: bool = False) -> YulSyntaxError:
        """The error that the token is none of those that could stand here."""
        # Not needed for a text that is right.
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


def _after_statement(statement: Statement | None) -> str:
    """What may stand behind a statement, or at the start of a block."""
    expected = f"{_STATEMENT} RBRACE"
    if isinstance(statement, VariableDeclaration):
        if statement.value is None:
            return f"{expected} _COMMA _ASSIGN"
        return expected + _continuation(statement.value)
    if isinstance(statement, Assignment):
        return expected + _continuation(statement.value)
    if isinstance(statement, Switch) and statement.cases[-1].label is not None:
        return f"{expected} CASE DEFAULT"
    return expected


def _continuation(expression: Expression) -> str:
    """What may stand behind an expression as a part of it."""
    return " _LPAR" if isinstance(expression, Identifier) else ""
