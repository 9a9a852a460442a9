"""The text of a program: line breaks, and the spelling of literals."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import yulopt
from yulopt.syntax.ast import BOOLEAN, NUMBER, Literal
from yulopt.syntax.literals import computed_number
from yulopt.syntax.printer import print_literal


def block(source: str) -> str:
    """The text of a block."""
    return yulopt.print_yul(yulopt.parse(source).code)


def statements(source: str) -> str:
    """The text of the statements in a block, without the block."""
    printed = block(f"{{ {source} }}")
    if "\n" not in printed:
        return printed.removeprefix("{ ").removesuffix(" }")
    return dedent(printed.removeprefix("{\n").removesuffix("\n}"))


def tree(source: str) -> str:
    """The text of an object."""
    return yulopt.print_yul(yulopt.parse(source))


def literal(spelling: str) -> str:
    """The text of a literal."""
    return statements(f"let x := {spelling}").removeprefix("let x := ")


def text(layout: str) -> str:
    return dedent(layout).strip()


# Blocks

# Statements of 29 and of 30 characters.
LAST_THAT_FITS = "sstore(0, 123456789012345678)"
FIRST_TOO_LONG = "sstore(0, 1234567890123456789)"


def test_an_empty_block() -> None:
    assert block("{}") == "{ }"


def test_a_block_with_29_characters_is_one_line() -> None:
    assert len(LAST_THAT_FITS) == 29
    assert block(f"{{\n{LAST_THAT_FITS}\n}}") == f"{{ {LAST_THAT_FITS} }}"


def test_a_block_with_30_characters_is_broken() -> None:
    assert len(FIRST_TOO_LONG) == 30
    assert block(f"{{ {FIRST_TOO_LONG} }}") == f"{{\n    {FIRST_TOO_LONG}\n}}"


def test_two_statements_are_never_on_one_line() -> None:
    assert block("{ stop() stop() }") == "{\n    stop()\n    stop()\n}"


def test_depth_does_not_count_in_the_length_of_a_block() -> None:
    assert block(f"{{ stop() {{ stop() {{ {LAST_THAT_FITS} }} }} }}") == text(
        f"""
        {{
            stop()
            {{
                stop()
                {{ {LAST_THAT_FITS} }}
            }}
        }}
        """
    )


def test_a_block_in_a_block_counts_with_its_braces() -> None:
    assert block("{ { sstore(0, 12345678901234) } }") == "{ { sstore(0, 12345678901234) } }"
    assert block("{ { sstore(0, 123456789012345) } }") == text(
        """
        {
            { sstore(0, 123456789012345) }
        }
        """
    )


# Statements


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("let a", "let a"),
        ("let a,b", "let a, b"),
        ("let a:=1", "let a := 1"),
        ("let a:=add( 1 ,caller( ) )", "let a := add(1, caller())"),
        ("let a a:=1", "let a\na := 1"),
        (
            "let a,b a,b:=f() function f()->x,y{}",
            "let a, b\na, b := f()\nfunction f() -> x, y\n{ }",
        ),
        ("stop( )", "stop()"),
        ("for{}1{}{break}", "for { } 1 { }\n{ break }"),
        ("for{}1{}{continue}", "for { } 1 { }\n{ continue }"),
    ],
)
def test_blanks_are_always_the_same(source: str, printed: str) -> None:
    assert statements(source) == printed


def test_the_body_of_a_function_begins_a_line_even_when_it_is_empty() -> None:
    assert statements("function f() { } function g(a,b)->c { leave }") == text(
        """
        function f()
        { }
        function g(a, b) -> c
        { leave }
        """
    )


def test_a_short_body_follows_its_if() -> None:
    assert statements(f"if calldataload(0) {{ {LAST_THAT_FITS} }}") == (
        f"if calldataload(0) {{ {LAST_THAT_FITS} }}"
    )


def test_a_broken_body_begins_a_line_after_its_if() -> None:
    assert statements(f"if 1 {{ {FIRST_TOO_LONG} }}") == text(
        f"""
        if 1
        {{
            {FIRST_TOO_LONG}
        }}
        """
    )


def test_each_case_begins_a_line_followed_by_its_body() -> None:
    assert statements(
        f"switch 7 case 0 {{}} case 0x01 {{ {FIRST_TOO_LONG} }} default {{ stop() }}"
    ) == text(
        f"""
        switch 7
        case 0 {{ }}
        case 0x01 {{
            {FIRST_TOO_LONG}
        }}
        default {{ stop() }}
        """
    )


def test_a_broken_default_begins_after_its_keyword() -> None:
    assert statements(f"switch 7 default {{ {FIRST_TOO_LONG} }}") == text(
        f"""
        switch 7
        default {{
            {FIRST_TOO_LONG}
        }}
        """
    )


# Loops


def test_the_body_of_a_loop_begins_a_line_even_when_it_is_empty() -> None:
    assert statements("for { } 1 { } { }") == "for { } 1 { }\n{ }"


def test_a_header_with_59_characters_is_one_line() -> None:
    parts = "{ let i := 1 }", "lt(i, 12345678901234567890)", "{ i := add(i, 1) }"
    assert sum(map(len, parts)) == 59
    assert statements(f"for {' '.join(parts)} {{ }}") == f"for {' '.join(parts)}\n{{ }}"


def test_a_header_with_60_characters_is_broken_between_its_parts() -> None:
    parts = "{ let i := 1 }", "lt(i, 123456789012345678901)", "{ i := add(i, 1) }"
    assert sum(map(len, parts)) == 60
    assert statements(f"for {' '.join(parts)} {{ }}") == "for " + "\n".join(parts) + "\n{ }"


@pytest.mark.parametrize(
    ("header", "printed"),
    [
        ("{ let i let j } 1 { }", "for {\n    let i\n    let j\n}\n1\n{ }\n{ }"),
        ("{ } 1 { stop() stop() }", "for { }\n1\n{\n    stop()\n    stop()\n}\n{ }"),
    ],
    ids=["init", "post"],
)
def test_a_header_with_a_broken_block_is_broken_between_its_parts(
    header: str, printed: str
) -> None:
    assert statements(f"for {header} {{ }}") == printed


def test_a_broken_body_does_not_break_the_header() -> None:
    assert statements("for { } 1 { } { stop() stop() }") == text(
        """
        for { } 1 { }
        {
            stop()
            stop()
        }
        """
    )


# Literals


@pytest.mark.parametrize("spelling", ["0", "10", "0x0A", "0xabCD", "0x0001", "true", "false"])
def test_a_literal_keeps_its_spelling(spelling: str) -> None:
    assert literal(spelling) == spelling


def test_a_computed_number_is_printed_in_decimal() -> None:
    assert print_literal(Literal(NUMBER, 2**256 - 1)) == str(2**256 - 1)
    assert print_literal(Literal(BOOLEAN, 1)) == "true"


def test_a_simplified_number_is_printed_in_hexadecimal_if_it_is_large() -> None:
    """With an even number of digits. All other computed numbers are printed in decimal."""
    assert print_literal(computed_number(0x1000000)) == "16777216"
    assert print_literal(computed_number(0x1000001)) == "0x01000001"
    assert print_literal(computed_number(0xABCDEF12)) == "0xabcdef12"


@pytest.mark.parametrize(
    ("source", "printed"),
    [
        ("'abc'", '"abc"'),
        ('"\'"', '"\'"'),
        ("'\"'", r'"\""'),
        (r'"\\"', r'"\\"'),
        (r'"\n\r\t"', r'"\n\r\t"'),
        (r'"\x0a\x0d\x09"', r'"\n\r\t"'),
        (r'"\x41\x7e\x20"', '"A~ "'),
        (r'"\x00\x1f\x7f\xFF"', r'"\x00\x1f\x7f\xff"'),
        (r'"\u0041\u00e9\u20ac"', r'"A\xc3\xa9\xe2\x82\xac"'),
        ('"a\\\nb"', '"ab"'),
        ('hex"61"', '"a"'),
        ("hex'00_fF'", r'"\x00\xff"'),
        ('hex""', '""'),
    ],
)
def test_a_string_has_double_quotes_and_its_own_escapes(source: str, printed: str) -> None:
    assert literal(source) == printed


def test_the_string_of_a_literal_argument_is_on_one_line_whatever_its_length() -> None:
    name = "a" * 200
    assert statements(f"setimmutable(0, '{name}', 1)") == f'setimmutable(0, "{name}", 1)'


# Objects


def test_a_bare_block_is_printed_as_an_object() -> None:
    assert tree("{ stop() }") == 'object "object" {\n    code { stop() }\n}\n'


def test_an_object_ends_in_a_line_feed_and_a_block_does_not() -> None:
    program = yulopt.parse("{ }")
    assert yulopt.print_yul(program).endswith("}\n")
    assert yulopt.print_yul(program.code) == "{ }"


def test_children_follow_the_code_in_their_order() -> None:
    source = """
        object 'A' {
            code { stop() stop() }
            data 'd' 'AZ'
            object "B" { code { } data "e" hex"" data "f" hex'00_01' }
            data "g" hex"ABcd"
        }
    """
    assert tree(source).strip() == text(
        """
        object "A" {
            code {
                stop()
                stop()
            }
            data "d" hex"415a"
            object "B" {
                code { }
                data "e" hex""
                data "f" hex"0001"
            }
            data "g" hex"abcd"
        }
        """
    )


def test_names_are_escaped_like_strings() -> None:
    source = r"""object 'a"\x01' { code { } data "\\" "" }"""
    assert tree(source).splitlines()[0] == r'object "a\"\x01" {'
    assert tree(source).splitlines()[2] == r'    data "\\" hex""'


@pytest.mark.parametrize(
    ("comment", "printed"),
    [
        ('/// @use-src 0:"a.sol"', '0:"a.sol"'),
        ("/// @use-src 2:'c.sol' , 0:'a.sol'", '0:"a.sol", 2:"c.sol"'),
        ("/// @use-src 1:'a', 1:'b'", '1:"b"'),
        (r"""/// @use-src 0:"b\"q.sol" """, r'0:"b\"q.sol"'),
        ("/// some words @use-src 0:'a'", '0:"a"'),
        ("/// @use-src", ""),
        ("/// @use-src 0:'a',\n    /// 1:'b'", '0:"a", 1:"b"'),
        ("/** @use-src 0:'a' */", '0:"a"'),
        ("/**\n * words\n * @use-src 0:'a',\n * 1:'b'\n */", '0:"a", 1:"b"'),
    ],
    ids="one sorted repeated escaped after-words none two-lines block several-lines".split(),
)
def test_the_sources_of_an_object_are_printed_back(comment: str, printed: str) -> None:
    source = 'object "A" { code { } }'
    assert tree(f"{comment}\n{source}") == f"/// @use-src {printed}\n{tree(source)}"


def test_each_object_has_its_own_sources() -> None:
    source = """
        /// @use-src 0:"a.sol"
        object "A" { code { }
            object "B" { code { } }
            /** @use-src 1:"c.sol" */
            object "C" { code { } }
        }
    """
    assert tree(source).strip() == text(
        """
        /// @use-src 0:"a.sol"
        object "A" {
            code { }
            object "B" {
                code { }
            }
            /// @use-src 1:"c.sol"
            object "C" {
                code { }
            }
        }
        """
    )


def test_other_annotations_and_comments_are_dropped() -> None:
    source = """
        /// @use-src 0:"a.sol"
        object "A" { code {
            /// @ast-id 7 @src 0:1:2
            stop() // done
            /* or not */
        } }
    """
    assert tree(source) == '/// @use-src 0:"a.sol"\nobject "A" {\n    code { stop() }\n}\n'


def test_printed_text_is_read_and_printed_as_the_same(example: Path) -> None:
    printed = tree(example.read_text("utf-8"))
    assert tree(printed) == printed
