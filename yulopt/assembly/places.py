"""What `datasize` and `dataoffset` name.

Source: chapter 01, section 4.1 of the specification.
"""

from __future__ import annotations

from yulopt.syntax.objects import Data, Object


def find_in_object(program: Object, path: str) -> Object | Data:
    """The object itself, or what a path of names separated by dots leads to from child to child.

    The path must be one that the object knows.
    """
    found = program.find(path)
    assert found is not None
    return found
