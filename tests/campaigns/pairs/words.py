"""Words that programs with a heap compute; now and then, a number is not the right one."""

from __future__ import annotations

from random import Random
from typing import Final

import attr

_COMPARISONS: Final = ("lt", "lt", "gt", "gt", "eq", "slt", "sgt")
_OPERATIONS: Final = (
    "add", "add", "sub", "and", "or", "xor", "mul", "div", "mod", "shl", "shr", "lt", "eq", "sdiv",
    "byte",
)  # fmt: skip


@attr.s(auto_attribs=True)
class Scope:
    """The visible variables: words, those with small values, objects, and arrays with a length."""

    words: list[str] = attr.Factory(list)
    small: list[str] = attr.Factory(list)
    objects: list[str] = attr.Factory(list)
    arrays: list[str] = attr.Factory(list)

    @property
    def pointers(self) -> list[str]:
        """Objects and arrays."""
        return self.objects + self.arrays


class WordWriter:
    """Writes words in a scope."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._names = 0
        # How often a number is not the right one.
        self._faults = rng.choice((0.0, 0.05, 0.25))

    def _name(self, prefix: str) -> str:
        self._names += 1
        return f"{prefix}{self._names}"

    def _near(self, number: int) -> str:
        """A number, or now and then another one."""
        if self._rng.random() >= self._faults:
            return str(number)
        change = self._rng.choice((-32, -16, -1, 1, 16, 32))
        return str(max(number + change, 0))

    def _word(self, scope: Scope, depth: int = 1) -> str:
        rng = self._rng
        choice = rng.random()
        if choice < 0.35:
            return rng.choice(scope.words + scope.small)
        if choice < 0.5:
            return rng.choice(("0", "1", "5", "7", "32", "64", "255", "0xffff", "not(0)"))
        if choice < 0.62:
            return f"calldataload({rng.choice((0, 32, 64, 96, 128))})"
        if choice < 0.68:
            return f"sload({self._slot(scope)})"
        if choice < 0.74 and scope.pointers:
            return self._loaded(scope)
        if choice < 0.78:
            return self._small(scope)
        if choice < 0.8:
            return "mload(64)"
        if not depth:
            return rng.choice(scope.words)
        one, other = self._word(scope, depth - 1), self._word(scope, depth - 1)
        return f"{rng.choice(_OPERATIONS)}({one}, {other})"

    def _small(self, scope: Scope) -> str:
        """A word that is small, for lengths and indices."""
        rng = self._rng
        if scope.small and rng.random() < 0.6:
            return rng.choice(scope.small)
        if rng.random() < 0.3:
            return str(rng.randint(0, 4))
        return f"and({rng.choice([*scope.words, 'calldataload(128)'])}, {rng.choice((1, 3, 7))})"

    def _slot(self, scope: Scope) -> str:
        rng = self._rng
        return rng.choice((str(rng.randint(0, 4)), *scope.small, *scope.words))

    def _at(self, scope: Scope) -> str:
        """The address of a word in an object or at the start of an array."""
        pointer = self._rng.choice(scope.pointers)
        offset = self._rng.choice((0, 0, 0, 32, 32, 64))
        return f"add({pointer}, {self._near(offset)})" if offset else pointer

    def _loaded(self, scope: Scope) -> str:
        return f"mload({self._at(scope)})"

    def _condition(self, scope: Scope) -> str:
        rng = self._rng
        if rng.random() < 0.25:
            return rng.choice(
                (f"sload({self._slot(scope)})", self._word(scope, 0), "calldatasize()")
            )
        text = f"{rng.choice(_COMPARISONS)}({self._word(scope, 0)}, {self._word(scope, 0)})"
        return f"iszero({text})" if rng.random() < 0.3 else text
