"""Random Yul programs that do little but load and store, at few addresses.

They are made for passes that forward loads: the same word is written and read again on many ways
through nested branches and loops, in functions, before and after calls, and addresses overlap.
"""

from __future__ import annotations

from random import Random


def state_program(seed: int, size: int = 25) -> str:
    """A block of Yul with about `size` statements; the same for the same arguments."""
    return _Writer(Random(seed)).program(size)


class _Writer:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._names: list[str] = []
        self._count = 0
        self._functions = [f"f{number}" for number in range(rng.choice((0, 1, 2)))]
        self._in_function = False
        self._loops = 0
        # Each program prefers some kinds of state, so that there is much of it.
        self._spaces = rng.sample("mmmsst", rng.choice((1, 2, 3)))
        self._symbolic = rng.choice((0.0, 0.1, 0.4))
        self._rarity = rng.choice((0.0, 0.05))

    def program(self, size: int) -> str:
        functions = []
        for index, name in enumerate(self._functions):
            self._names = ["p", "r"]
            start = "let x := and(p, 64) let y := and(p, 32) let z := and(p, 1)"
            self._in_function = True
            callees, self._functions = self._functions, self._functions[:index]
            body = self._statements(size // 3, 2)
            self._functions = callees
            functions.append(f"function {name}(p) -> r {{ {start} {body} }}")
        self._in_function = False
        self._names = ["a", "b"]
        body = self._statements(size, 3)
        end = self._rng.choice(("", "log0(0, 0x80)", "return(0, 0x60)", "revert(0x20, 0x20)"))
        return (
            "{ { let a := calldataload(0) let b := and(calldataload(32), 0xff) let p := and(a, 3)"
            f" let x := and(a, 64) let y := and(b, 32) let z := and(b, 1) {body}"
            f" sstore(100, add(a, b)) {end} }} {' '.join(functions)} }}"
        )

    def _statements(self, size: int, depth: int) -> str:
        visible = len(self._names)
        parts: list[str] = []
        while size > 0:
            nested = size > 2 and depth > 0 and self._rng.random() < 0.3
            cost = self._rng.randint(2, size) if nested else 1
            parts.append(self._nested(cost - 1, depth - 1) if nested else self._simple())
            size -= cost
        del self._names[visible:]
        return " ".join(parts)

    def _nested(self, size: int, depth: int) -> str:
        rng = self._rng
        kind = rng.choice(("if", "switch", "for", "for"))
        if kind == "if":
            return f"if {self._condition()} {{ {self._statements(size, depth)} }}"
        if kind == "switch":
            cases = " ".join(
                f"case {number} {{ {self._statements(size // 2, depth)} }}" for number in range(2)
            )
            default = rng.choice(("", f"default {{ {self._statements(size // 3, depth)} }}"))
            return f"switch and({self._value()}, 3) {cases} {default}"
        self._count += 1
        counter = f"i{self._count}"
        self._names.append(counter)
        self._loops += 1
        body = self._statements(size, depth)
        self._loops -= 1
        self._names.remove(counter)
        return (
            f"for {{ let {counter} := 0 }} lt({counter}, {rng.randint(1, 4)})"
            f" {{ {counter} := add({counter}, 1) }} {{ {body} }}"
        )

    def _simple(self) -> str:
        rng = self._rng
        choice = rng.random()
        if choice < 0.4:
            return self._store()
        if choice < 0.65:
            self._count += 1
            name = f"v{self._count}"
            value = self._load()
            self._names.append(name)
            return f"let {name} := {value}"
        if choice < 0.8 and (targets := [one for one in self._names if one[0] != "i"]):
            return f"{rng.choice(targets)} := {rng.choice((self._load(), self._value()))}"
        if choice < 0.86 and self._functions:
            return f"pop({rng.choice(self._functions)}({self._value()}))"
        if rng.random() < self._rarity * 10:
            return self._rare()
        jumps = ["leave"] * self._in_function + ["break", "continue"] * (self._loops > 0)
        jumps += ["revert(0, 0x20)", "return(0x20, 0x20)", "stop()"]
        return f"if {self._condition()} {{ {rng.choice(jumps)} }}"

    def _rare(self) -> str:
        return self._rng.choice(
            (
                f"calldatacopy({self._address('m')}, 0, {self._rng.choice((0, 32, 33, 64))})",
                f"mcopy({self._address('m')}, {self._address('m')}, {self._rng.choice((32, 5))})",
                f"mstore8({self._address('m')}, {self._value()})",
                "log0(0, 0x40)",
                f"sstore(7, keccak256({self._address('m')}, 32))",
                f"pop(staticcall(gas(), 4, 0, 0x40, {self._address('m')}, 0x20))",
                f"pop(call(gas(), 4, 0, {self._address('m')}, 0x20, 0, 0x10))",
            )
        )

    def _store(self) -> str:
        space = self._rng.choice(self._spaces)
        return f"{space}store({self._address(space)}, {self._value()})"

    def _load(self) -> str:
        space = self._rng.choice(self._spaces)
        return f"{space}load({self._address(space)})"

    def _address(self, space: str) -> str:
        unit = 32 if space == "m" else 1
        if self._rng.random() >= self._symbolic:
            overlapping = space == "m" and self._rng.random() < 0.1
            return str(self._rng.choice((1, 16, 31, 33) if overlapping else (0, unit, 2 * unit)))
        # Small, so that memory is small, and different names often mean the same address.
        base = f"and({self._rng.choice(self._names)}, {2 * unit})"
        if self._rng.random() < 0.8:
            base = self._rng.choice("xy") if space == "m" else self._rng.choice("zp")
        distance = f"sub({base}, 1)" if space != "m" else f"add({base}, 16)"
        return self._rng.choice((base, base, f"add({base}, {unit})", distance))

    def _value(self) -> str:
        return self._rng.choice((*self._names, str(self._rng.randint(0, 3))))

    def _condition(self) -> str:
        return f"gt({self._rng.choice(self._names)}, {self._rng.randint(0, 2)})"
