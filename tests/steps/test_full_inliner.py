"""FullInliner (`i`)."""

from __future__ import annotations

import pytest

from tests.steps.check import check_main_block, check_step, check_unchanged, result

# The result for a call


def check_inlined(steps: str, main: str, functions: str, expected: str) -> None:
    """The code outside functions becomes what is expected."""
    check_main_block(steps, f"{{ {{ {main} }} {functions} }}", expected, functions)


def test_i_inlines_a_call_in_a_declaration() -> None:
    functions = "function f(a, b) -> r, s { r := add(a, b) let k := r s := k }"
    check_inlined(
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
    check_inlined(
        "i",
        "let x let y x, y := f(y)",
        functions,
        "let x let y let a_1 := y let r_2 := 0 let s_3 := 0 r_2 := a_1 s_3 := 1 x := r_2 y := s_3",
    )


def test_i_inlines_a_call_that_is_a_statement() -> None:
    functions = "function f(a) { sstore(a, 1) }"
    check_inlined("i", "f(7)", functions, "let a_1 := 7 sstore(a_1, 1)")


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
    check_inlined("i", "f(7)", functions, f"let p_1 := 7 {copied}")


def test_i_names_the_post_block_of_a_loop_before_its_body() -> None:
    functions = "function f() { for { } 0 { let p } { let b } }"
    check_inlined("i", "f()", functions, "for { } 0 { let p_1 } { let b_2 }")


def test_i_inlines_in_nested_blocks() -> None:
    functions = "function f() { }"
    check_inlined(
        "i",
        "{ f() } if 1 { f() } switch 1 case 1 { f() } for { } 1 { f() } { f() }",
        functions,
        "{ } if 1 { } switch 1 case 1 { } for { } 1 { } { }",
    )


def test_i_inlines_first_in_the_post_block_of_a_loop() -> None:
    functions = "function f(a) { }"
    check_inlined(
        "i",
        "for { } 1 { f(1) } { f(2) }",
        functions,
        "for { } 1 { let a_1 := 1 } { let a_2 := 2 }",
    )


def test_i_keeps_the_functions() -> None:
    source = "{ { f() } function f() { } }"
    check_step("i", source, "{ { } function f() { } }")


# Which calls


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
    check_unchanged("i", *sources)


def test_i_leaves_functions_with_leave() -> None:
    check_unchanged("i", "{ { f() } function f() { if 0 { leave } } }")


def test_i_leaves_recursive_functions() -> None:
    check_unchanged("i", "{ { f() } function f() { f() } }")


def size(number: int) -> str:
    """Statements of this size."""
    return "pop(0) " * number


def is_inlined(number: int, argument: str = "1", before: str = "", guard: bool = False) -> bool:
    """Whether calls of a function with a body of this size are inlined."""
    guarded = "mstore(64, memoryguard(128))" if guard else ""
    calls = f"f({argument}) f({argument})"
    functions = f"function f(a) {{ {size(number)} }} function g() -> r, s {{ leave }}"
    source = f"{{ {{ {guarded} {before} {calls} }} {functions} }}"
    count = result("i", source).count(" f(")
    assert count in (1, 3)  # with the definition
    return count == 1


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
    text = result("i", f"{{ {{ }} {body} }}")
    assert ("    f(x)" not in text) == is_constant


def test_i_takes_no_variable_for_constant_that_it_made() -> None:
    """The first pass makes `a` of the argument of `f`, which the second pass does not know."""
    functions = f"""
        function f(a) {{ g(a) }}
        function g(b) {{ {size(11)} }}
        function h(c) {{ g(c) }}
    """
    check_inlined("i", "f(7) f(7)", functions, "let a_1 := 7 g(a_1) let a_2 := 7 g(a_2)")


def test_i_inlines_single_calls_of_any_size() -> None:
    functions = f"function f() {{ {size(100)} }}"
    check_inlined("i", "f()", functions, size(100))


@pytest.mark.parametrize(
    "other",
    ["function h() { f(sload(0)) }", "function h() { leave f(sload(0)) }"],
    ids=["in another function", "where control never comes"],
)
def test_i_counts_all_calls(other: str) -> None:
    source = f"{{ {{ let x := sload(0) f(x) }} function f(a) {{ {size(12)} }} {other} }}"
    check_main_block("i", source, "let x := sload(0) f(x)", "function f(a) { }")


def test_i_inlines_into_code_up_to_a_size() -> None:
    """Of 45, with the call. Even what is called once is not inlined into more."""
    functions = f"function f() {{ {size(2)} }}"
    check_inlined("i", f"{size(44)} f()", functions, f"{size(44)} {size(2)}")
    check_inlined("i", f"{size(45)} f()", functions, f"{size(45)} f()")


def test_i_inlines_into_code_of_any_size_with_a_memory_guard() -> None:
    functions = f"function f() {{ {size(2)} }}"
    guard = "mstore(64, memoryguard(128))"
    check_inlined("i", f"{guard} {size(99)} f()", functions, f"{guard} {size(99)} {size(2)}")


def test_i_inlines_tiny_functions_into_code_of_any_size() -> None:
    functions = f"function f() {{ {size(1)} }}"
    check_inlined("i", f"{size(99)} f()", functions, f"{size(99)} {size(1)}")


def test_i_adds_inlined_code_to_the_size() -> None:
    """The calls find a size of 40, 43 and 46."""
    functions = f"function f() {{ {size(3)} }}"
    check_inlined("i", f"{size(37)} f() f() f()", functions, f"{size(37)} {size(6)} f()")


def test_i_measures_functions_anew_when_it_has_finished_them() -> None:
    """`g` has a size of 2 at first, and of 6 when `f` is inlined in it."""
    functions = f"function g() {{ f() pop(0) }} function f() {{ {size(5)} }}"
    check_inlined("i", "g() g()", functions, "g() g()")


def test_i_inlines_one_of_two_mutually_recursive_functions() -> None:
    """After that, `f` calls itself and is not inlined any more, but `g` is."""
    functions = "function f(a) { g(a) } function g(b) { f(b) }"
    source = f"{{ {{ f(1) g(2) }} {functions} }}"
    check_step(
        "i",
        source,
        """
        {
            { f(1) let b_2 := 2 f(b_2) }
            function f(a) { let b_1 := a f(b_1) }
            function g(b) { f(b) }
        }
        """,
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
    check_step(
        "i",
        source,
        """
        {
            { let x_1_2 := 1 }
            function f() { let x_1 := 1 }
            function g() { let x := 1 }
        }
        """,
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
    check_step(
        "i",
        source,
        """
        {
            { }
            function f() { let x_1 }
            function g() { let x_2 }
            function h() { let x }
        }
        """,
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
    check_step(
        "i",
        source,
        """
        {
            { let t_2 let x_3 := sload(0) sstore(x_3, x_3) }
            function f() { let x := sload(0) sstore(x, x) }
            function g() { let t_1 }
            function tiny() { let t }
        }
        """,
    )


def test_i_does_not_count_duplicated_calls() -> None:
    """`f` is called once, by a tiny function, so both copies of the call are inlined."""
    functions = f"function tiny() {{ f() }} function f() {{ {size(20)} }}"
    check_inlined("i", "tiny() tiny()", functions, size(40))


def test_i_is_not_aggressive_in_recursive_functions() -> None:
    functions = f"""
        function f() {{ {size(6)} }}
        function g() {{ if sload(0) {{ g() }} f() }}
    """
    guard = "mstore(64, memoryguard(128))"
    check_step(
        "i",
        f"{{ {{ {guard} f() f() g() }} {functions} }}",
        f"{{ {{ {guard} {size(12)} g() }} {functions} }}",
    )


@pytest.mark.parametrize(
    ("version", "is_inlined"), [("homestead", False), ("tangerineWhistle", True)]
)
def test_i_is_aggressive_only_where_the_newer_code_generator_is_used(
    version: str, is_inlined: bool
) -> None:
    source = f"{{ {{ mstore(64, memoryguard(128)) f() f() }} function f() {{ {size(6)} }} }}"
    assert ("    f()" not in result("i", source, version)) == is_inlined
