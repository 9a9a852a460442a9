"""The RangeSimplifier over control flow: loops, branches and functions."""

from __future__ import annotations

import pytest

from tests.steps.check import check_step
from tests.steps.test_range_simplifier import ADDRESS, MAX, body_after, check_same


def test_loops() -> None:
    after = body_after(
        """
        for { let i := 0 } lt(i, and(y, 3)) { i := add(i, 1) }
        {
            if gt(i, add(i, 1)) { revert(0, 1) }
            if gt(i, 1) { if gt(i, 2) { revert(0, 2) } }
            sstore(and(i, 0xff), and(x, 0xff))
        }
        """
    )
    assert after.count("if 0") == 2
    assert "sstore(i, and(x, 0xff))" in after


def test_a_counter_in_steps_keeps_its_low_bits() -> None:
    after = body_after(
        "for { let i := 0 } lt(i, 200) { i := add(i, 32) } { sstore(and(i, not(31)), and(i, 31)) }"
    )
    assert "sstore(i, 0)" in after


@pytest.mark.parametrize(
    "loop",
    [
        # It may run no time.
        "let k := x for { } lt(k, 5) { k := add(k, 1) } { } sstore(0, lt(k, 6))",
        "let k := 7 for { } x { x := 0 } { k := 300 } sstore(0, and(k, 0xff)) sstore(1, lt(k, 8))",
        # Counters that wrap around, upwards and downwards.
        f"let k := {MAX - 2} for {{ }} k {{ k := add(k, 1) }} {{ sstore(0, lt(k, 5)) }}"
        " sstore(1, iszero(k))",
        "for { let i := 3 } lt(i, 4) { i := sub(i, 1) } { sstore(i, lt(i, 4)) }",
        # Two that change places.
        "let p := 1 let q := 2 for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
        " { let s := p p := q q := add(s, 300) } sstore(0, and(p, 0xff)) sstore(1, lt(q, 400))",
        # Changes reach the last of them after many iterations.
        "let p := 1 let q := 1 let r := 1 let s := 1 let t := 1 let u := 1 let v := 1"
        " for { let i := 0 } lt(i, 20) { i := add(i, 1) }"
        " { p := q q := r r := s s := t t := u u := v v := 300 sstore(i, and(p, 0xff)) }",
        # Facts that hold after a break or continue, and that do not.
        "let k := 0 for { let i := 0 } lt(i, 9) { i := add(i, 1) }"
        " { if gt(x, 5) { k := 300 break } k := 1 if y { continue } k := 2 }"
        " sstore(0, and(k, 0xff)) sstore(1, lt(k, 3)) sstore(2, lt(x, 6))",
        "for { let i := 0 } lt(i, 3) { i := add(i, 1) } { if lt(x, 5) { continue } y := 1 break }"
        " sstore(0, lt(x, 5)) sstore(1, eq(y, 1))",
        "let k := 0 for { let i := 0 } 1 { k := add(k, lt(i, 2)) }"
        " { i := add(i, 1) if gt(i, 4) { break } if lt(i, 3) { continue } sstore(i, lt(i, 3)) }"
        " sstore(9, k)",
        # A condition of an inner loop holds in it, not after it.
        "for { let i := 0 } lt(i, 3) { i := add(i, 1) }"
        " { for { let j := 0 } lt(j, i) { j := add(j, 1) } { sstore(j, lt(j, 2)) }"
        " sstore(add(9, i), lt(i, 2)) }",
        # Too deep to be looked at in detail.
        "let k := 1 for { let i := 0 } lt(i, 2) { i := add(i, 1) } {"
        " for { let j := 0 } lt(j, 2) { j := add(j, 1) } {"
        " for { let l := 0 } lt(l, 2) { l := add(l, 1) } {"
        " for { let m := 0 } lt(m, 2) { m := add(m, 1) }"
        " { k := mul(k, 3) sstore(k, and(k, 0xffff)) sstore(m, gt(m, 1)) } } } }",
        "for { let i := 0 } lt(i, 3) { i := add(i, 1) } { x := add(x, gt(x, 5)) }"
        " sstore(0, gt(x, 5))",
        # Facts at the end of the body need not hold after a continue.
        "let n := 0 for { let i := 0 } lt(n, 3) { i := add(i, 1) sstore(n, lt(i, 3)) }"
        " { n := add(n, 1) if gt(i, x) { continue } sstore(9, lt(i, 3)) if gt(i, 1) { break } }",
    ],
)
def test_adversarial_loops(loop: str) -> None:
    body_after(loop)


def test_branches() -> None:
    check_step(
        "K",
        """{
            let x := calldataload(0)
            let r
            switch and(x, 3)
            case 0 { r := 5 }
            case 1 { r := 7 }
            default { r := and(x, 2) }
            sstore(0, and(r, 7))
            sstore(1, and(r, 3))
            if lt(x, 4) { if gt(x, 2) { sstore(2, x) sstore(3, eq(x, 3)) } }
            if lt(x, 4) { if gt(x, 3) { sstore(4, gt(x, 3)) } }
            switch lt(x, 4) case 0 { sstore(5, lt(x, 3)) }
        }""",
        """{
            let x := calldataload(0)
            let r
            switch and(x, 3)
            case 0 { r := 5 }
            case 1 { r := 7 }
            default { r := 2 }
            sstore(0, r)
            sstore(1, and(r, 3))
            if lt(x, 4) { if gt(x, 2) { sstore(2, x) sstore(3, 1) } }
            if lt(x, 4) { if 0 { sstore(4, gt(x, 3)) } }
            switch lt(x, 4) case 0 { sstore(5, 0) }
        }""",
    )


def test_switches_that_cover_all_values_have_a_default() -> None:
    check_step(
        "K",
        """{
            let x := calldataload(0)
            switch and(x, 1) case 0 { sstore(0, x) } case 1 { sstore(1, x) }
            switch and(x, 1) case 1 { sstore(2, x) } case 0 { sstore(3, x) }
            switch and(x, 3) case 0 { x := 9 } case 4 { x := 8 } case 3 { x := 7 }
            default { x := 6 }
            if lt(x, 6) { sstore(4, x) }
            switch f(x) case 1 { sstore(5, x) } case 2 { sstore(6, x) }
            switch f(x) case 0 { sstore(7, x) } default { sstore(8, x) }
            switch f(x) case 5 { sstore(9, x) }
            function f(y) -> z { sstore(10, y) z := 1 if y { z := 2 } }
        }""",
        """{
            let x := calldataload(0)
            switch and(x, 1) case 0 { sstore(0, x) } default { sstore(1, x) }
            switch and(x, 1) case 0 { sstore(3, x) } default { sstore(2, x) }
            switch and(x, 3) case 0 { x := 9 } case 3 { x := 7 } default { x := 6 }
            if 0 { sstore(4, x) }
            switch f(x) case 1 { sstore(5, x) } default { sstore(6, x) }
            switch f(x) default { sstore(8, x) }
            switch f(x) default { }
            function f(y) -> z { sstore(10, y) z := 1 if 1 { z := 2 } }
        }""",
    )


@pytest.mark.parametrize(
    "statements",
    [
        # A value is missing, or wraps around to a missing one.
        "switch and(x, 3) case 0 { r := 1 } case 1 { r := 2 } case 2 { r := 3 }",
        "switch sub(and(x, 1), 1) case 0 { r := 1 } case 1 { r := 2 }",
        "switch add(lt(x, 2), lt(x, 1)) case 0 { r := 1 } case 2 { r := 2 }",
        # Bounds hold on one path, in one iteration, or at one call only.
        "let y := x if lt(x, 256) { y := and(x, 1) } switch y case 0 { r := 1 } case 1 { r := 2 }",
        "for { let y } lt(y, 4) { y := add(y, 1) } { switch y case 0 { r := add(r, 1) }"
        " case 1 { r := add(r, x) } }",
        "let s := f(and(x, 1)) r := add(s, f(x))"
        " function f(y) -> z { switch y case 0 { z := 1 } case 1 { z := 2 } }",
    ],
)
def test_switches_that_can_fall_through_stay(statements: str) -> None:
    text = f"{{ let x := calldataload(0) let r := 7 {statements} sstore(0, r) }}"
    assert "default" not in check_same(text)


def test_functions_know_ranges_of_arguments_and_results() -> None:
    check_step(
        "K",
        f"""{{
            let to := address_of(calldataload(4))
            sstore(and(to, {ADDRESS}), masked(7))
            pop(masked(and(to, 0xff)))
            check(calldataload(36))
            sstore(1, lt(calldataload(36), 10))
            sstore(2, and(early(calldataload(36)), 1))
            function address_of(word) -> to_1 {{ to_1 := and(word, {ADDRESS}) }}
            function masked(p) -> q {{ q := and(p, 0xffff) sstore(0, lt(p, 256)) }}
            function check(n) {{ if gt(n, 9) {{ revert(0, 0) }} }}
            function early(c) -> s {{ if c {{ s := 1 leave }} s := iszero(c) }}
        }}""",
        f"""{{
            let to := address_of(calldataload(4))
            sstore(to, masked(7))
            pop(masked(and(to, 0xff)))
            check(calldataload(36))
            sstore(1, 1)
            sstore(2, 1)
            function address_of(word) -> to_1 {{ to_1 := and(word, {ADDRESS}) }}
            function masked(p) -> q {{ q := p sstore(0, 1) }}
            function check(n) {{ if gt(n, 9) {{ revert(0, 0) }} }}
            function early(c) -> s {{ if c {{ s := 1 leave }} s := 1 }}
        }}""",
    )


@pytest.mark.parametrize(
    "program",
    [
        # Arguments of recursive functions can be anything.
        """{ f(3) function f(n) {
            sstore(n, lt(n, 4)) if iszero(lt(n, 9)) { leave } f(mul(n, 2)) } }""",
        """{ sstore(0, lt(f(3), 4)) function f(n) -> r { r := 300 if n { r := g(sub(n, 1)) } }
            function g(m) -> s { s := 2 if m { s := f(sub(m, 1)) } } }""",
        # One call among several has another argument, or a worse one comes later.
        """{ f(1) f(calldataload(0)) f(2) function f(n) { sstore(n, lt(n, 3)) } }""",
        """{ let a, b := f(calldataload(0)) sstore(a, lt(b, 3)) sstore(1, lt(a, 3))
            function f(n) -> x, y { y := 2 if n { x := 900 leave } x := 1 } }""",
        # A parameter that is assigned is another value at the end.
        """{ let x := calldataload(0) f(x) sstore(0, lt(x, 5))
            function f(n) { n := and(n, 3) sstore(1, n) } }""",
        # It returns in two ways, only one of which checks.
        """{ let x := calldataload(0) f(x) sstore(0, lt(x, 10))
            function f(n) { if calldataload(32) { leave } if gt(n, 9) { revert(0, 0) } } }""",
        # Assigned in a branch of a function that is called before and after.
        """{ let x := calldataload(0) if lt(x, 5) { x := f(x) } sstore(0, lt(x, 5))
            function f(n) -> r { r := n if gt(n, 2) { r := add(n, 300) } } }""",
        # A function that does not return.
        """{ if calldataload(0) { f() } sstore(0, iszero(calldataload(0)))
            function f() { revert(0, 0) } }""",
    ],
)
def test_adversarial_functions(program: str) -> None:
    check_same(program)


def test_conditions_that_contradict_each_other() -> None:
    after = body_after(
        """
        if lt(x, 5) { if gt(x, 5) { sstore(0, lt(x, 3)) f_() } }
        if eq(x, 1) { if eq(x, 2) { revert(0, 1) } }
        if and(x, 1) { if iszero(and(x, 1)) { revert(0, 2) } }
        sstore(1, x)
        function f_() { sstore(7, 7) }
        """
    )
    assert "if 0 { sstore(0, lt(x, 3)) f_() }" in after
    assert "if 0 { revert(0, 1) }" in after
    assert "if 0 { revert(0, 2) }" in after
