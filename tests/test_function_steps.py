"""The steps that look at whole functions, by their letters: l u v p F i e."""

from __future__ import annotations

import pytest

import yulopt
from yulopt.ast import Block


def after(steps: str, source: str, evm_version: str | None = None) -> str:
    """The code after the Disambiguator and the steps."""
    return yulopt.optimize(source, steps, bare=True, evm_version=evm_version).rstrip()


def main_after(steps: str, source: str, evm_version: str | None = None) -> str:
    """The code outside functions after the Disambiguator and the steps."""
    code = yulopt.parse(after(steps, source, evm_version), evm_version=evm_version).code
    first = code.statements[0]
    assert isinstance(first, Block)
    return yulopt.print_yul(first)


def yul(source: str) -> str:
    """The code as it is printed."""
    return yulopt.print_yul(yulopt.parse(source).code)


def block(statements: str, functions: str = "") -> str:
    """How a block of statements is printed; the functions are there for them to call."""
    code = yulopt.parse(f"{{ {{ {statements} }} {functions} }}").code
    first = code.statements[0]
    assert isinstance(first, Block)
    return yulopt.print_yul(first)


def is_unchanged(steps: str, source: str) -> bool:
    return after(steps, source) == yul(source)


# CircularReferencesPruner (l)


def test_l_removes_functions_that_only_call_each_other() -> None:
    source = "{ { sstore(0, 1) } function f() { g() } function g() { f() } function h() { h() } }"
    assert after("l", source) == yul("{ { sstore(0, 1) } }")


def test_l_keeps_what_the_code_outside_functions_can_reach() -> None:
    assert is_unchanged("l", "{ { if 0 { f() } } function f() { g() } function g() { f() } }")


def test_l_counts_calls_that_control_never_comes_to() -> None:
    assert is_unchanged("l", "{ { stop() f() } function f() { leave g() } function g() { } }")


def test_l_puts_an_empty_block_back_in_front() -> None:
    assert after("l", "{ { } function f() { f() } }") == yul("{ { } }")
    assert after("l", "{ { } { } }") == yul("{ { } }")


def test_l_changes_nothing_inside_of_what_it_keeps() -> None:
    assert is_unchanged("l", "{ { f() { } let x := 1 } function f() { { } let y := 1 } }")


# UnusedPruner (u)

FUNCTIONS_FOR_U = """
    function reads() -> a, b { a := mload(0) b := sload(1) }
    function writes() -> c, d { sstore(c, d) }
    function writes_one() -> e { sstore(e, 1) }
    function nothing() { }
    function loops() { for { } 1 { } { } }
    function calls_loops() -> f { loops() }
    function recurses() { recurses() }
    function reverts() { revert(0, 0) }
"""


@pytest.mark.parametrize(
    ("statement", "left"),
    [
        ("let x", ""),
        ("let x, y", ""),
        ("let x := 1", ""),
        ("let x := sload(mload(0))", ""),
        ("let x := add(gas(), keccak256(0, 1))", ""),
        ("let x, y := reads()", ""),
        # The value of one variable is kept without the variable, if it must be computed.
        ("let x := staticcall(1, 2, 3, 4, 5, 6)", "pop(staticcall(1, 2, 3, 4, 5, 6))"),
        ("let x := writes_one()", "pop(writes_one())"),
        ("let x := calls_loops()", "pop(calls_loops())"),
        # There is no such way for several.
        ("let x, y := writes()", "let x, y := writes()"),
        ("pop(1)", ""),
        ("pop(returndatasize())", ""),
        ("nothing()", ""),
        ("pop(create(1, 2, 3))", "pop(create(1, 2, 3))"),
        ("loops()", "loops()"),
        ("recurses()", "recurses()"),
        ("reverts()", "reverts()"),
        ("log0(0, 0)", "log0(0, 0)"),
        ("mstore(0, 0)", "mstore(0, 0)"),
    ],
)
def test_u_removes_what_is_unused_and_has_no_effect(statement: str, left: str) -> None:
    source = f"{{ {{ {statement} stop() }} {FUNCTIONS_FOR_U} }}"
    assert main_after("u", source) == block(f"{left} stop()", FUNCTIONS_FOR_U)


@pytest.mark.parametrize("asks", ["sstore(0, msize())", 'verbatim_0i_0o("a")', "asks()"])
def test_u_keeps_reads_of_memory_where_msize_can_tell(asks: str) -> None:
    functions = "function f() -> a { a := mload(0) } function asks() { sstore(0, msize()) }"
    source = f"{{ {{ {asks} let x := mload(0) pop(keccak256(1, 2)) pop(f()) }} {functions} }}"
    assert main_after("u", source) == block(
        f"{asks} pop(mload(0)) pop(keccak256(1, 2)) pop(f())", functions
    )


def test_u_removes_reads_of_storage_even_with_msize() -> None:
    source = "{ { sstore(0, msize()) let x := sload(0) pop(balance(1)) } }"
    assert after("u", source) == yul("{ { sstore(0, msize()) } }")


def test_u_goes_by_whether_there_was_an_msize_at_the_beginning() -> None:
    """It removes the `msize`, but only the next run notices that there is none."""
    source = "{ { pop(msize()) let x := mload(0) } }"
    assert after("u", source) == yul("{ { pop(mload(0)) } }")
    assert after("uu", source) == yul("{ { } }")


def test_u_counts_assignments_as_uses() -> None:
    assert is_unchanged("u", "{ { let x := 1 x := 2 } }")


def test_u_keeps_a_declaration_if_one_of_its_variables_is_used() -> None:
    assert is_unchanged("u", "{ { let x, y sstore(y, 0) } }")


def test_u_keeps_parameters_and_results() -> None:
    assert is_unchanged("u", "{ { f(sload(0)) } function f(a) { sstore(0, 1) } }")


def test_u_removes_functions_that_nothing_calls() -> None:
    source = "{ { sstore(0, 1) } function f() { g() } function g() { sstore(1, 1) } }"
    assert after("u", source) == yul("{ { sstore(0, 1) } }")


def test_u_takes_a_call_of_itself_for_a_use() -> None:
    assert is_unchanged("u", "{ { sstore(0, 1) } function f() { f() } }")


def test_u_goes_on_as_long_as_it_removes_references() -> None:
    source = "{ { let a := calldataload(0) let b := add(a, 1) let c := add(b, a) } }"
    assert after("u", source) == yul("{ { } }")


def test_u_does_not_go_on_after_removing_what_refers_to_nothing() -> None:
    """The block becomes empty too late for this round, and there is no other one."""
    source = "{ { sstore(0, 1) { let x := 1 } } }"
    assert after("u", source) == yul("{ { sstore(0, 1) { } } }")
    assert after("uu", source) == yul("{ { sstore(0, 1) } }")


def test_u_goes_on_after_removing_a_builtin() -> None:
    source = "{ { sstore(0, 1) { let x := calldatasize() } } }"
    assert after("u", source) == yul("{ { sstore(0, 1) } }")


def test_u_removes_what_only_removed_code_used() -> None:
    functions = "function f() { let c := 2 g(c) } function g(x) { h(x) } function h(y) { }"
    assert after("u", f"{{ {{ let a := 1 let b := a }} {functions} }}") == yul("{ { } }")


def test_u_removes_empty_blocks_but_not_empty_bodies() -> None:
    source = "{ { { } if 1 { let x } for { } 1 { } { { } } switch 0 case 0 { pop(1) } } }"
    assert after("u", source) == yul("{ { if 1 { } for { } 1 { } { } switch 0 case 0 { } } }")


def test_u_groups_what_is_left() -> None:
    assert after("u", "{ sstore(0, 1) function f() { } f() }") == yul("{ { sstore(0, 1) } }")


# EquivalentFunctionCombiner (v)


def test_v_calls_the_first_of_equal_functions() -> None:
    functions = """
        function f(a) -> b { b := add(a, 1) }
        function g(c) -> d { d := add(c, 1) }
        function h(e) -> i { i := add(e, 0x01) }
        function other(j) -> k { k := add(1, j) }
    """
    source = f"{{ {{ sstore(h(g(1)), other(f(2))) }} {functions} }}"
    assert after("v", source) == yul(f"{{ {{ sstore(f(f(1)), other(f(2))) }} {functions} }}")


def test_v_changes_calls_in_functions_too() -> None:
    source = "{ { f() g() } function f() { } function g() { } function h() { g() } }"
    assert after("v", source) == yul(
        "{ { f() f() } function f() { } function g() { } function h() { f() } }"
    )


def test_v_compares_functions_as_they_are_before_it() -> None:
    """`h` and `i` become equal by this run, which the next one sees."""
    functions = "function f() { } function g() { } function h() { f() } function i() { G() }"
    source = f"{{ {{ h() i() }} {functions} }}"
    once = f"{{ {{ h() i() }} {functions.replace('G', 'f')} }}"
    twice = f"{{ {{ h() h() }} {functions.replace('G', 'f')} }}"
    assert after("v", source.replace("G", "g")) == yul(once)
    assert after("vv", source.replace("G", "g")) == yul(twice)


def test_v_keeps_calls_of_functions_that_call_themselves() -> None:
    assert is_unchanged("v", "{ { f() g() } function f() { f() } function g() { g() } }")


# UnusedFunctionParameterPruner (p)


def test_p_splits_off_what_is_unused() -> None:
    source = """
        {
            { let q, w := f(1, 2) }
            function f(a, b) -> x, y { sstore(a, 1) x := 2 if a { sstore(1, 1) } }
        }
    """
    assert after("p", source) == yul(
        """
        {
            { let q, w := f_1(1, 2) }
            function f(a) -> x { sstore(a, 1) x := 2 if a { sstore(1, 1) } }
            function f_1(a_2, b_3) -> x_4, y_5 { x_4 := f(a_2) }
        }
        """
    )


def test_p_needs_no_assignment_when_no_result_is_used() -> None:
    source = "{ { pop(f(1)) } function f(a) -> c { sstore(0, 0) sstore(0, 0) } }"
    assert after("p", source) == yul(
        """
        {
            { pop(f_1(1)) }
            function f() { sstore(0, 0) sstore(0, 0) }
            function f_1(a_2) -> c_3 { f() }
        }
        """
    )


def test_p_keeps_the_order_of_what_is_used() -> None:
    source = """
        {
            { let x, y, z := f(1, 2, 3) }
            function f(a, b, c) -> r, s, t { t := c r := a }
        }
    """
    assert after("p", source) == yul(
        """
        {
            { let x, y, z := f_1(1, 2, 3) }
            function f(a, c) -> r, t { t := c r := a }
            function f_1(a_2, b_3, c_4) -> r_5, s_6, t_7 { r_5, t_7 := f(a_2, c_4) }
        }
        """
    )


def test_p_asks_for_the_names_of_all_functions_first() -> None:
    source = """
        {
            { f(1) g(2) }
            function f(a) { sstore(0, 1) }
            function g(b) { sstore(0, 1) }
        }
    """
    assert after("p", source) == yul(
        """
        {
            { f_1(1) g_2(2) }
            function f() { sstore(0, 1) }
            function f_1(a_3) { f() }
            function g() { sstore(0, 1) }
            function g_2(b_4) { g() }
        }
        """
    )


def test_p_lets_recursive_calls_go_through_the_new_function() -> None:
    source = "{ { f(1, 2) } function f(a, b) { if a { f(sub(a, 1), 7) } } }"
    assert after("p", source) == yul(
        """
        {
            { f_1(1, 2) }
            function f(a) { if a { f_1(sub(a, 1), 7) } }
            function f_1(a_2, b_3) { f(a_2) }
        }
        """
    )


def test_p_takes_an_assignment_for_a_use() -> None:
    assert is_unchanged("p", "{ { pop(f(1)) } function f(a) -> b { a := 1 b := 2 } }")


def test_p_has_nothing_to_do_when_all_is_used() -> None:
    functions = "function f() { stop() stop() } function g(a) -> b { b := a sstore(0, b) }"
    assert is_unchanged("p", f"{{ {{ f() pop(g(1)) }} {functions} }}")


@pytest.mark.parametrize(
    ("body", "is_split"),
    [
        # At most one statement, and a size of at most 1.
        ("", False),
        ("let y", False),
        ("let y := 1", False),
        ("stop()", False),
        ("if 0 { }", True),
        ("sstore(0, 0) ", False),
        ("sstore(0, 1)", True),
        ("let y let z", True),
        ("{ let y let z }", False),
        ("leave", True),
    ],
)
def test_p_leaves_functions_that_will_be_inlined_anyway(body: str, is_split: bool) -> None:
    source = f"{{ {{ f(1) }} function f(unused) {{ {body} }} }}"
    assert ("f_1" in after("p", source)) == is_split


# FunctionSpecializer (F)


def test_F_makes_a_copy_for_each_call_with_literals() -> None:
    source = """
        {
            { sstore(f(1, calldataload(1)), f(2, calldataload(2))) }
            function f(x, y) -> r { r := add(x, sload(y)) }
        }
    """
    assert after("F", source) == yul(
        """
        {
            { sstore(f_2(calldataload(1)), f_1(calldataload(2))) }
            function f_1(y_3) -> r_5 { let x_4 := 2 r_5 := add(x_4, sload(y_3)) }
            function f_2(y_6) -> r_8 { let x_7 := 1 r_8 := add(x_7, sload(y_6)) }
            function f(x, y) -> r { r := add(x, sload(y)) }
        }
        """
    )


def test_F_visits_arguments_before_the_call() -> None:
    source = "{ { sstore(0, f(f(3, 4), 5)) } function f(x, y) -> r { } }"
    assert main_after("F", source) == block(
        "sstore(0, f_2(f_1()))", "function f_1() -> r { } function f_2(x) -> r { }"
    )


def test_F_declares_literals_in_the_order_of_parameters() -> None:
    """Names are requested in the order of their hashes, which is c b a here."""
    source = "{ { f(1, calldataload(0), 3) } function f(a, b, c) { sstore(add(a, b), c) } }"
    assert after("F", source) == yul(
        """
        {
            { f_1(calldataload(0)) }
            function f_1(b_3) { let a_4 := 1 let c_2 := 3 sstore(add(a_4, b_3), c_2) }
            function f(a, b, c) { sstore(add(a, b), c) }
        }
        """
    )


@pytest.mark.parametrize("literal", ["0x00", "true", '"abc"', "0x0001"])
def test_F_keeps_kind_and_spelling_of_literals(literal: str) -> None:
    source = f"{{ {{ f({literal}) }} function f(x) {{ sstore(0, x) }} }}"
    assert f"let x_2 := {literal}\n" in after("F", source)


def test_F_does_not_share_copies() -> None:
    source = "{ { f(1) f(1) } function f(x) { sstore(0, x) } }"
    assert main_after("F", source) == block("f_1() f_2()", "function f_1() { } function f_2() { }")


def test_F_asks_for_the_names_of_all_functions_before_those_of_variables() -> None:
    source = "{ { f(1) } function f(x) { g(7) } function g(y) { sstore(0, y) } }"
    assert after("F", source) == yul(
        """
        {
            { f_1() }
            function f_1() { let x_3 := 1 g_2() }
            function f(x) { g_2() }
            function g_2() { let y_4 := 7 sstore(0, y_4) }
            function g(y) { sstore(0, y) }
        }
        """
    )


def test_F_visits_the_post_block_of_a_loop_before_its_body() -> None:
    source = "{ { for { } f(1) { pop(f(2)) } { pop(f(3)) } } function f(x) -> y { } }"
    names = " ".join(f"function f_{number}() -> y {{ }}" for number in (1, 2, 3))
    assert main_after("F", source) == block("for { } f_1() { pop(f_2()) } { pop(f_3()) }", names)


def test_F_leaves_calls_without_literals_and_of_builtins() -> None:
    assert is_unchanged("F", "{ { f(add(1, 2), calldataload(0)) } function f(x, y) { } }")


def test_F_leaves_calls_of_recursive_functions() -> None:
    functions = "function f(x) { g(x) g(7) } function g(x_1) { f(x_1) f(8) }"
    assert is_unchanged("F", f"{{ {{ f(1) g(2) }} {functions} }}")


def test_F_finds_all_members_of_a_cycle() -> None:
    """The one that is called last in the cycle is recursive as well."""
    functions = """
        function p1(a) { p2(a) p3(a) }
        function p2(b) { p1(b) }
        function p3(c) { p2(c) }
    """
    assert is_unchanged("F", f"{{ {{ p1(1) p2(2) p3(3) }} {functions} }}")


def test_F_specialises_calls_in_recursive_functions() -> None:
    source = "{ { f() } function f() { f() g(1) } function g(x) { } }"
    assert after("F", source) == yul(
        """
        {
            { f() }
            function f() { f() g_1() }
            function g_1() { let x_2 := 1 }
            function g(x) { }
        }
        """
    )


# FullInliner (i): what a call becomes


def inlined(steps: str, main: str, functions: str, expected: str) -> bool:
    """Whether the code outside functions becomes what is expected; functions stay."""
    return main_after(steps, f"{{ {{ {main} }} {functions} }}") == block(expected, functions)


def test_i_inlines_a_call_in_a_declaration() -> None:
    functions = "function f(a, b) -> r, s { r := add(a, b) let k := r s := k }"
    assert inlined(
        "i",
        "let x := calldataload(0) let v, w := f(1, x) sstore(v, w)",
        functions,
        """
            let x := calldataload(0)
            let b_1 := x
            let a_2 := 1
            let r_3 := 0
            let s_4 := 0
            r_3 := add(a_2, b_1)
            let k_5 := r_3
            s_4 := k_5
            let v := r_3
            let w := s_4
            sstore(v, w)
        """,
    )


def test_i_inlines_a_call_in_an_assignment() -> None:
    functions = "function f(a) -> r, s { r := a s := 1 }"
    assert inlined(
        "i",
        "let x let y x, y := f(y)",
        functions,
        "let x let y let a_1 := y let r_2 := 0 let s_3 := 0 r_2 := a_1 s_3 := 1 x := r_2 y := s_3",
    )


def test_i_inlines_a_call_that_is_a_statement() -> None:
    functions = "function f(a) { sstore(a, 1) }"
    assert inlined("i", "f(7)", functions, "let a_1 := 7 sstore(a_1, 1)")


def test_i_copies_all_kinds_of_statements() -> None:
    body = """
        let a, b := two(p) a, b := two(b) let c c := 0x01
        switch a case 1 { let d } case "x" { } default { c := 2 }
        for { } a { pop(1) } { if c { break } continue }
        { stop() }
    """
    copied = """
        let a_2, b_3 := two(p_1) a_2, b_3 := two(b_3) let c_4 c_4 := 0x01
        switch a_2 case 1 { let d_5 } case "x" { } default { c_4 := 2 }
        for { } a_2 { pop(1) } { if c_4 { break } continue }
        { stop() }
    """
    functions = f"function f(p) {{ {body} }} function two(q) -> r, s {{ leave }}"
    assert inlined("i", "f(7)", functions, f"let p_1 := 7 {copied}")


def test_i_names_the_post_block_of_a_loop_before_its_body() -> None:
    functions = "function f() { for { } 0 { let p } { let b } }"
    assert inlined("i", "f()", functions, "for { } 0 { let p_1 } { let b_2 }")


def test_i_inlines_in_nested_blocks() -> None:
    functions = "function f() { }"
    assert inlined(
        "i",
        "{ f() } if 1 { f() } switch 1 case 1 { f() } for { } 1 { f() } { f() }",
        functions,
        "{ } if 1 { } switch 1 case 1 { } for { } 1 { } { }",
    )


def test_i_inlines_first_in_the_post_block_of_a_loop() -> None:
    functions = "function f(a) { }"
    assert inlined(
        "i",
        "for { } 1 { f(1) } { f(2) }",
        functions,
        "for { } 1 { let a_1 := 1 } { let a_2 := 2 }",
    )


def test_i_keeps_the_functions() -> None:
    source = "{ { f() } function f() { } }"
    assert after("i", source) == yul("{ { } function f() { } }")


# FullInliner (i): which calls


OTHER_CALLS = [
    "pop(f(1))",
    "if f(1) { }",
    "switch f(1) default { }",
    "for { } f(1) { } { }",
    "let x := f(add(1, 2))",
    "let x := f(f(1))",
    "let x := add(f(1), 0)",
]


def test_i_needs_a_call_that_is_all_of_its_statement_with_simple_arguments() -> None:
    functions = "function f(a) -> b { b := a }"
    sources = [f"{{ {{ {main} }} {functions} }}" for main in OTHER_CALLS]
    assert [source for source in sources if not is_unchanged("i", source)] == []


def test_i_leaves_functions_with_leave() -> None:
    assert is_unchanged("i", "{ { f() } function f() { if 0 { leave } } }")


def test_i_leaves_functions_that_call_themselves() -> None:
    assert is_unchanged("i", "{ { f() } function f() { f() } }")


def size(number: int) -> str:
    """Statements of this size."""
    return "pop(0) " * number


def is_inlined(number: int, argument: str = "1", before: str = "", guard: bool = False) -> bool:
    """Whether calls of a function with a body of this size are inlined."""
    guarded = "mstore(64, memoryguard(128))" if guard else ""
    calls = f"f({argument}) f({argument})"
    functions = f"function f(a) {{ {size(number)} }} function g() -> r, s {{ leave }}"
    source = f"{{ {{ {guarded} {before} {calls} }} {functions} }}"
    text = main_after("i", source)
    count = text.count("f(")
    assert count in (0, 2)
    return count == 0


@pytest.mark.parametrize(("guard", "limit", "limit_with_constant"), [(False, 5, 11), (True, 7, 15)])
def test_i_inlines_small_functions(guard: bool, limit: int, limit_with_constant: int) -> None:
    """With `memoryguard`, which allows to move variables to memory, more counts as small."""
    some = "let x := sload(0)"
    assert is_inlined(limit, "x", some, guard)
    assert not is_inlined(limit + 1, "x", some, guard)
    assert is_inlined(limit_with_constant, "1", some, guard)
    assert not is_inlined(limit_with_constant + 1, "1", some, guard)


@pytest.mark.parametrize(
    ("before", "is_constant"),
    [
        ("let x := 7", True),
        ("let x", True),
        ("let y, x", True),
        ("let x := 7 let y := x y := 1", True),
        ("let x := sload(0)", False),
        # A copy of a constant is none.
        ("let y := 7 let x := y", False),
        ("let x := 7 x := 8", False),
        ("let x if 0 { x := 0 }", False),
        ("let x, y := g()", False),
    ],
)
def test_i_knows_which_variables_are_constant(before: str, is_constant: bool) -> None:
    assert is_inlined(11, "x", before) == is_constant


@pytest.mark.parametrize(
    ("signature", "is_constant"),
    [("h(x)", False), ("h() -> x", True), ("h(a) -> x", True)],
)
def test_i_takes_results_but_not_parameters_for_constant(signature: str, is_constant: bool) -> None:
    body = f"function f(b) {{ {size(11)} }} function {signature} {{ f(x) f(x) }}"
    text = after("i", f"{{ {{ }} {body} }}")
    assert ("    f(x)" not in text) == is_constant


def test_i_takes_no_variable_for_constant_that_it_made() -> None:
    """The first pass makes `a` of the argument of `f`, which the second pass does not know."""
    functions = f"""
        function f(a) {{ g(a) }}
        function g(b) {{ {size(11)} }}
        function h(c) {{ g(c) }}
    """
    assert main_after("i", f"{{ {{ f(7) f(7) }} {functions} }}") == block(
        "let a_1 := 7 g(a_1) let a_2 := 7 g(a_2)", functions
    )


def test_i_inlines_what_is_called_once_whatever_its_size() -> None:
    functions = f"function f() {{ {size(100)} }}"
    assert inlined("i", "f()", functions, size(100))


@pytest.mark.parametrize(
    "other",
    ["function h() { f(sload(0)) }", "function h() { leave f(sload(0)) }"],
    ids=["in another function", "where control never comes"],
)
def test_i_counts_all_calls(other: str) -> None:
    source = f"{{ {{ let x := sload(0) f(x) }} function f(a) {{ {size(12)} }} {other} }}"
    assert main_after("i", source) == block("let x := sload(0) f(x)", "function f(a) { }")


def test_i_inlines_into_code_up_to_a_size() -> None:
    """Of 45, with the call. Even what is called once is not inlined into more."""
    functions = f"function f() {{ {size(2)} }}"
    assert inlined("i", f"{size(44)} f()", functions, f"{size(44)} {size(2)}")
    assert inlined("i", f"{size(45)} f()", functions, f"{size(45)} f()")


def test_i_inlines_into_code_of_any_size_with_a_memory_guard() -> None:
    functions = f"function f() {{ {size(2)} }}"
    guard = "mstore(64, memoryguard(128))"
    assert inlined("i", f"{guard} {size(99)} f()", functions, f"{guard} {size(99)} {size(2)}")


def test_i_inlines_tiny_functions_into_code_of_any_size() -> None:
    functions = f"function f() {{ {size(1)} }}"
    assert inlined("i", f"{size(99)} f()", functions, f"{size(99)} {size(1)}")


def test_i_adds_what_it_inlines_to_the_size_of_the_code() -> None:
    """The calls find a size of 40, 43 and 46."""
    functions = f"function f() {{ {size(3)} }}"
    assert inlined("i", f"{size(37)} f() f() f()", functions, f"{size(37)} {size(6)} f()")


def test_i_measures_functions_anew_when_it_has_finished_them() -> None:
    """`g` has a size of 2 at first, and of 6 when `f` is inlined in it."""
    functions = f"function g() {{ f() pop(0) }} function f() {{ {size(5)} }}"
    assert inlined("i", "g() g()", functions, "g() g()")


def test_i_inlines_one_of_two_functions_that_call_each_other() -> None:
    """After that, `f` calls itself and is not inlined any more, but `g` is."""
    functions = "function f(a) { g(a) } function g(b) { f(b) }"
    source = f"{{ {{ f(1) g(2) }} {functions} }}"
    assert after("i", source) == yul(
        """
        {
            { f(1) let b_2 := 2 f(b_2) }
            function f(a) { let b_1 := a f(b_1) }
            function g(b) { f(b) }
        }
        """
    )


def test_i_inlines_callees_before_their_callers() -> None:
    """`f` comes first in the text, but is inlined with `g` already in it."""
    source = """
        {
            { f() }
            function f() { g() }
            function g() { let x := 1 }
        }
    """
    assert after("i", source) == yul(
        """
        {
            { let x_1_2 := 1 }
            function f() { let x_1 := 1 }
            function g() { let x := 1 }
        }
        """
    )


def test_i_processes_functions_of_the_same_depth_in_their_order() -> None:
    source = """
        {
            { }
            function f() { h() }
            function g() { h() }
            function h() { let x }
        }
    """
    assert after("i", source) == yul(
        """
        {
            { }
            function f() { let x_1 }
            function g() { let x_2 }
            function h() { let x }
        }
        """
    )


def test_i_inlines_tiny_functions_everywhere_before_others_anywhere() -> None:
    source = """
        {
            { tiny() f() }
            function f() { let x := sload(0) sstore(x, x) }
            function g() { tiny() }
            function tiny() { let t }
        }
    """
    assert after("i", source) == yul(
        """
        {
            { let t_2 let x_3 := sload(0) sstore(x_3, x_3) }
            function f() { let x := sload(0) sstore(x, x) }
            function g() { let t_1 }
            function tiny() { let t }
        }
        """
    )


def test_i_does_not_notice_that_a_call_was_multiplied() -> None:
    """`f` is called once, by a tiny function, so both copies of the call are inlined."""
    functions = f"function tiny() {{ f() }} function f() {{ {size(20)} }}"
    assert inlined("i", "tiny() tiny()", functions, size(40))


def test_i_is_not_aggressive_in_recursive_functions() -> None:
    functions = f"""
        function f() {{ {size(6)} }}
        function g() {{ if sload(0) {{ g() }} f() }}
    """
    guard = "mstore(64, memoryguard(128))"
    assert after("i", f"{{ {{ {guard} f() f() g() }} {functions} }}") == yul(
        f"{{ {{ {guard} {size(12)} g() }} {functions} }}"
    )


@pytest.mark.parametrize(
    ("version", "is_inlined"), [("homestead", False), ("tangerineWhistle", True)]
)
def test_i_is_aggressive_only_where_the_newer_code_generator_is_used(
    version: str, is_inlined: bool
) -> None:
    source = f"{{ {{ mstore(64, memoryguard(128)) f() f() }} function f() {{ {size(6)} }} }}"
    assert ("f()" not in main_after("i", source, version)) == is_inlined


# ExpressionInliner (e)


def test_e_inlines_functions_that_are_an_expression() -> None:
    functions = "function f(x, y) -> r { r := add(x, sload(y)) }"
    main = "if f(1, caller()) { sstore(f(2, 3), f(4, 5)) }"
    assert after("e", f"{{ {{ {main} }} {functions} }}") == yul(
        f"""
        {{
            {{ if add(1, sload(caller())) {{ sstore(add(2, sload(3)), add(4, sload(5))) }} }}
            {functions}
        }}
        """
    )


NO_EXPRESSION = [
    "function f(x) -> r { r := x leave }",
    "function f(x) -> r { let y := x r := y }",
    "function f(x) -> r { }",
    "function f(x) -> r { x := 1 }",
    "function f(x) -> r { r := add(x, r) }",
    "function f(x) -> r { r := f(x) }",
    "function f(x) -> r { if 1 { r := x } }",
    "function f(x) -> r { { r := x } }",
]


def test_e_leaves_other_functions() -> None:
    sources = [f"{{ {{ sstore(0, f(1)) }} {function} }}" for function in NO_EXPRESSION]
    assert [source for source in sources if not is_unchanged("e", source)] == []


def test_e_leaves_functions_with_several_results() -> None:
    functions = "function f() -> r, s { r, s := g() } function g() -> t, u { }"
    assert is_unchanged("e", f"{{ {{ let a, b := f() }} {functions} }}")


CHEAP = '1 255 0 0x00 0x0001 true "" c caller() calldatasize() address() timestamp()'.split()
EXPENSIVE = (
    '256 0x0100 "a" not(0) iszero(caller()) calldataload(0) add(c,1) clz(0) datasize("object")'
    " memoryguard(0)"
).split()
NOT_MOVABLE = "sload(1) mload(0) gas() msize() keccak256(0,0) returndatasize() add(1,g())".split()


def replaces_call(argument: str, value: str) -> bool:
    """Whether a call of a function of `x` with this value is inlined."""
    functions = f"function f(x) -> r {{ r := {value} }} function g() -> s {{ }}"
    main = "let c := calldataload(0) sstore(0, CALL)"
    source = main.replace("CALL", f"f({argument})")
    result = main_after("e", f"{{ {{ {source} }} {functions} }}")
    replaced = main.replace("CALL", value.replace("x", argument))
    assert result in (block(source, functions), block(replaced, functions))
    return result == block(replaced, functions)


def test_e_repeats_cheap_arguments() -> None:
    assert [text for text in CHEAP if not replaces_call(text, "add(x, x)")] == []


def test_e_does_not_repeat_expensive_arguments() -> None:
    assert [text for text in EXPENSIVE if replaces_call(text, "add(x, x)")] == []


def test_e_moves_expensive_arguments() -> None:
    assert [text for text in EXPENSIVE if not replaces_call(text, "mul(x, 3)")] == []


def test_e_moves_nothing_that_is_not_movable() -> None:
    """Nothing is known about other functions."""
    assert [text for text in NOT_MOVABLE if replaces_call(text, "mul(x, 3)")] == []


def test_e_drops_nothing_that_is_not_movable() -> None:
    assert [text for text in NOT_MOVABLE if replaces_call(text, "7")] == []


def test_e_drops_other_arguments_of_unused_parameters() -> None:
    functions = "function f(x, y) -> r { r := x }"
    source = f"{{ {{ sstore(0, f(1, calldataload(0))) }} {functions} }}"
    assert main_after("e", source) == block("sstore(0, 1)")


def test_e_inlines_in_arguments_first() -> None:
    functions = "function f(x) -> r { r := not(x) }"
    source = f"{{ {{ sstore(0, f(f(f(1)))) }} {functions} }}"
    assert main_after("e", source) == block("sstore(0, not(not(not(1))))")


def test_e_takes_functions_as_they_are_at_that_moment() -> None:
    """The code outside functions comes first, when `f` still calls `g`."""
    source = """
        {
            { sstore(f(5), 0) }
            function f(x) -> r { r := g(x) }
            function g(y) -> s { s := sload(y) }
            function h() -> t { t := f(7) }
        }
    """
    assert after("e", source) == yul(
        """
        {
            { sstore(g(5), 0) }
            function f(x) -> r { r := sload(x) }
            function g(y) -> s { s := sload(y) }
            function h() -> t { t := sload(7) }
        }
        """
    )


def test_e_does_not_notice_functions_that_call_each_other() -> None:
    source = """
        {
            { sstore(f(1), g(3)) }
            function f(x) -> r { r := g(x) }
            function g(y) -> s { s := f(y) }
        }
    """
    assert after("e", source) == yul(
        """
        {
            { sstore(g(1), f(3)) }
            function f(x) -> r { r := f(x) }
            function g(y) -> s { s := f(y) }
        }
        """
    )


def test_e_asks_for_no_names() -> None:
    source = "{ { sstore(0, f(1)) g(2) } function f(x) -> r { r := x } function g(y) { stop() } }"
    assert "g_1()" in main_after("eF", source)
