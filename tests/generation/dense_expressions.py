"""Expressions of dense programs: few variables, numbers and places, which therefore meet often."""

from __future__ import annotations

import re
from random import Random
from typing import TypeAlias

LITERALS = "0 0 0 1 1 1 2 2 3 31 32 33 64 255 not(0)".split()
# These can be written as cheaper computations.
LARGE = (
    "0x100000000000000000000000000000003",
    "0xfffffffffffffffffffffffffffffffffffffffd",
    "0xffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff1234",
    "0x8000000000000000000000000000000000000000000000000000000000000000",
)
UNARY = "iszero not".split()
BINARY = "add add sub sub mul div mod and or xor eq lt gt slt sgt shl shr sar byte".split()
PLACES = (0, 0, 0, 1, 31, 32, 32, 33, 63, 64, 96)
LENGTHS = "0 1 31 32 32 33 64".split()
SLOTS = "0 0 1 2 3".split()
# Shapes that simplification rules look for; V: a variable, N: a number.
SHAPES = """
    sub(V,add(N,V)) sub(V,add(V,N)) sub(add(V,N),V) shr(N,shl(N,V)) shl(N,shr(N,V)) byte(31,V)
    sub(not(0),V) mod(V,32) and(V,not(V)) eq(V,V) div(V,64) mul(V,shl(V,1)) iszero(sub(V,V))
    and(N,or(V,N)) byte(N,shr(8,V)) signextend(N,signextend(N,V)) add(add(V,N),N) xor(V,xor(V,V))
""".split()
# A place in memory: a variable ("" is none) and a distance from it.
Place: TypeAlias = tuple[str, int]
# The names of variables begin with these.
BASES = ("v", "x", "ret")


class Function:
    def __init__(self, name: str, parameters: int, results: int) -> None:
        self.name = name
        self.parameters = parameters
        self.results = results


class Scope:
    """The scope: variables, those that may be assigned, and jumps."""

    def __init__(self, variables: list[str], fixed: set[str], jumps: tuple[str, ...]) -> None:
        self.variables = variables
        self.fixed = fixed
        self.jumps = jumps

    def child(self, *jumps: str, fixed: str = "") -> Scope:
        """A block inside; with `fixed`, a variable more that is not to be assigned."""
        variables = [*self.variables, *([fixed] if fixed else [])]
        return Scope(variables, self.fixed | {fixed}, tuple({*self.jumps, *jumps}))

    def targets(self) -> list[str]:
        return [name for name in self.variables if name not in self.fixed]


class ExpressionWriter:
    """Writes expressions of a program, by its seed."""

    def __init__(self, seed: int, pressure: bool, focus: str) -> None:
        self.rng = Random(f"dense {seed}")
        self.pressure = pressure
        # How many more statements there may be at one place.
        self.left = 0
        self.names = 0
        self.depth = 0
        # The variables that are small, and never assigned.
        self.pointers: list[str] = []
        self.functions: list[Function] = []
        # Each program has its own taste in statements.
        kinds = "assign declare memory storage if switch for call effect load guard joint echo"
        usual = (5, 3, 3, 2, 2, 1, 2, 3, 2, 3, 1, 2, 6)
        self.focus = focus
        self.asks_for_msize = self.rng.random() < 0.15
        self.kinds = kinds.split()
        self.weights = [w * self.rng.choice((0.2, 1, 1, 3)) for w in usual]

    # Expressions

    def fresh(self) -> str:
        self.names += 1
        return f"{self.rng.choice(BASES)}_{self.names}"

    def atom(self, scope: Scope) -> str:
        kind = self.rng.random()
        if scope.variables and kind < 0.6:
            return self.rng.choice(scope.variables)
        return self.rng.choice(LITERALS if kind < 0.97 else LARGE)

    def expression(self, scope: Scope, depth: int = 2) -> str:
        rng = self.rng
        kind = rng.random()
        if depth == 0 or kind < 0.3:
            return self.atom(scope)
        if kind < 0.4:
            return self.shape(scope)
        if kind < 0.75:
            one, other = (self.expression(scope, depth - 1) for _ in range(2))
            return f"{rng.choice(BINARY)}({one}, {other})"
        if kind < 0.82:
            return f"{rng.choice(UNARY)}({self.expression(scope, depth - 1)})"
        if kind < 0.9:
            return self.load(scope)
        single = [function for function in self.functions if function.results == 1]
        return self.call(rng.choice(single), scope) if single else self.atom(scope)

    def shape(self, scope: Scope) -> str:
        variable = self.rng.choice(scope.variables) if scope.variables else "calldatasize()"
        number = {"V": lambda: variable, "N": lambda: self.rng.choice(LITERALS)}
        return re.sub("[VN]", lambda match: number[match[0]](), self.rng.choice(SHAPES))

    def load(self, scope: Scope) -> str:
        rng = self.rng
        kind = rng.random()
        if self.asks_for_msize and kind < 0.1:
            return "msize()"
        if kind < 0.45:
            return f"mload({self.place(scope)})"
        if kind < 0.75:
            return f"sload({self.slot(scope)})"
        if kind < 0.9:
            return f"keccak256({self.place(scope)}, {rng.choice(LENGTHS)})"
        return f"tload({self.slot(scope)})"

    def place(self, scope: Scope) -> str:
        """A place in memory."""
        return self.spell(self.draw_place())

    def draw_place(self) -> Place:
        """A place in memory: a number, or relative to a variable that is small."""
        rng = self.rng
        if not self.pointers or rng.random() < 0.5:
            return "", rng.choice(PLACES)
        return rng.choice(self.pointers), rng.choice((0, 0, 0, 1, 31, 32, 33, -1, -31, -32))

    def near(self, place: Place) -> Place:
        """The same place, one that overlaps with it, or a neighbour."""
        pointer, offset = place
        if self.rng.random() < 0.6:
            return place
        if self.rng.random() < 0.3:
            return self.draw_place()
        offset += self.rng.choice((1, 31, 32, -1, -31, -32))
        return pointer, max(offset, -32 if pointer else 0)

    def spell(self, place: Place) -> str:
        pointer, offset = place
        if not pointer:
            return str(offset)
        if offset == 0:
            return pointer
        if offset < 0:
            return f"sub({pointer}, {-offset})"
        # Mostly each distance in one way only, so that the same place is seen to be the same.
        if (offset + len(pointer)) % 2 == 0 or self.rng.random() < 0.1:
            return f"add({pointer}, {offset})"
        return f"add({offset}, {pointer})"

    def slot(self, scope: Scope) -> str:
        if scope.variables and self.rng.random() < 0.3:
            return self.rng.choice(scope.variables)
        return self.rng.choice(SLOTS)

    def call(self, function: Function, scope: Scope) -> str:
        arguments = [self.expression(scope, 1) for _ in range(function.parameters)]
        return f"{function.name}({', '.join(arguments)})"
