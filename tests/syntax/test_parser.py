"""From text to tree: words, literals, comments and the notation of objects.

What is refused, and where, is in `test_bad_input`.
"""

from __future__ import annotations

import pytest

import yulopt
from yulopt.syntax.ast import (
    BOOLEAN,
    NUMBER,
    STRING,
    Assignment,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    If,
    Literal,
    LiteralKind,
    Statement,
    Switch,
    VariableDeclaration,
)


def statements(source: str, evm_version: str | None = None) -> list[Statement]:
    return yulopt.parse(f"{{ {source} }}", evm_version=evm_version).code.statements


def call(source: str, evm_version: str | None = None) -> FunctionCall:
    """The call that a block consists of, apart from functions."""
    statement = statements(source, evm_version)[0]
    assert isinstance(statement, ExpressionStatement)
    assert isinstance(statement.expression, FunctionCall)
    return statement.expression


def refused(source: str) -> bool:
    try:
        yulopt.parse(source)
    except yulopt.YulError:
        return True
    return False


# Statements


def test_declarations() -> None:
    without, one, several = statements("let a let b := 1 let c, d := f() function f() -> r, s {}")[
        :3
    ]
    assert isinstance(without, VariableDeclaration)
    assert isinstance(one, VariableDeclaration)
    assert isinstance(several, VariableDeclaration)
    assert (without.names, without.value) == (["a"], None)
    assert isinstance(one.value, Literal)
    assert several.names == ["c", "d"]


def test_an_assignment_of_several_values() -> None:
    assignment = statements("let a, b a, b := f() function f() -> r, s {}")[1]
    assert isinstance(assignment, Assignment)
    assert [target.name for target in assignment.targets] == ["a", "b"]


def test_a_function() -> None:
    (function,) = statements("function f(a, b) -> c, d { leave }")
    assert isinstance(function, FunctionDefinition)
    assert (function.name, function.parameters, function.returns) == ("f", ["a", "b"], ["c", "d"])


def test_a_comma_may_end_parameters() -> None:
    (function,) = statements("function f(a, b,) { }")
    assert isinstance(function, FunctionDefinition)
    assert function.parameters == ["a", "b"]


def test_a_comma_ends_nothing_else() -> None:
    assert refused("{ function f(,) { } }")
    assert refused("{ function f() -> a, { } }")
    assert refused("{ pop(1,) }")
    assert refused("{ let a, }")
    assert refused("{ let a a, := 1 }")


def test_cases_keep_their_order_and_the_default_has_no_label() -> None:
    (switch,) = statements('switch 1 case 2 { } case "a" { } case true { } default { }')
    assert isinstance(switch, Switch)
    labels = [None if case.label is None else case.label.kind for case in switch.cases]
    assert labels == [NUMBER, STRING, BOOLEAN, None]


def test_a_switch_may_have_only_a_default() -> None:
    (switch,) = statements("switch 1 default { }")
    assert isinstance(switch, Switch)
    assert [case.label for case in switch.cases] == [None]


def test_the_variables_of_an_initialiser_are_visible_in_the_whole_loop() -> None:
    (loop,) = statements("for { let i } lt(i, 2) { i := add(i, 1) } { sstore(i, 0) }")
    assert isinstance(loop, ForLoop)


def test_a_condition_may_be_anything_with_a_value() -> None:
    for condition in ("1", "true", '"a"', "calldatasize()"):
        (statement,) = statements(f"if {condition} {{ }}")
        assert isinstance(statement, If)


# Builtins


def test_a_call_knows_its_builtin() -> None:
    builtin = call("sstore(0, 1)").builtin
    assert builtin is not None
    assert builtin.name == "sstore"
    assert call("f() function f() { }").builtin is None


def test_a_builtin_must_be_called_with_all_its_arguments() -> None:
    assert refused("{ pop(add) }")
    assert refused("{ add := 1 }")
    assert refused("{ setimmutable(0) }")


def test_the_version_decides_what_is_a_builtin() -> None:
    own = "mcopy(1, 2, 3) function mcopy(a, b, c) { }"
    assert call(own, "shanghai").builtin is None
    assert call("mcopy(1, 2, 3)", "cancun").builtin is not None
    with pytest.raises(yulopt.YulError):
        statements(own, "cancun")


def test_the_default_version_has_what_osaka_has() -> None:
    assert call("pop(clz(1))").builtin is not None
    with pytest.raises(yulopt.YulError):
        call("pop(slotnum())")


def test_an_unknown_version() -> None:
    with pytest.raises(ValueError, match=r"unknown EVM version 'moscow'; expected one of: home"):
        yulopt.parse("{ }", evm_version="moscow")


# Objects


def test_a_block_is_the_code_of_an_object_called_object() -> None:
    program = yulopt.parse("{ stop() }")
    assert (program.name, program.children, program.is_bare_block) == ("object", [], True)


def test_an_object_with_children_in_their_order() -> None:
    program = yulopt.parse(
        """
        object 'A' {
            code { }
            data "d" "ab"
            object "B" { code { } data "e" hex"00_ff" }
            data "f" ''
        }
        """
    )
    assert (program.name, program.is_bare_block) == ("A", False)
    assert [child.name for child in program.children] == ["d", "B", "f"]
    assert [child.name for child in program.sub_objects] == ["B"]
    contents = [child.content for child in program.children if isinstance(child, yulopt.Data)]
    assert contents == ["ab", ""]
    (data,) = program.sub_objects[0].children
    assert isinstance(data, yulopt.Data)
    assert data.content == "\x00\xff"


def test_an_inner_object_may_have_the_name_of_an_outer_but_one() -> None:
    source = 'object "A" { code { } object "B" { code { } object "A" { code { } } } }'
    assert yulopt.parse(source).sub_objects[0].sub_objects[0].name == "A"


NOT_OBJECTS = [
    "",
    "{ } { }",
    'object "A" { }',
    'object "A" { code { } code { } }',
    'object "A" { data "d" "" code { } }',
    "object A { code { } }",
    'object hex"41" { code { } }',
    'object "" { code { } }',
    'object "A" { code { } object "A" { code { } } }',
    'object "A" { code { } data "d" "" object "d" { code { } } }',
    'object "A" { code { } data "d" 1 }',
    'object "A" { code { } } object "B" { code { } }',
]


def test_not_an_object() -> None:
    assert [source for source in NOT_OBJECTS if not refused(source)] == []


# Errors


def test_violations_of_the_grammar_are_syntax_errors() -> None:
    with pytest.raises(yulopt.YulSyntaxError) as caught:
        yulopt.parse("{\n    let x = 1\n}", filename="a.yul")
    assert str(caught.value).startswith("a.yul:2:11: error: ")


def test_violations_of_rules_about_names_are_validation_errors() -> None:
    with pytest.raises(yulopt.YulValidationError) as caught:
        yulopt.parse("{\n    sstore(0, x)\n}", filename="a.yul")
    assert str(caught.value).startswith("a.yul:2:15: error: ")
    assert "x" in caught.value.message


def test_kinds_of_literals_are_ordered() -> None:
    """The order of cases depends on it."""
    assert [kind.value for kind in LiteralKind] == [0, 1, 2]
    assert list(LiteralKind) == [NUMBER, BOOLEAN, STRING]
