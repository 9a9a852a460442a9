"""Writes a random tree of objects."""

from __future__ import annotations

from random import Random
from textwrap import indent

from tests.generation.code import CodeWriter


class ObjectWriter:
    """Writes a tree of objects."""

    def __init__(self, rng: Random, evm_version: str, limit: int, features: set[str]) -> None:
        self.rng = rng
        self.evm_version = evm_version
        self.limit = limit
        self.features = features

    def data(self, name: str) -> str:
        content = self.rng.randbytes(self.rng.choice((0, 1, 5, 40))).hex()
        return f'data "{name}" ' + self.rng.choice((f'hex"{content}"', "'it\\'s \\x00\"'", '""'))

    def object(
        self, name: str, size: int, deployed: bool = False, immutables: tuple[str, ...] = ()
    ) -> tuple[str, list[str]]:
        """The object's text, and the paths of the objects in it, as seen from outside.

        `immutables` are those that its code may load. Of the children at most one loads some, and
        then this object's code sets them, as solc's assembler demands.
        """
        rng = self.rng
        stem = name.removesuffix("_deployed")
        children = rng.sample((f"{stem}_deployed", "B", "Lib_7", "C_deployed", "x.y"), 5)
        children = [child for child in children if child != name][: rng.choice((0, 1, 1, 2))]
        if stem == name and rng.random() < 0.7 and children:
            children[0] = f"{stem}_deployed"
        if size < 10:
            children = []
        below: list[str] = []
        items: list[str] = []
        setters: tuple[str, ...] = ()
        for child in dict.fromkeys(children):
            runtime = child.endswith("_deployed")
            loads: tuple[str, ...] = ()
            if runtime and not deployed and not setters and rng.random() < 0.4:
                setters = loads = rng.choice((("owner",), ("12", "34")))
            text, paths = self.object(child, size // (len(children) + 1), runtime, loads)
            items.append(text)
            below += [child, *(f"{child}.{path}" for path in paths)] if "." not in child else []
        own_data = rng.sample((".metadata", "table", "d 1"), rng.choice((0, 0, 1, 2)))
        items += map(self.data, own_data)
        rng.shuffle(items)
        known = below + [item for item in own_data if "." not in item]
        known += [name] if "." not in name else []
        code = CodeWriter(rng, self.evm_version, self.limit, self.features, known, list(immutables))
        body = code.code(size // (len(children) + 1), setters)
        header = rng.choice(("", "", "", '/// @use-src 0:"a.sol", 1:"b.sol"\n'))
        inside = indent("\n".join([f"code {body}", *items]), "    ")
        return f'{header}object "{name}" {{\n{inside}\n}}', below
