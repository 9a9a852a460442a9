"""Literals, names, blanks, comments and annotations, as the parser reads them."""

from __future__ import annotations

import pytest

import yulopt
from tests.syntax.test_parser import call, refused, statements
from yulopt.syntax.ast import (
    BOOLEAN,
    NUMBER,
    STRING,
    FunctionCall,
    Literal,
    VariableDeclaration,
)


def literal(spelling: str) -> Literal:
    argument = call(f"pop({spelling})").arguments[0]
    assert isinstance(argument, Literal)
    return argument


def kinds(source: str) -> list[str]:
    return [type(statement).__name__ for statement in statements(source)]


# Literals


NUMBERS = {
    "0": 0,
    "10": 10,
    "0x0": 0,
    "0x0A": 10,
    "0xabCD": 0xABCD,
    "0x0001": 1,
    str(2**256 - 1): 2**256 - 1,
    "0x" + "f" * 64: 2**256 - 1,
    "0x" + "0" * 16 + "f" * 64: 2**256 - 1,
}
NOT_NUMBERS = "00 01 0X1 0x 1_000 0x1_0 1.5 .5 1e3 1a -1 0xg".split()


def test_a_number_has_its_value_and_its_spelling() -> None:
    for spelling, value in NUMBERS.items():
        number = literal(spelling)
        assert (number.kind, number.value, number.text) == (NUMBER, value, spelling)


def test_not_a_number() -> None:
    assert [text for text in NOT_NUMBERS if not refused(f"{{ pop({text}) }}")] == []


@pytest.mark.parametrize(("spelling", "value"), [("true", 1), ("false", 0)])
def test_a_boolean_has_no_spelling(spelling: str, value: int) -> None:
    boolean = literal(spelling)
    assert (boolean.kind, boolean.value, boolean.text) == (BOOLEAN, value, None)


STRINGS = {
    '""': "",
    '"abc"': "abc",
    "'abc'": "abc",
    '"it\'s"': "it's",
    "'a \"word\"'": 'a "word"',
    r'"\'\"\\"': "'\"\\",
    r'"\n\r\t"': "\n\r\t",
    r'"\x00\x7f\xfF"': "\x00\x7f\xff",
    r'"\u0041\u00e9\u20aC"': "A\xc3\xa9\xe2\x82\xac",
    r'"\ud800"': "\xed\xa0\x80",
    '"a\\\nb\\\r\nc\\\rd"': "abcd",
    'hex""': "",
    'hex"61fF"': "a\xff",
    "hex'00_01_0203'": "\x00\x01\x02\x03",
}
NOT_STRINGS = [
    '"a',
    "\"a'",
    '"\t"',
    '"\n"',
    '"\x7f"',
    '"é"',
    r'"\a"',
    r'"\x1"',
    r'"\u123"',
    'hex"1"',
    'hex"_12"',
    'hex"12_"',
    'hex"1_2"',
    'hex"12__34"',
    'hex "12"',
    'unicode"a"',
]


def test_a_string_has_its_content_as_spelling() -> None:
    for spelling, content in STRINGS.items():
        string = literal(spelling)
        assert (string.kind, string.text) == (STRING, content)


def test_not_a_string() -> None:
    assert [text for text in NOT_STRINGS if not refused(f"{{ pop({text}) }}")] == []


@pytest.mark.parametrize(
    ("spelling", "value"),
    [
        ('""', 0),
        ('"abc"', 0x616263 << 232),
        (r'"abc\x00"', 0x616263 << 232),
        (r'"\x00\x01"', 1 << 240),
        ('"' + "a" * 32 + '"', int("61" * 32, 16)),
    ],
)
def test_the_value_of_a_string_is_left_aligned(spelling: str, value: int) -> None:
    assert literal(spelling).value == value


@pytest.mark.parametrize(
    ("source", "index"),
    [
        ('datasize("object")', 0),
        ('dataoffset("object")', 0),
        ('linkersymbol("a.sol:L")', 0),
        ('loadimmutable("a")', 0),
        ('setimmutable(0, "a", 1)', 1),
        ('verbatim_0i_1o("a")', 0),
    ],
)
def test_the_string_of_a_literal_argument_has_no_value(source: str, index: int) -> None:
    wrapped = source if source.startswith("set") else f"pop({source})"
    outer = call(wrapped)
    inner = outer if wrapped == source else outer.arguments[0]
    assert isinstance(inner, FunctionCall)
    argument = inner.arguments[index]
    assert isinstance(argument, Literal)
    assert (argument.unlimited, argument.value) == (True, 0)


def test_other_arguments_of_such_a_builtin_are_words() -> None:
    last = call('setimmutable(0, "a", "b")').arguments[2]
    assert isinstance(last, Literal)
    assert (last.unlimited, last.value) == (False, ord("b") << 248)


# Words


NAMES = [
    *"a A _ $ _d.$e1 a.1 a._b x2 add2 Add MLOAD".split(),
    # A keyword or builtin is one only as the whole word.
    *"let.x true.x hex.a mload.x letter iffy forever breaking case_ default1 Function".split(),
    # The words of the notation of objects, and of Solidity.
    *"object code data contract memory return_ uint256 unicode".split(),
    "x" * 1000,
]
NOT_NAMES = ["1a", ".a", "a-b", "ä", "a.", "a..b", "let", "true", "hex"]


def test_names() -> None:
    for name in NAMES:
        declaration = statements(f"let {name} := 1 sstore({name}, {name})")[0]
        assert isinstance(declaration, VariableDeclaration)
        assert declaration.names == [name]


def test_nothing_has_a_type() -> None:
    assert refused("{ let a : u256 := 1 }")
    assert refused("{ let a := 1 : u256 }")
    assert refused("{ function f(a : u256) { } }")


def test_not_a_name() -> None:
    assert [name for name in NOT_NAMES if not refused(f"{{ let {name} := 1 }}")] == []


def test_names_are_case_sensitive() -> None:
    assert kinds("let a let A sstore(a, A)") == [
        "VariableDeclaration",
        "VariableDeclaration",
        "ExpressionStatement",
    ]


def test_nothing_but_blanks_is_needed_between_words() -> None:
    assert kinds("let\ta:=1 a:=2\r\nlet b:=a{}if a{}stop()") == [
        "VariableDeclaration",
        "Assignment",
        "VariableDeclaration",
        "Block",
        "If",
        "ExpressionStatement",
    ]


def test_nothing_else_separates_words() -> None:
    for blank in ("\f", "\v", "\0", "\ufeff", "\xa0", ";"):
        assert refused(f"{{ stop(){blank}stop() }}")


# Comments


COMMENTS = [
    "// to the end\n",
    "// to the end\r",
    "/* in a line */",
    "/* over\n lines */",
    "/**/",
    "/***/",
    "/* /* not nested */",
    "/* // */",
    "// /*\n",
    "/// for the next token\n",
    "/** for the next token */",
    "//// with a fourth slash\n",
    "// ä \t \x00 \x7f\n",
    "/* ä \ufeff */",
    "/* \u202a balanced \u202c */",
]


def test_a_comment_is_a_blank() -> None:
    for comment in COMMENTS:
        assert kinds(f"stop(){comment}stop()") == ["ExpressionStatement"] * 2
        assert kinds(f"pop{comment}({comment}1{comment})") == ["ExpressionStatement"]


NOT_COMMENTS = [
    "/* without end",
    "/* not /* nested */ */",
    "/*/",
    # A line break of the lexer is not always a blank.
    "// a\v",
    "// a\f",
    "// a\x85",
    "// a\u2028",
    "/* \u202e never turned back */",
    "/* \u202c \u202e */",
]


def test_not_a_comment() -> None:
    assert [text for text in NOT_COMMENTS if not refused(f"{{ stop() {text} stop() }}")] == []


def test_a_comment_may_end_the_text() -> None:
    assert yulopt.parse("{ } // end").code.statements == []
    assert yulopt.parse("{ } /* end */").code.statements == []


# Annotations, which are checked where there is a list of sources, and then dropped

ANNOTATIONS = [
    "@src 0:1:2",
    "@src 0:1:2 @ast-id 7",
    "@src -1:-1:-1",
    '@src 0:1:2 "let x"',
    "@ast-id 7",
    "@other",
    "",
]
NOT_ANNOTATIONS = [
    "@src",
    "@src 0",
    "@src 0:1",
    "@src 1:1:2",
    "@src a:1:2",
    "@src 0:1:2147483648",
    '@src 0:1:2 "no end',
    "@ast-id",
    "@ast-id a",
]
NOT_SOURCES = ["0", "0:", "0:a.sol", "a:'b'", "0:'a' 1:'b'", "0:'a',", ", 0:'a'", "0:'a", "0:'a'."]


def annotated(annotation: str, sources: str) -> str:
    return f"/// {sources}\nobject 'A' {{ code {{ /// {annotation}\nstop() }} }}"


def test_annotations() -> None:
    for annotation in ANNOTATIONS:
        yulopt.parse(annotated(annotation, "@use-src 0:'a.sol'"))


def test_not_an_annotation() -> None:
    for annotation in NOT_ANNOTATIONS:
        assert refused(annotated(annotation, "@use-src 0:'a.sol'"))
        assert not refused(annotated(annotation, "no list of sources"))


def test_not_a_list_of_sources() -> None:
    assert [text for text in NOT_SOURCES if not refused(annotated("", f"@use-src {text}"))] == []
