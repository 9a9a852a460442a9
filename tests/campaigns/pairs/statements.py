"""Statements of programs with a heap."""

from __future__ import annotations

from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Final, TypeAlias

from tests.campaigns.pairs.functions import FUNCTIONS, Function
from tests.campaigns.pairs.words import Scope, WordWriter

ENDS: Final = ("revert(0, 0)", "revert(0, 0)", "revert(0, 64)", "stop()", "invalid()")
_MAX_DEPTH: Final = 3

# Writes a statement in a scope, at a depth of blocks.
Kind: TypeAlias = Callable[[Scope, int], str]


class StatementWriter(WordWriter):
    """Writes statements of some `kinds`, about `size` of them, and the functions that they call."""

    def __init__(self, rng: Random, size: int) -> None:
        super().__init__(rng)
        self._size = size
        self._in_loop = False
        self._in_function = False
        self._left = 4 * size
        self._functions: dict[str, Function] = {}
        self._kinds: list[Kind] = []

    def _chosen(self, *weights: tuple[Kind, int]) -> list[Kind]:
        """Kinds of statements by their weights. A program has some often, and others hardly."""
        kinds: list[Kind] = []
        for kind, weight in weights:
            kinds += [kind] * (weight * self._rng.choice((0, 1, 1, 2)))
        return kinds

    def _statement(self, scope: Scope, depth: int) -> str:
        self._left -= 1
        return self._rng.choice(self._kinds)(scope, depth)

    def _block(self, scope: Scope, depth: int, most: int = 3) -> str:
        """Statements whose variables are not visible outside; a jump may end them."""
        inner = deepcopy(scope)
        count = self._rng.randint(1, most) if self._left > 0 else 1
        body = [self._statement(inner, depth + 1) for _ in range(count)]
        return " ".join(body)

    def _jump(self) -> str:
        rng = self._rng
        jumps = [""] * 3
        if self._in_loop:
            jumps += ["break", "continue"] * 2
        if self._in_function:
            jumps += ["leave"] * 2
        return rng.choice((*jumps, rng.choice(ENDS)) if rng.random() < 0.3 else jumps)

    def _allocation(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        pointer, words = self._name("p"), rng.randint(1, 3)
        size = self._near(32 * words)
        form = rng.random()
        if form < 0.15:
            size = f"and(add({self._small(scope)}, 31), {rng.choice(('not(31)', '0xe0'))})"
        elif form < 0.2:
            size = self._word(scope, 0)
        text = self._allocated(pointer, size)
        stores = [f"mstore({pointer}, {self._word(scope)})"]
        stores += [
            f"mstore(add({pointer}, {self._near(32 * index)}), {self._word(scope)})"
            for index in range(1, words)
        ]
        scope.objects.append(pointer)
        return f"{text} {' '.join(stores)}"

    def _allocated(self, pointer: str, size: str) -> str:
        """An allocation, inline or by functions, with a check of the end or without."""
        rng = self._rng
        end = self._name("q")
        most = rng.choice(("0xffffffffffffffff", "0xffff", "0xffffffff"))
        wraps = rng.choice((f"or(gt({end}, {most}), lt({end}, {pointer}))", f"gt({end}, {most})"))
        form = rng.randrange(6)
        if form == 0:
            return f"let {pointer} := {self._called('allocate')}({size})"
        if form == 1:
            return f"let {pointer} := mload(64) {self._called('finalize')}({pointer}, {size})"
        if form <= 3:
            return f"let {pointer} := mload(64) mstore(64, add({pointer}, {size}))"
        return (
            f"let {pointer} := mload(64) let {end} := add({pointer}, {size}) if {wraps}"
            f" {{ revert(0, 0) }} mstore(64, {end})"
        )

    def _lowered(self, scope: Scope, depth: int) -> str:
        """The free memory pointer is lowered or reset, and mostly something is written there."""
        rng = self._rng
        lower = rng.choice(
            (
                f"mstore(64, sub(mload(64), {self._near(rng.choice((32, 64)))}))",
                f"mstore(64, {rng.choice([*scope.pointers, '128'])})",
                f"mstore(64, sub(mload(64), {self._small(scope)}))",
            )
        )
        if rng.random() < 0.3:
            lower = f"if {self._condition(scope)} {{ {lower} {self._jump()} }}"
        write = f"mstore(mload(64), {self._word(scope, 0)})"
        return f"{lower} {rng.choice((write, write, '', self._allocation(deepcopy(scope), depth)))}"

    def _near_pointer(self, scope: Scope, depth: int) -> str:
        """A write near to the free memory pointer."""
        rng = self._rng
        distance = rng.choice(("32", "64", "48", "16", self._small(scope), self._word(scope, 0)))
        address = rng.choice(
            (
                f"add(mload(64), {distance})",
                f"sub(mload(64), {distance})",
                f"add(mload(64), shl(5, {self._small(scope)}))",
                "mload(64)",
            )
        )
        if rng.random() < 0.3:
            return f"calldatacopy({address}, 0, {rng.choice(('32', '64', self._small(scope)))})"
        return f"mstore({address}, {self._word(scope, 0)})"

    def _array(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        pointer, length = self._name("r"), self._name("n")
        size = f"add({self._near(32)}, shl(5, {length}))"
        value = self._small(scope)
        scope.arrays.append(pointer)
        scope.small.append(length)
        if rng.random() < 0.3:
            return f"let {length} := {value} let {pointer} := {self._called('make')}({length})"
        store = f"mstore({pointer}, {length})"
        raised = f"mstore(64, add({pointer}, {size}))"
        both = rng.choice((f"{store} {raised}", f"{raised} {store}"))
        return f"let {length} := {value} let {pointer} := mload(64) {both}"

    def _element(self, scope: Scope, depth: int) -> str:
        """A write of an element, with or without a check of its index."""
        rng = self._rng
        if not scope.arrays:
            return self._array(scope, depth)
        array = rng.choice(scope.arrays)
        index, value = rng.choice((self._small(scope), self._word(scope, 0))), self._word(scope)
        place = f"add(add({array}, shl(5, {index})), {self._near(32)})"
        store = rng.choice((f"mstore({place}, {value})",) * 4 + (f"mstore8({place}, {value})",))
        length = rng.choice((f"mload({array})",) * 3 + (self._small(scope), "255"))
        return rng.choice(
            (
                f"if lt({index}, {length}) {{ {store} }}",
                f"if iszero(lt({index}, {length})) {{ {rng.choice(ENDS)} }} {store}",
                f"{self._called('put')}({array}, {index}, {value})",
                store,
            )
        )

    def _field(self, scope: Scope, depth: int) -> str:
        if not scope.pointers:
            return self._allocation(scope, depth)
        store = self._rng.choice(("mstore",) * 5 + ("mstore8",))
        return f"{store}({self._at(scope)}, {self._word(scope)})"

    def _load(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        if not scope.pointers:
            return self._allocation(scope, depth)
        value = rng.choice((self._loaded(scope),) * 4 + ("mload(64)", "mload(0)", "mload(32)"))
        return self._stored(scope, value)

    def _stored(self, scope: Scope, value: str) -> str:
        """A value that is kept in a variable or in storage."""
        choice = self._rng.random()
        if choice < 0.3:
            name = self._name("v")
            scope.words.append(name)
            return f"let {name} := {value}"
        if choice < 0.5:
            return f"{self._rng.choice(scope.words)} := {value}"
        return f"sstore({self._slot(scope)}, {value})"

    def _loop(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        if depth >= _MAX_DEPTH or self._left <= 0:
            return self._load(scope, depth)
        index, inner = self._name("i"), deepcopy(scope)
        inner.small.append(index)
        # Its body assigns these: otherwise a loop need not end.
        inner.small = [name for name in inner.small if name[0] in "in"]
        rounds = self._small(scope)
        if scope.arrays and rng.random() < 0.3:
            rounds = f"mload({rng.choice(scope.arrays)})"
        was_in_loop, self._in_loop = self._in_loop, True
        body = self._block(inner, depth, 2)
        self._in_loop = was_in_loop
        step = self._near(1)
        condition = f"lt({index}, {rounds})"
        post = f"{index} := add({index}, {step})"
        if rng.random() < 0.15:
            return (
                f"for {{ let {index} := 0 }} 1 {{ {post} }}"
                f" {{ if iszero({condition}) {{ break }} {body} }}"
            )
        if rng.random() < 0.1:
            head = f"let {index} := {self._small(scope)}"
            return f"for {{ {head} }} {index} {{ {index} := sub({index}, 1) }} {{ {body} }}"
        return f"for {{ let {index} := 0 }} {condition} {{ {post} }} {{ {body} }}"

    def _call(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        if not self._in_function and len(self._functions) and rng.random() < 0.3:
            name = rng.choice(tuple(self._functions))
        else:
            name = self._called(rng.choice(tuple(FUNCTIONS)))
        return self._call_of(self._functions[name], scope)

    def _call_of(self, function: Function, scope: Scope) -> str:
        rng = self._rng
        given: list[str] = []
        for kind in function.parameters:
            if kind in "po" and scope.pointers:
                given.append(rng.choice(scope.pointers))
            elif kind in "po":
                given.append("mload(64)")
            else:
                given.append(self._small(scope) if kind == "n" else self._word(scope))
        call = f"{function.name}({', '.join(given)})"
        if not function.result:
            return call
        if function.result == "p":
            name = self._name("p")
            scope.objects.append(name)
            return f"let {name} := {call}"
        return self._stored(scope, call)

    def _called(self, name: str) -> str:
        """The name of a function, which is written if it was not before."""
        if name not in self._functions:
            self._functions[name] = FUNCTIONS[name].varied(self._rng, self._faults)
            for other in self._functions[name].callees:
                self._called(other)
        return name

    def _own_function(self, scope: Scope, depth: int) -> str:
        """A call of a function with any statements."""
        rng = self._rng
        if self._in_function or self._left <= 0:
            return self._load(scope, depth)
        name = self._name("f")
        own = Scope(["w", "r"], ["k"], ["o"])
        was_in_loop, self._in_loop, self._in_function = self._in_loop, False, True
        body = " ".join(self._statement(own, 1) for _ in range(rng.randint(1, 3)))
        self._in_loop, self._in_function = was_in_loop, False
        again = ""
        if rng.random() < 0.1:
            again = f" if k {{ r := add(r, {name}(o, w, and(sub(k, 1), 3))) }}"
        end = rng.choice(("r := w", "r := mload(o)", "r := add(r, 1)"))
        text = f"function {name}(o, w, k) -> r {{ {body} {end}{again} }}"
        self._functions[name] = Function(name, "pwn", "w", text)
        pointer = rng.choice(scope.pointers or ["mload(64)"])
        call = f"{name}({pointer}, {self._word(scope)}, {self._small(scope)})"
        return self._stored(scope, call)

    def _scratch(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        address = rng.choice(("0", "0", "32", self._near(0), self._near(32)))
        return f"mstore({address}, {self._word(scope)})"

    def _hash(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        name = self._name("h")
        choice = rng.random()
        if choice < 0.35 or not scope.pointers:
            text = (
                f"mstore(0, {self._word(scope, 0)}) mstore(32, {self._word(scope, 0)})"
                f" let {name} := keccak256(0, {self._near(64)})"
            )
        elif choice < 0.6:
            text = f"let {name} := keccak256({self._at(scope)}, {self._near(32)})"
        elif scope.arrays and choice < 0.85:
            array = rng.choice(scope.arrays)
            text = f"let {name} := keccak256(add({array}, 32), shl(5, mload({array})))"
        else:
            return self._stored(scope, f"{self._called('slot')}({self._word(scope, 0)})")
        scope.words.append(name)
        return (
            f"{text} {rng.choice((f'sstore({name}, {self._word(scope)})', f'sstore(0, {name})'))}"
        )

    def _pointer(self, scope: Scope, depth: int) -> str:
        """The free memory pointer, lowered, reset or raised."""
        pointer = self._rng.choice(scope.pointers or ["128"])
        return self._rng.choice(
            (
                f"mstore(64, {pointer})",
                "mstore(64, sub(mload(64), 32))",
                f"mstore(64, add(mload(64), and({self._word(scope, 0)}, 0xe0)))",
                f"mstore(64, add(mload(64), {self._word(scope, 0)}))",
                "mstore(64, add(mload(64), 32))",
                f"if {self._condition(scope)} {{ mstore(64, sub(mload(64), 64)) }}",
                "mstore(64, 128)",
            )
        )

    def _copy(self, scope: Scope, depth: int) -> str:
        target = self._at(scope) if scope.pointers else "0"
        size = self._rng.choice(("32", "64", self._small(scope), f"shl(5, {self._small(scope)})"))
        if self._rng.random() < 0.5 or not scope.pointers:
            return f"calldatacopy({target}, {self._small(scope)}, {size})"
        return f"mcopy({target}, {self._at(scope)}, {size})"

    def _if(self, scope: Scope, depth: int) -> str:
        if depth >= _MAX_DEPTH or self._left <= 0:
            return self._field(scope, depth)
        condition = self._condition(scope)
        return f"if {condition} {{ {self._block(scope, depth, 2)} {self._jump()} }}"

    def _switch(self, scope: Scope, depth: int) -> str:
        if depth >= _MAX_DEPTH or self._left <= 0:
            return self._field(scope, depth)
        word = self._small(scope)
        first = self._block(scope, depth, 2)
        cases = f"switch {word} case 0 {{ {first} {self._jump()} }}"
        if self._rng.random() < 0.4:
            cases += f" case 1 {{ {self._block(scope, depth, 1)} }}"
        return f"{cases} default {{ {self._block(scope, depth, 1)} }}"

    def _check(self, scope: Scope, depth: int) -> str:
        """A check by which a word has bounds."""
        rng = self._rng
        word = rng.choice(scope.words)
        most = rng.choice((1, 4, 7, 32, 255, 256, 0xFFFF))
        return rng.choice(
            (
                f"if gt({word}, {most}) {{ {rng.choice(ENDS)} }}",
                f"if iszero(lt({word}, {most})) {{ {rng.choice(ENDS)} }}",
                f"if lt({word}, {most}) {{ {rng.choice(ENDS)} }}",
                f"if shr(8, {word}) {{ {rng.choice(ENDS)} }}",
                f"if iszero(eq({word}, and({word}, {most}))) {{ {rng.choice(ENDS)} }}",
                f"{word} := and({word}, {most})",
                f"{word} := mod({word}, {most})",
                f"{word} := shr({rng.choice((248, 240, 192))}, {word})",
            )
        )

    def _arithmetic(self, scope: Scope, depth: int) -> str:
        rng = self._rng
        if rng.random() < 0.4:
            name = self._name("v")
            text = f"let {name} := {self._word(scope)}"
            scope.words.append(name)
            return text
        return f"{rng.choice(scope.words)} := {self._word(scope)}"

    def _storage(self, scope: Scope, depth: int) -> str:
        store = self._rng.choice(("sstore",) * 5 + ("tstore",))
        return f"{store}({self._slot(scope)}, {self._word(scope)})"
