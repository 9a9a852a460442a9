"""The object tree around the code: objects, data, and which names `datasize` may use.

Source: chapter 01, sections 4 and 5.1 of the specification.
"""

from __future__ import annotations

import attr

from yulopt.ast import Block


@attr.s(auto_attribs=True, eq=False)
class Data:
    """`data "name" hex"..."`. Names and content hold one character (0 to 255) per byte."""

    name: str
    content: str


@attr.s(auto_attribs=True, eq=False)
class Object:
    """`object "name" { code {...} children }`.

    `children` keeps objects and data in source order. `source_names` is the map of an
    `@use-src` annotation (index to file name), or None when there is none; it is printed back.
    `is_bare_block` is true for the object that stands for a source which is only a block.
    """

    name: str
    code: Block
    children: list[Object | Data] = attr.Factory(list)
    source_names: dict[int, str] | None = None
    is_bare_block: bool = False

    @property
    def sub_objects(self) -> list[Object]:
        """The children that are objects, in source order."""
        return [child for child in self.children if isinstance(child, Object)]

    def known_paths(self) -> set[str]:
        """The names that `datasize` and `dataoffset` in this object's code may use."""
        paths = set() if "." in self.name else {self.name}
        for child in self.children:
            if "." in child.name:
                continue
            paths.add(child.name)
            if isinstance(child, Object):
                paths.update(
                    f"{child.name}.{path}" for path in child.known_paths() if path != child.name
                )
        return paths
