"""The CodeHoister (k): cases with a common check get a switch of their own after it."""

from __future__ import annotations

from itertools import product

import pytest

import yulopt
from tests.steps.check import printed, result
from yulopt.frequency.call_profile import CallProfile
from yulopt.interpreter.run import run
from yulopt.suite.pipelines import Pipeline

CHECK = "if callvalue() { revert(0, 0) }"
CASES = " ".join(f"case {label} {{ {CHECK} sstore(0, {label}) }}" for label in (2, 3, 4))
PAYABLE = "switch calldataload(0) case 1 { sstore(0, callvalue()) }"
REVERTS = "default { revert(0, 0) }"
STORES = " ".join(f"case {label} {{ sstore(0, {label}) }}" for label in (2, 3, 4))
WITH_F = "case 2 { f() } " + CASES.replace("case 2", "case 6")


def outcome(program: str, calldata: bytes, value: int) -> tuple[object, ...]:
    """The observable outcome of a call of the program."""
    seen = run(program, calldata=calldata, callvalue=value)
    return seen.kind, seen.output, seen.storage, seen.logs


def with_calls(program: str, calls: dict[int, int]) -> str:
    """The program after the step, given these calls of functions."""
    pipeline = Pipeline("k", calls=CallProfile(calls))
    return yulopt.optimize(program, pipeline=pipeline, bare=True, runs=10)


def check_same(before: str, *, runs: int = 1) -> str:
    """Hoist, and let both programs run; returns the text after."""
    after = result("k", before, runs=runs)
    words = [number.to_bytes(32, "big") for number in range(8)]
    for calldata, value in product((b"", b"\0", *words), (0, 1)):
        assert outcome(after, calldata, value) == outcome(before, calldata, value)
    return after


def check_stays(before: str) -> None:
    """The step leaves the program alone, which otherwise might go wrong."""
    assert check_same(before) == result("", before)


@pytest.mark.parametrize("default", ["revert(0, 0)", f"{CHECK} sstore(1, 1)"])
def test_cases_with_the_check_come_after_it(default: str) -> None:
    after = check_same(f"""{{
        {PAYABLE} {CASES} default {{ {default} }}
        sstore(2, 2)
    }}""")
    assert after == printed(f"""{{
        let _1 := calldataload(0)
        switch _1
        case 1 {{ sstore(0, callvalue()) }}
        default {{
            {CHECK}
            switch _1 {STORES} default {{ {default.removeprefix(CHECK)} }}
        }}
        sstore(2, 2)
    }}""")


def test_without_a_default_the_code_after_the_switch_follows() -> None:
    after = check_same(f"""{{
        switch calldataload(0) case 1 {{ sstore(0, callvalue()) stop() }}
        {CASES.replace(") }", ") stop() }").replace("0) stop()", "0)")}
        revert(0, 0)
    }}""")
    assert after.count("callvalue") == 2
    assert after.count("default") == 1


def test_the_value_of_the_switch_is_computed_once() -> None:
    after = check_same(f"""{{
        switch f() case 1 {{ sstore(0, callvalue()) }} {CASES} {REVERTS}
        function f() -> r {{ sstore(5, add(sload(5), 1)) r := calldataload(0) }}
    }}""")
    assert after.count("f()") == 2
    assert after.count("callvalue") == 2


def test_a_variable_is_the_value_itself() -> None:
    after = check_same(f"""{{
        let x := calldataload(0)
        switch x case 1 {{ sstore(0, callvalue()) }} {CASES} {REVERTS}
    }}""")
    assert after.count("let") == 1
    assert after.count("switch x") == 2


@pytest.mark.parametrize(
    "default",
    ["", "revert(0, 1)", "sstore(0, 3) revert(0, 0)", "stop()", "let x := 1 sstore(0, x)"],
)
def test_other_values_do_something_else(default: str) -> None:
    check_stays(f"""{{
        {PAYABLE} {CASES} default {{ {default} }}
        sstore(2, 2)
    }}""")


def test_no_group_hides_another() -> None:
    """More cases begin with a check of another kind, which makes a difference at the default."""
    others = " ".join(
        f"case {label} {{ if callvalue() {{ revert(0, 32) }} sstore(0, {label}) }}"
        for label in (5, 6, 7, 8)
    )
    after = check_same(f"{{ {PAYABLE} {CASES} {others} {REVERTS} }}")
    assert after.count("revert(0, 32)") == 4
    assert after.count("revert(0, 0)") == 2


def test_a_condition_with_effects_stays() -> None:
    cases = CASES.replace("callvalue()", "f()")
    check_stays(f"""{{
        {PAYABLE} {cases} {REVERTS}
        function f() -> r {{ sstore(5, 5) r := callvalue() }}
    }}""")


def test_functions_that_only_cases_with_the_check_call_lose_theirs() -> None:
    after = check_same(f"""{{
        {PAYABLE} {WITH_F} {REVERTS}
        function f() {{ {CHECK} sstore(1, 1) }}
    }}""")
    assert after.count("callvalue") == 2


@pytest.mark.parametrize("elsewhere", ["sstore(3, 3) f()", "g()", "if calldatasize() { f() }"])
def test_functions_that_other_cases_call_keep_their_check(elsewhere: str) -> None:
    after = check_same(f"""{{
        switch calldataload(0) case 1 {{ {elsewhere} }} {WITH_F} {REVERTS}
        function f() {{ {CHECK} sstore(1, 1) }}
        function g() {{ sstore(6, 6) f() }}
    }}""")
    assert f"function f()\n    {{\n        {CHECK}" in after
    assert after.count("callvalue") == 2


def test_cases_share_the_check_of_a_function() -> None:
    program = f"""{{
        {PAYABLE} case 2 {{ f() }} case 3 {{ f() }}
        {REVERTS}
        function f() {{ {CHECK} sstore(1, 1) }}
    }}"""
    check_stays(program)
    more = " ".join(f"case {label} {{ {CHECK} sstore(0, {label}) }}" for label in (4, 5))
    after = check_same(program.replace("default", f"{more} default"))
    assert after.count("callvalue") == 2


def test_jumps_out_of_cases_stay() -> None:
    ends = ("break", "continue", "leave")
    cases = " ".join(
        f"case {label} {{ {CHECK} sstore(0, {label}) {end} }}" for label, end in enumerate(ends, 2)
    )
    after = check_same(f"""{{
        f()
        sstore(9, 9)
        function f() {{
            for {{ let i }} lt(i, 3) {{ i := add(i, 1) }} {{
                {PAYABLE} {cases}
                {REVERTS}
                sstore(1, i)
            }}
            sstore(2, 2)
        }}
    }}""")
    assert after.count("callvalue") == 2


def test_further_checks_are_common_to_some_of_the_cases() -> None:
    size = "if lt(calldatasize(), 36) { revert(0, 0) }"
    cases = " ".join(f"case {label} {{ {CHECK} {size} sstore(0, 1) }}" for label in range(4, 8))
    after = check_same(f"""{{
        {PAYABLE}
        case 2 {{ {CHECK} sstore(0, 2) }} case 3 {{ {CHECK} sstore(0, 3) }} {cases}
        {REVERTS}
    }}""")
    assert after.count("calldatasize") == 1
    assert after.count("switch") == 3


@pytest.mark.parametrize(("cases", "runs"), [(3, 1), (3, 11), (10, 1), (10, 11)])
def test_frequent_runs_rather_search_in_one_tree(cases: int, runs: int) -> None:
    """Each case would pass comparisons with the others."""
    checked = " ".join(f"case {label} {{ {CHECK} sstore(0, 1) }}" for label in range(2, 2 + cases))
    program = f"{{ {PAYABLE} {checked} {REVERTS} }}"
    is_partitioned = runs == 1
    after = check_same(program, runs=runs)
    assert after.count("callvalue") == (2 if is_partitioned else 1 + cases)


def test_checks_that_are_combined_with_others_cost_less_gas() -> None:
    cases = " ".join(
        f"case {label} {{ {CHECK} let x{label} := calldataload(32) if shr(8, x{label})"
        f" {{ revert(0, @) }} sstore(0, x{label}) }}"
        for label in (2, 3, 4)
    )
    program = f"{{ {PAYABLE} {cases} {REVERTS} }}"
    combined, different = program.replace("@", "0"), program.replace("@", "32")
    assert check_same(combined, runs=10).count("callvalue") == 4
    assert check_same(different, runs=10).count("callvalue") == 2


@pytest.mark.parametrize("cases", [12, 40])
def test_a_table_of_many_keys_is_cheaper(cases: int) -> None:
    checked = " ".join(f"case {label} {{ {CHECK} sstore(0, 1) }}" for label in range(2, 2 + cases))
    after = check_same(f"{{ {PAYABLE} {checked} {REVERTS} }}")
    assert after.count("callvalue") == (2 if cases == 12 else 41)


@pytest.mark.parametrize("condition", ["callvalue()", "lt(calldatasize(), 36)"])
def test_checks_of_the_size_do_not_replace_a_table(condition: str) -> None:
    def partitioned(checked: int, others: int) -> bool:
        check = f"if {condition} {{ revert(0, 0) }}"
        cases = [f"case {label} {{ {check} sstore(0, 1) }}" for label in range(checked)]
        cases += [f"case {99 + label} {{ sstore(0, 2) }}" for label in range(others)]
        program = f"{{ switch calldataload(0) {' '.join(cases)} {REVERTS} }}"
        return check_same(program) != result("", program)

    assert partitioned(8, 2)
    assert partitioned(22, 2) is (condition == "callvalue()")


@pytest.mark.parametrize("called", [2, 5])
def test_frequent_calls_are_not_searched_last(called: int) -> None:
    """Those of the cases with the check would come after comparisons with all others."""
    cases = " ".join(f"case {label} {{ {CHECK} sstore(0, {label}) }}" for label in (2, 3, 4))
    payable = " ".join(f"case {label} {{ sstore(0, callvalue()) }}" for label in (5, 6, 7, 8))
    program = f"""{{
        switch shr(224, calldataload(0)) {cases} {payable} {REVERTS}
    }}"""
    after = with_calls(program, {called: 1000})
    assert after.count("switch") == (1 if called == 2 else 2)


RECEIVES = "if iszero(calldatasize()) { sstore(7, 7) stop() }"
RETURNS = " ".join(f"case {label} {{ {CHECK} return(0, {label}) }}" for label in (0, 1, 2))
WITH_DATA = "if iszero(lt(calldatasize(), 4))"


@pytest.mark.parametrize("payable", ["", "case 5 { sstore(0, callvalue()) stop() }"])
def test_code_for_calls_without_data_does_not_follow_a_switch_for_others(payable: str) -> None:
    after = check_same(f"""{{
        {WITH_DATA} {{ switch calldataload(0) {RETURNS} {payable} }}
        function f() {{ }}
        {RECEIVES}
        revert(0, 0)
    }}""")
    assert after.count("callvalue") == (2 if payable else 1)


@pytest.mark.parametrize(
    "program",
    [
        f"{{ if iszero(lt(calldatasize(), 0)) {{ switch calldataload(0) {RETURNS} }} @ }}",
        f"{{ if lt(calldatasize(), 4) {{ switch calldataload(0) {RETURNS} }} @ }}",
        f"{{ if iszero(lt(4, calldatasize())) {{ switch calldataload(0) {RETURNS} }} @ }}",
        f"{{ if iszero(gt(calldatasize(), 4)) {{ switch calldataload(0) {RETURNS} }} @ }}",
        f"{{ if iszero(lt(callvalue(), 1)) {{ switch calldataload(0) {RETURNS} }} @ }}",
        f"{{ {WITH_DATA} {{ switch calldataload(0) {RETURNS} sstore(1, 1) }} @ }}",
        f"{{ {WITH_DATA} {{ switch calldataload(0) {RETURNS} {RECEIVES} }} stop() }}",
        f"{{ {WITH_DATA} {{ switch calldataload(0) {RETURNS} }} if callvalue() {{ stop() }} @ }}",
        f"{{ {WITH_DATA} {{ switch calldataload(0) {RETURNS} }} sstore(1, 1) @ }}",
        f"{{ for {{ let i }} lt(i, 2) {{ i := add(i, 1) }} {{ {WITH_DATA} {{"
        f" switch calldataload(0) {RETURNS} }} {RECEIVES} }} revert(0, 0) }}",
    ],
)
def test_code_for_calls_without_data_follows(program: str) -> None:
    check_stays(program.replace("@", f"{RECEIVES} revert(0, 0)"))
