"""The VarNameCleaner, which is the last of a whole run."""

from __future__ import annotations

import pytest

import yulopt
from tests.steps.check import printed
from yulopt.steps.var_name_cleaner import VarNameCleaner


def check_cleaned(before: str, after: str) -> None:
    """The step alone turns the one program into the other."""
    block = yulopt.parse(before).code
    VarNameCleaner().run(yulopt.make_context(block), block)
    assert yulopt.print_yul(block) == printed(after)


def test_numbers_at_the_end_go() -> None:
    source = "{ let a_1 let b_12_3 let c__4 let d5 let e_6f let _g let h_ }"
    check_cleaned(source, "{ let a let b let c let d5 let e_6f let _g let h_ }")


def test_equal_names_are_numbered_in_their_order() -> None:
    source = "{ let a_7 let a_3 let a let a_1 sstore(a_7, a_3) a := a_1 }"
    check_cleaned(source, "{ let a let a_1 let a_2 let a_3 sstore(a, a_1) a_2 := a_3 }")


def test_blocks_do_not_make_names_free() -> None:
    source = "{ { let a_7 := 1 sstore(a_7, 0) } { let a_3 := 2 sstore(a_3, 0) } }"
    check_cleaned(source, "{ { let a := 1 sstore(a, 0) } { let a_1 := 2 sstore(a_1, 0) } }")


def test_each_function_is_numbered_separately() -> None:
    source = "{ { let a_1 let a_6 } function f(a_2, b_3) -> a_4 { let b_5 a_4 := add(a_2, b_5) } }"
    check_cleaned(
        source, "{ { let a let a_1 } function f(a, b) -> a_1 { let b_1 a_1 := add(a, b_1) } }"
    )


def test_the_post_block_of_a_loop_is_numbered_before_its_body() -> None:
    source = "{ for { let a_7 } 1 { let a_8 } { let a_9 } }"
    check_cleaned(source, "{ for { let a } 1 { let a_1 } { let a_2 } }")


def test_names_of_functions_stay_and_are_not_given_to_variables() -> None:
    source = "{ function f_1(x) { } let f_2 := 1 f_1(f_2) let f_3 let f_1_1 }"
    check_cleaned(source, "{ function f_1(x) { } let f := 1 f_1(f) let f_2 let f_3 }")
    source = "{ function f(f_1) { let f_2 f_1 := f_2 } }"
    check_cleaned(source, "{ function f(f_1) { let f_2 f_1 := f_2 } }")


@pytest.mark.parametrize("name", ["add", "leave", "push1", "datasize"])
def test_reserved_names_keep_a_number(name: str) -> None:
    check_cleaned(f"{{ let {name}_7 let {name}_8 }}", f"{{ let {name}_1 let {name}_2 }}")


def test_the_version_decides_what_is_reserved() -> None:
    source = "{ let mcopy_7 := 1 sstore(mcopy_7, 0) }"
    for version, name in (("shanghai", "mcopy"), ("cancun", "mcopy_1")):
        assert f"let {name} := 1\n" in yulopt.optimize(source, ":", evm_version=version)


def test_a_name_that_is_only_a_number_keeps_one() -> None:
    check_cleaned("{ let _5 let _7 sstore(_5, _7) }", "{ let _1 let _2 sstore(_1, _2) }")
    check_cleaned("{ let __5 let _1_2 }", "{ let _1 let _2 }")


def test_a_declaration_is_renamed_before_its_value_is_read() -> None:
    source = "{ function g(a_2) -> a_5 { let a_7 := add(a_2, a_5) a_5 := a_7 } }"
    check_cleaned(source, "{ function g(a) -> a_1 { let a_2 := add(a, a_1) a_1 := a_2 } }")
