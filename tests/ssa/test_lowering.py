"""Lowering: every construct of Yul, with its blocks and labels."""

from __future__ import annotations

import pytest

import yulopt
from tests.ssa.programs import block
from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.ssa.ir.edges import predecessors
from yulopt.ssa.ir.function import Function, Module
from yulopt.ssa.ir.instructions import Alloca
from yulopt.ssa.kernel.verifier import verify_module
from yulopt.ssa.lowering import lower
from yulopt.ssa.text.printer import print_function, print_instruction


def lowered(source: str) -> Module:
    module = lower(yulopt.parse(source).code, dialect_for(DEFAULT_EVM_VERSION))
    verify_module(module)
    return module


def main(body: str) -> Function:
    return lowered(f"{{ {body} }}").functions["main"]


def edges(function: Function) -> str:
    """The blocks in order, each with its successors."""
    return ", ".join(
        f"{one.label}: {' '.join(other.label for other in one.successors)}".rstrip(": ")
        for one in function.blocks
    )


def code(function: Function, label: str = "entry") -> list[str]:
    """The instructions of a block without its terminator; of the entry, without allocas."""
    return [
        print_instruction(one)
        for one in block(function, label).instructions
        if not isinstance(one, Alloca)
    ]


# Functions and variables


def test_parameters_returns_and_variables_are_cells_in_this_order() -> None:
    function = lowered("{ function f(a, b) -> r, s { let x for {} b {} { let y := a } } }")
    text = print_function(function.functions["f"])
    assert text.startswith("""\
func @f(%a: i256, %b: i256) -> %r: i256, %s: i256 {
entry:
  %a.addr = alloca parameter i256
  %b.addr = alloca parameter i256
  %r.addr = alloca i256
  %s.addr = alloca i256
  %x.addr = alloca i256
  %y.addr = alloca i256
  store i256 %a, %a.addr
  store i256 %b, %b.addr
  store i256 0, %r.addr
  store i256 0, %s.addr
  store i256 0, %x.addr
  br %for.cond.0
""")


def test_return_variables_are_loaded_in_order() -> None:
    function = lowered("{ function f() -> r, s { r := 1 } }").functions["f"]
    assert print_function(function).endswith("""\
ret: ; preds = %entry
  %0 = load i256, %r.addr
  %1 = load i256, %s.addr
  ret %0, %1
}
""")


def test_the_code_outside_functions_is_first_and_ends_like_a_function() -> None:
    module = lowered("{ function f() { function g() {} g() } f() }")
    assert list(module.functions) == ["main", "f", "g"]
    assert edges(module.functions["main"]) == "entry: ret, ret"


def test_a_function_called_main_gets_another_name() -> None:
    module = lowered("{ main() function main() {} }")
    assert list(module.functions) == ["main", "main.1"]
    assert code(module.functions["main"]) == ["call @main.1()"]


def test_a_declaration_without_value_is_zero_where_it_stands() -> None:
    function = main("for {} 1 {} { let x if x { break } x := 1 }")
    assert code(function, "for.body.0")[0] == "store i256 0, %x.addr"


def test_equal_names_in_different_blocks_are_different_cells() -> None:
    function = main("{ let x := 1 } { let x := 2 }")
    assert code(function) == ["store i256 1, %x.addr", "store i256 2, %x.addr.1"]


def test_the_right_side_is_evaluated_before_any_store() -> None:
    function = main("let a, b := f(1, 2) a, b := f(b, a) function f(x, y) -> r, s { }")
    assert code(function)[3:] == [
        "%2 = load i256, %a.addr",
        "%3 = load i256, %b.addr",
        "%4, %5 = call @f(%3, %2)",
        "store i256 %4, %a.addr",
        "store i256 %5, %b.addr",
    ]


# Expressions


def test_arguments_are_evaluated_from_the_last_to_the_first() -> None:
    function = main("let x mstore(x, add(f(), x)) function f() -> r { }")
    assert code(function)[1:] == [
        "%0 = load i256, %x.addr",
        "%1 = call @f()",
        "%2 = add %1, %0",
        "%3 = load i256, %x.addr",
        "mstore %3, %2",
    ]


def test_literals_are_words_and_literal_only_arguments_stay() -> None:
    function = main('mstore("a", true) mstore(datasize("object"), memoryguard(0x80))')
    assert code(function) == [
        f"mstore {hex(ord('a') << 248)}, 1",
        "%0 = memoryguard 128",
        '%1 = datasize "object"',
        "mstore %1, %0",
    ]


@pytest.mark.parametrize("statement", ["revert(0, 0)", "f()", "mstore(0, g())", "let x := g()"])
def test_nothing_follows_code_that_does_not_continue(statement: str) -> None:
    module = lowered(f"""{{
        {statement} sstore(0, 1)
        function f() {{ invalid() }}
        function g() -> r {{ stop() }}
    }}""")
    text = print_function(module.functions["main"])
    assert "sstore" not in text
    assert "mstore" not in text
    assert ("  end revert 0, 0\n" in text) or ("  unreachable\n" in text)
    assert edges(module.functions["main"]) == "entry"
    assert edges(module.functions["f"]) == "entry"


def test_arguments_after_one_that_does_not_continue_are_not_evaluated() -> None:
    function = lowered("{ mstore(sload(0), g()) function g() -> r { stop() } }").functions["main"]
    assert code(function) == ["%0 = call @g()"]


# Statements


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (
            "if gas() { pop(1) }",
            "entry: if.body.0 if.after.0, if.body.0: if.after.0, if.after.0: ret, ret",
        ),
        ("if gas() { stop() }", "entry: if.body.0 if.after.0, if.body.0, if.after.0: ret, ret"),
        ("if 1 { pop(1) }", "entry: ret, ret"),
        ("if 1 { stop() } pop(1)", "entry"),
        (
            "if 0 { if gas() { } } if gas() { }",
            "entry: if.body.1 if.after.1, if.body.1: if.after.1, if.after.1: ret, ret",
        ),
        (
            "switch gas() case 0 { } case 5 { pop(1) }",
            "entry: switch.after.0 switch.case.0.0 switch.case.0.1,"
            " switch.case.0.0: switch.after.0, switch.case.0.1: switch.after.0,"
            " switch.after.0: ret, ret",
        ),
        (
            "switch gas() case 0 { } default { stop() }",
            "entry: switch.default.0 switch.case.0.0, switch.case.0.0: switch.after.0,"
            " switch.default.0, switch.after.0: ret, ret",
        ),
        ("switch gas() default { pop(1) }", "entry: ret, ret"),
        (
            "switch gas() case 0 { stop() } default { revert(0, 0) } pop(1)",
            "entry: switch.default.0 switch.case.0.0, switch.case.0.0, switch.default.0",
        ),
        (
            "for {} gas() {} { pop(1) }",
            "entry: for.cond.0, for.cond.0: for.body.0 for.after.0, for.body.0: for.post.0,"
            " for.post.0: for.cond.0, for.after.0: ret, ret",
        ),
        (
            "for {} gas() {} { break }",
            "entry: for.cond.0, for.cond.0: for.body.0 for.after.0, for.body.0: for.after.0,"
            " for.after.0: ret, ret",
        ),
        (
            "for {} gas() { pop(1) } { if gas() { continue } stop() }",
            "entry: for.cond.0, for.cond.0: for.body.0 for.after.0,"
            " for.body.0: if.body.1 if.after.1, if.body.1: for.post.0, if.after.1,"
            " for.post.0: for.cond.0, for.after.0: ret, ret",
        ),
        (
            "for {} 1 {} { pop(1) }",
            "entry: for.body.0, for.body.0: for.post.0, for.post.0: for.body.0",
        ),
        (
            "for {} 1 {} { if gas() { break } } pop(1)",
            "entry: for.body.0, for.body.0: if.body.1 if.after.1, if.body.1: for.after.0,"
            " if.after.1: for.post.0, for.post.0: for.body.0, for.after.0: ret, ret",
        ),
        ("for { pop(1) } 0 {} { stop() }", "entry: ret, ret"),
        ("for { stop() } gas() {} { }", "entry"),
        ("{ { pop(1) } { } }", "entry: ret, ret"),
    ],
)
def test_blocks_of_a_statement(body: str, expected: str) -> None:
    assert edges(main(body)) == expected


def test_leave_goes_to_the_return() -> None:
    function = lowered("{ function f() { if gas() { leave } stop() } }").functions["f"]
    assert edges(function) == "entry: if.body.0 if.after.0, if.body.0: ret, if.after.0, ret"


def test_break_and_continue_belong_to_the_innermost_loop() -> None:
    function = main("for {} gas() {} { for {} gas() {} { if gas() { continue } break } break }")
    before = predecessors(function)
    assert [one.label for one in before[block(function, "for.post.1")]] == ["if.body.2"]
    assert [one.label for one in before[block(function, "for.after.0")]] == [
        "for.cond.0",
        "for.after.1",
    ]


def test_variables_of_the_init_block_are_known_in_the_whole_loop() -> None:
    function = main("for { let i } lt(i, 3) { i := add(i, 1) } { mstore(0, i) }")
    assert code(function) == ["store i256 0, %i.addr"]
    assert code(function, "for.body.0")[0] == "%2 = load i256, %i.addr"


def test_the_selector_is_evaluated_once() -> None:
    text = print_function(main("switch gas() case 0 { } case 0x10000 { } default { }"))
    assert text.count("gas") == 1
    assert "switch %0, %switch.default.0 [ 0: %switch.case.0.0, 0x10000: %switch.case.0.1 ]" in text


def test_functions_in_dropped_code_are_lowered() -> None:
    module = lowered("{ stop() function f() { leave function g() {} } if 0 { function h() {} } }")
    assert list(module.functions) == ["main", "f", "g", "h"]
