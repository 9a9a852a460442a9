"""Small programs with nested loops in functions, and every kind of exit."""

from __future__ import annotations

from random import Random
from typing import Final

_READS: Final = (
    "mload(64)",
    "sload(a)",
    "sload(5)",
    "mload(and(b, 0xff))",
    "mload(128)",
    "mload(mload(64))",
    "keccak256(0, 64)",
)
# Scratch space, the free memory pointer, objects there, and checks that give bounds.
_ACCESSES: Final = (
    "mstore(0, a)",
    "mstore(32, b)",
    "mstore(128, c)",
    "mstore(mload(64), b)",
    "{ let p := mload(64) mstore(p, a) mstore(64, add(p, 32)) }",
    "{ let p := mload(64) let q := add(p, and(a, 0xff)) if or(gt(q, 0xffff), lt(q, p))"
    " { revert(0, 0) } mstore(64, q) mstore(p, b) mstore(0, c) c := mload(p) }",
    "mstore(64, and(a, 0xff))",
    "mstore(add(mload(64), and(b, 0xe0)), c)",
    "if gt(a, 0xff) { a := and(a, 0xff) }",
    "if shr(8, b) { revert(0, 0) }",
    "c := and(c, 0xffff)",
    "b := and(shl(8, c), 0xffff00)",
    "if iszero(eq(c, and(c, not(0xff)))) { c := 0 }",
    "sstore(5, add(sload(5), 1))",
    # What the variable is at first, and another number.
    "c := 7",
    "if b { c := 8 }",
    # An array at 160, whose elements are written with and without a check of their index.
    "mstore(160, and(c, 7))",
    "b := mload(160)",
    "if lt(a, mload(160)) { mstore(add(192, shl(5, a)), b) }",
    "{ if iszero(lt(c, mload(160))) { c := 0 } mstore(add(192, shl(5, c)), a) }",
    "mstore(add(192, shl(5, c)), b)",
    "mstore(add(160, and(b, 32)), a)",
)


def loop_program(rng: Random) -> str:
    """A program with a few variables, which its loops change and exchange; all loops end."""
    return _Writer(rng).program()


class _Writer:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._loops = 0
        self._in_function = False
        # How many assignments are of accesses.
        self._accesses = rng.choice((0.1, 0.8))

    def program(self) -> str:
        functions = self._function()
        pointer = "mstore(64, 128)" if self._rng.random() < 0.6 else ""
        body = " ".join(self._statement(2) for _ in range(self._rng.randint(2, 5)))
        return (
            f"{{ {{ let a := calldataload(0) let b := calldataload(32) let c := 7 {pointer}"
            f" {body} sstore(0, a) sstore(1, b) sstore(2, c) sstore(3, mload(64))"
            f" sstore(4, mload(160)) sstore(6, mload(128)) }} {functions} }}"
        )

    def _function(self) -> str:
        self._in_function = True
        body = " ".join(self._statement(2) for _ in range(self._rng.randint(1, 3)))
        self._in_function = False
        return f"function f(a, b) -> c {{ {body} }}"

    def _expression(self, depth: int = 2) -> str:
        rng = self._rng
        if depth == 0 or rng.random() < 0.4:
            return rng.choice(
                ("a", "b", "c", "a", "b", "c", "0", "1", "5", "32", "calldataload(64)")
            )
        operands = f"{self._expression(depth - 1)}, {self._expression(depth - 1)}"
        if rng.random() < 0.15:
            return rng.choice(_READS)
        return f"{rng.choice(('add', 'sub', 'xor', 'and', 'lt', 'eq', 'mul', 'shr'))}({operands})"

    def _assignment(self) -> str:
        rng = self._rng
        if rng.random() < self._accesses:
            return rng.choice(_ACCESSES)
        if rng.random() < 0.25:
            one, other = rng.sample("abc", 2)
            return f"{{ let t := {one} {one} := {other} {other} := t }}"
        if rng.random() < 0.3:
            return rng.choice(
                (
                    f"mstore(64, {self._expression()})",
                    f"mstore(and(a, 0xff), {self._expression()})",
                    f"sstore(5, {self._expression()})",
                    f"sstore(a, {self._expression(1)})",
                    "log1(64, 32, a)",
                )
            )
        if not self._in_function and rng.random() < 0.2:
            return f"{rng.choice('abc')} := f({self._expression(1)}, {self._expression(1)})"
        return f"{rng.choice('abc')} := {self._expression()}"

    def _statement(self, depth: int, in_loop: bool = False) -> str:
        rng = self._rng
        choice = rng.random()
        if depth and choice < 0.45:
            return self._loop(depth)
        if depth and choice < 0.6:
            inner = self._statement(depth - 1, in_loop)
            return f"if {self._expression(1)} {{ {inner} {self._jump(in_loop)} }}"
        if depth and choice < 0.68:
            return (
                f"switch and({self._expression(1)}, 3) case 0 {{ {self._assignment()} }}"
                f" case 2 {{ {self._assignment()} {self._jump(in_loop)} }}"
                f" default {{ {self._statement(depth - 1, in_loop)} }}"
            )
        return self._assignment()

    def _jump(self, in_loop: bool) -> str:
        rng = self._rng
        jumps = [""]
        if in_loop:
            jumps += ["break", "continue", "break", "continue"]
        if self._in_function:
            jumps += ["leave"]
        if rng.random() < 0.1:
            return rng.choice(("revert(0, 32)", "return(64, 32)", "stop()"))
        return rng.choice(jumps)

    def _loop(self, depth: int) -> str:
        self._loops += 1
        name = f"i{self._loops}"
        body = " ".join(
            self._statement(depth - 1, in_loop=True) for _ in range(self._rng.randint(1, 3))
        )
        rounds = self._rng.randint(1, 4)
        extra = self._assignment() if self._rng.random() < 0.2 else ""
        if self._rng.random() < 0.3:
            body = f"if iszero(lt({name}, {rounds})) {{ break }} {body}"
            return f"for {{ let {name} }} 1 {{ {name} := add({name}, 1) {extra} }} {{ {body} }}"
        return (
            f"for {{ let {name} }} lt({name}, {rounds})"
            f" {{ {name} := add({name}, 1) {extra} }} {{ {body} }}"
        )
