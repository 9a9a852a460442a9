"""Random programs that store and load at addresses that they compute and assign, also in loops."""

from __future__ import annotations

import random
from typing import Final

_VARIABLES: Final = ("a", "b")


class AddressPrograms:
    """Writes programs whose addresses are words of calldata and what is a few words from them."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._names = 0
        self._is_in_loop = False

    def program(self) -> str:
        """A program that reads four words of calldata."""
        declared = " ".join(f"let {name} := {self._word()}" for name in _VARIABLES)
        return f"{{ {declared} {self._statements(0, _VARIABLES)} {self._end()} }}"

    def calldata(self) -> bytes:
        """Words that are often the same, or next to each other."""
        words = (self._rng.choice((0, 32, 64)) for _ in range(4))
        return b"".join(word.to_bytes(32, "big") for word in words)

    def _word(self) -> str:
        return f"calldataload({32 * self._rng.randrange(4)})"

    def _end(self) -> str:
        return self._rng.choice(("return(a, 32)", "return(b, 32)", "stop()", "revert(0, 0)"))

    def _statements(self, depth: int, visible: tuple[str, ...]) -> str:
        text: list[str] = []
        for _ in range(self._rng.randint(3, 6)):
            if self._rng.random() < 0.3:
                self._names += 1
                name = f"v{self._names}"
                text.append(f"let {name} := {self._address(visible)}")
                visible = (*visible, name)
            else:
                text.append(self._statement(depth, visible))
        return " ".join(text)

    def _address(self, visible: tuple[str, ...]) -> str:
        name = self._rng.choice(visible)
        kinds = (f"add({name}, 32)", f"sub({name}, 32)", name, name, self._word())
        return self._rng.choice(kinds)

    def _statement(self, depth: int, visible: tuple[str, ...]) -> str:
        rng = self._rng
        kind = rng.random()
        address = rng.choice(visible)
        if kind < 0.4 or (depth > 2 and kind >= 0.7):
            return f"{rng.choice(('sstore', 'mstore'))}({address}, {rng.choice((*visible, '7'))})"
        if kind < 0.55:
            return f"log1(0, 0, {rng.choice(('sload', 'mload'))}({address}))"
        if kind < 0.7:
            return f"{rng.choice(_VARIABLES)} := {self._address(visible)}"
        if kind < 0.85:
            return self._branch(depth, visible)
        return self._loop(depth, visible)

    def _branch(self, depth: int, visible: tuple[str, ...]) -> str:
        inner = self._statements(depth + 1, visible)
        ends = ["", "", self._end()] + (["break", "continue"] if self._is_in_loop else [])
        return f"if {self._word()} {{ {inner} {self._rng.choice(ends)} }}"

    def _loop(self, depth: int, visible: tuple[str, ...]) -> str:
        self._names += 1
        counter = f"i{self._names}"
        outside, self._is_in_loop = self._is_in_loop, True
        body = self._statements(depth + 1, (*visible, counter))
        self._is_in_loop = outside
        step = f"{counter} := add({counter}, 32)"
        return f"for {{ let {counter} := 0 }} lt({counter}, 96) {{ {step} }} {{ {body} }}"
