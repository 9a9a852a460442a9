"""The object tree around the code: objects, data, and which names `datasize` may use.

Source: chapter 01, sections 4 and 5.1 of the specification.
"""

from __future__ import annotations

from typing import Final

from yulopt.syntax.ast import Block

_DEPLOYED_SUFFIX: Final = "_deployed"


class Data:
    """`data "name" hex"..."`. Names and content hold one character (0 to 255) per byte."""

    def __init__(self, name: str, content: str) -> None:
        self.name = name
        self.content = content

    def __repr__(self) -> str:
        return f"<Data {self.name!r}, {len(self.content)} bytes>"


class Object:
    """`object "name" { code {...} children }`.

    `children` keeps objects and data in source order. `source_names` is the map of an
    `@use-src` annotation (index to file name), or None when there is none; it is printed back.
    `is_bare_block` is true for the object that stands for a source which is only a block.
    `position` is the offset in the source text where the object begins.
    """

    def __init__(
        self,
        name: str,
        code: Block,
        children: list[Object | Data] | None = None,
        source_names: dict[int, str] | None = None,
        is_bare_block: bool = False,
        position: int = -1,
    ) -> None:
        self.name = name
        self.code = code
        self.children = [] if children is None else children
        self.source_names = source_names
        self.is_bare_block = is_bare_block
        self.position = position

    def __repr__(self) -> str:
        return f"<Object {self.name!r}: {self.code!r} and {len(self.children)} inside>"

    @property
    def sub_objects(self) -> list[Object]:
        """The children that are objects, in source order."""
        return [child for child in self.children if isinstance(child, Object)]

    def find(self, path: str) -> Object | Data | None:
        """What `datasize` and `dataoffset` in this object's code mean by the path, if anything.

        It is the object's own name, or leads from child to child; names with dots cannot be used.
        """
        if path == self.name and "." not in path:
            return self
        node: Object | Data = self
        for name in path.split("."):
            if not isinstance(node, Object):
                return None
            found = [child for child in node.children if child.name == name]
            if not found:
                return None
            node = found[0]
        return node

    def knows_path(self, path: str) -> bool:
        """Whether `datasize` and `dataoffset` in this object's code may use the path.

        solc has no code for the data of an inner object (see `yulopt.syntax.validate`).
        """
        return self.find(path) is not None


def find_in_object(program: Object, path: str) -> Object | Data:
    """The object itself, or what a path of names separated by dots leads to from child to child.

    The path must be one that the object knows.
    """
    found = program.find(path)
    assert found is not None
    return found


def is_creation_object(child: Object) -> bool:
    """Whether an object inside another one holds creation code, going by its name as solc does."""
    return not child.name.endswith(_DEPLOYED_SUFFIX)


def deployed_object(program: Object) -> Object | None:
    """The object with the code that a creation deploys, going by its name.

    It is called like the program, with `_deployed` after that; else it is the only object inside.
    None if there is no such object: then nothing says that the code of the program deploys another.
    """
    inner = program.sub_objects
    for child in inner:
        if child.name == program.name + _DEPLOYED_SUFFIX:
            return child
    return inner[0] if len(inner) == 1 else None
