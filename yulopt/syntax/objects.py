"""The object tree: objects, data, and the names that `datasize` may use.

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

    `children` keeps objects and data in source order. `source_names` is the map of an `@use-src`
    annotation (index to file name), or None when there is none; it is printed back.
    `is_bare_block`: the object represents a source that is only a block. `position`: the offset of
    the object in the source text. `guarded`: the start of free memory by the memory guards that the
    code had before its steps, None if it had none or was not optimised beyond solc.
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
        self.guarded: int | None = None

    def __repr__(self) -> str:
        return f"<Object {self.name!r}: {self.code!r} and {len(self.children)} inside>"

    @property
    def sub_objects(self) -> list[Object]:
        """The children that are objects, in source order."""
        return [child for child in self.children if isinstance(child, Object)]

    def all_objects(self) -> list[Object]:
        """The object and all inside it, each before those inside it, in source order."""
        found: list[Object] = []
        pending = [self]
        while pending:
            item = pending.pop()
            found.append(item)
            pending.extend(reversed(item.sub_objects))
        return found

    def levels(self) -> list[Object]:
        """The same objects, level by level: those nested less deeply come first."""
        found = [self]
        for item in found:
            found.extend(item.sub_objects)
        return found

    def paths(self) -> dict[Object, str]:
        """The same objects as `all_objects`, with the names on the way to each, joined by dots."""
        found: dict[Object, str] = {}
        pending = [(self, self.name)]
        while pending:
            item, path = pending.pop()
            found[item] = path
            pending.extend((one, path_inside(path, one.name)) for one in reversed(item.sub_objects))
        return found

    def find(self, path: str) -> Object | Data | None:
        """The object or data that `datasize` and `dataoffset` name by a path, if any.

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


def path_inside(path: str, name: str) -> str:
    """The path of an object inside the one at a path. A dot that belongs to a name has a backslash
    before it: each object of a program has a path of its own."""
    escaped = name.replace("\\", "\\\\").replace(".", "\\.")
    return f"{path}.{escaped}"


def find_in_object(program: Object, path: str) -> Object | Data:
    """The object itself, or the one at a path of names separated by dots.

    The path must be one that the object knows.
    """
    found = program.find(path)
    assert found is not None
    return found


def is_creation_object(child: Object) -> bool:
    """Whether an inner object holds creation code, by its name, as in solc."""
    return not child.name.endswith(_DEPLOYED_SUFFIX)


def deployed_object(program: Object) -> Object | None:
    """The object with the deployed code, by its name.

    Its name is that of the program plus `_deployed`; else it is the only inner object. None if
    there is no such object: then the program is not known to deploy code.
    """
    inner = program.sub_objects
    for child in inner:
        if child.name == program.name + _DEPLOYED_SUFFIX:
            return child
    return inner[0] if len(inner) == 1 else None
