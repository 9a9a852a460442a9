"""Yul text to object tree.

Lark's LALR(1) parser calls the methods of `_TreeBuilder` while it parses, so no parse tree is
built in between. What one token can tell (a builtin where a variable must stand, a malformed
name) is checked there; everything that needs scopes is checked by `yulopt.syntax.validate`.

Lark takes some 30 ms to make the LALR(1) tables from `grammar.lark`, which is a large part of the
time for a small program. So the build (setup.py) makes them once, into a file beside the grammar.
The file begins with a digest of itself and of all that it depends on. Whatever is not exactly that
(a damaged file, another grammar, another Lark or Python) counts as no file, as in a checkout: then
each run makes the tables again. Nothing is written when yulopt runs.

Source: chapter 01, sections 2 to 5 of the specification.
"""

from __future__ import annotations

import functools
import hashlib
import io
import sys
import threading
from pathlib import Path
from types import NoneType
from typing import Final

import lark

from yulopt.dialect import DEFAULT_EVM_VERSION, Dialect, dialect_for, parse_evm_version
from yulopt.errors import MOST_ERRORS, Source, YulError, joined
from yulopt.syntax.annotations import Annotations, check_direction_overrides
from yulopt.syntax.arguments import check_argument
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
from yulopt.syntax.deep_stack import run_with_deep_stack
from yulopt.syntax.literals import (
    WORD_BYTES,
    decode_string,
    hex_string_content,
    number_value,
    word_of_string,
)
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.printer import quote
from yulopt.syntax.syntax_messages import syntax_error
from yulopt.syntax.validate import validate


def parse(source: str, *, filename: str = "<input>", evm_version: str | None = None) -> Object:
    """Parse and validate a Yul program.

    `source` is an object or a bare block (which becomes the code of an object called `object`);
    `filename` is used in errors only; `evm_version` decides which builtins exist, None means the
    default version. Raises `YulError` with the position of the first error (and the `others` that
    were found with it), ValueError for an unknown EVM version, and TypeError for arguments of other
    types.
    """
    check_argument("source", source, str)
    check_argument("filename", filename, str)
    check_argument("evm_version", evm_version, str, NoneType)
    version = DEFAULT_EVM_VERSION if evm_version is None else parse_evm_version(evm_version)
    return parse_source(Source(source, filename), dialect_for(version))


def parse_source(source: Source, dialect: Dialect) -> Object:
    """Parse and validate `source` for the EVM version of `dialect`; errors as for `parse`."""
    tree, noted = _parse_text(source, dialect)
    run_with_deep_stack(lambda: validate(tree, source, dialect, noted))
    return tree


def _parse_text(source: Source, dialect: Dialect) -> tuple[Object, list[tuple[int, str]]]:
    """The tree, and what is wrong with its names: offsets, each with a message.

    Raises what the parser cannot go on after.
    """
    with _parser_lock:
        builder, parser = _parser()
        builder.start_source(source, dialect)
        try:
            tree: object = parser.parse(source.text)
        except lark.exceptions.VisitError as error:
            if not isinstance(error.orig_exc, YulError):
                raise
            fatal = error.orig_exc
        except lark.exceptions.UnexpectedInput as error:
            fatal = syntax_error(error, source)
        else:
            assert isinstance(tree, Object)
            return tree, builder.noted
        noted = sorted(builder.noted)[: MOST_ERRORS + 1]
    errors = [fatal, *(source.syntax_error(*note) for note in noted)]
    raise joined(sorted(errors, key=lambda error: (error.line, error.column)))


_parser_lock: Final = threading.Lock()
_FOLDER: Final = Path(__file__).parent
TABLES_NAME: Final = "grammar.tables"
_DIGEST_BYTES: Final = hashlib.sha256().digest_size


@functools.cache
def _parser() -> tuple[_TreeBuilder, lark.Lark]:
    """The parser and the tree builder it calls; only one thread at a time may use them."""
    grammar = _grammar()
    parser = read_tables(_FOLDER / TABLES_NAME, grammar) or _parser_of(grammar)
    builder = parser.options.transformer
    assert isinstance(builder, _TreeBuilder)
    return builder, parser


def write_parser_tables(folder: Path) -> None:
    """Write the file by which the package starts faster, if the package is in `folder`."""
    grammar = _grammar()
    _write_tables(folder / TABLES_NAME, grammar, _parser_of(grammar))


def _parser_of(grammar: str) -> lark.Lark:
    builder = _TreeBuilder()
    return lark.Lark(
        grammar,
        parser="lalr",
        lexer="contextual",
        transformer=builder,
        lexer_callbacks={"COMMENT": builder.comment},
    )


def _grammar() -> str:
    return _FOLDER.joinpath("grammar.lark").read_text("utf-8")


def read_tables(file: Path, grammar: str) -> lark.Lark | None:
    """The parser that `file` describes, unless it is not for this grammar, Lark and Python."""
    try:
        content = file.read_bytes()
    except OSError:
        return None
    digest, tables = content[:_DIGEST_BYTES], content[_DIGEST_BYTES:]
    return lark.Lark.load(io.BytesIO(tables)) if digest == _digest(grammar, tables) else None


def _write_tables(file: Path, grammar: str, parser: lark.Lark) -> None:
    """Make `file` describe `parser`, which was made from `grammar`."""
    tables = io.BytesIO()
    parser.save(tables)
    file.write_bytes(_digest(grammar, tables.getvalue()) + tables.getvalue())


def _digest(grammar: str, tables: bytes) -> bytes:
    key = repr((grammar, lark.__version__, sys.version_info[:2]))
    return hashlib.sha256(key.encode() + tables).digest()


@lark.v_args(inline=True)
class _TreeBuilder(lark.Transformer[lark.Token, Object]):
    """Makes the nodes; one method for each rule of the grammar."""

    def start_source(self, source: Source, dialect: Dialect) -> None:
        """Forget the previous source."""
        self._source = source
        self._dialect = dialect
        self._annotations = Annotations(source)
        self._last_block_end = 0
        # What is wrong, and does not keep the parser from going on.
        self.noted: list[tuple[int, str]] = []

    def comment(self, token: lark.Token) -> lark.Token:
        """Called by the lexer for each comment."""
        check_direction_overrides(self._source, token.start_pos or 0, token)
        self._annotations.add_comment(token.start_pos or 0, token)
        return token

    # Objects

    def start(self, program: Object | tuple[lark.Token, Object]) -> Object:
        return program[1] if isinstance(program, tuple) else program

    def bare_block(self, block: Block) -> Object:
        tree = Object("object", block, is_bare_block=True, position=block.position)
        self._read_annotations(tree, tree.position, block.position, self._last_block_end)
        return tree

    def object(
        self,
        keyword: lark.Token,
        name_token: lark.Token,
        _brace: lark.Token,
        code: tuple[Block, int],
        *rest: tuple[lark.Token, Object | Data],
    ) -> tuple[lark.Token, Object]:
        *children, _closing_brace = rest
        name = decode_string(name_token)
        if not name:
            self._note(name_token, "the name of an object cannot be empty")
        names: set[str] = set()
        for child_token, child in children:
            if not child.name and isinstance(child, Data):
                self._note(child_token, "the name of a data item cannot be empty")
            elif child.name == name:
                self._note(
                    child_token,
                    f"the name {quote(name)} is the same as that of the containing object",
                )
            elif child.name in names:
                self._note(child_token, f"the name {quote(child.name)} is already taken here")
            names.add(child.name)
        block, code_end = code
        tree = Object(name, block, [child for _, child in children], position=_offset(keyword))
        self._read_annotations(tree, tree.position, block.position, code_end)
        return name_token, tree

    def code(self, block: Block) -> tuple[Block, int]:
        return block, self._last_block_end

    def data(self, name: lark.Token, content: lark.Token) -> tuple[lark.Token, Data]:
        return name, Data(decode_string(name), _content(content))

    def _read_annotations(self, tree: Object, token: int, start: int, end: int) -> None:
        tree.source_names = self._annotations.source_names(token)
        if tree.source_names is not None:
            self._annotations.check_locations(tree.source_names, start, end)

    # Statements

    def block(self, brace: lark.Token, *rest: Statement | lark.Token) -> Block:
        statements = [item for item in rest if isinstance(item, Statement)]
        self._last_block_end = _offset(rest[-1]) + 1
        return Block(statements, _offset(brace))

    def declaration(
        self, let: lark.Token, names: list[str], value: Expression | None
    ) -> VariableDeclaration:
        return VariableDeclaration(names, value, _offset(let))

    def assignment(self, targets: list[Identifier], value: Expression) -> Assignment:
        return Assignment(targets, value, targets[0].position)

    def target_list(self, *tokens: lark.Token) -> list[Identifier]:
        for token in tokens:
            if self._dialect.builtin(token) is not None:
                raise self._error(token, f"cannot assign to the builtin function '{token}'")
        return [Identifier(str(token), _offset(token)) for token in tokens]

    def expression_statement(self, call: FunctionCall) -> ExpressionStatement:
        return ExpressionStatement(call, call.position)

    def if_statement(self, keyword: lark.Token, condition: Expression, body: Block) -> If:
        return If(condition, body, _offset(keyword))

    def for_loop(
        self, keyword: lark.Token, init: Block, condition: Expression, post: Block, body: Block
    ) -> ForLoop:
        return ForLoop(init, condition, post, body, _offset(keyword))

    def switch(self, keyword: lark.Token, expression: Expression, *cases: Case) -> Switch:
        present = [case for case in cases if case is not None]
        return Switch(expression, present, _offset(keyword))

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
        builtin = self._dialect.builtin(name)
        if builtin is not None:
            for index in builtin.literal_arguments:
                argument = present[index] if index < len(present) else None
                if isinstance(argument, Literal) and argument.kind is STRING:
                    argument.unlimited = True
                    argument.value = 0
        return FunctionCall(str(name), present, builtin, _offset(name))

    def variable(self, name: lark.Token) -> Identifier:
        if self._dialect.builtin(name) is not None:
            raise self._error(name, f"the builtin function '{name}' must be called")
        return Identifier(str(name), _offset(name))

    def name_list(self, *names: str) -> list[str]:
        return list(names)

    def name(self, name: lark.Token, type_name: lark.Token | None = None) -> str:
        text = str(name)
        if self._dialect.builtin(text) is not None:
            self._note(
                name, f"cannot use the name of the builtin function '{text}' for something else"
            )
        if type_name is not None:
            self._note(name, "types are not supported")
        return text

    def literal(self, literal: Literal, type_name: lark.Token | None) -> Literal:
        if type_name is not None:
            self.noted.append((literal.position, "types are not supported"))
        return literal

    def number(self, token: lark.Token) -> Literal:
        return Literal(NUMBER, number_value(token), str(token), position=_offset(token))

    def true(self, token: lark.Token) -> Literal:
        return Literal(BOOLEAN, 1, position=_offset(token))

    def false(self, token: lark.Token) -> Literal:
        return Literal(BOOLEAN, 0, position=_offset(token))

    def string(self, token: lark.Token) -> Literal:
        content = _content(token)
        # The validator refuses longer strings where a value is needed.
        value = word_of_string(content) if len(content) <= WORD_BYTES else 0
        return Literal(STRING, value, content, position=_offset(token))

    def _note(self, token: lark.Token, message: str) -> None:
        self.noted.append((_offset(token), message))

    def _error(self, token: lark.Token, message: str) -> YulError:
        return self._source.syntax_error(_offset(token), message)


_JUMPS: Final = {"BREAK": Break, "CONTINUE": Continue, "LEAVE": Leave}


def _offset(token: object) -> int:
    assert isinstance(token, lark.Token)
    assert token.start_pos is not None
    return token.start_pos


def _content(token: lark.Token) -> str:
    return hex_string_content(token) if token.startswith("hex") else decode_string(token)
