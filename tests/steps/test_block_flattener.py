"""BlockFlattener (`f`)."""

from __future__ import annotations

from tests.steps.check import check_step


def test_f_dissolves_blocks_in_the_main_block() -> None:
    source = "{ { { stop() { stop() { } } } { } stop() } }"
    check_step("f", source, "{ { stop() stop() stop() } }")


def test_f_dissolves_blocks_in_functions_branches_and_loops() -> None:
    source = """
        {
            {
                if 1 { { stop() } }
                switch 1 case 1 { { stop() } } default { { stop() } }
                for { { pop(1) } } 1 { { stop() } } { { break } }
            }
            function f() { { { stop() } } }
        }
    """
    check_step(
        "f",
        source,
        """
        {
            {
                if 1 { stop() }
                switch 1 case 1 { stop() } default { stop() }
                for { pop(1) } 1 { stop() } { break }
            }
            function f() { stop() }
        }
        """,
    )


def test_f_keeps_names_of_different_blocks_distinct() -> None:
    source = "{ { { let x := 1 } { let x := 2 } } }"
    check_step("f", source, "{ { let x := 1 let x_1 := 2 } }")


def test_f_keeps_the_main_block() -> None:
    check_step("f", "{ { { } } }", "{ { } }")
