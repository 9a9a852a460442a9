"""What steps need to know about a program, one analysis after the other."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.analysis.call_graph import (
    OUTERMOST,
    CallGraph,
    call_graph,
    strongly_connected_components,
)
from yulopt.analysis.control_flow import (
    FlowKind,
    first_flow_change,
    flow_kind,
    function_control_flow,
)
from yulopt.analysis.declarations import (
    assigned_after_continue,
    assigned_names,
    declared_names,
    declared_variables,
)
from yulopt.analysis.equality import (
    ExpressionNumbering,
    SyntacticEquality,
    expressions_equal,
    function_shape,
)
from yulopt.analysis.knowledge import ABSOLUTE, KnowledgeBase, SSAKnowledgeBase
from yulopt.analysis.metrics import code_cost, code_size, code_size_including_functions
from yulopt.analysis.references import (
    count_assignments,
    count_references,
    count_variable_references,
    variables_in,
)
from yulopt.analysis.side_effects import (
    can_be_removed,
    contains_msize,
    expression_effects,
    find_calls,
    is_movable,
    is_movable_relative_to,
    propagate_side_effects,
    statement_effects,
)
from yulopt.analysis.ssa_values import ssa_values
from yulopt.ast import (
    Block,
    Expression,
    ExpressionStatement,
    ForLoop,
    FunctionCall,
    FunctionDefinition,
    Statement,
)
from yulopt.dialect import (
    DEFAULT_EVM_VERSION,
    NONE,
    READ,
    WRITE,
    ControlFlow,
    SideEffects,
    dialect_for,
    parse_evm_version,
)
from yulopt.printer import print_expression
from yulopt.properties import is_grouped

OSAKA = dialect_for(DEFAULT_EVM_VERSION)


def block(source: str, evm_version: str | None = None) -> Block:
    return yulopt.parse(source, evm_version=evm_version).code


def statements(source: str) -> list[Statement]:
    return block(f"{{ {source} }}").statements


def function(source: str) -> FunctionDefinition:
    (found,) = statements(source)
    assert isinstance(found, FunctionDefinition)
    return found


def expression(text: str, evm_version: str | None = None) -> Expression:
    """An expression, which may use the variables a to d and the functions f and g."""
    functions = "function f(x) -> y { } function g() -> y { sstore(0, 1) }"
    source = f"{{ let a let b let c let d pop({text}) {functions} }}"
    statement = block(source, evm_version).statements[4]
    assert isinstance(statement, ExpressionStatement)
    assert isinstance(statement.expression, FunctionCall)
    return statement.expression.arguments[0]


# Call graph


def graph(source: str) -> CallGraph:
    return call_graph(block(source))


def calls(source: str) -> dict[str, str]:
    return {name: " ".join(callees) for name, callees in graph(source).calls.items()}


def test_calls_are_listed_once_in_the_order_of_their_visit() -> None:
    """The callee before its arguments, and these from the last to the first."""
    assert calls("{ sstore(add(1, 2), mul(sub(3, 4), 5)) sstore(0, 1) }") == {
        OUTERMOST: "sstore mul sub add"
    }


def test_every_function_is_a_key_even_without_calls() -> None:
    assert calls("{ f() function f() { g() } function g() { } }") == {
        OUTERMOST: "f",
        "f": "g",
        "g": "",
    }


def test_calls_belong_to_the_innermost_function() -> None:
    assert calls("{ function f() { stop() function g() { invalid() } g() } stop() }") == {
        OUTERMOST: "stop",
        "f": "stop g",
        "g": "invalid",
    }


def test_the_body_of_a_loop_is_visited_before_its_post_block() -> None:
    assert calls("{ for { pop(0) } not(0) { stop() } { invalid() } }") == {
        OUTERMOST: "pop not invalid stop"
    }


def test_functions_with_loops() -> None:
    source = """
        {
            if 1 { for { } 1 { } { } }
            function f() { for { } 1 { } { } }
            function g() { f() }
            function h() { function i() { for { } 1 { } { } } }
        }
    """
    assert graph(source).with_loops == {OUTERMOST, "f", "i"}


@pytest.mark.parametrize(
    ("functions", "recursive"),
    [
        ({"f": ""}, ""),
        ({"f": "f"}, "f"),
        ({"f": "g", "g": "f"}, "f g"),
        # Who only calls recursive functions is not recursive.
        ({"f": "f", "g": "f", "h": "g"}, "f"),
        # All of a cycle, on whatever way it is found.
        ({"p1": "p2 p3", "p2": "p1", "p3": "p2"}, "p1 p2 p3"),
        ({"f": "g", "g": "h", "h": "g i", "i": ""}, "g h"),
    ],
)
def test_recursive_functions(functions: dict[str, str], recursive: str) -> None:
    bodies = " ".join(
        f"function {name}() {{ {' '.join(f'{callee}()' for callee in callees.split())} }}"
        for name, callees in functions.items()
    )
    assert graph(f"{{ {bodies} }}").recursive_functions() == set(recursive.split())


def test_what_can_be_reached() -> None:
    functions = (
        "function f() { g() } function g() { f() } function h() { f() i() } function i() { }"
    )
    found = graph(f"{{ f() {functions} }}")
    assert found.reachable_from([OUTERMOST]) == {OUTERMOST, "f", "g"}
    assert found.reachable_from(["h"]) == {"h", "f", "g", "i"}


def test_components_come_with_callees_first() -> None:
    components = strongly_connected_components(
        {"a": ["b"], "b": ["c", "add"], "c": ["b", "d"], "d": [], "e": ["a"]}
    )
    assert [sorted(component) for component in components] == [["d"], ["b", "c"], ["a"], ["e"]]


def test_components_of_a_long_chain_need_no_recursion() -> None:
    chain = {str(index): [str(index + 1)] for index in range(20_000)}
    assert len(strongly_connected_components(chain)) == 20_000


# Side effects


def test_effects_are_those_of_all_calls() -> None:
    assert expression_effects(expression("a")) == SideEffects()
    assert expression_effects(expression("add(a, mul(b, 7))")) == SideEffects()
    assert expression_effects(expression("add(sload(mload(a)), balance(b))")) == SideEffects(
        False, True, False, True, True, READ, READ, READ, NONE
    )


def test_a_function_about_which_nothing_is_known_may_do_anything() -> None:
    assert expression_effects(expression("add(f(a), 1)")) == SideEffects.worst()
    assert expression_effects(expression("f(sload(a))"), {"f": SideEffects()}) == (
        OSAKA.builtins["sload"].side_effects
    )


def test_loops_and_assignments_have_no_effects_by_themselves() -> None:
    code = "let a for { } 1 { a := 1 } { if a { break } }"
    assert statement_effects(*statements(code)) == SideEffects()


def test_effects_inside_of_function_definitions_count() -> None:
    assert statement_effects(*statements("function h() { sstore(0, 1) }")).storage == WRITE


MOVABLE = {
    "1": True,
    "a": True,
    "add(a, calldataload(caller()))": True,
    "add(a, sload(0))": False,
    "keccak256(0, 0)": False,
    "gas()": False,
    "returndatasize()": False,
    "f(a)": False,
}


def test_movable_expressions() -> None:
    assert {text: is_movable(expression(text)) for text in MOVABLE} == MOVABLE


def test_a_known_function_may_be_movable() -> None:
    assert is_movable(expression("f(a)"), {"f": SideEffects()})
    assert not is_movable(expression("f(g())"), {"f": SideEffects()})


def test_what_reads_memory_can_be_removed_unless_msize_can_tell() -> None:
    effects = expression_effects(expression("mload(a)"))
    assert can_be_removed(effects, code_contains_msize=False)
    assert not can_be_removed(effects, code_contains_msize=True)
    assert can_be_removed(expression_effects(expression("sload(a)")), code_contains_msize=True)
    assert not can_be_removed(expression_effects(expression("create(a, b, c)")), False)


NEVER, WITHOUT_MSIZE, ALWAYS = "never", "without msize", "always"
# When an expression can be moved past a statement.
MOVES = {
    ("add(a, 1)", "sstore(0, 1)"): ALWAYS,
    ("add(a, 1)", "h()"): ALWAYS,
    ("sload(a)", "mstore(0, 1)"): ALWAYS,
    ("sload(a)", "pop(sload(0))"): ALWAYS,
    ("sload(a)", "pop(staticcall(1, 2, 3, 4, 5, 6))"): ALWAYS,
    ("sload(a)", "sstore(0, 1)"): NEVER,
    ("sload(a)", "pop(create(1, 2, 3))"): NEVER,
    ("tload(a)", "sstore(0, 1)"): ALWAYS,
    ("tload(a)", "tstore(0, 1)"): NEVER,
    ("mload(a)", "sstore(0, 1)"): WITHOUT_MSIZE,
    ("mload(a)", "log0(0, 1)"): WITHOUT_MSIZE,
    ("mload(a)", "mstore8(0, 1)"): NEVER,
    ("keccak256(a, b)", "sstore(0, 1)"): WITHOUT_MSIZE,
    ("keccak256(a, b)", "pop(staticcall(1, 2, 3, 4, 5, 6))"): NEVER,
    ("balance(a)", "sstore(0, 1)"): ALWAYS,
    ("balance(a)", "pop(staticcall(1, 2, 3, 4, 5, 6))"): NEVER,
    ("extcodesize(a)", "selfdestruct(0)"): NEVER,
    # Nothing is known about the function.
    ("returndatasize()", "h()"): NEVER,
    ("f(1)", "pop(0)"): NEVER,
    # Neither movable nor movable apart from effects.
    ("gas()", "pop(0)"): NEVER,
    ("msize()", "pop(0)"): NEVER,
    ("create(a, b, c)", "pop(0)"): NEVER,
    ("call(1, 2, 3, 4, 5, 6, 7)", "pop(0)"): NEVER,
}


def test_moving_past_a_statement() -> None:
    found = {}
    for text, statement in MOVES:
        effects = expression_effects(expression(text))
        others = statement_effects(statements(f"{statement} function h() {{ }}")[0])
        without_msize = is_movable_relative_to(effects, others, False)
        with_msize = is_movable_relative_to(effects, others, True)
        assert without_msize or not with_msize
        found[text, statement] = [NEVER, WITHOUT_MSIZE, ALWAYS][without_msize + with_msize]
    assert found == MOVES


def test_what_may_run_for_ever_cannot_be_moved() -> None:
    effects = SideEffects(movable=True, cannot_loop=False)
    assert not is_movable_relative_to(effects, SideEffects(), False)


def effects_of_functions(source: str) -> dict[str, SideEffects]:
    return propagate_side_effects(graph(source), OSAKA)


def test_effects_go_up_to_all_callers() -> None:
    found = effects_of_functions(
        "{ f() function f() { g() } function g() { sstore(0, mload(1)) } function h() { } }"
    )
    worst = SideEffects(False, False, False, False, True, NONE, WRITE, READ, NONE)
    assert found == {OUTERMOST: worst, "f": worst, "g": worst, "h": SideEffects()}


LOOPING = SideEffects(
    movable=False, removable=False, removable_if_no_msize=False, cannot_loop=False
)


@pytest.mark.parametrize(
    "functions",
    [
        "function f() { for { } 1 { } { } }",
        "function f() { g() } function g() { for { } 1 { } { } }",
        "function f() { f() }",
        "function f() { g() } function g() { f() }",
        "function f() { g() } function g() { g() }",
        "function f() { if 0 { f() } }",
    ],
)
def test_loops_and_recursion_may_run_for_ever(functions: str) -> None:
    """But what they compute is still movable apart from effects."""
    assert effects_of_functions(f"{{ {functions} }}")["f"] == LOOPING


def test_a_loop_elsewhere_does_not_count() -> None:
    source = "{ for { } 1 { } { f() } function f() { } function g() { for { } 1 { } { f() } } }"
    assert effects_of_functions(source)["f"] == SideEffects()
    assert effects_of_functions(source)[OUTERMOST] == LOOPING


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("{ sstore(0, add(1, msize())) }", True),
        ("{ function f() { if 0 { pop(msize()) } } }", True),
        ('{ verbatim_0i_0o("a") }', True),
        ("{ pop(mload(0)) pop(gas()) }", False),
        ('object "A" { code { } object "B" { code { pop(msize()) } } }', False),
    ],
)
def test_msize(source: str, found: bool) -> None:
    assert contains_msize(block(source)) == found


def test_calls_are_found_after_those_in_their_arguments() -> None:
    source = block("{ sstore(mload(mload(1)), mload(2)) function f() { pop(mload(3)) } }")
    assert [print_expression(call) for call in find_calls(source, "mload")] == [
        "mload(2)",
        "mload(1)",
        "mload(mload(1))",
        "mload(3)",
    ]


# Control flow: what one statement does


KINDS = {
    "sstore(0, 1)": FlowKind.FLOW_OUT,
    "let x": FlowKind.FLOW_OUT,
    "let x := sload(0)": FlowKind.FLOW_OUT,
    "stop()": FlowKind.TERMINATE,
    "return(0, 0)": FlowKind.TERMINATE,
    "revert(0, 0)": FlowKind.TERMINATE,
    "invalid()": FlowKind.TERMINATE,
    "selfdestruct(0)": FlowKind.TERMINATE,
    "never()": FlowKind.TERMINATE,
    "let x := never_with(1)": FlowKind.TERMINATE,
    "v := never_with(1)": FlowKind.TERMINATE,
    "sstore(0, add(1, never_with(2)))": FlowKind.TERMINATE,
    "sometimes(1)": FlowKind.FLOW_OUT,
    "unknown()": FlowKind.FLOW_OUT,
    'verbatim_0i_0o("a")': FlowKind.FLOW_OUT,
    "leave": FlowKind.LEAVE,
    # What has blocks inside always continues.
    "{ stop() }": FlowKind.FLOW_OUT,
    "if 1 { stop() }": FlowKind.FLOW_OUT,
    "if never_with(1) { }": FlowKind.FLOW_OUT,
    "switch never_with(1) default { stop() }": FlowKind.FLOW_OUT,
    "for { } 1 { } { stop() }": FlowKind.FLOW_OUT,
    "function h() { stop() }": FlowKind.FLOW_OUT,
}


def test_kinds_of_statements() -> None:
    """In a function with a variable `v`, beside other functions."""
    functions = """
        function never() { revert(0, 0) }
        function never_with(x) -> y { stop() }
        function sometimes(x) { if x { stop() } }
        function unknown() { stop() }
    """
    found = {}
    for statement in KINDS:
        code = block(f"{{ {functions} function f() {{ let v {statement} }} }}")
        flows = function_control_flow(code)
        del flows["unknown"]
        tested = code.statements[-1]
        assert isinstance(tested, FunctionDefinition)
        found[statement] = flow_kind(tested.body.statements[1], flows)
    assert found == KINDS


def test_without_knowledge_all_functions_continue() -> None:
    assert flow_kind(statements("f() function f() { stop() }")[0]) is FlowKind.FLOW_OUT


def test_jumps_of_loops() -> None:
    (loop,) = statements("for { } 1 { } { if 1 { break } break continue }")
    assert isinstance(loop, ForLoop)
    kinds = [flow_kind(statement) for statement in loop.body.statements]
    assert kinds == [FlowKind.FLOW_OUT, FlowKind.BREAK, FlowKind.CONTINUE]
    assert first_flow_change(loop.body.statements) == 1
    assert first_flow_change(loop.body.statements[:1]) is None


# Control flow: how a function may end, by (t)erminating, (r)everting, (c)ontinuing


def endings(flow: ControlFlow) -> str:
    flags = (flow.can_terminate, flow.can_revert, flow.can_continue)
    return "".join(letter for letter, flag in zip("trc", flags, strict=True) if flag)


ENDINGS = {
    "function f() { }": "c",
    "function f() { revert(0, 0) }": "r",
    "function f() { invalid() }": "r",
    "function f() { return(0, 0) }": "t",
    "function f() { selfdestruct(0) }": "t",
    "function f(x) { if x { revert(0, 0) } }": "rc",
    # Conditions are not evaluated, even if they are literals.
    "function f() { if 1 { stop() } }": "tc",
    "function f() { if 0 { stop() } }": "tc",
    "function f() { switch 1 case 0 { revert(0, 0) } default { stop() } }": "tr",
    "function f() { switch 1 case 0 { revert(0, 0) } case 1 { stop() } }": "trc",
    "function f() { switch 1 default { stop() } }": "t",
    "function f() { for { } 1 { } { } }": "c",
    "function f() { for { } 1 { } { stop() } }": "tc",
    "function f() { for { stop() } 1 { } { } }": "t",
    # The post block is reached from the end of the body, or by continue.
    "function f() { for { } 1 { revert(0, 0) } { stop() } }": "tc",
    "function f() { for { } 1 { revert(0, 0) } { break } }": "c",
    "function f(x) { for { } 1 { revert(0, 0) } { if x { continue } stop() } }": "trc",
    "function f() { for { } 1 { revert(0, 0) } { for { } 1 { } { continue } stop() } }": "tc",
    # What comes after a jump cannot be reached.
    "function f() -> r { leave r := 1 revert(0, 0) }": "c",
    "function f() { for { } 1 { } { break stop() } }": "c",
    "function f() { stop() leave }": "t",
    "function f() { { stop() } revert(0, 0) }": "t",
    # Arguments are evaluated from the last to the first.
    "function f() { sstore(n(), m()) } "
    "function n() -> r { stop() }"
    "function m() -> r { revert(0, 0) }": "r",
    "function f() { if n() { } leave } function n() -> r { revert(0, 0) }": "r",
    "function f() { switch n() default { } leave } function n() -> r { revert(0, 0) }": "r",
    "function f() { for { } n() { } { } leave } function n() -> r { revert(0, 0) }": "r",
    "function f() { let a := n() leave } function n() -> r { revert(0, 0) }": "r",
    "function f() { let a a := n() leave } function n() -> r { revert(0, 0) }": "r",
    # A function that only calls itself never ends.
    "function f() { f() }": "",
    "function f() { g() } function g() { f() }": "",
    "function f(x) { if x { f(sub(x, 1)) } }": "c",
    "function f() { f() stop() }": "",
    "function f() { if 1 { stop() } f() }": "t",
    "function f() { g() } function g() { if 1 { f() revert(0, 0) } }": "rc",
    # Endings of functions count where they can be reached.
    "function f() { g() } function g() { stop() }": "t",
    "function f() { leave g() } function g() { stop() }": "c",
    "function f() { h() g() } function g() { stop() } function h() { revert(0, 0) }": "r",
    # `verbatim` may do anything.
    'function f() { verbatim_0i_0o("a") }': "trc",
}


def test_how_a_function_may_end() -> None:
    assert {
        functions: endings(function_control_flow(block(f"{{ {functions} }}"))["f"])
        for functions in ENDINGS
    } == ENDINGS


# Size and cost


SIZES = {
    "": 0,
    "{ }": 0,
    "let a": 0,
    "let a := 0": 0,
    "let a := 1": 1,
    "let a let b := a": 0,
    "let a a := 2": 1,
    "pop(1)": 2,
    "pop(0x00)": 1,
    "pop(false)": 1,
    "pop(true)": 2,
    'pop("")': 2,
    r'pop("\x00")': 2,
    'pop(datasize("object"))': 3,
    "sstore(add(1, 2), 3)": 5,
    "if 0 { }": 2,
    "if 1 { stop() }": 4,
    "switch 0 case 1 { }": 3,
    "switch 0 case 1 { } case 2 { } default { }": 7,
    "switch add(1, 2) case 1 { pop(3) } default { pop(4) }": 12,
    "for { } 0 { } { }": 3,
    "for { let i := 1 } 1 { pop(0) } { break }": 8,
    "for { } 0 { } { continue }": 5,
    "if lt(1, 3) { sstore(0, 1) leave }": 9,
}


def test_code_size() -> None:
    bodies = {code: function(f"function f() {{ {code} }}").body for code in SIZES}
    assert {code: code_size(body) for code, body in bodies.items()} == SIZES
    assert {code: code_size_including_functions(body) for code, body in bodies.items()} == SIZES


def test_functions_count_only_where_they_are_wanted() -> None:
    code = block("{ pop(1) function f() { pop(1) function g() { pop(1) } } }")
    assert code_size(code) == 2
    assert code_size_including_functions(code) == 2 + 1 + 2 + 1 + 2


COSTS = {
    "a": 1,
    "1": 1,
    "255": 1,
    "256": 2,
    "0x0001": 1,
    "0x010000": 3,
    "0x" + "f" * 64: 32,
    "0": 0,
    "0x00": 0,
    "true": 1,
    "false": 1,
    '""': 1,
    '"abc"': 4,
    r'"\x00"': 2,
    "caller()": 0,
    "gas()": 0,
    "add(a, 1)": 4,
    "mload(0)": 2,
    "mulmod(a, b, 0)": 4,
    "selfbalance()": 2,
    "clz(0)": 2,
    "sload(0)": 50,
    "exp(a, 0)": 51,
    "blockhash(0)": 50,
    "tload(0)": 50,
    "keccak256(0, 0)": 50,
    "f(a)": 51,
    'datasize("object")': 57,
    "memoryguard(0)": 50,
    "add(sload(add(a, 0)), f(0))": 2 + 50 + 2 + 1 + 50,
}


def test_code_cost() -> None:
    assert {text: code_cost(expression(text), OSAKA) for text in COSTS} == COSTS


@pytest.mark.parametrize(("version", "cost"), [("paris", 1), ("shanghai", 0)])
def test_zero_costs_nothing_with_an_instruction_of_its_own(version: str, cost: int) -> None:
    dialect = dialect_for(parse_evm_version(version))
    assert code_cost(expression("0", version), dialect) == cost
    assert code_cost(expression("false", version), dialect) == 1


# Values that never change


def values(source: str) -> dict[str, str]:
    found = ssa_values(block(source))
    return {
        name: "?" if value is None else print_expression(value) for name, value in found.items()
    }


def test_variables_that_are_never_assigned_keep_their_first_value() -> None:
    assert values("{ let a := sload(0) let b let c, d }") == {
        "a": "sload(0)",
        "b": "0",
        "c": "0",
        "d": "0",
    }


def test_variables_that_are_assigned_are_left_out() -> None:
    assert values("{ let a := 1 let b if b { a := 2 } }") == {"b": "0"}


def test_variables_with_a_common_value_are_left_out() -> None:
    assert values("{ let a, b := f() function f() -> c, d { } }") == {"c": "0", "d": "0"}


def test_parameters_have_a_value_that_is_not_known() -> None:
    assert values("{ function f(a, b) -> c, d { b := 1 d := 2 } }") == {"a": "?", "c": "0"}


# Equality


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
    numbering = ExpressionNumbering()
    assert expressions_equal(right, left) == result
    assert (numbering.number(left) == numbering.number(right)) == result
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


# References, declarations and assignments

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


# Differences between variables


def knowledge_base(values: str) -> KnowledgeBase:
    """Knows values given like `a := add(b, 1); b := 2`; nothing about other variables."""
    assignments = [line.split(" := ") for line in values.split("; ") if line]
    known = {name: expression(text) for name, text in assignments}
    return KnowledgeBase(known.get)


def difference(knowledge: KnowledgeBase, one: str, other: str) -> int | None:
    """By how much the first is greater, if that is known; from -2**255 to 2**255 - 1."""
    base, offset = knowledge.locate(one)
    other_base, other_offset = knowledge.locate(other)
    if base != other_base:
        return None
    result = (offset - other_offset) % 2**256
    return result if result < 2**255 else result - 2**256


# By how much b is greater than a.
DIFFERENCES = {
    "": None,
    "c := a": None,
    "b := a": 0,
    "b := add(a, 32)": 32,
    "b := add(32, a)": 32,
    "b := sub(a, 32)": -32,
    "b := add(a, sub(7, 9))": -2,
    "b := add(add(a, 1), add(2, 3))": 6,
    "b := add(c, 1); c := add(a, 1)": 2,
    "b := add(c, 1); a := add(c, 5)": -4,
    "b := add(a, c); c := 7": 7,
    "a := 7; b := 10": 3,
    "a := 7; b := true": -6,
    "a := 7; b := sub(10, 1)": 2,
    "a := sub(c, c); b := 1": 1,
    # Results wrap around.
    "a := 1; b := sub(0, 1)": -2,
    # Nothing is known about sums of variables, and differences from them.
    "b := add(a, c)": None,
    "b := sub(32, a)": None,
    "a := sub(5, c); b := sub(37, c)": None,
    "a := add(c, d); b := add(d, c)": None,
    # Nor about anything else than sums.
    "b := mul(a, 1)": None,
    "b := add(mul(a, 1), 7)": None,
    "b := add(7, mul(a, 1))": None,
    "b := sub(mul(a, 1), 7)": None,
    "b := sub(7, mul(a, 1))": None,
    "b := f(a)": None,
    "a := or(c, 1); b := or(c, 1)": None,
}


def test_differences_between_variables() -> None:
    found = {values: difference(knowledge_base(values), "b", "a") for values in DIFFERENCES}
    assert found == DIFFERENCES


def test_differences_do_not_depend_on_the_order_of_the_questions() -> None:
    for values, known in DIFFERENCES.items():
        opposite = difference(knowledge_base(values), "a", "b")
        assert opposite == (None if known is None else -known)


def test_the_base_of_constants() -> None:
    knowledge = knowledge_base("a := add(1, 2); b := a")
    assert knowledge.locate("a") == (ABSOLUTE, 3)
    assert knowledge.locate("b") == (ABSOLUTE, 3)
    assert knowledge.locate("c")[0] != ABSOLUTE


def test_a_variable_with_another_value_is_located_anew() -> None:
    known: dict[str, Expression] = {"a": expression("add(c, 1)")}
    knowledge = KnowledgeBase(known.get)
    assert difference(knowledge, "a", "c") == 1
    known["a"] = expression("add(c, 2)")
    assert difference(knowledge, "a", "c") == 2
    del known["a"]
    assert difference(knowledge, "a", "c") is None


def test_an_equal_value_in_another_place_is_another_value() -> None:
    known: dict[str, Expression] = {"a": expression("mul(c, 1)")}
    knowledge = KnowledgeBase(known.get)
    before = knowledge.locate("a")
    assert knowledge.locate("a") == before
    known["a"] = expression("mul(c, 1)")
    assert knowledge.locate("a") != before


def test_that_a_variable_in_a_value_changed_is_not_noticed() -> None:
    """As in solc, where this can go wrong; it takes code that is not in SSA form."""
    known: dict[str, Expression] = {"a": expression("add(b, 1)"), "b": expression("add(c, 1)")}
    knowledge = KnowledgeBase(known.get)
    assert difference(knowledge, "a", "c") == 2
    known["b"] = expression("add(c, 100)")
    assert difference(knowledge, "b", "c") == 100
    assert difference(knowledge, "a", "c") == 2
    # One that is asked for the first time sees the new value.
    known["d"] = expression("add(b, 1)")
    assert difference(knowledge, "d", "c") == 101


def test_constants_of_variables_that_never_change() -> None:
    values = {name: expression(text) for name, text in {"a": "add(1, 2)", "b": "mload(0)"}.items()}
    knowledge = SSAKnowledgeBase(values)
    assert [knowledge.known_constant(name) for name in "abc"] == [3, None, None]


# Forms of a program


@pytest.mark.parametrize(
    ("source", "grouped"),
    [
        ("{ }", False),
        ("{ { } }", True),
        ("{ { stop() } function f() { } }", True),
        ("{ { } { } }", False),
        ("{ stop() }", False),
        ("{ function f() { } { } }", False),
        ("{ function f() { } }", False),
        ("{ { function f() { } } }", True),
    ],
)
def test_grouped_form(source: str, grouped: bool) -> None:
    assert is_grouped(block(source)) == grouped
