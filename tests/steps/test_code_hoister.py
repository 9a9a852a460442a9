"""The CodeHoister (k): common beginnings of all branches of a switch move before it."""

from __future__ import annotations

import pytest

from tests.steps.check import check_unchanged, printed, result
from yulopt.errors import YulError
from yulopt.interpreter.run import run

CHECK = "if callvalue() { revert(0, 0) }"


def outcome(program: str, calldata: int, value: int) -> tuple[object, ...]:
    """The observable outcome of a call of the program."""
    seen = run(program, calldata=calldata.to_bytes(32, "big"), callvalue=value)
    return seen.kind, seen.output, seen.storage, seen.logs


def check_same(before: str) -> str:
    """Hoist, and let both programs run; returns the text after."""
    after = result("k", before)
    for calldata in range(5):
        for value in (0, 1):
            assert outcome(after, calldata, value) == outcome(before, calldata, value)
    return after


def test_a_check_common_to_all_branches_is_hoisted() -> None:
    after = check_same(f"""{{
        switch calldataload(0)
        case 1 {{ {CHECK} sstore(0, 1) }}
        case 2 {{ {CHECK} sstore(0, 2) }}
        default {{ {CHECK} sstore(0, 3) }}
    }}""")
    assert after == printed(f"""{{
        {CHECK}
        switch calldataload(0)
        case 1 {{ sstore(0, 1) }}
        case 2 {{ sstore(0, 2) }}
        default {{ sstore(0, 3) }}
    }}""")


def test_common_beginnings_of_branches_are_hoisted_in_order() -> None:
    after = check_same("""{
        switch calldataload(0)
        case 1 { log1(0, 0, 1) log1(0, 0, 2) sstore(0, 1) }
        case 2 { log1(0, 0, 1) log1(0, 0, 2) sstore(0, 3) }
        default { log1(0, 0, 1) log1(0, 0, 2) }
    }""")
    assert after.count("log1") == 2
    assert after.index("log1(0, 0, 1)") < after.index("log1(0, 0, 2)") < after.index("switch")


def test_code_after_the_switch_may_do_the_check() -> None:
    after = check_same(f"""{{
        if iszero(lt(calldatasize(), 4)) {{
            switch calldataload(0)
            case 1 {{ {CHECK} sstore(0, 1) return(0, 0) }}
            case 2 {{ {CHECK} sstore(0, 2) return(0, 0) }}
        }}
        revert(0, 0)
    }}""")
    assert after.count("callvalue") == 1


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "revert(0, 1)",
        "sstore(0, 3) revert(0, 0)",
        "if calldataload(0) { revert(0, 0) }",
        "{ stop() }",
        "for { } 1 { } { break } revert(0, 0)",
        "let x := sload(0) revert(0, x)",
    ],
)
def test_code_after_the_switch_differs(rest: str) -> None:
    program = f"""{{
        switch calldataload(0)
        case 1 {{ {CHECK} sstore(0, 1) stop() }}
        case 2 {{ {CHECK} sstore(0, 2) stop() }}
        {rest}
    }}"""
    check_same(program)
    check_unchanged("k", program)


def test_in_a_loop_the_code_after_the_body_is_not_that_after_the_loop() -> None:
    program = f"""{{
        for {{ let i }} lt(i, 2) {{ i := add(i, 1) }} {{
            switch calldataload(0)
            case 1 {{ {CHECK} sstore(0, 1) }}
            case 2 {{ {CHECK} sstore(0, 2) }}
        }}
        revert(0, 0)
    }}"""
    check_same(program)
    check_unchanged("k", program)


@pytest.mark.parametrize("beginning", ["", "if calldatasize() { log0(0, 0) }"])
def test_a_default_goes_on_after_an_empty_function(beginning: str) -> None:
    """The function may become empty only when its beginning is hoisted."""
    after = check_same(f"""{{
        switch calldataload(0)
        case 1 {{ {beginning} {CHECK} sstore(0, 1) stop() }}
        case 2 {{ {beginning} {CHECK} sstore(0, 2) stop() }}
        default {{ f() sstore(0, 3) stop() }}
        revert(0, 0)
        function f() {{ {beginning} }}
    }}""")
    assert after.count("callvalue") == 2
    assert after.count("log0") == bool(beginning)


def test_a_condition_with_effects_is_not_hoisted_needlessly() -> None:
    check_unchanged(
        "k",
        """{
            switch calldataload(0)
            case 1 { if f() { revert(0, 0) } stop() }
            case 2 { if f() { revert(0, 0) } stop() }
            revert(0, 0)
            function f() -> r { for { } 1 { } { } }
        }""",
    )


def test_nontermination_does_not_skip_a_check() -> None:
    check_unchanged(
        "k",
        """{
            switch calldataload(0)
            case 1 { if callvalue() { sstore(0, 1) } stop() }
            case 2 { if callvalue() { sstore(0, 1) } stop() }
            sstore(0, 1)
        }""",
    )


def test_the_value_of_the_switch_is_computed_first_if_that_matters() -> None:
    after = check_same("""{
        switch sload(0)
        case 0 { sstore(0, 1) sstore(1, 5) }
        case 1 { sstore(0, 1) }
        default { sstore(0, 1) sstore(1, 6) }
    }""")
    assert after == printed("""{
        let _1 := sload(0)
        sstore(0, 1)
        switch _1
        case 0 { sstore(1, 5) }
        case 1 { }
        default { sstore(1, 6) }
    }""")


def test_assignments_and_declarations_stay() -> None:
    check_unchanged(
        "k",
        """{
            let x := calldataload(0)
            switch x
            case 1 { x := 2 sstore(0, x) }
            case 2 { x := 2 sstore(1, x) }
            default { x := 2 sstore(2, x) }
        }""",
        """{
            switch calldataload(0)
            case 1 { if callvalue() { let y := 1 sstore(0, y) } }
            case 2 { if callvalue() { let z := 1 sstore(0, z) } }
            default { if callvalue() { let w := 1 sstore(0, w) } }
        }""",
    )


def test_functions_that_only_branches_begin_with() -> None:
    after = check_same(f"""{{
        switch calldataload(0)
        case 1 {{ f() }}
        case 2 {{ g() }}
        case 3 {{ g() sstore(2, 2) }}
        default {{ {CHECK} }}
        function f() {{ {CHECK} sstore(0, 1) }}
        function g() {{ h() sstore(0, 3) }}
        function h() {{ {CHECK} sstore(1, 2) leave }}
    }}""")
    assert after.count("callvalue") == 1


@pytest.mark.parametrize(
    "elsewhere", ["f() sstore(1, 1)", "sstore(1, 1) f()", "for { } 0 { f() } { }", "if 0 { f() }"]
)
def test_functions_that_are_called_elsewhere_keep_their_checks(elsewhere: str) -> None:
    program = f"""{{
        switch calldataload(0)
        case 1 {{ f() }}
        case 2 {{ {CHECK} sstore(0, 2) }}
        default {{ {CHECK} }}
        {elsewhere}
        function f() {{ {CHECK} sstore(0, 1) }}
    }}"""
    check_same(program)
    check_unchanged("k", program)


def test_functions_that_begin_with_a_recursive_call() -> None:
    check_unchanged(
        "k",
        """{
            switch calldataload(0)
            case 1 { f() }
            case 2 { g() }
            default { f() }
            function f() { f() }
            function g() { h() }
            function h() { g() }
        }""",
    )


def test_functions_that_begin_with_a_call_of_one_that_is_called_elsewhere() -> None:
    """If ether was sent, this does not end."""
    check = "if callvalue() { f() }"
    check_unchanged(
        "k",
        f"""{{
            switch calldataload(0)
            case 1 {{ g() sstore(1, 1) }}
            case 2 {{ {check} sstore(2, 2) }}
            default {{ f() }}
            function f() {{ g() sstore(0, 5) stop() }}
            function g() {{ {check} sstore(3, 3) }}
        }}""",
    )


def test_inner_switches_give_to_outer_ones() -> None:
    cases = f"case 1 {{ {CHECK} sstore(0, 1) }} case 2 {{ {CHECK} sstore(0, 2) }}"
    after = check_same(f"""{{
        switch lt(calldataload(0), 2)
        case 0 {{ switch calldataload(0) {cases} default {{ revert(0, 0) }} }}
        case 1 {{ switch calldataload(0) {cases} default {{ revert(0, 0) }} }}
        default {{ revert(0, 0) }}
    }}""")
    assert after.count("callvalue") == 1


def test_one_branch_is_not_enough() -> None:
    check_unchanged(
        "k",
        f"""{{
            switch calldataload(0)
            case 1 {{ {CHECK} sstore(0, 1) }}
            revert(0, 0)
        }}""",
        f"{{ switch calldataload(0) default {{ {CHECK} }} }}",
    )


def test_arguments_are_computed_before_the_beginning_of_a_function() -> None:
    program = """{
        switch calldataload(0)
        case 1 { f(g()) }
        case 2 { if callvalue() { stop() } sstore(0, 2) }
        default { if callvalue() { stop() } }
        function f(x) { if callvalue() { stop() } sstore(0, x) }
        function g() -> r { sstore(1, 1) r := 5 }
    }"""
    check_same(program)
    check_unchanged("k", program)


@pytest.mark.parametrize(
    "other",
    [
        "if callvalue() { log0(0, 0) revert(0, 0) }",
        "if callvalue() { }",
        "if calldatasize() { revert(0, 0) }",
        "revert(0, 0)",
    ],
)
def test_checks_that_differ(other: str) -> None:
    for one, two in ((CHECK, other), (other, CHECK)):
        program = f"""{{
            switch calldataload(0)
            case 1 {{ {one} sstore(0, 1) }}
            case 2 {{ {two} sstore(0, 2) }}
            default {{ revert(0, 0) }}
        }}"""
        check_same(program)
        check_unchanged("k", program)


def test_functions_inside_others_are_not_known_before_the_switch() -> None:
    program = """{
        switch calldataload(0)
        case 1 { f() }
        case 2 { f() }
        default { f() }
        function f() { h() h() function h() { sstore(0, 1) } }
    }"""
    with pytest.raises(YulError, match="needs functions at the top level"):
        result("k", program)
    assert result("hk", program).startswith("{\n    h()")


def test_checks_that_make_one_jump_with_another_stay_if_many_runs_are_expected() -> None:
    def program(*rest: str) -> str:
        cases = " ".join(
            f"case {number} {{ {CHECK} {code} sstore(0, {number}) }}"
            for number, code in enumerate(rest)
        )
        return f"{{ switch shr(224, calldataload(0)) {cases} revert(0, 0) }}"

    size = "if lt(calldatasize(), 36) { revert(0, 0) }"
    others = (
        "if lt(calldatasize(), 36) { revert(0, 1) }",
        "if lt(calldatasize(), 36) { sstore(1, 1) revert(0, 0) }",
        "sstore(1, 1) if lt(calldatasize(), 36) { revert(0, 0) }",
        "",
    )
    assert result("k", program(*[size] * 3), runs=200) == printed(program(*[size] * 3))
    for runs, rest in ((1, [size] * 3), (200, [size, *others]), (10**6, others)):
        assert result("k", program(*rest), runs=runs).count("callvalue") == 1, rest
