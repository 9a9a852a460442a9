"""The verifier: one broken module for each rule of the SSA form."""

from __future__ import annotations

import re

import pytest

from tests.ssa.programs import NAMES, function_of, module_of, read
from yulopt.errors import Source
from yulopt.ssa.ir.function import Constant, Function, Module, Parameter
from yulopt.ssa.kernel.verifier import VerificationError, verify_module
from yulopt.ssa.text.parser import parse_module


def broken_rule(module: Module) -> str:
    with pytest.raises(VerificationError) as raised:
        verify_module(module)
    assert raised.value.message.startswith(f"{raised.value.rule}: ")
    return raised.value.rule


def rule_of(body: str, head: str = "func @f(%c: i256)") -> str:
    return broken_rule(parse_module(f"{head} {{ {body} }}"))


def program(body: str) -> tuple[Module, Function]:
    module = read(f"func @f(%c: i256) {{ {body} }}")
    return module, module.functions["f"]


@pytest.mark.parametrize("name", NAMES)
def test_reference_programs_are_valid(name: str) -> None:
    verify_module(module_of(name))


# Case V1 of chapter 08.
def test_a_block_needs_a_terminator() -> None:
    module, function = program("e: ret")
    function.entry.terminator = None
    assert broken_rule(module) == "V1"


# Case V1 of chapter 08.
def test_a_function_needs_a_block() -> None:
    module, function = program("e: ret")
    function.blocks.clear()
    assert broken_rule(module) == "V1"


# Case V1 of chapter 08.
def test_erased_instructions_must_be_swept_out() -> None:
    module, function = program("e: pop %c ret")
    function.entry.instructions[0].erase()
    assert broken_rule(module) == "V1"
    function.sweep()
    verify_module(module)


# Case V1 of chapter 08.
@pytest.mark.parametrize("body", ["e: end pop 1", "e: revert 0, 0 ret"])
def test_some_builtins_end_a_block(body: str) -> None:
    assert rule_of(body) == "V1"


# Case V2 of chapter 08.
def test_labels_are_unique() -> None:
    module, function = program("e: br %a a: ret")
    function.blocks[1].label = "e"
    assert broken_rule(module) == "V2"


# Case V2 of chapter 08.
def test_targets_must_exist() -> None:
    module, function = program("e: br %a a: ret")
    function.blocks.pop()
    assert broken_rule(module) == "V2"


# Case V2 of chapter 08.
def test_the_entry_has_no_predecessors() -> None:
    assert rule_of("e: br %e") == "V2"


# Case V3 of chapter 08.
def test_every_block_can_be_reached() -> None:
    assert rule_of("e: ret a: ret") == "V3"


# Case V4 of chapter 08.
def test_names_are_unique() -> None:
    module, function = program("e: %x = gas %y = gas ret")
    function.entry.instructions[1].result.name = "x"
    assert broken_rule(module) == "V4"
    function.entry.instructions[1].result.name = "c"
    assert broken_rule(module) == "V4"


# Case V5 of chapter 08.
def test_a_use_follows_its_definition() -> None:
    assert rule_of("e: pop %x %x = gas ret") == "V5"


# Case V5 of chapter 08.
def test_a_definition_dominates_its_uses() -> None:
    assert rule_of("e: br %c, %a, %b a: %x = gas br %b b: pop %x ret") == "V5"


# Case V5 of chapter 08.
def test_the_operand_of_a_phi_is_needed_at_the_end_of_the_predecessor() -> None:
    good = "e: br %c, %a, %b a: %x = gas br %b b: %p = phi i256 [ 1, %e ], [ %x, %a ] ret"
    program(good)
    assert rule_of(good.replace("[ 1, %e ], [ %x, %a ]", "[ %x, %e ], [ 1, %a ]")) == "V5"


# Case V5 of chapter 08.
def test_values_belong_to_the_function() -> None:
    module, function = program("e: pop %c ret")
    function.entry.instructions[0].set_operand(0, Parameter("d"))
    assert broken_rule(module) == "V5"


# Case V5 of chapter 08.
def test_uses_are_known() -> None:
    module, function = program("e: pop %c ret")
    function.entry.instructions[0].operands[0] = Constant(1)
    function.entry.instructions[0].operands[0] = function.parameters[0]
    verify_module(module)
    function.parameters[0].uses.clear()
    assert broken_rule(module) == "V5"


# Case V6 of chapter 08.
def test_a_phi_has_an_operand_for_each_predecessor() -> None:
    assert rule_of("e: br %c, %a, %b a: br %b b: %p = phi i256 [ 1, %e ] ret") == "V6"


# Case V6 of chapter 08.
def test_a_phi_has_no_other_operands() -> None:
    assert rule_of("e: br %a a: %p = phi i256 [ 1, %e ], [ 2, %b ] br %b b: ret") == "V6"


# Case V7 of chapter 08.
def test_no_two_edges_lead_from_one_block_to_phis() -> None:
    program("e: br %c, %a, %a a: ret")
    assert rule_of("e: br %c, %a, %a a: %p = phi i256 [ 1, %e ] ret") == "V7"


# Case V8 of chapter 08.
def test_phis_of_a_loop_may_name_each_other_and_themselves() -> None:
    program("""
        e: br %l
        l: %p = phi i256 [ 1, %e ], [ %q, %l ]
           %q = phi i256 [ 2, %e ], [ %p, %l ]
           %r = phi i256 [ 3, %e ], [ %r, %l ]
           br %c, %l, %x
        x: ret
    """)


# Case V9 of chapter 08.
@pytest.mark.parametrize(
    "body",
    [
        "e: %x = alloca i256 pop %x ret",
        "e: %x = load i256, %c ret",
        "e: %x = alloca i256 %y = alloca i256 store i256 %y, %x ret",
        "e: store i256 1, %c ret",
        "e: %x = alloca i256 call @f(%x) ret",
        "e: %x = alloca i256 br %x, %a, %b a: ret b: ret",
        "e: %x = alloca i256 switch %x, %a [ ] a: ret",
        "e: %x = alloca i256 br %a a: %p = phi i256 [ %x, %e ] ret",
        "e: %x = add 1 ret",
        'e: %x = add 1, "a" ret',
        "e: %x = datasize 1 ret",
        'e: %x = memoryguard "a" ret',
        "e: %x = memoryguard %c ret",
        'e: call @f("a") ret',
        "e: call @f() ret",
    ],
)
def test_types_match(body: str) -> None:
    assert rule_of(body) == "V9"


# Case V9 of chapter 08.
def test_functions_that_are_called_exist() -> None:
    module = read("declare @g() func @f() { e: call @g() ret }")
    module.declarations.clear()
    assert broken_rule(module) == "V9"


# Case V10 of chapter 08.
@pytest.mark.parametrize("operands", ["", "1, 2"])
def test_returned_values_are_those_of_the_head(operands: str) -> None:
    assert rule_of(f"e: ret {operands}", "func @f() -> i256") == "V10"


# Case V10 of chapter 08.
def test_no_cell_is_returned() -> None:
    assert rule_of("e: %x = alloca i256 ret %x", "func @f() -> i256") == "V9"


# Case V11 of chapter 08.
def test_case_values_are_distinct() -> None:
    assert rule_of("e: switch %c, %a [ 1: %b, 0x1: %b ] a: ret b: ret") == "V11"


# Case V12 of chapter 08.
@pytest.mark.parametrize("body", ["e: %x = copy 1 ret", "e: [%x] = pcopy [1] ret"])
def test_copies_follow_phi_elimination(body: str) -> None:
    assert rule_of(body) == "V12"
    read(f"func @f() post-ssa {{ {body} }}")


# Case V12 of chapter 08.
def test_there_are_no_phis_after_phi_elimination() -> None:
    body = "e: br %a a: %p = phi i256 [ 1, %e ] ret"
    assert rule_of(body, "func @f() post-ssa") == "V12"


# Case V12 of chapter 08.
def test_only_then_variables_are_assigned_several_times() -> None:
    module = read("func @f() post-ssa { e: %x = copy 1 %x = copy 2 pop %x ret }")
    module.functions["f"].post_ssa = False
    assert broken_rule(module) in ("V4", "V12")


# Case V14 of chapter 08.
def test_reducible_functions_have_one_entry_for_each_loop() -> None:
    module = module_of("S2")
    function_of("S2")
    module.functions["S2"].reducible = True
    assert broken_rule(module) == "V14"
    module_of("N9").functions["N9"].reducible = True


def test_errors_have_their_place_in_the_text() -> None:
    text = "func @f() {\nentry:\n  pop %x\n  %x = gas\n  ret\n}\n"
    with pytest.raises(VerificationError, match=re.escape("<input>:3:3: error: V5: %x is used")):
        verify_module(parse_module(text), Source(text))
