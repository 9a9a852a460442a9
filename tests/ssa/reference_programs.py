"""Random SSA functions with references: cells that hold references to cells, arrays of references,
phis of references, cells made in loops, calls that are given references.

What they do is told by calls of `@println`, their result, and whether they end by a trap.
"""

from __future__ import annotations

from random import Random

WORD, REF, BOX, PAIR = "i256", "&i256", "&&i256", "[2 x &i256]"

HEAD = f"""\
declare @println(i256)

func @swap(%p: {BOX}, %q: {REF}) -> {REF} {{
entry:
  %old = load {REF}, %p
  store {REF} %q, %p
  %x = load i256, %q
  %y = add %x, 100
  store i256 %y, %q
  ret %old
}}

func @bump(%p: {REF}) {{
entry:
  %x = load i256, %p
  %y = add %x, 1
  store i256 %y, %p
  ret
}}

func @fresh(%p: {REF}) -> {REF} {{
entry:
  %x = load i256, %p
  %new = alloca i256
  store i256 %x, %new
  ret %new
}}
"""


def reference_program(seed: int, size: int = 30) -> str:
    """A module whose function `@f` takes two words and gives one; the same for the same seed."""
    return HEAD + "\n" + _Writer(Random(seed)).function(size)


class _Writer:
    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._lines: list[str] = []
        self._label = "entry"
        self._count = 0
        # The values that can be used here, by type.
        self._values: dict[str, list[str]] = {WORD: ["%a", "%b"], REF: [], BOX: [], PAIR: []}

    def function(self, size: int) -> str:
        for _ in range(2):
            self._new_cell()
        for _ in range(self._rng.choice((0, 1, 2))):
            self._new_box()
        self._statements(size, 3)
        result = self._emit(WORD, f"load i256, {self._any(REF)}")
        body = "\n".join(self._lines)
        return f"func @f(%a: i256, %b: i256) -> i256 {{\nentry:\n{body}\n  ret {result}\n}}\n"

    def _emit(self, type: str, text: str, prefix: str = "v") -> str:
        self._count += 1
        name = f"%{prefix}{self._count}"
        self._lines.append(f"  {name} = {text}")
        self._values[type].append(name)
        return name

    def _act(self, text: str) -> None:
        self._lines.append(f"  {text}")

    def _any(self, type: str) -> str:
        values = self._values[type]
        if not values and type == BOX:
            return self._new_box()
        if not values:
            return self._emit(PAIR, f"array {PAIR} [ {self._any(REF)}, {self._any(REF)} ]")
        # Newer ones more often.
        return max(self._rng.choice(values), self._rng.choice(values), key=values.index)

    def _word(self) -> str:
        return self._rng.choice((self._any(WORD), str(self._rng.randint(0, 3))))

    def _new_cell(self) -> str:
        return self._emit(REF, "alloca i256", "cell")

    def _new_box(self) -> str:
        box = self._emit(BOX, f"alloca {REF}", "box")
        if self._rng.random() < 0.9:
            self._act(f"store {REF} {self._any(REF)}, {box}")
        return box

    def _statements(self, size: int, depth: int) -> None:
        while size > 0:
            nested = size > 3 and depth > 0 and self._rng.random() < 0.2
            cost = self._rng.randint(3, size) if nested else 1
            if nested and self._rng.random() < 0.5:
                self._loop(cost, depth - 1)
            elif nested:
                self._if(cost, depth - 1)
            else:
                self._simple()
            size -= cost

    def _simple(self) -> None:
        rng = self._rng
        choice = rng.random()
        if choice < 0.25:
            self._act(f"store i256 {self._word()}, {self._any(REF)}")
        elif choice < 0.45:
            loaded = self._emit(WORD, f"load i256, {self._any(REF)}")
            if rng.random() < 0.5:
                self._act(f"call @println({loaded})")
        elif choice < 0.5:
            self._emit(WORD, f"add {self._word()}, {self._word()}")
        elif choice < 0.6:
            self._act(f"store {REF} {self._any(REF)}, {self._any(BOX)}")
        elif choice < 0.7:
            self._emit(REF, f"load {REF}, {self._any(BOX)}")
        elif choice < 0.75:
            self._emit(REF, f"aget {REF}, {self._any(PAIR)}, {rng.choice((0, 1))}")
        elif choice < 0.79:
            index = self._emit(WORD, f"and {self._word()}, 1")
            self._emit(REF, f"aget {REF}, {self._any(PAIR)}, {index}")
        elif choice < 0.83:
            index = self._emit(WORD, f"and {self._word()}, {rng.choice((1, 1, 1, 3))}")
            self._emit(PAIR, f"aset {PAIR} {self._any(PAIR)}, {index}, {self._any(REF)}")
        elif choice < 0.86:
            self._emit(PAIR, f"array {PAIR} [ {self._any(REF)}, {self._any(REF)} ]")
        elif choice < 0.94:
            rng.choice((self._new_cell, self._new_box))()
        elif choice < 0.96:
            self._act(f"call @bump({self._any(REF)})")
        elif choice < 0.98:
            self._emit(REF, f"call @fresh({self._any(REF)})")
        else:
            self._emit(REF, f"call @swap({self._any(BOX)}, {self._any(REF)})")

    def _if(self, size: int, depth: int) -> None:
        self._count += 1
        number = self._count
        condition = self._emit(WORD, f"and {self._word()}, 1")
        self._act(f"br {condition}, %then{number}, %else{number}")
        ends: list[str] = []
        chosen: dict[str, list[str]] = {WORD: [], REF: [], BOX: []}
        for side in ("then", "else"):
            visible = {type: len(values) for type, values in self._values.items()}
            self._start(f"{side}{number}")
            self._statements(size // 2 if side == "then" else size // 3, depth)
            self._act(f"br %after{number}")
            ends.append(self._label)
            for type, values in chosen.items():
                if self._values[type]:
                    values.append(self._any(type))
            for type, count in visible.items():
                del self._values[type][count:]
        self._start(f"after{number}")
        for type, values in chosen.items():
            if len(values) == 2:
                self._emit(
                    type, f"phi {type} [ {values[0]}, %{ends[0]} ], [ {values[1]}, %{ends[1]} ]"
                )

    def _loop(self, size: int, depth: int) -> None:
        self._count += 1
        number = self._count
        before = self._label
        first = self._any(REF)
        self._act(f"br %loop{number}")
        self._start(f"loop{number}")
        header = len(self._lines)
        visible = {type: len(values) for type, values in self._values.items()}
        counter, carried = f"%i{number}", f"%r{number}"
        self._values[WORD].append(counter)
        self._values[REF].append(carried)
        more = f"%more{number}"
        self._act(f"{more} = lt {counter}, {self._rng.randint(1, 3)}")
        self._act(f"br {more}, %body{number}, %done{number}")
        outside = {type: len(values) for type, values in self._values.items()}
        self._start(f"body{number}")
        self._statements(size, depth)
        following = self._any(REF)
        self._act(f"%next{number} = add {counter}, 1")
        self._act(f"br %loop{number}")
        phis = [
            f"  {counter} = phi i256 [ 0, %{before} ], [ %next{number}, %{self._label} ]",
            f"  {carried} = phi {REF} [ {first}, %{before} ], [ {following}, %{self._label} ]",
        ]
        self._lines[header:header] = phis
        for type, count in outside.items():
            del self._values[type][count:]
        if self._rng.random() < 0.5:
            for type, count in visible.items():
                del self._values[type][count:]
        self._start(f"done{number}")

    def _start(self, label: str) -> None:
        self._label = label
        self._lines.append(f"{label}:")
