"""Profiles of calls, values of expressions over the selector, and coverage by a profile."""

from __future__ import annotations

import json
import pickle

import pytest

import yulopt
from yulopt.errors import Source
from yulopt.frequency.call_profile import CallProfile
from yulopt.frequency.dispatch_selectors import dispatched_selectors, profile_warning
from yulopt.frequency.profile_records import calls_text, profile_from, profile_record
from yulopt.frequency.selectors import SelectorValues
from yulopt.syntax.ast import ExpressionStatement, FunctionCall, VariableDeclaration
from yulopt.tune.call_files import read_calls
from yulopt.tune.calls import COUNT_LIMIT

TRANSFER = 0xA9059CBB


def test_calls_are_counted_by_their_selectors() -> None:
    data = TRANSFER.to_bytes(4, "big")
    profile = CallProfile.of_calls(
        [(data + bytes(64), 100), (data, 3), (b"", 7), (data[:3], 9), (bytes(4), 1), (b"abcd", 0)]
    )
    assert profile.counts == {0: 1, TRANSFER: 103}
    assert profile.total == 104


def test_profiles_with_the_same_data_are_equal() -> None:
    one, other = CallProfile({1: 2, 3: 4}), CallProfile({3: 4, 5: 0, 1: 2})
    assert one == other
    assert hash(one) == hash(other)
    assert one != CallProfile({1: 2})
    assert repr(other) == "CallProfile({0x00000001: 2, 0x00000003: 4})"


def test_a_profile_as_json() -> None:
    profile = CallProfile({TRANSFER: 100, 5: 1})
    assert profile_record(profile) == {"0x00000005": 1, "0xa9059cbb": 100}
    assert profile_from(profile_record(profile)) == profile
    assert profile_from({}) == CallProfile({})


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (None, "an object of selectors"),
        ([1], "an object of selectors"),
        ({"0xa9059cb": 1}, "'0xa9059cb' is not a selector"),
        ({"0xA9059CBB": 1}, "is not a selector"),
        ({"0xa9059cbb\n": 1}, "is not a selector"),
        ({5: 1}, "5 is not a selector"),
        ({"0xa9059cbb": "1"}, "0xa9059cbb is called '1' times"),
        ({"0xa9059cbb": 1.5}, "is called 1.5 times"),
        ({"0xa9059cbb": False}, "is called False times"),
        ({"0xa9059cbb": -1}, "is called -1 times"),
    ],
)
def test_json_that_is_not_a_profile(record: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        profile_from(record)


@pytest.mark.parametrize(
    "counts", [{}, {0: 1, TRANSFER: 100}, {5: COUNT_LIMIT - 1}, {5: 3 * COUNT_LIMIT, 6: 1}]
)
def test_a_profile_as_a_file_of_calls(counts: dict[int, int]) -> None:
    profile = CallProfile(counts)
    assert read_calls(Source(calls_text(profile))).profile() == profile


def test_profiles_can_be_pickled() -> None:
    profile = CallProfile({1: 2, TRANSFER: 1 << 70})
    # Compiled classes do not come back from this by themselves.
    assert pickle.loads(pickle.dumps(profile)) == profile


@pytest.mark.parametrize("counts", [{-1: 1}, {1 << 32: 1}, {1: -1}])
def test_invalid_profiles(counts: dict[int, int]) -> None:
    with pytest.raises(ValueError, match=r"selector|times"):
        CallProfile(counts)


def test_a_profile_has_whole_numbers() -> None:
    with pytest.raises(TypeError, match="whole numbers, not '1'"):
        CallProfile(json.loads('{"1": 1}'))


def values(expression: str, before: str = "") -> list[int | None]:
    """The value of an expression in calls of two selectors."""
    code = yulopt.parse(f"{{ {before} pop({expression}) }}").code
    found = SelectorValues(code)
    last = code.statements[-1]
    assert isinstance(last, ExpressionStatement)
    assert isinstance(last.expression, FunctionCall)
    value = last.expression.arguments[0]
    known = [found.value(value, selector) for selector in (1, TRANSFER)]
    assert found.depends(value) == (known[0] is not None)
    return known


def test_expressions_over_the_selector() -> None:
    assert values("shr(224, calldataload(0))") == [1, TRANSFER]
    assert values(f"div(calldataload(0), {1 << 224})") == [1, TRANSFER]
    assert values("lt(s, 0x80000000)", "let s := shr(0xe0, calldataload(0))") == [1, 0]
    assert values("eq(shr(b, w), 1)", "let z let w := calldataload(z) let b := 224") == [1, 0]
    assert values("iszero(and(not(shr(224, calldataload(0))), 1))") == [1, 1]


@pytest.mark.parametrize(
    "expression",
    [
        "calldataload(0)",
        "shr(224, calldataload(4))",
        "shr(192, calldataload(0))",
        "shr(224, mload(0))",
        "div(calldataload(0), 224)",
        "div(224, calldataload(0))",
        "shr(calldataload(0), 224)",
        "add(shr(224, calldataload(0)), caller())",
        "shr(224, sload(calldataload(0)))",
    ],
)
def test_expressions_over_anything_else(expression: str) -> None:
    assert values(expression) == [None, None]


def test_constants_do_not_depend_on_the_selector() -> None:
    code = yulopt.parse("{ let x := 7 let y := add(x, 1) }").code
    declaration = code.statements[-1]
    assert isinstance(declaration, VariableDeclaration)
    assert declaration.value is not None
    found = SelectorValues(code)
    assert found.value(declaration.value, 0) == 8
    assert not found.depends(declaration.value)


def test_a_changing_variable_is_unknown() -> None:
    before = "let s := shr(224, calldataload(0)) if callvalue() { s := 1 }"
    assert values("s", before) == [None, None]
    assert values("w", "let w := calldataload(0) w := 2") == [None, None]


def test_coverage_of_a_program_by_a_profile() -> None:
    program = yulopt.parse(
        f"{{ switch shr(224, calldataload(0)) case {TRANSFER} {{ }} case 0x18160ddd {{ }} }}"
    )
    assert dispatched_selectors(program) == [TRANSFER, 0x18160DDD]
    assert profile_warning(program, CallProfile({TRANSFER: 1, 5: 1})) is None
    assert "another one?" in (profile_warning(program, CallProfile({5: 1})) or "")
    assert "no selectors" in (profile_warning(program, CallProfile({})) or "")
    # Code without a search passes all calls on.
    assert profile_warning(yulopt.parse("{ sstore(0, 1) }"), CallProfile({5: 1})) is None
