"""Random programs about memory and pointers to it, and their behaviour."""

from __future__ import annotations

import random
from typing import Final

from yulopt.evm.environment import Limits
from yulopt.evm.halt import HaltKind
from yulopt.interpreter.run import run

# Such programs may call themselves without end.
_LIMITS: Final = Limits(steps=2000, memory=1 << 16, call_depth=50)
BEYOND_LIMITS: Final = (
    HaltKind.OUT_OF_MEMORY,
    HaltKind.OUT_OF_STEPS,
    HaltKind.OUT_OF_CALL_DEPTH,
)


def outcome(program: str, calldata: bytes) -> tuple[object, ...]:
    """The observable outcome of a call of the program."""
    seen = run(program, calldata=calldata, limits=_LIMITS)
    return seen.kind, seen.output, seen.storage, seen.logs


class Writer:
    """Writes random statements about memory, through pointers and otherwise."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._names = 0

    def statements(self, depth: int, pointers: tuple[str, ...]) -> str:
        rng = self._rng
        text = ""
        for _ in range(rng.randint(1, 5)):
            if rng.random() < 0.2:
                self._names += 1
                name = f"p{self._names}"
                value = "mload(64)" if rng.random() < 0.7 else self._address(pointers)
                text += f" let {name} := {value}"
                pointers = (*pointers, name)
            text += " " + self._statement(depth, pointers)
        return text

    def _statement(self, depth: int, pointers: tuple[str, ...]) -> str:
        rng = self._rng
        address = self._address(pointers)
        length = rng.choice((0, 1, 31, 32, 36, 64))
        kind = rng.randrange(16 if depth else 12)
        if kind < 6:
            return f"mstore({address}, {rng.choice(('1', 'calldataload(32)', 'not(0)'))})"
        if kind == 6:
            return f"mstore8({address}, 0xab)"
        if kind == 7:
            return f"log1({address}, {length}, 1)"
        if kind == 8:
            return f"sstore({rng.randrange(4)}, {rng.choice(('mload', 'sload'))}({address}))"
        if kind == 9:
            return f"mcopy({self._address(pointers)}, {address}, {length})"
        if kind == 10:
            return rng.choice((f"f({address})", "g()", "h(calldataload(32))"))
        if kind == 11:
            end = rng.choice(("return", "revert"))
            return (
                f"if eq(calldataload({32 * rng.randrange(3)}), 1) {{ {end}({address}, {length}) }}"
            )
        body = self.statements(depth - 1, pointers)
        if kind == 12:
            other = self.statements(depth - 1, pointers)
            return f"switch calldataload(32) case 0 {{ {body} }} default {{ {other} }}"
        if kind == 13:
            self._names += 1
            name = f"i{self._names}"
            head = f"for {{ let {name} }} lt({name}, 2) {{ {name} := add({name}, 1) }}"
            return f"{head} {{ {body} }}"
        if kind == 14:
            return f"if calldataload(32) {{ {body} }}"
        return f"{{ {body} {rng.choice(('return', 'revert'))}({address}, {length}) }}"

    def _address(self, pointers: tuple[str, ...]) -> str:
        rng = self._rng
        offset = rng.choice((0, 4, 32, 36, 64))
        if not pointers or rng.random() < 0.2:
            return str(offset)
        pointer = rng.choice(pointers)
        return f"add({pointer}, {offset})" if offset else pointer
