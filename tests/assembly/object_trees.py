"""Random trees of objects whose code reads sizes and offsets of inner objects."""

from __future__ import annotations

from random import Random

# Sizes of data near the limits at which a number needs one byte more.
_DATA_SIZES = (0, 1, 2, 5, 31, 32, 33, 100, 180, 200, 215, 220, 225, 229, 235, 240, 245, 250, 256)
_RARE_DATA_SIZES = (300, 700, 65200, 65400, 65500, 65536)
_LIBRARIES = ("L", "file.sol:L", "a:b:c")
_NAMES = ("B", "C", "D", "E_deployed", "F", "G")
_FEW_CONTENTS = ("", "00", "1234", "a264", "5f5ffd")


class TreeWriter:
    """Writes trees; the same seed gives the same tree."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def tree(self) -> str:
        """A whole program."""
        return self._object("A", self._rng.choice((1, 2, 2, 3, 3)), ())[0] + "\n"

    def _object(self, name: str, depth: int, immutables: tuple[str, ...]) -> tuple[str, list[str]]:
        """An object, and the paths of the objects inside it as seen from it."""
        rng = self._rng
        others = [other for other in _NAMES if other != name]
        names = rng.sample(others, rng.randint(0, 4 if depth else 0))
        paths: list[str] = []
        children: list[str] = []
        assigned: tuple[str, ...] = ()
        for child in names:
            read: tuple[str, ...] = ()
            if not immutables and not assigned and rng.random() < 0.3:
                assigned = read = rng.choice((("x",), ("x", "y")))
            text, inside = self._object(child, depth - 1, read)
            children.append(text)
            paths += [child, *(f"{child}.{path}" for path in inside)]
        data = rng.sample(("d", "e", "f"), rng.choice((0, 0, 1, 2, 3)))
        children += [f'data "{item}" hex"{self._content()}"' for item in data]
        if rng.random() < 0.2:
            children.append(f'data ".metadata" hex"{self._content()}"')
        rng.shuffle(children)
        code = self._code([name, *paths, *data], assigned, immutables)
        return f'object "{name}" {{ code {{ {code} }} {" ".join(children)} }}', paths

    def _content(self) -> str:
        rng = self._rng
        if rng.random() < 0.3:
            return rng.choice(_FEW_CONTENTS)
        size = rng.choice(_RARE_DATA_SIZES if rng.random() < 0.03 else _DATA_SIZES)
        return (rng.choice(("d1", "e2", "f3")) * size)[: 2 * size]

    def _code(self, known: list[str], assigned: tuple[str, ...], read: tuple[str, ...]) -> str:
        rng = self._rng
        statements = [self._use(known, number) for number in range(rng.choice((0, 1, 3, 6, 12)))]
        for name in assigned:
            statements += [
                f'setimmutable({rng.choice((0, 64))}, "{name}", {rng.choice((1, 300))})'
            ] * rng.choice((1, 1, 1, 2))
        statements += [
            f'sstore({100 + number}, loadimmutable("{rng.choice(read)}"))'
            for number in range(rng.choice((1, 2, 5)) if read else 0)
        ]
        statements += ["f(1) f(2)"] * rng.choice((0, 0, 1, 3))
        if rng.random() < 0.3:
            statements.append("if calldataload(1) { sstore(2, 3) }")
        if rng.random() < 0.1:
            statements.append(f'verbatim_0i_0o(hex"{"5b" * rng.choice((1, 60, 200))}")')
        rng.shuffle(statements)
        function = "function f(x) { sstore(x, 1) sstore(2, x) }"
        return " ".join([*statements, function])

    def _use(self, known: list[str], number: int) -> str:
        rng = self._rng
        if rng.random() < 0.1:
            return f'sstore({number}, linkersymbol("{rng.choice(_LIBRARIES)}"))'
        builtin = rng.choice(("dataoffset", "dataoffset", "datasize"))
        return f'sstore({number}, {builtin}("{rng.choice(known)}"))'
