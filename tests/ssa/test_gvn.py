"""gvn: value numbering on the dominator tree."""

from __future__ import annotations

import pytest

from tests.ssa.optimised import assert_becomes, assert_stays


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("add %a, %b", "add %b, %a"),
        ("mul %a, 5", "mul 5, %a"),
        ("addmod %a, %b, 7", "addmod %b, %a, 7"),
        ("lt %a, %b", "gt %b, %a"),
        ("sgt %a, 3", "slt 3, %a"),
        ("calldataload %a", "calldataload %a"),
        ("caller", "caller"),
        ('datasize "d"', 'datasize "d"'),
        ("call @pure(%a)", "call @pure(%a)"),
    ],
)
def test_same_value(one: str, other: str) -> None:
    functions = "func @pure(%x: i256) -> i256 { e: %0 = not %x ret %0 }"
    before = (
        f"func @f(%a: i256, %b: i256) -> i256, i256 {{ e: %0 = {one} %1 = {other} ret %0, %1 }}"
    )
    assert_becomes(f"{before} {functions}", f"e:\n%0 = {one}\nret %0, %0", "gvn")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("sub %a, %b", "sub %b, %a"),
        ("addmod %a, %b, 7", "addmod %a, 7, %b"),
        ("keccak256 %a, %b", "keccak256 %a, %b"),
        ("sload %a", "sload %a"),
        ("gas", "gas"),
        ("msize", "msize"),
        ("returndatasize", "returndatasize"),
        ('datasize "d"', 'dataoffset "d"'),
        ('datasize "d"', 'datasize "e"'),
        ("call @reader(%a)", "call @reader(%a)"),
        ("call @unknown(%a)", "call @unknown(%a)"),
    ],
)
def test_different_or_not_movable(one: str, other: str) -> None:
    functions = """
        declare @unknown(i256) -> i256
        func @reader(%x: i256) -> i256 { e: %0 = sload %x ret %0 }"""
    text = f"""
        func @f(%a: i256, %b: i256) -> i256, i256 {{
        e:
          %0 = {one}
          %1 = {other}
          ret %0, %1
        }}"""
    assert_stays(text + functions, "gvn")


def test_values_hold_only_below_their_definition() -> None:
    assert_stays(
        """
        func @f(%a: i256) -> i256 {
        e:
          br %a, %left, %right
        left:
          %0 = not %a
          br %join
        right:
          %1 = not %a
          br %join
        join:
          %p = phi i256 [ %0, %left ], [ %1, %right ]
          %2 = not %a
          %3 = xor %p, %2
          ret %3
        }""",
        "gvn",
    )


def test_equal_phis_beside_a_trivial_one() -> None:
    assert_becomes(
        """
        func @f(%a: i256, %b: i256) -> i256, i256, i256 {
        e:
          br %loop
        loop:
          %trivial = phi i256 [ %a, %e ], [ %trivial, %loop ]
          %0 = phi i256 [ 0, %e ], [ %a, %loop ]
          %1 = phi i256 [ %b, %e ], [ %trivial, %loop ]
          %2 = phi i256 [ %a, %loop ], [ 0, %e ]
          br %a, %loop, %out
        out:
          ret %0, %1, %2
        }""",
        """
        e:
          br %loop
        loop:
          %0 = phi i256 [ 0, %e ], [ %a, %loop ]
          %1 = phi i256 [ %b, %e ], [ %a, %loop ]
          br %a, %loop, %out
        out:
          ret %0, %1, %0
        """,
        "gvn",
    )
