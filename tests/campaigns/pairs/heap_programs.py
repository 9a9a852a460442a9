"""Programs with objects on the heap: allocated in loops and in functions, passed to functions,
written under checks of an index, hashed; and the free memory pointer, moved as conventions have it,
or not.

A program reads a few words of calldata and of storage, and its loops have few iterations. What is
almost right is as frequent as what is right: sizes, bounds and offsets are off now and then.
"""

from __future__ import annotations

from random import Random
from typing import Final

from tests.campaigns.pairs.functions import FUNCTIONS
from tests.campaigns.pairs.statements import StatementWriter
from tests.campaigns.pairs.words import Scope

_POINTERS: Final = (
    "mstore(64, 128)",
    "mstore(64, memoryguard(128))",
    "mstore(64, add(128, and(calldataload(64), 0xffff)))",
    "mstore(64, add(128, and(calldataload(64), 0xe0)))",
    "mstore(64, and(calldataload(64), 0x1ff))",
    "mstore(64, calldataload(64))",
    "mstore(64, 96)",
    "",
)
_POINTER_WEIGHTS: Final = (8, 2, 5, 3, 1, 1, 1, 1)
# How many of them are certainly above scratch space.
_HEAPS: Final = 4


class HeapWriter(StatementWriter):
    """Writes one program."""

    def mixed(self) -> str:
        """A program with statements of any kind."""
        self._kinds = self._chosen(
            (self._allocation, 5),
            (self._array, 3),
            (self._element, 4),
            (self._field, 4),
            (self._load, 4),
            (self._loop, 5),
            (self._call, 6),
            (self._scratch, 2),
            (self._hash, 4),
            (self._pointer, 1),
            (self._copy, 1),
            (self._if, 3),
            (self._switch, 1),
            (self._check, 2),
            (self._arithmetic, 3),
            (self._storage, 3),
            (self._own_function, 2),
        )
        self._kinds += [self._allocation, self._load]
        scope = Scope(["a", "b"], ["n"])
        body = [self._statement(scope, 0) for _ in range(self._size)]
        return self._whole(
            f"{' '.join(body)} {self._observations(scope)}", self._rng.choice((1, 3, 7))
        )

    def kept(self) -> str:
        """A program that writes an object, goes on in a way that leaves it as it is, or does not,
        and reads it."""
        rng = self._rng
        scope = Scope(["a"], ["n"])
        start = self._kept_object(scope)
        # Few kinds, so that the same combinations occur often.
        self._kinds = rng.sample(
            (
                self._allocation,
                self._allocation,
                self._lowered,
                self._lowered,
                self._near_pointer,
                self._near_pointer,
                self._element,
                self._scratch,
                self._copy,
                self._call,
                self._call,
                self._check,
                self._if,
                self._pointer,
            ),
            2,
        )
        outer = (*[self._loop] * 4, self._own_function, self._own_function, self._call, self._call)
        body = [
            rng.choice((*outer, self._statement))(scope, 0) for _ in range(rng.choice((1, 1, 2)))
        ]
        read = scope.pointers[0]
        if rng.random() < 0.2:
            read = f"add({read}, 32)"
        end = f"sstore(9, mload({read}))" if rng.random() < 0.93 else "sstore(9, mload(64))"
        return self._whole(f"{start} {' '.join(body)} {end}", mask=7, is_heap=rng.random() < 0.7)

    def _kept_object(self, scope: Scope) -> str:
        """An object with simple values, or an array with a length."""
        rng = self._rng
        if rng.random() < 0.35:
            return self._array(scope, 0)
        values = [rng.choice(("a", "calldataload(0)", "calldataload(32)", "7")) for _ in range(2)]
        text = self._allocated("o", str(32 * rng.choice((1, 2, 2))))
        scope.objects.append("o")
        both = f"mstore(o, {values[0]}) mstore(add(o, 32), {values[1]})"
        return f"{text} {both if rng.random() < 0.5 else f'mstore(o, {values[0]})'}"

    def bounded(self) -> str:
        """A program with bounds of words, and functions that are called with such words."""
        rng = self._rng
        self._kinds = self._chosen(
            (self._check, 6),
            (self._arithmetic, 4),
            (self._loop, 3),
            (self._if, 2),
            (self._switch, 1),
            (self._call, 2),
            (self._own_function, 3),
        )
        self._kinds += [self._check, self._arithmetic]
        scope = Scope(["a", "b"], ["n"])
        start = [self._own_function(scope, 0)] * (rng.random() < 0.6)
        body = [self._statement(scope, 0) for _ in range(self._size)]
        if start:
            body += [self._own_call(scope), self._own_call(scope)]
        return self._whole(f"{' '.join([*start, *body])} {self._observations(scope)}")

    def _own_call(self, scope: Scope) -> str:
        """Another call of a function with any statements."""
        own = [name for name in self._functions if name not in FUNCTIONS]
        return self._call_of(self._functions[self._rng.choice(own)], scope)

    def _whole(self, body: str, mask: int = 3, *, is_heap: bool = False) -> str:
        rng = self._rng
        head = (
            f"let a := calldataload(0) let b := calldataload(32) let n := and(calldataload(96),"
            f" {mask})"
        )
        count = _HEAPS if is_heap else len(_POINTERS)
        (pointer,) = rng.choices(_POINTERS[:count], _POINTER_WEIGHTS[:count])
        functions = " ".join(function.text for function in self._functions.values())
        return f"{{ {{ {head} {pointer} {body} }} {functions} }}"

    def _observations(self, scope: Scope) -> str:
        """What the world sees at the end."""
        rng = self._rng
        found: list[str] = []
        for pointer in scope.pointers:
            if rng.random() < 0.6:
                found.append(
                    rng.choice(
                        (f"sstore({10 + len(found)}, mload({pointer}))", f"log1({pointer}, 64, 1)")
                    )
                )
        for word in scope.words:
            if rng.random() < 0.5:
                found.append(f"sstore({10 + len(found)}, {word})")
        if rng.random() < 0.1:
            found.append(f"sstore({10 + len(found)}, mload(64))")
        if scope.pointers and rng.random() < 0.2:
            found.append(f"return({rng.choice(scope.pointers)}, {rng.choice((32, 64, 96))})")
        elif rng.random() < 0.1:
            found.append(f"return(0, {rng.choice((32, 64, 96))})")
        return " ".join(found)


def heap_program(rng: Random, size: int) -> tuple[str, str]:
    """A program of about that many statements, and its style: `mixed`, `kept` or `bounded`."""
    writer = HeapWriter(rng, size)
    style = rng.choice((writer.mixed, writer.kept, writer.kept, writer.kept, writer.bounded))
    return style(), style.__name__
