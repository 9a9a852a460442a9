"""Ten functions on which all lists of passes are tried, each with something that passes change.

The first are Yul, so that their variables are cells; the others are in SSA form, with phis and
control flow that do not come from Yul.
"""

from __future__ import annotations

from typing import Final

# Calls a function in SSA form with the argument of the transaction, and stores its result.
_MAIN: Final = """
func @main() {
entry:
  %n = calldataload 0
  %r = call @f(%n)
  sstore 99, %r
  ret
}
"""

FUNCTIONS: Final[dict[str, str]] = {
    # Variables that change places in a loop, with something that stays the same.
    "swap": """{
        sstore(0, f(and(calldataload(0), 7), sload(1)))
        function f(n, y) -> x {
            for { let i := 0 } lt(i, n) { i := add(i, 1) } {
                let old := x
                x := y
                y := add(old, mul(n, 3))
                let unused := mul(old, y)
            }
        }
    }""",
    # Words in memory and in storage, and a dead store.
    "memory": """{
        let i := calldataload(0)
        mstore(64, i)
        switch and(i, 3)
        case 0 { mstore(64, 7) sstore(1, mload(64)) }
        case 1 { sstore(1, 7) mstore(64, 8) sstore(1, 7) }
        default { mstore(64, add(mload(64), sload(1))) }
        return(64, 32)
    }""",
    # Two loops in each other, and a way out of both.
    "nested": """{
        let n := and(calldataload(0), 3)
        let s := 0
        for { let i := 0 } lt(i, n) { i := add(i, 1) } {
            for { let j := 0 } lt(j, 3) { j := add(j, 1) } {
                if eq(s, 9) { leave_(s) }
                s := add(s, add(mul(n, n), sload(1)))
            }
        }
        sstore(2, s)
        function leave_(x) { sstore(3, x) stop() }
    }""",
    # Equal ends, a condition that is known, and cases that lead to the same place.
    "ends": """{
        let n := calldataload(0)
        if iszero(iszero(eq(n, 3))) { sstore(0, 1) revert(0, 0) }
        switch n
        case 0 { }
        case 1 { }
        case 6 { sstore(0, 1) revert(0, 0) }
        if gt(1, 2) { sstore(5, 5) }
        sstore(0, div(mul(n, 4), 2))
    }""",
    # Recursion, and a call that may be left out.
    "calls": """{
        sstore(0, f(and(calldataload(0), 7)))
        function f(n) -> r {
            if iszero(n) { r := 1 leave }
            let unused := g(n)
            r := add(g(n), f(sub(n, 1)))
        }
        function g(a) -> b { b := add(mul(a, a), sload(1)) }
    }""",
    # Phis that read each other, one of them is not needed.
    "phis": """
func @f(%n: i256) -> i256 {
entry:
  %m = and %n, 7
  br %loop
loop:
  %i = phi i256 [ 0, %entry ], [ %next, %loop ]
  %x = phi i256 [ 1, %entry ], [ %y, %loop ]
  %y = phi i256 [ 2, %entry ], [ %x, %loop ]
  %z = phi i256 [ 2, %entry ], [ %x, %loop ]
  %dead = phi i256 [ 3, %entry ], [ %more, %loop ]
  %more = add %dead, %i
  %next = add %i, 1
  %again = lt %i, %m
  br %again, %loop, %done
done:
  %r = sub %y, %z
  %s = add %r, %x
  ret %s
}
""",
    # Several edges from one block to another, and edges that are critical.
    "edges": """
func @f(%n: i256) -> i256 {
entry:
  %m = and %n, 3
  switch %m, %other [ 0: %join, 3: %loop ]
loop:
  %i = phi i256 [ 5, %entry ], [ %less, %loop ]
  %less = sub %i, 1
  switch %less, %loop [ 0: %join, 17: %end, 18: %end ]
other:
  br %n, %join, %end
join:
  %r = phi i256 [ 7, %entry ], [ %i, %loop ], [ %m, %other ]
  %q = mul %r, 2
  ret %q
end:
  %e = mul %n, 2
  ret %e
}
""",
    # A loop that control enters in two places.
    "irreducible": """
func @f(%n: i256) -> i256 {
entry:
  %m = and %n, 7
  br %m, %one, %two
one:
  %a = phi i256 [ %m, %entry ], [ %c, %two ]
  %s1 = sload 1
  %k = add %s1, 1
  %b = add %a, %k
  br %two
two:
  %c = phi i256 [ 20, %entry ], [ %b, %one ]
  %s = sload 1
  %same = add %s, 1
  %unused = mul %same, %c
  %t = lt %c, 12
  br %t, %one, %done
done:
  %u = add %c, %s
  %v = add %u, %s
  %w = mul %v, 2
  ret %w
}
""",
    # Cells beside phis, and a group of phis that are one value.
    "groups": """
func @f(%n: i256) -> i256 {
entry:
  %cell = alloca i256
  %x = sload 1
  store i256 %x, %cell
  %m = and %n, 3
  br %outer
outer:
  %i = phi i256 [ 0, %entry ], [ %up, %next ]
  %a = phi i256 [ %x, %entry ], [ %b, %next ]
  br %inner
inner:
  %j = phi i256 [ 0, %outer ], [ %k, %inner ]
  %b = phi i256 [ %a, %outer ], [ %b, %inner ]
  %k = add %j, 1
  %old = load i256, %cell
  %new = add %old, %b
  store i256 %new, %cell
  %c = lt %k, 2
  br %c, %inner, %next
next:
  %up = add %i, 1
  %d = lt %up, %m
  br %d, %outer, %done
done:
  %r = load i256, %cell
  %s = add %r, %b
  ret %s
}
""",
    # Values that rules make cheaper, computed twice, and needed on one path only.
    "sums": """
func @f(%n: i256) -> i256 {
entry:
  %a = mul %n, 8
  %b = mul %n, 8
  %c = add %a, 3
  %d = add 3, %b
  %e = sub %c, %d
  %f = div %a, 4
  br %e, %never, %then
never:
  sstore 5, %f
  br %join
then:
  %g = iszero %f
  %h = iszero %g
  br %h, %yes, %join
yes:
  sstore 4, %c
  end revert 0, 0
join:
  %p = phi i256 [ %f, %never ], [ %d, %then ]
  ret %p
}
""",
}
FUNCTIONS.update(
    {name: _MAIN + text for name, text in FUNCTIONS.items() if text.startswith("\nfunc")}
)
