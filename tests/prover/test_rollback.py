"""Rollback restores the former code of functions, with its dependencies."""

from __future__ import annotations

import pytest

from yulopt.dialect import DEFAULT_EVM_VERSION, dialect_for
from yulopt.errors import Source
from yulopt.prover.rollback import EVERYTHING, ByContent, ByPlace, Denied, Extent, Rollback, restore
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
    extent = Extent(EVERYTHING if names is None else tuple(sorted(names)))
    found = restore(block, version_of(code(before)), version_of(code(after)), extent)
    return print_yul(block), found.functions


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

    def chosen(one: str, other: str, *parts: int) -> Extent | None:
        return ByContent(frozenset([Denied(one, other, parts)])).choose("a", 1, 0, old, new)

    assert ByContent().choose("a", 1, 0, old, new) is None
    assert chosen(old.hash_of("f"), new.hash_of("f")) == Extent(("f",))
    assert chosen(old.hash_of("f"), new.hash_of("f"), 3, 5) == Extent(("f",), (3, 5))
    assert chosen(old.hash_of("f"), old.hash_of("f")) is None
    assert chosen(old.hash_of_all, new.hash_of_all) == Extent(EVERYTHING)
    # Callers of a renamed function know the name.
    new = version_of(code(AFTER.replace("g()", "h()")))
    assert chosen(old.hash_of("g"), new.hash_of("h")) == Extent(EVERYTHING)


def test_a_policy_by_place() -> None:
    one, other = Extent(("f",), (1,)), Extent(("f",))
    places = (("a.b", one), ("a", Extent(EVERYTHING)), ("a.b", other))
    policy = ByPlace(tuple(Rollback(path, 7, "s", extent) for path, extent in places))
    old, new = version_of(code(BEFORE)), version_of(code(AFTER))
    assert policy.choose("a.b", 7, 0, old, new) == one
    assert policy.choose("a.b", 7, 1, old, new) == other
    assert policy.choose("a.b", 7, 2, old, new) is None
    assert policy.choose("a", 7, 0, old, new) == Extent(EVERYTHING)
    assert policy.choose("a", 8, 0, old, new) is None


PARTS_BEFORE = """{
    { f(1) }
    function f(x) {
        sstore(x, 1)
        if x { sstore(2, 2) let y := 3 sstore(y, y) }
        for { } x { } { sstore(4, 4) break }
    }
}"""
PARTS_AFTER = """{
    { f(1) }
    function f(x) {
        sstore(x, 10)
        if x { sstore(2, 20) let z := 30 sstore(z, z) }
        for { } x { } { sstore(4, 40) break }
    }
}"""


@pytest.mark.parametrize(
    ("parts", "changed"),
    [
        ((0,), ["20", "let z := 30", "sstore(z, z)", "40"]),
        ((0, 4), ["20", "let z := 30", "sstore(z, z)"]),
        ((2, 3), ["10", "20", "40"]),
    ],
)
def test_parts_of_a_change(parts: tuple[int, ...], changed: list[str]) -> None:
    block = code(PARTS_AFTER)
    extent = Extent(("f",), parts)
    assert restore(block, version_of(code(PARTS_BEFORE)), version_of(block), extent) == extent
    text = print_yul(block)
    reported = ["10", "20", "let z := 30", "sstore(z, z)", "40"]
    assert [one for one in reported if one in text] == changed


@pytest.mark.parametrize("parts", [(2,), (3,), (0, 1, 2, 3, 4), (5,)])
def test_parts_that_cannot_be_undone_alone(parts: tuple[int, ...]) -> None:
    """A variable would be used that is not declared; or it is all of the change, or nothing."""
    block = code(PARTS_AFTER)
    old = version_of(code(PARTS_BEFORE))
    found = restore(block, old, version_of(block), Extent(("f",), parts))
    assert found == Extent(("f",))
    assert print_yul(block) == print_yul(code(PARTS_BEFORE))
