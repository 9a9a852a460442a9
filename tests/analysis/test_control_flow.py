"""Control-flow facts of statements and functions."""

from __future__ import annotations

from tests.parsing import block, statements
from yulopt.analysis.control_flow import (
    FlowKind,
    first_flow_change,
    flow_kind,
    function_control_flow,
)
from yulopt.dialect import (
    ControlFlow,
)
from yulopt.syntax.ast import (
    ForLoop,
    FunctionDefinition,
)

# What one statement does


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


def test_unknown_functions_continue() -> None:
    assert flow_kind(statements("f() function f() { stop() }")[0]) is FlowKind.FLOW_OUT


def test_jumps_of_loops() -> None:
    (loop,) = statements("for { } 1 { } { if 1 { break } break continue }")
    assert isinstance(loop, ForLoop)
    kinds = [flow_kind(statement) for statement in loop.body.statements]
    assert kinds == [FlowKind.FLOW_OUT, FlowKind.BREAK, FlowKind.CONTINUE]
    assert first_flow_change(loop.body.statements) == 1
    assert first_flow_change(loop.body.statements[:1]) is None


# How a function may end, by (t)erminating, (r)everting, (c)ontinuing


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


def test_endings_of_a_function() -> None:
    assert {
        functions: endings(function_control_flow(block(f"{{ {functions} }}"))["f"])
        for functions in ENDINGS
    } == ENDINGS
