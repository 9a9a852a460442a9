"""Rollback gives functions their former code back, with all that has to go with it."""

from __future__ import annotations

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.rollback import EVERYTHING, ByContent, ByPlace, Rollback, restore
from yulopt.prover.versions import OUTSIDE, version_of
from yulopt.syntax.ast import Block
from yulopt.syntax.parser import parse_source
from yulopt.syntax.printer import print_yul

DIALECT = dialect_for(DEFAULT_EVM_VERSION)


def code(text: str) -> Block:
    return parse_source(Source(text), DIALECT).code


def restored(before: str, after: str, names: set[str] | None) -> tuple[str, tuple[str, ...]]:
    """The code in which some functions are as before, and what was rolled back."""
    block = code(after)
    found = restore(block, version_of(code(before)), version_of(code(after)), names)
    return print_yul(block), found


def check(
    before: str, after: str, names: set[str] | None, expected: str, functions: tuple[str, ...]
) -> None:
    text, found = restored(before, after, names)
    assert (text, found) == (print_yul(code(expected)), functions)
    # The order of functions does not matter to a step, and a rollback again changes nothing.
    assert restored(before, expected, set(found) if found else None)[0] == text


BEFORE = "{ { f(1) g() } function f(x) { sstore(x, 1) } function g() { sstore(2, 2) } }"
AFTER = "{ { f(3) g() } function f(x) { sstore(x, 4) } function g() { sstore(5, 5) } }"


def test_one_function() -> None:
    expected = "{ { f(3) g() } function f(x) { sstore(x, 1) } function g() { sstore(5, 5) } }"
    check(BEFORE, AFTER, {"f"}, expected, ("f",))


def test_code_outside_functions() -> None:
    expected = "{ { f(1) g() } function f(x) { sstore(x, 4) } function g() { sstore(5, 5) } }"
    check(BEFORE, AFTER, {OUTSIDE}, expected, (OUTSIDE,))


@pytest.mark.parametrize("names", [None, {OUTSIDE, "f", "g"}], ids=["all", "by name"])
def test_everything(names: set[str] | None) -> None:
    check(BEFORE, AFTER, names, BEFORE, EVERYTHING)


def test_a_function_that_was_removed_comes_back_with_its_caller() -> None:
    before = "{ { f() h() } function f() { g(7) } function g(x) { sstore(x, x) } function h() {} }"
    after = "{ { f() h() } function f() { sstore(7, 7) } function h() { sstore(0, 0) } }"
    expected = """{
        { f() h() }
        function f() { g(7) }
        function h() { sstore(0, 0) }
        function g(x) { sstore(x, x) }
    }"""
    check(before, after, {"f"}, expected, ("f", "g"))


def test_a_new_function_stays_while_it_is_called() -> None:
    before = "{ { f() h() } function f() { sstore(7, 7) } function h() { sstore(7, 7) } }"
    after = (
        "{ { f() h() } function f() { g() } function h() { g() } function g() { sstore(7, 7) } }"
    )
    expected = """{
        { f() h() }
        function f() { sstore(7, 7) }
        function h() { g() }
        function g() { sstore(7, 7) }
    }"""
    check(before, after, {"f"}, expected, ("f",))


def test_callers_go_with_a_function_that_has_another_signature() -> None:
    before = """{
        { f(1, 2) h() }
        function f(x, y) { sstore(x, 1) }
        function h() { f(3, 4) }
        function i() { sstore(9, 9) }
    }"""
    after = """{
        { f(1) h() }
        function f(x) { sstore(x, 1) }
        function h() { f(3) }
        function i() { sstore(9, 8) }
    }"""
    expected = before.replace("sstore(9, 9)", "sstore(9, 8)")
    check(before, after, {"f"}, expected, (OUTSIDE, "f", "h"))
    check(before, after, {"h"}, expected, (OUTSIDE, "f", "h"))


def test_names_stay_unique() -> None:
    """Code that moved from one function to another takes its names along."""
    before = (
        "{ { f() g() } function f() { let a := 1 sstore(a, a) } function g() {} function h() {} }"
    )
    after = (
        "{ { f() g() } function f() {} function g() { let a := 1 sstore(a, a) } function h() { } }"
    )
    text, found = restored(before, after, {"f"})
    assert (text, found) == (print_yul(code(before)), EVERYTHING)


def test_a_policy_knows_changes_by_their_content() -> None:
    old, new = version_of(code(BEFORE)), version_of(code(AFTER))

    def chosen(one: str, other: str) -> set[str] | None:
        return ByContent(frozenset([(one, other)])).choose("a", 1, old, new)

    assert ByContent().choose("a", 1, old, new) == set()
    assert chosen(old.hash_of("f"), new.hash_of("f")) == {"f"}
    assert chosen(old.hash_of("f"), old.hash_of("f")) == set()
    assert chosen(old.hash_of_all, new.hash_of_all) is None
    # Who calls a function that was renamed knows the name.
    new = version_of(code(AFTER.replace("g()", "h()")))
    assert chosen(old.hash_of("g"), new.hash_of("h")) is None


def test_a_policy_by_place() -> None:
    policy = ByPlace((Rollback("a.b", 7, "s", ("f",)), Rollback("a", 7, "s", EVERYTHING)))
    old, new = version_of(code(BEFORE)), version_of(code(AFTER))
    assert policy.choose("a.b", 7, old, new) == {"f"}
    assert policy.choose("a", 7, old, new) is None
    assert policy.choose("a", 8, old, new) == set()
