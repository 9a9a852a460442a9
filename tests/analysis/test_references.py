"""References, declarations and assignments."""

from __future__ import annotations

from tests.parsing import block, expression
from yulopt.analysis.declarations import (
    assigned_after_continue,
    assigned_names,
    declared_names,
    declared_variables,
)
from yulopt.analysis.references import (
    count_assignments,
    count_references,
    count_variable_references,
    variables_in,
)
from yulopt.syntax.ast import (
    ForLoop,
    FunctionDefinition,
)

CODE = """
    {
        let a, b := f(add(1, 2), 3)
        let c
        a := b
        a, c := f(c, a)
        for { let i := b } lt(i, 1) { i := add(i, a) } { if a { c := 1 } }
        function f(p, q) -> r, s { r := p let t := r }
    }
"""


def test_references() -> None:
    """Declarations are none, assignments are, and so are calls."""
    assert count_references(block(CODE)) == {
        "f": 2,
        "add": 2,
        "lt": 1,
        "a": 5,
        "b": 2,
        "c": 3,
        "i": 3,
        "p": 1,
        "r": 2,
    }


def test_variable_references() -> None:
    counts = count_references(block(CODE))
    calls_only = {"f", "add", "lt"}
    assert count_variable_references(block(CODE)) == {
        name: count for name, count in counts.items() if name not in calls_only
    }


def test_references_in_an_expression() -> None:
    assert count_references(expression("add(a, f(a))")) == {"add": 1, "a": 2, "f": 1}
    assert variables_in(expression("add(a, f(add(a, b)))")) == {"a", "b"}
    assert variables_in(expression("1")) == set()


def test_assignments() -> None:
    assert count_assignments(block(CODE)) == {"a": 2, "c": 2, "i": 1, "r": 1}
    assert assigned_names(block(CODE)) == {"a", "c", "i", "r"}


def test_declared_names_are_functions_and_variables_of_all_kinds() -> None:
    names = declared_names(block(CODE))
    assert names[0] == "f"
    assert sorted(names) == "a b c f i p q r s t".split()


def test_variables_of_a_function() -> None:
    found = block(CODE).statements[-1]
    assert isinstance(found, FunctionDefinition)
    assert declared_variables(found) == ["p", "q", "r", "s", "t"]


AFTER_CONTINUE = {
    "a := 1": "",
    "continue a := 1": "a",
    "a := 1 if b { continue } b := 1": "b",
    # Only the text counts, not whether control can come here.
    "if a { continue } if b { b := 1 }": "b",
    "if a { continue b := 1 } c := 1": "b c",
    "switch a case 0 { b := 1 } case 1 { continue } case 2 { c := 1 }": "c",
    # The `continue` of another loop is none, but its assignments count.
    "for { } a { } { continue } a := 1": "",
    "for { } a { } { continue } continue for { } a { b := 1 } { c := 1 }": "b c",
    "break a := 1": "",
    "continue let d := 1": "",
    "continue a, b := h()": "a b",
}


def test_assigned_after_continue() -> None:
    found = {}
    for body in AFTER_CONTINUE:
        functions = "function h() -> r, s { }"
        code = block(f"{{ let a let b let c for {{ }} 1 {{ }} {{ {body} }} {functions} }}")
        loop = code.statements[3]
        assert isinstance(loop, ForLoop)
        found[body] = " ".join(sorted(assigned_after_continue(loop.body)))
    assert found == AFTER_CONTINUE
