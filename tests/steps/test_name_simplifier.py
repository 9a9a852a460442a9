"""The NameSimplifier, which is the last but one of a whole run."""

from __future__ import annotations

import re

import pytest

import yulopt
from tests.steps.check import printed
from yulopt.analysis.declarations import declared_names
from yulopt.steps.name_simplifier import NameSimplifier


def check_run(before: str, after: str, steps: str = ":") -> None:
    """A whole run, which cleans the names of variables, too, turns one program into the other."""
    code = yulopt.parse(yulopt.optimize(before, steps)).code
    assert yulopt.print_yul(code) == printed(after)


def short_name(name: str, *others: str) -> str:
    """The new name of a function, next to functions with other names."""
    names = [name, *others]
    functions = " ".join(
        f"function {item}() {{ sstore({names.index(item)}, 1) }}" for item in names
    )
    text = yulopt.optimize(f"{{ {functions} }}", ":")
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


def test_rule_15_applies_only_if_the_first_fails() -> None:
    """Otherwise the `$` is gone before."""
    assert short_name("a_contract$_B_c", "a_contract_B_c") == "aB_c"


def test_a_taken_short_name_is_not_reused() -> None:
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
    check_run(f"{{ {functions} }}", f"{{ {{ }} {expected} }}")


def test_functions_and_variables_compete_for_short_names() -> None:
    """Here `g_1` is the first in the order of names. At the end, variables are cleaned."""
    source = "{ let g_1 := 1 sstore(g_1, 0) function g_2() { sstore(2, 2) } }"
    check_run(source, "{ { let g := 1 sstore(g, 0) } function g_2() { sstore(2, 2) } }")
    source = "{ let g_2 := 1 sstore(g_2, 0) function g_1() { sstore(2, 2) } }"
    check_run(source, "{ { let g_1 := 1 sstore(g_1, 0) } function g() { sstore(2, 2) } }")


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
    assert yulopt.print_yul(block) == printed(
        """
        {
            let a_b, c_d := f(1)
            a_b, c_d := f(a_b)
            function f(p_q) -> r_s, u_v { r_s := add(p_q, 1) u_v := r_s }
        }
        """
    )


def test_removed_names_are_free_again() -> None:
    """`F` makes `f_1` of `f`, and `u` removes `f`."""
    source = "{ f(1) function f(x) { sstore(x, x) } }"
    check_run(source, "{ { f() } function f() { let x := 1 sstore(x, x) } }", "Fu:")
