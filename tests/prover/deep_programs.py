"""Programs of deep expressions, most of them in loops that have one round.

Terms of the round are built for any values of the variables that a loop changes. Where it ends,
other terms are substituted for these, so that all operations are rebuilt.
"""

from __future__ import annotations

from random import Random
from typing import Final

_NUMBERS: Final = (
    *("0", "1", "2", "3", "5", "7", "16", "31", "32", "33", "255", "256", "0xffff"),
    *("not(0)", "not(31)", "shl(255, 1)", "sub(shl(160, 1), 1)", "shl(224, 0x12345678)"),
)
_INPUTS: Final = ("calldataload(0)", "calldataload(64)", "caller()", "calldatasize()")
# Operations that have any number of operands in normal form.
_SETS: Final = ("add", "mul", "and", "or", "xor")
_ONE: Final = ("iszero", "not")
_TWO: Final = (
    *("sub", "div", "sdiv", "mod", "smod", "shl", "shr", "sar"),
    *("lt", "gt", "slt", "sgt", "eq", "byte", "signextend"),
)
_THREE: Final = ("addmod", "mulmod")
_VARIABLES: Final = ("a", "b", "c")
_MAX_DEPTH: Final = 3


def deep_program(rng: Random) -> str:
    """A program with a few variables, whose values are stored at its end; all loops end."""
    return _Writer(rng).program()


class _Writer:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._loops = 0

    def program(self) -> str:
        """The text."""
        values = (
            self._rng.choice((f"calldataload({32 * i})", f"sload({i})", "7")) for i in (0, 1, 2)
        )
        start = " ".join(
            f"let {name} := {value}" for name, value in zip(_VARIABLES, values, strict=True)
        )
        parts = " ".join(self._part() for _ in range(self._rng.randint(2, 5)))
        end = " ".join(f"sstore({10 + i}, {name})" for i, name in enumerate(_VARIABLES))
        return f"{{ {start} {parts} {end} return(0, 160) }}"

    def _part(self) -> str:
        if self._rng.random() < 0.6:
            return f"for {{ }} 1 {{ }} {{ {self._statements(2)} break }}"
        return self._statement(_MAX_DEPTH)

    def _statements(self, depth: int) -> str:
        return " ".join(self._statement(depth) for _ in range(self._rng.randint(1, 4)))

    def _statement(self, depth: int) -> str:
        rng = self._rng
        kind = rng.random()
        if depth and kind < 0.2:
            inside = self._statements(depth - 1)
            other = self._statement(depth - 1)
            return rng.choice(
                (
                    f"if {self._word()} {{ {inside} }}",
                    f"switch and({self._word()}, 3) case 1 {{ {inside} }} default {{ {other} }}",
                    self._loop(inside),
                )
            )
        if kind < 0.65:
            return f"{rng.choice(_VARIABLES)} := {self._word()}"
        return rng.choice(
            (
                f"mstore({self._place()}, {self._word()})",
                f"mstore8({self._place()}, {self._word()})",
                f"sstore({self._slot()}, {self._word()})",
                f"mcopy({self._place()}, {self._place()}, {self._length()})",
                f"calldatacopy({self._place()}, {self._length()}, {self._length()})",
            )
        )

    def _loop(self, inside: str) -> str:
        """A loop with a few rounds, with a counter of its own."""
        self._loops += 1
        counter = f"i{self._loops}"
        limit = self._rng.choice(("1", "2", f"and({self._rng.choice(_VARIABLES)}, 3)"))
        exit_ = self._rng.choice(("", f"if {self._word(1)} {{ break }}"))
        return (
            f"for {{ let {counter} }} lt({counter}, {limit}) {{ {counter} := add({counter}, 1) }}"
            f" {{ {inside} {exit_} }}"
        )

    def _word(self, depth: int = _MAX_DEPTH) -> str:
        rng = self._rng
        if depth == 0 or rng.random() < 0.12:
            return rng.choice((*_VARIABLES * 4, *_INPUTS, *rng.sample(_NUMBERS, 3)))
        kind = rng.random()
        if kind < 0.4:
            name, word = rng.choice(_SETS), self._word(depth - 1)
            for _ in range(rng.randint(1, 4)):
                pair = rng.sample((word, self._word(depth - 1)), 2)
                word = f"{name}({', '.join(pair)})"
            return word
        if kind < 0.5:
            return rng.choice(
                (
                    f"mload({self._place()})",
                    f"sload({self._slot()})",
                    f"keccak256({self._place()}, {self._length()})",
                )
            )
        names, count = rng.choice(((_ONE, 1), (_TWO, 2), (_TWO, 2), (_TWO, 2), (_THREE, 3)))
        return f"{rng.choice(names)}({', '.join(self._word(depth - 1) for _ in range(count))})"

    def _place(self) -> str:
        name = self._rng.choice(_VARIABLES)
        return self._rng.choice(
            ("0", "31", "32", "64", f"and({name}, 127)", f"shl(5, and({name}, 3))")
        )

    def _slot(self) -> str:
        return self._rng.choice(("0", "1", "keccak256(0, 64)", self._word(1)))

    def _length(self) -> str:
        return self._rng.choice(("0", "1", "32", "64", f"and({self._rng.choice(_VARIABLES)}, 63)"))
