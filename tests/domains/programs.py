"""Writes random programs that mask, compare and check values from calldata."""

from __future__ import annotations

import random
from typing import Final, NamedTuple

MAX: Final = (1 << 256) - 1
CONSTANTS: Final = (
    *(0, 1, 2, 3, 7, 31, 32, 255, 256, 0xFFFF, 0xFF00, 0xFF00FF, 1 << 64, (1 << 64) - 1),
    *((1 << 160) - 1, 1 << 160, 1 << 255, (1 << 255) - 1, MAX, MAX - 1, MAX - 31, MAX ^ 0xFF),
)
BINARY: Final = (
    "add sub mul div sdiv mod smod exp and or xor lt gt slt sgt eq shl shr sar byte signextend"
).split()
COMMON: Final = "and and and add add sub shr shl lt gt eq slt mul or signextend".split()
WORDS: Final = (0, 1, 2, 5, 31, 127, 128, 255, 256, MAX, MAX - 5, 1 << 255, 1 << 63, (1 << 160) + 9)


class _Place(NamedTuple):
    """The position of a statement, and the number of functions it may call."""

    callees: int
    in_function: bool = False
    in_loop: bool = False


class Writer:
    """Writes one program; loops and recursion are limited by counters of their own."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._names = 0

    def program(self) -> str:
        inputs = " ".join(f"let {name} := calldataload({32 * i})" for i, name in enumerate("abc"))
        main = self._statements(["a", "b", "c"], 3, _Place(callees=2))
        return f"{{ {inputs} {main} {self._function(0)} {self._function(1)} }}"

    def _function(self, number: int) -> str:
        """The second function calls the first, and none calls itself."""
        names = [f"{name}{number}" for name in "pqr"]
        body = self._statements(names, 2, _Place(callees=number, in_function=True))
        return f"function f{number}({names[0]}, {names[1]}) -> {names[2]} {{ {body} }}"

    def _statements(self, names: list[str], depth: int, place: _Place) -> str:
        names = list(names)
        count = self._rng.randint(2, 5)
        return " ".join(self._statement(names, depth, place) for _ in range(count))

    def _statement(self, names: list[str], depth: int, place: _Place) -> str:
        rng = self._rng
        kind = rng.randrange(14 if depth else 8)
        value = self._expression(names, 2, place)
        if kind < 3:
            name = self._new()
            names.append(name)
            return f"let {name} := {value}"
        if kind == 3:
            return f"{rng.choice(names)} := {value}"
        if kind < 6:
            return f"sstore({rng.randrange(50)}, {value})"
        if kind == 6:
            ends = ["revert(0, 0)"] * 3 + ["leave"] * place.in_function
            ends += ["break", "continue"] * place.in_loop
            return f"if {self._condition(names, place)} {{ {rng.choice(ends)} }}"
        if kind == 7:
            return self._check(names)
        if kind < 11:
            body = self._statements(names, depth - 1, place)
            return f"if {self._condition(names, place)} {{ {body} }}"
        if kind == 11:
            cases = [f"case {label}" for label in rng.sample(CONSTANTS, 2)]
            cases += ["default"] * rng.randrange(2)
            bodies = [f"{case} {{ {self._statements(names, depth - 1, place)} }}" for case in cases]
            return f"switch {value} {' '.join(bodies)}"
        return self._loop(names, depth, place)

    def _loop(self, names: list[str], depth: int, place: _Place) -> str:
        rng = self._rng
        counter, rounds = self._new(), self._new()
        start = rng.choice(("0", "1", self._operand(names)))
        step = rng.choice(("1", "32", f"{MAX}", rng.choice(names)))
        condition = rng.choice((f"lt({counter}, {rng.choice(names)})", f"lt({counter}, 10)", "1"))
        body = self._statements([*names, counter], depth - 1, place._replace(in_loop=True))
        return (
            f"let {rounds} := 0 "
            f"for {{ let {counter} := {start} }} {condition} "
            f"{{ {counter} := add({counter}, {step}) }} "
            f"{{ {rounds} := add({rounds}, 1) if gt({rounds}, 3) {{ break }} {body} }}"
        )

    def _check(self, names: list[str]) -> str:
        one, other, total = self._rng.choice(names), self._rng.choice(names), self._new()
        names.append(total)
        return self._rng.choice(
            (
                f"let {total} := add({one}, {other}) if gt({one}, {total}) {{ revert(0, 1) }}",
                f"let {total} := sub({one}, {other}) if gt({total}, {one}) {{ revert(0, 2) }}",
                f"let {total} := mul({one}, {other}) if iszero("
                f"or(iszero({one}), eq({other}, div({total}, {one})))) {{ revert(0, 3) }}",
                f"let {total} := and({one}, 0xffff) "
                f"if iszero(eq({total}, {one})) {{ revert(0, 4) }}",
                f"let {total} := signextend(1, {one}) "
                f"if iszero(eq({total}, {one})) {{ revert(0, 5) }}",
            )
        )

    def _condition(self, names: list[str], place: _Place) -> str:
        rng = self._rng
        one, other = rng.choice(names), self._operand(names)
        name = rng.choice(("lt", "gt", "eq", "slt", "sgt"))
        condition = rng.choice(
            (
                f"{name}({one}, {other})",
                f"{name}(and({one}, {rng.choice(CONSTANTS)}), {other})",
                f"or({name}({one}, {other}), gt({one}, 0xffff))",
                f"and({name}({one}, {other}), lt({one}, 0xff))",
                self._expression(names, 2, place),
            )
        )
        return f"iszero({condition})" if rng.random() < 0.4 else condition

    def _expression(self, names: list[str], depth: int, place: _Place) -> str:
        rng = self._rng
        if depth == 0 or rng.random() < 0.15:
            return self._operand(names)
        one = self._expression(names, depth - 1, place)
        other = self._expression(names, depth - 1, place)
        kind = rng.random()
        if kind < 0.12:
            return f"{rng.choice(('iszero', 'not'))}({one})"
        if kind < 0.2 and place.callees:
            return f"f{rng.randrange(place.callees)}({one}, {other})"
        if kind < 0.24:
            return f"{rng.choice(('addmod', 'mulmod'))}({one}, {other}, {self._operand(names)})"
        return f"{rng.choice(COMMON if kind < 0.8 else BINARY)}({one}, {other})"

    def _operand(self, names: list[str]) -> str:
        rng = self._rng
        return rng.choice(names) if rng.random() < 0.6 else str(rng.choice(CONSTANTS))

    def _new(self) -> str:
        self._names += 1
        return f"v{self._names}"
