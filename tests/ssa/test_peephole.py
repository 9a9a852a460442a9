"""peephole: the rules of the table, on definitions."""

from __future__ import annotations

import pytest

from tests.ssa.optimised import assert_becomes, assert_stays


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("%0 = add %a, 0 ret %0", "ret %a"),
        ("%0 = not %a %1 = not %0 ret %1", "ret %a"),
        ("%0 = xor %a, %a ret %0", "ret 0"),
        ("%0 = div %a, 8 ret %0", "%0 = shr 3, %a\nret %0"),
        ("%0 = add %a, 1 %1 = add %0, 2 %2 = add %1, 3 ret %2", "%2 = add %a, 6\nret %2"),
        ("%0 = address %1 = balance %0 ret %1", "%1 = selfbalance\nret %1"),
        ("%0 = sload %a %1 = and %0, 0 ret %1", "%0 = sload %a\nret 0"),
        ("%0 = keccak256 %a, 0 ret %0", "%0 = keccak256 0, 0\nret %0"),
    ],
)
def test_rules(before: str, after: str) -> None:
    pipeline = "peephole, dce" if "sload" not in before else "peephole"
    assert_becomes(f"func @f(%a: i256) -> i256 {{ e: {before} }}", f"e:\n{after}", pipeline)


def test_conditions_do_not_negate() -> None:
    assert_becomes(
        """
        func @f(%a: i256) {
        e:
          %0 = gt %a, 0
          %1 = iszero %0
          br %1, %x, %y
        x:
          end stop
        y:
          ret
        }""",
        """
        e:
          br %a, %y, %x
        x:
          end stop
        y:
          ret
        """,
        "peephole, dce",
    )


def test_values_with_other_uses_are_not_recomputed() -> None:
    # add(add(a, 1), b) could be add(add(a, b), 1), but add(a, 1) is there anyway.
    assert_stays(
        """
        func @f(%a: i256, %b: i256) -> i256, i256 {
        e:
          %0 = add %a, 1
          %1 = add %0, %b
          ret %0, %1
        }""",
        "peephole, dce",
    )


def test_rules_see_definitions_in_other_blocks() -> None:
    assert_becomes(
        """
        func @f(%a: i256) -> i256 {
        e:
          %0 = iszero %a
          br %a, %x, %y
        x:
          %1 = iszero %0
          %2 = iszero %1
          ret %2
        y:
          ret 1
        }""",
        """
        e:
          %0 = iszero %a
          br %a, %x, %y
        x:
          ret %0
        y:
          ret 1
        """,
        "peephole, gvn, dce",
    )
