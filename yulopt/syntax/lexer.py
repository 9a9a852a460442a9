"""Yul text to tokens.

One regular expression takes the whole text apart in a single call. The meaning of a spelling (the
kind of the token, the value of a number, the builtin of a name) is computed once and cached, so
that a token costs one look-up, and all uses of a name share one string.

The grammar is that in `tests/syntax/grammar.lark`. Terminals have their names from there in error
messages only; here, they are numbers.

Source: chapter 01, section 2 of the specification.
"""

from __future__ import annotations

import re
import sys
from typing import Final, final

from mypy_extensions import i64

from yulopt.dialect import Builtin, Dialect
from yulopt.errors import COMMENT, Source
from yulopt.syntax import ast
from yulopt.syntax.annotations import Annotations
from yulopt.syntax.ast import BOOLEAN, Literal
from yulopt.syntax.literals import (
    ESCAPE,
    WORD_BYTES,
    decode_string,
    hex_string_content,
    number_value,
    word_of_string,
)

# The kinds of tokens, grouped for comparisons in the parser: first those that can begin an
# expression, of which all but names are literals.
NAME: Final = 0
NUMBER: Final = 1
STRING: Final = 2
HEX_STRING: Final = 3
TRUE: Final = 4
FALSE: Final = 5
LAST_OF_EXPRESSIONS: Final = FALSE
# Other tokens that can begin a statement.
LBRACE: Final = 6
LET: Final = 7
IF: Final = 8
FOR: Final = 9
SWITCH: Final = 10
FUNCTION: Final = 11
BREAK: Final = 12
CONTINUE: Final = 13
LEAVE: Final = 14
CASE: Final = 15
DEFAULT: Final = 16
RBRACE: Final = 17
LPAR: Final = 18
RPAR: Final = 19
COMMA: Final = 20
ASSIGN: Final = 21
ARROW: Final = 22
COLON: Final = 23
END: Final = 24
_ILLEGAL: Final = 25

# Their names in the grammar.
TERMINALS: Final = (
    "NAME NUMBER STRING HEX_STRING TRUE FALSE LBRACE LET IF FOR SWITCH FUNCTION BREAK CONTINUE"
    " LEAVE CASE DEFAULT RBRACE _LPAR _RPAR _COMMA _ASSIGN _ARROW _COLON $END"
).split()

_FIXED: Final = {
    "true": TRUE,
    "false": FALSE,
    "{": LBRACE,
    "let": LET,
    "if": IF,
    "for": FOR,
    "switch": SWITCH,
    "function": FUNCTION,
    "break": BREAK,
    "continue": CONTINUE,
    "leave": LEAVE,
    "case": CASE,
    "default": DEFAULT,
    "}": RBRACE,
    "(": LPAR,
    ")": RPAR,
    ",": COMMA,
    ":=": ASSIGN,
    "->": ARROW,
    ":": COLON,
    "hex": _ILLEGAL,
}

_BOOLEANS: Final = {"true": Literal(BOOLEAN, 1), "false": Literal(BOOLEAN, 0)}

_BLANKS: Final = " \n\r\t"
_HEX_DIGITS: Final = "0123456789abcdefABCDEF"
_HEX_PAIRS: Final = "(?:[0-9a-fA-F]{2}(?:_?[0-9a-fA-F]{2})*+)?"
# Blanks, and a token, the most frequent kinds first. A word is matched whole, be it a name, a
# number or neither, as is an unterminated comment, so that its end is not searched repeatedly. The
# empty token is at the end, and where no token can be read.
_TOKEN: Final = re.compile(
    rf"[{_BLANKS}]*+([(){{}},]|hex(?:\"{_HEX_PAIRS}\"|'{_HEX_PAIRS}')|[A-Za-z0-9_$.]++|:=?|->"
    rf"|\"(?:[ !#-\[\]-~]|{ESCAPE})*+\"|'(?:[ -&(-\[\]-~]|{ESCAPE})*+'"
    rf"|{COMMENT}|/\*[\s\S]*+|)"
)

# Between two tokens there are rarely more blanks.
_USUAL_GAP: Final = 64


@final
class Lexeme:
    """The meaning of a spelling, shared by all tokens with this spelling.

    `text` is the name, the content of a string, or the spelling of anything else; `builtin`: the
    builtin of a name, None for names of the program; `literal`: a literal without a position, None
    for other tokens.
    """

    __slots__ = ("builtin", "kind", "literal", "text")

    def __init__(
        self,
        kind: i64,
        text: str,
        builtin: Builtin | None = None,
        literal: Literal | None = None,
    ) -> None:
        self.kind = kind
        self.text = text
        self.builtin = builtin
        self.literal = literal


_FIXED_LEXEMES: Final = {
    spelling: Lexeme(kind, spelling, None, _BOOLEANS.get(spelling))
    for spelling, kind in _FIXED.items()
}


@final
class Lexer:
    """Reads the tokens of a text in sequence; comments go to `annotations`.

    Attributes: `kind`, `lexeme` and `offset` of the current token.
    """

    def __init__(self, source: Source, dialect: Dialect, annotations: Annotations) -> None:
        """Read the first token, with the errors that `advance` raises."""
        self._source = source
        self._text = source.text
        self._dialect = dialect
        self._annotations = annotations
        self._spellings: list[str] = _TOKEN.findall(source.text)
        self._lexemes = dict(_FIXED_LEXEMES)
        self._next: i64 = 0
        self._end = 0
        self.kind: i64 = END
        self.lexeme = _FIXED_LEXEMES["{"]
        self.offset = 0
        self.advance()

    def advance(self) -> None:
        """Advance to the next token; there must be one.

        Raises `YulSyntaxError` where no token can be read, and for some comments.
        """
        is_commented = False
        while True:
            spelling = self._spellings[self._next]
            self._next += 1
            # Only blanks can precede it, so this finds the token itself, and faster in a short part
            # of the text.
            end = self._end
            start = self._text.find(spelling, end, end + len(spelling) + _USUAL_GAP)
            if start < 0:
                start = self._text.find(spelling, end)
            lexeme = self._lexemes.get(spelling)
            if lexeme is None:
                if not spelling:
                    self._stop()
                    break
                if spelling[0] == "/":
                    if spelling[1] == "*" and (len(spelling) < 4 or not spelling.endswith("*/")):
                        self._refuse(start)
                    self._end = start + len(spelling)
                    self._annotations.add_comment(start, spelling)
                    is_commented = True
                    continue
                lexeme = self._lexemes[spelling] = self._new_lexeme(spelling)
            self.offset = start
            self._end = start + len(spelling)
            self.lexeme = lexeme
            self.kind = lexeme.kind
            if lexeme.kind == _ILLEGAL:
                self._refuse(start)
            break
        if is_commented:
            self._annotations.add_token(self.offset)

    def spelling(self) -> str:
        """The text of the current token."""
        return self._text[self.offset : self._end]

    def refuse_dot(self, word: str) -> None:
        """Raise an error if a dot follows a word of the object notation.

        Such a word ends before a dot, which no token begins with.
        """
        if self.kind == NAME and self.lexeme.text.startswith(word + "."):
            self._refuse(self.offset + len(word))

    def open_brackets(self) -> list[tuple[str, int]]:
        """The brackets before this token that are still open, with their offsets."""
        opened: list[tuple[str, int]] = []
        for match in _TOKEN.finditer(self._text, 0, self.offset):
            if match[1] in ("{", "("):
                opened.append((match[1], match.start(1)))
            elif match[1] in ("}", ")"):
                opened.pop()
        return opened

    def _new_lexeme(self, spelling: str) -> Lexeme:
        first = spelling[0]
        if first in "\"'":
            return _string(STRING, decode_string(spelling))
        if spelling.endswith(('"', "'")):
            return _string(HEX_STRING, hex_string_content(spelling))
        if first in ".0123456789":
            if not _is_number(spelling):
                return Lexeme(_ILLEGAL, spelling)
            literal = Literal(ast.NUMBER, number_value(spelling), spelling)
            return Lexeme(NUMBER, spelling, None, literal)
        return Lexeme(NAME, sys.intern(spelling), self._dialect.builtin(spelling))

    def _stop(self) -> None:
        """Accept the end of the text, or raise an error for text after the last token."""
        rest = len(self._text[self._end :].lstrip(_BLANKS))
        if rest:
            self._refuse(len(self._text) - rest)
        self.offset = self._end = len(self._text)
        self.kind = END

    def _refuse(self, offset: int) -> None:
        # Not needed for a text that is right.
        from yulopt.syntax.syntax_messages import illegal_token_message

        raise self._source.syntax_error(offset, illegal_token_message(self._text, offset))


def _string(kind: i64, content: str) -> Lexeme:
    # The check of uses refuses longer strings where a value is needed.
    value = word_of_string(content) if len(content) <= WORD_BYTES else 0
    return Lexeme(kind, content, None, Literal(ast.STRING, value, content))


def _is_number(word: str) -> bool:
    """Whether a word that begins like a number is one."""
    if word.startswith("0x"):
        return len(word) > 2 and not word[2:].strip(_HEX_DIGITS)
    return word == "0" or (word[0] != "0" and word.isdigit())
