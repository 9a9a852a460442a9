"""The grammar as a parser: Lark's LALR(1) parser under `grammar.lark`, which makes the same nodes.

Of a text that is no program, it says where its first wrong token is and what could stand there. It
knows neither the depth of programs nor annotations, and accepts builtins in the place of variables.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import lark

from yulopt.dialect import Dialect
from yulopt.syntax.ast import (
    BOOLEAN,
    NUMBER,
    STRING,
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
from yulopt.syntax.literals import (
    WORD_BYTES,
    decode_string,
    hex_string_content,
    number_value,
    word_of_string,
)
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.syntax_messages import illegal_token_message, unexpected_token_message

GRAMMAR: Final = Path(__file__).with_name("grammar.lark")


@dataclass(frozen=True)
class Refusal:
    """The position of the first invalid token, and the message about it."""

    offset: int
    message: str


def parse(text: str, dialect: Dialect) -> Object | Refusal:
    """The tree of a text, whose names are not checked, or why there is none."""
    builder, parser = _parser()
    builder.dialect = dialect
    try:
        tree: object = parser.parse(text)
    except lark.exceptions.UnexpectedCharacters as error:
        offset = error.pos_in_stream or 0
        return Refusal(offset, illegal_token_message(text, offset))
    except lark.exceptions.UnexpectedToken as error:
        offset = len(text) if error.token.type == "$END" else error.pos_in_stream or 0
        expected = _expected(parser, text, offset)
        message = unexpected_token_message(error.token.type, str(error.token), expected)
        return Refusal(offset, message)
    assert isinstance(tree, Object)
    return tree


def _expected(parser: lark.Lark, text: str, offset: int) -> set[str]:
    """The tokens that could stand at an offset.

    The parser that has met a wrong token there may have left some constructs that could go on.
    """
    before = parser.parse_interactive(text)
    lex: Callable[[object], Iterator[lark.Token]] = before.lexer_thread.lex
    with contextlib.suppress(lark.exceptions.UnexpectedToken):
        for token in lex(before.parser_state):
            if _offset(token) == offset:
                break
            before.feed_token(token)
    accepts: Callable[[], set[str]] = before.accepts
    # A colon can follow each name that is declared and each literal, but is always an error.
    return accepts() - {"_COLON"}


@functools.cache
def _parser() -> tuple[_TreeBuilder, lark.Lark]:
    builder = _TreeBuilder()
    parser = lark.Lark(
        GRAMMAR.read_text("utf-8"), parser="lalr", lexer="contextual", transformer=builder
    )
    return builder, parser


@lark.v_args(inline=True)
class _TreeBuilder(lark.Transformer[lark.Token, Object]):
    """Makes the nodes; one method for each rule of the grammar."""

    dialect: Dialect

    # Objects

    def start(self, program: Object) -> Object:
        return program

    def bare_block(self, block: Block) -> Object:
        return Object("object", block, is_bare_block=True, position=block.position)

    def object(
        self,
        keyword: lark.Token,
        name: lark.Token,
        _brace: lark.Token,
        code: Block,
        *rest: Object | Data | lark.Token,
    ) -> Object:
        children = [child for child in rest if isinstance(child, Object | Data)]
        return Object(decode_string(name), code, children, position=_offset(keyword))

    def code(self, block: Block) -> Block:
        return block

    def data(self, name: lark.Token, content: lark.Token) -> Data:
        return Data(decode_string(name), _content(content))

    # Statements

    def block(self, brace: lark.Token, *rest: Statement | lark.Token) -> Block:
        return Block([item for item in rest if isinstance(item, Statement)], _offset(brace))

    def declaration(
        self, let: lark.Token, names: list[str], value: Expression | None
    ) -> VariableDeclaration:
        return VariableDeclaration(names, value, _offset(let))

    def assignment(self, targets: list[Identifier], value: Expression) -> Assignment:
        return Assignment(targets, value, targets[0].position)

    def target_list(self, *tokens: lark.Token) -> list[Identifier]:
        return [self.variable(token) for token in tokens]

    def expression_statement(self, call: FunctionCall) -> ExpressionStatement:
        return ExpressionStatement(call, call.position)

    def if_statement(self, keyword: lark.Token, condition: Expression, body: Block) -> If:
        return If(condition, body, _offset(keyword))

    def for_loop(
        self, keyword: lark.Token, init: Block, condition: Expression, post: Block, body: Block
    ) -> ForLoop:
        return ForLoop(init, condition, post, body, _offset(keyword))

    def switch(self, keyword: lark.Token, expression: Expression, *cases: Case | None) -> Switch:
        return Switch(expression, [case for case in cases if case is not None], _offset(keyword))

    def case(self, keyword: lark.Token, label: Literal, body: Block) -> Case:
        return Case(label, body, _offset(keyword))

    def default(self, keyword: lark.Token, body: Block) -> Case:
        return Case(None, body, _offset(keyword))

    def function(
        self,
        keyword: lark.Token,
        name: str,
        parameters: list[str],
        returns: list[str] | None,
        body: Block,
    ) -> FunctionDefinition:
        return FunctionDefinition(name, parameters, returns or [], body, _offset(keyword))

    def parameters(self, *names: str | None) -> list[str]:
        return [name for name in names if name is not None]

    def jump(self, keyword: lark.Token) -> Statement:
        return _JUMPS[keyword.type](_offset(keyword))

    # Expressions and names

    def call(self, name: lark.Token, *arguments: Expression | None) -> FunctionCall:
        present = [argument for argument in arguments if argument is not None]
        builtin = self.dialect.builtin(name)
        if builtin is not None:
            for index in builtin.literal_arguments:
                argument = present[index] if index < len(present) else None
                if isinstance(argument, Literal) and argument.kind is STRING:
                    argument.unlimited = True
                    argument.value = 0
        return FunctionCall(str(name), present, builtin, _offset(name))

    def variable(self, name: lark.Token) -> Identifier:
        return Identifier(str(name), _offset(name))

    def name_list(self, *names: str) -> list[str]:
        return list(names)

    def name(self, name: lark.Token, _type: lark.Token | None = None) -> str:
        return str(name)

    def literal(self, literal: Literal, _type: lark.Token | None) -> Literal:
        return literal

    def number(self, token: lark.Token) -> Literal:
        return Literal(NUMBER, number_value(token), str(token), position=_offset(token))

    def true(self, token: lark.Token) -> Literal:
        return Literal(BOOLEAN, 1, position=_offset(token))

    def false(self, token: lark.Token) -> Literal:
        return Literal(BOOLEAN, 0, position=_offset(token))

    def string(self, token: lark.Token) -> Literal:
        content = _content(token)
        value = word_of_string(content) if len(content) <= WORD_BYTES else 0
        return Literal(STRING, value, content, position=_offset(token))


_JUMPS: Final = {"BREAK": Break, "CONTINUE": Continue, "LEAVE": Leave}


def _offset(token: object) -> int:
    assert isinstance(token, lark.Token)
    assert token.start_pos is not None
    return token.start_pos


def _content(token: lark.Token) -> str:
    return hex_string_content(token) if token.startswith("hex") else decode_string(token)
