"""The Disambiguator: every name is declared once."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged


def test_names_that_are_unique_stay() -> None:
    source = "{ let a_1 function f(x) -> y { let b$ } { let c.d } }"
    check_unchanged("", source)


def test_the_first_of_equal_names_stays_and_the_others_are_numbered() -> None:
    source = "{ { let x sstore(x, 0) } { let x sstore(x, 1) } { let x sstore(x, 2) } }"
    check_step(
        "",
        source,
        "{ { let x sstore(x, 0) } { let x_1 sstore(x_1, 1) } { let x_2 sstore(x_2, 2) } }",
    )


def test_one_counter_serves_all_names() -> None:
    source = "{ { let x let y let z } { let z let y let x } }"
    check_step("", source, "{ { let x let y let z } { let z_1 let y_2 let x_3 } }")


def test_a_number_that_is_taken_is_left_out() -> None:
    source = "{ { let x let x_1 } { let x } }"
    check_step("", source, "{ { let x let x_1 } { let x_2 } }")


def test_a_later_name_is_not_taken_yet() -> None:
    source = "{ { let x } { let x } { let x_1 } }"
    check_step("", source, "{ { let x } { let x_1 } { let x_1_2 } }")


def test_functions_and_variables_share_names() -> None:
    source = "{ { function f() { } f() } { let f f := 1 } }"
    check_step("", source, "{ { function f() { } f() } { let f_1 f_1 := 1 } }")


def test_a_use_names_a_function_before_its_definition() -> None:
    source = """
        {
            { function a() { } function b() { } a() b() }
            { b() function a() { } function b() { } a() }
        }
    """
    check_step(
        "",
        source,
        """
        {
            { function a() { } function b() { } a() b() }
            { b_1() function a_2() { } function b_1() { } a_2() }
        }
        """,
    )


def test_a_callee_is_named_before_its_arguments_and_these_in_their_order() -> None:
    functions = "function f(x, y) -> z { } function g() -> z { } function h() -> z { }"
    first = f"{{ pop(f(g(), h())) {functions} }}"
    check_step(
        "",
        f"{{ {first} {first} }}",
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
        """,
    )


def test_a_variable_is_named_before_what_its_value_calls() -> None:
    source = "{ let x := f() function f() -> r { r := 1 } }"
    check_step(
        "",
        f"{{ {source} {source} }}",
        f"{{ {source} {{ let x_1 := f_2() function f_2() -> r_3 {{ r_3 := 1 }} }} }}",
    )


def test_the_post_block_of_a_loop_is_named_before_its_body() -> None:
    source = "for { let a } f() { let b } { let c } function f() -> d { }"
    check_step(
        "",
        f"{{ {{ {source} }} {{ {source} }} }}",
        f"""
        {{
            {{ {source} }}
            {{ for {{ let a_1 }} f_2() {{ let b_3 }} {{ let c_4 }} function f_2() -> d_5 {{ }} }}
        }}
        """,
    )


def test_variables_of_an_initialiser_are_known_in_the_whole_loop() -> None:
    source = "for { let i } lt(i, 2) { i := add(i, 1) } { sstore(i, 0) }"
    check_step(
        "",
        f"{{ {source} {source} }}",
        f"{{ {source}"
        " for { let i_1 } lt(i_1, 2) { i_1 := add(i_1, 1) } { sstore(i_1, 0) } }",
    )


def test_variables_of_an_initialiser_are_not_known_after_the_loop() -> None:
    source = "{ for { let i } i { } { } let i := 1 sstore(i, 0) }"
    check_step("", source, "{ for { let i } i { } { } let i_1 := 1 sstore(i_1, 0) }")


def test_each_function_has_names_of_its_own() -> None:
    source = "{ function f(a) -> b { b := a } function g(a) -> b { let c := a b := c } let c }"
    check_step(
        "",
        source,
        """
        {
            function f(a) -> b { b := a }
            function g(a_1) -> b_2 { let c := a_1 b_2 := c }
            let c_3
        }
        """,
    )


def test_parameters_and_results_are_known_in_their_function_only() -> None:
    source = "{ function f(a) -> b { b := a } let a := 1 let b := 2 sstore(a, b) }"
    check_step(
        "", source, "{ function f(a) -> b { b := a } let a_1 := 1 let b_2 := 2 sstore(a_1, b_2) }"
    )


def test_a_function_in_a_function_is_known_there_only() -> None:
    source = """
        {
            function f() { function h() { } h() }
            function g() { function h() { } h() }
        }
    """
    check_step(
        "",
        source,
        """
        {
            function f() { function h() { } h() }
            function g() { function h_1() { } h_1() }
        }
        """,
    )
