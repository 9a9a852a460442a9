"""Splitting, joining, pseudo-SSA form, and the removal of unused assignments and stores.

Each case is a small program, the steps to run over it, and what comes out, for one reason. What
solc makes of the same programs is asked again when the oracle is available.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

import yulopt
from tests.oracle import Job, Oracle, skip_unless_available


@dataclass(frozen=True)
class Case:
    """`steps` turn `before` into `after`."""

    reason: str
    steps: str
    before: str
    after: str


def unchanged(reason: str, steps: str, program: str) -> Case:
    return Case(reason, steps, program, program)


EXPRESSION_SPLITTER = [
    Case(
        "arguments get variables from right to left, the innermost first",
        "x",
        """{
            sstore(add(caller(), 1), mload(mload(2)))
        }""",
        """{
            let _1 := 2
            let _2 := mload(_1)
            let _3 := mload(_2)
            let _4 := 1
            let _5 := caller()
            let _6 := add(_5, _4)
            sstore(_6, _3)
        }""",
    ),
    Case(
        "the outermost expression of a statement stays, and so do variables",
        "x",
        """{
            let a := 7
            let b := a
            b := not(a)
            b := 8
            pop(b)
        }""",
        """{
            let a := 7
            let b := a
            b := not(a)
            b := 8
            pop(b)
        }""",
    ),
    Case(
        "conditions get a variable, even a literal and a call without arguments",
        "x",
        """{
            if 1 { pop(2) }
            switch callvalue()
            case 0 { }
        }""",
        """{
            let _1 := 1
            if _1 {
                let _2 := 2
                pop(_2)
            }
            let _3 := callvalue()
            switch _3
            case 0 { }
        }""",
    ),
    Case(
        "a loop condition stays; the post block is split before the body",
        "x",
        """{
            for { } lt(calldatasize(), 9) { pop(1) } { pop(2) }
        }""",
        """{
            for { } lt(calldatasize(), 9) {
                let _1 := 1
                pop(_1)
            }
            {
                let _2 := 2
                pop(_2)
            }
        }""",
    ),
    Case(
        "arguments that must be literals stay",
        "x",
        """{
            setimmutable(0, "owner", memoryguard(0x80))
            pop(verbatim_1i_1o("\\x01", 3))
        }""",
        """{
            let _1 := memoryguard(0x80)
            let _2 := 0
            setimmutable(_2, "owner", _1)
            let _3 := 3
            let _4 := verbatim_1i_1o("\\x01", _3)
            pop(_4)
        }""",
    ),
    Case(
        "names that the program uses are skipped",
        "x",
        """{
            let _1
            let _3
            pop(not(not(_1)))
            pop(_3)
        }""",
        """{
            let _1
            let _3
            let _2 := not(_1)
            let _4 := not(_2)
            pop(_4)
            pop(_3)
        }""",
    ),
]

EXPRESSION_JOINER = [
    Case(
        "a variable that is used once, in the next statement, is folded into it",
        "j",
        """{ {
            let a := mload(0)
            let b := not(a)
            sstore(1, b)
        } }""",
        """{ {
            sstore(1, not(mload(0)))
        } }""",
    ),
    Case(
        "declarations in the order of evaluation are folded together",
        "j",
        """{ {
            let value := sload(0)
            let key := mload(0)
            sstore(key, value)
        } }""",
        """{ {
            sstore(mload(0), sload(0))
        } }""",
    ),
    Case(
        "nothing is folded over the gap that another variable left",
        "j",
        """{ {
            let value := sload(0)
            let offset := calldataload(0)
            let key := mload(offset)
            sstore(key, value)
        } }""",
        """{ {
            let value := sload(0)
            sstore(mload(calldataload(0)), value)
        } }""",
    ),
    Case(
        "a second run does it",
        "jj",
        """{ {
            let value := sload(0)
            let offset := calldataload(0)
            let key := mload(offset)
            sstore(key, value)
        } }""",
        """{ {
            sstore(mload(calldataload(0)), sload(0))
        } }""",
    ),
    unchanged(
        "an argument to the left of a call is evaluated after it",
        "j",
        """{ {
            let key := mload(0)
            sstore(key, sload(0))
        } }""",
    ),
    Case(
        "an argument to the right of a call is evaluated before it",
        "j",
        """{ {
            let value := mload(0)
            sstore(sload(0), value)
        } }""",
        """{ {
            sstore(sload(0), mload(0))
        } }""",
    ),
    unchanged(
        "a variable that is used twice, or assigned, stays",
        "j",
        """{ {
            let a := mload(0)
            sstore(a, a)
            let b := mload(1)
            sstore(b, 1)
            b := 2
        } }""",
    ),
    unchanged(
        "variables that are declared together or without a value stay",
        "j",
        """{
            {
                let a, b := f()
                sstore(a, b)
                let c
                sstore(c, 0)
            }
            function f() -> r, s { }
        }""",
    ),
    Case(
        "values that are literals or variables are folded as well",
        "j",
        """{ {
            let a := calldataload(0)
            let b := a
            sstore(b, 1)
            let c := 7
            sstore(a, c)
        } }""",
        """{ {
            let a := calldataload(0)
            sstore(a, 1)
            sstore(a, 7)
        } }""",
    ),
    Case(
        "conditions of if and switch are filled, those of loops are not",
        "j",
        """{ {
            let a := mload(0)
            if a { }
            let b := mload(1)
            switch b
            case 0 { }
            let c := mload(2)
            for { } c { } { }
        } }""",
        """{ {
            if mload(0) { }
            switch mload(1)
            case 0 { }
            let c := mload(2)
            for { } c { } { }
        } }""",
    ),
    unchanged(
        "nothing is folded into a body",
        "j",
        """{ {
            let a := mload(0)
            if calldatasize() { sstore(a, 1) }
        } }""",
    ),
    Case(
        "a function keeps its body, and the top block its form, when nothing is left in them",
        "j",
        """{
            { }
            function f() { { } { { } } }
        }""",
        """{
            { }
            function f() { }
        }""",
    ),
]

SSA_TRANSFORM = [
    Case(
        "each assigned value gets a variable, and reads use it",
        "a",
        """{
            let a
            sstore(0, a)
            a := mload(a)
            sstore(1, a)
        }""",
        """{
            let a_1
            let a := a_1
            sstore(0, a_1)
            let a_2 := mload(a_1)
            a := a_2
            sstore(1, a_2)
        }""",
    ),
    unchanged(
        "variables that are never assigned stay as they are",
        "a",
        """{
            let a, b := f(1)
            sstore(a, b)
            function f(x) -> y, z { sstore(x, y) }
        }""",
    ),
    Case(
        "variables that are declared together all get values if one is assigned",
        "a",
        """{
            let a, b := f()
            a, b := f()
            let c, d := f()
            c := d
            function f() -> r, s { }
        }""",
        """{
            let a_1, b_2 := f()
            let a := a_1
            let b := b_2
            let a_3, b_4 := f()
            a := a_3
            b := b_4
            let c_5, d_6 := f()
            let c := c_5
            let d := d_6
            let c_7 := d
            c := c_7
            function f() -> r, s { }
        }""",
    ),
    Case(
        "where control flow joins, the value is copied before the next statement",
        "a",
        """{
            let a := 1
            if calldatasize() {
                a := 2
                if callvalue() { a := 3 }
            }
            sstore(0, a)
        }""",
        """{
            let a_1 := 1
            let a := a_1
            if calldatasize() {
                let a_2 := 2
                a := a_2
                if callvalue() {
                    let a_3 := 3
                    a := a_3
                }
            }
            let a_4 := a
            sstore(0, a_4)
        }""",
    ),
    Case(
        "assigned parameters are copied at the start, return variables are not",
        "a",
        """{
            function f(x, y) -> z {
                z := x
                x := y
                z := x
            }
        }""",
        """{
            function f(x, y) -> z {
                let x_4 := x
                let z_1 := x_4
                z := z_1
                let x_2 := y
                x := x_2
                let z_3 := x_2
                z := z_3
            }
        }""",
    ),
    Case(
        "copies come before every kind of statement, also where control never gets",
        "a",
        """{
            function f(x) {
                if callvalue() {
                    if calldatasize() {
                        x := 1
                        leave
                    }
                    leave
                }
                sstore(0, x)
            }
        }""",
        """{
            function f(x) {
                let x_2 := x
                if callvalue() {
                    if calldatasize() {
                        let x_1 := 1
                        x := x_1
                        leave
                    }
                    let x_3 := x
                    leave
                }
                let x_4 := x
                sstore(0, x_4)
            }
        }""",
    ),
    Case(
        "variables that a loop assigns are copied in body and post block, in hash order",
        "a",
        """{
            let alpha := 1
            let beta := 2
            let gamma := 3
            for { } lt(alpha, gamma) { beta := alpha } {
                gamma := beta
                alpha := gamma
            }
            sstore(alpha, beta)
        }""",
        """{
            let alpha_1 := 1
            let alpha := alpha_1
            let beta_2 := 2
            let beta := beta_2
            let gamma_3 := 3
            let gamma := gamma_3
            for { } lt(alpha, gamma) {
                let alpha_10 := alpha
                let beta_11 := beta
                let gamma_12 := gamma
                let beta_4 := alpha_10
                beta := beta_4
            }
            {
                let alpha_7 := alpha
                let beta_8 := beta
                let gamma_9 := gamma
                let gamma_5 := beta_8
                gamma := gamma_5
                let alpha_6 := gamma_5
                alpha := alpha_6
            }
            let alpha_13 := alpha
            let beta_14 := beta
            let gamma_15 := gamma
            sstore(alpha_13, beta_14)
        }""",
    ),
    Case(
        "a loop condition is redirected if the loop does not assign the variable",
        "a",
        """{
            let a := 1
            a := 2
            for { } a { } { sstore(0, a) }
        }""",
        """{
            let a_1 := 1
            let a := a_1
            let a_2 := 2
            a := a_2
            for { } a_2 { } { sstore(0, a_2) }
        }""",
    ),
    Case(
        "what one case of a switch assigns is copied in the following ones too",
        "a",
        """{
            let a := 1
            let b := 2
            switch callvalue()
            case 0 { a := 3 }
            case 1 { }
            case 2 { b := 4 }
            default { sstore(a, b) }
            sstore(b, a)
        }""",
        """{
            let a_1 := 1
            let a := a_1
            let b_2 := 2
            let b := b_2
            switch callvalue()
            case 0 {
                let a_3 := 3
                a := a_3
            }
            case 1 { }
            case 2 {
                let a_5 := a
                let b_4 := 4
                b := b_4
            }
            default {
                let a_6 := a
                let b_7 := b
                sstore(a_6, b_7)
            }
            let a_8 := a
            let b_9 := b
            sstore(b_9, a_8)
        }""",
    ),
    Case(
        "a copy in the program serves like one made by the step",
        "a",
        """{
            function f() -> r {
                let y := r
                sstore(r, y)
                r := 1
            }
        }""",
        """{
            function f() -> r {
                let y := r
                sstore(y, y)
                let r_1 := 1
                r := r_1
            }
        }""",
    ),
    Case(
        "a variable that ends with its block leaves nothing to copy",
        "a",
        """{
            {
                let a := 1
                a := 2
            }
            sstore(0, 0)
        }""",
        """{
            {
                let a_1 := 1
                let a := a_1
                let a_2 := 2
                a := a_2
            }
            sstore(0, 0)
        }""",
    ),
]

SSA_REVERSER = [
    Case(
        "a new variable and the assignment of it change places",
        "V",
        """{
            let a
            let a_1 := mload(0)
            a := a_1
            sstore(a_1, a)
        }""",
        """{
            let a
            a := mload(0)
            let a_1 := a
            sstore(a_1, a)
        }""",
    ),
    Case(
        "so do two declarations if the second variable is assigned more often",
        "V",
        """{
            let a_1 := mload(0)
            let a := a_1
            a := 1
        }""",
        """{
            let a := mload(0)
            let a_1 := a
            a := 1
        }""",
    ),
    unchanged(
        "two declarations stay if both variables are assigned equally often",
        "V",
        """{
            let a := mload(0)
            let b := a
            let c := 1
            let d := c
            c := 2
            d := 3
        }""",
    ),
    Case(
        "the assignment of a variable to itself disappears, once",
        "V",
        """{
            let a := mload(0)
            a := a
            a := a
        }""",
        """{
            let a := mload(0)
            a := a
        }""",
    ),
    Case(
        "a statement that was swapped is not swapped again",
        "V",
        """{
            let a := 1
            let b := a
            let c := b
            b := 2
            c := 3
            c := 4
        }""",
        """{
            let b := 1
            let a := b
            let c := b
            b := 2
            c := 3
            c := 4
        }""",
    ),
    unchanged(
        "other neighbours stay",
        "V",
        """{
            let a
            a := a
            let b, c := f()
            a := b
            let d := 1
            a := add(d, 0)
            function f() -> r, s { }
        }""",
    ),
]

UNUSED_ASSIGN_ELIMINATOR = [
    Case(
        "an assignment that is overwritten before any read goes",
        "r",
        """{
            let a
            a := 1
            a := 2
            sstore(0, a)
            a := 3
        }""",
        """{
            let a
            a := 2
            sstore(0, a)
        }""",
    ),
    unchanged(
        "declarations stay, and so does what is not movable",
        "r",
        """{
            let a := 1
            a := mload(0)
            a := f()
            let b := 2
            function f() -> r { }
        }""",
    ),
    Case(
        "what is not movable overwrites, too",
        "r",
        """{
            let a
            a := 1
            a := sload(0)
            sstore(0, a)
        }""",
        """{
            let a
            a := sload(0)
            sstore(0, a)
        }""",
    ),
    unchanged(
        "an assignment that is read on one of the ways stays",
        "r",
        """{
            let a
            a := 1
            if callvalue() { a := 2 }
            sstore(0, a)
        }""",
    ),
    Case(
        "an assignment that is overwritten on all ways goes",
        "r",
        """{
            let a
            a := 1
            switch callvalue()
            case 0 { a := 2 }
            default { a := 3 }
            sstore(0, a)
        }""",
        """{
            let a
            switch callvalue()
            case 0 { a := 2 }
            default { a := 3 }
            sstore(0, a)
        }""",
    ),
    unchanged(
        "without a default, control may pass by all cases",
        "r",
        """{
            let a
            a := 1
            switch callvalue()
            case 0 { a := 2 }
            case 1 { a := 3 }
            sstore(0, a)
        }""",
    ),
    Case(
        "nothing is read after the end of the transaction, in a callee or directly",
        "r",
        """{
            function f(x) -> r {
                r := 1
                if x {
                    r := 2
                    fail()
                }
                if calldatasize() {
                    r := 3
                    stop()
                }
            }
            function fail() { revert(0, 0) }
        }""",
        """{
            function f(x) -> r {
                r := 1
                if x { fail() }
                if calldatasize() { stop() }
            }
            function fail() { revert(0, 0) }
        }""",
    ),
    Case(
        "return variables are read at the end of the function and by leave",
        "r",
        """{
            function f(x) -> r {
                r := 1
                if x {
                    r := 2
                    x := 3
                    leave
                }
                r := 4
                x := 5
            }
        }""",
        """{
            function f(x) -> r {
                if x {
                    r := 2
                    leave
                }
                r := 4
            }
        }""",
    ),
    Case(
        "a value may be read in a later iteration, in the condition, and after a break",
        "r",
        """{
            let a
            let b
            let c
            let d
            for { } lt(b, 10) { d := 1 } {
                sstore(0, a)
                a := 2
                b := 3
                if a {
                    c := 4
                    d := 5
                    break
                }
                c := 6
                d := 7
            }
            sstore(c, 1)
        }""",
        """{
            let a
            let b
            let c
            let d
            for { } lt(b, 10) { } {
                sstore(0, a)
                a := 2
                b := 3
                if a {
                    c := 4
                    break
                }
                c := 6
            }
            sstore(c, 1)
        }""",
    ),
    Case(
        "after continue comes the post block",
        "r",
        """{
            let a
            let b
            for { } callvalue() {
                sstore(0, a)
                b := 1
            } {
                a := 2
                if calldatasize() {
                    a := 3
                    b := 4
                    continue
                }
                a := 5
            }
            sstore(0, b)
        }""",
        """{
            let a
            let b
            for { } callvalue() {
                sstore(0, a)
                b := 1
            } {
                if calldatasize() {
                    a := 3
                    continue
                }
                a := 5
            }
            sstore(0, b)
        }""",
    ),
    Case(
        "a variable declared in the body of a loop ends with the iteration",
        "r",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
                a := 2
            }
        }""",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
            }
        }""",
    ),
    Case(
        "unless the iteration ends with continue",
        "r",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
                if calldatasize() {
                    a := 2
                    continue
                }
                a := 3
            }
        }""",
        """{
            for { } callvalue() { } {
                let a := 1
                sstore(0, a)
                if calldatasize() {
                    a := 2
                    continue
                }
            }
        }""",
    ),
    Case(
        "iterations of loops nested deeper than five are not followed to their end",
        "r",
        """{
            let a
            let b
            let c
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                a := 50
                for { } 6 { } {
                    b := 60
                    b := 61
                    if callvalue() {
                        c := 62
                        break
                    }
                }
            } } } } }
        }""",
        """{
            let a
            let b
            let c
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                for { } 6 { } {
                    b := 61
                    if callvalue() { break }
                }
            } } } } }
        }""",
    ),
    Case(
        "a body that loses its last statement stays",
        "r",
        """{
            let a
            if callvalue() { a := 1 }
        }""",
        """{
            let a
            if callvalue() { }
        }""",
    ),
]

UNUSED_STORE_ELIMINATOR = [
    Case(
        "a store that is overwritten goes, if both name the same variable",
        "S",
        """{
            let x := calldataload(0)
            let zero := 0
            let also_zero := 0
            sstore(x, 1)
            sstore(x, 2)
            sstore(zero, 3)
            sstore(also_zero, 4)
            sstore(5, 5)
            sstore(5, 6)
        }""",
        """{
            let x := calldataload(0)
            let zero := 0
            let also_zero := 0
            sstore(x, 2)
            sstore(zero, 3)
            sstore(also_zero, 4)
            sstore(5, 5)
            sstore(5, 6)
        }""",
    ),
    Case(
        "a read of a slot that is surely another one does not matter",
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 1)
            let z := calldataload(1)
            sstore(x, 1)
            pop(sload(y))
            sstore(x, 2)
            pop(sload(z))
            sstore(x, 3)
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 1)
            let z := calldataload(1)
            pop(sload(y))
            sstore(x, 2)
            pop(sload(z))
            sstore(x, 3)
        }""",
    ),
    Case(
        "storage may be read after the end of the program, memory may not",
        "S",
        """{
            let x := calldataload(0)
            sstore(x, 1)
            mstore(x, 2)
        }""",
        """{
            let x := calldataload(0)
            sstore(x, 1)
        }""",
    ),
    unchanged(
        "both may be read after the end of a function, and after leave",
        "S",
        """{
            function f(x) {
                mstore(x, 1)
                sstore(x, 2)
                if callvalue() { leave }
                mstore(x, 3)
                sstore(x, 4)
            }
        }""",
    ),
    Case(
        "a revert undoes stores to storage, and memory ends with the call",
        "S",
        """{
            function f(x) {
                if callvalue() {
                    sstore(x, 1)
                    mstore(x, 2)
                    invalid()
                }
                if calldatasize() {
                    sstore(x, 3)
                    mstore(x, 4)
                    stop()
                }
            }
        }""",
        """{
            function f(x) {
                if callvalue() { invalid() }
                if calldatasize() {
                    sstore(x, 3)
                    stop()
                }
            }
        }""",
    ),
    Case(
        "what a revert returns is read, if its range may overlap",
        "S",
        """{
            function f(x) {
                let next := add(x, 32)
                let length := 32
                let nothing := 0
                if callvalue() {
                    mstore(x, 1)
                    mstore(next, 2)
                    revert(next, length)
                }
                if calldatasize() {
                    mstore(x, 3)
                    revert(x, nothing)
                }
                if caller() {
                    mstore(x, 4)
                    revert(0, 0)
                }
            }
        }""",
        """{
            function f(x) {
                let next := add(x, 32)
                let length := 32
                let nothing := 0
                if callvalue() {
                    mstore(next, 2)
                    revert(next, length)
                }
                if calldatasize() { revert(x, nothing) }
                if caller() {
                    mstore(x, 4)
                    revert(0, 0)
                }
            }
        }""",
    ),
    Case(
        "a function reads all of what it touches at all",
        "S",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            sstore(x, 2)
            log_it(x)
            mstore(x, 3)
            sstore(x, 4)
            store_it(x)
            mstore(x, 5)
            sstore(x, 6)
            nothing(x)
            sstore(x, 7)
            function log_it(a) { log0(a, a) }
            function store_it(b) { sstore(b, b) }
            function nothing(c) { pop(c) }
        }""",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            log_it(x)
            sstore(x, 4)
            store_it(x)
            nothing(x)
            sstore(x, 7)
            function log_it(a) { log0(a, a) }
            function store_it(b) { sstore(b, b) }
            function nothing(c) { pop(c) }
        }""",
    ),
    Case(
        "a function that always reverts undoes stores, unless it touches storage itself",
        "S",
        """{
            let x := calldataload(0)
            if callvalue() {
                sstore(x, 1)
                fail()
            }
            sstore(x, 2)
            store_and_fail(x)
            function fail() { revert(0, 0) }
            function store_and_fail(a) {
                sstore(a, 3)
                revert(0, 0)
            }
        }""",
        """{
            let x := calldataload(0)
            if callvalue() { fail() }
            sstore(x, 2)
            store_and_fail(x)
            function fail() { revert(0, 0) }
            function store_and_fail(a) { revert(0, 0) }
        }""",
    ),
    Case(
        "words at known distances from the same address overlap or not",
        "S",
        """{
            let p := calldataload(0)
            let p31 := add(p, 31)
            let p32 := add(p, 32)
            let before := sub(p, 32)
            mstore(p, 1)
            pop(mload(p32))
            pop(mload(before))
            mstore(p, 2)
            pop(mload(p31))
            mstore(p, 3)
        }""",
        """{
            let p := calldataload(0)
            let p31 := add(p, 31)
            let p32 := add(p, 32)
            let before := sub(p, 32)
            pop(mload(p32))
            pop(mload(before))
            mstore(p, 2)
            pop(mload(p31))
        }""",
    ),
    Case(
        "ranges at constant addresses are compared exactly",
        "S",
        """{
            let start := 64
            let end := 96
            let size := 64
            mstore(start, 1)
            log0(end, size)
            mstore(start, 2)
            log0(start, start)
            mstore8(end, 3)
            codecopy(start, start, size)
            log0(start, size)
            mstore(end, 4)
            log0(size, end)
        }""",
        """{
            let start := 64
            let end := 96
            let size := 64
            log0(end, size)
            mstore(start, 2)
            log0(start, start)
            codecopy(start, start, size)
            log0(start, size)
            mstore(end, 4)
            log0(size, end)
        }""",
    ),
    unchanged(
        "ranges that wrap around at the end of memory are not understood",
        "S",
        """{
            let last := not(0)
            let top := 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff0
            let near := 0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff
            let size := 64
            mstore(near, 1)
            codecopy(top, last, size)
            log0(top, size)
        }""",
    ),
    Case(
        "a write covers a shorter one from the same variable, of a length known or named",
        "S",
        """{
            let p := calldataload(0)
            let n := calldataload(1)
            mstore8(p, 1)
            mstore(p, 2)
            log0(p, n)
            calldatacopy(p, p, n)
            codecopy(p, p, n)
            log0(p, n)
            mstore(p, 3)
            mstore8(p, 4)
            log0(p, n)
        }""",
        """{
            let p := calldataload(0)
            let n := calldataload(1)
            mstore(p, 2)
            log0(p, n)
            codecopy(p, p, n)
            log0(p, n)
            mstore(p, 3)
            mstore8(p, 4)
            log0(p, n)
        }""",
    ),
    Case(
        "a copy of nothing goes with the next write to memory",
        "S",
        """{
            function f(p, q) {
                let nothing := 0
                calldatacopy(p, p, nothing)
                log0(p, p)
                mstore(q, 1)
                calldatacopy(p, p, nothing)
            }
        }""",
        """{
            function f(p, q) {
                let nothing := 0
                log0(p, p)
                mstore(q, 1)
                calldatacopy(p, p, nothing)
            }
        }""",
    ),
    Case(
        "mcopy, returndatacopy and stores of expressions cover others but stay themselves",
        "S",
        """{
            let p := calldataload(0)
            let q := calldataload(1)
            let n := 32
            mstore(p, 1)
            returndatacopy(p, q, n)
            mstore(p, 2)
            mstore(p, mload(q))
            mstore(p, 3)
            mstore(q, 4)
            mcopy(p, q, n)
            sstore(p, 5)
            sstore(p, caller())
            sstore(p, 6)
        }""",
        """{
            let p := calldataload(0)
            let q := calldataload(1)
            let n := 32
            returndatacopy(p, q, n)
            mstore(p, 2)
            mstore(p, mload(q))
            mstore(p, 3)
            mstore(q, 4)
            mcopy(p, q, n)
            sstore(p, caller())
            sstore(p, 6)
        }""",
    ),
    Case(
        "calls of other contracts read all storage, and memory where they say",
        "S",
        """{
            let p := calldataload(0)
            let next := add(p, 32)
            let word := 32
            mstore(p, 1)
            mstore(next, 2)
            sstore(p, 3)
            pop(staticcall(p, p, p, word, next, word))
            sstore(p, 4)
        }""",
        """{
            let p := calldataload(0)
            let next := add(p, 32)
            let word := 32
            mstore(p, 1)
            sstore(p, 3)
            pop(staticcall(p, p, p, word, next, word))
            sstore(p, 4)
        }""",
    ),
    Case(
        "with msize all writes to memory stay",
        "S",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            mstore(x, msize())
            sstore(x, 2)
            sstore(x, 3)
        }""",
        """{
            let x := calldataload(0)
            mstore(x, 1)
            mstore(x, msize())
            sstore(x, 3)
        }""",
    ),
    unchanged(
        "transient storage is not looked at",
        "S",
        """{
            let x := calldataload(0)
            tstore(x, 1)
            tstore(x, 2)
        }""",
    ),
    Case(
        "a store in a loop may be read in a later iteration",
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            for { } callvalue() { } {
                pop(mload(x))
                mstore(x, 1)
                mstore(y, 2)
                sstore(x, 3)
                if calldatasize() { break }
                sstore(x, 4)
            }
            sstore(x, 5)
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            for { } callvalue() { } {
                pop(mload(x))
                mstore(x, 1)
                if calldatasize() { break }
            }
            sstore(x, 5)
        }""",
    ),
    Case(
        "stores that reach the end of an iteration nested deeper than five stay",
        "S",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            mstore(y, 1)
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                mstore(x, 50)
                for { } 6 { } {
                    mstore(x, 60)
                    mstore(x, 61)
                }
                mstore(x, 51)
            } } } } }
        }""",
        """{
            let x := calldataload(0)
            let y := add(x, 64)
            mstore(y, 1)
            for { } 1 { } { for { } 2 { } { for { } 3 { } { for { } 4 { } { for { } 5 { } {
                for { } 6 { } { mstore(x, 61) }
            } } } } }
        }""",
    ),
    Case(
        "a variable that is assigned counts as a constant of its own (wrong, like the reference)",
        "S",
        """{
            let x := calldataload(4)
            let a := add(x, 32)
            x := add(x, 32)
            let b := x
            let length := 32
            mstore(a, 1)
            return(b, length)
        }""",
        """{
            let x := calldataload(4)
            let a := add(x, 32)
            x := add(x, 32)
            let b := x
            let length := 32
            return(b, length)
        }""",
    ),
]

CASES = [
    *EXPRESSION_SPLITTER,
    *EXPRESSION_JOINER,
    *SSA_TRANSFORM,
    *SSA_REVERSER,
    *UNUSED_ASSIGN_ELIMINATOR,
    *UNUSED_STORE_ELIMINATOR,
]
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.steps} {case.reason}")


@every_case
def test_steps(case: Case) -> None:
    expected = yulopt.print_yul(yulopt.parse(case.after).code)
    assert yulopt.optimize(case.before, case.steps, bare=True) == expected + "\n"


@pytest.fixture(scope="module")
def oracle() -> Iterator[Oracle]:
    skip_unless_available()
    oracle = Oracle()
    yield oracle
    oracle.close()


@every_case
def test_solc_does_the_same(case: Case, oracle: Oracle) -> None:
    # Around the steps solc always does the same, to the program before and after them.
    before = oracle.run(Job("before", case.before, f"{case.steps}:"))
    after = oracle.run(Job("after", case.after, ":"))
    assert before.error is None
    assert before.text == after.text
