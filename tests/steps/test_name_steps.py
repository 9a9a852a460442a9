"""The steps that only change names: Disambiguator, NameSimplifier, VarNameCleaner."""

from __future__ import annotations

import re

import pytest

import yulopt
from yulopt.analysis.declarations import declared_names
from yulopt.rewriting.name_displacer import displace_names
from yulopt.steps.name_simplifier import NameSimplifier
from yulopt.steps.var_name_cleaner import VarNameCleaner


def yul(source: str) -> str:
    """The code as it is printed."""
    return yulopt.print_yul(yulopt.parse(source).code)


def code_after(source: str, steps: str = ":", evm_version: str | None = None) -> str:
    """The code after a whole run; names are simplified and cleaned at its end."""
    program = yulopt.parse(
        yulopt.optimize(source, steps, evm_version=evm_version), evm_version=evm_version
    )
    return yulopt.print_yul(program.code)


# Disambiguator


def disambiguated(source: str) -> str:
    return yulopt.optimize(source, "", bare=True).rstrip()


def test_names_that_are_unique_stay() -> None:
    source = "{ let a_1 function f(x) -> y { let b$ } { let c.d } }"
    assert disambiguated(source) == yul(source)


def test_the_first_of_equal_names_stays_and_the_others_are_numbered() -> None:
    source = "{ { let x sstore(x, 0) } { let x sstore(x, 1) } { let x sstore(x, 2) } }"
    assert disambiguated(source) == yul(
        "{ { let x sstore(x, 0) } { let x_1 sstore(x_1, 1) } { let x_2 sstore(x_2, 2) } }"
    )


def test_one_counter_serves_all_names() -> None:
    source = "{ { let x let y let z } { let z let y let x } }"
    assert disambiguated(source) == yul("{ { let x let y let z } { let z_1 let y_2 let x_3 } }")


def test_a_number_that_is_taken_is_left_out() -> None:
    source = "{ { let x let x_1 } { let x } }"
    assert disambiguated(source) == yul("{ { let x let x_1 } { let x_2 } }")


def test_a_name_that_comes_later_is_not_taken_yet() -> None:
    source = "{ { let x } { let x } { let x_1 } }"
    assert disambiguated(source) == yul("{ { let x } { let x_1 } { let x_1_2 } }")


def test_functions_and_variables_share_names() -> None:
    source = "{ { function f() { } f() } { let f f := 1 } }"
    assert disambiguated(source) == yul("{ { function f() { } f() } { let f_1 f_1 := 1 } }")


def test_a_use_names_a_function_before_its_definition() -> None:
    source = """
        {
            { function a() { } function b() { } a() b() }
            { b() function a() { } function b() { } a() }
        }
    """
    assert disambiguated(source) == yul(
        """
        {
            { function a() { } function b() { } a() b() }
            { b_1() function a_2() { } function b_1() { } a_2() }
        }
        """
    )


def test_a_callee_is_named_before_its_arguments_and_these_in_their_order() -> None:
    functions = "function f(x, y) -> z { } function g() -> z { } function h() -> z { }"
    first = f"{{ pop(f(g(), h())) {functions} }}"
    assert disambiguated(f"{{ {first} {first} }}") == yul(
        """
        {
            {
                pop(f(g(), h()))
                function f(x, y) -> z { }
                function g() -> z_1 { }
                function h() -> z_2 { }
            }
            {
                pop(f_3(g_4(), h_5()))
                function f_3(x_6, y_7) -> z_8 { }
                function g_4() -> z_9 { }
                function h_5() -> z_10 { }
            }
        }
        """
    )


def test_a_variable_is_named_before_what_its_value_calls() -> None:
    source = "{ let x := f() function f() -> r { r := 1 } }"
    assert disambiguated(f"{{ {source} {source} }}") == yul(
        f"{{ {source} {{ let x_1 := f_2() function f_2() -> r_3 {{ r_3 := 1 }} }} }}"
    )


def test_the_post_block_of_a_loop_is_named_before_its_body() -> None:
    source = "for { let a } f() { let b } { let c } function f() -> d { }"
    assert disambiguated(f"{{ {{ {source} }} {{ {source} }} }}") == yul(
        f"""
        {{
            {{ {source} }}
            {{ for {{ let a_1 }} f_2() {{ let b_3 }} {{ let c_4 }} function f_2() -> d_5 {{ }} }}
        }}
        """
    )


def test_variables_of_an_initialiser_are_known_in_the_whole_loop() -> None:
    source = "for { let i } lt(i, 2) { i := add(i, 1) } { sstore(i, 0) }"
    assert disambiguated(f"{{ {source} {source} }}") == yul(
        f"{{ {source} for {{ let i_1 }} lt(i_1, 2) {{ i_1 := add(i_1, 1) }} {{ sstore(i_1, 0) }} }}"
    )


def test_variables_of_an_initialiser_are_not_known_after_the_loop() -> None:
    source = "{ for { let i } i { } { } let i := 1 sstore(i, 0) }"
    assert disambiguated(source) == yul("{ for { let i } i { } { } let i_1 := 1 sstore(i_1, 0) }")


def test_each_function_has_names_of_its_own() -> None:
    source = "{ function f(a) -> b { b := a } function g(a) -> b { let c := a b := c } let c }"
    assert disambiguated(source) == yul(
        """
        {
            function f(a) -> b { b := a }
            function g(a_1) -> b_2 { let c := a_1 b_2 := c }
            let c_3
        }
        """
    )


def test_parameters_and_results_are_known_in_their_function_only() -> None:
    source = "{ function f(a) -> b { b := a } let a := 1 let b := 2 sstore(a, b) }"
    assert disambiguated(source) == yul(
        "{ function f(a) -> b { b := a } let a_1 := 1 let b_2 := 2 sstore(a_1, b_2) }"
    )


def test_a_function_in_a_function_is_known_there_only() -> None:
    source = """
        {
            function f() { function h() { } h() }
            function g() { function h() { } h() }
        }
    """
    assert disambiguated(source) == yul(
        """
        {
            function f() { function h() { } h() }
            function g() { function h_1() { } h_1() }
        }
        """
    )


# Displacing names, which UnusedFunctionParameterPruner does with those of functions


def test_displacing_renames_what_is_declared() -> None:
    block = yulopt.parse(
        """
        {
            let x := f(1)
            x := add(x, y())
            function f(a) -> b { b := a }
            function y() -> z { }
        }
        """
    ).code
    dispenser = yulopt.make_context(block).dispenser
    assert displace_names(block, {"x", "f", "b", "z", "unknown"}, dispenser) == {
        "f": "f_1",
        "x": "x_2",
        "b": "b_3",
        "z": "z_4",
    }
    assert yulopt.print_yul(block) == yul(
        """
        {
            let x_2 := f_1(1)
            x_2 := add(x_2, y())
            function f_1(a) -> b_3 { b_3 := a }
            function y() -> z_4 { }
        }
        """
    )
    assert dispenser.is_illegal("unknown")


# NameSimplifier


def short_name(name: str, *others: str) -> str:
    """What becomes of the name of a function, beside functions with other names."""
    names = [name, *others]
    functions = " ".join(
        f"function {item}() {{ sstore({names.index(item)}, 1) }}" for item in names
    )
    text = code_after(f"{{ {functions} }}")
    found = re.search(r"function (\S+)\(\)\n\s+\{ sstore\(0, 1\) \}", text)
    assert found is not None
    return found[1]


SHORT_NAMES = {
    "plain": "plain",
    "a_b": "a_b",
    # 1: $_ and _$
    "a_$b": "a_b",
    "a$_b": "a_b",
    "a$_$b": "a_$b",
    "a$b": "a$b",
    # 2: a number in the middle, unless it may be a hexadecimal one
    "a_1_b": "a_b",
    "a_12z": "az",
    "a_12b": "a_12b",
    "a_0x12": "a_0x12",
    "q_12_34_z": "q_34_z",
    # 3: a number at the end
    "a_1": "a",
    "a_1_2": "a",
    "a1": "a1",
    # 4: a type
    "a_t_b": "a_b",
    "a_t_t_t_t_t_b": "a_t_t_b",
    "a_t": "a_t",
    # 5: two underscores
    "a__b": "a_b",
    "a___b": "a__b",
    "a____b": "a__b",
    # 6: what a coder codes to
    "abi_encode_a_to_b": "abi_encode_a",
    "abi_decode_a_to_b_to_c": "abi_decode_a_to_b",
    "abi_x_to_b": "abi_x_to_b",
    # 7: the hash of a string
    "stringliteral_abcdef0123": "stringliteral_abcd",
    "stringliteralabcd99": "stringliteralabcd",
    "stringliteral_abc": "stringliteral_abc",
    # 8 to 12: words
    "a_tuple_b": "a_b",
    "tuple_tuple_b": "b",
    "a_memory_ptr": "a",
    "a_calldata_ptr": "a_calldata",
    "a_fromStack": "a",
    "a_storage_storage": "a_storage",
    # 13, 14: words that are repeated
    "storage_x_storage_y": "storage_x__y",
    "storagestorage": "storage",
    "a_memory_memory": "a_memory",
    # 16: arrays
    "index_access_array": "index_access",
    "index_access_t_array": "index_access",
    # 17: numbers before an underscore at the end
    "a12_": "a",
    "a_": "a",
    # Several rules, one after the other
    "abi_decode_tuple_t_uint256_fromStack_42": "abi_decode_uint256",
    "abi_encode_tuple_t_uint256__to_t_uint256__fromStack": "abi_encode_uint256",
    "read_from_storage_split_offset_0_t_uint256": "read_from_storage_split_offset_uint256",
    "convert_t_contract$_A_$12_to_t_address": "convert_contract_A_to_address",
    # A name that would be reserved, or none, is not taken
    "add_1": "add_1",
    "leave_1": "leave_1",
    "tuple_add": "tuple_add",
    "_1": "_1",
    "let_t_1": "let_t",
}


def test_names_become_shorter() -> None:
    assert {name: short_name(name) for name in SHORT_NAMES} == SHORT_NAMES


def test_rule_15_needs_the_first_one_to_fail() -> None:
    """Otherwise the `$` is gone before."""
    assert short_name("a_contract$_B_c", "a_contract_B_c") == "aB_c"


def test_a_short_name_that_is_taken_is_not_given_again() -> None:
    assert short_name("f_1", "f") == "f_1"
    assert short_name("a_tuple_b_1", "a_tuple_b") == "a_b_1"


def test_a_rule_that_cannot_be_applied_does_not_stop_the_next_ones() -> None:
    assert short_name("a__b_1", "a__b") == "a_b_1"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        ("f_1 f_2 f_3", "f f_2 f_3"),
        ("f_3 f_2 f_1", "f_3 f_2 f"),
        ("foo_$bar foo$_bar", "foo_bar foo$_bar"),
        ("foo$_bar foo_$bar", "foo$_bar foo_bar"),
    ],
)
def test_the_first_in_the_order_of_names_gets_the_short_one(names: str, short: str) -> None:
    functions = " ".join(f"function {name}() {{ }}" for name in names.split())
    expected = " ".join(f"function {name}() {{ }}" for name in short.split())
    assert code_after(f"{{ {functions} }}") == yul(f"{{ {{ }} {expected} }}")


def test_functions_and_variables_compete_for_short_names() -> None:
    """Here `g_1` is the first in the order of names. At the end, variables are cleaned."""
    source = "{ let g_1 := 1 sstore(g_1, 0) function g_2() { sstore(2, 2) } }"
    assert code_after(source) == yul(
        "{ { let g := 1 sstore(g, 0) } function g_2() { sstore(2, 2) } }"
    )
    source = "{ let g_2 := 1 sstore(g_2, 0) function g_1() { sstore(2, 2) } }"
    assert code_after(source) == yul(
        "{ { let g_1 := 1 sstore(g_1, 0) } function g() { sstore(2, 2) } }"
    )


def test_names_are_changed_everywhere() -> None:
    block = yulopt.parse(
        """
        {
            let a_t_b, c_t_d := f_1(1)
            a_t_b, c_t_d := f_1(a_t_b)
            function f_1(p_t_q) -> r_t_s, u_t_v { r_t_s := add(p_t_q, 1) u_t_v := r_t_s }
        }
        """
    ).code
    context = yulopt.make_context(block)
    context.dispenser.reset(declared_names(block))
    NameSimplifier().run(context, block)
    assert yulopt.print_yul(block) == yul(
        """
        {
            let a_b, c_d := f(1)
            a_b, c_d := f(a_b)
            function f(p_q) -> r_s, u_v { r_s := add(p_q, 1) u_v := r_s }
        }
        """
    )


def test_names_that_are_gone_are_free_again() -> None:
    """`F` makes `f_1` of `f`, and `u` removes `f`."""
    source = "{ f(1) function f(x) { sstore(x, x) } }"
    assert code_after(source, "Fu:") == yul("{ { f() } function f() { let x := 1 sstore(x, x) } }")


# VarNameCleaner


def cleaned(source: str, evm_version: str | None = None) -> str:
    """The code after this step only."""
    block = yulopt.parse(source, evm_version=evm_version).code
    VarNameCleaner().run(yulopt.make_context(block), block)
    return yulopt.print_yul(block)


def test_numbers_at_the_end_go() -> None:
    source = "{ let a_1 let b_12_3 let c__4 let d5 let e_6f let _g let h_ }"
    assert cleaned(source) == yul("{ let a let b let c let d5 let e_6f let _g let h_ }")


def test_equal_names_are_numbered_in_their_order() -> None:
    source = "{ let a_7 let a_3 let a let a_1 sstore(a_7, a_3) a := a_1 }"
    assert cleaned(source) == yul("{ let a let a_1 let a_2 let a_3 sstore(a, a_1) a_2 := a_3 }")


def test_blocks_do_not_make_names_free() -> None:
    source = "{ { let a_7 := 1 sstore(a_7, 0) } { let a_3 := 2 sstore(a_3, 0) } }"
    assert cleaned(source) == yul("{ { let a := 1 sstore(a, 0) } { let a_1 := 2 sstore(a_1, 0) } }")


def test_each_function_is_numbered_by_itself() -> None:
    source = "{ { let a_1 let a_6 } function f(a_2, b_3) -> a_4 { let b_5 a_4 := add(a_2, b_5) } }"
    assert cleaned(source) == yul(
        "{ { let a let a_1 } function f(a, b) -> a_1 { let b_1 a_1 := add(a, b_1) } }"
    )


def test_the_post_block_of_a_loop_is_numbered_before_its_body() -> None:
    source = "{ for { let a_7 } 1 { let a_8 } { let a_9 } }"
    assert cleaned(source) == yul("{ for { let a } 1 { let a_1 } { let a_2 } }")


def test_names_of_functions_stay_and_are_not_given_to_variables() -> None:
    source = "{ function f_1(x) { } let f_2 := 1 f_1(f_2) let f_3 let f_1_1 }"
    assert cleaned(source) == yul("{ function f_1(x) { } let f := 1 f_1(f) let f_2 let f_3 }")
    source = "{ function f(f_1) { let f_2 f_1 := f_2 } }"
    assert cleaned(source) == yul("{ function f(f_1) { let f_2 f_1 := f_2 } }")


@pytest.mark.parametrize("name", ["add", "leave", "push1", "datasize"])
def test_reserved_names_keep_a_number(name: str) -> None:
    assert cleaned(f"{{ let {name}_7 let {name}_8 }}") == yul(f"{{ let {name}_1 let {name}_2 }}")


def test_the_version_decides_what_is_reserved() -> None:
    source = "{ let mcopy_7 := 1 sstore(mcopy_7, 0) }"
    for version, name in (("shanghai", "mcopy"), ("cancun", "mcopy_1")):
        assert f"let {name} := 1\n" in yulopt.optimize(source, ":", evm_version=version)


def test_a_name_that_is_only_a_number_keeps_one() -> None:
    assert cleaned("{ let _5 let _7 sstore(_5, _7) }") == yul("{ let _1 let _2 sstore(_1, _2) }")
    assert cleaned("{ let __5 let _1_2 }") == yul("{ let _1 let _2 }")


def test_a_declaration_is_renamed_before_its_value_is_read() -> None:
    source = "{ function g(a_2) -> a_5 { let a_7 := add(a_2, a_5) a_5 := a_7 } }"
    assert cleaned(source) == yul("{ function g(a) -> a_1 { let a_2 := add(a, a_1) a_1 := a_2 } }")
