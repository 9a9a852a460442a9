"""sccp: sparse conditional constant propagation."""

from __future__ import annotations

import pytest

from tests.ssa.optimised import assert_becomes, assert_stays, body, optimised
from tests.ssa.programs import text_of
from yulopt.rules.arithmetic import compute

MAX = (1 << 256) - 1


@pytest.mark.parametrize(
    ("name", "operands"),
    [
        ("div", [7, 0]),
        ("sdiv", [1 << 255, MAX]),
        ("mod", [7, 0]),
        ("addmod", [MAX, MAX, 7]),
        ("mulmod", [MAX, MAX, 0]),
        ("shl", [256, 1]),
        ("sar", [300, MAX]),
        ("signextend", [0, 0x80]),
        ("byte", [31, 0x1234]),
        ("exp", [0, 0]),
        ("clz", [0]),
    ],
)
def test_arithmetic_is_that_of_the_evm(name: str, operands: list[int]) -> None:
    arguments = ", ".join(map(str, operands))
    text = f"func @f() -> i256 {{ e: %0 = {name} {arguments} ret %0 }}"
    value = compute(name, operands)
    assert body(optimised(text, "sccp")).endswith(f"ret {value if value < 65536 else hex(value)}")


@pytest.mark.parametrize(("selector", "target"), [(0, "10"), (5, "20"), (6, "30")])
def test_switch_on_a_constant(selector: int, target: str) -> None:
    before = f"""
        func @f() -> i256 {{
        e:
          %s = add {selector}, 0
          switch %s, %d [ 0: %zero, 5: %five ]
        zero:
          br %out
        five:
          br %out
        d:
          br %out
        out:
          %r = phi i256 [ 10, %zero ], [ 20, %five ], [ 30, %d ]
          ret %r
        }}"""
    assert body(optimised(before, "sccp, simplify-cfg")) == f"e:\nret {target}"


def test_a_phi_joins_only_edges_that_are_taken() -> None:
    # %x would have to be known to know that `change` is never reached, and the other way round.
    assert_becomes(
        """
        func @f(%c: i256) -> i256 {
        e:
          br %loop
        loop:
          %x = phi i256 [ 0, %e ], [ %x2, %latch ]
          br %x, %change, %latch
        change:
          br %latch
        latch:
          %x2 = phi i256 [ %x, %loop ], [ 1, %change ]
          %t = calldataload 0
          br %t, %loop, %out
        out:
          ret %x2
        }""",
        """
        e:
          br %loop
        loop:
          br %latch
        latch:
          %t = calldataload 0
          br %t, %loop, %out
        out:
          ret 0
        """,
        "sccp",
    )


def test_effects_and_unknown_values_stay() -> None:
    assert_stays(
        """
        func @f(%a: i256) -> i256 {
        e:
          %0 = sload 0
          %1 = mul %a, 0
          %2 = memoryguard 128
          %3 = add %1, %2
          sstore %3, %0
          ret %0
        }""",
        "sccp",
    )


def test_counter_is_not_evaluated() -> None:
    # T3: the loop would have to be executed to know that its result is 10.
    assert "ret %i.1" in optimised(text_of("T3"), "mem2reg, sccp")


def test_an_endless_loop_remains() -> None:
    assert_becomes(
        "func @f() { e: %c = add 1, 0 br %loop loop: br %c, %loop, %out out: ret }",
        "e:\nbr %loop\nloop:\nbr %loop",
        "sccp",
    )


def test_values_on_edges_not_taken_do_not_count() -> None:
    text = """
        func @f() -> i256 {
        e:
          br %loop
        loop:
          %p = phi i256 [ 1, %e ], [ %next, %never ]
          %next = add %p, 1
          br 0, %never, %out
        never:
          br %loop
        out:
          ret %p
        }"""
    assert "ret 1" in optimised(text, "sccp")
