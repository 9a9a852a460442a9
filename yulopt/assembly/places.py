"""What `datasize` and `dataoffset` name.

Source: chapter 01, section 4.1 of the specification.
"""

from __future__ import annotations

from yulopt.objects import Data, Object


def find_in_object(program: Object, path: str) -> Object | Data:
    """The object itself, or what a path of names separated by dots leads to from child to child.

    The path must be one that the object knows.
    """
    if path == program.name and "." not in path:
        return program
    found: Object | Data = program
    for name in path.split("."):
        assert isinstance(found, Object)
        found = next(child for child in found.children if child.name == name)
    return found
