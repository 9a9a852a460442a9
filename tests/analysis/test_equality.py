"""Equality of two pieces of code."""

from __future__ import annotations

import pytest

from tests.parsing import expression, statements
from yulopt.analysis.equality import (
    SyntacticEquality,
    expressions_equal,
    function_shape,
)
from yulopt.syntax.ast import (
    FunctionDefinition,
)

SAME_VALUE = [
    ("1", "0x01"),
    ("1", "true"),
    ("1", '"' + r"\x00" * 31 + r"\x01" + '"'),
    ("0", '""'),
    ("0", "false"),
    ('"abc"', r'"abc\x00"'),
    ('"abc"', "0x616263" + "0" * 58),
    ("a", "a"),
    ("add(a, 1)", "add(a, 0x1)"),
    ("f(1)", "f(1)"),
    ('datasize("object")', 'datasize("object")'),
]
OTHER_VALUE = [
    ("1", "2"),
    ("a", "b"),
    ("a", "1"),
    ("add(a, 1)", "add(1, a)"),
    ("add(a, 1)", "sub(a, 1)"),
    ("f(1)", "f(2)"),
    ('loadimmutable("a")', 'loadimmutable("b")'),
    ('loadimmutable("a")', r'loadimmutable("a\x00")'),
]


def equal(one: str, other: str) -> bool:
    left, right = expression(one), expression(other)
    result = expressions_equal(left, right)
    assert expressions_equal(right, left) == result
    return result


def test_equal_expressions() -> None:
    """The kind and the spelling of literals do not count, the order of arguments does."""
    assert [pair for pair in SAME_VALUE if not equal(*pair)] == []
    assert [pair for pair in OTHER_VALUE if equal(*pair)] == []


EQUAL = {
    "names": "function f(a) -> b { b := a } function g(x) -> y { y := x }",
    "order of names": "function f(a, b) { pop(a) } function g(b, a) { pop(b) }",
    "names in the body": "function f() { let a := 1 pop(a) } function g() { let b := 1 pop(b) }",
    "names in one declaration": """
        function f() { let a, b := h() pop(b) } function g() { let x, y := h() pop(y) }
    """,
    "spelling": "function f() { pop(0x0a) } function g() { pop(10) }",
    "kind": "function f() { pop(true) } function g() { pop(1) }",
    "empty": "function f() { } function g() { }",
    "the called function": "function f() { f() } function g() { f() }",
    "jumps": """
        function f() { for { } 1 { } { break continue } leave }
        function g() { for { } 1 { } { break continue } leave }
    """,
    "order of cases": """
        function f() { switch 1 case 1 { stop() } case 2 { } default { } }
        function g() { switch 1 case 2 { } case 1 { stop() } default { } }
    """,
    "spelling of labels": """
        function f() { switch 1 case 0x01 { } case 2 { } }
        function g() { switch 1 case 0x02 { } case 1 { } }
    """,
    "kinds of labels that are in the same order": """
        function f() { switch 1 case 1 { } case 'a' { stop() } }
        function g() { switch 1 case 'a' { stop() } case true { } }
    """,
}
DIFFERENT = {
    "parameters": "function f(a) { } function g() { }",
    "results": "function f() -> a { } function g() { }",
    "parameter or result": "function f(a) { } function g() -> a { }",
    "which parameter": "function f(a, b) { pop(a) } function g(a, b) { pop(b) }",
    "which variable": "function f() { let a let b pop(a) } function g() { let a let b pop(b) }",
    "order of arguments": "function f(a, b) { sstore(a, b) } function g(a, b) { sstore(b, a) }",
    "implicit zero": "function f() { let a } function g() { let a := 0 }",
    "how many at once": "function f() { let a, b } function g() { let a let b }",
    "nested block": "function f() { { stop() } } function g() { stop() }",
    "value": "function f() { pop(1) } function g() { pop(2) }",
    "builtin": "function f() { pop(add(1, 2)) } function g() { pop(mul(1, 2)) }",
    "calling itself": "function f() { f() } function g() { g() }",
    "equal but different functions": """
        function f() { p() } function g() { q() } function p() { } function q() { }
    """,
    "jump": """
        function f() { for { } 1 { } { break } } function g() { for { } 1 { } { continue } }
    """,
    "expression of a switch": """
        function f() { switch 1 default { } } function g() { switch 2 default { } }
    """,
    "targets of an assignment": """
        function f() { let a let b a, b := h() } function g() { let a let b b, a := h() }
    """,
    "value of an assignment": "function f() { let a a := 1 } function g() { let a a := 2 }",
    "condition of a loop": "function f() { for { } 1 { } { } } function g() { for { } 2 { } { } }",
    "post block or body": """
        function f() { for { } 1 { pop(1) } { } } function g() { for { } 1 { } { pop(1) } }
    """,
    "condition": "function f() { if 1 { } } function g() { if 2 { } }",
    "label": "function f() { switch 1 case 1 { } } function g() { switch 1 case 2 { } }",
    "default": "function f() { switch 1 case 1 { } } function g() { switch 1 default { } }",
    "number of cases": """
        function f() { switch 1 case 1 { } } function g() { switch 1 case 1 { } default { } }
    """,
    # Numbers come before booleans, so 1 meets 2.
    "kinds of labels that change their order": """
        function f() { switch 1 case 1 { } case 2 { } }
        function g() { switch 1 case true { } case 2 { } }
    """,
    "string of a literal argument": """
        function f() { pop(loadimmutable('a')) } function g() { pop(loadimmutable('b')) }
    """,
    "trailing zeros in a literal argument": """
        function f() { pop(loadimmutable('a')) } function g() { pop(loadimmutable('a\\x00')) }
    """,
}


def functions_equal(source: str) -> bool:
    """Whether f and g are equal; both may call h."""
    functions = {
        item.name: item
        for item in statements(f"{source} function h() -> r, s {{ }}")
        if isinstance(item, FunctionDefinition)
    }
    one, other = functions["f"], functions["g"]
    equal = SyntacticEquality().functions_equal(one, other)
    assert SyntacticEquality().functions_equal(other, one) == equal
    if equal:
        assert function_shape(one) == function_shape(other)
    return equal


@pytest.mark.parametrize("source", EQUAL.values(), ids=list(EQUAL))
def test_functions_are_equal_whatever_their(source: str) -> None:
    assert functions_equal(source)


@pytest.mark.parametrize("source", DIFFERENT.values(), ids=list(DIFFERENT))
def test_functions_differ_in_their(source: str) -> None:
    assert not functions_equal(source)
