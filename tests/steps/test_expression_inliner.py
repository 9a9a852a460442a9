"""ExpressionInliner (`e`)."""

from __future__ import annotations

from tests.steps.check import check_step, check_unchanged, printed, result


def test_e_inlines_functions_that_are_an_expression() -> None:
    functions = "function f(x, y) -> r { r := add(x, sload(y)) }"
    main = "if f(1, caller()) { sstore(f(2, 3), f(4, 5)) }"
    check_step(
        "e",
        f"{{ {{ {main} }} {functions} }}",
        f"""
        {{
            {{ if add(1, sload(caller())) {{ sstore(add(2, sload(3)), add(4, sload(5))) }} }}
            {functions}
        }}
        """,
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
    check_unchanged("e", *sources)


def test_e_leaves_functions_with_several_results() -> None:
    functions = "function f() -> r, s { r, s := g() } function g() -> t, u { }"
    check_unchanged("e", f"{{ {{ let a, b := f() }} {functions} }}")


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
    replaced = main.replace("CALL", value.replace("x", argument))
    before, after = (printed(f"{{ {{ {code} }} {functions} }}") for code in (source, replaced))
    found = result("e", before)
    assert found in (before, after)
    return found == after


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
    check_step("e", source, f"{{ {{ sstore(0, 1) }} {functions} }}")


def test_e_inlines_in_arguments_first() -> None:
    functions = "function f(x) -> r { r := not(x) }"
    source = f"{{ {{ sstore(0, f(f(f(1)))) }} {functions} }}"
    check_step("e", source, f"{{ {{ sstore(0, not(not(not(1)))) }} {functions} }}")


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
    check_step(
        "e",
        source,
        """
        {
            { sstore(g(5), 0) }
            function f(x) -> r { r := sload(x) }
            function g(y) -> s { s := sload(y) }
            function h() -> t { t := sload(7) }
        }
        """,
    )


def test_e_does_not_detect_mutual_recursion() -> None:
    source = """
        {
            { sstore(f(1), g(3)) }
            function f(x) -> r { r := g(x) }
            function g(y) -> s { s := f(y) }
        }
    """
    check_step(
        "e",
        source,
        """
        {
            { sstore(g(1), f(3)) }
            function f(x) -> r { r := f(x) }
            function g(y) -> s { s := f(y) }
        }
        """,
    )


def test_e_requests_no_names() -> None:
    source = "{ { sstore(0, f(1)) g(2) } function f(x) -> r { r := x } function g(y) { stop() } }"
    assert "g_1()" in result("eF", source)
