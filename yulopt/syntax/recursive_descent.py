"""A recursive-descent parser with one token of lookahead, like solc's.

The parser has three layers: expressions, statements, and here, objects. Each method reads one
construct of the grammar (tests compare the parser with `tests/syntax/grammar.lark`), from its first
token on, and leaves the lexer at the token after it. There are two kinds of errors. Some end
parsing. Invalid names, and misplaced statements, are only recorded, and raised at the end. Checks
that need scopes are in `yulopt.syntax.validate`.

A program may be nested as deep as solc's parser can follow. It counts the nesting depth, as does
this one (`_enter`), which also limits its own recursion.

Source: chapter 01, sections 2 to 5 of the specification.
"""

from __future__ import annotations

from typing import final

from yulopt.dialect import Dialect
from yulopt.errors import MAX_ERRORS, Source, YulError, joined
from yulopt.syntax.annotations import Annotations
from yulopt.syntax.ast import Block
from yulopt.syntax.expression_parser import DEEPEST
from yulopt.syntax.lexer import END, HEX_STRING, LBRACE, NAME, RBRACE, STRING, Lexer
from yulopt.syntax.locations import Locations
from yulopt.syntax.objects import Data, Object
from yulopt.syntax.printer import quote
from yulopt.syntax.statement_parser import StatementParser


def read_program(source: Source, dialect: Dialect, locations: Locations | None = None) -> Object:
    """Parse a text, without checking uses of names.

    The annotations in the text are added to `locations`, if that is given. Raises `YulError`, the
    first error with all others.
    """
    annotations = Annotations(source, locations)
    parser = _ObjectParser(source, Lexer(source, dialect, annotations), annotations)
    errors: list[YulError] = []
    try:
        program = parser.program()
        if not parser.notes:
            return program
    except YulError as fatal:
        errors.append(fatal)
    for offset, message in sorted(parser.notes)[: MAX_ERRORS + 1]:
        errors.append(source.syntax_error(offset, message))
    raise joined(sorted(errors, key=lambda error: (error.line, error.column)))


@final
class _ObjectParser(StatementParser):
    """Reads the objects of one source."""

    def __init__(self, source: Source, tokens: Lexer, annotations: Annotations) -> None:
        super().__init__(source, tokens)
        self._annotations = annotations

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
            # Solc checks the list of sources before anything else.
            self._annotations.source_names(tokens.offset)
            raise self._unexpected("OBJECT LBRACE", is_start=True)
        if tokens.kind != END:
            raise self._unexpected("$END")
        return program

    def _object(self, depth: int, parent: str | None, taken: set[str]) -> Object:
        """An object at nesting depth `depth`.

        `parent`: the name of the enclosing object; `taken`: those of preceding siblings.
        """
        tokens = self._tokens
        position = tokens.offset
        if depth >= DEEPEST:
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
        """The code of an object, with the annotations of its tokens and of the one after it."""
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
        """The name of an object or data, which is added to `taken`."""
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
