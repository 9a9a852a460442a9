"""Random case dispatch of a value: equality tests in sequence and comparisons by order.

The value is calldata from the fifth byte on, and lies on the stack when the search begins. What is
found stores a number of its own, and some of it the value.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from tests.assembly.beyond.programs import bytes_of
from tests.execution import Call, Machine, Outcome
from yulopt.assembly.items import Item

_LARGEST = (1 << 256) - 1
# Conditions of guards.
_CONDITIONS = (
    "callvalue",
    "5 calldatasize lt",
    "callvalue iszero iszero",
    "callvalue 5 calldatasize lt or",
)


class Search:
    """A program, and the constants that it compares with."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._blocks: list[str] = []
        self._labels = 0
        self.keys = self._some_keys(random.randrange(4, 40))
        self._defaults = random.choice([["0 dup1 revert"], ["0 dup1 revert", "{pop}@rest jump"]])
        start = "callvalue 4 calldataload "
        self.text = start + self._search(self.keys, depth=0) + " ".join(self._blocks)
        self.text += " rest: callvalue 7 sstore 99 8 sstore stop"

    def _some_keys(self, count: int) -> list[int]:
        bits = self._random.choice((6, 32, 32, 256))
        keys = {self._random.getrandbits(bits) for _ in range(count)}
        return sorted({*keys, *self._random.sample((0, 1, _LARGEST), 1)})

    def _label(self) -> str:
        self._labels += 1
        return f"l{self._labels}"

    def _search(self, keys: list[int], depth: int) -> str:
        """Code that finds one of the keys, or something else; the value is on top."""
        random = self._random
        if depth and random.random() < 0.3:
            ask = random.choice(_CONDITIONS)
            if random.random() < 0.5:
                fails = self._place("0 dup1 revert")
                return f"{ask} @{fails} jumpi " + self._search(keys, depth)
            passes = self._place(self._search(keys, depth + 1))
            return f"{ask} iszero @{passes} jumpi 0 dup1 revert "
        if len(keys) > random.randrange(2, 8) and depth < 6:
            at = random.randrange(1, len(keys))
            less = self._place(self._search(keys[:at], depth + 1))
            return f"{self._order(keys[at])} @{less} jumpi " + self._search(keys[at:], depth + 1)
        return self._one_by_one(keys)

    def _order(self, border: int) -> str:
        """A condition that is true below the border, and keeps the value."""
        forms = [f"{border} dup2 lt", f"dup1 {border} gt", f"{border} dup2 lt iszero iszero"]
        if border:
            forms += [f"{border - 1} dup2 gt iszero", f"dup1 {border - 1} lt iszero"]
        if border.bit_count() == 1:
            forms.append(f"dup1 {border.bit_length() - 1} shr iszero")
        return self._random.choice(forms)

    def _one_by_one(self, keys: list[int]) -> str:
        random = self._random
        keys = random.sample(keys, len(keys))
        if random.random() < 0.2:
            # The second comparison with a key finds nothing.
            keys.append(keys[0])
        words: list[str] = []
        for key in keys[:-1]:
            words.append(f"{self._equality(key)} @{self._found(is_removed=False)} jumpi ")
        is_removed = random.random() < 0.6
        form = f"{keys[-1]} eq" if is_removed else self._equality(keys[-1])
        words.append(f"{form} @{self._found(is_removed=is_removed)} jumpi ")
        default = random.choice(self._defaults)
        return "".join(words) + default.replace("{pop}", "" if is_removed else "pop ") + " "

    def _equality(self, key: int) -> str:
        forms = [f"{key} dup2 eq", f"dup1 {key} eq", f"dup1 {key} sub iszero"]
        forms += [f"dup1 {key} xor iszero"] + ["dup1 iszero"] * (key == 0)
        return self._random.choice(forms)

    def _found(self, *, is_removed: bool) -> str:
        """The label of a new block for a key."""
        random = self._random
        number = 100 + self._labels
        if is_removed:
            return self._place(f"{number} 0 sstore stop")
        start = random.choice(("pop", "pop", "1 sstore", "dup1 2 sstore pop"))
        return self._place(f"{start} {number} 0 sstore " + random.choice(("stop", "@rest jump")))

    def _place(self, code: str) -> str:
        label = self._label()
        self._blocks.append(f"{label}: {code} ")
        return label


def outcomes(items: list[Item], values: Sequence[int]) -> list[Outcome]:
    """The effects of calls with these values, each alone, with and without ether."""
    code = bytes_of(items)
    results = []
    for value in values:
        for ether in (0, 1):
            machine = Machine()
            data = bytes(4) + value.to_bytes(32, "big")
            results.append(machine.call(machine.install(code), Call(data, value=ether)))
    return results


def values_around(keys: Sequence[int], random: Random) -> list[int]:
    """The keys, neighbours of some of them, and others with the same lowest bits."""
    near = [(key + step) % (1 << 256) for key in keys for step in (-1, 1)]
    alike = [key ^ 1 << random.randrange(32, 256) for key in keys]
    return [*keys, *random.sample(near, 8), *random.sample(alike, 4), _LARGEST, 0]
